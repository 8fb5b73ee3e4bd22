use petgraph::{algo::kosaraju_scc, graph::DiGraph};

use crate::{
    compiled::{Compiled, Table},
    rows::number_set,
};

/// The rows of one player, cut into levels.
///
/// Rows that can become one another, by taps received and own moves, are a component; the level of a
/// component is the longest way down from it, and the row with all hands dead is alone on level 0. A pair of
/// rows depends only on pairs of rows of the same component or lower levels.
///
/// Within a level rows stand in the order of their numbers; where they change by taps alone, rows that show the
/// same numbers stand together, because they give the same: their positions are much alike.
#[derive(Debug)]
pub struct Levels {
    /// The rows of each level, in their order.
    pub(super) rows: Vec<Vec<u32>>,
    /// For each row its level, and its place among the rows of that level.
    pub(super) place: Vec<(u32, u32)>,
    by_numbers: bool,
}

impl Levels {
    /// The levels of a player's rows: 0, or 1 for the second player where the players have different numbers of
    /// hands.
    pub fn new(compiled: &Compiled, player: usize) -> Self {
        // One order for both players.
        let by_numbers = !compiled
            .movers()
            .any(|player| compiled.table(player).has_own());
        Levels::of(compiled.table(player), by_numbers)
    }

    fn of(table: &Table, by_numbers: bool) -> Self {
        let count = table.rows.len();
        let edges = (1..count as u32).flat_map(|row| table.after(row).map(move |next| (row, next)));
        let graph: DiGraph<(), ()> = DiGraph::from_edges(edges);
        const OPEN: usize = usize::MAX;
        let mut level_of = vec![OPEN; count];
        let mut rows: Vec<Vec<u32>> = Vec::new();
        // Components come in an order in which each stands after those that it leads to, so that only
        // rows of the same component have no level yet.
        for component in kosaraju_scc(&graph) {
            let inside: Vec<u32> = component.iter().map(|node| node.index() as u32).collect();
            let level = inside
                .iter()
                .filter(|&&row| row != 0)
                .flat_map(|&row| table.after(row))
                .map(|next| level_of[next as usize])
                .filter(|&level| level != OPEN)
                .max()
                .map_or(0, |below| below + 1);
            for &row in &inside {
                level_of[row as usize] = level;
            }
            if rows.len() <= level {
                rows.resize(level + 1, Vec::new());
            }
            rows[level].extend(inside);
        }
        let mut place = vec![(0, 0); count];
        for (level, rows) in rows.iter_mut().enumerate() {
            if by_numbers {
                rows.sort_by_cached_key(|&row| (number_set(table.shown(row).iter().copied()), row));
            } else {
                rows.sort_unstable();
            }
            for (at, &row) in rows.iter().enumerate() {
                place[row as usize] = (level as u32, at as u32);
            }
        }
        Levels {
            rows,
            place,
            by_numbers,
        }
    }

    /// How many rows a level has.
    pub(super) fn size(&self, level: usize) -> usize {
        self.rows[level].len()
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows of each level, from level 0, in their order.
    pub fn rows(&self) -> &[Vec<u32>] {
        &self.rows
    }

    /// The level of a row, and its place among the rows of that level.
    ///
    /// # Panics
    ///
    /// When there is no such row.
    pub fn place(&self, row: u32) -> (u32, u32) {
        self.place[row as usize]
    }

    /// Whether rows of a level stand by the set of numbers they show, read as a binary number with the bit
    /// 2^v for v, and only then by their own numbers.
    pub fn by_numbers(&self) -> bool {
        self.by_numbers
    }
}
