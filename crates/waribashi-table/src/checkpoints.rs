//! What a running solve keeps besides its table, so that a kill loses little.
//!
//! Rectangles are solved in another order than the table has them, and large ones take long. So now and then
//! those that are solved and not in the table yet are written to a [`Checkpoint`], and those that are being solved, at
//! a moment between two passes, to one of their own. The files are numbered and stand beside the unfinished table;
//! each is removed as soon as the table, or a later one, has what it has.

use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use waribashi_solve::{Lines, Metric, Rectangle};

use crate::{
    ReadError,
    checkpoint::{Checkpoint, new_path},
    head::Head,
};

/// Between two checkpoints this many times as long as the first took is spent solving.
const COST: u32 = 20;

/// The checkpoints of a table.
pub(crate) struct Checkpoints {
    /// The unfinished table.
    partial: PathBuf,
    /// How often they are made; `None` for never.
    every: Option<Duration>,
    /// Those of an earlier solve.
    found: Vec<Checkpoint>,
    /// Which of them has a rectangle: solved, or begun.
    solved: HashMap<Rectangle, usize>,
    begun: HashMap<Rectangle, usize>,
    state: Mutex<State>,
}

struct State {
    /// The number of the next file.
    next: u64,
    files: Vec<Kept>,
    /// By the first of the rectangles that are solved together.
    running: HashMap<Rectangle, Pace>,
    /// Of the rectangles that are solved.
    done: Pace,
}

/// A file that is there.
struct Kept {
    number: u64,
    rectangles: Vec<Rectangle>,
    solved: bool,
}

/// When something was kept last, and how long that took.
#[derive(Clone, Copy)]
struct Pace {
    last: Instant,
    cost: Duration,
}

impl Pace {
    fn new() -> Self {
        Pace {
            last: Instant::now(),
            cost: Duration::ZERO,
        }
    }

    fn is_due(self, every: Duration) -> bool {
        self.last.elapsed() >= every.max(self.cost * COST)
    }

    /// Something has been kept that was begun at a time.
    fn since(begun: Instant) -> Self {
        Pace {
            last: Instant::now(),
            cost: begun.elapsed(),
        }
    }
}

/// A checkpoint of an earlier solve that is damaged.
pub(crate) struct Unreadable {
    pub(crate) path: PathBuf,
    pub(crate) error: ReadError,
}

impl Checkpoints {
    /// None yet, for an unfinished table.
    pub(crate) fn new(partial: PathBuf, every: Option<Duration>) -> Self {
        Checkpoints {
            partial,
            every,
            found: Vec::new(),
            solved: HashMap::new(),
            begun: HashMap::new(),
            state: Mutex::new(State {
                next: 1,
                files: Vec::new(),
                running: HashMap::new(),
                done: Pace::new(),
            }),
        }
    }

    fn path(&self, number: u64) -> PathBuf {
        self.partial.with_added_extension(number.to_string())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked while he held it has left it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files that an earlier solve left, by number; and those it had not written whole.
    fn list(&self) -> io::Result<(Vec<u64>, Vec<PathBuf>)> {
        let folder = match self.partial.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let name = self.partial.file_name().unwrap_or_default();
        let (mut numbers, mut torn) = (Vec::new(), Vec::new());
        for file in fs::read_dir(folder)? {
            let file = file?.path();
            let ending = |file: &Path| file.extension()?.to_str().map(str::to_string);
            let is_torn = ending(&file).is_some_and(|ending| ending == "new");
            let whole = if is_torn {
                file.with_extension("")
            } else {
                file.clone()
            };
            let number = ending(&whole).and_then(|ending| ending.parse::<u64>().ok());
            match number {
                Some(number) if whole.file_stem() == Some(name) => match is_torn {
                    true => torn.push(file),
                    false => numbers.push(number),
                },
                _ => {}
            }
        }
        numbers.sort_unstable();
        Ok((numbers, torn))
    }

    /// Removes the files of earlier solves.
    pub(crate) fn clear(&self) -> io::Result<()> {
        let (numbers, torn) = self.list()?;
        for number in numbers {
            fs::remove_file(self.path(number))?;
        }
        torn.into_iter().try_for_each(fs::remove_file)
    }

    /// Finds what an earlier solve of the same table left, and removes what another one did.
    pub(crate) fn find(&mut self, head: &Head) -> io::Result<Result<(), Unreadable>> {
        let (numbers, torn) = self.list()?;
        torn.into_iter().try_for_each(fs::remove_file)?;
        for number in numbers {
            let path = self.path(number);
            let checkpoint = match Checkpoint::open(&path, head) {
                Ok(Some(checkpoint)) => checkpoint,
                Ok(None) => {
                    fs::remove_file(path)?;
                    continue;
                }
                Err(error) => return Ok(Err(Unreadable { path, error })),
            };
            // A later one knows more.
            let known = match checkpoint.solved {
                true => &mut self.solved,
                false => &mut self.begun,
            };
            known.extend(
                checkpoint
                    .rectangles
                    .iter()
                    .map(|&one| (one, self.found.len())),
            );
            let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
            state.next = number + 1;
            state.files.push(Kept {
                number,
                rectangles: checkpoint.rectangles.clone(),
                solved: checkpoint.solved,
            });
            self.found.push(checkpoint);
        }
        Ok(Ok(()))
    }

    /// Whether there are any labels of an earlier solve.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The earlier solve's checkpoint that has a rectangle solved.
    pub(crate) fn solved(&self, rectangle: Rectangle) -> Option<&Checkpoint> {
        self.solved.get(&rectangle).map(|&at| &self.found[at])
    }

    fn write(
        &self,
        head: &Head,
        rectangles: &[Rectangle],
        solved: bool,
        lines: &dyn Lines,
    ) -> io::Result<u64> {
        let number = {
            let mut state = self.state();
            state.next += 1;
            state.next - 1
        };
        let path = self.path(number);
        Checkpoint::write(&path, head, rectangles, solved, lines).inspect_err(|_| {
            // Half a file is of no use.
            let _ = fs::remove_file(new_path(&path));
        })?;
        Ok(number)
    }

    /// Keeps what is known of rectangles that are being solved together, if it is time.
    pub(crate) fn meanwhile(
        &self,
        head: &Head,
        rectangles: &[Rectangle],
        lines: &dyn Lines,
    ) -> io::Result<()> {
        let Some(every) = self.every else {
            return Ok(());
        };
        let pace = *self
            .state()
            .running
            .entry(rectangles[0])
            .or_insert_with(Pace::new);
        if !pace.is_due(every) {
            return Ok(());
        }
        // Not under the lock: while it is written, this thread may be given other rectangles to solve.
        let begun = Instant::now();
        let number = self.write(head, rectangles, false, lines)?;
        let mut state = self.state();
        state.running.insert(rectangles[0], Pace::since(begun));
        let is_old = |kept: &mut Kept| !kept.solved && kept.rectangles == rectangles;
        let old: Vec<Kept> = state.files.extract_if(.., is_old).collect();
        state.files.push(Kept {
            number,
            rectangles: rectangles.to_vec(),
            solved: false,
        });
        drop(state);
        self.remove(&old)
    }

    /// Keeps what is solved and not in the table, which has everything up to an address, if it is time; and removes
    /// what is not needed any more.
    pub(crate) fn advance(&self, head: &Head, done: u64, lines: &dyn Lines) -> io::Result<()> {
        let shape = &head.shape;
        let in_table = |one: Rectangle| shape.start(one) + shape.size(one) <= done;
        // Nothing is being solved now.
        self.state().running.clear();
        let mut kept: HashSet<Rectangle> = {
            let state = self.state();
            let solved = state.files.iter().filter(|kept| kept.solved);
            solved.flat_map(|kept| kept.rectangles.clone()).collect()
        };
        let pace = self.state().done;
        if self.every.is_some_and(|every| pace.is_due(every)) {
            let begun = Instant::now();
            let rectangles: Vec<Rectangle> = shape
                .rectangles(done)
                .filter(|one| lines.has(*one) && !in_table(*one) && !kept.contains(one))
                .collect();
            if !rectangles.is_empty() {
                let number = self.write(head, &rectangles, true, lines)?;
                kept.extend(&rectangles);
                self.state().files.push(Kept {
                    number,
                    rectangles,
                    solved: true,
                });
            }
            self.state().done = Pace::since(begun);
        }
        let is_old = |file: &mut Kept| {
            file.rectangles
                .iter()
                .all(|&one| in_table(one) || (!file.solved && kept.contains(&one)))
        };
        let old: Vec<Kept> = self.state().files.extract_if(.., is_old).collect();
        self.remove(&old)
    }

    fn remove(&self, files: &[Kept]) -> io::Result<()> {
        files
            .iter()
            .try_for_each(|kept| fs::remove_file(self.path(kept.number)))
    }
}

/// What an earlier solve had begun.
impl Lines for Checkpoints {
    fn metric(&self) -> Metric {
        self.found[0].blocks.head.identity.metric
    }

    fn has(&self, rectangle: Rectangle) -> bool {
        self.begun.contains_key(&rectangle)
    }

    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        let checkpoint = &self.found[self.begun[&rectangle]];
        checkpoint
            .blocks
            .copy(rectangle, line, column, first, second);
    }
}
