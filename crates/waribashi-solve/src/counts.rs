use waribashi::{Position, Side, Value};

use crate::{
    compiled::Place,
    graph::{Graph, Tagged},
    reachable::Reachable,
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
    /// The longest distance; `None` where no game ends or the solution has no distances.
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

/// How the positions that are counted are found.
enum Found<'a> {
    /// By visiting them: for small rule sets, where that is fastest, and those with very many different rows.
    Visits,
    /// By whole rows that can be reached.
    Rows(Box<Reachable<'a>>),
    /// All of them, counted already: those with either player to move, or of both where a position does not say.
    All(Vec<OfMover>),
}

/// Counts of all positions with one player to move.
struct OfMover {
    edges: u64,
    actions: u64,
    open: Tally,
    finished: [(Value, u64); 2],
}

impl Solution {
    /// Counts the positions as the mover sees them, those reachable from `start` or all.
    ///
    /// # Panics
    ///
    /// When the start is none of the rules.
    pub fn relative(&self, start: &Position, scope: Scope) -> Relative {
        self.relative_by(&self.found(start, scope), start)
    }

    /// [`Solution::relative`] and [`Solution::turn_tagged`] at once: what they count is found once for both.
    ///
    /// # Panics
    ///
    /// When the start is none of the rules.
    pub fn counts(&self, start: &Position, scope: Scope) -> (Relative, TurnTagged) {
        let found = self.found(start, scope);
        (
            self.relative_by(&found, start),
            self.turn_tagged_by(&found, start),
        )
    }

    fn relative_by(&self, found: &Found, start: &Position) -> Relative {
        let compiled = self.compiled();
        let mut counts = Relative::default();
        let mut open = Tally::default();
        let mut visit = |id, edges| {
            counts.positions += 1;
            counts.edges += edges;
            counts.actions += compiled.actions(id);
            match compiled.finished(id) {
                Some(_) => counts.finished += 1,
                None => open.add(self.label(id), || id),
            }
        };
        match found {
            Found::Visits => reach(compiled, compiled.index(start), visit),
            Found::Rows(rows) => rows.each(None, &mut visit),
            Found::All(all) => {
                for of_mover in all {
                    counts.edges += of_mover.edges;
                    counts.actions += of_mover.actions;
                    counts.finished += of_mover.finished.iter().map(|end| end.1).sum::<u64>();
                    open.join(of_mover.open);
                }
                counts.positions = compiled.len() as u64;
            }
        }
        let ends = counts.finished > 0;
        Relative {
            win: open.win,
            loss: open.loss,
            draw: open.draw,
            longest: open.longest.or((ends && self.has_distances()).then_some(0)),
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
        self.turn_tagged_by(&self.found(start, scope), start)
    }

    fn turn_tagged_by(&self, found: &Found, start: &Position) -> TurnTagged {
        let compiled = self.compiled();
        let tagged = Tagged::new(compiled);
        let mut counts = TurnTagged {
            canonical: tagged.len() as u64,
            ..TurnTagged::default()
        };
        let mut visit = |id, to_move, edges| {
            counts.positions += 1;
            counts.edges += edges;
            counts.actions += compiled.actions(id);
            counts.finished += u64::from(compiled.finished(id).is_some());
            counts.add(self.label(id).value, to_move, 1);
        };
        match found {
            Found::Visits => {
                let to_move = self.rules().mover(start);
                let root = tagged.node(compiled.index(start), to_move);
                reach(&tagged, root, |node, edges| {
                    let (id, to_move) = tagged.untagged(node);
                    visit(id, to_move, edges);
                });
            }
            Found::Rows(rows) => {
                for to_move in Side::BOTH {
                    rows.each(Some(to_move), |id, edges| visit(id, to_move, edges));
                }
            }
            Found::All(all) => {
                // Where a position does not say who is to move, it counts for both.
                for (of_mover, to_move) in all.iter().cycle().zip(Side::BOTH) {
                    counts.edges += of_mover.edges;
                    counts.actions += of_mover.actions;
                    let mut every = of_mover.open;
                    for (value, count) in of_mover.finished {
                        counts.finished += count;
                        *every.of(value) += count;
                    }
                    for value in [Value::Win, Value::Loss, Value::Draw] {
                        counts.add(value, to_move, *every.of(value));
                    }
                }
                counts.positions = counts.canonical;
                return counts;
            }
        }
        counts.unreachable = Some(counts.canonical - counts.positions);
        counts
    }

    /// Finds what is to be counted.
    fn found(&self, start: &Position, scope: Scope) -> Found<'_> {
        const SMALL: usize = 50_000;
        let compiled = self.compiled();
        if scope == Scope::All {
            let of_mover = |mover| OfMover {
                edges: self.edges_of_all(mover),
                actions: compiled.actions_of_all(mover),
                open: self.tally(mover),
                finished: self.finished(mover),
            };
            return Found::All(compiled.movers().map(of_mover).collect());
        }
        if compiled.len() < SMALL {
            return Found::Visits;
        }
        let rows = Reachable::from(compiled, compiled.index(start), self.rules().mover(start));
        rows.map_or(Found::Visits, |rows| Found::Rows(Box::new(rows)))
    }

    /// Different successors, summed over all positions with one player to move.
    fn edges_of_all(&self, mover: usize) -> u64 {
        let compiled = self.compiled();
        if let Some(degrees) = compiled.degrees(mover) {
            return degrees.sum();
        }
        let each = compiled.len() / compiled.movers().len();
        let mut successors = Vec::new();
        let edges = (mover * each..(mover + 1) * each).map(|id| {
            compiled.successors(id, &mut successors);
            successors.len() as u64
        });
        edges.sum()
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

#[cfg(test)]
mod tests {
    use waribashi::Rules;

    use super::*;
    use crate::solution::Task;

    #[test]
    fn by_rows_the_same_positions_are_reached_as_by_visiting() {
        for text in [
            "self-tap",
            "school,hands=3",
            "taps,hands=2:3",
            "taps-split,hands=4:2,start=1234-02",
            "suicide,hands=3",
            "simple,fingers=7,hands=3:4",
            "ten",
            "ten,own-tap=on,fingers=6,hands=3:2",
            "misere,pass-by-split=on",
            "attacks,fingers=11",
        ] {
            let rules: Rules = text.parse().unwrap();
            let solution = Solution::new(&rules, Task::default()).unwrap();
            let compiled = solution.compiled();
            let (root, to_move) = (compiled.index(rules.start()), rules.mover(rules.start()));
            let rows = Reachable::from(compiled, root, to_move).unwrap();

            let (mut by_rows, mut by_visits) = (Vec::new(), Vec::new());
            rows.each(None, |id, edges| by_rows.push((id, edges)));
            reach(compiled, root, |id, edges| by_visits.push((id, edges)));
            by_visits.sort_unstable();
            by_rows.sort_unstable();
            assert_eq!(by_rows, by_visits, "{text}");

            let tagged = Tagged::new(compiled);
            let (mut by_rows, mut by_visits) = (Vec::new(), Vec::new());
            for side in Side::BOTH {
                rows.each(Some(side), |id, edges| {
                    by_rows.push((tagged.node(id, side), edges))
                });
            }
            reach(&tagged, tagged.node(root, to_move), |node, edges| {
                by_visits.push((node, edges))
            });
            by_visits.sort_unstable();
            by_rows.sort_unstable();
            assert_eq!(by_rows, by_visits, "{text}");
        }
    }
}
