use core::{fmt, ops::Neg};

/// What a position is worth to the player to move, or a move to the player who makes it, when both
/// sides play perfectly and endless play is a draw.
///
/// Ordered from worst to best; negation gives the other player's view.
///
/// ```
/// use waribashi::Value;
/// assert!(Value::Loss < Value::Draw && Value::Draw < Value::Win);
/// assert_eq!(-Value::Win, Value::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The other player wins, whatever is played.
    Loss,
    /// Neither player can force a win.
    Draw,
    /// The player to move wins, whatever the other plays.
    Win,
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        })
    }
}
