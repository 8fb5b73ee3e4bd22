//! Right tables are proved, and one wrong label is found.

mod parts;

use std::fs;

use parts::{Parts, check, table};
use proptest::{prelude::*, test_runner::TestRunner};
use waribashi::Rules;
use waribashi_suite::random::any_rules;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_table_of_any_rules_is_proved(rules in any_rules(), distances in any::<bool>()) {
        let folder = tempfile::tempdir().unwrap();
        let checked = check(&table(&rules, distances, folder.path()), folder.path());
        let [first, second] = rules.hands.map(|hands| waribashi_suite::row_count(rules.fingers, hands) - 1);
        let orders = if rules.hands[0] == rules.hands[1] { 1 } else { 2 };
        prop_assert_eq!(checked.map(|checked| checked.positions), Ok(orders * first * second));
    }
}

#[test]
fn tables_of_several_blocks_and_wider_distances_are_proved() {
    let folder = tempfile::tempdir().unwrap();
    for (rules, distances) in [
        ("attacks,hands=6", true),
        ("suicide,hands=6", true),
        ("attacks,hands=9", false),
        ("cards,hands=5:7", true),
        ("suicide,divide=near,fingers=37", true),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let bytes = table(&rules, distances, folder.path());
        check(&bytes, folder.path()).unwrap();
    }
}

/// One label of a table of one rectangle, or without differences.
struct Plant {
    parts: Parts,
    /// Bytes of a distance, 0 for values.
    width: usize,
    /// Addresses of a line, where numbers are differences.
    line: Option<usize>,
    even_wins: bool,
}

impl Plant {
    fn new(bytes: &[u8], line: Option<usize>) -> Self {
        let parts = Parts::of(bytes);
        assert_eq!(parts.blocks.len(), 1);
        assert_eq!(parts.identity[53] == 1, line.is_some());
        Plant {
            width: parts.identity[50].into(),
            even_wins: parts.identity[54] == 1,
            parts,
            line,
        }
    }

    fn len(&self) -> usize {
        match self.width {
            0 => self.parts.blocks[0].len() * 4,
            _ => self.parts.blocks[0].len(),
        }
    }

    /// 0, 1 or 2 of values, otherwise the number.
    fn label(&self, at: usize) -> u8 {
        let block = &self.parts.blocks[0];
        match (self.width, self.line) {
            (0, _) => {
                let (won, lost) = block.split_at(block.len() / 2);
                (won[at / 8] >> (at % 8) & 1) + 2 * (lost[at / 8] >> (at % 8) & 1)
            }
            (_, None) => block[at],
            (_, Some(line)) => {
                let above = block[..=at].iter().rev().step_by(line);
                above.fold(0u8, |sum, &number| sum.wrapping_add(number))
            }
        }
    }

    /// Sets a label, and the head's counts with it.
    fn set(&mut self, at: usize, label: u8) {
        let kind = |label: u8, even_wins: bool, width: usize| match (label, width) {
            (0, _) => 2,
            (1, 0) => 0,
            (_, 0) => 1,
            _ => usize::from(label.is_multiple_of(2) == even_wins),
        };
        self.parts.counts[kind(self.label(at), self.even_wins, self.width)] -= 1;
        self.parts.counts[kind(label, self.even_wins, self.width)] += 1;
        let before = self.label(at);
        let block = &mut self.parts.blocks[0];
        match (self.width, self.line) {
            (0, _) => {
                let half = block.len() / 2;
                for (plane, bit) in [(0, label & 1), (half, label >> 1)] {
                    let byte = &mut block[plane + at / 8];
                    *byte = *byte & !(1 << (at % 8)) | bit << (at % 8);
                }
            }
            (_, None) => block[at] = label,
            (_, Some(line)) => {
                let change = label.wrapping_sub(before);
                block[at] = block[at].wrapping_add(change);
                if let Some(below) = block.get_mut(at + line) {
                    *below = below.wrapping_sub(change);
                }
            }
        }
        if self.width > 0 {
            let longest = (0..self.len()).map(|at| self.label(at)).max().unwrap();
            self.parts.counts[3] = u64::from(longest.saturating_sub(1));
        }
    }
}

/// Plants many wrong labels, one at a time, and has each found.
fn every_plant_is_found(rules: &str, distances: bool, line: Option<usize>, plants: u32) {
    let folder = tempfile::tempdir().unwrap();
    let rules: Rules = rules.parse().unwrap();
    let right = table(&rules, distances, folder.path());
    check(&Parts::of(&right).file(), folder.path())
        .expect("put together again it is as right as before");
    let plant = Plant::new(&right, line);
    let most: u8 = if distances { 40 } else { 3 };
    let places = (0..plant.len(), 0..most)
        .prop_filter("another label", |&(at, label)| plant.label(at) != label);
    let config = ProptestConfig {
        cases: plants,
        max_global_rejects: 1 << 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    TestRunner::new(config)
        .run(&places, |(at, label)| {
            let mut plant = Plant::new(&right, line);
            plant.set(at, label);
            let found = check(&plant.parts.file(), folder.path());
            prop_assert!(found.is_err(), "label {label} at {at}");
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_wrong_distance_is_found_wherever_it_is() {
    every_plant_is_found("attacks", true, None, 300);
    every_plant_is_found("suicide", true, Some(16), 300);
    every_plant_is_found("cards,hands=3", true, None, 200);
}

#[test]
fn a_wrong_value_is_found_wherever_it_is() {
    every_plant_is_found("attacks", false, None, 200);
    every_plant_is_found("suicide", false, None, 200);
    every_plant_is_found("misere,hands=1:3", false, None, 200);
}

#[test]
fn the_first_wrong_position_is_named_with_the_moves_that_show_it() {
    let folder = tempfile::tempdir().unwrap();
    let right = table(&"attacks".parse().unwrap(), true, folder.path());
    let mut plant = Plant::new(&right, None);
    // The first position of the file: one live hand each, both showing 1.
    assert_eq!(plant.label(0), 4);
    plant.set(0, 6);
    let found = check(&plant.parts.file(), folder.path()).unwrap_err();
    assert_eq!(
        found,
        "01-01 (win in 5) is wrong: won, but in another number of turns\n  \
         1x1 leads to 02-01: loss in 2"
    );
}

#[test]
fn wins_that_hold_one_another_up_in_a_circle_are_no_proof() {
    // From 1-3 two players with one hand each go round for ever: a draw. Calling the positions of the circle won and
    // lost in turns satisfies every move, but ends nowhere.
    let folder = tempfile::tempdir().unwrap();
    let rules: Rules = "attacks,hands=1".parse().unwrap();
    let right = table(&rules, false, folder.path());
    let mut plant = Plant::new(&right, None);
    let draws: Vec<usize> = (0..plant.len())
        .filter(|&at| at % 8 < 4 && plant.label(at) == 0)
        .collect();
    assert!(!draws.is_empty(), "there are circles");
    // One hand each: no choice, so a circle of even length can be labelled in turns.
    let next = |at: usize| {
        let (mine, theirs) = (at / 8 + 1, at % 8 + 1);
        ((mine + theirs) % 5 - 1) * 8 + mine - 1
    };
    let mut at = draws[0];
    let mut label = 1;
    while plant.label(at) == 0 {
        plant.set(at, label);
        label = 3 - label;
        at = next(at);
    }
    assert_eq!(plant.label(at), label, "the circle is even");
    // What leads into the circle follows it.
    loop {
        let open = (0..plant.len())
            .find(|&at| draws.contains(&at) && plant.label(at) == 0 && plant.label(next(at)) != 0);
        let Some(open) = open else { break };
        let after = plant.label(next(open));
        plant.set(open, 3 - after);
    }
    let found = check(&plant.parts.file(), folder.path()).unwrap_err();
    assert!(found.contains("go round in a circle"), "{found}");
}

#[test]
fn no_damage_is_believed_or_ends_in_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        waribashi_check::check(&path, u64::MAX, |_| {}).is_err()
    };
    for (rules, distances) in [
        ("simple,hands=1,fingers=3", true),
        ("attacks,hands=1:2", false),
    ] {
        let right = table(&rules.parse().unwrap(), distances, folder.path());
        assert!(!refused(&right));
        for place in 0..right.len() {
            for change in [1, 0x80, 0xff] {
                let mut bytes = right.clone();
                bytes[place] ^= change;
                assert!(refused(&bytes), "{rules}: byte {place} changed by {change}");
                // With right checksums as far as the parts can be told apart.
                let mut parts = Parts::of(&right);
                if (16..parts.identity.len()).contains(&place) {
                    parts.identity[place] ^= change;
                    let _ = refused(&parts.file());
                }
            }
        }
        assert!((0..right.len()).all(|len| refused(&right[..len])));
        assert!(refused(&[&right[..], &[0]].concat()));
    }
}
