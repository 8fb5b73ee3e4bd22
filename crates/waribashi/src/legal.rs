//! What may be played and what it does: the one place where the rules of play are written.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::{
    hands::Hands,
    moves::{Move, Pair},
    position::Position,
    rules::{AddsTo, Goal, Overflow, Rules, Split},
    value::Value,
};

/// Why a move cannot be played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says it")]
pub enum IllegalMove {
    #[error("the game is over")]
    Over,
    #[error("you have no hand that shows {0}")]
    NoOwnHand(u8),
    #[error("the other player has no hand that shows {0}")]
    NoTheirHand(u8),
    #[error("a dead hand cannot tap")]
    DeadTapper,
    #[error("these rules do not allow tapping a dead hand")]
    DeadTarget,
    #[error("these rules do not allow tapping your own hand")]
    OwnTap,
    #[error("you have only one hand that shows {0}, and a hand cannot meet itself")]
    OneHand(u8),
    #[error("a split keeps the number of fingers, but {before} fingers would become {after}")]
    Total { before: u16, after: u16 },
    #[error("a split needs a live hand")]
    BothDead,
    #[error("a hand cannot show {shown} fingers: it is out at {fingers}")]
    TooMany { shown: u8, fingers: u8 },
    #[error("these rules do not allow splits onto a dead hand")]
    Divide,
    #[error(
        "these rules allow a split onto a dead hand only when exactly one of your hands is live"
    )]
    Lone,
    #[error("these rules do not allow splits between two live hands")]
    Transfer,
    #[error("these rules allow only splits into two equal parts")]
    Uneven,
    #[error("these rules allow only splits into parts that differ by at most one")]
    NotNear,
    #[error("these rules do not allow a split that leaves a hand empty")]
    Empty,
    #[error("the hands would stay as they are, and these rules do not allow passing")]
    Pass,
}

/// The rules on bare numbers. Everything else, compiled rules included, is made from these.
impl Rules {
    /// The number that a hand shows after `a` and `b` were added on it; 0 is dead.
    ///
    /// ```
    /// use waribashi::Rules;
    /// let rollover = Rules::preset("attacks").unwrap();
    /// assert_eq!([rollover.sum(4, 1), rollover.sum(4, 3)], [0, 2]);
    /// let cutoff = Rules::preset("simple").unwrap();
    /// assert_eq!([cutoff.sum(3, 1), cutoff.sum(4, 3)], [4, 0]);
    /// ```
    pub fn sum(&self, a: u8, b: u8) -> u8 {
        let (sum, fingers) = (u16::from(a) + u16::from(b), u16::from(self.fingers));
        let shown = match self.overflow {
            _ if sum < fingers => sum,
            Overflow::Rollover => sum % fingers,
            Overflow::Cutoff => 0,
        };
        shown as u8
    }

    /// Whether a hand that shows `with` may tap a hand of the other player that shows `on`.
    pub fn may_tap(&self, with: u8, on: u8) -> bool {
        self.check_tap(with, on).is_ok()
    }

    /// Whether a hand that shows `with` may tap another hand of the same player that shows `on`.
    pub fn may_tap_own(&self, with: u8, on: u8) -> bool {
        self.check_own_tap(with, on).is_ok()
    }

    /// Whether two hands of a player that show `from` may come to show `to`, when `live` of his hands
    /// are live.
    pub fn may_split(&self, from: Pair, to: Pair, live: u64) -> bool {
        self.check_split(from, to, live).is_ok()
    }

    /// All `to` for which [`Rules::may_split`] holds, in ascending order of the smaller part.
    pub fn splits(&self, from: Pair, live: u64) -> impl Iterator<Item = Pair> + '_ {
        let total = from.total();
        (total.saturating_sub(254)..=total / 2)
            .map(move |low| Pair::new(low as u8, (total - low) as u8))
            .filter(move |&to| self.may_split(from, to, live))
    }

    fn check_tap(&self, with: u8, on: u8) -> Result<(), IllegalMove> {
        match (with, on) {
            (0, _) => Err(IllegalMove::DeadTapper),
            (_, 0) if !self.dead_target => Err(IllegalMove::DeadTarget),
            _ => Ok(()),
        }
    }

    fn check_own_tap(&self, with: u8, on: u8) -> Result<(), IllegalMove> {
        match (with, on) {
            _ if !self.own_tap => Err(IllegalMove::OwnTap),
            (0, _) => Err(IllegalMove::DeadTapper),
            (_, 0) => Err(IllegalMove::DeadTarget),
            _ => Ok(()),
        }
    }

    fn check_split(&self, from: Pair, to: Pair, live: u64) -> Result<(), IllegalMove> {
        if from.high() == 0 {
            return Err(IllegalMove::BothDead);
        }
        let (shape, forbidden) = if from.low() == 0 {
            (self.divide, IllegalMove::Divide)
        } else {
            (self.transfer, IllegalMove::Transfer)
        };
        let (before, after) = (from.total(), to.total());
        let apart = to.high() - to.low();
        match shape {
            Split::Off => Err(forbidden),
            _ if before != after => Err(IllegalMove::Total { before, after }),
            _ if to.high() >= self.fingers => Err(IllegalMove::TooMany {
                shown: to.high(),
                fingers: self.fingers,
            }),
            _ if from.low() == 0 && self.lone_divide && live != 1 => Err(IllegalMove::Lone),
            _ if from == to && !self.pass_by_split => Err(IllegalMove::Pass),
            _ if to.low() == 0 && !self.empty_by_split => Err(IllegalMove::Empty),
            Split::Even if apart > 0 => Err(IllegalMove::Uneven),
            Split::Near if apart > 1 => Err(IllegalMove::NotNear),
            _ => Ok(()),
        }
    }
}

/// Whether any split exists whose smaller number before is in `low`.
pub(crate) fn some_split(rules: &Rules, low: RangeInclusive<u8>) -> bool {
    let hands = rules.hands[0].max(rules.hands[1]);
    hands >= 2
        && low.into_iter().any(|low| {
            (low.max(1)..rules.fingers).any(|high| {
                rules
                    .splits(Pair::new(low, high), 1 + u64::from(low > 0))
                    .next()
                    .is_some()
            })
        })
}

/// The rules on positions.
impl Rules {
    /// The value of a finished position to the player to move; `None` while the game goes on.
    ///
    /// The mover's own hands are looked at first. A position in which all hands of both players are
    /// dead cannot come about by play; it counts as decided by the mover's.
    pub fn finished(&self, position: &Position) -> Option<Value> {
        let emptied = match self.goal {
            Goal::Survive => Value::Loss,
            Goal::Empty => Value::Win,
        };
        if position.mine.all_dead() {
            Some(emptied)
        } else if position.theirs.all_dead() {
            Some(-emptied)
        } else {
            None
        }
    }

    /// Whether `played` is a move in `position`.
    ///
    /// # Errors
    ///
    /// Where it is none, the reason.
    pub fn check(&self, position: &Position, played: Move) -> Result<(), IllegalMove> {
        if self.finished(position).is_some() {
            return Err(IllegalMove::Over);
        }
        let mine = |shown: u8| match position.mine.showing(shown) {
            0 => Err(IllegalMove::NoOwnHand(shown)),
            _ => Ok(()),
        };
        let two_of_mine = |a: u8, b: u8| {
            mine(a).and(mine(b))?;
            if a == b && position.mine.showing(a) < 2 {
                return Err(IllegalMove::OneHand(a));
            }
            Ok(())
        };
        match played {
            Move::Tap { with, on } => {
                mine(with)?;
                if position.theirs.showing(on) == 0 {
                    return Err(IllegalMove::NoTheirHand(on));
                }
                self.check_tap(with, on)
            }
            Move::OwnTap { with, on } => {
                two_of_mine(with, on)?;
                self.check_own_tap(with, on)
            }
            Move::Split { from, to } => {
                two_of_mine(from.low(), from.high())?;
                self.check_split(from, to, position.mine.live())
            }
        }
    }

    /// The position after `played`, as the next mover sees it.
    ///
    /// ```
    /// use waribashi::{Move, Position, Rules};
    /// let rules = Rules::default();
    /// let after = rules.play(rules.start(), Move::parse("1x1", 5)?)?;
    /// assert_eq!(after, Position::parse("12-11", &rules)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where it is no move in `position`, the reason.
    pub fn play(&self, position: &Position, played: Move) -> Result<Position, IllegalMove> {
        self.check(position, played)?;
        let changed = |hands: &Hands, from: u8, to: u8| {
            hands.changed(from, to).expect("the move was checked")
        };
        let (mine, theirs) = (&position.mine, &position.theirs);
        Ok(match (played, self.adds_to) {
            (Move::Tap { with, on }, AddsTo::Tapped) => {
                Position::new(changed(theirs, on, self.sum(with, on)), mine.clone())
            }
            (Move::Tap { with, on }, AddsTo::Tapper) => {
                Position::new(theirs.clone(), changed(mine, with, self.sum(with, on)))
            }
            (Move::OwnTap { with, on }, adds_to) => {
                let from = match adds_to {
                    AddsTo::Tapped => on,
                    AddsTo::Tapper => with,
                };
                Position::new(theirs.clone(), changed(mine, from, self.sum(with, on)))
            }
            (Move::Split { from, to }, _) => {
                let first = changed(mine, from.low(), to.low());
                Position::new(theirs.clone(), changed(&first, from.high(), to.high()))
            }
        })
    }

    /// All moves in `position`: taps, own taps, splits, each by ascending numbers. None when the game is
    /// over; otherwise at least one.
    ///
    /// Different moves can lead to one position.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let live = position.mine.live();
        let two_of_mine = || {
            let mine = &position.mine;
            mine.shown().flat_map(|a| mine.shown().map(move |b| (a, b)))
        };
        let taps = position.mine.shown().flat_map(|with| {
            let theirs = position.theirs.shown();
            theirs.map(move |on| Move::Tap { with, on })
        });
        let own_taps = two_of_mine().map(|(with, on)| Move::OwnTap { with, on });
        let splits = two_of_mine()
            .filter(|(a, b)| a <= b)
            .map(|(a, b)| Pair::new(a, b))
            .flat_map(|from| {
                let parts = self.splits(from, live);
                parts.map(move |to| Move::Split { from, to })
            });
        // What may be played is decided by `check` alone: the generator only proposes.
        taps.chain(own_taps)
            .chain(splits)
            .filter(|&played| self.check(position, played).is_ok())
            .collect()
    }
}
