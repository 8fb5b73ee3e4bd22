#[cfg(test)]
mod tests;

use waribashi::{Game, Move, Rules, Side};
use waribashi_solve::{Answer, Label, Opponent, Style};

use super::{hint::Hint, knowledge::Knowledge, player::Player};

/// A game and the people and computers who play it: what `play` knows, without a terminal.
///
/// Whatever has to ask a table can fail, in words, and leaves the session as it was.
pub(crate) struct Session {
    game: Game,
    knowledge: Knowledge,
    players: [Player; 2],
    seed: u64,
    /// What was known of each position of the game when it was on the board, the start first.
    answers: Vec<Answer>,
    /// How far the hints for the position on the board have gone.
    hint: Option<Hint>,
}

/// A move of the game, and what it did to the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Past {
    /// Which move of the game, counted from 1.
    pub(crate) number: usize,
    /// Who made it.
    pub(crate) side: Side,
    /// The move.
    pub(crate) played: Move,
    /// What the position was worth to him before.
    pub(crate) before: Label,
    /// What his move was worth to him.
    pub(crate) after: Label,
    /// Where it threw away value, the best move instead.
    pub(crate) better: Option<Move>,
}

impl Session {
    /// A new game of the rules that something is known of.
    pub(crate) fn new(
        knowledge: Knowledge,
        players: [Player; 2],
        seed: u64,
    ) -> Result<Self, String> {
        let game = Game::new(knowledge.rules().clone());
        Ok(Session {
            answers: vec![knowledge.answer_in(&game)?],
            game,
            knowledge,
            players,
            seed,
            hint: None,
        })
    }

    /// The game.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The rules in force.
    pub(crate) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// Who plays a side.
    pub(crate) fn player(&self, side: Side) -> Player {
        self.players[side.index()]
    }

    /// Puts another player on a side.
    pub(crate) fn seat(&mut self, side: Side, player: Player) {
        self.players[side.index()] = player;
    }

    /// The side of the one human, where exactly one plays.
    pub(crate) fn me(&self) -> Option<Side> {
        let humans = Side::BOTH.map(|side| self.player(side).is_human());
        match humans {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            _ => None,
        }
    }

    /// Whether two computers play.
    pub(crate) fn is_watched(&self) -> bool {
        !self.players.iter().any(|player| player.is_human())
    }

    /// What is known of the position on the board, exactly, the history counted.
    pub(crate) fn answer(&self) -> &Answer {
        self.answers.last().expect("the start is known")
    }

    /// The computer whose turn it is; `None` on a human's turn, and when the game is over.
    pub(crate) fn computer(&self) -> Option<Style> {
        match self.player(self.game.to_move()) {
            Player::Computer(style) if self.game.outcome().is_none() => Some(style),
            _ => None,
        }
    }

    /// Plays a move.
    pub(crate) fn play(&mut self, played: Move) -> Result<(), String> {
        let mut game = self.game.clone();
        game.play(played).map_err(|error| error.to_string())?;
        self.learn(game)
    }

    /// Plays the move of the computer whose turn it is, and returns it.
    pub(crate) fn step(&mut self) -> Result<Option<Move>, String> {
        let Some(style) = self.computer() else {
            return Ok(None);
        };
        let opponent = Opponent::new(style, self.seed);
        let chosen = self
            .knowledge
            .ask(|oracle| opponent.choose(oracle, &self.game))?;
        chosen.map_or(Ok(()), |chosen| self.play(chosen))?;
        Ok(chosen)
    }

    /// Takes the game over when one more move has been played in it.
    fn learn(&mut self, game: Game) -> Result<(), String> {
        self.answers.push(self.knowledge.answer_in(&game)?);
        self.game = game;
        self.hint = None;
        Ok(())
    }

    /// Whether somebody at this terminal may take back a move when `ply` moves have been played: his turn
    /// is where undo goes back to. Where two computers play, every turn is.
    fn is_stop(&self, ply: usize) -> bool {
        let (to_move, _) = self.game.positions().nth(ply).expect("a ply of the game");
        self.is_watched() || self.player(to_move).is_human()
    }

    /// How many moves have to be taken back to come to a human's last turn; `None` where there was none.
    pub(crate) fn undo_plies(&self) -> Option<usize> {
        let played = self.game.len();
        let turn = (0..played).rev().find(|&ply| self.is_stop(ply))?;
        Some(played - turn)
    }

    /// Goes back to a human's last turn; whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(plies) = self.undo_plies() else {
            return false;
        };
        for _ in 0..plies {
            self.game.undo();
            self.answers.pop();
        }
        self.hint = None;
        true
    }

    /// Plays again what was taken back, up to a human's next turn; whether there was anything.
    pub(crate) fn redo(&mut self) -> Result<bool, String> {
        let mut done = false;
        loop {
            let mut game = self.game.clone();
            if game.redo().is_none() {
                return Ok(done);
            }
            self.learn(game)?;
            done = true;
            if self.is_stop(self.game.len()) {
                return Ok(done);
            }
        }
    }

    /// Begins anew by the same rules, with other chance.
    pub(crate) fn new_game(&mut self) -> Result<(), String> {
        self.set_up(Game::new(self.rules().clone()), None)?;
        self.seed = self.seed.wrapping_add(1);
        Ok(())
    }

    /// The players change sides in the middle of the game.
    pub(crate) fn swap_sides(&mut self) {
        self.players.swap(0, 1);
        self.hint = None;
    }

    /// Begins a game by other rules.
    pub(crate) fn change_rules(&mut self, knowledge: Knowledge) -> Result<(), String> {
        let game = Game::new(knowledge.rules().clone());
        self.set_up(game, Some(knowledge))
    }

    /// Goes on with a game; of other rules than before something has to be known.
    pub(crate) fn resume(
        &mut self,
        game: Game,
        knowledge: Option<Knowledge>,
    ) -> Result<(), String> {
        self.set_up(game, knowledge)
    }

    fn set_up(&mut self, game: Game, other: Option<Knowledge>) -> Result<(), String> {
        let knowledge = other.as_ref().unwrap_or(&self.knowledge);
        let (to_move, start) = game.positions().next().expect("a game has a start");
        let begun = Game::from_position(game.rules().clone(), start.clone(), to_move);
        let mut before = begun.expect("the start of a game");
        let mut answers = Vec::new();
        for &played in game.moves() {
            answers.push(knowledge.answer_in(&before)?);
            before.play(played).expect("the game was played before");
        }
        // The game itself: a draw by agreement is in no move.
        answers.push(knowledge.answer_in(&game)?);
        self.answers = answers;
        self.game = game;
        self.hint = None;
        if let Some(other) = other {
            self.knowledge = other;
        }
        Ok(())
    }

    /// The next hint for the position on the board: its value, then the best move, then the reason. `None`
    /// when the game is over.
    pub(crate) fn hint(&mut self) -> Result<Option<String>, String> {
        if self.answer().moves.is_empty() {
            return Ok(None);
        }
        let next = Hint::after(self.hint);
        let told = next.tell(self)?;
        self.hint = Some(next);
        Ok(Some(told))
    }

    /// A line of best play from the position on the board, its history counted, of at most `most` moves.
    pub(crate) fn line(&self, most: usize) -> Result<Vec<Move>, String> {
        let mut game = self.game.clone();
        for _ in 0..most {
            let answer = self.knowledge.answer_in(&game)?;
            let Some(best) = answer.moves.first() else {
                break;
            };
            game.play(best.played).expect("a generated move");
        }
        Ok(game.moves()[self.game.len()..].to_vec())
    }

    /// Every move of the game, with the value before and after it: where it was lost.
    pub(crate) fn past(&self) -> Vec<Past> {
        let sides = self.game.positions().map(|(side, _)| side);
        let moves = self.game.moves().iter().zip(sides).zip(&self.answers);
        moves
            .enumerate()
            .map(|(at, ((&played, side), known))| {
                let made = known.moves.iter().find(|made| made.played == played);
                let after = made.expect("a move that was played").label;
                let best = known.moves[0].played;
                Past {
                    number: at + 1,
                    side,
                    played,
                    before: known.label,
                    after,
                    better: (after.value < known.label.value).then_some(best),
                }
            })
            .collect()
    }
}
