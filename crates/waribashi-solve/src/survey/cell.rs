use waribashi::{RulesError, Value};

use crate::{demand::TooLarge, label::Label};

/// One game of a survey, and what is known of its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The number of fingers at which a hand is out.
    pub fingers: u8,
    /// The hands of the first and of the second player.
    pub hands: [u64; 2],
    /// Value and distance at the start to the first player, who is to move.
    pub known: Known,
}

/// What a survey knows of a game, and whence; or why it does not know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Solved, with the distance where distances were asked for.
    Solved(Label),
    /// By the theorem of the many-handed game ([`closed`](crate::closed)), which knows no distances.
    Theorem(Value),
    /// There is no such game.
    NoGame(RulesError),
    /// It would take too much memory.
    TooLarge(TooLarge),
    /// The survey was stopped before.
    Stopped,
}

impl Known {
    /// Value and distance; `None` where the value is not known.
    pub fn label(&self) -> Option<Label> {
        match *self {
            Known::Solved(label) => Some(label),
            Known::Theorem(value) => Some(Label {
                value,
                distance: None,
            }),
            _ => None,
        }
    }

    /// Why the value is not known, in words; `None` where it is.
    pub fn reason(&self) -> Option<String> {
        match self {
            Known::Solved(_) | Known::Theorem(_) => None,
            Known::NoGame(error) => Some(format!("no game: {error}")),
            Known::TooLarge(error) => Some(format!("too large: {error}")),
            Known::Stopped => Some("stopped before it was computed".to_string()),
        }
    }
}
