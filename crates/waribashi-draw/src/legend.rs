//! What the signs of a picture mean: those that the picture has.

use svg::node::element::{Group, Rectangle};
use waribashi::{Move, Side, Value};
use waribashi_solve::{EdgeClass, StrategyGraph};

use crate::{
    layout::{Area, drawn_as_lines},
    paint::{self, FAINT_INK, FINISHED_EDGE, INK, PAGE, REPEAT_DASHES, SMALL_SIZE, Stroke},
    picture::{outline, stroked, text},
    text::Ruler,
    words,
};

const SIGN_WIDTH: f64 = 40.0;
const SIGN_HEIGHT: f64 = 20.0;
const ROW_HEIGHT: f64 = 27.0;

/// What a sign shows.
enum Sign {
    Side(Side),
    Value(Value),
    Finished,
    Move(Stroke, EdgeClass, &'static str),
    Listed(&'static str),
    Text(&'static str),
}

/// The legend in rows of at most `width`, from (0, 0), and its height.
pub(crate) fn legend(graph: &StrategyGraph, ruler: &Ruler, width: f64) -> (Group, f64) {
    let mut group = Group::new().set("id", "legend");
    let (mut x, mut y) = (0.0, 0.0);
    for (sign, meaning) in signs(graph) {
        let sign_width = match sign {
            Sign::Text(sign) => ruler.width(sign, SMALL_SIZE),
            _ => SIGN_WIDTH,
        };
        let needed = sign_width + 8.0 + ruler.width(&meaning, SMALL_SIZE);
        if x > 0.0 && x + needed > width {
            (x, y) = (0.0, y + ROW_HEIGHT);
        }
        let area = Area {
            x: x + sign_width / 2.0,
            y: y + ROW_HEIGHT / 2.0,
            width: sign_width,
            height: SIGN_HEIGHT,
        };
        group = drawn(group, &sign, &area).add(
            text(
                &meaning,
                x + sign_width + 8.0,
                area.y + SMALL_SIZE * 0.36,
                SMALL_SIZE,
            )
            .set("fill", FAINT_INK),
        );
        x += needed + 22.0;
    }
    (group, y + ROW_HEIGHT)
}

/// The signs that the picture has, with their meanings.
fn signs(graph: &StrategyGraph) -> Vec<(Sign, String)> {
    let mut signs: Vec<(Sign, String)> = Vec::new();
    for side in Side::BOTH {
        if graph.nodes.iter().any(|node| node.to_move == side) {
            signs.push((Sign::Side(side), format!("{side} player to move")));
        }
    }
    for (value, result) in [
        (Value::Win, "wins"),
        (Value::Draw, "draws"),
        (Value::Loss, "loses"),
    ] {
        if graph.nodes.iter().any(|node| node.label.value == value) {
            let plies = if value == Value::Draw {
                ""
            } else {
                ", in n plies"
            };
            signs.push((
                Sign::Value(value),
                format!("player to move {result}{plies}"),
            ));
        }
    }
    if graph.nodes.iter().any(|node| node.finished) {
        signs.push((Sign::Finished, "the game is over".into()));
    }
    let is_line = drawn_as_lines(graph);
    let lines = || {
        graph
            .edges
            .iter()
            .zip(&is_line)
            .filter(|&(_, &is_line)| is_line)
            .map(|(edge, _)| edge)
    };
    for (stroke, mark, meaning) in [
        (Stroke::Best, "", "best move"),
        (Stroke::Plain, "", "other move"),
        (Stroke::Blunder, "?", "blunder: gives away value"),
    ] {
        if lines().any(|edge| Stroke::of(edge) == stroke) {
            signs.push((Sign::Move(stroke, EdgeClass::Tree, mark), meaning.into()));
        }
    }
    if lines().any(|edge| edge.class == EdgeClass::Back) {
        signs.push((
            Sign::Move(Stroke::Plain, EdgeClass::Back, "↺"),
            "repeats a position".into(),
        ));
    }
    let listed: Vec<&str> = graph
        .edges
        .iter()
        .zip(&is_line)
        .filter(|&(_, &is_line)| !is_line)
        .map(|(edge, _)| words::listed_mark(graph, edge))
        .collect();
    for (mark, meaning) in [
        ("↺", "listed: repeats a position"),
        ("↑", "listed: leads to a position above"),
        ("↓", "listed: leads to a position in the next layer"),
    ] {
        if listed.contains(&mark) {
            signs.push((Sign::Listed(mark), meaning.into()));
        }
    }
    signs.push((
        Sign::Text("12-34"),
        "hands of the player to move, then the other's".into(),
    ));
    if graph
        .nodes
        .iter()
        .any(|node| words::position(graph, node).contains('x'))
    {
        signs.push((
            Sign::Text("2x5"),
            "in a position: five hands that show 2".into(),
        ));
    }
    let played = |is: fn(&Move) -> bool| graph.edges.iter().flat_map(|edge| &edge.moves).any(is);
    if played(|played| matches!(played, Move::Tap { .. })) {
        signs.push((
            Sign::Text("1x2"),
            "a move: the mover's 1 taps the other's 2".into(),
        ));
    }
    if played(|played| matches!(played, Move::OwnTap { .. })) {
        signs.push((
            Sign::Text("1+2"),
            "a move: the mover's 1 taps his own 2".into(),
        ));
    }
    if played(|played| matches!(played, Move::Split { .. })) {
        signs.push((Sign::Text("04=22"), "a move: 0 and 4 become 2 and 2".into()));
    }
    signs
}

fn drawn(group: Group, sign: &Sign, area: &Area) -> Group {
    let middle = |written: &str| {
        text(written, area.x, area.y + SMALL_SIZE * 0.36, SMALL_SIZE).set("text-anchor", "middle")
    };
    match *sign {
        Sign::Side(side) => group.add(
            Group::new()
                .set("fill", PAGE)
                .set("stroke", INK)
                .set("stroke-width", 1.2)
                .add(outline(side, area)),
        ),
        Sign::Value(value) => group
            .add(
                Rectangle::new()
                    .set("x", area.left())
                    .set("y", area.top())
                    .set("width", area.width)
                    .set("height", area.height)
                    .set("fill", paint::fill(value)),
            )
            .add(middle(&match value {
                Value::Draw => words::letter(value).to_owned(),
                _ => format!("{} n", words::letter(value)),
            })),
        Sign::Finished => group
            .add(
                Group::new()
                    .set("fill", PAGE)
                    .set("stroke", INK)
                    .set("stroke-width", FINISHED_EDGE)
                    .add(outline(Side::First, area)),
            )
            .add(middle("end")),
        Sign::Move(stroke, class, mark) => {
            let data = svg::node::element::path::Data::new()
                .move_to((area.left(), area.y))
                .line_to((area.right(), area.y));
            group.add(stroked(data, stroke, class)).add(
                middle(mark)
                    .set("fill", stroke.color())
                    .set("paint-order", "stroke")
                    .set("stroke", PAGE)
                    .set("stroke-width", 4),
            )
        }
        Sign::Listed(mark) => group
            .add(
                Rectangle::new()
                    .set("x", area.left())
                    .set("y", area.top())
                    .set("width", area.width)
                    .set("height", area.height)
                    .set("rx", 4)
                    .set("fill", PAGE)
                    .set("stroke", FAINT_INK)
                    .set("stroke-dasharray", REPEAT_DASHES),
            )
            .add(middle(mark)),
        Sign::Text(written) => group.add(middle(written)),
    }
}
