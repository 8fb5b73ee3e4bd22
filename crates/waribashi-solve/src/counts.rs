use waribashi::{Position, Side, Value};

use crate::{
    compiled::Place,
    graph::{Graph, Tagged},
    search::{EdgeClass, depth_first, reach},
    solution::Solution,
    tally::Tally,
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
    /// The position with the longest forced win, the winner to move; `None` where nothing is won or the
    /// solution has no distances.
    pub longest_win: Option<Position>,
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
        let mut open = Tally::default();
        match scope {
            Scope::Reachable => reach(compiled, compiled.index(start), |id, successors| {
                counts.positions += 1;
                counts.edges += successors as u64;
                counts.actions += compiled.actions(id);
                match compiled.finished(id) {
                    Some(_) => counts.finished += 1,
                    None => open.add(self.label(id), || id),
                }
            }),
            Scope::All => {
                for mover in compiled.movers() {
                    let (edges, actions) = compiled.sums(mover);
                    counts.edges += edges;
                    counts.actions += actions;
                    counts.finished += self.finished(mover).iter().map(|end| end.1).sum::<u64>();
                    open.join(self.tally(mover));
                }
                counts.positions = compiled.len() as u64;
            }
        }
        Relative {
            win: open.win,
            loss: open.loss,
            draw: open.draw,
            longest: open.longest.or(self.has_distances().then_some(0)),
            longest_win: open.longest_win.map(|(_, id)| compiled.position(id)),
            ..counts
        }
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
        let mut counts = TurnTagged {
            canonical: tagged.len() as u64,
            ..TurnTagged::default()
        };
        match scope {
            Scope::Reachable => {
                let root = tagged.node(compiled.index(start), self.rules().mover(start));
                reach(&tagged, root, |node, successors| {
                    let (id, to_move) = tagged.untagged(node);
                    counts.positions += 1;
                    counts.edges += successors as u64;
                    counts.actions += compiled.actions(id);
                    counts.finished += u64::from(compiled.finished(id).is_some());
                    counts.add(self.label(id).value, to_move, 1);
                });
                counts.unreachable = Some(counts.canonical - counts.positions);
            }
            Scope::All => {
                // Where a position does not say who is to move, it counts for both.
                for (at, to_move) in Side::BOTH.into_iter().enumerate() {
                    let mover = at % compiled.movers().len();
                    let (edges, actions) = compiled.sums(mover);
                    counts.edges += edges;
                    counts.actions += actions;
                    let mut all = self.tally(mover);
                    for (value, count) in self.finished(mover) {
                        counts.finished += count;
                        *all.of(value) += count;
                    }
                    for value in [Value::Win, Value::Loss, Value::Draw] {
                        counts.add(value, to_move, *all.of(value));
                    }
                }
                counts.positions = counts.canonical;
            }
        }
        counts
    }

    /// The finished positions with one player to move: those in which his hands are all dead, and the others;
    /// with their value to him, and how many there are.
    fn finished(&self, mover: usize) -> [(Value, u64); 2] {
        let compiled = self.compiled();
        let (mine, theirs) = (compiled.row_count(mover), compiled.row_count(mover + 1));
        let value = |mine, theirs| {
            let id = compiled.id(Place {
                mover,
                mine,
                theirs,
            });
            compiled.finished(id).expect("row 0 has all hands dead")
        };
        [(value(0, 1), theirs as u64), (value(1, 0), mine as u64 - 1)]
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

impl TurnTagged {
    fn add(&mut self, value: Value, to_move: Side, count: u64) {
        let of = match (value, to_move) {
            (Value::Draw, _) => &mut self.draw,
            (Value::Win, Side::First) | (Value::Loss, Side::Second) => &mut self.first,
            (Value::Win, Side::Second) | (Value::Loss, Side::First) => &mut self.second,
        };
        *of += count;
    }
}
