//! Chance that depends on the seed, the game and the turn alone: no state, so any thread may draw.

/// What a number is drawn for. Different purposes are different streams.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    Sample = 1,
    Reply = 2,
    Epsilon = 3,
    Seat = 4,
    Opening = 5,
    OpeningEpsilon = 6,
}

/// A stream of numbers, one for each game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance(u64);

/// The increment of SplitMix64 (Steele, Lea, Flood 2014).
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Chance {
    pub(crate) fn new(seed: u64, purpose: Purpose, turn: u64) -> Self {
        let purpose = mix(seed.wrapping_add(GAMMA.wrapping_mul(purpose as u64)));
        Chance(mix(purpose.wrapping_add(GAMMA.wrapping_mul(turn))))
    }

    /// The number of a game: SplitMix64 from this stream's seed on, game by game.
    pub(crate) fn draw(self, game: usize) -> u64 {
        mix(self.0.wrapping_add(GAMMA.wrapping_mul(game as u64 + 1)))
    }
}

/// A number below `count`, each as likely as the others up to one part in 2^64 / `count`.
pub(crate) fn below(drawn: u64, count: u32) -> usize {
    ((u128::from(drawn) * u128::from(count)) >> 64) as usize
}
