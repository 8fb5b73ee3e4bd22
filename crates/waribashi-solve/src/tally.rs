use waribashi::Value;

use crate::label::Label;

/// Counts of positions by their labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) win: u64,
    pub(crate) loss: u64,
    pub(crate) draw: u64,
    /// The longest distance.
    pub(crate) longest: Option<u32>,
    /// The longest distance of a won position, and the lowest number of a position that has it.
    pub(crate) longest_win: Option<(u32, usize)>,
}

impl Tally {
    /// Adds a position; its number is asked for only where it may be kept.
    pub(crate) fn add(&mut self, label: Label, id: impl Fn() -> usize) {
        *self.of(label.value) += 1;
        self.longest = self.longest.max(label.distance);
        if label.value == Value::Win
            && let Some(plies) = label.distance
        {
            self.add_win(plies, id);
        }
    }

    fn add_win(&mut self, plies: u32, id: impl Fn() -> usize) {
        let (most, lowest) = self.longest_win.unwrap_or((0, usize::MAX));
        if plies > most {
            self.longest_win = Some((plies, id()));
        } else if plies == most {
            self.longest_win = Some((plies, lowest.min(id())));
        }
    }

    /// Adds another tally.
    pub(crate) fn join(&mut self, other: Tally) {
        self.win += other.win;
        self.loss += other.loss;
        self.draw += other.draw;
        self.longest = self.longest.max(other.longest);
        if let Some((plies, id)) = other.longest_win {
            self.add_win(plies, || id);
        }
    }

    /// The count of one value.
    pub(crate) fn of(&mut self, value: Value) -> &mut u64 {
        match value {
            Value::Win => &mut self.win,
            Value::Loss => &mut self.loss,
            Value::Draw => &mut self.draw,
        }
    }
}
