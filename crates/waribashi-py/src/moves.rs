//! Moves as Python writes them: by notation, or by the number of an action.

use pyo3::{exceptions::PyTypeError, prelude::*, types::PyString};
use waribashi::{Action, Move, Position};

use crate::{
    errors::{illegal, notation_error},
    rules::RuleSet,
};

/// Whether an argument is a whole number, numpy's included.
pub(crate) fn whole<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if given.hasattr("__index__")? {
        given.call_method0("__index__").map(Some)
    } else {
        Ok(None)
    }
}

/// The move that a notation or an action number is in a position. Whether a notation's move is legal is not asked.
pub(crate) fn move_of(
    set: &RuleSet,
    position: &Position,
    given: &Bound<'_, PyAny>,
) -> PyResult<Move> {
    if let Ok(text) = given.cast::<PyString>() {
        return Move::parse(&text.to_cow()?, set.rules.fingers).map_err(notation_error);
    }
    let Some(number) = whole(given)? else {
        return Err(PyTypeError::new_err(format!(
            "a move is a text such as \"1x1\" or the number of an action, not {}",
            given.get_type().name()?
        )));
    };
    let numbering = set.numbering()?;
    let refuse = |why: String| illegal(format!("action {number}: {why}"));
    let last = numbering.len() - 1;
    let Some(at) = number.extract::<usize>().ok().filter(|&at| at <= last) else {
        return Err(refuse(format!(
            "expected a number from 0 to {last} (for example: 0)"
        )));
    };
    let Some(action) = numbering.action(at, &position.mine) else {
        return Err(refuse("these hands have no such split".into()));
    };
    let resolved = set.rules.resolve(position, action);
    resolved.map_err(|why| refuse(format!("{}: {why}", told(action))))
}

/// An action in words.
pub(crate) fn told(action: Action) -> String {
    match action {
        Action::Tap { with, on } => format!("tap their hand {on} with hand {with}"),
        Action::OwnTap { with, on } => format!("tap the own hand {on} with hand {with}"),
        Action::Split {
            hands: [low, high],
            to,
        } => format!(
            "split hands {low} and {high} into {} and {}",
            to.low(),
            to.high()
        ),
    }
}

/// The legal actions of a position.
#[derive(Debug)]
pub(crate) struct Legal {
    /// By number, ascending, each with its move.
    pub(crate) actions: Vec<(usize, Move)>,
    /// 1 for each number of a legal action.
    pub(crate) mask: Vec<i8>,
}

impl Legal {
    /// No action of so many.
    pub(crate) fn none(numbers: usize) -> Self {
        Legal {
            actions: Vec::new(),
            mask: vec![0; numbers],
        }
    }

    pub(crate) fn of(set: &RuleSet, position: &Position) -> PyResult<Self> {
        let mut legal = Legal::none(set.numbering()?.len());
        legal.actions = legal_actions(set, position)?;
        for &(number, _) in &legal.actions {
            legal.mask[number] = 1;
        }
        Ok(legal)
    }
}

/// The legal actions of a position by number, ascending, each with its move.
pub(crate) fn legal_actions(set: &RuleSet, position: &Position) -> PyResult<Vec<(usize, Move)>> {
    let numbering = set.numbering()?;
    let mut legal: Vec<(usize, Move)> = set
        .rules
        .actions(position)
        .into_iter()
        .filter_map(|(action, played)| Some((numbering.number(action)?, played)))
        .collect();
    legal.sort_unstable_by_key(|at| at.0);
    Ok(legal)
}
