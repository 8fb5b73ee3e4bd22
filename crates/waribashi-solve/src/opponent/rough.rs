//! Players who know the rules and a turn or two ahead, and no values.

use waribashi::{Game, Goal, Move, Position, Rules, Value};

/// The moves that a careful player is content with.
pub(super) fn careful(game: &Game) -> Vec<Move> {
    best(game, |rules, after| {
        match rules.finished(after) {
            Some(Value::Loss) => return (2, 0),
            Some(_) => return (0, 0),
            None => {}
        }
        let replies = rules.moves(after);
        // As the careful player sees it again after the reply.
        let worst = replies
            .iter()
            .map(|&reply| rules.play(after, reply).expect("a generated move"))
            .map(|again| match rules.finished(&again) {
                Some(Value::Loss) => (0, 0),
                _ => (1, standing(rules, &again)),
            });
        worst.min().expect("the game goes on")
    })
}

/// The moves that a greedy player is content with.
pub(super) fn greedy(game: &Game) -> Vec<Move> {
    best(game, |rules, after| match rules.finished(after) {
        Some(Value::Loss) => (2, 0),
        Some(_) => (0, 0),
        None => (1, -standing(rules, after)),
    })
}

/// The moves that a beginner chooses from.
pub(super) fn beginner(game: &Game) -> Vec<Move> {
    best(game, |rules, after| {
        rules.finished(after) == Some(Value::Loss)
    })
}

/// How much better off the player to move is: his live hands less the other's, or the other way round
/// where dead hands are wanted.
fn standing(rules: &Rules, position: &Position) -> i128 {
    let ahead = i128::from(position.mine.live()) - i128::from(position.theirs.live());
    match rules.goal {
        Goal::Survive => ahead,
        Goal::Empty => -ahead,
    }
}

/// The moves after which the position, as the other player sees it, has the highest merit.
fn best<M: Ord>(game: &Game, merit: impl Fn(&Rules, &Position) -> M) -> Vec<Move> {
    let rules = game.rules();
    let judged: Vec<(Move, M)> = game
        .legal_moves()
        .into_iter()
        .map(|played| {
            let after = rules.play(game.position(), played);
            (played, merit(rules, &after.expect("a legal move")))
        })
        .collect();
    let most = judged.iter().map(|(_, merit)| merit).max();
    judged
        .iter()
        .filter(|(_, merit)| Some(merit) == most)
        .map(|&(played, _)| played)
        .collect()
}
