//! Many games of Chopsticks at once, for training agents.
//!
//! [`Steps`] are a rule set as flat tables: for every position and every action number the position after it,
//! and for every position its observation and its mask of legal actions. A [`Batch`] plays any number of games
//! over them, and writes what an agent sees into buffers of the caller. The repetition rule is exact in every
//! game.
//!
//! ```
//! use std::sync::Arc;
//! use waribashi::Rules;
//! use waribashi_batch::{Batch, Options, Owned, Steps, View};
//!
//! let steps = Arc::new(Steps::new(&Rules::default(), View::Absolute)?);
//! let mut batch = Batch::new(steps, Options { games: 1_000, ..Options::default() })?;
//! let mut seen = Owned::new(&batch);
//! let mut actions = vec![0i64; batch.games()];
//! batch.reset(Some(7), None, seen.buffers())?;
//! for _ in 0..20 {
//!     batch.sample(&mut actions)?;
//!     batch.step(&actions, seen.buffers())?;
//! }
//! assert!(seen.observations.chunks(5).all(|seen| seen[4] == seen[4] & 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing is allocated by a step, and nothing depends on the number of threads.

#![deny(unsafe_code)]

mod batch;
mod buffers;
mod chance;
mod error;
mod labels;
mod lane;
mod memory;
mod opponent;
mod rows;
mod steps;
mod team;

pub use batch::{Autoreset, Batch, Illegal, Options, Seat};
pub use buffers::{ActionNumber, Buffers, Owned};
pub use error::BatchError;
pub use labels::Labels;
pub use opponent::Opponent;
pub use steps::{Steps, View};
