//! What may be played and what it does: the generator, the check and the rules say the same.

use proptest::prelude::*;
use waribashi::{
    Action, AddsTo, Goal, Hands, IllegalAction, IllegalMove, Move, Overflow, Pair, Position, Rules,
    Split, Value,
};
use waribashi_suite::{
    all_moves, all_positions,
    random::{any_large_rules, any_position, any_rules, any_writable_move},
};

/// The rules of play said a second time, on lists of fingers: the position after `played`, or `None`
/// where it cannot be played.
fn as_the_rules_say(rules: &Rules, position: &Position, played: Move) -> Option<Position> {
    let mut mine: Vec<u8> = position.mine.fingers().collect();
    let mut theirs: Vec<u8> = position.theirs.fingers().collect();
    let live = |hands: &[u8]| hands.iter().filter(|&&shown| shown > 0).count();
    if live(&mine) == 0 || live(&theirs) == 0 {
        return None;
    }
    let find = |hands: &[u8], shown: u8, not: usize| {
        (0..hands.len()).find(|&at| at != not && hands[at] == shown)
    };
    let nowhere = usize::MAX;
    let sum = |a: u8, b: u8| {
        let (sum, m) = (u32::from(a) + u32::from(b), u32::from(rules.fingers));
        let shown = match rules.overflow {
            Overflow::Cutoff if sum >= m => 0,
            Overflow::Cutoff => sum,
            Overflow::Rollover => sum % m,
        };
        shown as u8
    };
    match played {
        Move::Tap { with, on } => {
            let (i, j) = (find(&mine, with, nowhere)?, find(&theirs, on, nowhere)?);
            if with == 0 || (on == 0 && !rules.dead_target) {
                return None;
            }
            match rules.adds_to {
                AddsTo::Tapped => theirs[j] = sum(with, on),
                AddsTo::Tapper => mine[i] = sum(with, on),
            }
        }
        Move::OwnTap { with, on } => {
            let i = find(&mine, with, nowhere)?;
            let j = find(&mine, on, i)?;
            if with == 0 || on == 0 || !rules.own_tap {
                return None;
            }
            match rules.adds_to {
                AddsTo::Tapped => mine[j] = sum(with, on),
                AddsTo::Tapper => mine[i] = sum(with, on),
            }
        }
        Move::Split { from, to } => {
            let i = find(&mine, from.low(), nowhere)?;
            let j = find(&mine, from.high(), i)?;
            let divides = from.low() == 0 && from.high() > 0;
            let shape = match (divides, from.low() > 0) {
                (true, _) => rules.divide,
                (_, true) => rules.transfer,
                _ => Split::Off,
            };
            let parts = match shape {
                Split::Off => false,
                Split::Any => true,
                Split::Even => to.low() == to.high(),
                Split::Near => to.high() - to.low() <= 1,
            };
            let allowed = parts
                && from.total() == to.total()
                && to.high() < rules.fingers
                && (!divides || !rules.lone_divide || live(&mine) == 1)
                && (to.low() > 0 || rules.empty_by_split)
                && (to != from || rules.pass_by_split);
            if !allowed {
                return None;
            }
            (mine[i], mine[j]) = (to.low(), to.high());
        }
    }
    Some(Position::new(
        Hands::from_fingers(theirs),
        Hands::from_fingers(mine),
    ))
}

/// Generator, check, play and the rules said again agree on every writable move.
fn agree(rules: &Rules, position: &Position, writable: &[Move]) {
    let generated = rules.moves(position);
    for &played in writable {
        let told = as_the_rules_say(rules, position, played);
        let at = || {
            format!(
                "{rules}: {} in {position:?}",
                played.notation(rules.fingers)
            )
        };
        assert_eq!(
            generated.contains(&played),
            told.is_some(),
            "generated, {}",
            at()
        );
        let checked = rules.check(position, played);
        assert_eq!(checked.is_ok(), told.is_some(), "checked, {}", at());
        match rules.play(position, played) {
            Ok(after) => assert_eq!(Some(after), told, "played, {}", at()),
            Err(error) => assert_eq!(Err(error), checked, "refused, {}", at()),
        }
    }
    let mut different = generated.clone();
    different.sort();
    assert_eq!(different, generated, "{rules}: sorted in {position:?}");
    different.dedup();
    assert_eq!(
        different.len(),
        generated.len(),
        "{rules}: once in {position:?}"
    );
    assert!(
        generated.iter().all(|played| writable.contains(played)),
        "{rules}: writable in {position:?}"
    );
}

fn rules(text: &str) -> Rules {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn exhaustively(text: &str) {
    let rules = rules(text);
    let writable = all_moves(rules.fingers);
    for position in all_positions(&rules) {
        agree(&rules, &position, &writable);
    }
}

#[test]
fn generated_is_accepted_in_every_position_of_every_two_hand_preset() {
    for preset in waribashi::PRESETS {
        if !["ten", "cards"].contains(&preset.name) {
            exhaustively(preset.name);
        }
    }
}

#[test]
fn generated_is_accepted_in_every_position_with_three_hands() {
    exhaustively("taps-split,hands=3,fingers=4");
    exhaustively("suicide,hands=2:3,fingers=4,pass-by-split=on");
    exhaustively("misere,hands=3:1,fingers=4,own-tap=on,dead-target=on");
    exhaustively("ten,hands=3,fingers=4,own-tap=on,transfer=near,pass-by-split=on");
}

fn rules_and_position() -> impl Strategy<Value = (Rules, Position)> {
    any_rules().prop_flat_map(|rules| {
        let position = any_position(&rules);
        (Just(rules), position)
    })
}

fn total(hands: &Hands) -> u64 {
    hands.fingers().map(u64::from).sum()
}

proptest! {
    #[test]
    fn generated_is_accepted_under_any_rules((rules, position) in rules_and_position()) {
        agree(&rules, &position, &all_moves(rules.fingers));
    }

    #[test]
    fn a_split_conserves_the_total_and_no_hand_reaches_the_limit(
        (rules, position) in rules_and_position()
    ) {
        for played in rules.moves(&position) {
            let after = rules.play(&position, played).unwrap();
            for hands in [&after.mine, &after.theirs] {
                prop_assert!(hands.largest() < Some(rules.fingers));
            }
            prop_assert_eq!(after.mine.len(), position.theirs.len());
            prop_assert_eq!(after.theirs.len(), position.mine.len());
            match played {
                Move::Split { .. } => {
                    prop_assert_eq!(total(&after.theirs), total(&position.mine));
                    prop_assert_eq!(&after.mine, &position.theirs);
                }
                Move::OwnTap { .. } => prop_assert_eq!(&after.mine, &position.theirs),
                Move::Tap { .. } if rules.adds_to == AddsTo::Tapped => {
                    prop_assert_eq!(&after.theirs, &position.mine);
                }
                Move::Tap { .. } => prop_assert_eq!(&after.mine, &position.theirs),
            }
        }
    }

    #[test]
    fn an_unfinished_position_has_a_move((rules, position) in rules_and_position()) {
        let over = position.mine.all_dead() || position.theirs.all_dead();
        prop_assert_eq!(rules.moves(&position).is_empty(), over);
        prop_assert_eq!(rules.finished(&position).is_some(), over);
    }

    #[test]
    fn finished_positions_are_won_by_the_goal((rules, position) in rules_and_position()) {
        let emptied = if rules.goal == Goal::Survive { Value::Loss } else { Value::Win };
        let dead = Position::new(Hands::uniform(0, position.mine.len()), position.theirs.clone());
        prop_assert_eq!(rules.finished(&dead), Some(emptied));
        if !position.mine.all_dead() {
            let killed = Position::new(position.mine, Hands::uniform(0, position.theirs.len()));
            prop_assert_eq!(rules.finished(&killed), Some(-emptied));
        }
    }

    #[test]
    fn actions_by_place_are_the_moves_told_apart((rules, position) in rules_and_position()) {
        let actions = rules.actions(&position);
        prop_assert_eq!(actions.len() as u128, rules.action_count(&position));
        for &(action, played) in &actions {
            prop_assert_eq!(rules.resolve(&position, action), Ok(played));
        }
        let mut different: Vec<Action> = actions.iter().map(|pair| pair.0).collect();
        different.sort();
        different.dedup();
        prop_assert_eq!(different.len(), actions.len());
        let moves = rules.moves(&position);
        for &played in &moves {
            let lowest = rules.action(&position, played).unwrap();
            let of_this_move: Vec<Action> =
                actions.iter().filter(|pair| pair.1 == played).map(|pair| pair.0).collect();
            prop_assert_eq!(Some(&lowest), of_this_move.iter().min());
            prop_assert_eq!(of_this_move.len() as u128, rules.ways(&position, played));
        }
        prop_assert!(actions.iter().all(|pair| moves.contains(&pair.1)));
    }

    /// Every action that can be named is either among the actions or refused.
    #[test]
    fn named_actions_are_the_actions((rules, position) in rules_and_position()) {
        let actions: Vec<Action> = rules.actions(&position).iter().map(|pair| pair.0).collect();
        let places = || 0..4u64;
        let to: Vec<Pair> = (0..rules.fingers)
            .flat_map(|low| (low..rules.fingers).map(move |high| Pair::new(low, high)))
            .collect();
        let mut named = 0;
        for (a, b) in places().flat_map(|a| places().map(move |b| (a, b))) {
            let mut all = vec![Action::Tap { with: a, on: b }, Action::OwnTap { with: a, on: b }];
            if a < b {
                all.extend(to.iter().map(|&to| Action::Split { hands: [a, b], to }));
            }
            for action in all {
                prop_assert_eq!(
                    rules.resolve(&position, action).is_ok(), actions.contains(&action),
                    "{:?}", action
                );
                named += usize::from(actions.contains(&action));
            }
        }
        prop_assert_eq!(named, actions.len());
    }

    #[test]
    fn an_illegal_move_is_no_action_and_leaves_no_position(
        (rules, position, played) in rules_and_position().prop_flat_map(|(rules, position)| {
            let played = any_writable_move(rules.fingers);
            (Just(rules), Just(position), played)
        })
    ) {
        let told = as_the_rules_say(&rules, &position, played);
        prop_assert_eq!(rules.action(&position, played).is_some(), told.is_some());
        prop_assert_eq!(rules.ways(&position, played) > 0, told.is_some());
        prop_assert_eq!(rules.play(&position, played).ok(), told);
    }

    /// Counts of hands are kept as numbers, so size does not matter.
    #[test]
    fn moves_of_many_hands_change_one_or_two(
        (rules, position) in any_large_rules().prop_flat_map(|rules| {
            let position = any_position(&rules);
            (Just(rules), position)
        })
    ) {
        for played in rules.moves(&position).into_iter().take(200) {
            let after = rules.play(&position, played).unwrap();
            prop_assert_eq!(after.mine.len(), position.theirs.len());
            prop_assert_eq!(after.theirs.len(), position.mine.len());
            let moved = |before: &Hands, after: &Hands| -> u64 {
                before.runs().iter().map(|&(shown, count)| {
                    count.saturating_sub(after.showing(shown))
                }).sum()
            };
            prop_assert!(
                moved(&position.mine, &after.theirs) + moved(&position.theirs, &after.mine) <= 2
            );
        }
    }
}

/// The reason for which `played` is refused in `position`.
fn refusal(text: &str, position: &str, played: &str) -> IllegalMove {
    let rules = rules(text);
    let position = Position::parse(position, &rules).unwrap();
    let played = Move::parse(played, rules.fingers).unwrap();
    rules.check(&position, played).unwrap_err()
}

fn splits(text: &str, position: &str) -> Vec<String> {
    let rules = rules(text);
    let position = Position::parse(position, &rules).unwrap();
    rules
        .moves(&position)
        .into_iter()
        .filter(|played| matches!(played, Move::Split { .. }))
        .map(|played| played.notation(rules.fingers).to_string())
        .collect()
}

#[test]
fn the_generator_lists_the_splits_that_the_check_accepts() {
    assert_eq!(splits("rollover", "04-11"), ["04=13", "04=22"]);
    assert_eq!(splits("rollover", "13-11"), ["13=22"]);
    assert_eq!(splits("rollover", "22-11"), ["22=13"]);
    assert_eq!(splits("suicide", "13-11"), ["13=04", "13=22"]);
    assert_eq!(splits("suicide", "22-11"), ["22=04", "22=13"]);
}

#[test]
fn a_split_cannot_kill_its_own_player() {
    let error = refusal("rollover", "14-11", "14=00");
    assert_eq!(
        error,
        IllegalMove::Total {
            before: 5,
            after: 0
        }
    );
    assert_eq!(
        error.to_string(),
        "a split keeps the number of fingers, but 5 fingers would become 0"
    );
    assert_eq!(
        refusal("suicide", "14-11", "14=00"),
        IllegalMove::Total {
            before: 5,
            after: 0
        }
    );
}

#[test]
fn a_swap_of_three_of_none_and_of_minus_one_are_refused_each_with_its_reason() {
    // Three of 3 moved onto 4 would be 0 and 7, which no notation below ten fingers can even write.
    let all = Move::Split {
        from: Pair::new(3, 4),
        to: Pair::new(0, 7),
    };
    let suicide = rules("suicide");
    let position = Position::parse("34-11", &suicide).unwrap();
    assert_eq!(
        suicide.check(&position, all).unwrap_err().to_string(),
        "a hand cannot show 7 fingers: it is out at 5"
    );
    assert_eq!(
        refusal("suicide", "34-11", "34=34").to_string(),
        "the hands would stay as they are, and these rules do not allow passing"
    );
    let backwards = Move::Split {
        from: Pair::new(3, 4),
        to: Pair::new(2, 5),
    };
    assert_eq!(
        suicide.check(&position, backwards).unwrap_err().to_string(),
        "a hand cannot show 5 fingers: it is out at 5"
    );
    assert_eq!(
        refusal("suicide", "34-11", "34=04"),
        IllegalMove::Total {
            before: 7,
            after: 4
        }
    );
}

#[test]
fn every_refusal_says_why() {
    for (text, position, played, reason) in [
        ("attacks", "11-00", "1x1", "the game is over"),
        ("attacks", "00-11", "1x1", "the game is over"),
        ("attacks", "12-11", "3x1", "you have no hand that shows 3"),
        (
            "attacks",
            "12-11",
            "1x2",
            "the other player has no hand that shows 2",
        ),
        ("attacks", "01-11", "0x1", "a dead hand cannot tap"),
        ("taps", "01-01", "0x0", "a dead hand cannot tap"),
        (
            "attacks",
            "11-01",
            "1x0",
            "these rules do not allow tapping a dead hand",
        ),
        (
            "attacks",
            "12-11",
            "1+2",
            "these rules do not allow tapping your own hand",
        ),
        (
            "self-tap",
            "12-11",
            "1+1",
            "you have only one hand that shows 1, and a hand cannot meet itself",
        ),
        ("self-tap", "01-11", "0+1", "a dead hand cannot tap"),
        (
            "self-tap",
            "01-11",
            "1+0",
            "these rules do not allow tapping a dead hand",
        ),
        (
            "attacks",
            "02-11",
            "02=11",
            "these rules do not allow splits onto a dead hand",
        ),
        (
            "halves",
            "13-11",
            "13=22",
            "these rules do not allow splits between two live hands",
        ),
        (
            "halves",
            "04-11",
            "04=13",
            "these rules allow only splits into two equal parts",
        ),
        (
            "simple,divide=near",
            "04-11",
            "04=13",
            "these rules allow only splits into parts that differ by at most one",
        ),
        (
            "taps-split,hands=3",
            "013-111",
            "03=12",
            "these rules allow a split onto a dead hand only when exactly one of your hands is live",
        ),
        (
            "rollover",
            "13-11",
            "13=04",
            "these rules do not allow a split that leaves a hand empty",
        ),
        (
            "rollover",
            "13-11",
            "13=13",
            "the hands would stay as they are, and these rules do not allow passing",
        ),
        (
            "rollover,hands=3",
            "001-111",
            "00=00",
            "a split needs a live hand",
        ),
    ] {
        assert_eq!(
            refusal(text, position, played).to_string(),
            reason,
            "{text} {position} {played}"
        );
    }
}

#[test]
fn taps_with_the_same_hand_and_the_same_result_reach_different_positions() {
    // Ruby Quiz 120: merging them by hand and result, instead of by position, gives wrong values.
    let suicide = rules("suicide");
    let position = Position::parse("24-34", &suicide).unwrap();
    let after = |played: &str| {
        let played = Move::parse(played, 5).unwrap();
        let after = suicide.play(&position, played).unwrap();
        after.notation(5).to_string()
    };
    assert_eq!([after("2x3"), after("2x4")], ["04-24", "03-24"]);
    assert_eq!([after("2x3"), after("4x3")], ["04-24", "04-24"]);
}

#[test]
fn a_place_without_a_hand_and_one_hand_named_twice_are_refused() {
    let rules = rules("attacks,own-tap=on,hands=2:3");
    let refusal = |action| rules.resolve(rules.start(), action).unwrap_err();
    let missing = refusal(Action::Tap { with: 2, on: 0 });
    assert_eq!(missing, IllegalAction::NoSuchPlace { place: 2, hands: 2 });
    assert_eq!(
        missing.to_string(),
        "there is no hand at place 2: the places are 0 to 1"
    );
    assert_eq!(
        refusal(Action::Tap { with: 0, on: 3 }),
        IllegalAction::NoSuchPlace { place: 3, hands: 3 }
    );
    assert_eq!(
        refusal(Action::OwnTap { with: 1, on: 1 }),
        IllegalAction::SamePlace(1)
    );
    assert_eq!(
        refusal(Action::Split {
            hands: [0, 1],
            to: Pair::new(0, 2)
        }),
        IllegalAction::Move(IllegalMove::Transfer)
    );
}
