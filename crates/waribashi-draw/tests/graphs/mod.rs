//! Graphs to draw.

use waribashi::{Rules, Side};
use waribashi_solve::{Kind, Solution, StrategyGraph, Task};

/// Every kind of graph.
pub(crate) const ALL_KINDS: [Kind; 6] = [
    Kind::Optimal,
    Kind::Best(Side::First),
    Kind::Best(Side::Second),
    Kind::Mistakes(Side::First),
    Kind::Mistakes(Side::Second),
    Kind::Full,
];

/// A graph of a rule set from its start.
pub(crate) fn graph(rules: &str, kind: Kind) -> StrategyGraph {
    let rules: Rules = rules.parse().expect("the tests name rules");
    let solution = Solution::new(&rules, Task::default()).expect("the tests' rules are small");
    solution.strategy(kind, rules.start())
}
