//! What the routes answer.

mod asking;

use std::collections::HashMap;

use asking::{Told, ask, ask_with, encoded, usual};
use axum::http::{Method, StatusCode};
use proptest::prelude::*;
use serde_json::json;
use waribashi::{Game, PRESETS, Rules, Side};
use waribashi_server::{
    LONGEST_URL, MOST_MOVES, MOST_SMALL,
    json::{PositionJudgedJson, ShownJson},
    play,
};
use waribashi_solve::{Demand, Engine, Opponent, Oracle, Solution, Style, Task};

const PATHS: [&str; 6] = [
    "/",
    "/api/v1/rules",
    "/api/v1/rules?rules=suicide",
    "/api/v1/position?rules=self-tap&moves=1x1",
    "/api/v1/solution?rules=self-tap",
    "/api/v1/graph?rules=self-tap&kind=mistakes",
];

fn position_path(rules: &Rules, game: &Game) -> String {
    let fingers = rules.fingers;
    format!(
        "/api/v1/position?rules={}&start={}&moves={}",
        encoded(&rules.to_string()),
        encoded(&game.start().notation(fingers).to_string()),
        encoded(&waribashi_server::in_a_row(game.moves(), fingers))
    )
}

#[tokio::test]
async fn a_win_that_the_repetition_rule_voids_is_not_promised() {
    let router = usual();
    let path = "/api/v1/position?rules=self-tap&moves=1x1+1%2B2+1x3+4x1+1x1+2%2B4+1x2";
    let told = ask(&router, path).await.json();
    assert_eq!(told["position"], "13-01");
    assert_eq!(told["to_move"], "second");
    assert_eq!(told["value"], "draw");
    assert_eq!(told["table"], json!({ "value": "win", "distance": 5 }));
    assert!(
        told["difference"]
            .as_str()
            .unwrap()
            .contains("repeats a position")
    );
    let repeats = told["moves"]
        .as_array()
        .unwrap()
        .iter()
        .find(|played| played["move"] == "1+3");
    assert_eq!(repeats.unwrap()["ends"], "repetition");
    assert_eq!(repeats.unwrap()["mistakes"], json!([0, 1]));
}

#[tokio::test]
async fn whole_games_are_answered_as_the_library_answers_them() {
    let router = usual();
    for text in [
        "self-tap",
        "suicide",
        "ten",
        "school,repetition=threefold",
        "attacks,hands=2:3,repetition=first",
    ] {
        let rules: Rules = text.parse().unwrap();
        let solution = Solution::new(&rules, Task::default()).unwrap();
        let mut game = Game::new(rules.clone());
        for seed in 0..40 {
            let told = ask(&router, &position_path(&rules, &game)).await;
            let (answer, mistakes) = solution.answer_and_mistakes(&game);
            let expected = PositionJudgedJson::new(&game, &answer, &mistakes);
            assert_eq!(
                told.json(),
                serde_json::to_value(expected).unwrap(),
                "{text}"
            );
            let chosen = Opponent::new(Style::Random, seed).choose(&solution, &game);
            let Some(chosen) = chosen else { break };
            game.play(chosen).unwrap();
        }
    }
}

#[tokio::test]
async fn a_game_that_is_over_says_how_and_has_no_moves() {
    let router = usual();
    let path = "/api/v1/position?rules=simple,fingers=2,hands=1&moves=1x1";
    let told = ask(&router, path).await.json();
    assert_eq!(
        told["outcome"],
        json!({ "winner": "first", "reason": "dead" })
    );
    assert_eq!(
        (&told["value"], &told["distance"]),
        (&json!("loss"), &json!(0))
    );
    assert_eq!(told["moves"], json!([]));
}

#[tokio::test]
async fn the_position_has_what_show_prints() {
    let rules = Rules::default();
    let game = play(&rules, None, "1x1 1+2").unwrap();
    let solution = Solution::new(&rules, Task::default()).unwrap();
    let shown = serde_json::to_value(ShownJson::new(&game, &solution.answer_in(&game))).unwrap();
    let told = ask(&usual(), &position_path(&rules, &game)).await.json();
    for (key, value) in shown.as_object().unwrap() {
        if key != "moves" {
            assert_eq!(&told[key], value, "{key}");
        }
    }
    for (shown, told) in shown["moves"]
        .as_array()
        .unwrap()
        .iter()
        .zip(told["moves"].as_array().unwrap())
    {
        for (key, value) in shown.as_object().unwrap() {
            assert_eq!(&told[key], value, "{key}");
        }
    }
}

#[tokio::test]
async fn a_solution_says_of_every_position_what_the_library_says() {
    let router = usual();
    for text in [
        "self-tap",
        "halves",
        "misere",
        "attacks,hands=1:2,own-tap=on",
    ] {
        let rules: Rules = text.parse().unwrap();
        let solution = Solution::new(&rules, Task::default()).unwrap();
        let told = ask(&router, &format!("/api/v1/solution?rules={text}"))
            .await
            .json();
        let positions = told["positions"].as_array().unwrap();
        let values = told["values"].as_str().unwrap().as_bytes();
        let finished = told["finished"].as_str().unwrap().as_bytes();
        assert_eq!(positions.len(), solution.compiled().len(), "{text}");
        let start = told["start"].as_u64().unwrap() as usize;
        assert_eq!(
            positions[start],
            rules.start().notation(rules.fingers).to_string()
        );
        for id in 0..positions.len() {
            let position = solution.compiled().position(id);
            assert_eq!(positions[id], position.notation(rules.fingers).to_string());
            let mover = rules.mover(&position);
            match told["movers"].as_str() {
                None => assert_eq!(rules.hands[0], rules.hands[1]),
                Some(movers) => {
                    assert_eq!(movers.as_bytes()[id] == b's', mover == Side::Second);
                }
            }
            let answer = solution.answer(&position);
            assert_eq!(
                char::from(values[id]),
                answer.label.value.to_string().chars().next().unwrap()
            );
            assert_eq!(
                told["distances"][id],
                json!(answer.label.distance),
                "{text} {position:?}"
            );
            assert_eq!(finished[id] == b'1', answer.outcome.is_some());
            let moves = told["moves"][id].as_array().unwrap();
            let legal = if answer.outcome.is_some() {
                Vec::new()
            } else {
                rules.moves(&position)
            };
            assert_eq!(moves.len(), legal.len());
            let game = Game::from_position(rules.clone(), position.clone(), mover).unwrap();
            for (told, played) in moves.iter().zip(legal) {
                assert_eq!(told[0], played.notation(rules.fingers).to_string());
                let to = rules.play(&position, played).unwrap();
                assert_eq!(told[1], solution.compiled().index(&to));
                let styles = [Style::Careful, Style::Greedy, Style::Beginner];
                let bits = styles.iter().zip([1, 2, 4]);
                let content: u8 = bits
                    .filter(|(style, _)| style.content_with(&game).contains(&played))
                    .map(|(_, bit)| bit)
                    .sum();
                assert_eq!(told[2], content);
            }
        }
    }
}

#[tokio::test]
async fn every_preset_is_told_and_the_small_ones_are_given_whole() {
    let router = usual();
    let listing = ask(&router, "/api/v1/rules").await.json();
    let by_name: HashMap<&str, _> = listing["presets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|told| (told["preset"].as_str().unwrap(), told))
        .collect();
    for preset in PRESETS {
        let told = by_name[preset.name];
        let rules = preset.rules();
        assert_eq!(told["rules"], rules.to_string());
        assert_eq!(told["source"], preset.source);
        let count = Demand::of(&rules, Engine::Queue, true).positions;
        assert_eq!(told["positions"], count as u64);
        assert_eq!(told["small"], count <= MOST_SMALL);
        let solution = ask(&router, &format!("/api/v1/solution?rules={}", preset.name)).await;
        let expected = if count <= MOST_SMALL {
            StatusCode::OK
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        };
        assert_eq!(solution.status, expected, "{}", preset.name);
        let position = ask(&router, &format!("/api/v1/position?rules={}", preset.name)).await;
        assert_eq!(position.status, StatusCode::OK, "{}", preset.name);
    }
    assert_eq!(
        listing["axes"].as_array().unwrap().len(),
        waribashi::AXES.len()
    );
}

#[tokio::test]
async fn graphs_have_a_group_for_each_position_that_says_which_it_is() {
    let router = usual();
    for kind in [
        "optimal",
        "first",
        "second",
        "mistakes",
        "full",
        "mistakes&side=second",
    ] {
        let told = ask(
            &router,
            &format!("/api/v1/graph?rules=self-tap&kind={kind}"),
        )
        .await;
        assert_eq!(
            (told.status, told.header("content-type")),
            (StatusCode::OK, "image/svg+xml")
        );
        let svg = String::from_utf8(told.body).unwrap();
        assert!(svg.contains(r#"data-position="11-11""#), "{kind}");
        assert!(svg.contains(r#"data-turn="first""#), "{kind}");
    }
    let from = ask(
        &router,
        "/api/v1/graph?rules=self-tap&kind=optimal&start=12-11",
    )
    .await;
    assert!(String::from_utf8(from.body).unwrap().contains("From 12-11"));
}

/// Texts that are nearly rules, positions and moves, and some that are nothing like them.
fn any_text() -> impl Strategy<Value = String> {
    let pieces = [
        "self-tap",
        "many",
        "cards",
        ",",
        "=",
        "hands",
        "fingers",
        "start",
        "1",
        "2",
        "11",
        "99",
        ":",
        "-",
        "x",
        "+",
        "11-11",
        "1x1",
        "1+1",
        "04=22",
        " ",
        "repetition",
        "first",
        "divide",
        "any",
        "18446744073709551616",
        "0",
        "é",
        "\0",
        "\u{202e}",
    ];
    prop_oneof![
        prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..6)
            .prop_map(|pieces| pieces.concat()),
        any::<String>(),
    ]
}

#[test]
fn no_text_makes_the_server_fail() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let router = runtime.block_on(async { usual() });
    proptest!(ProptestConfig::with_cases(300), |(rules in any_text(), start in any_text(), moves in any_text())| {
        let rules = [encoded("self-tap"), encoded(&rules)];
        for rules in rules {
            for path in [
                format!("position?rules={rules}&start={}&moves={}", encoded(&start), encoded(&moves)),
                format!("position?rules={rules}&moves={}", encoded(&moves)),
                format!("graph?rules={rules}&kind=mistakes&start={}", encoded(&start)),
                format!("rules?rules={rules}"),
            ] {
                let told = runtime.block_on(ask(&router, &format!("/api/v1/{path}")));
                prop_assert!([200, 400, 414, 422].contains(&told.status.as_u16()), "{path}: {told:?}");
            }
        }
    });
}

fn refused(told: &Told, status: StatusCode, words: &[&str]) {
    assert_eq!(told.status, status, "{told:?}");
    assert_eq!(told.header("content-type"), "application/json");
    assert_eq!(told.header("cache-control"), "no-store");
    let error = told.error();
    for word in words {
        assert!(error.contains(word), "{error}");
    }
}

#[tokio::test]
async fn bad_input_is_refused_with_the_place_what_was_expected_and_an_example() {
    let router = usual();
    for (path, words) in [
        (
            "/api/v1/position",
            &["missing field `rules`", "for example"][..],
        ),
        (
            "/api/v1/position?rules=",
            &["rules", "a preset", "for example"],
        ),
        (
            "/api/v1/position?rules=foo",
            &["rules \"foo\"", "character 1", "for example"],
        ),
        ("/api/v1/position?rules=self-tap,fingers=1", &["fingers=1"]),
        (
            "/api/v1/position?rules=self-tap&move=1x1",
            &["unknown field `move`", "moves"],
        ),
        (
            "/api/v1/position?rules=self-tap&rules=taps",
            &["duplicate field `rules`"],
        ),
        (
            "/api/v1/position?rules=self-tap&start=5-11",
            &["position \"5-11\"", "for example"],
        ),
        (
            "/api/v1/position?rules=self-tap&moves=1x1+7x1",
            &["move 2", "character 1", "for example"],
        ),
        (
            "/api/v1/position?rules=self-tap&moves=1x1+3x1",
            &["move 2", "\"3x1\" in 12-11", "expected one of 1x1"],
        ),
        (
            "/api/v1/position?rules=self-tap&moves=%FF",
            &["move 1", "for example"],
        ),
        ("/api/v1/rules?rules=a%00b", &["rules", "\\0"]),
        (
            "/api/v1/graph?rules=self-tap",
            &["missing field `kind`", "kind=optimal"],
        ),
        (
            "/api/v1/graph?rules=self-tap&kind=best",
            &["unknown variant `best`", "optimal"],
        ),
        (
            "/api/v1/graph?rules=self-tap&kind=full&start=9-9",
            &["start", "for example"],
        ),
    ] {
        refused(&ask(&router, path).await, StatusCode::BAD_REQUEST, words);
    }
    let many = vec!["1x1"; MOST_MOVES + 1].join("+");
    let path = format!("/api/v1/position?rules=self-tap&moves={many}");
    refused(
        &ask(&router, &path).await,
        StatusCode::BAD_REQUEST,
        &["1001 are too many", "1000"],
    );
    let long = format!("/api/v1/rules?rules={}", "x".repeat(LONGEST_URL));
    refused(
        &ask(&router, &long).await,
        StatusCode::URI_TOO_LONG,
        &["8192"],
    );
}

#[tokio::test]
async fn what_is_too_large_is_refused_with_the_figures_before_it_is_begun() {
    let router = usual();
    for (path, words) in [
        (
            "/api/v1/position?rules=attacks,hands=40",
            &["positions are too many", "hands=18 would fit"][..],
        ),
        (
            "/api/v1/position?rules=attacks,hands=18446744073709551615",
            &["positions are too many"],
        ),
        (
            "/api/v1/position?rules=cards,repetition=first",
            &["245025 positions", "50000", "repetition=none"],
        ),
        (
            "/api/v1/solution?rules=cards",
            &["245025 positions", "20000"],
        ),
        (
            "/api/v1/graph?rules=cards&kind=optimal",
            &["245025 positions", "20000"],
        ),
        ("/api/v1/graph?rules=ten&kind=full", &["at most 2000"]),
    ] {
        refused(
            &ask(&router, path).await,
            StatusCode::UNPROCESSABLE_ENTITY,
            words,
        );
    }
}

#[tokio::test]
async fn only_what_is_there_is_found_and_only_get_and_head_are_answered() {
    let router = usual();
    for path in [
        "/nothing",
        "/index.html/",
        "//",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/..\\Cargo.toml",
        "/package.json",
        "/%00",
        "/api/v1/",
        "/api/v2/rules",
        "/api/v1/rules/",
    ] {
        // What is no address at all does not come so far.
        if path.parse::<axum::http::Uri>().is_ok() {
            refused(
                &ask(&router, path).await,
                StatusCode::NOT_FOUND,
                &["nothing is at", "for example"],
            );
        }
    }
    for path in PATHS {
        for method in [
            Method::POST,
            Method::PUT,
            Method::DELETE,
            Method::OPTIONS,
            Method::TRACE,
        ] {
            let told = ask_with(&router, method, path, &[]).await;
            assert_eq!(told.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
            assert!(told.header("allow").contains("GET"), "{path}");
        }
        let (got, head) = (
            ask(&router, path).await,
            ask_with(&router, Method::HEAD, path, &[]).await,
        );
        assert_eq!(
            (head.status, head.body.len()),
            (StatusCode::OK, 0),
            "{path}"
        );
        assert_eq!(head.header("etag"), got.header("etag"));
        assert_eq!(head.header("content-length"), got.body.len().to_string());
    }
}

#[tokio::test]
async fn every_response_says_what_a_page_may_do_and_none_sets_a_cookie_or_lets_others_read() {
    let router = usual();
    for path in PATHS.into_iter().chain(["/nothing", "/api/v1/position"]) {
        let told = ask_with(
            &router,
            Method::GET,
            path,
            &[("origin", "https://example.org")],
        )
        .await;
        let policy = told.header("content-security-policy");
        let narrow = ["default-src 'self';", "default-src 'none';"];
        assert!(
            narrow.iter().any(|narrow| policy.starts_with(narrow)),
            "{path}: {policy}"
        );
        assert!(
            !policy.contains("unsafe-eval") && !policy.contains("script-src"),
            "{path}"
        );
        assert_eq!(told.header("x-content-type-options"), "nosniff");
        for absent in ["set-cookie", "access-control-allow-origin"] {
            assert_eq!(told.header(absent), "", "{path}");
        }
    }
}

#[tokio::test]
async fn other_sites_may_read_the_answers_only_where_that_is_asked_for() {
    let settings = waribashi_server::Settings {
        cors: Some("https://example.org".parse().unwrap()),
        ..Default::default()
    };
    let router = waribashi_server::router(settings);
    let told = ask(&router, "/api/v1/rules").await;
    assert_eq!(
        told.header("access-control-allow-origin"),
        "https://example.org"
    );
    assert_eq!(told.header("cross-origin-resource-policy"), "cross-origin");
    for text in [
        "",
        "example.org",
        "https://",
        "https://a b",
        "https://example.org/",
        "ftp://example.org",
        "https://u@h",
    ] {
        assert!(text.parse::<waribashi_server::Origin>().is_err(), "{text}");
    }
}

#[tokio::test]
async fn another_name_that_leads_to_this_machine_is_refused() {
    let router = usual();
    let host = |host: &'static str| {
        let router = router.clone();
        async move { ask_with(&router, Method::GET, "/", &[("host", host)]).await }
    };
    for name in ["localhost:7878", "127.0.0.1:1", "[::1]:7878"] {
        assert_eq!(host(name).await.status, StatusCode::OK, "{name}");
    }
    for name in ["example.org", "127.0.0.1.example.org:7878", "", "a b"] {
        refused(
            &host(name).await,
            StatusCode::MISDIRECTED_REQUEST,
            &["127.0.0.1", "--addr"],
        );
    }
    let any = waribashi_server::Settings {
        hosts: waribashi_server::Hosts::Any,
        ..Default::default()
    };
    let any = waribashi_server::router(any);
    let told = ask_with(&any, Method::GET, "/", &[("host", "example.org")]).await;
    assert_eq!(told.status, StatusCode::OK);
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_can_read_it_and_not_sent_again() {
    let router = usual();
    for path in &PATHS[1..] {
        let plain = ask(&router, path).await;
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        let packed = ask_with(
            &router,
            Method::GET,
            path,
            &[("accept-encoding", "gzip, br")],
        )
        .await;
        if plain.body.len() > 2000 {
            assert_eq!(packed.header("content-encoding"), "gzip", "{path}");
            assert!(
                packed
                    .header("vary")
                    .to_lowercase()
                    .contains("accept-encoding")
            );
            assert!(packed.body.len() < plain.body.len() / 2, "{path}");
            let mut read = String::new();
            let mut decoder = flate2::read::GzDecoder::new(&packed.body[..]);
            std::io::Read::read_to_string(&mut decoder, &mut read).unwrap();
            assert_eq!(read.as_bytes(), plain.body, "{path}");
        }
        let tag = plain.header("etag");
        let again = ask_with(&router, Method::GET, path, &[("if-none-match", tag)]).await;
        assert_eq!(
            (again.status, again.body.len()),
            (StatusCode::NOT_MODIFIED, 0),
            "{path}"
        );
        assert_eq!(again.header("etag"), tag);
    }
}

#[tokio::test]
async fn the_first_paint_and_the_first_game_take_less_than_100_kilobytes() {
    let router = usual();
    let mut bytes = 0;
    let mut seen: Vec<String> = Vec::new();
    let mut open: Vec<String> = ["/", "/api/v1/rules", "/api/v1/solution?rules=self-tap"]
        .map(String::from)
        .into();
    // The page, and whatever it and its scripts name, one after the other.
    while let Some(path) = open.pop() {
        if seen.contains(&path) {
            continue;
        }
        let packed = ask_with(&router, Method::GET, &path, &[("accept-encoding", "gzip")]).await;
        assert_eq!(packed.status, StatusCode::OK, "{path}");
        bytes += packed.body.len();
        if path == "/" || path.ends_with(".js") {
            let plain = ask(&router, &path).await;
            let text = String::from_utf8(plain.body).unwrap();
            let files = text.split(['"', '\'']).filter(|piece| {
                let endings = [".js", ".css", ".svg", ".ico", ".png", ".webmanifest"];
                let is_path = piece
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"./-_".contains(&byte));
                is_path
                    && endings
                        .iter()
                        .any(|ending| piece.len() > ending.len() && piece.ends_with(ending))
            });
            open.extend(files.map(|path| format!("/{}", path.trim_start_matches(['.', '/']))));
        }
        seen.push(path);
    }
    assert!(bytes < 100_000, "{bytes}");
}
