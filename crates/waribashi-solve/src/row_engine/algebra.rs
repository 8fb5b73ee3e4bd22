use waribashi::Value;

use crate::{label::Label, lines::Metric, tally::Tally};

/// What a matrix holds for each position, and how the positions after it make it up.
///
/// A matrix is worked on in strips of up to [`Algebra::TILES`] times 64 lanes; the words of one row in one
/// strip are a *record*, an array of `N` words. A record is either *open*, what is known of the moves
/// looked at so far, or *closed*, what that makes of the position.
pub(super) trait Algebra: Copy + Send + Sync {
    /// The unit of storage.
    type Word: Copy + Default + PartialEq + Send + Sync + std::fmt::Debug;
    /// 64 rows of 64 lanes.
    type Tile;
    /// What nothing is known of.
    const UNKNOWN: Self::Word;
    /// Tiles side by side in a strip.
    const TILES: usize;
    /// Words of one row of a tile.
    const WORDS: usize;
    /// Words of one row of a tile in a mask.
    const MASK_WORDS: usize;

    /// Calls `visit` with the records of a strip `tiles` wide as arrays.
    fn sized<V: Visit<Self>>(tiles: usize, visit: V) -> V::Output;

    /// The open record of no move.
    fn nothing<const N: usize>() -> [Self::Word; N];

    /// Adds a move to the position with closed record `after`.
    fn follow<const N: usize>(open: &mut [Self::Word; N], after: &[Self::Word; N]);

    /// Adds the moves of another open record.
    fn join<const N: usize>(open: &mut [Self::Word; N], other: &[Self::Word; N]);

    /// Adds the moves of another open record in the lanes of a mask.
    fn join_masked<const N: usize>(
        open: &mut [Self::Word; N],
        other: &[Self::Word; N],
        mask: &[Self::Word],
    );

    /// Closes a record.
    fn close<const N: usize>(self, open: &mut [Self::Word; N]);

    /// A mask of 64 lanes.
    fn mask(lanes: impl Fn(usize) -> bool) -> Vec<Self::Word>;

    /// The words of one row of a tile in which every lane is finished with `value`.
    fn finished(value: Value) -> Vec<Self::Word>;

    /// Reads a tile from a strip `tiles` wide: rows from `row`, `rows` of them, at tile `at`.
    fn load(strip: &[Self::Word], tiles: usize, row: usize, rows: usize, at: usize) -> Self::Tile;

    /// Rows for lanes.
    fn transpose(tile: &mut Self::Tile);

    /// Writes a tile, and calls `changed` with each row that it changes.
    fn store(
        tile: &Self::Tile,
        strip: &mut [Self::Word],
        tiles: usize,
        row: usize,
        rows: usize,
        at: usize,
        changed: impl FnMut(usize),
    );

    /// The label of one lane of a strip `tiles` wide, of a position whose game goes on.
    fn label(self, strip: &[Self::Word], tiles: usize, row: usize, lane: usize) -> Label;

    /// Adds the first `lanes` positions of a row of a strip `tiles` wide to a tally; `id` numbers them, should
    /// it ask.
    fn count(
        self,
        strip: &[Self::Word],
        tiles: usize,
        row: usize,
        lanes: usize,
        tally: &mut Tally,
        id: impl Fn(usize) -> usize,
    ) {
        for lane in 0..lanes {
            tally.add(self.label(strip, tiles, row, lane), || id(lane));
        }
    }

    /// What the labels are as lines.
    const METRIC: Metric;

    /// Copies a record of a strip `tiles` wide out, from a lane that is a multiple of 8, as
    /// [`Lines::copy`](crate::Lines::copy) does.
    fn put_out(
        self,
        record: &[Self::Word],
        tiles: usize,
        lane: usize,
        first: &mut [u8],
        second: &mut [u8],
    );

    /// Takes a whole record of a strip `tiles` wide in from what [`Algebra::put_out`] made of it.
    fn take_in(self, record: &mut [Self::Word], tiles: usize, first: &[u8], second: &[u8]);

    /// Whether what a strip holds can be trusted; wider words are needed where it cannot.
    fn holds(strip: &[Self::Word]) -> bool;
}

/// Work on records whose size is known when it is compiled.
pub(super) trait Visit<A: Algebra> {
    type Output;

    fn visit<const N: usize>(self) -> Self::Output;
}

/// Whether two records differ. Every word is looked at, which the compiler does many at a time; comparing
/// the arrays would call a library function for each.
#[inline(always)]
pub(super) fn differ<T: PartialEq, const N: usize>(a: &[T; N], b: &[T; N]) -> bool {
    a.iter()
        .zip(b)
        .fold(false, |differ, (a, b)| differ | (a != b))
}
