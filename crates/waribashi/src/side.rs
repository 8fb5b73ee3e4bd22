use core::{fmt, ops::Not};

/// One of the two players, in absolute terms: who began the game and who did not.
///
/// ```
/// use waribashi::Side;
/// assert_eq!(!Side::First, Side::Second);
/// assert_eq!(Side::Second.to_string(), "second");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player who makes the first move of a game.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, the first player first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}
