//! How a command fails, and what the program's exit status then is.

use std::{
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use anstyle::{AnsiColor, Effects, Style};

const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);

/// Why a command could not be done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody reads standard output any more. No error: the reader has seen enough.
    Closed,
    /// Arguments or input are wrong. The message names the input, the place in it, what was expected, and
    /// an example.
    Input(String),
    /// Something else went wrong; the message says what, and what to do.
    Failed(String),
    /// A signal, or Ctrl-C, ended the program; the number is the signal's.
    Signal(u8),
}

impl Failure {
    /// Bad input, in the words of an error.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Failure::Input(message.to_string())
    }

    /// Anything else, in the words of an error.
    pub(crate) fn failed(message: impl fmt::Display) -> Self {
        Failure::Failed(message.to_string())
    }

    /// What is wrong, in words.
    pub(crate) fn message(self) -> String {
        match self {
            Failure::Closed => "nobody reads the output".to_string(),
            Failure::Input(message) | Failure::Failed(message) => message,
            Failure::Signal(number) => format!("signal {number}"),
        }
    }

    /// Says on standard error what is wrong, and gives the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let (message, status) = match self {
            Failure::Closed => return ExitCode::SUCCESS,
            Failure::Signal(number) => return ExitCode::from(128 + number),
            Failure::Input(message) => (message, 2),
            Failure::Failed(message) => (message, 1),
        };
        // If standard error is closed as well, the exit status has to say it all.
        let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {message}");
        ExitCode::from(status)
    }
}

/// For reading standard input and writing standard output; files have names, which a message must say.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Failed(format!("standard input or output: {error}")),
        }
    }
}
