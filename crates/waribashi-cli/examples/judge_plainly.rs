//! What `waribashi judge --rules many` does, as one would write it for a contest: a line at a time, with
//! the standard library. To measure against, and to compare answers with.

use std::io::{self, BufRead, BufWriter, Write};

use waribashi::Value;
use waribashi_solve::closed::Counts;

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut line = String::new();
    input.read_line(&mut line)?;
    let cases: u64 = line.trim().parse().expect("T");
    for _ in 0..cases {
        line.clear();
        input.read_line(&mut line)?;
        let mut numbers = line.split_whitespace().map(|word| word.parse::<u64>());
        let mut number = || numbers.next().expect("four numbers").expect("a number");
        let (mine, theirs, a, b) = (number(), number(), number(), number());
        let counts = Counts {
            a,
            c: mine - a,
            b,
            d: theirs - b,
        };
        let word = match counts.value() {
            Value::Win => "First",
            _ => "Second",
        };
        writeln!(out, "{word}")?;
    }
    out.flush()
}
