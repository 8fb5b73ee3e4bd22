//! Threads that wait for work: what a step hands out takes microseconds, and so must the handing out.

#![allow(
    unsafe_code,
    reason = "threads that stay alive work on what is borrowed for one call; the standard library has only threads \
              that are started anew, which costs more than a step, and rayon's pool puts the caller to sleep, \
              which costs half of one"
)]

use std::{
    any::Any,
    cell::UnsafeCell,
    hint,
    panic::{self, AssertUnwindSafe},
    process,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
};

/// How often a thread looks for what it waits for before it lets others run: some tens of microseconds.
const LOOKS: u32 = 2_000;

/// The caller's thread and its workers.
#[derive(Debug)]
pub(crate) struct Team {
    workers: Vec<JoinHandle<()>>,
    shared: Arc<Shared>,
    /// Threads do not survive a fork; the copy of the process works alone.
    process: u32,
}

/// What the caller and its workers share.
#[derive(Debug)]
struct Shared {
    /// Counts the tasks; odd and even alike, a change means a new one.
    turn: AtomicU32,
    task: UnsafeCell<Option<Task>>,
    /// How many workers have not finished the task.
    working: AtomicUsize,
    stop: AtomicBool,
    /// How often to look before sleeping: not at all where there are more threads than cores.
    looks: u32,
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `task` is written only by the caller while no worker works (`working` is 0, acquired), and read by
// workers only after the new `turn`, which is released after the write, was acquired. All else is atomic or locked.
unsafe impl Sync for Shared {}
// SAFETY: a `Task` is a pair of pointers to what may be used from any thread, by the bounds of `Team::run`.
unsafe impl Send for Shared {}

/// A borrowed closure without its type and lifetime.
#[derive(Clone, Copy, Debug)]
struct Task {
    data: *const (),
    call: unsafe fn(*const (), usize),
}

impl Team {
    /// A team of this many threads, the caller's included.
    pub(crate) fn new(threads: usize) -> Result<Self, std::io::Error> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let shared = Arc::new(Shared {
            looks: if threads > cores { 0 } else { LOOKS },
            turn: AtomicU32::new(0),
            task: UnsafeCell::new(None),
            working: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            panicked: Mutex::new(None),
        });
        let mut team = Team {
            workers: Vec::new(),
            shared,
            process: process::id(),
        };
        for number in 1..threads {
            let shared = team.shared.clone();
            let thread = thread::Builder::new().name(format!("waribashi-{number}"));
            team.workers
                .push(thread.spawn(move || shared.work(number))?);
        }
        Ok(team)
    }

    /// How many threads there are, the caller's included.
    pub(crate) fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Does every job, one a thread, and returns when all are done.
    ///
    /// # Panics
    ///
    /// When a job does.
    pub(crate) fn run<J: Send>(&mut self, jobs: &mut [J], work: impl Fn(&mut J) + Sync) {
        if self.workers.is_empty() || jobs.len() <= 1 || self.process != process::id() {
            jobs.iter_mut().for_each(work);
            return;
        }
        let (first, threads) = (Jobs(jobs.as_mut_ptr()), self.threads());
        let count = jobs.len();
        let part = |number: usize| {
            for at in (number..count).step_by(threads) {
                // SAFETY: `at` is below the length, each thread has other places, and `jobs` is borrowed
                // mutably until all threads are done.
                work(unsafe { &mut *first.at(at) });
            }
        };
        self.share(&part);
    }

    /// Calls `part` with the number of each thread on that thread.
    fn share<F: Fn(usize) + Sync>(&self, part: &F) {
        /// # Safety
        ///
        /// `data` is a valid `&F`.
        unsafe fn call<F: Fn(usize)>(data: *const (), number: usize) {
            // SAFETY: by the contract.
            (unsafe { &*data.cast::<F>() })(number);
        }
        let shared = &*self.shared;
        let task = Task {
            data: std::ptr::from_ref(part).cast(),
            call: call::<F>,
        };
        // SAFETY: no worker reads it: the last task was done when `share` returned.
        unsafe { *shared.task.get() = Some(task) };
        shared.working.store(self.workers.len(), Ordering::Relaxed);
        shared.turn.fetch_add(1, Ordering::Release);
        for worker in &self.workers {
            worker.thread().unpark();
        }
        let own = panic::catch_unwind(AssertUnwindSafe(|| part(0)));
        // Whatever happened, `part` is borrowed until every worker is done.
        let mut looks = 0;
        while shared.working.load(Ordering::Acquire) > 0 {
            looks += 1;
            if looks < shared.looks {
                hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
        let others = shared.panicked.lock().map(|mut panicked| panicked.take());
        if let Some(panicked) = own.err().or(others.ok().flatten()) {
            panic::resume_unwind(panicked);
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        if self.process != process::id() {
            return;
        }
        self.shared.stop.store(true, Ordering::Release);
        for worker in self.workers.drain(..) {
            worker.thread().unpark();
            // A worker catches what its tasks throw, so there is nothing to hear.
            let _ = worker.join();
        }
    }
}

impl Shared {
    /// What a worker does all its life.
    fn work(&self, number: usize) {
        let mut done = 0;
        loop {
            let mut looks = 0;
            while self.turn.load(Ordering::Acquire) == done {
                if self.stop.load(Ordering::Acquire) {
                    return;
                }
                looks += 1;
                if looks < self.looks {
                    hint::spin_loop();
                } else {
                    thread::park();
                }
            }
            done = done.wrapping_add(1);
            // SAFETY: the turn was acquired, so the task is there and stays until `working` is counted down.
            let task = unsafe { *self.task.get() }.expect("a turn has a task");
            // SAFETY: `data` is the `&F` that `share` made for this task and keeps borrowed until all are done.
            let result = panic::catch_unwind(AssertUnwindSafe(|| unsafe {
                (task.call)(task.data, number);
            }));
            if let Err(panicked) = result
                && let Ok(mut first) = self.panicked.lock()
            {
                first.get_or_insert(panicked);
            }
            self.working.fetch_sub(1, Ordering::Release);
        }
    }
}

/// The jobs of a run, of which each thread takes others.
struct Jobs<J>(*mut J);

// SAFETY: a thread makes a `&mut J` of a place that no other has, and `J` is `Send`.
unsafe impl<J: Send> Sync for Jobs<J> {}

impl<J> Jobs<J> {
    /// # Safety
    ///
    /// `at` is below the number of jobs.
    unsafe fn at(&self, at: usize) -> *mut J {
        // SAFETY: by the contract it stays inside the slice.
        unsafe { self.0.add(at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_whatever_the_number_of_threads() {
        for threads in 1..=4 {
            let mut team = Team::new(threads).unwrap();
            for jobs in 0..9 {
                let mut done = vec![0; jobs];
                for _ in 0..20 {
                    team.run(&mut done, |done| *done += 1);
                }
                assert_eq!(done, vec![20; jobs]);
            }
        }
    }

    #[test]
    fn a_panic_in_a_job_reaches_the_caller_and_the_team_works_on() {
        let mut team = Team::new(3).unwrap();
        for bad in 0..3 {
            let mut jobs = [0, 1, 2];
            let run = AssertUnwindSafe(|| team.run(&mut jobs, |job| assert_ne!(*job, bad)));
            assert!(panic::catch_unwind(run).is_err());
        }
        let mut jobs = [1; 3];
        team.run(&mut jobs, |job| *job += 1);
        assert_eq!(jobs, [2; 3]);
    }

    #[test]
    fn a_team_that_sleeps_wakes_up() {
        let mut team = Team::new(2).unwrap();
        let mut jobs = [0; 2];
        for _ in 0..3 {
            thread::sleep(std::time::Duration::from_millis(20));
            team.run(&mut jobs, |job| *job += 1);
        }
        assert_eq!(jobs, [3; 2]);
    }
}
