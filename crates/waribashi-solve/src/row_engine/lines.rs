use waribashi::AddsTo;

use crate::{
    compiled::Compiled,
    lines::{Lines, Metric, Rectangle},
};

use super::{Blocks, Key, algebra::Algebra, levels::Levels, matrix::Matrix, ops::Face};

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

/// Matrices as lines.
struct MatrixLines<'a, A, F> {
    algebra: A,
    rectangles: Rectangles,
    levels: &'a [Levels],
    /// The matrix of a block on the face whose rows are the giver's, if it is there.
    matrix: F,
}

/// The blocks as lines.
pub(super) fn of_blocks<'a, A: Algebra>(
    algebra: A,
    compiled: &Compiled,
    levels: &'a [Levels],
    blocks: &'a Blocks<A>,
) -> impl Lines + 'a {
    let rectangles = Rectangles::new(compiled, levels.len());
    MatrixLines {
        algebra,
        rectangles,
        levels,
        matrix: move |key| {
            let block = blocks.blocks[blocks.at(key)].as_ref();
            block.map(|block| block.face(rectangles.face))
        },
    }
}

/// Some matrices on the face whose rows are the giver's, as lines.
pub(super) fn of_matrices<'a, A: Algebra>(
    algebra: A,
    rectangles: Rectangles,
    levels: &'a [Levels],
    matrices: &'a [(Key, &'a Matrix<A>)],
) -> impl Lines + 'a {
    MatrixLines {
        algebra,
        rectangles,
        levels,
        matrix: move |key| {
            let found = matrices.iter().find(|(of, _)| *of == key);
            found.map(|(_, matrix)| *matrix)
        },
    }
}

impl<'a, A: Algebra + 'a, F> Lines for MatrixLines<'a, A, F>
where
    F: Fn(Key) -> Option<&'a Matrix<A>> + Sync,
{
    fn metric(&self) -> Metric {
        A::METRIC
    }

    fn has(&self, rectangle: Rectangle) -> bool {
        (self.matrix)(self.rectangles.key(rectangle)).is_some()
    }

    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        let matrix = (self.matrix)(self.rectangles.key(rectangle));
        let matrix = matrix.expect("a rectangle that is there");
        let taker = (rectangle.giver + 1) % self.levels.len();
        let lanes = self.levels[taker].size(rectangle.columns);
        matrix.copy_line(self.algebra, lanes, line, column, first, second);
    }
}
