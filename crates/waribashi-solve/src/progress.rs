use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What a running solve tells, and how it can be stopped.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    passes: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Positions solved so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Passes over blocks of positions that go round in circles, so far: where one block has them all, this is
    /// what moves.
    pub fn passes(&self) -> u64 {
        self.passes.load(Ordering::Relaxed)
    }

    /// Asks the solve to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the solve was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Begins to count anew.
    pub(crate) fn restart(&self) {
        self.done.store(0, Ordering::Relaxed);
        self.passes.store(0, Ordering::Relaxed);
    }

    /// Counts a pass.
    pub(crate) fn pass(&self) {
        self.passes.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts positions as solved.
    pub(crate) fn add(&self, positions: usize) {
        self.done.fetch_add(positions as u64, Ordering::Relaxed);
    }
}

/// The solve was stopped before it was done.
#[derive(Debug)]
pub(crate) struct Stopped;
