//! The check itself: every label against the labels of the positions one move on.

use std::sync::{
    Mutex,
    atomic::{AtomicU8, AtomicU64, Ordering},
};

use rayon::prelude::*;

use crate::{
    band::Band,
    game::{Rows, Rules},
    table::{Order, Rectangle, Starts, Table},
};

/// What a label says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Draw,
    /// The player to move wins, in so many turns; 0 where there are only values.
    Win(u64),
    Loss(u64),
}

/// A position as the table has it: who gives, his row, and the other's.
#[derive(Clone, Copy)]
pub struct Place {
    /// Who gives.
    pub giver: usize,
    /// His row.
    pub given: u32,
    /// The other's row.
    pub taken: u32,
}

/// What is wrong first, by the order of the file: an address, and what to say.
type Wrong = (u64, String);

/// A table with the game made ready.
pub struct Proof<'a> {
    pub(crate) table: &'a Table,
    rules: &'a Rules,
    starts: Starts,
    pub(crate) rows: Vec<Rows>,
    pub(crate) orders: Vec<Order>,
}

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many positions.
    pub positions: u64,
    /// How many of them are won, lost and drawn, and the longest distance.
    pub counts: [u64; 4],
}

impl<'a> Proof<'a> {
    /// Makes the moves of all rows.
    pub fn new(table: &'a Table) -> Self {
        let rules = &table.rules;
        let players = if rules.hands[0] == rules.hands[1] {
            1
        } else {
            2
        };
        let rows: Vec<Rows> = (0..players)
            .map(|player| Rows::new(rules, rules.hands[player]))
            .collect();
        let order = |player: usize| table.order(player, |row| rows[player].shown(row));
        Proof {
            orders: (0..players).map(order).collect(),
            starts: table.starts(),
            table,
            rules,
            rows,
        }
    }

    pub(crate) fn other(&self, player: usize) -> usize {
        (player + 1) % self.rows.len()
    }

    /// The address of a position whose game goes on.
    fn address(&self, place: Place) -> u64 {
        let taker = &self.orders[self.other(place.giver)];
        let (lines, line) = self.orders[place.giver].places[place.given as usize];
        let (columns, column) = taker.places[place.taken as usize];
        let line_len = taker.levels[columns].len().next_multiple_of(8);
        self.starts.get(place.giver, lines, columns) + (line * line_len + column) as u64
    }

    /// The rows of a giver whose columns have all positions that moves lead to from the line of one of them.
    pub(crate) fn columns(&self, giver: usize, row: u32) -> impl Iterator<Item = u32> + '_ {
        let own: &[u32] = match self.rules.tapper {
            // The mover takes, and his own moves leave the giver's row.
            true => &[],
            false => self.rows[giver].own(row),
        };
        std::iter::once(row).chain(own.iter().copied())
    }

    /// What a number says.
    fn read(&self, number: u64) -> Result<Label, String> {
        let won = match (self.table.width, number) {
            (_, 0) => return Ok(Label::Draw),
            (0, 1) => return Ok(Label::Win(0)),
            (0, 2) => return Ok(Label::Loss(0)),
            (0, _) => return Err("won and lost at once".into()),
            (_, 1) => return Err("over, though there are moves".into()),
            (_, number) => (number % 2 == 1) == self.table.even_wins,
        };
        Ok(if won {
            Label::Win(number - 1)
        } else {
            Label::Loss(number - 1)
        })
    }

    /// The label of a position that a move leads to from a line of a band.
    fn label(&self, band: &Band, place: Place) -> Result<Label, String> {
        // Row 0 has all hands dead.
        let (given, taken) = (place.given == 0, place.taken == 0);
        let (mine, theirs) = if self.rules.tapper {
            (taken, given)
        } else {
            (given, taken)
        };
        match self.rules.finished(mine, theirs) {
            Some(true) => Ok(Label::Win(0)),
            Some(false) => Ok(Label::Loss(0)),
            None => self.read(band.number(place)),
        }
    }

    /// Calls `visit` with every position one move on, until it breaks off. Whoever takes a number gives next:
    /// his row is the line of the position after, the giver's its column. Own moves change the mover's row
    /// and leave it where the rules put it.
    fn each_next(&self, place: Place, mut visit: impl FnMut(Place) -> bool) -> bool {
        let Place {
            giver,
            given,
            taken,
        } = place;
        let taker = self.other(giver);
        let next = |given, taken| Place {
            giver: taker,
            given,
            taken,
        };
        for number in self.rows[giver].shown(given) {
            for &after in self.rows[taker].taking(taken, number) {
                if !visit(next(after, given)) {
                    return false;
                }
            }
        }
        match self.rules.tapper {
            // The mover takes.
            true => self.rows[taker]
                .own(taken)
                .iter()
                .all(|&own| visit(next(own, given))),
            false => self.rows[giver]
                .own(given)
                .iter()
                .all(|&own| visit(next(taken, own))),
        }
    }

    /// Whether the label of one position follows from those one move on; if not, what is wrong.
    fn check(&self, band: &Band, place: Place, label: Label) -> Result<(), String> {
        let (mut losses, mut draws, mut nearest, mut farthest) = (false, false, u64::MAX, 0);
        let mut moves = false;
        let mut wrong = None;
        self.each_next(place, |next| {
            moves = true;
            match self.label(band, next) {
                Ok(Label::Draw) => draws = true,
                Ok(Label::Loss(distance)) => {
                    losses = true;
                    nearest = nearest.min(distance);
                }
                Ok(Label::Win(distance)) => farthest = farthest.max(distance),
                Err(error) => wrong = Some(error),
            }
            true
        });
        if let Some(error) = wrong {
            return Err(format!("a position after it is {error}"));
        }
        let distances = self.table.width > 0;
        let says = |right: bool, what: &str| {
            if right { Ok(()) } else { Err(what.to_string()) }
        };
        match label {
            _ if !moves => Err("there is no move".into()),
            Label::Draw if losses => says(false, "drawn, but a move wins"),
            Label::Draw => says(draws, "drawn, but every move loses"),
            Label::Win(_) if !losses => says(false, "won, but no move leads to a lost position"),
            Label::Win(distance) => says(
                !distances || distance == nearest + 1,
                "won, but in another number of turns",
            ),
            Label::Loss(_) if losses || draws => {
                says(false, "lost, but not every move leads to a won position")
            }
            Label::Loss(distance) => says(
                !distances || distance == farthest + 1,
                "lost, but in another number of turns",
            ),
        }
    }

    /// Whether a block has positions of a band's lines.
    fn has_lines(&self, band: &Band, block: usize) -> bool {
        let mut stretches = self.table.stretches(block);
        stretches.any(|one| {
            let rectangle = one.rectangle;
            rectangle.giver == band.giver
                && band.lines[self.orders[band.giver].levels[rectangle.lines][one.line] as usize]
        })
    }

    /// Calls `visit` with the address, the place and the number of every position of a block that is in a band's
    /// lines, in order, until something is wrong.
    fn each_position(
        &self,
        band: &Band,
        block: usize,
        mut visit: impl FnMut(u64, Place, u64) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        let (begin, _) = self.table.addresses(block);
        let labels = self.table.block(block).map_err(|error| (begin, error))?;
        for stretch in self.table.stretches(block) {
            let Rectangle {
                giver,
                lines,
                columns,
                ..
            } = stretch.rectangle;
            let given = self.orders[giver].levels[lines][stretch.line];
            if giver != band.giver || !band.lines[given as usize] {
                continue;
            }
            let columns = &self.orders[self.other(giver)].levels[columns];
            let mut columns = columns.iter().skip(stretch.column);
            for at in stretch.places() {
                let (address, number) = (begin + at as u64, labels.number(at));
                let Some(&taken) = columns.next() else {
                    // Lines are filled up to a multiple of 8 positions.
                    if number == 0 {
                        continue;
                    }
                    let error = format!("the filling of a line at address {address} is not 0");
                    return Err((address, error));
                };
                let place = Place {
                    giver,
                    given,
                    taken,
                };
                visit(address, place, number)?;
            }
        }
        Ok(())
    }

    /// Checks every label, with `memory` bytes for labels, or what one line needs. `progress` is told of the share
    /// that is done; with values alone blocks are gone through several times, and it is told of the first.
    ///
    /// # Errors
    ///
    /// The first wrong position by the order of the file, with the moves that show it.
    pub fn run(&self, memory: u64, progress: impl Fn(f64) + Sync) -> Result<Checked, String> {
        let mut bands = Band::cut(self, memory);
        let mut counts = [0; 4];
        let mut first: Option<Wrong> = None;
        // How many won and lost positions each block has.
        let open: Vec<AtomicU64> = (0..self.table.blocks())
            .map(|_| AtomicU64::new(0))
            .collect();
        let done = AtomicU64::new(0);
        let all = (open.len() * bands.len()) as f64;
        let alone = bands.len() == 1;
        for band in &mut bands {
            band.load(self)?;
            let of_band = Mutex::new([0; 4]);
            let wrong = (0..open.len()).into_par_iter().find_map_first(|block| {
                let share = done.fetch_add(1, Ordering::Relaxed) + 1;
                progress(share as f64 / all);
                let (begin, _) = self.table.addresses(block);
                let is_later = first.as_ref().is_some_and(|&(address, _)| address <= begin);
                if is_later || !self.has_lines(band, block) {
                    return None;
                }
                match self.check_block(band, block) {
                    Err(wrong) => Some(wrong),
                    Ok(of_block) => {
                        open[block].fetch_add(of_block[0] + of_block[1], Ordering::Relaxed);
                        let mut counts = of_band.lock().expect("no thread panicked");
                        *counts = sum(*counts, of_block);
                        None
                    }
                }
            });
            first = first.into_iter().chain(wrong).min();
            counts = sum(counts, of_band.into_inner().expect("no thread panicked"));
            if !alone {
                band.unload();
            }
        }
        if let Some((_, wrong)) = first {
            return Err(wrong);
        }
        let told = self.table.counts;
        if counts != told {
            return Err(format!(
                "the head tells of {told:?} won, lost and drawn positions and the longest distance, but there \
                 are {counts:?}"
            ));
        }
        if self.table.width == 0 {
            self.ground(bands, &open)?;
        }
        Ok(Checked {
            positions: counts[..3].iter().sum(),
            counts,
        })
    }

    fn check_block(&self, band: &Band, block: usize) -> Result<[u64; 4], Wrong> {
        let mut counts = [0; 4];
        self.each_position(band, block, |address, place, number| {
            let label = self.read(number);
            let checked = label.and_then(|label| {
                self.check(band, place, label)?;
                Ok(match label {
                    Label::Win(distance) => [1, 0, 0, distance],
                    Label::Loss(distance) => [0, 1, 0, distance],
                    Label::Draw => [0, 0, 1, 0],
                })
            });
            let of_label = checked
                .map_err(|error| (address, self.told(band, place, self.read(number), &error)))?;
            counts = sum(counts, of_label);
            Ok(())
        })?;
        Ok(counts)
    }

    /// Shows that wins and losses do not hold one another up in a circle: beginning with the finished positions, a
    /// win is grounded by a move to a grounded loss, a loss when all moves lead to grounded wins. All must be;
    /// `open` has how many there are in each block. That takes a bit of memory for each address.
    fn ground(&self, mut bands: Vec<Band>, open: &[AtomicU64]) -> Result<(), String> {
        let grounded = Bits::new(self.table.len());
        let is_grounded = |place: Place| {
            let finished = place.given == 0 || place.taken == 0;
            finished || grounded.has(self.address(place))
        };
        let is_done = || open.iter().all(|left| left.load(Ordering::Relaxed) == 0);
        // What can be grounded in a block, and whether there was anything.
        let go_through = |band: &Band, block: usize| {
            let mut new = 0;
            if open[block].load(Ordering::Relaxed) > 0 && self.has_lines(band, block) {
                self.each_position(band, block, |address, place, number| {
                    // Every label was looked at before.
                    let label = self.read(number).unwrap_or(Label::Draw);
                    if label == Label::Draw || grounded.has(address) {
                        return Ok(());
                    }
                    let lost = |next: Place| self.label(band, next) == Ok(Label::Loss(0));
                    let now = match label {
                        Label::Loss(_) => self.each_next(place, is_grounded),
                        _ => !self.each_next(place, |next| !(lost(next) && is_grounded(next))),
                    };
                    if now {
                        grounded.add(address);
                        new += 1;
                    }
                    Ok(())
                })
                .map_err(|(_, error)| error)?;
                open[block].fetch_sub(new, Ordering::Relaxed);
            }
            Ok::<bool, String>(new > 0)
        };
        let alone = bands.len() == 1;
        let mut changed = true;
        while changed && !is_done() {
            changed = false;
            for band in &mut bands {
                if !alone {
                    band.load(self)?;
                }
                let mut goes_on = true;
                while goes_on {
                    let gone: Vec<Result<bool, String>> = (0..open.len())
                        .into_par_iter()
                        .map(|block| go_through(band, block))
                        .collect();
                    goes_on = false;
                    for new in gone {
                        goes_on |= new?;
                    }
                    changed |= goes_on;
                }
                if !alone {
                    band.unload();
                }
            }
        }
        if is_done() {
            return Ok(());
        }
        let error = "won or lost, but only by moves that go round in a circle";
        let mut first: Option<Wrong> = None;
        for band in &mut bands {
            if !alone {
                band.load(self)?;
            }
            for (block, left) in open.iter().enumerate() {
                if left.load(Ordering::Relaxed) > 0 && self.has_lines(band, block) {
                    let found = self.each_position(band, block, |address, place, number| {
                        let label = self.read(number);
                        match label == Ok(Label::Draw) || grounded.has(address) {
                            true => Ok(()),
                            false => Err((address, self.told(band, place, label, error))),
                        }
                    });
                    if let Err(wrong) = found {
                        first = first.into_iter().chain([wrong]).min();
                        break;
                    }
                }
            }
        }
        Err(first.map_or_else(|| error.to_string(), |(_, told)| told))
    }

    /// A position that is wrong, with the moves that show it.
    fn told(&self, band: &Band, place: Place, label: Result<Label, String>, error: &str) -> String {
        let hands = |place: Place| {
            let given = &self.rows[place.giver].hands[place.given as usize];
            let taken = &self.rows[self.other(place.giver)].hands[place.taken as usize];
            if self.rules.tapper {
                (taken, given)
            } else {
                (given, taken)
            }
        };
        let written = |place: Place| {
            let (mine, theirs) = hands(place);
            format!(
                "{}-{}",
                self.rules.written(mine),
                self.rules.written(theirs)
            )
        };
        let says = |label: Result<Label, String>| match label {
            Ok(Label::Draw) => "draw".to_string(),
            Ok(Label::Win(distance)) if self.table.width > 0 => format!("win in {distance}"),
            Ok(Label::Loss(distance)) if self.table.width > 0 => format!("loss in {distance}"),
            Ok(Label::Win(_)) => "win".to_string(),
            Ok(Label::Loss(_)) => "loss".to_string(),
            Err(error) => error,
        };
        let mut told = format!("{} ({}) is wrong: {error}", written(place), says(label));
        let (mine, theirs) = hands(place);
        for (name, mine, theirs) in self.rules.moves(mine, theirs) {
            // Seen by the next mover. Who gives in it was the taker, or gave what he takes now.
            let (given, taken) = if self.rules.tapper {
                (&mine, &theirs)
            } else {
                (&theirs, &mine)
            };
            let taker = self.other(place.giver);
            let row = |player: usize, hands: &Vec<u8>| {
                let rows = &self.rows[player].hands;
                rows.iter().position(|row| row == hands).expect("a row") as u32
            };
            let next = Place {
                giver: taker,
                given: row(taker, given),
                taken: row(place.giver, taken),
            };
            told.push_str(&format!(
                "\n  {name} leads to {}: {}",
                written(next),
                says(self.label(band, next))
            ));
        }
        told
    }
}

/// A bit for each address.
struct Bits(Vec<AtomicU8>);

impl Bits {
    fn new(len: u64) -> Self {
        let bytes = len.div_ceil(8);
        Bits((0..bytes).map(|_| AtomicU8::new(0)).collect())
    }

    fn has(&self, address: u64) -> bool {
        let byte = self.0[(address / 8) as usize].load(Ordering::Relaxed);
        byte >> (address % 8) & 1 == 1
    }

    fn add(&self, address: u64) {
        self.0[(address / 8) as usize].fetch_or(1 << (address % 8), Ordering::Relaxed);
    }
}

fn sum(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3].max(b[3])]
}
