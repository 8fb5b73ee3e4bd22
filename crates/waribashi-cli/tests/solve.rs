//! `waribashi solve`: the verdict and the counts, as text and as JSON.

mod program;

use program::run;
use serde_json::{Value as Json, json};
use waribashi_suite::Suite;

fn told(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    run.stdout
}

/// What `solve` prints but for its last paragraph, which tells the speed.
fn without_speed(arguments: &[&str]) -> String {
    let told = told(arguments);
    let (told, speed) = told.trim_end().rsplit_once("\n\n").expect("paragraphs");
    assert!(speed.starts_with("Solved by the engine "), "{speed}");
    told.to_string()
}

fn object(arguments: &[&str]) -> Json {
    serde_json::from_str(&told(arguments)).expect("JSON alone")
}

#[test]
fn where_no_game_ends_the_longest_distance_is_null_not_zero() {
    let rules = "self-tap,fingers=8,hands=2:1,start=04-7,transfer=any";
    for engine in ["queue", "rows"] {
        let relative = &object(&["solve", rules, "--json", "--engine", engine])["relative"];
        let ends = ["finished", "win", "loss", "longest"].map(|key| &relative[key]);
        assert_eq!(ends, [&json!(0), &json!(0), &json!(0), &Json::Null]);
    }
}

#[test]
fn the_json_of_every_known_rule_set_gives_its_row() {
    let suite = Suite::load().expect("the suite can be read");
    assert!(suite.tables.len() >= 17);
    for case in suite.tables {
        for engine in ["auto", "queue", "rows"] {
            let rules = case.rules.to_string();
            let solved = object(&["solve", &rules, "--json", "--engine", engine]);
            assert_eq!(solved["rules"], rules, "{}", case.name);
            assert_eq!(
                solved["value"],
                case.start.value.to_string(),
                "{}",
                case.name
            );
            assert_eq!(
                solved["distance"],
                json!(case.start.distance),
                "{}",
                case.name
            );
            assert_eq!(solved["scope"], "reachable", "{}", case.name);
            let known = case.relative;
            assert_eq!(
                solved["relative"],
                json!({
                    "positions": known.positions, "finished": known.finished,
                    "edges": known.edges, "actions": known.actions,
                    "win": known.win, "loss": known.loss, "draw": known.draw,
                    "longest": known.longest,
                }),
                "{}",
                case.name
            );
            let known = case.tagged;
            assert_eq!(
                solved["tagged"],
                json!({
                    "positions": known.positions, "finished": known.finished,
                    "edges": known.edges, "actions": known.actions,
                    "first": known.first, "second": known.second, "draw": known.draw,
                    "canonical": known.canonical, "unreachable": known.unreachable,
                }),
                "{}",
                case.name
            );
        }
    }
}

#[test]
fn the_json_has_the_keys_documented_and_in_that_order() {
    let keys = |object: &Json| -> Vec<String> {
        object
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    let solved = object(&["solve", "--json"]);
    assert_eq!(
        keys(&solved),
        [
            "rules",
            "start",
            "value",
            "distance",
            "scope",
            "relative",
            "tagged",
            "moves",
            "engine",
            "threads",
            "seconds",
            "positions_per_second"
        ]
    );
    assert_eq!(
        solved["moves"],
        json!([
            {"move": "1x1", "to": "12-11", "value": "draw", "distance": null},
            {"move": "1+1", "to": "11-12", "value": "loss", "distance": 10},
        ])
    );
    assert_eq!(solved["engine"], "queue");
}

#[test]
fn the_verdict_of_the_default_game_is_told_in_words() {
    insta::assert_snapshot!("self_tap", without_speed(&["solve"]));
}

#[test]
fn a_lost_game_is_told_with_its_longest_win() {
    insta::assert_snapshot!("suicide", without_speed(&["solve", "suicide"]));
}

#[test]
fn different_hands_and_large_rule_sets_are_told() {
    insta::assert_snapshot!(
        "two_against_three",
        without_speed(&["solve", "attacks,hands=2:3"])
    );
    let all = without_speed(&[
        "solve",
        "attacks,hands=10",
        "--values-only",
        "--scope",
        "all",
    ]);
    insta::assert_snapshot!("all_values_only", all);
}

#[test]
fn counts_that_a_scope_does_not_have_are_null() {
    let all = object(&["solve", "--json", "--scope", "all"]);
    assert_eq!(all["scope"], "all");
    assert_eq!(all["tagged"]["positions"], 450);
    assert_eq!(all["tagged"]["unreachable"], Json::Null);
    let values = object(&["solve", "suicide", "--json", "--values-only"]);
    assert_eq!(values["value"], "loss");
    assert_eq!(values["distance"], Json::Null);
    assert_eq!(values["relative"]["longest"], Json::Null);
    assert_eq!(values["moves"][0]["distance"], Json::Null);
}

#[test]
fn the_theorem_answers_where_nothing_else_could() {
    let rules = "many,hands=18446744073709551615:18446744073709551614";
    let solved = object(&["solve", rules, "--json"]);
    assert_eq!(solved["engine"], "closed");
    assert_eq!(solved["value"], "win");
    assert_eq!(solved["relative"], Json::Null);
    for hands in ["3:3", "4:4", "4:3", "3:4"] {
        let rules = format!("many,hands={hands}");
        let by_theorem = object(&["solve", &rules, "--json", "--engine", "closed"]);
        let by_search = object(&["solve", &rules, "--json", "--engine", "queue"]);
        assert_eq!(by_theorem["value"], by_search["value"], "{rules}");
    }
    let run = run(&["solve", "suicide", "--engine", "closed"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("--engine closed decides the rules of many only")
    );
}

#[test]
fn a_start_is_any_position_in_any_order_of_the_hands() {
    let solved = object(&["solve", "--json", "--start", "21-11"]);
    assert_eq!(solved["start"], "12-11");
    assert_eq!(solved, {
        let mut same = object(&["solve", "--json", "--start", "1211"]);
        same["seconds"] = solved["seconds"].clone();
        same["positions_per_second"] = solved["positions_per_second"].clone();
        same
    });
}

#[test]
fn a_bad_start_is_refused_with_the_reason() {
    for (start, reason) in [
        (
            "9,-3,0,0,P1",
            "at character 1, '9': expected a number of fingers from 0 to 4",
        ),
        ("111-11", "expected 2 hands, not more"),
        ("00-11", "the first player has no live hand at the start"),
        ("11-00", "the second player has no live hand at the start"),
    ] {
        let run = run(&["solve", "--start", start]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{start}");
        assert!(run.stderr.contains(reason), "{start}: {}", run.stderr);
        assert!(
            run.stderr.contains("for example: 11-11"),
            "{start}: {}",
            run.stderr
        );
    }
}

#[test]
fn too_much_memory_is_refused_with_the_figures_before_anything_is_done() {
    let run = run(&["solve", "attacks,hands=30", "--memory", "64MiB"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.contains("2,150,733,376 positions"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("may use 64.0 MiB; hands="),
        "{}",
        run.stderr
    );
}

#[test]
fn the_same_values_come_from_any_number_of_threads() {
    let strip = |mut solved: Json| {
        for key in ["threads", "seconds", "positions_per_second"] {
            solved[key] = Json::Null;
        }
        solved
    };
    let with = |threads| {
        strip(object(&[
            "solve",
            "rollover,hands=4",
            "--json",
            "--engine",
            "rows",
            "--threads",
            threads,
        ]))
    };
    assert_eq!(with("1"), with("4"));
}
