//! Properties of the engines on random rules, position by position.

use std::collections::HashMap;

use proptest::prelude::*;
use waribashi::{AddsTo, Axes, Game, Goal, Hands, Overflow, Position, Rules, Side, Split, Value};
use waribashi_solve::{Compiled, Engine, Label, Scope, Solution, Task};
use waribashi_suite::{all_positions, random};

fn solve(rules: &Rules, engine: Engine, distances: bool, threads: usize) -> Solution {
    let task = Task {
        engine: Some(engine),
        distances,
        threads,
        ..Task::default()
    };
    Solution::new(rules, task).expect("small rules can be solved")
}

/// The textbook once more, without rows, counters or a queue: every position is looked at again and again
/// until nothing changes, one distance at a time.
fn naive(rules: &Rules) -> HashMap<Position, Label> {
    let positions = all_positions(rules);
    let after: Vec<Vec<Position>> = positions
        .iter()
        .map(|position| {
            let moves = rules.moves(position).into_iter();
            moves
                .map(|played| rules.play(position, played).unwrap())
                .collect()
        })
        .collect();
    let mut known: HashMap<Position, Label> = HashMap::new();
    for position in &positions {
        if let Some(value) = rules.finished(position) {
            let distance = Some(0);
            known.insert(position.clone(), Label { value, distance });
        }
    }
    for distance in 1.. {
        let mut found = Vec::new();
        for (position, after) in positions.iter().zip(&after) {
            if known.contains_key(position) {
                continue;
            }
            let values: Vec<Option<Value>> = after
                .iter()
                .map(|next| known.get(next).map(|label| label.value))
                .collect();
            let value = if values.contains(&Some(Value::Loss)) {
                Value::Win
            } else if values.iter().all(|&value| value == Some(Value::Win)) {
                Value::Loss
            } else {
                continue;
            };
            let distance = Some(distance);
            found.push((position.clone(), Label { value, distance }));
        }
        if found.is_empty() {
            break;
        }
        known.extend(found);
    }
    for position in positions {
        known.entry(position).or_insert(Label::DRAW);
    }
    known
}

fn labels(solution: &Solution) -> Vec<Label> {
    (0..solution.compiled().len())
        .map(|id| solution.label(id))
        .collect()
}

fn values(solution: &Solution) -> Vec<Value> {
    labels(solution)
        .into_iter()
        .map(|label| label.value)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn the_queue_gives_what_a_naive_iteration_gives(rules in random::any_rules()) {
        let solution = solve(&rules, Engine::Queue, true, 1);
        let known = naive(&rules);
        prop_assert_eq!(known.len(), solution.compiled().len());
        for (position, label) in known {
            prop_assert_eq!(solution.label_of(&position), label, "{:?} {:?}", rules, position);
        }
    }

    #[test]
    fn the_rows_give_what_the_queue_gives(rules in random::any_rules()) {
        let queue = solve(&rules, Engine::Queue, true, 1);
        for threads in [1, 3] {
            prop_assert_eq!(labels(&solve(&rules, Engine::Rows, true, threads)), labels(&queue), "{:?}", rules);
            prop_assert_eq!(values(&solve(&rules, Engine::Rows, false, threads)), values(&queue), "{:?}", rules);
        }
    }

    #[test]
    fn compiled_rules_know_the_moves_of_the_game(rules in random::any_rules()) {
        let compiled = Compiled::new(&rules);
        let mut successors = Vec::new();
        for id in 0..compiled.len() {
            let position = compiled.position(id);
            prop_assert_eq!(compiled.index(&position), id);
            prop_assert_eq!(compiled.finished(id), rules.finished(&position));
            prop_assert_eq!(u128::from(compiled.actions(id)), rules.action_count(&position));
            compiled.successors(id, &mut successors);
            let mut known: Vec<usize> = rules
                .moves(&position)
                .into_iter()
                .map(|played| compiled.index(&rules.play(&position, played).unwrap()))
                .collect();
            known.sort_unstable();
            known.dedup();
            successors.sort_unstable();
            prop_assert_eq!(&successors, &known, "{:?} {:?}", rules, position);
        }
    }

    #[test]
    fn distances_of_one_value_have_one_parity(rules in random::any_rules()) {
        // Only a finished position to which moves lead starts a distance.
        let even_wins = match (rules.goal, rules.adds_to) {
            (Goal::Survive, AddsTo::Tapped) | (Goal::Empty, AddsTo::Tapper) => false,
            (Goal::Empty, AddsTo::Tapped) | (Goal::Survive, AddsTo::Tapper) => true,
        };
        let solution = solve(&rules, Engine::Queue, true, 1);
        for id in 0..solution.compiled().len() {
            let label = solution.label(id);
            if solution.compiled().finished(id).is_none() && let Some(plies) = label.distance {
                let even = (label.value == Value::Win) == even_wins;
                prop_assert_eq!(plies % 2 == 0, even, "{:?} {}", rules, label);
            }
        }
    }

    #[test]
    fn taps_onto_the_tapper_are_taps_with_the_roles_exchanged(rules in random::any_rules()) {
        // The collecting game without own moves: its value at (mine, theirs) is that of the tapping game
        // with the other goal at (theirs, mine).
        let Ok(tapper) = Rules::new(Axes {
            adds_to: AddsTo::Tapper,
            own_tap: false,
            dead_target: false,
            divide: Split::Off,
            transfer: Split::Off,
            lone_divide: false,
            empty_by_split: false,
            pass_by_split: false,
            ..rules.axes().clone()
        }) else {
            return Ok(());
        };
        let [first, second] = tapper.hands;
        let tapped = Rules::new(Axes {
            adds_to: AddsTo::Tapped,
            hands: [second, first],
            start: waribashi::Start::Each(1),
            goal: match tapper.goal {
                Goal::Empty => Goal::Survive,
                Goal::Survive => Goal::Empty,
            },
            ..tapper.axes().clone()
        }).unwrap();
        let (tapper, tapped) = (
            solve(&tapper, Engine::Queue, true, 1),
            solve(&tapped, Engine::Queue, true, 1),
        );
        for id in 0..tapper.compiled().len() {
            let position = tapper.compiled().position(id);
            if position.mine.all_dead() && position.theirs.all_dead() {
                continue;
            }
            let exchanged = position.clone().swapped();
            prop_assert_eq!(tapper.label(id), tapped.label_of(&exchanged), "{:?} {:?}", tapper.rules(), position);
        }
    }

    #[test]
    fn rollover_without_splits_is_the_same_after_multiplication(
        fingers in 2..=9u8, hands in 1..=2u64, own_tap: bool, dead_target: bool,
    ) {
        let rules = Rules::new(Axes {
            fingers,
            hands: [hands, hands],
            overflow: Overflow::Rollover,
            own_tap,
            dead_target,
            ..Axes::default()
        }).unwrap();
        let solution = solve(&rules, Engine::Queue, true, 1);
        let prime_to = |factor: &u16| (2..=*factor).all(|d| !factor.is_multiple_of(d) || !u16::from(fingers).is_multiple_of(d));
        for factor in (1..u16::from(fingers)).filter(prime_to) {
            let multiplied = |hands: &Hands| {
                Hands::from_fingers(hands.fingers().map(|shown| (u16::from(shown) * factor % u16::from(fingers)) as u8))
            };
            for position in all_positions(&rules) {
                let image = Position::new(multiplied(&position.mine), multiplied(&position.theirs));
                prop_assert_eq!(solution.label_of(&position), solution.label_of(&image));
            }
        }
    }

    #[test]
    fn an_answer_is_consistent_and_best_moves_come_first(
        game in random::any_rules().prop_flat_map(|rules| random::any_game(rules, 0..=12)),
    ) {
        let solution = solve(game.rules(), Engine::Queue, true, 1);
        let answer = solution.answer_in(&game);
        prop_assert_eq!(answer.table, solution.label_of(game.position()));
        prop_assert_eq!(answer.moves.len(), game.legal_moves().len());
        prop_assert_eq!(answer.outcome, game.outcome());
        if let Some(best) = answer.moves.first() {
            prop_assert_eq!(best.label, answer.label);
            for pair in answer.moves.windows(2) {
                prop_assert!(pair[0].label.value >= pair[1].label.value);
            }
        }
        for played in &answer.moves {
            let mut after = game.clone();
            after.play(played.played).unwrap();
            prop_assert_eq!(after.position(), &played.to);
            // What a move is said to be worth is what the next mover finds, in the game's own history.
            let next = solution.answer_in(&after);
            prop_assert_eq!(next.label.before(), played.label);
            prop_assert_eq!(after.outcome().map(|outcome| outcome.reason), played.ends);
            if played.ends.is_none() {
                let mut losing: Vec<&Position> = next
                    .moves
                    .iter()
                    .filter(|reply| reply.label.value == Value::Loss)
                    .map(|reply| &reply.to)
                    .collect();
                losing.sort();
                losing.dedup();
                prop_assert_eq!(played.losing_replies, Some(losing.len()));
            }
        }
    }
}

/// The exact value of a game by looking at every continuation: only for games that are short because of
/// repetition.
fn by_every_continuation(
    game: &mut Game,
    memory: &mut HashMap<Vec<(usize, Position)>, Value>,
) -> Value {
    if let Some(outcome) = game.outcome() {
        return outcome.value_for(game.to_move());
    }
    // What matters of a history is which positions have been, and which is on the board.
    let mut key: Vec<(usize, Position)> = game
        .positions()
        .map(|(side, position)| (side.index(), position.clone()))
        .collect();
    let last = key.pop().unwrap();
    key.sort();
    key.push(last);
    if let Some(&value) = memory.get(&key) {
        return value;
    }
    let mut best = Value::Loss;
    for played in game.legal_moves() {
        game.play(played).unwrap();
        best = best.max(-by_every_continuation(game, memory));
        game.undo();
        if best == Value::Win {
            break;
        }
    }
    memory.insert(key, best);
    best
}

#[test]
fn the_exact_value_is_that_of_every_continuation_looked_at() {
    for text in [
        "attacks,fingers=3,repetition=first",
        "attacks,fingers=4,hands=1,repetition=first",
        "school,fingers=3",
        "self-tap,fingers=3",
        "taps,fingers=3,repetition=first",
        "rollover,fingers=3,repetition=first",
        "attacks,fingers=3,hands=2:1,repetition=first",
        "suicide,fingers=3,repetition=first",
        "misere,fingers=3,repetition=first",
    ] {
        let rules: Rules = text.parse().unwrap();
        let solution = solve(&rules, Engine::Queue, true, 1);
        let mut game = Game::new(rules);
        let mut memory = HashMap::new();
        let mut checked = 0;
        // Every position of some hundred games, the moves chosen by a fixed rule.
        for choice in 0..100usize {
            let mut seed = choice;
            while game.outcome().is_none() {
                let answer = solution.answer_in(&game);
                let exact = by_every_continuation(&mut game, &mut memory);
                assert_eq!(answer.label.value, exact, "{text} {}", game.record());
                checked += 1;
                let moves = game.legal_moves();
                game.play(moves[seed % moves.len()]).unwrap();
                seed = seed / moves.len() + 7 * choice;
            }
            while game.undo().is_some() {}
        }
        assert!(checked > 100, "{text}: {checked}");
    }
}

#[test]
fn distances_beyond_a_byte_are_exact() {
    // The longest forced win known among two hands each: 302 plies.
    let rules: Rules = "suicide,divide=near,fingers=37".parse().unwrap();
    let queue = solve(&rules, Engine::Queue, true, 1);
    let rows = solve(&rules, Engine::Rows, true, 2);
    let longest = (0..queue.compiled().len()).filter_map(|id| {
        assert_eq!(queue.label(id), rows.label(id));
        queue.label(id).distance
    });
    assert_eq!(longest.max(), Some(302));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn counts_of_all_positions_are_what_one_counts_position_by_position(rules in random::any_rules()) {
        for engine in [Engine::Queue, Engine::Rows] {
            let solution = solve(&rules, engine, true, 1);
            let (mut finished, mut edges, mut actions, mut win, mut loss, mut draw) = (0, 0, 0, 0, 0, 0);
            let mut longest = 0;
            let mut by_winner = HashMap::new();
            for position in all_positions(&rules) {
                let label = solution.label_of(&position);
                let mut after: Vec<Position> = rules
                    .moves(&position)
                    .into_iter()
                    .map(|played| rules.play(&position, played).unwrap())
                    .collect();
                after.sort();
                after.dedup();
                edges += after.len() as u64;
                actions += rules.action_count(&position) as u64;
                longest = longest.max(label.distance.unwrap_or(0));
                match label.value {
                    _ if rules.finished(&position).is_some() => finished += 1,
                    Value::Win => win += 1,
                    Value::Loss => loss += 1,
                    Value::Draw => draw += 1,
                }
                let movers = if rules.hands[0] == rules.hands[1] {
                    Side::BOTH.to_vec()
                } else {
                    vec![rules.mover(&position)]
                };
                for to_move in movers {
                    let winner = match label.value {
                        Value::Win => Some(to_move),
                        Value::Loss => Some(!to_move),
                        Value::Draw => None,
                    };
                    *by_winner.entry(winner).or_insert(0) += 1;
                }
            }
            let counts = solution.relative(rules.start(), Scope::All);
            prop_assert_eq!((counts.finished, counts.edges, counts.actions), (finished, edges, actions));
            prop_assert_eq!((counts.win, counts.loss, counts.draw), (win, loss, draw));
            prop_assert_eq!(counts.longest, Some(longest));
            if let Some(position) = counts.longest_win {
                let label = solution.label_of(&position);
                prop_assert_eq!(label.value, Value::Win);
                prop_assert!(longest - label.distance.unwrap() <= 1);
            }
            let tagged = solution.turn_tagged(rules.start(), Scope::All);
            let won = |side| by_winner.get(&side).copied().unwrap_or(0);
            prop_assert_eq!((tagged.first, tagged.second), (won(Some(Side::First)), won(Some(Side::Second))));
            prop_assert_eq!(tagged.draw, won(None));
            let both = if rules.hands[0] == rules.hands[1] { 2 } else { 1 };
            prop_assert_eq!((tagged.edges, tagged.actions), (both * edges, both * actions));
            prop_assert_eq!(tagged.finished, both * finished);
            prop_assert_eq!(tagged.positions, tagged.canonical);
        }
    }
}
