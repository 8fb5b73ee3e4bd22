//! Moves by the place of the hands, for front ends and environments.

use alloc::vec::Vec;

use crate::{
    hands::Hands,
    legal::IllegalMove,
    moves::{Move, Pair},
    position::Position,
    rules::Rules,
};

/// A move by the places of the hands, each player's hands standing in ascending order from place 0.
///
/// With two hands each, place 0 is the "min" and place 1 the "max" hand. Two equal hands make two
/// actions of one [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The mover's hand at one place meets the other player's at another.
    Tap {
        /// The place of the tapping hand.
        with: u64,
        /// The place of the tapped hand.
        on: u64,
    },
    /// The mover's hand at one place meets another of his own.
    OwnTap {
        /// The place of the tapping hand.
        with: u64,
        /// The place of the tapped hand.
        on: u64,
    },
    /// The mover's hands at two places, the lower first, come to show two numbers.
    Split {
        /// The two places, the lower first.
        hands: [u64; 2],
        /// What the two hands show after, in whichever order.
        to: Pair,
    },
}

/// Why an action by place is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// A place has no hand.
    #[error("there is no hand at place {place}: the places are 0 to {}", .hands.saturating_sub(1))]
    NoSuchPlace {
        /// The place named.
        place: u64,
        /// How many hands the player has.
        hands: u64,
    },
    /// One hand was named twice.
    #[error("place {0} is named twice: a hand cannot meet itself")]
    SamePlace(u64),
    /// The numbers the hands show make no move.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

impl Rules {
    /// The move that an action by place is in `position`.
    ///
    /// ```
    /// use waribashi::{Action, Move, Position, Rules};
    /// let rules = Rules::default();
    /// let position = Position::parse("12-03", &rules)?;
    /// let max_to_max = Action::Tap { with: 1, on: 1 };
    /// assert_eq!(rules.resolve(&position, max_to_max)?, Move::Tap { with: 2, on: 3 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where a place has no hand, is named twice, or the move is illegal.
    pub fn resolve(&self, position: &Position, action: Action) -> Result<Move, IllegalAction> {
        let at = |hands: &Hands, place: u64| {
            hands.at(place).ok_or(IllegalAction::NoSuchPlace {
                place,
                hands: hands.len(),
            })
        };
        let two_of_mine = |a: u64, b: u64| {
            if a == b {
                return Err(IllegalAction::SamePlace(a));
            }
            Ok((at(&position.mine, a)?, at(&position.mine, b)?))
        };
        let played = match action {
            Action::Tap { with, on } => Move::Tap {
                with: at(&position.mine, with)?,
                on: at(&position.theirs, on)?,
            },
            Action::OwnTap { with, on } => {
                let (with, on) = two_of_mine(with, on)?;
                Move::OwnTap { with, on }
            }
            Action::Split {
                hands: [low, high],
                to,
            } => {
                let (a, b) = two_of_mine(low, high)?;
                Move::Split {
                    from: Pair::new(a, b),
                    to,
                }
            }
        };
        self.check(position, played)?;
        Ok(played)
    }

    /// The action with the lowest places that is `played` in `position`; `None` where `played` is
    /// illegal.
    pub fn action(&self, position: &Position, played: Move) -> Option<Action> {
        self.check(position, played).ok()?;
        let (mine, theirs) = (&position.mine, &position.theirs);
        // The second of two own hands stands one place further when both show the same.
        let two_of_mine = |a: u8, b: u8| {
            let (first, second) = (mine.place_of(a)?, mine.place_of(b)?);
            Some((first, second + u64::from(a == b)))
        };
        Some(match played {
            Move::Tap { with, on } => Action::Tap {
                with: mine.place_of(with)?,
                on: theirs.place_of(on)?,
            },
            Move::OwnTap { with, on } => {
                let (with, on) = two_of_mine(with, on)?;
                Action::OwnTap { with, on }
            }
            Move::Split { from, to } => {
                let (low, high) = two_of_mine(from.low(), from.high())?;
                let hands = [low, high];
                Action::Split { hands, to }
            }
        })
    }

    /// All actions in `position` with the moves they are: as many as [`Rules::action_count`] says.
    pub fn actions(&self, position: &Position) -> Vec<(Action, Move)> {
        let places = |hands: &Hands, shown: u8| {
            let first = hands.place_of(shown).unwrap_or(0);
            first..first + hands.showing(shown)
        };
        let mut actions = Vec::new();
        for played in self.moves(position) {
            match played {
                Move::Tap { with, on } => {
                    for with in places(&position.mine, with) {
                        for on in places(&position.theirs, on) {
                            actions.push((Action::Tap { with, on }, played));
                        }
                    }
                }
                Move::OwnTap { with, on } => {
                    for with in places(&position.mine, with) {
                        for on in places(&position.mine, on).filter(|&on| on != with) {
                            actions.push((Action::OwnTap { with, on }, played));
                        }
                    }
                }
                Move::Split { from, to } => {
                    for low in places(&position.mine, from.low()) {
                        for high in places(&position.mine, from.high()) {
                            if low < high {
                                let hands = [low, high];
                                actions.push((Action::Split { hands, to }, played));
                            }
                        }
                    }
                }
            }
        }
        actions
    }

    /// How many actions `played` is in `position`: in how many ways the hands for it can be chosen, equal
    /// hands told apart; 0 where it is illegal.
    ///
    /// ```
    /// use waribashi::{Move, Rules};
    /// let rules = Rules::default();
    /// assert_eq!(rules.ways(rules.start(), Move::Tap { with: 1, on: 1 }), 4);
    /// assert_eq!(rules.ways(rules.start(), Move::OwnTap { with: 1, on: 1 }), 2);
    /// ```
    pub fn ways(&self, position: &Position, played: Move) -> u128 {
        if self.check(position, played).is_err() {
            return 0;
        }
        let count = |hands: &Hands, shown: u8| u128::from(hands.showing(shown));
        let mine = &position.mine;
        match played {
            Move::Tap { with, on } => count(mine, with) * count(&position.theirs, on),
            Move::OwnTap { with, on } => {
                count(mine, with) * (count(mine, on) - u128::from(with == on))
            }
            Move::Split { from, .. } if from.low() == from.high() => {
                let hands = count(mine, from.low());
                hands * (hands - 1) / 2
            }
            Move::Split { from, .. } => count(mine, from.low()) * count(mine, from.high()),
        }
    }

    /// How many actions there are in `position`: moves, with equal hands told apart.
    ///
    /// # Panics
    ///
    /// When there are more than `u128::MAX`.
    pub fn action_count(&self, position: &Position) -> u128 {
        let moves = self.moves(position);
        moves
            .iter()
            .map(|&played| self.ways(position, played))
            .try_fold(0u128, u128::checked_add)
            .expect("no more than u128::MAX actions")
    }
}
