//! All positions of a small rule set at once.

use serde::Serialize;
use utoipa::ToSchema;
use waribashi::{Game, Move, Value};
use waribashi_solve::Solution;

use crate::{json::STYLES, rule_sets::RulesInfoJson};

/// Every position of a rule set, in lists that go with one another.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Solution)]
pub struct SolutionJson {
    /// The rules.
    pub rules: RulesInfoJson,
    /// The positions, the hands of the player to move first.
    pub positions: Vec<String>,
    /// Where the start stands among the positions.
    pub start: usize,
    /// Whose turn it is, `f` for the first player, `s` for the second, one letter a position; null where any position
    /// can be either's turn.
    #[schema(required)]
    pub movers: Option<String>,
    /// `w` for won, `d` for drawn, `l` for lost to the player to move, one letter a position; endless play is a draw.
    pub values: String,
    /// The distances; null for draws.
    pub distances: Vec<Option<u32>>,
    /// `1` where the game is over, `0` where it goes on, one digit a position.
    pub finished: String,
    /// For each position its moves in the order of the rules: the move as it is written, where the position after it
    /// stands, and who is content with it: 1 careful, 2 greedy, 4 beginner, added.
    pub moves: Vec<Vec<(String, usize, u8)>>,
}

impl SolutionJson {
    /// All positions.
    pub fn new(solution: &Solution) -> Self {
        let (rules, compiled) = (solution.rules(), solution.compiled());
        let ids = 0..compiled.len();
        let positions: Vec<_> = ids.clone().map(|id| compiled.position(id)).collect();
        let labels: Vec<_> = ids.clone().map(|id| solution.label(id)).collect();
        let moves_of = |id: usize| {
            let position = &positions[id];
            if compiled.finished(id).is_some() {
                return Vec::new();
            }
            let game = Game::from_position(rules.clone(), position.clone(), rules.mover(position));
            let game = game.expect("a position of the rules");
            let content = STYLES.map(|style| style.content_with(&game));
            let bits = |played: &Move| {
                let who = content.iter().enumerate();
                who.map(|(bit, moves)| u8::from(moves.contains(played)) << bit)
                    .sum()
            };
            let moves = rules.moves(position).into_iter();
            moves
                .map(|played| {
                    let to = rules.play(position, played).expect("a generated move");
                    let written = played.notation(rules.fingers).to_string();
                    (written, compiled.index(&to), bits(&played))
                })
                .collect()
        };
        let letter = |value| match value {
            Value::Win => 'w',
            Value::Draw => 'd',
            Value::Loss => 'l',
        };
        SolutionJson {
            rules: RulesInfoJson::new(rules),
            start: compiled.index(rules.start()),
            movers: (!compiled.is_relative()).then(|| {
                let movers = positions.iter().map(|position| rules.mover(position));
                movers
                    .map(|side| if side.index() == 0 { 'f' } else { 's' })
                    .collect()
            }),
            values: labels.iter().map(|label| letter(label.value)).collect(),
            distances: labels.iter().map(|label| label.distance).collect(),
            finished: ids
                .clone()
                .map(|id| {
                    if compiled.finished(id).is_some() {
                        '1'
                    } else {
                        '0'
                    }
                })
                .collect(),
            moves: ids.map(moves_of).collect(),
            positions: positions
                .iter()
                .map(|position| position.notation(rules.fingers).to_string())
                .collect(),
        }
    }
}
