//! Any text is replayed as the record of a game or refused; what is replayed writes the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waribashi::Game;

fuzz_target!(|text: &str| {
    match Game::replay(text) {
        Ok(game) => assert_eq!(Game::replay(&game.record()), Ok(game)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
