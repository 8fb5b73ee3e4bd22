//! `waribashi survey`: who wins, for ranges of hands and of fingers, as a table.

mod format;
mod spans;
mod table;

use std::io::{self, Write};

use waribashi::Rules;
use waribashi_solve::survey::{Grid, GridError, HandsSpan, Known, Survey};

use crate::{arguments, drawing::Drawing, failure::Failure, file, page::Page, solving::Means};

use self::{
    format::Format,
    spans::{FingersRange, HandsRanges},
};

/// Tabulate who wins, and in how many plies, for ranges of hands and of fingers.
///
/// The value is that of the start, to the first player, who is to move. Where a dead hand is as good as none
/// (taps only, for example) one solve gives a whole table; for `many` without distances none is needed.
///
/// At most two of three numbers vary: fingers, hands of the first player, hands of the second. Cells that would take
/// too much memory are left out, and the output says why.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  waribashi survey simple --hands 1..8:1..8         k hands against l
  waribashi survey simple --hands 1..6 --fingers 3..6
                                                    k against k, with 2- to 5-fingered hands
  waribashi survey suicide --fingers 2..12          the hands of the rules, 2 against 2
  waribashi survey attacks --hands 2:1..9           2 hands against 1 to 9
  waribashi survey many --hands 1..99:1..99 --values-only --out many.csv
  waribashi survey simple,fingers=6 --hands 1..9:1..9 --out simple-6.svg")]
pub(crate) struct Arguments {
    #[arg(value_name = "RULES", default_value = "self-tap", value_parser = arguments::rules)]
    #[arg(help = arguments::RULES_HELP)]
    rules: Rules,
    /// Hands: 1..8 for as many on both sides, 1..8:1..8 for the first player's against the second's; both
    /// ends are included [default: those of the rules with --fingers, else 1..5:1..5].
    #[arg(long, value_name = "RANGES")]
    hands: Option<HandsRanges>,
    /// Fingers at which a hand is out: 6, or 3..6 with both ends [default: as in the rules].
    #[arg(long, value_name = "RANGE")]
    fingers: Option<FingersRange>,
    /// Compute who wins and not in how many plies, which goes further.
    #[arg(long)]
    values_only: bool,
    #[command(flatten)]
    drawing: Drawing<Format>,
    /// Print one JSON object instead of text: the same as --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    means: Means,
}

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let drawing = &arguments.drawing;
    let asked = arguments.json.then_some(Format::Json).or(drawing.format);
    let format = Format::of(asked, drawing.out.as_deref())?;
    drawing.check_terminal(format, Format::Png, "survey")?;
    let grid = grid(arguments)?;
    let survey = arguments.means.survey(grid, !arguments.values_only)?;
    let stopped = survey.cells().iter();
    let stopped = stopped.filter(|cell| cell.known == Known::Stopped).count();
    let told = |what: &str| {
        let cells = survey.cells().len();
        Failure::failed(format!(
            "stopped: {stopped} of {cells} cells were not computed{what}"
        ))
    };
    match &drawing.out {
        Some(_) if stopped > 0 => return Err(told(", and no file was written")),
        Some(path) => file::write(path, &format.plain(&survey, drawing.scale)?)?,
        None if format == Format::Text => {
            page.write_all(table::text(&survey).as_bytes())?;
        }
        // Not by way of the page, which takes colours out of text.
        None => io::stdout().write_all(&format.plain(&survey, drawing.scale)?)?,
    }
    if stopped > 0 {
        page.flush()?;
        return Err(told(""));
    }
    Ok(())
}

/// What is to be surveyed.
fn grid(arguments: &Arguments) -> Result<Grid, Failure> {
    let rules = &arguments.rules;
    let hands = match (&arguments.hands, &arguments.fingers) {
        (Some(HandsRanges(hands)), _) => hands.clone(),
        (None, None) => HandsSpan::Each([1..=5, 1..=5]),
        (None, Some(_)) => match rules.hands {
            [first, second] if first == second => HandsSpan::Equal(first..=first),
            [first, second] => HandsSpan::Each([first..=first, second..=second]),
        },
    };
    let fingers = match &arguments.fingers {
        Some(FingersRange(fingers)) => fingers.clone(),
        None => rules.fingers..=rules.fingers,
    };
    Grid::new(rules, fingers, hands).map_err(|error| {
        let example = match error {
            GridError::Start => "simple,start=2 --hands 1..4:1..4",
            GridError::ThreeAxes => "--hands 2:1..4 --fingers 3..6",
            _ => "--hands 1..8:1..8",
        };
        Failure::input(format!("survey: {error} (for example: {example})"))
    })
}

/// The command that makes a survey.
fn command(survey: &Survey) -> String {
    let grid = survey.grid();
    let values_only = match survey.has_distances() {
        true => "",
        false => " --values-only",
    };
    format!(
        "waribashi survey {} {}{values_only}",
        grid.name(),
        spans::options(grid)
    )
}
