//! One case: how it is read and answered, and how a fault in it is told.

use std::io::{self, Read};

use waribashi::Value;

use crate::failure::Failure;

use super::tokens::{Found, Place, Tokens};

/// A way to write cases, and to answer them.
pub(super) trait Case {
    /// Reads the next case. The value is that to the player who gets the first of the words.
    ///
    /// # Errors
    ///
    /// Where the case is faulty or missing.
    fn next<R: Read>(&mut self, tokens: &mut Tokens<R>) -> Result<Value, Fault>;

    /// A case as it should be.
    fn example(&self) -> &str;
}

/// Why a case could not be read.
#[derive(Debug)]
pub(super) enum Fault {
    /// The input could not be read.
    Input(io::Error),
    /// At `place` there is something else than `expected`.
    Case {
        place: Place,
        found: Found,
        expected: String,
    },
    /// The case is right, but what answers it failed.
    Oracle(Failure),
}

impl Fault {
    pub(super) fn new(place: Place, found: Found, expected: impl Into<String>) -> Self {
        let expected = expected.into();
        Fault::Case {
            place,
            found,
            expected,
        }
    }

    /// The same fault, said to be where `what` was expected.
    pub(super) fn expecting(self, what: &str) -> Self {
        match self {
            Fault::Case {
                place,
                found,
                expected,
            } => Fault::new(place, found, format!("{what}, {expected}")),
            unreadable => unreadable,
        }
    }

    /// The message, with words that say which case it is, and an example of one.
    pub(super) fn told(self, which: &str, example: &str) -> Failure {
        match self {
            Fault::Input(error) => error.into(),
            Fault::Oracle(failure) => failure,
            Fault::Case {
                place: Place { line, column },
                found,
                expected,
            } => {
                let found = match found {
                    Found::Token(text) => format!("\"{text}\""),
                    Found::End => "at the end of it".to_string(),
                };
                Failure::input(format!(
                    "standard input, line {line}, column {column}, {found}: {which}expected {expected} \
                     (for example: {example})"
                ))
            }
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Input(error)
    }
}
