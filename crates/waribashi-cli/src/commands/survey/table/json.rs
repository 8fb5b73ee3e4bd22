use serde::Serialize;
use waribashi::Value;
use waribashi_solve::survey::{Axis, Survey};

use super::{by, command, rules};

#[derive(Serialize)]
struct Json {
    command: String,
    name: String,
    distances: bool,
    rows: Side,
    columns: Side,
    /// Row by row.
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Side {
    axis: &'static str,
    numbers: Vec<u64>,
}

#[derive(Serialize)]
struct Cell {
    fingers: u8,
    first_hands: u64,
    second_hands: u64,
    value: Option<Value>,
    distance: Option<u32>,
    by: Option<&'static str>,
    reason: Option<String>,
    rules: Option<String>,
}

fn side((axis, numbers): (Axis, Vec<u64>)) -> Side {
    let axis = match axis {
        Axis::Fingers => "fingers",
        Axis::Hands => "hands",
        Axis::FirstHands => "first_hands",
        Axis::SecondHands => "second_hands",
    };
    Side { axis, numbers }
}

/// The survey as one object.
pub(in super::super) fn json(survey: &Survey) -> Result<Vec<u8>, serde_json::Error> {
    let grid = survey.grid();
    let cells = survey.cells().iter().map(|cell| {
        let label = cell.known.label();
        Cell {
            fingers: cell.fingers,
            first_hands: cell.hands[0],
            second_hands: cell.hands[1],
            value: label.map(|label| label.value),
            distance: label.and_then(|label| label.distance),
            by: by(&cell.known),
            reason: cell.known.reason(),
            rules: rules(survey, cell).map(|rules| rules.to_string()),
        }
    });
    let mut written = serde_json::to_vec_pretty(&Json {
        command: command(survey),
        name: grid.name(),
        distances: survey.has_distances(),
        rows: side(grid.rows()),
        columns: side(grid.columns()),
        cells: cells.collect(),
    })?;
    written.push(b'\n');
    Ok(written)
}
