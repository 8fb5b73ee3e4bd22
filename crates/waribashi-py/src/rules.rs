use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBool, PyDict, PyString, PyTuple},
};
use waribashi::{AXES, Numbering, PRESETS, Position, Preset, Repetition, Rules};
use waribashi_solve::{Demand, Engine};

use crate::{
    errors::{refused, rules_error},
    moves::Legal,
    position::PyPosition,
};

/// Rules and the numbers of their actions, shared by all that is of these rules.
#[derive(Debug)]
pub(crate) struct RuleSet {
    pub(crate) rules: Rules,
    numbering: OnceLock<Option<Numbering>>,
    /// What is legal in positions that were met.
    legal: Mutex<HashMap<Position, Arc<Legal>>>,
}

/// The most positions of which it is remembered what is legal, and the most actions of such rules.
const REMEMBERED: usize = 1 << 14;
const MOST_REMEMBERED_ACTIONS: usize = 1 << 8;

impl RuleSet {
    pub(crate) fn new(rules: Rules) -> Arc<Self> {
        Arc::new(RuleSet {
            rules,
            numbering: OnceLock::new(),
            legal: Mutex::default(),
        })
    }

    /// What is legal in a position. Environments come through the same positions again and again.
    pub(crate) fn legal(&self, position: &Position) -> PyResult<Arc<Legal>> {
        if self.numbering()?.len() > MOST_REMEMBERED_ACTIONS {
            return Ok(Arc::new(Legal::of(self, position)?));
        }
        let mut known = self.legal.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(legal) = known.get(position) {
            return Ok(legal.clone());
        }
        let legal = Arc::new(Legal::of(self, position)?);
        if known.len() == REMEMBERED {
            known.clear();
        }
        known.insert(position.clone(), legal.clone());
        Ok(legal)
    }

    /// The numbers of the actions.
    pub(crate) fn numbering(&self) -> PyResult<&Numbering> {
        let numbering = self
            .numbering
            .get_or_init(|| Numbering::new(&self.rules).ok());
        match numbering {
            Some(numbering) => Ok(numbering),
            // Made again for its message.
            None => Numbering::new(&self.rules)
                .map(|_| unreachable!())
                .map_err(refused),
        }
    }
}

#[pyclass(name = "Rules", module = "waribashi", frozen, eq, hash)]
#[derive(Clone, Debug)]
pub(crate) struct PyRules(pub(crate) Arc<RuleSet>);

impl PartialEq for PyRules {
    fn eq(&self, other: &Self) -> bool {
        self.0.rules == other.0.rules
    }
}

impl Hash for PyRules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.rules.hash(state);
    }
}

/// Rules as an argument: a `Rules`, or a text.
pub(crate) struct AnyRules(pub(crate) Arc<RuleSet>);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyRules {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(rules) = given.cast::<PyRules>() {
            return Ok(AnyRules(rules.get().0.clone()));
        }
        let Ok(text) = given.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!(
                "rules are a Rules or a text such as \"suicide,fingers=6\", not {}",
                given.get_type().name()?
            )));
        };
        let rules: Rules = text.to_cow()?.parse().map_err(rules_error)?;
        Ok(AnyRules(RuleSet::new(rules)))
    }
}

/// The value of an axis as RULES texts have it.
fn written(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let wrong = || {
        let name = value.get_type().name();
        let name = name.map_or_else(|_| "this".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{key} cannot be {name}"))
    };
    if value.is_none() {
        return Ok("none".into());
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(if value.is_truthy()? { "on" } else { "off" }.into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    if let Ok(position) = value.cast::<PyPosition>() {
        return Ok(position.get().to_string());
    }
    if let Ok(pair) = value.cast::<PyTuple>() {
        let parts = pair
            .iter()
            .map(|part| written(key, &part))
            .collect::<PyResult<Vec<String>>>()?;
        return Ok(parts.join(":"));
    }
    // Anything that counts as a whole number, numpy's too.
    let number = value.call_method0("__index__").map_err(|_| wrong())?;
    Ok(number.str()?.to_cow()?.into_owned())
}

fn changed(rules: &Rules, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
    let mut texts = Vec::new();
    for (key, value) in changes.iter().flat_map(|changes| changes.iter()) {
        let key = key.cast::<PyString>()?.to_cow()?.replace('_', "-");
        let value = written(&key, &value)?;
        // A comma would begin another axis; only a start has any, and there a number follows.
        let foreign = value.split(',').skip(1).any(|piece| piece.contains('='));
        if foreign || value.contains('=') {
            return Err(rules_error(format!(
                "rules \"{key}={value}\": expected one value for {key} (for example: fingers=6)"
            )));
        }
        texts.push(format!("{key}={value}"));
    }
    rules.with_changes(&texts.join(",")).map_err(rules_error)
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (rules = None, /, **changes))]
    fn new(rules: Option<AnyRules>, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let base = match rules {
            Some(AnyRules(rules)) => rules,
            None => RuleSet::new(Rules::default()),
        };
        match changes.filter(|changes| !changes.is_empty()) {
            None => Ok(PyRules(base)),
            some => Ok(PyRules(RuleSet::new(changed(&base.rules, some)?))),
        }
    }

    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Self> {
        let rules = Rules::from_toml(text).map_err(rules_error)?;
        Ok(PyRules(RuleSet::new(rules)))
    }

    fn to_toml(&self) -> String {
        self.0.rules.to_toml()
    }

    #[pyo3(signature = (**changes))]
    fn replace(&self, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Ok(PyRules(RuleSet::new(changed(&self.0.rules, changes)?)))
    }

    #[getter]
    fn fingers(&self) -> u8 {
        self.0.rules.fingers
    }

    #[getter]
    fn hands(&self) -> (u64, u64) {
        self.0.rules.hands.into()
    }

    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::new(self.0.clone(), self.0.rules.start().clone())
    }

    #[getter]
    fn overflow(&self) -> String {
        self.word("overflow")
    }

    #[getter]
    fn own_tap(&self) -> bool {
        self.0.rules.own_tap
    }

    #[getter]
    fn dead_target(&self) -> bool {
        self.0.rules.dead_target
    }

    #[getter]
    fn adds(&self) -> String {
        self.word("adds")
    }

    #[getter]
    fn goal(&self) -> String {
        self.word("goal")
    }

    #[getter]
    fn divide(&self) -> String {
        self.word("divide")
    }

    #[getter]
    fn transfer(&self) -> String {
        self.word("transfer")
    }

    #[getter]
    fn lone_divide(&self) -> bool {
        self.0.rules.lone_divide
    }

    #[getter]
    fn empty_by_split(&self) -> bool {
        self.0.rules.empty_by_split
    }

    #[getter]
    fn pass_by_split(&self) -> bool {
        self.0.rules.pass_by_split
    }

    #[getter]
    fn repetition(&self) -> Option<u32> {
        match self.0.rules.repetition {
            Repetition::None => None,
            Repetition::Nth(n) => Some(n),
        }
    }

    #[getter]
    fn axes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let axes = PyDict::new(py);
        for (key, value) in self.0.rules.answers() {
            axes.set_item(key, value)?;
        }
        Ok(axes)
    }

    #[getter]
    fn name(&self) -> String {
        self.0.rules.short_name()
    }

    #[getter]
    fn sentences(&self) -> Vec<String> {
        self.0.rules.sentences()
    }

    #[getter]
    fn sentence(&self) -> String {
        self.0.rules.sentence()
    }

    #[getter]
    fn num_actions(&self) -> PyResult<usize> {
        Ok(self.0.numbering()?.len())
    }

    #[getter]
    fn num_positions(&self) -> u128 {
        Demand::of(&self.0.rules, Engine::Queue, true).positions
    }

    fn __str__(&self) -> String {
        self.0.rules.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.0.rules.short_name())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, pyo3::types::PyType>, (String,))> {
        Ok((slf.get_type(), (slf.get().0.rules.to_string(),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl PyRules {
    /// The answer to one axis, as the canonical text has it.
    fn word(&self, key: &str) -> String {
        let answers = self.0.rules.answers();
        let answer = answers.into_iter().find(|answer| answer.0 == key);
        answer.map_or_else(String::new, |answer| answer.1)
    }
}

/// All presets: name, rules, where they are from, and what to know before choosing one.
#[pyfunction]
fn presets() -> Vec<(&'static str, PyRules, &'static str, &'static str)> {
    let told = |preset: &Preset| {
        let rules = PyRules(RuleSet::new(preset.rules()));
        (preset.name, rules, preset.source, preset.remark)
    };
    PRESETS.iter().map(told).collect()
}

/// The axes of rules: key, values, meaning.
#[pyfunction]
fn axes() -> Vec<(&'static str, &'static str, &'static str)> {
    let told = AXES
        .iter()
        .map(|axis| (axis.key, axis.values, axis.meaning));
    told.collect()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyRules>()?;
    module.add_function(wrap_pyfunction!(presets, module)?)?;
    module.add_function(wrap_pyfunction!(axes, module)?)
}
