//! How long the handlers take, without a network: the goal for a position is well under a millisecond.

#![allow(missing_docs, reason = "the macros of criterion have none")]

use axum::{
    Router,
    body::{Body, to_bytes},
    http::Request,
};
use criterion::{Criterion, criterion_group, criterion_main};
use tower::ServiceExt;
use waribashi_server::{Settings, router};

async fn ask(router: &Router, uri: &str) -> usize {
    let request = Request::builder().uri(uri).body(Body::empty());
    let request = request.expect("a request");
    let response = router.clone().oneshot(request).await.expect("a response");
    assert!(response.status().is_success(), "{uri}");
    let body = to_bytes(response.into_body(), usize::MAX).await;
    body.expect("the body").len()
}

fn answers(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("threads");
    let router = runtime.block_on(async { router(Settings::default()) });
    let mut group = criterion.benchmark_group("answers");
    for (name, uri) in [
        ("position, no moves", "/api/v1/position?rules=self-tap"),
        (
            "position, seven moves, a repetition rule",
            "/api/v1/position?rules=self-tap&moves=1x1+1%2B2+1x3+4x1+1x1+2%2B4+1x2",
        ),
        (
            "position, no repetition rule",
            "/api/v1/position?rules=suicide&moves=1x1",
        ),
        (
            "position, 245,025 positions",
            "/api/v1/position?rules=cards",
        ),
        ("rules", "/api/v1/rules"),
        ("solution", "/api/v1/solution?rules=self-tap"),
        ("the page", "/"),
    ] {
        // The rules are solved once, before.
        runtime.block_on(ask(&router, uri));
        group.bench_function(name, |bench| {
            bench.iter(|| runtime.block_on(ask(&router, uri)));
        });
    }
    group.finish();
}

criterion_group!(benches, answers);
criterion_main!(benches);
