use crate::{batch::Batch, error::BatchError};

/// Where a batch writes what its agents see: arrays of the caller, game after game.
///
/// Flags and masks are 0 or 1. A step writes every element of every array, whatever was there; a reset with a
/// mask writes those of the games reset.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// What is seen: [`Steps::observation_len`](crate::Steps::observation_len) numbers of each game.
    pub observations: &'a mut [u8],
    /// Which actions are legal: [`Steps::actions`](crate::Steps::actions) of each game; none once it is over.
    pub masks: &'a mut [u8],
    /// The rewards of the first and of the second player of each game: 1 and -1 at a win, otherwise 0.
    pub rewards: &'a mut [f32],
    /// Whether each game has ended by the rules, a draw by repetition included.
    pub terminations: &'a mut [u8],
    /// Whether each game was cut off by the step limit.
    pub truncations: &'a mut [u8],
    /// Whose turn it is in each game: 0 the first player's, 1 the second's.
    pub turns: &'a mut [u8],
    /// The reward of each game's actor: against an opponent the learner, else the player who has just moved.
    pub actor_rewards: Option<&'a mut [f32]>,
    /// The last observation of games that a step ended and began anew; other games' are not written.
    pub final_observations: Option<&'a mut [u8]>,
}

impl<'a> Buffers<'a> {
    /// Whether all arrays are of the size that these games need.
    pub(crate) fn check(
        &self,
        games: usize,
        observation: usize,
        actions: usize,
    ) -> Result<(), BatchError> {
        let lengths = [
            ("observations", self.observations.len(), observation),
            ("masks", self.masks.len(), actions),
            ("rewards", self.rewards.len(), 2),
            ("terminations", self.terminations.len(), 1),
            ("truncations", self.truncations.len(), 1),
            ("turns", self.turns.len(), 1),
        ];
        let optional = [
            (
                "actor_rewards",
                self.actor_rewards.as_deref().map(<[_]>::len),
                1,
            ),
            (
                "final_observations",
                self.final_observations.as_deref().map(<[_]>::len),
                observation,
            ),
        ];
        let optional = optional
            .into_iter()
            .filter_map(|(buffer, given, each)| Some((buffer, given?, each)));
        lengths
            .into_iter()
            .chain(optional)
            .try_for_each(|(buffer, given, each)| check_length(buffer, given, games, each))
    }

    /// The arrays of the first `games` games, and those of the rest.
    pub(crate) fn split(self, games: usize, observation: usize, actions: usize) -> (Self, Self) {
        let (observations, observations_after) =
            self.observations.split_at_mut(games * observation);
        let (masks, masks_after) = self.masks.split_at_mut(games * actions);
        let (rewards, rewards_after) = self.rewards.split_at_mut(games * 2);
        let (terminations, terminations_after) = self.terminations.split_at_mut(games);
        let (truncations, truncations_after) = self.truncations.split_at_mut(games);
        let (turns, turns_after) = self.turns.split_at_mut(games);
        let (actor_rewards, actor_rewards_after) = self
            .actor_rewards
            .map(|all| all.split_at_mut(games))
            .unzip();
        let (final_observations, final_observations_after) = self
            .final_observations
            .map(|all| all.split_at_mut(games * observation))
            .unzip();
        let here = Buffers {
            observations,
            masks,
            rewards,
            terminations,
            truncations,
            turns,
            actor_rewards,
            final_observations,
        };
        let after = Buffers {
            observations: observations_after,
            masks: masks_after,
            rewards: rewards_after,
            terminations: terminations_after,
            truncations: truncations_after,
            turns: turns_after,
            actor_rewards: actor_rewards_after,
            final_observations: final_observations_after,
        };
        (here, after)
    }
}

pub(crate) fn check_length(
    buffer: &'static str,
    given: usize,
    games: usize,
    each: usize,
) -> Result<(), BatchError> {
    if given == games * each {
        Ok(())
    } else {
        Err(BatchError::Length {
            buffer,
            given,
            games,
            each,
        })
    }
}

/// Buffers that own their arrays, all of the right size, for callers who have none.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "as in `Buffers`")]
pub struct Owned {
    pub observations: Vec<u8>,
    pub masks: Vec<u8>,
    pub rewards: Vec<f32>,
    pub terminations: Vec<u8>,
    pub truncations: Vec<u8>,
    pub turns: Vec<u8>,
    pub actor_rewards: Vec<f32>,
    pub final_observations: Vec<u8>,
}

impl Owned {
    /// Arrays of zeros for a batch.
    pub fn new(batch: &Batch) -> Self {
        let games = batch.games();
        let (observation, actions) = (batch.steps().observation_len(), batch.steps().actions());
        Owned {
            observations: vec![0; games * observation],
            masks: vec![0; games * actions],
            rewards: vec![0.0; games * 2],
            terminations: vec![0; games],
            truncations: vec![0; games],
            turns: vec![0; games],
            actor_rewards: vec![0.0; games],
            final_observations: vec![0; games * observation],
        }
    }

    /// The arrays that must be there, to be written.
    pub fn required(&mut self) -> Buffers<'_> {
        Buffers {
            actor_rewards: None,
            final_observations: None,
            ..self.buffers()
        }
    }

    /// All arrays, to be written.
    pub fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminations: &mut self.terminations,
            truncations: &mut self.truncations,
            turns: &mut self.turns,
            actor_rewards: Some(&mut self.actor_rewards),
            final_observations: Some(&mut self.final_observations),
        }
    }
}

/// A type of numbers that actions can be given in.
pub trait ActionNumber: Copy + Send + Sync {
    /// The number, or one that is too large for any action.
    fn number(self) -> u64;

    /// The number as it was given.
    fn told(self) -> i64;

    /// An action's number, which is small.
    fn of(number: u16) -> Self;
}

macro_rules! action_numbers {
    ($($type:ty),*) => {$(
        impl ActionNumber for $type {
            #[inline(always)]
            fn number(self) -> u64 {
                // A negative number becomes a very large one.
                self as i64 as u64
            }

            fn told(self) -> i64 {
                self as i64
            }

            #[inline(always)]
            fn of(number: u16) -> Self {
                number as $type
            }
        }
    )*};
}
action_numbers!(i32, i64, u16, u32);
