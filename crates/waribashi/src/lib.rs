//! The finger game Chopsticks, in Japanese *waribashi*: every rule set, positions, moves, games, and how
//! they are written.
//!
//! Two players hold out hands that show fingers. A tap adds the fingers of one hand to another; a hand that
//! comes to [`fingers`](Axes::fingers) is out. Schools differ in everything else, so every question is one
//! axis of [`Rules`].
//!
//! ```
//! use waribashi::{Game, Move, Rules};
//!
//! let rules: Rules = "taps-split,fingers=6".parse()?;
//! let mut game = Game::new(rules);
//! game.play(Move::parse("1x1", 6)?)?;
//! assert_eq!(game.position().notation(6).to_string(), "12-11");
//! assert_eq!(game.legal_moves().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate knows no solver. Values and distances are computed by `waribashi-solve`.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod describe;
mod game;
mod hands;
mod legal;
mod moves;
mod numbering;
mod place;
mod position;
mod preset;
mod record;
mod rules;
#[cfg(feature = "serde")]
mod serial;
mod side;
mod syntax;
mod text;
#[cfg(feature = "toml")]
mod toml_file;
mod value;

pub use game::{Game, Outcome, PlayError, Reason};
pub use hands::{Hands, HandsNotation};
pub use legal::IllegalMove;
pub use moves::{Move, MoveNotation, Pair};
pub use numbering::{Numbering, TooManyActions};
pub use place::{Action, IllegalAction};
pub use position::{Position, PositionNotation};
pub use preset::{PRESETS, Preset};
pub use record::RecordError;
pub use rules::{AddsTo, Axes, Goal, Overflow, Repetition, Rules, RulesError, Split, Start};
pub use side::Side;
pub use syntax::SyntaxError;
pub use text::{AXES, Axis, ParseRulesError};
#[cfg(feature = "toml")]
pub use toml_file::TomlRulesError;
pub use value::Value;
