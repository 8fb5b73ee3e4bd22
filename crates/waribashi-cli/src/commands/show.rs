//! `waribashi show`: what is known of one position, and of every move in it.

use std::{io::Write, path::PathBuf};

use waribashi::{Game, Rules};
use waribashi_server::{GameError, in_a_row, json::ShownJson};
use waribashi_solve::{Answer, Oracle};
use waribashi_table::TableOracle;

use crate::{arguments, commands::table, failure::Failure, page::Page, solving::Means, telling};

/// Show a position: its value, and every move, best first.
///
/// With --moves the game is played from the position, and what has been on the board counts under the
/// repetition rule.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The position, the player to move first: for example 12-11 [default: the start of the rules].
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    #[arg(long, value_name = "RULES", default_value = "self-tap", value_parser = arguments::rules)]
    #[arg(help = arguments::RULES_HELP)]
    rules: Rules,
    /// Answer by this table, and its rules, instead of solving.
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    table: Option<PathBuf>,
    /// Moves played from the position, with blanks between them: for example "1x1 1+2".
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    #[command(flatten)]
    means: Means,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let (game, answer) = match &arguments.table {
        None => {
            let game = play(arguments, &arguments.rules)?;
            let solution = arguments.means.solve(game.rules(), None, true)?;
            let answer = solution.answer_in(&game);
            (game, answer)
        }
        Some(file) => {
            let table = table::open(file)?;
            let game = play(arguments, table.rules())?;
            let oracle = TableOracle::new(table);
            let answer = oracle.ask(|oracle| oracle.answer_in(&game));
            (
                game,
                answer.map_err(|error| table::unreadable(file, &error))?,
            )
        }
    };
    if arguments.json {
        page.json(&ShownJson::new(&game, &answer))?;
    } else {
        tell(&game, &answer, page)?;
    }
    Ok(())
}

/// The game that the arguments give.
fn play(arguments: &Arguments, rules: &Rules) -> Result<Game, Failure> {
    let position = arguments.position.as_deref();
    waribashi_server::play(rules, position, &arguments.moves).map_err(|error| match error {
        GameError::Start(_) => Failure::input(error),
        GameError::Moves(_) => Failure::input(format!("--{error}")),
    })
}

fn tell(game: &Game, answer: &Answer, page: &mut Page) -> Result<(), Failure> {
    let rules = game.rules();
    let (fingers, to_move) = (rules.fingers, game.to_move());
    page.heading(&rules.short_name())?;
    page.paragraph(2, &rules.sentences().join(" "))?;
    writeln!(page)?;

    let position = game.position().notation(fingers).to_string();
    page.heading(&format!("{position}, the {to_move} player to move"))?;
    let (mine, theirs) = (&game.position().mine, &game.position().theirs);
    page.paragraph(
        2,
        &format!(
            "The {to_move} player's hands show {}, the {} player's {}.",
            mine.notation(fingers),
            !to_move,
            theirs.notation(fingers)
        ),
    )?;
    if !game.is_empty() {
        let moves = in_a_row(game.moves(), fingers);
        page.hanging("  Played: ", 4, &moves)?;
    }
    if game.repeated() > 1 {
        let times = game.repeated();
        page.paragraph(
            2,
            &format!("This position has been on the board {times} times."),
        )?;
    }
    writeln!(page)?;

    page.heading("Value")?;
    match game.outcome() {
        Some(outcome) if outcome.winner.is_none() => {
            let told = format!("the game is over, and drawn ({}).", outcome.reason);
            page.hanging(&format!("  {}: ", answer.label), 4, &told)?;
        }
        _ => telling::verdict(page, answer.label, to_move)?,
    }
    if let Some(difference) = answer.difference() {
        let told = format!(
            "The table, which knows no history, says {}: {difference}.",
            answer.table
        );
        page.paragraph(2, &told)?;
    }
    if answer.moves.is_empty() {
        return Ok(());
    }
    writeln!(page)?;
    page.heading("Moves, best first")?;
    let moves = answer.moves.iter();
    let rows: Vec<_> = moves
        .map(|played| telling::move_cells(played, fingers))
        .collect();
    page.grid(&telling::MOVE_HEADINGS, &rows)?;
    page.paragraph(
        2,
        "A move is worth what the player who makes it gets; turns count both players' moves, this one included.",
    )?;
    Ok(())
}
