//! Measures tables of the rules that are its arguments, with values and with distances: size, time to write beside
//! the solve alone, time of a probe. Best of several runs each; the processor time of all threads counts little of what
//! else the machine does.
//!
//!     cargo run --release -p waribashi-table --example measure -- attacks,hands=15 suicide,hands=15

use std::{error::Error, hint::black_box, path::Path, time::Instant};

use cpu_time::ProcessTime;
use waribashi::{Position, Rules};
use waribashi_solve::{Compiled, Engine, Solution, Task};
use waribashi_table::{CACHED_BLOCKS, Mapped, Overwrite, ReadAt, Table, solve};

/// Runs of each solve.
const RUNS: usize = 7;

/// Probes of each kind.
const PROBES: usize = 200_000;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("table");
    for text in std::env::args().skip(1) {
        let rules: Rules = text.parse()?;
        for distances in [false, true] {
            let kind = if distances { "distances" } else { "values" };
            println!("{text}, {kind}");
            measure(&rules, distances, &path)?;
        }
    }
    Ok(())
}

fn measure(rules: &Rules, distances: bool, path: &Path) -> Result<(), Box<dyn Error>> {
    let task = Task {
        engine: Some(Engine::Rows),
        distances,
        ..Task::default()
    };
    let (mut alone, mut written) = ([f64::MAX; 2], [f64::MAX; 2]);
    let overwrite = Overwrite {
        force: true,
        resume: false,
    };
    // Turn and turn about, so that what else the machine does falls on both.
    for _ in 0..RUNS {
        timed(&mut alone, || Solution::new(rules, task))?;
        timed(&mut written, || solve(rules, task, path, overwrite))?;
    }
    let table = Table::open(path)?;
    let bits = table.len() as f64 * 8.0 / table.positions() as f64;
    println!(
        "  {} positions in {} blocks, {} bytes, of these {} head: {bits:.4} bits per position",
        table.positions(),
        table.blocks(),
        table.len(),
        table.head_len()
    );
    for (what, at) in [("time", 0), ("processor time", 1)] {
        println!(
            "  {what}: solve alone {:.1} ms, with the table {:.1} ms: {:+.0} %",
            alone[at] * 1e3,
            written[at] * 1e3,
            (written[at] / alone[at] - 1.0) * 100.0
        );
    }
    let positions = positions(rules);
    let before = Instant::now();
    let opened = Table::open(path)?;
    println!("  open {:.2} ms", before.elapsed().as_secs_f64() * 1e3);
    // One block in the cache: nearly every probe decompresses one.
    cold(
        "cold, pread",
        &Table::read(std::fs::File::open(path)?, 1)?,
        &positions,
    )?;
    // SAFETY: nobody else knows the file.
    #[allow(unsafe_code, reason = "the map is what is measured")]
    let mapped = unsafe { Mapped::open(path)? };
    cold("cold, mapped", &Table::read(mapped, 1)?, &positions)?;
    let blocks = opened.blocks();
    let all = Table::read(std::fs::File::open(path)?, blocks.max(CACHED_BLOCKS))?;
    for position in &positions {
        all.probe(position)?;
    }
    report("warm", &all, &positions)
}

/// Keeps the least time and processor time of something.
fn timed<T, E>(least: &mut [f64; 2], work: impl FnOnce() -> Result<T, E>) -> Result<(), E> {
    let (clock, processor) = (Instant::now(), ProcessTime::now());
    black_box(work()?);
    let taken = [clock.elapsed(), processor.elapsed()];
    for (least, taken) in least.iter_mut().zip(taken) {
        *least = least.min(taken.as_secs_f64());
    }
    Ok(())
}

/// Random positions, the same every time.
fn positions(rules: &Rules) -> Vec<Position> {
    let compiled = Compiled::new(rules);
    let mut state = 1u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % compiled.len()
    };
    (0..PROBES).map(|_| compiled.position(random())).collect()
}

fn cold<R: ReadAt>(
    name: &str,
    table: &Table<R>,
    positions: &[Position],
) -> Result<(), Box<dyn Error>> {
    report(name, table, &positions[..PROBES / 20])
}

fn report<R: ReadAt>(
    name: &str,
    table: &Table<R>,
    positions: &[Position],
) -> Result<(), Box<dyn Error>> {
    // The clock itself takes some time: it is measured too.
    let mut times = Vec::with_capacity(positions.len());
    let mut clock = u64::MAX;
    for position in positions {
        let before = Instant::now();
        let between = Instant::now();
        black_box(table.probe(position)?);
        let after = Instant::now();
        clock = clock.min((between - before).as_nanos() as u64);
        times.push((after - between).as_nanos() as u64);
    }
    times.sort_unstable();
    let at = |share: f64| times[(times.len() as f64 * share) as usize].saturating_sub(clock);
    println!(
        "  probe {name}: median {} ns, 99 % within {} ns",
        at(0.5),
        at(0.99)
    );
    Ok(())
}
