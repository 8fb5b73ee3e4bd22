//! Reading a table, by `docs/format.md`.

use std::{
    fs::File,
    io::Read,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use rayon::prelude::*;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::game::Rules;

/// A table, all of it in memory, decompressed.
pub struct Table {
    /// The rules that it is of.
    pub rules: Rules,
    /// Bytes of a distance; 0 where there are only values.
    pub width: usize,
    /// Whether won positions have even distances.
    pub even_wins: bool,
    /// Whether rows of a level stand by the numbers they show first.
    by_numbers: bool,
    /// What the head says of won, lost and drawn positions, and the longest distance.
    pub counts: [u64; 4],
    /// The level of each row from row 1, for each player, or both together.
    levels: Vec<Vec<usize>>,
    /// The labels, by address.
    labels: Vec<u8>,
}

/// The rows of a player in the order of the file.
pub struct Order {
    /// The rows of each level, from level 0, which is empty.
    pub levels: Vec<Vec<u32>>,
    /// The level of each row, and its place there.
    pub places: Vec<(usize, usize)>,
}

/// Where rectangles begin: by giver, level of his rows, level of the other's.
pub struct Starts {
    starts: [Vec<Vec<u64>>; 2],
}

impl Starts {
    /// Where a rectangle begins.
    pub fn get(&self, giver: usize, lines: usize, columns: usize) -> u64 {
        self.starts[giver][lines][columns]
    }
}

/// Numbers from front to back.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], String> {
        let (taken, left) = self
            .0
            .split_at_checked(len)
            .ok_or("the file is too short")?;
        self.0 = left;
        Ok(taken)
    }

    fn number(&mut self, len: usize) -> Result<u64, String> {
        Ok(little_endian(self.take(len)?))
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn check(right: bool, what: &str) -> Result<(), String> {
    if right {
        Ok(())
    } else {
        Err(format!("{what} is wrong"))
    }
}

impl Table {
    /// Reads a file, with every checksum looked at. `progress` is told of the share that is read.
    pub fn read(path: &Path, progress: impl Fn(f64) + Sync) -> Result<Self, String> {
        let mut file = Vec::new();
        let read = File::open(path).and_then(|mut from| from.read_to_end(&mut file));
        read.map_err(|error| format!("the file cannot be read: {error}"))?;
        let mut head = Bytes(&file);
        check(head.take(8)? == b"\x89WBT\r\n\x1a\n", "the magic")?;
        check(head.number(4)? == 1, "the version")?;
        let identity_len = head.number(4)? as usize;
        check(identity_len.is_multiple_of(8), "the length of the identity")?;
        let identity = file.get(..identity_len).ok_or("the file is too short")?;
        let mut head = Bytes(identity.get(16..).ok_or("the file is too short")?);

        let hands = [head.number(8)?, head.number(8)?];
        let rows = [head.number(4)?, head.number(4)?];
        let highest = [head.number(4)?, head.number(4)?];
        let fingers = head.number(1)?;
        let players = head.number(1)? as usize;
        let width = head.number(1)? as usize;
        let level_width = head.number(1)? as usize;
        let by_numbers = head.number(1)?;
        let differences = head.number(1)?;
        let even_wins = head.number(1)?;
        let giver = head.number(1)?;
        let rules_len = head.number(2)? as usize;
        let maker_len = head.number(2)? as usize;
        let block_len = head.number(4)?;
        let text =
            std::str::from_utf8(head.take(rules_len)?).map_err(|_| "the rules are no text")?;
        let rules = Rules::read(text)?;
        head.take(maker_len)?;

        check(
            hands == rules.hands.map(|hands| hands as u64),
            "the number of hands",
        )?;
        check(fingers == u64::from(rules.fingers), "the number of fingers")?;
        check(
            players == if hands[0] == hands[1] { 1 } else { 2 },
            "the number of players",
        )?;
        check([0, 1, 2, 4].contains(&width), "the width of distances")?;
        check([1, 2, 4].contains(&level_width), "the width of levels")?;
        check(
            by_numbers <= 1 && differences <= 1 && even_wins <= 1,
            "a flag",
        )?;
        check(giver == u64::from(rules.tapper), "who gives")?;
        // The end of the game, seen by the player who is to move then.
        let ended = rules.finished(!rules.tapper, rules.tapper);
        check(ended == Some(even_wins == 1), "the parity of wins")?;
        check(
            block_len > 0 && block_len.is_multiple_of(8),
            "the length of blocks",
        )?;
        let mut levels = Vec::new();
        for player in 0..players {
            check(
                rows[player] == row_count(&rules, player),
                "the number of rows",
            )?;
            let bytes = head.take((rows[player] as usize - 1).saturating_mul(level_width))?;
            let of_player: Vec<usize> = bytes
                .chunks(level_width)
                .map(|level| little_endian(level) as usize)
                .collect();
            let all = 1..=highest[player] as usize;
            check(of_player.iter().all(|level| all.contains(level)), "a level")?;
            levels.push(of_player);
        }
        check(
            head.0.len() < 8 && head.0.iter().all(|&byte| byte == 0),
            "the filling",
        )?;

        let mut head = Bytes(&file[identity_len..]);
        let seal = head.number(8)?;
        check(seal == xxh3_64(identity), "the checksum of the identity")?;
        check(head.take(8)? == b"FINISHED", "the mark of a finished table")?;
        check(
            head.number(8)? == file.len() as u64,
            "the length of the file",
        )?;
        let blocks = head.number(8)? as usize;
        let counts = [
            head.number(8)?,
            head.number(8)?,
            head.number(8)?,
            head.number(8)?,
        ];
        let entries = head.take(blocks.checked_mul(16).ok_or("the file is too short")?)?;
        let checked = file.len() - head.0.len();
        check(
            head.number(8)? == xxh3_64(&file[..checked]),
            "the checksum of the head",
        )?;

        let mut table = Table {
            rules,
            width,
            even_wins: even_wins == 1,
            by_numbers: by_numbers == 1,
            counts,
            levels,
            labels: Vec::new(),
        };
        let (_, len) = table.starts();
        check(
            blocks as u64 == len.div_ceil(block_len),
            "the number of blocks",
        )?;
        // A block of labels takes one byte each at most for values, and at least its share otherwise.
        let each = width.max(1);
        table.labels = vec![0; len as usize * each];
        let labels = table.labels.par_chunks_mut(block_len as usize * each);
        let done = AtomicU64::new(0);
        let first = checked + 8;
        labels.enumerate().try_for_each(|(number, labels)| {
            let entry = |number: usize| &entries[number * 16..][..16];
            let begin = match number {
                0 => first,
                _ => little_endian(&entry(number - 1)[..8]) as usize,
            };
            let end = little_endian(&entry(number)[..8]) as usize;
            let bytes = file
                .get(begin..end)
                .ok_or(format!("the place of block {number} is wrong"))?;
            let checksum = xxh3_64_with_seed(bytes, seal.wrapping_add(number as u64));
            let right = checksum == little_endian(&entry(number)[8..]);
            check(right, &format!("the checksum of block {number}"))?;
            unpack(bytes, width, labels).ok_or(format!("block {number} cannot be decompressed"))?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress(done as f64 / blocks as f64);
            Ok::<(), String>(())
        })?;
        let last = match blocks {
            0 => first,
            _ => little_endian(&entries[entries.len() - 16..][..8]) as usize,
        };
        check(last == file.len(), "the end of the last block")?;
        if differences == 1 {
            table.undo_differences(block_len);
        }
        Ok(table)
    }

    /// How many rows each level has; `levels` of a player, from level 1.
    fn sizes(&self, player: usize) -> Vec<u64> {
        let levels = &self.levels[player % self.levels.len()];
        let mut sizes = vec![0; levels.iter().max().map_or(0, |&highest| highest + 1)];
        for &level in levels {
            sizes[level] += 1;
        }
        sizes
    }

    /// Where every rectangle begins, and how many addresses there are.
    pub fn starts(&self) -> (Starts, u64) {
        let sizes = [self.sizes(0), self.sizes(1)];
        let highest = [sizes[0].len() - 1, sizes[1].len() - 1];
        let of = |giver: usize| vec![vec![0; highest[1 - giver] + 1]; highest[giver] + 1];
        let mut starts = Starts {
            starts: [of(0), of(1)],
        };
        let mut address = 0;
        let mut place = |giver: usize, lines: usize, columns: usize| {
            starts.starts[giver][lines][columns] = address;
            address += sizes[giver][lines] * sizes[1 - giver][columns].next_multiple_of(8);
        };
        for m in 1..=highest[0].max(highest[1]) {
            if self.levels.len() == 1 {
                for j in 1..m {
                    place(0, m, j);
                    place(0, j, m);
                }
                place(0, m, m);
                continue;
            }
            if m <= highest[0] {
                for j in 1..m.min(highest[1] + 1) {
                    place(0, m, j);
                    place(1, j, m);
                }
            }
            if m <= highest[1] {
                for i in 1..=m.min(highest[0]) {
                    place(0, i, m);
                    place(1, m, i);
                }
            }
        }
        (starts, address)
    }

    /// The rows of a player in the order of the file; `shown` gives the numbers that a row shows.
    pub fn order<I: Iterator<Item = u8>>(&self, player: usize, shown: impl Fn(u32) -> I) -> Order {
        let levels = &self.levels[player];
        let mut rows: Vec<u32> = (1..=levels.len() as u32).collect();
        rows.sort_by_cached_key(|&row| {
            // Sets compare by their highest number first.
            let mut set: Vec<u8> = if self.by_numbers {
                shown(row).collect()
            } else {
                Vec::new()
            };
            set.sort_unstable_by(|a, b| b.cmp(a));
            (levels[row as usize - 1], set, row)
        });
        let mut order = Order {
            levels: vec![Vec::new(); self.sizes(player).len()],
            places: vec![(0, 0); levels.len() + 1],
        };
        for row in rows {
            let level = levels[row as usize - 1];
            order.places[row as usize] = (level, order.levels[level].len());
            order.levels[level].push(row);
        }
        order
    }

    /// The number at an address: for values 0, 1 or 2 for drawn, won or lost.
    pub fn number(&self, address: u64) -> u64 {
        let each = self.width.max(1);
        little_endian(&self.labels[address as usize * each..][..each])
    }

    /// How many addresses there are.
    pub fn len(&self) -> u64 {
        (self.labels.len() / self.width.max(1)) as u64
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Adds to every number the one a line before, where that is in the same rectangle and the same block.
    fn undo_differences(&mut self, block_len: u64) {
        let (starts, _) = self.starts();
        let players = self.levels.len();
        for giver in 0..players {
            let (lines, columns) = (self.sizes(giver), self.sizes((giver + 1) % 2));
            for (i, &count) in lines.iter().enumerate().skip(1) {
                for (j, columns) in columns.iter().enumerate().skip(1) {
                    let line = columns.next_multiple_of(8);
                    let start = starts.get(giver, i, j);
                    for address in start + line..start + count * line {
                        if address % block_len >= line {
                            self.add(address, address - line);
                        }
                    }
                }
            }
        }
    }

    fn add(&mut self, to: u64, from: u64) {
        let sum = self.number(to).wrapping_add(self.number(from));
        let place = to as usize * self.width;
        self.labels[place..place + self.width].copy_from_slice(&sum.to_le_bytes()[..self.width]);
    }
}

/// C(fingers + hands - 1, hands), or 0 where that is more than a file can have.
fn row_count(rules: &Rules, player: usize) -> u64 {
    let (hands, others) = (rules.hands[player] as u128, u128::from(rules.fingers) - 1);
    let mut count = 1u128;
    for i in 1..=hands.min(others) {
        // Below 2^32 before, so below 2^96 after.
        count = count * (hands.max(others) + i) / i;
        if count >= 1 << 32 {
            return 0;
        }
    }
    count as u64
}

/// Decompresses a block to one number for each position.
fn unpack(bytes: &[u8], width: usize, labels: &mut [u8]) -> Option<()> {
    if width > 0 {
        let written = zstd::bulk::decompress_to_buffer(bytes, labels).ok()?;
        return (written == labels.len()).then_some(());
    }
    let mut bits = vec![0; labels.len() / 4];
    let written = zstd::bulk::decompress_to_buffer(bytes, &mut bits).ok()?;
    let (won, lost) = bits.split_at(bits.len() / 2);
    for (at, label) in labels.iter_mut().enumerate() {
        let bit = |plane: &[u8]| plane[at / 8] >> (at % 8) & 1;
        *label = bit(won) + 2 * bit(lost);
    }
    (written == bits.len()).then_some(())
}
