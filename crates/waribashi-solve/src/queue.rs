//! The textbook: retrograde analysis with successor counters and a queue by distance.
//!
//! A position is won when some move leads to a lost one, and lost when every move leads to a won one.
//! Starting from the finished positions, each labelled position is taken from the queue once and its
//! predecessors are looked at. The queue is in the order of distances, so the first lost successor of a
//! won position is the nearest, and the last won successor of a lost position the farthest: distances
//! are exact. What is never labelled can neither be forced to an end nor must be: it is a draw.

use waribashi::Value;

use crate::{
    graph::Graph,
    label::Code,
    progress::{Progress, Stopped},
};

/// Bytes for each position: its code, its counter, and its place in the queue.
pub(crate) const BYTES_PER_POSITION: u64 = 4 + 2 + 4;

/// The codes of all nodes, unless `progress` is stopped before.
///
/// # Panics
///
/// When there are 2^32 nodes or more.
pub(crate) fn solve(graph: &impl Graph, progress: &Progress) -> Result<Vec<Code>, Stopped> {
    /// How many positions are done between looks at the progress.
    const LOOK: usize = 1 << 16;
    progress.restart();
    let nodes = u32::try_from(graph.len()).expect("fewer than 2^32 positions");
    let mut codes = vec![Code::DRAW; graph.len()];
    let mut open: Vec<u16> = Vec::with_capacity(graph.len());
    let mut queue: Vec<u32> = Vec::with_capacity(graph.len());
    for node in 0..nodes {
        let end = graph.end(node as usize);
        // A finished position has no moves to wait for; 0 also marks it as decided.
        open.push(match end {
            Some(_) => 0,
            None => u16::try_from(graph.out_degree(node as usize)).expect("fewer than 2^16 moves"),
        });
        if let Some(value @ (Value::Win | Value::Loss)) = end {
            codes[node as usize] = Code::new(value == Value::Win, 0);
            queue.push(node);
        }
    }
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        if next % LOOK == 0 {
            progress.add(LOOK);
            if progress.is_stopped() {
                return Err(Stopped);
            }
        }
        let label = codes[node as usize].label();
        let distance = label.distance.expect("only decided positions are queued") + 1;
        graph.predecessors(node as usize, |before| {
            if open[before] == 0 {
                return;
            }
            if label.value == Value::Loss {
                open[before] = 0;
                codes[before] = Code::new(true, distance);
            } else {
                open[before] -= 1;
                if open[before] > 0 {
                    return;
                }
                codes[before] = Code::new(false, distance);
            }
            queue.push(before as u32);
        });
    }
    Ok(codes)
}
