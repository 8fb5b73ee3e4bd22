use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyString, PyTuple, PyType},
};
use waribashi::{Game, Hands, Position, Value};

use crate::{
    errors::{notation_error, refused, rules_error},
    rules::{AnyRules, PyRules, RuleSet},
};

#[pyclass(name = "Position", module = "waribashi", frozen, eq, hash)]
#[derive(Clone, Debug)]
pub(crate) struct PyPosition {
    set: Arc<RuleSet>,
    pub(crate) position: Position,
}

/// Two positions are equal when their hands are, whatever the rules.
impl PartialEq for PyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl Hash for PyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl fmt::Display for PyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.notation(self.set.rules.fingers).fmt(f)
    }
}

/// The most hands that are told one by one.
const MOST_HANDS: u64 = 1 << 24;

fn each(hands: &Hands) -> PyResult<Vec<u8>> {
    if hands.len() > MOST_HANDS {
        return Err(refused(format!(
            "{} hands are too many to list: use mine_counts and theirs_counts",
            hands.len()
        )));
    }
    Ok(hands.fingers().collect())
}

impl PyPosition {
    pub(crate) fn new(set: Arc<RuleSet>, position: Position) -> Self {
        PyPosition { set, position }
    }
}

/// Reads a position of these rules from a `Position` or a text.
pub(crate) fn position_of(set: &Arc<RuleSet>, given: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(position) = given.cast::<PyPosition>() {
        let position = &position.get().position;
        // Of other rules it may have other hands.
        let rules = set.rules.clone();
        let mover = rules.mover(position);
        Game::from_position(rules, position.clone(), mover).map_err(rules_error)?;
        return Ok(position.clone());
    }
    let Ok(text) = given.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!(
            "a position is a Position or a text such as \"{}\", not {}",
            set.rules.start().notation(set.rules.fingers),
            given.get_type().name()?
        )));
    };
    Position::parse(&text.to_cow()?, &set.rules).map_err(notation_error)
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (position, rules = None))]
    fn py_new(position: &Bound<'_, PyAny>, rules: Option<AnyRules>) -> PyResult<Self> {
        let set = match rules {
            Some(AnyRules(set)) => set,
            None => match position.cast::<PyPosition>() {
                Ok(position) => position.get().set.clone(),
                Err(_) => RuleSet::new(waribashi::Rules::default()),
            },
        };
        let position = position_of(&set, position)?;
        Ok(PyPosition { set, position })
    }

    #[staticmethod]
    #[pyo3(signature = (mine, theirs, rules = None))]
    fn from_hands(mine: Vec<u8>, theirs: Vec<u8>, rules: Option<AnyRules>) -> PyResult<Self> {
        let set = match rules {
            Some(AnyRules(set)) => set,
            None => RuleSet::new(waribashi::Rules::default()),
        };
        let hands = |fingers: Vec<u8>| Hands::from_fingers(fingers);
        let position = Position::new(hands(mine), hands(theirs));
        let mover = set.rules.mover(&position);
        Game::from_position(set.rules.clone(), position.clone(), mover).map_err(rules_error)?;
        Ok(PyPosition { set, position })
    }

    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.set.clone())
    }

    #[getter]
    fn mine<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, each(&self.position.mine)?)
    }

    #[getter]
    fn theirs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, each(&self.position.theirs)?)
    }

    #[getter]
    fn mine_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        counts(py, &self.position.mine)
    }

    #[getter]
    fn theirs_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        counts(py, &self.position.theirs)
    }

    #[getter]
    fn result(&self) -> Option<i8> {
        self.set.rules.finished(&self.position).map(number)
    }

    fn swapped(&self) -> Self {
        PyPosition {
            set: self.set.clone(),
            position: self.position.clone().swapped(),
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        let fingers = self.set.rules.fingers;
        let moves = self.set.rules.moves(&self.position).into_iter();
        moves
            .map(|played| played.notation(fingers).to_string())
            .collect()
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{self}', '{}')", self.set.rules.short_name())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, (String, PyRules))> {
        let position = slf.get();
        Ok((slf.get_type(), (position.to_string(), position.rules())))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

fn counts<'py>(py: Python<'py>, hands: &Hands) -> PyResult<Bound<'py, PyDict>> {
    let counts = PyDict::new(py);
    for &(fingers, count) in hands.runs() {
        counts.set_item(fingers, count)?;
    }
    Ok(counts)
}

/// A value as a number: 1 win, 0 draw, -1 loss.
pub(crate) fn number(value: Value) -> i8 {
    match value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyPosition>()
}
