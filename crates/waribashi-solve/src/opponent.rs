//! Opponents of different strength and style.
//!
//! An opponent's move depends on its style, its seed and the game alone: the same seed plays the same game
//! again, also after undo and from a saved game.

mod rough;
mod style;
mod traps;

pub use style::{Skill, Style, UnknownStyle};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use waribashi::{Game, Move};

use crate::answer::Oracle;

/// A computer player: a [`Style`] and a seed.
///
/// ```
/// use waribashi::{Game, Rules};
/// use waribashi_solve::{Opponent, Solution, Style, Task};
/// let rules = Rules::default();
/// let solution = Solution::new(&rules, Task::default())?;
/// let mut game = Game::new(rules);
/// let (perfect, beginner) = (Opponent::new(Style::Perfect, 0), Opponent::new(Style::Beginner, 7));
/// while game.outcome().is_none() {
///     let player = if game.len() % 2 == 0 { &perfect } else { &beginner };
///     game.play(player.choose(&solution, &game).expect("the game goes on"))?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opponent {
    /// How it plays.
    pub style: Style,
    /// What its chance is drawn from, by the generator ChaCha with 8 rounds, one stream for each ply of a
    /// game.
    pub seed: u64,
}

impl Opponent {
    /// An opponent of this style.
    pub fn new(style: Style, seed: u64) -> Self {
        Opponent { style, seed }
    }

    /// The move it makes in a game; `None` when the game is over.
    ///
    /// The styles that know values know them exactly, with the game's history counted
    /// ([`Oracle::answer_in`]).
    ///
    /// # Panics
    ///
    /// When the oracle is of other rules than the game.
    pub fn choose(&self, oracle: &impl Oracle, game: &Game) -> Option<Move> {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(game.len() as u64);
        let perfect = || {
            let best = oracle.answer_in(game).moves.into_iter().next();
            best.map(|best| best.played)
        };
        match self.style {
            Style::Perfect => perfect(),
            Style::Traps => traps::choose(oracle, game),
            Style::Careful | Style::Greedy | Style::Beginner | Style::Random => {
                any_of(&self.style.content_with(game), &mut chance)
            }
            Style::Skilled(skill) => {
                if chance.random_bool(skill.get()) {
                    perfect()
                } else {
                    any_of(&game.legal_moves(), &mut chance)
                }
            }
        }
    }
}

impl Style {
    /// The moves between which chance decides for the styles that know no values: careful, greedy and beginner are
    /// content with each of them, and random with any. For the other styles, which look for one move, all moves.
    ///
    /// ```
    /// use waribashi::{Game, Rules};
    /// use waribashi_solve::Style;
    /// let game = Game::new(Rules::default());
    /// assert_eq!(Style::Random.content_with(&game), game.legal_moves());
    /// ```
    pub fn content_with(self, game: &Game) -> Vec<Move> {
        match self {
            Style::Careful => rough::careful(game),
            Style::Greedy => rough::greedy(game),
            Style::Beginner => rough::beginner(game),
            Style::Perfect | Style::Traps | Style::Random | Style::Skilled(_) => game.legal_moves(),
        }
    }
}

impl Style {
    /// The moves that an opponent of this style may make in a game, each with its probability; none when the game
    /// is over. None is told twice, and the probabilities add up to 1.
    ///
    /// # Panics
    ///
    /// When the oracle is of other rules than the game.
    pub fn chances(self, oracle: &impl Oracle, game: &Game) -> Vec<(Move, f64)> {
        if let Some(chances) = self.chances_unaided(game) {
            return chances;
        }
        let of = |style| Opponent::new(style, 0).choose(oracle, game);
        let Style::Skilled(skill) = self else {
            return of(self).into_iter().map(|played| (played, 1.0)).collect();
        };
        let (perfect, moves) = (of(Style::Perfect), game.legal_moves());
        let part = (1.0 - skill.get()) / moves.len() as f64;
        let parts = moves.into_iter().map(|played| {
            let best = Some(played) == perfect;
            (played, if best { part + skill.get() } else { part })
        });
        parts.filter(|&(_, part)| part > 0.0).collect()
    }

    /// [`Style::chances`] of a style that [needs no values](Style::needs_values); `None` for the others.
    pub fn chances_unaided(self, game: &Game) -> Option<Vec<(Move, f64)>> {
        if self.needs_values() {
            return None;
        }
        let moves = self.content_with(game);
        let part = 1.0 / moves.len() as f64;
        Some(moves.into_iter().map(|played| (played, part)).collect())
    }
}

/// One of some moves, each as likely as the others.
fn any_of(moves: &[Move], chance: &mut ChaCha8Rng) -> Option<Move> {
    if moves.is_empty() {
        return None;
    }
    // Drawn as u32, which gives the same move on machines of any word size.
    let at = chance.random_range(0..moves.len() as u32);
    Some(moves[at as usize])
}
