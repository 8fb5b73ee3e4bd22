//! The pictures, as people and programs see them.

mod graphs;

use std::{collections::HashSet, sync::LazyLock};

use graphs::{ALL_KINDS, graph};
use resvg::usvg::{Group, Node, Options, Rect, Tree, fontdb::Database};
use roxmltree::Document;
use waribashi::{Position, Rules, Side};
use waribashi_draw::{DrawError, MOST_PIXELS, MOST_POSITIONS, png, svg};
use waribashi_solve::{EdgeClass, Kind, Solution, StrategyGraph, Task};

/// Rules whose graphs differ as much as they can: draws, long wins, splits, long numbers, unequal hands.
const RULES: [&str; 5] = [
    "self-tap",
    "suicide",
    "many",
    "rollover",
    "ten,fingers=12,hands=1:2",
];

/// A picture, and what is in it when it is drawn with the program's own font.
struct Picture {
    name: String,
    graph: StrategyGraph,
    svg: String,
    width: f32,
    height: f32,
    /// The texts with their places.
    texts: Vec<(String, Rect)>,
    /// The places of the positions.
    shapes: Vec<Rect>,
}

/// Every kind of graph of every one of the rules.
static PICTURES: LazyLock<Vec<Picture>> = LazyLock::new(|| {
    let each_kind = |rules| ALL_KINDS.into_iter().map(move |kind| (rules, kind));
    let pictures = RULES.into_iter().flat_map(each_kind).map(|(rules, kind)| {
        let graph = graph(rules, kind);
        let svg = svg(&graph).expect("small enough");
        let tree = drawn(&svg);
        let (mut texts, mut shapes) = (Vec::new(), Vec::new());
        find(tree.root(), &mut texts, &mut shapes);
        let (width, height) = (tree.size().width(), tree.size().height());
        Picture {
            name: format!("{rules} {kind:?}"),
            graph,
            svg,
            width,
            height,
            texts,
            shapes,
        }
    });
    pictures.collect()
});

/// The elements of a class, as their ids or links.
fn elements<'a>(xml: &'a Document, class: &str) -> Vec<roxmltree::Node<'a, 'a>> {
    xml.descendants()
        .filter(|element| element.attribute("class") == Some(class))
        .collect()
}

fn title<'a>(element: roxmltree::Node<'a, 'a>) -> &'a str {
    let title = element.children().find(|child| child.has_tag_name("title"));
    title
        .and_then(|title| title.text())
        .expect("it has a title")
}

/// The picture as it is drawn with the program's own font.
fn drawn(picture: &str) -> Tree {
    let mut fonts = Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    Tree::from_str(
        picture,
        &Options {
            fontdb: fonts.into(),
            ..Options::default()
        },
    )
    .unwrap()
}

/// The texts and the shapes of positions, with their places.
fn find(group: &Group, texts: &mut Vec<(String, Rect)>, shapes: &mut Vec<Rect>) {
    for node in group.children() {
        match node {
            Node::Group(group) => {
                if group.id().starts_with("first-") || group.id().starts_with("second-") {
                    shapes.push(group.abs_bounding_box());
                }
                find(group, texts, shapes);
            }
            Node::Text(text) => {
                let written = text.chunks().iter().map(|chunk| chunk.text()).collect();
                texts.push((written, node.abs_bounding_box()));
            }
            _ => (),
        }
    }
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.left() < b.right() && b.left() < a.right() && a.top() < b.bottom() && b.top() < a.bottom()
}

#[test]
fn a_heading_speaks_of_mistakes_only_where_there_is_one() {
    let mut headings = [0, 0];
    for picture in PICTURES.iter() {
        let Kind::Mistakes(side) = picture.graph.kind else {
            continue;
        };
        let any = picture.graph.edges.iter().any(|edge| edge.blunder);
        let heading = match any {
            true => format!("The {side} player's first mistakes, and how they are punished"),
            false => format!("Best play, in which the {side} player has no value to give away"),
        };
        let drawn = picture.texts.iter().any(|(text, _)| *text == heading);
        assert!(drawn, "{}: {heading}", picture.name);
        headings[usize::from(any)] += 1;
    }
    assert!(headings.iter().all(|&each| each > 0), "{headings:?}");
}

#[test]
fn every_position_and_every_move_is_in_the_picture() {
    for Picture {
        name, graph, svg, ..
    } in &*PICTURES
    {
        let xml = Document::parse(svg).unwrap();
        let positions = elements(&xml, "position");
        assert_eq!(positions.len(), graph.nodes.len(), "{name}");
        let ids: HashSet<_> = positions
            .iter()
            .map(|element| element.attribute("id").unwrap())
            .collect();
        assert_eq!(ids.len(), graph.nodes.len(), "{name}");
        let (lines, listed) = (elements(&xml, "move"), elements(&xml, "listed"));
        let titles: HashSet<_> = lines
            .iter()
            .chain(&listed)
            .map(|element| title(*element))
            .collect();
        assert_eq!(lines.len() + listed.len(), graph.edges.len(), "{name}");
        for edge in &graph.edges {
            let fingers = graph.rules.fingers;
            let moves: Vec<_> = edge
                .moves
                .iter()
                .map(|played| played.notation(fingers).to_string())
                .collect();
            let [from, to] =
                [edge.from, edge.to].map(|at| graph.nodes[at].position.notation(fingers));
            let told = format!("{} from {from} to {to}, ", moves.join(", "));
            assert!(
                titles.iter().any(|title| title.starts_with(&told)),
                "{name}: {told}"
            );
        }
        for link in listed {
            let target = link.attribute("href").unwrap().strip_prefix('#').unwrap();
            assert!(ids.contains(target), "{name}: {target}");
        }
    }
}

#[test]
fn positions_are_told_in_words() {
    let picture = svg(&graph("self-tap", Kind::Mistakes(Side::First))).unwrap();
    let xml = Document::parse(&picture).unwrap();
    for (id, told) in [
        ("first-11-11", "11-11, first player to move: draw"),
        ("second-11-12", "11-12, second player to move: win in 9"),
        (
            "first-00-12",
            "00-12, the game is over: lost for the first player",
        ),
    ] {
        let element = xml
            .descendants()
            .find(|element| element.attribute("id") == Some(id))
            .unwrap();
        assert_eq!(
            (title(element), element.attribute("aria-label")),
            (told, Some(told))
        );
    }
}

#[test]
fn repeated_positions_and_blunders_are_marked_in_writing() {
    for Picture {
        name, graph, texts, ..
    } in &*PICTURES
    {
        let in_legend = |mark: char| {
            texts
                .iter()
                .filter(|(text, _)| *text == mark.to_string())
                .count()
        };
        let marked = |mark: char| {
            texts.iter().filter(|(text, _)| text.contains(mark)).count() - in_legend(mark)
        };
        let back = graph
            .edges
            .iter()
            .filter(|edge| edge.class == EdgeClass::Back)
            .count();
        assert_eq!(marked('↺'), back, "{name}");
        let blunders = graph.edges.iter().filter(|edge| edge.blunder).count();
        assert_eq!(marked('?'), blunders, "{name}");
    }
}

#[test]
fn no_two_positions_overlap() {
    for Picture {
        name,
        graph,
        shapes,
        ..
    } in &*PICTURES
    {
        assert_eq!(shapes.len(), graph.nodes.len(), "{name}");
        for (at, a) in shapes.iter().enumerate() {
            assert!(
                shapes[at + 1..].iter().all(|b| !overlap(a, b)),
                "{name}: {a:?}"
            );
        }
    }
}

#[test]
fn no_text_covers_a_text_or_leaves_the_picture() {
    for Picture {
        name,
        width,
        height,
        texts,
        ..
    } in &*PICTURES
    {
        for (at, (text, a)) in texts.iter().enumerate() {
            assert!(
                a.left() >= 0.0 && a.top() >= 0.0 && a.right() <= *width && a.bottom() <= *height,
                "{name}: {text} at {a:?}"
            );
            // The box of a text is as high as its line; the letters are not.
            let letters =
                Rect::from_ltrb(a.left(), a.top() + 2.0, a.right(), a.bottom() - 2.0).unwrap();
            for (other, b) in &texts[at + 1..] {
                assert!(!overlap(&letters, b), "{name}: {text} and {other}");
            }
        }
    }
}

#[test]
fn every_character_is_in_the_font() {
    let face = ttf_parser::Face::parse(dejavu::sans::regular(), 0).unwrap();
    for Picture { name, svg, .. } in &*PICTURES {
        let xml = Document::parse(svg).unwrap();
        for text in xml
            .descendants()
            .filter(|element| element.has_tag_name("text"))
        {
            for c in text
                .text()
                .unwrap_or_default()
                .chars()
                .filter(|c| *c != '\n')
            {
                assert!(face.glyph_index(c).is_some(), "{name}: {c:?}");
            }
        }
    }
}

#[test]
fn text_is_drawn_without_any_font_of_the_system() {
    let graph = graph("many", Kind::Optimal);
    let picture = svg(&graph).unwrap();
    let mut found = Vec::new();
    find(drawn(&picture).root(), &mut found, &mut Vec::new());
    assert!(found.len() > graph.nodes.len());
    assert!(found.iter().all(|(_, place)| place.width() > 0.0));
    // The same picture without its text is another one: the PNG has the text.
    let start = picture.find("<text").unwrap();
    let without = picture[..start].to_owned()
        + &picture[start..]
            .replace("<text", "<desc")
            .replace("</text", "</desc");
    let pixels = |picture: &str| {
        let tree = drawn(picture);
        let size = tree.size().to_int_size();
        let mut pixmap = resvg::tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
        resvg::render(&tree, Default::default(), &mut pixmap.as_mut());
        pixmap
    };
    let ours = resvg::tiny_skia::Pixmap::decode_png(&png(&graph, 1.0).unwrap()).unwrap();
    assert!(ours == pixels(&picture));
    assert!(ours != pixels(&without));
}

#[test]
fn a_png_has_the_size_of_the_svg_times_the_scale() {
    let graph = graph("self-tap", Kind::Mistakes(Side::Second));
    let size = drawn(&svg(&graph).unwrap()).size();
    for scale in [0.5, 1.0, 2.0] {
        let pixmap = resvg::tiny_skia::Pixmap::decode_png(&png(&graph, scale).unwrap()).unwrap();
        let expected = [size.width(), size.height()].map(|length| (length * scale).round() as u32);
        assert_eq!([pixmap.width(), pixmap.height()], expected, "{scale}");
    }
}

#[test]
fn a_png_that_would_be_too_large_is_refused_with_its_size() {
    let graph = graph("self-tap", Kind::Full);
    let Err(DrawError::TooManyPixels { width, height }) = png(&graph, 20.0) else {
        panic!("that is too large");
    };
    assert!(width * height > MOST_PIXELS);
    let message = DrawError::TooManyPixels { width, height }.to_string();
    assert!(
        message.contains(&format!("{width} x {height}")),
        "{message}"
    );
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(
            matches!(png(&graph, scale), Err(DrawError::Scale(_))),
            "{scale}"
        );
    }
}

#[test]
fn a_graph_with_too_many_positions_is_refused_with_their_number() {
    let graph = graph("rollover,hands=3", Kind::Full);
    let positions = graph.nodes.len();
    assert!(positions > MOST_POSITIONS);
    assert_eq!(svg(&graph), Err(DrawError::TooManyPositions { positions }));
    assert_eq!(
        png(&graph, 1.0),
        Err(DrawError::TooManyPositions { positions })
    );
}

#[test]
fn layers_stand_below_one_another() {
    for Picture {
        name,
        graph,
        shapes,
        ..
    } in &*PICTURES
    {
        let placed: Vec<_> = graph.nodes.iter().zip(shapes).collect();
        for layers in placed
            .chunk_by(|(a, _), (b, _)| a.layer == b.layer)
            .collect::<Vec<_>>()
            .windows(2)
        {
            let bottom = layers[0]
                .iter()
                .map(|(_, shape)| shape.bottom())
                .fold(0.0, f32::max);
            assert!(
                layers[1].iter().all(|(_, shape)| shape.top() > bottom),
                "{name}"
            );
        }
    }
}

#[test]
fn the_same_graph_gives_the_same_picture() {
    for kind in ALL_KINDS {
        let graph = graph("self-tap", kind);
        assert_eq!(svg(&graph), svg(&graph), "{kind:?}");
    }
}

#[test]
fn a_finished_game_is_drawn() {
    let rules = Rules::default();
    let solution = Solution::new(&rules, Task::default()).unwrap();
    let over = Position::parse("00-12", &rules).unwrap();
    let picture = svg(&solution.strategy(Kind::Full, &over)).unwrap();
    assert!(picture.contains("00-12, the game is over: lost for the first player"));
    assert!(!picture.contains("NaN"));
}
