use std::sync::{Mutex, PoisonError};

use waribashi_solve::{Compiled, Label, Oracle};

use crate::{ReadError, access::ReadAt, table::Table};

/// A table that answers what a solution would, best moves and all.
pub struct TableOracle<R> {
    table: Table<R>,
    compiled: Compiled,
    /// The first thing that went wrong.
    failure: Mutex<Option<ReadError>>,
}

impl<R: ReadAt> TableOracle<R> {
    /// Compiles the table's rules.
    pub fn new(table: Table<R>) -> Self {
        TableOracle {
            compiled: Compiled::new(table.rules()),
            table,
            failure: Mutex::new(None),
        }
    }

    /// The table.
    pub fn table(&self) -> &Table<R> {
        &self.table
    }

    /// The table's rules, compiled.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Asks something.
    ///
    /// ```
    /// # use waribashi::Rules;
    /// # use waribashi_solve::{Oracle, Task};
    /// # use waribashi_table::{Overwrite, Table, TableOracle, solve};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("suicide.wbt");
    /// # let rules: Rules = "suicide".parse()?;
    /// # solve(&rules, Task::default(), &path, Overwrite::default())?;
    /// let oracle = TableOracle::new(Table::open(&path)?);
    /// let line = oracle.ask(|oracle| oracle.line(rules.start()))?;
    /// assert_eq!(line.len(), 26);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a block that was needed cannot be read, or is damaged.
    pub fn ask<T>(&self, question: impl FnOnce(&Answering<'_, R>) -> T) -> Result<T, ReadError> {
        let answer = question(&Answering(self));
        let failure = self
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        failure.map_or(Ok(answer), Err)
    }
}

/// A table while it is asked: what it says counts only if nothing goes wrong in the meantime.
pub struct Answering<'a, R>(&'a TableOracle<R>);

impl<R: ReadAt> Oracle for Answering<'_, R> {
    fn compiled(&self) -> &Compiled {
        &self.0.compiled
    }

    fn label(&self, id: usize) -> Label {
        let probed = self.0.table.probe(&self.0.compiled.position(id));
        probed.unwrap_or_else(|error| {
            let failure = self.0.failure.lock();
            failure
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(error);
            Label::DRAW
        })
    }
}
