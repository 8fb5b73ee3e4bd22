//! What opponents promise.

use proptest::prelude::*;
use waribashi::{Game, Position, Rules, Side, Value};
use waribashi_solve::{Opponent, Skill, Solution, Style, Task};
use waribashi_suite::random;

fn solution(rules: &Rules) -> Solution {
    Solution::new(rules, Task::default()).expect("small rules can be solved")
}

fn skilled(skill: f64) -> Style {
    Style::Skilled(Skill::new(skill).expect("from 0 to 1"))
}

fn every_style() -> impl Iterator<Item = Style> {
    Style::NAMED.into_iter().chain([0.0, 0.5, 1.0].map(skilled))
}

fn any_game_in_progress() -> impl Strategy<Value = Game> {
    random::any_rules().prop_flat_map(|rules| random::any_game(rules, 0..=12))
}

/// Plays a game of at most 60 turns.
fn played(solution: &Solution, styles: [Style; 2], seed: u64) -> Game {
    let mut game = Game::new(solution.rules().clone());
    for style in styles.into_iter().cycle().take(60) {
        let Some(chosen) = Opponent::new(style, seed).choose(solution, &game) else {
            break;
        };
        game.play(chosen).expect("a chosen move is legal");
    }
    game
}

/// The moves that a style plays in a position, with one seed or another.
fn choices(rules: &str, position: &str, style: Style) -> Vec<String> {
    let rules: Rules = rules.parse().expect("rules");
    let solution = solution(&rules);
    let fingers = rules.fingers;
    let position = Position::parse(position, &rules).expect("a position");
    let game = Game::from_position(rules, position, Side::First).expect("a position of the rules");
    let mut chosen: Vec<String> = (0..200)
        .map(|seed| Opponent::new(style, seed).choose(&solution, &game))
        .map(|chosen| {
            chosen
                .expect("the game goes on")
                .notation(fingers)
                .to_string()
        })
        .collect();
    chosen.sort();
    chosen.dedup();
    chosen
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_choice_is_a_legal_move_and_there_is_none_when_the_game_is_over(
        game in any_game_in_progress(),
        seed: u64,
    ) {
        let solution = solution(game.rules());
        let legal = game.legal_moves();
        for style in every_style() {
            match Opponent::new(style, seed).choose(&solution, &game) {
                Some(chosen) => prop_assert!(legal.contains(&chosen), "{style}"),
                None => prop_assert!(game.outcome().is_some(), "{style}"),
            }
        }
    }

    #[test]
    fn the_perfect_players_never_worsen_the_exact_value(game in any_game_in_progress(), seed: u64) {
        let solution = solution(game.rules());
        let answer = solution.answer_in(&game);
        for style in [Style::Perfect, Style::Traps, skilled(1.0)] {
            let Some(chosen) = Opponent::new(style, seed).choose(&solution, &game) else {
                continue;
            };
            let chosen = answer.moves.iter().find(|known| known.played == chosen);
            prop_assert_eq!(chosen.expect("a legal move").label.value, answer.label.value);
        }
    }

    #[test]
    fn a_won_position_is_won_in_the_distance_told(game in any_game_in_progress(), seed: u64) {
        let solution = solution(game.rules());
        let answer = solution.answer_in(&game);
        prop_assume!(answer.label.value == Value::Win && answer.outcome.is_none());
        let mut played = game.clone();
        let winner = game.to_move();
        while played.outcome().is_none() {
            let style = if played.to_move() == winner { Style::Traps } else { Style::Random };
            let chosen = Opponent::new(style, seed).choose(&solution, &played);
            played.play(chosen.expect("the game goes on")).expect("a legal move");
            let turns = (played.len() - game.len()) as u32;
            prop_assert!(Some(turns) <= answer.label.distance, "{turns} turns");
        }
        prop_assert_eq!(played.outcome().and_then(|outcome| outcome.winner), Some(winner));
    }

    #[test]
    fn the_same_seed_plays_the_same_game_also_after_undo(seed: u64) {
        let solution = solution(&Rules::default());
        for style in every_style() {
            let mut game = played(&solution, [style, Style::Random], seed);
            prop_assert_eq!(&game, &played(&solution, [style, Style::Random], seed));
            let last = game.undo().expect("a game has moves");
            let mover = if game.len().is_multiple_of(2) { style } else { Style::Random };
            prop_assert_eq!(Opponent::new(mover, seed).choose(&solution, &game), Some(last));
        }
    }
}

#[test]
fn other_seeds_play_other_games() {
    let solution = solution(&Rules::default());
    let games: Vec<Game> = (0..20)
        .map(|seed| played(&solution, [Style::Random; 2], seed))
        .collect();
    assert!(games.iter().any(|game| *game != games[0]));
}

#[test]
fn chance_is_the_same_on_every_machine_and_in_every_version() {
    let solution = solution(&Rules::default());
    let game = played(&solution, [Style::Random; 2], 1);
    let moves: Vec<String> = game
        .moves()
        .iter()
        .map(|played| played.notation(5).to_string())
        .collect();
    assert_eq!(
        moves.join(" "),
        "1+1 1+1 2x2 1x1 2x4 1x2 3x1 1x3 2x1 3+4 4+2 2x1 4+3 3x2 4x3 2+2 4x4 2x4 1x2 3x1 4x3"
    );
}

#[test]
fn everybody_but_the_random_player_sees_a_win_in_one() {
    for style in [
        Style::Perfect,
        Style::Traps,
        Style::Careful,
        Style::Greedy,
        Style::Beginner,
    ] {
        assert_eq!(choices("self-tap", "12-03", style), ["2x3"], "{style}");
    }
    assert!(choices("self-tap", "12-03", Style::Random).len() > 1);
}

#[test]
fn the_careful_player_sees_that_a_tap_loses_at_once_and_the_greedy_one_does_not() {
    // Killing a hand and dividing are worth the same, until 1x4 kills the last hand.
    let all = ["04=13", "04=22", "4x1"];
    assert_eq!(choices("cutoff", "04-11", Style::Greedy), all);
    assert_eq!(
        choices("cutoff", "04-11", Style::Careful),
        ["04=13", "04=22"]
    );
}

#[test]
fn a_skill_of_zero_plays_any_move_and_of_one_the_perfect() {
    let perfect = choices("self-tap", "12-11", Style::Perfect);
    assert_eq!(perfect.len(), 1);
    assert_eq!(choices("self-tap", "12-11", skilled(1.0)), perfect);
    assert_eq!(
        choices("self-tap", "12-11", skilled(0.0)),
        choices("self-tap", "12-11", Style::Random)
    );
}

#[test]
fn the_stronger_wins_more_often() {
    let solution = solution(&Rules::default());
    let won = |style: Style| {
        let won = |seed: &u64| {
            let end = played(&solution, [style, Style::Beginner], *seed).outcome();
            end.is_some_and(|end| end.winner == Some(Side::First))
        };
        (0..200).filter(won).count()
    };
    let [perfect, traps, careful, greedy, beginner, random] = Style::NAMED.map(won);
    assert!(perfect.min(traps) > careful.max(greedy));
    assert!(careful.min(greedy) > beginner && beginner > random);
}

#[test]
fn moves_are_drawn_with_the_chances_that_are_told() {
    const DRAWS: u64 = 4000;
    for (rules, position) in [
        ("self-tap", "12-34"),
        ("taps-split", "04-12"),
        ("suicide", "11-11"),
    ] {
        let rules: Rules = rules.parse().expect("rules");
        let solution = solution(&rules);
        let position = Position::parse(position, &rules).expect("a position");
        let game = Game::from_position(rules, position, Side::First).expect("a position");
        for style in every_style() {
            let chances = style.chances(&solution, &game);
            let all: f64 = chances.iter().map(|at| at.1).sum();
            assert!((all - 1.0).abs() < 1e-9, "{style}: {all}");
            let drawn: Vec<_> = (0..DRAWS)
                .map(|seed| Opponent::new(style, seed).choose(&solution, &game))
                .collect();
            for (played, part) in &chances {
                let times = drawn
                    .iter()
                    .filter(|&at| at.as_ref() == Some(played))
                    .count();
                // Five standard deviations.
                let expected = part * DRAWS as f64;
                let allowed = 5.0 * (expected * (1.0 - part)).sqrt() + 1e-6;
                assert!(
                    (times as f64 - expected).abs() <= allowed,
                    "{style} {played:?}"
                );
            }
            let told = |at: &Option<_>| {
                chances
                    .iter()
                    .any(|(played, _)| at.as_ref() == Some(played))
            };
            assert!(drawn.iter().all(told), "{style}");
            assert_eq!(style.needs_values(), style.chances_unaided(&game).is_none());
        }
    }
}
