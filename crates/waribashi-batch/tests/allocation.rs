//! A step allocates nothing: what it needs was there when the batch was made, or is the caller's.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use waribashi::Rules;
use waribashi_batch::{Autoreset, Batch, Opponent, Options, Owned, Seat, Steps, View};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is the system's allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: by the contract of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: by the contract of this function.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

// One test in this file: another, in a thread beside it, would be counted too.
#[test]
fn a_step_allocates_nothing() {
    let rules: Rules = "self-tap".parse().unwrap();
    let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
    for threads in [1, 2] {
        for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
            let options = Options {
                games: 1_000,
                threads,
                autoreset,
                opponent: Some(Opponent::random(&steps)),
                seat: Seat::Random,
                ..Options::default()
            };
            let mut batch = Batch::new(steps.clone(), options).unwrap();
            let mut seen = Owned::new(&batch);
            let mut actions = vec![0i64; 1_000];
            batch.reset(None, None, seen.buffers()).unwrap();
            // A thread that starts allocates for itself.
            batch.step_random(&mut actions, seen.buffers()).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(50));
            let before = ALLOCATIONS.load(Ordering::Relaxed);
            for _ in 0..100 {
                batch.sample(&mut actions).unwrap();
                batch.step(&actions, seen.buffers()).unwrap();
                batch.step_random(&mut actions, seen.buffers()).unwrap();
            }
            assert_eq!(ALLOCATIONS.load(Ordering::Relaxed), before);
        }
    }
}
