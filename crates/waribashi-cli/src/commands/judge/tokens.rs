//! The input as tokens between blanks, each with its line and column, in memory that does not grow.

use std::io::{self, Read};

use super::case::Fault;

/// Bytes read at once. Large enough that a system call costs nothing beside the reading, small enough for a
/// processor's own memory.
const CAPACITY: usize = 1 << 18;

/// Where a token begins: line and column, both from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
}

impl Place {
    const START: Place = Place { line: 1, column: 1 };
}

/// What stood where something else was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Token(String),
    End,
}

impl Found {
    /// A token, for a message: escaped, and cut where it is long.
    pub(super) fn token(text: &[u8]) -> Self {
        const SHOWN: usize = 40;
        let cut = if text.len() > SHOWN { "..." } else { "" };
        let shown = &text[..text.len().min(SHOWN)];
        Found::Token(format!("{}{cut}", shown.escape_ascii()))
    }
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a [u8],
    pub(super) place: Place,
}

/// The tokens of an input.
pub(super) struct Tokens<R> {
    source: R,
    buffer: Box<[u8]>,
    /// What has been read and not yet been used is `buffer[at..end]`.
    at: usize,
    end: usize,
    /// The place of `buffer[at]`.
    place: Place,
    /// The place of the last token.
    last: Place,
}

impl<R: Read> Tokens<R> {
    pub(super) fn new(source: R) -> Self {
        Tokens::with_capacity(CAPACITY, source)
    }

    fn with_capacity(capacity: usize, source: R) -> Self {
        Tokens {
            source,
            buffer: vec![0; capacity].into(),
            at: 0,
            end: 0,
            place: Place::START,
            last: Place::START,
        }
    }

    /// Where the input comes from.
    pub(super) fn source(&mut self) -> &mut R {
        &mut self.source
    }

    /// The place of what comes next.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The place of the last token.
    pub(super) fn last(&self) -> Place {
        self.last
    }

    /// What has been read and not yet been used.
    #[inline]
    pub(super) fn ahead(&self) -> &[u8] {
        &self.buffer[self.at..self.end]
    }

    /// Uses up the next `bytes`, which must be one line and its end.
    #[inline]
    pub(super) fn skip_line(&mut self, bytes: usize) {
        debug_assert_eq!(
            self.ahead()[..bytes].iter().position(|&b| b == b'\n'),
            Some(bytes - 1)
        );
        self.at += bytes;
        self.place.line += 1;
        self.place.column = 1;
    }

    /// The next token; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Where the input cannot be read, or a token is longer than the buffer.
    pub(super) fn token(&mut self) -> Result<Option<Token<'_>>, Fault> {
        self.skip_blanks();
        while self.at == self.end {
            if !self.refill()? {
                return Ok(None);
            }
            self.skip_blanks();
        }
        let mut length = 0;
        loop {
            let ahead = &self.ahead()[length..];
            match ahead
                .iter()
                .position(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
            {
                Some(more) => {
                    length += more;
                    break;
                }
                None => {
                    length += ahead.len();
                    if length == self.buffer.len() {
                        let found = Found::token(self.ahead());
                        let expected = format!("a word of less than {length} characters");
                        return Err(Fault::new(self.place, found, expected));
                    }
                    if !self.refill()? {
                        break;
                    }
                }
            }
        }
        let place = self.place;
        self.last = place;
        let from = self.at;
        self.at += length;
        self.place.column += length as u64;
        Ok(Some(Token {
            text: &self.buffer[from..self.at],
            place,
        }))
    }

    /// The next token as a whole number. Leading zeros are allowed, a sign is not.
    ///
    /// # Errors
    ///
    /// Where it is none, or is more than `u64::MAX`.
    pub(super) fn number(&mut self) -> Result<u64, Fault> {
        let Some(token) = self.token()? else {
            return Err(Fault::new(self.place, Found::End, whole_number(u64::MAX)));
        };
        let digits = token.text.iter().try_fold(0u64, |number, byte| {
            let digit = byte.wrapping_sub(b'0');
            (digit < 10).then_some(())?;
            number.checked_mul(10)?.checked_add(digit.into())
        });
        digits.ok_or_else(|| {
            Fault::new(
                token.place,
                Found::token(token.text),
                whole_number(u64::MAX),
            )
        })
    }

    /// Uses up blanks and line ends, as far as they have been read.
    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while let Some(&byte) = self.ahead().first() {
            match byte {
                b'\n' => {
                    self.place.line += 1;
                    self.place.column = 1;
                }
                b' ' | b'\t' | b'\r' => self.place.column += 1,
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Reads more behind what has not yet been used; false at the end of the input.
    #[cold]
    fn refill(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.at..self.end, 0);
        self.end -= self.at;
        self.at = 0;
        loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// What is expected where a number is.
pub(super) fn whole_number(most: u64) -> String {
    format!("a whole number from 0 to {most}, in digits alone")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], capacity: usize) -> Vec<(String, u64, u64)> {
        let mut tokens = Tokens::with_capacity(capacity, text);
        let mut all = Vec::new();
        while let Some(token) = tokens.token().expect("no token is too long") {
            let text = String::from_utf8_lossy(token.text).into_owned();
            all.push((text, token.place.line, token.place.column));
        }
        all
    }

    #[test]
    fn tokens_have_their_places_whatever_the_capacity() {
        let text = b"\r\n 12 3\n\n\tlonger  4\r\n5";
        let expected = [
            ("12", 2, 2),
            ("3", 2, 5),
            ("longer", 4, 2),
            ("4", 4, 10),
            ("5", 5, 1),
        ]
        .map(|(text, line, column)| (text.to_string(), line, column));
        for capacity in 7..text.len() + 2 {
            assert_eq!(all(text, capacity), expected, "capacity {capacity}");
        }
    }

    #[test]
    fn a_token_longer_than_the_buffer_is_a_fault_and_not_memory() {
        let mut tokens = Tokens::with_capacity(8, &b"1 12345678901234567890"[..]);
        assert_eq!(tokens.number().expect("a number"), 1);
        let Err(Fault::Case { place, found, .. }) = tokens.token() else {
            panic!("the token was read");
        };
        assert_eq!(place, Place { line: 1, column: 3 });
        assert_eq!(found, Found::Token("12345678".to_string()));
    }

    #[test]
    fn an_input_that_cannot_be_read_is_no_end_of_input() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        let mut tokens = Tokens::new((&b"12"[..]).chain(Broken));
        assert!(matches!(tokens.number(), Err(Fault::Input(_))));
    }
}
