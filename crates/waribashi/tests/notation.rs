//! Hands, positions and moves as text: what is printed is read back, what is no such text is refused.

use proptest::{prelude::*, sample::Index};
use waribashi::{Hands, Move, Position, Rules};
use waribashi_suite::random::{
    any_hand_count, any_hands, any_large_rules, any_position, any_rules, any_writable_move,
};

fn fingers_and_hands() -> impl Strategy<Value = (u8, Hands)> {
    (2..=255u8, any_hand_count()).prop_flat_map(|(fingers, count)| {
        let hands = any_hands(fingers, count);
        (Just(fingers), hands)
    })
}

fn rules_and_position(
    rules: impl Strategy<Value = Rules>,
) -> impl Strategy<Value = (Rules, Position)> {
    rules.prop_flat_map(|rules| {
        let position = any_position(&rules);
        (Just(rules), position)
    })
}

proptest! {
    #[test]
    fn hands_print_and_read_back((fingers, hands) in fingers_and_hands()) {
        let text = hands.notation(fingers).to_string();
        prop_assert_eq!(Hands::parse(&text, fingers, hands.len()).unwrap(), hands);
    }

    #[test]
    fn hands_are_read_in_every_form_and_order(
        fingers in 2..=255u8,
        mut shown in prop::collection::vec(any::<Index>(), 1..=10),
    ) {
        let mut shown: Vec<u8> = shown
            .drain(..)
            .map(|index| index.index(usize::from(fingers)) as u8)
            .collect();
        let hands = Hands::from_fingers(shown.clone());
        let read = |text: String| Hands::parse(&text, fingers, hands.len());
        let list = |shown: &[u8]| shown.iter().map(u8::to_string).collect::<Vec<_>>();
        // One number alone could be taken for digits.
        if shown.len() > 1 {
            prop_assert_eq!(read(list(&shown).join(",")).unwrap(), hands.clone());
        }
        if fingers <= 10 {
            prop_assert_eq!(read(list(&shown).concat()).unwrap(), hands.clone());
        }
        let runs: Vec<String> =
            hands.runs().iter().rev().map(|(shown, count)| format!("{shown}x{count}")).collect();
        prop_assert_eq!(read(runs.join(",")).unwrap(), hands.clone());
        shown.retain(|&shown| shown > 0);
        if !shown.is_empty() {
            let live: Vec<String> = hands
                .runs()
                .iter()
                .filter(|run| run.0 > 0)
                .map(|(shown, count)| format!("{shown}x{count}"))
                .collect();
            prop_assert_eq!(read(live.join(",")).unwrap(), hands);
        }
    }

    #[test]
    fn positions_print_and_read_back((rules, position) in rules_and_position(any_large_rules())) {
        let text = position.notation(rules.fingers).to_string();
        prop_assert_eq!(Position::parse(&text, &rules).unwrap(), position);
    }

    #[test]
    fn positions_of_different_hand_counts_say_who_is_to_move(
        (rules, position) in rules_and_position(any_rules())
    ) {
        let text = position.notation(rules.fingers).to_string();
        let read = Position::parse(&text, &rules).unwrap();
        prop_assert_eq!(rules.mover(&read), rules.mover(&position));
        prop_assert_eq!(read, position);
    }

    #[test]
    fn moves_print_and_read_back(
        (fingers, played) in (2..=255u8).prop_flat_map(|fingers| {
            (Just(fingers), any_writable_move(fingers))
        })
    ) {
        let text = played.notation(fingers).to_string();
        prop_assert_eq!(Move::parse(&text, fingers).unwrap(), played);
    }

    #[test]
    fn a_number_that_no_hand_can_show_is_no_move(
        fingers in 2..=254u8,
        too_many in 0..=254u8,
    ) {
        prop_assume!(too_many >= fingers);
        for text in [
            format!("{too_many}x1"), format!("1x{too_many}"), format!("{too_many}+0"),
            format!("0,{too_many}=0,0"), format!("0,0={too_many},0"),
        ] {
            let error = Move::parse(&text, fingers).unwrap_err();
            prop_assert_eq!(
                error.expected, format!("a number of fingers from 0 to {}", fingers - 1)
            );
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-0-9x+=, ]{0,12}|\\PC{0,8}", fingers in 0..=255u8) {
        if let Ok(played) = Move::parse(&text, fingers) {
            let canonical = played.notation(fingers).to_string();
            prop_assert_eq!(Move::parse(&canonical, fingers).unwrap(), played);
        }
        for count in [1, 2, 3, 12] {
            if let Ok(hands) = Hands::parse(&text, fingers, count) {
                prop_assert_eq!(hands.len(), count);
                let canonical = hands.notation(fingers).to_string();
                prop_assert_eq!(Hands::parse(&canonical, fingers, count).unwrap(), hands);
            }
        }
    }

    /// The example in a message is one that would have been accepted.
    #[test]
    fn examples_in_messages_can_be_read(rules in any_large_rules()) {
        let bad = Position::parse("?", &rules).unwrap_err();
        prop_assert!(Position::parse(&bad.example, &rules).is_ok(), "{}", bad);
        let bad = Move::parse("?", rules.fingers).unwrap_err();
        for piece in bad.example.split(", ") {
            let written = piece.split(' ').next().unwrap();
            prop_assert!(Move::parse(written, rules.fingers).is_ok(), "{}", bad);
        }
        let bad = Hands::parse("?", rules.fingers, rules.hands[0]).unwrap_err();
        prop_assert!(Hands::parse(&bad.example, rules.fingers, rules.hands[0]).is_ok(), "{}", bad);
    }
}

#[test]
fn notation_is_digits_a_list_or_runs() {
    let text = |hands: Hands, fingers| hands.notation(fingers).to_string();
    assert_eq!(text(Hands::from_fingers([4, 0, 1]), 5), "014");
    assert_eq!(text(Hands::from_fingers([9, 0]), 10), "09");
    assert_eq!(text(Hands::from_fingers([10, 0]), 11), "0,10");
    assert_eq!(text(Hands::uniform(1, 10), 5), "1111111111");
    assert_eq!(text(Hands::uniform(1, 11), 5), "1x11");
    assert_eq!(
        text(Hands::from_runs([(2, 3), (1, 500), (0, 7)]), 255),
        "0x7,1x500,2x3"
    );
    assert_eq!(
        text(Hands::uniform(254, u64::MAX), 255),
        "254x18446744073709551615"
    );
}

#[test]
fn four_digits_are_a_position_of_two_hands_each() {
    let read = |text: &str, rules: &str| {
        let rules: Rules = rules.parse().unwrap();
        Position::parse(text, &rules).map(|position| position.notation(rules.fingers).to_string())
    };
    assert_eq!(read("2111", "self-tap").unwrap(), "12-11");
    assert_eq!(read("9012", "ten").unwrap(), "09-12");
    assert!(read("1111", "attacks,fingers=11").is_err());
    assert!(read("1111", "attacks,hands=3").is_err());
    assert!(read("111", "attacks,hands=1:2").is_err());
}

#[test]
fn a_start_in_another_order_is_the_same_position() {
    let rules = Rules::default();
    let read = |text: &str| Position::parse(text, &rules).unwrap();
    assert_eq!(read("2,1-1,1"), read("1211"));
    assert_eq!(read("21-11"), read("12-11"));
}

fn position_refusal(text: &str, rules: &str) -> String {
    let error = Position::parse(text, &rules.parse().unwrap()).unwrap_err();
    error.to_string()
}

#[test]
fn what_is_no_position_is_refused_with_place_expectation_and_example() {
    let number = "expected a number of fingers from 0 to 4 (for example: 11-11)";
    let both = "expected the mover's hands, '-', and the other player's hands (for example: 11-11)";
    for (text, message) in [
        // The command line of the first seed took this for a position.
        ("9,-3,0,0", format!("at character 1, '9': {number}")),
        ("1,-3,0,0", format!("at character 3, '-': {number}")),
        ("", format!("at its end: {both}")),
        ("11", format!("at its end: {both}")),
        ("11–11", format!("at its end: {both}")),
        ("15-11", format!("at character 2, '5': {number}")),
        ("11-1a", format!("at character 5, 'a': {number}")),
        ("1 1-11", format!("at character 2, ' ': {number}")),
        ("1é-11", format!("at character 2, 'é': {number}")),
        ("+1,1-1,1", format!("at character 1, '+': {number}")),
        ("01,1-11", format!("at character 1, '0': {number}")),
        ("11-11-11", format!("at character 6, '-': {number}")),
        (
            "11-111",
            "at character 6, '1': expected 2 hands, not more (for example: 11-11)".into(),
        ),
        (
            "11-1",
            "at its end: expected 2 hands, not fewer (for example: 11-11)".into(),
        ),
        (
            "1x3-1x2",
            "at character 1, '1': expected 2 hands, not more (for example: 11-11)".into(),
        ),
        (
            "1x0-1x2",
            "at character 3, '0': expected a number of hands above 0 after 'x' (for example: 11-11)"
                .into(),
        ),
        (
            "1x1,1x1-11",
            "at character 5, '1': expected each number once, not 1 again (for example: 11-11)".into(),
        ),
    ] {
        assert_eq!(
            position_refusal(text, "self-tap"),
            format!("position \"{text}\", {message}")
        );
    }
    assert_eq!(
        position_refusal("1x18446744073709551615,2x1-1x7", "many,hands=600:7"),
        "position \"1x18446744073709551615,2x1-1x7\", at character 1, '1': expected 600 hands, not more \
         (for example: 1x600-1111111)"
    );
    assert_eq!(
        position_refusal("11-11", "attacks,fingers=12"),
        "position \"11-11\", at character 3, '-': expected 2 hands, not fewer (for example: 1,1-1,1)"
    );
}

#[test]
fn what_is_no_move_is_refused_with_place_expectation_and_example() {
    let example = "(for example: 1x2 (tap), 1+2 (own tap), 04=22 (split))";
    let number = format!("expected a number of fingers from 0 to 4 {example}");
    let sign =
        format!("expected 'x' (tap), '+' (own tap) or '=' (split) between numbers {example}");
    let pair = format!("expected the numbers of two hands {example}");
    for (text, message) in [
        ("", format!("at its end: {sign}")),
        ("12", format!("at its end: {sign}")),
        ("1×2", format!("at its end: {sign}")),
        ("1X2", format!("at its end: {sign}")),
        ("x1", format!("at character 1, 'x': {number}")),
        ("1x", format!("at its end: {number}")),
        ("1x5", format!("at character 3, '5': {number}")),
        ("1x-1", format!("at character 3, '-': {number}")),
        ("1 x 1", format!("at character 2, ' ': {number}")),
        ("01x1", format!("at character 1, '0': {number}")),
        ("1x1x1", format!("at character 4, 'x': {number}")),
        (
            "1x99999999999999999999",
            format!("at character 3, '9': {number}"),
        ),
        ("04=2", format!("at its end: {pair}")),
        ("04=222", format!("at its end: {pair}")),
        ("4=22", format!("at character 2, '=': {pair}")),
        ("04=15", format!("at character 5, '5': {number}")),
        ("04=22=13", format!("at its end: {pair}")),
    ] {
        let error = Move::parse(text, 5).unwrap_err().to_string();
        assert_eq!(error, format!("move \"{text}\", {message}"));
    }
    let error = Move::parse("04=22", 20).unwrap_err().to_string();
    assert_eq!(
        error,
        "move \"04=22\", at character 3, '=': expected the numbers of two hands \
         (for example: 1x2 (tap), 1+2 (own tap), 0,4=2,2 (split))"
    );
}

#[test]
fn a_long_or_hostile_text_is_shown_cut_and_escaped() {
    let text = format!("\u{1b}[31m{}", "z".repeat(10_000));
    let error = Move::parse(&text, 5).unwrap_err().to_string();
    assert!(error.starts_with("move \"\\u{1b}[31mzzz"), "{error}");
    assert!(error.contains("zzz...\", at its end"), "{error}");
    assert!(error.len() < 300, "{error}");
}

#[test]
#[should_panic(expected = "no more than u64::MAX hands")]
fn more_hands_than_can_be_counted_are_refused() {
    Hands::from_runs([(1, u64::MAX), (1, 1)]);
}

#[test]
#[should_panic(expected = "no more than u64::MAX hands")]
fn more_hands_than_can_be_counted_in_all_are_refused() {
    Hands::from_runs([(1, u64::MAX), (2, 1)]);
}
