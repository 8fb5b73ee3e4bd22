//! Strategy graphs of the finger game Chopsticks as pictures and as data.
//!
//! ```
//! use waribashi::Rules;
//! use waribashi_solve::{Kind, Solution, Task};
//! let rules = Rules::default();
//! let solution = Solution::new(&rules, Task::default())?;
//! let graph = solution.strategy(Kind::Optimal, rules.start());
//! let picture = waribashi_draw::svg(&graph)?;
//! assert!(picture.contains("12-11, second player to move: draw"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The pictures stand in layers by ply. Moves that lead back up are not drawn as lines across the picture but
//! listed under the position they start from, each with a link to the position it leads to; in crowded
//! graphs so are all moves to a position but the best. Texts are measured in, and PNG pictures drawn with, a font
//! that is part of the program. The same graph always gives the same bytes.

#![forbid(unsafe_code)]

mod board;
mod dot;
mod error;
mod graphml;
mod heat_map;
mod json;
mod layout;
mod legend;
mod paint;
mod picture;
mod png;
mod slide;
mod text;
mod words;

pub use board::{BOARD_HEIGHT, BOARD_WIDTH, board_rgb, board_svg};
pub use dot::dot;
pub use error::DrawError;
pub use graphml::graphml;
pub use heat_map::{MOST_CELLS, heat_map_png, heat_map_svg};
pub use json::json;
pub use picture::{MOST_POSITIONS, svg};
pub use png::{MOST_PIXELS, png};
