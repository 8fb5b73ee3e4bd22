use bytesize::ByteSize;
use petgraph::{
    algo::kosaraju_scc,
    graph::{DiGraph, NodeIndex},
};
use waribashi::{Numbering, Position, Repetition, Rules, Side, Value};
use waribashi_solve::{Compiled, Demand, Engine};

use crate::{
    error::BatchError,
    rows::{Rows, Write},
};

/// From whose side the hands are observed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// The first player's hands, then the second player's, then the turn: 0 the first player's, 1 the second's.
    #[default]
    Absolute,
    /// The hands of the player to move, then the other player's, then 0: the turn is his own.
    Mover,
}

/// A rule set as flat tables, which any number of batches share.
///
/// A *node* is a position with the side to move. What a table holds is asked of [`Rules`], once; playing only
/// looks it up.
#[derive(Debug)]
pub struct Steps {
    compiled: Compiled,
    numbering: Numbering,
    view: View,
    /// How many nodes positions make. The node after them is [`Steps::over`].
    nodes: u32,
    start: u32,
    /// For each node and each number below `stride` the node after it, [`ILLEGAL`], or [`RESET`].
    next: Vec<u32>,
    stride: usize,
    /// For each node its legal actions, ascending, in the front of as many places as there are actions.
    legal: Vec<u16>,
    /// How many legal actions each node has.
    counts: Vec<u16>,
    pub(crate) states: Vec<State>,
    pub(crate) rows: Rows,
    /// The nodes that a game can pass twice, in the order of their slots.
    recurrent: Vec<u32>,
    reachable: Vec<bool>,
}

/// What a step has to know of a node besides its row: 8 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// Where among the recurrent nodes this one is; 0 for the others.
    pub(crate) slot: u32,
    /// 0 for the first player to move, 1 for the second.
    pub(crate) turn: u8,
    /// Whether a game can pass here twice.
    pub(crate) recurs: bool,
    /// Who has won.
    pub(crate) winner: Winner,
}

/// Who has won by dead hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Winner {
    None = 0,
    First = 1,
    Second = 2,
}

impl Winner {
    /// The rewards of both players.
    #[inline(always)]
    pub(crate) fn rewards(self) -> [f32; 2] {
        const REWARDS: [[f32; 2]; 3] = [[0.0, 0.0], [1.0, -1.0], [-1.0, 1.0]];
        REWARDS[self as usize]
    }
}

/// In the place of a node: the action is illegal.
pub(crate) const ILLEGAL: u32 = u32::MAX;
/// In the place of a node: the game was over, and any action begins a new one.
pub(crate) const RESET: u32 = u32::MAX - 1;

impl Steps {
    /// The most bytes that tables may take: 1 GiB.
    pub const MOST_BYTES: u64 = 1 << 30;

    /// Compiles a rule set.
    ///
    /// # Errors
    ///
    /// Where the tables would take more than [`Steps::MOST_BYTES`]: the 8 hands of `cards` take half of it.
    pub fn new(rules: &Rules, view: View) -> Result<Self, BatchError> {
        let numbering = Numbering::new(rules)?;
        let actions = numbering.len();
        let sizes = [observation_len(rules), actions];
        // Sides that move make two nodes of a position; where hands differ, positions are counted for both.
        let sides = if rules.hands[0] == rules.hands[1] {
            2
        } else {
            1
        };
        let positions = Demand::of(rules, Engine::Queue, false).positions;
        let stride = actions + 1;
        let each = stride * 4 + actions * 2 + 2 + size_of::<State>() + Rows::bytes_each(sizes) + 1;
        let needed = positions.saturating_mul(sides).saturating_add(1);
        let needed = needed.saturating_mul(each as u128);
        if needed > u128::from(Steps::MOST_BYTES) || actions > usize::from(u16::MAX) {
            return Err(BatchError::Tables {
                rules: rules.to_string(),
                needed: ByteSize(u64::try_from(needed).unwrap_or(u64::MAX)).to_string(),
                most: ByteSize(Steps::MOST_BYTES).to_string(),
            });
        }
        let compiled = Compiled::new(rules);
        let nodes = compiled.len() as u32 * sides as u32;
        let mut steps = Steps {
            start: 0,
            numbering,
            view,
            nodes,
            next: vec![ILLEGAL; (nodes as usize + 1) * stride],
            stride,
            legal: vec![0; (nodes as usize + 1) * actions],
            counts: Vec::with_capacity(nodes as usize + 1),
            states: Vec::with_capacity(nodes as usize + 1),
            rows: Rows::new(sizes, std::iter::empty()),
            recurrent: Vec::new(),
            reachable: Vec::new(),
            compiled,
        };
        steps.start = steps.node(steps.compiled.index(rules.start()), Side::First);
        for node in 0..nodes {
            steps.fill(node);
        }
        // Nothing is to be seen where no game is, and the player to move is the first.
        steps.counts.push(0);
        steps.states.push(State {
            slot: 0,
            turn: 0,
            recurs: false,
            winner: Winner::None,
        });
        let over = steps.over() as usize;
        steps.next[over * stride..].fill(RESET);
        steps.find_recurrent();
        steps.find_reachable();
        let rows = (0..=nodes).map(|node| steps.row(node));
        steps.rows = Rows::new(sizes, rows.collect::<Vec<_>>().into_iter());
        Ok(steps)
    }

    /// Asks the rules what can be played in a node.
    fn fill(&mut self, node: u32) {
        let (id, to_move) = self.untagged(node);
        let position = self.compiled.position(id);
        let rules = self.compiled.rules();
        let winner = match rules.finished(&position) {
            None => Winner::None,
            Some(value) => match (value, to_move) {
                (Value::Win, Side::First) | (Value::Loss, Side::Second) => Winner::First,
                (Value::Win, Side::Second) | (Value::Loss, Side::First) => Winner::Second,
                (Value::Draw, _) => unreachable!("dead hands decide a game"),
            },
        };
        let mut legal: Vec<u16> = Vec::new();
        for (action, played) in rules.actions(&position) {
            let number = self.numbering.number(action);
            let number = number.expect("a legal action has a number");
            let after = rules.play(&position, played).expect("a generated move");
            let after = self.node(self.compiled.index(&after), !to_move);
            self.next[node as usize * self.stride + number] = after;
            legal.push(number as u16);
        }
        legal.sort_unstable();
        let actions = self.actions();
        self.legal[node as usize * actions..][..legal.len()].copy_from_slice(&legal);
        self.counts.push(legal.len() as u16);
        self.states.push(State {
            slot: 0,
            turn: to_move.index() as u8,
            recurs: false,
            winner,
        });
    }

    /// A game passes a node twice only where a cycle of moves leads through it. Nobody asks without a repetition
    /// rule.
    fn find_recurrent(&mut self) {
        if self.rules().repetition == Repetition::None {
            return;
        }
        let mut graph = DiGraph::<(), (), u32>::with_capacity(self.nodes as usize, 0);
        for _ in 0..self.nodes {
            graph.add_node(());
        }
        for node in 0..self.nodes {
            let mut after: Vec<u32> = self.successors(node).collect();
            after.sort_unstable();
            after.dedup();
            for next in after {
                graph.add_edge(NodeIndex::from(node), NodeIndex::from(next), ());
            }
        }
        // Not by Tarjan, whose recursion could be as deep as the graph.
        let components = kosaraju_scc(&graph);
        // Moves change the turn, so there are no cycles of one node.
        let cycles = components.iter().filter(|component| component.len() > 1);
        let mut recurrent: Vec<u32> = cycles.flatten().map(|node| node.index() as u32).collect();
        recurrent.sort_unstable();
        for (slot, &node) in recurrent.iter().enumerate() {
            let state = &mut self.states[node as usize];
            (state.slot, state.recurs) = (slot as u32, true);
        }
        self.recurrent = recurrent;
    }

    fn find_reachable(&mut self) {
        let mut reachable = vec![false; self.nodes as usize];
        reachable[self.start as usize] = true;
        let mut open = vec![self.start];
        while let Some(node) = open.pop() {
            for next in self.successors(node) {
                if !std::mem::replace(&mut reachable[next as usize], true) {
                    open.push(next);
                }
            }
        }
        self.reachable = reachable;
    }

    pub(crate) fn successors(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let legal = self.legal(node).iter();
        legal.map(move |&action| self.next(node, u64::from(action)))
    }

    /// Observation and mask of a node.
    fn row(&self, node: u32) -> (Vec<u8>, Vec<u8>) {
        let mut mask = vec![0; self.actions()];
        let mut observation = vec![0; self.observation_len()];
        if node < self.nodes {
            let (id, to_move) = self.untagged(node);
            let position = self.compiled.position(id);
            let first = match self.view {
                View::Absolute => position.hands_of(Side::First, to_move),
                View::Mover => &position.mine,
            };
            let second = match self.view {
                View::Absolute => position.hands_of(Side::Second, to_move),
                View::Mover => &position.theirs,
            };
            let turn = match self.view {
                View::Absolute => to_move.index() as u8,
                View::Mover => 0,
            };
            let seen = first.fingers().chain(second.fingers()).chain([turn]);
            observation
                .iter_mut()
                .zip(seen)
                .for_each(|(into, seen)| *into = seen);
            for &action in self.legal(node) {
                mask[usize::from(action)] = 1;
            }
        }
        (observation, mask)
    }

    /// Observation and mask of a node.
    pub(crate) fn row_of(&self, node: u32) -> (&[u8], &[u8]) {
        fn of(rows: &(impl Write + ?Sized), node: u32, sizes: [usize; 2]) -> (&[u8], &[u8]) {
            (rows.observed(node, sizes[0]), rows.masked(node, sizes[1]))
        }
        let sizes = [self.observation_len(), self.actions()];
        match &self.rows {
            Rows::Small(rows) => of(rows.as_slice(), node, sizes),
            Rows::Medium(rows) => of(rows.as_slice(), node, sizes),
            Rows::Loose(rows) => of(rows, node, sizes),
        }
    }

    /// The rules compiled.
    pub fn rules(&self) -> &Rules {
        self.compiled.rules()
    }

    /// The numbers of the actions.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// How many actions are numbered: the length of a mask.
    pub fn actions(&self) -> usize {
        self.numbering.len()
    }

    /// The length of an observation: one number for each hand of both players, and one for the turn.
    pub fn observation_len(&self) -> usize {
        observation_len(self.rules())
    }

    /// From whose side the hands are observed.
    pub fn view(&self) -> View {
        self.view
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    pub(crate) fn start(&self) -> u32 {
        self.start
    }

    /// How many nodes positions make.
    pub(crate) fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The node of games that are over and to be reset.
    pub(crate) fn over(&self) -> u32 {
        self.nodes
    }

    /// The node of a position by its number among [`Compiled`]'s.
    pub(crate) fn node(&self, id: usize, to_move: Side) -> u32 {
        let before = match self.compiled.is_relative() {
            true => self.compiled.len() * to_move.index(),
            false => 0,
        };
        (before + id) as u32
    }

    /// A node's position, by its number among [`Compiled`]'s, and the side to move.
    pub(crate) fn untagged(&self, node: u32) -> (usize, Side) {
        let (node, positions) = (node as usize, self.compiled.len());
        if self.compiled.is_relative() {
            let second = node >= positions;
            (
                node % positions,
                if second { Side::Second } else { Side::First },
            )
        } else {
            // The positions with the first player to move come first.
            let second = node >= positions / 2;
            (node, if second { Side::Second } else { Side::First })
        }
    }

    pub(crate) fn position(&self, node: u32) -> Position {
        self.compiled.position(self.untagged(node).0)
    }

    /// A node's position in words for messages.
    pub(crate) fn tell(&self, node: u32) -> String {
        let position = self.position(node);
        position.notation(self.rules().fingers).to_string()
    }

    /// The numbers of the legal actions of a node, ascending.
    #[inline(always)]
    pub(crate) fn legal(&self, node: u32) -> &[u16] {
        let count = self.counts[node as usize];
        &self.legal[node as usize * self.actions()..][..usize::from(count)]
    }

    /// The node after an action; [`ILLEGAL`] where the action is none. A node that is over has [`RESET`] for
    /// every action, also for numbers that are too large.
    #[inline(always)]
    pub(crate) fn next(&self, node: u32, action: u64) -> u32 {
        // The last place of a node stands for all numbers that are too large.
        let action = action.min(self.stride as u64 - 1) as usize;
        self.next[node as usize * self.stride + action]
    }

    /// The nodes that a game can pass twice, by their slots.
    pub(crate) fn recurrent(&self) -> &[u32] {
        &self.recurrent
    }

    /// Whether play from the start can come to a node.
    pub(crate) fn is_reachable(&self, node: u32) -> bool {
        self.reachable[node as usize]
    }
}

fn observation_len(rules: &Rules) -> usize {
    // More hands than fit are refused by their demand before anything of this size is made.
    rules.hands[0]
        .saturating_add(rules.hands[1])
        .saturating_add(1)
        .try_into()
        .unwrap_or(usize::MAX)
}
