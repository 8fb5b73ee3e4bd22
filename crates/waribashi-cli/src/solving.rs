//! Solving a rule set for a command: with what memory, with a progress bar, and until Ctrl-C.

use std::{
    fmt::Write,
    path::Path,
    process,
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use bytesize::ByteSize;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use waribashi::Rules;
use waribashi_solve::{
    Demand, Engine, Progress, Solution, SolveError, Task,
    survey::{Grid, Survey},
};

use waribashi_table::{Overwrite, WriteError, partial_path};

use crate::{arguments::Writing, failure::Failure};

/// What a solve may use, in the arguments of every command that solves.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Means {
    /// How many threads to use [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// How much memory may be used, for example 500MiB or 8GiB [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<ByteSize>,
}

/// The exit status of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

static PROGRESS: LazyLock<Progress> = LazyLock::new(Progress::default);
static SOLVING: AtomicBool = AtomicBool::new(false);

impl Means {
    /// How many threads a solve with `engine` takes.
    pub(crate) fn threads(&self, engine: Engine) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        match engine {
            Engine::Queue => 1,
            Engine::Rows => self.threads.map_or_else(cores, usize::from),
        }
    }

    /// The most memory that may be used, in bytes.
    pub(crate) fn limit(&self) -> u64 {
        let free = || {
            // Where the system does not tell, as much as it will give.
            sysinfo::System::new().map_or(u64::MAX, |mut system| {
                system.refresh_memory();
                system.available_memory()
            })
        };
        self.memory.map_or_else(free, |size| size.as_u64())
    }

    /// Solves a rule set. On a terminal a progress bar shows how far it is;
    /// Ctrl-C stops it.
    pub(crate) fn solve(
        &self,
        rules: &Rules,
        engine: Option<Engine>,
        distances: bool,
    ) -> Result<Solution, Failure> {
        let timed = self.solve_timed(rules, engine, distances);
        timed.map(|(solution, _)| solution)
    }

    /// Solves a rule set, and tells in how many seconds.
    pub(crate) fn solve_timed(
        &self,
        rules: &Rules,
        engine: Option<Engine>,
        distances: bool,
    ) -> Result<(Solution, f64), Failure> {
        let (solved, seconds) =
            self.run(rules, engine, distances, |task| Solution::new(rules, task));
        Ok((solved.map_err(told)?, seconds))
    }

    /// Solves a rule set, writes its table to a file on the way, and tells in how many seconds.
    pub(crate) fn solve_to(
        &self,
        file: &Path,
        writing: Writing,
        rules: &Rules,
        engine: Option<Engine>,
        distances: bool,
    ) -> Result<(Solution, f64), Failure> {
        let (solved, seconds) = self.run(rules, engine, distances, |task| {
            let overwrite = Overwrite {
                resume: writing.resume,
                force: writing.force,
            };
            let every = writing.checkpoints.0;
            waribashi_table::solve_with_checkpoints(rules, task, file, overwrite, every)
        });
        let told = |error| match error {
            WriteError::Solve(SolveError::Stopped) => Failure::failed(format!(
                "the solve was stopped; \"{}\" has what was done, and --resume goes on from there",
                partial_path(file).display()
            )),
            WriteError::Solve(error) => told(error),
            WriteError::Exists(_) => {
                Failure::failed(format!("the file {error} (--force replaces it)"))
            }
            _ => Failure::failed(format!("the file {error}")),
        };
        Ok((solved.map_err(told)?, seconds))
    }

    fn run<T>(
        &self,
        rules: &Rules,
        engine: Option<Engine>,
        distances: bool,
        solve: impl FnOnce(Task) -> T,
    ) -> (T, f64) {
        let engine = engine.unwrap_or_else(|| Engine::suited(rules, distances));
        let task = Task {
            engine: Some(engine),
            distances,
            threads: self.threads(engine),
            limit: self.limit(),
            progress: Some(&PROGRESS),
        };
        let positions = Demand::of(rules, engine, distances).positions;
        with_bar(|bar| {
            bar.begin(positions, String::new());
            let before = Instant::now();
            let solved = solve(task);
            (solved, before.elapsed().as_secs_f64())
        })
    }

    /// Solves a rule set without a progress bar, for who has the whole screen.
    pub(crate) fn solve_quietly(&self, rules: &Rules) -> Result<Solution, SolveError> {
        let task = Task {
            threads: self.threads(Engine::suited(rules, true)),
            limit: self.limit(),
            ..Task::default()
        };
        Solution::new(rules, task)
    }

    /// Surveys a table. On a terminal a progress bar shows how far each solve is; after Ctrl-C the table
    /// has what was computed before.
    pub(crate) fn survey(&self, grid: Grid, distances: bool) -> Result<Survey, Failure> {
        let task = Task {
            engine: None,
            distances,
            threads: self.threads(Engine::Rows),
            limit: self.limit(),
            progress: Some(&PROGRESS),
        };
        let surveyed = with_bar(|bar| {
            Survey::new(grid, task, |step| {
                bar.begin(step.positions, format!("{} of {}: ", step.number, step.of));
            })
        });
        surveyed.map_err(Failure::failed)
    }
}

/// A solve that failed, and what may help.
fn told(error: SolveError) -> Failure {
    match error {
        SolveError::TooLarge(_) => {
            Failure::failed(format!("{error} (--memory sets how much may be used)"))
        }
        _ => Failure::failed(error),
    }
}

/// A size of memory as it is given on the command line.
pub(crate) fn size(text: &str) -> Result<ByteSize, &'static str> {
    text.parse()
        .map_err(|_| "expected a size in bytes, with a unit or without (for example: 8GiB)")
}

/// The speed and the time left, or, where too little is done to know them, how often the positions have been
/// gone through.
fn pace(done: u64, of: u64, passes: u64, per_second: f64, left: Duration) -> String {
    if done.saturating_mul(100) < of || done == 0 {
        return match passes {
            0 => String::new(),
            passes => format!(", pass {passes}"),
        };
    }
    let (speed, left) = (HumanCount(per_second as u64), HumanDuration(left));
    format!(", {speed} a second, {left:#} left")
}

/// What a progress bar shows beside the positions done.
#[derive(Default)]
struct Bar {
    positions: AtomicU64,
    /// Which of several solves it is.
    which: Mutex<String>,
}

impl Bar {
    /// Another solve begins.
    fn begin(&self, positions: u128, which: String) {
        self.positions.store(positions as u64, Ordering::Relaxed);
        *self.which.lock().expect("nothing panics while it is held") = which;
    }
}

/// Does work that solves, until Ctrl-C, under a progress bar, which appears only where it takes long.
fn with_bar<T>(work: impl FnOnce(&Bar) -> T) -> T {
    const STEP: Duration = Duration::from_millis(100);
    // Where a handler cannot be set, Ctrl-C ends the program all the same.
    let _ = ctrlc::set_handler(|| {
        if !SOLVING.load(Ordering::Relaxed) || PROGRESS.is_stopped() {
            process::exit(INTERRUPTED);
        }
        PROGRESS.stop();
    });
    SOLVING.store(true, Ordering::Relaxed);
    let done = AtomicBool::new(false);
    let shown = Bar::default();
    let result = thread::scope(|scope| {
        let bar = scope.spawn(|| {
            thread::park_timeout(5 * STEP);
            if done.load(Ordering::Relaxed) {
                return;
            }
            let style = "{msg}{bar:40} {human_pos} of {human_len} positions{pace}";
            let style = ProgressStyle::with_template(style).expect("a template");
            let bar = ProgressBar::new(0).with_style(style.with_key(
                "pace",
                |state: &ProgressState, out: &mut dyn Write| {
                    let of = state.len().unwrap_or(0);
                    let passes = PROGRESS.passes();
                    let told = pace(state.pos(), of, passes, state.per_sec(), state.eta());
                    out.write_str(&told).expect("the bar takes any text");
                },
            ));
            while !done.load(Ordering::Relaxed) {
                let which = shown.which.lock().map(|which| which.clone());
                bar.set_message(which.unwrap_or_default());
                bar.set_length(shown.positions.load(Ordering::Relaxed));
                bar.set_position(PROGRESS.done());
                thread::park_timeout(STEP);
            }
            bar.finish_and_clear();
        });
        let result = work(&shown);
        done.store(true, Ordering::Relaxed);
        bar.thread().unpark();
        result
    });
    SOLVING.store(false, Ordering::Relaxed);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_in_whole_positions_and_is_not_told_before_it_is_known() {
        let minute = Duration::from_secs(60);
        assert_eq!(pace(0, 50_000, 0, 0.0, Duration::ZERO), "");
        assert_eq!(pace(499, 50_000, 7, 0.0, minute), ", pass 7");
        assert_eq!(
            pace(14_629, 50_000, 7, 2_677.3, minute),
            ", 2,677 a second, 60s left"
        );
    }
}
