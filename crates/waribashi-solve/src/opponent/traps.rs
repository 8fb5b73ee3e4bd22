//! The perfect player who sets traps.

use waribashi::{Game, Move, Value};

use crate::answer::Oracle;

pub(super) fn choose(oracle: &impl Oracle, game: &Game) -> Option<Move> {
    let (answer, mistakes) = oracle.answer_and_mistakes(game);
    let best = answer.moves.first()?;
    let mut chosen = best.played;
    if best.label.value == Value::Win {
        return Some(chosen);
    }
    // A part of nothing: where a move ends the game, there is no reply to go wrong.
    let mut most = (0, 1);
    for (kept, mistakes) in answer.moves.iter().zip(mistakes) {
        if kept.label.value < best.label.value {
            break;
        }
        let part = (mistakes.wrong, mistakes.replies.max(1));
        // The fractions compared without dividing.
        if part.0 * most.1 > most.0 * part.1 {
            (chosen, most) = (kept.played, part);
        }
    }
    Some(chosen)
}
