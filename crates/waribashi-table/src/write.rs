//! Writing a table while its rules are solved.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Seek, SeekFrom, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use rayon::prelude::*;
use tempfile::TempPath;
use waribashi::Rules;
use waribashi_solve::{
    Compiled, Keeper, Levels, Lines, Metric, Rectangle, Solution, SolveError, Task,
};

use crate::{
    block::Block,
    blocks::Blocks,
    head::{Counts, Entry, Head},
    identity::Identity,
};

/// The name of the maker that stands in the tables of this version.
pub const MAKER: &str = concat!("waribashi ", env!("CARGO_PKG_VERSION"));

/// Blocks compressed before they are written together.
const BATCH: usize = 256;

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
    if !overwrite.force && path.exists() {
        return Err(WriteError::Exists(path.to_path_buf()));
    }
    let mut writer = Writer::open(path, overwrite.resume)?;
    match Solution::kept(rules, task, &mut writer) {
        Ok(solution) => {
            writer.finish(overwrite.force)?;
            Ok(solution)
        }
        Err(error) => {
            writer.abandon();
            Err(match (writer.failure, error) {
                (Some(failure), SolveError::Stopped) => failure,
                (_, error) => error.into(),
            })
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
    table: Option<Unfinished>,
    failure: Option<WriteError>,
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
}

impl Writer {
    fn open(path: &Path, resume: bool) -> Result<Self, WriteError> {
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
            table: None,
            failure: None,
        })
    }

    /// Keeps the reason, and stops the solve.
    fn fail(&mut self, error: WriteError) -> ControlFlow<()> {
        self.failure = Some(error);
        ControlFlow::Break(())
    }

    fn flow(&mut self, done: io::Result<()>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                let path = self.partial.clone();
                self.fail(WriteError::Io { path, error })
            }
        }
    }

    fn start(&mut self, head: Head) -> io::Result<()> {
        let found = self.found.take();
        let mut table = Unfinished {
            done: 0,
            counts: Counts::default(),
            solved: 0,
            known: 0,
            blocks: Blocks::new(head, self.file.try_clone()?, BATCH),
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
        self.table = Some(table);
        Ok(())
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
        for (entry, bytes) in head.entries.iter_mut().zip(bytes.chunks_exact(16)) {
            let (place, checksum) = bytes.split_at(8);
            let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("8 bytes"));
            let found = Entry {
                end: number(place),
                checksum: number(checksum),
            };
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

    /// The address up to which blocks are known.
    fn known_to(&self) -> u64 {
        match self.known.checked_sub(1) {
            None => 0,
            Some(last) => self.blocks.head.addresses(last).1,
        }
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
                    Ok((block.compress(head, number)?, counts))
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
        let started = self.start(head);
        self.flow(started)
    }

    fn known(&self) -> Option<&dyn Lines> {
        let table = self.table.as_ref()?;
        (table.known > 0).then_some(table)
    }

    fn advance(&mut self, labels: &dyn Lines) -> ControlFlow<()> {
        let table = self.table.as_mut().expect("a solve that has begun");
        let written = table.write(&mut self.file, labels);
        self.flow(written)
    }
}

/// What an earlier solve has written.
impl Lines for Unfinished {
    fn metric(&self) -> Metric {
        self.blocks.head.identity.metric
    }

    fn has(&self, rectangle: Rectangle) -> bool {
        let shape = &self.blocks.head.shape;
        shape.start(rectangle) + shape.size(rectangle) <= self.known_to()
    }

    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        let head = &self.blocks.head;
        let shape = &head.shape;
        let metric = head.identity.metric;
        let mut address =
            shape.start(rectangle) + line as u64 * shape.line_len(rectangle) + column as u64;
        let mut left = match metric {
            Metric::Values => first.len() as u64 * 8,
            Metric::Distances(width) => (first.len() / width.bytes()) as u64,
        };
        let (mut first, mut second) = (first, second);
        while left > 0 {
            let (number, at) = self.blocks.place(address);
            let (_, end) = head.addresses(number);
            let count = left.min(end - address);
            let (firsts, seconds) = match metric {
                Metric::Values => (count as usize / 8, count as usize / 8),
                Metric::Distances(width) => (count as usize * width.bytes(), 0),
            };
            let (this_first, rest_first) = first.split_at_mut(firsts);
            let (this_second, rest_second) = second.split_at_mut(seconds);
            let block = self
                .blocks
                .get(number)
                .expect("a block that was looked at when the solve began");
            block.copy(at, at + count, this_first, this_second);
            (first, second) = (rest_first, rest_second);
            address += count;
            left -= count;
        }
    }
}
