//! The check itself: every label against the labels of the positions one move on.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use rayon::prelude::*;

use crate::{
    game::{Rows, Rules},
    table::{Order, Starts, Table},
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
struct Place {
    giver: usize,
    given: u32,
    taken: u32,
}

/// A line: who gives, the level of his row, the level of the other's rows, and the place in the level.
type Line = (usize, usize, usize, usize);

/// A table with the game made ready.
pub struct Proof<'a> {
    table: &'a Table,
    rules: &'a Rules,
    starts: Starts,
    rows: Vec<Rows>,
    orders: Vec<Order>,
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
            starts: table.starts().0,
            table,
            rules,
            rows,
        }
    }

    fn other(&self, player: usize) -> usize {
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

    fn label(&self, place: Place) -> Result<Label, String> {
        // Row 0 has all hands dead.
        let (given, taken) = (place.given == 0, place.taken == 0);
        let (mine, theirs) = if self.rules.tapper {
            (taken, given)
        } else {
            (given, taken)
        };
        if let Some(won) = self.rules.finished(mine, theirs) {
            return Ok(if won { Label::Win(0) } else { Label::Loss(0) });
        }
        let number = self.table.number(self.address(place));
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
    fn check(&self, place: Place) -> Result<Label, String> {
        let label = self.label(place)?;
        let (mut losses, mut draws, mut nearest, mut farthest) = (false, false, u64::MAX, 0);
        let mut moves = false;
        let mut wrong = None;
        self.each_next(place, |next| {
            moves = true;
            match self.label(next) {
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
            if right {
                Ok(label)
            } else {
                Err(what.to_string())
            }
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

    /// All lines in the order of the file.
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for giver in 0..self.rows.len() {
            let columns = self.orders[self.other(giver)].levels.len();
            for (i, level) in self.orders[giver].levels.iter().enumerate().skip(1) {
                for j in 1..columns {
                    lines.extend((0..level.len()).map(|line| (giver, i, j, line)));
                }
            }
        }
        lines.sort_by_key(|&(giver, i, j, line)| (self.starts.get(giver, i, j), line));
        lines
    }

    /// The positions of a line.
    fn line(&self, (giver, i, j, line): Line) -> impl Iterator<Item = Place> + '_ {
        let given = self.orders[giver].levels[i][line];
        let columns = &self.orders[self.other(giver)].levels[j];
        columns.iter().map(move |&taken| Place {
            giver,
            given,
            taken,
        })
    }

    /// Checks every label. `progress` is told of the share that is done; with values alone the lines are gone
    /// through several times, and it is told of the first.
    ///
    /// # Errors
    ///
    /// The first wrong position by the order of the file, with the moves that show it.
    pub fn run(&self, progress: impl Fn(f64) + Sync) -> Result<Checked, String> {
        let lines = self.lines();
        let done = AtomicU64::new(0);
        let counts = Mutex::new([0; 4]);
        let wrong = lines.par_iter().find_map_first(|&line| {
            let checked = self.check_line(line);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress(done as f64 / lines.len() as f64);
            match checked {
                Err(wrong) => Some(wrong),
                Ok(of_line) => {
                    let mut counts = counts.lock().expect("no thread panicked");
                    *counts = sum(*counts, of_line);
                    None
                }
            }
        });
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let (counts, told) = (
            counts.into_inner().expect("no thread panicked"),
            self.table.counts,
        );
        if counts != told {
            return Err(format!(
                "the head tells of {told:?} won, lost and drawn positions and the longest distance, but there \
                 are {counts:?}"
            ));
        }
        if self.table.width == 0 {
            self.ground(&lines)?;
        }
        Ok(Checked {
            positions: counts[..3].iter().sum(),
            counts,
        })
    }

    fn check_line(&self, line: Line) -> Result<[u64; 4], String> {
        let mut counts = [0; 4];
        for place in self.line(line) {
            let label = self
                .check(place)
                .map_err(|error| self.told(place, &error))?;
            let of_label = match label {
                Label::Win(distance) => [1, 0, 0, distance],
                Label::Loss(distance) => [0, 1, 0, distance],
                Label::Draw => [0, 0, 1, 0],
            };
            counts = sum(counts, of_label);
        }
        // Lines are filled up to a multiple of 8 positions.
        let (giver, i, j, number) = line;
        let columns = self.orders[self.other(giver)].levels[j].len() as u64;
        let filled = columns.next_multiple_of(8);
        let begin = self.starts.get(giver, i, j) + number as u64 * filled;
        let mut filling = begin + columns..begin + filled;
        match filling.any(|address| self.table.number(address) != 0) {
            true => Err(format!(
                "the filling of the line at address {begin} is not 0"
            )),
            false => Ok(counts),
        }
    }

    /// Shows that wins and losses do not hold one another up in a circle: beginning with the finished positions, a
    /// win is grounded by a move to a grounded loss, a loss when all moves lead to grounded wins. All must be.
    fn ground(&self, lines: &[Line]) -> Result<(), String> {
        let grounded: Vec<AtomicBool> = (0..self.table.len())
            .map(|_| AtomicBool::new(false))
            .collect();
        let is_grounded = |place: Place| {
            let finished = place.given == 0 || place.taken == 0;
            finished || grounded[self.address(place) as usize].load(Ordering::Relaxed)
        };
        // The lines that have positions left.
        let mut left = lines.to_vec();
        loop {
            let changed = AtomicBool::new(false);
            let still: Vec<Line> = left
                .par_iter()
                .copied()
                .filter(|&line| {
                    let mut open = false;
                    for place in self.line(line) {
                        // Every label was looked at before.
                        let label = self.label(place).unwrap_or(Label::Draw);
                        if label == Label::Draw || is_grounded(place) {
                            continue;
                        }
                        let lost = |next: Place| self.label(next) == Ok(Label::Loss(0));
                        let now = match label {
                            Label::Loss(_) => self.each_next(place, is_grounded),
                            _ => !self.each_next(place, |next| !(lost(next) && is_grounded(next))),
                        };
                        if now {
                            grounded[self.address(place) as usize].store(true, Ordering::Relaxed);
                            changed.store(true, Ordering::Relaxed);
                        }
                        open |= !now;
                    }
                    open
                })
                .collect();
            if still.is_empty() {
                return Ok(());
            }
            left = still;
            if !changed.into_inner() {
                break;
            }
        }
        let open = |&place: &Place| self.label(place) != Ok(Label::Draw) && !is_grounded(place);
        let mut places = left.iter().flat_map(|&line| self.line(line));
        let first = places.find(open).expect("a line with positions left");
        Err(self.told(
            first,
            "won or lost, but only by moves that go round in a circle",
        ))
    }

    /// A position that is wrong, with the moves that show it.
    fn told(&self, place: Place, error: &str) -> String {
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
        let label = |place: Place| match self.label(place) {
            Ok(Label::Draw) => "draw".to_string(),
            Ok(Label::Win(distance)) if self.table.width > 0 => format!("win in {distance}"),
            Ok(Label::Loss(distance)) if self.table.width > 0 => format!("loss in {distance}"),
            Ok(Label::Win(_)) => "win".to_string(),
            Ok(Label::Loss(_)) => "loss".to_string(),
            Err(error) => error,
        };
        let mut told = format!("{} ({}) is wrong: {error}", written(place), label(place));
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
                label(next)
            ));
        }
        told
    }
}

fn sum(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3].max(b[3])]
}
