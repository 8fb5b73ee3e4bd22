use waribashi::{Position, Rules};

use crate::{
    code_lines::CodeLines,
    compiled::Compiled,
    demand::{Demand, TooLarge},
    label::{Code, Label},
    lines::{Keeper, Lines, Metric, Nobody, Width},
    progress::{Progress, Stopped},
    queue,
    row_engine::{Levels, RowLabels},
    tally::Tally,
};

/// A way to solve a rule set. All give the same values and distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Retrograde analysis with successor counters and a queue: the reference.
    Queue,
    /// Whole rows of positions at a time: for large rule sets.
    Rows,
}

impl Engine {
    /// The engine's name, as the command line has it.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Queue => "queue",
            Engine::Rows => "rows",
        }
    }

    /// The engine that suits a rule set: the queue is at its best below some ten thousand positions.
    pub fn suited(rules: &Rules, distances: bool) -> Engine {
        const SMALL: u128 = 20_000;
        if distances && Demand::of(rules, Engine::Queue, true).positions < SMALL {
            Engine::Queue
        } else {
            Engine::Rows
        }
    }
}

/// What is to be solved, and how. The default takes the engine that suits the rules, computes distances, uses
/// all cores, and as much memory as it likes.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The engine; `None` for the one that suits the rules.
    pub engine: Option<Engine>,
    /// Whether distances are wanted with the values.
    pub distances: bool,
    /// How many threads to use; 0 for as many as there are cores. The queue uses one.
    pub threads: usize,
    /// How many bytes of memory may be used.
    pub limit: u64,
    /// Where to tell how far the solve is, and whence it can be stopped.
    pub progress: Option<&'a Progress>,
}

impl Default for Task<'_> {
    fn default() -> Self {
        Task {
            engine: None,
            distances: true,
            threads: 0,
            limit: u64::MAX,
            progress: None,
        }
    }
}

/// Why a rule set was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// It would take too much memory; nothing was allocated.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// It was stopped before it was done.
    #[error("the solve was stopped")]
    Stopped,
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> Self {
        SolveError::Stopped
    }
}

/// A solved rule set: the value and the distance of every position, endless play being a draw.
///
/// ```
/// use waribashi::{Position, Rules, Value};
/// use waribashi_solve::{Solution, Task};
/// let rules = Rules::default();
/// let solution = Solution::new(&rules, Task::default())?;
/// assert_eq!(solution.label_of(rules.start()).value, Value::Draw);
/// let after_own_tap = Position::parse("11-12", &rules)?;
/// assert_eq!(solution.label_of(&after_own_tap).to_string(), "win in 9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solution {
    compiled: Compiled,
    labels: Labels,
    distances: bool,
}

#[derive(Debug)]
enum Labels {
    Queue(Vec<Code>),
    Rows(RowLabels),
}

impl Solution {
    /// Solves a rule set.
    ///
    /// # Errors
    ///
    /// When it would take more memory than the task allows, or was stopped.
    pub fn new(rules: &Rules, task: Task) -> Result<Self, SolveError> {
        Solution::solve(rules, task, &mut Nobody)
    }

    /// Solves a rule set, and hands what is solved to a keeper on the way.
    ///
    /// # Errors
    ///
    /// As [`Solution::new`]; the keeper's breaking off counts as a stop.
    pub fn kept(rules: &Rules, task: Task, keeper: &mut dyn Keeper) -> Result<Self, SolveError> {
        let solution = Solution::solve(rules, task, keeper)?;
        // The queue has all at once, and distances whether they are wanted or not.
        if solution.engine() == Engine::Queue {
            let lines = solution.lines(task.distances);
            let compiled = solution.compiled();
            let levels: Vec<Levels> = compiled
                .movers()
                .map(|player| Levels::new(compiled, player))
                .collect();
            let begun = keeper.begin(compiled, &levels, lines.metric());
            if begun.is_break() || keeper.advance(&*lines).is_break() {
                return Err(SolveError::Stopped);
            }
        }
        Ok(solution)
    }

    fn solve(rules: &Rules, task: Task, keeper: &mut dyn Keeper) -> Result<Self, SolveError> {
        let engine = task
            .engine
            .unwrap_or_else(|| Engine::suited(rules, task.distances));
        let distances = task.distances || engine == Engine::Queue;
        Demand::of(rules, engine, distances).check(rules, engine, distances, task.limit)?;
        let compiled = Compiled::new(rules);
        let idle = Progress::default();
        let progress = task.progress.unwrap_or(&idle);
        let labels = match engine {
            Engine::Queue => Labels::Queue(queue::solve(&compiled, progress)?),
            Engine::Rows => {
                let solve = || RowLabels::solve(&compiled, distances, progress, keeper);
                let threads = task.threads;
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.map_err(|error| SolveError::Threads {
                    threads,
                    reason: error.to_string(),
                })?;
                Labels::Rows(pool.install(solve)?)
            }
        };
        Ok(Solution {
            compiled,
            labels,
            distances,
        })
    }

    /// The labels by lines, with distances or without.
    ///
    /// # Panics
    ///
    /// When distances are asked of a solution that has none, or the row engine's are to be left out.
    pub fn lines(&self, distances: bool) -> Box<dyn Lines + '_> {
        match &self.labels {
            Labels::Rows(labels) => {
                assert_eq!(self.distances, distances, "the labels as they were solved");
                labels.lines(&self.compiled)
            }
            Labels::Queue(codes) => {
                let metric = match distances {
                    false => Metric::Values,
                    true => {
                        let longest = self
                            .compiled
                            .movers()
                            .map(|mover| self.tally(mover).longest);
                        Metric::Distances(Width::of(longest.max().flatten().unwrap_or(0)))
                    }
                };
                Box::new(CodeLines::new(&self.compiled, codes, metric))
            }
        }
    }

    /// The compiled rules, which number the positions.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The rules solved.
    pub fn rules(&self) -> &Rules {
        self.compiled.rules()
    }

    /// The engine that made the solution.
    pub fn engine(&self) -> Engine {
        match self.labels {
            Labels::Queue(_) => Engine::Queue,
            Labels::Rows(_) => Engine::Rows,
        }
    }

    /// Whether the solution has distances.
    pub fn has_distances(&self) -> bool {
        self.distances
    }

    /// Value and distance of a position by its number.
    ///
    /// # Panics
    ///
    /// When the number is not below the number of positions.
    pub fn label(&self, id: usize) -> Label {
        match &self.labels {
            Labels::Queue(codes) => codes[id].label(),
            Labels::Rows(labels) => match self.compiled.finished(id) {
                None => labels.label(self.compiled.place(id)),
                Some(value) => Label {
                    value,
                    distance: self.distances.then_some(0),
                },
            },
        }
    }

    /// Counts the positions whose game goes on, with one player to move or, where a position does not say
    /// who is, all of them.
    pub(crate) fn tally(&self, mover: usize) -> Tally {
        match &self.labels {
            Labels::Rows(labels) => labels.tally(&self.compiled, mover),
            Labels::Queue(codes) => {
                let mut tally = Tally::default();
                let each = codes.len() / self.compiled.movers().len();
                for (id, code) in codes.iter().enumerate().skip(mover * each).take(each) {
                    if self.compiled.finished(id).is_none() {
                        tally.add(code.label(), || id);
                    }
                }
                tally
            }
        }
    }

    /// Value and distance of a position.
    ///
    /// # Panics
    ///
    /// When the position is none of the rules.
    pub fn label_of(&self, position: &Position) -> Label {
        self.label(self.compiled.index(position))
    }
}
