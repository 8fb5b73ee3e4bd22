//! The perfect player who sets traps.

use waribashi::{Game, Move, Value};

use crate::answer::Oracle;

pub(super) fn choose(oracle: &impl Oracle, game: &Game) -> Option<Move> {
    let answer = oracle.answer_in(game);
    let best = answer.moves.first()?;
    let mut chosen = best.played;
    if best.label.value == Value::Win {
        return Some(chosen);
    }
    // A part of nothing: where a move ends the game, there is no reply to go wrong.
    let mut most = (0, 1);
    for kept in &answer.moves {
        if kept.label.value < best.label.value {
            break;
        }
        let part = mistakes(oracle, game, kept.played);
        // The fractions compared without dividing.
        if part.0 * most.1 > most.0 * part.1 {
            (chosen, most) = (kept.played, part);
        }
    }
    Some(chosen)
}

/// How many of the other player's moves after `played` are mistakes, and how many moves he has, at least 1.
fn mistakes(oracle: &impl Oracle, game: &Game, played: Move) -> (u64, u64) {
    let mut game = game.clone();
    game.play(played).expect("a legal move");
    let replies = oracle.answer_in(&game);
    let wrong = replies
        .moves
        .iter()
        .filter(|reply| reply.label.value < replies.label.value);
    (wrong.count() as u64, replies.moves.len().max(1) as u64)
}
