//! `waribashi table`: solutions on disk.

mod export;

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use waribashi::{Position, Rules, Side, Value};
use waribashi_solve::Metric;
use waribashi_table::{ReadError, Table};

use crate::{
    arguments::{self, Writing},
    failure::Failure,
    page::Page,
    solving::Means,
    telling,
};

/// Keep solutions in files: write, probe, verify and export them.
///
/// docs/format.md says what every byte of such a file means. The program waribashi-check proves every label in it by
/// the rules alone.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Solve a rule set and write its table.
    Build {
        /// The file to write.
        #[arg(id = "out", value_name = "FILE")]
        file: PathBuf,
        #[arg(value_name = "RULES", default_value = "self-tap", value_parser = arguments::rules)]
        #[arg(help = arguments::RULES_HELP)]
        rules: Rules,
        /// Keep who wins and not in how many turns: a file some twenty times as small.
        #[arg(long)]
        values_only: bool,
        #[command(flatten)]
        writing: Writing,
        #[command(flatten)]
        means: Means,
    },
    /// Say what a table has.
    Info {
        /// The table.
        file: PathBuf,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Say what a position is worth.
    Probe {
        /// The table.
        file: PathBuf,
        /// The position, the player to move first: for example 12-11.
        #[arg(value_name = "POSITION")]
        position: String,
        /// Print one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Check every checksum, and that the labels add up to the head's counts.
    ///
    /// It finds damage. Whether the labels are right, waribashi-check finds out.
    Verify {
        /// The table.
        file: PathBuf,
    },
    Export(export::Arguments),
}

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    match &arguments.command {
        Command::Build {
            file,
            rules,
            values_only,
            writing,
            means,
        } => {
            means.solve_to(file, *writing, rules, None, !values_only)?;
            Ok(())
        }
        Command::Info { file, json } => info(&Info::of(&open(file)?), *json, page),
        Command::Probe {
            file,
            position,
            json,
        } => probe(file, position, *json, page),
        Command::Verify { file } => verify(file, page),
        Command::Export(arguments) => export::run(arguments),
    }
}

/// Opens a table.
pub(crate) fn open(file: &Path) -> Result<Table, Failure> {
    Table::open(file).map_err(|error| unreadable(file, &error))
}

/// A table that cannot be read.
pub(crate) fn unreadable(file: &Path, error: &ReadError) -> Failure {
    Failure::failed(format!("the table \"{}\": {error}", file.display()))
}

/// A progress bar over positions. Nothing is shown where standard error is no terminal.
fn bar(positions: u64) -> ProgressBar {
    let style = "{bar:40} {human_pos} of {human_len} positions, {per_sec}, {eta} left";
    ProgressBar::new(positions).with_style(ProgressStyle::with_template(style).expect("a template"))
}

/// What `table info` tells.
#[derive(Serialize)]
struct Info {
    rules: String,
    hands: [u64; 2],
    maker: String,
    metric: &'static str,
    bytes_per_distance: usize,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    longest: Option<u32>,
    levels: Vec<usize>,
    blocks: usize,
    bytes: u64,
    bits_per_position: f64,
}

impl Info {
    fn of(table: &Table) -> Self {
        let counts = table.counts();
        let (metric, width) = match table.metric() {
            Metric::Values => ("values", 0),
            Metric::Distances(width) => ("distances", width.bytes()),
        };
        let bits = table.len() as f64 * 8.0 / table.positions() as f64;
        Info {
            rules: table.rules().to_string(),
            hands: table.rules().hands,
            maker: table.maker().to_string(),
            metric,
            bytes_per_distance: width,
            positions: table.positions(),
            win: counts.won,
            loss: counts.lost,
            draw: counts.drawn,
            longest: (width > 0).then_some(counts.longest),
            levels: table.levels(),
            blocks: table.blocks(),
            bytes: table.len(),
            bits_per_position: (bits * 1e4).round() / 1e4,
        }
    }
}

fn info(info: &Info, json: bool, page: &mut Page) -> Result<(), Failure> {
    if json {
        return Ok(page.json(info)?);
    }
    let levels: Vec<String> = info.levels.iter().map(usize::to_string).collect();
    let number = telling::grouped;
    let mut rows = vec![
        ("rules", info.rules.clone()),
        ("made by", info.maker.clone()),
        (
            "kept",
            match info.bytes_per_distance {
                0 => "values".to_string(),
                width => format!(
                    "values and distances, in {width} of 1, 2 or 4 bytes before compression"
                ),
            },
        ),
        ("unfinished positions", number(info.positions)),
        ("won for the player to move", number(info.win)),
        ("lost for him", number(info.loss)),
        ("drawn", number(info.draw)),
    ];
    if let Some(longest) = info.longest {
        rows.push(("longest distance", format!("{longest} turns")));
    }
    rows.extend([
        ("levels of rows", levels.join(" and ")),
        ("blocks", number(info.blocks as u64)),
        (
            "size",
            format!(
                "{} bytes, {} bits per position",
                number(info.bytes),
                info.bits_per_position
            ),
        ),
    ]);
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(name, told)| (name.to_string(), told))
        .collect();
    Ok(page.table(&rows)?)
}

/// What `table probe --json` prints.
#[derive(Serialize)]
struct Probed {
    rules: String,
    position: String,
    value: Value,
    distance: Option<u32>,
}

fn probe(file: &Path, position: &str, json: bool, page: &mut Page) -> Result<(), Failure> {
    let table = open(file)?;
    let rules = table.rules();
    let position = Position::parse(position, rules).map_err(Failure::input)?;
    let label = table
        .probe(&position)
        .map_err(|error| unreadable(file, &error))?;
    if json {
        page.json(&Probed {
            rules: rules.to_string(),
            position: position.notation(rules.fingers).to_string(),
            value: label.value,
            distance: label.distance,
        })?;
    } else {
        telling::verdict(page, label, Side::First)?;
    }
    Ok(())
}

fn verify(file: &Path, page: &mut Page) -> Result<(), Failure> {
    let table = open(file)?;
    let bar = bar(table.positions());
    let verified = table.verify(|positions| bar.inc(positions));
    bar.finish_and_clear();
    verified.map_err(|error| unreadable(file, &error))?;
    let counts = table.counts();
    writeln!(
        page,
        "All {} blocks are whole: {} won, {} lost, {} drawn.",
        telling::grouped(table.blocks() as u64),
        telling::grouped(counts.won),
        telling::grouped(counts.lost),
        telling::grouped(counts.drawn)
    )?;
    Ok(())
}
