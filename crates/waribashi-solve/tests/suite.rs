//! The shared suite, for every engine.

use waribashi::{Game, Position, Rules, Value};
use waribashi_solve::{Engine, Label, Scope, Solution, Task};
use waribashi_suite::{Suite, Worth};

const ENGINES: [Engine; 2] = [Engine::Queue, Engine::Rows];

fn suite() -> Suite {
    Suite::load().expect("the suite can be read")
}

fn solve(rules: &Rules, engine: Engine) -> Solution {
    let task = Task {
        engine: Some(engine),
        ..Task::default()
    };
    Solution::new(rules, task).expect("small rules can be solved")
}

fn label(worth: Worth) -> Label {
    Label {
        value: worth.value,
        distance: worth.distance,
    }
}

#[test]
fn every_engine_gives_the_counts_of_the_reachable_positions() {
    for case in suite().tables {
        for engine in ENGINES {
            let name = format!("{} by {}", case.name, engine.name());
            let solution = solve(&case.rules, engine);
            let start = case.rules.start();
            assert_eq!(solution.label_of(start), label(case.start), "{name}");

            let (given, known) = (solution.relative(start, Scope::Reachable), case.relative);
            assert_eq!(given.positions, known.positions, "{name}");
            assert_eq!(given.finished, known.finished, "{name}");
            assert_eq!(given.edges, known.edges, "{name}");
            assert_eq!(given.actions, known.actions, "{name}");
            assert_eq!(given.win, known.win, "{name}");
            assert_eq!(given.loss, known.loss, "{name}");
            assert_eq!(given.draw, known.draw, "{name}");
            assert_eq!(given.longest, Some(known.longest), "{name}");
            let canonical = solution.compiled().len() as u64;
            assert_eq!(canonical, known.canonical, "{name}");
            assert_eq!(canonical - given.positions, known.unreachable, "{name}");

            let (given, known) = (solution.turn_tagged(start, Scope::Reachable), case.tagged);
            assert_eq!(given.positions, known.positions, "{name}");
            assert_eq!(given.finished, known.finished, "{name}");
            assert_eq!(given.edges, known.edges, "{name}");
            assert_eq!(given.actions, known.actions, "{name}");
            assert_eq!(given.first, known.first, "{name}");
            assert_eq!(given.second, known.second, "{name}");
            assert_eq!(given.draw, known.draw, "{name}");
            assert_eq!(given.canonical, known.canonical, "{name}");
            assert_eq!(given.unreachable, Some(known.unreachable), "{name}");
        }
    }
}

#[test]
fn exactly_the_positions_listed_as_losing_are_lost() {
    let mut lists = 0;
    for case in suite().tables {
        let Some(mut known) = case.losing() else {
            continue;
        };
        lists += 1;
        for engine in ENGINES {
            let solution = solve(&case.rules, engine);
            let compiled = solution.compiled();
            let mut lost: Vec<Position> = (0..compiled.len())
                .filter(|&id| compiled.finished(id).is_none())
                .filter(|&id| solution.label(id).value == Value::Loss)
                .map(|id| compiled.position(id))
                .collect();
            lost.sort();
            known.sort();
            assert_eq!(lost, known, "{} by {}", case.name, engine.name());
        }
    }
    assert!(lists > 0);
}

#[test]
fn every_engine_gives_the_counts_of_all_positions() {
    for case in suite().whole {
        // The reference takes minutes for the largest; the ignored test below compares them.
        let engines = if case.positions > 2_000_000 {
            &ENGINES[1..]
        } else {
            &ENGINES[..]
        };
        for &engine in engines {
            let name = format!("{} by {}", case.name, engine.name());
            let solution = solve(&case.rules, engine);
            let counts = solution.relative(case.rules.start(), Scope::All);
            assert_eq!(counts.positions, case.positions, "{name}");
            assert_eq!(counts.finished, case.finished, "{name}");
            for (given, known) in [
                (counts.win, case.win),
                (counts.loss, case.loss),
                (counts.draw, case.draw),
                (
                    u64::from(counts.longest.unwrap()),
                    case.longest.map(u64::from),
                ),
            ] {
                assert!(known.is_none_or(|known| known == given), "{name}: {given}");
            }
        }
    }
}

#[test]
fn every_engine_gives_the_values_of_known_positions() {
    let suite = suite();
    for engine in ENGINES {
        for case in &suite.positions {
            let solution = solve(&case.rules, engine);
            let given = solution.label_of(&case.position());
            assert_eq!(
                given,
                label(case.worth()),
                "{} by {}",
                case.name,
                engine.name()
            );
        }
        for case in &suite.claims {
            let given = solve(&case.rules, engine).label_of(case.rules.start());
            assert_eq!(
                given,
                label(case.worth()),
                "{} by {}",
                case.name,
                engine.name()
            );
            assert!(!case.claimed.contains(&given.value), "{}", case.name);
        }
    }
}

#[test]
fn histories_have_their_table_values_and_their_exact_ones() {
    for case in suite().histories {
        for engine in ENGINES {
            let mut game = Game::new(case.rules.clone());
            for played in case.moves() {
                game.play(played).expect("the moves can be played");
            }
            assert_eq!(*game.position(), case.position(), "{}", case.name);
            assert_eq!(game.to_move(), case.to_move, "{}", case.name);
            let answer = solve(&case.rules, engine).answer_in(&game);
            assert_eq!(answer.table, label(case.table), "{}", case.name);
            assert_eq!(answer.label, label(case.exact), "{}", case.name);
        }
    }
}

#[test]
fn one_hand_each_has_the_winners_and_the_lengths_known() {
    for case in suite().one_hand {
        let rules = |fingers: u8, start: u8| -> Rules {
            let name = case.rules.short_name();
            let text = format!("{name},fingers={fingers},start={start}");
            text.parse().expect("rules with one hand each")
        };
        for engine in ENGINES {
            let start = |fingers, shown| {
                let rules = rules(fingers, shown);
                solve(&rules, engine).label_of(rules.start())
            };
            if let Some(known) = &case.same_winner {
                let same: Vec<u8> = (2..=case.up_to)
                    .filter(|&fingers| {
                        let winner = start(fingers, 1).value;
                        (2..fingers).all(|shown| start(fingers, shown).value == winner)
                    })
                    .collect();
                assert_eq!(same, *known, "{} by {}", case.name, engine.name());
            }
            if let Some(known) = &case.plies {
                let plies: Vec<u32> = (2..=case.up_to)
                    .map(|fingers| start(fingers, 1).distance.expect("somebody wins"))
                    .collect();
                assert_eq!(plies, *known, "{} by {}", case.name, engine.name());
            }
        }
    }
}

#[test]
fn the_shortest_games_have_the_lengths_known() {
    for case in suite().tables {
        // The fewest plies to a finished position, both sides helping: breadth first.
        let mut wave = vec![case.rules.start().clone()];
        let mut seen: std::collections::HashSet<Position> = wave.iter().cloned().collect();
        let mut plies = 0;
        while !wave
            .iter()
            .any(|position| case.rules.finished(position).is_some())
        {
            plies += 1;
            let mut next = Vec::new();
            for position in &wave {
                for played in case.rules.moves(position) {
                    let after = case.rules.play(position, played).unwrap();
                    if seen.insert(after.clone()) {
                        next.push(after);
                    }
                }
            }
            wave = next;
        }
        assert_eq!(plies, case.shortest, "{}", case.name);
    }
}

#[test]
#[ignore = "takes minutes, and 3 GB: cargo test --release -p waribashi-solve --test suite -- --ignored"]
fn the_engines_agree_on_every_position_of_the_largest_rule_sets() {
    for case in suite().whole {
        if case.positions > 2_000_000 {
            let (queue, rows) = (
                solve(&case.rules, Engine::Queue),
                solve(&case.rules, Engine::Rows),
            );
            for id in 0..queue.compiled().len() {
                assert_eq!(queue.label(id), rows.label(id), "{} {id}", case.name);
            }
        }
    }
}
