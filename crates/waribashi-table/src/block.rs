//! Blocks: the labels of a stretch of addresses, compressed on their own.

use std::{cell::RefCell, io};

use waribashi::Value;
use waribashi_solve::{Label, Lines, Metric, Width};

use zstd::bulk::{Compressor, Decompressor};

use crate::{
    damage::Damage,
    head::{Counts, Head},
};

thread_local! {
    // To make one takes as long as to use it on a block.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// How hard zstd tries where little time is to be spent.
pub(crate) const FASTEST: i32 = 1;

/// How hard zstd tries: so hard that writing stays a small part of the solve.
pub(crate) fn compression_level(metric: Metric) -> i32 {
    match metric {
        Metric::Values => 6,
        Metric::Distances(_) => 3,
    }
}

/// The labels of a block as they are before compression, differences undone: for values the bits of won, then
/// those of lost; for distances the numbers.
pub(crate) struct Block {
    bytes: Vec<u8>,
    metric: Metric,
}

/// How many bytes a number of addresses take: in all, and of the first plane.
fn sizes(metric: Metric, addresses: u64) -> (usize, usize) {
    match metric {
        Metric::Values => (addresses as usize / 4, addresses as usize / 8),
        Metric::Distances(width) => {
            let bytes = addresses as usize * width.bytes();
            (bytes, bytes)
        }
    }
}

/// Which bytes of a plane a range of addresses is, counted from the block's first.
fn plane(metric: Metric, from: u64, to: u64) -> std::ops::Range<usize> {
    let (_, from) = sizes(metric, from);
    let (_, to) = sizes(metric, to);
    from..to
}

impl Block {
    /// Copies a block's labels from a solve.
    pub(crate) fn gather(head: &Head, number: usize, lines: &dyn Lines) -> Self {
        let metric = head.identity.metric;
        let (from, to) = head.addresses(number);
        let (all, first) = sizes(metric, to - from);
        let mut bytes = vec![0; all];
        let (first, second) = bytes.split_at_mut(first);
        let mut address = from;
        for stretch in head.shape.stretches(from, to) {
            let range = plane(metric, address - from, address - from + stretch.len);
            let second = match metric {
                Metric::Values => &mut second[range.clone()],
                Metric::Distances(_) => &mut [],
            };
            lines.copy(
                stretch.rectangle,
                stretch.line as usize,
                stretch.column as usize,
                &mut first[range],
                second,
            );
            address += stretch.len;
        }
        Block { bytes, metric }
    }

    /// Compresses the block.
    pub(crate) fn compress(
        mut self,
        head: &Head,
        number: usize,
        level: i32,
    ) -> io::Result<Vec<u8>> {
        if head.identity.differences {
            self.differ(head, number, Way::Into);
        }
        COMPRESSOR.with_borrow_mut(|compressor| {
            let compressor = match compressor {
                Some(compressor) => compressor,
                none => none.insert(Compressor::new(level)?),
            };
            compressor.set_compression_level(level)?;
            compressor.compress(&self.bytes)
        })
    }

    /// Decompresses a block whose checksum is right.
    pub(crate) fn decompress(head: &Head, number: usize, bytes: &[u8]) -> Result<Self, Damage> {
        let damage = |what| Damage::Block {
            block: number as u64,
            what,
        };
        let metric = head.identity.metric;
        let (from, to) = head.addresses(number);
        let (all, _) = sizes(metric, to - from);
        let mut block = Block {
            bytes: vec![0; all],
            metric,
        };
        let decompressed = DECOMPRESSOR.with_borrow_mut(|decompressor| {
            let decompressor = match decompressor {
                Some(decompressor) => decompressor,
                none => none.insert(Decompressor::new()?),
            };
            decompressor.decompress_to_buffer(bytes, &mut block.bytes)
        });
        match decompressed {
            Ok(written) if written == all => {}
            Ok(_) => return Err(damage("it has fewer labels than it should")),
            Err(_) => return Err(damage("it cannot be decompressed")),
        }
        if head.identity.differences {
            block.differ(head, number, Way::OutOf);
        }
        Ok(block)
    }

    /// Turns numbers into their differences from the line before in the same rectangle, as far as that is in the
    /// block, or back.
    fn differ(&mut self, head: &Head, number: usize, way: Way) {
        let Metric::Distances(width) = self.metric else {
            return;
        };
        let width = width.bytes();
        let (from, to) = head.addresses(number);
        for rectangle in head.shape.rectangles(from) {
            let start = head.shape.start(rectangle);
            if start >= to {
                break;
            }
            let begin = (start.max(from) - from) as usize * width;
            let end = ((start + head.shape.size(rectangle)).min(to) - from) as usize * width;
            let line = head.shape.line_len(rectangle) as usize * width;
            let numbers = &mut self.bytes[begin..end];
            if numbers.len() <= line {
                continue;
            }
            match width {
                1 => way.bytes(numbers, line),
                _ => way.words(numbers, line, width),
            }
        }
    }

    /// The label at an address, counted from the block's first; `None` where there cannot be such a label.
    pub(crate) fn label(&self, at: u64, even_wins: bool) -> Option<Label> {
        match self.metric {
            Metric::Values => {
                let (won, lost) = self.bytes.split_at(self.bytes.len() / 2);
                let bit = |plane: &[u8]| plane[at as usize / 8] >> (at % 8) & 1 == 1;
                let value = match (bit(won), bit(lost)) {
                    (false, false) => Value::Draw,
                    (true, false) => Value::Win,
                    (false, true) => Value::Loss,
                    (true, true) => return None,
                };
                Some(Label {
                    value,
                    distance: None,
                })
            }
            Metric::Distances(width) => {
                let width = width.bytes();
                let mut number = [0; 4];
                number[..width].copy_from_slice(&self.bytes[at as usize * width..][..width]);
                let number = u32::from_le_bytes(number);
                match number {
                    0 => Some(Label::DRAW),
                    // Distance 0 is for finished positions.
                    1 => None,
                    _ => Some(Label {
                        value: match (number % 2 == 0) != even_wins {
                            true => Value::Win,
                            false => Value::Loss,
                        },
                        distance: Some(number - 1),
                    }),
                }
            }
        }
    }

    /// Counts the labels; `None` where one cannot be, or where the filling of a line is not 0.
    pub(crate) fn count(&self, head: &Head, number: usize) -> Option<Counts> {
        let (from, to) = head.addresses(number);
        let even_wins = head.identity.even_wins();
        let mut filling = 0;
        let mut address = from;
        for stretch in head.shape.stretches(from, to) {
            let columns = head.shape.columns(stretch.rectangle);
            let end = stretch.column + stretch.len;
            for past in columns.max(stretch.column)..end {
                let at = address - from + past - stretch.column;
                if self.label(at, even_wins)? != Label::DRAW {
                    return None;
                }
                filling += 1;
            }
            address += stretch.len;
        }
        let mut counts = match self.metric {
            Metric::Values => {
                let (won, lost) = self.bytes.split_at(self.bytes.len() / 2);
                count_bits(won, lost)?
            }
            Metric::Distances(Width::One) => {
                let numbers = self.bytes.iter().map(|&number| u32::from(number));
                count_numbers(numbers, even_wins)?
            }
            Metric::Distances(Width::Two) => {
                let numbers = self.bytes.as_chunks().0.iter();
                let numbers = numbers.map(|&number| u32::from(u16::from_le_bytes(number)));
                count_numbers(numbers, even_wins)?
            }
            Metric::Distances(Width::Four) => {
                let numbers = self.bytes.as_chunks().0.iter();
                count_numbers(numbers.map(|&number| u32::from_le_bytes(number)), even_wins)?
            }
        };
        counts.drawn = to - from - filling - counts.won - counts.lost;
        Some(counts)
    }

    /// Copies a range of addresses, counted from the block's first, out.
    pub(crate) fn copy(&self, from: u64, to: u64, first: &mut [u8], second: &mut [u8]) {
        let range = plane(self.metric, from, to);
        match self.metric {
            Metric::Values => {
                let (won, lost) = self.bytes.split_at(self.bytes.len() / 2);
                first.copy_from_slice(&won[range.clone()]);
                second.copy_from_slice(&lost[range]);
            }
            Metric::Distances(_) => first.copy_from_slice(&self.bytes[range]),
        }
    }
}

/// Counts bits; `None` where one is in both planes. What is neither is not counted.
fn count_bits(won: &[u8], lost: &[u8]) -> Option<Counts> {
    let mut counts = Counts::default();
    let mut both = 0;
    let mut add = |won: [u8; 8], lost: [u8; 8]| {
        let (won, lost) = (u64::from_le_bytes(won), u64::from_le_bytes(lost));
        both |= won & lost;
        counts.won += u64::from(won.count_ones());
        counts.lost += u64::from(lost.count_ones());
    };
    // A plane is whole bytes, and most have whole words.
    let ((won, won_rest), (lost, lost_rest)) = (won.as_chunks(), lost.as_chunks());
    for (&won, &lost) in won.iter().zip(lost) {
        add(won, lost);
    }
    let word = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        word
    };
    add(word(won_rest), word(lost_rest));
    (both == 0).then_some(counts)
}

/// Counts numbers; `None` where one is the number of a finished position. Draws are not counted.
fn count_numbers(numbers: impl Iterator<Item = u32>, even_wins: bool) -> Option<Counts> {
    let (mut even, mut odd, mut drawn, mut longest, mut finished) = (0u32, 0u32, 0u32, 0u32, false);
    for number in numbers {
        even += number & 1;
        odd += !number & 1;
        drawn += u32::from(number == 0);
        longest = longest.max(number);
        finished |= number == 1;
    }
    // Draws were counted with the odd distances.
    let (even, odd) = (u64::from(even), u64::from(odd - drawn));
    let (won, lost) = if even_wins { (even, odd) } else { (odd, even) };
    (!finished).then_some(Counts {
        won,
        lost,
        drawn: 0,
        longest: longest.saturating_sub(1),
    })
}

/// Into differences, or out of them.
#[derive(Clone, Copy)]
enum Way {
    Into,
    OutOf,
}

impl Way {
    /// Numbers of one byte, a line at a time.
    fn bytes(self, numbers: &mut [u8], line: usize) {
        match self {
            // The last first: what is subtracted has to be there still.
            Way::Into => {
                let mut end = numbers.len();
                while end > line {
                    let begin = line.max(end.saturating_sub(line));
                    let (before, these) = numbers.split_at_mut(begin);
                    let pairs = these[..end - begin].iter_mut().zip(&before[begin - line..]);
                    pairs.for_each(|(number, before)| *number = number.wrapping_sub(*before));
                    end = begin;
                }
            }
            Way::OutOf => {
                for begin in (line..numbers.len()).step_by(line) {
                    let (before, these) = numbers.split_at_mut(begin);
                    let pairs = these.iter_mut().zip(&before[begin - line..]);
                    pairs.for_each(|(number, before)| *number = number.wrapping_add(*before));
                }
            }
        }
    }

    /// Numbers of several bytes; a line is as many bytes long.
    fn words(self, numbers: &mut [u8], line: usize, width: usize) {
        let read = |bytes: &[u8]| {
            let mut number = [0; 4];
            number[..width].copy_from_slice(&bytes[..width]);
            u32::from_le_bytes(number)
        };
        let places = (line..numbers.len()).step_by(width);
        let mut change = |at: usize, change: fn(u32, u32) -> u32| {
            let changed = change(read(&numbers[at..]), read(&numbers[at - line..]));
            numbers[at..at + width].copy_from_slice(&changed.to_le_bytes()[..width]);
        };
        match self {
            Way::Into => places.rev().for_each(|at| change(at, u32::wrapping_sub)),
            Way::OutOf => places.for_each(|at| change(at, u32::wrapping_add)),
        }
    }
}
