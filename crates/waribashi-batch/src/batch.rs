use std::sync::Arc;

use arrayvec::ArrayVec;
use bytesize::ByteSize;
use waribashi::{Side, Value};
use waribashi_solve::{Label, Oracle};

use crate::{
    buffers::{ActionNumber, Buffers, check_length},
    chance::{Chance, Purpose},
    error::BatchError,
    labels::Labels,
    lane::{Lane, Play, Standing},
    opponent::Opponent,
    steps::{Steps, Winner},
    team::Team,
};

/// When a game that is over begins anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Autoreset {
    /// In the step after, which plays nothing in it, whatever action is given: rewards and flags are 0 then.
    #[default]
    NextStep,
    /// In the step that ends it: the observation is the new game's, rewards and flags are the old one's.
    SameStep,
    /// When [`Batch::reset`] is told so. A step of a game that is over is an error.
    Disabled,
}

/// What an illegal action does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The step is an error, and nothing is played in any game.
    #[default]
    Refuse,
    /// It ends its game, terminated and truncated at once, with -1 for who acted and 0 for the other: what
    /// PettingZoo's standard wrapper does.
    End,
}

/// Which player's actions are given in games against an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The first player's.
    #[default]
    First,
    /// The second player's: the opponent opens every game.
    Second,
    /// The first or the second player's, as likely as one another, anew in every game.
    Random,
}

/// How a batch plays.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many games.
    pub games: usize,
    /// How many threads; 0 for as many as pay, which is one below some thousands of games.
    pub threads: usize,
    /// When a game that is over begins anew.
    pub autoreset: Autoreset,
    /// What an illegal action does.
    pub illegal: Illegal,
    /// After how many moves of both players a game is cut off.
    pub step_limit: Option<u32>,
    /// Who replies inside the step; `None` for both players' actions given.
    pub opponent: Option<Opponent>,
    /// Which player's actions are given, against an opponent.
    pub seat: Seat,
    /// What chance is drawn from.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            games: 1,
            threads: 0,
            autoreset: Autoreset::default(),
            illegal: Illegal::default(),
            step_limit: None,
            opponent: None,
            seat: Seat::default(),
            seed: 0,
        }
    }
}

/// Many games of one rule set.
///
/// The same seed and the same actions give the same games, whatever the number of threads; a game's chance does
/// not depend on how many games there are beside it.
#[derive(Debug)]
pub struct Batch {
    steps: Arc<Steps>,
    options: Options,
    lanes: Vec<Lane>,
    team: Team,
    /// Counts resets and steps, which chance depends on.
    turn: u64,
    /// Counts what was sampled.
    samples: u64,
    begun: bool,
}

/// The most threads of a batch.
const MOST_THREADS: usize = 64;
/// The most parts that the games are shared out in.
const MOST_LANES: usize = MOST_THREADS;
/// Below this many games a further thread costs more than it brings.
const GAMES_PER_THREAD: usize = 4096;

/// What is done at a stretch.
struct Job<'a, 'b, A> {
    lane: &'a mut Lane,
    actions: A,
    buffers: Option<Buffers<'b>>,
    good: bool,
}

impl Batch {
    /// A batch of games that have not begun: [`Batch::reset`] comes first.
    ///
    /// # Errors
    ///
    /// Where an option is out of range, options contradict one another, or memory or threads are not to be had.
    pub fn new(steps: Arc<Steps>, options: Options) -> Result<Self, BatchError> {
        let games = options.games;
        if games == 0 {
            return Err(BatchError::NoGames);
        }
        if options.threads > MOST_THREADS {
            return Err(BatchError::Threads {
                given: options.threads,
                most: MOST_THREADS,
            });
        }
        check_opponent(&steps, &options)?;
        let threads = match options.threads {
            0 => {
                let cores = std::thread::available_parallelism().map_or(1, usize::from);
                cores.min(games / GAMES_PER_THREAD).clamp(1, MOST_THREADS)
            }
            threads => threads,
        };
        let needed = games.checked_mul(Lane::bytes_each(&steps));
        let refused = || BatchError::Memory {
            games,
            needed: needed.map_or("more than can be counted".to_string(), |bytes| {
                ByteSize(bytes as u64).to_string()
            }),
        };
        // Asked for once in vain costs nothing, and tells what an allocation of the parts would not survive.
        let mut probe: Vec<u8> = Vec::new();
        probe
            .try_reserve_exact(needed.ok_or_else(refused)?)
            .map_err(|_| refused())?;
        drop(probe);
        // Several lanes for each thread, so that one that is late does less; and whole cache lines of flags.
        let shares = if threads == 1 {
            1
        } else {
            MOST_LANES.min(4 * threads)
        };
        let each = games.div_ceil(shares).next_multiple_of(64);
        let lanes: Vec<Lane> = (0..games)
            .step_by(each)
            .map(|first| Lane::new(&steps, first, each.min(games - first)))
            .collect();
        let team = Team::new(threads.min(lanes.len())).map_err(|error| BatchError::Start {
            threads,
            reason: error.to_string(),
        })?;
        Ok(Batch {
            steps,
            options,
            lanes,
            team,
            turn: 0,
            samples: 0,
            begun: false,
        })
    }

    /// The tables.
    pub fn steps(&self) -> &Arc<Steps> {
        &self.steps
    }

    /// How the batch plays.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.options.games
    }

    /// How many threads play them.
    pub fn threads(&self) -> usize {
        self.team.threads()
    }

    /// Begins games anew, all or those whose mask is not 0, and writes what is seen of them. A seed replaces
    /// the batch's, and its chance starts from there again.
    ///
    /// # Errors
    ///
    /// Where a buffer or the mask is of the wrong size, or the first reset leaves games out.
    pub fn reset(
        &mut self,
        seed: Option<u64>,
        mask: Option<&[u8]>,
        buffers: Buffers,
    ) -> Result<(), BatchError> {
        self.check(&buffers)?;
        if let Some(mask) = mask {
            check_length("reset_mask", mask.len(), self.games(), 1)?;
            if !self.begun && mask.contains(&0) {
                return Err(BatchError::NotReset);
            }
        }
        if let Some(seed) = seed {
            self.options.seed = seed;
            (self.turn, self.samples) = (0, 0);
        }
        self.begun = true;
        self.turn += 1;
        let (play, team, lanes) = self.parts();
        let masks = |lane: &Lane| mask.map(|mask| &mask[lane.first..][..lane.len()]);
        let mut jobs = jobs(lanes, play.steps, Some(buffers), masks);
        team.run(&mut jobs, |job| {
            if let Some(buffers) = &mut job.buffers {
                job.lane.reset(&play, job.actions, buffers);
            }
        });
        Ok(())
    }

    /// Plays one action in every game, the opponent's replies included, and writes everything.
    ///
    /// # Errors
    ///
    /// Where a buffer is of the wrong size, an action is illegal and not to end its game, or a game is over and is not reset by itself.
    /// Nothing has been played or written then, in any game.
    pub fn step<A: ActionNumber>(
        &mut self,
        actions: &[A],
        buffers: Buffers,
    ) -> Result<(), BatchError> {
        self.check(&buffers)?;
        check_length("actions", actions.len(), self.games(), 1)?;
        self.begun()?;
        let (play, team, lanes) = self.parts();
        let given = |lane: &Lane| &actions[lane.first..][..lane.len()];
        let mut looks = jobs(lanes, play.steps, None, given);
        team.run(&mut looks, |job| {
            job.good = job.lane.look(&play, job.actions)
        });
        let good = looks.iter().all(|job| job.good);
        drop(looks);
        if !good {
            return Err(self.bad(|game| actions[game].told()));
        }
        self.commit(buffers);
        Ok(())
    }

    /// Draws a legal action for every game, writes it to `actions`, and plays it: the same as
    /// [`Batch::sample`] and [`Batch::step`] with what that gave.
    ///
    /// # Errors
    ///
    /// As [`Batch::step`]; where a game is over and is not reset by itself, the actions have been written.
    pub fn step_random<A: ActionNumber>(
        &mut self,
        actions: &mut [A],
        buffers: Buffers,
    ) -> Result<(), BatchError> {
        self.check(&buffers)?;
        if !self.draw(actions)? {
            return Err(self.bad(|_| 0));
        }
        self.commit(buffers);
        Ok(())
    }

    /// Draws a legal action for every game, each as likely as the others of its game; 0 for a game that is
    /// over.
    ///
    /// # Errors
    ///
    /// Where `actions` is of the wrong size.
    pub fn sample<A: ActionNumber>(&mut self, actions: &mut [A]) -> Result<(), BatchError> {
        self.draw(actions).map(|_| ())
    }

    fn draw<A: ActionNumber>(&mut self, actions: &mut [A]) -> Result<bool, BatchError> {
        check_length("actions", actions.len(), self.games(), 1)?;
        self.begun()?;
        self.samples += 1;
        let chance = Chance::new(self.options.seed, Purpose::Sample, self.samples);
        let (play, team, lanes) = self.parts();
        let mut rest = actions;
        let parts = |lane: &Lane| {
            let (here, after) = std::mem::take(&mut rest).split_at_mut(lane.len());
            rest = after;
            here
        };
        let mut jobs = jobs(lanes, play.steps, None, parts);
        team.run(&mut jobs, |job| {
            job.good = job.lane.draw(&play, chance, job.actions);
        });
        Ok(jobs.iter().all(|job| job.good))
    }

    fn commit(&mut self, buffers: Buffers) {
        self.turn += 1;
        let (play, team, lanes) = self.parts();
        let mut jobs = jobs(lanes, play.steps, Some(buffers), |_| ());
        team.run(&mut jobs, |job| {
            if let Some(buffers) = &mut job.buffers {
                job.lane.commit(&play, buffers);
            }
        });
    }

    fn parts(&mut self) -> (Play<'_>, &mut Team, &mut [Lane]) {
        let play = Play {
            steps: &self.steps,
            autoreset: self.options.autoreset,
            illegal: self.options.illegal,
            limit: self.options.step_limit.map_or(u64::MAX, u64::from),
            opponent: self.options.opponent.as_ref(),
            seat: self.options.seat,
            seed: self.options.seed,
            turn: self.turn,
        };
        (play, &mut self.team, &mut self.lanes)
    }

    fn check(&self, buffers: &Buffers) -> Result<(), BatchError> {
        buffers.check(
            self.games(),
            self.steps.observation_len(),
            self.steps.actions(),
        )
    }

    fn begun(&self) -> Result<(), BatchError> {
        if self.begun {
            Ok(())
        } else {
            Err(BatchError::NotReset)
        }
    }

    /// What is wrong with the first game with which something is.
    fn bad(&mut self, told: impl Fn(usize) -> i64) -> BatchError {
        let (play, _, lanes) = self.parts();
        let bad = lanes.iter().find_map(|lane| {
            let (game, node) = lane.first_bad(&play)?;
            Some((lane.first + game, node))
        });
        let (game, node) = bad.expect("some game is not as it should be");
        let steps = play.steps;
        if node == steps.over() {
            return BatchError::Over { game };
        }
        BatchError::Illegal {
            game,
            action: told(game),
            position: steps.tell(node),
            to_move: steps.untagged(node).1,
            legal: steps.legal(node).iter().copied().map(usize::from).collect(),
        }
    }

    fn lane(&self, game: usize) -> (&Lane, usize) {
        assert!(game < self.games(), "game {game} of {}", self.games());
        let each = self.lanes[0].len();
        (&self.lanes[game / each], game % each)
    }

    fn standing(&self, game: usize) -> Standing {
        let (lane, game) = self.lane(game);
        lane.standing(&self.steps, game)
    }

    /// Where a game is: the number of its position among [`Compiled`](waribashi_solve::Compiled)'s, and the
    /// side to move. A game that is over and not begun anew is where it ended.
    ///
    /// # Panics
    ///
    /// When there is no such game.
    pub fn position(&self, game: usize) -> (usize, Side) {
        self.steps.untagged(self.standing(game).node)
    }

    /// How many moves have been played in a game.
    ///
    /// # Panics
    ///
    /// When there is no such game.
    pub fn plies(&self, game: usize) -> u32 {
        self.standing(game).plies
    }

    /// The player whose actions are given in each game against an opponent: 0 the first, 1 the second.
    pub fn seats(&self) -> impl Iterator<Item = u8> + '_ {
        self.lanes.iter().flat_map(|lane| lane.seats()).copied()
    }

    /// Writes what every game's position is worth to the player to move: value 1, 0 or -1 and distance, -1
    /// where it is a draw. No history is counted, but a game that a repetition has ended is a draw.
    ///
    /// # Errors
    ///
    /// Where an array is of the wrong size, or the labels are of other rules.
    pub fn values(
        &self,
        labels: &Labels,
        values: &mut [i8],
        distances: &mut [i32],
    ) -> Result<(), BatchError> {
        labels.check(&self.steps)?;
        check_length("values", values.len(), self.games(), 1)?;
        check_length("distances", distances.len(), self.games(), 1)?;
        let all = values.iter_mut().zip(distances).enumerate();
        for (game, (value, distance)) in all {
            let standing = self.standing(game);
            (*value, *distance) = match standing.over {
                Some(true) => Labels::DRAW,
                _ => labels.of(standing.node),
            };
        }
        Ok(())
    }

    /// What a game's position is worth to the player to move with the repetition rule and everything played
    /// counted: exact, at the cost of a solve where the rules have that rule.
    ///
    /// # Errors
    ///
    /// Where the oracle is of other rules.
    ///
    /// # Panics
    ///
    /// When there is no such game.
    pub fn exact(&self, oracle: &impl Oracle, game: usize) -> Result<Label, BatchError> {
        let (given, rules) = (oracle.compiled().rules(), self.steps.rules());
        if given != rules {
            return Err(BatchError::other_rules("values", given, rules));
        }
        let (lane, at) = self.lane(game);
        let standing = lane.standing(&self.steps, at);
        let (id, to_move) = self.steps.untagged(standing.node);
        let finished = self.steps.states[standing.node as usize].winner != Winner::None;
        if standing.over == Some(true) {
            return Ok(Label::DRAW);
        }
        if finished {
            return Ok(oracle.label(id));
        }
        let mut drawn = Vec::new();
        lane.drawn_next(&self.steps, at, |node| {
            drawn.push(self.steps.untagged(node))
        });
        Ok(oracle.label_with_drawn(id, to_move, &drawn))
    }
}

/// The jobs of all lanes, with what each needs of the actions and of the buffers.
fn jobs<'a, 'b, A>(
    lanes: &'a mut [Lane],
    steps: &Steps,
    mut buffers: Option<Buffers<'b>>,
    mut actions: impl FnMut(&Lane) -> A,
) -> ArrayVec<Job<'a, 'b, A>, MOST_LANES> {
    let sizes = (steps.observation_len(), steps.actions());
    let job = |lane: &'a mut Lane| {
        let here = buffers.take().map(|all| {
            let (here, after) = all.split(lane.len(), sizes.0, sizes.1);
            buffers = Some(after);
            here
        });
        Job {
            actions: actions(lane),
            buffers: here,
            lane,
            good: true,
        }
    };
    lanes.iter_mut().map(job).collect()
}

/// Whether opponent, seat and step limit fit together and to the rules.
fn check_opponent(steps: &Steps, options: &Options) -> Result<(), BatchError> {
    let least = match options.seat {
        Seat::First => 1,
        Seat::Second | Seat::Random => 2,
    };
    if let Some(given) = options.step_limit.filter(|&given| given < least) {
        return Err(BatchError::StepLimit { given, least });
    }
    let seat = match options.seat {
        Seat::First => None,
        Seat::Second => Some("second"),
        Seat::Random => Some("random"),
    };
    let Some(opponent) = &options.opponent else {
        return match seat {
            None => Ok(()),
            Some(_) => Err(BatchError::SeatWithoutOpponent),
        };
    };
    if !opponent.is_of(steps) {
        return Err(BatchError::other_rules(
            "opponent's moves",
            opponent.rules(),
            steps.rules(),
        ));
    }
    if let Some(seat) = seat {
        let openings = opponent.replies(steps, steps.start());
        let ends = |&node: &u32| steps.states[node as usize].winner != Winner::None;
        if openings.iter().any(ends) {
            return Err(BatchError::FirstMoveEnds { seat });
        }
    }
    Ok(())
}

/// A value as a number: 1, 0 or -1.
pub(crate) fn number(value: Value) -> i8 {
    match value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    }
}
