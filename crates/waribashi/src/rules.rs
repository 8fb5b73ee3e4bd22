use core::{fmt, ops::Deref};

use crate::{hands::Hands, legal, position::Position, side::Side};

/// What happens to a hand whose sum passes the number of fingers `M` at which a hand is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// The hand shows the sum modulo `M`; exactly `M` is out.
    Rollover,
    /// The hand is out at `M` and above.
    Cutoff,
}

/// Whose hand a tap changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddsTo {
    /// The tapped hand takes up the sum.
    Tapped,
    /// The tapping hand takes up the sum: the collecting game.
    Tapper,
}

/// What it means that all hands of a player are dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// He has lost.
    Survive,
    /// He has won (misère).
    Empty,
}

/// Which splits of one kind are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Split {
    /// None.
    Off,
    /// Into any two parts.
    Any,
    /// Into two equal parts.
    Even,
    /// Into parts that differ by at most one.
    Near,
}

/// When a game ends in a draw because a position came back: the hands of both players, unordered, and
/// the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Never.
    None,
    /// When a position occurs for the n-th time, n at least 2.
    Nth(u32),
}

impl Repetition {
    /// Drawn when a position comes back for the first time.
    pub const FIRST: Repetition = Repetition::Nth(2);
    /// Drawn when a position occurs for the third time, as in chess.
    pub const THREEFOLD: Repetition = Repetition::Nth(3);
}

/// The position in which a game starts, the first player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Every hand shows this number of fingers.
    Each(u8),
    /// This position, the first player's hands first.
    At(Position),
}

/// Every question that a rule set answers. [`Rules`] is an `Axes` whose answers fit together.
///
/// The default is the plainest game: five fingers, two hands each, rollover, taps only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Axes {
    /// A live hand shows 1 to `fingers` - 1; a hand that reaches `fingers` is out. At least 2.
    pub fingers: u8,
    /// The number of hands of the first and of the second player, each at least 1.
    pub hands: [u64; 2],
    /// The hands at the start.
    pub start: Start,
    /// What happens above `fingers`.
    pub overflow: Overflow,
    /// Whether a live hand may be tapped onto another live hand of the same player.
    pub own_tap: bool,
    /// Whether an opponent's dead hand may be tapped; it comes back showing the tapping hand's number.
    pub dead_target: bool,
    /// Whose hand a tap changes.
    pub adds_to: AddsTo,
    /// Whether a player without live hands has lost or won.
    pub goal: Goal,
    /// Splits of one live hand onto one own dead hand.
    pub divide: Split,
    /// Splits between two own live hands.
    pub transfer: Split,
    /// Whether a divide needs exactly one own live hand.
    pub lone_divide: bool,
    /// Whether a split may leave one of its two hands empty.
    pub empty_by_split: bool,
    /// Whether a split may leave the player's hands as they were: a pass.
    pub pass_by_split: bool,
    /// When a repeated position ends the game.
    pub repetition: Repetition,
}

impl Default for Axes {
    fn default() -> Self {
        Axes {
            fingers: 5,
            hands: [2, 2],
            start: Start::Each(1),
            overflow: Overflow::Rollover,
            own_tap: false,
            dead_target: false,
            adds_to: AddsTo::Tapped,
            goal: Goal::Survive,
            divide: Split::Off,
            transfer: Split::Off,
            lone_divide: false,
            empty_by_split: false,
            pass_by_split: false,
            repetition: Repetition::None,
        }
    }
}

impl Axes {
    /// Whether the hands of a position, with `to_move` to move, are as many and as small as these axes say.
    pub(crate) fn check_hands(&self, position: &Position, to_move: Side) -> Result<(), RulesError> {
        for side in Side::BOTH {
            let hands = position.hands_of(side, to_move);
            let (given, expected) = (hands.len(), self.hands[side.index()]);
            if given != expected {
                return Err(RulesError::StartHands {
                    side,
                    given,
                    expected,
                });
            }
            let fingers = self.fingers;
            if let Some(shown) = hands.largest().filter(|&shown| shown >= fingers) {
                return Err(RulesError::StartFingers { shown, fingers });
            }
        }
        Ok(())
    }
}

/// Why a set of answers is no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says it")]
pub enum RulesError {
    #[error("fingers={0}: a hand is out at 2 to 255 fingers; with fewer no hand could show any")]
    Fingers(u8),
    #[error("hands={}:{}: each player needs 1 hand or more", .0[0], .0[1])]
    Hands([u64; 2]),
    #[error(
        "the start gives the {side} player {given} hands where the rules give him {expected}: \
         change start or hands"
    )]
    StartHands {
        side: Side,
        given: u64,
        expected: u64,
    },
    #[error("a hand shows {shown} at the start, but a hand is out at fingers={fingers}")]
    StartFingers { shown: u8, fingers: u8 },
    #[error(
        "the {0} player has no live hand at the start, so the game would be over before it begins"
    )]
    StartFinished(Side),
    #[error(
        "repetition={0}: a position can be repeated the 2nd time at the earliest; use none or 2 and more"
    )]
    Repetition(u32),
    #[error(
        "dead-target=on with adds=tapper: a tap on a dead hand would add nothing and be a pass"
    )]
    DeadTargetForTapper,
    #[error("lone-divide=on says when to divide, but divide=off allows none")]
    LoneWithoutDivide,
    #[error(
        "{0}=on says what a split may do, but no split that divide and transfer allow could do it"
    )]
    WithoutSplit(&'static str),
    #[error(
        "{kind}={}: no such split exists with fingers={fingers} and these hands, so the rule would never apply; use off",
        crate::text::split_word(*.shape)
    )]
    NoSuchSplit {
        kind: &'static str,
        shape: Split,
        fingers: u8,
    },
}

/// A rule set: every question of [`Axes`] answered, and the answers checked against one another.
///
/// The fields of [`Axes`] can be read directly. Rules come from a text, from a preset, or from axes:
///
/// ```
/// use waribashi::{Axes, Rules};
/// let six: Rules = "suicide,fingers=6".parse()?;
/// assert_eq!(six.fingers, 6);
/// let same = Rules::new(Axes { fingers: 6, ..Rules::preset("suicide").unwrap().axes().clone() })?;
/// assert_eq!(six, same);
/// assert_eq!(six.to_string().parse::<Rules>()?, six);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    /// `start` is always [`Start::At`].
    axes: Axes,
}

impl Rules {
    /// Checks that the answers fit together.
    ///
    /// # Errors
    ///
    /// Where an answer is out of range, contradicts another, or could never apply.
    pub fn new(mut axes: Axes) -> Result<Self, RulesError> {
        if axes.fingers < 2 {
            return Err(RulesError::Fingers(axes.fingers));
        }
        if axes.hands.contains(&0) {
            return Err(RulesError::Hands(axes.hands));
        }
        let start = match &axes.start {
            Start::Each(shown) => Position::new(
                Hands::uniform(*shown, axes.hands[0]),
                Hands::uniform(*shown, axes.hands[1]),
            ),
            Start::At(position) => position.clone(),
        };
        axes.check_hands(&start, Side::First)?;
        for side in Side::BOTH {
            if start.hands_of(side, Side::First).all_dead() {
                return Err(RulesError::StartFinished(side));
            }
        }
        axes.start = Start::At(start);
        if let Repetition::Nth(n @ 0..=1) = axes.repetition {
            return Err(RulesError::Repetition(n));
        }
        if axes.dead_target && axes.adds_to == AddsTo::Tapper {
            return Err(RulesError::DeadTargetForTapper);
        }
        if axes.lone_divide && axes.divide == Split::Off {
            return Err(RulesError::LoneWithoutDivide);
        }
        // A split empties a hand by moving all its fingers to another live one, or by moving a dead hand's place,
        // which is a pass; equal parts are never empty.
        let uneven = |shape| matches!(shape, Split::Any | Split::Near);
        let divides = uneven(axes.divide);
        if axes.empty_by_split && axes.transfer != Split::Any && !(divides && axes.pass_by_split) {
            return Err(RulesError::WithoutSplit("empty-by-split"));
        }
        if axes.pass_by_split && axes.transfer == Split::Off && !(divides && axes.empty_by_split) {
            return Err(RulesError::WithoutSplit("pass-by-split"));
        }
        let rules = Rules { axes };
        for (kind, shape, low) in [
            ("divide", rules.divide, 0..=0),
            ("transfer", rules.transfer, 1..=rules.fingers - 1),
        ] {
            // "Any" allows what there is; "even" and "near" promise something.
            let promises = matches!(shape, Split::Even | Split::Near);
            if promises && !legal::some_split(&rules, low) {
                return Err(RulesError::NoSuchSplit {
                    kind,
                    shape,
                    fingers: rules.fingers,
                });
            }
        }
        Ok(rules)
    }

    /// The answers, one by one.
    pub fn axes(&self) -> &Axes {
        &self.axes
    }

    /// The position in which a game starts: the first player is to move, so his hands are `mine`.
    pub fn start(&self) -> &Position {
        match &self.axes.start {
            Start::At(position) => position,
            Start::Each(_) => unreachable!("Rules::new makes the start a position"),
        }
    }

    /// The same rules with another start, the first player to move.
    ///
    /// # Errors
    ///
    /// Where the position is none of these rules, or one of a finished game.
    pub fn with_start(&self, start: Position) -> Result<Self, RulesError> {
        Rules::new(Axes {
            start: Start::At(start),
            ..self.axes.clone()
        })
    }

    /// The side to move in `position`, as far as its numbers of hands say: the first player, unless only
    /// the second has as many hands as the mover of `position`.
    pub fn mover(&self, position: &Position) -> Side {
        let counts = [position.mine.len(), position.theirs.len()];
        if counts == self.hands {
            Side::First
        } else {
            Side::Second
        }
    }
}

impl Default for Rules {
    /// The preset `self-tap`.
    fn default() -> Self {
        Rules::preset("self-tap").expect("the default preset exists")
    }
}

impl Deref for Rules {
    type Target = Axes;

    fn deref(&self) -> &Axes {
        &self.axes
    }
}

impl TryFrom<Axes> for Rules {
    type Error = RulesError;

    fn try_from(axes: Axes) -> Result<Self, RulesError> {
        Rules::new(axes)
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self})")
    }
}
