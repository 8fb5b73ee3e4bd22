//! The queue's labels as lines.

use waribashi::{AddsTo, Value};

use crate::{
    compiled::{Compiled, Place},
    label::Code,
    lines::{Lines, Metric, Rectangle},
    row_engine::Levels,
};

/// One code for each position, as lines.
pub(crate) struct CodeLines<'a> {
    compiled: &'a Compiled,
    codes: &'a [Code],
    metric: Metric,
    levels: Vec<Levels>,
}

impl<'a> CodeLines<'a> {
    pub(crate) fn new(compiled: &'a Compiled, codes: &'a [Code], metric: Metric) -> Self {
        let levels = compiled.movers();
        CodeLines {
            compiled,
            codes,
            metric,
            levels: levels.map(|player| Levels::new(compiled, player)).collect(),
        }
    }

    fn code(&self, giver: usize, given: u32, taken: u32) -> Code {
        let place = match self.compiled.rules().adds_to {
            AddsTo::Tapped => Place {
                mover: giver,
                mine: given,
                theirs: taken,
            },
            AddsTo::Tapper => Place {
                mover: (giver + 1) % self.levels.len(),
                mine: taken,
                theirs: given,
            },
        };
        self.codes[self.compiled.id(place)]
    }
}

impl Lines for CodeLines<'_> {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn has(&self, _: Rectangle) -> bool {
        true
    }

    fn copy(
        &self,
        rectangle: Rectangle,
        line: usize,
        column: usize,
        first: &mut [u8],
        second: &mut [u8],
    ) {
        let giver = rectangle.giver;
        let taker = (giver + 1) % self.levels.len();
        let given = self.levels[giver].rows()[rectangle.lines][line];
        let columns = &self.levels[taker].rows()[rectangle.columns][column..];
        first.fill(0);
        second.fill(0);
        match self.metric {
            Metric::Values => {
                for (at, &taken) in columns.iter().take(8 * first.len()).enumerate() {
                    let into = match self.code(giver, given, taken).label().value {
                        Value::Win => &mut *first,
                        Value::Loss => &mut *second,
                        Value::Draw => continue,
                    };
                    into[at / 8] |= 1 << (at % 8);
                }
            }
            Metric::Distances(width) => {
                let width = width.bytes();
                for (into, &taken) in first.chunks_exact_mut(width).zip(columns) {
                    let distance = self.code(giver, given, taken).label().distance;
                    let number = distance.map_or(0, |distance| distance + 1);
                    into.copy_from_slice(&number.to_le_bytes()[..width]);
                }
            }
        }
    }
}
