use std::marker::PhantomData;

use waribashi::Value;

use crate::{
    label::Label,
    lines::{Metric, Width},
};

use super::algebra::{Algebra, Visit, differ};

/// Values with distances: one score for each position, above the middle for won, below for lost, further from
/// it the nearer the end; the middle is a draw, or not known yet.
///
/// A position's score is its mover's best: the worst of the scores after it for the other player, turned
/// about the middle, and one step nearer to it. All distances of one value have the same parity
/// (`FACTS.md`), so it is enough to count every second ply: one step from positions of even distance to
/// positions of odd distance, none from odd to even.
///
/// Starting from the middle, scores only ever move away from it, so they can be computed in any order and
/// place; the fixed point is unique, since no score can hold itself up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scores<W> {
    /// Whether won positions have even distances.
    even_wins: bool,
    words: PhantomData<W>,
}

/// An unsigned integer as a score.
pub(super) trait Score: Copy + Default + Ord + Send + Sync + std::fmt::Debug {
    /// A draw.
    const MIDDLE: Self;
    const MAX: Self;

    /// The score as far on the other side of the middle.
    fn turned(self) -> Self;
    /// One less.
    fn less(self) -> Self;
    /// One more.
    fn more(self) -> Self;
    /// Steps from the end: the largest score and the smallest but one have 0.
    fn steps(self) -> u32;
    /// As a number of [`Metric::Distances`].
    fn number(self, even_wins: bool) -> Self;
    /// Of such a number.
    fn of_number(number: Self, even_wins: bool) -> Self;
    /// Which numbers are as wide.
    const WIDTH: Width;
    /// Copies numbers out, low bytes first.
    fn put_out(scores: &[Self], even_wins: bool, into: &mut [u8]);
    /// Copies them in.
    fn take_in(scores: &mut [Self], even_wins: bool, from: &[u8]);
}

macro_rules! score {
    ($word:ty, $width:expr) => {
        impl Score for $word {
            const MIDDLE: Self = 1 << (<$word>::BITS - 1);
            const MAX: Self = <$word>::MAX;

            #[inline(always)]
            fn turned(self) -> Self {
                self.wrapping_neg()
            }

            #[inline(always)]
            fn less(self) -> Self {
                self.wrapping_sub(1)
            }

            #[inline(always)]
            fn more(self) -> Self {
                self.wrapping_add(1)
            }

            fn steps(self) -> u32 {
                (<$word>::MAX - self.max(self.turned())) as u32
            }

            #[inline(always)]
            fn number(self, even_wins: bool) -> Self {
                // The distance is 2 * steps, less 1 if odd; the number is 1 more.
                let steps = <$word>::MAX - self.max(self.turned());
                let odd = (self > Self::MIDDLE) != even_wins;
                let number = steps.wrapping_mul(2).wrapping_add(<$word>::from(!odd));
                if self == Self::MIDDLE { 0 } else { number }
            }

            fn of_number(number: Self, even_wins: bool) -> Self {
                if number == 0 {
                    return Self::MIDDLE;
                }
                let win = number.is_multiple_of(2) != even_wins;
                let score = <$word>::MAX - number / 2;
                if win { score } else { score.turned() }
            }

            const WIDTH: Width = $width;

            fn put_out(scores: &[Self], even_wins: bool, into: &mut [u8]) {
                let (into, _) = into.as_chunks_mut::<{ (<$word>::BITS / 8) as usize }>();
                for (into, score) in into.iter_mut().zip(scores) {
                    *into = score.number(even_wins).to_le_bytes();
                }
            }

            fn take_in(scores: &mut [Self], even_wins: bool, from: &[u8]) {
                let (from, _) = from.as_chunks::<{ (<$word>::BITS / 8) as usize }>();
                for (score, &from) in scores.iter_mut().zip(from) {
                    *score = Self::of_number(<$word>::from_le_bytes(from), even_wins);
                }
            }
        }
    };
}
score!(u8, Width::One);
score!(u16, Width::Two);
score!(u32, Width::Four);

impl<W: Score> Scores<W> {
    /// `end` is the value of the finished positions that moves lead to.
    pub(super) fn new(end: Value) -> Self {
        Scores {
            even_wins: end == Value::Win,
            words: PhantomData,
        }
    }
}

impl<W: Score> Algebra for Scores<W> {
    type Word = W;
    type Tile = Box<[[W; 64]; 64]>;
    const UNKNOWN: W = W::MIDDLE;
    const TILES: usize = 1;
    const WORDS: usize = 64;
    const MASK_WORDS: usize = 64;

    fn sized<V: Visit<Self>>(_: usize, visit: V) -> V::Output {
        visit.visit::<64>()
    }

    #[inline(always)]
    fn nothing<const N: usize>() -> [W; N] {
        [W::MAX; N]
    }

    #[inline(always)]
    fn follow<const N: usize>(open: &mut [W; N], after: &[W; N]) {
        for i in 0..N {
            open[i] = open[i].min(after[i]);
        }
    }

    #[inline(always)]
    fn join<const N: usize>(open: &mut [W; N], other: &[W; N]) {
        Self::follow(open, other);
    }

    #[inline(always)]
    fn join_masked<const N: usize>(open: &mut [W; N], other: &[W; N], mask: &[W]) {
        for i in 0..N {
            open[i] = open[i].min(other[i].max(mask[i]));
        }
    }

    #[inline(always)]
    fn close<const N: usize>(self, open: &mut [W; N]) {
        if self.even_wins {
            for word in open {
                let turned = word.turned();
                *word = if *word > W::MIDDLE {
                    turned.more()
                } else {
                    turned
                };
            }
        } else {
            for word in open {
                let turned = word.turned();
                *word = if *word < W::MIDDLE {
                    turned.less()
                } else {
                    turned
                };
            }
        }
    }

    fn mask(lanes: impl Fn(usize) -> bool) -> Vec<W> {
        // The larger of a score and the mask is the score, or the largest, which no least score is.
        let word = |lane| if lanes(lane) { W::default() } else { W::MAX };
        (0..64).map(word).collect()
    }

    fn finished(value: Value) -> Vec<W> {
        let score = match value {
            Value::Win => W::MAX,
            Value::Draw => W::MIDDLE,
            Value::Loss => W::MAX.turned(),
        };
        vec![score; 64]
    }

    fn load(strip: &[W], _: usize, row: usize, rows: usize, _: usize) -> Self::Tile {
        let mut tile = Box::new([[W::MIDDLE; 64]; 64]);
        let (records, _) = strip.as_chunks::<64>();
        tile[..rows].copy_from_slice(&records[row..row + rows]);
        tile
    }

    fn transpose(tile: &mut Self::Tile) {
        for r in 0..64 {
            for c in 0..r {
                let (a, b) = (tile[r][c], tile[c][r]);
                tile[r][c] = b;
                tile[c][r] = a;
            }
        }
    }

    fn store(
        tile: &Self::Tile,
        strip: &mut [W],
        _: usize,
        row: usize,
        rows: usize,
        _: usize,
        mut changed: impl FnMut(usize),
    ) {
        let (records, _) = strip.as_chunks_mut::<64>();
        for (r, record) in records[row..row + rows].iter_mut().enumerate() {
            if differ(record, &tile[r]) {
                *record = tile[r];
                changed(row + r);
            }
        }
    }

    fn label(self, strip: &[W], _: usize, row: usize, lane: usize) -> Label {
        let score = strip[row * 64 + lane];
        if score == W::MIDDLE {
            return Label::DRAW;
        }
        let win = score > W::MIDDLE;
        let odd = u32::from(win != self.even_wins);
        Label {
            value: if win { Value::Win } else { Value::Loss },
            distance: Some(2 * score.steps() - odd),
        }
    }

    const METRIC: Metric = Metric::Distances(W::WIDTH);

    fn put_out(self, record: &[W], _: usize, lane: usize, first: &mut [u8], _: &mut [u8]) {
        W::put_out(&record[lane..], self.even_wins, first);
    }

    fn take_in(self, record: &mut [W], _: usize, first: &[u8], _: &[u8]) {
        W::take_in(record, self.even_wins, first);
    }

    fn holds(strip: &[W]) -> bool {
        // A score next to the middle may have lost its next step.
        let (low, high) = (W::MIDDLE.less(), W::MIDDLE.more());
        !strip.iter().any(|&score| score == low || score == high)
    }
}
