//! The game alone, without any solver, against the suite of `testdata/`.

use std::collections::HashMap;

use waribashi::{Action, Axes, Game, Move, Position, Rules, Side, Start, Value};
use waribashi_suite::{Suite, all_positions};

fn suite() -> Suite {
    Suite::load().unwrap_or_else(|error| panic!("{error}"))
}

#[derive(Debug, PartialEq, Eq)]
struct Counts {
    positions: u64,
    finished: u64,
    edges: u64,
    actions: u64,
    /// Plies to the nearest finished position.
    shortest: u32,
}

/// Counts what can be reached from the start, nearest first; the key of a position may leave out whose
/// turn it is.
fn count<K: Eq + std::hash::Hash>(rules: &Rules, key: impl Fn(&Position, Side) -> K) -> Counts {
    let start = rules.start().clone();
    let mut seen = HashMap::from([(key(&start, Side::First), 0u32)]);
    let mut queue = vec![(start, Side::First, 0)];
    let mut counts = Counts {
        positions: 0,
        finished: 0,
        edges: 0,
        actions: 0,
        shortest: u32::MAX,
    };
    let mut next = 0;
    while let Some((position, to_move, plies)) = queue.get(next).cloned() {
        next += 1;
        counts.positions += 1;
        if rules.finished(&position).is_some() {
            counts.finished += 1;
            counts.shortest = counts.shortest.min(plies);
        }
        counts.actions += rules.actions(&position).len() as u64;
        let mut after: Vec<Position> = rules
            .moves(&position)
            .into_iter()
            .map(|played| rules.play(&position, played).unwrap())
            .collect();
        after.sort();
        after.dedup();
        counts.edges += after.len() as u64;
        for position in after {
            let key = key(&position, !to_move);
            seen.entry(key).or_insert_with(|| {
                queue.push((position, !to_move, plies + 1));
                plies + 1
            });
        }
    }
    counts
}

#[test]
fn relative_and_tagged_counts_are_those_of_the_tables() {
    for case in suite().tables {
        let relative = Counts {
            positions: case.relative.positions,
            finished: case.relative.finished,
            edges: case.relative.edges,
            actions: case.relative.actions,
            shortest: case.shortest,
        };
        assert_eq!(
            count(&case.rules, |position, _| position.clone()),
            relative,
            "{}",
            case.name
        );
        let tagged = Counts {
            positions: case.tagged.positions,
            finished: case.tagged.finished,
            edges: case.tagged.edges,
            actions: case.tagged.actions,
            shortest: case.shortest,
        };
        assert_eq!(
            count(&case.rules, |position, to_move| (position.clone(), to_move)),
            tagged,
            "{}",
            case.name
        );
        let canonical = all_positions(&case.rules).len() as u64;
        assert_eq!(canonical, case.relative.canonical, "{}", case.name);
        assert_eq!(
            canonical - relative.positions,
            case.relative.unreachable,
            "{}",
            case.name
        );
        let tags = if case.rules.hands[0] == case.rules.hands[1] {
            2
        } else {
            1
        };
        assert_eq!(tags * canonical, case.tagged.canonical, "{}", case.name);
        assert_eq!(
            tags * canonical - tagged.positions,
            case.tagged.unreachable,
            "{}",
            case.name
        );
    }
}

#[test]
fn the_figures_of_a_table_add_up() {
    for case in suite().tables {
        let (relative, tagged) = (case.relative, case.tagged);
        assert_eq!(
            relative.win + relative.loss + relative.draw + relative.finished,
            relative.positions,
            "{}",
            case.name
        );
        assert_eq!(
            tagged.first + tagged.second + tagged.draw,
            tagged.positions,
            "{}",
            case.name
        );
        assert!(
            case.start.distance <= Some(relative.longest),
            "{}",
            case.name
        );
        assert!(relative.edges <= relative.actions, "{}", case.name);
    }
}

#[test]
fn the_moves_of_a_position_are_those_listed() {
    for case in suite().moves {
        let (rules, position) = (&case.rules, case.position());
        let listed = case.moves();
        let moves: Vec<Move> = listed.iter().map(|(played, _)| *played).collect();
        assert_eq!(rules.moves(&position), moves, "{}", case.name);
        for (played, after) in listed {
            assert_eq!(rules.play(&position, played), Ok(after), "{}", case.name);
        }
        for played in case.illegal() {
            let text = played.notation(rules.fingers);
            assert!(
                rules.play(&position, played).is_err(),
                "{}: {text}",
                case.name
            );
        }
    }
}

/// A number of the two-hand environment as an action by place.
fn two_hand_action(number: u8) -> Action {
    match number {
        0..=3 => Action::Tap {
            with: u64::from(number / 2),
            on: u64::from(number % 2),
        },
        4 => Action::OwnTap { with: 0, on: 1 },
        5 => Action::OwnTap { with: 1, on: 0 },
        _ => panic!("the two-hand environment has the actions 0 to 5, not {number}"),
    }
}

#[test]
fn games_end_as_the_suite_says() {
    for case in suite().games {
        let mut game = Game::new(case.rules.clone());
        let moves = case.moves();
        if let Some(actions) = &case.actions {
            assert_eq!(actions.len(), moves.len(), "{}", case.name);
        }
        for (at, &played) in moves.iter().enumerate() {
            if let Some(actions) = &case.actions {
                let action = two_hand_action(actions[at]);
                let resolved = game.rules().resolve(game.position(), action);
                assert_eq!(resolved, Ok(played), "{}", case.name);
            }
            game.play(played)
                .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        }
        let result = game
            .outcome()
            .map_or("open".to_string(), |outcome| outcome.to_string());
        assert_eq!(result, case.result, "{}", case.name);
        assert_eq!(game.position(), &case.position(), "{}", case.name);
        assert_eq!(game.to_move(), case.to_move, "{}", case.name);
        for played in case.illegal() {
            assert!(game.play(played).is_err(), "{}", case.name);
        }
    }
}

#[test]
fn one_hand_games_last_and_end_as_listed() {
    /// Plies and whether the first player wins; with one hand each there is never a choice.
    fn run(rules: &Rules) -> (u32, bool) {
        let mut position = rules.start().clone();
        let mut plies = 0;
        loop {
            if let Some(value) = rules.finished(&position) {
                return (plies, (value == Value::Win) == (plies % 2 == 0));
            }
            let moves = rules.moves(&position);
            assert_eq!(moves.len(), 1);
            position = rules.play(&position, moves[0]).unwrap();
            plies += 1;
        }
    }
    for case in suite().one_hand {
        let with = |fingers: u8, shown: u8| {
            Rules::new(Axes {
                fingers,
                start: Start::Each(shown),
                ..case.rules.axes().clone()
            })
            .unwrap()
        };
        if let Some(plies) = &case.plies {
            let lengths: Vec<u32> = (2..=case.up_to).map(|m| run(&with(m, 1)).0).collect();
            assert_eq!(&lengths, plies, "{}", case.name);
        }
        if let Some(same_winner) = &case.same_winner {
            let same = |m: &u8| {
                let winner = run(&with(*m, 1)).1;
                (2..*m).all(|start| run(&with(*m, start)).1 == winner)
            };
            let found: Vec<u8> = (2..=case.up_to).filter(same).collect();
            assert_eq!(&found, same_winner, "{}", case.name);
        }
    }
}
