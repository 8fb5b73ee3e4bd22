//! What was costly to make is kept, in bounded memory.

use std::{
    collections::HashMap,
    hash::Hash,
    ops::Deref,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::http::StatusCode;
use lru::LruCache;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task,
    time::timeout,
};
use waribashi_solve::Progress;

use crate::problem::Problem;

/// Memory is counted in units of so many bytes.
const UNIT: u64 = 1024;

/// How a shelf is set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Bytes for all that is kept and all that is being made.
    pub(crate) memory: u64,
    /// How many things are made at once.
    pub(crate) at_once: usize,
    /// How long a request waits for its turn.
    pub(crate) patience: Duration,
    /// How long the making may take.
    pub(crate) time: Duration,
}

/// Keeps values under keys, as many as fit, those that were used last. A value that several ask for is made once.
///
/// Whoever makes a value first gets its memory. Where all is taken, values are forgotten that were not used for
/// longest; their memory comes back when the last request that uses them is done.
#[derive(Debug)]
pub(crate) struct Shelf<K: Hash + Eq, V> {
    bounds: Bounds,
    memory: Arc<Semaphore>,
    workers: Arc<Semaphore>,
    state: Mutex<State<K, V>>,
}

#[derive(Debug)]
struct State<K: Hash + Eq, V> {
    kept: LruCache<K, Arc<Kept<V>>>,
    /// What is being made, and where its outcome will be told.
    making: HashMap<K, Arc<watch::Sender<Option<Outcome<V>>>>>,
}

/// A value, with the memory that it takes.
#[derive(Debug)]
pub(crate) struct Kept<V> {
    value: V,
    _memory: OwnedSemaphorePermit,
}

impl<V> Deref for Kept<V> {
    type Target = V;

    fn deref(&self) -> &V {
        &self.value
    }
}

pub(crate) type Outcome<V> = Result<Arc<Kept<V>>, Problem>;

impl<K, V> Shelf<K, V>
where
    K: Clone + Eq + Hash + Send + 'static,
    V: Send + Sync + 'static,
{
    pub(crate) fn new(bounds: Bounds) -> Arc<Self> {
        Arc::new(Shelf {
            bounds,
            memory: Arc::new(Semaphore::new((bounds.memory / UNIT) as usize)),
            workers: Arc::new(Semaphore::new(bounds.at_once)),
            state: Mutex::new(State {
                kept: LruCache::unbounded(),
                making: HashMap::new(),
            }),
        })
    }

    /// The most bytes that one value may take.
    pub(crate) fn most(&self) -> u64 {
        self.bounds.memory
    }

    /// The value of a key. Where there is none it is made, which takes at most `bytes` meanwhile; `make` tells how many
    /// bytes the value itself takes.
    pub(crate) async fn get(
        self: &Arc<Self>,
        key: &K,
        bytes: u64,
        make: impl FnOnce(&Progress) -> Result<(V, u64), Problem> + Send + 'static,
    ) -> Outcome<V> {
        let mut outcome = {
            let mut state = self.state();
            if let Some(kept) = state.kept.get(key) {
                return Ok(kept.clone());
            }
            match state.making.get(key) {
                Some(outcome) => outcome.subscribe(),
                None => {
                    let (sender, receiver) = watch::channel(None);
                    let sender = Arc::new(sender);
                    state.making.insert(key.clone(), sender.clone());
                    task::spawn(self.clone().attend(key.clone(), bytes, make, sender));
                    receiver
                }
            }
        };
        let told = outcome.wait_for(Option::is_some).await;
        told.map_or_else(
            |_| Err(Problem::fault()),
            |told| told.clone().expect("it waited for this"),
        )
    }

    /// Makes a value, until nobody waits for it any more.
    async fn attend(
        self: Arc<Self>,
        key: K,
        bytes: u64,
        make: impl FnOnce(&Progress) -> Result<(V, u64), Problem> + Send + 'static,
        sender: Arc<watch::Sender<Option<Outcome<V>>>>,
    ) {
        let progress = Arc::new(Progress::default());
        let mut made = pin!(self.make(bytes, make, progress.clone()));
        loop {
            tokio::select! {
                outcome = &mut made => {
                    let mut state = self.state();
                    state.making.remove(&key);
                    if let Ok(kept) = &outcome {
                        state.kept.put(key, kept.clone());
                    }
                    drop(state);
                    sender.send_replace(Some(outcome));
                    return;
                }
                () = sender.closed() => {
                    let mut state = self.state();
                    // Somebody may have come in the meantime.
                    if sender.receiver_count() == 0 {
                        state.making.remove(&key);
                        progress.stop();
                        return;
                    }
                }
            }
        }
    }

    async fn make(
        &self,
        bytes: u64,
        make: impl FnOnce(&Progress) -> Result<(V, u64), Problem> + Send + 'static,
        progress: Arc<Progress>,
    ) -> Outcome<V> {
        let units = units(bytes);
        let turn = async {
            let worker = self.workers.clone().acquire_owned().await;
            let worker = worker.expect("it is never closed");
            (self.room(units).await, worker)
        };
        let Ok((memory, worker)) = timeout(self.bounds.patience, turn).await else {
            return Err(Problem::busy());
        };
        let working = progress.clone();
        // Memory and turn are given back when the work has really ended, also where nobody waits for it.
        let work = task::spawn_blocking(move || (make(&working), memory, worker));
        let (made, mut memory, _) = match timeout(self.bounds.time, work).await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) => return Err(Problem::fault()),
            Err(_) => {
                progress.stop();
                let seconds = self.bounds.time.as_secs();
                return Err(Problem::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    format!(
                        "this takes the server more than {seconds} seconds: expected a smaller rule set; the program \
                         itself has no such limit (for example: waribashi solve attacks,hands=12)"
                    ),
                ));
            }
        };
        let (value, taken) = made?;
        let spare = units.saturating_sub(self::units(taken)) as usize;
        drop(memory.split(spare));
        Ok(Arc::new(Kept {
            value,
            _memory: memory,
        }))
    }

    /// Memory, made free where it has to be.
    async fn room(&self, units: u32) -> OwnedSemaphorePermit {
        // How often it is looked again whether something can be forgotten.
        const AGAIN: Duration = Duration::from_millis(20);
        loop {
            while self.memory.available_permits() < units as usize {
                let Some((_, forgotten)) = self.state().kept.pop_lru() else {
                    break;
                };
                drop(forgotten);
            }
            let memory = self.memory.clone().acquire_many_owned(units);
            if let Ok(memory) = timeout(AGAIN, memory).await {
                return memory.expect("it is never closed");
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State<K, V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn units(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, AtomicUsize, Ordering},
        thread,
        time::Instant,
    };

    use super::*;

    const SOON: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(30);

    fn bounds(memory: u64, at_once: usize) -> Bounds {
        Bounds {
            memory,
            at_once,
            patience: LONG,
            time: LONG,
        }
    }

    /// What is taken of a memory, and the most that ever was.
    #[derive(Default)]
    struct Gauge {
        now: AtomicU64,
        most: AtomicU64,
    }

    struct Taken(Arc<Gauge>, u64);

    impl Taken {
        fn new(gauge: &Arc<Gauge>, bytes: u64) -> Self {
            let now = gauge.now.fetch_add(bytes, Ordering::SeqCst) + bytes;
            gauge.most.fetch_max(now, Ordering::SeqCst);
            Taken(gauge.clone(), bytes)
        }
    }

    impl Drop for Taken {
        fn drop(&mut self) {
            self.0.now.fetch_sub(self.1, Ordering::SeqCst);
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn a_flood_of_different_values_never_takes_more_than_the_memory() {
        let shelf = Shelf::new(bounds(1 << 20, 4));
        let gauge = Arc::new(Gauge::default());
        let asked = (0..300u64).map(|key| {
            let (shelf, gauge) = (shelf.clone(), gauge.clone());
            task::spawn(async move {
                // From a few units to all that there is.
                let bytes = (key * 37 % 1024 + 1) << 10;
                let make = move |_: &Progress| {
                    thread::sleep(Duration::from_millis(1));
                    Ok((Taken::new(&gauge, bytes), bytes))
                };
                shelf.get(&key, bytes, make).await.map(drop)
            })
        });
        for asked in asked.collect::<Vec<_>>() {
            assert_eq!(asked.await.unwrap(), Ok(()));
        }
        let most = gauge.most.load(Ordering::SeqCst);
        assert!(most <= 1 << 20, "{most}");
        assert!(most > 1 << 19, "{most}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn a_value_that_several_ask_for_is_made_once_and_kept() {
        let shelf = Shelf::new(bounds(1 << 20, 4));
        let made = Arc::new(AtomicUsize::new(0));
        let ask = || {
            let (shelf, made) = (shelf.clone(), made.clone());
            task::spawn(async move {
                let make = move |_: &Progress| {
                    thread::sleep(SOON);
                    Ok((made.fetch_add(1, Ordering::SeqCst), 1024))
                };
                **shelf.get(&"the same", 1024, make).await.unwrap()
            })
        };
        let asked: Vec<_> = (0..50).map(|_| ask()).collect();
        for asked in asked {
            assert_eq!(asked.await.unwrap(), 0);
        }
        assert_eq!(ask().await.unwrap(), 0);
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn what_was_not_used_for_longest_is_forgotten_first() {
        let shelf = Shelf::new(bounds(3 << 10, 1));
        let made = Arc::new(AtomicUsize::new(0));
        let get = |key: &'static str| {
            let made = made.clone();
            let make = move |_: &Progress| Ok((made.fetch_add(1, Ordering::SeqCst), 1024));
            let shelf = shelf.clone();
            async move { shelf.get(&key, 1024, make).await.map(drop).unwrap() }
        };
        for key in ["a", "b", "c", "a", "d"] {
            get(key).await;
        }
        assert_eq!(made.load(Ordering::SeqCst), 4);
        get("a").await;
        get("c").await;
        assert_eq!(made.load(Ordering::SeqCst), 4);
        get("b").await;
        assert_eq!(made.load(Ordering::SeqCst), 5);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_waits_too_long_is_told_to_come_again() {
        let shelf = Shelf::new(Bounds {
            patience: SOON,
            ..bounds(1 << 20, 1)
        });
        let first = shelf.clone();
        let first = task::spawn(async move {
            let make = |_: &Progress| {
                thread::sleep(10 * SOON);
                Ok(((), 1024))
            };
            first.get(&1, 1024, make).await.map(drop)
        });
        tokio::time::sleep(SOON).await;
        let second = shelf.get(&2, 1024, |_| Ok(((), 1024))).await;
        assert_eq!(second.map(drop), Err(Problem::busy()));
        assert_eq!(first.await.unwrap(), Ok(()));
        // The same again is possible.
        assert!(shelf.get(&2, 1024, |_| Ok(((), 1024))).await.is_ok());
    }

    /// Works until it is stopped.
    fn until_stopped(
        ended: Arc<AtomicUsize>,
    ) -> impl FnOnce(&Progress) -> Result<((), u64), Problem> {
        move |progress| {
            let begun = Instant::now();
            while !progress.is_stopped() && begun.elapsed() < LONG {
                thread::sleep(Duration::from_millis(1));
            }
            ended.fetch_add(1, Ordering::SeqCst);
            Err(Problem::busy())
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_takes_too_long_is_stopped_and_gives_its_memory_back() {
        let shelf = Shelf::new(Bounds {
            time: SOON,
            ..bounds(1024, 1)
        });
        let ended = Arc::new(AtomicUsize::new(0));
        let refused = shelf.get(&1, 1024, until_stopped(ended.clone())).await;
        assert!(refused.unwrap_err().to_string().contains("more than"));
        assert!(shelf.get(&2, 1024, |_| Ok(((), 1024))).await.is_ok());
        assert_eq!(ended.load(Ordering::SeqCst), 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_nobody_waits_for_any_more_is_stopped() {
        let shelf = Shelf::new(bounds(1024, 1));
        let ended = Arc::new(AtomicUsize::new(0));
        let given_up = timeout(SOON, shelf.get(&1, 1024, until_stopped(ended.clone()))).await;
        assert!(given_up.is_err());
        assert!(shelf.get(&2, 1024, |_| Ok(((), 1024))).await.is_ok());
        assert_eq!(ended.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_fault_in_the_making_is_told_and_not_kept() {
        let shelf: Arc<Shelf<u8, ()>> = Shelf::new(bounds(1024, 1));
        let told = shelf.get(&1, 1024, |_| panic!("on purpose")).await;
        assert_eq!(told.map(drop), Err(Problem::fault()));
        assert!(shelf.get(&1, 1024, |_| Ok(((), 1024))).await.is_ok());
    }
}
