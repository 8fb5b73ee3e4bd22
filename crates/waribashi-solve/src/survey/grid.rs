use std::ops::RangeInclusive;

use waribashi::{Axes, Rules, RulesError, Start};

/// The numbers of hands that a survey asks about, ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandsSpan {
    /// Both players have the same number.
    Equal(RangeInclusive<u64>),
    /// The first player's numbers against the second's.
    Each([RangeInclusive<u64>; 2]),
}

/// What a side of a survey's table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The number of fingers at which a hand is out.
    Fingers,
    /// The hands of each player.
    Hands,
    /// The hands of the first player.
    FirstHands,
    /// The hands of the second player.
    SecondHands,
}

impl Axis {
    /// What it counts, in words.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::Fingers => "fingers",
            Axis::Hands => "hands of each player",
            Axis::FirstHands => "hands of the first player",
            Axis::SecondHands => "hands of the second player",
        }
    }
}

/// Which games a survey asks about: the rules, and the numbers of fingers and of hands. At most two of
/// them vary.
///
/// Each game starts as the rules say: with the same number on every hand, or, where the hands do not vary,
/// from any position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    axes: Axes,
    short_name: String,
    fingers: RangeInclusive<u8>,
    hands: HandsSpan,
}

/// Why ranges make no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The end of a range is before its begin.
    #[error("the range {from}..{to} of {} is empty: the first number is the smaller one", .axis.name())]
    Empty {
        /// What ranges.
        axis: Axis,
        /// The first number.
        from: u64,
        /// The last number.
        to: u64,
    },
    /// A table has two sides only.
    #[error(
        "a table has two sides: fingers, hands of the first player and of the second cannot vary all at once"
    )]
    ThreeAxes,
    /// More cells than [`Grid::MOST_CELLS`].
    #[error(
        "a table of {rows} x {columns} cells is too large: at most {} are surveyed",
        Grid::MOST_CELLS
    )]
    TooMany {
        /// Its rows.
        rows: u64,
        /// Its columns.
        columns: u64,
    },
    /// Where the hands vary, the start has to make sense for any number of them.
    #[error(
        "the start has to show the same number on every hand (for example start=2) where the hands vary"
    )]
    Start,
}

/// A game of a grid: its numbers, and its rules, or why there are none.
pub(super) struct Game {
    pub(super) fingers: u8,
    pub(super) hands: [u64; 2],
    pub(super) rules: Result<Rules, RulesError>,
}

impl Grid {
    /// The most cells of a table.
    pub const MOST_CELLS: u64 = 1_000_000;

    /// The games with these rules, but for the numbers of fingers and of hands.
    ///
    /// # Errors
    ///
    /// When a range is empty, all three numbers vary, there are too many cells, or hands vary and the rules
    /// do not start with the same number on every hand.
    pub fn new(
        rules: &Rules,
        fingers: RangeInclusive<u8>,
        hands: HandsSpan,
    ) -> Result<Self, GridError> {
        let start = rules.start();
        let each = [&start.mine, &start.theirs].map(|hands| match hands.runs() {
            [(shown, _)] => Some(*shown),
            _ => None,
        });
        let mut axes = rules.axes().clone();
        let fixed = [
            rules.hands[0]..=rules.hands[0],
            rules.hands[1]..=rules.hands[1],
        ];
        match each {
            [Some(first), Some(second)] if first == second => axes.start = Start::Each(first),
            _ if HandsSpan::Each(fixed.clone()) == hands => {}
            _ if rules.hands[0] == rules.hands[1]
                && hands == HandsSpan::Equal(fixed[0].clone()) => {}
            _ => return Err(GridError::Start),
        }
        let grid = Grid {
            axes,
            short_name: rules.short_name(),
            fingers,
            hands,
        };
        let spans = [
            (Axis::Fingers, grid.span(Axis::Fingers)),
            (Axis::FirstHands, grid.span(Axis::FirstHands)),
            (Axis::SecondHands, grid.span(Axis::SecondHands)),
        ];
        for (axis, span) in &spans {
            if span.is_empty() {
                return Err(GridError::Empty {
                    axis: *axis,
                    from: *span.start(),
                    to: *span.end(),
                });
            }
        }
        let varies = |(_, span): &(Axis, RangeInclusive<u64>)| span.start() < span.end();
        if matches!(grid.hands, HandsSpan::Each(_)) && spans.iter().all(varies) {
            return Err(GridError::ThreeAxes);
        }
        let [rows, columns] = grid.sides().map(|axis| {
            let span = grid.span(axis);
            (span.end() - span.start()).saturating_add(1)
        });
        if rows.saturating_mul(columns) > Grid::MOST_CELLS {
            return Err(GridError::TooMany { rows, columns });
        }
        Ok(grid)
    }

    /// The rules in short, without what varies: `simple,fingers=4` or `suicide`. With the numbers of a
    /// cell added, `,hands=2:3` and `,fingers=4`, this is RULES text.
    pub fn name(&self) -> String {
        let mut name = String::new();
        let mut dropped = false;
        for piece in self.short_name.split(',') {
            // A piece that begins with a digit goes on with the start before it.
            if !piece.starts_with(|c: char| c.is_ascii_digit()) {
                let key = piece.split_once('=').map(|(key, _)| key);
                dropped = match (key, &self.axes.start) {
                    (Some("hands" | "fingers"), _) => true,
                    (Some("start"), Start::Each(shown)) => {
                        name += &format!(",start={shown}");
                        true
                    }
                    _ => false,
                };
            }
            if !dropped {
                name += if name.is_empty() { "" } else { "," };
                name += piece;
            }
        }
        let fingers = *self.fingers.start();
        let said = |name: &str| {
            name.parse()
                .is_ok_and(|rules: Rules| rules.fingers == fingers)
        };
        if !self.varies(Axis::Fingers) && !said(&name) {
            name += &format!(",fingers={fingers}");
        }
        name
    }

    /// The rules in plain sentences, those that hold in every game of the table, with the start first.
    pub fn sentences(&self) -> Vec<String> {
        let said = |game: Game| game.rules.ok().map(|rules| rules.sentences());
        let mut games = self.games().filter_map(said);
        let mut common = games.next().unwrap_or_default();
        // Numbers alone tell the games apart, and the last has other numbers than the first.
        if let Some(last) = games.last() {
            common.retain(|sentence| last.contains(sentence));
        }
        if let (Start::Each(shown), true) = (&self.axes.start, self.hands_vary()) {
            common.insert(0, format!("Every hand shows {shown} at the start."));
        }
        common
    }

    /// What the rows count, and the number of each.
    pub fn rows(&self) -> (Axis, Vec<u64>) {
        let [rows, _] = self.sides();
        (rows, self.span(rows).collect())
    }

    /// What the columns count, and the number of each.
    pub fn columns(&self) -> (Axis, Vec<u64>) {
        let [_, columns] = self.sides();
        (columns, self.span(columns).collect())
    }

    /// The rules of the game with these numbers, or why there is no such game.
    ///
    /// # Errors
    ///
    /// What [`Rules::new`] says.
    pub fn rules_of(&self, fingers: u8, hands: [u64; 2]) -> Result<Rules, RulesError> {
        Rules::new(Axes {
            fingers,
            hands,
            ..self.axes.clone()
        })
    }

    /// All games, row by row.
    pub(super) fn games(&self) -> impl Iterator<Item = Game> {
        let [rows, columns] = self.sides();
        self.span(rows).flat_map(move |row| {
            self.span(columns).map(move |column| {
                let number = |axis: Axis| {
                    let equal = matches!(self.hands, HandsSpan::Equal(_));
                    match axis {
                        _ if axis == rows => row,
                        _ if axis == columns => column,
                        Axis::FirstHands | Axis::SecondHands if equal => column,
                        fixed => *self.span(fixed).start(),
                    }
                };
                let fingers = number(Axis::Fingers) as u8;
                let hands = [number(Axis::FirstHands), number(Axis::SecondHands)];
                Game {
                    fingers,
                    hands,
                    rules: self.rules_of(fingers, hands),
                }
            })
        })
    }

    fn hands_vary(&self) -> bool {
        [Axis::Hands, Axis::FirstHands, Axis::SecondHands]
            .into_iter()
            .any(|axis| self.varies(axis))
    }

    /// What rows and columns count.
    fn sides(&self) -> [Axis; 2] {
        match self.hands {
            HandsSpan::Equal(_) => [Axis::Fingers, Axis::Hands],
            HandsSpan::Each(_) if !self.varies(Axis::Fingers) => {
                [Axis::FirstHands, Axis::SecondHands]
            }
            HandsSpan::Each(_) if self.varies(Axis::FirstHands) => {
                [Axis::Fingers, Axis::FirstHands]
            }
            HandsSpan::Each(_) => [Axis::Fingers, Axis::SecondHands],
        }
    }

    /// Whether more than one number is asked for.
    pub fn varies(&self, axis: Axis) -> bool {
        let span = self.span(axis);
        span.start() < span.end()
    }

    /// The numbers asked for, ends included.
    pub fn span(&self, axis: Axis) -> RangeInclusive<u64> {
        match (axis, &self.hands) {
            (Axis::Fingers, _) => u64::from(*self.fingers.start())..=u64::from(*self.fingers.end()),
            (_, HandsSpan::Equal(span)) => span.clone(),
            (Axis::SecondHands, HandsSpan::Each([_, span])) | (_, HandsSpan::Each([span, _])) => {
                span.clone()
            }
        }
    }
}
