use crate::{heat_map::MOST_CELLS, picture::MOST_POSITIONS, png::MOST_PIXELS};

/// Why a graph is not drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DrawError {
    /// More positions than a picture can show: the layout would take too long, and nobody could read it.
    #[error(
        "a picture of {positions} positions could not be read: at most {} are drawn; DOT, GraphML and JSON have \
         no such bound",
        MOST_POSITIONS
    )]
    TooManyPositions {
        /// The positions of the graph.
        positions: usize,
    },
    /// More cells than a heat map shows.
    #[error(
        "a picture of {cells} cells could not be read: at most {} are drawn; text, CSV and JSON have no such \
         bound",
        MOST_CELLS
    )]
    TooManyCells {
        /// The cells of the survey.
        cells: usize,
    },
    /// A PNG with more pixels than the bound.
    #[error(
        "a PNG of {width} x {height} pixels is too large: at most {} pixels are drawn; an SVG has no such \
         bound",
        MOST_PIXELS
    )]
    TooManyPixels {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
    /// A scale that is not a number above 0.
    #[error("a picture cannot be drawn at scale {0}: a number above 0 is needed, such as 1 or 2")]
    Scale(f32),
}
