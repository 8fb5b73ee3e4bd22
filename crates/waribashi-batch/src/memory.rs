//! What every game has been through: the positions seen, as far as they can come again.

use waribashi::Repetition;

use crate::steps::State;

/// The memory of some games, for their repetition rule.
#[derive(Clone, Debug)]
pub(crate) enum Memory {
    /// Nothing can repeat, or repetition ends nothing.
    Nothing(Nothing),
    /// Drawn when a position comes back: one bit for each position that can.
    Bits(Bits),
    /// Drawn at the n-th occurrence: a counter for each position that can come back.
    Counts(Counts),
}

/// How a game remembers.
pub(crate) trait Remember {
    /// Notes that a game has come to a node; returns whether that ends it.
    fn visit(&mut self, game: usize, state: State) -> bool;

    /// Forgets a game.
    fn forget(&mut self, game: usize);
}

impl Memory {
    /// The memory that `repetition` needs of `games` games with this many positions that can come back.
    pub(crate) fn new(repetition: Repetition, games: usize, slots: usize) -> Self {
        match repetition {
            Repetition::Nth(2) if slots > 0 => {
                let words = slots.div_ceil(64);
                Memory::Bits(Bits {
                    words,
                    seen: vec![0; games * words],
                })
            }
            Repetition::Nth(limit) if slots > 0 => Memory::Counts(Counts {
                limit,
                slots,
                times: vec![0; games * slots],
            }),
            Repetition::Nth(_) | Repetition::None => Memory::Nothing(Nothing),
        }
    }

    /// How many bytes that takes for each game.
    pub(crate) fn bytes_each(repetition: Repetition, slots: usize) -> usize {
        match repetition {
            Repetition::None => 0,
            Repetition::Nth(2) => slots.div_ceil(64) * 8,
            Repetition::Nth(_) => slots * 4,
        }
    }

    /// Calls `visit` with every slot whose next occurrence ends the game.
    pub(crate) fn drawn_next(&self, game: usize, mut visit: impl FnMut(usize)) {
        match self {
            Memory::Nothing(_) => {}
            Memory::Bits(Bits { words, seen }) => {
                for (at, &word) in seen[game * words..][..*words].iter().enumerate() {
                    (0..64)
                        .filter(|bit| word >> bit & 1 == 1)
                        .for_each(|bit| visit(at * 64 + bit));
                }
            }
            Memory::Counts(Counts {
                limit,
                slots,
                times,
            }) => {
                for (slot, &times) in times[game * slots..][..*slots].iter().enumerate() {
                    if times + 1 >= *limit {
                        visit(slot);
                    }
                }
            }
        }
    }
}

/// See [`Memory::Nothing`].
#[derive(Clone, Debug)]
pub(crate) struct Nothing;

impl Remember for Nothing {
    #[inline(always)]
    fn visit(&mut self, _: usize, _: State) -> bool {
        false
    }

    #[inline(always)]
    fn forget(&mut self, _: usize) {}
}

/// See [`Memory::Bits`].
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    /// Words for each game.
    words: usize,
    seen: Vec<u64>,
}

impl Remember for Bits {
    #[inline(always)]
    fn visit(&mut self, game: usize, state: State) -> bool {
        // A position that cannot come back has slot 0 and no bit: no branch, which would often be guessed wrong.
        let word = &mut self.seen[game * self.words + state.slot as usize / 64];
        let bit = u64::from(state.recurs) << (state.slot % 64);
        let again = *word & bit != 0;
        *word |= bit;
        again
    }

    #[inline(always)]
    fn forget(&mut self, game: usize) {
        self.seen[game * self.words..][..self.words].fill(0);
    }
}

/// See [`Memory::Counts`].
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    limit: u32,
    slots: usize,
    times: Vec<u32>,
}

impl Remember for Counts {
    #[inline(always)]
    fn visit(&mut self, game: usize, state: State) -> bool {
        let times = &mut self.times[game * self.slots + state.slot as usize];
        *times += u32::from(state.recurs);
        state.recurs && *times >= self.limit
    }

    #[inline(always)]
    fn forget(&mut self, game: usize) {
        self.times[game * self.slots..][..self.slots].fill(0);
    }
}
