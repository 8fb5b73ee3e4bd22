//! How easily the other player goes wrong after a move.

use waribashi::{Game, Repetition, Value};

use crate::{
    answer::{MoveAnswer, Oracle},
    history::View,
    label::Label,
};

/// How many of the moves of a position give away value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// Moves that are worth less than the position.
    pub wrong: u64,
    /// All moves; 0 when the game is over.
    pub replies: u64,
}

impl Mistakes {
    fn count(values: impl Iterator<Item = Value>) -> Self {
        let values: Vec<Value> = values.collect();
        let best = values.iter().max();
        Mistakes {
            wrong: values
                .iter()
                .filter(|&value| best.is_some_and(|best| value < best))
                .count() as u64,
            replies: values.len() as u64,
        }
    }
}

/// The mistakes that the other player can make after a move of a game, exact, the history counted.
///
/// After the move, the position it led to may be one more whose next occurrence ends the game, and labels
/// have to be computed anew for that. Mostly they need not be, because the values of the replies are still the same:
/// whoever held a draw holds it, a game that ends drawn in that position included; and whoever wins by descending
/// distance does not come back to a position that is further from the end. That leaves replies that win more slowly
/// than the position itself does.
pub(crate) fn after(
    oracle: &impl Oracle,
    view: &View,
    game: &Game,
    played: &MoveAnswer,
) -> Mistakes {
    if played.ends.is_some() {
        return Mistakes {
            wrong: 0,
            replies: 0,
        };
    }
    let compiled = view.compiled();
    let rules = compiled.rules();
    let (replier, position) = (!game.to_move(), &played.to);
    let replies: Vec<Label> = rules
        .moves(position)
        .into_iter()
        .map(|reply| {
            let again = rules.play(position, reply).expect("a generated move");
            view.label(compiled.index(&again), !replier).before()
        })
        .collect();
    let fastest = view.label(compiled.index(position), replier).distance;
    // Where the oracle has no distances, any of them may be.
    let slow = |reply: &Label| {
        let slower = reply.distance.is_none() || reply.distance > fastest;
        reply.value == Value::Win && slower
    };
    let comes_to_count = match rules.repetition {
        Repetition::None => false,
        Repetition::Nth(n) => game.occurrences(replier, position) + 2 >= n,
    };
    if comes_to_count && replies.iter().any(slow) {
        let mut game = game.clone();
        game.play(played.played).expect("a legal move");
        let replies = oracle.answer_in(&game).moves;
        return Mistakes::count(replies.iter().map(|reply| reply.label.value));
    }
    Mistakes::count(replies.iter().map(|reply| reply.value))
}
