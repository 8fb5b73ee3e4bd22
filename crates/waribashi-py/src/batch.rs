//! Many games at once, in numpy arrays of the caller.

use std::sync::Arc;

use numpy::{
    BorrowError, Element, IxDyn, PyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray,
    PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use waribashi_batch::{
    Autoreset, Batch, BatchError, Buffers, Illegal, Labels, Opponent, Options, Seat, Steps, View,
};

use crate::{
    errors::{illegal, refused},
    position::number,
    rules::{AnyRules, RuleSet},
    solution::PySolution,
};

/// Values and distances.
type Told<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>);

fn batch_error(error: BatchError) -> PyErr {
    match error {
        BatchError::Illegal { .. } => illegal(error),
        _ => refused(error),
    }
}

/// A batch of games; `waribashi.vector.Batch` documents it.
#[pyclass(name = "_Batch", module = "waribashi._waribashi")]
pub(crate) struct PyBatch {
    set: Arc<RuleSet>,
    batch: Batch,
    labels: Option<Labels>,
}

/// The value of a name in a list of them.
fn named<T: Copy>(what: &str, given: &str, names: &[(&str, T)]) -> PyResult<T> {
    let found = names.iter().find(|(name, _)| *name == given);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        PyValueError::new_err(format!(
            "{what}={given:?}: expected one of {}",
            names.join(", ")
        ))
    })
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (
        rules, games, seed, threads, autoreset, illegal, view, step_limit, opponent, epsilon, seat, solution
    ))]
    #[allow(
        clippy::too_many_arguments,
        reason = "Python calls it by position once"
    )]
    fn new(
        py: Python<'_>,
        rules: AnyRules,
        games: usize,
        seed: u64,
        threads: usize,
        autoreset: &str,
        illegal: &str,
        view: &str,
        step_limit: Option<u32>,
        opponent: Option<&Bound<'_, PyAny>>,
        epsilon: f64,
        seat: &str,
        solution: Option<&Bound<'_, PySolution>>,
    ) -> PyResult<Self> {
        let AnyRules(set) = rules;
        let view = named(
            "view",
            view,
            &[("absolute", View::Absolute), ("own", View::Mover)],
        )?;
        let autoreset = named(
            "autoreset",
            autoreset,
            &[
                ("next_step", Autoreset::NextStep),
                ("same_step", Autoreset::SameStep),
                ("disabled", Autoreset::Disabled),
            ],
        )?;
        let illegal = named(
            "illegal",
            illegal,
            &[("raise", Illegal::Refuse), ("end", Illegal::End)],
        )?;
        let seat = named(
            "seat",
            seat,
            &[
                ("first", Seat::First),
                ("second", Seat::Second),
                ("random", Seat::Random),
            ],
        )?;
        let rules = &set.rules;
        let steps = py.detach(|| Steps::new(rules, view)).map_err(batch_error)?;
        let opponent = opponent
            .map(|opponent| opponent_of(py, &steps, opponent, solution))
            .transpose()?
            .map(|opponent| opponent.with_epsilon(epsilon).map_err(batch_error))
            .transpose()?;
        let options = Options {
            games,
            threads,
            autoreset,
            illegal,
            step_limit,
            opponent,
            seat,
            seed,
        };
        let batch = py.detach(|| Batch::new(Arc::new(steps), options));
        Ok(PyBatch {
            set,
            batch: batch.map_err(batch_error)?,
            labels: None,
        })
    }

    #[getter]
    fn threads(&self) -> usize {
        self.batch.threads()
    }

    #[getter]
    fn observation_len(&self) -> usize {
        self.batch.steps().observation_len()
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.batch.steps().actions()
    }

    #[pyo3(signature = (arrays, seed = None, mask = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        arrays: Arrays<'_>,
        seed: Option<u64>,
        mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mask = mask
            .map(|mask| readable::<bool>("mask", mask, &[self.batch.games()], "bool"))
            .transpose()?;
        // Copied: what a bool array holds may be other than 0 and 1, and it may be an array that is written.
        let mask: Option<Vec<u8>> = mask.map(|mask| {
            // SAFETY: the array is contiguous, borrowed, and as many bytes long as it has elements.
            unsafe { std::slice::from_raw_parts(mask.data().cast::<u8>(), mask.len()) }.to_vec()
        });
        let mut arrays = arrays.check(self)?;
        let batch = &mut self.batch;
        let buffers = arrays.buffers();
        py.detach(|| batch.reset(seed, mask.as_deref(), buffers))
            .map_err(batch_error)
    }

    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        arrays: Arrays<'_>,
    ) -> PyResult<()> {
        let games = [self.batch.games()];
        let mut arrays = arrays.check(self)?;
        if let Ok(actions) = actions.cast::<PyArrayDyn<i32>>() {
            let actions = readable::<i32>("actions", actions, &games, "int32")?;
            arrays.apart_from("actions", span(&actions))?;
            let (batch, actions, buffers) =
                (&mut self.batch, actions.as_slice()?, arrays.buffers());
            return py
                .detach(|| batch.step(actions, buffers))
                .map_err(batch_error);
        }
        let actions = readable::<i64>("actions", actions, &games, "int64 or int32")?;
        arrays.apart_from("actions", span(&actions))?;
        let (batch, actions, buffers) = (&mut self.batch, actions.as_slice()?, arrays.buffers());
        py.detach(|| batch.step(actions, buffers))
            .map_err(batch_error)
    }

    fn step_random(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        arrays: Arrays<'_>,
    ) -> PyResult<()> {
        let games = [self.batch.games()];
        let mut arrays = arrays.check(self)?;
        if let Ok(actions) = actions.cast::<PyArrayDyn<i32>>() {
            let mut actions = writable::<i32>("actions", actions, &games, "int32")?;
            arrays.apart_from("actions", span(&actions))?;
            let (batch, buffers) = (&mut self.batch, arrays.buffers());
            let actions = actions.as_slice_mut()?;
            return py
                .detach(|| batch.step_random(actions, buffers))
                .map_err(batch_error);
        }
        let mut actions = writable::<i64>("actions", actions, &games, "int64 or int32")?;
        arrays.apart_from("actions", span(&actions))?;
        let (batch, buffers) = (&mut self.batch, arrays.buffers());
        let actions = actions.as_slice_mut()?;
        py.detach(|| batch.step_random(actions, buffers))
            .map_err(batch_error)
    }

    fn sample(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let games = [self.batch.games()];
        let batch = &mut self.batch;
        if let Ok(actions) = actions.cast::<PyArrayDyn<i32>>() {
            let mut actions = writable::<i32>("actions", actions, &games, "int32")?;
            let actions = actions.as_slice_mut()?;
            return py.detach(|| batch.sample(actions)).map_err(batch_error);
        }
        let mut actions = writable::<i64>("actions", actions, &games, "int64 or int32")?;
        let actions = actions.as_slice_mut()?;
        py.detach(|| batch.sample(actions)).map_err(batch_error)
    }

    fn values<'py>(
        &mut self,
        py: Python<'py>,
        solution: &Bound<'py, PySolution>,
    ) -> PyResult<Told<'py>> {
        let steps = self.batch.steps().clone();
        if self.labels.is_none() {
            let labels = solution
                .get()
                .ask(py, |oracle| Labels::new(&steps, oracle))?;
            self.labels = Some(labels.map_err(batch_error)?);
        }
        let (mut values, mut distances) =
            (vec![0; self.batch.games()], vec![0; self.batch.games()]);
        if let Some(labels) = &self.labels {
            let batch = &self.batch;
            py.detach(|| batch.values(labels, &mut values, &mut distances))
                .map_err(batch_error)?;
        }
        Ok((
            PyArray1::from_vec(py, values),
            PyArray1::from_vec(py, distances),
        ))
    }

    fn exact_values<'py>(
        &self,
        py: Python<'py>,
        solution: &Bound<'py, PySolution>,
    ) -> PyResult<Told<'py>> {
        /// How many games are solved between looks for signals.
        const LOOK: usize = 64;
        let games = self.batch.games();
        let (mut values, mut distances) = (Vec::with_capacity(games), Vec::with_capacity(games));
        for from in (0..games).step_by(LOOK) {
            py.check_signals()?;
            let batch = &self.batch;
            let labels = solution.get().ask(py, |oracle| {
                (from..games.min(from + LOOK))
                    .map(|game| batch.exact(oracle, game))
                    .collect::<Result<Vec<_>, _>>()
            })?;
            for label in labels.map_err(batch_error)? {
                values.push(number(label.value));
                distances.push(label.distance.map_or(-1, |plies| plies as i32));
            }
        }
        Ok((
            PyArray1::from_vec(py, values),
            PyArray1::from_vec(py, distances),
        ))
    }

    fn positions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let games = 0..self.batch.games();
        let positions = games.map(|game| self.batch.position(game).0 as i64);
        PyArray1::from_vec(py, positions.collect())
    }

    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let games = 0..self.batch.games();
        let plies = games.map(|game| i64::from(self.batch.plies(game)));
        PyArray1::from_vec(py, plies.collect())
    }

    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, self.batch.seats().map(|seat| seat as i8).collect())
    }
}

/// An opponent by its name, by one action for each position, or by one probability for each position and action.
fn opponent_of(
    py: Python<'_>,
    steps: &Steps,
    given: &Bound<'_, PyAny>,
    solution: Option<&Bound<'_, PySolution>>,
) -> PyResult<Opponent> {
    if let Ok(name) = given.extract::<String>() {
        return match (name.as_str(), solution) {
            ("random", _) => Ok(Opponent::random(steps)),
            ("perfect", Some(solution)) => {
                let opponent = solution
                    .get()
                    .ask(py, |oracle| Opponent::perfect(steps, oracle))?;
                opponent.map_err(batch_error)
            }
            ("perfect", None) => Err(PyValueError::new_err(
                "opponent=\"perfect\": a solution of the rules is needed",
            )),
            _ => Err(PyValueError::new_err(format!(
                "opponent={name:?}: expected \"random\", \"perfect\", or an array of actions or of probabilities"
            ))),
        };
    }
    if let Ok(actions) = given.cast::<PyArray1<i64>>() {
        let actions = actions.try_readonly().map_err(refused)?;
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        return py
            .detach(|| Opponent::table(steps, &actions))
            .map_err(batch_error);
    }
    if let Ok(weights) = given.cast::<PyArray<f64, numpy::Ix2>>() {
        let weights = weights.try_readonly().map_err(refused)?;
        if weights.shape()[1] != steps.actions() {
            return Err(refused(format!(
                "opponent: an array of probabilities has one column for each of {} actions, not {}",
                steps.actions(),
                weights.shape()[1]
            )));
        }
        let weights: Vec<f64> = weights.as_array().iter().copied().collect();
        return py
            .detach(|| Opponent::weighted(steps, &weights))
            .map_err(batch_error);
    }
    Err(PyTypeError::new_err(format!(
        "opponent: expected \"random\", \"perfect\", an int64 array of one action for each position, or a float64 \
         array of one row of probabilities for each position, got {}",
        told(given)
    )))
}

/// The arrays of a call, as they were given.
struct Arrays<'py> {
    given: [Option<Bound<'py, PyAny>>; 8],
}

/// Their names in messages, in their order.
const NAMES: [&str; 8] = [
    "observations",
    "action_masks",
    "rewards",
    "terminations",
    "truncations",
    "turns",
    "actor_rewards",
    "final_observations",
];

impl<'a, 'py> FromPyObject<'a, 'py> for Arrays<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let mut arrays = [const { None }; 8];
        let mut count = 0;
        for (at, array) in given.try_iter()?.enumerate() {
            let array = array?;
            count += 1;
            if at < arrays.len() && !array.is_none() {
                arrays[at] = Some(array);
            }
        }
        if count != arrays.len() {
            return Err(PyTypeError::new_err(format!(
                "buffers are {} arrays ({}), not {count}",
                NAMES.len(),
                NAMES.join(", ")
            )));
        }
        Ok(Arrays { given: arrays })
    }
}

/// The arrays of a call, checked and borrowed.
struct Checked<'py> {
    observations: Bytes<'py>,
    masks: PyReadwriteArray<'py, i8, IxDyn>,
    rewards: PyReadwriteArray<'py, f32, IxDyn>,
    terminations: PyReadwriteArray<'py, bool, IxDyn>,
    truncations: PyReadwriteArray<'py, bool, IxDyn>,
    turns: PyReadwriteArray<'py, i8, IxDyn>,
    actor_rewards: Option<PyReadwriteArray<'py, f32, IxDyn>>,
    final_observations: Option<Bytes<'py>>,
}

/// Observations: int8, or uint8 where hands can show more.
enum Bytes<'py> {
    Signed(PyReadwriteArray<'py, i8, IxDyn>),
    Unsigned(PyReadwriteArray<'py, u8, IxDyn>),
}

impl<'py> Bytes<'py> {
    fn of(name: &str, given: &Bound<'py, PyAny>, shape: &[usize], fingers: u8) -> PyResult<Self> {
        Ok(if fingers > 128 {
            Bytes::Unsigned(writable(name, given, shape, "uint8")?)
        } else {
            Bytes::Signed(writable(name, given, shape, "int8")?)
        })
    }

    fn span(&self) -> (usize, usize) {
        match self {
            Bytes::Signed(array) => span(array),
            Bytes::Unsigned(array) => span(array),
        }
    }

    fn bytes(&mut self) -> &mut [u8] {
        match self {
            Bytes::Signed(array) => bytes(array),
            Bytes::Unsigned(array) => bytes(array),
        }
    }
}

impl<'py> Arrays<'py> {
    /// Whether the arrays are what the batch needs: of their types and shapes, contiguous, writeable, and apart.
    fn check(self, batch: &PyBatch) -> PyResult<Checked<'py>> {
        let games = batch.batch.games();
        let steps = batch.batch.steps();
        let seen = [games, steps.observation_len()];
        let fingers = batch.set.rules.fingers;
        let get = |at: usize| {
            self.given[at].as_ref().ok_or_else(|| {
                PyTypeError::new_err(format!("{}: expected an array, got None", NAMES[at]))
            })
        };
        let checked = Checked {
            observations: Bytes::of(NAMES[0], get(0)?, &seen, fingers)?,
            masks: writable(NAMES[1], get(1)?, &[games, steps.actions()], "int8")?,
            rewards: writable(NAMES[2], get(2)?, &[games, 2], "float32")?,
            terminations: writable(NAMES[3], get(3)?, &[games], "bool")?,
            truncations: writable(NAMES[4], get(4)?, &[games], "bool")?,
            turns: writable(NAMES[5], get(5)?, &[games], "int8")?,
            actor_rewards: self.given[6]
                .as_ref()
                .map(|given| writable(NAMES[6], given, &[games], "float32"))
                .transpose()?,
            final_observations: self.given[7]
                .as_ref()
                .map(|given| Bytes::of(NAMES[7], given, &seen, fingers))
                .transpose()?,
        };
        let spans = checked.spans();
        for (at, span) in spans.iter().enumerate() {
            for (before, other) in spans[..at].iter().enumerate() {
                if let (Some(span), Some(other)) = (span, other) {
                    check_apart((NAMES[at], *span), (NAMES[before], *other))?;
                }
            }
        }
        Ok(checked)
    }
}

impl Checked<'_> {
    fn spans(&self) -> [Option<(usize, usize)>; 8] {
        [
            Some(self.observations.span()),
            Some(span(&self.masks)),
            Some(span(&self.rewards)),
            Some(span(&self.terminations)),
            Some(span(&self.truncations)),
            Some(span(&self.turns)),
            self.actor_rewards.as_ref().map(|array| span(array)),
            self.final_observations.as_ref().map(Bytes::span),
        ]
    }

    fn apart_from(&self, name: &str, given: (usize, usize)) -> PyResult<()> {
        let spans = self.spans().into_iter().zip(NAMES);
        for (span, other) in spans {
            if let Some(span) = span {
                check_apart((name, given), (other, span))?;
            }
        }
        Ok(())
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: self.observations.bytes(),
            masks: bytes(&mut self.masks),
            rewards: floats(&mut self.rewards),
            terminations: bytes(&mut self.terminations),
            truncations: bytes(&mut self.truncations),
            turns: bytes(&mut self.turns),
            actor_rewards: self.actor_rewards.as_mut().map(floats),
            final_observations: self.final_observations.as_mut().map(Bytes::bytes),
        }
    }
}

/// A type of one byte whose every value may be overwritten by 0 and 1.
trait OneByte: Element {}

impl OneByte for i8 {}
impl OneByte for u8 {}
impl OneByte for bool {}

/// The bytes of an array that was checked.
fn bytes<'a, T: OneByte>(array: &'a mut PyReadwriteArray<'_, T, IxDyn>) -> &'a mut [u8] {
    // Not as the type itself: a numpy bool may hold any byte.
    // SAFETY: the array is contiguous and writeable (`writable`), borrowed for as long as the slice lives, and has as
    // many bytes as elements.
    unsafe { std::slice::from_raw_parts_mut(array.data().cast::<u8>(), array.len()) }
}

/// The numbers of an array that was checked.
fn floats<'a>(array: &'a mut PyReadwriteArray<'_, f32, IxDyn>) -> &'a mut [f32] {
    // SAFETY: as in `bytes`; numpy's float32 is an aligned f32, which `writable` has checked.
    unsafe { std::slice::from_raw_parts_mut(array.data(), array.len()) }
}

/// The addresses of an array that was checked: from the first byte to the one after the last.
fn span<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> (usize, usize) {
    let from = array.data() as usize;
    (from, from + array.len() * size_of::<T>())
}

fn check_apart(
    (name, span): (&str, (usize, usize)),
    (other, others): (&str, (usize, usize)),
) -> PyResult<()> {
    if span.0 < others.1 && others.0 < span.1 {
        return Err(refused(format!(
            "{name} and {other} share memory: give arrays of their own"
        )));
    }
    Ok(())
}

/// What somebody gave, in a few words.
fn told(given: &Bound<'_, PyAny>) -> String {
    match given.cast::<PyUntypedArray>() {
        Ok(array) => format!(
            "a numpy array of {} with shape {:?}",
            array.dtype(),
            array.shape()
        ),
        Err(_) => given
            .get_type()
            .name()
            .map_or("something else".into(), |name| name.to_string()),
    }
}

/// An array of this type and shape whose numbers lie one after the other.
fn array<'a, 'py, T: Element>(
    name: &str,
    given: &'a Bound<'py, PyAny>,
    shape: &[usize],
    dtype: &str,
) -> PyResult<&'a Bound<'py, PyArrayDyn<T>>> {
    let expected = || {
        let shape: Vec<String> = shape.iter().map(|length| length.to_string()).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        format!(
            "{name}: expected a numpy array of {dtype} with shape ({}{comma})",
            shape.join(", ")
        )
    };
    let Ok(array) = given.cast::<PyArrayDyn<T>>() else {
        return Err(PyTypeError::new_err(format!(
            "{}, got {}",
            expected(),
            told(given)
        )));
    };
    if array.shape() != shape {
        return Err(refused(format!("{}, got {}", expected(), told(given))));
    }
    let aligned = array.data().is_aligned();
    if !array.is_c_contiguous() || !aligned {
        return Err(refused(format!(
            "{name}: expected a contiguous array, got one with strides {:?} (for example: numpy.ascontiguousarray)",
            array.strides()
        )));
    }
    Ok(array)
}

fn readable<'py, T: Element>(
    name: &str,
    given: &Bound<'py, PyAny>,
    shape: &[usize],
    dtype: &str,
) -> PyResult<PyReadonlyArray<'py, T, IxDyn>> {
    let array = array::<T>(name, given, shape, dtype)?;
    array.try_readonly().map_err(|_| {
        refused(format!(
            "{name}: the array shares memory with one that is written"
        ))
    })
}

fn writable<'py, T: Element>(
    name: &str,
    given: &Bound<'py, PyAny>,
    shape: &[usize],
    dtype: &str,
) -> PyResult<PyReadwriteArray<'py, T, IxDyn>> {
    let array = array::<T>(name, given, shape, dtype)?;
    array.try_readwrite().map_err(|error| {
        refused(match error {
            BorrowError::NotWriteable => format!("{name}: the array is read-only"),
            _ => format!(
                "{name}: the array shares memory with another, or is in use by another thread"
            ),
        })
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyBatch>()
}
