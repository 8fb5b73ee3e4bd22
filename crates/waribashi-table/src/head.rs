//! The head of a table: its identity, what came out, and where the blocks are.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::{
    ReadError, access::ReadAt, bytes::Bytes, damage::Damage, identity::Identity, shape::Shape,
};

/// The mark of a finished table.
const FINISHED: [u8; 8] = *b"FINISHED";

/// Bytes of the results, between the identity's checksum and the blocks' entries.
const RESULTS: usize = 56;

/// Bytes of one block's entry.
const ENTRY: usize = 16;

/// How many positions have which label, finished ones not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the player to move.
    pub won: u64,
    /// Lost for him.
    pub lost: u64,
    /// Neither.
    pub drawn: u64,
    /// The longest distance; 0 where distances are not kept.
    pub longest: u32,
}

impl Counts {
    /// These and others.
    pub(crate) fn and(self, other: Counts) -> Counts {
        Counts {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            longest: self.longest.max(other.longest),
        }
    }
}

/// Where a block ends, and the checksum of its compressed bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) end: u64,
    pub(crate) checksum: u64,
}

impl Entry {
    pub(crate) fn encode(self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.end.to_le_bytes());
        bytes[8..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    /// From as many bytes.
    pub(crate) fn decode(bytes: [u8; ENTRY]) -> Self {
        let [end, checksum] = [0, 8].map(|from| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[from..from + 8]);
            u64::from_le_bytes(number)
        });
        Entry { end, checksum }
    }
}

/// Everything before the blocks.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) identity: Identity,
    /// The identity's checksum, which every block's depends on.
    pub(crate) seal: u64,
    pub(crate) shape: Shape,
    pub(crate) counts: Counts,
    pub(crate) entries: Vec<Entry>,
    /// How long the identity is, its checksum included.
    identity_len: usize,
}

impl Head {
    /// The head of a table of which no block is there yet. `None` where it would have too many blocks.
    pub(crate) fn new(identity: Identity) -> Option<Self> {
        let bytes = identity.encode();
        let shape = identity.shape()?;
        let blocks = shape.len().div_ceil(identity.block_len());
        Some(Head {
            seal: xxh3_64(&bytes),
            identity_len: bytes.len() + 8,
            entries: vec![Entry::default(); usize::try_from(blocks).ok()?],
            counts: Counts::default(),
            identity,
            shape,
        })
    }

    /// How long the head is, and so where the first block begins.
    pub(crate) fn len(&self) -> u64 {
        (self.entry_place(self.entries.len()) + 8) as u64
    }

    /// Where a block's entry stands.
    pub(crate) fn entry_place(&self, block: usize) -> usize {
        self.identity_len + RESULTS + block * ENTRY
    }

    /// Where a block begins.
    pub(crate) fn begin(&self, block: usize) -> u64 {
        match block.checked_sub(1) {
            None => self.len(),
            Some(before) => self.entries[before].end,
        }
    }

    /// The addresses of a block.
    pub(crate) fn addresses(&self, block: usize) -> (u64, u64) {
        let len = self.identity.block_len();
        let from = block as u64 * len;
        (from, self.shape.len().min(from + len))
    }

    /// The checksum of a block's compressed bytes. It depends on the number and the identity, so that no block can
    /// stand in for another one, of this table or of another.
    pub(crate) fn checksum(&self, block: usize, bytes: &[u8]) -> u64 {
        xxh3_64_with_seed(bytes, self.seal.wrapping_add(block as u64))
    }

    /// How many positions there are whose game goes on.
    pub(crate) fn positions(&self) -> u64 {
        let rows = |player: usize| {
            let levels = &self.identity.levels;
            levels[player % levels.len()].len() as u64
        };
        rows(0) * rows(1) * self.identity.levels.len() as u64
    }

    /// As bytes; with or without the mark of a finished table and the checksum.
    pub(crate) fn encode(&self, finished: bool) -> Vec<u8> {
        let mut bytes = self.identity.encode();
        bytes.extend(self.seal.to_le_bytes());
        bytes.extend(if finished { FINISHED } else { [0; 8] });
        let size = if finished {
            self.begin(self.entries.len())
        } else {
            0
        };
        for number in [
            size,
            self.entries.len() as u64,
            self.counts.won,
            self.counts.lost,
            self.counts.drawn,
            self.counts.longest.into(),
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.entries.iter().flat_map(|entry| entry.encode()));
        let checksum = if finished { xxh3_64(&bytes) } else { 0 };
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the head of a finished table.
    pub(crate) fn read(from: &impl ReadAt) -> Result<Self, ReadError> {
        let size = from.size()?;
        let mut head = Head::read_unfinished(from)?;
        // The blocks are as many as there are addresses for, so this is bounded by the file.
        let len = usize::try_from(head.len()).map_err(|_| Damage::Short)?;
        let all = from.read_at(0, len)?;
        let mut bytes = Bytes::new(&all[head.identity_len..]);
        let mark: [u8; 8] = bytes.take()?;
        if mark == [0; 8] {
            return Err(Damage::Unfinished.into());
        }
        let checked = &all[..len - 8];
        if all[len - 8..] != xxh3_64(checked).to_le_bytes() {
            return Err(Damage::Head("its checksum").into());
        }
        let [whole, blocks, won, lost, drawn, longest] = {
            let mut numbers = [0; 6];
            for number in &mut numbers {
                *number = u64::from_le_bytes(bytes.take()?);
            }
            numbers
        };
        if mark != FINISHED || blocks != head.entries.len() as u64 {
            return Err(Damage::Head("the mark, or the number of blocks").into());
        }
        let mut end = head.len();
        for entry in &mut head.entries {
            *entry = Entry::decode(bytes.take()?);
            if entry.end <= end {
                return Err(Damage::Head("where blocks end").into());
            }
            end = entry.end;
        }
        if end != whole {
            return Err(Damage::Head("its size").into());
        }
        match size.cmp(&whole) {
            std::cmp::Ordering::Less => return Err(Damage::Short.into()),
            std::cmp::Ordering::Greater => return Err(Damage::Long(size - whole).into()),
            std::cmp::Ordering::Equal => {}
        }
        head.counts = Counts {
            won,
            lost,
            drawn,
            longest: u32::try_from(longest).map_err(|_| Damage::Head("the longest distance"))?,
        };
        let counted = [won, lost, drawn]
            .iter()
            .try_fold(0u64, |sum, &count| sum.checked_add(count));
        if counted != Some(head.positions()) {
            return Err(Damage::Head("the counts").into());
        }
        Ok(head)
    }

    /// Reads as much of the head as an unfinished table has for certain: its identity. The entries are there,
    /// but empty.
    pub(crate) fn read_unfinished(from: &impl ReadAt) -> Result<Self, ReadError> {
        let size = from.size()?;
        let start = from.read_at(0, size.min(16) as usize)?;
        let len = Identity::len_of(&start)?;
        if size < len as u64 + 8 {
            return Err(Damage::Short.into());
        }
        let bytes = from.read_at(0, len + 8)?;
        let (identity, seal) = bytes.split_at(len);
        if *seal != xxh3_64(identity).to_le_bytes() {
            return Err(Damage::Head("the checksum of its first part").into());
        }
        let identity = Identity::decode(identity)?;
        let blocks = identity
            .shape()
            .map(|shape| shape.len().div_ceil(identity.block_len()));
        // Not more entries than the file has room for.
        let room = (size - len as u64 - 8) / ENTRY as u64;
        if blocks.is_none_or(|blocks| blocks > room) {
            return Err(Damage::Short.into());
        }
        let head = Head::new(identity).ok_or(Damage::Short)?;
        // Read and written again it must be the same, or a detail of it is not as a writer makes it.
        match seal == head.seal.to_le_bytes() {
            true => Ok(head),
            false => Err(Damage::Head("a detail of its first part").into()),
        }
    }
}
