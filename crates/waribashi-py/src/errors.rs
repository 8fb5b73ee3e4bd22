//! Rust errors as Python exceptions: the message is the same.

use std::fmt::Display;

use pyo3::{create_exception, exceptions::PyValueError, prelude::*};

create_exception!(
    waribashi,
    WaribashiError,
    PyValueError,
    "What waribashi refuses: the base of its other exceptions, and a ValueError."
);
create_exception!(
    waribashi,
    RulesError,
    WaribashiError,
    "No rule set: a text that cannot be read, or axes that do not fit together."
);
create_exception!(
    waribashi,
    NotationError,
    WaribashiError,
    "A text that is no position, move or record."
);
create_exception!(
    waribashi,
    IllegalMoveError,
    WaribashiError,
    "A move or an action that cannot be played; the game is unchanged."
);
create_exception!(
    waribashi,
    SolveError,
    WaribashiError,
    "A rule set that cannot be solved here: it would take too much memory."
);
create_exception!(
    waribashi,
    TableError,
    WaribashiError,
    "A file that is no table, or a damaged one."
);

macro_rules! raise {
    ($($name:ident => $exception:ident),*) => {$(
        pub(crate) fn $name(error: impl Display) -> PyErr {
            $exception::new_err(error.to_string())
        }
    )*};
}

raise!(
    refused => WaribashiError,
    rules_error => RulesError,
    notation_error => NotationError,
    illegal => IllegalMoveError,
    solve_error => SolveError,
    table_error => TableError
);

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("WaribashiError", py.get_type::<WaribashiError>())?;
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("NotationError", py.get_type::<NotationError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("SolveError", py.get_type::<SolveError>())?;
    module.add("TableError", py.get_type::<TableError>())
}
