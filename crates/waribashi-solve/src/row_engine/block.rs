//! Solving the blocks, one wave of equal level sums after the other.

use std::ops::ControlFlow;

use rayon::prelude::*;
use waribashi::AddsTo;

use crate::{
    compiled::{Compiled, Place},
    lines::{Keeper, Lines, Metric},
    progress::{Progress, Stopped},
};

use super::{
    Block, Blocks, Key,
    algebra::Algebra,
    levels::Levels,
    lines::{self, Rectangles},
    matrix::{Matrix, Tracked},
    ops::{self, Face, LevelOps},
    strip::{Below, Inside},
};

/// A rule set made ready for one algebra.
pub(super) struct Engine<'a, A: Algebra> {
    algebra: A,
    compiled: &'a Compiled,
    levels: &'a [Levels],
    /// The faces on which moves act, in the order in which they are done; the last one closes the records.
    faces: Vec<Face>,
    /// The operations of each player's table: for each of `faces`, for each level.
    ops: Vec<Vec<Vec<LevelOps>>>,
    /// Which lanes show a number: for each player's table, level, number less 1.
    masks: Vec<Vec<Vec<Vec<A::Word>>>>,
}

/// Goes on unless the keeper broke off.
fn continued(flow: ControlFlow<()>) -> Result<(), Stopped> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stopped),
    }
}

/// A block while it is solved.
struct Work<A: Algebra> {
    key: Key,
    /// Whether it has been worked on at all.
    begun: bool,
    /// For each of the engine's faces the open records of the moves to blocks below, which do not change.
    below: Vec<Matrix<A>>,
    /// Where moves act on two faces: the open records on the first, and the same on the last face.
    open: Option<[Tracked<A>; 2]>,
    /// The closed records on both faces, with what has changed since the partner last looked.
    closed: [Tracked<A>; 2],
}

/// A block, and its partner where that is another.
type Solved<A> = Vec<(Key, Block<A>)>;

impl<'a, A: Algebra> Engine<'a, A> {
    pub(super) fn new(compiled: &'a Compiled, levels: &'a [Levels], algebra: A) -> Self {
        let tables = || (0..levels.len()).map(|player| compiled.table(player));
        let own = tables().any(|table| table.has_own());
        let faces = match compiled.rules().adds_to {
            AddsTo::Tapped if own => vec![Face::Theirs, Face::Mine],
            AddsTo::Tapped => vec![Face::Theirs],
            AddsTo::Tapper => vec![Face::Mine],
        };
        let ops = tables().zip(levels).map(|(table, levels)| {
            let on = |&face: &Face| ops::of(compiled, table, levels, face);
            faces.iter().map(on).collect()
        });
        let fingers = compiled.rules().fingers;
        let masks = tables().zip(levels).map(|(table, levels)| {
            let of_level = |rows: &Vec<u32>| {
                let of_number = |number: u8| {
                    let tile = |rows: &[u32]| {
                        let shows = |&row: &u32| table.shown(row).contains(&number);
                        A::mask(|lane| rows.get(lane).is_some_and(shows))
                    };
                    rows.chunks(64).flat_map(tile).collect()
                };
                (1..fingers).map(of_number).collect()
            };
            levels.rows.iter().map(of_level).collect()
        });
        Engine {
            algebra,
            compiled,
            levels,
            ops: ops.collect(),
            masks: masks.collect(),
            faces,
        }
    }

    /// What its labels are.
    pub(super) fn metric(&self) -> Metric {
        A::METRIC
    }

    /// Solves all blocks.
    pub(super) fn run(
        &self,
        progress: &Progress,
        keeper: &mut dyn Keeper,
    ) -> Result<Blocks<A>, Stopped> {
        self.run_while(progress, keeper, |_| true)
            .map(|blocks| blocks.expect("nothing is refused"))
    }

    /// Solves all blocks; `None` where the words of the algebra are too narrow for the distances.
    pub(super) fn run_checked(
        &self,
        progress: &Progress,
        keeper: &mut dyn Keeper,
    ) -> Result<Option<Blocks<A>>, Stopped> {
        self.run_while(progress, keeper, A::holds)
    }

    fn run_while(
        &self,
        progress: &Progress,
        keeper: &mut dyn Keeper,
        accept: impl Fn(&[A::Word]) -> bool + Sync,
    ) -> Result<Option<Blocks<A>>, Stopped> {
        let players = self.levels.len();
        let levels = [self.levels[0].len(), self.levels[players - 1].len()];
        let count = players * levels[0] * levels[1];
        let mut blocks = Blocks {
            levels,
            blocks: (0..count).map(|_| None).collect(),
        };
        progress.restart();
        continued(keeper.begin(self.compiled, self.levels, A::METRIC))?;
        for sum in 0..levels[0] + levels[1] - 1 {
            let of_wave = (0..levels[0])
                .filter(|&mine| mine <= sum && sum - mine < levels[1])
                .filter(|&mine| players == 2 || mine <= sum - mine)
                .map(|mine| (0, mine, sum - mine));
            let wave: Vec<Key> = of_wave.collect();
            let asked = &*keeper;
            let known = asked.known();
            let solved: Vec<Option<Solved<A>>> = wave
                .into_par_iter()
                .map(|key| {
                    if progress.is_stopped() {
                        return None;
                    }
                    let known = known.and_then(|known| self.known(key, known));
                    let solved = match known {
                        Some(known) => known,
                        None => self.solve(key, &blocks, progress, asked)?,
                    };
                    for (key, _) in &solved {
                        progress.add(self.size(*key));
                    }
                    Some(solved)
                })
                .collect();
            for solved in solved {
                for (key, block) in solved.ok_or(Stopped)? {
                    if !block.matrices().all(|matrix| accept(matrix.words())) {
                        return Ok(None);
                    }
                    let at = blocks.at(key);
                    blocks.blocks[at] = Some(block);
                }
            }
            let lines = lines::of_blocks(self.algebra, self.compiled, self.levels, &blocks);
            continued(keeper.advance(&lines))?;
        }
        Ok(Some(blocks))
    }

    fn levels_of(&self, player: usize) -> &Levels {
        &self.levels[player % self.levels.len()]
    }

    fn partner(&self, (mover, mine, theirs): Key) -> Key {
        ((mover + 1) % self.levels.len(), theirs, mine)
    }

    /// How many positions a block has.
    fn size(&self, (mover, mine, theirs): Key) -> usize {
        self.levels_of(mover).size(mine) * self.levels_of(mover + 1).size(theirs)
    }

    /// Player and level of the rows of a block's face.
    fn rows_of(&self, (mover, mine, theirs): Key, face: Face) -> (usize, usize) {
        match face {
            Face::Mine => (mover, mine),
            Face::Theirs => ((mover + 1) % self.levels.len(), theirs),
        }
    }

    /// Rows and lanes of a block's face.
    fn shape(&self, key: Key, face: Face) -> (usize, usize) {
        let count = |face| {
            let (player, level) = self.rows_of(key, face);
            self.levels_of(player).size(level)
        };
        (count(face), count(face.other()))
    }

    fn unknown(&self, key: Key, face: Face) -> Matrix<A> {
        let (rows, lanes) = self.shape(key, face);
        Matrix::unknown(rows, lanes)
    }

    /// The operations on a block's face, by the index of the face.
    fn ops(&self, key: Key, face: usize) -> &LevelOps {
        let (player, level) = self.rows_of(key, self.faces[face]);
        &self.ops[player][face][level]
    }

    /// The masks for a block's face.
    fn masks(&self, key: Key, face: Face) -> &[Vec<A::Word>] {
        let (player, level) = self.rows_of(key, face.other());
        &self.masks[player][level]
    }

    fn last_face(&self) -> Face {
        self.faces[self.faces.len() - 1]
    }

    /// Solves a block and its partner.
    fn solve(
        &self,
        key: Key,
        solved: &Blocks<A>,
        progress: &Progress,
        keeper: &dyn Keeper,
    ) -> Option<Solved<A>> {
        let mut keys = vec![key];
        if self.partner(key) != key {
            keys.push(self.partner(key));
        }
        if key.1 == 0 || key.2 == 0 {
            return Some(
                keys.into_iter()
                    .map(|key| (key, self.finished(key)))
                    .collect(),
            );
        }
        let mut works: Vec<Work<A>> = keys.iter().map(|&key| self.begin(key, solved)).collect();
        let turns = works.len();
        let circular = (0..self.faces.len()).any(|face| {
            keys.iter()
                .any(|&key| !self.ops(key, face).inside.is_empty())
        });
        if circular && let Some(begun) = keeper.begun() {
            self.go_on(&mut works, begun);
        }
        let mut turn = 0;
        while works
            .iter()
            .any(|work| !work.begun || (circular && work.has_news()))
        {
            if progress.is_stopped() {
                return None;
            }
            self.step(&mut works, turn % turns, (turn + 1) % turns);
            turn += 1;
            progress.pass();
            if circular && self.tell(&works, keeper).is_break() {
                return None;
            }
        }
        Some(works.into_iter().map(|work| self.finish(work)).collect())
    }

    /// A block and its partner, if their labels are known.
    fn known(&self, key: Key, known: &dyn Lines) -> Option<Solved<A>> {
        let mut keys = vec![key];
        if self.partner(key) != key {
            keys.push(self.partner(key));
        }
        let rectangles = self.rectangles();
        if key.1 == 0 || key.2 == 0 || !keys.iter().all(|&key| known.has(rectangles.of(key))) {
            return None;
        }
        let load = |key| {
            let [mine, theirs] = self.load(key, known, self.keeps(rectangles.face.other()));
            Block {
                mine: self.keeps(Face::Mine).then_some(mine.matrix),
                theirs: self.keeps(Face::Theirs).then_some(theirs.matrix),
            }
        };
        Some(keys.into_iter().map(|key| (key, load(key))).collect())
    }

    /// The faces of a block from its lines: that on which these are the rows, and with `both` the other.
    fn load(&self, key: Key, from: &dyn Lines, both: bool) -> [Tracked<A>; 2] {
        let rectangles = self.rectangles();
        let (rows, lanes) = self.shape(key, rectangles.face);
        let copy = |row: usize, first: &mut [u8], second: &mut [u8]| {
            from.copy(rectangles.of(key), row, 0, first, second);
        };
        let mut loaded = Tracked::new(Matrix::of_lines(self.algebra, rows, lanes, copy));
        let mut turned = Tracked::new(self.unknown(key, rectangles.face.other()));
        if both {
            loaded.changes.fill();
            turned.take_over(&loaded);
            loaded.changes.clear();
            turned.changes.clear();
        }
        match rectangles.face {
            Face::Mine => [loaded, turned],
            Face::Theirs => [turned, loaded],
        }
    }

    /// Tells the keeper what is known of a block and its partner between two passes.
    fn tell(&self, works: &[Work<A>], keeper: &dyn Keeper) -> ControlFlow<()> {
        let rectangles = self.rectangles();
        let matrices: Vec<(Key, &Matrix<A>)> = works
            .iter()
            .map(|work| (work.key, &work.closed[rectangles.face as usize].matrix))
            .collect();
        let told: Vec<_> = works.iter().map(|work| rectangles.of(work.key)).collect();
        let lines = lines::of_matrices(self.algebra, rectangles, self.levels, &matrices);
        keeper.meanwhile(&told, &lines)
    }

    /// Lets a block and its partner begin with what an earlier solve knew of them between two passes, if both
    /// are there.
    ///
    /// They come to the same labels as if they had begun with nothing. Let F make of the labels of both those
    /// that one pass over all rows gives, and call labels *more* than others where these are unknown (drawn)
    /// or of the same value and, with distances, not nearer to the end. F is monotone: more labels after a
    /// position make more of it, since bits are only set, and scores only move away from the middle. So
    /// it has a least fixed point T, and:
    ///
    /// 1. Labels S that are at most T stay so: F(S) is at most F(T) = T.
    /// 2. Beginning with nothing known, S is at most F(S) before the first pass. A pass over some rows
    ///    puts labels of F(S) in place of those of S and makes S' with S <= S' <= F(S) <= F(S'); so it is
    ///    after every pass.
    /// 3. Therefore labels only grow from pass to pass, whether it is the first solve that goes on or
    ///    another that begins with the S it left, and since there are only so many labels, they come to rest.
    ///    They rest at a fixed point, because a row is left out only when nothing that it depends on has
    ///    changed since it was done; the first pass after a resume leaves out none. It is at most T by 1, and
    ///    no fixed point is less.
    fn go_on(&self, works: &mut [Work<A>], begun: &dyn Lines) {
        let rectangles = self.rectangles();
        if works.iter().all(|work| begun.has(rectangles.of(work.key))) {
            for work in works {
                work.closed = self.load(work.key, begun, true);
            }
        }
    }

    fn rectangles(&self) -> Rectangles {
        Rectangles::new(self.compiled, self.levels.len())
    }

    fn finished(&self, key: Key) -> Block<A> {
        let (mover, mine, theirs) = key;
        let first = |player: usize, level: usize| self.levels_of(player).rows[level][0];
        let id = self.compiled.id(Place {
            mover,
            mine: first(mover, mine),
            theirs: first(mover + 1, theirs),
        });
        let value = self
            .compiled
            .finished(id)
            .expect("level 0 has all hands dead");
        let kept = |face: Face| {
            let (rows, lanes) = self.shape(key, face);
            self.keeps(face)
                .then(|| Matrix::finished(rows, lanes, value))
        };
        Block {
            mine: kept(Face::Mine),
            theirs: kept(Face::Theirs),
        }
    }

    /// Whether blocks above look at a face: moves on one face look at the other.
    fn keeps(&self, face: Face) -> bool {
        self.faces.contains(&face.other())
    }

    fn begin(&self, key: Key, solved: &Blocks<A>) -> Work<A> {
        let unknown = |face| Tracked::new(self.unknown(key, face));
        Work {
            key,
            begun: false,
            below: (0..self.faces.len())
                .map(|face| self.below(key, face, solved))
                .collect(),
            open: match self.faces[..] {
                [first, last] => Some([unknown(first), unknown(last)]),
                _ => None,
            },
            closed: [unknown(Face::Mine), unknown(Face::Theirs)],
        }
    }

    fn finish(&self, work: Work<A>) -> (Key, Block<A>) {
        let [mine, theirs] = work.closed;
        let block = Block {
            mine: self.keeps(Face::Mine).then_some(mine.matrix),
            theirs: self.keeps(Face::Theirs).then_some(theirs.matrix),
        };
        (work.key, block)
    }

    /// The open records of the moves on a face to blocks below.
    fn below(&self, key: Key, at: usize, solved: &Blocks<A>) -> Matrix<A> {
        let face = self.faces[at];
        let ops = &self.ops(key, at).below;
        let mut below = self.unknown(key, face);
        let (mover, mine, theirs) = key;
        let next = (mover + 1) % self.levels.len();
        // The position after is seen by the other player: rows that were his on one face are his on the
        // other.
        let top = match face {
            Face::Mine => mine,
            Face::Theirs => theirs,
        };
        let sources: Vec<&Matrix<A>> = (0..top)
            .map(|level| match face {
                Face::Mine => solved.get((next, theirs, level)).face(Face::Theirs),
                Face::Theirs => solved.get((next, level, mine)).face(Face::Mine),
            })
            .collect();
        let masks = self.masks(key, face);
        let mut changes = below.changes();
        below.strips_mut(&mut changes).for_each(|strip| {
            let strips: Vec<&[A::Word]> = sources.iter().map(|m| m.strip(strip.at)).collect();
            let visit = Below {
                ops,
                sources: strips,
                masks,
                strip,
            };
            A::sized(visit.strip.tiles, visit);
        });
        below
    }

    /// Lets a block take in what its partner has learnt.
    fn step(&self, works: &mut [Work<A>], x: usize, y: usize) {
        let all = !works[x].begun;
        works[x].begun = true;
        let last = self.last_face();
        let mirror = last.other();
        // Where a block is its own partner, what it reads and what it writes are different matrices.
        if let Some([mut open, mut turned]) = works[x].open.take() {
            let source = &works[y].closed[last as usize];
            self.sweep(&works[x], 0, all, None, source, &mut open);
            works[y].closed[last as usize].changes.clear();
            turned.take_over(&open);
            open.changes.clear();
            works[x].open = Some([open, turned]);
        }
        let mut closed = std::mem::take(&mut works[x].closed[last as usize]);
        let base = works[x].open.as_ref().map(|[_, turned]| turned);
        let source = &works[y].closed[mirror as usize];
        self.sweep(
            &works[x],
            self.faces.len() - 1,
            all,
            base,
            source,
            &mut closed,
        );
        works[y].closed[mirror as usize].changes.clear();
        works[x].closed[mirror as usize].take_over(&closed);
        match &mut works[x].open {
            Some([_, turned]) => turned.changes.clear(),
            // No move of the partner reads this face.
            None => closed.changes.clear(),
        }
        works[x].closed[last as usize] = closed;
    }

    /// Does the rows of a face again for which something changed, or `all`. On the last face records are
    /// closed.
    fn sweep(
        &self,
        work: &Work<A>,
        at: usize,
        all: bool,
        base: Option<&Tracked<A>>,
        source: &Tracked<A>,
        out: &mut Tracked<A>,
    ) {
        let ops = &self.ops(work.key, at).inside;
        let masks = self.masks(work.key, self.faces[at]);
        let below = &work.below[at];
        let closing = (at + 1 == self.faces.len()).then_some(self.algebra);
        out.matrix.strips_mut(&mut out.changes).for_each(|strip| {
            let base = base.map(|base| base.strip(strip.at));
            let source = source.strip(strip.at);
            if !all && !source.has_news() && !base.is_some_and(|base| base.has_news()) {
                return;
            }
            let visit = Inside {
                ops,
                masks,
                all,
                below: below.strip(strip.at),
                base,
                source,
                closing,
                strip,
            };
            A::sized(visit.strip.tiles, visit);
        });
    }
}

impl<A: Algebra> Work<A> {
    /// Whether something changed that the partner has not looked at.
    fn has_news(&self) -> bool {
        self.closed.iter().any(|face| !face.changes.is_empty())
    }
}
