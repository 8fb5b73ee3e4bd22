//! Rule sets solved, and what is made of them.

use std::{sync::Arc, time::Duration};

use tokio::{sync::Semaphore, task, time::timeout};
use waribashi::{Game, Repetition, Rules};
use waribashi_solve::{Demand, Engine, Oracle, Solution, SolveError, Task};

use crate::{
    document::Document,
    json::PositionJudgedJson,
    problem::Problem,
    rule_sets::{MOST_SMALL, positions},
    shelf::{Bounds, Kept, Outcome, Shelf},
};

/// The least memory a server can do with: what a document takes while it is made has to fit.
pub const LEAST_MEMORY: u64 = 128 << 20;
/// The memory a server uses unless it is told otherwise.
pub const USUAL_MEMORY: u64 = 512 << 20;

/// Under a repetition rule the exact value takes a solve of the game anew for each request, so that rule sets may
/// have at most so many positions.
pub const MOST_WITH_REPETITION: u128 = 50_000;

/// How long a request waits for its turn before it is told to come back.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a solve may take.
const SOLVE_TIME: Duration = Duration::from_secs(20);
/// What a graph or a list of all positions may take while it is made.
const DOCUMENT_BYTES: u64 = 32 << 20;
/// Answers for rule sets of at most so many positions are made at once; they take well under a millisecond.
const MOST_AT_ONCE: u128 = 1_000;

/// Everything that is costly to make, and the bounds on it.
#[derive(Debug)]
pub(crate) struct Library {
    /// Small rule sets have a shelf of their own: a flood of large ones does not touch them.
    small: Arc<Shelf<Rules, Solution>>,
    large: Arc<Shelf<Rules, Solution>>,
    documents: Arc<Shelf<String, Document>>,
    /// How many answers that take long are made at once.
    answering: Arc<Semaphore>,
    threads: usize,
}

impl Library {
    /// A library that takes at most so many bytes.
    pub(crate) fn new(memory: u64, cores: usize) -> Self {
        let bounds = |memory, at_once| Bounds {
            memory,
            at_once,
            patience: PATIENCE,
            time: SOLVE_TIME,
        };
        let memory = memory.max(LEAST_MEMORY);
        Library {
            small: Shelf::new(bounds(memory / 4, cores)),
            documents: Shelf::new(bounds(memory / 4, cores)),
            large: Shelf::new(bounds(memory / 2, 1)),
            answering: Arc::new(Semaphore::new(cores)),
            // The other cores are for the other requests.
            threads: cores.div_ceil(2),
        }
    }

    /// The solution of a rule set.
    pub(crate) async fn solution(&self, rules: &Rules) -> Outcome<Solution> {
        let engine = Engine::suited(rules, true);
        let demand = Demand::of(rules, engine, true);
        let shelf = match demand.positions <= MOST_SMALL {
            true => &self.small,
            false => &self.large,
        };
        let (threads, limit) = (self.threads, shelf.most());
        let task = Task {
            engine: Some(engine),
            threads,
            limit,
            ..Task::default()
        };
        let Some(bytes) = u64::try_from(demand.bytes)
            .ok()
            .filter(|&bytes| bytes <= limit)
        else {
            // Refused before anything is allocated.
            let refused = Solution::new(rules, task).err();
            return Err(refused.map_or_else(Problem::fault, unsolved));
        };
        let to_solve = rules.clone();
        let solve = move |progress: &_| {
            let task = Task {
                progress: Some(progress),
                ..task
            };
            let solution = Solution::new(&to_solve, task).map_err(unsolved)?;
            Ok((solution, bytes))
        };
        shelf.get(rules, bytes, solve).await
    }

    /// What is known of the position on the board of a game.
    pub(crate) async fn answer(&self, game: Game) -> Result<PositionJudgedJson, Problem> {
        let rules = game.rules();
        let size = positions(rules);
        let has_history = rules.repetition != Repetition::None;
        if has_history && size > MOST_WITH_REPETITION {
            return Err(Problem::too_much(format!(
                "rules with {size} positions and a repetition rule: expected at most {MOST_WITH_REPETITION} positions, or \
                 repetition=none (for example: self-tap)"
            )));
        }
        let solution = self.solution(rules).await?;
        let answer = move |solution: &Solution| {
            let (answer, mistakes) = solution.answer_and_mistakes(&game);
            PositionJudgedJson::new(&game, &answer, &mistakes)
        };
        if size <= MOST_AT_ONCE {
            return Ok(answer(&solution));
        }
        let turn = timeout(PATIENCE, self.answering.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| Problem::busy())?;
        let answered = task::spawn_blocking(move || {
            let _turn = turn;
            answer(&solution)
        });
        answered.await.map_err(|_| Problem::fault())
    }

    /// A document that is made of the solution of a small rule set.
    pub(crate) async fn document(
        &self,
        key: &str,
        rules: &Rules,
        make: impl FnOnce(&Solution) -> Result<Document, Problem> + Send + 'static,
    ) -> Outcome<Document> {
        let size = positions(rules);
        if size > MOST_SMALL {
            return Err(Problem::too_much(format!(
                "rules with {size} positions: expected at most {MOST_SMALL} for all of them at once, or a graph; \
                 /api/v1/position answers for larger ones (for example: rules=cards,hands=4)"
            )));
        }
        let solution: Arc<Kept<Solution>> = self.solution(rules).await?;
        let make = move |_: &_| {
            let document = make(&solution)?;
            let bytes = document.len() as u64;
            Ok((document, bytes))
        };
        self.documents
            .get(&key.to_string(), DOCUMENT_BYTES, make)
            .await
    }
}

fn unsolved(error: SolveError) -> Problem {
    match error {
        SolveError::TooLarge(_) => Problem::too_much(error),
        SolveError::Stopped => Problem::busy(),
        _ => Problem::fault(),
    }
}
