//! Rules as text: what is printed is read back, and what is no rule set is refused with the reason.

use proptest::prelude::*;
use waribashi::{
    AXES, AddsTo, Axes, Hands, PRESETS, Position, Repetition, Rules, RulesError, Side, Split, Start,
};
use waribashi_suite::random::{any_large_rules, any_position, any_rules};

fn rules(text: &str) -> Rules {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str) -> String {
    match text.parse::<Rules>() {
        Ok(rules) => panic!("{text} was read as {rules}"),
        Err(error) => error.to_string(),
    }
}

fn round_trips(rules: &Rules) -> Result<(), TestCaseError> {
    let canonical = rules.to_string();
    prop_assert_eq!(&canonical.parse::<Rules>().unwrap(), rules);
    prop_assert_eq!(&rules.short_name().parse::<Rules>().unwrap(), rules);
    prop_assert_eq!(&Rules::from_toml(&rules.to_toml()).unwrap(), rules);
    let json = serde_json::to_string(rules).unwrap();
    prop_assert_eq!(&json, &format!("\"{canonical}\""));
    prop_assert_eq!(&serde_json::from_str::<Rules>(&json).unwrap(), rules);
    Ok(())
}

proptest! {
    #[test]
    fn small_rules_print_and_read_back(rules in any_rules()) {
        round_trips(&rules)?;
    }

    #[test]
    fn large_rules_print_and_read_back(rules in any_large_rules()) {
        round_trips(&rules)?;
    }

    #[test]
    fn another_start_changes_nothing_else(
        (rules, start) in any_large_rules().prop_flat_map(|rules| {
            let start = any_position(&rules);
            (Just(rules), start)
        })
    ) {
        let dead = start.mine.all_dead() || start.theirs.all_dead();
        let first_moves = rules.mover(&start) == Side::First;
        match rules.with_start(start.clone()) {
            Ok(changed) => {
                prop_assert!(!dead && first_moves);
                prop_assert_eq!(changed.start(), &start);
                prop_assert_eq!(changed.with_start(rules.start().clone()).unwrap(), rules);
            }
            Err(RulesError::StartHands { .. }) => prop_assert!(!first_moves),
            Err(error) => {
                prop_assert!(dead, "{}", error);
                prop_assert!(matches!(error, RulesError::StartFinished(_)));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        if let Ok(rules) = text.parse::<Rules>() {
            round_trips(&rules)?;
        }
    }

    #[test]
    fn any_list_of_axes_is_read_or_refused(
        text in "(self-tap|cards|suicide|)(,?(fingers|hands|start|adds|divide|transfer|own-tap|repetition)=\
                 (on|off|any|even|near|tapper|first|[0-9]{1,4}|[0-9]:[0-9]|[0-5]{2}-[0-5]{2}|1x[1-9]-1x[1-9])){0,4}"
    ) {
        if let Ok(rules) = text.parse::<Rules>() {
            round_trips(&rules)?;
        }
    }
}

#[test]
fn every_preset_is_its_own_short_name() {
    for preset in PRESETS {
        assert_eq!(preset.rules().short_name(), preset.name);
        assert_eq!(rules(preset.name), preset.rules());
    }
}

#[test]
fn presets_are_all_different() {
    for (at, preset) in PRESETS.iter().enumerate() {
        for other in &PRESETS[..at] {
            assert_ne!(preset.rules(), other.rules(), "{}", preset.name);
        }
    }
}

#[test]
fn the_default_is_self_tap() {
    assert_eq!(Rules::default(), rules("self-tap"));
    assert_eq!(PRESETS[0].name, "self-tap");
}

#[test]
fn the_canonical_text_names_every_axis_in_order() {
    let text = rules("attacks,hands=1:2,repetition=2").to_string();
    assert_eq!(
        text,
        "fingers=5,hands=1:2,start=1-11,overflow=rollover,own-tap=off,dead-target=off,adds=tapped,\
         goal=survive,divide=off,transfer=off,lone-divide=off,empty-by-split=off,pass-by-split=off,\
         repetition=first"
    );
    let keys: Vec<&str> = AXES.iter().map(|axis| axis.key).collect();
    let printed: Vec<&str> = text
        .split(',')
        .map(|piece| piece.split_once('=').unwrap().0)
        .collect();
    assert_eq!(printed, keys);
}

#[test]
fn changes_may_stand_in_any_order() {
    let one = rules("attacks,start=12-345,hands=2:3,fingers=6");
    let other = rules("fingers=6,hands=2:3,start=21-543");
    assert_eq!(one, other);
}

#[test]
fn a_start_may_hold_commas_and_many_hands() {
    let twelve = rules("fingers=12,start=1,1-1,11,own-tap=on");
    assert_eq!(twelve.start().notation(12).to_string(), "1,1-1,11");
    assert!(twelve.own_tap);
    let many = rules("many,hands=600:7,start=1x500,2x3-1x7");
    assert_eq!(
        many.start().notation(3).to_string(),
        "0x97,1x500,2x3-1111111"
    );
    assert_eq!(rules("suns").start().notation(5).to_string(), "44-44");
    assert_eq!(
        rules("attacks,start=3").start(),
        rules("attacks,start=3333").start()
    );
}

#[test]
fn a_preset_of_one_size_takes_another() {
    let suns = rules("suns,hands=3,fingers=6");
    assert_eq!(suns.start().notation(6).to_string(), "444-444");
    assert_eq!(suns.short_name(), "suns,fingers=6,hands=3");
}

#[test]
fn what_is_no_rules_text_is_refused_with_place_expectation_and_example() {
    let preset = "self-tap, school, taps, taps-split, simple, many, rollover, cutoff, attacks, suicide, \
                  halves, suns, misere, ten, cards";
    let keys = "fingers, hands, start, overflow, own-tap, dead-target, adds, goal, divide, transfer, \
                lone-divide, empty-by-split, pass-by-split, repetition";
    let common = "(for example: suicide,fingers=6)";
    let cases = [
        ("", format!("at its end: expected a preset: {preset} {common}")),
        ("nope", format!("at character 1, 'n': expected a preset ({preset}) or a change {common}")),
        ("Attacks", format!("at character 1, 'A': expected a preset ({preset}) or a change {common}")),
        ("attacks,", format!("at its end: expected a change such as fingers=6 {common}")),
        ("attacks,,fingers=5", format!("at character 9, ',': expected a change such as fingers=6 {common}")),
        ("attacks,own-tap", format!("at character 9, 'o': expected a change such as fingers=6 {common}")),
        ("fingers=6,attacks", format!("at character 11, 'a': expected a change such as fingers=6 {common}")),
        ("attacks,toes=6", format!("at character 9, 't': expected one of {keys} {common}")),
        ("attacks,ёж=6", format!("at character 9, 'ё': expected one of {keys} {common}")),
        (
            "fingers=6,fingers=7",
            format!("at character 11, 'f': expected each axis once, not fingers again {common}"),
        ),
        ("fingers=256", format!("at character 9, '2': expected 2 to 255 {common}")),
        ("fingers=-3", format!("at character 9, '-': expected 2 to 255 {common}")),
        ("fingers=05", format!("at character 9, '0': expected 2 to 255 {common}")),
        ("fingers= 5", format!("at character 9, ' ': expected 2 to 255 {common}")),
        ("fingers=", format!("at its end: expected 2 to 255 {common}")),
        ("hands=2:3:4", format!("at character 7, '2': expected a number, or two as 2:3 {common}")),
        (
            "hands=18446744073709551616",
            format!("at character 7, '1': expected a number, or two as 2:3 {common}"),
        ),
        ("own-tap=yes", format!("at character 9, 'y': expected on or off {common}")),
        ("divide=on", format!("at character 8, 'o': expected off, any, even or near {common}")),
        ("overflow=wrap", format!("at character 10, 'w': expected rollover or cutoff {common}")),
        ("adds=both", format!("at character 6, 'b': expected tapped or tapper {common}")),
        ("goal=win", format!("at character 6, 'w': expected survive or empty {common}")),
        (
            "repetition=twice",
            format!("at character 12, 't': expected none, first, threefold or a number from 2 {common}"),
        ),
        (
            "start=0",
            "at character 7, '0': expected a number of fingers from 1, or a position \
             (for example: start=1 or start=11-11)"
                .to_string(),
        ),
        ("start=9,-3,0,0", format!("at character 9, '-': expected a change such as fingers=6 {common}")),
        (
            "start=15-11",
            "at character 8, '5': expected a number of fingers from 0 to 4 (for example: start=11-11)"
                .to_string(),
        ),
        (
            "hands=3,start=12-11",
            "at character 17, '-': expected 3 hands, not fewer (for example: start=111-111)".to_string(),
        ),
        (
            "fingers=12,start=1,1-1,12",
            "at character 24, '1': expected a number of fingers from 0 to 11 (for example: start=1,1-1,1)"
                .to_string(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refusal(text), format!("rules \"{text}\", {message}"));
    }
}

#[test]
fn contradictory_and_meaningless_rules_are_refused_with_the_reason() {
    let no_such = |rule: &str, fingers: u8| {
        format!(
            "{rule}: no such split exists with fingers={fingers} and these hands, so the rule would \
             never apply; use off"
        )
    };
    let few = |n: u8| {
        format!("fingers={n}: a hand is out at 2 to 255 fingers; with fewer no hand could show any")
    };
    let none = |key: &str| {
        format!(
            "{key}=on says what a split may do, but no split that divide and transfer allow could do it"
        )
    };
    let over = |side: &str| {
        format!(
            "the {side} player has no live hand at the start, so the game would be over before it begins"
        )
    };
    let early = |n: u32| {
        format!(
            "repetition={n}: a position can be repeated the 2nd time at the earliest; use none or 2 and more"
        )
    };
    let cases = [
        ("fingers=1", few(1)),
        ("fingers=0,start=11-11", few(0)),
        (
            "hands=0",
            "hands=0:0: each player needs 1 hand or more".to_string(),
        ),
        (
            "hands=2:0,start=11-1",
            "hands=2:0: each player needs 1 hand or more".to_string(),
        ),
        ("start=00-11", over("first")),
        ("start=1100", over("second")),
        (
            "start=5",
            "a hand shows 5 at the start, but a hand is out at fingers=5".to_string(),
        ),
        ("repetition=0", early(0)),
        ("repetition=1", early(1)),
        (
            "dead-target=on,adds=tapper",
            "dead-target=on with adds=tapper: a tap on a dead hand would add nothing and be a pass"
                .to_string(),
        ),
        (
            "lone-divide=on,transfer=any",
            "lone-divide=on says when to divide, but divide=off allows none".to_string(),
        ),
        ("empty-by-split=on", none("empty-by-split")),
        ("pass-by-split=on", none("pass-by-split")),
        // Equal parts are never empty; fingers that all move to a dead hand are a pass.
        ("transfer=even,empty-by-split=on", none("empty-by-split")),
        ("divide=any,empty-by-split=on", none("empty-by-split")),
        ("divide=even,pass-by-split=on", none("pass-by-split")),
        ("divide=any,pass-by-split=on", none("pass-by-split")),
        ("hands=1,divide=even", no_such("divide=even", 5)),
        ("fingers=2,divide=even", no_such("divide=even", 2)),
        ("fingers=2,divide=near", no_such("divide=near", 2)),
        ("fingers=2,transfer=even", no_such("transfer=even", 2)),
        ("fingers=3,transfer=even", no_such("transfer=even", 3)),
    ];
    for (text, reason) in cases {
        assert_eq!(refusal(text), format!("rules \"{text}\": {reason}"));
    }
}

#[test]
fn axes_that_contradict_are_refused_as_a_value_too() {
    let new = |change: fn(&mut Axes)| {
        let mut axes = Axes::default();
        change(&mut axes);
        Rules::new(axes).unwrap_err()
    };
    assert_eq!(new(|axes| axes.fingers = 1), RulesError::Fingers(1));
    assert_eq!(new(|axes| axes.hands = [0, 2]), RulesError::Hands([0, 2]));
    assert_eq!(
        new(|axes| axes.repetition = Repetition::Nth(1)),
        RulesError::Repetition(1)
    );
    assert_eq!(
        new(|axes| {
            axes.adds_to = AddsTo::Tapper;
            axes.dead_target = true;
        }),
        RulesError::DeadTargetForTapper
    );
    assert_eq!(
        new(|axes| axes.lone_divide = true),
        RulesError::LoneWithoutDivide
    );
    assert_eq!(
        new(|axes| {
            axes.start = Start::At(Position::new(Hands::uniform(1, 3), Hands::uniform(1, 2)));
        }),
        RulesError::StartHands {
            side: Side::First,
            given: 3,
            expected: 2
        }
    );
    assert_eq!(
        new(|axes| {
            axes.fingers = 3;
            axes.divide = Split::Near;
            axes.transfer = Split::Even;
        }),
        RulesError::NoSuchSplit {
            kind: "transfer",
            shape: Split::Even,
            fingers: 3
        }
    );
}

#[test]
fn toml_names_the_fault() {
    let refusal = |text: &str| Rules::from_toml(text).unwrap_err().to_string();
    assert_eq!(refusal("fingers = [5]"), "fingers = [5]: expected 2 to 255");
    assert_eq!(
        refusal("own-tap = 1.5"),
        "own-tap = 1.5: expected on or off"
    );
    assert!(refusal("toes = 5").contains("expected one of fingers, hands"));
    assert!(refusal("fingers = -5").contains("expected 2 to 255"));
    assert!(refusal("fingers = ").contains("line 1, column"));
    assert!(refusal("preset = \"attacks,fingers=6\"").contains("expected a preset"));
}

#[test]
fn toml_without_a_preset_starts_from_the_plainest_game() {
    assert_eq!(
        Rules::from_toml("fingers = 6").unwrap(),
        rules("attacks,fingers=6")
    );
}

#[test]
fn changes_replace_what_the_rules_said() {
    let rules: Rules = "suicide,fingers=6,hands=3".parse().expect("rules");
    assert_eq!(rules.with_changes(""), Ok(rules.clone()));
    let changed = rules
        .with_changes("hands=2:4,start=12-1122")
        .expect("rules");
    assert_eq!(
        changed,
        "suicide,fingers=6,hands=2:4,start=12-1122"
            .parse()
            .expect("rules")
    );
    for text in [
        "suicide",
        "suicide,fingers=6",
        "fingers",
        "fingers=6,fingers=7",
        "fingers=1",
    ] {
        assert!(rules.with_changes(text).is_err(), "{text}");
    }
}
