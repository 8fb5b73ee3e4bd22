//! The game written a second time is the same game.

use std::collections::BTreeSet;

use proptest::prelude::*;
use waribashi::{Hands, Position};
use waribashi_check::game::{Rows, Rules};
use waribashi_suite::random::{any_position, any_rules};

fn shown(hands: &Hands) -> Vec<u8> {
    hands.fingers().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn both_games_have_the_same_moves(
        (rules, position) in any_rules().prop_flat_map(|rules| {
            let position = any_position(&rules);
            (Just(rules), position)
        })
    ) {
        let second = Rules::read(&rules.to_string()).unwrap();
        let (mine, theirs) = (shown(&position.mine), shown(&position.theirs));
        let finished = rules.finished(&position).map(|value| value == waribashi::Value::Win);
        prop_assert_eq!(
            second.finished(position.mine.all_dead(), position.theirs.all_dead()),
            finished
        );
        if finished.is_none() {
            let expected: BTreeSet<_> = rules.moves(&position).into_iter().map(|played| {
                // Seen by the next mover, whose hands are first.
                let after = rules.play(&position, played).unwrap();
                let name = played.notation(rules.fingers).to_string();
                (name, shown(&after.theirs), shown(&after.mine))
            }).collect();
            let moves: BTreeSet<_> = second.moves(&mine, &theirs).into_iter().collect();
            prop_assert_eq!(moves, expected);
        }
        let written = format!("{}-{}", second.written(&mine), second.written(&theirs));
        prop_assert_eq!(Position::parse(&written, &rules), Ok(position));
    }
}

#[test]
fn rows_stand_in_the_same_order() {
    for (text, hands) in [
        ("attacks", 4),
        ("suicide,fingers=9", 2),
        ("simple,fingers=3", 12),
    ] {
        let rules: waribashi::Rules = format!("{text},hands={hands}").parse().unwrap();
        let second = Rules::read(&rules.to_string()).unwrap();
        let rows = waribashi_solve::Rows::new(rules.fingers, hands);
        let expected: Vec<Vec<u8>> = rows.iter().map(|hands| shown(&hands)).collect();
        assert_eq!(Rows::new(&second, hands as usize).hands, expected);
    }
}

#[test]
fn rules_that_are_not_whole_are_refused() {
    let whole = waribashi::Rules::default().to_string();
    assert!(Rules::read(&whole).is_ok());
    for (from, to) in [
        ("adds=tapped,", ""),
        ("adds=tapped", "adds=both"),
        ("fingers=5", "fingers=1"),
        ("hands=2:2", "hands=0:2"),
        ("goal=survive", "goal=survive,goal=empty"),
        ("goal=survive", "goal=survive,extra=on"),
        ("repetition=first", ""),
    ] {
        let text = whole.replace(from, to);
        assert_ne!(text, whole);
        assert!(Rules::read(&text).is_err(), "{text}");
    }
}
