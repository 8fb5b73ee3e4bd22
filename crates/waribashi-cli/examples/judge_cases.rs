//! Cases for `waribashi judge --rules many`, always the same, to measure with: `judge_cases T [LIMIT]`
//! prints T cases of numbers below LIMIT (10^19, numbers of up to 19 digits).
//!
//! Half of the cases have as many hands on both sides or one hand more on the other: those are the ones
//! that have to be thought about.

use std::io::{self, BufWriter, Write};

/// The generator splitmix64: simple, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * u128::from(limit)) >> 64) as u64
    }
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: u64| {
        arguments
            .next()
            .map_or(default, |text| text.parse().expect("a number"))
    };
    let (cases, limit) = (argument(10), argument(10_000_000_000_000_000_000));
    let mut random = Random(4);
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    writeln!(out, "{cases}")?;
    for _ in 0..cases {
        let mine = random.below(limit - 1);
        let theirs = match random.below(4) {
            0 => mine,
            1 => mine + 1,
            _ => random.below(limit),
        };
        let my_ones = match random.below(4) {
            0 => mine,
            _ => random.below(mine + 1),
        };
        let their_ones = match random.below(4) {
            0 => theirs,
            _ => random.below(theirs + 1),
        };
        writeln!(out, "{mine} {theirs} {my_ones} {their_ones}")?;
    }
    out.flush()
}
