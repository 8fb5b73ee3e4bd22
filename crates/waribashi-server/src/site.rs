//! The page as files that need no server.

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

/// Every file of the page that needs no server, made one after the other: the rule sets, for those that are small all
/// positions and the graphs that can be drawn, and the page. `index.html`, without which the others are of no use, comes
/// last.
///
/// Each is a [`SolveError`] where memory or threads do not suffice.
pub fn site() -> impl Iterator<Item = Result<File, SolveError>> {
    let listing = ("data/rules.json".into(), json(&RulesListingJson::new()));
    let small = named().filter(|(_, rules)| positions(rules) <= MOST_SMALL);
    let data = small.flat_map(|(name, rules)| match of_rules(name, &rules) {
        Ok(files) => files.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    });
    let (index, others): (Vec<File>, Vec<File>) =
        page::standing_alone().partition(|(path, _)| path == page::INDEX);
    let page = others.into_iter().chain(index).map(Ok);
    std::iter::once(Ok(listing)).chain(data).chain(page)
}

/// The files of one rule set.
fn of_rules(name: &str, rules: &Rules) -> Result<Vec<File>, SolveError> {
    let solution = Solution::new(rules, Task::default())?;
    let mut files = vec![(
        format!("data/solutions/{name}.json"),
        json(&SolutionJson::new(&solution)),
    )];
    for (kind, word) in KindName::ALL {
        let graph = solution.strategy(kind.kind(Side::First), rules.start());
        // A graph that is too large to be drawn is left out.
        if let Ok(svg) = waribashi_draw::svg(&graph) {
            files.push((format!("data/graphs/{name}-{word}.svg"), svg.into_bytes()));
        }
    }
    Ok(files)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("the values have JSON's types")
}
