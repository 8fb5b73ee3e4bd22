//! Exact values and distances of the finger game Chopsticks.
//!
//! ```
//! use waribashi::Rules;
//! use waribashi_solve::{Solution, Task};
//!
//! let rules: Rules = "suicide".parse()?;
//! let solution = Solution::new(&rules, Task::default())?;
//! let answer = solution.answer(rules.start());
//! assert_eq!(answer.label.to_string(), "loss in 26");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A rule set is [`Compiled`] to tables over *rows*, one player's hands as a multiset. A [`Solution`] has the
//! value of every position, and tells what is known of a position and its moves as an [`Answer`].

#![forbid(unsafe_code)]

mod answer;
pub mod closed;
mod code_lines;
mod compiled;
mod counts;
mod demand;
mod graph;
mod history;
mod label;
mod lines;
mod mistakes;
mod opponent;
mod progress;
mod queue;
mod reachable;
mod row_engine;
mod rows;
mod search;
mod solution;
mod strategy;
pub mod survey;
mod tally;

pub use answer::{Answer, MoveAnswer, Oracle};
pub use compiled::Compiled;
pub use counts::{Relative, Scope, TurnTagged};
pub use demand::{Demand, TooLarge};
pub use label::Label;
pub use lines::{Keeper, Lines, Metric, Rectangle, Width};
pub use mistakes::Mistakes;
pub use opponent::{Opponent, Skill, Style, UnknownStyle};
pub use progress::Progress;
pub use row_engine::Levels;
pub use rows::{Rows, number_set};
pub use search::EdgeClass;
pub use solution::{Engine, Solution, SolveError, Task};
pub use strategy::{Edge, Kind, Node, StrategyGraph};
