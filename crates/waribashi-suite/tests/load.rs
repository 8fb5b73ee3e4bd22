//! A mistake in `testdata/` is reported with the file and the case that it is in.

use std::{fs, path::Path};

use waribashi_suite::{Suite, SuiteError};

/// The suite with one file replaced by `text`.
fn load_with(folder: &str, file: &str, text: &str) -> Result<Suite, SuiteError> {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
    fs::write(to.join(file), text).unwrap();
    Suite::load_from(&to)
}

fn error_with(folder: &str, text: &str) -> String {
    load_with(folder, "positions.toml", text)
        .unwrap_err()
        .to_string()
}

#[test]
fn every_file_has_cases() {
    let suite = Suite::load().unwrap();
    let counts = [
        suite.tables.len(),
        suite.whole.len(),
        suite.positions.len(),
        suite.histories.len(),
        suite.games.len(),
        suite.moves.len(),
        suite.one_hand.len(),
        suite.contests.len(),
        suite.claims.len(),
    ];
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn a_case_without_a_name_is_refused() {
    let error = error_with("unnamed", "[[case]]\nrules = \"attacks\"\n");
    assert_eq!(error, "testdata/positions.toml, case 1: it has no name");
}

#[test]
fn a_name_stands_once() {
    let case = "[[case]]\nname = \"one\"\nrules = \"attacks\"\nposition = \"11-11\"\n\
                value = \"draw\"\nsource = \"nobody\"\n";
    let error = error_with("twice", &case.repeat(2));
    assert_eq!(
        error,
        "testdata/positions.toml, case \"one\": the name stands twice"
    );
}

#[test]
fn a_misspelt_key_is_refused() {
    let text = "[[case]]\nname = \"one\"\nrules = \"attacks\"\nposition = \"11-11\"\n\
                value = \"draw\"\nsource = \"nobody\"\ndistanse = 3\n";
    let error = error_with("misspelt", text);
    assert!(
        error.starts_with("testdata/positions.toml, case \"one\": unknown field `distanse`"),
        "{error}"
    );
}

#[test]
fn bad_rules_are_reported_as_the_game_reports_them() {
    let text = "[[case]]\nname = \"one\"\nrules = \"attacks,fingers=1\"\nposition = \"11-11\"\n\
                value = \"draw\"\nsource = \"nobody\"\n";
    let error = error_with("rules", text);
    assert!(
        error.contains("case \"one\": rules \"attacks,fingers=1\""),
        "{error}"
    );
}

#[test]
fn a_position_is_written_canonically() {
    let text = "[[case]]\nname = \"one\"\nrules = \"attacks\"\nposition = \"21-11\"\n\
                value = \"draw\"\nsource = \"nobody\"\n";
    let error = error_with("order", text);
    assert_eq!(
        error,
        "testdata/positions.toml, case \"one\": position \"21-11\" should be written \"12-11\""
    );
}

#[test]
fn a_win_without_a_distance_and_a_draw_with_one_are_refused() {
    let case = |end: &str| {
        format!(
            "[[case]]\nname = \"one\"\nrules = \"attacks\"\nposition = \"11-11\"\n\
             source = \"nobody\"\n{end}"
        )
    };
    let win = error_with("win", &case("value = \"win\""));
    assert!(win.ends_with("a win or loss needs a distance"), "{win}");
    let draw = error_with("draw", &case("value = \"draw\"\ndistance = 2"));
    assert!(draw.ends_with("a draw has no distance"), "{draw}");
    let word = error_with("word", &case("value = \"won\"\ndistance = 1"));
    assert!(
        word.contains("expected win, loss or draw, not \"won\""),
        "{word}"
    );
}

#[test]
fn a_missing_file_is_named() {
    let error = Suite::load_from(Path::new("nowhere"))
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("testdata/tables.toml: "), "{error}");
}
