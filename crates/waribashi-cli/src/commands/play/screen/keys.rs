use ratatui::crossterm::event::{KeyCode, KeyEvent};
use waribashi::{Move, PRESETS};
use waribashi_solve::Style;

use super::{Aim, Beside, Command, Mode, Screen};

/// The keys, and what they do.
pub(super) const KEYS: [(&str, &str); 18] = [
    (
        "arrows, Enter",
        "choose a hand of yours, then the hand that it taps; Escape chooses again",
    ),
    (
        "1x2 Enter",
        "a move can be typed too: the first digit begins it",
    ),
    (
        "s",
        "split: the arrows choose one, Enter plays it, Escape cancels",
    ),
    ("u, r", "undo: back to my last turn; redo: forth again"),
    ("h", "a hint: the value, then the move, then the reason"),
    (
        "a",
        "analysis on and off: every move with value and distance",
    ),
    (
        "v",
        "the value after each move beside the hands: where was it lost?",
    ),
    ("n", "a new game"),
    ("x", "swap sides with the other player"),
    ("R", "the rules in full"),
    (
        "c",
        "change the rules: type a preset, with changes after it (suicide,fingers=6)",
    ),
    ("f, g", "choose who plays first, or second"),
    ("w, o", "write the game into a file; open one"),
    ("y", "copy the record of the game (by OSC 52), and show it"),
    ("space", "where two computers play: the next move"),
    (
        "p",
        "where two computers play: let them go on by themselves, or wait",
    ),
    (":", "type a command, as in plain mode"),
    ("q, Ctrl-C", "leave; Ctrl-C without asking"),
];

impl Screen {
    /// Does what a key asks.
    pub(crate) fn press(&mut self, key: KeyEvent) {
        match std::mem::replace(&mut self.mode, Mode::Aim(Aim::default())) {
            Mode::Aim(aim) => self.press_at_board(aim, key.code),
            Mode::Split { splits, at } => self.press_at_splits(splits, at, key.code),
            Mode::Typing(text) => self.press_at_text(text, key.code),
            Mode::Reading { lines, from } => self.press_at_reading(lines, from, key.code),
            Mode::Leaving => self.left = matches!(key.code, KeyCode::Char('y' | 'Y' | 'q')),
        }
    }

    fn press_at_board(&mut self, mut aim: Aim, key: KeyCode) {
        let typed = |text: &str| Mode::Typing(text.to_string());
        match key {
            KeyCode::Left
            | KeyCode::Right
            | KeyCode::Up
            | KeyCode::Down
            | KeyCode::Tab
            | KeyCode::BackTab => {
                let back = matches!(key, KeyCode::Left | KeyCode::Up | KeyCode::BackTab);
                aim.turn(aim.choices(&self.desk.session).len(), back);
                self.mode = Mode::Aim(aim);
            }
            KeyCode::Esc => {}
            KeyCode::Char(' ') if self.desk.session.computer().is_some() => {
                self.obey(Command::Step)
            }
            KeyCode::Enter | KeyCode::Char(' ') => match aim.choose(&self.desk.session) {
                Some(played) => self.obey(Command::Play(played)),
                None => self.mode = Mode::Aim(aim),
            },
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.mode = typed(&digit.to_string()),
            KeyCode::Char('s') => self.split(),
            KeyCode::Char('u') => self.obey(Command::Undo),
            KeyCode::Char('r') => self.obey(Command::Redo),
            KeyCode::Char('h') => self.obey(Command::Hint),
            KeyCode::Char('a') => self.obey(Command::Analysis),
            KeyCode::Char('v') => {
                self.beside = match self.beside {
                    Beside::Moves => Beside::History,
                    Beside::History => Beside::Moves,
                }
            }
            KeyCode::Char('n') => self.obey(Command::New),
            KeyCode::Char('x') => self.obey(Command::Swap),
            KeyCode::Char('R') => self.obey(Command::Rules),
            KeyCode::Char('c') => {
                let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
                self.message = format!("Rules: {}.", names.join(", "));
                self.mode = typed("rules ");
            }
            KeyCode::Char(side @ ('f' | 'g')) => {
                let styles = Style::NAMED.map(|style| style.to_string());
                self.message = format!("Players: human, {}, skill=0.8.", styles.join(", "));
                self.mode = typed(if side == 'f' { "first " } else { "second " });
            }
            KeyCode::Char('w') => self.mode = typed("save "),
            KeyCode::Char('o') => self.mode = typed("load "),
            KeyCode::Char('y') => self.obey(Command::Record),
            KeyCode::Char('p') if self.desk.session.computer().is_some() => self.pause(),
            KeyCode::Char(':') => self.mode = typed(""),
            KeyCode::Char('?') => {
                let keys = KEYS.iter().map(|(key, does)| format!("{key}: {does}"));
                self.read(keys.collect());
            }
            KeyCode::Char('q') => self.leave(),
            // Any other key leaves the choice as it is.
            _ => self.mode = Mode::Aim(aim),
        }
    }

    /// Lets two computers go on by themselves, or wait.
    fn pause(&mut self) {
        if !self.desk.session.is_watched() {
            return;
        }
        self.paused = !self.paused;
        self.delay.get_or_insert(std::time::Duration::from_secs(1));
        self.message = match self.paused {
            true => "The computers wait: space plays the next move.".to_string(),
            false => "The computers go on; p lets them wait.".to_string(),
        };
    }

    /// Begins to choose a split, where there is one.
    fn split(&mut self) {
        let session = &self.desk.session;
        let moves = match session.computer() {
            Some(_) => Vec::new(),
            None => session.game().legal_moves(),
        };
        let splits: Vec<Move> = moves
            .into_iter()
            .filter(|played| matches!(played, Move::Split { .. }))
            .collect();
        if splits.is_empty() {
            self.message = "There is no split to play.".to_string();
        } else {
            self.mode = Mode::Split { splits, at: 0 };
        }
    }

    fn press_at_splits(&mut self, splits: Vec<Move>, at: usize, key: KeyCode) {
        let count = splits.len();
        let at = match key {
            KeyCode::Right | KeyCode::Down | KeyCode::Tab | KeyCode::Char('s') => (at + 1) % count,
            KeyCode::Left | KeyCode::Up | KeyCode::BackTab => (at + count - 1) % count,
            KeyCode::Enter => return self.obey(Command::Play(splits[at])),
            KeyCode::Esc => return self.message = "No split.".to_string(),
            _ => at,
        };
        self.mode = Mode::Split { splits, at };
    }

    fn press_at_text(&mut self, mut text: String, key: KeyCode) {
        match key {
            KeyCode::Esc => return,
            KeyCode::Enter => {
                match Command::parse(&text, self.desk.session.rules().fingers) {
                    Ok(command) => self.obey(command),
                    // What was typed can be put right.
                    Err(error) => {
                        self.message = error;
                        self.mode = Mode::Typing(text);
                    }
                }
                return;
            }
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Char(typed) => text.push(typed),
            _ => {}
        }
        self.mode = Mode::Typing(text);
    }

    fn press_at_reading(&mut self, lines: Vec<String>, from: usize, key: KeyCode) {
        let from = match key {
            KeyCode::Down | KeyCode::Char('j') => (from + 1).min(lines.len().saturating_sub(1)),
            KeyCode::Up | KeyCode::Char('k') => from.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => {
                (from + 10).min(lines.len().saturating_sub(1))
            }
            KeyCode::PageUp => from.saturating_sub(10),
            // Everything else closes it.
            _ => return,
        };
        self.mode = Mode::Reading { lines, from };
    }
}
