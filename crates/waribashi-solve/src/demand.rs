use waribashi::{Axes, Rules};

use crate::{queue, row_engine, rows::Rows, solution::Engine};

/// What a solve will take, known before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Positions as the mover sees them; `u128::MAX` for more than can be counted.
    pub positions: u128,
    /// Bytes of memory, an upper bound.
    pub bytes: u128,
}

impl Demand {
    /// How many rows a player has, different sets of hands; `u128::MAX` where that cannot be computed in
    /// 128 bits.
    pub fn rows(fingers: u8, hands: u64) -> u128 {
        Rows::count(fingers, hands)
    }

    /// The demand of solving `rules` with an engine, with or without distances.
    pub fn of(rules: &Rules, engine: Engine, distances: bool) -> Self {
        let [first, second] = rules.hands.map(|hands| Demand::rows(rules.fingers, hands));
        let orientations = if first == second { 1 } else { 2 };
        let positions = first.saturating_mul(second).saturating_mul(orientations);
        // In halves of a byte.
        let each = match engine {
            Engine::Queue => 2 * u128::from(queue::BYTES_PER_POSITION),
            Engine::Rows => u128::from(row_engine::HALF_BYTES_PER_POSITION[usize::from(distances)]),
        };
        let tables = [first, second]
            .into_iter()
            .zip(rules.hands)
            .take(orientations as usize)
            .fold(0u128, |sum, (rows, hands)| {
                // Numbers given times numbers taken, forward (4 bytes) and backward (8), and own rows.
                let numbers = u128::from(rules.fingers) - 1;
                let taken = u128::from(hands).min(numbers + 1) * numbers;
                sum.saturating_add(rows.saturating_mul(taken * 12 + 120))
            });
        Demand {
            positions,
            bytes: (positions.saturating_mul(each) / 2).saturating_add(tables),
        }
    }

    /// Whether it stays within `limit` bytes and the engine's bounds.
    pub(crate) fn check(
        self,
        rules: &Rules,
        engine: Engine,
        distances: bool,
        limit: u64,
    ) -> Result<(), TooLarge> {
        if self.fits(engine, limit) {
            return Ok(());
        }
        let [first, second] = rules.hands;
        // The same rules with fewer hands, the difference between the players kept.
        let fewer = |less: u64| {
            let axes = Axes {
                hands: [first.checked_sub(less)?, second.checked_sub(less)?],
                start: waribashi::Start::Each(1),
                ..rules.axes().clone()
            };
            let rules = Rules::new(axes).ok()?;
            Demand::of(&rules, engine, distances)
                .fits(engine, limit)
                .then_some(rules.hands)
        };
        let most = first.min(second);
        // Fitting is monotone in the hands: halve the range until the largest that fits is found.
        let (mut too_many, mut fitting) = (0, most);
        while fitting - too_many > 1 {
            let less = too_many + (fitting - too_many) / 2;
            if fewer(less).is_some() {
                fitting = less;
            } else {
                too_many = less;
            }
        }
        Err(TooLarge {
            demand: self,
            engine,
            limit,
            fits: fewer(fitting),
        })
    }

    fn fits(self, engine: Engine, limit: u64) -> bool {
        let most = match engine {
            Engine::Queue => 1 << 32,
            Engine::Rows => 1 << 60,
        };
        self.positions < most && self.bytes <= u128::from(limit)
    }
}

/// A solve that would take too much memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} positions are too many for the engine {}: it would need {} and may use {}{}",
    grouped(.demand.positions), .engine.name(), size(.demand.bytes), size(u128::from(*.limit)),
    fits_told(*.fits)
)]
pub struct TooLarge {
    /// What it would take.
    pub demand: Demand,
    /// The engine asked for.
    pub engine: Engine,
    /// The bytes allowed.
    pub limit: u64,
    /// The largest numbers of hands, by the same rules, that would fit.
    pub fits: Option<[u64; 2]>,
}

fn fits_told(fits: Option<[u64; 2]>) -> String {
    match fits {
        Some([a, b]) if a == b => format!("; hands={a} would fit"),
        Some([a, b]) => format!("; hands={a}:{b} would fit"),
        None => String::new(),
    }
}

/// A number with its thousands apart: `1,002,001`.
fn grouped(number: u128) -> String {
    if number == u128::MAX {
        return "more than 10^38".to_string();
    }
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Bytes in the largest unit of which there is at least one: `1.5 GiB`.
fn size(bytes: u128) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut unit = 0;
    let mut size = bytes as f64;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    if size >= 10_000.0 {
        return format!("more than {:.0} {}", 10_000.0, UNITS[unit]);
    }
    let places = usize::from(unit > 0);
    format!("{size:.places$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused_with_the_figures_and_what_would_fit() {
        let rules: Rules = "attacks,hands=20".parse().unwrap();
        let engine = Engine::Queue;
        let refused = Demand::of(&rules, engine, true)
            .check(&rules, engine, true, 64 << 20)
            .unwrap_err();
        assert_eq!(refused.demand.positions, 112_911_876);
        assert_eq!(
            refused.to_string(),
            "112,911,876 positions are too many for the engine queue: it would need 1.1 GiB and may \
             use 64.0 MiB; hands=13 would fit"
        );
        let fitting: Rules = "attacks,hands=13".parse().unwrap();
        assert!(Demand::of(&fitting, engine, true).fits(engine, 64 << 20));
        let more: Rules = "attacks,hands=14".parse().unwrap();
        assert!(!Demand::of(&more, engine, true).fits(engine, 64 << 20));
    }

    #[test]
    fn a_demand_beyond_all_numbers_is_refused() {
        let rules: Rules = "attacks,hands=18446744073709551615".parse().unwrap();
        let demand = Demand::of(&rules, Engine::Queue, true);
        assert!(demand.check(&rules, Engine::Queue, true, u64::MAX).is_err());
    }
}
