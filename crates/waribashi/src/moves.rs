use alloc::string::{String, ToString};
use core::fmt;

use crate::syntax::{SyntaxError, number};

/// The numbers that two hands of one player show, the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    low: u8,
    high: u8,
}

impl Pair {
    /// The pair of these two numbers, in either order.
    pub const fn new(a: u8, b: u8) -> Self {
        if a <= b {
            Pair { low: a, high: b }
        } else {
            Pair { low: b, high: a }
        }
    }

    /// The smaller number.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// The larger number.
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The fingers of both hands together.
    pub const fn total(self) -> u16 {
        self.low as u16 + self.high as u16
    }
}

/// A move, by the numbers that the hands show: which of two equal hands is used makes no difference.
///
/// A `Move` can be written for any numbers; whether it can be played in a position is the rules' to say
/// ([`Rules::check`](crate::Rules::check)).
///
/// ```
/// use waribashi::{Move, Pair};
/// assert_eq!(Move::parse("1x2", 5)?, Move::Tap { with: 1, on: 2 });
/// assert_eq!(Move::parse("1+2", 5)?, Move::OwnTap { with: 1, on: 2 });
/// let split = Move::parse("04=22", 5)?;
/// assert_eq!(split, Move::Split { from: Pair::new(4, 0), to: Pair::new(2, 2) });
/// assert_eq!(split.notation(5).to_string(), "04=22");
/// assert_eq!(split.notation(20).to_string(), "0,4=2,2");
/// # Ok::<(), waribashi::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// `1x2`: a hand of the mover that shows `with` meets one of the other player's that shows `on`.
    Tap {
        /// What the mover's hand shows.
        with: u8,
        /// What the other player's hand shows.
        on: u8,
    },
    /// `1+2`: a hand of the mover that shows `with` meets another of his own that shows `on`.
    OwnTap {
        /// What the tapping hand shows.
        with: u8,
        /// What the tapped hand shows.
        on: u8,
    },
    /// `04=22`: two hands of the mover that show `from` come to show `to`.
    Split {
        /// What the two hands show before.
        from: Pair,
        /// What they show after.
        to: Pair,
    },
}

impl Move {
    /// The move as text, in a game in which a hand is out at `fingers`.
    pub fn notation(self, fingers: u8) -> MoveNotation {
        MoveNotation {
            played: self,
            comma: if fingers > 10 { "," } else { "" },
        }
    }

    /// Reads a move of a game in which a hand is out at `fingers`: `1x2`, `1+2`, `04=22`, and for
    /// numbers of 10 or more `0,14=7,7`.
    ///
    /// # Errors
    ///
    /// Where the text is no such move, or a number is out of range.
    pub fn parse(text: &str, fingers: u8) -> Result<Self, SyntaxError> {
        let fault = |at: usize, expected: String| {
            SyntaxError::new("move", text, at, expected, example(fingers))
        };
        let Some((sign, symbol)) = text
            .char_indices()
            .find(|&(_, c)| matches!(c, 'x' | '+' | '='))
        else {
            let expected = "'x' (tap), '+' (own tap) or '=' (split) between numbers";
            return Err(fault(text.len(), expected.to_string()));
        };
        let shown = |at: usize, digits: &str| match number::<u8>(digits) {
            Ok(number) if number < fingers => Ok(number),
            bad => Err(fault(
                at + bad.err().unwrap_or(0),
                alloc::format!(
                    "a number of fingers from 0 to {}",
                    fingers.saturating_sub(1)
                ),
            )),
        };
        let (before, after) = (&text[..sign], &text[sign + 1..]);
        if symbol != '=' {
            let (with, on) = (shown(0, before)?, shown(sign + 1, after)?);
            return Ok(match symbol {
                'x' => Move::Tap { with, on },
                _ => Move::OwnTap { with, on },
            });
        }
        let pair = |at: usize, part: &str| {
            let (low, high, gap) = match part.split_once(',') {
                Some((low, high)) => (low, high, low.len() + 1),
                None if fingers <= 10 && part.len() == 2 && part.is_ascii() => {
                    (&part[..1], &part[1..], 1)
                }
                None => {
                    let expected = "the numbers of two hands".to_string();
                    return Err(fault(at + part.len(), expected));
                }
            };
            Ok(Pair::new(shown(at, low)?, shown(at + gap, high)?))
        };
        Ok(Move::Split {
            from: pair(0, before)?,
            to: pair(sign + 1, after)?,
        })
    }
}

/// One move of each kind, in numbers that a hand can show in this game: `04=22` is no move where a hand
/// is out at 3, and is written otherwise where it is out at 20.
fn example(fingers: u8) -> String {
    let most = fingers.saturating_sub(1);
    let (with, on, all) = (1.min(most), 2.min(most), 4.min(most));
    let text = |played: Move| played.notation(fingers);
    alloc::format!(
        "{} (tap), {} (own tap), {} (split)",
        text(Move::Tap { with, on }),
        text(Move::OwnTap { with, on }),
        text(Move::Split {
            from: Pair::new(0, all),
            to: Pair::new(all / 2, all - all / 2),
        }),
    )
}

/// A move as text, made by [`Move::notation`].
#[derive(Clone, Copy, Debug)]
pub struct MoveNotation {
    played: Move,
    comma: &'static str,
}

impl fmt::Display for MoveNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = self.comma;
        match self.played {
            Move::Tap { with, on } => write!(f, "{with}x{on}"),
            Move::OwnTap { with, on } => write!(f, "{with}+{on}"),
            Move::Split { from, to } => write!(
                f,
                "{}{comma}{}={}{comma}{}",
                from.low, from.high, to.low, to.high
            ),
        }
    }
}
