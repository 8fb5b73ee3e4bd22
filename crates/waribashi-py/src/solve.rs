//! Solving without the interpreter lock, with progress, and with Ctrl-C.

use std::{
    sync::{
        Arc,
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use waribashi_solve::{Demand, Engine, Progress, Solution, SolveError, Task};

use crate::{errors::solve_error, rules::AnyRules, solution::PySolution};

/// How often Python is asked for signals, and told of progress.
const PAUSE: Duration = Duration::from_millis(50);

/// Solves rules in a thread of its own. `progress` is called with the positions solved and all positions.
#[pyfunction]
#[pyo3(signature = (rules, values_only, threads, memory, progress))]
fn _solve(
    py: Python<'_>,
    rules: AnyRules,
    values_only: bool,
    threads: usize,
    memory: Option<u64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PySolution> {
    let AnyRules(set) = rules;
    let limit = memory.unwrap_or_else(free_memory);
    let state = Arc::new(Progress::default());
    let (done, mut wait) = channel();
    let running = {
        let (set, state) = (set.clone(), state.clone());
        thread::Builder::new()
            .name("waribashi-solve".into())
            .spawn(move || {
                let task = Task {
                    distances: !values_only,
                    threads,
                    limit,
                    progress: Some(&state),
                    ..Task::default()
                };
                let solved = Solution::new(&set.rules, task);
                // Who waited may have given up.
                done.send(()).ok();
                solved
            })?
    };
    let positions = Demand::of(&set.rules, Engine::Queue, true).positions;
    let mut interrupted = Ok(());
    loop {
        // The thread's end closes the channel, also when it panics.
        let wait = &mut wait;
        let waited = py.detach(move || {
            wait.recv_timeout(PAUSE)
                .map_err(|error| error == RecvTimeoutError::Timeout)
        });
        if waited != Err(true) {
            break;
        }
        if interrupted.is_ok() {
            interrupted = py.check_signals().and_then(|()| {
                if let Some(progress) = progress {
                    progress.call1((state.done(), positions))?;
                }
                Ok(())
            });
            if interrupted.is_err() {
                state.stop();
            }
        }
    }
    let solved = py.detach(|| running.join());
    interrupted?;
    let solved = solved
        .map_err(|_| PyRuntimeError::new_err("the solve failed: this is a fault of waribashi"))?;
    match solved {
        Ok(solution) => {
            if let Some(progress) = progress {
                progress.call1((positions, positions))?;
            }
            Ok(PySolution::solved(set, solution))
        }
        Err(SolveError::Stopped) => Err(PyRuntimeError::new_err("the solve was stopped")),
        Err(error) => Err(solve_error(error)),
    }
}

/// The memory that is free, in bytes; where the system does not tell, as much as it will give.
fn free_memory() -> u64 {
    sysinfo::System::new().map_or(u64::MAX, |mut system| {
        system.refresh_memory();
        system.available_memory()
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_solve, module)?)
}
