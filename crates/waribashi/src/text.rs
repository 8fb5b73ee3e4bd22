//! Rules as text: a preset with changes after it, and the canonical text.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, str::FromStr};

use crate::{
    hands::Hands,
    position::Position,
    preset::PRESETS,
    rules::{AddsTo, Axes, Goal, Overflow, Repetition, Rules, RulesError, Split, Start},
    syntax::{SyntaxError, number},
};

/// Why a text is no rule set: it cannot be read, or what it says does not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRulesError {
    /// The text cannot be read.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text can be read, but is no rule set.
    #[error("rules \"{text}\": {error}")]
    Rules {
        /// The text as given.
        text: String,
        /// What does not fit.
        error: RulesError,
    },
}

/// One axis of the rules, as RULES texts name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The key, as in `key=value`.
    pub key: &'static str,
    /// The values it takes.
    pub values: &'static str,
    /// What it decides.
    pub meaning: &'static str,
}

/// Every axis, in the order of the canonical text.
pub const AXES: &[Axis] = &[
    axis(
        "fingers",
        "2 to 255",
        "the number of fingers at which a hand is out",
    ),
    axis(
        "hands",
        "a number, or two as 2:3",
        "hands of each player, or of the first and the second",
    ),
    axis(
        "start",
        "a number of fingers for every hand, or a position",
        "the hands at the start, the first player's first",
    ),
    axis(
        "overflow",
        "rollover or cutoff",
        "whether more than `fingers` starts again from 0, or is out",
    ),
    axis(
        "own-tap",
        "on or off",
        "whether you may tap your own other hand",
    ),
    axis(
        "dead-target",
        "on or off",
        "whether the other player's dead hand may be tapped back to life",
    ),
    axis(
        "adds",
        "tapped or tapper",
        "whose hand takes up the sum of a tap",
    ),
    axis(
        "goal",
        "survive or empty",
        "whether a player whose hands are all dead has lost or won",
    ),
    axis(
        "divide",
        "off, any, even or near",
        "splits of a live hand onto an own dead hand",
    ),
    axis(
        "transfer",
        "off, any, even or near",
        "splits between two own live hands",
    ),
    axis(
        "lone-divide",
        "on or off",
        "whether a divide needs exactly one own live hand",
    ),
    axis(
        "empty-by-split",
        "on or off",
        "whether a split may leave a hand empty",
    ),
    axis(
        "pass-by-split",
        "on or off",
        "whether a split may leave the hands as they were",
    ),
    axis(
        "repetition",
        "none, first, threefold or a number from 2",
        "at which occurrence of a position the game is drawn",
    ),
];

const fn axis(key: &'static str, values: &'static str, meaning: &'static str) -> Axis {
    Axis {
        key,
        values,
        meaning,
    }
}

const EXAMPLE: &str = "suicide,fingers=6";

/// The default axes of a text that begins with a change; a text that begins with a preset starts from it.
///
/// A piece that begins with a digit belongs to the value before it: a start may hold commas.
pub(crate) fn axes_with_changes(mut axes: Axes, text: &str) -> Result<Axes, SyntaxError> {
    let mut start: Option<(usize, &str)> = None;
    let mut seen: Vec<&str> = Vec::new();
    for (at, piece) in pieces(text) {
        let fail = |offset: usize, expected: String| {
            Err(SyntaxError::new(
                "rules",
                text,
                at + offset,
                expected,
                EXAMPLE,
            ))
        };
        let Some((key, value)) = piece.split_once('=') else {
            if at > 0 {
                return fail(0, "a change such as fingers=6".to_string());
            }
            match PRESETS.iter().find(|preset| preset.name == piece) {
                Some(preset) => axes = preset.axes(),
                None => {
                    return fail(
                        0,
                        alloc::format!("a preset ({}) or a change", preset_names()),
                    );
                }
            }
            continue;
        };
        if seen.contains(&key) {
            return fail(0, alloc::format!("each axis once, not {key} again"));
        }
        seen.push(key);
        if key == "start" {
            start = Some((at + key.len() + 1, value));
            continue;
        }
        let Some(axis) = AXES.iter().find(|axis| axis.key == key) else {
            return fail(0, alloc::format!("one of {}", keys()));
        };
        if set(&mut axes, key, value).is_none() {
            return fail(key.len() + 1, axis.values.to_string());
        }
    }
    // Where the sizes are impossible no start can be read, and `Rules::new` says what is wrong.
    let sizes = axes.fingers >= 2 && !axes.hands.contains(&0);
    if let Some((at, value)) = start.filter(|_| sizes) {
        let example = || {
            let [first, second] = axes.hands.map(|count| Hands::uniform(1, count));
            let ones = Position::new(first, second);
            alloc::format!("start={}", ones.notation(axes.fingers))
        };
        axes.start = if value.bytes().all(|b| b.is_ascii_digit()) && !is_short(&axes, value) {
            match number(value) {
                Ok(shown) if shown > 0 => Start::Each(shown),
                _ => {
                    let expected = "a number of fingers from 1, or a position";
                    return Err(SyntaxError::new(
                        "rules",
                        text,
                        at,
                        expected,
                        alloc::format!("start=1 or {}", example()),
                    ));
                }
            }
        } else {
            Start::At(
                Position::parse_for(value, axes.fingers, axes.hands, example)
                    .map_err(|error| error.within("rules", text, at))?,
            )
        };
    }
    Ok(axes)
}

/// Whether `value` is a position of four digits and not a number.
fn is_short(axes: &Axes, value: &str) -> bool {
    value.len() == 4 && axes.hands == [2, 2] && axes.fingers <= 10
}

fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    core::iter::from_fn(move || {
        let rest = text.get(from..).filter(|_| !text.is_empty())?;
        let end = rest
            .match_indices(',')
            .map(|(at, _)| at)
            .find(|&at| !rest[at + 1..].starts_with(|c: char| c.is_ascii_digit()))
            .unwrap_or(rest.len());
        let piece = (from, &rest[..end]);
        from += end + 1;
        Some(piece)
    })
}

fn preset_names() -> String {
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    names.join(", ")
}

fn keys() -> String {
    let keys: Vec<&str> = AXES.iter().map(|axis| axis.key).collect();
    keys.join(", ")
}

/// Sets one axis; `None` where the value is none of its.
fn set(axes: &mut Axes, key: &str, value: &str) -> Option<()> {
    let switch = || match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    };
    let split = || {
        [Split::Off, Split::Any, Split::Even, Split::Near]
            .into_iter()
            .find(|&shape| split_word(shape) == value)
    };
    match key {
        "fingers" => axes.fingers = number(value).ok()?,
        "hands" => {
            let (first, second) = value.split_once(':').unwrap_or((value, value));
            axes.hands = [number(first).ok()?, number(second).ok()?];
        }
        "overflow" => {
            axes.overflow = match value {
                "rollover" => Overflow::Rollover,
                "cutoff" => Overflow::Cutoff,
                _ => return None,
            }
        }
        "own-tap" => axes.own_tap = switch()?,
        "dead-target" => axes.dead_target = switch()?,
        "adds" => {
            axes.adds_to = match value {
                "tapped" => AddsTo::Tapped,
                "tapper" => AddsTo::Tapper,
                _ => return None,
            }
        }
        "goal" => {
            axes.goal = match value {
                "survive" => Goal::Survive,
                "empty" => Goal::Empty,
                _ => return None,
            }
        }
        "divide" => axes.divide = split()?,
        "transfer" => axes.transfer = split()?,
        "lone-divide" => axes.lone_divide = switch()?,
        "empty-by-split" => axes.empty_by_split = switch()?,
        "pass-by-split" => axes.pass_by_split = switch()?,
        "repetition" => {
            axes.repetition = match value {
                "none" => Repetition::None,
                "first" => Repetition::FIRST,
                "threefold" => Repetition::THREEFOLD,
                n => Repetition::Nth(number(n).ok()?),
            }
        }
        _ => return None,
    }
    Some(())
}

pub(crate) const fn split_word(shape: Split) -> &'static str {
    match shape {
        Split::Off => "off",
        Split::Any => "any",
        Split::Even => "even",
        Split::Near => "near",
    }
}

impl Rules {
    /// The key and the answer of every axis, in the order of [`AXES`]: the pieces of the canonical text.
    pub fn answers(&self) -> Vec<(&'static str, String)> {
        axis_values(self)
    }

    /// The same rules with some axes changed, as a text without a preset: `fingers=6,hands=3`. A start in which
    /// all hands show the same is kept as such where the hands become more or fewer.
    ///
    /// ```
    /// use waribashi::Rules;
    /// let rules: Rules = "suicide,fingers=6".parse()?;
    /// assert_eq!(rules.with_changes("fingers=7,hands=3")?, "suicide,fingers=7,hands=3".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the text cannot be read, or what it says does not fit.
    pub fn with_changes(&self, changes: &str) -> Result<Rules, ParseRulesError> {
        if changes.is_empty() {
            return Ok(self.clone());
        }
        if changes
            .split(',')
            .next()
            .is_some_and(|first| !first.contains('='))
        {
            let expected = alloc::format!("a change, key=value, of one of {}", keys());
            return Err(SyntaxError::new("rules", changes, 0, expected, "fingers=6").into());
        }
        let mut axes = self.axes().clone();
        let start = self.start();
        if let (&[(mine, _)], &[(theirs, _)]) = (start.mine.runs(), start.theirs.runs())
            && mine == theirs
        {
            axes.start = Start::Each(mine);
        }
        let axes = axes_with_changes(axes, changes)?;
        Rules::new(axes).map_err(|error| ParseRulesError::Rules {
            text: changes.to_string(),
            error,
        })
    }
}

fn axis_values(rules: &Rules) -> Vec<(&'static str, String)> {
    let switch = |on: bool| if on { "on" } else { "off" }.to_string();
    let value = |key: &str| match key {
        "fingers" => rules.fingers.to_string(),
        "hands" => alloc::format!("{}:{}", rules.hands[0], rules.hands[1]),
        "start" => rules.start().notation(rules.fingers).to_string(),
        "overflow" => match rules.overflow {
            Overflow::Rollover => "rollover".to_string(),
            Overflow::Cutoff => "cutoff".to_string(),
        },
        "own-tap" => switch(rules.own_tap),
        "dead-target" => switch(rules.dead_target),
        "adds" => match rules.adds_to {
            AddsTo::Tapped => "tapped".to_string(),
            AddsTo::Tapper => "tapper".to_string(),
        },
        "goal" => match rules.goal {
            Goal::Survive => "survive".to_string(),
            Goal::Empty => "empty".to_string(),
        },
        "divide" => split_word(rules.divide).to_string(),
        "transfer" => split_word(rules.transfer).to_string(),
        "lone-divide" => switch(rules.lone_divide),
        "empty-by-split" => switch(rules.empty_by_split),
        "pass-by-split" => switch(rules.pass_by_split),
        "repetition" => match rules.repetition {
            Repetition::None => "none".to_string(),
            Repetition::FIRST => "first".to_string(),
            Repetition::THREEFOLD => "threefold".to_string(),
            Repetition::Nth(n) => n.to_string(),
        },
        _ => unreachable!("every axis has a value"),
    };
    AXES.iter()
        .map(|axis| (axis.key, value(axis.key)))
        .collect()
}

/// The canonical text: every axis, in the order of [`AXES`]. It does not depend on what any preset means.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, value)) in self.answers().into_iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{key}={value}")?;
        }
        Ok(())
    }
}

/// A preset with changes after it (`suicide,fingers=6`, `attacks,hands=2:3`), or changes of the plainest
/// game alone, as the canonical text is.
impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, ParseRulesError> {
        if text.is_empty() {
            let expected = alloc::format!("a preset: {}", preset_names());
            return Err(SyntaxError::new("rules", text, 0, expected, EXAMPLE).into());
        }
        let axes = axes_with_changes(Axes::default(), text)?;
        Rules::new(axes).map_err(|error| ParseRulesError::Rules {
            text: text.to_string(),
            error,
        })
    }
}
