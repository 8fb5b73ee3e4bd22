//! A batch played by `waribashi::Game`, one game at a time: what the tables are compared with.

use std::sync::Arc;

use waribashi::{Game, Numbering, Rules, Side, Value};
use waribashi_batch::{Autoreset, Batch, Illegal, Options, Owned, Steps, View};

pub(crate) struct Model {
    pub(crate) rules: Rules,
    numbering: Numbering,
    view: View,
    options: Options,
    pub(crate) games: Vec<Game>,
    pub(crate) over: Vec<bool>,
    pub(crate) seen: Owned,
}

/// How a turn of a game ended.
#[derive(Clone, Copy, PartialEq)]
enum End {
    GoesOn,
    Terminated,
    Truncated,
    Both,
}

impl Model {
    pub(crate) fn new(batch: &Batch) -> Self {
        let steps = batch.steps();
        let rules = steps.rules().clone();
        Model {
            numbering: Numbering::new(&rules).unwrap(),
            view: steps.view(),
            options: batch.options().clone(),
            games: vec![Game::new(rules.clone()); batch.games()],
            over: vec![false; batch.games()],
            seen: Owned::new(batch),
            rules,
        }
    }

    fn observed(&self, game: &Game) -> Vec<u8> {
        let (position, to_move) = (game.position(), game.to_move());
        let [a, b] = match self.view {
            View::Absolute => Side::BOTH.map(|side| position.hands_of(side, to_move)),
            View::Mover => [&position.mine, &position.theirs],
        };
        let turn = match self.view {
            View::Absolute => to_move.index() as u8,
            View::Mover => 0,
        };
        let hands = a.fingers().chain(b.fingers());
        hands.chain([turn]).collect()
    }

    /// The numbers of the legal actions, ascending.
    pub(crate) fn legal(&self, game: usize) -> Vec<i64> {
        let game = &self.games[game];
        if game.outcome().is_some() {
            return Vec::new();
        }
        let actions = self.rules.actions(game.position()).into_iter();
        let mut legal: Vec<i64> = actions
            .map(|(action, _)| self.numbering.number(action).unwrap() as i64)
            .collect();
        legal.sort_unstable();
        legal
    }

    fn end(&self, game: &Game) -> End {
        match (game.outcome(), self.options.step_limit) {
            (Some(_), _) => End::Terminated,
            (None, Some(limit)) if game.len() as u64 >= u64::from(limit) => End::Truncated,
            (None, _) => End::GoesOn,
        }
    }

    fn play(&mut self, at: usize, action: i64) {
        let game = &mut self.games[at];
        let action = self
            .numbering
            .action(action as usize, &game.position().mine);
        let played = self
            .rules
            .resolve(game.position(), action.unwrap())
            .unwrap();
        game.play(played).unwrap();
    }

    fn write(&mut self, at: usize, rewards: [f32; 2], actor: usize, end: End) {
        let (observation, to_move) = (self.observed(&self.games[at]), self.games[at].to_move());
        let mut mask = vec![0; self.numbering.len()];
        if !self.over[at] {
            self.legal(at)
                .into_iter()
                .for_each(|action| mask[action as usize] = 1);
        }
        let seen = &mut self.seen;
        seen.observations[at * observation.len()..][..observation.len()]
            .copy_from_slice(&observation);
        seen.masks[at * mask.len()..][..mask.len()].copy_from_slice(&mask);
        seen.rewards[2 * at..][..2].copy_from_slice(&rewards);
        seen.actor_rewards[at] = rewards[actor];
        seen.terminations[at] = u8::from(matches!(end, End::Terminated | End::Both));
        seen.truncations[at] = u8::from(matches!(end, End::Truncated | End::Both));
        seen.turns[at] = to_move.index() as u8;
    }

    pub(crate) fn reset(&mut self, mask: impl Fn(usize) -> bool) {
        for at in (0..self.games.len()).filter(|&at| mask(at)) {
            self.games[at] = Game::new(self.rules.clone());
            self.over[at] = false;
            self.write(at, [0.0; 2], 0, End::GoesOn);
        }
    }

    fn over(&mut self, at: usize) {
        match self.options.autoreset {
            Autoreset::SameStep => {
                let last = self.observed(&self.games[at]);
                self.seen.final_observations[at * last.len()..][..last.len()]
                    .copy_from_slice(&last);
                self.games[at] = Game::new(self.rules.clone());
            }
            Autoreset::NextStep | Autoreset::Disabled => self.over[at] = true,
        }
    }

    /// Plays one action in every game; `reply` gives the opponent's, where there is one.
    pub(crate) fn step(
        &mut self,
        actions: &[i64],
        mut reply: impl FnMut(&Model, usize) -> Option<i64>,
    ) {
        for (at, &action) in actions.iter().enumerate() {
            if self.over[at] {
                self.reset(|game| game == at);
                continue;
            }
            let actor = self.games[at].to_move();
            if !self.legal(at).contains(&action) {
                assert_eq!(self.options.illegal, Illegal::End);
                let mut rewards = [0.0; 2];
                rewards[actor.index()] = -1.0;
                self.over(at);
                self.write(at, rewards, actor.index(), End::Both);
                continue;
            }
            self.play(at, action);
            let mut end = self.end(&self.games[at]);
            if end == End::GoesOn
                && let Some(reply) = reply(self, at)
            {
                self.play(at, reply);
                end = self.end(&self.games[at]);
            }
            let rewards = Side::BOTH.map(|side| {
                let value = self.games[at]
                    .outcome()
                    .map(|outcome| outcome.value_for(side));
                match value {
                    Some(Value::Win) => 1.0,
                    Some(Value::Loss) => -1.0,
                    Some(Value::Draw) | None => 0.0,
                }
            });
            if end != End::GoesOn {
                self.over(at);
            }
            self.write(at, rewards, actor.index(), end);
        }
    }
}

/// A batch of a rule set, its model, and buffers, all reset.
pub(crate) fn both(rules: &Rules, view: View, options: Options) -> (Batch, Model, Owned) {
    let steps = Arc::new(Steps::new(rules, view).unwrap());
    let mut batch = Batch::new(steps, options).unwrap();
    let mut model = Model::new(&batch);
    let mut seen = Owned::new(&batch);
    // What was in the buffers before must not matter.
    seen.masks.fill(9);
    seen.rewards.fill(9.0);
    seen.terminations.fill(9);
    seen.truncations.fill(9);
    batch.reset(None, None, seen.buffers()).unwrap();
    model.reset(|_| true);
    assert_eq!(seen, model.seen);
    (batch, model, seen)
}
