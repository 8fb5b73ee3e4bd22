//! Positions and moves as JSON: what the server sends, and what `--json` prints.

use serde::Serialize;
use utoipa::ToSchema;
use waribashi::{Game, Move, Reason, Side, Value};
use waribashi_solve::{Answer, Label, Mistakes, MoveAnswer, Style};

/// What a value is called.
#[derive(ToSchema)]
#[schema(as = Value, rename_all = "lowercase")]
#[allow(dead_code, reason = "a description of the words of `waribashi::Value`")]
pub(crate) enum ValueWord {
    Win,
    Draw,
    Loss,
}

/// What a player is called.
#[derive(ToSchema)]
#[schema(as = Side, rename_all = "lowercase")]
#[allow(dead_code, reason = "a description of the words of `waribashi::Side`")]
pub(crate) enum SideWord {
    First,
    Second,
}

/// Why a game is over.
#[derive(ToSchema)]
#[schema(as = Reason, rename_all = "lowercase")]
#[allow(
    dead_code,
    reason = "a description of the words of `waribashi::Reason`"
)]
pub(crate) enum ReasonWord {
    /// All hands of a player are dead.
    Dead,
    /// The position came as often as the rules allow.
    Repetition,
}

/// What a position or a move is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Worth)]
pub struct WorthJson {
    /// To the player to move, or to the one who makes the move.
    #[schema(value_type = ValueWord)]
    pub value: Value,
    /// Plies to the end when the winner hurries and the loser delays; null for a draw.
    #[schema(required)]
    pub distance: Option<u32>,
}

impl From<Label> for WorthJson {
    fn from(label: Label) -> Self {
        WorthJson {
            value: label.value,
            distance: label.distance,
        }
    }
}

/// A move, and what it is worth to the player who makes it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Move)]
pub struct MoveJson {
    /// The move as it is written.
    #[schema(examples("1x2"))]
    pub r#move: String,
    /// The position after it, as the next mover sees it.
    #[schema(examples("13-01"))]
    pub to: String,
    /// Its worth.
    #[serde(flatten)]
    pub worth: WorthJson,
}

impl MoveJson {
    /// A move in a game in which a hand is out at `fingers`.
    pub fn new(answer: &MoveAnswer, fingers: u8) -> Self {
        MoveJson {
            r#move: written(answer.played, fingers),
            to: answer.to.notation(fingers).to_string(),
            worth: answer.label.into(),
        }
    }
}

/// A move, and what comes after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MoveShown)]
pub struct MoveShownJson {
    /// The move.
    #[serde(flatten)]
    pub played: MoveJson,
    /// How many of the positions that the other player can reply with are lost for him; null when the move
    /// ends the game.
    #[schema(required)]
    pub losing_replies: Option<usize>,
    /// Why the move ends the game; null when it goes on.
    #[schema(value_type = Option<ReasonWord>, required)]
    pub ends: Option<Reason>,
}

impl MoveShownJson {
    fn new(answer: &MoveAnswer, fingers: u8) -> Self {
        MoveShownJson {
            played: MoveJson::new(answer, fingers),
            losing_replies: answer.losing_replies,
            ends: answer.ends,
        }
    }
}

/// A position of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Position)]
pub struct PositionJson {
    /// The rules, in full.
    pub rules: String,
    /// The position, the hands of the player to move first.
    #[schema(examples("13-01"))]
    pub position: String,
    /// Whose turn it is, or would be if the game were not over.
    #[schema(value_type = SideWord)]
    pub to_move: Side,
    /// The moves played.
    pub history: Vec<String>,
    /// How often the position has been on the board with this player to move, this time included.
    pub repeated: u32,
    /// What it is worth to the player to move, exact, the history counted.
    #[serde(flatten)]
    pub worth: WorthJson,
    /// What it is worth without a history, endless play being a draw.
    pub table: WorthJson,
}

impl PositionJson {
    fn new(game: &Game, answer: &Answer) -> Self {
        let fingers = game.rules().fingers;
        PositionJson {
            rules: game.rules().to_string(),
            position: game.position().notation(fingers).to_string(),
            to_move: game.to_move(),
            history: game
                .moves()
                .iter()
                .map(|&played| written(played, fingers))
                .collect(),
            repeated: game.repeated(),
            worth: answer.label.into(),
            table: answer.table.into(),
        }
    }
}

/// A position and its moves: what `show --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct ShownJson {
    /// The position.
    #[serde(flatten)]
    pub position: PositionJson,
    /// Its moves, best first.
    pub moves: Vec<MoveShownJson>,
}

impl ShownJson {
    /// What is known of the position on the board.
    pub fn new(game: &Game, answer: &Answer) -> Self {
        let fingers = game.rules().fingers;
        let moves = answer.moves.iter();
        ShownJson {
            position: PositionJson::new(game, answer),
            moves: moves
                .map(|played| MoveShownJson::new(played, fingers))
                .collect(),
        }
    }
}

/// A move, what comes after it, and who likes it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MoveJudged)]
pub struct MoveJudgedJson {
    /// The move.
    #[serde(flatten)]
    pub shown: MoveShownJson,
    /// How many of the other player's moves after it are mistakes, which give away value, and how many moves he
    /// has; 0 of 1 when the move ends the game.
    pub mistakes: [u64; 2],
    /// Which of careful, greedy and beginner are content with it.
    #[schema(examples(json!(["careful", "beginner"])))]
    pub styles: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Outcome)]
pub struct OutcomeJson {
    /// Who has won; null for a draw.
    #[schema(value_type = Option<SideWord>, required)]
    pub winner: Option<Side>,
    /// Why it is over.
    #[schema(value_type = ReasonWord)]
    pub reason: Reason,
}

/// All that is known of a position and of its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PositionJudged)]
pub struct PositionJudgedJson {
    /// The position in which the game started.
    #[schema(examples("11-11"))]
    pub start: String,
    /// The position.
    #[serde(flatten)]
    pub position: PositionJson,
    /// Where the history makes another value than the table has, a sentence that says so.
    #[schema(required)]
    pub difference: Option<&'static str>,
    /// How the game ended; null while it goes on.
    #[schema(required)]
    pub outcome: Option<OutcomeJson>,
    /// The moves, best first; none when the game is over.
    pub moves: Vec<MoveJudgedJson>,
}

/// The styles that choose between moves without knowing values, as the page's players do.
pub(crate) const STYLES: [Style; 3] = [Style::Careful, Style::Greedy, Style::Beginner];

impl PositionJudgedJson {
    /// What is known of the position on the board.
    pub fn new(game: &Game, answer: &Answer, mistakes: &[Mistakes]) -> Self {
        let fingers = game.rules().fingers;
        let content: Vec<(String, Vec<Move>)> = STYLES
            .into_iter()
            .map(|style| (style.to_string(), style.content_with(game)))
            .collect();
        let judged = |(played, mistakes): (&MoveAnswer, &Mistakes)| MoveJudgedJson {
            shown: MoveShownJson::new(played, fingers),
            mistakes: [mistakes.wrong, mistakes.replies.max(1)],
            styles: content
                .iter()
                .filter(|(_, moves)| moves.contains(&played.played))
                .map(|(style, _)| style.clone())
                .collect(),
        };
        PositionJudgedJson {
            start: game.start().notation(fingers).to_string(),
            position: PositionJson::new(game, answer),
            difference: answer.difference(),
            outcome: game.outcome().map(|outcome| OutcomeJson {
                winner: outcome.winner,
                reason: outcome.reason,
            }),
            moves: answer.moves.iter().zip(mistakes).map(judged).collect(),
        }
    }
}

fn written(played: Move, fingers: u8) -> String {
    played.notation(fingers).to_string()
}
