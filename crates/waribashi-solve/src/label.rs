use std::fmt;

use waribashi::Value;

/// What is known of a solved position: its value to the player to move and, where it is won or lost, the
/// plies to the end when the winner hurries and the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The value to the player to move.
    pub value: Value,
    /// Plies to the end; 0 for a finished position; `None` for a draw, and where a solution has values
    /// only.
    pub distance: Option<u32>,
}

impl Label {
    /// The label of a draw.
    pub const DRAW: Label = Label {
        value: Value::Draw,
        distance: None,
    };

    /// What a move is worth to the player who makes it, when it leads to a position with this label: the
    /// other's view, one ply further from the end.
    ///
    /// ```
    /// use waribashi::Value;
    /// use waribashi_solve::Label;
    /// let lost = Label { value: Value::Loss, distance: Some(4) };
    /// assert_eq!(lost.before(), Label { value: Value::Win, distance: Some(5) });
    /// ```
    pub fn before(self) -> Label {
        Label {
            value: -self.value,
            distance: self.distance.map(|plies| plies + 1),
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance {
            Some(plies) => write!(f, "{} in {plies}", self.value),
            None => self.value.fmt(f),
        }
    }
}

/// A label with its distance in four bytes: 0 for a draw, else 1 + 2 * distance, and one more for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(u32);

impl Code {
    pub(crate) const DRAW: Code = Code(0);

    pub(crate) fn new(win: bool, distance: u32) -> Self {
        Code(1 + 2 * distance + u32::from(win))
    }

    pub(crate) fn label(self) -> Label {
        match self.0.checked_sub(1) {
            None => Label::DRAW,
            Some(rest) => Label {
                value: if rest % 2 == 1 {
                    Value::Win
                } else {
                    Value::Loss
                },
                distance: Some(rest / 2),
            },
        }
    }
}
