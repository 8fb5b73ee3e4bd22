//! `waribashi show`: a position, every move of it, and what its history makes of it.

mod program;

use program::run;
use serde_json::{Value as Json, json};
use waribashi_suite::Suite;

fn told(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    run.stdout
}

fn object(arguments: &[&str]) -> Json {
    serde_json::from_str(&told(arguments)).expect("JSON alone")
}

const HISTORY: &str = "1x1 1+2 1x3 4x1 1x1 2+4 1x2";

#[test]
fn a_position_is_shown_with_every_move_best_first() {
    insta::assert_snapshot!("a_position", told(&["show", "13-04"]));
    insta::assert_snapshot!("splits", told(&["show", "04-13", "--rules", "suicide"]));
    insta::assert_snapshot!(
        "ten",
        told(&["show", "1,9-3,5", "--rules", "ten,fingers=12"])
    );
}

#[test]
fn the_history_changes_the_value_and_that_is_said() {
    insta::assert_snapshot!("a_history", told(&["show", "--moves", HISTORY]));
}

#[test]
fn a_finished_game_is_said_to_be_over() {
    insta::assert_snapshot!("repetition", told(&["show", "--moves", "1x1 2x1 3x1 2+4"]));
    insta::assert_snapshot!("dead", told(&["show", "--moves", "1x1 1x1 2x1 3+2 2x3"]));
}

#[test]
fn the_json_is_the_object_documented() {
    assert_eq!(
        object(&["show", "--json", "--moves", HISTORY]),
        json!({
            "rules": waribashi::Rules::default().to_string(),
            "position": "13-01",
            "to_move": "second",
            "history": ["1x1", "1+2", "1x3", "4x1", "1x1", "2+4", "1x2"],
            "repeated": 1,
            "value": "draw",
            "distance": null,
            "table": {"value": "win", "distance": 5},
            "moves": [
                {"move": "1x1", "to": "02-13", "value": "draw", "distance": null, "losing_replies": 1, "ends": null},
                {"move": "3+1", "to": "01-34", "value": "draw", "distance": null, "losing_replies": 1, "ends": null},
                {"move": "1+3", "to": "01-14", "value": "draw", "distance": null, "losing_replies": null, "ends": "repetition"},
                {"move": "3x1", "to": "04-13", "value": "loss", "distance": 4, "losing_replies": 1, "ends": null},
            ],
        })
    );
}

#[test]
fn every_known_history_has_its_values() {
    for case in Suite::load().expect("the suite can be read").histories {
        let fingers = case.rules.fingers;
        let written: Vec<String> = case
            .moves()
            .iter()
            .map(|played| played.notation(fingers).to_string())
            .collect();
        let rules = case.rules.to_string();
        let shown = object(&[
            "show",
            "--json",
            "--rules",
            &rules,
            "--moves",
            &written.join(" "),
        ]);
        assert_eq!(
            shown["value"],
            case.exact.value.to_string(),
            "{}",
            case.name
        );
        assert_eq!(
            shown["distance"],
            json!(case.exact.distance),
            "{}",
            case.name
        );
        assert_eq!(
            shown["table"]["value"],
            case.table.value.to_string(),
            "{}",
            case.name
        );
        assert_eq!(
            shown["table"]["distance"],
            json!(case.table.distance),
            "{}",
            case.name
        );
        assert_eq!(shown["to_move"], case.to_move.to_string(), "{}", case.name);
    }
}

#[test]
fn without_moves_there_is_no_history_and_the_first_player_is_to_move() {
    let shown = object(&["show", "13-01", "--json"]);
    assert_eq!(shown["to_move"], "first");
    assert_eq!(shown["history"], json!([]));
    assert_eq!(shown["repeated"], 1);
    // The rule ends a game at the first repetition, and this position has been on the board: returning to
    // it draws, but nothing else is barred.
    assert_eq!(shown["value"], "win");
    assert_eq!(shown["distance"], 5);
}

#[test]
fn where_the_hands_differ_they_say_who_is_to_move() {
    let shown = object(&["show", "344-34", "--json", "--rules", "attacks,hands=2:3"]);
    assert_eq!(shown["to_move"], "second");
    assert_eq!(
        (&shown["value"], &shown["distance"]),
        (&json!("win"), &json!(15))
    );
}

#[test]
fn a_bad_move_is_refused_with_its_place_and_what_was_expected() {
    for (moves, reason) in [
        (
            "1x1 5x1",
            "--moves, move 2: move \"5x1\", at character 1, '5': expected a number of fingers from 0 to 4",
        ),
        (
            "1x1 4x1",
            "--moves, move 2, \"4x1\" in 12-11: you have no hand that shows 4; expected one of 1x1 2x1 1+2 2+1",
        ),
        (
            "1x1 1x1 2x1 3+2 2x3 1x1",
            "move 6, \"1x1\" in 00-12: the game is over (first wins: dead); none can be played",
        ),
    ] {
        let run = run(&["show", "--moves", moves]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{moves}");
        assert!(run.stderr.contains(reason), "{moves}: {}", run.stderr);
    }
}
