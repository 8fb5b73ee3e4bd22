//! Strategy graphs as SVG.

use svg::{
    Document,
    node::element::{
        Anchor, Definitions, Group, Marker, Path, Polygon, Rectangle, Style, Text, Title,
        path::Data,
    },
};
use waribashi::Side;
use waribashi_solve::{EdgeClass, Node, StrategyGraph};

use crate::{
    error::DrawError,
    layout::{Area, Card, Layout, Line, MOVE_LINE},
    legend,
    paint::{
        self, BLUNDER, BLUNDER_DASHES, FAINT_INK, HEADING_SIZE, INK, LABEL_SIZE, MOVE_SIZE, PAGE,
        POSITION_SIZE, REPEAT_DASHES, SMALL_SIZE, STRIPE, Stroke, TITLE_SIZE,
    },
    text::{FAMILIES, Ruler},
    words,
};

/// The most positions that a picture shows.
pub const MOST_POSITIONS: usize = 2_000;

const MARGIN: f64 = 24.0;
/// Room at the left for the numbers of the plies.
const PLIES: f64 = 76.0;
/// The picture is at least so wide, for the sake of the text above it.
const LEAST_WIDTH: f64 = 720.0;
/// Text above the picture is at most so wide.
const TEXT_WIDTH: f64 = 900.0;
/// How the position that a link was followed to stands out.
const FOLLOWED: &str = "#positions > :target g { stroke: #8a1c8f; stroke-width: 5 }";
/// A picture wider than this has the numbers of the plies at the right too.
const WIDE: f64 = 1800.0;

/// A strategy graph as an SVG document with a background of its own.
///
/// Every position has an id, such as `second-12-11`, its title in words, and a link wherever a move leads back
/// to it. For programs its group, of the class `position`, has `data-position="12-11"` and `data-turn="second"`.
///
/// # Errors
///
/// When the graph has more than [`MOST_POSITIONS`] positions.
pub fn svg(graph: &StrategyGraph) -> Result<String, DrawError> {
    let positions = graph.nodes.len();
    if positions > MOST_POSITIONS {
        return Err(DrawError::TooManyPositions { positions });
    }
    let ruler = Ruler::new();
    let layout = Layout::new(graph, &ruler);
    let plies_right = if layout.width > WIDE { PLIES } else { 0.0 };
    let width = (layout.width + PLIES + plies_right + 2.0 * MARGIN)
        .max(LEAST_WIDTH)
        .ceil();
    let text_width = (width - 2.0 * MARGIN).min(TEXT_WIDTH);

    let (header, below_header) = header(graph, &ruler, text_width);
    let (legend, below_legend) = legend::legend(graph, &ruler, text_width);
    let top = below_header + below_legend + 24.0;
    let room = width - 2.0 * MARGIN - PLIES - plies_right;
    let left = MARGIN + PLIES + (room - layout.width) / 2.0;
    let height = (top + layout.height + MARGIN).ceil();

    let mut lines = Group::new().set("id", "moves").set("fill", "none");
    // Best moves last, so that they lie above the others.
    for stroke in Stroke::ALL {
        for line in &layout.lines {
            if Stroke::of(&graph.edges[line.edge]) == stroke {
                lines = lines.add(curve(graph, line, stroke));
            }
        }
    }
    let mut labels = Group::new()
        .set("id", "labels")
        .set("font-size", MOVE_SIZE)
        .set("text-anchor", "middle");
    for line in &layout.lines {
        labels = labels.add(label(graph, line));
    }
    let mut nodes = Group::new()
        .set("id", "positions")
        .set("text-anchor", "middle");
    for (node, card) in graph.nodes.iter().zip(&layout.cards) {
        nodes = nodes.add(position(graph, node, card));
        for row in 0..card.rows.len() {
            nodes = nodes.add(listed_move(graph, card, row));
        }
    }
    let title = format!(
        "Chopsticks, {}. {}",
        graph.rules.short_name(),
        words::heading(graph)
    );
    let drawing = Group::new()
        .set(
            "transform",
            format!("translate({} {})", rounded(left), rounded(top)),
        )
        .add(lines)
        .add(labels)
        .add(nodes);
    let document = Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0, 0, width, height))
        .set("font-family", FAMILIES)
        .set("fill", INK)
        .set("role", "img")
        .set("aria-label", title.as_str())
        .add(Title::new(title.as_str()))
        .add(Style::new(FOLLOWED))
        .add(arrows())
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("fill", PAGE),
        )
        .add(header)
        .add(legend.set(
            "transform",
            format!("translate({MARGIN} {})", rounded(below_header)),
        ))
        .add(plies(graph, &layout, width, top))
        .add(drawing);
    Ok(format!("{document}\n"))
}

/// A number with one digit after the point, as coordinates are written.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Text that begins (or with another anchor, ends or has its middle) at a place on its base line.
pub(crate) fn text(content: &str, x: f64, y: f64, size: f64) -> Text {
    Text::new(content)
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("font-size", size)
}

/// Text as heavier strokes: the font has one weight.
fn heavy(text: Text) -> Text {
    text.set("stroke", INK).set("stroke-width", 0.5)
}

/// The rules and the kind of graph, and where they end.
fn header(graph: &StrategyGraph, ruler: &Ruler, width: f64) -> (Group, f64) {
    let start = &graph.nodes[0];
    let mut group = Group::new().set("id", "rules");
    let mut y = MARGIN;
    let name = format!("Chopsticks: {}", graph.rules.short_name());
    let counts = format!(
        "From {}. {} positions, {} moves (equal ones counted once).",
        words::spoken(graph, start),
        graph.nodes.len(),
        graph.edges.len()
    );
    let parts = [
        (name, TITLE_SIZE, 1.25, true),
        (words::heading(graph), HEADING_SIZE, 1.5, true),
        (counts, SMALL_SIZE, 1.6, false),
        (graph.rules.sentences().join(" "), SMALL_SIZE, 1.4, false),
    ];
    for (said, size, leading, is_heavy) in parts {
        for line in ruler.wrap(&said, size, width) {
            y += size * leading;
            let line = text(&line, MARGIN, y, size);
            group = group.add(if is_heavy {
                heavy(line)
            } else {
                line.set("fill", FAINT_INK)
            });
        }
    }
    (group, y + 16.0)
}

/// Stripes behind the layers, with the numbers of the plies.
fn plies(graph: &StrategyGraph, layout: &Layout, width: f64, top: f64) -> Group {
    let mut group = Group::new().set("id", "plies").set("fill", FAINT_INK);
    let mut next = 0;
    for (node, card) in graph.nodes.iter().zip(&layout.cards) {
        if node.layer < next {
            continue;
        }
        next = node.layer + 1;
        let middle = top + card.shape.y;
        group = group.add(
            Rectangle::new()
                .set("x", 8)
                .set("y", rounded(middle - card.shape.height / 2.0 - 7.0))
                .set("width", width - 16.0)
                .set("height", card.shape.height + 14.0)
                .set("rx", 6)
                .set("fill", STRIPE),
        );
        let mut places = vec![(MARGIN, "start")];
        if layout.width > WIDE {
            places.push((width - MARGIN, "end"));
        }
        for (x, anchor) in places {
            group = group
                .add(
                    heavy(text(
                        &format!("ply {}", node.layer),
                        x,
                        middle - 4.0,
                        SMALL_SIZE,
                    ))
                    .set("text-anchor", anchor),
                )
                .add(
                    text(&node.to_move.to_string(), x, middle + 12.0, SMALL_SIZE)
                        .set("text-anchor", anchor),
                );
        }
    }
    group
}

/// The heads of the arrows, one for each stroke.
fn arrows() -> Definitions {
    Stroke::ALL
        .into_iter()
        .fold(Definitions::new(), |arrows, stroke| {
            arrows.add(
                Marker::new()
                    .set("id", format!("{}-arrow", stroke.name()))
                    .set("viewBox", "0 0 10 10")
                    .set("refX", 9)
                    .set("refY", 5)
                    .set("markerWidth", if stroke == Stroke::Best { 11 } else { 8 })
                    .set("markerHeight", if stroke == Stroke::Best { 11 } else { 8 })
                    .set("markerUnits", "userSpaceOnUse")
                    .set("orient", "auto")
                    .add(
                        Path::new()
                            .set("d", "M0 0L10 5L0 10L2 5z")
                            .set("fill", stroke.color()),
                    ),
            )
        })
}

/// How far lines go at most to the side at a label, for as much down.
const STEEP: f64 = 12.0;

/// A smooth curve from the first point to the last, upright at both, through any between.
fn upright_curve(points: &[(f64, f64)]) -> Data {
    // How the curve goes at each point: down at the ends, steeply at a label, so that it keeps off those beside.
    let heading = |at: usize| {
        let before = points[at.saturating_sub(1)];
        let after = points[(at + 1).min(points.len() - 1)];
        if at == 0 || at + 1 == points.len() {
            (0.0, (after.1 - before.1) / 2.0)
        } else {
            (((after.0 - before.0) / 6.0).clamp(-STEEP, STEEP), STEEP)
        }
    };
    let mut data = Data::new().move_to((rounded(points[0].0), rounded(points[0].1)));
    for (at, pair) in points.windows(2).enumerate() {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        let ((dx0, dy0), (dx1, dy1)) = (heading(at), heading(at + 1));
        let [a, b, c, d, e, f] = [x0 + dx0, y0 + dy0, x1 - dx1, y1 - dy1, x1, y1].map(rounded);
        data = data.cubic_curve_to((a, b, c, d, e, f));
    }
    data
}

/// A line with the stroke, dashes and arrow of a move.
pub(crate) fn stroked(data: Data, stroke: Stroke, class: EdgeClass) -> Path {
    let path = Path::new()
        .set("d", data)
        .set("stroke", stroke.color())
        .set("stroke-width", stroke.width())
        .set("marker-end", format!("url(#{}-arrow)", stroke.name()));
    match (stroke, class) {
        (Stroke::Blunder, _) => path.set("stroke-dasharray", BLUNDER_DASHES),
        (_, EdgeClass::Back) => path.set("stroke-dasharray", REPEAT_DASHES),
        _ => path,
    }
}

fn curve(graph: &StrategyGraph, line: &Line, stroke: Stroke) -> Path {
    let edge = &graph.edges[line.edge];
    stroked(upright_curve(&line.points), stroke, edge.class)
        .set("class", "move")
        .add(Title::new(told_move(graph, line.edge)))
}

/// A move in words: what is played, what it is worth, where it leads.
fn told_move(graph: &StrategyGraph, edge: usize) -> String {
    let edge = &graph.edges[edge];
    let mut told = format!(
        "{} from {} to {}",
        words::moves(graph, edge).join(", "),
        words::position(graph, &graph.nodes[edge.from]),
        words::spoken(graph, &graph.nodes[edge.to]),
    );
    if edge.best {
        told.push_str("; best");
    }
    if edge.blunder {
        told.push_str("; a blunder");
    }
    if edge.class == EdgeClass::Back {
        told.push_str("; repeats a position");
    }
    told
}

fn label(graph: &StrategyGraph, line: &Line) -> Group {
    let stroke = Stroke::of(&graph.edges[line.edge]);
    let color = match stroke {
        Stroke::Plain => FAINT_INK,
        stroke => stroke.color(),
    };
    let area = &line.label_area;
    let behind = Rectangle::new()
        .set("x", rounded(area.left() - 2.0))
        .set("y", rounded(area.top()))
        .set("width", rounded(area.width + 4.0))
        .set("height", rounded(area.height))
        .set("rx", 3)
        .set("fill", PAGE);
    let mut group = Group::new().set("fill", color).add(behind);
    for (at, written) in line.label.iter().enumerate() {
        let y = area.top() + (at as f64 + 0.5) * MOVE_LINE + MOVE_SIZE * 0.36;
        group = group.add(
            Text::new(written.as_str())
                .set("x", rounded(area.x))
                .set("y", rounded(y)),
        );
    }
    group
}

/// The outline of a position: a rounded box for the first player, a hexagon for the second.
pub(crate) fn outline(side: Side, area: &Area) -> Box<dyn svg::Node> {
    let [x0, x1, y0, y1] = [area.left(), area.right(), area.top(), area.bottom()].map(rounded);
    match side {
        Side::First => Rectangle::new()
            .set("x", x0)
            .set("y", y0)
            .set("width", rounded(area.width))
            .set("height", rounded(area.height))
            .set("rx", 8)
            .into(),
        Side::Second => {
            let (cut, y) = (11.0, rounded(area.y));
            let [x2, x3] = [x0 + cut, x1 - cut].map(rounded);
            Polygon::new()
                .set(
                    "points",
                    format!("{x0},{y} {x2},{y0} {x3},{y0} {x1},{y} {x3},{y1} {x2},{y1}"),
                )
                .into()
        }
    }
}

/// The fill and the edge of a position; a finished game has a heavy edge.
pub(crate) fn shape(node: &Node, area: &Area) -> Group {
    Group::new()
        .set("fill", paint::fill(node.label.value))
        .set("stroke", INK)
        .set(
            "stroke-width",
            if node.finished {
                paint::FINISHED_EDGE
            } else {
                1.2
            },
        )
        .add(outline(node.to_move, area))
}

fn position(graph: &StrategyGraph, node: &Node, card: &Card) -> Group {
    let area = &card.shape;
    let spoken = words::spoken(graph, node);
    Group::new()
        .set("id", words::anchor(graph, node))
        .set("class", "position")
        .set("data-position", words::position(graph, node))
        .set("data-turn", node.to_move.to_string())
        .set("role", "img")
        .set("aria-label", spoken.as_str())
        .add(Title::new(spoken.as_str()))
        .add(shape(node, area))
        .add(heavy(text(
            &words::position(graph, node),
            area.x,
            area.y - 4.0,
            POSITION_SIZE,
        )))
        .add(text(
            &words::short_label(node),
            area.x,
            area.y + 14.0,
            LABEL_SIZE,
        ))
}

/// A row of the list below a position: a move with a link to the position after it.
fn listed_move(graph: &StrategyGraph, card: &Card, row: usize) -> Anchor {
    let area = card.row(row);
    let (at, written) = &card.rows[row];
    let edge = &graph.edges[*at];
    let to = &graph.nodes[edge.to];
    let written = text(written, area.x, area.y + MOVE_SIZE * 0.36, MOVE_SIZE);
    Anchor::new()
        .set("href", format!("#{}", words::anchor(graph, to)))
        .set("class", "listed")
        .add(Title::new(told_move(graph, *at)))
        .add(
            Rectangle::new()
                .set("x", rounded(area.left()))
                .set("y", rounded(area.top()))
                .set("width", rounded(area.width))
                .set("height", rounded(area.height))
                .set("rx", 3)
                .set("fill", paint::fill(to.label.value))
                .set("stroke", FAINT_INK)
                .set("stroke-width", 0.8)
                .set("stroke-dasharray", REPEAT_DASHES),
        )
        .add(match Stroke::of(edge) {
            Stroke::Best => heavy(written),
            Stroke::Blunder => written.set("fill", BLUNDER),
            Stroke::Plain => written,
        })
}
