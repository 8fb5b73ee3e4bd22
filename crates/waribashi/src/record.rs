//! The record of a game: a few lines of text, `key: value`.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    game::{Game, PlayError, Reason},
    moves::Move,
    position::Position,
    rules::{Rules, RulesError},
    side::Side,
    syntax::SyntaxError,
    text::ParseRulesError,
};

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A line is none of a record, or stands twice, or is missing.
    #[error("line {line} of the record: expected {expected}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What was expected there.
        expected: String,
    },
    /// The rules cannot be read.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// The start or a move cannot be read.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The start is none of these rules.
    #[error("the start of the record: {0}")]
    Start(#[from] RulesError),
    /// A move cannot be played.
    #[error("move {ply} of the record, {played}: {error}")]
    Move {
        /// Which move, counted from 1.
        ply: usize,
        /// The move as written.
        played: String,
        /// Why not.
        error: PlayError,
    },
    /// The result is another than the moves lead to.
    #[error("the record says \"{written}\", but its moves lead to \"{played}\"")]
    Result {
        /// As written.
        written: String,
        /// As played.
        played: String,
    },
}

const OPEN: &str = "open";

pub(crate) fn write(game: &Game) -> String {
    let fingers = game.rules().fingers;
    let moves: Vec<String> = game
        .moves()
        .iter()
        .map(|played| played.notation(fingers).to_string())
        .collect();
    let first = game
        .positions()
        .next()
        .map_or(Side::First, |(side, _)| side);
    format!(
        "rules: {}\nstart: {}\nto move: {first}\nmoves: {}\nresult: {}\n",
        game.rules(),
        game.start().notation(fingers),
        moves.join(" "),
        result(game),
    )
}

fn result(game: &Game) -> String {
    game.outcome()
        .map_or_else(|| OPEN.to_string(), |outcome| outcome.to_string())
}

impl Game {
    /// Reads a record that [`Game::record`] wrote and plays its moves. Empty lines and lines that begin
    /// with `#` are passed over.
    ///
    /// # Errors
    ///
    /// Where the text is no record, a move is illegal, or the result is not what the moves lead to.
    pub fn replay(record: &str) -> Result<Game, RecordError> {
        const KEYS: [&str; 5] = ["rules", "start", "to move", "moves", "result"];
        let mut lines = record
            .lines()
            .enumerate()
            .map(|(at, line)| (at + 1, line.trim_end()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let mut values = [(0, ""); KEYS.len()];
        for (key, value) in KEYS.into_iter().zip(&mut values) {
            let end = (record.lines().count() + 1, "");
            let (line, text) = lines.next().unwrap_or(end);
            let rest = text
                .strip_prefix(key)
                .and_then(|rest| rest.strip_prefix(':'));
            let Some(rest) = rest else {
                let expected = format!("\"{key}: ...\"");
                return Err(RecordError::Line { line, expected });
            };
            *value = (line, rest.trim_start());
        }
        if let Some((line, _)) = lines.next() {
            let expected = "the end of the record".to_string();
            return Err(RecordError::Line { line, expected });
        }
        let [
            (_, rules),
            (_, start),
            (line, to_move),
            (_, moves),
            (_, written),
        ] = values;

        let rules: Rules = rules.parse()?;
        let start = Position::parse(start, &rules)?;
        let Some(to_move) = Side::BOTH
            .into_iter()
            .find(|side| side.to_string() == to_move)
        else {
            let expected = "\"to move: first\" or \"to move: second\"".to_string();
            return Err(RecordError::Line { line, expected });
        };
        let fingers = rules.fingers;
        let mut game = Game::from_position(rules, start, to_move)?;
        for (at, text) in moves.split_whitespace().enumerate() {
            let played = Move::parse(text, fingers)?;
            game.play(played).map_err(|error| RecordError::Move {
                ply: at + 1,
                played: text.to_string(),
                error,
            })?;
        }
        if written.ends_with(&Reason::Agreed.to_string()) {
            // A draw by agreement is the one result that the moves do not show.
            game.agree_draw().ok();
        }
        let played = result(&game);
        if played != written {
            let written = written.to_string();
            return Err(RecordError::Result { written, played });
        }
        Ok(game)
    }
}
