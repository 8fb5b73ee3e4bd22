//! Games as pixels.

use numpy::{PyArray3, ndarray::Array3};
use pyo3::prelude::*;
use waribashi::Game;
use waribashi_draw::{BOARD_HEIGHT, BOARD_WIDTH, board_rgb, board_svg};

use crate::errors::refused;

const NAMES: [&str; 2] = ["player_0", "player_1"];

/// The hands of a game as an array: height, width, and red, green and blue.
pub(crate) fn pixels<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let pixels = py.detach(|| board_rgb(game, NAMES));
    let size = [BOARD_HEIGHT as usize, BOARD_WIDTH as usize, 3];
    let pixels = Array3::from_shape_vec(size, pixels).map_err(refused)?;
    Ok(PyArray3::from_owned_array(py, pixels))
}

/// The same as an SVG document.
pub(crate) fn svg(game: &Game) -> String {
    board_svg(game, NAMES)
}
