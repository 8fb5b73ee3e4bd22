//! Surveys as text of several kinds.

mod csv;
mod json;
mod latex;
mod text;

pub(super) use self::{csv::csv, json::json, latex::latex, text::text};

use waribashi::{Rules, Value};
use waribashi_solve::survey::{Axis, Cell, Known, Survey};

use super::command;

/// The letter of a value.
fn letter(value: Value) -> char {
    match value {
        Value::Win => 'W',
        Value::Draw => 'D',
        Value::Loss => 'L',
    }
}

/// What the numbers of a table are.
fn what(survey: &Survey) -> &'static str {
    match survey.has_distances() {
        true => "value at the start for the first player, who is to move, and the plies to the end",
        false => "value at the start for the first player, who is to move",
    }
}

/// What rows and columns are, and what is fixed.
fn sides(survey: &Survey) -> String {
    let grid = survey.grid();
    let [rows, columns] = [grid.rows().0, grid.columns().0];
    let mut told = format!("down: {}; across: {}", rows.name(), columns.name());
    let hands = (columns != Axis::Hands).then_some([Axis::FirstHands, Axis::SecondHands]);
    for axis in hands.into_iter().flatten().chain([Axis::Fingers]) {
        if axis != rows && axis != columns {
            told += &format!("; {}: {}", axis.name(), grid.span(axis).start());
        }
    }
    told
}

/// Whence a value is known: from a solve, or by theorem.
fn by(known: &Known) -> Option<&'static str> {
    match known {
        Known::Solved(_) => Some("solve"),
        Known::Theorem(_) => Some("theorem"),
        Known::NoGame(_) | Known::TooLarge(_) | Known::Stopped => None,
    }
}

/// The rules of a cell; `None` where there are none.
fn rules(survey: &Survey, cell: &Cell) -> Option<Rules> {
    survey.grid().rules_of(cell.fingers, cell.hands).ok()
}
