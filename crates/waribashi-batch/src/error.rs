use waribashi::{Rules, Side};

/// Why games cannot be played at once as asked. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says it")]
pub enum BatchError {
    #[error(transparent)]
    Actions(#[from] waribashi::TooManyActions),
    #[error(
        "{rules}: the step tables would take {needed}, more than {most}: use fewer fingers or hands"
    )]
    Tables {
        rules: String,
        needed: String,
        most: String,
    },
    #[error("games=0: a batch needs at least one game (for example: games=16384)")]
    NoGames,
    #[error(
        "games={games}: what they keep would take {needed}, which cannot be allocated: use fewer games"
    )]
    Memory { games: usize, needed: String },
    #[error("threads={given}: expected 0, for as many as pay, to {most}")]
    Threads { given: usize, most: usize },
    #[error("cannot start {threads} threads: {reason}")]
    Start { threads: usize, reason: String },
    #[error("step_limit={given}: expected {least} or more, or none")]
    StepLimit { given: u32, least: u32 },
    #[error(
        "{buffer} has {given} elements, but {games} games of {each} make {}: give an array of that size",
        games * each
    )]
    Length {
        buffer: &'static str,
        given: usize,
        games: usize,
        each: usize,
    },
    #[error(
        "action {action} of game {game} is illegal: in {position} with the {to_move} player to move the legal \
         actions are {legal:?}"
    )]
    Illegal {
        game: usize,
        action: i64,
        position: String,
        to_move: Side,
        legal: Vec<usize>,
    },
    #[error(
        "game {game} is over, and games are not reset by themselves here: reset it first (for example: \
         reset with a mask that holds it)"
    )]
    Over { game: usize },
    #[error("the batch has not been reset: call reset before anything else")]
    NotReset,
    #[error(
        "seat={seat}: the opponent can end the game in its first move, so there would be games without a \
         turn of yours; sit first"
    )]
    FirstMoveEnds { seat: &'static str },
    #[error("a seat is for a game against an opponent: give one, or sit first")]
    SeatWithoutOpponent,
    #[error("epsilon={0}: expected a probability from 0 to 1")]
    Epsilon(String),
    #[error("the {what} are of the rules {given}, but the games of {expected}")]
    OtherRules {
        what: &'static str,
        given: String,
        expected: String,
    },
    #[error(
        "the policy has {given} elements, but {positions} positions of {each} make {}",
        positions * each
    )]
    PolicyLength {
        given: usize,
        positions: usize,
        each: usize,
    },
    #[error(
        "the policy plays action {action} in {position}, which is illegal: the legal actions are {legal:?}"
    )]
    PolicyIllegal {
        action: i64,
        position: String,
        legal: Vec<usize>,
    },
    #[error(
        "the policy's probability {given} of action {action} in {position} is none: expected a finite number, \
         not negative, and more than 0 for some legal action"
    )]
    PolicyWeight {
        given: String,
        action: usize,
        position: String,
    },
}

impl BatchError {
    pub(crate) fn other_rules(what: &'static str, given: &Rules, expected: &Rules) -> Self {
        BatchError::OtherRules {
            what,
            given: given.to_string(),
            expected: expected.to_string(),
        }
    }
}
