//! Tables that an earlier version wrote are still read. testdata/golden/README.md says what they have.

use std::{fs, path::PathBuf};

use waribashi::{Position, Rules};
use waribashi_solve::{Engine, Metric, Solution, Task};
use waribashi_table::{Counts, Table};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/golden")
        .join(name)
}

/// File, rules, whether distances are kept, won, lost and drawn positions, longest distance.
const TABLES: [(&str, &str, bool, [u64; 3], u32); 5] = [
    (
        "simple-1-hand-3-fingers.wbt",
        "simple,hands=1,fingers=3",
        true,
        [3, 1, 0],
        2,
    ),
    ("self-tap.wbt", "self-tap", true, [102, 40, 54], 9),
    ("suicide.wbt", "suicide", true, [130, 52, 14], 33),
    (
        "misere-3-against-4-values.wbt",
        "misere,hands=3:4",
        false,
        [186, 193, 4313],
        0,
    ),
    (
        "attacks-7-hands.wbt",
        "attacks,hands=7",
        true,
        [53_622, 31_074, 23_545],
        39,
    ),
];

#[test]
fn golden_tables_have_the_labels_that_the_queue_computes() {
    for (name, text, distances, [won, lost, drawn], longest) in TABLES {
        let rules: Rules = text.parse().unwrap();
        let table = Table::open(path(name)).unwrap();
        table.verify(|_| {}).unwrap();
        assert_eq!((table.rules(), table.maker()), (&rules, "waribashi 0.1.0"));
        assert_eq!(table.metric() != Metric::Values, distances);
        let counts = Counts {
            won,
            lost,
            drawn,
            longest,
        };
        assert_eq!(table.counts(), counts, "{name}");
        let task = Task {
            engine: Some(Engine::Queue),
            ..Task::default()
        };
        let solution = Solution::new(&rules, task).unwrap();
        let compiled = solution.compiled();
        for id in 0..compiled.len() {
            let mut expected = solution.label(id);
            if !distances {
                expected.distance = None;
            }
            assert_eq!(
                table.probe(&compiled.position(id)).unwrap(),
                expected,
                "{name}"
            );
        }
    }
}

#[test]
fn golden_tables_have_the_labels_that_their_readme_has() {
    let readme = fs::read_to_string(path("README.md")).unwrap();
    let rows = readme.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        match cells[..] {
            [file, position, label] if file.starts_with('`') => {
                Some((file.trim_matches('`'), position, label))
            }
            _ => None,
        }
    });
    let mut count = 0;
    for (file, position, label) in rows {
        let table = Table::open(path(file)).unwrap();
        let position = Position::parse(position, table.rules()).unwrap();
        assert_eq!(table.probe(&position).unwrap().to_string(), label, "{file}");
        count += 1;
    }
    assert_eq!(count, 9);
}

#[test]
fn the_worked_example_of_the_format_is_the_golden_file() {
    let page = path("../../docs/format.md");
    let page = fs::read_to_string(page).unwrap();
    let dump = page.lines().filter_map(|line| {
        let (place, rest) = line.strip_prefix("    ")?.split_once(": ")?;
        let place = usize::from_str_radix(place, 16).ok()?;
        let digits: String = rest.get(..39.min(rest.len()))?.split_whitespace().collect();
        Some((place, digits))
    });
    let mut bytes: Vec<u8> = Vec::new();
    for (place, digits) in dump {
        assert_eq!(place, bytes.len());
        let pairs = digits.as_bytes().chunks(2);
        bytes.extend(
            pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()),
        );
    }
    assert_eq!(
        bytes,
        fs::read(path("simple-1-hand-3-fingers.wbt")).unwrap()
    );
}
