//! `play` on a full screen: what the keys do. Drawing is in `draw`, the terminal in `terminal`.

mod draw;
mod keys;
pub(crate) mod terminal;
#[cfg(test)]
mod tests;

use std::time::Duration;

use waribashi::Move;

use super::{aim::Aim, command::Command, desk, desk::Desk, words};

/// What the screen is doing.
#[derive(Clone, Debug, PartialEq)]
enum Mode {
    /// A hand is chosen, then the one that it taps.
    Aim(Aim),
    /// One of the splits is chosen, with a preview.
    Split { splits: Vec<Move>, at: usize },
    /// A move or a command is typed.
    Typing(String),
    /// Something long is read, from some line on.
    Reading { lines: Vec<String>, from: usize },
    /// The player is asked whether he really wants to leave.
    Leaving,
}

/// What stands beside the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    /// The moves, two a line.
    Moves,
    /// The moves with the value after each.
    History,
}

/// The longest message that leaves the hands their room on a screen of 80 by 24: two lines.
const SHORT: usize = 150;

/// The screen: a desk, and what is shown of it.
pub(crate) struct Screen {
    desk: Desk,
    mode: Mode,
    beside: Beside,
    /// What was said last.
    message: String,
    delay: Option<Duration>,
    /// Whether two computers wait for a key.
    paused: bool,
    /// A text for the clipboard, until the terminal has taken it.
    copied: Option<String>,
    left: bool,
    /// Why the computer cannot move.
    failure: Option<String>,
}

impl Screen {
    /// The screen of a desk. Where two computers play, they move after the delay, or without one step by
    /// step.
    pub(crate) fn new(desk: Desk, delay: Option<Duration>) -> Self {
        let message = format!("{} The key ? tells the keys.", desk::seats(&desk.session));
        Screen {
            desk,
            mode: Mode::Aim(Aim::default()),
            beside: Beside::Moves,
            message,
            delay,
            paused: delay.is_none(),
            copied: None,
            left: false,
            failure: None,
        }
    }

    /// Whether the player has left.
    pub(crate) fn is_left(&self) -> bool {
        self.left
    }

    /// Why the computer could not move, if that is why the screen was left.
    pub(crate) fn failure(self) -> Option<String> {
        self.failure
    }

    /// The text that is to go to the clipboard, once.
    pub(crate) fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// After how much time the computer moves; `None` where nobody waits for it.
    pub(crate) fn due(&self) -> Option<Duration> {
        let session = &self.desk.session;
        let waits = session.is_watched() && self.paused;
        // While somebody reads or types, the game stands still.
        let idle = matches!(self.mode, Mode::Aim(_));
        (session.computer().is_some() && !waits && idle).then(|| self.delay.unwrap_or_default())
    }

    /// The computer moves.
    pub(crate) fn step(&mut self) {
        match self.desk.step() {
            Ok(Some(said)) => self.message = said,
            Ok(None) => {}
            // The computer cannot go on without its table, and nobody is asked.
            Err(error) => {
                self.failure = Some(error);
                self.left = true;
            }
        }
        self.mode = Mode::Aim(Aim::default());
    }

    /// Does what was typed.
    fn obey(&mut self, command: Command) {
        self.mode = Mode::Aim(Aim::default());
        match command {
            Command::Quit => return self.leave(),
            Command::Record => return self.copy(),
            // Who looks at a game move by move does not want it to run on.
            Command::Step | Command::Undo | Command::Redo if self.desk.session.is_watched() => {
                self.paused = true;
            }
            _ => {}
        }
        let said = match self.desk.obey(command) {
            Ok(said) => said,
            Err(error) => vec![words::sentence(&error)],
        };
        match &said[..] {
            [] => {}
            [short] if short.len() <= SHORT => self.message = short.clone(),
            _ => self.read(said),
        }
    }

    fn read(&mut self, lines: Vec<String>) {
        self.mode = Mode::Reading { lines, from: 0 };
    }

    /// Puts the record on the clipboard, and shows it where the terminal has none.
    fn copy(&mut self) {
        let record = words::record(&self.desk.session);
        let mut lines: Vec<String> = record.lines().map(str::to_string).collect();
        lines.push(String::new());
        lines.push(
            "It was sent to the clipboard, which not every terminal allows (OSC 52): if it is not there, copy it \
             from here."
                .to_string(),
        );
        self.copied = Some(record);
        self.read(lines);
    }

    /// Leaves, at once where no game is lost by it.
    fn leave(&mut self) {
        let game = self.desk.session.game();
        if game.is_empty() || game.outcome().is_some() {
            self.left = true;
        } else {
            self.mode = Mode::Leaving;
        }
    }
}
