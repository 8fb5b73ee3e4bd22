use std::{fs::File, path::Path};

use rayon::prelude::*;
use waribashi::{AddsTo, Hands, Position, Rules, Side};
use waribashi_solve::{Label, Metric, Rectangle, Rows, number_set};

use crate::{
    ReadError,
    access::ReadAt,
    blocks::Blocks,
    damage::Damage,
    head::{Counts, Head},
};

/// A table that is open.
///
/// Opening checks the head, probing checks the block it reads, [`Table::verify`] checks everything. Several threads can
/// probe at once.
pub struct Table<R = File> {
    blocks: Blocks<R>,
    /// Of each player, or both together.
    players: Vec<Player>,
}

/// Where a player's rows stand.
struct Player {
    rows: Rows,
    /// For each row, from row 1, its level and its place in the level.
    places: Vec<(u32, u32)>,
    /// The rows of each level, one after the other, and where each level begins.
    order: Vec<u32>,
    begins: Vec<usize>,
}

/// Blocks that a table keeps decompressed, if it is not told otherwise: 64 MiB of them.
pub const CACHED_BLOCKS: usize = 1024;

impl Table {
    /// Opens a file and checks its head. It is read by `pread`.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is no table, or its head is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Table::read(File::open(path)?, CACHED_BLOCKS)
    }
}

impl<R: ReadAt> Table<R> {
    /// Opens a table by any access to its bytes, with a number of blocks to be kept decompressed. It checks the head.
    ///
    /// # Errors
    ///
    /// When the bytes cannot be read, are no table, or the head is damaged.
    pub fn read(from: R, cached: usize) -> Result<Self, ReadError> {
        let head = Head::read(&from)?;
        let identity = &head.identity;
        let players = identity.levels.iter().zip(identity.rules.hands);
        let fingers = identity.rules.fingers;
        let players = players
            .map(|(levels, hands)| {
                Player::new(Rows::new(fingers, hands), levels, identity.by_numbers)
            })
            .collect();
        Ok(Table {
            blocks: Blocks::new(head, from, cached),
            players,
        })
    }

    fn head(&self) -> &Head {
        &self.blocks.head
    }

    /// The rules that are solved.
    pub fn rules(&self) -> &Rules {
        &self.head().identity.rules
    }

    /// Who made the table, with the version.
    pub fn maker(&self) -> &str {
        &self.head().identity.maker
    }

    /// What is kept of each position.
    pub fn metric(&self) -> Metric {
        self.head().identity.metric
    }

    /// Whether distances are kept, and not values alone.
    pub fn has_distances(&self) -> bool {
        self.metric() != Metric::Values
    }

    /// How many positions have which label, finished ones not counted.
    pub fn counts(&self) -> Counts {
        self.head().counts
    }

    /// How many positions the table has labels of: all of the rules, but for finished ones.
    pub fn positions(&self) -> u64 {
        self.head().positions()
    }

    /// How many levels the rows of each player have, the row with all hands dead left out.
    pub fn levels(&self) -> Vec<usize> {
        let players = self.players.iter();
        players.map(|player| player.begins.len() - 1).collect()
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.head().entries.len()
    }

    /// How many bytes the head takes.
    pub fn head_len(&self) -> u64 {
        self.head().len()
    }

    /// How many bytes there are in all.
    pub fn len(&self) -> u64 {
        self.head().begin(self.blocks())
    }

    /// Never: a table has a head.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Value and distance of a position.
    ///
    /// # Errors
    ///
    /// When its block cannot be read, or is damaged.
    ///
    /// # Panics
    ///
    /// When the position is none of the rules.
    pub fn probe(&self, position: &Position) -> Result<Label, ReadError> {
        if let Some(value) = self.rules().finished(position) {
            return Ok(Label {
                value,
                distance: self.has_distances().then_some(0),
            });
        }
        let mover = match self.rules().mover(position) {
            Side::Second if self.players.len() == 2 => 1,
            _ => 0,
        };
        let (mine, theirs) = (self.player(mover), self.player(mover + 1));
        self.label(
            mover,
            mine.rows.rank(&position.mine),
            theirs.rows.rank(&position.theirs),
        )
    }

    fn player(&self, player: usize) -> &Player {
        &self.players[player % self.players.len()]
    }

    /// The label of a position whose game goes on, by the numbers of its rows.
    fn label(&self, mover: usize, mine: u32, theirs: u32) -> Result<Label, ReadError> {
        let (giver, line, column) = match self.rules().adds_to {
            AddsTo::Tapped => (mover, mine, theirs),
            AddsTo::Tapper => ((mover + 1) % self.players.len(), theirs, mine),
        };
        let (lines, line) = self.player(giver).places[line as usize - 1];
        let (columns, column) = self.player(giver + 1).places[column as usize - 1];
        let rectangle = Rectangle {
            giver,
            lines: lines as usize,
            columns: columns as usize,
        };
        let shape = &self.head().shape;
        let address = shape.start(rectangle)
            + u64::from(line) * shape.line_len(rectangle)
            + u64::from(column);
        let (block, at) = self.blocks.place(address);
        let label = self
            .blocks
            .get(block)?
            .label(at, self.head().identity.even_wins());
        let damage = Damage::Block {
            block: block as u64,
            what: "it has a label that cannot be",
        };
        Ok(label.ok_or(damage)?)
    }

    /// Checks everything that can be checked without knowing the game: every checksum, every label that there
    /// can be such a label, and that they add up to what the head says. `progress` is told of positions done.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, by the order of the blocks.
    pub fn verify(&self, progress: impl Fn(u64) + Sync) -> Result<(), ReadError> {
        let all = (0..self.blocks()).into_par_iter().map(|block| {
            let counts = self.blocks.count(block)?;
            progress(counts.won + counts.lost + counts.drawn);
            Ok::<_, ReadError>(counts)
        });
        let results: Vec<_> = all.collect();
        let mut sum = Counts::default();
        for counts in results {
            sum = sum.and(counts?);
        }
        let head = self.counts();
        for (counted, told, what) in [
            (sum.won, head.won, "won positions"),
            (sum.lost, head.lost, "lost positions"),
            (sum.drawn, head.drawn, "drawn positions"),
            (sum.longest.into(), head.longest.into(), "longest distance"),
        ] {
            if counted != told {
                return Err(Damage::Counts(what).into());
            }
        }
        Ok(())
    }

    /// Every position that the table has a label of, with its label, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Result<(Position, Label), ReadError>> + '_ {
        (0..self.blocks()).flat_map(move |block| self.block(block))
    }

    /// The positions of a block with their labels, in the order of the file; the error if it cannot be read.
    ///
    /// # Panics
    ///
    /// When there is no such block.
    pub fn block(
        &self,
        block: usize,
    ) -> Box<dyn Iterator<Item = Result<(Position, Label), ReadError>> + '_> {
        let head = self.head();
        let labels = match self.blocks.read(block) {
            Ok(labels) => labels,
            Err(error) => return Box::new(std::iter::once(Err(error))),
        };
        let (from, to) = head.addresses(block);
        let even_wins = head.identity.even_wins();
        let mut address = from;
        let stretches = head.shape.stretches(from, to).map(move |stretch| {
            let start = address - from;
            address += stretch.len;
            (stretch, start)
        });
        let places = stretches.flat_map(move |(stretch, start)| {
            let columns = head.shape.columns(stretch.rectangle);
            let end = columns.min(stretch.column + stretch.len);
            (stretch.column..end).map(move |column| {
                let at = start + column - stretch.column;
                (stretch.rectangle, stretch.line, column, at)
            })
        });
        Box::new(places.map(move |(rectangle, line, column, at)| {
            let given = self.player(rectangle.giver).hands(rectangle.lines, line);
            let taken = self
                .player(rectangle.giver + 1)
                .hands(rectangle.columns, column);
            let position = match self.rules().adds_to {
                AddsTo::Tapped => Position::new(given, taken),
                AddsTo::Tapper => Position::new(taken, given),
            };
            let damage = Damage::Block {
                block: block as u64,
                what: "it has a label that cannot be",
            };
            Ok((position, labels.label(at, even_wins).ok_or(damage)?))
        }))
    }
}

impl Player {
    fn new(rows: Rows, levels: &[u32], by_numbers: bool) -> Self {
        // A row's number is its last word.
        let mut order: Vec<u32> = (1..=levels.len() as u32).collect();
        let level = |row: u32| levels[row as usize - 1];
        if by_numbers {
            let set = |hands: Hands| number_set(hands.shown().filter(|&number| number > 0));
            let sets: Vec<[u64; 4]> = rows.iter().skip(1).map(set).collect();
            order.sort_by_key(|&row| (level(row), sets[row as usize - 1], row));
        } else {
            order.sort_by_key(|&row| (level(row), row));
        }
        let mut places = vec![(0, 0); levels.len()];
        let mut begins = Vec::new();
        for (at, &row) in order.iter().enumerate() {
            if begins.len() < level(row) as usize {
                begins.push(at);
            }
            let begin = begins[begins.len() - 1];
            places[row as usize - 1] = (level(row), (at - begin) as u32);
        }
        begins.push(order.len());
        Player {
            rows,
            places,
            order,
            begins,
        }
    }

    fn hands(&self, level: usize, place: u64) -> Hands {
        let at = self.begins[level - 1] + place as usize;
        self.rows.hands(self.order[at])
    }
}
