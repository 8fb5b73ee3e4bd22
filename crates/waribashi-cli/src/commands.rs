//! The commands, one file each: its arguments, and a function `run` that prints its results on a [`Page`].

mod bench;
mod completions;
mod graph;
mod judge;
mod man;
mod play;
mod rules;
mod serve;
mod show;
mod site;
mod solve;
pub(crate) mod start;
mod survey;
pub(crate) mod table;

use clap::Subcommand;

use crate::{failure::Failure, page::Page};

/// What the program can do.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one command a run")]
pub(crate) enum Command {
    Solve(solve::Arguments),
    Show(show::Arguments),
    Rules(rules::Arguments),
    Play(play::Arguments),
    Graph(graph::Arguments),
    Serve(serve::Arguments),
    Site(site::Arguments),
    Survey(survey::Arguments),
    Judge(judge::Arguments),
    Table(table::Arguments),
    Bench(bench::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self, page: &mut Page) -> Result<(), Failure> {
        match self {
            Command::Solve(arguments) => solve::run(&arguments, page),
            Command::Show(arguments) => show::run(&arguments, page),
            Command::Rules(arguments) => rules::run(&arguments, page),
            Command::Play(arguments) => play::run(&arguments, page),
            Command::Graph(arguments) => graph::run(&arguments),
            Command::Serve(arguments) => serve::run(&arguments, page),
            Command::Site(arguments) => site::run(&arguments, page),
            Command::Survey(arguments) => survey::run(&arguments, page),
            Command::Judge(arguments) => judge::run(&arguments),
            Command::Table(arguments) => table::run(&arguments, page),
            Command::Bench(arguments) => bench::run(&arguments, page),
            Command::Completions(arguments) => completions::run(&arguments, page),
            Command::Man(arguments) => man::run(&arguments, page),
        }
    }
}
