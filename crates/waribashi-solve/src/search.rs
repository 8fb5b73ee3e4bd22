//! Depth-first search of the positions that can be reached, as the first seed does it.

use fixedbitset::FixedBitSet;

use crate::graph::Graph;

/// What an edge of a depth-first search is (Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms,
/// 20.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeClass {
    /// To a position seen for the first time.
    Tree,
    /// To a position met before, further down from this one.
    Forward,
    /// To a position on the way to this one: a repetition.
    Back,
    /// To a position met before, neither above nor below.
    Cross,
}

/// Visits everything that can be reached from `root` among `nodes` nodes: `successors` puts the different
/// successors of a node into an empty list, `enter` is called for each node when it is first
/// seen, `edge` for each edge. The search keeps its own stack, so its depth is bounded by memory alone.
pub(crate) fn depth_first(
    nodes: usize,
    mut successors: impl FnMut(usize, &mut Vec<usize>),
    root: usize,
    mut enter: impl FnMut(usize),
    mut edge: impl FnMut(usize, usize, EdgeClass),
) {
    const UNSEEN: u32 = 0;
    // The order of discovery from 1, and whether a node is still on the stack.
    let mut discovered = vec![UNSEEN; nodes];
    let mut on_stack = vec![false; nodes];
    let mut count = 0;
    let mut found = Vec::new();
    // Open nodes, each with the successors left to follow, the next one last.
    let mut stack: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut unseen = Some(root);
    loop {
        if let Some(node) = unseen.take() {
            count += 1;
            discovered[node] = count;
            on_stack[node] = true;
            enter(node);
            found.clear();
            successors(node, &mut found);
            stack.push((node, found.iter().rev().copied().collect()));
        }
        let Some((node, left)) = stack.last_mut() else {
            return;
        };
        let node = *node;
        let Some(next) = left.pop() else {
            on_stack[node] = false;
            stack.pop();
            continue;
        };
        let class = if discovered[next] == UNSEEN {
            unseen = Some(next);
            EdgeClass::Tree
        } else if on_stack[next] {
            EdgeClass::Back
        } else if discovered[next] > discovered[node] {
            EdgeClass::Forward
        } else {
            EdgeClass::Cross
        };
        edge(node, next, class);
    }
}

/// Visits everything that can be reached from `root`, in any order, with the number of its successors: for
/// counting, with a bit for each node and no more than a stack beside it.
pub(crate) fn reach(graph: &impl Graph, root: usize, mut visit: impl FnMut(usize, u64)) {
    let mut seen = FixedBitSet::with_capacity(graph.len());
    let mut successors = Vec::new();
    let mut open = vec![root];
    seen.insert(root);
    while let Some(node) = open.pop() {
        graph.successors(node, &mut successors);
        visit(node, successors.len() as u64);
        open.extend(successors.iter().filter(|&&next| !seen.put(next)));
    }
}
