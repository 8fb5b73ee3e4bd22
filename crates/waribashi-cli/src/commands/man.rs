//! `waribashi man`: the manual page.

use std::io::Write;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::{failure::Failure, page::Page};

/// Print the manual page, or that of one command.
///
/// For example: waribashi man > waribashi.1, or waribashi man judge | man -l -
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The command; without one, the page of the program.
    command: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let mut program = crate::Arguments::command();
    program.build();
    let command = match &arguments.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let names: Vec<&str> = program.get_subcommands().map(|c| c.get_name()).collect();
                return Err(Failure::input(format!(
                    "command \"{}\": expected one of {} (for example: waribashi man judge)",
                    name.escape_debug(),
                    names.join(", ")
                )));
            }
        },
    };
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(page.write_all(&text)?)
}
