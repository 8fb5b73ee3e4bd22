//! What is written in graphs: positions, labels and moves as text.

use waribashi::{Side, Value};
use waribashi_solve::{Edge, EdgeClass, Kind, Node, StrategyGraph};

/// What a graph shows, as a heading.
pub(crate) fn heading(graph: &StrategyGraph) -> String {
    match graph.kind {
        Kind::Optimal => "Optimal play: the moves of both players that keep the value".into(),
        Kind::Best(side) => {
            format!("The {side} player's best moves against every reply")
        }
        Kind::Mistakes(side) if graph.edges.iter().all(|edge| !edge.blunder) => {
            format!("Best play, in which the {side} player has no value to give away")
        }
        Kind::Mistakes(side) => {
            format!("The {side} player's first mistakes, and how they are punished")
        }
        Kind::Full => "Every position that can be reached".into(),
    }
}

/// The kind by its name on the command line, and the side it is about.
pub(crate) fn kind_and_side(kind: Kind) -> (&'static str, Option<Side>) {
    match kind {
        Kind::Optimal => ("optimal", None),
        Kind::Best(Side::First) => ("first", Some(Side::First)),
        Kind::Best(Side::Second) => ("second", Some(Side::Second)),
        Kind::Mistakes(side) => ("mistakes", Some(side)),
        Kind::Full => ("full", None),
    }
}

/// The position, the mover's hands first.
pub(crate) fn position(graph: &StrategyGraph, node: &Node) -> String {
    node.position.notation(graph.rules.fingers).to_string()
}

/// Value and distance in short: `W 7`, `D`, and `L end` for a finished game.
pub(crate) fn short_label(node: &Node) -> String {
    let letter = letter(node.label.value);
    match node.label.distance {
        _ if node.finished => format!("{letter} end"),
        Some(plies) => format!("{letter} {plies}"),
        None => letter.into(),
    }
}

/// The letter of a value.
pub(crate) fn letter(value: Value) -> &'static str {
    match value {
        Value::Win => "W",
        Value::Draw => "D",
        Value::Loss => "L",
    }
}

/// All that is known of a node, in words.
pub(crate) fn spoken(graph: &StrategyGraph, node: &Node) -> String {
    let position = position(graph, node);
    if node.finished {
        let result = match node.label.value {
            Value::Win => "won",
            Value::Draw => "drawn",
            Value::Loss => "lost",
        };
        return format!(
            "{position}, the game is over: {result} for the {} player",
            node.to_move
        );
    }
    format!(
        "{position}, {} player to move: {}",
        node.to_move, node.label
    )
}

/// A name for a node that no other node of the graph has, fit for links.
pub(crate) fn anchor(graph: &StrategyGraph, node: &Node) -> String {
    format!("{}-{}", node.to_move, position(graph, node))
}

/// The moves of an edge, each as text.
pub(crate) fn moves(graph: &StrategyGraph, edge: &Edge) -> Vec<String> {
    edge.moves
        .iter()
        .map(|played| played.notation(graph.rules.fingers).to_string())
        .collect()
}

/// The class of an edge as a word.
pub(crate) fn class(class: EdgeClass) -> &'static str {
    match class {
        EdgeClass::Tree => "tree",
        EdgeClass::Forward => "forward",
        EdgeClass::Back => "back",
        EdgeClass::Cross => "cross",
    }
}

/// The label of a line: its moves, two in a line, marked where one should take notice.
pub(crate) fn label_lines(graph: &StrategyGraph, edge: &Edge) -> Vec<String> {
    let mut lines: Vec<String> = moves(graph, edge)
        .chunks(2)
        .map(|pair| pair.join(", "))
        .collect();
    let last = lines.last_mut().expect("an edge has moves");
    if edge.class == EdgeClass::Back {
        last.push_str(" ↺");
    }
    if edge.blunder {
        last.push_str(" ?");
    }
    lines
}

/// A move that is not drawn as a line: what is played, the position after it, and what that is worth.
pub(crate) fn listed_move(graph: &StrategyGraph, edge: &Edge) -> String {
    let to = &graph.nodes[edge.to];
    let warning = if edge.blunder { " ?" } else { "" };
    format!(
        "{}{warning} {} {} {}",
        moves(graph, edge).join(", "),
        listed_mark(graph, edge),
        position(graph, to),
        short_label(to),
    )
}

/// Where a move that is not drawn as a line leads: back, up, or down.
pub(crate) fn listed_mark(graph: &StrategyGraph, edge: &Edge) -> &'static str {
    match edge.class {
        EdgeClass::Back => "↺",
        _ if graph.nodes[edge.to].layer <= graph.nodes[edge.from].layer => "↑",
        _ => "↓",
    }
}
