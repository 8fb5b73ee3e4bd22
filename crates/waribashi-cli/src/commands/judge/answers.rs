//! The answers: a word each, held back until more input is needed.

use std::{
    io::{self, Read, Write},
    str::FromStr,
};

use waribashi::Value;

/// Bytes of answers held back at most.
const CAPACITY: usize = 1 << 16;

/// The words for a win, a loss and a draw of the player who is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words([String; 3]);

impl Words {
    pub(super) fn new(words: [&str; 3]) -> Self {
        Words(words.map(str::to_string))
    }
}

impl FromStr for Words {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split(',').collect::<Vec<_>>()[..] {
            [win, loss] => Ok(Words::new([win, loss, "Draw"])),
            [win, loss, draw] => Ok(Words::new([win, loss, draw])),
            _ => Err(
                "expected two or three words with commas between them (for example: Yes,No)".into(),
            ),
        }
    }
}

/// The answers on their way out, tied to the input: they go out before more input is waited for, so that
/// whoever types cases sees each answered, and in a pipe they go out as often as input comes in.
pub(super) struct Answers<R, W> {
    input: R,
    output: W,
    /// By value, each with its line end.
    lines: [Vec<u8>; 3],
    held: Vec<u8>,
}

impl<R, W: Write> Answers<R, W> {
    pub(super) fn new(input: R, output: W, words: &Words) -> Self {
        let line = |word: &String| format!("{word}\n").into_bytes();
        Answers {
            input,
            output,
            lines: words.0.each_ref().map(line),
            held: Vec::with_capacity(CAPACITY),
        }
    }

    /// Adds an answer.
    #[inline]
    pub(super) fn push(&mut self, value: Value) -> io::Result<()> {
        let line = &self.lines[match value {
            Value::Win => 0,
            Value::Loss => 1,
            Value::Draw => 2,
        }];
        if self.held.len() + line.len() > CAPACITY {
            self.output.write_all(&self.held)?;
            self.held.clear();
        }
        self.held.extend_from_slice(line);
        Ok(())
    }

    /// Puts out what is held back.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.held)?;
        self.held.clear();
        self.output.flush()
    }
}

impl<R: Read, W: Write> Read for Answers<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.flush()?;
        self.input.read(buffer)
    }
}
