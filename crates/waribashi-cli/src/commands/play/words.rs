//! What is said of a session: by a screen, or to somebody who hears it.

use waribashi::{Hands, Move, Outcome, Position, Reason, Side, Value};
use waribashi_solve::MoveAnswer;

use super::{
    player::Player,
    session::{Past, Session},
};
use crate::telling::turns;

/// A move as it is written in the game.
pub(crate) fn written(session: &Session, played: Move) -> String {
    played.notation(session.rules().fingers).to_string()
}

/// A side as the subject of a sentence: "you", or "the first player".
pub(crate) fn who(session: &Session, side: Side) -> String {
    match session.me() {
        Some(me) if me == side => "you".to_string(),
        _ => format!("the {side} player"),
    }
}

/// A verb after [`who`]: "you win", "the first player wins".
fn verb(session: &Session, side: Side, stem: &str) -> String {
    let who = who(session, side);
    match who.as_str() {
        "you" => format!("you {stem}"),
        _ => format!("{who} {stem}s"),
    }
}

/// A sentence with its first letter large.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Who plays a side, after its name: "you", "human", "careful".
pub(crate) fn player(session: &Session, side: Side) -> String {
    match session.player(side) {
        Player::Human if session.me().is_some() => "you".to_string(),
        player => player.to_string(),
    }
}

/// What the hands of a player show: "1 and 3", "2 and nothing (dead)".
fn hands(hands: &Hands, fingers: u8) -> String {
    const FEW: u64 = 10;
    if hands.len() > FEW {
        return hands.notation(fingers).to_string();
    }
    let shown: Vec<String> = hands
        .fingers()
        .map(|shown| match shown {
            0 => "0 (dead)".to_string(),
            shown => shown.to_string(),
        })
        .collect();
    match &shown[..] {
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
        [] => "nothing".to_string(),
    }
}

/// What both players' hands show in a position.
pub(crate) fn board(session: &Session, position: &Position, to_move: Side) -> String {
    let fingers = session.rules().fingers;
    let near = session.me().unwrap_or(Side::First);
    let show = |side: Side| {
        let shown = hands(position.hands_of(side, to_move), fingers);
        match who(session, side).as_str() {
            "you" => format!("Your hands show {shown}."),
            who => format!("{}'s hands show {shown}.", sentence(who)),
        }
    };
    format!("{} {}", show(near), show(!near))
}

/// Whose turn it is, or how the game ended; and how often the position has been on the board.
pub(crate) fn turn(session: &Session) -> String {
    let game = session.game();
    let mut told = match game.outcome() {
        Some(outcome) => return over(session, outcome),
        None => match who(session, game.to_move()).as_str() {
            "you" => "Your turn.".to_string(),
            who => format!("{}'s turn.", sentence(who)),
        },
    };
    let times = game.repeated();
    if times > 1 {
        told += &format!(" This position has been on the board {times} times.");
    }
    told
}

/// The same in at most 48 characters.
pub(crate) fn headline(session: &Session) -> String {
    let game = session.game();
    let mut told = match game.outcome().map(|outcome| outcome.winner) {
        Some(Some(winner)) => format!("{}.", sentence(&verb(session, winner, "win"))),
        Some(None) => "A draw.".to_string(),
        None => match who(session, game.to_move()).as_str() {
            "you" => "Your turn.".to_string(),
            who => format!("{}'s turn.", sentence(who)),
        },
    };
    let times = game.repeated();
    if times > 1 {
        told += &format!(" Position seen {times} times.");
    }
    told
}

/// The record of the game with the short name of its rules, to be shown and copied.
pub(crate) fn record(session: &Session) -> String {
    let record = session.game().record();
    match record.split_once('\n') {
        Some((_, rest)) => format!("rules: {}\n{rest}", session.rules().short_name()),
        None => record,
    }
}

/// How the game ended.
pub(crate) fn over(session: &Session, outcome: Outcome) -> String {
    let game = session.game();
    match (outcome.winner, outcome.reason) {
        (Some(winner), _) => {
            let emptied = match game.position().hands_of(winner, game.to_move()).all_dead() {
                true => winner,
                false => !winner,
            };
            let whose = match who(session, emptied).as_str() {
                "you" => "your hands".to_string(),
                who => format!("the hands of {who}"),
            };
            let won = sentence(&verb(session, winner, "win"));
            format!("The game is over. {won}: all {whose} are dead.")
        }
        (None, Reason::Agreed) => "The game is over: a draw, as agreed.".to_string(),
        (None, _) => format!(
            "The game is over: a draw, because the position occurred {} times.",
            game.repeated()
        ),
    }
}

/// What the position on the board is worth.
pub(crate) fn worth(session: &Session) -> String {
    let label = session.answer().label;
    let to_move = session.game().to_move();
    let within = label
        .distance
        .map_or_else(String::new, |plies| format!(" in {}", turns(plies)));
    match label.value {
        Value::Draw => "nobody can force a win (draw).".to_string(),
        Value::Win => format!(
            "{}{within} with the right moves (win).",
            verb(session, to_move, "win")
        ),
        Value::Loss => format!(
            "{}{within} if the other player finds the right moves (loss).",
            verb(session, to_move, "lose")
        ),
    }
}

/// A move with all that is known of it: "1x2  win in 7".
pub(crate) fn known(session: &Session, made: &MoveAnswer) -> String {
    let cells = crate::telling::move_cells(made, session.rules().fingers);
    let [(_, written), (_, label), (_, to), (_, told)] = &cells[..] else {
        unreachable!("a move has four cells");
    };
    let told = match told.as_str() {
        "" => String::new(),
        told => format!(", {told}"),
    };
    format!("{written}: {label}, to {to}{told}")
}

/// A move of the game and what it did: "3. first 1x2: draw" or "... threw away a win in 5".
pub(crate) fn past(session: &Session, past: &Past) -> String {
    let Past { number, side, .. } = past;
    let made = format!(
        "{number}. {side} {}: {}",
        written(session, past.played),
        past.after
    );
    match past.better {
        Some(better) => format!(
            "{made}, a mistake: it was {}, by {}",
            past.before,
            written(session, better)
        ),
        None => made,
    }
}
