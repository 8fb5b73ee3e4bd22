use std::{
    fs::File,
    path::{Path, PathBuf},
};

use waribashi::{Game, Rules};
use waribashi_solve::{Answer, Oracle, Solution};
use waribashi_table::TableOracle;

use crate::{commands::table, failure::Failure};

/// What knows the worth of every position of the rules in force: a solution in memory, or a table on disk.
pub(crate) enum Knowledge {
    /// The rules were solved.
    Solved(Solution),
    /// They are those of a table.
    Table {
        /// The file, for what is said when it cannot be read.
        file: PathBuf,
        /// Reads it.
        oracle: Box<TableOracle<File>>,
    },
}

impl Knowledge {
    /// Opens a table.
    pub(crate) fn open(file: &Path) -> Result<Self, Failure> {
        let table = table::open(file)?;
        if !table.has_distances() {
            // A player who knows only that he wins can go round in circles for ever.
            return Err(Failure::failed(format!(
                "the table \"{}\" has values without distances, by which nobody wins for certain: expected one \
                 with distances (for example: waribashi table build FILE {})",
                file.display(),
                table.rules().short_name()
            )));
        }
        Ok(Knowledge::Table {
            file: file.to_path_buf(),
            oracle: Box::new(TableOracle::new(table)),
        })
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Rules {
        match self {
            Knowledge::Solved(solution) => solution.rules(),
            Knowledge::Table { oracle, .. } => oracle.table().rules(),
        }
    }

    /// Asks something.
    ///
    /// # Errors
    ///
    /// When the table cannot be read, in words.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&&dyn Oracle) -> T) -> Result<T, String> {
        match self {
            Knowledge::Solved(solution) => Ok(question(&(solution as &dyn Oracle))),
            Knowledge::Table { file, oracle } => oracle
                .ask(|oracle| question(&(oracle as &dyn Oracle)))
                .map_err(|error| table::unreadable(file, &error).message()),
        }
    }

    /// What is known of the position on the board of a game.
    ///
    /// # Errors
    ///
    /// As [`Knowledge::ask`].
    pub(crate) fn answer_in(&self, game: &Game) -> Result<Answer, String> {
        self.ask(|oracle| oracle.answer_in(game))
    }
}
