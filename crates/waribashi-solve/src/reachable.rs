//! Which positions play can reach, whole rows at a time: for rule sets too large to visit every position.
//!
//! What is reached with one player to move is a bit matrix over rows. A tap takes all positions of one row to
//! another row in one pass over its words, under the mask of the lanes that show the number given; then the two
//! ways to look at the matrix, by the mover's row and by the other's, are brought in step by transposing
//! what changed. It ends when nothing new is reached.

use waribashi::{AddsTo, Side};

use crate::{
    compiled::{Compiled, Degrees, Place},
    row_engine::transpose,
};

/// The positions that play can reach from one, turn-tagged.
pub(crate) struct Reachable<'a> {
    compiled: &'a Compiled,
    /// For each side to move, by its index.
    sides: [Faces; 2],
    /// How many successors positions have, for each mover.
    degrees: Vec<Degrees>,
}

/// A matrix over a mover's rows and the other player's, both ways.
struct Faces {
    /// Rows are the mover's, lanes the other's.
    mine: Bits,
    /// The other way round.
    theirs: Bits,
}

struct Bits {
    words: usize,
    bits: Vec<u64>,
    /// Which rows have changed since they were last looked at.
    changed: Vec<bool>,
}

impl Bits {
    fn none(rows: usize, lanes: usize) -> Self {
        let words = lanes.div_ceil(64);
        Bits {
            words,
            bits: vec![0; rows * words],
            changed: vec![false; rows],
        }
    }

    fn row(&self, row: u32) -> &[u64] {
        &self.bits[row as usize * self.words..][..self.words]
    }

    /// Adds the lanes of `from` that are in `mask` to a row.
    fn add(&mut self, row: u32, from: &[u64], mask: &[u64]) {
        let at = row as usize;
        let mut news = 0;
        let words = &mut self.bits[at * self.words..][..self.words];
        for ((word, from), mask) in words.iter_mut().zip(from).zip(mask) {
            let more = from & mask & !*word;
            *word |= more;
            news |= more;
        }
        self.changed[at] |= news != 0;
    }

    fn insert(&mut self, row: u32, lane: u32) {
        self.bits[row as usize * self.words + lane as usize / 64] |= 1 << (lane % 64);
        self.changed[row as usize] = true;
    }

    /// Adds what changed in `from`, rows and lanes exchanged.
    fn take_over(&mut self, from: &Bits) {
        let lanes = self.changed.len();
        for (tile, changed) in from.changed.chunks(64).enumerate() {
            if !changed.contains(&true) {
                continue;
            }
            for word in 0..from.words {
                let mut block = [0; 64];
                for (r, row) in block.iter_mut().enumerate().take(changed.len()) {
                    *row = from.bits[(tile * 64 + r) * from.words + word];
                }
                if block == [0; 64] {
                    continue;
                }
                transpose(&mut block);
                for (r, &lanes_here) in block.iter().enumerate().take(lanes - word * 64) {
                    let at = word * 64 + r;
                    let own = &mut self.bits[at * self.words + tile];
                    self.changed[at] |= lanes_here & !*own != 0;
                    *own |= lanes_here;
                }
            }
        }
    }

    fn take_changed(&mut self) -> Vec<u32> {
        let rows = (0u32..).zip(&mut self.changed);
        rows.filter_map(|(row, changed)| std::mem::take(changed).then_some(row))
            .collect()
    }
}

impl<'a> Reachable<'a> {
    /// Everything that can be reached from a position with `to_move` to move; `None` where the rule set has
    /// too many different rows for that.
    pub(crate) fn from(compiled: &'a Compiled, id: usize, to_move: Side) -> Option<Self> {
        let degrees = compiled.movers().map(|mover| compiled.degrees(mover));
        let degrees = degrees.collect::<Option<Vec<_>>>()?;
        let rows = |player: usize| compiled.row_count(player);
        let faces = |mover: usize| Faces {
            mine: Bits::none(rows(mover), rows(mover + 1)),
            theirs: Bits::none(rows(mover + 1), rows(mover)),
        };
        let mut reachable = Reachable {
            compiled,
            sides: [faces(0), faces(1)],
            degrees,
        };
        let Place { mine, theirs, .. } = compiled.place(id);
        let root = &mut reachable.sides[to_move.index()];
        root.mine.insert(mine, theirs);
        root.theirs.insert(theirs, mine);
        let masks = [0, 1].map(|player| Masks::of(compiled, player));
        let mut side = to_move.index();
        let mut quiet = 0;
        while quiet < 2 {
            quiet = if reachable.step(side, &masks) {
                0
            } else {
                quiet + 1
            };
            side = 1 - side;
        }
        Some(reachable)
    }

    /// Plays every move of one side from what changed; returns whether there was anything.
    fn step(&mut self, side: usize, masks: &[Masks; 2]) -> bool {
        let compiled = self.compiled;
        let (low, high) = self.sides.split_at_mut(1);
        let (now, next) = match side {
            0 => (&mut low[0], &mut high[0]),
            _ => (&mut high[0], &mut low[0]),
        };
        let (mine, theirs) = (now.mine.take_changed(), now.theirs.take_changed());
        let tapper = compiled.rules().adds_to == AddsTo::Tapper;
        let (taking, giving) = match tapper {
            false => (side + 1, side),
            true => (side, side + 1),
        };
        let masks_of = |player: usize| &masks[player % 2];
        // The row with all hands dead is finished: nothing is played from there.
        let (takers, from, into) = match tapper {
            false => (&theirs, &now.theirs, &mut next.mine),
            true => (&mine, &now.mine, &mut next.theirs),
        };
        for &row in takers.iter().filter(|&&row| row != 0) {
            for (number, mask) in (1..).zip(&masks_of(giving).showing) {
                for &taken in compiled.table(taking).taken(row, number) {
                    into.add(taken, from.row(row), mask);
                }
            }
        }
        for &row in mine.iter().filter(|&&row| row != 0) {
            for &own in compiled.table(side).own(row) {
                let live = &masks_of(side + 1).live;
                next.theirs.add(own, now.mine.row(row), live);
            }
        }
        // The face that was written tells the other; own moves write one, taps that or the other.
        if !tapper {
            next.theirs.take_over(&next.mine);
        }
        if tapper || compiled.table(side).has_own() {
            next.mine.take_over(&next.theirs);
        }
        !mine.is_empty() || !theirs.is_empty()
    }

    /// Calls `visit` with the number of every position that is reached with `to_move` to move, or, for `None`,
    /// with either, each once, and with how many different successors it has.
    pub(crate) fn each(&self, to_move: Option<Side>, mut visit: impl FnMut(usize, u64)) {
        let movers = self.compiled.movers();
        for mover in movers.clone() {
            let sides: Vec<&Faces> = Side::BOTH
                .into_iter()
                .filter(|side| side.index() % movers.len() == mover)
                .filter(|&side| to_move.is_none_or(|only| only == side))
                .map(|side| &self.sides[side.index()])
                .collect();
            for mine in 0..self.compiled.row_count(mover) as u32 {
                let words = self.compiled.row_count(mover + 1).div_ceil(64);
                for word in 0..words {
                    let of = sides.iter().map(|side| side.mine.row(mine)[word]);
                    let mut lanes = of.fold(0, |all, lanes| all | lanes);
                    while lanes != 0 {
                        let theirs = (word * 64) as u32 + lanes.trailing_zeros();
                        lanes &= lanes - 1;
                        let id = self.compiled.id(Place {
                            mover,
                            mine,
                            theirs,
                        });
                        visit(id, u64::from(self.degrees[mover].of(mine, theirs)));
                    }
                }
            }
        }
    }
}

/// Lanes of one player's rows.
struct Masks {
    /// For each number from 1, the rows that show it.
    showing: Vec<Vec<u64>>,
    /// The rows that have a live hand.
    live: Vec<u64>,
}

impl Masks {
    fn of(compiled: &Compiled, player: usize) -> Self {
        let rows = compiled.row_count(player);
        let mask = |inside: &dyn Fn(u32) -> bool| {
            let mut mask = vec![0u64; rows.div_ceil(64)];
            for row in (0..rows as u32).filter(|&row| inside(row)) {
                mask[row as usize / 64] |= 1 << (row % 64);
            }
            mask
        };
        let table = compiled.table(player);
        Masks {
            showing: (1..compiled.rules().fingers)
                .map(|number| mask(&|row| table.shown(row).contains(&number)))
                .collect(),
            live: mask(&|row| row != 0),
        }
    }
}
