//! Labels in the order in which a table on disk has them, and the hooks by which a solve writes one.
//!
//! A tap adds a number of one player, the *giver*, to a hand of the other, the *taker*. All positions of one
//! level of the giver's rows and one level of the taker's are a [`Rectangle`]: its lines are the giver's
//! rows, its columns the taker's. This is how the row engine keeps them.

use std::ops::ControlFlow;

use crate::{compiled::Compiled, row_engine::Levels};

/// What is kept of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// The value: two bits, won and lost.
    Values,
    /// Value and distance, as a number of this many bytes: 0 for a draw, otherwise the distance and one more.
    /// All distances of won positions have one parity, those of lost ones the other, so that the number
    /// says the value too.
    Distances(Width),
}

/// How many bytes hold a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// For distances up to 250.
    One = 1,
    /// For distances up to 65,530.
    Two = 2,
    /// For longer ones.
    Four = 4,
}

impl Width {
    /// The width for the distances of a rule set, by the longest: what the row engine's scores of as many
    /// bytes can tell apart.
    pub fn of(longest: u32) -> Self {
        match longest {
            0..=250 => Width::One,
            251..=65_530 => Width::Two,
            _ => Width::Four,
        }
    }

    /// The number of bytes.
    pub const fn bytes(self) -> usize {
        self as usize
    }
}

/// All positions of a level of the giver's rows and a level of the taker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rectangle {
    /// The index of the player who gives: 0, or 1 for the second player where the players have different
    /// numbers of hands. Whether he is the mover or the other is the same in all positions of a rule set.
    pub giver: usize,
    /// The level of his rows, the lines; from 1.
    pub lines: usize,
    /// The level of the other player's rows, the columns; from 1.
    pub columns: usize,
}

/// Labels that can be copied out line by line.
pub trait Lines: Sync {
    /// What a line has for each position.
    fn metric(&self) -> Metric;

    /// Whether the labels of a rectangle are there.
    fn has(&self, rectangle: Rectangle) -> bool;

    /// Copies labels of one line, beginning with a column whose number is a multiple of 8.
    ///
    /// For values, `first` takes a bit for each position that is won and `second` one for each that is
    /// lost, the lowest bit first. For distances, `first` takes the numbers, low bytes first, and `second` is
    /// empty. As many positions are copied as `first` holds; those past the end of the line are 0.
    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    );
}

/// What keeps the labels of a solve while it runs.
///
/// When it breaks off, the solve is [stopped](crate::SolveError::Stopped); why, it has to remember itself.
pub trait Keeper: Send + Sync {
    /// Whether a solve for these labels is worth trying: not where it is known that distances are longer.
    fn wants(&self, metric: Metric) -> bool {
        let _ = metric;
        true
    }

    /// A solve begins, or begins anew because its distances are longer than was thought. There are levels for
    /// each player, or for both together where they have equally many hands.
    fn begin(&mut self, compiled: &Compiled, levels: &[Levels], metric: Metric) -> ControlFlow<()>;

    /// Labels that are known already and need not be computed again; of the metric that was begun.
    fn known(&self) -> Option<&dyn Lines>;

    /// Labels of rectangles that an earlier solve had begun and not finished, as [`Keeper::meanwhile`] was told of
    /// them: a start from which they are solved. Of the metric that was begun.
    fn begun(&self) -> Option<&dyn Lines> {
        None
    }

    /// What is known so far of rectangles that are solved together, none of which is known whole. It is told
    /// after every pass over them, which may be often, and by several threads. Should the solve be killed,
    /// another can begin with these labels.
    fn meanwhile(&self, rectangles: &[Rectangle], labels: &dyn Lines) -> ControlFlow<()> {
        let _ = (rectangles, labels);
        ControlFlow::Continue(())
    }

    /// More rectangles are solved. After the last call `labels` has all of them.
    fn advance(&mut self, labels: &dyn Lines) -> ControlFlow<()>;
}

/// Keeps nothing.
pub(crate) struct Nobody;

impl Keeper for Nobody {
    fn begin(&mut self, _: &Compiled, _: &[Levels], _: Metric) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn known(&self) -> Option<&dyn Lines> {
        None
    }

    fn advance(&mut self, _: &dyn Lines) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
