use waribashi::AddsTo;

use crate::compiled::{Compiled, Table};

use super::levels::Levels;

/// What the rows of one level become, for one orientation of the matrices: for each row groups of rows that
/// it can become, each group under a number that the other player's row must show, or under none.
pub(super) struct Ops<T> {
    /// Where the groups of a row begin; one more than there are rows.
    starts: Vec<u32>,
    /// The number that a group is under, 0 for none, and where its targets end.
    groups: Vec<(u8, u32)>,
    targets: Vec<T>,
}

impl<T: Copy> Ops<T> {
    fn new() -> Self {
        Ops {
            starts: vec![0],
            groups: Vec::new(),
            targets: Vec::new(),
        }
    }

    fn push_group(&mut self, number: u8, targets: impl Iterator<Item = T>) {
        let before = self.targets.len();
        self.targets.extend(targets);
        if self.targets.len() > before {
            self.groups.push((number, self.targets.len() as u32));
        }
    }

    fn end_row(&mut self) {
        self.starts.push(self.groups.len() as u32);
    }

    /// Whether no row of the level becomes anything by these.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The groups of a row: number and targets.
    pub(super) fn groups(&self, row: usize) -> impl Iterator<Item = (u8, &[T])> {
        let (from, to) = (self.starts[row] as usize, self.starts[row + 1] as usize);
        (from..to).map(move |at| {
            let (number, end) = self.groups[at];
            (number, &self.targets[self.begin(at)..end as usize])
        })
    }

    /// All targets of a row.
    pub(super) fn targets(&self, row: usize) -> &[T] {
        let (from, to) = (self.starts[row] as usize, self.starts[row + 1] as usize);
        &self.targets[self.begin(from)..self.begin(to)]
    }

    fn begin(&self, group: usize) -> usize {
        match group.checked_sub(1) {
            None => 0,
            Some(before) => self.groups[before].1 as usize,
        }
    }
}

/// The operations of one level in one orientation.
pub(super) struct LevelOps {
    /// On rows of the same level.
    pub(super) inside: Ops<u32>,
    /// On rows of lower levels: level and place.
    pub(super) below: Ops<(u32, u32)>,
}

/// The two orientations of a matrix over pairs of rows: its rows are the mover's or the other player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    /// Rows are the mover's, lanes the other player's: own moves, and taps that change the tapping hand.
    Mine,
    /// Rows are the other player's, lanes the mover's: taps that change the tapped hand.
    Theirs,
}

impl Face {
    /// The same matrix with rows and lanes exchanged.
    pub(super) const fn other(self) -> Self {
        match self {
            Face::Mine => Face::Theirs,
            Face::Theirs => Face::Mine,
        }
    }
}

/// The operations of all levels of a table on a face.
pub(super) fn of(compiled: &Compiled, table: &Table, levels: &Levels, face: Face) -> Vec<LevelOps> {
    let takes = match compiled.rules().adds_to {
        AddsTo::Tapped => face == Face::Theirs,
        AddsTo::Tapper => face == Face::Mine,
    };
    let level_ops = |(level, rows): (usize, &Vec<u32>)| {
        let (mut inside, mut below) = (Ops::new(), Ops::new());
        for &row in rows {
            // The row with all hands dead is finished.
            let mut push = |number: u8, after: &[u32]| {
                let places = after.iter().map(|&next| levels.place[next as usize]);
                let here = |place: &(u32, u32)| place.0 as usize == level;
                inside.push_group(number, places.clone().filter(here).map(|place| place.1));
                below.push_group(number, places.filter(|place| !here(place)));
            };
            if row != 0 && takes {
                for number in 1..compiled.rules().fingers {
                    push(number, table.taken(row, number));
                }
            }
            if row != 0 && face == Face::Mine {
                push(0, table.own(row));
            }
            inside.end_row();
            below.end_row();
        }
        LevelOps { inside, below }
    };
    levels.rows.iter().enumerate().map(level_ops).collect()
}
