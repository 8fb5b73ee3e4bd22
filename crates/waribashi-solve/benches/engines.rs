//! The engines on rule sets of different kinds: `cargo bench -p waribashi-solve`.
//!
//! Ratios of whole solves on large rule sets, and what the memory of the machine would allow, are measured by
//! `waribashi bench`.

#![allow(missing_docs, reason = "the macros of criterion have none")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use waribashi::{Game, Move, Rules};
use waribashi_solve::{Compiled, Engine, Solution, Task};

fn solve(rules: &Rules, engine: Engine, distances: bool) -> Solution {
    let task = Task {
        engine: Some(engine),
        distances,
        threads: 1,
        ..Task::default()
    };
    Solution::new(rules, task).expect("memory suffices")
}

fn engines(criterion: &mut Criterion) {
    for text in [
        "self-tap",
        "attacks,hands=8",
        "suicide,hands=6",
        "simple,hands=8",
    ] {
        let rules: Rules = text.parse().expect("rules");
        let positions = Compiled::new(&rules).len() as u64;
        let mut group = criterion.benchmark_group(text);
        group.throughput(Throughput::Elements(positions));
        group.bench_function("compile", |bench| {
            bench.iter(|| Compiled::new(black_box(&rules)))
        });
        for (name, engine, distances) in [
            ("queue", Engine::Queue, true),
            ("rows, values", Engine::Rows, false),
            ("rows, distances", Engine::Rows, true),
        ] {
            group.bench_function(name, |bench| {
                bench.iter(|| solve(black_box(&rules), engine, distances));
            });
        }
        group.finish();
    }
}

fn answers(criterion: &mut Criterion) {
    let rules = Rules::default();
    let solution = solve(&rules, Engine::Queue, true);
    let mut game = Game::new(rules.clone());
    for played in "1x1 1+2 1x3 4x1".split(' ') {
        let played = Move::parse(played, rules.fingers).expect("a move");
        game.play(played).expect("legal");
    }
    criterion.bench_function("answer without history", |bench| {
        bench.iter(|| solution.answer(black_box(game.position())));
    });
    criterion.bench_function("answer with history", |bench| {
        bench.iter(|| solution.answer_in(black_box(&game)));
    });
}

criterion_group!(benches, engines, answers);
criterion_main!(benches);
