use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, de::DeserializeOwned};

use crate::cases::{
    Claim, Contest, History, Known, MoveList, OneHand, Played, Table, Whole, check_name,
};

/// All files of `testdata/`, read and checked.
#[derive(Clone, Debug)]
pub struct Suite {
    /// `tables.toml`: the positions reachable from the start.
    pub tables: Vec<Table>,
    /// `whole.toml`: all positions of a rule set.
    pub whole: Vec<Whole>,
    /// `positions.toml`: values of single positions.
    pub positions: Vec<Known>,
    /// `histories.toml`: values of positions with the game that led to them.
    pub histories: Vec<History>,
    /// `games.toml`: games and how they end.
    pub games: Vec<Played>,
    /// `moves.toml`: all moves of a position.
    pub moves: Vec<MoveList>,
    /// `one-hand.toml`: one hand each.
    pub one_hand: Vec<OneHand>,
    /// `contest.toml`: inputs of contests and their outputs.
    pub contests: Vec<Contest>,
    /// `claims.toml`: false claims in print.
    pub claims: Vec<Claim>,
}

/// Why the suite cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A file cannot be read.
    #[error("{}: {error}", .file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file is no TOML, or no list of cases; the message has line and column.
    #[error("{}: {error}", .file.display())]
    Toml {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        error: Box<toml::de::Error>,
    },
    /// A case says something that is none of its kind.
    #[error("{}, case {case}: {fault}", .file.display())]
    Case {
        /// The file.
        file: PathBuf,
        /// The name of the case, or its place from 1 where it has none.
        case: String,
        /// What is wrong.
        fault: String,
    },
}

/// What every kind of case has: a check of the texts in it, for which TOML has no type.
pub(crate) trait Case: DeserializeOwned {
    fn check(&self) -> Result<(), String>;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<toml::Table>,
}

impl Suite {
    /// The suite of this repository.
    ///
    /// # Errors
    ///
    /// Where a file cannot be read, or a case in it is malformed. The error names file and case.
    pub fn load() -> Result<Suite, SuiteError> {
        Suite::load_from(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata"))
    }

    /// The suite in another folder that has the same files.
    ///
    /// # Errors
    ///
    /// As [`Suite::load`].
    pub fn load_from(folder: &Path) -> Result<Suite, SuiteError> {
        Ok(Suite {
            tables: cases(folder, "tables.toml")?,
            whole: cases(folder, "whole.toml")?,
            positions: cases(folder, "positions.toml")?,
            histories: cases(folder, "histories.toml")?,
            games: cases(folder, "games.toml")?,
            moves: cases(folder, "moves.toml")?,
            one_hand: cases(folder, "one-hand.toml")?,
            contests: cases(folder, "contest.toml")?,
            claims: cases(folder, "claims.toml")?,
        })
    }
}

fn cases<T: Case>(folder: &Path, name: &str) -> Result<Vec<T>, SuiteError> {
    let path = folder.join(name);
    let file = PathBuf::from("testdata").join(name);
    let text = fs::read_to_string(&path).map_err(|error| SuiteError::Read {
        file: file.clone(),
        error,
    })?;
    parse(&file, &text)
}

fn parse<T: Case>(file: &Path, text: &str) -> Result<Vec<T>, SuiteError> {
    let read: File = toml::from_str(text).map_err(|error| SuiteError::Toml {
        file: file.into(),
        error: Box::new(error),
    })?;
    let mut names = HashSet::new();
    let mut cases = Vec::new();
    for (at, table) in read.case.into_iter().enumerate() {
        let name = table.get("name").and_then(toml::Value::as_str);
        let case = name.map_or_else(|| format!("{}", at + 1), |name| format!("\"{name}\""));
        let fault = |fault: String| SuiteError::Case {
            file: file.into(),
            case: case.clone(),
            fault: fault.trim_end().to_string(),
        };
        check_name(name.unwrap_or_default(), &mut names).map_err(fault)?;
        let read: T = table
            .try_into()
            .map_err(|error: toml::de::Error| fault(error.to_string()))?;
        read.check().map_err(fault)?;
        cases.push(read);
    }
    Ok(cases)
}
