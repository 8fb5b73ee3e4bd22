//! How easily one goes wrong, against the definition: the position after the move, looked at by itself.

use proptest::prelude::*;
use waribashi::{Game, Rules};
use waribashi_solve::{Mistakes, Oracle, Solution, Task};
use waribashi_suite::random;

fn by_definition(solution: &Solution, game: &Game) -> Vec<Mistakes> {
    let moves = solution.answer_in(game).moves;
    let after = moves.iter().map(|played| {
        let mut game = game.clone();
        game.play(played.played).expect("a legal move");
        let replies = solution.answer_in(&game);
        let worse = replies
            .moves
            .iter()
            .filter(|reply| reply.label.value < replies.label.value);
        Mistakes {
            wrong: worse.count() as u64,
            replies: replies.moves.len() as u64,
        }
    });
    after.collect()
}

fn check(solution: &Solution, game: &Game) {
    let (answer, mistakes) = solution.answer_and_mistakes(game);
    assert_eq!(answer, solution.answer_in(game));
    assert_eq!(mistakes, by_definition(solution, game), "{}", game.record());
}

fn any_games(rules: &'static str, games: u32, plies: usize) {
    let rules: Rules = rules.parse().expect("rules");
    let solution = Solution::new(&rules, Task::default()).expect("small rules can be solved");
    let mut runner = prop::test_runner::TestRunner::new_with_rng(
        ProptestConfig {
            cases: games,
            failure_persistence: None,
            ..ProptestConfig::default()
        },
        prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
    );
    runner
        .run(&random::any_game(rules, 0..=plies), |mut game| {
            check(&solution, &game);
            while game.undo().is_some() {
                check(&solution, &game);
            }
            Ok(())
        })
        .expect("as the definition says");
}

#[test]
fn they_are_what_the_definition_says_where_any_repetition_draws() {
    any_games("self-tap", 60, 20);
    any_games("school", 40, 20);
    any_games("cutoff,repetition=first", 40, 16);
}

#[test]
fn they_are_what_the_definition_says_where_later_repetitions_draw_or_none() {
    any_games("self-tap,fingers=4,repetition=threefold", 40, 40);
    any_games("suicide", 40, 20);
    any_games("attacks,hands=2:1,own-tap=on,repetition=first", 60, 16);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn they_are_what_the_definition_says_in_any_game(
        game in random::any_rules().prop_flat_map(|rules| random::any_game(rules, 0..=12))
    ) {
        let solution = Solution::new(game.rules(), Task::default()).expect("small rules can be solved");
        check(&solution, &game);
    }
}
