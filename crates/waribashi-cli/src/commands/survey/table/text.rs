use anstyle::Style;
use waribashi_solve::survey::{Known, Survey};

use crate::page::{HEADING, colour};

use super::{letter, sides, what};

/// The survey as a table for people, values by letter and colour.
pub(in super::super) fn text(survey: &Survey) -> String {
    let grid = survey.grid();
    let name = grid.name();
    let mut text = format!("{HEADING}{name}{HEADING:#}: {}\n", what(survey));
    text += &format!("{}\n\n", sides(survey));
    let ((_, rows), (_, columns)) = (grid.rows(), grid.columns());
    let marks: Vec<(Style, String)> = survey
        .cells()
        .iter()
        .map(|cell| mark(&cell.known))
        .collect();
    let heads: Vec<String> = columns.iter().map(u64::to_string).collect();
    // All columns of one width, which is easier to read across.
    let lengths = marks.iter().map(|(_, mark)| mark);
    let lengths = lengths.chain(&heads).map(|cell| cell.chars().count());
    let width = lengths.max().unwrap_or(0) + 2;
    let side = rows
        .iter()
        .map(|row| row.to_string().len())
        .max()
        .unwrap_or(0);
    let dimmed = Style::new().dimmed();
    text += &" ".repeat(side);
    for head in &heads {
        text += &format!("{dimmed}{head:>width$}{dimmed:#}");
    }
    text.push('\n');
    for (row, marks) in rows.iter().zip(marks.chunks(columns.len())) {
        text += &format!("{dimmed}{row:>side$}{dimmed:#}");
        for (style, mark) in marks {
            let pad = width - mark.chars().count();
            text += &format!("{:pad$}{style}{mark}{style:#}", "");
        }
        text.push('\n');
    }
    for note in notes(survey) {
        text += &format!("\n{note}");
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn mark(known: &Known) -> (Style, String) {
    let star = matches!(known, Known::Theorem(_)) && known.label().is_some();
    match (known, known.label()) {
        (_, Some(label)) => {
            let letter = letter(label.value);
            let rest = match label.distance {
                Some(plies) => format!(" {plies}"),
                None if star => "*".to_string(),
                None => String::new(),
            };
            (colour(label.value), format!("{letter}{rest}"))
        }
        (Known::NoGame(_), None) => (Style::new(), ".".to_string()),
        (_, None) => (Style::new(), "-".to_string()),
    }
}

/// What the marks mean that are neither value nor distance, each with one cell's reason.
fn notes(survey: &Survey) -> Vec<String> {
    let first = |is: fn(&Known) -> bool| survey.cells().iter().find(|cell| is(&cell.known));
    let mut notes = Vec::new();
    if first(|known| matches!(known, Known::Theorem(_))).is_some() {
        notes.push("* by theorem (docs/many-hands.md)".to_string());
    }
    for (mark, is) in [
        (
            "-",
            (|known| matches!(known, Known::TooLarge(_))) as fn(&Known) -> bool,
        ),
        ("-", |known| matches!(known, Known::Stopped)),
        (".", |known| matches!(known, Known::NoGame(_))),
    ] {
        if let Some(cell) = first(is) {
            let [first, second] = cell.hands;
            let reason = cell.known.reason().unwrap_or_default();
            notes.push(format!(
                "{mark} {reason} (fingers={},hands={first}:{second})",
                cell.fingers
            ));
        }
    }
    notes
}
