//! The formats for programs: DOT, GraphML, JSON.

mod graphs;

use graphs::{ALL_KINDS, graph};
use roxmltree::Document;
use waribashi::Side;
use waribashi_draw::{dot, graphml, json};
use waribashi_solve::{EdgeClass, Kind};

#[test]
fn dot_has_sides_values_best_moves_blunders_and_layers() {
    insta::assert_snapshot!(
        "mistakes_as_DOT",
        dot(&graph("self-tap", Kind::Mistakes(Side::Second)))
    );
}

#[test]
fn graphml_has_a_typed_key_for_everything() {
    insta::assert_snapshot!(
        "mistakes_as_GraphML",
        graphml(&graph("self-tap", Kind::Mistakes(Side::Second)))
    );
}

#[test]
fn json_has_the_rules_the_positions_and_the_moves() {
    insta::assert_snapshot!(
        "mistakes_as_JSON",
        json(&graph("self-tap", Kind::Mistakes(Side::Second)))
    );
}

#[test]
fn repeated_positions_stand_in_every_format() {
    let graph = graph("self-tap", Kind::Optimal);
    let back = graph
        .edges
        .iter()
        .filter(|edge| edge.class == EdgeClass::Back)
        .count();
    assert_eq!(back, 6);
    let times = |text: &str, part: &str| text.matches(part).count();
    assert_eq!(times(&dot(&graph), "repeats=true"), back);
    assert_eq!(
        times(&graphml(&graph), "<data key=\"repeats\">true</data>"),
        back
    );
    assert_eq!(times(&json(&graph), "\"repeats\": true"), back);
}

#[test]
fn no_format_loses_a_position_or_a_move() {
    for rules in ["self-tap", "suicide", "many", "ten,fingers=12,hands=1:2"] {
        for kind in ALL_KINDS {
            let graph = graph(rules, kind);
            let text = graphml(&graph);
            let xml = Document::parse(&text).unwrap();
            let count = |name| {
                xml.descendants()
                    .filter(|node| node.has_tag_name(name))
                    .count()
            };
            assert_eq!(
                (count("node"), count("edge")),
                (graph.nodes.len(), graph.edges.len()),
                "{rules} {kind:?}"
            );
            let data: serde_json::Value = serde_json::from_str(&json(&graph)).unwrap();
            assert_eq!(
                data["rules"].as_str().unwrap().parse(),
                Ok(graph.rules.clone())
            );
            for (edge, told) in graph.edges.iter().zip(data["edges"].as_array().unwrap()) {
                assert_eq!(
                    (told["from"].as_u64(), told["to"].as_u64()),
                    (Some(edge.from as u64), Some(edge.to as u64))
                );
                assert_eq!(told["moves"].as_array().unwrap().len(), edge.moves.len());
            }
            let text = dot(&graph);
            assert_eq!(
                text.matches("rank=same").count(),
                graph.nodes.last().unwrap().layer + 1
            );
            assert_eq!(text.matches(" -> ").count(), graph.edges.len());
            assert_eq!(text.matches("to_move=").count(), graph.nodes.len());
        }
    }
}
