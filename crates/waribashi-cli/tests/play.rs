//! `waribashi play --plain`: whole conversations.

mod program;

use std::{fs, path::Path};

use program::{run, run_on};

/// What is said to these lines.
fn told(arguments: &str, lines: &str) -> String {
    let mut all = vec!["play", "--plain", "--seed", "1"];
    all.extend(arguments.split_whitespace());
    let run = run_on(&all, lines);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments}");
    run.stdout
}

#[test]
fn a_game_against_the_computer() {
    insta::assert_snapshot!(
        "against_greedy",
        told("--second greedy", "1x1\n2x1\n1x3\nquit\n")
    );
}

#[test]
fn a_whole_game_of_two_people() {
    let lines = "1x1\n1x1\n2x1\n3+2\n2x3\n1x1\nhistory\nrecord\n";
    insta::assert_snapshot!("two_people", told("--second human", lines));
}

#[test]
fn errors_say_what_was_expected() {
    let lines = "1y1\n5x1\n4x1\n04=22\nfly\nhint me\nrules foo\nfirst nobody\nsave\nload nowhere.txt\nundo\nredo\ntry 3x3\n";
    insta::assert_snapshot!("errors", told("--second human", lines));
}

#[test]
fn undo_and_redo() {
    let lines = "undo\n1x1\nundo\nundo\nredo\nredo\n";
    insta::assert_snapshot!("undo", told("--second perfect", lines));
}

#[test]
fn splits_and_what_they_would_lead_to() {
    let lines = "moves\ntry 04=22\n04=22\n";
    insta::assert_snapshot!("splits", told("cutoff,start=04-11 --second human", lines));
}

#[test]
fn hints_and_analysis() {
    let lines = "hint\nhint\nhint\nhint\nanalysis\n1+1\nanalysis\n";
    insta::assert_snapshot!("hints", told("--second human", lines));
}

#[test]
fn a_repetition_is_counted_and_draws() {
    insta::assert_snapshot!(
        "repetition",
        told("self-tap --second human", "1x1\n2x1\n3x1\n2+4\n")
    );
    // Passing brings the start back every second turn.
    let rules = "cutoff,start=12-12,pass-by-split=on,repetition=threefold --second human";
    insta::assert_snapshot!("threefold", told(rules, &"12=12\n".repeat(4)));
}

#[test]
fn two_computers_are_watched_step_by_step() {
    insta::assert_snapshot!(
        "watched",
        told("--first perfect --second traps", "\nstep\n\nquit\n")
    );
}

#[test]
fn two_computers_play_to_the_end_with_a_delay() {
    let all = told("--first perfect --second random --delay 0", "");
    assert!(all.contains("The game is over."), "{all}");
}

#[test]
fn rules_seats_and_sides_change_in_the_middle() {
    let lines =
        "rules\n1x1\nswap\nsecond perfect\nfirst human\nrules suicide,fingers=6\nnew\nhelp\n";
    insta::assert_snapshot!("changes", told("--second human", lines));
}

#[test]
fn a_saved_game_is_loaded_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let name = file.to_str().expect("a name in UTF-8");
    let saved = told(
        "suicide --second human",
        &format!("1x1\n1x2\nsave {name}\nrecord\n"),
    );
    let record = fs::read_to_string(&file).expect("the file");
    for line in record.lines().filter(|line| line.len() < 60) {
        assert!(saved.contains(line.trim_end()), "{line}");
    }
    let loaded = told("--second human", &format!("load {name}\nundo\n"));
    assert!(loaded.contains(&format!("Loaded from {name}.")), "{loaded}");
    assert!(
        loaded.contains("The first player's hands show 1 and 1."),
        "{loaded}"
    );
}

#[test]
fn the_same_seed_says_the_same_and_another_another() {
    let game = |seed: &str| {
        let arguments = [
            "play", "--plain", "--first", "random", "--second", "random", "--delay", "0", "--seed",
            seed,
        ];
        run_on(&arguments, "").stdout
    };
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

#[test]
fn the_skill_is_that_of_the_perfect_player() {
    let skilled = told("--skill 0.5", "quit\n");
    assert!(skilled.contains("Second player: skill=0.5."), "{skilled}");
    let both = told("--first perfect --second perfect --skill 1", "quit\n");
    assert!(
        both.contains("First player: skill=1. Second player: skill=1."),
        "{both}"
    );
    for arguments in [
        &["play", "--skill", "2"][..],
        &["play", "--skill", "0.5", "--second", "greedy"],
        &["play", "--second", "nobody"],
        &["play", "--delay=-1"],
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains("example"), "{}", run.stderr);
    }
}

#[test]
fn without_a_terminal_lines_are_read_and_their_end_is_the_end() {
    let run = run(&["play", "--second", "human"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.contains("The first player's turn."),
        "{}",
        run.stdout
    );
}

#[test]
fn what_is_no_text_is_refused_and_the_game_goes_on() {
    use std::io::Write;
    let mut child = program::program(&["play", "--second", "human"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"\xff\xfe\n1x1\n").expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("That line is no UTF-8 text."), "{said}");
    assert!(said.contains("plays 1x1."), "{said}");
}

/// Builds a table and gives its name.
fn table(folder: &Path, arguments: &[&str]) -> String {
    let file = folder
        .join("table.wbt")
        .to_str()
        .expect("a name")
        .to_string();
    let built = run(&[&["table", "build", &file, "--force"], arguments].concat());
    assert_eq!((built.status, built.stderr.as_str()), (0, ""));
    file
}

#[test]
fn a_game_by_a_table_is_the_game_by_a_solve() {
    let folder = tempfile::tempdir().expect("a folder");
    for (rules, lines) in [
        (
            "self-tap",
            "1x1\nhint\nhint\nhint\nanalysis\n1+2\n1x3\nundo\nredo\nhistory\nnew\n1+1\nhint\n",
        ),
        ("suicide", "analysis\n1x1\nhistory\n"),
        ("cards,hands=3", "analysis\n1x1\nhistory\n"),
    ] {
        let file = table(folder.path(), &[rules]);
        for players in ["--second human", "--second perfect", "--second traps"] {
            let by_table = told(&format!("--table {file} {players}"), lines);
            assert_eq!(
                by_table,
                told(&format!("{rules} {players}"), lines),
                "{rules}"
            );
        }
    }
    // Other rules are solved, in the middle of it.
    let file = table(folder.path(), &["self-tap"]);
    let changed = told(
        &format!("--table {file} --second human"),
        "rules suicide\nhint\n",
    );
    assert!(changed.contains("A new game by other rules."), "{changed}");
    assert!(changed.contains("loses in 26 turns"), "{changed}");
    let both = run(&["play", "--table", &file, "suicide"]);
    assert_eq!((both.status, both.stdout.as_str()), (2, ""));
}

#[test]
fn a_table_by_which_nobody_can_play_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = table(folder.path(), &["suicide", "--values-only"]);
    let values = run(&["play", "--table", &file]);
    assert_eq!((values.status, values.stdout.as_str()), (1, ""));
    assert!(
        values.stderr.contains(&file) && values.stderr.contains("values without distances"),
        "{}",
        values.stderr
    );
    let none = run(&["play", "--table", "/none/at/all"]);
    assert_eq!((none.status, none.stdout.as_str()), (1, ""));
    assert!(none.stderr.contains("/none/at/all"), "{}", none.stderr);
}

#[test]
fn a_table_that_is_damaged_where_the_game_comes_ends_it_with_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = table(folder.path(), &["attacks,hands=7"]);
    let mut bytes = fs::read(&file).expect("a table");
    // The positions with the fewest live hands are in block 0, which ends where its entry says.
    let number = |place: usize| {
        let bytes: [u8; 8] = bytes[place..place + 8].try_into().expect("8 bytes");
        u64::from_le_bytes(bytes) as usize
    };
    let entry = (number(8) >> 32) + 64;
    let end = number(entry);
    bytes[end - 1] ^= 1;
    fs::write(&file, &bytes).expect("a table");
    let random = ["--first", "random", "--second", "random", "--delay", "0"];
    let run = run(&[&["play", "--plain", "--table", &file][..], &random].concat());
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(
        run.stderr.contains(&file) && run.stderr.contains("block 0 is damaged"),
        "{}",
        run.stderr
    );
    assert!(!run.stdout.contains("The game is over."), "{}", run.stdout);
}
