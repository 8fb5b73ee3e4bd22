//! Strategy graphs as DOT, the language of Graphviz.

use std::fmt::Write;

use waribashi::Side;
use waribashi_solve::{Edge, EdgeClass, Node, StrategyGraph};

use crate::{
    paint::{self, INK, Stroke},
    words,
};

/// A strategy graph as DOT: positions of one layer stand in one rank; sides, values, best moves, blunders and repeated
/// positions have shapes, colours and lines of their own, and attributes that say them in words.
pub fn dot(graph: &StrategyGraph) -> String {
    let mut out = String::new();
    write(&mut out, graph).expect("a String takes any text");
    out
}

fn write(out: &mut String, graph: &StrategyGraph) -> std::fmt::Result {
    let title = format!(
        "Chopsticks: {}\n{}",
        graph.rules.short_name(),
        words::heading(graph)
    );
    let (kind, side) = words::kind_and_side(graph.kind);
    writeln!(out, "digraph chopsticks {{")?;
    writeln!(
        out,
        "  graph [label={}, labelloc=t, rankdir=TB, bgcolor=white,",
        quoted(&title)
    )?;
    write!(
        out,
        "    rules={}, kind={kind}",
        quoted(&graph.rules.to_string())
    )?;
    if let Some(side) = side {
        write!(out, ", side={side}")?;
    }
    writeln!(out, "];")?;
    writeln!(
        out,
        "  node [fontname=\"DejaVu Sans\", style=filled, color={}];",
        quoted(INK)
    )?;
    writeln!(out, "  edge [fontname=\"DejaVu Sans\", fontsize=11];")?;
    for layer in graph.nodes.chunk_by(|a, b| a.layer == b.layer) {
        writeln!(out, "  {{ rank=same;")?;
        for node in layer {
            writeln!(out, "    {}", node_line(graph, node))?;
        }
        writeln!(out, "  }}")?;
    }
    for edge in &graph.edges {
        writeln!(out, "  {}", edge_line(graph, edge))?;
    }
    writeln!(out, "}}")
}

fn node_line(graph: &StrategyGraph, node: &Node) -> String {
    let shape = match node.to_move {
        Side::First => "box",
        Side::Second => "hexagon",
    };
    let label = format!(
        "{}\n{}",
        words::position(graph, node),
        words::short_label(node)
    );
    let distance = node
        .label
        .distance
        .map_or(String::new(), |plies| format!(", distance={plies}"));
    format!(
        "{} [label={}, tooltip={}, shape={shape}, fillcolor={}, penwidth={}, to_move={}, value={}{distance}, \
         finished={}, layer={}];",
        quoted(&words::anchor(graph, node)),
        quoted(&label),
        quoted(&words::spoken(graph, node)),
        quoted(paint::fill(node.label.value)),
        if node.finished { 3 } else { 1 },
        node.to_move,
        node.label.value,
        node.finished,
        node.layer,
    )
}

fn edge_line(graph: &StrategyGraph, edge: &Edge) -> String {
    let stroke = Stroke::of(edge);
    let repeats = edge.class == EdgeClass::Back;
    let style = match (edge.blunder, repeats) {
        (true, _) => "dashed",
        (_, true) => "dotted",
        _ => "solid",
    };
    // Edges that lead up would pull the layers apart.
    let up = graph.nodes[edge.to].layer <= graph.nodes[edge.from].layer;
    let constraint = if up { ", constraint=false" } else { "" };
    format!(
        "{} -> {} [label={}, color={color}, fontcolor={color}, penwidth={}, style={style}{constraint}, best={}, \
         blunder={}, repeats={repeats}, class={}];",
        quoted(&words::anchor(graph, &graph.nodes[edge.from])),
        quoted(&words::anchor(graph, &graph.nodes[edge.to])),
        quoted(&words::label_lines(graph, edge).join("\n")),
        stroke.width(),
        edge.best,
        edge.blunder,
        words::class(edge.class),
        color = quoted(stroke.color()),
    )
}

/// A quoted string of DOT.
fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
