use std::cmp::Reverse;

use waribashi::{Game, Move, Outcome, Position, Reason, Side, Value};

use crate::{
    compiled::Compiled,
    history::View,
    label::Label,
    mistakes::{self, Mistakes},
    solution::Solution,
};

/// What is known of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub played: Move,
    /// The position after it, as the next mover sees it.
    pub to: Position,
    /// What it is worth to the player who makes it; the distance counts the move itself.
    pub label: Label,
    /// How many of the positions that the other player can reply with are lost for him; `None` when the
    /// move ends the game.
    pub losing_replies: Option<usize>,
    /// Why the move ends the game; `None` when it goes on.
    pub ends: Option<Reason>,
}

impl MoveAnswer {
    /// Moves in the order of this key are best first: the fastest win, then the draw that leaves most ways
    /// to go wrong, then the longest resistance. Moves of equal key are equally good.
    fn order(&self) -> (Reverse<Value>, Reverse<i64>) {
        let plies = i64::from(self.label.distance.unwrap_or(0));
        let merit = match self.label.value {
            Value::Win => -plies,
            Value::Draw => self.losing_replies.unwrap_or(0) as i64,
            Value::Loss => plies,
        };
        (Reverse(self.label.value), Reverse(merit))
    }

    /// Whether this move is as good as another, value, distance and losing replies considered.
    pub fn is_as_good_as(&self, other: &MoveAnswer) -> bool {
        self.order() <= other.order()
    }
}

/// What is known of a position: its label, and every move, best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Value and distance to the player to move, exact, the game's history counted.
    pub label: Label,
    /// The table's value and distance: endless play a draw, no history.
    pub table: Label,
    /// All moves, best first; none when the game is over.
    pub moves: Vec<MoveAnswer>,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

impl Answer {
    /// The moves that are as good as the best, by value, distance and losing replies.
    pub fn best(&self) -> impl Iterator<Item = &MoveAnswer> {
        let best = self.moves.first();
        self.moves
            .iter()
            .take_while(move |played| best.is_some_and(|best| played.is_as_good_as(best)))
    }

    /// Where the history makes another value of the position than the table has, one sentence that says
    /// so.
    pub fn difference(&self) -> Option<&'static str> {
        match (self.table.value, self.label.value) {
            _ if self.outcome.is_some() => None,
            (table, exact) if table == exact => None,
            (Value::Win, _) => Some(
                "won by the table, but every way to win repeats a position, which ends the game",
            ),
            (Value::Loss, _) => Some(
                "lost by the table, but the other player cannot win without repeating a position",
            ),
            (Value::Draw, _) => {
                Some("drawn by the table, but the draw needs a position that cannot come again")
            }
        }
    }
}

/// Whatever knows the label of every position of a rule set: a [`Solution`], or a table on disk.
pub trait Oracle {
    /// The rules, compiled.
    fn compiled(&self) -> &Compiled;

    /// Value and distance of a position by its number, without a history.
    fn label(&self, id: usize) -> Label;

    /// What is known of a position without a history: the table's values.
    ///
    /// # Panics
    ///
    /// When the position is none of the rules.
    fn answer(&self, position: &Position) -> Answer
    where
        Self: Sized,
    {
        let rules = self.compiled().rules();
        let to_move = rules.mover(position);
        let outcome = rules.finished(position).map(|value| Outcome {
            winner: Some(if value == Value::Win {
                to_move
            } else {
                !to_move
            }),
            reason: Reason::Dead,
        });
        answer_with(self, &View::table(self), position, to_move, outcome)
    }

    /// What is known of the position on the board of a game, with what has been played counted under the
    /// repetition rule. That costs a solve of the game anew when the rules have one.
    ///
    /// ```
    /// use waribashi::{Game, Move, Rules, Value};
    /// use waribashi_solve::{Oracle, Solution, Task};
    /// let rules = Rules::default();
    /// let solution = Solution::new(&rules, Task::default())?;
    /// let mut game = Game::new(rules);
    /// for played in "1x1 1+2 1x3 4x1 1x1 2+4 1x2".split(' ') {
    ///     game.play(Move::parse(played, 5)?)?;
    /// }
    /// let answer = solution.answer_in(&game);
    /// assert_eq!(answer.table.to_string(), "win in 5");
    /// assert_eq!(answer.label.value, Value::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// When the game is of other rules.
    fn answer_in(&self, game: &Game) -> Answer
    where
        Self: Sized,
    {
        answer_and_view(self, game).0
    }

    /// [`Oracle::answer_in`], and for each of its moves how easily the other player goes wrong after it.
    ///
    /// ```
    /// use waribashi::{Game, Rules};
    /// use waribashi_solve::{Mistakes, Oracle, Solution, Task};
    /// let rules = Rules::default();
    /// let solution = Solution::new(&rules, Task::default())?;
    /// let (answer, mistakes) = solution.answer_and_mistakes(&Game::new(rules));
    /// assert_eq!(answer.moves.len(), mistakes.len());
    /// // After the tap, one of the two replies loses.
    /// assert_eq!(mistakes[0], Mistakes { wrong: 1, replies: 4 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// When the game is of other rules.
    fn answer_and_mistakes(&self, game: &Game) -> (Answer, Vec<Mistakes>)
    where
        Self: Sized,
    {
        let (answer, view) = answer_and_view(self, game);
        let mistakes = answer
            .moves
            .iter()
            .map(|played| mistakes::after(self, &view, game, played))
            .collect();
        (answer, mistakes)
    }

    /// Value and distance of a position on the board, by its number, when these positions, by their numbers and
    /// the side to move, end the game in a draw the next time they come: what [`Oracle::answer_in`] says of a
    /// game, for callers who keep no [`Game`]. The position itself may be among them.
    ///
    /// # Panics
    ///
    /// When a number is not below the number of positions.
    fn label_with_drawn(&self, id: usize, to_move: Side, drawn: &[(usize, Side)]) -> Label
    where
        Self: Sized,
    {
        let compiled = self.compiled();
        if drawn.is_empty() || compiled.finished(id).is_some() {
            return self.label(id);
        }
        let view = View::with_drawn(self, drawn.iter().copied());
        let after = view.successors(id).into_iter();
        // Not the label of the position itself: its own next occurrence may be a drawn end.
        let moves = after.map(|next| view.label(next, !to_move).before());
        let best = moves.max_by_key(|label| {
            let plies = i64::from(label.distance.unwrap_or(0));
            (
                label.value,
                if label.value == Value::Win {
                    -plies
                } else {
                    plies
                },
            )
        });
        best.expect("a game that goes on has a move")
    }

    /// A line of best play from a position: the first best move of each side, until the game ends or a
    /// position comes back.
    ///
    /// # Panics
    ///
    /// When the position is none of the rules.
    fn line(&self, position: &Position) -> Vec<MoveAnswer>
    where
        Self: Sized,
    {
        let mut line: Vec<MoveAnswer> = Vec::new();
        let mut position = position.clone();
        while let Some(best) = self.answer(&position).moves.into_iter().next() {
            let seen = line.iter().any(|before| before.to == best.to);
            position = best.to.clone();
            line.push(best);
            if seen {
                break;
            }
        }
        line
    }
}

fn answer_and_view<'a>(oracle: &'a dyn Oracle, game: &Game) -> (Answer, View<'a>) {
    let rules = oracle.compiled().rules();
    assert_eq!(rules, game.rules(), "labels of the game's rules");
    let view = View::of(oracle, game);
    let (position, to_move) = (game.position(), game.to_move());
    let answer = answer_with(oracle, &view, position, to_move, game.outcome());
    (answer, view)
}

fn answer_with(
    oracle: &dyn Oracle,
    view: &View,
    position: &Position,
    to_move: Side,
    outcome: Option<Outcome>,
) -> Answer {
    let compiled = oracle.compiled();
    let rules = compiled.rules();
    let table = oracle.label(compiled.index(position));
    if let Some(outcome) = outcome {
        let label = match outcome.reason {
            Reason::Dead => table,
            Reason::Repetition | Reason::Agreed => Label::DRAW,
        };
        return Answer {
            label,
            table,
            moves: Vec::new(),
            outcome: Some(outcome),
        };
    }
    let mut moves: Vec<MoveAnswer> = rules
        .moves(position)
        .into_iter()
        .map(|played| {
            let to = rules.play(position, played).expect("a generated move");
            let id = compiled.index(&to);
            let ends = view.ends(id, !to_move);
            let losing_replies = ends.is_none().then(|| {
                view.successors(id)
                    .into_iter()
                    .filter(|&reply| view.label(reply, to_move).value == Value::Win)
                    .count()
            });
            MoveAnswer {
                played,
                to,
                label: view.label(id, !to_move).before(),
                losing_replies,
                ends,
            }
        })
        .collect();
    moves.sort_by_key(MoveAnswer::order);
    Answer {
        // Not the label of the position itself: its own next occurrence may be a drawn end.
        label: moves.first().map_or(table, |best| best.label),
        table,
        moves,
        outcome: None,
    }
}

/// A reference knows what it refers to: so whoever has some oracle, of whatever kind, can ask it everything.
impl<O: Oracle + ?Sized> Oracle for &O {
    fn compiled(&self) -> &Compiled {
        (**self).compiled()
    }

    fn label(&self, id: usize) -> Label {
        (**self).label(id)
    }
}

impl Oracle for Solution {
    fn compiled(&self) -> &Compiled {
        Solution::compiled(self)
    }

    fn label(&self, id: usize) -> Label {
        Solution::label(self, id)
    }
}

impl Solution {
    /// [`Oracle::answer`].
    ///
    /// # Panics
    ///
    /// When the position is none of the rules.
    pub fn answer(&self, position: &Position) -> Answer {
        Oracle::answer(self, position)
    }

    /// [`Oracle::answer_in`].
    ///
    /// # Panics
    ///
    /// When the game is of other rules.
    pub fn answer_in(&self, game: &Game) -> Answer {
        Oracle::answer_in(self, game)
    }

    /// [`Oracle::line`].
    ///
    /// # Panics
    ///
    /// When the position is none of the rules.
    pub fn line(&self, position: &Position) -> Vec<MoveAnswer> {
        Oracle::line(self, position)
    }
}
