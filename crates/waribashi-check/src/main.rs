//! The program `waribashi-check`: proves every label of a solved table, or names the first that is wrong.
//!
//! The exit status is 0 only if everything was checked and is right; 1 if something is wrong; 2 for bad arguments.

use std::{
    io::{Write, stderr, stdout},
    path::PathBuf,
    process::ExitCode,
};

use bytesize::ByteSize;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

/// Proves every label of a solved Chopsticks table by the rules of the game alone.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The table.
    file: PathBuf,
    /// How many threads to use [default: one for each core].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// How much memory labels may take; where they take more, the file is read as many times. Besides there are the
    /// rows and their moves, and for a table of values a bit for each position.
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    memory: ByteSize,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads)
        .build();
    let checked = pool.map_err(|error| error.to_string()).and_then(|pool| {
        let style = "{bar:40} {percent} %, {eta} left";
        let style = ProgressStyle::with_template(style).expect("a template");
        let bar = ProgressBar::new(1000).with_style(style);
        let progress = |share: f64| {
            let permille = (share * 1000.0) as u64;
            // The bar is slow, and the steps are many.
            if permille != bar.position() {
                bar.set_position(permille);
            }
        };
        let checked = pool.install(|| {
            waribashi_check::check(&arguments.file, arguments.memory.as_u64(), progress)
        });
        bar.finish_and_clear();
        checked
    });
    let file = arguments.file.display();
    match checked {
        Ok(checked) => {
            let [won, lost, drawn, longest] = checked.counts;
            let positions = checked.positions;
            let longest = match longest {
                0 => "no distances".to_string(),
                plies => format!("longest distance {plies}"),
            };
            let told = writeln!(
                stdout(),
                "{file}: all {positions} positions are right: {won} won, {lost} lost, {drawn} drawn, {longest}"
            );
            // Who closes standard output does not hear that all is right, and the status must not say so.
            if told.is_ok() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            let _ = writeln!(stderr(), "{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
