//! The first line is rules, the rest is read as a position of them or refused; what is read prints
//! canonically and reads back, and its moves can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waribashi::{Position, Rules};

fuzz_target!(|text: &str| {
    let (rules, text) = text.split_once('\n').unwrap_or(("self-tap", text));
    let Ok(rules) = rules.parse::<Rules>() else {
        return;
    };
    match Position::parse(text, &rules) {
        Ok(position) => {
            let canonical = position.notation(rules.fingers).to_string();
            assert_eq!(Position::parse(&canonical, &rules).as_ref(), Ok(&position));
            for played in rules.moves(&position).into_iter().take(100) {
                let after = rules.play(&position, played).unwrap();
                assert_eq!(after.mine.len(), position.theirs.len());
                assert_eq!(after.theirs.len(), position.mine.len());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
