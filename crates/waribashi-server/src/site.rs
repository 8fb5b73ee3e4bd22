//! The page as files that need no server.

use rayon::prelude::*;
use serde::Serialize;
use waribashi::{Rules, Side};
use waribashi_solve::{Solution, SolveError, Task};

use crate::{
    api::KindName,
    page,
    rule_sets::{MOST_SMALL, RulesListingJson, named, positions},
    solution::SolutionJson,
};

/// A file of the site: its path, with `/` between the folders, and what is in it.
pub type File = (String, Vec<u8>);

/// The graphs that the page shows. The graph of everything is for a server: it is large, and few look at it.
const KINDS: [KindName; 4] = [
    KindName::Optimal,
    KindName::First,
    KindName::Second,
    KindName::Mistakes,
];

/// Every file of the page that needs no server: the rule sets, for those that are small all positions and the graphs
/// that can be drawn, and the page. `index.html`, without which the others are of no use, comes last.
///
/// # Errors
///
/// Where memory or threads do not suffice to solve a rule set.
pub fn site() -> Result<Vec<File>, SolveError> {
    let small: Vec<_> = named()
        .filter(|(_, rules)| positions(rules) <= MOST_SMALL)
        .collect();
    let data: Vec<Vec<File>> = small
        .par_iter()
        .map(|(name, rules)| of_rules(name, rules))
        .collect::<Result<_, _>>()?;
    let (index, others): (Vec<File>, Vec<File>) =
        page::standing_alone().partition(|(path, _)| path == page::INDEX);
    let mut files = vec![("data/rules.json".into(), json(&RulesListingJson::new()))];
    files.extend(data.into_iter().flatten().chain(others).chain(index));
    Ok(files)
}

/// The files of one rule set.
fn of_rules(name: &str, rules: &Rules) -> Result<Vec<File>, SolveError> {
    let solution = Solution::new(rules, Task::default())?;
    let mut files = vec![(
        format!("data/solutions/{name}.json"),
        json(&SolutionJson::new(&solution)),
    )];
    for kind in KINDS {
        let graph = solution.strategy(kind.kind(Side::First), rules.start());
        // A graph that is too large to be drawn is left out.
        if let Ok(svg) = waribashi_draw::svg(&graph) {
            files.push((
                format!("data/graphs/{name}-{}.svg", kind.name()),
                svg.into_bytes(),
            ));
        }
    }
    Ok(files)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("the values have JSON's types")
}
