//! The extension module `waribashi._waribashi`: the game, the solver and the oracle for Python.
//!
//! Everything public is documented where Python's users read it, in `python/waribashi/_waribashi.pyi`. Each module
//! registers its own classes and functions.

mod answer;
mod arrays;
mod batch;
mod errors;
mod game;
mod graph;
mod moves;
mod picture;
mod position;
mod rules;
mod solution;
mod solve;
mod style;

use pyo3::prelude::*;

#[pymodule]
fn _waribashi(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    rules::register(module)?;
    position::register(module)?;
    game::register(module)?;
    answer::register(module)?;
    solution::register(module)?;
    solve::register(module)?;
    graph::register(module)?;
    batch::register(module)?;
    style::register(module)?;
    // Nobody imports a private module with a star.
    module.delattr("__all__")
}
