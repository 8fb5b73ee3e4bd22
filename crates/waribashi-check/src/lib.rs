//! An independent checker of solved Chopsticks tables.
//!
//! It shares no code with the programs that make tables. It reads a table by `docs/format.md` ([`table`]), has the
//! game a second time, written from the rules ([`game`]), knows forward moves only, and looks at every label
//! ([`proof`]), a band of lines at a time ([`band`]), so that it needs no more memory than it is given. Nothing that a table says is taken on trust but the order of its rows, which says nothing of the
//! game: any order would do.
//!
//! # What is checked
//!
//! Of every position whose game goes on, with all positions one move on:
//!
//! - a *loss* has only moves to wins, and its distance is one more than the largest of theirs;
//! - a *win* has a move to a loss, and its distance is one more than the smallest of theirs;
//! - a *draw* has no move to a loss, and at least one to a draw.
//!
//! What a finished position is worth, at distance 0, the rules say.
//!
//! # Why that proves the table
//!
//! *Wins and losses*, by induction over the distance. A position with distance 0 is finished, and right. Let all
//! labels of distances below `d` be right. A loss in `d` has only moves to wins in less than `d`: whatever the
//! mover does, the other wins, and the mover can make it last until one ply after the longest of them and no longer.
//! A win in `d` has a move to a loss in `d - 1`, so the mover wins in `d`, and not before, since none of his moves leads
//! to a nearer loss. Distances are numbers, so this reaches every win and every loss. No circle of positions
//! can call itself won: distances fall from move to move.
//!
//! *Draws*, by closure. From a draw the mover has a move to a draw, and no move leads from a draw to a loss for the
//! other. So whoever keeps moving from draw to draw is never in a position labelled lost, unless the other steps
//! from a draw to a position that is won for him. Neither can force an end: endless play, a draw.
//!
//! # Values without distances
//!
//! The same conditions without distances prove the draws: by the same closure neither player ever has to step into
//! a loss. They prove that wins are not lost and losses not won. But they do not exclude that wins and losses hold
//! one another up in a circle, each pointing at the next, with no end of the game anywhere. So for a table of values
//! the checker *grounds* them: finished positions are grounded; a win is as soon as some move leads to a grounded loss;
//! a loss as soon as all moves lead to grounded wins. The order in which they are grounded takes the place of
//! distances in the proof above, and a table in which all are grounded is proved. The distances themselves
//! are of course not known from such a table.

#![forbid(unsafe_code)]

pub mod band;
pub mod game;
pub mod proof;
pub mod table;

use std::path::Path;

use proof::{Checked, Proof};
use table::Table;

/// Checks a file, with `memory` bytes for labels: more passes over the file where they do not all fit.
/// `progress` is told of the share that is done.
///
/// # Errors
///
/// What is wrong with the file, or the first wrong position with the moves that show it.
pub fn check(path: &Path, memory: u64, progress: impl Fn(f64) + Sync) -> Result<Checked, String> {
    let table = Table::open(path)?;
    Proof::new(&table).run(memory, progress)
}
