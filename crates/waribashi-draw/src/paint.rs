//! Colours, sizes and strokes: what makes the pictures look as they do.

use waribashi::Value;

/// The page.
pub(crate) const PAGE: &str = "#ffffff";
/// The stripe behind the positions of a layer.
pub(crate) const STRIPE: &str = "#f2f4f7";
/// Text and outlines.
pub(crate) const INK: &str = "#1c2430";
/// Less important text.
pub(crate) const FAINT_INK: &str = "#4a5568";
/// Moves that are neither best nor blunders.
pub(crate) const PLAIN_MOVE: &str = "#6b7684";
/// Blunders.
pub(crate) const BLUNDER: &str = "#a01a10";

/// The fill of a value: light blue, grey and light orange, which are told apart with every kind of colour vision.
pub(crate) fn fill(value: Value) -> &'static str {
    match value {
        Value::Win => "#a9d3f5",
        Value::Draw => "#e3e3de",
        Value::Loss => "#ffc48a",
    }
}

/// Font size of the name of the rules.
pub(crate) const TITLE_SIZE: f64 = 20.0;
/// Font size of the kind of graph.
pub(crate) const HEADING_SIZE: f64 = 15.0;
/// Font size of the rules in sentences, the legend, and the numbers of the plies.
pub(crate) const SMALL_SIZE: f64 = 12.0;
/// Font size of positions.
pub(crate) const POSITION_SIZE: f64 = 15.0;
/// Font size of value and distance.
pub(crate) const LABEL_SIZE: f64 = 13.0;
/// Font size of moves.
pub(crate) const MOVE_SIZE: f64 = 12.0;

/// How a move is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stroke {
    /// Neither best nor a blunder.
    Plain,
    /// Gives away value.
    Blunder,
    /// No move is better.
    Best,
}

impl Stroke {
    pub(crate) const ALL: [Stroke; 3] = [Stroke::Plain, Stroke::Blunder, Stroke::Best];

    pub(crate) fn of(edge: &waribashi_solve::Edge) -> Self {
        match (edge.best, edge.blunder) {
            (true, _) => Stroke::Best,
            (_, true) => Stroke::Blunder,
            _ => Stroke::Plain,
        }
    }

    pub(crate) fn color(self) -> &'static str {
        match self {
            Stroke::Plain => PLAIN_MOVE,
            Stroke::Blunder => BLUNDER,
            Stroke::Best => INK,
        }
    }

    pub(crate) fn width(self) -> f64 {
        match self {
            Stroke::Plain => 1.3,
            Stroke::Blunder => 1.6,
            Stroke::Best => 3.2,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Stroke::Plain => "plain",
            Stroke::Blunder => "blunder",
            Stroke::Best => "best",
        }
    }
}

/// The dashes of a blunder.
pub(crate) const BLUNDER_DASHES: &str = "7 4";
/// The dashes of a move that repeats a position, and of listed moves.
pub(crate) const REPEAT_DASHES: &str = "2 3";
/// The width of a position's edge when the game is over.
pub(crate) const FINISHED_EDGE: f64 = 3.0;
