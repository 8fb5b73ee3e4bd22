use csv::Writer;
use serde::Serialize;
use waribashi::Value;
use waribashi_solve::survey::Survey;

use super::{by, rules};

/// A line of the table; names are the headings.
#[derive(Serialize)]
struct Line {
    fingers: u8,
    first_hands: u64,
    second_hands: u64,
    value: Option<Value>,
    distance: Option<u32>,
    /// `solve` or `theorem`.
    by: Option<&'static str>,
    /// Why there is no value.
    reason: Option<String>,
    rules: Option<String>,
}

/// The survey with a line for each cell, row by row.
pub(in super::super) fn csv(survey: &Survey) -> Result<Vec<u8>, csv::Error> {
    let mut writer = Writer::from_writer(Vec::new());
    for cell in survey.cells() {
        let label = cell.known.label();
        writer.serialize(Line {
            fingers: cell.fingers,
            first_hands: cell.hands[0],
            second_hands: cell.hands[1],
            value: label.map(|label| label.value),
            distance: label.and_then(|label| label.distance),
            by: by(&cell.known),
            reason: cell.known.reason(),
            rules: rules(survey, cell).map(|rules| rules.to_string()),
        })?;
    }
    Ok(writer.into_inner().expect("memory takes everything"))
}
