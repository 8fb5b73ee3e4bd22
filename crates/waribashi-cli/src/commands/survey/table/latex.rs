use waribashi_solve::survey::{Known, Survey};

use super::{command, letter, sides, what};

/// The survey as a `tabular` that needs no package. What it is stands in comments above it.
pub(in super::super) fn latex(survey: &Survey) -> String {
    let grid = survey.grid();
    let mut text = format!("% {}\n", command(survey));
    text += &format!("% {}\n% {}\n", what(survey), sides(survey));
    let any = |is: fn(&Known) -> bool| survey.cells().iter().any(|cell| is(&cell.known));
    if any(|known| matches!(known, Known::Theorem(_))) {
        text += "% *: by theorem\n";
    }
    if any(|known| matches!(known, Known::TooLarge(_) | Known::Stopped)) {
        text += "% --: not computed\n";
    }
    if any(|known| matches!(known, Known::NoGame(_))) {
        text += "% empty: no such game\n";
    }
    let ((_, rows), (_, columns)) = (grid.rows(), grid.columns());
    text += &format!("\\begin{{tabular}}{{r|{}}}\n", "r".repeat(columns.len()));
    for column in &columns {
        text += &format!(" & {column}");
    }
    text += " \\\\\n\\hline\n";
    for (row, cells) in rows.iter().zip(survey.cells().chunks(columns.len())) {
        text += &row.to_string();
        for cell in cells {
            text += format!(" & {}", mark(&cell.known)).trim_end();
        }
        text += " \\\\\n";
    }
    text + "\\end{tabular}\n"
}

fn mark(known: &Known) -> String {
    match (known, known.label()) {
        (Known::Theorem(value), _) => format!("{}$^*$", letter(*value)),
        (_, Some(label)) => {
            let plies = label.distance.map(|plies| format!("\\,{plies}"));
            format!("{}{}", letter(label.value), plies.unwrap_or_default())
        }
        (Known::NoGame(_), None) => String::new(),
        (_, None) => "--".to_string(),
    }
}
