use waribashi::{Position, Rules};

use crate::{
    compiled::Compiled,
    demand::{Demand, TooLarge},
    label::{Code, Label},
    queue,
};

/// A way to solve a rule set. All give the same values and distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Retrograde analysis with successor counters and a queue: the reference.
    Queue,
}

impl Engine {
    /// The engine's name, as the command line has it.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Queue => "queue",
        }
    }
}

/// A solved rule set: the value and the distance of every position, endless play being a draw.
///
/// ```
/// use waribashi::{Position, Rules, Value};
/// use waribashi_solve::{Engine, Solution};
/// let rules = Rules::default();
/// let solution = Solution::new(&rules, Engine::Queue, u64::MAX)?;
/// assert_eq!(solution.label_of(rules.start()).value, Value::Draw);
/// let after_own_tap = Position::parse("11-12", &rules)?;
/// assert_eq!(solution.label_of(&after_own_tap).to_string(), "win in 7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solution {
    compiled: Compiled,
    codes: Vec<Code>,
    engine: Engine,
}

impl Solution {
    /// Solves a rule set in at most `limit` bytes of memory.
    ///
    /// # Errors
    ///
    /// When that would take more memory; nothing has been allocated then.
    pub fn new(rules: &Rules, engine: Engine, limit: u64) -> Result<Self, TooLarge> {
        Demand::of(rules, engine).check(rules, engine, limit)?;
        let compiled = Compiled::new(rules);
        let codes = match engine {
            Engine::Queue => queue::solve(&compiled),
        };
        Ok(Solution {
            compiled,
            codes,
            engine,
        })
    }

    /// The compiled rules, which number the positions.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The rules solved.
    pub fn rules(&self) -> &Rules {
        self.compiled.rules()
    }

    /// The engine that made the solution.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Value and distance of a position by its number.
    ///
    /// # Panics
    ///
    /// When the number is not below the number of positions.
    pub fn label(&self, id: usize) -> Label {
        self.codes[id].label()
    }

    /// Value and distance of a position.
    ///
    /// # Panics
    ///
    /// When the position is none of the rules.
    pub fn label_of(&self, position: &Position) -> Label {
        self.label(self.compiled.index(position))
    }
}
