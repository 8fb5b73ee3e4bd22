//! `waribashi judge`, from input to answers.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

mod program;

use program::{program, run, run_on};

/// The sample of Codeforces 919F.
const CARDS: &str = "\
4
1
0 0 0 0 0 0 0 0
1 2 3 4 1 2 3 4
1
0 0 0 1 0 0 0 0
0 0 0 0 4 0 0 0
0
1 0 0 0 0 0 0 0
0 0 0 4 0 0 2 0
1
1 1 1 1 1 1 1 1
1 1 1 1 1 1 1 1
";

/// Answers and status 0, or answers, message and status 2.
fn judged(arguments: &[&str], input: &str) -> (String, String) {
    let run = run_on(&[&["judge"], arguments].concat(), input);
    assert_eq!(
        run.status,
        if run.stderr.is_empty() { 0 } else { 2 },
        "{run:?}"
    );
    (run.stdout, run.stderr)
}

fn answered(arguments: &[&str], input: &str) -> String {
    let (answers, message) = judged(arguments, input);
    assert_eq!(message, "");
    answers
}

fn fault(input: &str) -> (String, String) {
    let (answers, message) = judged(&[], input);
    assert_ne!(message, "", "{input:?} was accepted");
    (answers, message)
}

#[test]
fn the_sample_of_codeforces_919f_has_its_answers() {
    assert_eq!(
        answered(&["--rules", "cards"], CARDS),
        "Alice\nBob\nAlice\nDeal\n"
    );
}

#[test]
fn counts_of_hands_are_answered_in_every_format() {
    // More hands; the case of the third seed; all ones, odd; one behind and won; two behind.
    let first = "First\nFirst\nSecond\nFirst\nSecond\n";
    for (format, cases) in [
        (
            "N M a1 b1",
            "5\n4 3 0 3\n2 2 1 1\n3 3 3 3\n2 3 2 1\n2 4 2 1\n",
        ),
        (
            "a c b d",
            "5\n0 4 3 0\n1 1 1 1\n3 0 3 0\n2 0 1 2\n2 0 1 3\n",
        ),
        (
            "hands",
            "5\n4 3 2 2 2 2 1 1 1\n2 2 1 2 2 1\n3 3 1 1 1 1 1 1\n2 3 1 1 1 2 2\n2 4 1 1 1 2 2 2\n",
        ),
    ] {
        assert_eq!(answered(&["--format", format], cases), first, "{format}");
    }
    assert_eq!(
        answered(
            &["--rules", "many,hands=4", "--format", "positions"],
            "5 2222-0111 0012-0012 0111-0111 0011-0122 0011-1222"
        ),
        first
    );
}

#[test]
fn the_default_is_many_with_the_columns_of_the_contest() {
    let cases = "2\n4 4 4 4\n3 3 3 3\n";
    let explicit = [
        "--rules",
        "many",
        "--format",
        "N M a1 b1",
        "--words",
        "First,Second",
    ];
    assert_eq!(answered(&[], cases), "First\nSecond\n");
    assert_eq!(answered(&[], cases), answered(&explicit, cases));
}

#[test]
fn any_rule_set_is_answered_by_position() {
    let cases = "4\n22-34\n2 3-2 4\n";
    assert_eq!(
        judged(&["--rules", "suicide"], cases).0,
        "First\n",
        "a position is one word"
    );
    assert_eq!(
        answered(&["--rules", "suicide"], "4\n22-34\n23-34\n2434\n11-11\n"),
        "First\nFirst\nFirst\nSecond\n"
    );
    assert_eq!(answered(&[], "0"), "");
    assert_eq!(
        answered(&["--rules", "self-tap"], "2 11-11 11-12"),
        "Draw\nFirst\n"
    );
    assert_eq!(
        answered(&["--rules", "attacks,hands=2:3"], "2\n11-111\n111-11\n"),
        "Second\nFirst\n"
    );
}

#[test]
fn the_words_are_free() {
    assert_eq!(
        answered(&["--words", "Yes,No"], "2\n4 4 4 4\n3 3 3 3"),
        "Yes\nNo\n"
    );
    let cards = ["--rules", "cards", "--words", "1,-1,0"];
    assert_eq!(answered(&cards, CARDS), "1\n-1\n1\n0\n");
    let run = run(&["judge", "--words", "Yes"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("for example: Yes,No"), "{}", run.stderr);
}

#[test]
fn cr_lf_blanks_and_a_missing_last_line_end_change_nothing() {
    let expected = "First\nSecond\n";
    for input in [
        "2\n4 4 4 4\n3 3 3 3\n",
        "2\n4 4 4 4\n3 3 3 3",
        "2\r\n4 4 4 4\r\n3 3 3 3\r\n",
        "2\r\n4 4 4 4\r\n3 3 3 3",
        "2 4 4 4 4 3 3 3 3",
        "\n 2\n\n4\t4\n4 4 3\n3  3 3 \n\n \n",
        "02\n004 4 4 4\n3 3 0000000000000000000000000000003 3\n",
    ] {
        assert_eq!(answered(&[], input), expected, "{input:?}");
    }
}

#[test]
fn the_largest_numbers_are_numbers_and_one_more_is_a_fault() {
    let most = u64::MAX;
    assert_eq!(
        answered(
            &[],
            &format!("2\n{most} {most} {most} {most}\n{most} {most} 0 0\n")
        ),
        "Second\nFirst\n"
    );
    let (answers, message) = fault("1\n18446744073709551616 1 1 1\n");
    assert_eq!(answers, "");
    assert!(
        message.contains("line 2, column 1, \"18446744073709551616\""),
        "{message}"
    );
}

#[test]
fn faults_have_their_place_and_come_after_the_answers_before_them() {
    let mut told = String::new();
    for input in [
        "",
        " \n\n",
        "x\n1 1 1 1\n",
        "-1\n",
        "99999999999999999999999999\n",
        "2\n4 4 4 4\n",
        "2\n4 4 4 4\n3 3 3",
        "18446744073709551615\n4 4 4 4\n",
        "2\n4 4 4 4\n3 3 4 3\n",
        "2\n4 4 4 4\n3 3 3 4\n",
        "1\n+4 4 4 4\n",
        "1\n4 4 4 -4\n",
        "1\n4 4.0 4 4\n",
        "1\r\n4 4 4 y\r\n",
        "1\n4 4 4 4\n\n  3 3 3 3\n",
        "1\n4 4 4\u{a0}4\n",
        "1\n\u{feff}4 4 4 4\n",
    ] {
        let (answers, message) = fault(input);
        told += &format!("{input:?}\n{answers}{message}\n");
    }
    insta::assert_snapshot!("faults_of_many", told);
}

#[test]
fn faults_of_other_formats_say_what_was_expected() {
    let mut told = String::new();
    for (arguments, input) in [
        (&["--rules", "cards"][..], "1\n2\n"),
        (&["--rules", "cards"], "1\n0\n1 1 1 1 1 1 1 5\n"),
        (
            &["--rules", "cards"],
            "2\n0\n1 1 1 1 1 1 1 1\n0 0 0 0 0 0 0 0\n1\n1 1 1",
        ),
        (&["--rules", "suicide"], "2\n11-11\n11-15\n"),
        (&["--rules", "suicide"], "1\n11-1\n"),
        (&["--rules", "suicide"], "1\n"),
        (&["--format", "hands"], "1\n1 2 2 1\n"),
        (&["--format", "hands"], "1\n1 2 2 3 1\n"),
    ] {
        let (answers, message) = judged(arguments, input);
        assert_ne!(message, "", "{input:?} was accepted");
        told += &format!("{} {input:?}\n{answers}{message}\n", arguments.join(" "));
    }
    insta::assert_snapshot!("faults_of_other_formats", told);
}

#[test]
fn a_format_that_the_rules_have_not_is_refused() {
    for (arguments, expected) in [
        (
            &["--rules", "suicide", "--format", "N M a1 b1"][..],
            "use --format positions",
        ),
        (
            &["--rules", "cards", "--format", "hands"],
            "use --format positions",
        ),
        (&["--format", "N M a1 q"], "\"q\" is no column"),
        (&["--format", "N M a1 c"], "do not say what each player has"),
        (&["--rules", "attacks,hands=200"], "would fit"),
    ] {
        let run = run(&[&["judge"], arguments].concat());
        assert!(run.status > 0, "{arguments:?}");
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn each_case_is_answered_before_the_next_is_waited_for() {
    let mut child = program(&["judge"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut cases = child.stdin.take().expect("piped");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    writeln!(cases, "3").expect("it is read");
    for (case, expected) in [
        ("4 4 4 4", "First"),
        ("3 3 3 3", "Second"),
        ("1 1 0 0", "First"),
    ] {
        writeln!(cases, "{case}").expect("it is read");
        // Were the answer held back, this would wait for ever.
        let answer = answers.next().expect("an answer").expect("text");
        assert_eq!(answer, expected);
    }
    drop(cases);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut child = program(&["judge"])
        .stdin(Stdio::piped())
        .stdout(writer)
        .spawn()
        .expect("the program runs");
    drop(reader);
    let mut stdin = child.stdin.take().expect("piped");
    let cases = "4 4 4 4\n".repeat(100_000);
    let _ = write!(stdin, "100000\n{cases}");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_hundred_thousand_cases_are_answered_each() {
    let cases: String = (0..100_000u64)
        .map(|n| format!("{n} {n} {n} {n}\n"))
        .collect();
    let expected: String = (0..100_000)
        .map(|n| match n {
            1.. if n % 2 == 0 => "First\n",
            _ => "Second\n",
        })
        .collect();
    assert_eq!(answered(&[], &format!("100000\n{cases}")), expected);
}
