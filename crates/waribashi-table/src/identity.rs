//! The first part of a table: what it is of. Nothing in it depends on the labels but how wide they are.

use waribashi::{AddsTo, Hands, Position, Rules, Value};
use waribashi_solve::{Compiled, Levels, Metric, Rows, Width};

use crate::{bytes::Bytes, damage::Damage, shape::Shape};

/// The first bytes of every table: not text, a name, and line ends of both kinds with an end-of-file between, which a
/// transfer as text would change.
pub(crate) const MAGIC: [u8; 8] = *b"\x89WBT\r\n\x1a\n";

/// The version of the format.
pub const VERSION: u32 = 1;

/// Bytes before the texts.
const FIXED: usize = 64;

/// The most bytes that a block has before it is compressed.
pub(crate) const BLOCK_BYTES: u64 = 1 << 16;

/// What a table is of: the rules, the order of the rows, what is kept of each position, and who made it.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) rules: Rules,
    pub(crate) maker: String,
    pub(crate) metric: Metric,
    /// Whether rows of a level stand by the numbers they show first.
    pub(crate) by_numbers: bool,
    /// Whether numbers are kept as differences from those of the line before.
    pub(crate) differences: bool,
    /// For each player, or both together, and each row from row 1, its level.
    pub(crate) levels: Vec<Vec<u32>>,
}

impl Identity {
    /// Of a table of a solve.
    ///
    /// # Panics
    ///
    /// When the rules' text or the maker's name has 2^16 bytes or more.
    pub(crate) fn new(compiled: &Compiled, levels: &[Levels], metric: Metric, maker: &str) -> Self {
        let level_of = |levels: &Levels| {
            let rows = levels.rows().iter().map(Vec::len).sum::<usize>() as u32;
            (1..rows).map(|row| levels.place(row).0).collect()
        };
        let by_numbers = levels[0].by_numbers();
        Identity {
            rules: compiled.rules().clone(),
            maker: maker.to_string(),
            metric,
            by_numbers,
            // Neighbours are alike where rows stand by their numbers; where they do not, they are not.
            differences: matches!(metric, Metric::Distances(_)) && !by_numbers,
            levels: levels.iter().map(level_of).collect(),
        }
    }

    /// How many rows each player has, whether they share a table or not.
    fn row_counts(rules: &Rules) -> Option<[u32; 2]> {
        let [first, second] = rules.hands.map(|hands| Rows::count(rules.fingers, hands));
        Some([u32::try_from(first).ok()?, u32::try_from(second).ok()?])
    }

    /// How many rows each level has, from level 1.
    fn sizes(&self) -> Vec<Vec<u64>> {
        let sizes = |levels: &Vec<u32>| {
            let mut sizes = vec![0; levels.iter().max().map_or(0, |&level| level as usize)];
            for &level in levels {
                sizes[level as usize - 1] += 1;
            }
            sizes
        };
        self.levels.iter().map(sizes).collect()
    }

    /// Where the labels stand.
    pub(crate) fn shape(&self) -> Option<Shape> {
        Shape::new(&self.sizes())
    }

    /// How many addresses a block has; the last has fewer.
    pub(crate) fn block_len(&self) -> u64 {
        match self.metric {
            Metric::Values => BLOCK_BYTES * 4,
            Metric::Distances(width) => BLOCK_BYTES / width.bytes() as u64,
        }
    }

    /// Whether the lines are the rows of the player to move.
    pub(crate) fn lines_are_movers(&self) -> bool {
        self.rules.adds_to == AddsTo::Tapped
    }

    /// Whether won positions have even distances: where the position after the last move is won.
    pub(crate) fn even_wins(&self) -> bool {
        let [dead, live] = [0, 1].map(|shown| Hands::uniform(shown, 1));
        let ended = match self.rules.adds_to {
            AddsTo::Tapped => Position::new(dead, live),
            AddsTo::Tapper => Position::new(live, dead),
        };
        self.rules.finished(&ended) == Some(Value::Win)
    }

    /// As bytes, a multiple of 8 of them, the checksum not included.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let rules = self.rules.to_string();
        let counts = Identity::row_counts(&self.rules).expect("rows of rules that were solved");
        let highest = self
            .levels
            .iter()
            .map(|levels| *levels.iter().max().expect("a live row"));
        let highest: Vec<u32> = highest.collect();
        let level_width: usize = match highest.iter().max() {
            Some(0..=0xff) => 1,
            Some(0..=0xffff) => 2,
            _ => 4,
        };
        let texts = rules.len() + self.maker.len();
        let rows: usize = self.levels.iter().map(Vec::len).sum();
        let len = (FIXED + texts + rows * level_width).next_multiple_of(8);
        let short = |len: usize| u16::try_from(len).expect("a short text").to_le_bytes();

        let mut bytes = Vec::with_capacity(len);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(
            u32::try_from(len)
                .expect("fewer than 2^32 bytes")
                .to_le_bytes(),
        );
        bytes.extend(self.rules.hands.into_iter().flat_map(u64::to_le_bytes));
        bytes.extend(counts.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend(
            [highest[0], highest[highest.len() - 1]]
                .into_iter()
                .flat_map(u32::to_le_bytes),
        );
        bytes.push(self.rules.fingers);
        bytes.push(self.levels.len() as u8);
        bytes.push(match self.metric {
            Metric::Values => 0,
            Metric::Distances(width) => width.bytes() as u8,
        });
        bytes.push(level_width as u8);
        bytes.push(self.by_numbers.into());
        bytes.push(self.differences.into());
        bytes.push(self.even_wins().into());
        bytes.push(u8::from(!self.lines_are_movers()));
        bytes.extend(short(rules.len()));
        bytes.extend(short(self.maker.len()));
        bytes.extend((self.block_len() as u32).to_le_bytes());
        bytes.extend(rules.bytes());
        bytes.extend(self.maker.bytes());
        for level in self.levels.iter().flatten() {
            bytes.extend(&level.to_le_bytes()[..level_width]);
        }
        bytes.resize(len, 0);
        bytes
    }

    /// How long the part is that begins with these bytes, checksum not included; at least 16 of them are needed.
    pub(crate) fn len_of(start: &[u8]) -> Result<usize, Damage> {
        let mut bytes = Bytes::new(start);
        let magic: [u8; 8] = bytes.take()?;
        if magic != MAGIC {
            return Err(
                match magic.starts_with(b"\x89WBT") || magic[1..].starts_with(b"WBT") {
                    true => Damage::Text,
                    false => Damage::Magic,
                },
            );
        }
        let version = u32::from_le_bytes(bytes.take()?);
        if version != VERSION {
            return Err(Damage::Version(version));
        }
        let len = u32::from_le_bytes(bytes.take()?) as usize;
        match len >= FIXED && len.is_multiple_of(8) {
            true => Ok(len),
            false => Err(Damage::Head("its length")),
        }
    }

    /// Reads the part; `bytes` has all of it and nothing else.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Damage> {
        let mut bytes = Bytes::new(&bytes[16..]);
        let hands = [
            u64::from_le_bytes(bytes.take()?),
            u64::from_le_bytes(bytes.take()?),
        ];
        let rows = [
            u32::from_le_bytes(bytes.take()?),
            u32::from_le_bytes(bytes.take()?),
        ];
        let highest = [
            u32::from_le_bytes(bytes.take()?),
            u32::from_le_bytes(bytes.take()?),
        ];
        let [fingers, players, width, level_width] = bytes.take()?;
        let [by_numbers, differences, even_wins, lines_are_others] =
            bytes.take()?.map(|flag: u8| match flag {
                0 => Ok(false),
                1 => Ok(true),
                _ => Err(Damage::Head("a flag")),
            });
        let rules_len = u16::from_le_bytes(bytes.take()?);
        let maker_len = u16::from_le_bytes(bytes.take()?);
        let block_len = u32::from_le_bytes(bytes.take()?);
        let text = |bytes: &[u8]| {
            let text = std::str::from_utf8(bytes).map_err(|_| Damage::Head("a text"))?;
            Ok::<_, Damage>(text.to_string())
        };
        let rules_text = text(bytes.slice(rules_len.into())?)?;
        let maker = text(bytes.slice(maker_len.into())?)?;

        let rules: Rules = rules_text
            .parse()
            .map_err(|error| Damage::Rules(format!("{error}")))?;
        if rules.to_string() != rules_text {
            return Err(Damage::Rules("they are not in the canonical form".into()));
        }
        let metric = match width {
            0 => Metric::Values,
            1 => Metric::Distances(Width::One),
            2 => Metric::Distances(Width::Two),
            4 => Metric::Distances(Width::Four),
            _ => return Err(Damage::Head("the width of distances")),
        };
        let tables = if rules.hands[0] == rules.hands[1] {
            1
        } else {
            2
        };
        if rules.hands != hands
            || rules.fingers != fingers
            || Identity::row_counts(&rules) != Some(rows)
            || tables != usize::from(players)
        {
            return Err(Damage::Head("the hands, which are not those of the rules"));
        }
        if ![1, 2, 4].contains(&level_width) {
            return Err(Damage::Head("the width of levels"));
        }
        let mut levels = Vec::new();
        for player in 0..tables {
            let count = rows[player] as usize - 1;
            // The bytes are there before anything is allocated for them.
            let of_player = bytes.slice(count.saturating_mul(level_width.into()))?;
            let of_player: Vec<u32> = of_player
                .chunks(level_width.into())
                .map(|bytes| {
                    let mut level = [0; 4];
                    level[..bytes.len()].copy_from_slice(bytes);
                    u32::from_le_bytes(level)
                })
                .collect();
            check_levels(&of_player, highest[player])?;
            levels.push(of_player);
        }
        let rest = bytes.rest();
        if rest.len() >= 8 || rest.iter().any(|&byte| byte != 0) {
            return Err(Damage::Head("the padding"));
        }
        let identity = Identity {
            metric,
            maker,
            by_numbers: by_numbers?,
            differences: differences?,
            levels,
            rules,
        };
        if identity.even_wins() != even_wins?
            || identity.lines_are_movers() == lines_are_others?
            || identity.block_len() != u64::from(block_len)
            || (metric == Metric::Values && identity.differences)
            || (tables == 1 && highest[0] != highest[1])
        {
            return Err(Damage::Head("what follows from the rules"));
        }
        Ok(identity)
    }
}

/// Every level from 1 to the highest has a row.
fn check_levels(levels: &[u32], highest: u32) -> Result<(), Damage> {
    if highest as usize > levels.len() {
        return Err(Damage::Head("the number of levels"));
    }
    let mut seen = vec![false; highest as usize];
    for &level in levels {
        let seen = (level as usize)
            .checked_sub(1)
            .and_then(|at| seen.get_mut(at));
        *seen.ok_or(Damage::Head("a level"))? = true;
    }
    match seen.contains(&false) {
        true => Err(Damage::Head("the number of levels")),
        false => Ok(()),
    }
}
