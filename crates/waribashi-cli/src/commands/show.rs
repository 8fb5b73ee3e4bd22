//! `waribashi show`: what is known of one position, and of every move in it.

use std::{io::Write, path::PathBuf};

use serde::Serialize;
use waribashi::{Game, Move, Position, Rules, Side, Value};
use waribashi_solve::{Answer, MoveAnswer, Oracle};
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
        page.json(&json(&game, &answer))?;
    } else {
        tell(&game, &answer, page)?;
    }
    Ok(())
}

/// The game that the arguments give.
fn play(arguments: &Arguments, rules: &Rules) -> Result<Game, Failure> {
    let position = match &arguments.position {
        Some(text) => Position::parse(text, rules).map_err(Failure::input)?,
        None => rules.start().clone(),
    };
    let to_move = rules.mover(&position);
    let mut game = Game::from_position(rules.clone(), position, to_move).map_err(Failure::input)?;
    for (at, text) in arguments.moves.split_whitespace().enumerate() {
        let at = at + 1;
        let played = Move::parse(text, rules.fingers)
            .map_err(|error| Failure::input(format!("--moves, move {at}: {error}")))?;
        game.play(played).map_err(|error| {
            let position = game.position().notation(rules.fingers);
            let possible = game.legal_moves();
            let possible = match possible.is_empty() {
                true => "none can be played".to_string(),
                false => format!("expected one of {}", in_a_row(&possible, rules.fingers)),
            };
            Failure::input(format!(
                "--moves, move {at}, \"{text}\" in {position}: {error}; {possible}"
            ))
        })?;
    }
    Ok(game)
}

fn in_a_row(moves: &[Move], fingers: u8) -> String {
    let written: Vec<String> = moves
        .iter()
        .map(|played| played.notation(fingers).to_string())
        .collect();
    written.join(" ")
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

fn json(game: &Game, answer: &Answer) -> Json {
    let fingers = game.rules().fingers;
    let of_move = |played: &MoveAnswer| MoveJson {
        r#move: played.played.notation(fingers).to_string(),
        to: played.to.notation(fingers).to_string(),
        value: played.label.value,
        distance: played.label.distance,
        losing_replies: played.losing_replies,
        ends: played.ends.map(|reason| reason.to_string()),
    };
    Json {
        rules: game.rules().to_string(),
        position: game.position().notation(fingers).to_string(),
        to_move: game.to_move(),
        history: game
            .moves()
            .iter()
            .map(|played| played.notation(fingers).to_string())
            .collect(),
        repeated: game.repeated(),
        value: answer.label.value,
        distance: answer.label.distance,
        table: TableJson {
            value: answer.table.value,
            distance: answer.table.distance,
        },
        moves: answer.moves.iter().map(of_move).collect(),
    }
}

/// What `show --json` prints.
#[derive(Serialize)]
struct Json {
    rules: String,
    position: String,
    to_move: Side,
    history: Vec<String>,
    repeated: u32,
    value: Value,
    distance: Option<u32>,
    table: TableJson,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct TableJson {
    value: Value,
    distance: Option<u32>,
}

#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    to: String,
    value: Value,
    distance: Option<u32>,
    losing_replies: Option<usize>,
    ends: Option<String>,
}
