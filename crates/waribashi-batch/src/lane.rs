//! Games that are played at a stretch.

use crate::{
    batch::{Autoreset, Illegal, Seat},
    buffers::{ActionNumber, Buffers},
    chance::{Chance, Purpose, below},
    memory::{Memory, Remember},
    opponent::{Draws, Opponent},
    rows::{Rows, Write},
    steps::{ILLEGAL, RESET, State, Steps, Winner},
};

/// Some games, each by the same place in every list.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    /// The number of the first game in the batch.
    pub(crate) first: usize,
    games: Games,
    memory: Memory,
}

#[derive(Clone, Debug)]
struct Games {
    /// Where each game is; [`Steps::over`] where it is over.
    nodes: Vec<u32>,
    /// Where each game will be after this step; and, once it is played, what is to be seen of it.
    next: Vec<u32>,
    /// How many moves have been played.
    plies: Vec<u32>,
    /// The player whose actions are given: 0 or 1. Against no opponent nobody looks.
    seats: Vec<u8>,
    /// Where each game that is over was when it ended, and [`DRAWN`] where a repetition ended it.
    ended: Vec<u32>,
}

const DRAWN: u32 = 1 << 31;

/// How games are played, the same for all lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play<'a> {
    pub(crate) steps: &'a Steps,
    pub(crate) autoreset: Autoreset,
    pub(crate) illegal: Illegal,
    /// At how many plies a game is cut off.
    pub(crate) limit: u64,
    pub(crate) opponent: Option<&'a Opponent>,
    pub(crate) seat: Seat,
    pub(crate) seed: u64,
    /// Counts resets and steps.
    pub(crate) turn: u64,
}

/// The chance of one step.
#[derive(Clone, Copy)]
struct Dice {
    reply: Draws,
    opening: Draws,
    seat: Chance,
}

impl Play<'_> {
    /// Whether a step that leads here cannot be played.
    #[inline(always)]
    fn refuses(&self, next: u32) -> bool {
        // A game that is over begins anew by any action, unless its owner has to reset it.
        next == ILLEGAL && self.illegal == Illegal::Refuse
            || next == RESET && self.autoreset == Autoreset::Disabled
    }

    fn dice(&self) -> Dice {
        let draws = |purposes| Draws::new(self.seed, purposes, self.turn);
        Dice {
            reply: draws([Purpose::Reply, Purpose::Epsilon]),
            opening: draws([Purpose::Opening, Purpose::OpeningEpsilon]),
            seat: Chance::new(self.seed, Purpose::Seat, self.turn),
        }
    }
}

/// Where a game stands.
pub(crate) struct Standing {
    pub(crate) node: u32,
    pub(crate) plies: u32,
    /// Whether it is over, by a repetition or otherwise.
    pub(crate) over: Option<bool>,
}

impl Lane {
    /// Games that have not begun: over, so that the first thing is a reset.
    pub(crate) fn new(steps: &Steps, first: usize, games: usize) -> Self {
        let slots = steps.recurrent().len();
        Lane {
            first,
            games: Games {
                nodes: vec![steps.over(); games],
                next: vec![0; games],
                plies: vec![0; games],
                seats: vec![0; games],
                ended: vec![steps.start(); games],
            },
            memory: Memory::new(steps.rules().repetition, games, slots),
        }
    }

    /// How many bytes a game takes.
    pub(crate) fn bytes_each(steps: &Steps) -> usize {
        17 + Memory::bytes_each(steps.rules().repetition, steps.recurrent().len())
    }

    pub(crate) fn len(&self) -> usize {
        self.games.nodes.len()
    }

    pub(crate) fn seats(&self) -> &[u8] {
        &self.games.seats
    }

    pub(crate) fn standing(&self, steps: &Steps, game: usize) -> Standing {
        let (node, ended) = (self.games.nodes[game], self.games.ended[game]);
        let over = node == steps.over();
        Standing {
            node: if over { ended & !DRAWN } else { node },
            plies: self.games.plies[game],
            over: over.then_some(ended & DRAWN != 0),
        }
    }

    /// Calls `visit` with every node whose next occurrence ends a game.
    pub(crate) fn drawn_next(&self, steps: &Steps, game: usize, mut visit: impl FnMut(u32)) {
        self.memory
            .drawn_next(game, |slot| visit(steps.recurrent()[slot]));
    }

    /// Looks up where the actions lead, and whether they are all legal. Nothing is played yet.
    pub(crate) fn look<A: ActionNumber>(&mut self, play: &Play, actions: &[A]) -> bool {
        let Games { nodes, next, .. } = &mut self.games;
        let mut legal = true;
        for ((next, &node), action) in next.iter_mut().zip(&*nodes).zip(actions) {
            *next = play.steps.next(node, action.number());
            legal &= !play.refuses(*next);
        }
        legal
    }

    /// Draws a legal action for every game, and looks up where it leads; 0 for a game that is over. Returns
    /// whether games can go on by them.
    pub(crate) fn draw<A: ActionNumber>(
        &mut self,
        play: &Play,
        chance: Chance,
        actions: &mut [A],
    ) -> bool {
        let Games { nodes, next, .. } = &mut self.games;
        let steps = play.steps;
        let mut over = false;
        for (game, ((next, &node), action)) in next.iter_mut().zip(&*nodes).zip(actions).enumerate()
        {
            let legal = steps.legal(node);
            let at = below(chance.draw(self.first + game), legal.len() as u32);
            let drawn = legal.get(at).copied().unwrap_or(0);
            *action = A::of(drawn);
            *next = steps.next(node, u64::from(drawn));
            over |= *next == RESET;
        }
        !(over && play.autoreset == Autoreset::Disabled)
    }

    /// The first game whose action is illegal or that is over and may not be.
    pub(crate) fn first_bad(&self, play: &Play) -> Option<(usize, u32)> {
        let game = self
            .games
            .next
            .iter()
            .position(|&next| play.refuses(next))?;
        Some((game, self.games.nodes[game]))
    }

    /// Plays what was looked up, and writes everything.
    pub(crate) fn commit(&mut self, play: &Play, buffers: &mut Buffers) {
        match &play.steps.rows {
            Rows::Small(rows) => self.commit_rows(play, rows.as_slice(), buffers),
            Rows::Medium(rows) => self.commit_rows(play, rows.as_slice(), buffers),
            Rows::Loose(rows) => self.commit_rows(play, rows, buffers),
        }
    }

    fn commit_rows(&mut self, play: &Play, rows: &(impl Write + ?Sized), buffers: &mut Buffers) {
        let (first, games) = (self.first, &mut self.games);
        match &mut self.memory {
            Memory::Nothing(memory) => games.commit(play, first, memory, rows, buffers),
            Memory::Bits(memory) => games.commit(play, first, memory, rows, buffers),
            Memory::Counts(memory) => games.commit(play, first, memory, rows, buffers),
        }
    }

    /// Begins the games anew that the mask names, and writes everything of them.
    pub(crate) fn reset(&mut self, play: &Play, mask: Option<&[u8]>, buffers: &mut Buffers) {
        let (first, games) = (self.first, &mut self.games);
        match &mut self.memory {
            Memory::Nothing(memory) => games.reset(play, first, memory, mask, buffers),
            Memory::Bits(memory) => games.reset(play, first, memory, mask, buffers),
            Memory::Counts(memory) => games.reset(play, first, memory, mask, buffers),
        }
    }
}

/// What a move made of a game.
struct Turn {
    node: u32,
    state: State,
    drawn: bool,
    cut_off: bool,
}

impl Turn {
    #[inline(always)]
    fn ended(&self) -> bool {
        self.state.winner != Winner::None || self.drawn
    }
}

impl Games {
    #[inline(always)]
    fn advance(&mut self, play: &Play, memory: &mut impl Remember, game: usize, node: u32) -> Turn {
        let state = play.steps.states[node as usize];
        let plies = self.plies[game].saturating_add(1);
        self.plies[game] = plies;
        Turn {
            node,
            state,
            drawn: memory.visit(game, state),
            cut_off: u64::from(plies) >= play.limit,
        }
    }

    /// Puts a game to where the player whose actions are given is to move for the first time.
    fn begin(
        &mut self,
        play: &Play,
        first: usize,
        memory: &mut impl Remember,
        game: usize,
        dice: Dice,
    ) -> u32 {
        let steps = play.steps;
        memory.forget(game);
        let mut node = steps.start();
        self.plies[game] = 0;
        memory.visit(game, steps.states[node as usize]);
        if let Some(opponent) = play.opponent {
            let seat = match play.seat {
                Seat::First => 0,
                Seat::Second => 1,
                Seat::Random => (dice.seat.draw(first + game) >> 63) as u8,
            };
            self.seats[game] = seat;
            if seat == 1 {
                let opening = opponent.reply(steps, node, first + game, dice.opening);
                // That the opening ends no game was made sure of when the batch was made.
                node = self.advance(play, memory, game, opening).node;
            }
        }
        self.nodes[game] = node;
        node
    }

    fn commit(
        &mut self,
        play: &Play,
        first: usize,
        memory: &mut impl Remember,
        rows: &(impl Write + ?Sized),
        buffers: &mut Buffers,
    ) {
        let steps = play.steps;
        let seen_len = steps.observation_len();
        let dice = play.dice();
        let games = self.nodes.len();
        // By names of their own, which no write through another can change: their addresses stay in registers.
        let all_rewards = &mut buffers.rewards[..2 * games];
        let terminations = &mut buffers.terminations[..games];
        let truncations = &mut buffers.truncations[..games];
        let mut actors = buffers.actor_rewards.as_deref_mut();
        let mut lasts = buffers.final_observations.as_deref_mut();
        for game in 0..games {
            let next = self.next[game];
            let (mut rewards, mut terminated, mut truncated) = ([0.0; 2], false, false);
            let mut actor = 0;
            let mut node;
            if next == RESET {
                node = self.begin(play, first, memory, game, dice);
            } else {
                let mut drawn = false;
                if next == ILLEGAL {
                    node = self.nodes[game];
                    actor = usize::from(steps.states[node as usize].turn);
                    rewards[actor] = -1.0;
                    (terminated, truncated) = (true, true);
                } else {
                    let mut turn = self.advance(play, memory, game, next);
                    actor = usize::from(1 - turn.state.turn);
                    if let Some(opponent) = play.opponent
                        && !turn.ended()
                        && !turn.cut_off
                    {
                        let reply = opponent.reply(steps, turn.node, first + game, dice.reply);
                        turn = self.advance(play, memory, game, reply);
                    }
                    rewards = turn.state.winner.rewards();
                    terminated = turn.ended();
                    truncated = turn.cut_off && !terminated;
                    (node, drawn) = (turn.node, turn.drawn);
                }
                self.nodes[game] = node;
                if terminated || truncated {
                    match play.autoreset {
                        Autoreset::SameStep => {
                            if let Some(lasts) = &mut lasts {
                                lasts[game * seen_len..][..seen_len]
                                    .copy_from_slice(rows.observed(node, seen_len));
                            }
                            node = self.begin(play, first, memory, game, dice);
                        }
                        Autoreset::NextStep | Autoreset::Disabled => {
                            self.nodes[game] = steps.over();
                            self.ended[game] = node | if drawn { DRAWN } else { 0 };
                        }
                    }
                }
            }
            self.next[game] = node;
            all_rewards[2 * game..][..2].copy_from_slice(&rewards);
            terminations[game] = u8::from(terminated);
            truncations[game] = u8::from(truncated);
            if let Some(actors) = &mut actors {
                actors[game] = rewards[actor];
            }
        }
        self.show(steps, rows, buffers);
    }

    /// Writes what is seen of every game, by the node in `next`. Apart from the playing, which leaves no register free.
    fn show(&self, steps: &Steps, rows: &(impl Write + ?Sized), buffers: &mut Buffers) {
        let (seen_len, mask_len) = (steps.observation_len(), steps.actions());
        let observations = &mut *buffers.observations;
        let masks = &mut *buffers.masks;
        let turns = buffers.turns.iter_mut();
        let games = self.next.iter().zip(&self.nodes).zip(turns).enumerate();
        for (game, ((&node, &now), turn)) in games {
            let mask = game * mask_len;
            // In ascending order, so that what a row writes too much is put right by the next.
            rows.observation(node, seen_len, &mut observations[game * seen_len..]);
            rows.mask(node, mask_len, &mut masks[mask..]);
            if now == steps.over() {
                masks[mask..][..mask_len].fill(0);
            }
            *turn = steps.states[node as usize].turn;
        }
    }

    fn reset(
        &mut self,
        play: &Play,
        first: usize,
        memory: &mut impl Remember,
        mask: Option<&[u8]>,
        buffers: &mut Buffers,
    ) {
        let steps = play.steps;
        let dice = play.dice();
        for game in 0..self.nodes.len() {
            if mask.is_some_and(|mask| mask[game] == 0) {
                continue;
            }
            let node = self.begin(play, first, memory, game, dice);
            let (seen, legal) = (steps.observation_len(), steps.actions());
            let (observed, masked) = steps.row_of(node);
            buffers.observations[game * seen..][..seen].copy_from_slice(observed);
            buffers.masks[game * legal..][..legal].copy_from_slice(masked);
            buffers.rewards[2 * game..][..2].fill(0.0);
            buffers.terminations[game] = 0;
            buffers.truncations[game] = 0;
            buffers.turns[game] = steps.states[node as usize].turn;
            if let Some(actors) = &mut buffers.actor_rewards {
                actors[game] = 0.0;
            }
        }
    }
}
