//! Reading a table, by `docs/format.md`.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
    sync::Mutex,
};

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::game::Rules;

/// A table, its head in memory; blocks are read when they are asked for.
pub struct Table {
    /// The rules that it is of.
    pub rules: Rules,
    /// Bytes of a distance; 0 where there are only values.
    pub width: usize,
    /// Whether won positions have even distances.
    pub even_wins: bool,
    /// Whether rows of a level stand by the numbers they show first.
    by_numbers: bool,
    /// Whether numbers are differences from the line before.
    differences: bool,
    /// What the head says of won, lost and drawn positions, and the longest distance.
    pub counts: [u64; 4],
    /// The level of each row from row 1, for each player, or both together.
    levels: Vec<Vec<usize>>,
    /// All rectangles in the order of the file.
    rectangles: Vec<Rectangle>,
    /// How many addresses there are, and how many a block has.
    len: u64,
    block_len: u64,
    /// Where each block begins, and the last one ends; and the checksums.
    ends: Vec<u64>,
    checksums: Vec<u64>,
    seal: u64,
    file: Mutex<File>,
}

/// The positions of one level of the giver's rows and one level of the other's.
#[derive(Clone, Copy)]
pub struct Rectangle {
    /// Who gives.
    pub giver: usize,
    /// The level of his rows.
    pub lines: usize,
    /// The level of the other's rows.
    pub columns: usize,
    /// The address of its first label.
    pub start: u64,
    /// How many lines there are, and how many addresses each has.
    count: u64,
    line_len: u64,
}

/// The part of a line that is in one block.
#[derive(Clone, Copy)]
pub struct Stretch {
    /// Where the line is.
    pub rectangle: Rectangle,
    /// Its place among the lines.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// How many addresses it has.
    pub len: usize,
    /// Where it begins in the block.
    pub at: usize,
}

impl Stretch {
    /// Where its addresses are in the block.
    pub fn places(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.len
    }
}

/// The labels of a block: one number for each address, of as many bytes as it takes.
pub struct Block {
    bytes: Vec<u8>,
    width: usize,
}

impl Block {
    /// The number at a place: for values 0, 1 or 2 for drawn, won or lost.
    pub fn number(&self, at: usize) -> u64 {
        little_endian(&self.bytes[at * self.width..][..self.width])
    }

    /// The bytes of a number.
    pub fn bytes(&self, at: usize) -> &[u8] {
        &self.bytes[at * self.width..][..self.width]
    }
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
    /// Opens a file, and checks its head.
    pub fn open(path: &Path) -> Result<Self, String> {
        let unreadable = |error| format!("the file cannot be read: {error}");
        let mut file = File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let mut start = |len: u64| {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(0))
                .and_then(|_| (&mut file).take(len).read_to_end(&mut bytes))
                .map_err(unreadable)?;
            match bytes.len() as u64 == len {
                true => Ok(bytes),
                false => Err("the file is too short".to_string()),
            }
        };
        let first = start(16)?;
        let mut head = Bytes(&first);
        check(head.take(8)? == b"\x89WBT\r\n\x1a\n", "the magic")?;
        check(head.number(4)? == 1, "the version")?;
        let identity_len = head.number(4)?;
        check(identity_len.is_multiple_of(8), "the length of the identity")?;
        let results = start(identity_len + 64)?;
        let blocks = little_endian(&results[identity_len as usize + 24..][..8]);
        // The entries are as long as they are in the file.
        let head_len = blocks
            .checked_mul(16)
            .and_then(|entries| entries.checked_add(identity_len + 72))
            .filter(|&len| len <= size)
            .ok_or("the file is too short")?;
        let all = start(head_len)?;
        let (identity, results) = all.split_at(identity_len as usize);
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
        // A block has 64 KiB of bits or numbers.
        let each_block = match width {
            0 => 4 << 16,
            _ => (1 << 16) / width as u64,
        };
        check(block_len == each_block, "the length of blocks")?;
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
            check(highest[player] <= rows[player], "the number of levels")?;
            let mut has_row = vec![false; highest[player] as usize + 1];
            of_player.iter().for_each(|&level| has_row[level] = true);
            check(
                all.clone().all(|level| has_row[level]),
                "the number of levels",
            )?;
            levels.push(of_player);
        }
        check(
            head.0.len() < 8 && head.0.iter().all(|&byte| byte == 0),
            "the filling",
        )?;

        let mut head = Bytes(results);
        let seal = head.number(8)?;
        check(seal == xxh3_64(identity), "the checksum of the identity")?;
        check(head.take(8)? == b"FINISHED", "the mark of a finished table")?;
        check(head.number(8)? == size, "the length of the file")?;
        head.number(8)?;
        let counts = [
            head.number(8)?,
            head.number(8)?,
            head.number(8)?,
            head.number(8)?,
        ];
        let (mut ends, mut checksums) = (vec![head_len], Vec::new());
        for block in 0..blocks as usize {
            let end = head.number(8)?;
            check(end >= ends[block], &format!("the place of block {block}"))?;
            ends.push(end);
            checksums.push(head.number(8)?);
        }
        let sum = xxh3_64(&all[..all.len() - 8]);
        check(head.number(8)? == sum, "the checksum of the head")?;
        check(ends[blocks as usize] == size, "the end of the last block")?;

        let mut table = Table {
            rules,
            width,
            even_wins: even_wins == 1,
            by_numbers: by_numbers == 1,
            differences: differences == 1,
            counts,
            levels,
            rectangles: Vec::new(),
            len: 0,
            block_len,
            ends,
            checksums,
            seal,
            file: Mutex::new(file),
        };
        // Every rectangle has a line of 8 addresses at least: not more of them than the blocks have room for.
        let rectangles = highest[0]
            .saturating_mul(highest[1])
            .saturating_mul(players as u64);
        let room = blocks.saturating_mul(block_len / 8);
        check(rectangles <= room, "the number of blocks")?;
        table.place_rectangles();
        let right = blocks == table.len.div_ceil(block_len);
        check(right, "the number of blocks")?;
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

    /// Finds where every rectangle begins.
    fn place_rectangles(&mut self) {
        let sizes = [self.sizes(0), self.sizes(1)];
        let highest = [sizes[0].len() - 1, sizes[1].len() - 1];
        let mut place = |giver: usize, lines: usize, columns: usize| {
            let rectangle = Rectangle {
                giver,
                lines,
                columns,
                start: self.len,
                count: sizes[giver][lines],
                line_len: sizes[1 - giver][columns].next_multiple_of(8),
            };
            self.len += rectangle.count * rectangle.line_len;
            self.rectangles.push(rectangle);
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
    }

    /// Where every rectangle begins: by giver, level of his rows, level of the other's.
    pub fn starts(&self) -> Starts {
        let levels = [self.sizes(0).len(), self.sizes(1).len()];
        let of = |giver: usize| vec![vec![0; levels[1 - giver]]; levels[giver]];
        let mut starts = [of(0), of(1)];
        for rectangle in &self.rectangles {
            starts[rectangle.giver][rectangle.lines][rectangle.columns] = rectangle.start;
        }
        Starts { starts }
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.checksums.len()
    }

    /// How many addresses there are.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The addresses of a block.
    pub fn addresses(&self, block: usize) -> (u64, u64) {
        let begin = block as u64 * self.block_len;
        (begin, self.len.min(begin + self.block_len))
    }

    /// The rectangles that have addresses in a block.
    pub fn rectangles(&self, block: usize) -> impl Iterator<Item = Rectangle> + '_ {
        let (begin, end) = self.addresses(block);
        let after = |one: &Rectangle| one.start <= begin;
        let first = self.rectangles.partition_point(after) - 1;
        let of_block = self.rectangles[first..].iter().copied();
        of_block.take_while(move |one| one.start < end)
    }

    /// The lines that have addresses in a block.
    pub fn stretches(&self, block: usize) -> impl Iterator<Item = Stretch> + '_ {
        let (begin, end) = self.addresses(block);
        self.rectangles(block).flat_map(move |rectangle| {
            let Rectangle {
                start,
                count,
                line_len,
                ..
            } = rectangle;
            let from = begin.max(start) - start;
            let to = end.min(start + count * line_len) - start;
            (from / line_len..to.div_ceil(line_len)).map(move |line| {
                let first = from.max(line * line_len);
                let last = to.min((line + 1) * line_len);
                Stretch {
                    rectangle,
                    line: line as usize,
                    column: (first - line * line_len) as usize,
                    len: (last - first) as usize,
                    at: (start + first - begin) as usize,
                }
            })
        })
    }

    /// Reads a block, its checksum looked at.
    pub fn block(&self, number: usize) -> Result<Block, String> {
        let mut bytes = vec![0; (self.ends[number + 1] - self.ends[number]) as usize];
        {
            let mut file = self.file.lock().expect("no thread panicked");
            file.seek(SeekFrom::Start(self.ends[number]))
                .and_then(|_| file.read_exact(&mut bytes))
                .map_err(|error| format!("block {number} cannot be read: {error}"))?;
        }
        let checksum = xxh3_64_with_seed(&bytes, self.seal.wrapping_add(number as u64));
        let right = checksum == self.checksums[number];
        check(right, &format!("the checksum of block {number}"))?;
        let (begin, end) = self.addresses(number);
        let width = self.width.max(1);
        let mut block = Block {
            bytes: vec![0; (end - begin) as usize * width],
            width,
        };
        unpack(&bytes, self.width, &mut block.bytes)
            .ok_or(format!("block {number} cannot be decompressed"))?;
        if self.differences {
            for rectangle in self.rectangles(number) {
                let Rectangle {
                    start,
                    count,
                    line_len,
                    ..
                } = rectangle;
                let from = start.max(begin) - begin;
                let to = (start + count * line_len).min(end) - begin;
                for at in from + line_len..to {
                    block.add(at as usize, (at - line_len) as usize);
                }
            }
        }
        Ok(block)
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
}

impl Block {
    /// Adds a number to another.
    fn add(&mut self, to: usize, from: usize) {
        let sum = self.number(to).wrapping_add(self.number(from));
        let place = to * self.width;
        self.bytes[place..place + self.width].copy_from_slice(&sum.to_le_bytes()[..self.width]);
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
