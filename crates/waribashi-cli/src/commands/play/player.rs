use std::{fmt, str::FromStr};

use waribashi_solve::{Style, UnknownStyle};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Player {
    /// Somebody at this terminal.
    Human,
    /// The computer.
    Computer(Style),
}

impl Player {
    /// Whether somebody at this terminal plays the side.
    pub(crate) fn is_human(self) -> bool {
        self == Player::Human
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.pad("human"),
            Player::Computer(style) => style.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "human" => Ok(Player::Human),
            _ => {
                let style = text.parse().map(Player::Computer);
                style.map_err(|UnknownStyle(text)| {
                    format!(
                        "\"{text}\" is no player: expected human, {}, or skill=S with S from 0 to 1 (for example: \
                         skill=0.8)",
                        Style::NAMED.map(|style| style.to_string()).join(", ")
                    )
                })
            }
        }
    }
}
