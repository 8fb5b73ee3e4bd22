//! The inner loops: rows of one strip.

use super::{
    algebra::{Algebra, Visit, differ},
    matrix::{Strip, StripMut},
    ops::Ops,
};

/// The open record of the moves of one row: `source` gives the closed record of the position that a target
/// is.
#[inline(always)]
fn gather<'a, A: Algebra<Word: 'a>, T: Copy + 'a, const N: usize>(
    groups: impl Iterator<Item = (u8, &'a [T])>,
    source: impl Fn(T) -> &'a [A::Word; N],
    masks: &[Vec<A::Word>],
    (at, tiles): (usize, usize),
) -> [A::Word; N] {
    let mut open = A::nothing::<N>();
    for (number, targets) in groups {
        let mut group = A::nothing::<N>();
        for &target in targets {
            A::follow(&mut group, source(target));
        }
        match usize::from(number).checked_sub(1) {
            None => A::join(&mut open, &group),
            Some(number) => {
                // The part of the mask that belongs to the strip.
                let mask = &masks[number][at * A::TILES * A::MASK_WORDS..];
                A::join_masked(&mut open, &group, &mask[..tiles * A::MASK_WORDS]);
            }
        }
    }
    open
}

/// Gathers the moves to blocks below.
pub(super) struct Below<'a, A: Algebra> {
    pub(super) ops: &'a Ops<(u32, u32)>,
    /// The strip of each lower level's matrix.
    pub(super) sources: Vec<&'a [A::Word]>,
    pub(super) masks: &'a [Vec<A::Word>],
    pub(super) strip: StripMut<'a, A>,
}

impl<A: Algebra> Visit<A> for Below<'_, A> {
    type Output = ();

    fn visit<const N: usize>(self) {
        let place = (self.strip.at, self.strip.tiles);
        let source = |(level, row): (u32, u32)| {
            let (records, _) = self.sources[level as usize].as_chunks::<N>();
            &records[row as usize]
        };
        let (records, _) = self.strip.words.as_chunks_mut::<N>();
        for (row, record) in records.iter_mut().enumerate() {
            *record = gather::<A, _, N>(self.ops.groups(row), source, self.masks, place);
        }
    }
}

/// Does the rows of a strip again for which something changed.
pub(super) struct Inside<'a, A: Algebra> {
    pub(super) ops: &'a Ops<u32>,
    pub(super) masks: &'a [Vec<A::Word>],
    /// Whether every row is to be done.
    pub(super) all: bool,
    /// Open records of the moves to blocks below.
    pub(super) below: &'a [A::Word],
    /// Open records of the moves on the other face.
    pub(super) base: Option<Strip<'a, A>>,
    /// Closed records of the positions that moves lead to.
    pub(super) source: Strip<'a, A>,
    /// How to close the records; `None` where another face has moves to add.
    pub(super) closing: Option<A>,
    pub(super) strip: StripMut<'a, A>,
}

impl<A: Algebra> Visit<A> for Inside<'_, A> {
    type Output = ();

    fn visit<const N: usize>(self) {
        let place = (self.strip.at, self.strip.tiles);
        let (records, _) = self.strip.words.as_chunks_mut::<N>();
        let (below, _) = self.below.as_chunks::<N>();
        let (source, _) = self.source.words.as_chunks::<N>();
        let base = self.base.map(|base| base.words.as_chunks::<N>().0);
        for (row, record) in records.iter_mut().enumerate() {
            let stale = self.all
                || self.base.is_some_and(|base| base.changed(row))
                || self
                    .ops
                    .targets(row)
                    .iter()
                    .any(|&row| self.source.changed(row as usize));
            if !stale {
                continue;
            }
            let groups = self.ops.groups(row);
            let mut open =
                gather::<A, _, N>(groups, |row| &source[row as usize], self.masks, place);
            A::join(&mut open, &below[row]);
            if let Some(base) = base {
                A::join(&mut open, &base[row]);
            }
            if let Some(algebra) = self.closing {
                algebra.close(&mut open);
            }
            if differ(record, &open) {
                *record = open;
                self.strip.changed[row] = true;
                *self.strip.any = true;
            }
        }
    }
}
