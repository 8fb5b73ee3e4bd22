//! Solving a rule set for a command: with what memory, with a progress bar, and until Ctrl-C.

use std::{
    process,
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use bytesize::ByteSize;
use indicatif::{ProgressBar, ProgressStyle};
use waribashi::Rules;
use waribashi_solve::{Demand, Engine, Progress, Solution, SolveError, Task};

use crate::failure::Failure;

/// What a solve may use, in the arguments of every command that solves.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Means {
    /// How many threads to use [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// How much memory may be used, for example 500MiB or 8GiB [default: what is free].
    #[arg(long, value_name = "SIZE")]
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
        let engine = engine.unwrap_or_else(|| Engine::suited(rules, distances));
        let task = Task {
            engine: Some(engine),
            distances,
            threads: self.threads(engine),
            limit: self.limit(),
            progress: Some(&PROGRESS),
        };
        // Where a handler cannot be set, Ctrl-C ends the program all the same.
        let _ = ctrlc::set_handler(|| {
            if !SOLVING.load(Ordering::Relaxed) || PROGRESS.is_stopped() {
                process::exit(INTERRUPTED);
            }
            PROGRESS.stop();
        });
        SOLVING.store(true, Ordering::Relaxed);
        let positions = Demand::of(rules, engine, distances).positions;
        let (solved, seconds) = with_bar(positions, || {
            let before = Instant::now();
            let solved = Solution::new(rules, task);
            (solved, before.elapsed().as_secs_f64())
        });
        SOLVING.store(false, Ordering::Relaxed);
        solved
            .map(|solution| (solution, seconds))
            .map_err(|error| match error {
                SolveError::TooLarge(_) => {
                    Failure::failed(format!("{error} (--memory sets how much may be used)"))
                }
                _ => Failure::failed(error),
            })
    }
}

/// Does `work` under a progress bar, which appears only where it takes long.
fn with_bar<T>(positions: u128, work: impl FnOnce() -> T) -> T {
    const STEP: Duration = Duration::from_millis(100);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let bar = scope.spawn(|| {
            thread::park_timeout(5 * STEP);
            if done.load(Ordering::Relaxed) {
                return;
            }
            let style = "{bar:40} {human_pos} of {human_len} positions, {per_sec}, {eta} left";
            let bar = ProgressBar::new(positions as u64)
                .with_style(ProgressStyle::with_template(style).expect("a template"));
            while !done.load(Ordering::Relaxed) {
                bar.set_position(PROGRESS.done());
                thread::park_timeout(STEP);
            }
            bar.finish_and_clear();
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        bar.thread().unpark();
        result
    })
}
