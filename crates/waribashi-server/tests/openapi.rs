//! The description of the routes says what they do.

mod asking;

use asking::{ask, usual};
use axum::http::StatusCode;
use serde_json::{Value as Json, json};

/// What responses of a route and a status look like, as a schema that stands alone.
fn schema(description: &Json, path: &str, status: StatusCode) -> Option<Json> {
    let responses = &description["paths"][path]["get"]["responses"];
    let content = &responses[status.as_str()]["content"];
    let schema = content.get("application/json")?.get("schema")?;
    Some(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "allOf": [schema],
        "components": description["components"],
    }))
}

const ASKED: [(&str, StatusCode); 24] = [
    ("/api/v1/rules", StatusCode::OK),
    ("/api/v1/rules?rules=school", StatusCode::OK),
    (
        "/api/v1/rules?rules=suicide,fingers=6,hands=2:3",
        StatusCode::OK,
    ),
    (
        "/api/v1/rules?rules=many,hands=1000000000000000000",
        StatusCode::OK,
    ),
    ("/api/v1/rules?rules=nothing", StatusCode::BAD_REQUEST),
    ("/api/v1/position?rules=self-tap", StatusCode::OK),
    (
        "/api/v1/position?rules=self-tap&moves=1x1+1%2B2+1x3+4x1+1x1+2%2B4+1x2",
        StatusCode::OK,
    ),
    (
        "/api/v1/position?rules=self-tap&start=22-24&moves=2x2",
        StatusCode::OK,
    ),
    (
        "/api/v1/position?rules=suicide&start=01-04&moves=1x4",
        StatusCode::OK,
    ),
    ("/api/v1/position?rules=cards", StatusCode::OK),
    (
        "/api/v1/position?rules=rollover,repetition=first&moves=1x1+1x1+1x1",
        StatusCode::OK,
    ),
    ("/api/v1/position?rules=attacks,hands=1:3", StatusCode::OK),
    (
        "/api/v1/position?rules=self-tap&moves=9",
        StatusCode::BAD_REQUEST,
    ),
    (
        "/api/v1/position?rules=attacks,hands=50",
        StatusCode::UNPROCESSABLE_ENTITY,
    ),
    ("/api/v1/position", StatusCode::BAD_REQUEST),
    ("/api/v1/solution?rules=self-tap", StatusCode::OK),
    ("/api/v1/solution?rules=ten", StatusCode::OK),
    ("/api/v1/solution?rules=attacks,hands=1:2", StatusCode::OK),
    ("/api/v1/solution?rules=self", StatusCode::BAD_REQUEST),
    (
        "/api/v1/solution?rules=cards",
        StatusCode::UNPROCESSABLE_ENTITY,
    ),
    ("/api/v1/graph?rules=self-tap", StatusCode::BAD_REQUEST),
    (
        "/api/v1/graph?rules=cards&kind=full",
        StatusCode::UNPROCESSABLE_ENTITY,
    ),
    ("/api/v1/graph?rules=self-tap&kind=optimal", StatusCode::OK),
    ("/api/v1/openapi.json", StatusCode::OK),
];

#[tokio::test]
async fn responses_are_as_they_are_described() {
    let router = usual();
    let description = ask(&router, "/api/v1/openapi.json").await.json();
    let mut checked = 0;
    for (asked, status) in ASKED {
        let told = ask(&router, asked).await;
        assert_eq!(told.status, status, "{asked}: {told:?}");
        let path = asked.split('?').next().unwrap();
        let responses = &description["paths"][path]["get"]["responses"];
        let described = &responses[status.as_str()]["content"];
        let kind = told.header("content-type");
        assert!(
            described.get(kind).is_some(),
            "{asked}: {kind} in {described}"
        );
        if let Some(schema) = schema(&description, path, status) {
            let validator = jsonschema::validator_for(&schema).expect("a schema");
            let faults: Vec<String> = validator
                .iter_errors(&told.json())
                .map(|fault| format!("{} at {}", fault, fault.instance_path()))
                .collect();
            assert_eq!(faults, Vec::<String>::new(), "{asked}");
            checked += 1;
        }
    }
    assert!(checked >= ASKED.len() - 2);
}

#[tokio::test]
async fn the_description_would_notice_what_is_missing_or_of_another_type() {
    let router = usual();
    let description = ask(&router, "/api/v1/openapi.json").await.json();
    let path = "/api/v1/position";
    let schema = schema(&description, path, StatusCode::OK).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let told = ask(&router, "/api/v1/position?rules=self-tap").await.json();
    assert!(validator.is_valid(&told));
    let moves = told["moves"].as_array().unwrap().len();
    assert!(moves > 0);
    let changed = |place: &str, value: Json| {
        let mut changed = told.clone();
        *changed.pointer_mut(place).unwrap() = value;
        changed
    };
    for (place, value) in [
        ("/value", json!("won")),
        ("/to_move", json!(1)),
        ("/repeated", json!("1")),
        ("/table", json!({ "value": "win" })),
        ("/moves/0/to", json!(null)),
        ("/moves/0/mistakes", json!("none")),
        ("/moves/0/ends", json!("tired")),
        ("/outcome", json!({ "winner": "third", "reason": "dead" })),
    ] {
        assert!(!validator.is_valid(&changed(place, value)), "{place}");
    }
    for field in told.as_object().unwrap().keys() {
        let mut without = told.clone();
        without.as_object_mut().unwrap().shift_remove(field);
        assert!(!validator.is_valid(&without), "{field}");
    }
}

#[tokio::test]
async fn every_route_is_described_with_examples_that_work() {
    let router = usual();
    let description = waribashi_server::description();
    let description = serde_json::to_value(description).unwrap();
    assert_eq!(
        ask(&router, "/api/v1/openapi.json").await.json(),
        description
    );
    assert!(description["openapi"].as_str().unwrap().starts_with("3."));
    let paths = description["paths"].as_object().unwrap();
    let mut names: Vec<&str> = paths.keys().map(String::as_str).collect();
    names.sort_unstable();
    let expected = ["graph", "openapi.json", "position", "rules", "solution"];
    assert_eq!(names, expected.map(|name| format!("/api/v1/{name}")));
    for (path, item) in paths {
        let get = &item["get"];
        assert_ne!(get["summary"], Json::Null, "{path}");
        let parameters = get["parameters"].as_array();
        let query: Vec<String> = parameters
            .into_iter()
            .flatten()
            .filter_map(|parameter| {
                assert_ne!(parameter["description"], Json::Null, "{parameter}");
                let name = parameter["name"].as_str()?;
                let example = match name {
                    "kind" => "optimal",
                    _ => parameter["example"].as_str()?,
                };
                Some(format!("{name}={}", asking::encoded(example)))
            })
            .collect();
        let told = ask(&router, &format!("{path}?{}", query.join("&"))).await;
        assert_eq!(told.status, StatusCode::OK, "{path}: {query:?} {told:?}");
    }
}
