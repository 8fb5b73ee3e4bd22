use alloc::string::{String, ToString};
use core::fmt;

/// A text that could not be read: which text, where, what was expected there, and an example.
///
/// Every parser of this crate reports this one error, so that every message has the same parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What the text should have been: `position`, `move`, `rules`, ...
    pub what: &'static str,
    /// The text as given.
    pub input: String,
    /// The place of the fault: characters counted from 1; one more than the length at the end.
    pub column: usize,
    /// What was expected there.
    pub expected: String,
    /// A text that would have been accepted.
    pub example: String,
}

impl SyntaxError {
    /// `byte` is an offset into `input`.
    pub(crate) fn new(
        what: &'static str,
        input: &str,
        byte: usize,
        expected: impl Into<String>,
        example: impl Into<String>,
    ) -> Self {
        let column = input
            .char_indices()
            .take_while(|&(at, _)| at < byte)
            .count()
            + 1;
        SyntaxError {
            what,
            input: input.to_string(),
            column,
            expected: expected.into(),
            example: example.into(),
        }
    }

    /// The same fault, seen as a part of a longer text in which it stands at `byte`.
    pub(crate) fn within(self, what: &'static str, input: &str, byte: usize) -> Self {
        let inner = self
            .input
            .char_indices()
            .nth(self.column - 1)
            .map_or(self.input.len(), |(at, _)| at);
        SyntaxError::new(what, input, byte + inner, self.expected, self.example)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A text of a foreign file may be long and hold anything: show a bounded, escaped part.
        const SHOWN: usize = 60;
        write!(f, "{} \"", self.what)?;
        for c in self.input.chars().take(SHOWN) {
            write!(f, "{}", c.escape_debug())?;
        }
        let cut = self.input.chars().nth(SHOWN).is_some();
        f.write_str(if cut { "...\", " } else { "\", " })?;
        match self.input.chars().nth(self.column - 1) {
            Some(c) => write!(f, "at character {}, '{}'", self.column, c.escape_debug())?,
            None => f.write_str("at its end")?,
        }
        write!(
            f,
            ": expected {} (for example: {})",
            self.expected, self.example
        )
    }
}

impl core::error::Error for SyntaxError {}

/// Reads a whole number without sign or leading zeros; on a fault, its byte offset.
pub(crate) fn number<T: core::str::FromStr>(text: &str) -> Result<T, usize> {
    if let Some(at) = text.find(|c: char| !c.is_ascii_digit()) {
        return Err(at);
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(0);
    }
    text.parse().map_err(|_| 0)
}
