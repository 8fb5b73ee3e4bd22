//! Surveys: value and distance at the start, for ranges of hands and of fingers, as a table.
//!
//! ```
//! use waribashi::Rules;
//! use waribashi_solve::{Task, survey::{Grid, HandsSpan, Survey}};
//!
//! let rules: Rules = "simple,fingers=4".parse()?;
//! let grid = Grid::new(&rules, 4..=4, HandsSpan::Each([1..=3, 1..=3]))?;
//! let survey = Survey::new(grid, Task::default(), |_| ())?;
//! let three_against_two = survey.cell(2, 1);
//! assert_eq!(three_against_two.known.label().unwrap().to_string(), "win in 7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cell;
mod cover;
mod grid;

use waribashi::{Hands, Position, Rules};

pub use self::{
    cell::{Cell, Known},
    grid::{Axis, Grid, GridError, HandsSpan},
};
use crate::{
    closed::Counts,
    demand::{Demand, TooLarge},
    label::Label,
    solution::{Engine, Solution, SolveError, Task},
};

/// A table of values, with or without distances: one game in each cell.
#[derive(Clone, Debug)]
pub struct Survey {
    grid: Grid,
    distances: bool,
    /// Row by row.
    cells: Vec<Cell>,
}

/// One solve of a survey, told before it begins.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Which solve it is, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// What is solved.
    pub rules: &'a Rules,
    /// The positions to solve.
    pub positions: u128,
}

impl Survey {
    /// Computes the table. `watch` is called before each solve.
    ///
    /// One solve serves all cells that it holds: the same numbers of hands the other way round, and, where a
    /// dead hand is as good as none, all smaller numbers. Values without distances of the many-handed game
    /// come from its theorem, as do those for which distances would take too much memory. The limit of the
    /// task holds for each solve; cells beyond it are left out with the reason, and so are those not computed
    /// when the task is stopped.
    ///
    /// # Errors
    ///
    /// When threads cannot be started.
    pub fn new(grid: Grid, task: Task, mut watch: impl FnMut(Step)) -> Result<Self, SolveError> {
        let mut cells: Vec<Cell> = grid.games().map(|game| first_look(game, task)).collect();
        let open: Vec<(usize, Rules)> = cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| cell.known == Known::Stopped)
            .map(|(at, cell)| (at, grid.rules_of(cell.fingers, cell.hands)))
            .map(|(at, rules)| (at, rules.expect("the first look found a game")))
            .collect();
        let solves = cover::solves(&open, task);
        for (at, solve) in solves.iter().enumerate() {
            watch(Step {
                number: at + 1,
                of: solves.len(),
                rules: &solve.rules,
                positions: demand(&solve.rules, task).positions,
            });
            let solution = match Solution::new(&solve.rules, task) {
                Ok(solution) => solution,
                Err(SolveError::Stopped) => break,
                Err(error) => return Err(error),
            };
            for &(cell, ref rules) in solve.cells.iter().map(|&at| &open[at]) {
                let start = within(rules.start(), rules.hands, &solution);
                let label = solution.label_of(&start);
                cells[cell].known = Known::Solved(Label {
                    distance: label.distance.filter(|_| task.distances),
                    ..label
                });
            }
        }
        Ok(Survey {
            grid,
            distances: task.distances,
            cells,
        })
    }

    /// What was asked.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether distances were asked for.
    pub fn has_distances(&self) -> bool {
        self.distances
    }

    /// The cell at a row and a column, both from 0.
    ///
    /// # Panics
    ///
    /// Outside of the table.
    pub fn cell(&self, row: usize, column: usize) -> &Cell {
        let columns = self.grid.columns().1.len();
        assert!(column < columns, "column {column} of {columns}");
        &self.cells[row * columns + column]
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

/// What is known of a game before anything is solved; [`Known::Stopped`] for what has to be.
fn first_look(game: grid::Game, task: Task) -> Cell {
    let known = match &game.rules {
        Err(error) => Known::NoGame(error.clone()),
        Ok(rules) => {
            let by_theorem = || {
                let counts = Counts::of(rules.start()).filter(|_| Counts::apply_to(rules))?;
                Some(Known::Theorem(counts.value()))
            };
            let unsolved = match check(&cover::squared(rules, task), task) {
                Ok(()) => Known::Stopped,
                Err(error) => Known::TooLarge(error),
            };
            match unsolved {
                Known::Stopped if task.distances => Known::Stopped,
                unsolved => by_theorem().unwrap_or(unsolved),
            }
        }
    };
    Cell {
        fingers: game.fingers,
        hands: game.hands,
        known,
    }
}

fn engine(rules: &Rules, task: Task) -> Engine {
    task.engine
        .unwrap_or_else(|| Engine::suited(rules, task.distances))
}

/// Whether a solve fits the task's limit.
fn check(rules: &Rules, task: Task) -> Result<(), TooLarge> {
    demand(rules, task).check(rules, engine(rules, task), task.distances, task.limit)
}

fn demand(rules: &Rules, task: Task) -> Demand {
    Demand::of(rules, engine(rules, task), task.distances)
}

/// The start of a game with `hands`, as a position of a solution that holds it: with the missing hands dead.
fn within(start: &Position, hands: [u64; 2], solution: &Solution) -> Position {
    let [first, second] = solution.rules().hands;
    let room = if hands[0] <= first && hands[1] <= second {
        [first, second]
    } else {
        [second, first]
    };
    let grown = |hands: &Hands, room: u64| {
        let dead = [(0, room - hands.len())];
        Hands::from_runs(hands.runs().iter().copied().chain(dead))
    };
    Position::new(grown(&start.mine, room[0]), grown(&start.theirs, room[1]))
}
