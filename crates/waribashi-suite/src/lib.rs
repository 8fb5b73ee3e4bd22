//! The tests that every engine of waribashi shares: known values, and random rules.
//!
//! [`Suite::load`] reads the files of `testdata/`, which their README explains. [`random`] makes rule sets,
//! positions and moves for property tests, and [`all_positions`] lists every position of a small rule set.
//!
//! ```
//! use waribashi_suite::Suite;
//! let suite = Suite::load()?;
//! for case in &suite.tables {
//!     assert_eq!(case.start.value == waribashi::Value::Draw, case.start.distance.is_none());
//! }
//! # Ok::<(), waribashi_suite::SuiteError>(())
//! ```

mod cases;
mod every;
mod load;
pub mod random;

pub use cases::{
    Claim, Contest, History, Known, MoveList, OneHand, Played, Relative, Table, Tagged, Whole,
    Worth,
};
pub use every::{all_hands, all_moves, all_positions, row_count};
pub use load::{Suite, SuiteError};
