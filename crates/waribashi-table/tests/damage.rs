//! No damage goes unnoticed, and none makes a wrong value.

use std::{fs, path::Path};

use waribashi::{Position, Rules};
use waribashi_solve::{Label, Task};
use waribashi_table::{Damage, Mapped, Overwrite, ReadError, Table, solve};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The bytes of a table.
fn table(rules: &str, distances: bool) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let task = Task {
        distances,
        threads: 1,
        ..Task::default()
    };
    solve(&rules.parse().unwrap(), task, &path, Overwrite::default()).unwrap();
    fs::read(&path).unwrap()
}

/// Every position of the rules with its label.
fn labels(bytes: &[u8]) -> Vec<(Position, Label)> {
    let table = Table::read(bytes.to_vec(), 1).unwrap();
    waribashi_suite::all_positions(table.rules())
        .into_iter()
        .map(|position| {
            let label = table.probe(&position).unwrap();
            (position, label)
        })
        .collect()
}

/// Whether opening or verifying reports an error. Probing must report one or give the right label.
fn is_noticed(bytes: Vec<u8>, labels: &[(Position, Label)]) -> bool {
    let Ok(table) = Table::read(bytes, 1) else {
        return true;
    };
    for (position, label) in labels {
        if let Ok(probed) = table.probe(position) {
            assert_eq!(probed, *label);
        }
    }
    table.verify(|_| {}).is_err()
}

#[test]
fn every_byte_changed_is_noticed() {
    for (rules, distances) in [
        ("suicide", true),
        ("attacks", false),
        ("simple,hands=1:2", true),
    ] {
        let right = table(rules, distances);
        let labels = labels(&right);
        assert!(!is_noticed(right.clone(), &labels));
        for place in 0..right.len() {
            let byte = right[place];
            let values = [
                byte ^ 1,
                byte ^ 0x80,
                byte.wrapping_add(1),
                byte.wrapping_sub(1),
                0,
                0xff,
            ];
            for changed in values.into_iter().filter(|&changed| changed != byte) {
                let mut bytes = right.clone();
                bytes[place] = changed;
                assert!(
                    is_noticed(bytes, &labels),
                    "{rules}: byte {place} is {changed}"
                );
            }
        }
    }
}

#[test]
fn every_truncation_and_every_appended_byte_is_noticed() {
    let right = table("self-tap", true);
    for len in 0..right.len() {
        assert!(
            Table::read(right[..len].to_vec(), 1).is_err(),
            "{len} bytes"
        );
    }
    for more in [1, 7, 8, 4096] {
        let mut bytes = right.clone();
        bytes.resize(right.len() + more, 0);
        let opened = Table::read(bytes, 1).map(|_| ());
        let more = more as u64;
        assert!(matches!(opened, Err(ReadError::Damage(Damage::Long(long))) if long == more));
    }
}

/// Places in a file, by docs/format.md.
struct Places {
    identity_len: usize,
    blocks: usize,
}

fn number(bytes: &[u8], place: usize) -> u64 {
    u64::from_le_bytes(bytes[place..place + 8].try_into().unwrap())
}

impl Places {
    fn of(file: &[u8]) -> Self {
        let identity_len = (number(file, 8) >> 32) as usize;
        let blocks = number(file, identity_len + 24) as usize;
        Places {
            identity_len,
            blocks,
        }
    }

    fn entry(&self, block: usize) -> usize {
        self.identity_len + 64 + block * 16
    }

    fn head_len(&self) -> usize {
        self.entry(self.blocks) + 8
    }

    /// Makes the head's checksum right.
    fn seal(&self, file: &mut [u8]) {
        let checksum = xxh3_64(&file[..self.head_len() - 8]);
        file[self.head_len() - 8..self.head_len()].copy_from_slice(&checksum.to_le_bytes());
    }
}

#[test]
fn two_swapped_blocks_are_noticed_though_the_head_agrees() {
    let right = table("attacks,hands=8", true);
    let places = Places::of(&right);
    assert!(places.blocks > 2);
    let (head, begin) = (places.head_len(), |block: usize| match block {
        0 => places.head_len(),
        _ => number(&right, places.entry(block - 1)) as usize,
    });
    let block = |at: usize| &right[begin(at)..begin(at + 1)];
    // Block 1 before block 0, each with its checksum.
    let mut bytes = right[..head].to_vec();
    bytes.extend([block(1), block(0), &right[begin(2)..]].concat());
    let end = (head + block(1).len()) as u64;
    bytes[places.entry(0)..][..8].copy_from_slice(&end.to_le_bytes());
    for (to, from) in [(0, 1), (1, 0)] {
        let checksum = &right[places.entry(from) + 8..][..8];
        bytes[places.entry(to) + 8..][..8].copy_from_slice(checksum);
    }
    places.seal(&mut bytes);
    let swapped = Table::read(bytes, 4).expect("the head is right");
    assert!(matches!(
        swapped.verify(|_| {}),
        Err(ReadError::Damage(Damage::Block { block: 0, .. }))
    ));
    assert!(swapped.probe(swapped.rules().start()).is_err() || swapped.blocks() > 2);
}

#[test]
fn the_head_of_other_rules_is_noticed_though_its_checksum_is_right() {
    // The same rows, levels and counts of blocks.
    let (ours, theirs) = (table("attacks", false), table("attacks,start=22-22", false));
    let (places, other) = (Places::of(&ours), Places::of(&theirs));
    assert_eq!(places.identity_len, other.identity_len);
    let mut bytes = ours.clone();
    bytes[..places.identity_len + 8].copy_from_slice(&theirs[..places.identity_len + 8]);
    places.seal(&mut bytes);
    let mixed = Table::read(bytes, 1).expect("the head is right");
    assert_eq!(
        mixed.rules().to_string(),
        Table::read(theirs, 1).unwrap().rules().to_string()
    );
    assert!(mixed.probe(mixed.rules().start()).is_err());
    assert!(mixed.verify(|_| {}).is_err());
}

#[test]
fn a_head_that_promises_more_rows_than_the_file_has_is_refused() {
    let mut bytes = table("attacks,hands=1", true);
    let places = Places::of(&bytes);
    let text = String::from_utf8_lossy(&bytes[64..places.identity_len]).into_owned();
    let promised = text.replacen("fingers=5", "fingers=9", 1);
    bytes[64..places.identity_len].copy_from_slice(promised.as_bytes());
    bytes[48] = 9;
    bytes[32..40].copy_from_slice(&[9, 0, 0, 0, 9, 0, 0, 0]);
    let seal = xxh3_64(&bytes[..places.identity_len]);
    bytes[places.identity_len..][..8].copy_from_slice(&seal.to_le_bytes());
    places.seal(&mut bytes);
    let opened = Table::read(bytes, 1).map(|_| ());
    assert!(matches!(opened, Err(ReadError::Damage(_))), "{opened:?}");
}

#[test]
fn a_future_version_is_named() {
    let mut bytes = table("self-tap", false);
    bytes[8] = 2;
    let opened = Table::read(bytes, 1).map(|_| ());
    assert!(matches!(opened, Err(ReadError::Damage(Damage::Version(2)))));
}

#[test]
fn a_transfer_as_text_is_named() {
    let right = table("self-tap", true);
    let unix: Vec<u8> = String::from_utf8_lossy(&right)
        .replace("\r\n", "\n")
        .into_bytes();
    let dos: Vec<u8> = right
        .iter()
        .flat_map(|&byte| match byte {
            b'\n' => vec![b'\r', b'\n'],
            _ => vec![byte],
        })
        .collect();
    let seven_bits: Vec<u8> = right.iter().map(|byte| byte & 0x7f).collect();
    let stripped: Vec<u8> = right
        .iter()
        .copied()
        .filter(|&byte| byte != b'\r')
        .collect();
    for bytes in [dos, seven_bits, stripped] {
        let opened = Table::read(bytes, 1).map(|_| ());
        assert!(matches!(opened, Err(ReadError::Damage(Damage::Text))));
    }
    assert!(Table::read(unix, 1).is_err());
}

#[test]
fn an_unfinished_table_is_named() {
    let mut bytes = table("self-tap", true);
    let places = Places::of(&bytes);
    bytes[places.identity_len + 8..][..8].fill(0);
    let opened = Table::read(bytes, 1).map(|_| ());
    assert!(matches!(opened, Err(ReadError::Damage(Damage::Unfinished))));
}

/// A file mapped to memory is the same table.
#[test]
#[allow(unsafe_code, reason = "a map of a file can only be made on trust")]
fn a_map_and_a_file_give_the_same_labels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let bytes = table("suicide", true);
    fs::write(&path, &bytes).unwrap();
    // SAFETY: the folder is this test's own.
    let mapped = Table::read(unsafe { Mapped::open(&path).unwrap() }, 1).unwrap();
    let opened = Table::open(&path).unwrap();
    for (position, label) in labels(&bytes) {
        assert_eq!(mapped.probe(&position).unwrap(), label);
        assert_eq!(opened.probe(&position).unwrap(), label);
    }
    mapped.verify(|_| {}).unwrap();
}

/// What an earlier solve leaves that was killed after some blocks: an unfinished head, those blocks, and the beginning
/// of the next.
fn left_behind(finished: &[u8], blocks: usize, more: usize) -> Vec<u8> {
    let places = Places::of(finished);
    let end = match blocks {
        0 => places.head_len(),
        _ => number(finished, places.entry(blocks - 1)) as usize,
    };
    let mut bytes = finished[..finished.len().min(end + more)].to_vec();
    let results = places.identity_len + 8;
    bytes[results..results + 16].fill(0);
    bytes[results + 24..results + 56].fill(0);
    bytes[places.entry(blocks)..places.head_len()].fill(0);
    bytes
}

fn resumed(rules: &Rules, distances: bool, partial: &[u8], folder: &Path) -> Vec<u8> {
    let path = folder.join("table");
    fs::write(waribashi_table::partial_path(&path), partial).unwrap();
    let task = Task {
        distances,
        ..Task::default()
    };
    let overwrite = Overwrite {
        resume: true,
        force: true,
    };
    solve(rules, task, &path, overwrite).unwrap();
    fs::read(&path).unwrap()
}

#[test]
fn a_resumed_solve_gives_the_same_bytes_after_any_block() {
    for (text, distances) in [
        ("attacks,hands=7", true),
        ("suicide,hands=7", true),
        ("cards,hands=5:7", true),
        ("attacks,hands=9", false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let rules: Rules = text.parse().unwrap();
        let right = table(text, distances);
        let blocks = Places::of(&right).blocks;
        assert!(blocks > 1);
        for done in [0, 1, blocks / 2, blocks - 1, blocks] {
            for more in [0, 1000] {
                let partial = left_behind(&right, done, more);
                let bytes = resumed(&rules, distances, &partial, folder.path());
                assert!(
                    bytes == right,
                    "{text}: {done} of {blocks} blocks and {more} bytes"
                );
            }
        }
    }
}

#[test]
fn a_resumed_solve_keeps_the_blocks_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let rules: Rules = "attacks,hands=7".parse().unwrap();
    let right = table("attacks,hands=7", true);
    let places = Places::of(&right);
    // The same labels compressed in another way: what is solved again would look otherwise.
    let begin = places.head_len();
    let end = number(&right, places.entry(0)) as usize;
    let labels = zstd::bulk::decompress(&right[begin..end], 1 << 16).unwrap();
    let otherwise = zstd::bulk::compress(&labels, 19).unwrap();
    assert_ne!(otherwise, &right[begin..end]);
    let mut partial = left_behind(&right, 0, 0);
    partial.extend(&otherwise);
    let seal = number(&right, places.identity_len);
    let entry = [
        (begin + otherwise.len()) as u64,
        xxh3_64_with_seed(&otherwise, seal),
    ];
    partial[places.entry(0)..places.entry(1)]
        .copy_from_slice(entry.map(u64::to_le_bytes).as_flattened());
    let bytes = resumed(&rules, true, &partial, folder.path());
    assert_eq!(&bytes[begin..begin + otherwise.len()], otherwise);
    assert!(!is_noticed(bytes, &self::labels(&right)));
}

#[test]
fn a_resumed_solve_knows_that_distances_are_long() {
    let folder = tempfile::tempdir().unwrap();
    let rules: Rules = "suicide,divide=near,fingers=37".parse().unwrap();
    let right = table("suicide,divide=near,fingers=37", true);
    assert_eq!(right[50], 2, "two bytes a distance");
    let partial = left_behind(&right, 3, 500);
    assert!(resumed(&rules, true, &partial, folder.path()) == right);
}

#[test]
fn a_resumed_solve_believes_no_damaged_block_and_no_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    let rules: Rules = "attacks,hands=7".parse().unwrap();
    let right = table("attacks,hands=7", true);
    let blocks = Places::of(&right).blocks;
    let mut partial = left_behind(&right, blocks, 0);
    let middle = Places::of(&right).head_len() + 100;
    partial[middle] ^= 1;
    assert!(resumed(&rules, true, &partial, folder.path()) == right);
    let other = left_behind(&table("attacks,hands=7,goal=empty", true), 2, 0);
    assert!(resumed(&rules, true, &other, folder.path()) == right);
    assert!(resumed(&rules, true, b"", folder.path()) == right);
    assert!(resumed(&rules, true, &[7; 5000], folder.path()) == right);
}
