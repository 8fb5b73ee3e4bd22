//! Cases of the many-handed game, answered by the theorem.

use std::io::Read;

use waribashi::Value;
use waribashi_solve::closed::Counts;

use super::{
    case::{Case, Fault},
    columns::Columns,
    digits::{self, SPAN},
    tokens::{Found, Place, Tokens},
};

/// The bytes that [`line_of_four`] looks at: three numbers of 19 digits with a blank after each, and what
/// the fourth may need.
const LINE: usize = 3 * 20 + SPAN;

/// Cases of four counts.
pub(super) struct Counted {
    columns: Columns,
    example: String,
}

impl Counted {
    pub(super) fn new(columns: Columns) -> Self {
        // Numbers that contradict no columns, whichever they are.
        let example = (0..4)
            .map(|column| match columns.name(column) {
                "N" | "M" => "4",
                _ => "2",
            })
            .collect::<Vec<_>>()
            .join(" ");
        let example = format!("{columns} = {example}");
        Counted { columns, example }
    }

    /// A case of any shape, whose faults have their places.
    #[cold]
    fn next_with_care<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Counts, Fault> {
        let mut numbers = [0; 4];
        let mut places = [Place { line: 0, column: 0 }; 4];
        for column in 0..4 {
            let name = self.columns.name(column);
            numbers[column] = tokens.number().map_err(|fault| fault.expecting(name))?;
            places[column] = tokens.last();
        }
        self.columns.counts(&numbers).map_err(|wrong| {
            let found = Found::Token(numbers[wrong.part].to_string());
            let expected = format!(
                "{} to be at most {}, which is {}",
                self.columns.name(wrong.part),
                self.columns.name(wrong.all),
                numbers[wrong.all]
            );
            Fault::new(places[wrong.part], found, expected)
        })
    }
}

impl Case for Counted {
    #[inline]
    fn next<R: Read>(&mut self, tokens: &mut Tokens<R>) -> Result<Value, Fault> {
        tokens.skip_blanks();
        // Nearly every case is one line of four short enough numbers. Whatever else it is, if it is wrong, or
        // if it may not have been read to its end, it is taken with care.
        let ahead = tokens.ahead().first_chunk();
        let plain = ahead.and_then(line_of_four).and_then(|(numbers, length)| {
            let counts = self.columns.counts(&numbers).ok()?;
            Some((counts, length))
        });
        let counts = match plain {
            Some((counts, length)) => {
                tokens.skip_line(length);
                counts
            }
            None => self.next_with_care(tokens)?,
        };
        Ok(counts.value())
    }

    fn example(&self) -> &str {
        &self.example
    }
}

/// Four numbers of at most 19 digits with one blank between them and a line end after, and the length of
/// all; `None` for anything else.
#[inline]
fn line_of_four(text: &[u8; LINE]) -> Option<([u64; 4], usize)> {
    let mut numbers = [0; 4];
    let mut at = 0;
    for (column, number) in numbers.iter_mut().enumerate() {
        let (value, digits) = digits::number(text[at..].first_chunk()?)?;
        *number = value;
        at += digits;
        if column < 3 && text[at] != b' ' {
            return None;
        }
        at += 1;
    }
    match text[at - 1..] {
        [b'\n', ..] => Some((numbers, at)),
        [b'\r', b'\n', ..] => Some((numbers, at + 1)),
        _ => None,
    }
}

/// Cases with the hands written out: N and M, then what each hand shows.
pub(super) struct WrittenOut;

impl Case for WrittenOut {
    fn next<R: Read>(&mut self, tokens: &mut Tokens<R>) -> Result<Value, Fault> {
        let mut hands = [0; 2];
        for (hands, name) in hands.iter_mut().zip(["N", "M"]) {
            *hands = tokens.number().map_err(|fault| fault.expecting(name))?;
        }
        // By player and fingers shown; the dead are counted and not asked for.
        let mut shown = [[0; 3]; 2];
        for (player, whose) in ["the player to move", "the other player"]
            .iter()
            .enumerate()
        {
            for hand in 1..=hands[player] {
                let fingers = shown_by(tokens, 2).map_err(|fault| {
                    fault.expecting(&format!("hand {hand} of {} of {whose}", hands[player]))
                })?;
                shown[player][usize::from(fingers)] += 1;
            }
        }
        let [[_, a, c], [_, b, d]] = shown;
        Ok(Counts { a, c, b, d }.value())
    }

    fn example(&self) -> &str {
        "2 3 1 2 1 1 2"
    }
}

/// What a hand shows, from 0 to `most` fingers.
pub(super) fn shown_by<R: Read>(tokens: &mut Tokens<R>, most: u8) -> Result<u8, Fault> {
    let expected = || format!("a number of fingers from 0 to {most}");
    let fingers = tokens.number().map_err(|fault| match fault {
        Fault::Case { place, found, .. } => Fault::new(place, found, expected()),
        unreadable => unreadable,
    })?;
    u8::try_from(fingers)
        .ok()
        .filter(|&fingers| fingers <= most)
        .ok_or_else(|| Fault::new(tokens.last(), Found::Token(fingers.to_string()), expected()))
}
