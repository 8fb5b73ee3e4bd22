//! A batch plays what `waribashi::Game` plays, step for step, whatever the rules and the mode.

mod model;

use std::sync::Arc;

use model::both;
use proptest::{prelude::*, sample::Index};
use waribashi::{Rules, Side};
use waribashi_batch::{
    Autoreset, Batch, BatchError, Illegal, Labels, Opponent, Options, Owned, Seat, Steps, View,
};
use waribashi_solve::{Solution, Task};
use waribashi_suite::random::any_rules;

fn any_mode() -> impl Strategy<Value = Autoreset> {
    prop_oneof![
        Just(Autoreset::NextStep),
        Just(Autoreset::SameStep),
        Just(Autoreset::Disabled),
    ]
}

fn any_view() -> impl Strategy<Value = View> {
    prop_oneof![Just(View::Absolute), Just(View::Mover)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_batch_is_many_games(
        rules in any_rules(),
        view in any_view(),
        autoreset in any_mode(),
        step_limit in prop_oneof![Just(None), (1..40u32).prop_map(Some)],
        games in 1..150usize,
        threads in 1..4usize,
        seed in any::<u64>(),
    ) {
        let options = Options { games, threads, autoreset, step_limit, seed, ..Options::default() };
        let (mut batch, mut model, mut seen) = both(&rules, view, options);
        let mut actions = vec![0i64; games];
        for turn in 0..40 {
            batch.sample(&mut actions).unwrap();
            if autoreset == Autoreset::Disabled && model.over.contains(&true) {
                let refused = matches!(batch.step(&actions, seen.buffers()), Err(BatchError::Over { .. }));
                prop_assert!(refused);
                prop_assert_eq!(&seen, &model.seen);
                let mask: Vec<u8> = model.over.iter().map(|&over| u8::from(over)).collect();
                batch.reset(None, Some(&mask), seen.buffers()).unwrap();
                model.reset(|game| mask[game] == 1);
                prop_assert_eq!(&seen, &model.seen);
                batch.sample(&mut actions).unwrap();
            }
            for (game, &action) in actions.iter().enumerate() {
                let legal = model.legal(game);
                let good = if model.over[game] { action == 0 } else { legal.contains(&action) };
                prop_assert!(good);
            }
            batch.step(&actions, seen.buffers()).unwrap();
            model.step(&actions, |_, _| None);
            prop_assert_eq!(&seen, &model.seen, "turn {}", turn);
            for game in 0..games {
                prop_assert_eq!(batch.plies(game) as usize, model.games[game].len());
                prop_assert_eq!(batch.position(game).1, model.games[game].to_move());
            }
        }
    }

    #[test]
    fn an_illegal_action_changes_nothing(
        rules in any_rules(),
        games in 1..150usize,
        threads in 1..4usize,
        which in any::<Index>(),
        action in prop_oneof![-3..300i64, any::<i64>()],
    ) {
        let options = Options { games, threads, ..Options::default() };
        let (mut batch, mut model, mut seen) = both(&rules, View::Absolute, options);
        let mut actions = vec![0i64; games];
        for _ in 0..5 {
            batch.sample(&mut actions).unwrap();
            let game = which.index(games);
            let good = std::mem::replace(&mut actions[game], action);
            if !model.over[game] && !model.legal(game).contains(&action) {
                let refused = batch.step(&actions, seen.buffers()).unwrap_err();
                let legal: Vec<usize> = model.legal(game).iter().map(|&action| action as usize).collect();
                let position = model.games[game].position().notation(rules.fingers).to_string();
                let to_move = model.games[game].to_move();
                prop_assert_eq!(refused, BatchError::Illegal { game, action, position, to_move, legal });
                prop_assert_eq!(&seen, &model.seen);
                actions[game] = good;
            }
            batch.step(&actions, seen.buffers()).unwrap();
            model.step(&actions, |_, _| None);
            prop_assert_eq!(&seen, &model.seen);
        }
    }

    #[test]
    fn an_illegal_action_ends_its_game_where_it_is_told_to(
        rules in any_rules(),
        autoreset in prop_oneof![Just(Autoreset::NextStep), Just(Autoreset::SameStep)],
        games in 1..100usize,
        given in prop::collection::vec(-1..12i64, 1..200),
    ) {
        let options = Options { games, autoreset, illegal: Illegal::End, ..Options::default() };
        let (mut batch, mut model, mut seen) = both(&rules, View::Absolute, options);
        let mut actions = vec![0i64; games];
        for turn in 0..20 {
            batch.sample(&mut actions).unwrap();
            for (game, action) in actions.iter_mut().enumerate() {
                if (game + turn) % 3 == 0 {
                    *action = given[(game * 7 + turn) % given.len()];
                }
            }
            batch.step(&actions, seen.buffers()).unwrap();
            model.step(&actions, |_, _| None);
            prop_assert_eq!(&seen, &model.seen);
        }
    }

    #[test]
    fn an_opponent_by_table_replies_what_the_table_says(
        rules in any_rules(),
        autoreset in any_mode(),
        games in 1..100usize,
        choices in prop::collection::vec(any::<Index>(), 1..50),
        step_limit in prop_oneof![Just(None), (1..20u32).prop_map(Some)],
    ) {
        let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
        let solution = Solution::new(&rules, Task::default()).unwrap();
        let compiled = solution.compiled();
        let table: Vec<i64> = (0..compiled.len())
            .map(|id| {
                let actions = rules.actions(&compiled.position(id));
                let Some(chosen) = (!actions.is_empty())
                    .then(|| choices[id % choices.len()].get(&actions).0)
                else {
                    return -1;
                };
                steps.numbering().number(chosen).unwrap() as i64
            })
            .collect();
        let opponent = Some(Opponent::table(&steps, &table).unwrap());
        let options = Options { games, autoreset, step_limit, opponent, ..Options::default() };
        let (mut batch, mut model, mut seen) = both(&rules, View::Absolute, options);
        let mut actions = vec![0i64; games];
        for _ in 0..20 {
            if autoreset == Autoreset::Disabled {
                let mask: Vec<u8> = model.over.iter().map(|&over| u8::from(over)).collect();
                batch.reset(None, Some(&mask), seen.buffers()).unwrap();
                model.reset(|game| mask[game] == 1);
            }
            batch.step_random(&mut actions, seen.buffers()).unwrap();
            model.step(&actions, |model, game| {
                Some(table[compiled.index(model.games[game].position())])
            });
            prop_assert_eq!(&seen, &model.seen);
        }
    }

    #[test]
    fn exact_values_are_those_of_the_game_with_its_history(
        rules in any_rules(),
        autoreset in any_mode(),
        seed in any::<u64>(),
    ) {
        let games = 3;
        let solution = Solution::new(&rules, Task::default()).unwrap();
        let options = Options { games, autoreset, seed, ..Options::default() };
        let (mut batch, mut model, mut seen) = both(&rules, View::Absolute, options);
        let labels = Labels::new(batch.steps(), &solution).unwrap();
        let (mut values, mut distances) = (vec![0; games], vec![0; games]);
        let mut actions = vec![0i64; games];
        for _ in 0..12 {
            batch.sample(&mut actions).unwrap();
            if autoreset == Autoreset::Disabled && model.over.contains(&true) {
                break;
            }
            batch.step(&actions, seen.buffers()).unwrap();
            model.step(&actions, |_, _| None);
            batch.values(&labels, &mut values, &mut distances).unwrap();
            for game in 0..games {
                let answer = solution.answer_in(&model.games[game]);
                prop_assert_eq!(batch.exact(&solution, game).unwrap(), answer.label);
                let drawn = model.games[game].outcome().is_some_and(|outcome| outcome.winner.is_none());
                let table = if drawn { answer.label } else { answer.table };
                prop_assert_eq!(i64::from(distances[game]), table.distance.map_or(-1, i64::from));
                prop_assert_eq!(values[game], match table.value {
                    waribashi::Value::Win => 1,
                    waribashi::Value::Draw => 0,
                    waribashi::Value::Loss => -1,
                });
            }
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn games_do_not_depend_on_the_number_of_threads_or_of_games(
        rules in any_rules(),
        autoreset in prop_oneof![Just(Autoreset::NextStep), Just(Autoreset::SameStep)],
        seed in any::<u64>(),
        seat in prop_oneof![Just(Seat::First), Just(Seat::Random)],
    ) {
        let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
        let run = |games: usize, threads: usize| {
            let opponent = Some(Opponent::random(&steps));
            let options = Options { games, threads, autoreset, seed, opponent, seat, ..Options::default() };
            let mut batch = Batch::new(steps.clone(), options).ok()?;
            let mut seen = Owned::new(&batch);
            batch.reset(None, None, seen.buffers()).unwrap();
            let mut actions = vec![0i32; games];
            for _ in 0..30 {
                batch.step_random(&mut actions, seen.buffers()).unwrap();
            }
            Some((actions, seen))
        };
        let Some(one) = run(300, 1) else {
            // Refused for every number of threads.
            prop_assert!(run(300, 2).is_none());
            return Ok(());
        };
        prop_assert_eq!(&one, &run(300, 2).unwrap());
        prop_assert_eq!(&one, &run(300, 5).unwrap());
        let fewer = run(70, 1).unwrap();
        prop_assert_eq!(&one.0[..70], &fewer.0);
    }
}

fn batch(rules: &str, options: Options) -> Result<Batch, BatchError> {
    let rules: Rules = rules.parse().unwrap();
    let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
    Batch::new(steps, options)
}

#[test]
fn every_preset_that_is_small_enough_plays_as_games() {
    for preset in waribashi::PRESETS
        .iter()
        .filter(|preset| preset.name != "cards")
    {
        for repetition in ["none", "first", "threefold"] {
            let rules = format!("{},repetition={repetition}", preset.name);
            let rules: Rules = rules.parse().unwrap();
            let options = Options {
                games: 100,
                ..Options::default()
            };
            let (mut batch, mut model, mut seen) = both(&rules, View::Absolute, options);
            let mut actions = vec![0i64; 100];
            for _ in 0..60 {
                batch.step_random(&mut actions, seen.buffers()).unwrap();
                model.step(&actions, |_, _| None);
                assert_eq!(seen, model.seen);
            }
        }
    }
}

#[test]
fn larger_hands_and_different_numbers_of_them_play_as_games() {
    for rules in [
        "self-tap,hands=3",
        "suicide,hands=3:2,repetition=first",
        "taps-split,hands=1:4,repetition=threefold",
        "attacks,hands=1",
    ] {
        let rules: Rules = rules.parse().unwrap();
        for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
            let options = Options {
                games: 50,
                autoreset,
                ..Options::default()
            };
            let (mut batch, mut model, mut seen) = both(&rules, View::Mover, options);
            let mut actions = vec![0i64; 50];
            for _ in 0..100 {
                batch.step_random(&mut actions, seen.buffers()).unwrap();
                model.step(&actions, |_, _| None);
                assert_eq!(seen, model.seen);
            }
        }
    }
}

#[test]
fn sampled_actions_are_uniform_over_the_legal_ones() {
    // Six legal actions at the start of self-tap; the seed is fixed, so that this passes or fails for ever.
    let mut batch = batch(
        "self-tap",
        Options {
            games: 6_000,
            seed: 3,
            ..Options::default()
        },
    )
    .unwrap();
    let mut seen = Owned::new(&batch);
    batch.reset(None, None, seen.buffers()).unwrap();
    let mut counts = [0u32; 6];
    let mut actions = vec![0i64; 6_000];
    for _ in 0..20 {
        batch.sample(&mut actions).unwrap();
        actions
            .iter()
            .for_each(|&action| counts[action as usize] += 1);
    }
    let expected = 20_000.0;
    let chi: f64 = counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    // 5 degrees of freedom: 20.5 is passed once in a thousand.
    assert!(chi < 20.5, "{chi}: {counts:?}");
    // A game's draws in turn are independent of one another: pairs are uniform, too.
    let mut pairs = [0u32; 36];
    let mut before = actions.clone();
    for _ in 0..30 {
        batch.sample(&mut actions).unwrap();
        for (a, b) in before.iter().zip(&actions) {
            pairs[(a * 6 + b) as usize] += 1;
        }
        before.copy_from_slice(&actions);
    }
    let expected = 5_000.0;
    let chi: f64 = pairs
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    // 35 degrees of freedom: 66.6.
    assert!(chi < 66.6, "{chi}: {pairs:?}");
}

#[test]
fn opponents_play_by_their_weights() {
    let rules: Rules = "attacks".parse().unwrap();
    let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
    let compiled = waribashi_solve::Compiled::new(&rules);
    let actions = steps.actions();
    let mut weights = vec![0.0; compiled.len() * actions];
    for id in 0..compiled.len() {
        for (action, _) in rules.actions(&compiled.position(id)) {
            let number = steps.numbering().number(action).unwrap();
            // A hand that stands further right taps three times as often.
            weights[id * actions + number] = if number >= 2 { 3.0 } else { 1.0 };
        }
    }
    let games = 40_000;
    let opponent = Opponent::weighted(&steps, &weights).unwrap();
    for (epsilon, expected) in [(0.0, 0.75), (0.5, 0.625), (1.0, 0.5)] {
        let options = Options {
            games,
            opponent: Some(opponent.clone().with_epsilon(epsilon).unwrap()),
            ..Options::default()
        };
        let mut batch = Batch::new(steps.clone(), options).unwrap();
        let mut seen = Owned::new(&batch);
        batch.reset(Some(5), None, seen.buffers()).unwrap();
        // 11-11, then 12-11 for the opponent: the first player's hand becomes 2 by min, 3 by max.
        batch.step(&vec![0i64; games], seen.buffers()).unwrap();
        let by_max = seen.observations.chunks(5).filter(|seen| seen[1] == 3);
        let part = by_max.count() as f64 / games as f64;
        // Five standard deviations.
        assert!((part - expected).abs() < 0.0125, "{epsilon}: {part}");
    }
}

#[test]
fn a_perfect_opponent_never_loses_a_game_that_it_has_not_lost() {
    let rules: Rules = "suicide".parse().unwrap();
    let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
    let solution = Solution::new(&rules, Task::default()).unwrap();
    // The start is lost for the first player.
    let options = Options {
        games: 500,
        opponent: Some(Opponent::perfect(&steps, &solution).unwrap()),
        autoreset: Autoreset::SameStep,
        ..Options::default()
    };
    let mut batch = Batch::new(steps, options).unwrap();
    let mut seen = Owned::new(&batch);
    let mut actions = vec![0i64; 500];
    batch.reset(Some(1), None, seen.buffers()).unwrap();
    let mut ended = 0;
    for _ in 0..100 {
        batch.step_random(&mut actions, seen.buffers()).unwrap();
        for game in 0..500 {
            if seen.terminations[game] == 1 {
                ended += 1;
                assert_eq!(seen.actor_rewards[game], -1.0);
                assert_eq!(seen.rewards[2 * game..][..2], [-1.0, 1.0]);
            }
        }
    }
    assert!(ended > 1_000, "{ended}");
}

#[test]
fn both_seats_come_up_and_the_turn_is_always_the_learners() {
    let rules: Rules = "self-tap".parse().unwrap();
    let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
    let options = Options {
        games: 1_000,
        opponent: Some(Opponent::random(&steps)),
        autoreset: Autoreset::SameStep,
        seat: Seat::Random,
        ..Options::default()
    };
    let mut batch = Batch::new(steps, options).unwrap();
    let mut seen = Owned::new(&batch);
    let mut actions = vec![0i64; 1_000];
    batch.reset(Some(1), None, seen.buffers()).unwrap();
    let mut before: Vec<u8> = batch.seats().collect();
    let second = before.iter().filter(|&&seat| seat == 1).count();
    assert!((420..580).contains(&second), "{second}");
    assert_eq!(before, seen.turns);
    for _ in 0..30 {
        batch.step_random(&mut actions, seen.buffers()).unwrap();
        for (game, &seat) in before.iter().enumerate() {
            let reward = seen.rewards[2 * game + usize::from(seat)];
            assert_eq!(seen.actor_rewards[game], reward);
        }
        before = batch.seats().collect();
        assert_eq!(before, seen.turns);
    }
}

#[test]
fn a_seed_starts_the_same_games_again() {
    let options = || Options {
        games: 50,
        ..Options::default()
    };
    let mut first = batch("school", options()).unwrap();
    let mut second = batch("school", options()).unwrap();
    let run = |batch: &mut Batch, seed| {
        let mut seen = Owned::new(batch);
        let mut actions = vec![0i64; 50];
        batch.reset(Some(seed), None, seen.buffers()).unwrap();
        for _ in 0..25 {
            batch.step_random(&mut actions, seen.buffers()).unwrap();
        }
        (actions, seen)
    };
    let once = run(&mut first, 11);
    assert_ne!(run(&mut second, 12), once);
    assert_eq!(run(&mut second, 11), once);
    assert_eq!(run(&mut first, 11), once);
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let refused = |rules: &str, options: Options| batch(rules, options).unwrap_err().to_string();
    let games = |games| Options {
        games,
        ..Options::default()
    };
    assert!(refused("self-tap", games(0)).contains("at least one game"));
    assert!(refused("self-tap", games(usize::MAX)).contains("use fewer games"));
    assert!(refused("self-tap", games(1 << 55)).contains("use fewer games"));
    let threads = 65;
    let many = Options {
        threads,
        ..games(1)
    };
    assert!(refused("self-tap", many).contains("threads=65"));
    let seat = Seat::Second;
    let alone = Options { seat, ..games(1) };
    assert!(refused("self-tap", alone).contains("opponent"));
    let limit = Options {
        step_limit: Some(0),
        ..games(1)
    };
    assert!(refused("self-tap", limit).contains("step_limit=0"));

    let rules: Rules = "attacks,start=44-11".parse().unwrap();
    let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
    let at_once = Rules::clone(&rules)
        .with_start(waribashi::Position::parse("04-01", &rules).unwrap())
        .unwrap();
    let at_once = Arc::new(Steps::new(&at_once, View::Absolute).unwrap());
    let opponent = Opponent::random(&at_once);
    let options = Options {
        opponent: Some(opponent.clone()),
        seat,
        ..games(1)
    };
    let error = Batch::new(at_once, options.clone())
        .unwrap_err()
        .to_string();
    assert!(error.contains("seat=second"), "{error}");
    let error = Batch::new(steps.clone(), options).unwrap_err().to_string();
    assert!(error.contains("are of the rules"), "{error}");
    for epsilon in [-0.1, 1.1, f64::NAN] {
        assert!(opponent.clone().with_epsilon(epsilon).is_err());
    }
    let length = Opponent::table(&steps, &[0]).unwrap_err().to_string();
    assert!(length.contains("225 positions"), "{length}");
    let illegal = Opponent::table(&steps, &[5; 225]).unwrap_err().to_string();
    assert!(
        illegal.starts_with("the policy plays action 5 in "),
        "{illegal}"
    );
    for bad in [f64::NAN, -1.0, f64::INFINITY, 0.0] {
        let weights = vec![bad; 225 * steps.actions()];
        let error = Opponent::weighted(&steps, &weights)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("the policy's probability"), "{error}");
    }
    let huge: Rules = "cutoff,hands=40".parse().unwrap();
    let error = Steps::new(&huge, View::Absolute).unwrap_err().to_string();
    assert!(error.contains("use fewer fingers or hands"), "{error}");
    let huge: Rules = "attacks,fingers=255,hands=255".parse().unwrap();
    assert!(Steps::new(&huge, View::Absolute).is_err());
}

#[test]
fn buffers_of_the_wrong_size_are_refused_by_name() {
    let mut batch = batch(
        "self-tap",
        Options {
            games: 10,
            ..Options::default()
        },
    )
    .unwrap();
    let mut seen = Owned::new(&batch);
    assert_eq!(
        batch.sample(&mut [0i64; 10]).unwrap_err(),
        BatchError::NotReset
    );
    assert_eq!(
        batch.reset(None, Some(&[1, 1, 1, 1, 1, 1, 1, 1, 1, 0]), seen.buffers()),
        Err(BatchError::NotReset)
    );
    batch.reset(None, None, seen.buffers()).unwrap();
    let mut short = [0u8; 49];
    let mut buffers = seen.buffers();
    buffers.observations = &mut short;
    let error = batch.step(&[0i64; 10], buffers).unwrap_err().to_string();
    assert_eq!(
        error,
        "observations has 49 elements, but 10 games of 5 make 50: give an array of that size"
    );
    let error = batch
        .step(&[0i64; 9], seen.buffers())
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("actions has 9 elements"), "{error}");
    let error = batch
        .reset(None, Some(&[1]), seen.buffers())
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("reset_mask has 1 elements"), "{error}");
    assert_eq!(batch.position(9).1, Side::First);
}
