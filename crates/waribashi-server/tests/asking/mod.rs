//! Asking a router, without a network.

// Not every test file looks at everything.
#![allow(dead_code)]

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode},
};
use serde_json::Value as Json;
use tower::ServiceExt;
use waribashi_server::{Settings, router};

/// A response.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Told {
    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().expect("text"))
    }

    /// The message of an error.
    pub(crate) fn error(&self) -> String {
        let json = self.json();
        json["error"].as_str().expect("a message").to_string()
    }
}

pub(crate) fn usual() -> Router {
    router(Settings::default())
}

pub(crate) async fn ask(router: &Router, uri: &str) -> Told {
    ask_with(router, Method::GET, uri, &[]).await
}

pub(crate) async fn ask_with(
    router: &Router,
    method: Method,
    uri: &str,
    headers: &[(&str, &str)],
) -> Told {
    let mut request = Request::builder().method(method).uri(uri);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).expect("a request");
    let response = router.clone().oneshot(request).await.expect("a response");
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("the body");
    Told {
        status: parts.status,
        headers: parts.headers,
        body: body.into(),
    }
}

/// A text as it stands in a query.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
