use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::syntax::{SyntaxError, number};

/// The hands of one player: how many hands show how many fingers, whichever hand is which.
///
/// A hand that shows 0 is dead. Equal hands are kept as one run with a count, so that a million hands
/// take no more room than two.
///
/// ```
/// use waribashi::Hands;
/// let hands = Hands::from_fingers([2, 0, 2]);
/// assert_eq!(hands.runs(), [(0, 1), (2, 2)]);
/// assert_eq!(hands.notation(5).to_string(), "022");
/// assert_eq!(Hands::parse("2,0,2", 5, 3)?, hands);
/// # Ok::<(), waribashi::SyntaxError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hands {
    /// (fingers, how many hands show them), fingers ascending, no count 0.
    runs: Vec<(u8, u64)>,
}

const FEW_ENOUGH: &str = "no more than u64::MAX hands";

impl Hands {
    /// The hands that show these numbers of fingers, in any order.
    pub fn from_fingers(fingers: impl IntoIterator<Item = u8>) -> Self {
        let mut hands = Hands::default();
        for shown in fingers {
            hands.add(shown, 1);
        }
        hands
    }

    /// `count` hands that all show `fingers`.
    pub fn uniform(fingers: u8, count: u64) -> Self {
        let mut hands = Hands::default();
        hands.add(fingers, count);
        hands
    }

    /// Hands from pairs (fingers, count), in any order; counts of equal fingers add up.
    ///
    /// # Panics
    ///
    /// When the counts add up to more than `u64::MAX`.
    pub fn from_runs(runs: impl IntoIterator<Item = (u8, u64)>) -> Self {
        let mut hands = Hands::default();
        for (fingers, count) in runs {
            hands.add(fingers, count);
        }
        hands
            .runs
            .iter()
            .try_fold(0u64, |sum, run| sum.checked_add(run.1))
            .expect(FEW_ENOUGH);
        hands
    }

    /// The pairs (fingers, count of hands that show them), fingers ascending, counts above 0.
    pub fn runs(&self) -> &[(u8, u64)] {
        &self.runs
    }

    /// The different numbers that the hands show, ascending.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = u8> + '_ {
        self.runs.iter().map(|run| run.0)
    }

    /// The number each hand shows, ascending, one item a hand.
    pub fn fingers(&self) -> impl Iterator<Item = u8> + '_ {
        self.runs
            .iter()
            .flat_map(|&(fingers, count)| (0..count).map(move |_| fingers))
    }

    /// How many hands there are, dead ones included.
    pub fn len(&self) -> u64 {
        self.runs.iter().map(|run| run.1).sum()
    }

    /// Whether there is no hand at all.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// How many hands show exactly `fingers`.
    pub fn showing(&self, fingers: u8) -> u64 {
        self.runs
            .iter()
            .find(|run| run.0 == fingers)
            .map_or(0, |run| run.1)
    }

    /// How many hands are live, that is show at least one finger.
    pub fn live(&self) -> u64 {
        self.len() - self.showing(0)
    }

    /// Whether every hand is dead.
    pub fn all_dead(&self) -> bool {
        self.runs.iter().all(|run| run.0 == 0)
    }

    /// The number that the hand at `place` shows when the hands stand in ascending order, from 0.
    pub fn at(&self, place: u64) -> Option<u8> {
        let mut before = 0;
        self.runs.iter().find_map(|&(fingers, count)| {
            before += count;
            (place < before).then_some(fingers)
        })
    }

    /// The first place, in ascending order from 0, of a hand that shows `fingers`.
    pub fn place_of(&self, fingers: u8) -> Option<u64> {
        let at = self.runs.iter().position(|run| run.0 == fingers)?;
        Some(self.runs[..at].iter().map(|run| run.1).sum())
    }

    /// The largest number shown; `None` without hands.
    pub fn largest(&self) -> Option<u8> {
        self.runs.last().map(|run| run.0)
    }

    /// These hands after one that shows `from` has come to show `to`; `None` if none shows `from`.
    pub fn changed(&self, from: u8, to: u8) -> Option<Hands> {
        let at = self.runs.iter().position(|run| run.0 == from)?;
        let mut after = self.clone();
        if after.runs[at].1 == 1 {
            after.runs.remove(at);
        } else {
            after.runs[at].1 -= 1;
        }
        after.add(to, 1);
        Some(after)
    }

    fn add(&mut self, fingers: u8, count: u64) {
        if count == 0 {
            return;
        }
        match self.runs.binary_search_by_key(&fingers, |run| run.0) {
            Ok(at) => {
                let more = self.runs[at].1.checked_add(count);
                self.runs[at].1 = more.expect(FEW_ENOUGH);
            }
            Err(at) => self.runs.insert(at, (fingers, count)),
        }
    }

    /// The hands as text, in a game in which a hand is out at `fingers`.
    ///
    /// Ascending digits (`014`) where no hand can show 10; a list (`0,1,14`) where one can; runs
    /// (`0x2,1x500`, fingers x count) for more than ten hands.
    pub fn notation(&self, fingers: u8) -> HandsNotation<'_> {
        let form = if self.len() > 10 {
            Form::Runs
        } else if fingers > 10 {
            Form::List
        } else {
            Form::Digits
        };
        HandsNotation { hands: self, form }
    }

    /// Reads `hands` hands of a game in which a hand is out at `fingers`, in any of the three forms of
    /// [`Hands::notation`] and in any order. In the form with counts, hands left out are dead.
    ///
    /// # Errors
    ///
    /// Where the text is of no such form, a number is out of range, or there are too many or too few
    /// hands.
    pub fn parse(text: &str, fingers: u8, hands: u64) -> Result<Self, SyntaxError> {
        let example = || Hands::uniform(1, hands).notation(fingers).to_string();
        let fail = |at: usize, expected: String| {
            Err(SyntaxError::new("hands", text, at, expected, example()))
        };
        let out_of_range = || {
            let most = fingers.saturating_sub(1);
            alloc::format!("a number of fingers from 0 to {most}")
        };
        let miscount = |what: &str| {
            alloc::format!(
                "{hands} {}, not {what}",
                if hands == 1 { "hand" } else { "hands" }
            )
        };

        let with_counts = text.contains('x');
        let pieces: Vec<(usize, &str)> = if fingers <= 10 && !with_counts && !text.contains(',') {
            text.char_indices()
                .map(|(at, digit)| (at, &text[at..at + digit.len_utf8()]))
                .collect()
        } else {
            text.split(',')
                .map(|piece| (piece.as_ptr() as usize - text.as_ptr() as usize, piece))
                .collect()
        };
        let mut read = Hands::default();
        let mut total = 0u64;
        for (at, piece) in pieces {
            let (shown, count) = match piece.split_once('x') {
                Some((shown, count)) => match number::<u64>(count) {
                    Ok(count) if count > 0 => (shown, count),
                    Ok(_) | Err(_) => {
                        let at = at + shown.len() + 1;
                        return fail(at, "a number of hands above 0 after 'x'".to_string());
                    }
                },
                None if with_counts => {
                    let at = at + piece.len();
                    return fail(at, "'x' and the number of hands".to_string());
                }
                None => (piece, 1),
            };
            let fingers = match number::<u8>(shown) {
                Ok(number) if number < fingers => number,
                Ok(_) => return fail(at, out_of_range()),
                Err(bad) => return fail(at + bad, out_of_range()),
            };
            if with_counts && read.showing(fingers) > 0 {
                return fail(at, alloc::format!("each number once, not {fingers} again"));
            }
            total = match total.checked_add(count) {
                Some(total) if total <= hands => total,
                _ => return fail(at, miscount("more")),
            };
            read.add(fingers, count);
        }
        if with_counts {
            read.add(0, hands - total);
        } else if total < hands {
            return fail(text.len(), miscount("fewer"));
        }
        Ok(read)
    }
}

impl FromIterator<u8> for Hands {
    fn from_iter<I: IntoIterator<Item = u8>>(fingers: I) -> Self {
        Hands::from_fingers(fingers)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Digits,
    List,
    Runs,
}

/// Hands as text, made by [`Hands::notation`].
#[derive(Clone, Copy, Debug)]
pub struct HandsNotation<'a> {
    hands: &'a Hands,
    form: Form,
}

impl fmt::Display for HandsNotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::Digits => self
                .hands
                .fingers()
                .try_for_each(|fingers| write!(f, "{fingers}")),
            Form::List => write_list(f, self.hands.fingers()),
            Form::Runs => write_list(
                f,
                self.hands
                    .runs
                    .iter()
                    .map(|(fingers, count)| alloc::format!("{fingers}x{count}")),
            ),
        }
    }
}

fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = T>,
) -> fmt::Result {
    for (i, item) in items.enumerate() {
        write!(f, "{}{item}", if i == 0 { "" } else { "," })?;
    }
    Ok(())
}
