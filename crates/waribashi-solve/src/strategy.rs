use std::collections::{HashMap, VecDeque};

use waribashi::{Move, Position, Rules, Side};

use crate::{
    answer::{Answer, MoveAnswer},
    label::Label,
    search::{EdgeClass, depth_first},
    solution::Solution,
};

/// Which part of the game a strategy graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The moves of both sides that keep the value.
    Optimal,
    /// The best moves of one side against all replies.
    Best(Side),
    /// The blunders of one side, and how the other punishes them.
    Mistakes(Side),
    /// Everything that can be reached.
    Full,
}

/// A position of a strategy graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position, as the player to move sees it.
    pub position: Position,
    /// Who is to move.
    pub to_move: Side,
    /// Value and distance to the player to move: the table's, endless play being a draw.
    pub label: Label,
    /// Whether the game is over.
    pub finished: bool,
    /// The fewest moves of the graph that lead here from its start.
    pub layer: usize,
}

/// The moves of a strategy graph from one position to another: different moves that lead to the same
/// position are one edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Index of the node before.
    pub from: usize,
    /// Index of the node after.
    pub to: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// What the edge is in a depth-first search of the graph from its start. A back edge repeats a
    /// position.
    pub class: EdgeClass,
    /// Whether no move is better, by value, distance and the ways to go wrong that it leaves.
    pub best: bool,
    /// Whether the move gives away value.
    pub blunder: bool,
}

/// A part of the game as a graph, with what perfect play makes of it.
///
/// ```
/// use waribashi::Rules;
/// use waribashi_solve::{Kind, Solution, Task};
/// let rules = Rules::default();
/// let solution = Solution::new(&rules, Task::default())?;
/// let graph = solution.strategy(Kind::Full, rules.start());
/// assert_eq!((graph.nodes.len(), graph.edges.len()), (406, 1206));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyGraph {
    /// The rules.
    pub rules: Rules,
    /// Which part of the game it is.
    pub kind: Kind,
    /// The positions, in the order of their layers; the first is the start.
    pub nodes: Vec<Node>,
    /// The moves, in the order of the nodes they start from, best moves first.
    pub edges: Vec<Edge>,
}

impl Solution {
    /// The strategy graph of a kind from `start`, with the first player to move (the second where only he
    /// has as many hands as the mover of `start`).
    ///
    /// `Mistakes` follows best play from the start to the first position at which the side has a blunder,
    /// shows every blunder there, and the fastest way to punish it against all replies. Where best play
    /// offers no blunder before it ends or repeats, the graph is that line.
    ///
    /// # Panics
    ///
    /// When the start is none of the rules.
    pub fn strategy(&self, kind: Kind, start: &Position) -> StrategyGraph {
        let to_move = self.rules().mover(start);
        let mut builder = Builder {
            solution: self,
            nodes: Vec::new(),
            answers: Vec::new(),
            index: HashMap::new(),
            chosen: Vec::new(),
        };
        let root = builder.node(start.clone(), to_move);
        match kind {
            Kind::Mistakes(side) => builder.mistakes(root, side),
            _ => builder.spread(VecDeque::from([root]), |answer, to_move| match kind {
                Kind::Full => answer.moves.clone(),
                Kind::Best(side) if side == to_move => answer.best().cloned().collect(),
                Kind::Best(_) => answer.moves.clone(),
                Kind::Optimal | Kind::Mistakes(_) => {
                    let keeps = |played: &&MoveAnswer| played.label.value == answer.label.value;
                    answer.moves.iter().filter(keeps).cloned().collect()
                }
            }),
        }
        builder.finish(kind)
    }
}

struct Builder<'a> {
    solution: &'a Solution,
    nodes: Vec<Node>,
    /// What is known of each node.
    answers: Vec<Answer>,
    index: HashMap<(Position, Side), usize>,
    /// For each node the moves that the graph shows: (node after, move, best, blunder).
    chosen: Vec<Vec<(usize, Move, bool, bool)>>,
}

impl Builder<'_> {
    /// The index of a position, which is added if it is new.
    fn node(&mut self, position: Position, to_move: Side) -> usize {
        let key = (position, to_move);
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let position = key.0.clone();
        let at = self.nodes.len();
        self.index.insert(key, at);
        let answer = self.solution.answer(&position);
        self.nodes.push(Node {
            label: answer.label,
            finished: answer.outcome.is_some(),
            layer: 0,
            position,
            to_move,
        });
        self.answers.push(answer);
        self.chosen.push(Vec::new());
        at
    }

    /// Adds a move that the graph shows, and returns the node after it and whether that is new.
    fn follow(&mut self, from: usize, played: &MoveAnswer) -> (usize, bool) {
        let before = self.nodes.len();
        let to = self.node(played.to.clone(), !self.nodes[from].to_move);
        let answer = &self.answers[from];
        let best = answer.moves[0].label.value == played.label.value
            && played.is_as_good_as(&answer.moves[0]);
        let blunder = played.label.value < answer.label.value;
        let edge = (to, played.played, best, blunder);
        if !self.chosen[from].contains(&edge) {
            self.chosen[from].push(edge);
        }
        (to, to == before)
    }

    /// Follows the moves that `choose` names at each position, from the given ones on, breadth first.
    fn spread(
        &mut self,
        mut open: VecDeque<usize>,
        choose: impl Fn(&Answer, Side) -> Vec<MoveAnswer>,
    ) {
        while let Some(from) = open.pop_front() {
            for played in choose(&self.answers[from], self.nodes[from].to_move) {
                let (to, new) = self.follow(from, &played);
                if new {
                    open.push_back(to);
                }
            }
        }
    }

    fn mistakes(&mut self, root: usize, side: Side) {
        let mut at = root;
        loop {
            let answer = &self.answers[at];
            let blunders: Vec<MoveAnswer> = answer
                .moves
                .iter()
                .filter(|played| played.label.value < answer.label.value)
                .cloned()
                .collect();
            if self.nodes[at].to_move == side && !blunders.is_empty() {
                let mut open = VecDeque::new();
                for blunder in &blunders {
                    let (to, new) = self.follow(at, blunder);
                    if new {
                        open.push_back(to);
                    }
                }
                return self.spread(open, |answer, to_move| {
                    let shown = if to_move == side { usize::MAX } else { 1 };
                    answer.moves.iter().take(shown).cloned().collect()
                });
            }
            let Some(best) = answer.moves.first().cloned() else {
                return;
            };
            let (next, new) = self.follow(at, &best);
            if !new {
                return;
            }
            at = next;
        }
    }

    fn finish(mut self, kind: Kind) -> StrategyGraph {
        let classes = self.classes();
        self.set_layers();
        // Nodes in the order of their layers; edges in the order of the nodes.
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| self.nodes[node].layer);
        let mut place = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            place[node] = at;
        }
        let mut edges: Vec<Edge> = Vec::new();
        for &from in &order {
            let first = edges.len();
            for &(to, played, best, blunder) in &self.chosen[from] {
                match edges[first..].iter_mut().find(|edge| edge.to == place[to]) {
                    Some(edge) => edge.moves.push(played),
                    None => edges.push(Edge {
                        from: place[from],
                        to: place[to],
                        moves: vec![played],
                        class: classes[&(from, to)],
                        best,
                        blunder,
                    }),
                }
            }
        }
        let mut nodes: Vec<Option<Node>> = self.nodes.into_iter().map(Some).collect();
        StrategyGraph {
            rules: self.solution.rules().clone(),
            kind,
            nodes: order
                .into_iter()
                .map(|node| {
                    nodes[node]
                        .take()
                        .expect("each node stands once in the order")
                })
                .collect(),
            edges,
        }
    }

    fn set_layers(&mut self) {
        let mut open = VecDeque::from([0]);
        let mut seen = vec![false; self.nodes.len()];
        seen[0] = true;
        while let Some(from) = open.pop_front() {
            for &(to, ..) in &self.chosen[from] {
                if !seen[to] {
                    seen[to] = true;
                    self.nodes[to].layer = self.nodes[from].layer + 1;
                    open.push_back(to);
                }
            }
        }
    }

    fn classes(&self) -> HashMap<(usize, usize), EdgeClass> {
        let mut classes = HashMap::new();
        depth_first(
            self.nodes.len(),
            |from, found| {
                for &(to, ..) in &self.chosen[from] {
                    if !found.contains(&to) {
                        found.push(to);
                    }
                }
            },
            0,
            |_| (),
            |from, to, class| {
                classes.insert((from, to), class);
            },
        );
        classes
    }
}
