use std::collections::HashSet;

use waribashi::{Side, Value};

use crate::compiled::Compiled;

/// Positions as the nodes of a graph, numbered from 0, with moves as edges.
pub(crate) trait Graph {
    /// How many nodes there are.
    fn len(&self) -> usize;

    /// The value of a position in which the game is over.
    fn end(&self, node: usize) -> Option<Value>;

    /// The different nodes that moves lead to, in the order of the moves. `into` is emptied first.
    fn successors(&self, node: usize, into: &mut Vec<usize>);

    /// How often [`Graph::predecessors`] of all nodes name this one.
    fn out_degree(&self, node: usize) -> u32;

    /// Visits every node with a move to this one, possibly more than once.
    fn predecessors(&self, node: usize, visit: impl FnMut(usize));
}

/// The positions as the mover sees them.
impl Graph for Compiled {
    fn len(&self) -> usize {
        Compiled::len(self)
    }

    fn end(&self, node: usize) -> Option<Value> {
        self.finished(node)
    }

    fn successors(&self, node: usize, into: &mut Vec<usize>) {
        Compiled::successors(self, node, into);
    }

    fn out_degree(&self, node: usize) -> u32 {
        Compiled::out_degree(self, node)
    }

    fn predecessors(&self, node: usize, visit: impl FnMut(usize)) {
        Compiled::predecessors(self, node, visit);
    }
}

/// The positions with the turn in absolute terms, and with positions that end the game in a draw because
/// of what has been played.
#[derive(Debug)]
pub(crate) struct Tagged<'a> {
    compiled: &'a Compiled,
    drawn: HashSet<usize>,
}

impl<'a> Tagged<'a> {
    pub(crate) fn new(compiled: &'a Compiled) -> Self {
        Tagged {
            compiled,
            drawn: HashSet::new(),
        }
    }

    pub(crate) fn with_drawn(
        compiled: &'a Compiled,
        drawn: impl IntoIterator<Item = usize>,
    ) -> Self {
        Tagged {
            compiled,
            drawn: drawn.into_iter().collect(),
        }
    }

    pub(crate) fn is_drawn(&self, node: usize) -> bool {
        self.drawn.contains(&node)
    }

    /// The node of a position with `to_move` to move.
    pub(crate) fn node(&self, id: usize, to_move: Side) -> usize {
        if self.compiled.is_relative() {
            id + to_move.index() * self.compiled.len()
        } else {
            id
        }
    }

    /// The position of a node, and who is to move.
    pub(crate) fn untagged(&self, node: usize) -> (usize, Side) {
        let second = if self.compiled.is_relative() {
            node >= self.compiled.len()
        } else {
            self.compiled.place(node).mover == 1
        };
        let side = if second { Side::Second } else { Side::First };
        (node - self.offset(side), side)
    }

    fn offset(&self, to_move: Side) -> usize {
        self.node(0, to_move)
    }

    /// Where the nodes with the other side to move begin.
    fn across(&self, node: usize) -> usize {
        self.offset(!self.untagged(node).1)
    }
}

impl Graph for Tagged<'_> {
    fn len(&self) -> usize {
        let sides = if self.compiled.is_relative() { 2 } else { 1 };
        self.compiled.len() * sides
    }

    fn end(&self, node: usize) -> Option<Value> {
        if self.is_drawn(node) {
            Some(Value::Draw)
        } else {
            self.compiled.finished(self.untagged(node).0)
        }
    }

    fn successors(&self, node: usize, into: &mut Vec<usize>) {
        self.compiled.successors(self.untagged(node).0, into);
        let across = self.across(node);
        into.iter_mut().for_each(|next| *next += across);
    }

    fn out_degree(&self, node: usize) -> u32 {
        self.compiled.out_degree(self.untagged(node).0)
    }

    fn predecessors(&self, node: usize, mut visit: impl FnMut(usize)) {
        let across = self.across(node);
        self.compiled
            .predecessors(self.untagged(node).0, |before| visit(before + across));
    }
}
