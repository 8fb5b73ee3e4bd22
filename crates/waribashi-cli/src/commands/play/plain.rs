//! `play --plain`: lines in, lines out, for pipes and screen readers.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    thread,
    time::Duration,
};

use super::{command::Command, desk, desk::Desk, words};
use crate::{failure::Failure, page::Page};

/// Reads commands from standard input until it ends, and says on the page what comes of them. Where two
/// computers play, they wait for a step, or with a delay for that time.
pub(crate) fn run(mut desk: Desk, delay: Option<Duration>, page: &mut Page) -> Result<(), Failure> {
    let asks = io::stdin().is_terminal();
    page.paragraph(
        0,
        &format!(
            "{}: {}",
            desk.session.rules().short_name(),
            desk.session.rules().sentence()
        ),
    )?;
    page.paragraph(
        0,
        &format!(
            "{} Type help for what can be typed.",
            desk::seats(&desk.session)
        ),
    )?;
    tell(&desk, page)?;
    let mut lines = io::stdin().lock().lines();
    loop {
        if !proceed(&mut desk, delay, page)? {
            continue;
        }
        if asks {
            write!(page, "> ")?;
        }
        page.flush()?;
        let Some(line) = lines.next() else {
            return Ok(());
        };
        let line = match line {
            Ok(line) => line,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                page.paragraph(0, "That line is no UTF-8 text.")?;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        // Who hits return at a turn of his own has nothing to say.
        if line.trim().is_empty() && desk.session.computer().is_none() {
            continue;
        }
        let command = match Command::parse(&line, desk.session.rules().fingers) {
            Ok(Command::Quit) => return Ok(()),
            Ok(command) => command,
            Err(error) => {
                page.paragraph(0, &words::sentence(&error))?;
                continue;
            }
        };
        let told = tells(&command);
        let whole = command == Command::Record;
        match desk.obey(command) {
            // A record is copied line by line.
            Ok(said) if whole => said.iter().try_for_each(|line| writeln!(page, "{line}"))?,
            Ok(said) => {
                said.iter().try_for_each(|said| page.hanging("", 2, said))?;
                if told {
                    tell(&desk, page)?;
                }
            }
            Err(error) => page.paragraph(0, &words::sentence(&error))?,
        }
    }
}

/// Lets a computer move where it needs no asking; whether it is time to read a line.
fn proceed(desk: &mut Desk, delay: Option<Duration>, page: &mut Page) -> Result<bool, Failure> {
    let waits = desk.session.is_watched() && delay.is_none();
    if desk.session.computer().is_none() || waits {
        return Ok(true);
    }
    page.flush()?;
    thread::sleep(delay.unwrap_or_default());
    // The computer cannot go on without its table, and nobody is asked.
    if let Some(said) = desk.step().map_err(Failure::failed)? {
        page.paragraph(0, &said)?;
        tell(desk, page)?;
    }
    Ok(false)
}

/// Whether the position is told after a command.
fn tells(command: &Command) -> bool {
    match command {
        Command::Try(_)
        | Command::Moves
        | Command::Hint
        | Command::History
        | Command::Rules
        | Command::Save(_)
        | Command::Record
        | Command::Help
        | Command::Quit => false,
        Command::Play(_)
        | Command::Board
        | Command::Analysis
        | Command::Undo
        | Command::Redo
        | Command::New
        | Command::Swap
        | Command::ChangeRules(_)
        | Command::Seat(..)
        | Command::Step
        | Command::Load(_) => true,
    }
}

/// The position, whose turn it is, and the analysis where it is on.
fn tell(desk: &Desk, page: &mut Page) -> Result<(), Failure> {
    let session = &desk.session;
    let game = session.game();
    writeln!(page)?;
    page.paragraph(0, &words::board(session, game.position(), game.to_move()))?;
    page.paragraph(0, &words::turn(session))?;
    if desk.analysis && game.outcome().is_none() {
        page.paragraph(0, &words::sentence(&words::worth(session)))?;
        for made in &session.answer().moves {
            page.hanging("  ", 4, &words::known(session, made))?;
        }
    }
    Ok(())
}
