use std::path::PathBuf;

use waribashi::{Move, Rules, Side};

use super::player::Player;
use crate::arguments;

/// What a line that is typed asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// To play a move.
    Play(Move),
    /// To see what a move would lead to, without playing it.
    Try(Move),
    /// To hear the position again.
    Board,
    /// To hear the moves that can be played.
    Moves,
    /// The next hint.
    Hint,
    /// To show or hide every move with its value.
    Analysis,
    /// Every move so far, with the value after it.
    History,
    /// Back to the last turn of somebody at this terminal.
    Undo,
    /// Forth again.
    Redo,
    /// A new game by the same rules.
    New,
    /// The players change sides.
    Swap,
    /// The rules in full.
    Rules,
    /// Other rules, and a new game.
    ChangeRules(Box<Rules>),
    /// Another player on a side.
    Seat(Side, Player),
    /// The next move of a computer that is watched.
    Step,
    /// To keep the game in a file.
    Save(PathBuf),
    /// To go on with a game from a file.
    Load(PathBuf),
    /// The record of the game.
    Record,
    /// What can be typed.
    Help,
    /// The end.
    Quit,
}

/// What can be typed, and what it does.
pub(crate) const HELP: [(&str, &str); 19] = [
    ("1x2", "play a tap: my 1 taps their 2"),
    ("1+2", "play an own tap: my 1 taps my own 2"),
    ("04=22", "play a split: my 0 and 4 become 2 and 2"),
    ("try MOVE", "what a move would lead to, without playing it"),
    ("board", "the position again"),
    ("moves", "the moves that can be played"),
    ("hint", "a hint: the value, then the move, then the reason"),
    (
        "analysis",
        "show or hide every move with value and distance",
    ),
    (
        "history",
        "the moves so far, with the value after each: where was it lost?",
    ),
    ("undo", "back to my last turn"),
    ("redo", "forth again"),
    ("new", "a new game"),
    ("swap", "swap sides with the other player"),
    (
        "rules [RULES]",
        "the rules in full; or change them: rules suicide,fingers=6",
    ),
    (
        "first NAME, second NAME",
        "who plays a side: human, perfect, traps, careful, greedy, beginner, random, skill=0.8",
    ),
    (
        "step",
        "the computer's next move, where two computers play; so does an empty line",
    ),
    (
        "save FILE, load FILE",
        "keep the game in a file (one of that name is replaced), or go on with one",
    ),
    ("record", "the record of the game, to copy"),
    ("quit", "leave"),
];

impl Command {
    /// Reads a line in a game in which a hand is out at `fingers`. An empty line asks for a step.
    pub(crate) fn parse(line: &str, fingers: u8) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        let read_move = |text: &str| Move::parse(text, fingers).map_err(|error| error.to_string());
        let lower = word.to_lowercase();
        let side = match lower.as_str() {
            "second" => Side::Second,
            _ => Side::First,
        };
        let plain = match lower.as_str() {
            "" | "step" => Command::Step,
            "board" | "show" => Command::Board,
            "moves" => Command::Moves,
            "hint" => Command::Hint,
            "analysis" => Command::Analysis,
            "history" => Command::History,
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "new" => Command::New,
            "swap" => Command::Swap,
            "record" | "copy" => Command::Record,
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            "rules" if rest.is_empty() => Command::Rules,
            "rules" => return Ok(Command::ChangeRules(Box::new(arguments::rules(rest)?))),
            "first" | "second" => return Ok(Command::Seat(side, rest.parse()?)),
            "try" => return Ok(Command::Try(read_move(rest)?)),
            "save" | "load" if rest.is_empty() => {
                return Err(format!(
                    "{lower} needs the name of a file (for example: {lower} game.txt)"
                ));
            }
            "save" => return Ok(Command::Save(rest.into())),
            "load" => return Ok(Command::Load(rest.into())),
            // A move begins with a number; everything else is a word that we do not know.
            _ if word.starts_with(|first: char| first.is_ascii_digit()) => {
                return Ok(Command::Play(read_move(line)?));
            }
            _ => {
                return Err(format!(
                    "\"{line}\" is neither a move nor a command (for example: 1x1, hint, undo; help tells all)"
                ));
            }
        };
        if rest.is_empty() {
            Ok(plain)
        } else {
            Err(format!("{lower} stands alone, without \"{rest}\""))
        }
    }
}
