use waribashi::{Reason, Value};

use super::{session::Session, words};

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    /// What the position is worth.
    Value,
    /// The best move.
    Move,
    /// Why it is the best.
    Reason,
}

impl Hint {
    /// What comes after a hint: value, move, reason, and no more than that.
    pub(crate) fn after(hint: Option<Hint>) -> Self {
        match hint {
            None => Hint::Value,
            Some(Hint::Value) => Hint::Move,
            Some(Hint::Move | Hint::Reason) => Hint::Reason,
        }
    }

    /// The hint in words; the game goes on.
    pub(crate) fn tell(self, session: &Session) -> Result<String, String> {
        Ok(match self {
            Hint::Value => format!("Hint: {}", words::worth(session)),
            Hint::Move => format!(
                "Hint: the best move is {}.",
                words::written(session, session.answer().moves[0].played)
            ),
            Hint::Reason => format!("Hint: {}", reason(session)?),
        })
    }
}

/// Why the best move is the best.
fn reason(session: &Session) -> Result<String, String> {
    let answer = session.answer();
    let best = &answer.moves[0];
    let written = words::written(session, best.played);
    let worse: Vec<String> = answer
        .moves
        .iter()
        .filter(|other| other.label.value < best.label.value)
        .map(|other| {
            let written = words::written(session, other.played);
            format!("{written} ({})", other.label)
        })
        .collect();
    let mut told = match (best.label.value, best.ends) {
        (Value::Win, Some(_)) => format!("{written} ends the game at once."),
        (Value::Win, None) => format!(
            "{written} wins whatever the other player does; the longest line is {}.",
            line(session)?
        ),
        (Value::Draw, Some(Reason::Repetition)) => {
            format!("{written} brings back a position, which ends the game in a draw.")
        }
        (Value::Draw, _) => match best.losing_replies {
            Some(1) => format!("{written} draws, and 1 reply to it loses."),
            Some(n) if n > 1 => format!("{written} draws, and {n} replies to it lose."),
            _ => format!("{written} draws."),
        },
        (Value::Loss, _) => format!(
            "every move loses; {written} holds out longest: {}.",
            line(session)?
        ),
    };
    match &worse[..] {
        [] => {}
        [other] => told += &format!(" Worse is {other}."),
        others => told += &format!(" Worse are {}.", others.join(", ")),
    }
    if let Some(difference) = answer.difference() {
        told += &format!(" Without the history it is {difference}.");
    }
    Ok(told)
}

fn line(session: &Session) -> Result<String, String> {
    const MOST: usize = 12;
    let moves = session.line(MOST + 1)?;
    let more = if moves.len() > MOST { " ..." } else { "" };
    let written = moves.iter().take(MOST);
    let written: Vec<String> = written
        .map(|&played| words::written(session, played))
        .collect();
    Ok(format!("{}{more}", written.join(" ")))
}
