//! The blocks of a table that is there, and those of them that were used last.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use waribashi_solve::{Metric, Rectangle};

use crate::{
    ReadError,
    access::ReadAt,
    block::Block,
    damage::Damage,
    head::{Counts, Head},
};

/// Parts of the cache, each with a lock of its own, so that threads rarely wait.
const SHARDS: usize = 16;

/// Blocks read from `from`, decompressed.
pub(crate) struct Blocks<R> {
    pub(crate) head: Head,
    pub(crate) from: R,
    shards: [Mutex<HashMap<usize, Used>>; SHARDS],
    /// The most blocks in a shard.
    room: usize,
    clock: AtomicU64,
}

struct Used {
    block: Arc<Block>,
    last: u64,
}

impl<R: ReadAt> Blocks<R> {
    pub(crate) fn new(head: Head, from: R, cached: usize) -> Self {
        Blocks {
            head,
            from,
            shards: Default::default(),
            room: cached.div_ceil(SHARDS).max(1),
            clock: AtomicU64::new(0),
        }
    }

    /// The compressed bytes of a block, its checksum looked at.
    fn compressed(&self, number: usize) -> Result<std::borrow::Cow<'_, [u8]>, ReadError> {
        let begin = self.head.begin(number);
        let entry = self.head.entries[number];
        let bytes = self.from.read_at(begin, (entry.end - begin) as usize)?;
        match self.head.checksum(number, &bytes) == entry.checksum {
            true => Ok(bytes),
            false => Err(Damage::Block {
                block: number as u64,
                what: "its checksum is wrong",
            }
            .into()),
        }
    }

    /// Reads and decompresses a block.
    pub(crate) fn read(&self, number: usize) -> Result<Block, ReadError> {
        let bytes = self.compressed(number)?;
        Ok(Block::decompress(&self.head, number, &bytes)?)
    }

    /// Reads a block, looks at every label, and counts them.
    pub(crate) fn count(&self, number: usize) -> Result<Counts, ReadError> {
        let damage = Damage::Block {
            block: number as u64,
            what: "it has a label that cannot be",
        };
        let counts = self.read(number)?.count(&self.head, number);
        Ok(counts.ok_or(damage)?)
    }

    /// A block, from the cache if it is there.
    pub(crate) fn get(&self, number: usize) -> Result<Arc<Block>, ReadError> {
        let last = self.clock.fetch_add(1, Ordering::Relaxed);
        // A thread that panicked while it held a lock has left whole entries behind.
        let shard = || {
            let shard = &self.shards[number % SHARDS];
            shard.lock().unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(used) = shard().get_mut(&number) {
            used.last = last;
            return Ok(used.block.clone());
        }
        // Not under the lock; should two threads do it at once, one block is dropped.
        let block = Arc::new(self.read(number)?);
        let mut shard = shard();
        if shard.len() >= self.room {
            let oldest = shard.iter().min_by_key(|(_, used)| used.last);
            if let Some((&oldest, _)) = oldest {
                shard.remove(&oldest);
            }
        }
        let used = Used {
            block: block.clone(),
            last,
        };
        shard.insert(number, used);
        Ok(block)
    }

    /// Copies labels of a line out, as [`Lines::copy`](waribashi_solve::Lines::copy) does.
    ///
    /// # Panics
    ///
    /// When a block cannot be read: every one was looked at before.
    pub(crate) fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        let shape = &self.head.shape;
        let metric = self.head.identity.metric;
        let mut address =
            shape.start(rectangle) + line as u64 * shape.line_len(rectangle) + column as u64;
        let mut left = match metric {
            Metric::Values => first.len() as u64 * 8,
            Metric::Distances(width) => (first.len() / width.bytes()) as u64,
        };
        let (mut first, mut second) = (first, second);
        while left > 0 {
            let (number, at) = self.place(address);
            let (_, end) = self.head.addresses(number);
            let count = left.min(end - address);
            let (firsts, seconds) = match metric {
                Metric::Values => (count as usize / 8, count as usize / 8),
                Metric::Distances(width) => (count as usize * width.bytes(), 0),
            };
            let (this_first, rest_first) = first.split_at_mut(firsts);
            let (this_second, rest_second) = second.split_at_mut(seconds);
            let block = self.get(number).expect("a block that was looked at");
            block.copy(at, at + count, this_first, this_second);
            (first, second) = (rest_first, rest_second);
            address += count;
            left -= count;
        }
    }

    /// The block of an address, and how far into it the address is.
    pub(crate) fn place(&self, address: u64) -> (usize, u64) {
        let len = self.head.identity.block_len();
        ((address / len) as usize, address % len)
    }
}
