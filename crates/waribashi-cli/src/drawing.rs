//! What commands that draw have in common: where to, in which format, how large.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};

use clap::ValueEnum;
use waribashi_draw::DrawError;

use crate::failure::Failure;

/// Where a drawing goes, in the arguments of every command that draws. `F` names its formats.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Drawing<F: ValueEnum + Send + Sync + 'static> {
    /// What to write; without it, what the ending of --out says, and the first of these where there is none.
    #[arg(long, value_enum)]
    pub(crate) format: Option<F>,
    /// The file to write; without it, standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How many pixels of a PNG stand for one of the picture.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    pub(crate) scale: f32,
}

impl<F: ValueEnum + PartialEq + Send + Sync + 'static> Drawing<F> {
    /// Refuses pixels on a terminal; `name` is one for a file.
    pub(crate) fn check_terminal(&self, format: F, png: F, name: &str) -> Result<(), Failure> {
        match format == png && self.out.is_none() && io::stdout().is_terminal() {
            false => Ok(()),
            true => Err(Failure::input(format!(
                "a PNG picture is not for a terminal: expected a file to write it to (for example: --out {name}.png)"
            ))),
        }
    }
}

/// A drawing that could not be made.
pub(crate) fn undrawn(error: DrawError) -> Failure {
    match error {
        DrawError::Scale(_) => Failure::input(format!("--scale: {error}")),
        _ => Failure::failed(error),
    }
}
