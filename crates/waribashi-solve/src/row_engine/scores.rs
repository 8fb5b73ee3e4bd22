use std::marker::PhantomData;

use waribashi::Value;

use crate::label::Label;

use super::algebra::{Algebra, Visit};

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
}

macro_rules! score {
    ($word:ty) => {
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
        }
    };
}
score!(u8);
score!(u16);
score!(u32);

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
            if *record != tile[r] {
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

    fn holds(strip: &[W]) -> bool {
        // A score next to the middle may have lost its next step.
        let (low, high) = (W::MIDDLE.less(), W::MIDDLE.more());
        !strip.iter().any(|&score| score == low || score == high)
    }
}
