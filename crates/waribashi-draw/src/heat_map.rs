//! Surveys as SVG and PNG: a field for each game, filled by its value, with letter and distance.

use svg::{
    Document,
    node::element::{Group, Rectangle, Text, Title},
};
use waribashi::Value;
use waribashi_solve::survey::{Axis, Cell, Known, Survey};

use crate::{
    error::DrawError,
    paint::{self, FAINT_INK, HEADING_SIZE, INK, LABEL_SIZE, PAGE, SMALL_SIZE, TITLE_SIZE},
    picture::{rounded, text},
    png::pixels,
    text::{FAMILIES, Ruler},
    words,
};

/// The most cells of a heat map.
pub const MOST_CELLS: usize = 10_000;

const MARGIN: f64 = 24.0;
const CELL_WIDTH: f64 = 52.0;
const CELL_HEIGHT: f64 = 30.0;
/// A picture is at least so wide, for the sake of the text above it.
const LEAST_WIDTH: f64 = 560.0;
/// Text is at most so wide.
const TEXT_WIDTH: f64 = 900.0;
/// The fill of a cell of which nothing is known.
const UNKNOWN: &str = "#ffffff";

/// A survey as an SVG document with a background of its own. Values are told by letter and fill, distances as
/// numbers; every cell has its title in words.
///
/// ```
/// use waribashi::Rules;
/// use waribashi_solve::{Task, survey::{Grid, HandsSpan, Survey}};
/// let rules: Rules = "simple,fingers=4".parse()?;
/// let grid = Grid::new(&rules, 4..=4, HandsSpan::Each([1..=3, 1..=3]))?;
/// let survey = Survey::new(grid, Task::default(), |_| ())?;
/// let picture = waribashi_draw::heat_map_svg(&survey)?;
/// assert!(picture.contains("3 hands against 2, hands out at 4 fingers: win in 7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the survey has more than [`MOST_CELLS`] cells.
pub fn heat_map_svg(survey: &Survey) -> Result<String, DrawError> {
    let cells = survey.cells().len();
    if cells > MOST_CELLS {
        return Err(DrawError::TooManyCells { cells });
    }
    let ruler = Ruler::new();
    let table = Table::new(survey, &ruler);
    let width = (table.width + 2.0 * MARGIN).max(LEAST_WIDTH).ceil();
    let text_width = (width - 2.0 * MARGIN).min(TEXT_WIDTH);
    let (header, below_header) = header(survey, &ruler, text_width);
    let (legend, below_legend) = legend(survey, &ruler, text_width, below_header);
    let top = below_legend + 16.0;
    let height = (top + table.height + MARGIN).ceil();
    let title = format!("Chopsticks, {}: values at the start", survey.grid().name());
    let document = Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0, 0, width, height))
        .set("font-family", FAMILIES)
        .set("fill", INK)
        .set("role", "img")
        .set("aria-label", title.as_str())
        .add(Title::new(title.as_str()))
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("fill", PAGE),
        )
        .add(header)
        .add(legend)
        .add(table.drawn(survey, (width - table.width) / 2.0, top));
    Ok(format!("{document}\n"))
}

/// A survey as a PNG of the size of [`heat_map_svg`] times `scale`. No font of the system is used.
///
/// # Errors
///
/// When the scale is no number above 0, when the survey has too many cells, or when the picture would have more
/// than [`MOST_PIXELS`](crate::MOST_PIXELS) pixels; nothing is drawn then.
pub fn heat_map_png(survey: &Survey, scale: f32) -> Result<Vec<u8>, DrawError> {
    pixels(&heat_map_svg(survey)?, scale)
}

/// What is surveyed, and where that ends.
fn header(survey: &Survey, ruler: &Ruler, width: f64) -> (Group, f64) {
    let grid = survey.grid();
    let name = format!("Chopsticks: {}", grid.name());
    let what = match survey.has_distances() {
        true => "Value and distance at the start, for the first player, who is to move",
        false => "Value at the start, for the first player, who is to move",
    };
    let fixed: Vec<String> = fixed(survey)
        .map(|(axis, number)| format!("{}: {number}.", capital(axis.name())))
        .collect();
    let sentences = grid.sentences();
    let mut group = Group::new().set("id", "rules");
    let mut y = MARGIN;
    for (said, size, leading) in [
        (name, TITLE_SIZE, 1.25),
        (what.to_string(), HEADING_SIZE, 1.5),
        (fixed.join(" "), SMALL_SIZE, 1.6),
        (sentences.join(" "), SMALL_SIZE, 1.4),
    ] {
        for line in ruler.wrap(&said, size, width) {
            y += size * leading;
            let line = text(&line, MARGIN, y, size);
            group = group.add(if size == SMALL_SIZE {
                line.set("fill", FAINT_INK)
            } else {
                line
            });
        }
    }
    (group, y + 16.0)
}

/// What does not vary and is no side of the table.
fn fixed(survey: &Survey) -> impl Iterator<Item = (Axis, u64)> {
    let grid = survey.grid();
    let sides = [grid.rows().0, grid.columns().0];
    let equal = sides.contains(&Axis::Hands);
    [Axis::Fingers, Axis::FirstHands, Axis::SecondHands]
        .into_iter()
        .filter(move |axis| !sides.contains(axis) && (!equal || *axis == Axis::Fingers))
        .map(move |axis| (axis, *grid.span(axis).start()))
}

fn capital(phrase: &str) -> String {
    let mut rest = phrase.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

/// What is written in a cell: letter and distance, a star where a theorem says so, a dash where nothing is
/// known.
fn mark(known: &Known) -> String {
    let star = match known {
        Known::Theorem(_) => " *",
        _ => "",
    };
    match known.label() {
        Some(label) => match label.distance {
            Some(plies) => format!("{} {plies}", words::letter(label.value)),
            None => format!("{}{star}", words::letter(label.value)),
        },
        None if matches!(known, Known::NoGame(_)) => String::new(),
        None => "–".to_string(),
    }
}

fn fill(known: &Known) -> &'static str {
    known
        .label()
        .map_or(UNKNOWN, |label| paint::fill(label.value))
}

/// A cell in words.
fn spoken(cell: &Cell) -> String {
    let [first, second] = cell.hands;
    let hands = if first == 1 { "hand" } else { "hands" };
    let what = match &cell.known {
        Known::Theorem(value) => format!("{value}, by theorem"),
        known => match known.label() {
            Some(label) => label.to_string(),
            None => known.reason().unwrap_or_default(),
        },
    };
    let fingers = cell.fingers;
    format!("{first} {hands} against {second}, hands out at {fingers} fingers: {what}")
}

/// The signs that the table has, with their meanings, in rows of at most `width`; and where they end.
fn legend(survey: &Survey, ruler: &Ruler, width: f64, top: f64) -> (Group, f64) {
    const ROW: f64 = 27.0;
    let any = |is: &dyn Fn(&Known) -> bool| survey.cells().iter().any(|cell| is(&cell.known));
    let mut signs: Vec<(&str, String, String)> = Vec::new();
    for (value, result) in [
        (Value::Win, "wins"),
        (Value::Draw, "draws"),
        (Value::Loss, "loses"),
    ] {
        if any(&|known| known.label().is_some_and(|label| label.value == value)) {
            let timed = survey.has_distances() && value != Value::Draw;
            let (n, plies) = if timed {
                (" n", ", in n plies")
            } else {
                ("", "")
            };
            signs.push((
                paint::fill(value),
                format!("{}{n}", words::letter(value)),
                format!("the first player {result}{plies}"),
            ));
        }
    }
    if any(&|known| matches!(known, Known::Theorem(_))) {
        let meaning = "by theorem, without a distance";
        signs.push((UNKNOWN, "*".to_string(), meaning.to_string()));
    }
    if any(&|known| matches!(known, Known::TooLarge(_) | Known::Stopped)) {
        signs.push((UNKNOWN, "–".to_string(), "not computed".to_string()));
    }
    if any(&|known| matches!(known, Known::NoGame(_))) {
        signs.push((UNKNOWN, String::new(), "no such game".to_string()));
    }
    let mut group = Group::new().set("id", "legend");
    let (mut x, mut y) = (MARGIN, top);
    for (fill, sign, meaning) in signs {
        let needed = CELL_WIDTH + 8.0 + ruler.width(&meaning, SMALL_SIZE);
        if x > MARGIN && x + needed > MARGIN + width {
            (x, y) = (MARGIN, y + ROW);
        }
        group = group.add(field(x, y, 22.0, fill)).add(
            text(&sign, x + CELL_WIDTH / 2.0, y + 15.5, LABEL_SIZE).set("text-anchor", "middle"),
        );
        let said = text(&meaning, x + CELL_WIDTH + 8.0, y + 15.5, SMALL_SIZE);
        group = group.add(said.set("fill", FAINT_INK));
        x += needed + 22.0;
    }
    (group, y + ROW)
}

/// The field of a cell, from its corner.
fn field(x: f64, y: f64, height: f64, fill: &str) -> Rectangle {
    Rectangle::new()
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("width", CELL_WIDTH)
        .set("height", height)
        .set("fill", fill)
        .set("stroke", INK)
        .set("stroke-width", 0.6)
}

/// The table, and how large it is with its headings.
struct Table {
    rows: (Axis, Vec<u64>),
    columns: (Axis, Vec<u64>),
    /// Room for the numbers of the rows.
    left: f64,
    width: f64,
    height: f64,
}

/// Room for the names of rows and columns, and for the numbers of the columns.
const ABOVE: f64 = 62.0;

impl Table {
    fn new(survey: &Survey, ruler: &Ruler) -> Self {
        let (rows, columns) = (survey.grid().rows(), survey.grid().columns());
        let widest = rows
            .1
            .iter()
            .map(|number| ruler.width(&number.to_string(), LABEL_SIZE))
            .fold(0.0, f64::max);
        let left = (widest + 10.0).ceil();
        Table {
            left,
            width: left + columns.1.len() as f64 * CELL_WIDTH,
            height: ABOVE + rows.1.len() as f64 * CELL_HEIGHT,
            rows,
            columns,
        }
    }

    fn drawn(&self, survey: &Survey, x: f64, y: f64) -> Group {
        let (left, top) = ((x + self.left).round(), (y + ABOVE).round());
        let column_x = |column: usize| left + column as f64 * CELL_WIDTH;
        let row_y = |row: usize| top + row as f64 * CELL_HEIGHT;
        let base = CELL_HEIGHT / 2.0 + LABEL_SIZE * 0.36;
        // Named at the left margin, where there is room however few the columns are.
        let names = [
            format!("down: {}", self.rows.0.name()),
            format!("across: {}", self.columns.0.name()),
        ];
        let mut group = Group::new().set("id", "table");
        for (line, name) in names.iter().enumerate() {
            let at = y + 12.0 + 17.0 * line as f64;
            group = group.add(text(name, MARGIN, at, SMALL_SIZE).set("fill", FAINT_INK));
        }
        let mut numbers = Group::new().set("fill", FAINT_INK);
        for (column, number) in self.columns.1.iter().enumerate() {
            let middle = column_x(column) + CELL_WIDTH / 2.0;
            let number = text(&number.to_string(), middle, top - 8.0, LABEL_SIZE);
            numbers = numbers.add(number.set("text-anchor", "middle"));
        }
        for (row, number) in self.rows.1.iter().enumerate() {
            let number = text(
                &number.to_string(),
                left - 8.0,
                row_y(row) + base,
                LABEL_SIZE,
            );
            numbers = numbers.add(number.set("text-anchor", "end"));
        }
        let mut cells = Group::new().set("text-anchor", "middle");
        for row in 0..self.rows.1.len() {
            for column in 0..self.columns.1.len() {
                let cell = survey.cell(row, column);
                let (x, y) = (column_x(column), row_y(row));
                let mark: Text = text(
                    &mark(&cell.known),
                    x + CELL_WIDTH / 2.0,
                    y + base,
                    LABEL_SIZE,
                );
                cells = cells.add(
                    Group::new()
                        .set("class", "cell")
                        .add(Title::new(spoken(cell)))
                        .add(field(x, y, CELL_HEIGHT, fill(&cell.known)))
                        .add(mark),
                );
            }
        }
        group.add(numbers).add(cells)
    }
}
