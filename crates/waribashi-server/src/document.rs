//! What is sent as it is: files of the page, and answers that are kept.

use std::io::Write;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;

/// JSON's content type.
pub(crate) const JSON: &str = "application/json";
/// How long an answer may be kept: it is right for ever, but the next version may say more.
pub(crate) const ANSWER: &str = "public, max-age=300";
/// Files of the page are asked for again, and sent again where they have changed.
pub(crate) const FILE: &str = "no-cache";

/// Shorter texts are not worth compressing.
const LEAST_PACKED: usize = 1024;

/// Bytes of a kind, compressed once.
#[derive(Debug)]
pub(crate) struct Document {
    kind: &'static str,
    plain: Bytes,
    packed: Option<Bytes>,
    tag: HeaderValue,
}

impl Document {
    /// A document of a content type.
    pub(crate) fn new(kind: &'static str, bytes: Vec<u8>) -> Self {
        let packed = (bytes.len() >= LEAST_PACKED).then(|| packed(&bytes));
        Document {
            kind,
            tag: tag(&bytes),
            packed: packed
                .filter(|packed| packed.len() < bytes.len())
                .map(Bytes::from),
            plain: bytes.into(),
        }
    }

    /// A value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Self {
        let bytes = serde_json::to_vec(value).expect("the values have JSON's types");
        Document::new(JSON, bytes)
    }

    /// How many bytes it takes.
    pub(crate) fn len(&self) -> usize {
        self.plain.len() + self.packed.as_ref().map_or(0, Bytes::len)
    }

    /// The document as a response to a request with these headers.
    pub(crate) fn response(&self, asked: &HeaderMap, cache: &'static str) -> Response {
        let packed = self.packed.as_ref().filter(|_| accepts_gzip(asked));
        let body = packed.unwrap_or(&self.plain).clone();
        let mut response = tagged(asked, self.kind, &self.tag, cache, body);
        if packed.is_some() && response.status() == StatusCode::OK {
            let gzip = HeaderValue::from_static("gzip");
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, gzip);
        }
        if self.packed.is_some() {
            let vary = HeaderValue::from_static("accept-encoding");
            response.headers_mut().insert(header::VARY, vary);
        }
        response
    }
}

/// An answer that is made anew each time, as JSON.
pub(crate) fn answer(asked: &HeaderMap, value: &impl Serialize) -> Response {
    let bytes = serde_json::to_vec(value).expect("the values have JSON's types");
    tagged(asked, JSON, &tag(&bytes), ANSWER, bytes.into())
}

/// A response with what caches need; without a body where the client has it already.
fn tagged(
    asked: &HeaderMap,
    kind: &'static str,
    tag: &HeaderValue,
    cache: &'static str,
    body: Bytes,
) -> Response {
    let mut response = match is_known(asked, tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let kind = HeaderValue::from_static(kind);
            ([(header::CONTENT_TYPE, kind)], Body::from(body)).into_response()
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag.clone());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}

/// A weak tag: compressed and plain bytes say the same.
fn tag(bytes: &[u8]) -> HeaderValue {
    let hash = xxhash_rust::xxh3::xxh3_128(bytes);
    HeaderValue::try_from(format!("W/\"{hash:032x}\"")).expect("hexadecimal digits")
}

fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let strong = |tag: &str| tag.trim().trim_start_matches("W/").to_string();
    let ours = tag.to_str().map(strong);
    asked
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|known| known.to_str().ok())
        .flat_map(|known| known.split(','))
        .any(|known| known.trim() == "*" || ours.as_ref().is_ok_and(|ours| strong(known) == *ours))
}

fn accepts_gzip(asked: &HeaderMap) -> bool {
    asked
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|accepted| accepted.to_str().ok())
        .flat_map(|accepted| accepted.split(','))
        .any(|accepted| {
            let mut parts = accepted.split(';').map(str::trim);
            let named = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
            let refused = parts.any(|part| {
                let quality = part.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok());
                quality == Some(0.0)
            });
            named && !refused
        })
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes all that is written")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn gzip_is_sent_only_where_it_is_accepted() {
        let document = Document::new("text/plain", vec![b'a'; 5000]);
        let encoded = |accepted: &str| {
            let response = document.response(&asking(header::ACCEPT_ENCODING, accepted), FILE);
            response.headers().contains_key(header::CONTENT_ENCODING)
        };
        assert!(encoded("gzip"));
        assert!(encoded("br, GZIP;q=0.5"));
        assert!(!encoded("br"));
        assert!(!encoded("gzip;q=0"));
        assert!(!encoded("gzip; q=0.0, br"));
        assert!(!encoded(""));
    }

    #[test]
    fn what_the_client_has_is_not_sent_again() {
        let document = Document::new("text/plain", b"hands".to_vec());
        let tag = document.tag.to_str().unwrap();
        let status = |known: &str| {
            let response = document.response(&asking(header::IF_NONE_MATCH, known), FILE);
            response.status()
        };
        assert_eq!(status(tag), StatusCode::NOT_MODIFIED);
        assert_eq!(
            status(&format!("\"other\", {tag}")),
            StatusCode::NOT_MODIFIED
        );
        assert_eq!(status("*"), StatusCode::NOT_MODIFIED);
        assert_eq!(status("\"other\""), StatusCode::OK);
    }
}
