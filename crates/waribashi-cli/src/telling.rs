//! Values, moves and lines in words.

use std::io;

use anstyle::Style;
use waribashi::{Reason, Side, Value};
use waribashi_solve::{Label, MoveAnswer};

use crate::page::{NAME, Page, colour};

/// A number of turns, both players' counted.
pub(crate) fn turns(plies: u32) -> String {
    match plies {
        1 => "1 turn".to_string(),
        n => format!("{n} turns"),
    }
}

/// What a position is worth: its label, and a sentence a pupil understands.
pub(crate) fn verdict(page: &mut Page, label: Label, to_move: Side) -> io::Result<()> {
    let winner = match label.value {
        Value::Win => to_move,
        Value::Loss | Value::Draw => !to_move,
    };
    let told = match (label.value, label.distance) {
        (Value::Draw, _) => "if both play well, nobody can force a win.".to_string(),
        (_, Some(0)) => format!("the game is over, and the {winner} player has won."),
        (_, within) => {
            let within = within.map_or_else(String::new, |plies| {
                format!(
                    ", in {} at most (both players' turns counted)",
                    turns(plies)
                )
            });
            let other = !winner;
            format!("the {winner} player wins, whatever the {other} player does{within}.")
        }
    };
    let style = colour(label.value);
    let worth = match label.distance {
        Some(0) => label.value.to_string(),
        _ => label.to_string(),
    };
    page.hanging(&format!("  {style}{worth}{style:#}: "), 4, &told)
}

/// A cell with a label: `win in 3`.
pub(crate) fn label_cell(label: Label) -> (Style, String) {
    (colour(label.value), label.to_string())
}

/// The cells of a move: the move, its label, the position after it, what it leads to.
pub(crate) fn move_cells(played: &MoveAnswer, fingers: u8) -> Vec<(Style, String)> {
    let told = match (played.ends, played.losing_replies) {
        (Some(Reason::Dead), _) => "ends the game".to_string(),
        (Some(Reason::Repetition), _) => "ends the game: the position repeats".to_string(),
        (Some(Reason::Agreed), _) | (None, None) => String::new(),
        (None, Some(_)) if played.label.value != Value::Draw => String::new(),
        (None, Some(1)) => "1 reply to it loses".to_string(),
        (None, Some(0)) => "no reply to it loses".to_string(),
        (None, Some(n)) => format!("{n} replies to it lose"),
    };
    vec![
        (NAME, played.played.notation(fingers).to_string()),
        label_cell(played.label),
        (Style::new(), played.to.notation(fingers).to_string()),
        (Style::new(), told),
    ]
}

/// The headings over [`move_cells`].
pub(crate) const MOVE_HEADINGS: [&str; 4] = ["move", "worth", "leads to", ""];

/// A number with its thousands apart: `1,002,001`.
pub(crate) fn grouped(number: u64) -> String {
    indicatif::HumanCount(number).to_string()
}
