//! What is written is read.

use std::fs;

use proptest::prelude::*;
use waribashi::Rules;
use waribashi_solve::{Engine, Solution, Task};
use waribashi_suite::random::any_rules;
use waribashi_table::{Overwrite, Table, solve};

/// The bytes of a table.
fn table(rules: &Rules, task: Task) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    solve(rules, task, &path, Overwrite::default()).unwrap();
    fs::read(&path).unwrap()
}

fn task(engine: Engine, distances: bool, threads: usize) -> Task<'static> {
    Task {
        engine: Some(engine),
        distances,
        threads,
        ..Task::default()
    }
}

/// Every position of the rules has the label that the solution has.
fn agrees(bytes: Vec<u8>, solution: &Solution, distances: bool) {
    let table = Table::read(bytes, 3).unwrap();
    assert_eq!(table.rules(), solution.rules());
    table.verify(|_| {}).unwrap();
    for id in 0..solution.compiled().len() {
        let position = solution.compiled().position(id);
        let mut expected = solution.label(id);
        if !distances {
            expected.distance = None;
        }
        assert_eq!(table.probe(&position).unwrap(), expected);
    }
    let mut count = 0;
    for labelled in table.iter() {
        let (position, label) = labelled.unwrap();
        let mut expected = solution.label_of(&position);
        if !distances {
            expected.distance = None;
        }
        assert_eq!(label, expected);
        count += 1;
    }
    assert_eq!(count, table.positions());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_table_has_the_label_of_every_position_and_its_bytes_do_not_depend_on_the_engine(
        rules in any_rules(),
        distances in any::<bool>(),
    ) {
        let queue = table(&rules, task(Engine::Queue, distances, 1));
        let rows = table(&rules, task(Engine::Rows, distances, 1));
        prop_assert_eq!(&queue, &rows);
        let solution = Solution::new(&rules, task(Engine::Queue, true, 1)).unwrap();
        agrees(rows, &solution, distances);
    }
}

#[test]
fn bytes_do_not_depend_on_threads_or_engine_where_there_are_several_blocks() {
    for (text, distances) in [
        ("attacks,hands=7", true),
        ("suicide,hands=7", true),
        ("attacks,hands=5:7", true),
        ("cards,hands=7:6", true),
        ("cards,hands=9", false),
        ("suicide,divide=near,fingers=37", true),
    ] {
        let rules: Rules = text.parse().unwrap();
        let bytes = table(&rules, task(Engine::Rows, distances, 1));
        assert!(
            Table::read(bytes.clone(), 1).unwrap().blocks() > 1,
            "{text}"
        );
        assert!(
            bytes == table(&rules, task(Engine::Rows, distances, 4)),
            "{text}"
        );
        assert!(
            bytes == table(&rules, task(Engine::Queue, distances, 1)),
            "{text}"
        );
        agrees(
            bytes,
            &Solution::new(&rules, task(Engine::Rows, distances, 2)).unwrap(),
            distances,
        );
    }
}
