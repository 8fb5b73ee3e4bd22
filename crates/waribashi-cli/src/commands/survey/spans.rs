//! Ranges of hands and fingers as they are typed.

use std::{ops::RangeInclusive, str::FromStr};

use waribashi_solve::survey::{Axis, Grid, HandsSpan};

/// The argument of `--hands`.
#[derive(Clone, Debug)]
pub(super) struct HandsRanges(pub(super) HandsSpan);

/// The argument of `--fingers`.
#[derive(Clone, Debug)]
pub(super) struct FingersRange(pub(super) RangeInclusive<u8>);

impl FromStr for HandsRanges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let span = match text.split_once(':') {
            None => HandsSpan::Equal(range(text)?),
            Some((first, second)) => HandsSpan::Each([range(first)?, range(second)?]),
        };
        Ok(HandsRanges(span))
    }
}

impl FromStr for FingersRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        range(text).map(FingersRange)
    }
}

/// A number, or two with `..` between them.
fn range<T: FromStr + Copy>(text: &str) -> Result<RangeInclusive<T>, String> {
    let number = |piece: &str| {
        let digits = !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_digit());
        let number = piece.parse().ok().filter(|_| digits);
        number.ok_or_else(|| {
            let largest = match size_of::<T>() {
                1 => u64::from(u8::MAX),
                _ => u64::MAX,
            };
            format!(
                "at \"{piece}\": expected a number up to {largest}, or two with .. between them (for example: 1..8)"
            )
        })
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    Ok(number(from)?..=number(to)?)
}

/// The options that ask for a grid.
pub(super) fn options(grid: &Grid) -> String {
    let range = |axis| {
        let span = grid.span(axis);
        match span.start() == span.end() {
            true => span.start().to_string(),
            false => format!("{}..{}", span.start(), span.end()),
        }
    };
    let hands = match grid.columns().0 {
        Axis::Hands => range(Axis::Hands),
        _ => format!("{}:{}", range(Axis::FirstHands), range(Axis::SecondHands)),
    };
    match grid.varies(Axis::Fingers) {
        true => format!("--hands {hands} --fingers {}", range(Axis::Fingers)),
        false => format!("--hands {hands}"),
    }
}
