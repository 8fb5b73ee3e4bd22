//! Games: undo and redo, repetition, outcomes, and the record.

use proptest::prelude::*;
use waribashi::{Game, Move, Outcome, PlayError, Position, Reason, Repetition, Rules, Side, Value};
use waribashi_suite::random::{any_game, any_large_rules, any_rules};

fn rules(text: &str) -> Rules {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn played(rules: Rules, moves: &str) -> Game {
    let fingers = rules.fingers;
    let mut game = Game::new(rules);
    for played in moves.split_whitespace() {
        game.play(Move::parse(played, fingers).unwrap())
            .unwrap_or_else(|error| panic!("{played}: {error}"));
    }
    game
}

fn position(game: &Game) -> String {
    game.position().notation(game.rules().fingers).to_string()
}

/// All that can be seen of a game but what may be played again.
fn seen(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    let positions: Vec<(Side, Position)> = game
        .positions()
        .map(|(side, position)| (side, position.clone()))
        .collect();
    let occurrences: Vec<u32> = positions
        .iter()
        .map(|(side, position)| game.occurrences(*side, position))
        .collect();
    let drawn_next: Vec<(Side, Position)> = game
        .drawn_next()
        .map(|(side, position)| (side, position.clone()))
        .collect();
    (
        (positions, occurrences, drawn_next),
        game.moves().to_vec(),
        game.to_move(),
        game.outcome(),
        game.legal_moves(),
        game.record(),
    )
}

fn some_game() -> impl Strategy<Value = Game> {
    prop_oneof![any_rules(), any_rules(), any_large_rules()]
        .prop_flat_map(|rules| any_game(rules, 0..=40))
}

proptest! {
    #[test]
    fn undo_after_do_is_the_identity_for_every_move(game in some_game()) {
        for played in game.legal_moves().into_iter().take(200) {
            let mut after = game.clone();
            after.play(played).unwrap();
            let mut back = after.clone();
            prop_assert_eq!(back.undo(), Some(played));
            prop_assert_eq!(seen(&back), seen(&game));
            // Played again in either way it is the same game, counts of repetition included.
            let mut again = back.clone();
            prop_assert_eq!(again.redo(), Some(played));
            prop_assert_eq!(&again, &after);
            back.play(played).unwrap();
            prop_assert_eq!(&back, &after);
            // Nor does anything stay behind when another move follows.
            for other in game.legal_moves().into_iter().take(3) {
                let mut elsewhere = after.clone();
                elsewhere.undo();
                elsewhere.play(other).unwrap();
                let mut straight = game.clone();
                straight.play(other).unwrap();
                prop_assert_eq!(elsewhere, straight);
            }
        }
    }

    #[test]
    fn all_moves_can_be_taken_back_and_played_again(game in some_game()) {
        let mut back = game.clone();
        let mut moves: Vec<Move> = std::iter::from_fn(|| back.undo()).collect();
        moves.reverse();
        prop_assert_eq!(&moves[..], game.moves());
        prop_assert!(!back.can_undo());
        prop_assert_eq!(back.position(), game.start());
        prop_assert_eq!(back.repeated(), 1);
        while back.can_redo() {
            prop_assert!(back.redo().is_some());
        }
        prop_assert_eq!(back, game);
    }

    #[test]
    fn a_move_played_after_undo_cannot_be_followed_by_redo(mut game in some_game()) {
        prop_assume!(game.undo().is_some());
        let other = game.legal_moves()[0];
        game.play(other).unwrap();
        prop_assert!(!game.can_redo());
        let before = game.clone();
        prop_assert_eq!(game.redo(), None);
        prop_assert_eq!(game, before);
    }

    #[test]
    fn turns_alternate_and_every_position_follows_by_its_move(game in some_game()) {
        let positions: Vec<_> = game.positions().collect();
        prop_assert_eq!(positions.len(), game.len() + 1);
        for (pair, &played) in positions.windows(2).zip(game.moves()) {
            let [(side, before), (next, after)] = pair else { unreachable!() };
            prop_assert_eq!(*next, !*side);
            prop_assert_eq!(game.rules().play(before, played).unwrap(), (*after).clone());
        }
        prop_assert_eq!(positions.last().unwrap().1, game.position());
        prop_assert_eq!(positions.last().unwrap().0, game.to_move());
    }

    #[test]
    fn repetition_is_counted_with_the_turn(game in some_game()) {
        let here = (game.to_move(), game.position());
        let times = game.positions().filter(|at| *at == here).count();
        prop_assert_eq!(game.repeated() as usize, times);
        let limit = match game.rules().repetition {
            Repetition::None => u32::MAX,
            Repetition::Nth(n) => n,
        };
        prop_assert!(game.repeated() <= limit);
        let drawn = game.outcome().is_some_and(|outcome| outcome.reason == Reason::Repetition);
        let over = game.rules().finished(game.position()).is_some();
        prop_assert_eq!(drawn, !over && game.repeated() == limit);
    }

    #[test]
    fn a_move_to_a_position_drawn_next_draws(game in some_game()) {
        let drawn_next: Vec<(Side, Position)> =
            game.drawn_next().map(|(side, position)| (side, position.clone())).collect();
        for played in game.legal_moves().into_iter().take(200) {
            let mut after = game.clone();
            after.play(played).unwrap();
            let repeats = drawn_next.contains(&(after.to_move(), after.position().clone()));
            let drawn = after.outcome().is_some_and(|outcome| outcome.winner.is_none());
            prop_assert_eq!(drawn, repeats);
        }
    }

    #[test]
    fn the_game_is_worth_the_same_to_both_with_opposite_signs(game in some_game()) {
        if let Some(outcome) = game.outcome() {
            prop_assert_eq!(outcome.value_for(Side::First), -outcome.value_for(Side::Second));
            prop_assert!(game.legal_moves().is_empty());
            prop_assert_eq!(
                game.rules().finished(game.position()).unwrap_or(Value::Draw),
                outcome.value_for(game.to_move())
            );
        } else {
            prop_assert!(!game.legal_moves().is_empty());
        }
    }

    #[test]
    fn a_game_that_is_over_takes_no_move(mut game in some_game()) {
        if let Some(outcome) = game.outcome() {
            let before = game.clone();
            let any = Move::Tap { with: 1, on: 1 };
            prop_assert_eq!(game.play(any), Err(PlayError::Over(outcome)));
            prop_assert_eq!(game.agree_draw(), Err(PlayError::Over(outcome)));
            prop_assert_eq!(game, before);
        }
    }

    #[test]
    fn an_illegal_move_leaves_the_game_as_it_was(mut game in some_game()) {
        let nobody = Move::Tap { with: 0, on: 0 };
        let before = game.clone();
        prop_assert!(game.play(nobody).is_err());
        prop_assert_eq!(game, before);
    }

    #[test]
    fn a_record_replays(mut game in some_game(), agree in any::<bool>()) {
        if agree && game.outcome().is_none() {
            game.agree_draw().unwrap();
        }
        prop_assert_eq!(Game::replay(&game.record()).unwrap(), game);
    }

    #[test]
    fn a_record_with_another_result_is_refused(game in some_game()) {
        let result = |game: &Game| {
            let record = game.record();
            record.lines().last().unwrap().to_string()
        };
        let own = result(&game);
        for other in ["open", "first wins: dead", "second wins: dead", "draw: repetition"] {
            let line = format!("result: {other}");
            if line != own {
                let record = game.record().replace(&own, &line);
                prop_assert!(Game::replay(&record).is_err(), "{}", record);
            }
        }
    }
}

#[test]
fn the_winning_tap_can_be_taken_back() {
    let mut game = played(rules("self-tap"), "1x1 1x1 2x1 3+2 2x3");
    assert_eq!(
        game.outcome(),
        Some(Outcome {
            winner: Some(Side::First),
            reason: Reason::Dead
        })
    );
    assert_eq!(game.undo(), Move::parse("2x3", 5).ok());
    assert_eq!(game.to_move(), Side::First);
    assert_eq!(position(&game), "12-03");
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_split_can_be_taken_back() {
    let start = rules("rollover,start=04-11");
    let mut game = played(start.clone(), "04=22");
    assert_eq!(position(&game), "11-22");
    assert_eq!(game.undo(), Move::parse("04=22", 5).ok());
    assert_eq!(seen(&game), seen(&Game::new(start)));
}

#[test]
fn nothing_played_nothing_taken_back() {
    let mut game = Game::new(rules("self-tap"));
    assert!(!game.can_undo());
    assert_eq!(game.undo(), None);
    assert!(!game.can_redo());
    assert_eq!(game.redo(), None);
    assert_eq!(game, Game::new(rules("self-tap")));
}

#[test]
fn the_same_hands_with_the_other_player_to_move_are_no_repetition() {
    // 11-12 comes up for the second player, then for the first.
    let game = played(rules("self-tap,start=11-11"), "1+1");
    let other =
        Game::from_position(rules("self-tap"), game.position().clone(), Side::First).unwrap();
    assert_eq!(game.occurrences(Side::Second, other.position()), 1);
    assert_eq!(game.occurrences(Side::First, other.position()), 0);
    assert_eq!(other.occurrences(Side::First, other.position()), 1);
    assert_eq!(other.occurrences(Side::Second, other.position()), 0);
}

#[test]
fn a_repetition_draws_at_the_occurrence_that_the_rule_names() {
    let cycle = "1x1 2x1 3x1 2+4";
    for (rule, ends_after) in [("first", 0), ("threefold", 1), ("4", 2), ("9", 7)] {
        let rules = rules(&format!("self-tap,repetition={rule}"));
        let open = format!("{cycle}{}", " 3x1 2+4".repeat(ends_after));
        let game = played(rules.clone(), &open);
        assert_eq!(
            game.outcome().map(|outcome| outcome.to_string()),
            Some("draw: repetition".to_string()),
            "{rule}"
        );
        assert_eq!(game.repeated() as usize, ends_after + 2, "{rule}");
        // One ply less is no draw yet.
        let mut before = game;
        before.undo();
        assert_eq!(before.outcome(), None, "{rule}");
    }
    let endless = format!("{cycle}{}", " 3x1 2+4".repeat(100));
    let game = played(rules("self-tap,repetition=none"), &endless);
    assert_eq!(game.outcome(), None);
    assert_eq!(game.repeated(), 102);
}

#[test]
fn drawn_next_is_what_has_occurred_once_less_than_the_rule_allows() {
    let drawn_next = |rules: &str, moves: &str| -> Vec<String> {
        let game = played(rules.parse().unwrap(), moves);
        let mut all: Vec<String> = game
            .drawn_next()
            .map(|(side, position)| format!("{side} {}", position.notation(5)))
            .collect();
        all.sort();
        all
    };
    let cycle = "1x1 2x1 3x1 2+4";
    assert_eq!(
        drawn_next("self-tap", "1x1 2x1 3x1"),
        ["first 11-11", "first 13-12", "second 12-11", "second 24-13"]
    );
    assert_eq!(
        drawn_next("self-tap,repetition=threefold", cycle),
        ["first 13-12"]
    );
    let none: [&str; 0] = [];
    assert_eq!(drawn_next("self-tap,repetition=threefold", "1x1"), none);
    assert_eq!(drawn_next("self-tap,repetition=none", cycle), none);
}

#[test]
fn who_empties_his_hands_wins_under_the_goal_empty() {
    let misere = rules("misere,start=04-04");
    let game = played(misere, "4x4");
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Side::Second));
    assert_eq!(outcome.to_string(), "second wins: dead");
    let ten = rules("ten,start=09-12");
    let outcome = played(ten, "9x1").outcome().unwrap();
    assert_eq!(outcome.winner, Some(Side::First));
}

#[test]
fn an_agreed_draw_ends_the_game_until_a_move_is_taken_back() {
    let mut game = played(rules("self-tap"), "1x1");
    game.agree_draw().unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.to_string(), "draw: agreed");
    assert_eq!(
        game.play(Move::Tap { with: 1, on: 1 })
            .unwrap_err()
            .to_string(),
        "the game is over (draw: agreed)"
    );
    game.undo();
    assert_eq!(game.outcome(), None);
    assert_eq!(seen(&game), seen(&Game::new(rules("self-tap"))));
}

#[test]
fn a_game_starts_from_any_position_of_its_rules_only() {
    let from = |rules: &str, text: &str, side| {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse(text, &rules).unwrap();
        Game::from_position(rules, position, side)
    };
    assert_eq!(
        from("self-tap", "13-01", Side::Second).unwrap().to_move(),
        Side::Second
    );
    let finished = from("self-tap", "00-01", Side::Second).unwrap();
    assert_eq!(finished.outcome().unwrap().winner, Some(Side::First));
    assert!(from("attacks,hands=2:3", "111-11", Side::Second).is_ok());
    assert_eq!(
        from("attacks,hands=2:3", "111-11", Side::First)
            .unwrap_err()
            .to_string(),
        "the start gives the first player 3 hands where the rules give him 2: change start or hands"
    );
    let five = Position::parse("14-11", &rules("attacks")).unwrap();
    assert_eq!(
        Game::from_position(rules("attacks,fingers=4"), five, Side::First)
            .unwrap_err()
            .to_string(),
        "a hand shows 4 at the start, but a hand is out at fingers=4"
    );
}

const RECORD: &str = "rules: fingers=5,hands=2:2,start=11-11,overflow=rollover,own-tap=on,dead-target=off,\
    adds=tapped,goal=survive,divide=off,transfer=off,lone-divide=off,empty-by-split=off,\
    pass-by-split=off,repetition=first\n\
    start: 11-11\n\
    to move: first\n\
    moves: 1x1 1x1 2x1 3+2 2x3\n\
    result: first wins: dead\n";

#[test]
fn a_record_says_rules_start_moves_and_result() {
    let game = played(rules("self-tap"), "1x1 1x1 2x1 3+2 2x3");
    assert_eq!(game.record(), RECORD);
    let commented = format!("# a note\n\n{}\n", RECORD.replace('\n', "\r\n"));
    assert_eq!(Game::replay(&commented), Ok(game));
}

#[test]
fn a_tampered_record_is_refused_with_the_place() {
    let refusal = |from: &str, to: &str| {
        assert!(RECORD.contains(from));
        let record = RECORD.replacen(from, to, 1);
        Game::replay(&record).unwrap_err().to_string()
    };
    assert_eq!(
        refusal("1x1 1x1", "1x1 1x4"),
        "move 2 of the record, 1x4: the other player has no hand that shows 4"
    );
    assert_eq!(
        refusal(" 2x3\n", " 2x3 1x1\n"),
        "move 6 of the record, 1x1: the game is over (first wins: dead)"
    );
    assert_eq!(
        refusal(" 2x3\n", "\n"),
        "the record says \"first wins: dead\", but its moves lead to \"open\""
    );
    assert_eq!(
        refusal("first wins: dead", "second wins: dead"),
        "the record says \"second wins: dead\", but its moves lead to \"first wins: dead\""
    );
    assert_eq!(
        refusal("first wins: dead", "draw: agreed"),
        "the record says \"draw: agreed\", but its moves lead to \"first wins: dead\""
    );
    let repetition = refusal("repetition=first", "repetition=0");
    assert!(
        repetition.ends_with(
            "repetition=0\": repetition=0: a position can be repeated the 2nd time at the earliest; \
             use none or 2 and more"
        ),
        "{repetition}"
    );
    assert_eq!(
        refusal("start: 11-11", "start: 11-1"),
        "position \"11-1\", at its end: expected 2 hands, not fewer (for example: 11-11)"
    );
    assert_eq!(
        refusal("to move: first", "to move: third"),
        "line 3 of the record: expected \"to move: first\" or \"to move: second\""
    );
    assert_eq!(
        refusal("moves:", "move:"),
        "line 4 of the record: expected \"moves: ...\""
    );
    assert_eq!(
        refusal("result: first wins: dead\n", ""),
        "line 5 of the record: expected \"result: ...\""
    );
    assert_eq!(
        refusal(
            "result: first wins: dead\n",
            "result: first wins: dead\nstart: 11-11\n"
        ),
        "line 6 of the record: expected the end of the record"
    );
}
