//! The finger game Chopsticks over HTTP: a page to play on, and exact answers as JSON.
//!
//! Everything is in the program: the page, its script and its style. The routes under `/api/v1/` are described by
//! [`description`], and in `docs/server.md`. Whatever is solved is kept, in memory that is bounded; rule sets that would take
//! more are refused with the figures.
//!
//! ```no_run
//! use waribashi_server::{Settings, run};
//! run(([127, 0, 0, 1], 7878).into(), Settings::default(), |address| println!("http://{address}/"))?;
//! # Ok::<(), waribashi_server::ServeError>(())
//! ```

#![forbid(unsafe_code)]

mod api;
mod axes;
mod document;
mod guard;
pub mod json;
mod library;
mod page;
mod playing;
mod problem;
mod rule_sets;
mod server;
mod shelf;
mod site;
mod solution;

pub use api::{MOST_MOVES, description};
pub use axes::{AxisJson, ChoiceJson};
pub use guard::{Hosts, LONGEST_URL, NotAnOrigin, Origin};
pub use library::{LEAST_MEMORY, MOST_WITH_REPETITION, USUAL_MEMORY};
pub use playing::{GameError, in_a_row, play};
pub use rule_sets::{
    MOST_SMALL, PresetJson, RulesInfoJson, RulesListingJson, RulesToldJson, preset_of,
};
pub use server::{MOST_CONNECTIONS, ServeError, Settings, router, run, serve};
pub use site::{File, site};
pub use solution::SolutionJson;
