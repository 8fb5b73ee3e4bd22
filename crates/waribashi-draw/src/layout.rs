//! Where everything stands: layers by ply, dagre's order and coordinates within them, moves as curves.
//!
//! A move leads at most one layer down, since layers are distances from the start. Moves that lead up are listed
//! under the position, so that every line is one layer long, and dagre has no choice but to keep the layers.

use dagre::{
    EdgeLabel, LayoutOptions, NodeLabel, RankAlign, Ranker, graph::Graph, layout::types::LabelPos,
};
use waribashi_solve::{Node, StrategyGraph};

use crate::{
    paint::{LABEL_SIZE, MOVE_SIZE, POSITION_SIZE, Stroke},
    slide::Rows,
    text::Ruler,
    words,
};

/// A rectangle by its middle and its size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn left(&self) -> f64 {
        self.x - self.width / 2.0
    }

    pub(crate) fn right(&self) -> f64 {
        self.x + self.width / 2.0
    }

    pub(crate) fn top(&self) -> f64 {
        self.y - self.height / 2.0
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height / 2.0
    }
}

/// A move drawn as a line one layer down.
pub(crate) struct Line {
    /// Index of the edge in the graph.
    pub(crate) edge: usize,
    /// Where it leaves, passes its label, and arrives.
    pub(crate) points: [(f64, f64); 3],
    /// The lines of its label.
    pub(crate) label: Vec<String>,
    /// The place of the label.
    pub(crate) label_area: Area,
}

/// A position with the moves from it that are not drawn as lines, listed below its shape.
pub(crate) struct Card {
    /// The place of the shape.
    pub(crate) shape: Area,
    /// The place of shape and list.
    pub(crate) whole: Area,
    /// The moves: the index of each edge, and what is written about it.
    pub(crate) rows: Vec<(usize, String)>,
}

/// A graph with places for all its parts; the origin is at the top left.
pub(crate) struct Layout {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// A card for each node.
    pub(crate) cards: Vec<Card>,
    pub(crate) lines: Vec<Line>,
}

/// With more lines than positions by this many, only one is drawn to each position.
const MOST_EXTRA_LINES: usize = 40;
/// The height of a line of moves.
pub(crate) const MOVE_LINE: f64 = 15.0;
/// The height of a listed move.
pub(crate) const ROW: f64 = 18.0;
/// Space between a shape and the list below it.
const LIST_GAP: f64 = 3.0;
const SHAPE_HEIGHT: f64 = 44.0;
/// The least space between cards.
const CARD_GAP: f64 = 14.0;
/// The least space between labels.
const LABEL_GAP: f64 = 10.0;
/// How far lines at the same node are apart, where there is room.
const PORT: f64 = 16.0;
/// The point of the arrow ends this much above the node.
const ARROW_GAP: f64 = 2.0;

/// What dagre calls a node.
fn key(node: usize) -> String {
    node.to_string()
}

impl Layout {
    pub(crate) fn new(graph: &StrategyGraph, ruler: &Ruler) -> Self {
        let mut cards: Vec<Card> = graph
            .nodes
            .iter()
            .map(|node| Card::new(graph, node, ruler))
            .collect();
        let mut lines: Vec<Line> = Vec::new();
        for (at, is_line) in drawn_as_lines(graph).into_iter().enumerate() {
            if is_line {
                lines.push(Line::new(graph, at, ruler));
            } else {
                cards[graph.edges[at].from].list(graph, at, ruler);
            }
        }
        place(graph, &mut cards, &mut lines);
        let mut layout = Layout {
            width: 0.0,
            height: 0.0,
            cards,
            lines,
        };
        layout.slide(graph);
        layout.set_ends(graph);
        layout
    }

    /// Moves everything along its row to where the lines are short, and sets the size of the whole.
    fn slide(&mut self, graph: &StrategyGraph) {
        // Rows from above: cards in the even ones, labels in the odd ones.
        let layers = graph.nodes.last().map_or(0, |node| node.layer) + 1;
        let mut rows = Rows {
            rows: vec![Vec::new(); 2 * layers],
            widths: Vec::new(),
            joined: Vec::new(),
        };
        let mut x = Vec::new();
        let mut put = |row: usize, area: &Area, gap: f64| {
            rows.rows[row].push(x.len());
            x.push(area.x);
            rows.widths.push(area.width + gap);
            rows.joined.push(Vec::new());
        };
        for (node, card) in graph.nodes.iter().zip(&self.cards) {
            put(2 * node.layer, &card.whole, CARD_GAP);
        }
        for line in &self.lines {
            put(
                2 * graph.nodes[graph.edges[line.edge].from].layer + 1,
                &line.label_area,
                LABEL_GAP,
            );
        }
        for (at, line) in self.lines.iter().enumerate() {
            let edge = &graph.edges[line.edge];
            let label = self.cards.len() + at;
            let strength = if Stroke::of(edge) == Stroke::Best {
                3.0
            } else {
                1.0
            };
            for end in [edge.from, edge.to] {
                rows.joined[end].push((label, strength));
                rows.joined[label].push((end, strength));
            }
        }
        for row in &mut rows.rows {
            row.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
        }
        rows.settle(&mut x);

        let left = x
            .iter()
            .zip(&rows.widths)
            .map(|(x, width)| x - width / 2.0)
            .fold(f64::INFINITY, f64::min);
        let areas = self
            .cards
            .iter_mut()
            .map(|card| &mut card.whole)
            .chain(self.lines.iter_mut().map(|line| &mut line.label_area));
        for (area, x) in areas.zip(&x) {
            area.x = x - left;
            self.width = self.width.max(area.right());
            self.height = self.height.max(area.bottom());
        }
        for card in &mut self.cards {
            card.shape.x = card.whole.x;
        }
    }

    /// Spreads the ends of lines along the edges of the cards, in the order in which the lines come.
    fn set_ends(&mut self, graph: &StrategyGraph) {
        for line in &mut self.lines {
            line.points[1] = (line.label_area.x, line.label_area.y);
        }
        for (at, card) in self.cards.iter().enumerate() {
            for (end, y) in [(0, card.whole.bottom()), (2, card.shape.top() - ARROW_GAP)] {
                let mut here: Vec<&mut Line> = self
                    .lines
                    .iter_mut()
                    .filter(|line| {
                        let edge = &graph.edges[line.edge];
                        at == if end == 0 { edge.from } else { edge.to }
                    })
                    .collect();
                here.sort_by(|a, b| a.label_area.x.total_cmp(&b.label_area.x));
                let count = here.len();
                for (place, line) in here.into_iter().enumerate() {
                    line.points[end] = (port(&card.shape, place, count), y);
                }
            }
        }
    }
}

impl Card {
    fn new(graph: &StrategyGraph, node: &Node, ruler: &Ruler) -> Self {
        let position = ruler.width(&words::position(graph, node), POSITION_SIZE);
        let label = ruler.width(&words::short_label(node), LABEL_SIZE);
        let shape = Area {
            width: position.max(label) + 24.0,
            height: SHAPE_HEIGHT,
            ..Area::default()
        };
        Card {
            shape,
            whole: shape,
            rows: Vec::new(),
        }
    }

    /// Adds a move to the list.
    fn list(&mut self, graph: &StrategyGraph, edge: usize, ruler: &Ruler) {
        let row = words::listed_move(graph, &graph.edges[edge]);
        self.whole.width = self.whole.width.max(ruler.width(&row, MOVE_SIZE) + 12.0);
        self.whole.height += if self.rows.is_empty() {
            LIST_GAP + ROW
        } else {
            ROW
        };
        self.rows.push((edge, row));
    }

    /// The place of a row of the list.
    pub(crate) fn row(&self, row: usize) -> Area {
        let y = self.shape.bottom() + LIST_GAP + (row as f64 + 0.5) * ROW;
        Area {
            y,
            height: ROW,
            ..self.whole
        }
    }
}

impl Line {
    fn new(graph: &StrategyGraph, edge: usize, ruler: &Ruler) -> Self {
        let label = words::label_lines(graph, &graph.edges[edge]);
        let width = label
            .iter()
            .map(|line| ruler.width(line, MOVE_SIZE))
            .fold(0.0, f64::max);
        let label_area = Area {
            width,
            height: label.len() as f64 * MOVE_LINE,
            ..Area::default()
        };
        Line {
            edge,
            points: [(0.0, 0.0); 3],
            label,
            label_area,
        }
    }
}

/// Has dagre give places to cards and labels.
fn place(graph: &StrategyGraph, cards: &mut [Card], lines: &mut [Line]) {
    let mut dag: Graph<NodeLabel, EdgeLabel> = Graph::new();
    for (at, card) in cards.iter().enumerate() {
        let Area { width, height, .. } = card.whole;
        dag.set_node(
            key(at),
            Some(NodeLabel {
                width,
                height,
                ..NodeLabel::default()
            }),
        );
    }
    for line in &*lines {
        let edge = &graph.edges[line.edge];
        let Area { width, height, .. } = line.label_area;
        let weight = if Stroke::of(edge) == Stroke::Best {
            4
        } else {
            1
        };
        let link = EdgeLabel {
            width,
            height,
            weight,
            labelpos: LabelPos::Center,
            ..EdgeLabel::default()
        };
        dag.set_edge(key(edge.from), key(edge.to), Some(link), None);
    }
    let widest = graph
        .nodes
        .chunk_by(|a, b| a.layer == b.layer)
        .map(<[_]>::len)
        .max();
    let options = LayoutOptions {
        nodesep: CARD_GAP,
        edgesep: LABEL_GAP,
        ranksep: (54.0 + 1.2 * widest.unwrap_or(0) as f64).min(120.0),
        ranker: Ranker::TightTree,
        rank_align: RankAlign::Top,
        ..LayoutOptions::default()
    };
    dagre::layout(&mut dag, Some(options));
    for (at, card) in cards.iter_mut().enumerate() {
        let placed = dag.node(&key(at)).expect("every node was added");
        (card.whole.x, card.whole.y) = placed.x.zip(placed.y).expect("every node has a place");
        card.shape.y = card.whole.top() + card.shape.height / 2.0;
    }
    for line in lines {
        let edge = &graph.edges[line.edge];
        let placed = dag
            .edge(&key(edge.from), &key(edge.to), None)
            .expect("every line was added");
        let label = &mut line.label_area;
        (label.x, label.y) = placed.x.zip(placed.y).expect("every label has a place");
    }
}

/// Which edges are drawn as lines: those that lead a layer down, and where these are too many to follow, for each
/// position the best of those that lead to it.
pub(crate) fn drawn_as_lines(graph: &StrategyGraph) -> Vec<bool> {
    let layer = |node: usize| graph.nodes[node].layer;
    let mut is_line: Vec<bool> = graph
        .edges
        .iter()
        .map(|edge| layer(edge.to) > layer(edge.from))
        .collect();
    let lines = is_line.iter().filter(|&&is_line| is_line).count();
    if lines > graph.nodes.len() + MOST_EXTRA_LINES {
        let mut chosen: Vec<Option<usize>> = vec![None; graph.nodes.len()];
        for (at, edge) in graph
            .edges
            .iter()
            .enumerate()
            .filter(|&(at, _)| is_line[at])
        {
            let chosen = &mut chosen[edge.to];
            if chosen.is_none_or(|other| Stroke::of(edge) > Stroke::of(&graph.edges[other])) {
                *chosen = Some(at);
            }
        }
        is_line = vec![false; graph.edges.len()];
        for at in chosen.into_iter().flatten() {
            is_line[at] = true;
        }
    }
    is_line
}

/// Where along a node the line at this place among `count` lines ends.
fn port(area: &Area, place: usize, count: usize) -> f64 {
    let room = area.width - 28.0;
    let step = if count > 1 {
        (room / (count - 1) as f64).min(PORT)
    } else {
        0.0
    };
    area.x + step * (place as f64 - (count - 1) as f64 / 2.0)
}
