use std::{collections::HashMap, sync::OnceLock};

use waribashi::{AddsTo, Hands, Move, Position, Rules, Side, Value};

use crate::rows::Rows;

/// A rule set as tables over rows: everything that an engine needs of it.
///
/// A *row* is one player's hands as a multiset, by number. A tap adds the number that some hand of one
/// player shows, the *giver*, to a hand of the other, the *taker*; whose hand that is (`adds` in the rules)
/// is the only thing an engine has to ask. Own taps and splits change the mover's row alone.
///
/// Where both players have equally many hands, a position is the mover's row and the other's, and one
/// table serves both. Where they have not, there are two tables, and two kinds of positions: the first
/// player to move, and the second.
#[derive(Debug)]
pub struct Compiled {
    rules: Rules,
    tables: Vec<Table>,
}

/// The row tables of one player.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) rows: Rows,
    /// The live numbers that the hands of a row show.
    shown: Lists<u8>,
    /// How many hands of a row can take part in a tap as taker.
    takers: Vec<u64>,
    /// How many hands of a row are live.
    live: Vec<u64>,
    /// For each row, and in it for each given number from 1 to fingers - 1, the rows that it can become:
    /// one for each number in the row that may take it.
    taken: Lists<u32>,
    /// The rows that a row can become by its owner's own taps and splits, each once.
    own: Lists<u32>,
    /// How many actions, told apart by the places of the hands, those are.
    own_actions: Vec<u64>,
    inverse: OnceLock<Inverse>,
}

/// The tables of a player read backwards.
#[derive(Debug)]
struct Inverse {
    /// For each row the rows that become it by taking a number, with that number.
    taken: Lists<(u32, u8)>,
    /// For each row the rows that become it by an own move.
    own: Lists<u32>,
}

/// One list for each row, one after the other.
#[derive(Debug)]
struct Lists<T> {
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists {
            starts: vec![0],
            items: Vec::new(),
        }
    }
}

impl<T> Lists<T> {
    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len());
    }

    fn get(&self, row: u32) -> &[T] {
        &self.items[self.starts[row as usize]..self.starts[row as usize + 1]]
    }

    /// From pairs of a row and an item of its list.
    fn collect(rows: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self
    where
        T: Copy + Default,
    {
        let mut starts = vec![0; rows + 1];
        for (row, _) in pairs.clone() {
            starts[row as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut items = vec![T::default(); starts[rows]];
        for (row, item) in pairs {
            let at = &mut next[row as usize];
            items[*at] = item;
            *at += 1;
        }
        Lists { starts, items }
    }
}

/// A position by rows: the mover's, the other's, and which player is to move where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index of the mover's table: 0, or 1 for the second player where the players' tables differ.
    pub(crate) mover: usize,
    pub(crate) mine: u32,
    pub(crate) theirs: u32,
}

impl Compiled {
    /// Compiles a rule set.
    ///
    /// # Panics
    ///
    /// When a player has 2^32 rows or more. [`Demand`](crate::Demand) tells the size before.
    pub fn new(rules: &Rules) -> Self {
        let [first, second] = rules.hands;
        let mut tables = vec![Table::new(rules, first)];
        if first != second {
            tables.push(Table::new(rules, second));
        }
        Compiled {
            rules: rules.clone(),
            tables,
        }
    }

    /// The rules compiled.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many positions there are: (mine, theirs), and where the players have different numbers of
    /// hands for each player to move.
    pub fn len(&self) -> usize {
        self.pairs() * self.tables.len()
    }

    /// Never: there is at least one position.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The indices of players that positions tell apart as movers: 0, and 1 where tables differ.
    pub(crate) fn movers(&self) -> std::ops::Range<usize> {
        0..self.tables.len()
    }

    /// How many rows the player with this index has.
    pub(crate) fn row_count(&self, player: usize) -> usize {
        self.table(player).rows.len()
    }

    /// Pairs of a row of the first and a row of the second player.
    fn pairs(&self) -> usize {
        self.table(0).rows.len() * self.table(1).rows.len()
    }

    /// Whether mover and other share one table, so that a position does not say who is to move.
    pub fn is_relative(&self) -> bool {
        self.tables.len() == 1
    }

    /// The table of a player, by the index of [`Place`].
    pub(crate) fn table(&self, player: usize) -> &Table {
        &self.tables[player % self.tables.len()]
    }

    /// The index of the other player's table.
    fn other(&self, player: usize) -> usize {
        (player + 1) % self.tables.len()
    }

    /// The index of the player whose hand takes up the sum of a tap, when `mover` is to move.
    fn taker(&self, mover: usize) -> usize {
        match self.rules.adds_to {
            AddsTo::Tapped => self.other(mover),
            AddsTo::Tapper => mover,
        }
    }

    pub(crate) fn id(&self, place: Place) -> usize {
        let theirs = self.table(place.mover + 1).rows.len();
        place.mover * self.pairs() + place.mine as usize * theirs + place.theirs as usize
    }

    pub(crate) fn place(&self, id: usize) -> Place {
        let (mover, pair) = (id / self.pairs(), id % self.pairs());
        let theirs = self.table(mover + 1).rows.len();
        Place {
            mover,
            mine: (pair / theirs) as u32,
            theirs: (pair % theirs) as u32,
        }
    }

    /// The number of a position, from 0 to [`Compiled::len`].
    ///
    /// # Panics
    ///
    /// When the position is none of these rules.
    pub fn index(&self, position: &Position) -> usize {
        let mover = match self.rules.mover(position) {
            Side::Second if !self.is_relative() => 1,
            _ => 0,
        };
        self.id(Place {
            mover,
            mine: self.table(mover).rows.rank(&position.mine),
            theirs: self.table(mover + 1).rows.rank(&position.theirs),
        })
    }

    /// The position of a number.
    ///
    /// # Panics
    ///
    /// When the number is not below [`Compiled::len`].
    pub fn position(&self, id: usize) -> Position {
        assert!(id < self.len(), "position {id} of {}", self.len());
        let place = self.place(id);
        Position::new(
            self.table(place.mover).rows.hands(place.mine),
            self.table(place.mover + 1).rows.hands(place.theirs),
        )
    }

    /// The value of a finished position to the player to move; `None` while the game goes on.
    pub fn finished(&self, id: usize) -> Option<Value> {
        let place = self.place(id);
        // Row 0 has all hands dead, and only the finished positions have it: what they are worth is
        // asked of the rules.
        if place.mine == 0 || place.theirs == 0 {
            self.rules.finished(&self.position(id))
        } else {
            None
        }
    }

    /// Calls `visit` for every position that a move leads to from a position of a game that goes on:
    /// once for each number given to each number that takes it, and once for each row by own moves.
    fn each_successor(&self, place: Place, mut visit: impl FnMut(Place)) {
        let Place {
            mover,
            mine,
            theirs,
        } = place;
        let next = self.other(mover);
        let (taker, giver) = match self.rules.adds_to {
            AddsTo::Tapped => (theirs, mine),
            AddsTo::Tapper => (mine, theirs),
        };
        let taking = self.table(self.taker(mover));
        let giving = self.table(self.taker(mover) + 1);
        for &number in giving.shown.get(giver) {
            for &taken in taking.taken(taker, number) {
                visit(match self.rules.adds_to {
                    AddsTo::Tapped => Place {
                        mover: next,
                        mine: taken,
                        theirs: mine,
                    },
                    AddsTo::Tapper => Place {
                        mover: next,
                        mine: theirs,
                        theirs: taken,
                    },
                });
            }
        }
        for &own in self.table(mover).own.get(mine) {
            visit(Place {
                mover: next,
                mine: theirs,
                theirs: own,
            });
        }
    }

    /// The different positions that moves lead to, in the order of the moves; none when the game is
    /// over. `into` is emptied first.
    pub fn successors(&self, id: usize, into: &mut Vec<usize>) {
        into.clear();
        if self.finished(id).is_none() {
            self.each_successor(self.place(id), |next| {
                let next = self.id(next);
                if !into.contains(&next) {
                    into.push(next);
                }
            });
        }
    }

    /// How often [`Compiled::predecessors`] of all positions name this one.
    pub(crate) fn out_degree(&self, id: usize) -> u32 {
        if self.finished(id).is_some() {
            return 0;
        }
        let place = self.place(id);
        let mut count = 0;
        self.each_successor(place, |_| count += 1);
        count
    }

    /// Calls `visit` with every position from which a move leads here, once for each pair of numbers or
    /// own row that does.
    pub(crate) fn predecessors(&self, id: usize, mut visit: impl FnMut(usize)) {
        let Place {
            mover,
            mine,
            theirs,
        } = self.place(id);
        let last = self.other(mover);
        // Who moved last sees the position the other way round.
        let (taken, giver) = match self.rules.adds_to {
            AddsTo::Tapped => (mine, theirs),
            AddsTo::Tapper => (theirs, mine),
        };
        let taking = self.table(self.taker(last));
        let giving = self.table(self.taker(last) + 1);
        let mut visit = |mine: u32, theirs: u32| {
            // Row 0 is finished: nothing was played from there.
            if mine != 0 && theirs != 0 {
                visit(self.id(Place {
                    mover: last,
                    mine,
                    theirs,
                }));
            }
        };
        for &(taker, number) in taking.inverse().taken.get(taken) {
            if giving.shown.get(giver).contains(&number) {
                match self.rules.adds_to {
                    AddsTo::Tapped => visit(theirs, taker),
                    AddsTo::Tapper => visit(taker, mine),
                }
            }
        }
        for &own in self.table(last).inverse().own.get(theirs) {
            visit(own, mine);
        }
    }

    /// Actions, summed over all positions with one player to move.
    pub(crate) fn actions_of_all(&self, mover: usize) -> u64 {
        let mine = self.table(mover);
        let taking = self.table(self.taker(mover));
        let giving = self.table(self.taker(mover) + 1);
        // Row 0 is finished.
        let takers: u64 = taking.takers[1..].iter().sum();
        let live: u64 = giving.live.iter().sum();
        let own: u64 = mine.own_actions.iter().sum();
        takers * live + own * (self.table(mover + 1).rows.len() as u64 - 1)
    }

    /// How many different successors positions with one player to move have; `None` where that would take
    /// more room than visiting them is worth.
    pub(crate) fn degrees(&self, mover: usize) -> Option<Degrees> {
        const MOST: usize = 1 << 24;
        let taking = self.table(self.taker(mover));
        let giving = self.table(self.taker(mover) + 1);
        let tapper = self.rules.adds_to == AddsTo::Tapper;
        // Rows that show the same numbers give the same.
        let mut sets: HashMap<&[u8], u32> = HashMap::new();
        let set_of: Vec<u32> = (0..giving.rows.len() as u32)
            .map(|row| {
                let next = sets.len() as u32;
                *sets.entry(giving.shown.get(row)).or_insert(next)
            })
            .collect();
        if sets.len().checked_mul(taking.rows.len())? > MOST {
            return None;
        }
        let mut taps = vec![0; sets.len() * taking.rows.len()];
        let mut taken: Vec<u32> = Vec::new();
        for row in 1..taking.rows.len() as u32 {
            for (numbers, &set) in &sets {
                taken.clear();
                taken.extend(numbers.iter().flat_map(|&number| taking.taken(row, number)));
                if tapper {
                    // Taps change the mover's row, as own moves do, and may come to the same.
                    taken.extend(taking.own.get(row));
                }
                taken.sort_unstable();
                taken.dedup();
                taps[row as usize * sets.len() + set as usize] = taken.len() as u32;
            }
        }
        let mine = self.table(mover);
        let own = |row: u32| {
            if tapper {
                0
            } else {
                mine.own.get(row).len() as u32
            }
        };
        Some(Degrees {
            tapper,
            sets: sets.len(),
            own: (0..mine.rows.len() as u32).map(own).collect(),
            set_of,
            taps,
        })
    }

    /// How many actions, moves told apart by the places of equal hands, a position has.
    pub fn actions(&self, id: usize) -> u64 {
        if self.finished(id).is_some() {
            return 0;
        }
        let Place {
            mover,
            mine,
            theirs,
        } = self.place(id);
        let (mover, other) = (self.table(mover), self.table(mover + 1));
        let taps = match self.rules.adds_to {
            AddsTo::Tapped => mover.live[mine as usize] * other.takers[theirs as usize],
            AddsTo::Tapper => mover.takers[mine as usize] * other.live[theirs as usize],
        };
        taps + mover.own_actions[mine as usize]
    }
}

/// How many different successors positions with one player to move have.
pub(crate) struct Degrees {
    tapper: bool,
    /// How many different sets of numbers there are.
    sets: usize,
    /// For each row of the player whose hand gives, the set of the numbers that it shows.
    set_of: Vec<u32>,
    /// For each row of the other player and each set, how many rows it can become.
    taps: Vec<u32>,
    /// For each row of the mover, how many it can become by own moves alone.
    own: Vec<u32>,
}

impl Degrees {
    /// The successors of one position.
    pub(crate) fn of(&self, mine: u32, theirs: u32) -> u32 {
        if mine == 0 || theirs == 0 {
            return 0;
        }
        let (taker, giver) = if self.tapper {
            (mine, theirs)
        } else {
            (theirs, mine)
        };
        let set = self.set_of[giver as usize] as usize;
        self.taps[taker as usize * self.sets + set] + self.own[mine as usize]
    }

    /// The sum over all positions.
    pub(crate) fn sum(&self) -> u64 {
        let mut givers = vec![0u64; self.sets];
        // Row 0 is finished.
        for &set in &self.set_of[1..] {
            givers[set as usize] += 1;
        }
        let taps = self.taps.chunks(self.sets).map(|row| -> u64 {
            let counts = row.iter().zip(&givers);
            counts
                .map(|(&count, givers)| u64::from(count) * givers)
                .sum()
        });
        let takers = self.taps.len() / self.sets;
        let own: u64 = self.own[1..].iter().map(|&count| u64::from(count)).sum();
        // Own moves are counted apart only where the mover is the giver.
        taps.sum::<u64>() + own * (takers as u64 - 1)
    }
}

impl Table {
    fn new(rules: &Rules, hands: u64) -> Self {
        let fingers = rules.fingers;
        let rows = Rows::new(fingers, hands);
        let mut table = Table {
            shown: Lists::default(),
            takers: Vec::with_capacity(rows.len()),
            live: Vec::with_capacity(rows.len()),
            taken: Lists::default(),
            own: Lists::default(),
            own_actions: Vec::with_capacity(rows.len()),
            inverse: OnceLock::new(),
            rows,
        };
        // What an own move does to the mover's hands does not depend on the other player's.
        let anybody = Hands::uniform(1, 1);
        let has_own = rules.own_tap
            || rules.divide != waribashi::Split::Off
            || rules.transfer != waribashi::Split::Off;
        for row in table.rows.iter() {
            table.shown.push(row.shown().filter(|&shown| shown > 0));
            table.live.push(row.live());
            let takes = |shown: &u8| match rules.adds_to {
                AddsTo::Tapped => rules.may_tap(1, *shown),
                AddsTo::Tapper => rules.may_tap(*shown, 1),
            };
            let takers: Vec<u8> = row.shown().filter(takes).collect();
            table
                .takers
                .push(takers.iter().map(|&shown| row.showing(shown)).sum());
            let rows = &table.rows;
            table.taken.push((1..fingers).flat_map(|number| {
                let row = &row;
                takers.iter().map(move |&shown| {
                    let taken = row.changed(shown, rules.sum(number, shown));
                    rows.rank(&taken.expect("the row shows the number"))
                })
            }));
            let mut own: Vec<u32> = Vec::new();
            let mut own_actions = 0;
            if has_own {
                let position = Position::new(row.clone(), anybody.clone());
                for played in rules.moves(&position) {
                    if !matches!(played, Move::Tap { .. }) {
                        let after = rules.play(&position, played).expect("a generated move");
                        own_actions += rules.ways(&position, played) as u64;
                        let after = table.rows.rank(&after.theirs);
                        if !own.contains(&after) {
                            own.push(after);
                        }
                    }
                }
            }
            table.own.push(own);
            table.own_actions.push(own_actions);
        }
        table
    }

    /// The rows that a row becomes when a hand of it takes `number`, one for each number that may.
    pub(crate) fn taken(&self, row: u32, number: u8) -> &[u32] {
        let all = self.taken.get(row);
        let each = all.len() / self.numbers();
        let from = each * (usize::from(number) - 1);
        &all[from..from + each]
    }

    /// The rows that a row can become by its owner's own moves.
    pub(crate) fn own(&self, row: u32) -> &[u32] {
        self.own.get(row)
    }

    /// Whether any row can become another by own moves.
    pub(crate) fn has_own(&self) -> bool {
        !self.own.items.is_empty()
    }

    /// Every row that a row can become, by a number taken or an own move, possibly more than once.
    pub(crate) fn after(&self, row: u32) -> impl Iterator<Item = u32> {
        self.taken.get(row).iter().chain(self.own.get(row)).copied()
    }

    /// The live numbers that the hands of a row show.
    pub(crate) fn shown(&self, row: u32) -> &[u8] {
        self.shown.get(row)
    }

    fn inverse(&self) -> &Inverse {
        self.inverse.get_or_init(|| {
            let rows = 0..self.rows.len() as u32;
            let taken = rows.clone().flat_map(|row| {
                (1..=self.numbers() as u8).flat_map(move |number| {
                    let taken = self.taken(row, number).iter();
                    taken.map(move |&taken| (taken, (row, number)))
                })
            });
            let own = rows.flat_map(|row| self.own.get(row).iter().map(move |&own| (own, row)));
            Inverse {
                taken: Lists::collect(self.rows.len(), taken),
                own: Lists::collect(self.rows.len(), own),
            }
        })
    }

    /// How many numbers a live hand can show.
    fn numbers(&self) -> usize {
        usize::from(self.rows.fingers) - 1
    }
}
