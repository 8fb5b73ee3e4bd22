//! The random rules are what the property tests take them for.

use std::collections::HashSet;

use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, TestRunner},
};
use waribashi::{AddsTo, Goal, Overflow, Repetition, Rules, Split};
use waribashi_suite::{
    all_hands, all_positions,
    random::{MOST_POSITIONS, any_large_rules, any_position, any_rules},
    row_count,
};

#[test]
fn random_rules_take_every_value_of_every_axis() {
    let mut runner = TestRunner::deterministic();
    let mut seen = HashSet::new();
    for _ in 0..2000 {
        let rules: Rules = any_rules().new_tree(&mut runner).unwrap().current();
        let plain = "attacks".parse::<Rules>().unwrap();
        let plain_start = rules.start() == plain.start();
        let values = [
            ("rollover", rules.overflow == Overflow::Rollover),
            ("cutoff", rules.overflow == Overflow::Cutoff),
            ("own tap", rules.own_tap),
            ("dead target", rules.dead_target),
            ("tapper", rules.adds_to == AddsTo::Tapper),
            ("empty", rules.goal == Goal::Empty),
            ("divide any", rules.divide == Split::Any),
            ("divide even", rules.divide == Split::Even),
            ("divide near", rules.divide == Split::Near),
            ("transfer any", rules.transfer == Split::Any),
            ("transfer even", rules.transfer == Split::Even),
            ("transfer near", rules.transfer == Split::Near),
            ("lone", rules.lone_divide),
            ("empty by split", rules.empty_by_split),
            ("pass", rules.pass_by_split),
            ("first", rules.repetition == Repetition::FIRST),
            ("none", rules.repetition == Repetition::None),
            ("more to the first", rules.hands[0] > rules.hands[1]),
            ("more to the second", rules.hands[0] < rules.hands[1]),
            ("three hands each", rules.hands == [3, 3]),
            ("one hand each", rules.hands == [1, 1]),
            ("two fingers", rules.fingers == 2),
            ("seven fingers", rules.fingers == 7),
            ("another start", !plain_start),
        ];
        seen.extend(values.into_iter().filter(|(_, holds)| *holds).map(|v| v.0));
    }
    assert_eq!(seen.len(), 24, "only {seen:?}");
}

proptest! {
    #![proptest_config(Config::with_cases(64))]

    #[test]
    fn random_positions_are_among_all_positions(
        (rules, position) in any_rules().prop_flat_map(|rules| {
            let position = any_position(&rules);
            (Just(rules), position)
        })
    ) {
        let all = all_positions(&rules);
        prop_assert!(all.len() as u64 <= MOST_POSITIONS);
        prop_assert!(all.contains(&position));
        let different: HashSet<_> = all.iter().collect();
        prop_assert_eq!(different.len(), all.len());
    }

    #[test]
    fn random_large_positions_have_the_hands_of_the_rules(
        (rules, position) in any_large_rules().prop_flat_map(|rules| {
            let position = any_position(&rules);
            (Just(rules), position)
        })
    ) {
        let mover = rules.mover(&position);
        prop_assert_eq!(position.mine.len(), rules.hands[mover.index()]);
        prop_assert_eq!(position.theirs.len(), rules.hands[(!mover).index()]);
        for hands in [&position.mine, &position.theirs] {
            prop_assert!(hands.largest() < Some(rules.fingers));
        }
    }

    #[test]
    fn all_hands_are_as_many_as_counted(fingers in 2..=9u8, hands in 1..=4u64) {
        prop_assert_eq!(all_hands(fingers, hands).len() as u64, row_count(fingers, hands));
    }
}
