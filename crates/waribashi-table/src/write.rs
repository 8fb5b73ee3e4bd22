//! Writing a table while its rules are solved.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Seek, SeekFrom, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use rayon::prelude::*;
use tempfile::TempPath;
use waribashi::Rules;
use waribashi_solve::{
    Compiled, Keeper, Levels, Lines, Metric, Rectangle, Solution, SolveError, Task,
};

use crate::{
    ReadError,
    block::{Block, compression_level},
    blocks::Blocks,
    checkpoints::{Checkpoints, Unreadable},
    head::{Counts, Entry, Head},
    identity::Identity,
};

/// The name of the maker that stands in the tables of this version.
pub const MAKER: &str = concat!("waribashi ", env!("CARGO_PKG_VERSION"));

/// Blocks compressed before they are written together.
pub(crate) const BATCH: usize = 256;

/// How far apart [`solve`] makes checkpoints.
pub const CHECKPOINTS_EVERY: Duration = Duration::from_secs(30);

/// What to do about files that are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overwrite {
    /// Go on with what an earlier solve left unfinished.
    pub resume: bool,
    /// Replace a table that is there.
    pub force: bool,
}

/// Why a table was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is a file of that name.
    #[error("\"{}\" is there already", .0.display())]
    Exists(PathBuf),
    /// Another process writes the same table.
    #[error("another process is writing \"{}\"", .0.display())]
    Busy(PathBuf),
    /// The system could not write it. What has been written stays in the unfinished file.
    #[error("\"{}\" cannot be written: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A checkpoint of the earlier solve is damaged.
    #[error("the checkpoint \"{}\" of an earlier solve: {error} (without this file what it has is solved again)", .path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ReadError,
    },
    /// The rules have more positions than a table can have.
    #[error("these rules have too many positions for a table")]
    TooLarge,
    /// The rules were not solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Where a table stands until it is finished: beside its name, with `.partial` after it.
pub fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".partial");
    path.with_file_name(name)
}

/// Solves a rule set and writes its table on the way.
///
/// Until the table is finished it stands under [`partial_path`]; then it gets its name. The same rules give the
/// same bytes, whatever the engine, the number of threads, and however often the solve was killed and resumed.
///
/// # Errors
///
/// When there is a file of that name, unless it is to be replaced; when another process writes the same table; when
/// the system cannot write; when the rules cannot be solved.
pub fn solve(
    rules: &Rules,
    task: Task,
    path: &Path,
    overwrite: Overwrite,
) -> Result<Solution, WriteError> {
    solve_with_checkpoints(rules, task, path, overwrite, Some(CHECKPOINTS_EVERY))
}

/// Solves a rule set and writes its table, as [`solve`] does, with checkpoints at least so far apart; `None` makes
/// none.
///
/// A checkpoint is a file beside the unfinished table, with a number after its name, that has what is known and cannot
/// stand in the table yet: labels that are solved before others that stand before them, and labels of a block
/// of positions that is being solved. So a solve that is killed loses what it did since the last one, even where
/// all positions are one block. Checkpoints take at most a twentieth of the time. They are removed when the table has
/// what they have.
///
/// # Errors
///
/// As [`solve`]; and when a checkpoint that is to be resumed from is damaged.
pub fn solve_with_checkpoints(
    rules: &Rules,
    task: Task,
    path: &Path,
    overwrite: Overwrite,
    every: Option<Duration>,
) -> Result<Solution, WriteError> {
    if !overwrite.force && path.exists() {
        return Err(WriteError::Exists(path.to_path_buf()));
    }
    let mut writer = Writer::open(path, overwrite.resume, every)?;
    match Solution::kept(rules, task, &mut writer) {
        Ok(solution) => {
            writer.finish(overwrite.force)?;
            Ok(solution)
        }
        Err(error) => {
            writer.abandon();
            let failure = writer.failure.into_inner();
            Err(
                match (failure.unwrap_or_else(PoisonError::into_inner), error) {
                    (Some(failure), SolveError::Stopped) => failure,
                    (_, error) => error.into(),
                },
            )
        }
    }
}

/// A table that is being written.
struct Writer {
    path: PathBuf,
    partial: PathBuf,
    file: File,
    /// The head that an earlier solve left, until this one has begun.
    found: Option<Head>,
    /// Whether to go on with what an earlier solve left.
    resume: bool,
    /// How often checkpoints are made.
    every: Option<Duration>,
    table: Option<Unfinished>,
    /// What went wrong first.
    failure: Mutex<Option<WriteError>>,
}

/// What is there of a table.
struct Unfinished {
    /// The blocks of which the entry is right.
    done: usize,
    counts: Counts,
    /// The rectangles up to this address are solved.
    solved: u64,
    /// Reads the blocks that are there.
    blocks: Blocks<File>,
    /// How many of them are from an earlier solve.
    known: usize,
    checkpoints: Checkpoints,
}

impl Writer {
    fn open(path: &Path, resume: bool, every: Option<Duration>) -> Result<Self, WriteError> {
        let partial = partial_path(path);
        let failed = |error| WriteError::Io {
            path: partial.clone(),
            error,
        };
        let open = || {
            let mut options = OpenOptions::new();
            options
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&partial)
        };
        let file = open().map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(WriteError::Busy(path.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // Another process may have finished the file between opening and locking: then it has its name now.
        let ours =
            same_file::Handle::from_file(file.try_clone().map_err(failed)?).map_err(failed)?;
        if !same_file::Handle::from_path(&partial).is_ok_and(|there| there == ours) {
            return Err(WriteError::Busy(path.to_path_buf()));
        }
        let found = match resume {
            true => Head::read_unfinished(&file).ok(),
            false => None,
        };
        Ok(Writer {
            path: path.to_path_buf(),
            partial,
            file,
            found,
            resume,
            every,
            table: None,
            failure: Mutex::new(None),
        })
    }

    /// Keeps the reason, and stops the solve.
    fn fail(&self, error: WriteError) -> ControlFlow<()> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        ControlFlow::Break(())
    }

    fn flow(&self, done: io::Result<()>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                let path = self.partial.clone();
                self.fail(WriteError::Io { path, error })
            }
        }
    }

    fn start(&mut self, head: Head) -> io::Result<Result<(), WriteError>> {
        let found = self.found.take();
        let mut table = Unfinished {
            done: 0,
            counts: Counts::default(),
            solved: 0,
            known: 0,
            blocks: Blocks::new(head, self.file.try_clone()?, BATCH),
            checkpoints: Checkpoints::new(self.partial.clone(), self.every),
        };
        if found.is_some_and(|found| found.seal == table.blocks.head.seal) {
            table.find_known()?;
        }
        if table.done == 0 {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&table.blocks.head.encode(false))?;
        }
        // What is past the blocks that are whole was being written when the earlier solve ended.
        self.file.set_len(table.blocks.head.begin(table.done))?;
        let found = match self.resume {
            true => table.checkpoints.find(&table.blocks.head)?,
            false => table.checkpoints.clear().map(Ok)?,
        };
        self.table = Some(table);
        Ok(found.map_err(|Unreadable { path, error }| WriteError::Checkpoint { path, error }))
    }

    /// The last steps: the head with its mark, everything on the disk, the name.
    fn finish(&mut self, force: bool) -> Result<(), WriteError> {
        let failed = |path: &Path, error| WriteError::Io {
            path: path.to_path_buf(),
            error,
        };
        let table = self.table.as_mut().expect("a solve that is done has begun");
        let head = &mut table.blocks.head;
        assert_eq!(
            table.done,
            head.entries.len(),
            "all blocks of a solve that is done"
        );
        head.counts = table.counts;
        let head = head.encode(true);
        self.file
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.file.write_all(&head))
            .and_then(|()| self.file.sync_all())
            .map_err(|error| failed(&self.partial, error))?;
        if force {
            fs::rename(&self.partial, &self.path).map_err(|error| failed(&self.path, error))?;
        } else {
            let partial = TempPath::try_from_path(&self.partial);
            let partial = partial.map_err(|error| failed(&self.partial, error))?;
            if let Err(refused) = partial.persist_noclobber(&self.path) {
                let error = refused.error;
                // Not to be removed: it is whole.
                let _ = refused.path.keep();
                return Err(match error.kind() {
                    io::ErrorKind::AlreadyExists => WriteError::Exists(self.path.clone()),
                    _ => failed(&self.path, error),
                });
            }
        }
        // The name is on the disk only when the folder is; not every system can do that.
        if let Some(folder) = self.path.parent() {
            let folder = if folder == Path::new("") {
                Path::new(".")
            } else {
                folder
            };
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }

    /// Leaves what has been written for a later solve; a file with nothing in it is removed.
    fn abandon(&self) {
        if self.file.metadata().is_ok_and(|file| file.len() == 0) {
            let _ = fs::remove_file(&self.partial);
        }
    }
}

impl Unfinished {
    /// Finds the blocks that an earlier solve has written whole, and counts their labels.
    fn find_known(&mut self) -> io::Result<()> {
        use crate::access::ReadAt;
        let head = &mut self.blocks.head;
        let size = self.blocks.from.size()?;
        let from = head.entry_place(0);
        let len = head.entries.len() * head.entry_place(1).abs_diff(from);
        if size < head.len() {
            return Ok(());
        }
        let bytes = self.blocks.from.read_at(from as u64, len)?;
        let mut end = head.len();
        let mut written = 0;
        for (entry, bytes) in head.entries.iter_mut().zip(bytes.as_chunks().0) {
            let found = Entry::decode(*bytes);
            if found.end <= end || found.end > size {
                break;
            }
            *entry = found;
            end = found.end;
            written += 1;
        }
        let counts: Vec<Option<Counts>> = (0..written)
            .into_par_iter()
            .map(|block| self.blocks.count(block).ok())
            .collect();
        let whole = counts.into_iter().map_while(|counts| counts);
        for counts in whole {
            self.counts = self.counts.and(counts);
            self.done += 1;
        }
        self.known = self.done;
        Ok(())
    }

    /// The address up to which there are so many blocks.
    fn address(&self, blocks: usize) -> u64 {
        let last = blocks.checked_sub(1);
        last.map_or(0, |last| self.blocks.head.addresses(last).1)
    }

    /// Whether the blocks of an earlier solve have a rectangle.
    fn is_known(&self, rectangle: Rectangle) -> bool {
        let shape = &self.blocks.head.shape;
        shape.start(rectangle) + shape.size(rectangle) <= self.address(self.known)
    }

    /// Writes the blocks that are solved.
    fn write(&mut self, file: &mut File, lines: &dyn Lines) -> io::Result<()> {
        let head = &self.blocks.head;
        for rectangle in head.shape.rectangles(self.solved) {
            if !lines.has(rectangle) {
                break;
            }
            self.solved = head.shape.start(rectangle) + head.shape.size(rectangle);
        }
        let all = self.solved == head.shape.len();
        let ready = match all {
            true => head.entries.len(),
            false => (self.solved / head.identity.block_len()) as usize,
        };
        while self.done < ready {
            let batch = self.done..ready.min(self.done + BATCH);
            let head = &self.blocks.head;
            let compressed: Vec<(Vec<u8>, Counts)> = batch
                .clone()
                .into_par_iter()
                .map(|number| {
                    let block = Block::gather(head, number, lines);
                    let counts = block.count(head, number).expect("labels of a solve");
                    let level = compression_level(head.identity.metric);
                    Ok((block.compress(head, number, level)?, counts))
                })
                .collect::<io::Result<_>>()?;
            let head = &mut self.blocks.head;
            let begin = head.begin(batch.start);
            let (mut bytes, mut entries) = (Vec::new(), Vec::new());
            for (number, (block, counts)) in batch.clone().zip(compressed) {
                bytes.extend(&block);
                let entry = Entry {
                    end: begin + bytes.len() as u64,
                    checksum: head.checksum(number, &block),
                };
                head.entries[number] = entry;
                entries.extend(entry.encode());
                self.counts = self.counts.and(counts);
            }
            // The entries last: what they say is there is there.
            file.seek(SeekFrom::Start(begin))?;
            file.write_all(&bytes)?;
            file.seek(SeekFrom::Start(head.entry_place(batch.start) as u64))?;
            file.write_all(&entries)?;
            self.done = batch.end;
        }
        Ok(())
    }
}

impl Keeper for Writer {
    fn wants(&self, metric: Metric) -> bool {
        let found = self.found.as_ref().map(|found| found.identity.metric);
        match (metric, found) {
            (Metric::Distances(width), Some(Metric::Distances(found))) => width >= found,
            _ => true,
        }
    }

    fn begin(&mut self, compiled: &Compiled, levels: &[Levels], metric: Metric) -> ControlFlow<()> {
        let Some(head) = Head::new(Identity::new(compiled, levels, metric, MAKER)) else {
            return self.fail(WriteError::TooLarge);
        };
        match self.start(head) {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(error)) => self.fail(error),
            Err(error) => self.flow(Err(error)),
        }
    }

    fn known(&self) -> Option<&dyn Lines> {
        let table = self.table.as_ref()?;
        (table.known > 0 || !table.checkpoints.is_empty()).then_some(table)
    }

    fn begun(&self) -> Option<&dyn Lines> {
        let checkpoints = &self.table.as_ref()?.checkpoints;
        (!checkpoints.is_empty()).then_some(checkpoints)
    }

    fn meanwhile(&self, rectangles: &[Rectangle], labels: &dyn Lines) -> ControlFlow<()> {
        let table = self.table.as_ref().expect("a solve that has begun");
        let head = &table.blocks.head;
        self.flow(table.checkpoints.meanwhile(head, rectangles, labels))
    }

    fn advance(&mut self, labels: &dyn Lines) -> ControlFlow<()> {
        let table = self.table.as_mut().expect("a solve that has begun");
        let written = table.write(&mut self.file, labels).and_then(|()| {
            let done = table.address(table.done);
            table.checkpoints.advance(&table.blocks.head, done, labels)
        });
        self.flow(written)
    }
}

/// What an earlier solve has written.
impl Lines for Unfinished {
    fn metric(&self) -> Metric {
        self.blocks.head.identity.metric
    }

    fn has(&self, rectangle: Rectangle) -> bool {
        self.is_known(rectangle) || self.checkpoints.solved(rectangle).is_some()
    }

    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        match self.is_known(rectangle) {
            true => self.blocks.copy(rectangle, line, column, first, second),
            false => {
                let checkpoint = self.checkpoints.solved(rectangle);
                let checkpoint = checkpoint.expect("a rectangle that is there");
                checkpoint
                    .blocks
                    .copy(rectangle, line, column, first, second);
            }
        }
    }
}
