//! The patterns that `docs/findings.md` states for taps only under cutoff (`simple`), every hand with one finger
//! at the start. Each is checked for small numbers of hands with the other tests, and as far as the document
//! says by `scripts/findings`, which runs the ignored ones too.

use waribashi::{Rules, Value};
use waribashi_solve::{
    Label, Task,
    survey::{Cell, Grid, HandsSpan, Known, Survey},
};

/// The table of k against l hands, each from 1 to `most`.
fn table(fingers: u8, most: u64, distances: bool) -> Survey {
    let rules: Rules = format!("simple,fingers={fingers}").parse().expect("rules");
    let hands = HandsSpan::Each([1..=most, 1..=most]);
    let grid = Grid::new(&rules, fingers..=fingers, hands).expect("a table");
    let task = Task {
        distances,
        limit: 4 << 30,
        ..Task::default()
    };
    Survey::new(grid, task, |_| ()).expect("it is solved")
}

fn cells(survey: &Survey) -> impl Iterator<Item = (u64, u64, Label)> {
    survey.cells().iter().map(|cell| {
        let label = cell.known.label().expect("it fits into memory");
        (cell.hands[0], cell.hands[1], label)
    })
}

fn win(plies: u64) -> Label {
    Label {
        value: Value::Win,
        distance: Some(plies as u32),
    }
}

fn loss(plies: u64) -> Label {
    Label {
        value: Value::Loss,
        distance: Some(plies as u32),
    }
}

/// Value and distance of k hands against l by formula, for 2 to 6 fingers.
fn formula(fingers: u8, k: u64, l: u64) -> Label {
    let odd = |n: u64| n % 2;
    let even = |n: u64| 1 - n % 2;
    match fingers {
        2 if k >= l => win(2 * l - 1),
        2 => loss(2 * k),
        3 if k > l || (k == l && k.is_multiple_of(2)) => win(3 * l - even(l)),
        3 => loss(3 * k - odd(k)),
        4 if k >= l => win(4 * l - 1),
        4 => loss(4 * k),
        5 if k >= l && l == 1 => win(3),
        5 if k > l => win(4 * l + 1),
        5 => loss(4 * k),
        6 if k > l || (k == l && k.is_multiple_of(2)) => win(5 * l - even(l)),
        6 if k == l && k >= 5 => loss(5 * k + 1),
        6 => loss(5 * k - odd(k)),
        _ => panic!("no formula for {fingers} fingers"),
    }
}

/// Compares the formula with solves and, for three fingers, its values with the theorem.
fn check_formula(fingers: u8, most: u64) {
    if fingers == 3 {
        let by_theorem = table(3, most, false);
        let is_theorem = |cell: &Cell| matches!(cell.known, Known::Theorem(_));
        assert!(by_theorem.cells().iter().all(is_theorem));
        for (k, l, label) in cells(&by_theorem) {
            assert_eq!(label.value, formula(3, k, l).value, "hands={k}:{l}");
        }
    }
    for (k, l, label) in cells(&table(fingers, most, true)) {
        assert_eq!(
            label,
            formula(fingers, k, l),
            "fingers={fingers},hands={k}:{l}"
        );
    }
}

#[test]
fn for_two_to_six_fingers_value_and_distance_follow_the_formulas() {
    for (fingers, most) in [(2, 12), (3, 12), (4, 8), (5, 6), (6, 5)] {
        check_formula(fingers, most);
    }
}

#[test]
#[ignore = "takes some minutes: scripts/findings"]
fn for_two_to_six_fingers_value_and_distance_follow_the_formulas_as_far_as_stated() {
    for (fingers, most) in [(2, 100), (3, 80), (4, 28), (5, 18), (6, 14)] {
        check_formula(fingers, most);
    }
}

/// With seven fingers, k hands against k: won in 6k - 3 for odd k from 5, lost in 6k - 2 for even k from 4.
fn check_seven(most: u64) {
    for (k, l, label) in cells(&table(7, most, true)) {
        if k == l && k >= 4 {
            let expected = match k % 2 {
                1 => win(6 * k - 3),
                _ => loss(6 * k - 2),
            };
            assert_eq!(label, expected, "{k}");
        }
    }
}

#[test]
fn with_seven_fingers_odd_numbers_win_against_as_many() {
    check_seven(5);
}

#[test]
#[ignore = "takes some minutes: scripts/findings"]
fn with_seven_fingers_odd_numbers_win_against_as_many_as_far_as_stated() {
    check_seven(12);
}

/// With up to seven fingers and unequal numbers of hands, the distance depends on the smaller number alone.
fn check_smaller(fingers: u8, most: u64) {
    let survey = table(fingers, most, true);
    let mut seen: Vec<[Option<u32>; 2]> = vec![[None; 2]; most as usize];
    for (k, l, label) in cells(&survey).filter(|(k, l, _)| k != l) {
        let known = &mut seen[k.min(l) as usize - 1][usize::from(k > l)];
        let first = *known.get_or_insert(label.distance.expect("nothing is drawn"));
        assert_eq!(
            label.distance,
            Some(first),
            "fingers={fingers},hands={k}:{l}"
        );
    }
}

#[test]
fn with_up_to_seven_fingers_the_smaller_number_of_hands_decides_the_distance() {
    for (fingers, most) in [(4, 8), (5, 6), (6, 5), (7, 5)] {
        check_smaller(fingers, most);
    }
    // With eight fingers it does not: 3 against 4 and 3 against 6.
    let eight = table(8, 6, true);
    let [four, six] = [3, 5].map(|column| eight.cell(2, column).known.label().unwrap());
    assert_eq!([four, six], [loss(16), loss(18)]);
}

#[test]
#[ignore = "takes some minutes: scripts/findings"]
fn with_up_to_seven_fingers_the_smaller_number_of_hands_decides_the_distance_as_far_as_stated() {
    for (fingers, most) in [(4, 28), (5, 18), (6, 14), (7, 12)] {
        check_smaller(fingers, most);
    }
}

/// Who wins with 1, 2, 3 ... hands against as many: as far as computed.
const EQUAL: [(u8, &str); 17] = [
    (4, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"),
    (5, "WLLLLLLLLLLLLLLLLLLLLLLL"),
    (6, "LWLWLWLWLWLWLWLW"),
    (7, "LWLLWLWLWLWLWL"),
    (8, "LWLLLWWWWWWW"),
    (9, "WWWWWWWWWW"),
    (10, "WLWLLLWWW"),
    (11, "WWWWWWWW"),
    (12, "WLLLLLL"),
    (13, "WLWLWW"),
    (14, "LWWLLL"),
    (15, "LWWWWW"),
    (16, "LWLWW"),
    (17, "LLWWW"),
    (18, "LLLWW"),
    (20, "LWLLL"),
    (24, "WLLL"),
];

/// More hands win, and equal numbers as in [`EQUAL`].
fn check_values(fingers: u8, equal: &str) {
    for (k, l, label) in cells(&table(fingers, equal.len() as u64, false)) {
        let wins = match k.cmp(&l) {
            std::cmp::Ordering::Equal => equal.as_bytes()[k as usize - 1] == b'W',
            order => order.is_gt(),
        };
        let expected = if wins { Value::Win } else { Value::Loss };
        assert_eq!(label.value, expected, "fingers={fingers},hands={k}:{l}");
    }
}

#[test]
fn more_hands_win_and_equal_numbers_as_in_the_table() {
    for (fingers, equal) in EQUAL {
        let few = match fingers {
            ..6 => 6,
            6..9 => 4,
            9..13 => 3,
            _ => 2,
        };
        check_values(fingers, &equal[..few]);
    }
}

#[test]
#[ignore = "takes some minutes: scripts/findings"]
fn more_hands_win_and_equal_numbers_as_in_the_table_as_far_as_stated() {
    for (fingers, equal) in EQUAL {
        check_values(fingers, equal);
    }
}

/// All numbers of a game are multiples of the start s, and j * s reaches M exactly when j reaches M / s
/// rounded up: so it is the game with one finger at the start and that many fingers.
#[test]
fn a_start_with_more_fingers_is_the_game_with_fewer_fingers_at_which_a_hand_is_out() {
    for (start, fingers, most) in [(2, 5, 5), (2, 6, 5), (3, 10, 4), (4, 9, 5), (7, 30, 2)] {
        let text = format!("simple,start={start},fingers={fingers}");
        let rules: Rules = text.parse().expect("rules");
        let hands = HandsSpan::Each([1..=most, 1..=most]);
        let grid = Grid::new(&rules, fingers..=fingers, hands).expect("a table");
        let scaled = Survey::new(grid, Task::default(), |_| ()).expect("it is solved");
        let plain = table(fingers.div_ceil(start), most, true);
        assert!(cells(&scaled).eq(cells(&plain)), "{text}");
    }
}

#[test]
fn the_document_says_what_is_checked_here() {
    let document = include_str!("../../../docs/findings.md");
    for (fingers, equal) in EQUAL {
        let told = match fingers {
            4 => format!("{} times W", equal.len()),
            5 => format!("W, then {} times L", equal.len() - 1),
            _ => equal
                .chars()
                .map(String::from)
                .collect::<Vec<_>>()
                .join(" "),
        };
        let row = format!("| {fingers} | {told} |");
        assert!(document.contains(&row), "{row}");
    }
}
