//! What is checked of every request, and said in every response.

use std::{str::FromStr, time::Duration};

use axum::{
    Router,
    body::HttpBody,
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header, uri::Authority},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer, Predicate,
        predicate::{NotForContentType, SizeAbove},
    },
    cors::CorsLayer,
    set_header::SetResponseHeaderLayer,
};

use crate::problem::Problem;

/// The longest path with its query, in bytes.
pub const LONGEST_URL: usize = 8 << 10;
/// The largest body, in bytes: nothing reads one.
const LARGEST_BODY: u64 = 1 << 10;
/// Smaller answers are not worth compressing, in bytes.
const LEAST_PACKED: u64 = 1 << 10;
/// The longest a response may take to be made; solves and waiting have shorter limits of their own.
const RESPONSE_TIME: Duration = Duration::from_secs(60);

/// What a page may do: nothing but what comes from this server.
const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      object-src 'none'";

/// Which hosts may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// Names of this machine alone. A page from elsewhere whose name is made to lead here is refused.
    Loopback,
    /// Any.
    Any,
}

/// A web site whose pages may read the answers, as `Access-Control-Allow-Origin` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(HeaderValue);

/// A text that is no origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no origin: expected a scheme and a host, with a port or without, and no path; or * for all (for example: \
     https://example.org)"
)]
pub struct NotAnOrigin(String);

impl FromStr for Origin {
    type Err = NotAnOrigin;

    /// ```
    /// use waribashi_server::Origin;
    /// assert!("https://example.org".parse::<Origin>().is_ok());
    /// assert!("example.org/page".parse::<Origin>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let is_origin = || {
            let (scheme, host) = text.split_once("://")?;
            let authority: Authority = host.parse().ok()?;
            let plain = authority.as_str() == host && !host.contains('@');
            (["http", "https"].contains(&scheme) && plain).then_some(())
        };
        if text != "*" && is_origin().is_none() {
            return Err(NotAnOrigin(text.to_string()));
        }
        let value = HeaderValue::try_from(text);
        value.map(Origin).map_err(|_| NotAnOrigin(text.to_string()))
    }
}

/// The routes with everything around them.
pub(crate) fn guarded(router: Router, hosts: Hosts, cors: Option<Origin>) -> Router {
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let packing = CompressionLayer::new()
        .gzip(true)
        .compress_when(SizeAbove::new(LEAST_PACKED).and(NotForContentType::IMAGES));
    let shared = if cors.is_some() {
        "cross-origin"
    } else {
        "same-origin"
    };
    let router = router
        .fallback(missing)
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(|_| {
            Problem::fault().into_response()
        }))
        .layer(packing)
        .layer(middleware::from_fn(timed))
        .layer(middleware::from_fn_with_state(hosts, admitted))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::REFERRER_POLICY, "no-referrer"))
        .layer(fixed(
            HeaderName::from_static("cross-origin-resource-policy"),
            shared,
        ));
    match cors {
        None => router,
        Some(Origin(origin)) => router.layer(
            CorsLayer::new()
                .allow_origin(origin)
                .allow_methods([Method::GET, Method::HEAD]),
        ),
    }
}

async fn missing(uri: Uri) -> Problem {
    let path: String = uri.path().escape_debug().take(60).collect();
    Problem::new(
        StatusCode::NOT_FOUND,
        format!(
            "nothing is at \"{path}\": expected / or a route that /api/v1/openapi.json describes (for example: /api/v1/rules)"
        ),
    )
}

async fn wrong_method(method: Method) -> Problem {
    let method: String = method.as_str().chars().take(20).collect();
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("method {method}: expected GET or HEAD (for example: GET /api/v1/rules)"),
    )
}

async fn timed(request: Request, next: Next) -> Response {
    match tokio::time::timeout(RESPONSE_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::busy().into_response(),
    }
}

async fn admitted(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let uri = request.uri();
    let length = uri.path().len() + uri.query().map_or(0, str::len);
    if length > LONGEST_URL {
        let problem = format!(
            "the address has {length} bytes: expected at most {LONGEST_URL} (for example: /api/v1/rules)"
        );
        return Problem::new(StatusCode::URI_TOO_LONG, problem).into_response();
    }
    let body = request.body().size_hint().lower();
    if body > LARGEST_BODY {
        let problem = format!(
            "the body has {body} bytes: expected none, what is asked stands in the address (for example: GET /api/v1/rules)"
        );
        return Problem::new(StatusCode::PAYLOAD_TOO_LARGE, problem).into_response();
    }
    if hosts == Hosts::Loopback {
        let host = request.headers().get(header::HOST).map(HeaderValue::to_str);
        let host = match host {
            Some(Ok(host)) => Some(host),
            Some(Err(_)) => Some(""),
            None => uri.host(),
        };
        if let Some(host) = host.filter(|host| !is_loopback(host)) {
            let host: String = host.escape_debug().take(60).collect();
            let problem = format!(
                "host \"{host}\": this server answers for this machine alone (for example: 127.0.0.1); start it with \
                 --addr and another address to change that"
            );
            return Problem::new(StatusCode::MISDIRECTED_REQUEST, problem).into_response();
        }
    }
    next.run(request).await
}

/// Whether a host, with or without a port, is this machine by name or by number.
fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    let number = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || number
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_goes_by_these_names() {
        for host in [
            "localhost",
            "LOCALHOST:7878",
            "127.0.0.1",
            "127.0.0.1:80",
            "[::1]:7878",
            "127.1.2.3",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org",
            "127.0.0.1.example.org:80",
            "10.0.0.1",
            "a b",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
