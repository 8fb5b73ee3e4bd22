//! How a survey is written down.

use std::path::Path;

use clap::ValueEnum;
use waribashi_solve::survey::Survey;

use crate::{drawing::undrawn, failure::Failure};

use super::table;

/// A format by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A table for the terminal.
    #[value(alias = "txt")]
    Text,
    /// A line for each cell.
    Csv,
    /// For programs.
    Json,
    /// A tabular for a paper.
    #[value(alias = "tex")]
    Latex,
    /// A heat map of lines and text.
    Svg,
    /// A heat map of pixels.
    Png,
}

impl Format {
    /// The format asked for, or that of the file's ending.
    pub(super) fn of(asked: Option<Format>, out: Option<&Path>) -> Result<Format, Failure> {
        let (format, path) = match (asked, out) {
            (Some(format), _) => return Ok(format),
            (None, None) => return Ok(Format::Text),
            (None, Some(path)) => (path.extension(), path),
        };
        let ending = format.unwrap_or_default().to_string_lossy();
        Format::from_str(&ending, true).map_err(|_| {
            Failure::input(format!(
                "no format goes by the ending of the file \"{}\": expected .txt, .csv, .json, .tex, .svg or .png, or \
                 a --format (for example: --out survey.csv)",
                path.display()
            ))
        })
    }

    /// The survey in this format, without colours.
    pub(super) fn plain(self, survey: &Survey, scale: f32) -> Result<Vec<u8>, Failure> {
        Ok(match self {
            Format::Text => anstream::adapter::strip_str(&table::text(survey))
                .to_string()
                .into_bytes(),
            Format::Csv => table::csv(survey).map_err(Failure::failed)?,
            Format::Json => table::json(survey).map_err(Failure::failed)?,
            Format::Latex => table::latex(survey).into_bytes(),
            Format::Svg => waribashi_draw::heat_map_svg(survey)
                .map_err(undrawn)?
                .into_bytes(),
            Format::Png => waribashi_draw::heat_map_png(survey, scale).map_err(undrawn)?,
        })
    }
}
