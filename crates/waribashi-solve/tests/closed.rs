//! The theorem of the many-handed game against the search, and the search against the game.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use waribashi::{Move, Position, Rules, Value};
use waribashi_solve::closed::{CountSearch, Counts};

const UP_TO: u64 = 40;
const MANY: u64 = u64::MAX;

/// Each count up to [`UP_TO`] makes twice as many hands.
static SEARCH: LazyLock<CountSearch> = LazyLock::new(|| CountSearch::new(2 * UP_TO));

fn counts(a: u64, c: u64, b: u64, d: u64) -> Counts {
    Counts { a, c, b, d }
}

fn all_counts(up_to: u64) -> impl Iterator<Item = Counts> {
    let each = move || 0..=up_to;
    each().flat_map(move |a| {
        each().flat_map(move |c| each().flat_map(move |b| each().map(move |d| counts(a, c, b, d))))
    })
}

fn searched(counts: Counts) -> Value {
    SEARCH.solve(counts).expect("within the search").0
}

#[test]
fn the_theorem_equals_the_search_for_all_counts_up_to_40() {
    let mut won = 0;
    for counts in all_counts(UP_TO) {
        assert_eq!(counts.value(), searched(counts), "{counts:?}");
        won += u64::from(counts.value() == Value::Win);
    }
    assert!((1_000_000..1_825_761).contains(&won), "{won}");
}

#[test]
fn the_winning_move_leads_to_a_lost_position_and_a_lost_position_has_none() {
    for counts in all_counts(UP_TO) {
        let over = counts.mine() == 0 || counts.theirs() == 0;
        match counts.winning_move() {
            Some(tap) => {
                let after = counts.after(tap).expect("a tap of the position");
                assert_eq!(searched(after), Value::Loss, "{counts:?} {tap:?}");
            }
            None => assert!(over || searched(counts) == Value::Loss, "{counts:?}"),
        }
    }
}

/// The cases of `docs/many-hands.md`, each with the move it claims to win (`None` where it claims that
/// every move loses), written from that text.
fn case_of_the_proof(at: Counts) -> (&'static str, Option<&'static str>) {
    let Counts { a, c, b, d } = at;
    let (n, m) = (a + c, b + d);
    let remove_two = if a > 0 { "1x2" } else { "2x2" };
    if n > m {
        match (c, d) {
            (0, 0) => ("A2", Some("1x1")),
            (_, 0) => ("A1", Some("2x1")),
            _ => ("A1", Some(remove_two)),
        }
    } else if n == m && d > 0 {
        match d {
            2.. => ("B1", Some(remove_two)),
            _ if c == 0 => ("B2", Some("1x2")),
            _ if b > 0 => ("B3", Some("2x1")),
            _ => ("B4", Some("2x2")),
        }
    } else if n == m {
        match (c, a % 2) {
            (_, 1) => ("B5 odd", None),
            (0, _) => ("B5 even, all ones", Some("1x1")),
            _ => ("B5 even", Some("2x1")),
        }
    } else if m == n + 1 {
        if a == n && b < m && b % 2 == 1 {
            ("C won", Some("1x2"))
        } else {
            ("C lost", None)
        }
    } else {
        ("D", None)
    }
}

#[test]
fn every_case_of_the_proof_occurs_and_holds_in_the_search() {
    let mut seen = BTreeSet::new();
    for at in all_counts(UP_TO).filter(|at| at.mine() > 0 && at.theirs() > 0) {
        let (case, claimed) = case_of_the_proof(at);
        seen.insert(case);
        match claimed {
            Some(tap) => {
                let tap = Move::parse(tap, 3).expect("a move");
                let after = at
                    .after(tap)
                    .unwrap_or_else(|| panic!("{case}: {at:?} has no {tap:?}"));
                assert_eq!(searched(after), Value::Loss, "{case}: {at:?} {tap:?}");
                assert_eq!(at.winning_move(), Some(tap), "{case}: {at:?}");
            }
            None => assert_eq!(searched(at), Value::Loss, "{case}: {at:?}"),
        }
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
}

#[test]
fn of_n_against_m_one_fingered_hands_more_win_and_as_many_win_when_even() {
    for n in 1..=2 * UP_TO {
        for m in 1..=2 * UP_TO {
            let won = n > m || (n == m && n % 2 == 0);
            let expected = if won { Value::Win } else { Value::Loss };
            assert_eq!(counts(n, 0, m, 0).value(), expected, "{n} against {m}");
            assert_eq!(searched(counts(n, 0, m, 0)), expected, "{n} against {m}");
        }
    }
}

#[test]
fn the_largest_counts_do_not_overflow() {
    use Value::{Loss, Win};
    for (at, value) in [
        (counts(MANY, MANY, MANY, MANY), Win),
        // One more hand, where n and m do not fit 64 bits.
        (counts(MANY, MANY, MANY - 1, MANY), Win),
        (counts(MANY, MANY - 1, MANY, MANY), Loss),
        (counts(MANY - 1, MANY, MANY, MANY), Loss),
        // As many, all ones: lost when odd, and 2^64 - 1 is odd.
        (counts(MANY, 0, MANY, 0), Loss),
        (counts(MANY - 1, 0, MANY - 1, 0), Win),
        (counts(MANY - 1, 1, MANY, 0), Win),
        // One hand behind: n = 2^64 - 1, m = 2^64.
        (counts(MANY, 0, MANY, 1), Win),
        (counts(MANY, 0, MANY - 1, 2), Loss),
        (counts(MANY - 1, 1, MANY, 1), Loss),
        // m wraps to n in 64 bits, and n + 1 to 0.
        (counts(1, 0, MANY, 2), Loss),
        (counts(MANY, 0, 0, 0), Win),
        (counts(0, 0, MANY, MANY), Loss),
    ] {
        assert_eq!(at.value(), value, "{at:?}");
        let after = at
            .winning_move()
            .map(|tap| at.after(tap).expect("a tap of the position").value());
        let over = at.mine() == 0 || at.theirs() == 0;
        let expected = (value == Win && !over).then_some(Loss);
        assert_eq!(after, expected, "{at:?}");
    }
}

/// Value and distance by the game's own moves, position by position.
fn by_the_rules(
    rules: &Rules,
    position: &Position,
    known: &mut BTreeMap<Position, (Value, u32)>,
) -> (Value, u32) {
    if let Some(&solved) = known.get(position) {
        return solved;
    }
    let solved = rules.finished(position).map_or_else(
        || {
            let replies: Vec<(Value, u32)> = rules
                .moves(position)
                .into_iter()
                .map(|played| {
                    let after = rules.play(position, played).expect("a move");
                    by_the_rules(rules, &after, known)
                })
                .collect();
            let plies = |value| {
                let with = replies.iter().filter(move |reply| reply.0 == value);
                with.map(|reply| reply.1 + 1)
            };
            match plies(Value::Loss).min() {
                Some(fastest) => (Value::Win, fastest),
                None => (Value::Loss, plies(Value::Win).max().expect("a move")),
            }
        },
        |value| (value, 0),
    );
    known.insert(position.clone(), solved);
    solved
}

#[test]
fn the_search_has_the_values_distances_and_moves_of_the_game() {
    let search = CountSearch::new(6);
    for hands in [[1, 1], [2, 2], [3, 4], [5, 3], [6, 6]] {
        let rules: Rules = format!("many,hands={}:{}", hands[0], hands[1])
            .parse()
            .expect("rules");
        let mut known = BTreeMap::new();
        let mut compared = 0;
        for at in all_counts(6) {
            let Some(position) = at.position(hands) else {
                continue;
            };
            assert_eq!(Counts::of(&position), Some(at));
            let solved = by_the_rules(&rules, &position, &mut known);
            assert_eq!(search.solve(at), Some(solved), "{at:?}");
            if rules.finished(&position).is_none() {
                for played in rules.moves(&position) {
                    let after = rules.play(&position, played).expect("a move");
                    assert_eq!(at.after(played), Counts::of(&after), "{at:?} {played:?}");
                }
            }
            compared += 1;
        }
        let rows = |hands: u64| (hands + 1) * (hands + 2) / 2;
        assert_eq!(compared, rows(hands[0]) * rows(hands[1]));
    }
}

#[test]
fn what_is_no_tap_of_the_position_leads_nowhere() {
    let at = counts(1, 0, 1, 0);
    for text in ["2x1", "1x2", "2x2", "1x0", "0x1", "1+1", "01=01"] {
        let played = Move::parse(text, 3).expect("a move");
        assert_eq!(at.after(played), None, "{text}");
    }
    let full = counts(1, 0, 1, MANY);
    assert_eq!(full.after(Move::Tap { with: 1, on: 1 }), None);
    assert!(full.after(Move::Tap { with: 1, on: 2 }).is_some());
}

#[test]
fn positions_with_more_fingers_or_too_few_hands_have_no_counts() {
    let rules: Rules = "simple".parse().expect("rules");
    let three = Position::parse("13-11", &rules).expect("a position");
    assert_eq!(Counts::of(&three), None);
    assert_eq!(counts(2, 1, 0, 1).position([2, 1]), None);
    assert_eq!(counts(2, 1, 0, 1).position([3, 0]), None);
    assert_eq!(counts(MANY, MANY, 0, 1).position([MANY, 1]), None);
}

#[test]
fn the_theorem_is_for_the_rules_of_many_with_any_hands_start_and_repetition() {
    for text in [
        "many",
        "many,hands=4:7",
        "many,start=2",
        "many,repetition=first",
        "simple,fingers=3",
    ] {
        let rules: Rules = text.parse().expect("rules");
        assert!(Counts::apply_to(&rules), "{text}");
    }
    for text in [
        "simple",
        "many,fingers=4",
        "many,overflow=rollover",
        "many,own-tap=on",
        "many,dead-target=on",
        "many,adds=tapper",
        "many,goal=empty",
        "many,divide=any",
        "many,transfer=any,hands=3,empty-by-split=on",
    ] {
        let rules: Rules = text.parse().expect("rules");
        assert!(!Counts::apply_to(&rules), "{text}");
    }
}

#[test]
fn a_search_says_nothing_of_more_hands_than_it_covers() {
    let search = CountSearch::new(3);
    assert_eq!(search.solve(counts(3, 1, 1, 0)), None);
    assert_eq!(search.solve(counts(1, 0, MANY, MANY)), None);
    assert_eq!(search.solve(counts(1, 0, 0, 0)), Some((Value::Win, 0)));
    assert_eq!(search.solve(counts(0, 0, 0, 0)), Some((Value::Loss, 0)));
}

#[test]
fn the_memory_of_a_search_is_known_before() {
    // 3 hands make 10 rows, and every pair of rows takes two bytes.
    assert_eq!(CountSearch::bytes(3), 200);
    assert!(CountSearch::bytes(CountSearch::MAX_HANDS) > 1 << 50);
}
