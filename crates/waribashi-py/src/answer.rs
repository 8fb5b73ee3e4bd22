use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use waribashi::{Move, Position};
use waribashi_solve::{Answer, Label, MoveAnswer};

use crate::{
    arrays::array,
    game::PyOutcome,
    moves::legal_actions,
    position::{PyPosition, number},
    rules::RuleSet,
};

/// What is known of one move.
#[pyclass(name = "MoveAnswer", module = "waribashi", frozen)]
#[derive(Clone)]
pub(crate) struct PyMoveAnswer {
    set: Arc<RuleSet>,
    answer: MoveAnswer,
    /// The numbers of its actions; none where the rules have too many hands to number actions.
    actions: Vec<usize>,
}

#[pymethods]
impl PyMoveAnswer {
    #[getter]
    fn r#move(&self) -> String {
        let fingers = self.set.rules.fingers;
        self.answer.played.notation(fingers).to_string()
    }

    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.actions.clone()
    }

    #[getter]
    fn to(&self) -> PyPosition {
        PyPosition::new(self.set.clone(), self.answer.to.clone())
    }

    #[getter]
    fn value(&self) -> i8 {
        number(self.answer.label.value)
    }

    #[getter]
    fn distance(&self) -> Option<u32> {
        self.answer.label.distance
    }

    #[getter]
    fn losing_replies(&self) -> Option<usize> {
        self.answer.losing_replies
    }

    #[getter]
    fn ends(&self) -> Option<String> {
        self.answer.ends.map(|reason| reason.to_string())
    }

    fn __repr__(&self) -> String {
        format!("<MoveAnswer {}: {}>", self.r#move(), self.answer.label)
    }
}

/// What is known of a position.
#[pyclass(name = "Answer", module = "waribashi", frozen)]
pub(crate) struct PyAnswer {
    set: Arc<RuleSet>,
    position: Position,
    answer: Answer,
    /// The legal actions by number, each with its move.
    legal: Vec<(usize, Move)>,
}

impl PyAnswer {
    pub(crate) fn new(set: Arc<RuleSet>, position: Position, answer: Answer) -> PyResult<Self> {
        let goes_on = answer.outcome.is_none();
        let legal = if goes_on && set.numbering().is_ok() {
            legal_actions(&set, &position)?
        } else {
            Vec::new()
        };
        Ok(PyAnswer {
            set,
            position,
            answer,
            legal,
        })
    }

    fn told(&self, answer: &MoveAnswer) -> PyMoveAnswer {
        let legal = self.legal.iter();
        let its = legal.filter(|at| at.1 == answer.played);
        PyMoveAnswer {
            set: self.set.clone(),
            answer: answer.clone(),
            actions: its.map(|at| at.0).collect(),
        }
    }

    fn label_of(&self, played: Move) -> Option<Label> {
        let mut moves = self.answer.moves.iter();
        moves
            .find(|answer| answer.played == played)
            .map(|answer| answer.label)
    }
}

#[pymethods]
impl PyAnswer {
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::new(self.set.clone(), self.position.clone())
    }

    #[getter]
    fn value(&self) -> i8 {
        number(self.answer.label.value)
    }

    #[getter]
    fn distance(&self) -> Option<u32> {
        self.answer.label.distance
    }

    #[getter]
    fn table_value(&self) -> i8 {
        number(self.answer.table.value)
    }

    #[getter]
    fn table_distance(&self) -> Option<u32> {
        self.answer.table.distance
    }

    #[getter]
    fn difference(&self) -> Option<&'static str> {
        self.answer.difference()
    }

    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.answer.outcome.map(PyOutcome)
    }

    #[getter]
    fn moves(&self) -> Vec<PyMoveAnswer> {
        self.answer
            .moves
            .iter()
            .map(|answer| self.told(answer))
            .collect()
    }

    #[getter]
    fn best(&self) -> Vec<PyMoveAnswer> {
        self.answer.best().map(|answer| self.told(answer)).collect()
    }

    #[getter]
    fn best_moves(&self) -> Vec<String> {
        let fingers = self.set.rules.fingers;
        let best = self.answer.best();
        best.map(|answer| answer.played.notation(fingers).to_string())
            .collect()
    }

    #[getter]
    fn best_actions(&self) -> Vec<usize> {
        let best: Vec<Move> = self.answer.best().map(|answer| answer.played).collect();
        let legal = self.legal.iter();
        legal
            .filter(|at| best.contains(&at.1))
            .map(|at| at.0)
            .collect()
    }

    #[getter]
    fn action_values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut values = vec![f32::NAN; self.set.numbering()?.len()];
        for &(action, played) in &self.legal {
            if let Some(label) = self.label_of(played) {
                values[action] = number(label.value).into();
            }
        }
        Ok(array(py, values))
    }

    #[getter]
    fn action_distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let mut distances = vec![-1; self.set.numbering()?.len()];
        for &(action, played) in &self.legal {
            let label = self.label_of(played);
            if let Some(distance) = label.and_then(|label| label.distance) {
                distances[action] = i32::try_from(distance).unwrap_or(i32::MAX);
            }
        }
        Ok(array(py, distances))
    }

    fn __str__(&self) -> String {
        self.answer.label.to_string()
    }

    fn __repr__(&self) -> String {
        let position = self.position.notation(self.set.rules.fingers);
        format!("<Answer {position}: {}>", self.answer.label)
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyMoveAnswer>()?;
    module.add_class::<PyAnswer>()
}
