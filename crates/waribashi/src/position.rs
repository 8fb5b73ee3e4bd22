use alloc::string::{String, ToString};
use core::fmt;

use crate::{
    hands::{Hands, HandsNotation},
    rules::Rules,
    side::Side,
    syntax::SyntaxError,
};

/// A position as the player to move sees it: his own hands, and the other player's.
///
/// Whose turn it is in absolute terms is kept beside it, by [`Game`](crate::Game): most of the theory
/// does not need it.
///
/// ```
/// use waribashi::{Position, Rules};
/// let rules: Rules = "self-tap".parse()?;
/// let position = Position::parse("21-11", &rules)?;
/// assert_eq!(position.notation(rules.fingers).to_string(), "12-11");
/// assert_eq!(Position::parse("1211", &rules)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The hands of the player to move.
    pub mine: Hands,
    /// The hands of the other player.
    pub theirs: Hands,
}

impl Position {
    /// A position from the mover's hands and the other's.
    pub fn new(mine: Hands, theirs: Hands) -> Self {
        Position { mine, theirs }
    }

    /// The same hands with the other player to move.
    pub fn swapped(self) -> Self {
        Position::new(self.theirs, self.mine)
    }

    /// The hands of `side`, when `to_move` is to move.
    pub fn hands_of(&self, side: Side, to_move: Side) -> &Hands {
        if side == to_move {
            &self.mine
        } else {
            &self.theirs
        }
    }

    /// The position as text, mover's hands first, in a game in which a hand is out at `fingers`:
    /// `12-11`, `1,1-1,12` or `1x500,2x3-1x7`, as [`Hands::notation`] has it for each player.
    pub fn notation(&self, fingers: u8) -> PositionNotation<'_> {
        PositionNotation {
            mine: self.mine.notation(fingers),
            theirs: self.theirs.notation(fingers),
        }
    }

    /// Reads a position of these rules: the mover's hands, `-`, the other's hands; or for two hands each
    /// of at most nine fingers four digits. Hands stand in any order.
    ///
    /// Where the players have different numbers of hands the text says by its numbers who is to move;
    /// where that leaves both (dead hands left out), it is the first player.
    ///
    /// # Errors
    ///
    /// Where the text is no position of these rules.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, SyntaxError> {
        Position::parse_for(text, rules.fingers, rules.hands, || {
            rules.start().notation(rules.fingers).to_string()
        })
    }

    /// [`Position::parse`] for rules that are not complete yet.
    pub(crate) fn parse_for(
        text: &str,
        fingers: u8,
        hands: [u64; 2],
        example: impl Fn() -> String,
    ) -> Result<Self, SyntaxError> {
        let short = hands == [2, 2] && fingers <= 10 && text.len() == 4 && text.is_ascii();
        let (mine, theirs, second_half) = match text.split_once('-') {
            Some((mine, theirs)) => (mine, theirs, mine.len() + 1),
            None if short => (&text[..2], &text[2..], 2),
            None => {
                let expected = "the mover's hands, '-', and the other player's hands";
                let end = text.len();
                return Err(SyntaxError::new("position", text, end, expected, example()));
            }
        };
        let read = |counts: [u64; 2]| {
            let part = |part: &str, count: u64, offset: usize| {
                Hands::parse(part, fingers, count)
                    .map_err(|error| error.within("position", text, offset))
            };
            Ok(Position {
                mine: part(mine, counts[0], 0)?,
                theirs: part(theirs, counts[1], second_half)?,
            })
        };
        let read_either = match read(hands) {
            Err(error) if hands[0] != hands[1] => {
                read([hands[1], hands[0]]).map_err(|_: SyntaxError| error)
            }
            first => first,
        };
        read_either.map_err(|error| SyntaxError {
            example: example(),
            ..error
        })
    }
}

/// A position as text, made by [`Position::notation`].
#[derive(Clone, Copy, Debug)]
pub struct PositionNotation<'a> {
    mine: HandsNotation<'a>,
    theirs: HandsNotation<'a>,
}

impl fmt::Display for PositionNotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.mine, self.theirs)
    }
}
