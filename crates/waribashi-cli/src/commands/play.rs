//! `waribashi play`: the game itself, against people or computers, on a full screen or in lines of text.

mod aim;
mod command;
mod desk;
mod fingers;
mod hint;
mod knowledge;
mod plain;
mod player;
mod screen;
mod session;
mod words;

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::Duration,
};

use waribashi::Rules;
use waribashi_solve::{Demand, Engine, Skill, Style};

use self::{desk::Desk, knowledge::Knowledge, player::Player, screen::Screen, session::Session};
use crate::{arguments, failure::Failure, page::Page, solving::Means};

/// Play the game, against the computer or another person, or watch two computers.
///
/// Players: human; perfect (never makes a mistake); traps (perfect, and lures you into mistakes); careful (looks two
/// turns ahead); greedy (takes what it can get); beginner (sees a win in one turn); random; skill=S (perfect with
/// the probability S, otherwise any move).
///
/// In a terminal the game fills the screen; the key ? tells the keys. With --plain, and where input or output
/// is no terminal, it reads moves and commands line by line; the command help tells them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "RULES", default_value = "self-tap", value_parser = arguments::rules)]
    #[arg(help = arguments::RULES_HELP)]
    rules: Rules,
    /// Play by this table, which must have distances, and its rules, instead of solving.
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    table: Option<PathBuf>,
    /// Who begins.
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    first: Player,
    /// Who plays second [default: careful, or perfect with --skill].
    #[arg(long, value_name = "PLAYER")]
    second: Option<Player>,
    /// How often the perfect player plays the best move, from 0 to 1; otherwise it plays any.
    #[arg(long, value_name = "0..1", value_parser = skill)]
    skill: Option<Skill>,
    /// Begin with the analysis on: every move with value and distance.
    #[arg(long)]
    hints: bool,
    /// Read moves line by line from standard input, for pipes and screen readers.
    #[arg(long)]
    plain: bool,
    /// What the computer's chance is drawn from: the same seed plays the same game again [default: the time].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Where two computers play, move by itself after so many seconds, instead of step by step.
    #[arg(long, value_name = "SECONDS", value_parser = arguments::seconds)]
    delay: Option<Duration>,
    #[command(flatten)]
    means: Means,
}

fn skill(text: &str) -> Result<Skill, String> {
    let skill = text.parse().ok().and_then(Skill::new);
    skill.ok_or_else(|| "expected a number from 0 to 1 (for example: 0.8)".to_string())
}

impl Arguments {
    /// Who plays, a perfect player with the skill given.
    fn players(&self) -> Result<[Player; 2], Failure> {
        let usual = match self.skill {
            Some(_) => Style::Perfect,
            None => Style::Careful,
        };
        let players = [self.first, self.second.unwrap_or(Player::Computer(usual))];
        let Some(skill) = self.skill else {
            return Ok(players);
        };
        let perfect = Player::Computer(Style::Perfect);
        if !players.contains(&perfect) {
            return Err(Failure::input(
                "--skill is the skill of a perfect player, and there is none (for example: --second perfect --skill 0.8)",
            ));
        }
        Ok(players.map(|player| match player {
            player if player == perfect => Player::Computer(Style::Skilled(skill)),
            player => player,
        }))
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| {
            let now = std::time::SystemTime::UNIX_EPOCH.elapsed();
            now.map_or(0, |since| since.as_nanos() as u64)
        })
    }
}

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let players = arguments.players()?;
    let means = arguments.means.clone();
    let full = !arguments.plain && is_screen();
    let knowledge = match &arguments.table {
        Some(file) => Knowledge::open(file)?,
        None if full => solve_before_the_screen(&means, &arguments.rules)?,
        None => Knowledge::Solved(means.solve(&arguments.rules, None, true)?),
    };
    let session = Session::new(knowledge, players, arguments.seed()).map_err(Failure::failed)?;
    let desk = Desk::new(session, arguments.hints, means);
    match full {
        true => screen::terminal::run(Screen::new(desk, arguments.delay)),
        false => plain::run(desk, arguments.delay, page),
    }
}

/// Solves the rules while Ctrl-C still ends the program by itself, and says so where it may take a while.
fn solve_before_the_screen(means: &Means, rules: &Rules) -> Result<Knowledge, Failure> {
    const MANY: u128 = 1_000_000;
    let positions = Demand::of(rules, Engine::suited(rules, true), true).positions;
    if positions > MANY {
        eprintln!("solving {positions} positions ...");
    }
    let solved = means.solve_quietly(rules).map(Knowledge::Solved);
    solved.map_err(Failure::failed)
}

/// Whether there is a terminal on which anything can be drawn.
fn is_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}
