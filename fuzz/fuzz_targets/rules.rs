//! Any text is read as rules or refused; what is read prints canonically and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waribashi::Rules;

fuzz_target!(|text: &str| {
    match text.parse::<Rules>() {
        Ok(rules) => {
            assert_eq!(rules.to_string().parse().as_ref(), Ok(&rules));
            assert_eq!(rules.short_name().parse().as_ref(), Ok(&rules));
            assert!(!rules.sentences().is_empty());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
