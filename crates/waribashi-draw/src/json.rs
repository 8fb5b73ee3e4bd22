//! Strategy graphs as JSON.

use serde::Serialize;
use waribashi_solve::{EdgeClass, StrategyGraph};

use crate::words;

#[derive(Serialize)]
struct GraphData {
    rules: String,
    kind: &'static str,
    side: Option<String>,
    start: String,
    nodes: Vec<NodeData>,
    edges: Vec<EdgeData>,
}

#[derive(Serialize)]
struct NodeData {
    id: usize,
    position: String,
    to_move: String,
    value: String,
    distance: Option<u32>,
    finished: bool,
    layer: usize,
}

#[derive(Serialize)]
struct EdgeData {
    from: usize,
    to: usize,
    moves: Vec<String>,
    class: &'static str,
    best: bool,
    blunder: bool,
    repeats: bool,
}

/// A strategy graph as one JSON object: the rules in canonical text, the kind of graph, the positions with their
/// layers, and the moves between them. `repeats` says that the move leads back to a position on the way to it.
pub fn json(graph: &StrategyGraph) -> String {
    let (kind, side) = words::kind_and_side(graph.kind);
    let data = GraphData {
        rules: graph.rules.to_string(),
        kind,
        side: side.map(|side| side.to_string()),
        start: words::position(graph, &graph.nodes[0]),
        nodes: graph
            .nodes
            .iter()
            .enumerate()
            .map(|(id, node)| NodeData {
                id,
                position: words::position(graph, node),
                to_move: node.to_move.to_string(),
                value: node.label.value.to_string(),
                distance: node.label.distance,
                finished: node.finished,
                layer: node.layer,
            })
            .collect(),
        edges: graph
            .edges
            .iter()
            .map(|edge| EdgeData {
                from: edge.from,
                to: edge.to,
                moves: words::moves(graph, edge),
                class: words::class(edge.class),
                best: edge.best,
                blunder: edge.blunder,
                repeats: edge.class == EdgeClass::Back,
            })
            .collect(),
    };
    let text = serde_json::to_string_pretty(&data).expect("the data have JSON's types");
    text + "\n"
}
