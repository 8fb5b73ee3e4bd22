//! Taking tables apart and putting them together again with right checksums, by `docs/format.md`.

// Not every test file plants everything.
#![allow(dead_code)]

use std::{fs, path::Path};

use waribashi::Rules;
use waribashi_solve::Task;
use waribashi_table::Overwrite;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// A table in parts.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) identity: Vec<u8>,
    /// Won, lost, drawn, longest distance.
    pub(crate) counts: [u64; 4],
    /// The blocks before compression.
    pub(crate) blocks: Vec<Vec<u8>>,
}

fn number(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

impl Parts {
    pub(crate) fn of(file: &[u8]) -> Self {
        let len = number(file, 8) as usize >> 32;
        let results = len + 8 + 16;
        let blocks = number(file, results) as usize;
        let entries = results + 40;
        let mut begin = entries + blocks * 16 + 8;
        let unpacked = (0..blocks).map(|block| {
            let end = number(file, entries + block * 16) as usize;
            let bytes = zstd::bulk::decompress(&file[begin..end], 1 << 16).unwrap();
            begin = end;
            bytes
        });
        Parts {
            blocks: unpacked.collect(),
            identity: file[..len].to_vec(),
            counts: [0, 1, 2, 3].map(|at| number(file, results + 8 + at * 8)),
        }
    }

    /// The file, all checksums right.
    pub(crate) fn file(&self) -> Vec<u8> {
        let seal = xxh3_64(&self.identity);
        let blocks: Vec<Vec<u8>> = self
            .blocks
            .iter()
            .map(|block| zstd::bulk::compress(block, 1).unwrap())
            .collect();
        let mut end = self.identity.len() + 8 + 56 + blocks.len() * 16 + 8;
        let mut entries = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            end += block.len();
            entries.extend((end as u64).to_le_bytes());
            entries.extend(xxh3_64_with_seed(block, seal.wrapping_add(at as u64)).to_le_bytes());
        }
        let mut file = self.identity.clone();
        file.extend(seal.to_le_bytes());
        file.extend(b"FINISHED");
        file.extend((end as u64).to_le_bytes());
        file.extend((blocks.len() as u64).to_le_bytes());
        file.extend(self.counts.iter().flat_map(|count| count.to_le_bytes()));
        file.extend(entries);
        file.extend(xxh3_64(&file).to_le_bytes());
        file.extend(blocks.concat());
        file
    }
}

/// The table of a rule set.
pub(crate) fn table(rules: &Rules, distances: bool, folder: &Path) -> Vec<u8> {
    let path = folder.join("table");
    let task = Task {
        distances,
        threads: 1,
        ..Task::default()
    };
    let overwrite = Overwrite {
        force: true,
        resume: false,
    };
    waribashi_table::solve(rules, task, &path, overwrite).unwrap();
    fs::read(&path).unwrap()
}

/// Checks the bytes of a file; with little memory it says the same as with much.
pub(crate) fn check(
    bytes: &[u8],
    folder: &Path,
) -> Result<waribashi_check::proof::Checked, String> {
    let path = folder.join("checked");
    fs::write(&path, bytes).unwrap();
    let checked = waribashi_check::check(&path, u64::MAX, |_| {});
    // So much less than the labels take that it has to go through the file in several bands.
    let little = (bytes.len() as u64).max(1500);
    let again = waribashi_check::check(&path, little, |_| {});
    assert_eq!(again, checked);
    checked
}
