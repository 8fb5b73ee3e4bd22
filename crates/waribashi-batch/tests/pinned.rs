//! What a long run gives, by its hash: it stays as it is while the code gets faster.

use std::sync::Arc;

use waribashi::Rules;
use waribashi_batch::{Autoreset, Batch, Opponent, Options, Owned, Seat, Steps, View};
use waribashi_solve::{Solution, Task};
use xxhash_rust::xxh3::Xxh3;

fn hash(rules: &str, autoreset: Autoreset, perfect: bool) -> u64 {
    let rules: Rules = rules.parse().unwrap();
    let steps = Arc::new(Steps::new(&rules, View::Absolute).unwrap());
    let solution = Solution::new(&rules, Task::default()).unwrap();
    let options = Options {
        games: 500,
        threads: 2,
        autoreset,
        step_limit: Some(60),
        opponent: perfect.then(|| {
            let opponent = Opponent::perfect(&steps, &solution).unwrap();
            opponent.with_epsilon(0.3).unwrap()
        }),
        seat: if perfect { Seat::Random } else { Seat::First },
        seed: 42,
        ..Options::default()
    };
    let mut batch = Batch::new(steps, options).unwrap();
    let mut seen = Owned::new(&batch);
    let mut actions = vec![0i32; 500];
    let mut hash = Xxh3::new();
    batch.reset(None, None, seen.buffers()).unwrap();
    for _ in 0..200 {
        batch.step_random(&mut actions, seen.buffers()).unwrap();
        for bytes in [
            &seen.observations,
            &seen.masks,
            &seen.terminations,
            &seen.truncations,
            &seen.turns,
            &seen.final_observations,
        ] {
            hash.update(bytes);
        }
        for rewards in [&seen.rewards, &seen.actor_rewards] {
            rewards
                .iter()
                .for_each(|reward| hash.update(&reward.to_le_bytes()));
        }
        actions
            .iter()
            .for_each(|action| hash.update(&action.to_le_bytes()));
    }
    hash.digest()
}

#[test]
fn long_runs_give_what_they_always_gave() {
    use Autoreset::{NextStep, SameStep};
    let runs = [
        ("self-tap", NextStep, false),
        ("self-tap", SameStep, false),
        ("school", SameStep, true),
        ("rollover,repetition=threefold", NextStep, false),
        ("suicide,hands=3,repetition=first", SameStep, false),
        ("taps-split,hands=3:2", NextStep, true),
    ];
    let hashes = runs.map(|(rules, autoreset, perfect)| hash(rules, autoreset, perfect));
    assert_eq!(
        hashes,
        [
            6734407954672254336,
            8873986997512800990,
            12831279136988215537,
            16578877464988275101,
            10471168669402979175,
            10206530823906136071,
        ]
    );
}
