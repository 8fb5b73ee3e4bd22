use waribashi::{Position, Side, Value};

use crate::{
    graph::{Graph, Tagged},
    search::{EdgeClass, depth_first},
    solution::Solution,
};

/// Which positions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Those that play can reach from the start.
    Reachable,
    /// All of the rule set.
    All,
}

/// Counts of positions as the mover sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relative {
    /// Positions, finished ones included.
    pub positions: u64,
    /// Finished positions.
    pub finished: u64,
    /// Different successors, summed over the positions.
    pub edges: u64,
    /// Moves told apart by the places of equal hands, summed over the positions.
    pub actions: u64,
    /// Unfinished positions that the mover wins.
    pub win: u64,
    /// Unfinished positions that the mover loses.
    pub loss: u64,
    /// Unfinished drawn positions.
    pub draw: u64,
    /// The longest distance; `None` where the solution has no distances.
    pub longest: Option<u32>,
}

/// Counts of positions with the turn in absolute terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnTagged {
    /// Positions, finished ones included.
    pub positions: u64,
    /// Finished positions.
    pub finished: u64,
    /// Different successors, summed over the positions.
    pub edges: u64,
    /// Moves told apart by the places of equal hands, summed over the positions.
    pub actions: u64,
    /// Positions won for the first player, finished ones included.
    pub first: u64,
    /// Positions won for the second player, finished ones included.
    pub second: u64,
    /// Drawn positions.
    pub draw: u64,
    /// All positions of the rule set.
    pub canonical: u64,
    /// Positions of the rule set that play cannot reach; `None` where all positions are counted.
    pub unreachable: Option<u64>,
}

impl Solution {
    /// Counts the positions as the mover sees them, those reachable from `start` or all.
    ///
    /// # Panics
    ///
    /// When the start is none of the rules.
    pub fn relative(&self, start: &Position, scope: Scope) -> Relative {
        let compiled = self.compiled();
        let mut counts = Relative::default();
        visit(compiled, compiled.index(start), scope, |id, edges| {
            let label = self.label(id);
            counts.positions += 1;
            counts.edges += edges as u64;
            counts.actions += compiled.actions(id);
            counts.longest = counts.longest.max(label.distance);
            let of = match label.value {
                _ if compiled.finished(id).is_some() => &mut counts.finished,
                Value::Win => &mut counts.win,
                Value::Loss => &mut counts.loss,
                Value::Draw => &mut counts.draw,
            };
            *of += 1;
        });
        counts
    }

    /// Counts the positions with the turn in absolute terms, those reachable from `start` with the first
    /// player to move (the second where only he has as many hands) or all.
    ///
    /// # Panics
    ///
    /// When the start is none of the rules.
    pub fn turn_tagged(&self, start: &Position, scope: Scope) -> TurnTagged {
        let compiled = self.compiled();
        let tagged = Tagged::new(compiled);
        let root = tagged.node(compiled.index(start), self.rules().mover(start));
        let mut counts = TurnTagged::default();
        visit(&tagged, root, scope, |node, edges| {
            let (id, to_move) = tagged.untagged(node);
            counts.positions += 1;
            counts.finished += u64::from(compiled.finished(id).is_some());
            counts.edges += edges as u64;
            counts.actions += compiled.actions(id);
            let of = match (self.label(id).value, to_move) {
                (Value::Draw, _) => &mut counts.draw,
                (Value::Win, Side::First) | (Value::Loss, Side::Second) => &mut counts.first,
                (Value::Win, Side::Second) | (Value::Loss, Side::First) => &mut counts.second,
            };
            *of += 1;
        });
        counts.canonical = tagged.len() as u64;
        counts.unreachable =
            (scope == Scope::Reachable).then(|| counts.canonical - counts.positions);
        counts
    }

    /// The reachable position with the longest forced win, as the winner to move sees it; `None` where
    /// nothing is won or the solution has no distances.
    ///
    /// # Panics
    ///
    /// When the start is none of the rules.
    pub fn longest_win(&self, start: &Position, scope: Scope) -> Option<Position> {
        let compiled = self.compiled();
        let mut longest: Option<(u32, usize)> = None;
        visit(compiled, compiled.index(start), scope, |id, _| {
            let label = self.label(id);
            if label.value == Value::Win
                && let Some(plies) = label.distance
                && longest.is_none_or(|(most, _)| plies > most)
            {
                longest = Some((plies, id));
            }
        });
        longest.map(|(_, id)| compiled.position(id))
    }

    /// How the depth-first search from `start` classifies the edges between turn-tagged positions: tree,
    /// forward, back, cross.
    ///
    /// # Panics
    ///
    /// When the start is none of the rules.
    pub fn edge_classes(&self, start: &Position) -> [(EdgeClass, u64); 4] {
        use EdgeClass::{Back, Cross, Forward, Tree};
        let tagged = Tagged::new(self.compiled());
        let root = tagged.node(self.compiled().index(start), self.rules().mover(start));
        let mut counts = [(Tree, 0), (Forward, 0), (Back, 0), (Cross, 0)];
        depth_first(
            tagged.len(),
            |node, found| tagged.successors(node, found),
            root,
            |_| (),
            |_, _, class| {
                let of = counts.iter_mut().find(|(of, _)| *of == class);
                of.expect("every class is counted").1 += 1;
            },
        );
        counts
    }
}

/// Calls `count` for every node of the scope with the number of its successors.
fn visit(graph: &impl Graph, root: usize, scope: Scope, mut count: impl FnMut(usize, usize)) {
    let mut successors = Vec::new();
    let mut each = |node: usize| {
        graph.successors(node, &mut successors);
        count(node, successors.len());
    };
    match scope {
        Scope::All => (0..graph.len()).for_each(each),
        Scope::Reachable => depth_first(
            graph.len(),
            |node, found| graph.successors(node, found),
            root,
            &mut each,
            |_, _, _| (),
        ),
    }
}
