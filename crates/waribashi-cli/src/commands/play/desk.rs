use std::fs;

use waribashi::{Game, Move, Rules, Side};
use waribashi_solve::{Demand, Engine};

use super::{
    command::{Command, HELP},
    knowledge::Knowledge,
    session::Session,
    words,
};
use crate::{file, solving::Means};

/// A session with somebody who gives it commands and hears what comes of them: the same for a screen and for
/// lines of text.
pub(crate) struct Desk {
    /// The game and its players.
    pub(crate) session: Session,
    /// Whether every move is shown with its value.
    pub(crate) analysis: bool,
    means: Means,
}

/// The most positions of rules that a game can change to: more would take too long in the middle of it.
const MOST_POSITIONS: u128 = 4_000_000;

impl Desk {
    /// A desk for a session, which solves other rules by these means.
    pub(crate) fn new(session: Session, analysis: bool, means: Means) -> Self {
        Desk {
            session,
            analysis,
            means,
        }
    }

    /// Does what a command asks, and returns what there is to say. It does not say what the screen or the
    /// next turn tells anyway: the position, whose turn it is, the analysis.
    pub(crate) fn obey(&mut self, command: Command) -> Result<Vec<String>, String> {
        let session = &mut self.session;
        let said = match command {
            Command::Play(played) => {
                check(session, played)?;
                let mover = session.game().to_move();
                session.play(played)?;
                vec![made(session, mover, played)]
            }
            Command::Step => match self.step()? {
                Some(said) => vec![said],
                None => return Err(nobody_steps(&self.session)),
            },
            Command::Try(played) => {
                check(session, played)?;
                let game = session.game();
                let after = session.rules().play(game.position(), played);
                let board = words::board(session, &after.expect("it was checked"), !game.to_move());
                vec![format!(
                    "After {}. {board}",
                    words::written(session, played)
                )]
            }
            Command::Board | Command::Quit => Vec::new(),
            Command::Moves => vec![format!(
                "Moves: {}",
                in_a_row(session, &session.game().legal_moves())
            )],
            Command::Hint => match session.hint()? {
                Some(hint) => vec![hint],
                None => return Err("The game is over: there is nothing to hint at.".to_string()),
            },
            Command::Analysis => {
                self.analysis = !self.analysis;
                let state = if self.analysis { "on" } else { "off" };
                vec![format!("Analysis is {state}.")]
            }
            Command::History => history(session),
            Command::Undo if session.undo() => vec!["Taken back.".to_string()],
            Command::Undo => return Err("There is no turn of yours to go back to.".to_string()),
            Command::Redo if session.redo()? => vec!["Played again.".to_string()],
            Command::Redo => return Err("There is nothing to play again.".to_string()),
            Command::New => {
                session.new_game()?;
                vec!["A new game.".to_string()]
            }
            Command::Swap => {
                session.swap_sides();
                vec![seats(session)]
            }
            Command::Seat(side, player) => {
                session.seat(side, player);
                vec![seats(session)]
            }
            Command::Rules => vec![
                format!("Rules: {}", session.rules().short_name()),
                session.rules().sentences().join(" "),
            ],
            Command::ChangeRules(rules) => {
                let knowledge = self.solve(&rules)?;
                self.session.change_rules(knowledge)?;
                vec!["A new game by other rules.".to_string()]
            }
            Command::Save(path) => {
                let record = session.game().record();
                file::write(&path, record.as_bytes()).map_err(|failure| failure.message())?;
                vec![format!("Saved in {}.", path.display())]
            }
            Command::Load(path) => {
                let name = path.display();
                let text = fs::read_to_string(&path);
                let text =
                    text.map_err(|error| format!("the file \"{name}\" cannot be read: {error}"))?;
                let game =
                    Game::replay(&text).map_err(|error| format!("file \"{name}\": {error}"))?;
                let knowledge = match game.rules() == session.rules() {
                    true => None,
                    false => Some(self.solve(game.rules())?),
                };
                self.session.resume(game, knowledge)?;
                vec![format!("Loaded from {name}.")]
            }
            Command::Record => words::record(session).lines().map(str::to_string).collect(),
            Command::Help => HELP
                .iter()
                .map(|(typed, does)| format!("{typed}: {does}"))
                .collect(),
        };
        Ok(said)
    }

    /// The move of the computer whose turn it is, in words; `None` where it is not a computer's turn.
    pub(crate) fn step(&mut self) -> Result<Option<String>, String> {
        let mover = self.session.game().to_move();
        let played = self.session.step()?;
        Ok(played.map(|played| made(&self.session, mover, played)))
    }

    fn solve(&self, rules: &Rules) -> Result<Knowledge, String> {
        let positions = Demand::of(rules, Engine::suited(rules, true), true).positions;
        if positions > MOST_POSITIONS {
            return Err(format!(
                "these rules have {positions} positions, too many to change to in a game: begin with \
                 waribashi play {}",
                rules.short_name()
            ));
        }
        self.means
            .solve_quietly(rules)
            .map(Knowledge::Solved)
            .map_err(|error| error.to_string())
    }
}

fn check(session: &Session, played: Move) -> Result<(), String> {
    let game = session.game();
    if session.computer().is_some() {
        return Err("It is the computer's turn.".to_string());
    }
    if let Some(outcome) = game.outcome() {
        return Err(format!("the game is over ({outcome}): undo or new goes on"));
    }
    session
        .rules()
        .check(game.position(), played)
        .map_err(|error| {
            format!(
                "{}: {error}; expected one of {}",
                words::written(session, played),
                in_a_row(session, &game.legal_moves())
            )
        })
}

fn nobody_steps(session: &Session) -> String {
    match session.game().outcome() {
        Some(_) => "The game is over: undo or new goes on.".to_string(),
        None => "It is your turn: type a move (for example: 1x1), or help.".to_string(),
    }
}

fn made(session: &Session, mover: Side, played: Move) -> String {
    let written = words::written(session, played);
    match words::who(session, mover).as_str() {
        "you" => format!("You play {written}."),
        who => format!("{} plays {written}.", words::sentence(who)),
    }
}

fn in_a_row(session: &Session, moves: &[Move]) -> String {
    if moves.is_empty() {
        return "none, the game is over".to_string();
    }
    let written: Vec<String> = moves
        .iter()
        .map(|&played| words::written(session, played))
        .collect();
    written.join(" ")
}

/// Who plays which side.
pub(crate) fn seats(session: &Session) -> String {
    let [first, second] = Side::BOTH.map(|side| words::player(session, side));
    format!("First player: {first}. Second player: {second}.")
}

fn history(session: &Session) -> Vec<String> {
    let past = session.past();
    if past.is_empty() {
        return vec!["No move has been played.".to_string()];
    }
    let mut told: Vec<String> = past.iter().map(|past| words::past(session, past)).collect();
    let mistakes = past.iter().filter(|past| past.better.is_some()).count();
    told.push(match mistakes {
        0 => "No move threw anything away.".to_string(),
        1 => "1 move was a mistake.".to_string(),
        n => format!("{n} moves were mistakes."),
    });
    told
}
