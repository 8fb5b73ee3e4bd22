//! Cases that are positions of a rule set, answered by whatever knows it.

use std::{io::Read, path::PathBuf};

use waribashi::{Position, Rules, SyntaxError, Value};
use waribashi_solve::{Solution, closed::Counts};
use waribashi_table::Table;

use crate::commands::table;

use super::{
    case::{Case, Fault},
    tokens::{Found, Tokens},
};

/// What knows the value of every position of a rule set.
pub(super) enum Oracle {
    /// The theorem of the many-handed game.
    Closed,
    /// A solution, solved once for all cases.
    Solved(Box<Solution>),
    /// A table, and the file that it is in.
    Table(Box<Table>, PathBuf),
}

impl Oracle {
    pub(super) fn value(&self, position: &Position) -> Result<Value, Fault> {
        Ok(match self {
            Oracle::Closed => Counts::of(position)
                .expect("no hand of these rules shows more than two")
                .value(),
            Oracle::Solved(solution) => solution.label_of(position).value,
            Oracle::Table(table, file) => {
                let probed = table.probe(position);
                let failed = |error| Fault::Oracle(table::unreadable(file, &error));
                probed.map_err(failed)?.value
            }
        })
    }
}

/// Cases of one position each.
pub(super) struct Positions<'a> {
    rules: &'a Rules,
    oracle: Oracle,
    example: String,
}

impl<'a> Positions<'a> {
    pub(super) fn new(rules: &'a Rules, oracle: Oracle) -> Self {
        let example = rules.start().notation(rules.fingers).to_string();
        Positions {
            rules,
            oracle,
            example,
        }
    }
}

impl Case for Positions<'_> {
    fn next<R: Read>(&mut self, tokens: &mut Tokens<R>) -> Result<Value, Fault> {
        let Some(token) = tokens.token()? else {
            return Err(Fault::new(tokens.place(), Found::End, "a position"));
        };
        let position = std::str::from_utf8(token.text)
            .map_err(|_| "a position, which has no such characters".to_string())
            .and_then(|text| {
                Position::parse(text, self.rules).map_err(
                    |SyntaxError {
                         column, expected, ..
                     }| {
                        format!("a position, and at its character {column} {expected}")
                    },
                )
            });
        match position {
            Ok(position) => self.oracle.value(&position),
            Err(expected) => Err(Fault::new(token.place, Found::token(token.text), expected)),
        }
    }

    fn example(&self) -> &str {
        &self.example
    }
}
