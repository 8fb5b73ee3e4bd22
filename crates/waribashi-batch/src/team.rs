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
        atomic::{AtomicBool, AtomicUsize, Ordering},
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
    /// How many jobs of the task nobody has taken. Whoever counts it down has the job of that number.
    waiting: AtomicUsize,
    /// How many jobs of the task are done.
    done: AtomicUsize,
    task: UnsafeCell<Option<Task>>,
    stop: AtomicBool,
    /// How often to look before sleeping: not at all where there are more threads than cores.
    looks: u32,
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `task` is written by the caller alone, when every job of the task before is done (`done`, acquired), and
// read only by who has taken a job (`waiting`, released after the write and acquired) and has not counted it as done.
// All else is atomic or locked.
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
            waiting: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            task: UnsafeCell::new(None),
            stop: AtomicBool::new(false),
            looks: if threads > cores { 0 } else { LOOKS },
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
            team.workers.push(thread.spawn(move || shared.work())?);
        }
        Ok(team)
    }

    /// How many threads there are, the caller's included.
    pub(crate) fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Does every job, and returns when all are done. Whoever is free takes the next job, so that a thread that the
    /// system keeps from running holds up no more than the one it has.
    ///
    /// # Panics
    ///
    /// When a job does.
    pub(crate) fn run<J: Send>(&mut self, jobs: &mut [J], work: impl Fn(&mut J) + Sync) {
        if self.workers.is_empty() || jobs.len() <= 1 || self.process != process::id() {
            jobs.iter_mut().for_each(work);
            return;
        }
        let first = Jobs(jobs.as_mut_ptr());
        let job = |number: usize| {
            // SAFETY: `number` is below the length and given once, and `jobs` is borrowed mutably until all are done.
            work(unsafe { &mut *first.at(number) });
        };
        self.share(jobs.len(), &job);
    }

    /// Calls `job` with every number below `count`, on any thread.
    fn share<F: Fn(usize)>(&self, count: usize, job: &F) {
        /// # Safety
        ///
        /// `data` is a valid `&F`.
        unsafe fn call<F: Fn(usize)>(data: *const (), number: usize) {
            // SAFETY: by the contract.
            (unsafe { &*data.cast::<F>() })(number);
        }
        let shared = &*self.shared;
        let task = Task {
            data: std::ptr::from_ref(job).cast(),
            call: call::<F>,
        };
        // SAFETY: nobody reads it: the last task was done when `share` returned.
        unsafe { *shared.task.get() = Some(task) };
        shared.done.store(0, Ordering::Relaxed);
        shared.waiting.store(count, Ordering::Release);
        for worker in self.workers.iter().take(count - 1) {
            worker.thread().unpark();
        }
        while shared.take() {}
        // Whatever happened, `job` is borrowed until all are done.
        let mut looks = 0;
        while shared.done.load(Ordering::Acquire) < count {
            looks += 1;
            if looks < shared.looks {
                hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
        let panicked = shared.panicked.lock().map(|mut panicked| panicked.take());
        if let Ok(Some(panicked)) = panicked {
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
            // A worker catches what its jobs throw, so there is nothing to hear.
            let _ = worker.join();
        }
    }
}

impl Shared {
    /// Takes a job and does it; returns whether there was one.
    fn take(&self) -> bool {
        let taken = self
            .waiting
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        let Ok(left) = taken else {
            return false;
        };
        // SAFETY: a job was taken, so the task is there and stays until the job is counted as done.
        let task = unsafe { *self.task.get() }.expect("a job has a task");
        // SAFETY: `data` is the `&F` that `share` made for this task and keeps borrowed until all jobs are done.
        let result = panic::catch_unwind(AssertUnwindSafe(|| unsafe {
            (task.call)(task.data, left - 1);
        }));
        if let Err(panicked) = result
            && let Ok(mut first) = self.panicked.lock()
        {
            first.get_or_insert(panicked);
        }
        self.done.fetch_add(1, Ordering::Release);
        true
    }

    /// What a worker does all its life.
    fn work(&self) {
        let mut looks = 0;
        while !self.stop.load(Ordering::Acquire) {
            if self.take() {
                looks = 0;
                continue;
            }
            looks += 1;
            if looks < self.looks {
                hint::spin_loop();
            } else {
                thread::park();
            }
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
