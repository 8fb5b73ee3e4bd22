//! Steps of many games, with all buffers written and the repetition rule exact.
//!
//!     cargo bench -p waribashi-batch

use std::{hint::black_box, sync::Arc};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use waribashi::Rules;
use waribashi_batch::{Autoreset, Batch, Opponent, Options, Owned, Steps, View};

/// How many steps are recorded and played again.
const STEPS: usize = 64;

fn steps(c: &mut Criterion) {
    for rules in [
        "self-tap",
        "rollover,repetition=threefold",
        "self-tap,hands=3",
    ] {
        let rules: Rules = rules.parse().expect("rules");
        let steps = Arc::new(Steps::new(&rules, View::Absolute).expect("few positions"));
        let mut group = c.benchmark_group(rules.short_name());
        for (games, threads) in [(1_024, 1), (16_384, 1), (16_384, 2)] {
            let options = |opponent| Options {
                games,
                threads,
                opponent,
                autoreset: Autoreset::SameStep,
                ..Options::default()
            };
            let name = format!("{games} games, {threads} threads");
            let mut batch = Batch::new(steps.clone(), options(None)).expect("a batch");
            let mut seen = Owned::new(&batch);
            let mut actions = vec![vec![0i64; games]; STEPS];
            batch
                .reset(Some(1), None, seen.required())
                .expect("buffers");
            for actions in &mut actions {
                batch
                    .step_random(actions, seen.required())
                    .expect("buffers");
            }
            group.throughput(Throughput::Elements((games * STEPS) as u64));
            group.bench_function(BenchmarkId::new("given", &name), |b| {
                b.iter(|| {
                    batch
                        .reset(Some(1), None, seen.required())
                        .expect("buffers");
                    for actions in &actions {
                        batch
                            .step(black_box(actions), seen.required())
                            .expect("legal actions");
                    }
                });
            });
            group.bench_function(BenchmarkId::new("sampled", &name), |b| {
                b.iter(|| {
                    for actions in &mut actions {
                        batch
                            .step_random(actions, seen.required())
                            .expect("buffers");
                    }
                });
            });
            let opponent = Some(Opponent::random(&steps));
            let mut batch = Batch::new(steps.clone(), options(opponent)).expect("a batch");
            batch
                .reset(Some(1), None, seen.required())
                .expect("buffers");
            group.bench_function(BenchmarkId::new("sampled, random opponent", &name), |b| {
                b.iter(|| {
                    for actions in &mut actions {
                        batch
                            .step_random(actions, seen.required())
                            .expect("buffers");
                    }
                });
            });
        }
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
