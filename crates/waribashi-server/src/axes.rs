//! The questions that a rule set answers, in plain words.

use serde::Serialize;
use utoipa::ToSchema;
use waribashi::{AXES, Axes, Rules};

/// A question about the rules, and how it can be answered.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Axis)]
pub struct AxisJson {
    /// The key, as in `key=value`.
    #[schema(examples("own-tap"))]
    pub name: &'static str,
    /// What it asks.
    pub question: &'static str,
    /// The values it takes, as a phrase.
    pub values: &'static str,
    /// The values that are words, with what each means.
    pub answers: Vec<ChoiceJson>,
    /// Where numbers are values too, the smallest and the largest that makes sense on a page.
    #[schema(required)]
    pub range: Option<[u32; 2]>,
    /// The value in the plainest game, to which presets and changes add.
    #[schema(examples("off"))]
    pub default: String,
}

/// An answer to a question about the rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Choice)]
pub struct ChoiceJson {
    /// The value, as in `key=value`.
    #[schema(examples("off"))]
    pub value: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const SPLITS: &[[&str; 2]] = &[
    ["off", "never"],
    ["any", "into any two numbers"],
    ["even", "into two equal numbers"],
    ["near", "into two numbers that differ by at most one"],
];

/// What an axis asks, the answers that are words, and the range of those that are numbers.
type Asked = (&'static str, &'static [[&'static str; 2]], Option<[u32; 2]>);

fn asked(axis: &str) -> Asked {
    match axis {
        "fingers" => ("At how many fingers is a hand out?", &[], Some([2, 255])),
        "hands" => (
            "How many hands does each player have? One number, or two: 2:3.",
            &[],
            Some([1, 8]),
        ),
        "start" => (
            "How many fingers does each hand show at the start? One number, or a position: 12-11.",
            &[],
            Some([1, 254]),
        ),
        "overflow" => (
            "What happens to a hand that comes to more?",
            &[
                [
                    "rollover",
                    "it starts again from 0: with five fingers, 4 and 3 make 2",
                ],
                ["cutoff", "it is out too"],
            ],
            None,
        ),
        "own-tap" => (
            "May you tap your own other hand?",
            &[["off", "no"], ["on", "yes: your number is added to it"]],
            None,
        ),
        "dead-target" => (
            "May you tap a dead hand of the other player?",
            &[
                ["off", "no: a dead hand cannot be tapped"],
                ["on", "yes: it comes back to life with your number"],
            ],
            None,
        ),
        "adds" => (
            "Whose hand changes in a tap?",
            &[
                ["tapped", "the hand that is tapped"],
                ["tapper", "your own hand, which takes the other's number up"],
            ],
            None,
        ),
        "goal" => (
            "Whose hands are all dead, has he lost or won?",
            &[["survive", "he has lost"], ["empty", "he has won"]],
            None,
        ),
        "divide" => (
            "May you split a hand onto a dead hand of your own?",
            SPLITS,
            None,
        ),
        "transfer" => (
            "May you split the fingers of two live hands of your own anew?",
            SPLITS,
            None,
        ),
        "lone-divide" => (
            "May you split onto a dead hand also with more than one live hand?",
            &[
                ["off", "yes"],
                ["on", "no: only with exactly one live hand"],
            ],
            None,
        ),
        "empty-by-split" => (
            "May a split leave a hand empty?",
            &[["off", "no"], ["on", "yes"]],
            None,
        ),
        "pass-by-split" => (
            "May a split leave your hands as they were, which is a pass?",
            &[["off", "no"], ["on", "yes"]],
            None,
        ),
        "repetition" => (
            "When does a position that comes back end the game in a draw?",
            &[
                ["none", "never: endless play is a draw"],
                ["first", "the second time it is on the board"],
                ["threefold", "the third time it is on the board"],
            ],
            Some([2, 100]),
        ),
        _ => ("", &[], None),
    }
}

/// Every question, in the order of the canonical text.
pub(crate) fn axes() -> Vec<AxisJson> {
    let plainest = Rules::new(Axes::default()).expect("the plainest game is a rule set");
    AXES.iter()
        .zip(plainest.answers())
        .map(|(axis, (_, default))| {
            let (question, answers, range) = asked(axis.key);
            AxisJson {
                name: axis.key,
                question,
                values: axis.values,
                answers: answers
                    .iter()
                    .map(|&[value, meaning]| ChoiceJson { value, meaning })
                    .collect(),
                range,
                default,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules in which an answer makes sense.
    fn with(axis: &str, value: &str) -> Result<Rules, String> {
        let needed = match (axis, value) {
            ("lone-divide", "on") => "divide=any,",
            ("empty-by-split" | "pass-by-split", "on") => "transfer=any,",
            _ => "",
        };
        let text = format!("attacks,{needed}{axis}={value}");
        text.parse().map_err(|error| format!("{error}"))
    }

    #[test]
    fn every_axis_is_asked_and_its_answers_are_those_that_can_be_read() {
        for axis in axes() {
            assert!(axis.question.ends_with(['?', '.']), "{}", axis.name);
            let told = axis.values.replace(" or ", " ").replace(',', " ");
            for answer in &axis.answers {
                with(axis.name, answer.value).unwrap();
                assert!(
                    told.split_whitespace().any(|word| word == answer.value),
                    "{}: {}",
                    axis.name,
                    answer.value
                );
            }
            // The phrase names no word that is no answer.
            if axis.range.is_none() {
                assert_eq!(told.split_whitespace().count(), axis.answers.len());
            }
            with(axis.name, &axis.default).unwrap();
        }
    }

    #[test]
    fn the_ends_of_a_range_can_be_read() {
        for axis in axes() {
            for number in axis.range.into_iter().flatten() {
                let fingers = if axis.name == "start" {
                    "fingers=255,"
                } else {
                    ""
                };
                let text = format!("attacks,{fingers}{}={number}", axis.name);
                assert!(text.parse::<Rules>().is_ok(), "{text}");
            }
        }
    }
}
