//! Actions and their numbers.

use std::collections::HashSet;

use proptest::prelude::*;
use waribashi::{Action, Numbering, Pair, Position, Rules};
use waribashi_suite::{all_positions, random::any_rules};

fn numbering(rules: &str) -> Numbering {
    Numbering::new(&rules.parse::<Rules>().unwrap()).unwrap()
}

#[test]
fn with_two_hands_the_numbers_are_those_of_the_first_environment() {
    let numbering = numbering("self-tap");
    assert_eq!(numbering.len(), 6);
    let taps = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(with, on)| Action::Tap { with, on });
    let own = [(0, 1), (1, 0)].map(|(with, on)| Action::OwnTap { with, on });
    for (number, action) in taps.into_iter().chain(own).enumerate() {
        assert_eq!(numbering.number(action), Some(number));
    }
}

#[test]
fn rules_without_own_taps_and_without_splits_have_the_same_six_numbers() {
    assert_eq!(numbering("attacks").len(), 6);
}

#[test]
fn splits_come_last_and_only_those_parts_that_some_split_makes() {
    assert_eq!(numbering("school").len(), 6 + 2);
    assert_eq!(numbering("rollover").len(), 6 + 3);
    assert_eq!(numbering("suicide").len(), 6 + 4);
    assert_eq!(numbering("halves").len(), 6 + 2);
    assert_eq!(numbering("cards").len(), 64 + 56);
    assert_eq!(numbering("school,hands=3").len(), 9 + 6 + 3 * 2);
}

#[test]
fn a_split_that_needs_more_fingers_than_there_are_has_no_action() {
    let rules: Rules = "school".parse().unwrap();
    let numbering = Numbering::new(&rules).unwrap();
    let mine = Position::parse("02-11", &rules).unwrap().mine;
    let into_one_and_one = Action::Split {
        hands: [0, 1],
        to: Pair::new(1, 1),
    };
    assert_eq!(numbering.action(6, &mine), Some(into_one_and_one));
    assert_eq!(numbering.action(7, &mine), None);
    assert_eq!(numbering.action(8, &mine), None);
}

#[test]
fn more_actions_than_numbers_are_refused_with_the_number_of_hands() {
    for hands in ["100000", "18446744073709551615"] {
        let rules: Rules = format!("cutoff,hands={hands}").parse().unwrap();
        let refused = Numbering::new(&rules).unwrap_err().to_string();
        assert!(
            refused.starts_with(&format!("{hands} hands make more than")),
            "{refused}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_legal_actions_of_a_position_have_different_numbers_that_name_them(rules in any_rules()) {
        let numbering = Numbering::new(&rules).unwrap();
        for position in all_positions(&rules) {
            let mut seen = HashSet::new();
            for (action, _) in rules.actions(&position) {
                let number = numbering.number(action).unwrap();
                prop_assert!(number < numbering.len() && seen.insert(number));
                prop_assert_eq!(numbering.action(number, &position.mine), Some(action));
            }
        }
    }

    #[test]
    fn a_number_names_one_action_and_the_action_that_number(rules in any_rules()) {
        let numbering = Numbering::new(&rules).unwrap();
        for position in all_positions(&rules) {
            for number in 0..numbering.len() + 2 {
                if let Some(action) = numbering.action(number, &position.mine) {
                    prop_assert_eq!(numbering.number(action), Some(number));
                }
            }
        }
    }
}
