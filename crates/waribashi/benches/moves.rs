//! How fast moves are generated, checked and played, without compiled rules.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use waribashi::{Game, Move, Position, Rules};
use waribashi_suite::{all_moves, all_positions};

/// Two hands with taps only, with own taps and splits, and more hands than one would hold out.
const RULES: [&str; 4] = ["attacks", "self-tap", "suicide", "taps-split,hands=3"];

fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("moves");
    for text in RULES {
        let rules: Rules = text.parse().unwrap();
        let positions = all_positions(&rules);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(text, |b| {
            b.iter(|| {
                positions
                    .iter()
                    .map(|position| rules.moves(black_box(position)).len())
                    .sum::<usize>()
            });
        });
    }
    group.finish();
}

fn play(c: &mut Criterion) {
    let mut group = c.benchmark_group("play");
    for text in RULES {
        let rules: Rules = text.parse().unwrap();
        let plays: Vec<(Position, Move)> = all_positions(&rules)
            .into_iter()
            .flat_map(|position| {
                let moves = rules.moves(&position);
                moves
                    .into_iter()
                    .map(move |played| (position.clone(), played))
            })
            .collect();
        group.throughput(Throughput::Elements(plays.len() as u64));
        group.bench_function(text, |b| {
            b.iter(|| {
                for (position, played) in &plays {
                    black_box(rules.play(black_box(position), *played).unwrap());
                }
            });
        });
    }
    group.finish();
}

fn check(c: &mut Criterion) {
    let rules: Rules = "suicide".parse().unwrap();
    let writable = all_moves(rules.fingers);
    let mut group = c.benchmark_group("check");
    group.throughput(Throughput::Elements(writable.len() as u64));
    group.bench_function("every writable move at the start", |b| {
        b.iter(|| {
            writable
                .iter()
                .filter(|played| rules.check(black_box(rules.start()), **played).is_ok())
                .count()
        });
    });
    group.finish();
}

fn many_hands(c: &mut Criterion) {
    // Hands are kept as runs: a million of them cost what three cost.
    let rules: Rules = "many,hands=1000000".parse().unwrap();
    c.bench_function("many/a game of 100 plies", |b| {
        b.iter(|| {
            let mut game = Game::new(rules.clone());
            for _ in 0..100 {
                let played = *game.legal_moves().last().unwrap();
                game.play(black_box(played)).unwrap();
            }
            game.len()
        });
    });
}

criterion_group!(benches, moves, play, check, many_hands);
criterion_main!(benches);
