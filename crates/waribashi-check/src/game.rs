//! The game, written from the rules alone: forward moves on hands, and the same as tables over rows.

use std::collections::HashMap;

/// The answers that moves depend on. The start and the repetition rule are no part of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A hand that reaches this number is out.
    pub fingers: u8,
    /// Hands of the first and the second player.
    pub hands: [usize; 2],
    /// Above the number of fingers a hand is out; otherwise it goes on from 0.
    cutoff: bool,
    own_tap: bool,
    dead_target: bool,
    /// Whether taps change the tapping hand.
    pub tapper: bool,
    /// Whether a player whose hands are all dead has won.
    empty_wins: bool,
    divide: Split,
    transfer: Split,
    lone_divide: bool,
    empty_by_split: bool,
    pass_by_split: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    Off,
    Any,
    Even,
    Near,
}

/// One player's hands, ascending.
pub type Hands = Vec<u8>;

/// A move as it is written, and the mover's and the other's hands after it.
pub type Played = (String, Hands, Hands);

impl Rules {
    /// Reads a canonical text: every key once, in any order.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut answers: HashMap<&str, &str> = HashMap::new();
        for piece in text.split(',') {
            // A piece without a key belongs to the start, which may have commas.
            if let Some((key, value)) = piece.split_once('=')
                && answers.insert(key, value).is_some()
            {
                return Err(format!("the rules have {key} twice"));
            }
        }
        let mut answer = |key: &str| {
            answers
                .remove(key)
                .ok_or(format!("the rules have no {key}"))
        };
        let wrong = |key: &str, value: &str| format!("the rules have {key}={value}");
        let one_of = |key: &str, value: &str, [no, yes]: [&str; 2]| match value {
            _ if value == no => Ok(false),
            _ if value == yes => Ok(true),
            _ => Err(wrong(key, value)),
        };
        let split = |key: &str, value: &str| match value {
            "off" => Ok(Split::Off),
            "any" => Ok(Split::Any),
            "even" => Ok(Split::Even),
            "near" => Ok(Split::Near),
            _ => Err(wrong(key, value)),
        };
        let fingers = answer("fingers")?;
        let hands = answer("hands")?;
        let (first, second) = hands.split_once(':').ok_or(wrong("hands", hands))?;
        let count = |text: &str| match text.parse() {
            Ok(count @ 1..) => Ok(count),
            _ => Err(wrong("hands", hands)),
        };
        let mut switch = |key: &str, words| one_of(key, answer(key)?, words);
        const OFF_ON: [&str; 2] = ["off", "on"];
        let rules = Rules {
            fingers: match fingers.parse() {
                Ok(fingers @ 2..) => fingers,
                _ => return Err(wrong("fingers", fingers)),
            },
            hands: [count(first)?, count(second)?],
            cutoff: switch("overflow", ["rollover", "cutoff"])?,
            own_tap: switch("own-tap", OFF_ON)?,
            dead_target: switch("dead-target", OFF_ON)?,
            tapper: switch("adds", ["tapped", "tapper"])?,
            empty_wins: switch("goal", ["survive", "empty"])?,
            lone_divide: switch("lone-divide", OFF_ON)?,
            empty_by_split: switch("empty-by-split", OFF_ON)?,
            pass_by_split: switch("pass-by-split", OFF_ON)?,
            divide: split("divide", answer("divide")?)?,
            transfer: split("transfer", answer("transfer")?)?,
        };
        answer("start")?;
        answer("repetition")?;
        match answers.keys().next() {
            Some(key) => Err(format!("the rules have the unknown key {key}")),
            None => Ok(rules),
        }
    }

    /// Whether the mover has won, if the game is over: the mover's own hands are looked at first.
    pub fn finished(&self, mine_dead: bool, theirs_dead: bool) -> Option<bool> {
        match (mine_dead, theirs_dead) {
            (true, _) => Some(self.empty_wins),
            (false, true) => Some(!self.empty_wins),
            (false, false) => None,
        }
    }

    /// What a hand shows that takes up a number.
    fn sum(&self, a: u8, b: u8) -> u8 {
        let (sum, fingers) = (u32::from(a) + u32::from(b), u32::from(self.fingers));
        match sum < fingers {
            true => sum as u8,
            false if self.cutoff => 0,
            false => (sum % fingers) as u8,
        }
    }

    /// Hands that take `number` on one of them: for each that may, its number before, and the hands after.
    fn taking(&self, taker: &[u8], number: u8) -> Vec<(u8, Hands)> {
        let may = |shown: u8| shown > 0 || (self.dead_target && !self.tapper);
        let places = distinct(taker).filter(|&place| may(taker[place]));
        let after = |place: usize| changed(taker, &[(place, self.sum(number, taker[place]))]);
        places.map(|place| (taker[place], after(place))).collect()
    }

    /// The mover's own moves, which change his hands alone.
    fn own(&self, mine: &[u8]) -> Vec<(String, Hands)> {
        let mut moves = Vec::new();
        let live = mine.iter().filter(|&&shown| shown > 0).count();
        for with in distinct(mine) {
            for on in 0..mine.len() {
                let (a, b) = (mine[with], mine[on]);
                if self.own_tap && with != on && a > 0 && b > 0 {
                    let place = if self.tapper { with } else { on };
                    let after = changed(mine, &[(place, self.sum(a, b))]);
                    moves.push((format!("{a}+{b}"), after));
                }
            }
        }
        for first in 0..mine.len() {
            for second in first + 1..mine.len() {
                // Ascending: the second shows as much or more.
                let (a, b) = (mine[first], mine[second]);
                let shape = if a == 0 { self.divide } else { self.transfer };
                let lone = a == 0 && self.lone_divide && live != 1;
                if b == 0 || shape == Split::Off || lone {
                    continue;
                }
                let total = u32::from(a) + u32::from(b);
                for low in 0..=total / 2 {
                    let high = total - low;
                    let fits = high < u32::from(self.fingers)
                        && (low > 0 || self.empty_by_split)
                        && (low != u32::from(a) || self.pass_by_split)
                        && match shape {
                            Split::Even => low == high,
                            Split::Near => high - low <= 1,
                            _ => true,
                        };
                    if fits {
                        let (low, high) = (low as u8, high as u8);
                        let after = changed(mine, &[(first, low), (second, high)]);
                        moves.push((self.split_name([a, b], [low, high]), after));
                    }
                }
            }
        }
        let mut seen = std::collections::HashSet::new();
        moves.retain(|played| seen.insert(played.clone()));
        moves
    }

    fn split_name(&self, from: [u8; 2], to: [u8; 2]) -> String {
        let comma = if self.fingers > 10 { "," } else { "" };
        let [a, b] = from;
        let [c, d] = to;
        format!("{a}{comma}{b}={c}{comma}{d}")
    }

    /// All moves of a position whose game goes on.
    pub fn moves(&self, mine: &[u8], theirs: &[u8]) -> Vec<Played> {
        let (giver, taker) = if self.tapper {
            (theirs, mine)
        } else {
            (mine, theirs)
        };
        let mut moves = Vec::new();
        for place in distinct(giver).filter(|&place| giver[place] > 0) {
            let number = giver[place];
            for (before, after) in self.taking(taker, number) {
                moves.push(match self.tapper {
                    true => (format!("{before}x{number}"), after, theirs.to_vec()),
                    false => (format!("{number}x{before}"), mine.to_vec(), after),
                });
            }
        }
        let own = self.own(mine).into_iter();
        moves.extend(own.map(|(name, after)| (name, after, theirs.to_vec())));
        moves
    }

    /// Hands as they are written.
    pub fn written(&self, hands: &[u8]) -> String {
        let list = |hands: &[u8], comma: &str| {
            let hands: Vec<String> = hands.iter().map(u8::to_string).collect();
            hands.join(comma)
        };
        match (hands.len(), self.fingers) {
            (0..=10, 0..=10) => list(hands, ""),
            (0..=10, _) => list(hands, ","),
            _ => {
                let runs = hands.chunk_by(|a, b| a == b);
                let runs: Vec<String> = runs
                    .map(|run| format!("{}x{}", run[0], run.len()))
                    .collect();
                runs.join(",")
            }
        }
    }
}

/// The first place of each different number.
fn distinct(hands: &[u8]) -> impl Iterator<Item = usize> + '_ {
    (0..hands.len()).filter(|&place| place == 0 || hands[place - 1] != hands[place])
}

/// Hands with other numbers at some places, in order again.
fn changed(hands: &[u8], changes: &[(usize, u8)]) -> Hands {
    let mut hands = hands.to_vec();
    for &(place, shown) in changes {
        hands[place] = shown;
    }
    hands.sort_unstable();
    hands
}

/// One player's hands by number, and what they can become.
pub struct Rows {
    /// The hands of each row.
    pub hands: Vec<Hands>,
    /// For each row and each number given, from 1, the rows after.
    taking: Vec<Vec<Vec<u32>>>,
    /// For each row the rows after the player's own moves.
    own: Vec<Vec<u32>>,
}

impl Rows {
    /// All rows, in order: by the highest hand, then the next, and so on.
    pub fn new(rules: &Rules, hands: usize) -> Self {
        let mut all = vec![vec![0; hands]];
        loop {
            // The first hand that can go up does, and those before it start again from 0.
            let mut next: Hands = all[all.len() - 1].clone();
            let highest = rules.fingers - 1;
            let Some(place) = (0..hands).find(|&place| match next.get(place + 1) {
                Some(&above) => next[place] < above,
                None => next[place] < highest,
            }) else {
                break;
            };
            next[place] += 1;
            next[..place].fill(0);
            all.push(next);
        }
        let number: HashMap<&Hands, u32> = all.iter().zip(0..).collect();
        let rows = |after: Vec<Hands>| {
            let mut rows: Vec<u32> = after.iter().map(|hands| number[hands]).collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        let taking = |hands: &Hands| {
            let given = |number| {
                let after = rules.taking(hands, number).into_iter();
                rows(after.map(|(_, after)| after).collect())
            };
            (1..rules.fingers).map(given).collect()
        };
        let own = |hands: &Hands| {
            let after = rules.own(hands).into_iter();
            rows(after.map(|(_, after)| after).collect())
        };
        Rows {
            taking: all.iter().map(taking).collect(),
            own: all.iter().map(own).collect(),
            hands: all,
        }
    }

    /// The live numbers that a row shows.
    pub fn shown(&self, row: u32) -> impl Iterator<Item = u8> + '_ {
        let hands = &self.hands[row as usize];
        distinct(hands)
            .map(|place| hands[place])
            .filter(|&shown| shown > 0)
    }

    /// The rows after a number was taken.
    pub fn taking(&self, row: u32, number: u8) -> &[u32] {
        &self.taking[row as usize][usize::from(number) - 1]
    }

    /// The rows after own moves.
    pub fn own(&self, row: u32) -> &[u32] {
        &self.own[row as usize]
    }
}
