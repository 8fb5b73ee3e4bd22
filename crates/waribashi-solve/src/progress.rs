use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What a running solve tells, and how it can be stopped.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Positions solved so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
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
    }

    /// Counts positions as solved.
    pub(crate) fn add(&self, positions: usize) {
        self.done.fetch_add(positions as u64, Ordering::Relaxed);
    }
}

/// The solve was stopped before it was done.
#[derive(Debug)]
pub(crate) struct Stopped;
