//! Whole inputs, in pieces of every size.

use std::io::Read;

use proptest::prelude::*;

use super::*;

/// An input that comes in pieces of these sizes, over and over.
struct Pieces<'a> {
    text: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = (*self.sizes.next().expect("a size")).min(buffer.len());
        self.text.read(&mut buffer[..size])
    }
}

/// The answers to an input in pieces, and the message if it is faulty.
fn judged(text: &[u8], sizes: &[usize], case: &mut impl Case) -> (String, Option<String>) {
    let sizes = sizes.iter().cycle();
    let words = Words::new(["W", "L", "D"]);
    let mut answers = Vec::new();
    let done = judge(Pieces { text, sizes }, &mut answers, &words, case);
    let message = match done {
        Ok(()) => None,
        Err(Failure::Input(message)) => Some(message),
        Err(other) => panic!("{other:?}"),
    };
    (String::from_utf8(answers).expect("words"), message)
}

fn counted(text: &[u8], sizes: &[usize]) -> (String, Option<String>) {
    judged(text, sizes, &mut Counted::new(Columns::default()))
}

/// A case that can be, and how the theorem answers it.
fn cases() -> impl Strategy<Value = ([u64; 4], &'static str)> {
    let hands = || prop_oneof![0..4u64, any::<u64>(), Just(u64::MAX)];
    (hands(), hands(), any::<[u64; 2]>(), 0..4u8).prop_map(|(mine, theirs, ones, near)| {
        let theirs = match near {
            0 => mine,
            1 => mine.saturating_add(1),
            _ => theirs,
        };
        let most = |part: u64, all: u64| all.checked_add(1).map_or(part, |end| part % end);
        let (a, b) = (most(ones[0], mine), most(ones[1], theirs));
        let c = mine - a;
        let d = theirs - b;
        let answer = match (Counts { a, c, b, d }).value() {
            Value::Win => "W\n",
            _ => "L\n",
        };
        ([mine, theirs, a, b], answer)
    })
}

fn blank() -> impl Strategy<Value = &'static str> {
    prop_oneof![6 => Just(" "), 1 => Just("\n"), 1 => Just("\r\n"), 1 => Just(" \t "), 1 => Just("\n\n ")]
}

proptest! {
    #[test]
    fn the_answers_do_not_depend_on_blanks_zeros_or_pieces(
        cases in prop::collection::vec((cases(), prop::array::uniform4((blank(), 0..3usize))), 0..20),
        sizes in prop::collection::vec(1..200usize, 1..5),
    ) {
        let mut text = cases.len().to_string();
        let mut expected = String::new();
        for ((numbers, answer), written) in &cases {
            for (number, (blank, zeros)) in numbers.iter().zip(written) {
                text += &format!("{blank}{}{number}", &"00"[..*zeros]);
            }
            expected += answer;
        }
        prop_assert_eq!(counted(text.as_bytes(), &sizes), (expected, None));
    }

    #[test]
    fn lines_as_contests_have_them_are_answered_the_same_in_pieces(
        cases in prop::collection::vec(cases(), 0..40),
        line_end in prop_oneof![Just("\n"), Just("\r\n")],
        sizes in prop::collection::vec(1..400usize, 1..5),
    ) {
        let mut text = format!("{}{line_end}", cases.len());
        let mut expected = String::new();
        for ([mine, theirs, a, b], answer) in &cases {
            text += &format!("{mine} {theirs} {a} {b}{line_end}");
            expected += answer;
        }
        prop_assert_eq!(counted(text.as_bytes(), &sizes), (expected, None));
    }

    #[test]
    fn a_fault_is_told_with_its_place_in_whatever_pieces_it_comes(
        before in prop::collection::vec(cases(), 0..20),
        column in 0..4usize,
        wrong in prop_oneof![
            Just("-1"), Just("+1"), Just("1.5"), Just("x"), Just("0x1"), Just("18446744073709551616"),
            Just("99999999999999999999999"), Just("\u{7f}"), Just("1,"),
        ],
        sizes in prop::collection::vec(1..400usize, 1..5),
    ) {
        let mut text = format!("{}\n", before.len() + 1);
        let mut expected = String::new();
        for ([mine, theirs, a, b], answer) in &before {
            text += &format!("{mine} {theirs} {a} {b}\n");
            expected += answer;
        }
        let mut last = ["10", "10", "10", "10"];
        last[column] = wrong;
        text += &last.join(" ");
        let (answers, message) = counted(text.as_bytes(), &sizes);
        prop_assert_eq!(answers, expected);
        let message = message.expect("a fault");
        let place = format!(
            "standard input, line {}, column {}, \"{}\": in case {} of {} expected {}, a whole number",
            before.len() + 2, 3 * column + 1, wrong.escape_default().to_string().replace("\\u{7f}", "\\x7f"),
            before.len() + 1, before.len() + 1, ["N", "M", "a1", "b1"][column],
        );
        prop_assert!(message.starts_with(&place), "{} is not {}", message, place);
    }
}

#[test]
fn hands_written_out_are_answered_as_their_counts_are() {
    let text = b"4\n2 2 1 2 1 2\n3 3\n1 1 1\n1 1 1\n1 2 0 1 2\n0 1 2";
    let expected = "W\nL\nL\nL\n".to_string();
    assert_eq!(judged(text, &[5], &mut WrittenOut), (expected, None));
}

#[test]
fn a_hand_that_shows_too_much_is_told_by_number_and_place() {
    let (answers, message) = judged(b"2\n1 1 1 1\n2 1 1 3 1\n", &[100], &mut WrittenOut);
    assert_eq!(answers, "L\n");
    assert_eq!(
        message.expect("a fault"),
        "standard input, line 3, column 7, \"3\": in case 2 of 2 expected hand 2 of 2 of the player to \
         move, a number of fingers from 0 to 2 (for example: 2 3 1 2 1 1 2)"
    );
}

#[test]
fn positions_are_answered_as_the_solution_has_them() {
    let rules = Rules::default();
    let solution = Solution::new(&rules, Task::default()).expect("it is small");
    let oracle = Oracle::Solved(Box::new(solution));
    let mut case = Positions::new(&rules, oracle);
    // Known values: FACTS of `self-tap`.
    let (answers, message) = judged(b"4 11-11 12-11 1112 00-01\n", &[7], &mut case);
    assert_eq!((answers.as_str(), message), ("D\nD\nW\nL\n", None));
}

#[test]
fn positions_of_the_many_handed_game_need_no_solution() {
    let rules: Rules = "many,hands=18446744073709551615".parse().expect("rules");
    let mut case = Positions::new(&rules, Oracle::Closed);
    let text = b"3\n1x1,2x1-1x1,2x1\n1x18446744073709551615-1x18446744073709551615\n1x3-1x3,2x1";
    let (answers, message) = judged(text, &[100], &mut case);
    assert_eq!((answers.as_str(), message), ("W\nL\nW\n", None));
}
