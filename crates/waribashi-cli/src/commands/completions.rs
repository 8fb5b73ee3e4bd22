//! `waribashi completions`: what a shell needs to complete commands and options.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{failure::Failure, page::Page};

/// Print a script that teaches your shell to complete waribashi's commands and options.
///
/// For example: waribashi completions bash > ~/.local/share/bash-completion/completions/waribashi
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let mut command = crate::Arguments::command();
    // Collected first, since clap_complete panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "waribashi", &mut script);
    Ok(std::io::Write::write_all(page, &script)?)
}
