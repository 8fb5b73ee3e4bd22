//! Any text is read as a move or as hands, or refused; what is read prints canonically and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waribashi::{Hands, Move};

fuzz_target!(|input: (u8, u64, &str)| {
    let (fingers, count, text) = input;
    match Move::parse(text, fingers) {
        Ok(played) => {
            let canonical = played.notation(fingers).to_string();
            assert_eq!(Move::parse(&canonical, fingers), Ok(played));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match Hands::parse(text, fingers, count) {
        Ok(hands) => {
            assert_eq!(hands.len(), count);
            let canonical = hands.notation(fingers).to_string();
            assert_eq!(Hands::parse(&canonical, fingers, count), Ok(hands));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
