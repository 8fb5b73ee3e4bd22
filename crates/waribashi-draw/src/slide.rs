//! Places within rows: things slide along their row, past none of their neighbours, until what is joined is
//! as nearly above one another as the rows allow.
//!
//! Brandes and Köpf's coordinates, which dagre has, keep lines upright at any cost: a full graph comes out four times
//! as wide. Here joined things attract each other like springs, and a row is settled exactly, by pooling those that
//! would overlap (the pool adjacent violators of isotonic regression). Springs that grow weaker with their length
//! then straighten the lines that can be straight.

/// Things in rows, each joined to some in other rows.
pub(crate) struct Rows {
    /// The things of each row, from left to right.
    pub(crate) rows: Vec<Vec<usize>>,
    /// The room that each takes.
    pub(crate) widths: Vec<f64>,
    /// For each what it is joined to, and how strongly.
    pub(crate) joined: Vec<Vec<(usize, f64)>>,
}

/// How often all rows are settled, down and up, with springs.
const SPRING_ROUNDS: usize = 600;
/// The lengths at which springs begin to weaken, each for some more rounds.
const SOFT_LENGTHS: [f64; 5] = [200.0, 100.0, 50.0, 20.0, 8.0];
const SOFT_ROUNDS: usize = 60;

/// How strongly things keep their places.
const FRICTION: f64 = 1e-4;

impl Rows {
    /// Moves the middles of all things, given in `x`, along their rows.
    pub(crate) fn settle(&self, x: &mut [f64]) {
        for _ in 0..SPRING_ROUNDS {
            self.round(x, f64::INFINITY);
        }
        for length in SOFT_LENGTHS {
            for _ in 0..SOFT_ROUNDS {
                self.round(x, length);
            }
        }
    }

    fn round(&self, x: &mut [f64], soft: f64) {
        for row in self.rows.iter().chain(self.rows.iter().rev()) {
            self.settle_row(row, x, soft);
        }
    }

    /// Puts a row where its springs want it, the other rows being fixed.
    fn settle_row(&self, row: &[usize], x: &mut [f64], soft: f64) {
        // In units in which things side by side have the same place, order alone keeps them apart.
        let mut shift = 0.0;
        let mut shifts = Vec::with_capacity(row.len());
        // Pools of things side by side: (sum of wishes, sum of strengths, how many).
        let mut pools: Vec<(f64, f64, usize)> = Vec::new();
        for (at, &thing) in row.iter().enumerate() {
            if at > 0 {
                shift += (self.widths[row[at - 1]] + self.widths[thing]) / 2.0;
            }
            shifts.push(shift);
            // What is joined to nothing stays.
            let mut pool = (FRICTION * (x[thing] - shift), FRICTION, 1);
            for &(other, strength) in &self.joined[thing] {
                let weakened = if soft.is_finite() {
                    strength / (1.0 + (x[other] - x[thing]).abs() / soft)
                } else {
                    strength
                };
                pool.0 += weakened * (x[other] - shift);
                pool.1 += weakened;
            }
            while let Some(&(wish, strength, count)) = pools.last() {
                if wish / strength < pool.0 / pool.1 {
                    break;
                }
                pool = (pool.0 + wish, pool.1 + strength, pool.2 + count);
                pools.pop();
            }
            pools.push(pool);
        }
        let mut things = row.iter().zip(&shifts);
        for (wish, strength, count) in pools {
            for (&thing, shift) in things.by_ref().take(count) {
                x[thing] = wish / strength + shift;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_keep_their_order_and_their_room() {
        // One thing above five: they stand under it, side by side.
        let rows = Rows {
            rows: vec![vec![0], vec![1, 2, 3, 4, 5]],
            widths: vec![10.0, 10.0, 20.0, 30.0, 20.0, 10.0],
            joined: [vec![(1, 1.0), (2, 1.0), (3, 1.0), (4, 1.0), (5, 1.0)]]
                .into_iter()
                .chain((0..5).map(|_| vec![(0, 1.0)]))
                .collect(),
        };
        let mut x = vec![300.0, 0.0, 100.0, 200.0, 300.0, 400.0];
        rows.settle(&mut x);
        for pair in rows.rows[1].windows(2) {
            let apart = (rows.widths[pair[0]] + rows.widths[pair[1]]) / 2.0;
            assert!((x[pair[1]] - x[pair[0]] - apart).abs() < 1e-6, "{x:?}");
        }
        assert!((x[0] - x[3]).abs() < 1.0, "{x:?}");
    }

    #[test]
    fn a_chain_becomes_a_straight_line() {
        let rows = Rows {
            rows: vec![vec![0], vec![1], vec![2]],
            widths: vec![10.0; 3],
            joined: vec![vec![(1, 1.0)], vec![(0, 1.0), (2, 1.0)], vec![(1, 1.0)]],
        };
        let mut x = vec![0.0, 50.0, -20.0];
        rows.settle(&mut x);
        assert!(
            (x[0] - x[1]).abs() < 0.01 && (x[1] - x[2]).abs() < 0.01,
            "{x:?}"
        );
    }
}
