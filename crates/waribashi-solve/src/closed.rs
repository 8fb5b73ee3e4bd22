//! The game with many two-fingered hands (preset `many`), solved by a theorem instead of a table.
//!
//! Only four numbers matter: how many hands of each player show one finger and how many show two.
//! [`Counts`] holds them and knows value and winning move in constant time; the proof is in
//! `docs/many-hands.md`. [`CountSearch`] computes the same by trying every move, and distances as well: the
//! theorem is tested against it.

use waribashi::{AddsTo, Goal, Hands, Move, Overflow, Position, Rules, Split, Value};

/// A tap of one finger on one finger: the hand comes to show two.
const RAISE: Move = Move::Tap { with: 1, on: 1 };
/// A tap of two fingers on one finger: the hand is out.
const REMOVE_ONE: Move = Move::Tap { with: 2, on: 1 };

/// A position of the many-handed game: the live hands of both players, counted.
///
/// Dead hands do not matter, since they stay dead. Each count may be anything up to `u64::MAX`; the hands
/// of one player may be more than that together.
///
/// ```
/// use waribashi::{Move, Value};
/// use waribashi_solve::closed::Counts;
///
/// let level = Counts { a: 1, c: 1, b: 1, d: 1 };
/// assert_eq!(level.value(), Value::Win);
/// // Not the obvious 1x2: the other player's two fingers are best left alone.
/// assert_eq!(level.winning_move(), Some(Move::Tap { with: 2, on: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The mover's hands that show one finger.
    pub a: u64,
    /// The mover's hands that show two.
    pub c: u64,
    /// The other player's hands that show one finger.
    pub b: u64,
    /// The other player's hands that show two.
    pub d: u64,
}

impl Counts {
    /// Whether `rules` are those of the many-handed game, for any numbers of hands and any start: three
    /// fingers, cutoff, taps on the other player's live hands and nothing else.
    ///
    /// The repetition rule is not looked at: hands only grow, so that no position comes back.
    pub fn apply_to(rules: &Rules) -> bool {
        rules.fingers == 3
            && rules.overflow == Overflow::Cutoff
            && rules.adds_to == AddsTo::Tapped
            && rules.goal == Goal::Survive
            && rules.divide == Split::Off
            && rules.transfer == Split::Off
            && !rules.own_tap
            && !rules.dead_target
    }

    /// The counts of a position; `None` where a hand shows more than two fingers.
    ///
    /// ```
    /// use waribashi::{Position, Rules};
    /// use waribashi_solve::closed::Counts;
    /// let rules: Rules = "many,hands=20".parse()?;
    /// let position = Position::parse("1x3,2x4-1x20", &rules)?;
    /// let counts = Counts::of(&position).unwrap();
    /// assert_eq!(counts, Counts { a: 3, c: 4, b: 20, d: 0 });
    /// assert_eq!(counts.position([20, 20]), Some(position));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(position: &Position) -> Option<Self> {
        let (mine, theirs) = (&position.mine, &position.theirs);
        let shown = mine.largest().max(theirs.largest()).unwrap_or(0);
        (shown <= 2).then(|| Counts {
            a: mine.showing(1),
            c: mine.showing(2),
            b: theirs.showing(1),
            d: theirs.showing(2),
        })
    }

    /// The position with these live hands in which the mover has `hands[0]` hands and the other player
    /// `hands[1]`, dead ones included; `None` where more hands than that are live.
    pub fn position(self, hands: [u64; 2]) -> Option<Position> {
        let player = |ones: u64, twos: u64, hands: u64| {
            let dead = hands.checked_sub(ones)?.checked_sub(twos)?;
            Some(Hands::from_runs([(0, dead), (1, ones), (2, twos)]))
        };
        Some(Position::new(
            player(self.a, self.c, hands[0])?,
            player(self.b, self.d, hands[1])?,
        ))
    }

    /// The mover's live hands, `n` in the theorem.
    pub fn mine(self) -> u128 {
        u128::from(self.a) + u128::from(self.c)
    }

    /// The other player's live hands, `m` in the theorem.
    pub fn theirs(self) -> u128 {
        u128::from(self.b) + u128::from(self.d)
    }

    /// The value to the mover, in constant time: a win or a loss, never a draw.
    ///
    /// A player without hands has lost. If neither has any, which cannot come about by play, it is the
    /// mover, as in [`Rules::finished`].
    #[inline]
    pub fn value(self) -> Value {
        let (n, m) = (self.mine(), self.theirs());
        let (odd_a, odd_b) = (self.a % 2 == 1, self.b % 2 == 1);
        // Without short cuts: whoever asks millions of times asks about positions no branch can foresee.
        let ahead = n > m;
        let level = (n == m) & (n > 0) & !((self.d == 0) & odd_a);
        let behind = (n + 1 == m) & (self.c == 0) & (self.d > 0) & odd_b;
        if ahead | level | behind {
            Value::Win
        } else {
            Value::Loss
        }
    }

    /// A move to a position lost for the other player, in constant time: the one that the proof names.
    /// `None` where there is none: the position is lost, or the game is over.
    ///
    /// It wins, but perhaps not in the fewest plies; for these there is [`CountSearch`].
    pub fn winning_move(self) -> Option<Move> {
        let (n, m) = (self.mine(), self.theirs());
        if m == 0 || self.value() != Value::Win {
            return None;
        }
        let remove_two = Move::Tap {
            with: if self.a > 0 { 1 } else { 2 },
            on: 2,
        };
        Some(match self.d {
            0 if self.c > 0 => REMOVE_ONE,
            0 => RAISE,
            // One two-fingered hand is a burden to its owner: if anything else can be removed, leave it.
            1 if n == m && self.c > 0 && self.b > 0 => REMOVE_ONE,
            _ => remove_two,
        })
    }

    /// The counts after a tap, seen by the next mover. `None` where there is no such tap, and where 1x1
    /// would leave a player more than `u64::MAX` hands that show two.
    pub fn after(self, tap: Move) -> Option<Counts> {
        let Move::Tap { with, on } = tap else {
            return None;
        };
        let available = match with {
            1 => self.a,
            2 => self.c,
            _ => 0,
        };
        if available == 0 {
            return None;
        }
        let (ones, twos) = match (with, on) {
            (1, 1) => (self.b.checked_sub(1)?, self.d.checked_add(1)?),
            (2, 1) => (self.b.checked_sub(1)?, self.d),
            (_, 2) => (self.b, self.d.checked_sub(1)?),
            _ => return None,
        };
        Some(Counts {
            a: ones,
            c: twos,
            b: self.a,
            d: self.c,
        })
    }
}

/// Values and distances of the many-handed game by search, for all counts of up to some number of hands
/// a player. It does not use the theorem.
///
/// ```
/// use waribashi::Value;
/// use waribashi_solve::closed::{Counts, CountSearch};
///
/// let search = CountSearch::new(4);
/// let start = Counts { a: 4, c: 0, b: 4, d: 0 };
/// assert_eq!(search.solve(start), Some((Value::Win, 11)));
/// assert_eq!(search.solve(Counts { a: 5, ..start }), None);
/// ```
#[derive(Clone, Debug)]
pub struct CountSearch {
    hands: u64,
    rows: usize,
    /// By row of the mover, then row of the other player.
    plies: Vec<u16>,
}

impl CountSearch {
    /// The most hands for which distances fit the table: a game has at most four plies for each hand that
    /// a player may have.
    pub const MAX_HANDS: u64 = u16::MAX as u64 / 4;

    /// The bytes that [`CountSearch::new`] needs for its table: the fourth power of `hands`, halved.
    pub fn bytes(hands: u64) -> u128 {
        let rows = (u128::from(hands) + 1) * (u128::from(hands) + 2) / 2;
        2 * rows.saturating_mul(rows)
    }

    /// Searches all counts in which neither player has more than `hands` live hands.
    ///
    /// # Panics
    ///
    /// With more than [`CountSearch::MAX_HANDS`] hands. Ask [`CountSearch::bytes`] first whether there is room.
    pub fn new(hands: u64) -> Self {
        assert!(
            hands <= CountSearch::MAX_HANDS,
            "{hands} hands are more than {}, the most that can be searched",
            CountSearch::MAX_HANDS
        );
        let rows = row(0, hands, hands).expect("no more hands than searched") + 1;
        let mut search = CountSearch {
            hands,
            rows,
            plies: vec![0; rows * rows],
        };
        // A tap takes one or two from the weight 2 x ones + twos of a player, so by rising weight of both
        // together every position comes after those that it leads to.
        let most = 2 * hands as usize;
        let mut by_weight = vec![Vec::new(); most + 1];
        for twos in 0..=hands {
            for ones in 0..=hands - twos {
                by_weight[(2 * ones + twos) as usize].push((ones, twos));
            }
        }
        for weight in 0..=2 * most {
            for mine in weight.saturating_sub(most)..=weight.min(most) {
                for &(a, c) in &by_weight[mine] {
                    for &(b, d) in &by_weight[weight - mine] {
                        search.decide(Counts { a, c, b, d });
                    }
                }
            }
        }
        search
    }

    /// Value and distance in plies to the mover; `None` where a player has more hands than were searched.
    ///
    /// The distance is that of a winner who hurries and a loser who delays.
    pub fn solve(&self, counts: Counts) -> Option<(Value, u32)> {
        let plies = self.plies[self.place(counts)?];
        // The loser faces the end after an even number of plies. Only where the other player has no hands
        // although it is the mover's turn, the game was over before.
        let won = plies % 2 == 1 || (counts.theirs() == 0 && counts.mine() > 0);
        Some((if won { Value::Win } else { Value::Loss }, plies.into()))
    }

    fn decide(&mut self, counts: Counts) {
        if counts.mine() == 0 || counts.theirs() == 0 {
            return;
        }
        let (mut fastest_win, mut longest_loss) = (None, 0);
        for (with, on) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
            if let Some(after) = counts.after(Move::Tap { with, on }) {
                let place = self.place(after).expect("a tap adds no hands");
                let plies = self.plies[place] + 1;
                if plies % 2 == 1 {
                    fastest_win = Some(fastest_win.map_or(plies, |best: u16| best.min(plies)));
                } else {
                    longest_loss = longest_loss.max(plies);
                }
            }
        }
        let place = self
            .place(counts)
            .expect("only counts in range are decided");
        self.plies[place] = fastest_win.unwrap_or(longest_loss);
    }

    fn place(&self, counts: Counts) -> Option<usize> {
        let Counts { a, c, b, d } = counts;
        Some(row(a, c, self.hands)? * self.rows + row(b, d, self.hands)?)
    }
}

/// The number of a player's hands among all with up to `most` hands, by the number of hands and then of
/// twos; `None` where there are more.
fn row(ones: u64, twos: u64, most: u64) -> Option<usize> {
    let hands = ones.checked_add(twos).filter(|&hands| hands <= most)?;
    Some((hands * (hands + 1) / 2 + twos) as usize)
}
