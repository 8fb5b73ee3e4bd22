use waribashi::Value;

use crate::{label::Label, lines::Metric, tally::Tally};

use super::algebra::{Algebra, Visit};

/// Values alone: one bit for won and one for lost. A record has first the words of won, then those of lost.
///
/// In an open record the first half says where some move leads to a lost position, the second where all moves
/// lead to won ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits;

impl Algebra for Bits {
    type Word = u64;
    type Tile = [[u64; 64]; 2];
    const UNKNOWN: u64 = 0;
    const TILES: usize = 8;
    const WORDS: usize = 2;
    const MASK_WORDS: usize = 1;

    fn sized<V: Visit<Self>>(tiles: usize, visit: V) -> V::Output {
        match tiles {
            1 => visit.visit::<2>(),
            2 => visit.visit::<4>(),
            3 => visit.visit::<6>(),
            4 => visit.visit::<8>(),
            5 => visit.visit::<10>(),
            6 => visit.visit::<12>(),
            7 => visit.visit::<14>(),
            8 => visit.visit::<16>(),
            _ => unreachable!("a strip is 1 to 8 tiles wide"),
        }
    }

    #[inline(always)]
    fn nothing<const N: usize>() -> [u64; N] {
        let mut open = [0; N];
        open[N / 2..].fill(!0);
        open
    }

    #[inline(always)]
    fn follow<const N: usize>(open: &mut [u64; N], after: &[u64; N]) {
        for i in 0..N / 2 {
            open[i] |= after[N / 2 + i];
            open[N / 2 + i] &= after[i];
        }
    }

    #[inline(always)]
    fn join<const N: usize>(open: &mut [u64; N], other: &[u64; N]) {
        for i in 0..N / 2 {
            open[i] |= other[i];
            open[N / 2 + i] &= other[N / 2 + i];
        }
    }

    #[inline(always)]
    fn join_masked<const N: usize>(open: &mut [u64; N], other: &[u64; N], mask: &[u64]) {
        for i in 0..N / 2 {
            open[i] |= other[i] & mask[i];
            open[N / 2 + i] &= other[N / 2 + i] | !mask[i];
        }
    }

    #[inline(always)]
    fn close<const N: usize>(self, _: &mut [u64; N]) {}

    fn mask(lanes: impl Fn(usize) -> bool) -> Vec<u64> {
        let bit = |lane| u64::from(lanes(lane)) << lane;
        vec![(0..64).map(bit).sum()]
    }

    fn finished(value: Value) -> Vec<u64> {
        let all = |is: Value| if value == is { !0 } else { 0 };
        vec![all(Value::Win), all(Value::Loss)]
    }

    fn load(strip: &[u64], tiles: usize, row: usize, rows: usize, at: usize) -> Self::Tile {
        let mut tile = [[0; 64]; 2];
        let records = strip[row * 2 * tiles..].chunks_exact(2 * tiles);
        for (r, record) in records.take(rows).enumerate() {
            tile[0][r] = record[at];
            tile[1][r] = record[tiles + at];
        }
        tile
    }

    fn transpose(tile: &mut Self::Tile) {
        tile.iter_mut().for_each(transpose);
    }

    fn store(
        tile: &Self::Tile,
        strip: &mut [u64],
        tiles: usize,
        row: usize,
        rows: usize,
        at: usize,
        mut changed: impl FnMut(usize),
    ) {
        let records = strip[row * 2 * tiles..].chunks_exact_mut(2 * tiles);
        for (r, record) in records.take(rows).enumerate() {
            if record[at] != tile[0][r] || record[tiles + at] != tile[1][r] {
                record[at] = tile[0][r];
                record[tiles + at] = tile[1][r];
                changed(row + r);
            }
        }
    }

    fn label(self, strip: &[u64], tiles: usize, row: usize, lane: usize) -> Label {
        let (word, bit) = (lane / 64, lane % 64);
        let record = &strip[row * 2 * tiles..][..2 * tiles];
        let value = if record[word] >> bit & 1 == 1 {
            Value::Win
        } else if record[tiles + word] >> bit & 1 == 1 {
            Value::Loss
        } else {
            Value::Draw
        };
        Label {
            value,
            distance: None,
        }
    }

    fn count(
        self,
        strip: &[u64],
        tiles: usize,
        row: usize,
        lanes: usize,
        tally: &mut Tally,
        _: impl Fn(usize) -> usize,
    ) {
        let (won, lost) = strip[row * 2 * tiles..][..2 * tiles].split_at(tiles);
        for (tile, (won, lost)) in won.iter().zip(lost).enumerate() {
            let lanes = 64.min(lanes - 64 * tile);
            let inside = !0 >> (64 - lanes);
            let (won, lost) = (won & inside, lost & inside);
            let (win, loss) = (u64::from(won.count_ones()), u64::from(lost.count_ones()));
            tally.win += win;
            tally.loss += loss;
            tally.draw += lanes as u64 - win - loss;
        }
    }

    const METRIC: Metric = Metric::Values;

    fn put_out(
        self,
        record: &[u64],
        tiles: usize,
        lane: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        let (won, lost) = record.split_at(tiles);
        for (words, into) in [(won, first), (lost, second)] {
            let mut bytes = [[0; 8]; Self::TILES];
            for (bytes, word) in bytes.iter_mut().zip(words) {
                *bytes = word.to_le_bytes();
            }
            let from = &bytes.as_flattened()[lane / 8..];
            into.copy_from_slice(&from[..into.len()]);
        }
    }

    fn take_in(self, record: &mut [u64], tiles: usize, first: &[u8], second: &[u8]) {
        let (won, lost) = record.split_at_mut(tiles);
        for (words, from) in [(won, first), (lost, second)] {
            for (word, bytes) in words.iter_mut().zip(from.chunks(8)) {
                let mut all = [0; 8];
                all[..bytes.len()].copy_from_slice(bytes);
                *word = u64::from_le_bytes(all);
            }
        }
    }

    fn holds(_: &[u64]) -> bool {
        true
    }
}

/// Transposes 64 x 64 bits, the lowest bit being lane 0: halves are swapped across, then quarters, and so on.
pub(crate) fn transpose(rows: &mut [u64; 64]) {
    let mut width = 32;
    let mut low = u64::MAX >> 32;
    while width > 0 {
        for pairs in rows.chunks_exact_mut(2 * width) {
            let (upper, lower) = pairs.split_at_mut(width);
            for (a, b) in upper.iter_mut().zip(lower) {
                let swapped = (*a >> width ^ *b) & low;
                *a ^= swapped << width;
                *b ^= swapped;
            }
        }
        width /= 2;
        low ^= low << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_r_of_row_c_comes_from_bit_c_of_row_r() {
        let mut state = 1u64;
        let rows: [u64; 64] = std::array::from_fn(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state ^ state >> 29
        });
        let mut turned = rows;
        transpose(&mut turned);
        for (r, row) in rows.iter().enumerate() {
            for (c, column) in turned.iter().enumerate() {
                assert_eq!(row >> c & 1, column >> r & 1);
            }
        }
    }
}
