//! `waribashi` alone: what it is, and what to try first.

use std::io::Write;

use crate::{failure::Failure, page::Page};

/// Commands to try, and what they do.
const TRY: [(&str, &str); 6] = [
    ("waribashi play", "play against the computer"),
    ("waribashi serve", "play in the browser"),
    ("waribashi solve", "who wins, and with which first move"),
    (
        "waribashi show 13-04",
        "every move of a position, best first",
    ),
    ("waribashi rules", "every rule set in plain words"),
    ("waribashi help", "everything else"),
];

pub(crate) fn run(page: &mut Page) -> Result<(), Failure> {
    page.paragraph(
        0,
        "waribashi knows the finger game Chopsticks: every school's rules, and for each of them who \
         wins, how fast, and which moves throw it away.",
    )?;
    writeln!(page)?;
    page.heading("Try")?;
    page.table(&TRY.map(|(command, does)| (command.into(), does.into())))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, error::ErrorKind};

    use super::TRY;

    #[test]
    fn every_command_to_try_is_one() {
        for (command, _) in TRY {
            let words = command.split_whitespace();
            if let Err(error) = crate::Arguments::command().try_get_matches_from(words) {
                assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{command}: {error}");
            }
        }
    }
}
