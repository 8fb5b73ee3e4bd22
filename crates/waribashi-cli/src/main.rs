//! The program `waribashi`: the finger game Chopsticks from the command line.
//!
//! Results go to standard output, messages and progress to standard error. The exit status is 0 when done,
//! 1 when something failed, 2 for bad arguments or input. It is no error when standard output is closed
//! early.

#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod drawing;
mod failure;
mod file;
mod page;
mod solving;
mod telling;

use std::process::ExitCode;

use clap::Parser;

use crate::{commands::Command, page::Page};

/// The finger game Chopsticks: every rule set, perfect play, and exact answers.
#[derive(Debug, Parser)]
#[command(name = "waribashi", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut page = Page::stdout();
    let done = match arguments.command {
        Some(command) => command.run(&mut page),
        None => commands::start::run(&mut page),
    };
    match done.and_then(|()| Ok(page.finish()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
