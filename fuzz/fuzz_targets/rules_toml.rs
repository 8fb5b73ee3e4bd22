//! Any text is read as rules in TOML or refused; what is read is written and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waribashi::Rules;

fuzz_target!(|text: &str| {
    match Rules::from_toml(text) {
        Ok(rules) => assert_eq!(Rules::from_toml(&rules.to_toml()), Ok(rules)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
