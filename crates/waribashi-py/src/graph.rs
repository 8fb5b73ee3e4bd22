//! The position graph: what each action of each position leads to.

use numpy::PyArray1;
use pyo3::prelude::*;

use crate::{arrays::array, errors::refused, moves::legal_actions, solution::PySolution};

/// Offsets, action numbers, positions after the actions.
type Edges<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i64>>,
);

#[pyfunction(name = "_edges")]
fn edges<'py>(py: Python<'py>, solution: &Bound<'py, PySolution>) -> PyResult<Edges<'py>> {
    let solution = solution.get();
    let (set, compiled) = (solution.set(), solution.compiled());
    set.numbering()?;
    let (offsets, actions, after) = py.detach(|| {
        let mut offsets = vec![0];
        let (mut actions, mut after) = (Vec::new(), Vec::new());
        for id in 0..compiled.len() {
            let position = compiled.position(id);
            if set.rules.finished(&position).is_none() {
                for (action, played) in legal_actions(set, &position)? {
                    let next = set.rules.play(&position, played).map_err(refused)?;
                    actions.push(i32::try_from(action).map_err(refused)?);
                    after.push(compiled.index(&next) as i64);
                }
            }
            offsets.push(actions.len() as i64);
        }
        PyResult::Ok((offsets, actions, after))
    })?;
    Ok((array(py, offsets), array(py, actions), array(py, after)))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(edges, module)?)
}
