use rayon::prelude::*;

use crate::lines::Metric;

use super::algebra::Algebra;

/// A matrix of positions over the rows of one level and the rows of another, its *lanes*.
///
/// It is stored strip by strip: all rows of the first strip of lanes, then of the next, so that what is
/// done to one strip stays in the cache, whatever rows it jumps between.
#[derive(Debug)]
pub(super) struct Matrix<A: Algebra> {
    rows: usize,
    tiles: usize,
    words: Vec<A::Word>,
}

/// For each strip, which rows changed.
#[derive(Default)]
pub(super) struct Changes {
    strips: Vec<Vec<bool>>,
    any: Vec<bool>,
}

impl Changes {
    /// The rows of a strip that changed, or `None` where none did.
    pub(super) fn rows(&self, strip: usize) -> Option<&[bool]> {
        self.any[strip].then_some(&self.strips[strip][..])
    }

    /// Whether nothing changed.
    pub(super) fn is_empty(&self) -> bool {
        !self.any.contains(&true)
    }

    /// Marks everything as changed.
    pub(super) fn fill(&mut self) {
        for (rows, any) in self.strips.iter_mut().zip(&mut self.any) {
            rows.fill(true);
            *any = true;
        }
    }

    pub(super) fn clear(&mut self) {
        for (rows, any) in self.strips.iter_mut().zip(&mut self.any) {
            if *any {
                rows.fill(false);
                *any = false;
            }
        }
    }
}

/// A strip of a matrix to be read, with its changes.
pub(super) struct Strip<'a, A: Algebra> {
    pub(super) words: &'a [A::Word],
    changed: Option<&'a [bool]>,
}

impl<A: Algebra> Clone for Strip<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Algebra> Copy for Strip<'_, A> {}

impl<A: Algebra> Strip<'_, A> {
    /// Whether any row changed.
    pub(super) fn has_news(&self) -> bool {
        self.changed.is_some()
    }

    /// Whether a row changed.
    #[inline(always)]
    pub(super) fn changed(&self, row: usize) -> bool {
        self.changed.is_some_and(|changed| changed[row])
    }
}

/// A strip of a matrix that can be written, with its changes.
pub(super) struct StripMut<'a, A: Algebra> {
    /// Its index.
    pub(super) at: usize,
    /// How many tiles wide it is.
    pub(super) tiles: usize,
    pub(super) words: &'a mut [A::Word],
    pub(super) changed: &'a mut [bool],
    pub(super) any: &'a mut bool,
}

impl<A: Algebra> Matrix<A> {
    /// A matrix of which nothing is known.
    pub(super) fn unknown(rows: usize, lanes: usize) -> Self {
        let tiles = lanes.div_ceil(64);
        Matrix {
            rows,
            tiles,
            words: vec![A::UNKNOWN; rows * tiles * A::WORDS],
        }
    }

    /// A matrix of finished positions.
    pub(super) fn finished(rows: usize, lanes: usize, value: waribashi::Value) -> Self {
        let mut matrix = Self::unknown(rows, lanes);
        let row = A::finished(value);
        let plane = row.len() / (A::WORDS / A::MASK_WORDS);
        for strip in 0..matrix.strips() {
            let tiles = matrix.strip_tiles(strip);
            // Each plane of a record is as many words for every tile of the strip.
            let record: Vec<A::Word> = row
                .chunks(plane)
                .flat_map(|words| std::iter::repeat_n(words, tiles).flatten().copied())
                .collect();
            let from = matrix.strip_start(strip);
            let words = &mut matrix.words[from..][..rows * tiles * A::WORDS];
            for row in words.chunks_exact_mut(record.len()) {
                row.copy_from_slice(&record);
            }
        }
        matrix
    }

    /// A matrix from its lines: `copy` gives one of them as [`Lines::copy`](crate::Lines::copy) does.
    pub(super) fn of_lines(
        algebra: A,
        rows: usize,
        lanes: usize,
        copy: impl Fn(usize, &mut [u8], &mut [u8]),
    ) -> Self {
        let mut matrix = Self::unknown(rows, lanes);
        let bytes = |lanes: usize| match A::METRIC {
            Metric::Values => (lanes.div_ceil(8), lanes.div_ceil(8)),
            Metric::Distances(width) => (lanes * width.bytes(), 0),
        };
        let (first, second) = bytes(lanes.next_multiple_of(8));
        let (mut first, mut second) = (vec![0; first], vec![0; second]);
        for row in 0..rows {
            copy(row, &mut first, &mut second);
            for strip in 0..matrix.strips() {
                let tiles = matrix.strip_tiles(strip);
                let from = strip * A::TILES * 64;
                let to = lanes.next_multiple_of(8).min(from + tiles * 64);
                let (ends, begins) = (bytes(to), bytes(from));
                let size = tiles * A::WORDS;
                let start = matrix.strip_start(strip) + row * size;
                algebra.take_in(
                    &mut matrix.words[start..start + size],
                    tiles,
                    &first[begins.0..ends.0],
                    &second[begins.1..ends.1],
                );
            }
        }
        matrix
    }

    /// Copies part of a line out, as [`Lines::copy`](crate::Lines::copy) does.
    pub(super) fn copy_line(
        &self,
        algebra: A,
        lanes: usize,
        row: usize,
        lane: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        let (mut lane, mut at) = (lane, (0, 0));
        while at.0 < first.len() {
            let strip = lane / (A::TILES * 64);
            let tiles = self.strip_tiles(strip);
            let size = tiles * A::WORDS;
            let record = &self.strip(strip)[row * size..][..size];
            let within = lane - strip * A::TILES * 64;
            let left = tiles * 64 - within;
            let (count, taken) = match A::METRIC {
                Metric::Values => {
                    let taken = (left / 8).min(first.len() - at.0);
                    (taken * 8, (taken, taken))
                }
                Metric::Distances(width) => {
                    let taken = (left * width.bytes()).min(first.len() - at.0);
                    (taken / width.bytes(), (taken, 0))
                }
            };
            algebra.put_out(
                record,
                tiles,
                within,
                &mut first[at.0..at.0 + taken.0],
                &mut second[at.1..at.1 + taken.1],
            );
            at = (at.0 + taken.0, at.1 + taken.1);
            lane += count;
        }
        // What stands in lanes past the end is the engine's own business.
        for past in lanes..lane {
            match A::METRIC {
                Metric::Values => {
                    let byte = at.0 - (lane - past).div_ceil(8);
                    first[byte] &= !(1 << (past % 8));
                    second[byte] &= !(1 << (past % 8));
                }
                Metric::Distances(width) => {
                    let from = at.0 - (lane - past) * width.bytes();
                    first[from..from + width.bytes()].fill(0);
                }
            }
        }
    }

    pub(super) fn strips(&self) -> usize {
        self.tiles.div_ceil(A::TILES)
    }

    pub(super) fn strip_tiles(&self, strip: usize) -> usize {
        A::TILES.min(self.tiles - strip * A::TILES)
    }

    fn strip_start(&self, strip: usize) -> usize {
        strip * A::TILES * A::WORDS * self.rows
    }

    /// The words of a strip: record after record.
    pub(super) fn strip(&self, strip: usize) -> &[A::Word] {
        let from = self.strip_start(strip);
        &self.words[from..][..self.rows * self.strip_tiles(strip) * A::WORDS]
    }

    pub(super) fn words(&self) -> &[A::Word] {
        &self.words
    }

    /// Changes of this matrix, with none in it.
    pub(super) fn changes(&self) -> Changes {
        let strips = self.strips();
        Changes {
            strips: vec![vec![false; self.rows]; strips],
            any: vec![false; strips],
        }
    }

    /// All strips, to be written in parallel.
    pub(super) fn strips_mut<'a>(
        &'a mut self,
        changes: &'a mut Changes,
    ) -> impl IndexedParallelIterator<Item = StripMut<'a, A>> {
        let (tiles, rows) = (self.tiles, self.rows);
        self.words
            .par_chunks_mut(A::TILES * A::WORDS * rows)
            .zip(&mut changes.strips)
            .zip(&mut changes.any)
            .enumerate()
            .map(move |(at, ((words, changed), any))| StripMut {
                at,
                tiles: A::TILES.min(tiles - at * A::TILES),
                words,
                changed,
                any,
            })
    }
}

/// A matrix, and what has changed in it.
pub(super) struct Tracked<A: Algebra> {
    pub(super) matrix: Matrix<A>,
    pub(super) changes: Changes,
}

impl<A: Algebra> Default for Tracked<A> {
    fn default() -> Self {
        Tracked::new(Matrix::unknown(0, 0))
    }
}

impl<A: Algebra> Tracked<A> {
    pub(super) fn new(matrix: Matrix<A>) -> Self {
        let changes = matrix.changes();
        Tracked { matrix, changes }
    }

    /// A strip to be read.
    pub(super) fn strip(&self, at: usize) -> Strip<'_, A> {
        Strip {
            words: self.matrix.strip(at),
            changed: self.changes.rows(at),
        }
    }

    /// Carries the changes of `from`, the same positions with rows and lanes exchanged, over to this matrix.
    pub(super) fn take_over(&mut self, from: &Tracked<A>) {
        let (source, news) = (&from.matrix, &from.changes);
        self.matrix.strips_mut(&mut self.changes).for_each(|strip| {
            for tile in 0..strip.tiles {
                // A tile's lanes are 64 rows of the source, its rows a tile of lanes there.
                let first = (strip.at * A::TILES + tile) * 64;
                let count = 64.min(source.rows - first);
                for at in 0..source.strips() {
                    let changed = news.rows(at);
                    if !changed.is_some_and(|rows| rows[first..first + count].contains(&true)) {
                        continue;
                    }
                    let width = source.strip_tiles(at);
                    for within in 0..width {
                        let mut block = A::load(source.strip(at), width, first, count, within);
                        A::transpose(&mut block);
                        let row = (at * A::TILES + within) * 64;
                        let rows = 64.min(strip.changed.len() - row);
                        A::store(&block, strip.words, strip.tiles, row, rows, tile, |row| {
                            strip.changed[row] = true;
                            *strip.any = true;
                        });
                    }
                }
            }
        });
    }
}
