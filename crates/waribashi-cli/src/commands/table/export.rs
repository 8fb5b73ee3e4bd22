//! `waribashi table export`: every position with its moves, for other programs.

mod columns;

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use rayon::prelude::*;
use serde::Serialize;
use waribashi::{Position, Value};
use waribashi_solve::Label;
use waribashi_table::{ReadError, Table};

use crate::{failure::Failure, file};

use self::columns::Columns;
use super::{bar, unreadable};

/// Write every unfinished position with its moves, value, distance and best moves, for other programs.
///
/// The columns are position (the player to move first), moves, value (win, loss or draw for the player to move), distance (in
/// turns of both; empty for draws and in tables of values), and best: the moves that keep the value and, for a win, win
/// fastest, for a loss, lose slowest. In CSV moves stand in one field with blanks between; in JSON lines and
/// Parquet they are lists. Positions come in the order of the file.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The table.
    file: PathBuf,
    /// How to write; without it, what the ending of --out says, else csv.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The file to write; without it, standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines of fields with commas between, the first with their names.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// Columns, for data frames.
    Parquet,
}

/// One position as it is exported.
#[derive(Serialize)]
struct Record {
    position: String,
    moves: Vec<String>,
    value: Value,
    distance: Option<u32>,
    best: Vec<String>,
}

impl Record {
    fn of(table: &Table, position: &Position, label: Label) -> Result<Self, ReadError> {
        let rules = table.rules();
        let (mut moves, mut best) = (Vec::new(), Vec::new());
        for played in rules.moves(position) {
            let to = rules.play(position, played).expect("a generated move");
            let name = played.notation(rules.fingers).to_string();
            if table.probe(&to)?.before() == label {
                best.push(name.clone());
            }
            moves.push(name);
        }
        Ok(Record {
            position: position.notation(rules.fingers).to_string(),
            moves,
            value: label.value,
            distance: label.distance,
            best,
        })
    }

    fn csv(&self, into: &mut Vec<u8>) -> io::Result<()> {
        // Hands with 10 fingers and more have commas.
        let quote = if self.position.contains(',') {
            "\""
        } else {
            ""
        };
        let distance = self
            .distance
            .map_or_else(String::new, |plies| plies.to_string());
        writeln!(
            into,
            "{quote}{}{quote},{quote}{}{quote},{},{distance},{quote}{}{quote}",
            self.position,
            self.moves.join(" "),
            self.value,
            self.best.join(" ")
        )
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let name = &arguments.file;
    // Moves jump between blocks: as many as there are stay decompressed, up to 1 GiB of them.
    const MOST_BLOCKS: usize = 1 << 14;
    let opened = File::open(name).map_err(ReadError::from);
    let table = opened.and_then(|opened| Table::read(opened, MOST_BLOCKS));
    let table = table.map_err(|error| unreadable(name, &error))?;
    let format = arguments.format.unwrap_or_else(|| {
        let out = arguments.out.as_deref().and_then(Path::extension);
        match out.and_then(|ending| ending.to_str()) {
            Some("jsonl" | "ndjson") => Format::Jsonl,
            Some("parquet") => Format::Parquet,
            _ => Format::Csv,
        }
    });
    match &arguments.out {
        None => write(&table, name, format, BufWriter::new(io::stdout())),
        Some(out) => {
            let failed = |error: io::Error| {
                Failure::failed(format!(
                    "the file \"{}\" cannot be written: {error}",
                    out.display()
                ))
            };
            let beside = file::beside(out).map_err(failed)?;
            write(&table, name, format, BufWriter::new(beside.as_file()))?;
            beside.persist(out).map_err(|error| failed(error.error))?;
            Ok(())
        }
    }
}

/// A block's positions, ready to be written.
enum Made {
    Text(Vec<u8>),
    Records(Vec<Record>),
}

impl Made {
    fn of(records: Vec<Record>, format: Format) -> io::Result<Self> {
        let mut text = Vec::new();
        match format {
            Format::Parquet => return Ok(Made::Records(records)),
            Format::Csv => records
                .iter()
                .try_for_each(|record| record.csv(&mut text))?,
            Format::Jsonl => records.iter().try_for_each(|record| {
                serde_json::to_writer(&mut text, record)?;
                writeln!(text)
            })?,
        }
        Ok(Made::Text(text))
    }
}

fn write(
    table: &Table,
    name: &Path,
    format: Format,
    out: impl Write + Send,
) -> Result<(), Failure> {
    let bar = bar(table.positions());
    let mut out = Out::new(out, format, table)?;
    // Blocks are made side by side, and written in their order.
    let batch = rayon::current_num_threads();
    for first in (0..table.blocks()).step_by(batch) {
        let blocks = first..table.blocks().min(first + batch);
        let made: Result<Vec<Made>, Failure> = blocks
            .into_par_iter()
            .map(|block| {
                let labelled = table.block(block);
                let records = labelled.map(|labelled| {
                    let (position, label) = labelled?;
                    bar.inc(1);
                    Record::of(table, &position, label)
                });
                let records: Result<Vec<Record>, ReadError> = records.collect();
                Ok(Made::of(
                    records.map_err(|error| unreadable(name, &error))?,
                    format,
                )?)
            })
            .collect();
        made?.iter().try_for_each(|made| out.write(made))?;
    }
    bar.finish_and_clear();
    out.finish()
}

/// Where an export goes.
enum Out<W: Write + Send> {
    Text(W),
    Columns(Columns<W>),
}

impl<W: Write + Send> Out<W> {
    fn new(mut out: W, format: Format, table: &Table) -> Result<Self, Failure> {
        Ok(match format {
            Format::Parquet => Out::Columns(Columns::new(out, table)?),
            Format::Jsonl => Out::Text(out),
            Format::Csv => {
                writeln!(out, "position,moves,value,distance,best")?;
                Out::Text(out)
            }
        })
    }

    fn write(&mut self, made: &Made) -> Result<(), Failure> {
        match (self, made) {
            (Out::Text(out), Made::Text(text)) => Ok(out.write_all(text)?),
            (Out::Columns(columns), Made::Records(records)) => columns.write(records),
            _ => unreachable!("one format a run"),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Out::Text(mut out) => Ok(out.flush()?),
            Out::Columns(columns) => columns.finish(),
        }
    }
}
