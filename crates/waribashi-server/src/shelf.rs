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
