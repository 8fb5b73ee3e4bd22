use waribashi::{Action, Rules};
use waribashi_solve::Oracle;

use crate::{
    chance::{Chance, Purpose, below},
    error::BatchError,
    steps::{ILLEGAL, Steps},
};

/// A player who moves inside the step, so that the agent always finds itself to move.
///
/// It knows positions and no history: where the repetition rule voids a win, a perfect player by the table does
/// not notice.
#[derive(Clone, Debug)]
pub struct Opponent {
    rules: Rules,
    policy: Policy,
    /// A number below this, of all of 64 bits, means any move; `None` for always.
    epsilon: Option<u64>,
}

#[derive(Clone, Debug)]
enum Policy {
    /// Any legal action.
    Random,
    /// For each node the node after the reply.
    Fixed(Vec<u32>),
    /// For each node and each of its legal actions, the probability of this and the ones before it, of 2^32 - 1.
    Weighted(Vec<u32>),
}

/// The draws for one reply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draws {
    reply: Chance,
    epsilon: Chance,
}

impl Draws {
    pub(crate) fn new(seed: u64, [reply, epsilon]: [Purpose; 2], turn: u64) -> Self {
        Draws {
            reply: Chance::new(seed, reply, turn),
            epsilon: Chance::new(seed, epsilon, turn),
        }
    }
}

impl Opponent {
    fn of(steps: &Steps, policy: Policy) -> Self {
        Opponent {
            rules: steps.rules().clone(),
            policy,
            epsilon: Some(0),
        }
    }

    /// Plays any legal action, each as likely as the others; equal hands make different actions.
    pub fn random(steps: &Steps) -> Self {
        Opponent::of(steps, Policy::Random)
    }

    /// Plays the first best move by value, distance and losing replies, without a history: the move that
    /// [`Oracle::answer`] puts first, by the lowest places.
    ///
    /// # Errors
    ///
    /// Where the oracle is of other rules.
    pub fn perfect(steps: &Steps, oracle: &impl Oracle) -> Result<Self, BatchError> {
        let given = oracle.compiled().rules();
        if given != steps.rules() {
            return Err(BatchError::other_rules("values", given, steps.rules()));
        }
        let reply = |node: u32| {
            if !steps.is_reachable(node) || steps.legal(node).is_empty() {
                return ILLEGAL;
            }
            let position = steps.position(node);
            let best = oracle.answer(&position).moves.into_iter().next();
            let best = best.expect("a game that goes on has a move").played;
            let action: Option<Action> = steps.rules().action(&position, best);
            let number = action.and_then(|action| steps.numbering().number(action));
            steps.next(node, number.expect("a legal move has an action") as u64)
        };
        let replies = (0..steps.nodes()).map(reply).collect();
        Ok(Opponent::of(steps, Policy::Fixed(replies)))
    }

    /// Plays one action in each position: `actions[id]`, by the numbers of positions of
    /// [`Compiled`](waribashi_solve::Compiled).
    ///
    /// # Errors
    ///
    /// Where there is not one for each position, or one is illegal in a position that play can reach.
    pub fn table(steps: &Steps, actions: &[i64]) -> Result<Self, BatchError> {
        let positions = steps.compiled().len();
        check_len(actions.len(), positions, 1)?;
        let reply = |node: u32| {
            let action = actions[steps.untagged(node).0];
            let next = steps.next(node, action as u64);
            if next == ILLEGAL && steps.is_reachable(node) && !steps.legal(node).is_empty() {
                return Err(BatchError::PolicyIllegal {
                    action,
                    position: steps.tell(node),
                    legal: steps.legal(node).iter().copied().map(usize::from).collect(),
                });
            }
            Ok(next)
        };
        let replies = (0..steps.nodes()).map(reply).collect::<Result<_, _>>()?;
        Ok(Opponent::of(steps, Policy::Fixed(replies)))
    }

    /// Plays by chance: `weights[id * actions + action]` is the probability of an action in a position, up to a
    /// factor for each position, in steps of some 2^-32.
    ///
    /// # Errors
    ///
    /// Where there are not as many weights as positions and actions, or in a position that play can reach a
    /// weight is no finite number of 0 or more, an illegal action has one above 0, or no action has.
    pub fn weighted(steps: &Steps, weights: &[f64]) -> Result<Self, BatchError> {
        let (positions, actions) = (steps.compiled().len(), steps.actions());
        check_len(weights.len(), positions, actions)?;
        let mut bounds = vec![0; steps.nodes() as usize * actions];
        for node in (0..steps.nodes()).filter(|&node| steps.is_reachable(node)) {
            let legal = steps.legal(node);
            if legal.is_empty() {
                continue;
            }
            let row = &weights[steps.untagged(node).0 * actions..][..actions];
            let bad = row.iter().enumerate().find(|&(action, &weight)| {
                !(weight.is_finite() && weight >= 0.0)
                    || weight > 0.0 && !legal.contains(&(action as u16))
            });
            let sum: f64 = row.iter().sum();
            let none = (sum <= 0.0 || !sum.is_finite()).then_some(usize::from(legal[0]));
            if let Some(action) = bad.map(|(action, _)| action).or(none) {
                return Err(BatchError::PolicyWeight {
                    given: row[action].to_string(),
                    action,
                    position: steps.tell(node),
                });
            }
            let bounds = &mut bounds[node as usize * actions..];
            let mut before = 0.0;
            let mut last = 0;
            for (at, &action) in legal.iter().enumerate() {
                let weight = row[usize::from(action)];
                before += weight;
                bounds[at] = (before / sum * f64::from(u32::MAX)) as u32;
                if weight > 0.0 {
                    last = at;
                }
            }
            // Whatever rounding left over belongs to the last action that has a weight.
            bounds[last..legal.len()].fill(u32::MAX);
        }
        Ok(Opponent::of(steps, Policy::Weighted(bounds)))
    }

    /// The same opponent, who plays any legal action with this probability.
    ///
    /// # Errors
    ///
    /// Where it is no probability.
    pub fn with_epsilon(self, epsilon: f64) -> Result<Self, BatchError> {
        if !(0.0..=1.0).contains(&epsilon) {
            return Err(BatchError::Epsilon(epsilon.to_string()));
        }
        let bound = epsilon * 2f64.powi(64);
        // 1 is the one probability whose bound is more than 64 bits.
        let epsilon = (epsilon < 1.0).then_some(bound as u64);
        Ok(Opponent { epsilon, ..self })
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn is_of(&self, steps: &Steps) -> bool {
        self.rules == *steps.rules()
    }

    /// The node after the reply in a node in which the game goes on.
    #[inline]
    pub(crate) fn reply(&self, steps: &Steps, node: u32, game: usize, draws: Draws) -> u32 {
        let any = || {
            let legal = steps.legal(node);
            let at = below(draws.reply.draw(game), legal.len() as u32);
            steps.next(node, u64::from(legal[at]))
        };
        match self.epsilon {
            Some(0) => {}
            Some(bound) if draws.epsilon.draw(game) >= bound => {}
            _ => return any(),
        }
        match &self.policy {
            Policy::Random => any(),
            Policy::Fixed(replies) => replies[node as usize],
            Policy::Weighted(bounds) => {
                let legal = steps.legal(node);
                let bounds = &bounds[node as usize * steps.actions()..][..legal.len()];
                let drawn = (draws.reply.draw(game) >> 32) as u32;
                let at = bounds.iter().position(|&bound| drawn < bound);
                // The largest number is below no bound.
                let at = at.unwrap_or_else(|| bounds.partition_point(|&bound| bound < u32::MAX));
                steps.next(node, u64::from(legal[at]))
            }
        }
    }

    /// Every node that a reply in this node can lead to.
    pub(crate) fn replies(&self, steps: &Steps, node: u32) -> Vec<u32> {
        let any = || steps.successors(node).collect();
        match &self.policy {
            _ if self.epsilon != Some(0) => any(),
            Policy::Random => any(),
            Policy::Fixed(replies) => vec![replies[node as usize]],
            Policy::Weighted(bounds) => {
                let bounds = &bounds[node as usize * steps.actions()..];
                let mut before = 0;
                let likely = steps.legal(node).iter().zip(bounds).filter(|&(_, &bound)| {
                    let likely = bound > before;
                    before = bound;
                    likely
                });
                likely
                    .map(|(&action, _)| steps.next(node, u64::from(action)))
                    .collect()
            }
        }
    }
}

fn check_len(given: usize, positions: usize, each: usize) -> Result<(), BatchError> {
    if given == positions * each {
        Ok(())
    } else {
        Err(BatchError::PolicyLength {
            given,
            positions,
            each,
        })
    }
}
