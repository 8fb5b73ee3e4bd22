use waribashi::AddsTo;

use crate::{
    compiled::Compiled,
    lines::{Lines, Metric, Rectangle},
};

use super::{Block, Blocks, Key, algebra::Algebra, levels::Levels, ops::Face};

/// Which rectangle a block is, and back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangles {
    /// The face whose rows are the giver's.
    pub(super) face: Face,
    players: usize,
}

impl Rectangles {
    pub(super) fn new(compiled: &Compiled, players: usize) -> Self {
        let face = match compiled.rules().adds_to {
            AddsTo::Tapped => Face::Mine,
            AddsTo::Tapper => Face::Theirs,
        };
        Rectangles { face, players }
    }

    pub(super) fn of(self, (mover, mine, theirs): Key) -> Rectangle {
        match self.face {
            Face::Mine => Rectangle {
                giver: mover,
                lines: mine,
                columns: theirs,
            },
            Face::Theirs => Rectangle {
                giver: (mover + 1) % self.players,
                lines: theirs,
                columns: mine,
            },
        }
    }

    fn key(self, rectangle: Rectangle) -> Key {
        let Rectangle {
            giver,
            lines,
            columns,
        } = rectangle;
        match self.face {
            Face::Mine => (giver, lines, columns),
            Face::Theirs => ((giver + 1) % self.players, columns, lines),
        }
    }
}

/// The blocks as lines.
pub(super) struct BlockLines<'a, A: Algebra> {
    algebra: A,
    rectangles: Rectangles,
    levels: &'a [Levels],
    blocks: &'a Blocks<A>,
}

impl<'a, A: Algebra> BlockLines<'a, A> {
    pub(super) fn new(
        algebra: A,
        compiled: &Compiled,
        levels: &'a [Levels],
        blocks: &'a Blocks<A>,
    ) -> Self {
        BlockLines {
            algebra,
            rectangles: Rectangles::new(compiled, levels.len()),
            levels,
            blocks,
        }
    }

    fn block(&self, rectangle: Rectangle) -> Option<&Block<A>> {
        self.blocks.blocks[self.blocks.at(self.rectangles.key(rectangle))].as_ref()
    }
}

impl<A: Algebra> Lines for BlockLines<'_, A> {
    fn metric(&self) -> Metric {
        A::METRIC
    }

    fn has(&self, rectangle: Rectangle) -> bool {
        self.block(rectangle).is_some()
    }

    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        let block = self.block(rectangle).expect("a rectangle that is there");
        let taker = (rectangle.giver + 1) % self.levels.len();
        let lanes = self.levels[taker].size(rectangle.columns);
        let matrix = block.face(self.rectangles.face);
        matrix.copy_line(self.algebra, lanes, line, column, first, second);
    }
}
