//! What opponents of the engine's styles play.

use numpy::PyArray1;
use pyo3::prelude::*;
use waribashi_solve::Style;

use crate::{
    arrays::array,
    errors::{illegal, refused},
    game::PyGame,
    solution::PySolution,
};

/// With which probability an opponent of a style plays each action in a game: of a move, the lowest of its actions.
/// Styles that need values ask the solution.
#[pyfunction]
#[pyo3(signature = (style, game, solution = None))]
fn _chances<'py>(
    py: Python<'py>,
    style: &str,
    game: &Bound<'py, PyGame>,
    solution: Option<&Bound<'py, PySolution>>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let style: Style = style.parse().map_err(refused)?;
    let game = game.borrow().clone();
    let set = game.set().clone();
    let numbering = set.numbering()?;
    let mut parts = vec![0.0; numbering.len()];
    let chances = match (style.chances_unaided(&game.game), solution) {
        (Some(chances), _) => chances,
        (None, Some(solution)) => {
            let solution = solution.get();
            solution.check_rules(&game)?;
            solution.ask(py, |oracle| style.chances(oracle, &game.game))?
        }
        (None, None) => return Err(refused(format!("the style {style} needs a solution"))),
    };
    for (played, part) in chances {
        let action = set.rules.action(game.game.position(), played);
        let number = action.and_then(|action| numbering.number(action));
        parts[number.ok_or_else(|| illegal("the move has no number"))?] = part;
    }
    Ok(array(py, parts))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_chances, module)?)
}
