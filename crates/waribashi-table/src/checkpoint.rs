//! Files with labels that a running solve knows and its table does not have yet.

use std::{
    collections::{BTreeSet, HashSet},
    fs::{self, File},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use rayon::prelude::*;
use waribashi_solve::{Lines, Metric, Rectangle};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::{
    ReadError,
    access::ReadAt,
    block::{Block, FASTEST},
    blocks::Blocks,
    bytes::Bytes,
    damage::Damage,
    head::{Entry, Head},
    write::BATCH,
};

/// Blocks that are kept decompressed of each checkpoint: labels are read from front to back, and once.
const CACHED: usize = 32;

/// Bytes of a rectangle in the last part of the file.
const RECTANGLE: usize = 12;

/// The labels of some rectangles.
///
/// The file is that of an unfinished table in which only those blocks are not empty in which the rectangles have
/// labels; labels of other rectangles are 0 in them. After the blocks stand the rectangles, whether their labels
/// are final, and a checksum of everything but the blocks, which have their own.
pub(crate) struct Checkpoint {
    pub(crate) rectangles: Vec<Rectangle>,
    /// Whether the rectangles are solved, or only begun.
    pub(crate) solved: bool,
    pub(crate) blocks: Blocks<File>,
}

impl Checkpoint {
    /// Writes a file: beside its name first, so that it is whole or not there.
    pub(crate) fn write(
        path: &Path,
        head: &Head,
        rectangles: &[Rectangle],
        solved: bool,
        lines: &dyn Lines,
    ) -> std::io::Result<()> {
        let new = new_path(path);
        let mut file = File::create(&new)?;
        let mut head = head.clone();
        head.entries.fill(Entry::default());
        let only = Only {
            lines,
            rectangles: rectangles.iter().copied().collect(),
        };
        let numbers = numbers(&head, rectangles);
        let mut end = head.len();
        file.seek(SeekFrom::Start(end))?;
        let mut next = 0;
        for batch in numbers.chunks(BATCH) {
            let compressed: Vec<Vec<u8>> = batch
                .par_iter()
                .map(|&number| Block::gather(&head, number, &only).compress(&head, number, FASTEST))
                .collect::<std::io::Result<_>>()?;
            for (&number, block) in batch.iter().zip(compressed) {
                // Those between are empty.
                head.entries[next..number].fill(Entry { end, checksum: 0 });
                next = number + 1;
                end += block.len() as u64;
                head.entries[number] = Entry {
                    end,
                    checksum: head.checksum(number, &block),
                };
                file.write_all(&block)?;
            }
        }
        head.entries[next..].fill(Entry { end, checksum: 0 });
        let first = head.encode(false);
        let mut last = Vec::new();
        for rectangle in rectangles {
            for number in [rectangle.giver, rectangle.lines, rectangle.columns] {
                last.extend((number as u32).to_le_bytes());
            }
        }
        last.extend((rectangles.len() as u32).to_le_bytes());
        last.extend(u32::from(solved).to_le_bytes());
        let checksum = checksum(&head, &[&first[..], &last].concat());
        last.extend(checksum.to_le_bytes());
        file.write_all(&last)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&first)?;
        file.sync_data()?;
        fs::rename(new, path)
    }

    /// Opens a file and looks at everything in it; `None` where it belongs to another table than `head` does.
    pub(crate) fn open(path: &Path, head: &Head) -> Result<Option<Self>, ReadError> {
        let file = File::open(path)?;
        let mut found = Head::read_unfinished(&file)?;
        if found.seal != head.seal {
            return Ok(None);
        }
        let size = file.size()?;
        let first = file.read_at(0, found.len() as usize)?;
        let tail = size.checked_sub(16).ok_or(Damage::Short)?;
        let numbers = file.read_at(tail, 16)?;
        let mut numbers = Bytes::new(&numbers);
        let count = u32::from_le_bytes(numbers.take()?);
        let solved = u32::from_le_bytes(numbers.take()?);
        let stated = u64::from_le_bytes(numbers.take()?);
        let len = u64::from(count) * RECTANGLE as u64;
        let blocks_end = tail.checked_sub(len).ok_or(Damage::Short)?;
        let last = file.read_at(blocks_end, len as usize + 8)?;
        if checksum(&found, &[&first[..], &last].concat()) != stated {
            return Err(Damage::Head("its checksum").into());
        }
        let mut rectangles = Bytes::new(&last);
        let rectangles = (0..count).map(|_| {
            let [giver, lines, columns] =
                [(); 3].map(|()| rectangles.take().map(u32::from_le_bytes));
            Ok(Rectangle {
                giver: giver? as usize,
                lines: lines? as usize,
                columns: columns? as usize,
            })
        });
        let rectangles = rectangles.collect::<Result<Vec<_>, Damage>>()?;
        if !rectangles.iter().all(|&one| found.shape.contains(one)) {
            return Err(Damage::Head("a rectangle").into());
        }
        let mut entries = Bytes::new(&first[found.entry_place(0)..]);
        let mut end = found.len();
        for entry in &mut found.entries {
            *entry = Entry::decode(entries.take()?);
            if entry.end < end {
                return Err(Damage::Head("where blocks end").into());
            }
            end = entry.end;
        }
        if end != blocks_end {
            return Err(Damage::Head("its size").into());
        }
        let numbers = self::numbers(&found, &rectangles);
        let blocks = Blocks::new(found, file, CACHED);
        let looked: Vec<Result<_, ReadError>> = numbers
            .par_iter()
            .map(|&number| blocks.count(number))
            .collect();
        looked.into_iter().try_for_each(|count| count.map(|_| ()))?;
        Ok(Some(Checkpoint {
            rectangles,
            solved: solved == 1,
            blocks,
        }))
    }
}

/// Where a file is written before it gets its name.
pub(crate) fn new_path(path: &Path) -> PathBuf {
    path.with_added_extension("new")
}

/// The checksum of everything but the blocks; it depends on the table as those of blocks do.
fn checksum(head: &Head, bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, head.seal)
}

/// The blocks that have labels of some rectangles, in order.
fn numbers(head: &Head, rectangles: &[Rectangle]) -> Vec<usize> {
    let len = head.identity.block_len();
    let numbers = rectangles.iter().flat_map(|&rectangle| {
        let from = head.shape.start(rectangle);
        let to = from + head.shape.size(rectangle);
        (from / len) as usize..to.div_ceil(len) as usize
    });
    let numbers: BTreeSet<usize> = numbers.collect();
    numbers.into_iter().collect()
}

/// The labels of some rectangles, and 0 for all others.
struct Only<'a> {
    lines: &'a dyn Lines,
    rectangles: HashSet<Rectangle>,
}

impl Lines for Only<'_> {
    fn metric(&self) -> Metric {
        self.lines.metric()
    }

    fn has(&self, _: Rectangle) -> bool {
        true
    }

    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        if self.rectangles.contains(&rectangle) {
            self.lines.copy(rectangle, line, column, first, second);
        } else {
            first.fill(0);
            second.fill(0);
        }
    }
}
