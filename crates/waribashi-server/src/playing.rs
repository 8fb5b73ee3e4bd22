//! Games from texts: rules, a start and moves.

use waribashi::{Game, Move, Position, Rules};

/// An error lists at most so many moves that could be played.
const MOST_SHOWN: usize = 40;

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The start is no position of the rules.
    #[error("{0}")]
    Start(String),
    /// A move cannot be read or played; the message begins with which.
    #[error("moves, {0}")]
    Moves(String),
}

/// The game that begins with a position, or with the start of the rules, and goes on with moves that have blanks
/// between them.
///
/// ```
/// use waribashi::Rules;
/// let game = waribashi_server::play(&Rules::default(), None, "1x1 1+2")?;
/// assert_eq!(game.position().notation(5).to_string(), "11-13");
/// # Ok::<(), waribashi_server::GameError>(())
/// ```
///
/// # Errors
///
/// When the position is none of the rules, or a move cannot be read or played: which, why, and what could.
pub fn play(rules: &Rules, start: Option<&str>, moves: &str) -> Result<Game, GameError> {
    let start_error = |error: &dyn std::fmt::Display| GameError::Start(error.to_string());
    let position = match start {
        Some(text) => Position::parse(text, rules).map_err(|error| start_error(&error))?,
        None => rules.start().clone(),
    };
    let to_move = rules.mover(&position);
    let mut game = Game::from_position(rules.clone(), position, to_move)
        .map_err(|error| start_error(&error))?;
    for (at, text) in moves.split_whitespace().enumerate() {
        let at = at + 1;
        let played = Move::parse(text, rules.fingers)
            .map_err(|error| GameError::Moves(format!("move {at}: {error}")))?;
        game.play(played).map_err(|error| {
            let position = game.position().notation(rules.fingers);
            let possible = game.legal_moves();
            let shown = &possible[..possible.len().min(MOST_SHOWN)];
            let more = if shown.len() < possible.len() {
                " ..."
            } else {
                ""
            };
            let possible = match possible.is_empty() {
                true => "none can be played".to_string(),
                false => format!("expected one of {}{more}", in_a_row(shown, rules.fingers)),
            };
            GameError::Moves(format!(
                "move {at}, \"{text}\" in {position}: {error}; {possible}"
            ))
        })?;
    }
    Ok(game)
}

/// Moves with blanks between them.
pub fn in_a_row(moves: &[Move], fingers: u8) -> String {
    let written: Vec<String> = moves
        .iter()
        .map(|played| played.notation(fingers).to_string())
        .collect();
    written.join(" ")
}
