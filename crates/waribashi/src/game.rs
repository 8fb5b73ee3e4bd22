use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::fmt;

use crate::{
    legal::IllegalMove,
    moves::Move,
    position::Position,
    rules::{Repetition, Rules, RulesError},
    side::Side,
    value::Value,
};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// All hands of a player are dead.
    Dead,
    /// The position occurred as often as the repetition rule allows.
    Repetition,
    /// The players agreed on a draw.
    Agreed,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Dead => "dead",
            Reason::Repetition => "repetition",
            Reason::Agreed => "agreed",
        })
    }
}

/// How a game ended: known, unlike a [`Value`], which is what perfect play would lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who has won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// What the outcome is worth to `side`.
    pub fn value_for(self, side: Side) -> Value {
        match self.winner {
            None => Value::Draw,
            Some(winner) if winner == side => Value::Win,
            Some(_) => Value::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}

/// Why a move cannot be played in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over ({0})")]
    Over(Outcome),
    /// The move is none of the position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// A game in progress: where it started, what was played, whose turn it is, and what may be taken back
/// or played again.
///
/// ```
/// use waribashi::{Game, Move, Reason, Rules};
/// let mut game = Game::new(Rules::default());
/// for played in ["1x1", "1x1", "2x1", "3x1", "4x3"] {
///     game.play(Move::parse(played, 5)?)?;
/// }
/// assert_eq!(game.position().notation(5).to_string(), "22-24");
/// assert_eq!(game.outcome(), None);
/// game.undo();
/// assert_eq!(game.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    first_to_move: Side,
    /// The start, and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Moves taken back, the next to be played again last.
    undone: Vec<Move>,
    /// How often each position has occurred, with the first and with the second side to move.
    seen: [BTreeMap<Position, u32>; 2],
    agreed: bool,
}

impl Game {
    /// A new game from the start of the rules.
    pub fn new(rules: Rules) -> Self {
        let start = rules.start().clone();
        Game::begin(rules, start, Side::First)
    }

    /// A new game from any position with `to_move` to move. The position may be a finished one.
    ///
    /// # Errors
    ///
    /// Where the players have other numbers of hands than the rules give them, or a hand shows too much.
    pub fn from_position(
        rules: Rules,
        position: Position,
        to_move: Side,
    ) -> Result<Self, RulesError> {
        rules.check_hands(&position, to_move)?;
        Ok(Game::begin(rules, position, to_move))
    }

    fn begin(rules: Rules, start: Position, to_move: Side) -> Self {
        let mut seen = [BTreeMap::new(), BTreeMap::new()];
        seen[to_move.index()].insert(start.clone(), 1);
        Game {
            rules,
            first_to_move: to_move,
            seen,
            positions: [start].into(),
            moves: Vec::new(),
            undone: Vec::new(),
            agreed: false,
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position on the board, as the player to move sees it.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a start")
    }

    /// The position in which the game started.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Every position that has been on the board with the side to move, the start first.
    pub fn positions(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Side, &Position)> + ExactSizeIterator {
        self.positions
            .iter()
            .enumerate()
            .map(|(ply, position)| (self.side_at(ply), position))
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves have been played.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move has been played.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Side {
        self.side_at(self.moves.len())
    }

    fn side_at(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) {
            self.first_to_move
        } else {
            !self.first_to_move
        }
    }

    /// How often the position on the board has occurred with this side to move, this time included.
    pub fn repeated(&self) -> u32 {
        self.occurrences(self.to_move(), self.position())
    }

    /// How often `position` has occurred with `to_move` to move.
    pub fn occurrences(&self, to_move: Side, position: &Position) -> u32 {
        let seen = &self.seen[to_move.index()];
        seen.get(position).copied().unwrap_or(0)
    }

    /// The positions whose next occurrence ends the game, with the side to move: they are drawn for all
    /// play from here on.
    pub fn drawn_next(&self) -> impl Iterator<Item = (Side, &Position)> {
        let limit = match self.rules.repetition {
            Repetition::None => None,
            Repetition::Nth(n) => Some(n),
        };
        Side::BOTH
            .into_iter()
            .flat_map(|side| {
                let seen = self.seen[side.index()].iter();
                seen.map(move |(position, times)| (side, position, *times))
            })
            .filter(move |&(_, _, times)| limit.is_some_and(|n| times + 1 >= n))
            .map(|(side, position, _)| (side, position))
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let drawn = |reason| {
            Some(Outcome {
                winner: None,
                reason,
            })
        };
        if let Some(value) = self.rules.finished(self.position()) {
            let winner = match value {
                Value::Win => self.to_move(),
                Value::Loss | Value::Draw => !self.to_move(),
            };
            return Some(Outcome {
                winner: Some(winner),
                reason: Reason::Dead,
            });
        }
        match self.rules.repetition {
            Repetition::Nth(n) if self.repeated() >= n => drawn(Reason::Repetition),
            _ if self.agreed => drawn(Reason::Agreed),
            _ => None,
        }
    }

    /// The moves that can be played: none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.outcome() {
            Some(_) => Vec::new(),
            None => self.rules.moves(self.position()),
        }
    }

    /// Plays a move. Moves taken back before cannot be played again by [`Game::redo`] after it.
    ///
    /// # Errors
    ///
    /// When the game is over or the move is illegal; the game is unchanged then.
    pub fn play(&mut self, played: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        self.advance(played)?;
        self.undone.clear();
        Ok(())
    }

    fn advance(&mut self, played: Move) -> Result<(), IllegalMove> {
        let after = self.rules.play(self.position(), played)?;
        self.moves.push(played);
        let seen = &mut self.seen[self.to_move().index()];
        match seen.get_mut(&after) {
            Some(times) => *times += 1,
            None => {
                seen.insert(after.clone(), 1);
            }
        }
        self.positions.push(after);
        Ok(())
    }

    /// Takes the last move back and returns it; where the players had agreed on a draw, that is taken
    /// back with it. `None` where nothing was played.
    pub fn undo(&mut self) -> Option<Move> {
        let side = self.to_move();
        let played = self.moves.pop()?;
        let position = self.positions.pop().expect("a position after each move");
        let seen = &mut self.seen[side.index()];
        if let Some(times) = seen.get_mut(&position) {
            *times -= 1;
            if *times == 0 {
                seen.remove(&position);
            }
        }
        self.undone.push(played);
        self.agreed = false;
        Some(played)
    }

    /// Plays the move again that was taken back last, and returns it; `None` where there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let played = self.undone.pop()?;
        self.advance(played)
            .expect("a move taken back can be played again");
        Some(played)
    }

    /// Whether a move can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Whether a move can be played again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Ends the game in a draw by agreement.
    ///
    /// # Errors
    ///
    /// When the game is over.
    pub fn agree_draw(&mut self) -> Result<(), PlayError> {
        match self.outcome() {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None => {
                self.agreed = true;
                Ok(())
            }
        }
    }

    /// The game as text that [`Game::replay`] reads: rules, start, moves, and the result if it is over.
    ///
    /// ```
    /// use waribashi::{Game, Move, Rules};
    /// let mut game = Game::new(Rules::default());
    /// game.play(Move::parse("1x1", 5)?)?;
    /// assert_eq!(Game::replay(&game.record())?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn record(&self) -> String {
        crate::record::write(self)
    }
}
