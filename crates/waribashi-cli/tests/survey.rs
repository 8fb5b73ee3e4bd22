//! `waribashi survey`: tables of every format, and what is said of bad arguments.

mod program;

use std::collections::HashMap;

use program::{Run, program, run};
use waribashi::{Rules, Value};
use waribashi_solve::{Solution, Task};

fn surveyed(arguments: &[&str]) -> String {
    let run = run(&[&["survey"], arguments].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    run.stdout
}

/// Three tables that show all marks: values and distances, a theorem, cells left out.
const PLAIN: [&str; 3] = ["simple", "--hands", "1..4:1..4"];
const THEOREM: [&str; 4] = ["many", "--hands", "1..3:2..4", "--values-only"];
const LEFT_OUT: [&str; 5] = ["halves", "--hands", "1..3:1..3", "--memory", "15KB"];

fn in_format(format: &str) -> String {
    [&PLAIN[..], &THEOREM, &LEFT_OUT]
        .map(|arguments| surveyed(&[arguments, &["--format", format]].concat()))
        .join("\n")
}

#[test]
fn text_has_letters_distances_and_marks_that_are_explained() {
    insta::assert_snapshot!("text", in_format("text"));
}

#[test]
fn csv_has_a_line_for_each_cell() {
    insta::assert_snapshot!("csv", in_format("csv"));
}

#[test]
fn json_is_one_object_with_these_keys() {
    insta::assert_snapshot!(
        "json",
        surveyed(&["many", "--hands", "1:1..2", "--format", "json"])
    );
}

#[test]
fn latex_is_a_tabular() {
    insta::assert_snapshot!("latex", in_format("latex"));
}

#[test]
fn svg_is_a_picture() {
    insta::assert_snapshot!(
        "svg",
        surveyed(&["simple", "--hands", "1..2:1..2", "--format", "svg"])
    );
}

#[test]
fn ranges_of_fingers_and_of_equal_hands_make_tables() {
    let by_fingers = surveyed(&["suicide", "--fingers", "2..6"]);
    let by_both = surveyed(&["simple", "--fingers", "3..5", "--hands", "1..4"]);
    let unequal = surveyed(&["attacks", "--fingers", "3..5", "--hands", "2:1..4"]);
    let neither = surveyed(&[]);
    insta::assert_snapshot!("ranges", [by_fingers, by_both, unequal, neither].join("\n"));
}

/// The lines of a CSV, each by its headings.
fn lines(csv: &str) -> Vec<HashMap<String, String>> {
    csv::Reader::from_reader(csv.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("CSV")
}

#[test]
fn every_line_of_the_csv_is_what_a_solve_of_its_rules_says() {
    let lines = lines(&surveyed(&[
        "self-tap",
        "--hands",
        "1..3:1..3",
        "--format",
        "csv",
    ]));
    assert_eq!(lines.len(), 9);
    for line in lines {
        let rules: Rules = line["rules"].parse().expect("the rules of the cell");
        let hands = rules.hands.map(|hands| hands.to_string());
        assert_eq!(
            hands,
            [line["first_hands"].clone(), line["second_hands"].clone()]
        );
        assert_eq!(rules.fingers.to_string(), line["fingers"]);
        let solution = Solution::new(&rules, Task::default()).expect("small");
        let label = solution.label_of(rules.start());
        assert_eq!(line["value"], label.value.to_string());
        assert_eq!(line["distance"].parse().ok(), label.distance);
        assert_eq!(
            (line["by"].as_str(), line["reason"].as_str()),
            ("solve", "")
        );
    }
}

#[test]
fn the_json_says_the_same_as_the_csv_and_its_command_makes_it_again() {
    let arguments = ["simple", "--fingers", "3..5", "--hands", "1..3"];
    let csv = lines(&surveyed(&[&arguments[..], &["--format", "csv"]].concat()));
    let text = surveyed(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(surveyed(&[&arguments[..], &["--json"]].concat()), text);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON alone");
    let cells = json["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), csv.len());
    for (cell, line) in cells.iter().zip(&csv) {
        for (key, written) in line {
            let value = match &cell[key] {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(value, *written, "{key}");
        }
    }
    let command = json["command"].as_str().expect("a command");
    let words: Vec<&str> = command.split(' ').skip(2).collect();
    assert_eq!(
        surveyed(&[&words[..], &["--format", "json"]].concat()),
        text,
        "{command}"
    );
}

#[test]
fn the_latex_is_balanced_and_every_row_has_all_columns() {
    for text in [&PLAIN[..], &THEOREM, &LEFT_OUT] {
        let latex = surveyed(&[text, &["--format", "latex"]].concat());
        let code: Vec<&str> = latex
            .lines()
            .filter(|line| !line.starts_with('%'))
            .collect();
        let count = |sign: char| {
            code.iter()
                .map(|line| line.matches(sign).count())
                .sum::<usize>()
        };
        assert_eq!(count('{'), count('}'), "{latex}");
        assert_eq!(count('$') % 2, 0, "{latex}");
        assert!(code[0].starts_with(r"\begin{tabular}{r|"), "{latex}");
        assert_eq!(code[code.len() - 1], r"\end{tabular}");
        let columns = code[0].matches('r').count() - "tabular".matches('r').count() - 1;
        let rows: Vec<&&str> = code.iter().filter(|line| line.ends_with(r" \\")).collect();
        assert_eq!(rows.len(), code.len() - 3, "{latex}");
        for row in rows {
            assert_eq!(row.matches('&').count(), columns, "{row}");
        }
    }
}

#[test]
fn the_ending_of_the_file_says_the_format() {
    let directory = tempfile::tempdir().expect("a directory");
    for (ending, format) in [
        ("txt", "text"),
        ("csv", "csv"),
        ("json", "json"),
        ("tex", "latex"),
        ("svg", "svg"),
    ] {
        let file = directory.path().join(format!("survey.{ending}"));
        let out = file.to_str().expect("text");
        assert_eq!(surveyed(&[&PLAIN[..], &["--out", out]].concat()), "");
        let written = std::fs::read_to_string(&file).expect("it is written");
        assert_eq!(
            written,
            surveyed(&[&PLAIN[..], &["--format", format]].concat())
        );
    }
    let file = directory.path().join("survey.png");
    let out = file.to_str().expect("text");
    surveyed(&[&PLAIN[..], &["--out", out, "--scale", "0.5"]].concat());
    let png = std::fs::read(&file).expect("it is written");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let entries = std::fs::read_dir(directory.path()).expect("a directory");
    assert_eq!(entries.count(), 6, "nothing else is left behind");
}

#[test]
fn values_are_coloured_where_colours_are_wanted_and_never_in_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("survey.txt");
    let forced = |more: &[&str]| {
        let arguments = [&["survey"], &PLAIN[..], more].concat();
        let output = program(&arguments).env("CLICOLOR_FORCE", "1").output();
        Run::from(output.expect("the program runs")).stdout
    };
    assert!(forced(&[]).contains("\x1b["));
    forced(&["--out", file.to_str().expect("text")]);
    let written = std::fs::read_to_string(&file).expect("it is written");
    assert!(
        written.contains('W') && !written.contains('\x1b'),
        "{written}"
    );
}

#[test]
fn bad_arguments_are_refused_with_what_was_expected_and_an_example() {
    let mut messages = String::new();
    for arguments in [
        &["--hands", "1..x"][..],
        &["--hands", "1..2:"],
        &["--hands", "-1..2"],
        &["--hands", "3..1:1"],
        &["--fingers", "3..300"],
        &["--fingers", "3..4", "--hands", "1..2:1..2"],
        &["simple,start=12-11", "--hands", "1..2"],
        &["--hands", "1..1001:1..1000"],
        &["--out", "survey.doc"],
        &["--out", "survey"],
        &["--format", "png", "--scale", "0"],
    ] {
        let run = run(&[&["survey"], arguments].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        messages += &run.stderr;
        messages += "\n";
    }
    insta::assert_snapshot!("faults", messages);
}

#[test]
fn a_picture_of_too_many_cells_fails_and_says_what_would_do() {
    let run = run(&[
        "survey",
        "many",
        "--hands",
        "1..101:1..100",
        "--values-only",
        "--format",
        "svg",
    ]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.contains("at most 10000 are drawn"),
        "{}",
        run.stderr
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_what_was_computed_and_an_exit_status_of_failure() {
    let started = |more: &[&str]| {
        let arguments = [&["survey", "rollover", "--fingers", "2..255"], more].concat();
        let child = program(&arguments).spawn().expect("the program starts");
        // Long enough for the first cells, far too short for the last.
        std::thread::sleep(std::time::Duration::from_secs(2));
        let id = child.id().to_string();
        let killed = std::process::Command::new("kill")
            .args(["-INT", &id])
            .status();
        assert!(killed.expect("kill runs").success());
        Run::from(child.wait_with_output().expect("the program ends"))
    };
    let text = started(&[]);
    assert_eq!(text.status, 1, "{}", text.stderr);
    assert!(
        text.stderr.starts_with("error: stopped: "),
        "{}",
        text.stderr
    );
    assert!(text.stdout.contains("  2   W 3\n"), "{}", text.stdout);
    assert!(text.stdout.contains("255     -\n"), "{}", text.stdout);

    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("survey.csv");
    let nothing = started(&["--out", file.to_str().expect("text")]);
    assert_eq!(nothing.status, 1, "{}", nothing.stderr);
    assert!(
        nothing.stderr.contains("no file was written"),
        "{}",
        nothing.stderr
    );
    assert!(!file.exists());
}

#[test]
fn the_letters_are_those_of_the_values() {
    let text = surveyed(&["rollover", "--fingers", "2..3"]);
    let lines: Vec<&str> = text.lines().rev().take(2).collect();
    for (line, fingers) in lines.iter().zip([3u8, 2]) {
        let rules: Rules = format!("rollover,fingers={fingers}")
            .parse()
            .expect("rules");
        let solution = Solution::new(&rules, Task::default()).expect("small");
        let letter = match solution.label_of(rules.start()).value {
            Value::Win => 'W',
            Value::Draw => 'D',
            Value::Loss => 'L',
        };
        assert!(line.contains(letter), "{line}");
    }
}
