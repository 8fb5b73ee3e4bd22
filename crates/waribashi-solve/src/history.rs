//! The exact value of a position in a game, when repetition ends it.
//!
//! A table knows no history: it counts endless play as a draw. Under a repetition rule, some positions
//! end the game in a draw at their next occurrence, because of what has been played. Made drawn ends, and
//! the game solved again, they give the exact values: whoever wins does so with ever smaller distances,
//! and so repeats no position himself. (`RULES.md`, open point 3.)

use waribashi::{Game, Reason, Side};

use crate::{
    answer::Oracle,
    compiled::Compiled,
    graph::{Graph, Tagged},
    label::{Code, Label},
    progress::Progress,
    queue,
};

/// The labels of positions, seen from one game or from none.
pub(crate) struct View<'a> {
    oracle: &'a dyn Oracle,
    history: Option<(Tagged<'a>, Vec<Code>)>,
}

impl<'a> View<'a> {
    /// The table's labels: no history.
    pub(crate) fn table(oracle: &'a dyn Oracle) -> Self {
        View {
            oracle,
            history: None,
        }
    }

    /// The labels that hold from the position on the board on.
    pub(crate) fn of(oracle: &'a dyn Oracle, game: &Game) -> Self {
        let compiled = oracle.compiled();
        let drawn = game.drawn_next();
        View::with_drawn(
            oracle,
            drawn.map(|(to_move, position)| (compiled.index(position), to_move)),
        )
    }

    /// The labels that hold when these positions, by their numbers, end the game in a draw.
    pub(crate) fn with_drawn(
        oracle: &'a dyn Oracle,
        drawn: impl Iterator<Item = (usize, Side)>,
    ) -> Self {
        let compiled = oracle.compiled();
        let plain = Tagged::new(compiled);
        let drawn: Vec<usize> = drawn.map(|(id, to_move)| plain.node(id, to_move)).collect();
        let history = (!drawn.is_empty()).then(|| {
            let tagged = Tagged::with_drawn(compiled, drawn);
            let codes = queue::solve(&tagged, &Progress::default());
            let codes = codes.expect("nobody can stop it");
            (tagged, codes)
        });
        View { oracle, history }
    }

    pub(crate) fn compiled(&self) -> &'a Compiled {
        self.oracle.compiled()
    }

    /// The label of a position that play leads to.
    pub(crate) fn label(&self, id: usize, to_move: Side) -> Label {
        match &self.history {
            Some((tagged, codes)) => codes[tagged.node(id, to_move)].label(),
            None => self.oracle.label(id),
        }
    }

    /// Why the game is over when play leads to a position.
    pub(crate) fn ends(&self, id: usize, to_move: Side) -> Option<Reason> {
        if self.compiled().finished(id).is_some() {
            return Some(Reason::Dead);
        }
        let (tagged, _) = self.history.as_ref()?;
        tagged
            .is_drawn(tagged.node(id, to_move))
            .then_some(Reason::Repetition)
    }

    /// The different positions after one in which the game goes on.
    pub(crate) fn successors(&self, id: usize) -> Vec<usize> {
        let mut successors = Vec::new();
        Graph::successors(self.compiled(), id, &mut successors);
        successors
    }
}
