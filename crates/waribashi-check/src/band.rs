//! The labels that some lines are checked against.

use std::{
    mem,
    sync::atomic::{AtomicU8, Ordering},
};

use rayon::prelude::*;

use crate::proof::{Place, Proof};

/// Some lines of one giver, and the labels of all positions that moves lead to from them, in memory.
///
/// Whoever takes a number gives next, so after a tap the giver's row is the column of the position, and after an own
/// move of his what his row has become. So lines need the whole columns of their own rows, and of those that
/// these can become by own moves, and nothing else.
pub struct Band {
    /// Who gives.
    pub giver: usize,
    /// Whether the line of a row of his is checked.
    pub lines: Vec<bool>,
    /// Where the column of a row of his stands among the labels, if it is needed.
    columns: Vec<Option<usize>>,
    /// How many columns there are, and how many rows the other player has.
    count: usize,
    height: usize,
    /// Column after column, each by the number of the row, of as many bytes as a label takes.
    labels: Vec<AtomicU8>,
    width: usize,
}

impl Band {
    fn new(proof: &Proof, giver: usize) -> Self {
        let rows = proof.rows[giver].hands.len();
        Band {
            giver,
            lines: vec![false; rows],
            columns: vec![None; rows],
            count: 0,
            height: proof.rows[proof.other(giver)].hands.len(),
            labels: Vec::new(),
            width: proof.table.width.max(1),
        }
    }

    /// Cuts all lines into bands whose labels take at most so many bytes, if those of one line do.
    pub fn cut(proof: &Proof, memory: u64) -> Vec<Band> {
        let mut bands = Vec::new();
        for giver in 0..proof.rows.len() {
            let mut band = Band::new(proof, giver);
            let most = memory / (band.height * band.width) as u64;
            for &row in proof.orders[giver].levels.iter().flatten() {
                // Positions with row 0 are finished, and have no labels.
                let needed = proof.columns(giver, row).filter(|&row| row > 0);
                let mut new: Vec<u32> = needed
                    .filter(|&row| band.columns[row as usize].is_none())
                    .collect();
                new.sort_unstable();
                new.dedup();
                if band.count > 0 && (band.count + new.len()) as u64 > most {
                    bands.push(mem::replace(&mut band, Band::new(proof, giver)));
                    new = proof.columns(giver, row).filter(|&row| row > 0).collect();
                    new.sort_unstable();
                    new.dedup();
                }
                band.lines[row as usize] = true;
                for row in new {
                    band.columns[row as usize] = Some(band.count);
                    band.count += 1;
                }
            }
            bands.push(band);
        }
        bands
    }

    /// Reads the labels.
    pub fn load(&mut self, proof: &Proof) -> Result<(), String> {
        let len = self.count * self.height * self.width;
        self.labels.resize_with(len, || AtomicU8::new(0));
        let taker = proof.other(self.giver);
        let levels = &proof.orders[self.giver].levels;
        let needed = |row: &u32| self.columns[*row as usize].is_some();
        let has_needed: Vec<bool> = levels.iter().map(|rows| rows.iter().any(needed)).collect();
        let table = proof.table;
        (0..table.blocks()).into_par_iter().try_for_each(|number| {
            let mut rectangles = table.rectangles(number);
            if !rectangles.any(|one| one.giver == taker && has_needed[one.columns]) {
                return Ok(());
            }
            let block = table.block(number)?;
            for stretch in table.stretches(number) {
                if stretch.rectangle.giver != taker || !has_needed[stretch.rectangle.columns] {
                    continue;
                }
                let given = proof.orders[taker].levels[stretch.rectangle.lines][stretch.line];
                let columns = levels[stretch.rectangle.columns].iter();
                for (&row, at) in columns.skip(stretch.column).zip(stretch.places()) {
                    if let Some(column) = self.columns[row as usize] {
                        let to = (column * self.height + given as usize) * self.width;
                        for (label, &byte) in self.labels[to..].iter().zip(block.bytes(at)) {
                            label.store(byte, Ordering::Relaxed);
                        }
                    }
                }
            }
            Ok(())
        })
    }

    /// Lets the memory go.
    pub fn unload(&mut self) {
        self.labels = Vec::new();
    }

    /// The number of a position that a move leads to, whose game goes on.
    pub fn number(&self, place: Place) -> u64 {
        let column = self.columns[place.taken as usize].expect("a column that the lines need");
        let from = (column * self.height + place.given as usize) * self.width;
        let bytes = self.labels[from..from + self.width].iter();
        bytes.rev().fold(0, |number, byte| {
            number << 8 | u64::from(byte.load(Ordering::Relaxed))
        })
    }
}
