//! The row engine: whole rows of positions at a time.
//!
//! All positions of a rule set are the pairs of a row of the mover and a row of the other player. What one tap
//! does to the other's row `y` does not depend on the mover's row `x`, but for the number that `x` must
//! show: so the positions `(x, y)` for 64 to 512 `x` are decided by one instruction over the lanes `x` of two
//! matrix rows. Own moves, and taps that change the tapping hand, are the same with the roles of `x` and `y`
//! exchanged. Two *faces* of each matrix are kept in step by transposing the tiles that changed.
//!
//! Three things make it fast. *Order*: rows are cut into levels along the strongly connected components of
//! what rows can become ([`levels`]), and the *block* of mover's level `i` and other's level `j` is solved
//! together with the block `(j, i)`, after all blocks of smaller `i + j`. *Changes*: within a block that goes
//! round in circles, a row is done again only when a row that it depends on has changed in the same strip of
//! lanes. *In place*: values do not need the order of a queue, so everything known is used at once.

mod algebra;
mod bits;
mod block;
mod levels;
mod lines;
mod matrix;
mod ops;
mod scores;
mod strip;

use waribashi::{AddsTo, Value};

pub(crate) use self::bits::transpose;
pub use self::levels::Levels;
use self::{
    algebra::Algebra, bits::Bits, block::Engine, matrix::Matrix, ops::Face, scores::Scores,
};
use crate::{
    compiled::{Compiled, Place},
    label::Label,
    lines::{Keeper, Lines},
    progress::{Progress, Stopped},
    tally::Tally,
};

/// Halves of a byte that a position takes, at most, without and with distances.
pub(crate) const HALF_BYTES_PER_POSITION: [u64; 2] = [3, 9];

/// A rule set solved by rows.
#[derive(Debug)]
pub(crate) struct RowLabels {
    /// Of each player's table.
    levels: Vec<Levels>,
    blocks: Stored,
}

#[derive(Debug)]
enum Stored {
    Values(Bits, Blocks<Bits>),
    Bytes(Scores<u8>, Blocks<Scores<u8>>),
    Words(Scores<u16>, Blocks<Scores<u16>>),
    Long(Scores<u32>, Blocks<Scores<u32>>),
}

impl RowLabels {
    /// Solves all positions, in the thread pool that it is called in.
    pub(crate) fn solve(
        compiled: &Compiled,
        distances: bool,
        progress: &Progress,
        keeper: &mut dyn Keeper,
    ) -> Result<Self, Stopped> {
        let levels: Vec<Levels> = compiled
            .movers()
            .map(|player| Levels::new(compiled, player))
            .collect();
        let blocks = if distances {
            Stored::with_distances(compiled, &levels, progress, keeper)?
        } else {
            let engine = Engine::new(compiled, &levels, Bits);
            Stored::Values(Bits, engine.run(progress, keeper)?)
        };
        Ok(RowLabels { levels, blocks })
    }

    /// The label of a position whose game goes on.
    pub(crate) fn label(&self, place: Place) -> Label {
        let of =
            |player: usize, row: u32| self.levels[player % self.levels.len()].place[row as usize];
        let mine = of(place.mover, place.mine);
        let theirs = of(place.mover + 1, place.theirs);
        match &self.blocks {
            Stored::Values(algebra, blocks) => blocks.label(*algebra, place.mover, mine, theirs),
            Stored::Bytes(algebra, blocks) => blocks.label(*algebra, place.mover, mine, theirs),
            Stored::Words(algebra, blocks) => blocks.label(*algebra, place.mover, mine, theirs),
            Stored::Long(algebra, blocks) => blocks.label(*algebra, place.mover, mine, theirs),
        }
    }
}

impl RowLabels {
    /// The labels by lines, of a solution with or without distances.
    pub(crate) fn lines<'a>(&'a self, compiled: &'a Compiled) -> Box<dyn Lines + 'a> {
        let levels = &self.levels;
        match &self.blocks {
            Stored::Values(algebra, blocks) => {
                Box::new(lines::of_blocks(*algebra, compiled, levels, blocks))
            }
            Stored::Bytes(algebra, blocks) => {
                Box::new(lines::of_blocks(*algebra, compiled, levels, blocks))
            }
            Stored::Words(algebra, blocks) => {
                Box::new(lines::of_blocks(*algebra, compiled, levels, blocks))
            }
            Stored::Long(algebra, blocks) => {
                Box::new(lines::of_blocks(*algebra, compiled, levels, blocks))
            }
        }
    }

    /// Counts the positions whose game goes on, with one player to move or, where a position does not say
    /// who is, all of them.
    pub(crate) fn tally(&self, compiled: &Compiled, mover: usize) -> Tally {
        match &self.blocks {
            Stored::Values(algebra, blocks) => self.tally_of(*algebra, blocks, compiled, mover),
            Stored::Bytes(algebra, blocks) => self.tally_of(*algebra, blocks, compiled, mover),
            Stored::Words(algebra, blocks) => self.tally_of(*algebra, blocks, compiled, mover),
            Stored::Long(algebra, blocks) => self.tally_of(*algebra, blocks, compiled, mover),
        }
    }

    fn tally_of<A: Algebra>(
        &self,
        algebra: A,
        blocks: &Blocks<A>,
        compiled: &Compiled,
        mover: usize,
    ) -> Tally {
        let levels = |player: usize| &self.levels[player % self.levels.len()];
        let mut tally = Tally::default();
        for (mine, my_rows) in levels(mover).rows.iter().enumerate().skip(1) {
            for (theirs, their_rows) in levels(mover + 1).rows.iter().enumerate().skip(1) {
                let (matrix, face) = blocks.get((mover, mine, theirs)).any();
                let (rows, lanes) = match face {
                    Face::Mine => (my_rows, their_rows),
                    Face::Theirs => (their_rows, my_rows),
                };
                for strip in 0..matrix.strips() {
                    let tiles = matrix.strip_tiles(strip);
                    let first = strip * A::TILES * 64;
                    let width = (tiles * 64).min(lanes.len() - first);
                    for (at, &row) in rows.iter().enumerate() {
                        let id = |lane: usize| {
                            let (mine, theirs) = match face {
                                Face::Mine => (row, lanes[first + lane]),
                                Face::Theirs => (lanes[first + lane], row),
                            };
                            compiled.id(Place {
                                mover,
                                mine,
                                theirs,
                            })
                        };
                        algebra.count(matrix.strip(strip), tiles, at, width, &mut tally, id);
                    }
                }
            }
        }
        tally
    }
}

impl Stored {
    /// Tries bytes first; where distances are too long for them, two bytes, then four.
    fn with_distances(
        compiled: &Compiled,
        levels: &[Levels],
        progress: &Progress,
        keeper: &mut dyn Keeper,
    ) -> Result<Self, Stopped> {
        let end = end_value(compiled);
        let bytes = Scores::<u8>::new(end);
        let engine = Engine::new(compiled, levels, bytes);
        if keeper.wants(engine.metric())
            && let Some(blocks) = engine.run_checked(progress, keeper)?
        {
            return Ok(Stored::Bytes(bytes, blocks));
        }
        let words = Scores::<u16>::new(end);
        let engine = Engine::new(compiled, levels, words);
        if keeper.wants(engine.metric())
            && let Some(blocks) = engine.run_checked(progress, keeper)?
        {
            return Ok(Stored::Words(words, blocks));
        }
        let long = Scores::<u32>::new(end);
        let engine = Engine::new(compiled, levels, long);
        Ok(Stored::Long(long, engine.run(progress, keeper)?))
    }
}

/// The value of the finished positions that moves lead to: the next mover's hands are all dead, or, when taps
/// change the tapping hand, the last mover's.
pub(crate) fn end_value(compiled: &Compiled) -> Value {
    let rules = compiled.rules();
    let row = match rules.adds_to {
        AddsTo::Tapped => (0, 1),
        AddsTo::Tapper => (1, 0),
    };
    let id = compiled.id(Place {
        mover: 0,
        mine: row.0,
        theirs: row.1,
    });
    compiled.finished(id).expect("a row with all hands dead")
}

/// The matrices of one block: those faces that other blocks or the answers need.
#[derive(Debug)]
struct Block<A: Algebra> {
    mine: Option<Matrix<A>>,
    theirs: Option<Matrix<A>>,
}

impl<A: Algebra> Block<A> {
    fn matrices(&self) -> impl Iterator<Item = &Matrix<A>> {
        self.mine.iter().chain(&self.theirs)
    }

    /// A face that is kept.
    fn any(&self) -> (&Matrix<A>, Face) {
        match (&self.mine, &self.theirs) {
            (Some(matrix), _) => (matrix, Face::Mine),
            (None, Some(matrix)) => (matrix, Face::Theirs),
            (None, None) => unreachable!("every block keeps a face"),
        }
    }

    fn face(&self, face: Face) -> &Matrix<A> {
        let matrix = match face {
            Face::Mine => &self.mine,
            Face::Theirs => &self.theirs,
        };
        matrix.as_ref().expect("the face is kept")
    }
}

/// All blocks: by mover, mover's level, other's level.
#[derive(Debug)]
struct Blocks<A: Algebra> {
    levels: [usize; 2],
    blocks: Vec<Option<Block<A>>>,
}

/// Mover, mover's level, other's level.
type Key = (usize, usize, usize);

impl<A: Algebra> Blocks<A> {
    fn at(&self, (mover, mine, theirs): Key) -> usize {
        mover * self.levels[0] * self.levels[1] + mine * self.levels[1 - mover] + theirs
    }

    fn get(&self, key: Key) -> &Block<A> {
        let block = self.blocks[self.at(key)].as_ref();
        block.expect("blocks are solved in the order of their levels")
    }

    fn label(&self, algebra: A, mover: usize, mine: (u32, u32), theirs: (u32, u32)) -> Label {
        let block = self.get((mover, mine.0 as usize, theirs.0 as usize));
        let (matrix, face) = block.any();
        let (row, lane) = match face {
            Face::Mine => (mine.1, theirs.1),
            Face::Theirs => (theirs.1, mine.1),
        };
        let strip = lane as usize / (64 * A::TILES);
        let lane = lane as usize % (64 * A::TILES);
        let tiles = matrix.strip_tiles(strip);
        algebra.label(matrix.strip(strip), tiles, row as usize, lane)
    }
}
