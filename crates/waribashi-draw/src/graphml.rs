//! Strategy graphs as GraphML.

use std::io;

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};
use waribashi_solve::{EdgeClass, StrategyGraph};

use crate::words;

/// Keys of data: what they belong to, name, type.
const KEYS: [(&str, &str, &str); 15] = [
    ("graph", "rules", "string"),
    ("graph", "kind", "string"),
    ("graph", "side", "string"),
    ("node", "position", "string"),
    ("node", "to_move", "string"),
    ("node", "value", "string"),
    ("node", "distance", "int"),
    ("node", "finished", "boolean"),
    ("node", "layer", "int"),
    ("edge", "moves", "string"),
    ("edge", "class", "string"),
    ("edge", "best", "boolean"),
    ("edge", "blunder", "boolean"),
    ("edge", "repeats", "boolean"),
    ("edge", "count", "int"),
];

/// A strategy graph as GraphML with typed keys: what [`json`](crate::json()) has, the moves of an edge in one text, with
/// spaces between, and their number as `count`. A draw has no `distance`.
pub fn graphml(graph: &StrategyGraph) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    write(&mut writer, graph).expect("memory takes any text");
    String::from_utf8(writer.into_inner()).expect("only text was written") + "\n"
}

fn write(writer: &mut Writer<Vec<u8>>, graph: &StrategyGraph) -> io::Result<()> {
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = writer
        .create_element("graphml")
        .with_attribute(("xmlns", "http://graphml.graphdrawing.org/xmlns"));
    root.write_inner_content(|writer| {
        for (owner, name, kind) in KEYS {
            writer
                .create_element("key")
                .with_attributes([
                    ("id", name),
                    ("for", owner),
                    ("attr.name", name),
                    ("attr.type", kind),
                ])
                .write_empty()?;
        }
        let element = writer
            .create_element("graph")
            .with_attributes([("id", "chopsticks"), ("edgedefault", "directed")]);
        element.write_inner_content(|writer| write_graph(writer, graph))?;
        Ok(())
    })?;
    Ok(())
}

fn write_graph(writer: &mut Writer<Vec<u8>>, graph: &StrategyGraph) -> io::Result<()> {
    let (kind, side) = words::kind_and_side(graph.kind);
    data(writer, "rules", &graph.rules.to_string())?;
    data(writer, "kind", kind)?;
    if let Some(side) = side {
        data(writer, "side", &side.to_string())?;
    }
    for node in &graph.nodes {
        let id = words::anchor(graph, node);
        let element = writer
            .create_element("node")
            .with_attribute(("id", id.as_str()));
        element.write_inner_content(|writer| {
            data(writer, "position", &words::position(graph, node))?;
            data(writer, "to_move", &node.to_move.to_string())?;
            data(writer, "value", &node.label.value.to_string())?;
            if let Some(plies) = node.label.distance {
                data(writer, "distance", &plies.to_string())?;
            }
            data(writer, "finished", &node.finished.to_string())?;
            data(writer, "layer", &node.layer.to_string())
        })?;
    }
    for edge in &graph.edges {
        let ends = [edge.from, edge.to].map(|node| words::anchor(graph, &graph.nodes[node]));
        let element = writer
            .create_element("edge")
            .with_attributes([("source", ends[0].as_str()), ("target", ends[1].as_str())]);
        element.write_inner_content(|writer| {
            let moves = words::moves(graph, edge);
            data(writer, "moves", &moves.join(" "))?;
            data(writer, "class", words::class(edge.class))?;
            data(writer, "best", &edge.best.to_string())?;
            data(writer, "blunder", &edge.blunder.to_string())?;
            data(
                writer,
                "repeats",
                &(edge.class == EdgeClass::Back).to_string(),
            )?;
            data(writer, "count", &moves.len().to_string())
        })?;
    }
    Ok(())
}

fn data(writer: &mut Writer<Vec<u8>>, key: &str, value: &str) -> io::Result<()> {
    writer
        .create_element("data")
        .with_attribute(("key", key))
        .write_text_content(BytesText::new(value))?;
    Ok(())
}
