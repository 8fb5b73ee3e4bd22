//! Solutions of the finger game Chopsticks on disk.
//!
//! ```
//! use waribashi::{Position, Rules};
//! use waribashi_solve::Task;
//! use waribashi_table::{Overwrite, Table, solve};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("suicide.wbt");
//! let rules: Rules = "suicide".parse()?;
//! solve(&rules, Task::default(), &path, Overwrite::default())?;
//!
//! let table = Table::open(&path)?;
//! assert_eq!(table.probe(rules.start())?.to_string(), "loss in 26");
//! table.verify(|_| {})?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/format.md` specifies every byte. A table can be checked by the program `waribashi-check`, which shares no code
//! with this one.

#![deny(unsafe_code)]

mod access;
mod block;
mod blocks;
mod bytes;
mod checkpoint;
mod checkpoints;
mod damage;
mod head;
mod identity;
mod oracle;
mod shape;
mod table;
mod write;

pub use access::{Mapped, ReadAt};
pub use damage::{Damage, ReadError};
pub use head::Counts;
pub use identity::VERSION;
pub use oracle::{Answering, TableOracle};
pub use table::{CACHED_BLOCKS, Table};
pub use write::{
    CHECKPOINTS_EVERY, MAKER, Overwrite, WriteError, partial_path, solve, solve_with_checkpoints,
};
