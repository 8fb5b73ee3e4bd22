//! `waribashi bench`: how fast the engines are on this machine, and against what it could do.

use std::{
    hint::black_box,
    io::{self, Write},
    time::Instant,
};

use anstyle::Style;
use serde::Serialize;
use waribashi::Rules;
use waribashi_solve::{Engine, Solution, Task};

use crate::{failure::Failure, page::Page, telling};

/// Measure the row engine against the queue, and against the memory of this machine.
///
/// Everything is measured in one run, so that ratios hold whatever the machine; times are for whole solves,
/// compiling the rules included, and the best of several where one is short. Nothing else should be running.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Smaller rule sets, for a run of some seconds instead of some minutes.
    #[arg(long)]
    quick: bool,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

/// Rules on which the engines are compared, smaller ones for a quick run, and the goals for values and for values with distances: how many
/// times the queue's positions a second.
const AGAINST_THE_QUEUE: [(&str, &str, f64, f64); 3] = [
    ("attacks,hands=20", "attacks,hands=9", 100.0, 10.0),
    ("suicide,hands=15", "suicide,hands=7", 5.0, 2.0),
    ("rollover,hands=15", "rollover,hands=7", 5.0, 2.0),
];

/// Rules on which it is seen how the cost grows, values only.
const GROWTH: [&str; 6] = [
    "attacks,hands=10",
    "attacks,hands=15",
    "attacks,hands=20",
    "attacks,hands=25",
    "attacks,hands=30",
    "simple,fingers=4,hands=50",
];

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let copied = bytes_copied_per_second();
    let enough = if arguments.quick { 0.1 } else { 2.0 };
    let mut against = Vec::new();
    for (large, small, values, distances) in AGAINST_THE_QUEUE {
        let text = if arguments.quick { small } else { large };
        let rules: Rules = text.parse().expect("rules");
        let queue = measure(&rules, Engine::Queue, true, 1, enough)?;
        for (what, goal) in [(false, values), (true, distances)] {
            against.push(Compared {
                rows: measure(&rules, Engine::Rows, what, 1, enough)?,
                queue: queue.positions_per_second,
                goal,
            });
        }
    }
    let mut growth = Vec::new();
    for text in GROWTH {
        let skipped = arguments.quick && text != GROWTH[0];
        if !skipped {
            let rules: Rules = text.parse().expect("rules");
            growth.push(measure(&rules, Engine::Rows, false, 1, enough)?);
            growth.push(measure(&rules, Engine::Rows, false, 0, enough)?);
        }
    }
    if arguments.json {
        let report = Report {
            bytes_copied_per_second: copied as u64,
            against_the_queue: &against,
            growth: &growth,
        };
        page.json(&report)?;
        return Ok(());
    }
    tell(copied, &against, &growth, page)?;
    Ok(())
}

/// One engine on one rule set.
#[derive(Clone, Debug, Serialize)]
struct Measured {
    rules: String,
    engine: &'static str,
    distances: bool,
    /// 0 for one on each core.
    threads: usize,
    positions: u64,
    seconds: f64,
    positions_per_second: u64,
}

#[derive(Debug, Serialize)]
struct Compared {
    rows: Measured,
    /// The queue's positions a second, on one thread too.
    queue: u64,
    /// How many times the queue's speed is wanted.
    goal: f64,
}

#[derive(Serialize)]
struct Report<'a> {
    bytes_copied_per_second: u64,
    against_the_queue: &'a [Compared],
    growth: &'a [Measured],
}

/// The best of several solves, until `enough` seconds are spent.
fn measure(
    rules: &Rules,
    engine: Engine,
    distances: bool,
    threads: usize,
    enough: f64,
) -> Result<Measured, Failure> {
    let (mut best, mut spent, mut positions) = (f64::INFINITY, 0.0, 0);
    while spent < enough {
        let task = Task {
            engine: Some(engine),
            distances,
            threads,
            ..Task::default()
        };
        let before = Instant::now();
        let solution = Solution::new(rules, task).map_err(Failure::failed)?;
        let seconds = before.elapsed().as_secs_f64();
        positions = solution.compiled().len() as u64;
        best = best.min(seconds);
        spent += seconds;
    }
    Ok(Measured {
        rules: rules.short_name(),
        engine: engine.name(),
        distances,
        threads,
        positions,
        seconds: best,
        positions_per_second: (positions as f64 / best) as u64,
    })
}

/// How fast this machine copies memory that no cache holds, on one thread: bytes written a second, each read
/// once too.
fn bytes_copied_per_second() -> f64 {
    const BYTES: usize = 256 << 20;
    let from = vec![1u8; BYTES];
    let mut to = vec![0u8; BYTES];
    let best = (0..5)
        .map(|_| {
            let before = Instant::now();
            black_box(&mut to).copy_from_slice(black_box(&from));
            before.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    BYTES as f64 / best
}

/// The bytes of a solution that must be written at least: two bits for a value, a byte with a distance.
fn bytes(measured: &Measured) -> f64 {
    let positions = measured.positions as f64;
    if measured.distances {
        positions
    } else {
        positions / 4.0
    }
}

fn tell(copied: f64, against: &[Compared], growth: &[Measured], page: &mut Page) -> io::Result<()> {
    let text = |cell: String| (Style::new(), cell);
    let millions = |speed: u64| text(format!("{:.1}", speed as f64 / 1e6));
    let seconds = |measured: &Measured| text(format!("{:.4}", measured.seconds));
    page.heading("The row engine against the queue, one thread each")?;
    let rows: Vec<_> = against
        .iter()
        .map(|Compared { rows, queue, goal }| {
            let ratio = rows.positions_per_second as f64 / *queue as f64;
            let least = bytes(rows) / copied;
            vec![
                text(rows.rules.clone()),
                text(
                    if rows.distances {
                        "distances"
                    } else {
                        "values"
                    }
                    .into(),
                ),
                text(telling::grouped(rows.positions)),
                seconds(rows),
                millions(rows.positions_per_second),
                millions(*queue),
                text(format!("{ratio:.1}")),
                text(format!("{goal:.0}")),
                text(format!("{:.0}", rows.seconds / least)),
            ]
        })
        .collect();
    let headings = [
        "rules",
        "what",
        "positions",
        "seconds",
        "million/s",
        "queue",
        "ratio",
        "goal",
        "off",
    ];
    page.grid(&headings, &rows)?;
    page.paragraph(
        2,
        &format!(
            "This machine copies {:.1} GB/s on one thread. \"off\" is how many times longer the solve takes than copying as \
             many bytes as its result has: a quarter of a byte for each value, a byte with a distance.",
            copied / 1e9
        ),
    )?;
    writeln!(page)?;
    page.heading("How the cost grows, values only")?;
    let rows: Vec<_> = growth
        .iter()
        .map(|measured| {
            let threads = match measured.threads {
                0 => "all".to_string(),
                n => n.to_string(),
            };
            vec![
                text(measured.rules.clone()),
                text(threads),
                text(telling::grouped(measured.positions)),
                seconds(measured),
                millions(measured.positions_per_second),
                text(format!(
                    "{:.0}",
                    measured.seconds * copied / bytes(measured)
                )),
            ]
        })
        .collect();
    let headings = [
        "rules",
        "threads",
        "positions",
        "seconds",
        "million/s",
        "off",
    ];
    page.grid(&headings, &rows)
}
