//! The kinds of cases. `testdata/README.md` says what each key means.

use std::collections::HashSet;

use serde::{Deserialize, Deserializer, de::Error};
use waribashi::{Move, Position, Rules, Side, Value};

use crate::load::Case;

/// A value and, unless it is a draw, the plies to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worth {
    /// The value to the player to move.
    #[serde(deserialize_with = "value")]
    pub value: Value,
    /// Plies to the end; `None` for a draw.
    pub distance: Option<u32>,
}

/// The positions reachable from the start of some rules, a case of `tables.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct Table {
    pub name: String,
    pub rules: Rules,
    pub source: String,
    pub start: Worth,
    pub relative: Relative,
    pub tagged: Tagged,
    pub shortest: u32,
    losing: Option<Vec<String>>,
}

impl Table {
    /// Exactly the unfinished positions that the mover loses, where the case lists them.
    pub fn losing(&self) -> Option<Vec<Position>> {
        let texts = self.losing.as_ref()?;
        Some(
            texts
                .iter()
                .map(|text| position(text, &self.rules))
                .collect(),
        )
    }
}

/// Counts of positions as the mover sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct Relative {
    pub positions: u64,
    pub finished: u64,
    pub edges: u64,
    pub actions: u64,
    pub win: u64,
    pub loss: u64,
    pub draw: u64,
    pub longest: u32,
    pub canonical: u64,
    pub unreachable: u64,
}

/// Counts of positions with whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct Tagged {
    pub positions: u64,
    pub finished: u64,
    pub edges: u64,
    pub actions: u64,
    pub first: u64,
    pub second: u64,
    pub draw: u64,
    pub canonical: u64,
    pub unreachable: u64,
}

/// All positions of some rules, a case of `whole.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct Whole {
    pub name: String,
    pub rules: Rules,
    pub source: String,
    pub positions: u64,
    pub finished: u64,
    pub win: Option<u64>,
    pub loss: Option<u64>,
    pub draw: Option<u64>,
    pub longest: Option<u32>,
}

/// The value of one position, a case of `positions.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct Known {
    pub name: String,
    pub rules: Rules,
    pub source: String,
    position: String,
    #[serde(deserialize_with = "value")]
    value: Value,
    distance: Option<u32>,
}

impl Known {
    /// The position.
    pub fn position(&self) -> Position {
        position(&self.position, &self.rules)
    }

    /// What it is worth to the player to move.
    pub fn worth(&self) -> Worth {
        Worth {
            value: self.value,
            distance: self.distance,
        }
    }
}

/// The value of a position with its history, a case of `histories.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct History {
    pub name: String,
    pub rules: Rules,
    pub source: String,
    moves: String,
    position: String,
    #[serde(deserialize_with = "side")]
    pub to_move: Side,
    /// The value without the history.
    pub table: Worth,
    /// The value with it, under the repetition rule.
    pub exact: Worth,
}

impl History {
    /// The moves from the start of the rules.
    pub fn moves(&self) -> Vec<Move> {
        moves(&self.moves, &self.rules)
    }

    /// The position that they lead to.
    pub fn position(&self) -> Position {
        position(&self.position, &self.rules)
    }
}

/// A game and how it ends, a case of `games.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct Played {
    pub name: String,
    pub rules: Rules,
    pub source: String,
    moves: String,
    /// The same game in numbers of the two-hand environment.
    pub actions: Option<Vec<u8>>,
    position: String,
    #[serde(deserialize_with = "side")]
    pub to_move: Side,
    /// `open`, `first wins: dead`, `draw: repetition`, ...
    pub result: String,
    #[serde(default)]
    illegal: Vec<String>,
}

impl Played {
    /// The moves from the start of the rules.
    pub fn moves(&self) -> Vec<Move> {
        moves(&self.moves, &self.rules)
    }

    /// The position that they lead to.
    pub fn position(&self) -> Position {
        position(&self.position, &self.rules)
    }

    /// Moves that must be refused there.
    pub fn illegal(&self) -> Vec<Move> {
        moves(&self.illegal.join(" "), &self.rules)
    }
}

/// All moves of a position, a case of `moves.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct MoveList {
    pub name: String,
    pub rules: Rules,
    pub source: String,
    position: String,
    moves: Vec<(String, String)>,
    illegal: Vec<String>,
}

impl MoveList {
    /// The position.
    pub fn position(&self) -> Position {
        position(&self.position, &self.rules)
    }

    /// Every move with the position after it, in the order of [`Rules::moves`].
    pub fn moves(&self) -> Vec<(Move, Position)> {
        self.moves
            .iter()
            .map(|(played, after)| {
                let played = Move::parse(played, self.rules.fingers).expect(CHECKED);
                (played, position(after, &self.rules))
            })
            .collect()
    }

    /// Moves that must be refused.
    pub fn illegal(&self) -> Vec<Move> {
        moves(&self.illegal.join(" "), &self.rules)
    }
}

/// Games of one hand each, a case of `one-hand.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct OneHand {
    pub name: String,
    /// The rules but for the number of fingers.
    pub rules: Rules,
    pub source: String,
    /// The largest number of fingers that the lists cover, from 2.
    pub up_to: u8,
    pub same_winner: Option<Vec<u8>>,
    pub plies: Option<Vec<u32>>,
}

/// A text to judge and the right answer, a case of `contest.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct Contest {
    pub name: String,
    pub judge: String,
    pub source: String,
    pub input: String,
    pub output: String,
}

/// A false claim about a start, a case of `claims.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "testdata/README.md explains the keys")]
pub struct Claim {
    pub name: String,
    pub rules: Rules,
    pub source: String,
    /// As printed.
    pub claim: String,
    #[serde(deserialize_with = "values")]
    pub claimed: Vec<Value>,
    #[serde(deserialize_with = "value")]
    value: Value,
    distance: Option<u32>,
}

impl Claim {
    /// What the start is really worth.
    pub fn worth(&self) -> Worth {
        Worth {
            value: self.value,
            distance: self.distance,
        }
    }
}

const CHECKED: &str = "texts were checked when the suite was read";

fn position(text: &str, rules: &Rules) -> Position {
    Position::parse(text, rules).expect(CHECKED)
}

fn moves(text: &str, rules: &Rules) -> Vec<Move> {
    text.split_whitespace()
        .map(|played| Move::parse(played, rules.fingers).expect(CHECKED))
        .collect()
}

fn word_of<'de, T, D>(deserializer: D, all: &[T], kinds: &str) -> Result<T, D::Error>
where
    T: ToString + Copy,
    D: Deserializer<'de>,
{
    let word = String::deserialize(deserializer)?;
    all.iter()
        .copied()
        .find(|one| one.to_string() == word)
        .ok_or_else(|| D::Error::custom(format!("expected {kinds}, not \"{word}\"")))
}

fn value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    let all = [Value::Win, Value::Loss, Value::Draw];
    word_of(deserializer, &all, "win, loss or draw")
}

fn values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Value>, D::Error> {
    #[derive(Deserialize)]
    struct One(#[serde(deserialize_with = "value")] Value);
    let all = Vec::<One>::deserialize(deserializer)?;
    Ok(all.into_iter().map(|one| one.0).collect())
}

fn side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
    word_of(deserializer, &Side::BOTH, "first or second")
}

pub(crate) fn check_name(name: &str, names: &mut HashSet<String>) -> Result<(), String> {
    if name.is_empty() {
        return Err("it has no name".to_string());
    }
    if !names.insert(name.to_string()) {
        return Err("the name stands twice".to_string());
    }
    Ok(())
}

fn check_source(source: &str) -> Result<(), String> {
    if source.is_empty() {
        return Err("it names no source".to_string());
    }
    Ok(())
}

fn check_worth(worth: Worth) -> Result<(), String> {
    match worth {
        Worth {
            value: Value::Draw,
            distance: Some(_),
        } => Err("a draw has no distance".to_string()),
        Worth {
            value: Value::Win | Value::Loss,
            distance: None,
        } => Err("a win or loss needs a distance".to_string()),
        _ => Ok(()),
    }
}

fn check_positions<'a>(
    texts: impl IntoIterator<Item = &'a String>,
    rules: &Rules,
) -> Result<(), String> {
    texts.into_iter().try_for_each(|text| {
        let read = Position::parse(text, rules).map_err(|error| error.to_string())?;
        let canonical = read.notation(rules.fingers).to_string();
        if canonical != *text {
            return Err(format!(
                "position \"{text}\" should be written \"{canonical}\""
            ));
        }
        Ok(())
    })
}

fn check_moves<'a>(texts: impl IntoIterator<Item = &'a str>, rules: &Rules) -> Result<(), String> {
    texts.into_iter().try_for_each(|text| {
        Move::parse(text, rules.fingers)
            .map(drop)
            .map_err(|error| error.to_string())
    })
}

impl Case for Table {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)?;
        check_worth(self.start)?;
        check_positions(self.losing.iter().flatten(), &self.rules)
    }
}

impl Case for Whole {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)
    }
}

impl Case for Known {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)?;
        check_worth(self.worth())?;
        check_positions([&self.position], &self.rules)
    }
}

impl Case for History {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)?;
        check_worth(self.table)?;
        check_worth(self.exact)?;
        check_moves(self.moves.split_whitespace(), &self.rules)?;
        check_positions([&self.position], &self.rules)
    }
}

impl Case for Played {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)?;
        check_moves(self.moves.split_whitespace(), &self.rules)?;
        check_moves(self.illegal.iter().map(String::as_str), &self.rules)?;
        check_positions([&self.position], &self.rules)
    }
}

impl Case for MoveList {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)?;
        check_moves(self.moves.iter().map(|pair| pair.0.as_str()), &self.rules)?;
        check_moves(self.illegal.iter().map(String::as_str), &self.rules)?;
        let after = self.moves.iter().map(|pair| &pair.1);
        check_positions(after.chain([&self.position]), &self.rules)
    }
}

impl Case for OneHand {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)?;
        let counts = usize::from(self.up_to) - 1;
        match &self.plies {
            Some(plies) if plies.len() != counts => {
                Err(format!("{counts} plies expected, not {}", plies.len()))
            }
            None if self.same_winner.is_none() => Err("it says nothing".to_string()),
            _ => Ok(()),
        }
    }
}

impl Case for Contest {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)
    }
}

impl Case for Claim {
    fn check(&self) -> Result<(), String> {
        check_source(&self.source)?;
        if self.claimed.contains(&self.value) {
            return Err("the claim is true".to_string());
        }
        check_worth(self.worth())
    }
}
