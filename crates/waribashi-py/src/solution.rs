use std::{fs::File, path::PathBuf, sync::Arc};

use numpy::{Ix1, Ix2, PyArray1, PyArray2, ndarray::Array2};
use pyo3::{exceptions::PyIndexError, prelude::*};
use waribashi::{Move, Position};
use waribashi_solve::{Compiled, Label, Metric, Oracle, Solution};
use waribashi_table::{Answering, ReadError, Table, TableOracle};

use crate::{
    answer::PyAnswer,
    arrays::{Kept, array},
    errors::{refused, table_error},
    game::PyGame,
    moves::whole,
    position::{PyPosition, number, position_of},
    rules::{PyRules, RuleSet},
};

/// Where labels come from.
enum Source {
    Solved(Solution),
    Table(Box<TableOracle<File>>),
}

/// A source while it is asked.
pub(crate) enum Asked<'a> {
    Solved(&'a Solution),
    Table(&'a Answering<'a, File>),
}

impl Oracle for Asked<'_> {
    fn compiled(&self) -> &Compiled {
        match self {
            Asked::Solved(solution) => solution.compiled(),
            Asked::Table(table) => table.compiled(),
        }
    }

    fn label(&self, id: usize) -> Label {
        match self {
            Asked::Solved(solution) => solution.label(id),
            Asked::Table(table) => table.label(id),
        }
    }
}

#[pyclass(name = "Solution", module = "waribashi", frozen)]
pub(crate) struct PySolution {
    set: Arc<RuleSet>,
    source: Arc<Source>,
    distances: bool,
    values: Kept<i8, Ix1>,
    plies: Kept<i32, Ix1>,
    hands: Kept<u8, Ix2>,
}

impl PySolution {
    fn around(set: Arc<RuleSet>, source: Source, distances: bool) -> Self {
        PySolution {
            set,
            source: Arc::new(source),
            distances,
            values: Kept::default(),
            plies: Kept::default(),
            hands: Kept::default(),
        }
    }

    pub(crate) fn solved(set: Arc<RuleSet>, solution: Solution) -> Self {
        let distances = solution.has_distances();
        PySolution::around(set, Source::Solved(solution), distances)
    }

    /// Asks the labels something without the interpreter lock.
    pub(crate) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&Asked<'_>) -> T + Send,
    ) -> PyResult<T> {
        let source = &*self.source;
        py.detach(|| match source {
            Source::Solved(solution) => Ok(question(&Asked::Solved(solution))),
            Source::Table(table) => table.ask(|table| question(&Asked::Table(table))),
        })
        .map_err(table_error)
    }

    pub(crate) fn set(&self) -> &RuleSet {
        &self.set
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        match &*self.source {
            Source::Solved(solution) => solution.compiled(),
            Source::Table(table) => table.compiled(),
        }
    }

    fn labels<T: Send>(
        &self,
        py: Python<'_>,
        of: impl Fn(Label) -> T + Send + Sync,
    ) -> PyResult<Vec<T>> {
        let count = self.compiled().len();
        self.ask(py, |oracle| {
            (0..count).map(|id| of(oracle.label(id))).collect()
        })
    }

    /// A position by its number, by its text, or as it is.
    fn position_of(&self, given: &Bound<'_, PyAny>) -> PyResult<Position> {
        match whole(given)? {
            Some(id) => self.numbered(&id),
            None => position_of(&self.set, given),
        }
    }

    fn numbered(&self, id: &Bound<'_, PyAny>) -> PyResult<Position> {
        let count = self.compiled().len();
        match id.extract::<usize>() {
            Ok(id) if id < count => Ok(self.compiled().position(id)),
            _ => Err(PyIndexError::new_err(format!(
                "position {id}: expected a number from 0 to {}",
                count - 1
            ))),
        }
    }

    /// Refuses a game of other rules.
    pub(crate) fn check_rules(&self, game: &PyGame) -> PyResult<()> {
        if game.set().rules == self.set.rules {
            return Ok(());
        }
        Err(refused(format!(
            "the game is of other rules than the solution: {} and {}",
            game.set().rules.short_name(),
            self.set.rules.short_name()
        )))
    }
}

#[pymethods]
impl PySolution {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let table = py.detach(|| Table::open(&path));
        let table = table.map_err(|error: ReadError| table_error(error))?;
        let distances = table.metric() != Metric::Values;
        let set = RuleSet::new(table.rules().clone());
        let oracle = py.detach(|| TableOracle::new(table));
        Ok(PySolution::around(
            set,
            Source::Table(Box::new(oracle)),
            distances,
        ))
    }

    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.set.clone())
    }

    #[getter]
    fn has_distances(&self) -> bool {
        self.distances
    }

    #[getter]
    fn has_turns(&self) -> bool {
        !self.compiled().is_relative()
    }

    fn __len__(&self) -> usize {
        self.compiled().len()
    }

    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.values.get(py, || {
            Ok(array(py, self.labels(py, |label| number(label.value))?))
        })
    }

    #[getter]
    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<i32>>>> {
        if !self.distances {
            return Ok(None);
        }
        let plies = |label: Label| {
            let plies = label.distance.map(i32::try_from);
            plies.map_or(-1, |plies| plies.unwrap_or(i32::MAX))
        };
        let made = self
            .plies
            .get(py, || Ok(array(py, self.labels(py, plies)?)));
        made.map(Some)
    }

    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.hands.get(py, || {
            let compiled = self.compiled();
            let [first, second] = self.set.rules.hands;
            let columns = (first + second) as usize;
            let numbers: Vec<u8> = py.detach(|| {
                let positions = (0..compiled.len()).map(|id| compiled.position(id));
                positions
                    .flat_map(|position| {
                        let mine = position.mine.fingers().collect::<Vec<_>>();
                        let theirs = position.theirs.fingers().collect::<Vec<_>>();
                        mine.into_iter().chain(theirs)
                    })
                    .collect()
            });
            let table = Array2::from_shape_vec([compiled.len(), columns], numbers);
            // A view of a flat array could be made writeable by its base.
            Ok(PyArray2::from_owned_array(py, table.map_err(refused)?))
        })
    }

    fn index(&self, position: &Bound<'_, PyAny>) -> PyResult<usize> {
        let position = self.position_of(position)?;
        Ok(self.compiled().index(&position))
    }

    fn position(&self, index: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let position = self.position_of(index)?;
        Ok(PyPosition::new(self.set.clone(), position))
    }

    fn __getitem__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<PyAnswer> {
        let position = self.position_of(position)?;
        let answer = self.ask(py, |oracle| oracle.answer(&position))?;
        PyAnswer::new(self.set.clone(), position, answer)
    }

    fn answer(&self, py: Python<'_>, game: &Bound<'_, PyGame>) -> PyResult<PyAnswer> {
        let game = game.borrow().clone();
        self.check_rules(&game)?;
        let answer = self.ask(py, |oracle| oracle.answer_in(&game.game))?;
        PyAnswer::new(self.set.clone(), game.game.position().clone(), answer)
    }

    #[pyo3(signature = (position = None))]
    fn line(&self, py: Python<'_>, position: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
        let position = match position {
            Some(position) => self.position_of(position)?,
            None => self.set.rules.start().clone(),
        };
        let line = self.ask(py, |oracle| {
            let line = oracle.line(&position).into_iter();
            line.map(|at| at.played).collect::<Vec<Move>>()
        })?;
        let fingers = self.set.rules.fingers;
        let told = line
            .into_iter()
            .map(|played| played.notation(fingers).to_string());
        Ok(told.collect())
    }

    fn to_dataframe<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("waribashi.frame")?
            .call_method1("dataframe", (slf,))
    }

    fn to_parquet(slf: &Bound<'_, Self>, path: PathBuf) -> PyResult<()> {
        let frame = slf.py().import("waribashi.frame")?;
        frame.call_method1("parquet", (slf, path))?;
        Ok(())
    }

    fn _notations(&self, py: Python<'_>) -> Vec<String> {
        let compiled = self.compiled();
        let fingers = self.set.rules.fingers;
        py.detach(|| {
            let positions = (0..compiled.len()).map(|id| compiled.position(id));
            positions
                .map(|position| position.notation(fingers).to_string())
                .collect()
        })
    }

    fn __repr__(&self) -> String {
        let kind = if self.distances {
            "values and distances"
        } else {
            "values"
        };
        format!(
            "<Solution {}: {kind} of {} positions>",
            self.set.rules.short_name(),
            self.compiled().len()
        )
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PySolution>()
}
