//! Every preset told in plain sentences.

use std::fmt::Write;

use waribashi::{PRESETS, Rules};

fn told(rules: &Rules) -> String {
    let mut text = String::new();
    for sentence in rules.sentences() {
        writeln!(text, "  {sentence}").unwrap();
    }
    text
}

#[test]
fn presets_are_told_in_plain_sentences() {
    let mut text = String::new();
    for preset in PRESETS {
        writeln!(text, "{}\n{}", preset.name, told(&preset.rules())).unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn changes_are_told_too() {
    let mut text = String::new();
    for changes in [
        "many,hands=4:7",
        "attacks,hands=1",
        "taps-split,transfer=near,pass-by-split=on,repetition=threefold",
        "suicide,fingers=12,start=1,1-1,11,repetition=4",
    ] {
        let rules: Rules = changes.parse().unwrap();
        writeln!(text, "{changes}\n{}", told(&rules)).unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn different_presets_are_told_differently() {
    for (at, preset) in PRESETS.iter().enumerate() {
        for other in &PRESETS[..at] {
            assert_ne!(
                preset.rules().sentences(),
                other.rules().sentences(),
                "{} and {}",
                preset.name,
                other.name
            );
        }
    }
}

#[test]
fn presets_are_told_in_one_sentence() {
    let mut text = String::new();
    for preset in PRESETS {
        writeln!(text, "{}: {}", preset.name, preset.rules().sentence()).unwrap();
    }
    for changes in [
        "taps-split,transfer=near,pass-by-split=on,repetition=threefold",
        "halves,transfer=any",
        "attacks,transfer=even",
    ] {
        let rules: Rules = changes.parse().unwrap();
        writeln!(text, "{changes}: {}", rules.sentence()).unwrap();
    }
    insta::assert_snapshot!(text);
}
