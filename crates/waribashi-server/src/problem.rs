//! Why a request is refused.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A request that is refused, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Problem {
    status: StatusCode,
    message: String,
}

/// The answer to a request that is refused.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct ProblemJson {
    /// The input, the place in it, what was expected, and an example.
    error: String,
}

/// After so many seconds a server that was busy is worth another try.
const RETRY_AFTER: u16 = 5;

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl ToString) -> Self {
        Problem {
            status,
            message: message.to_string(),
        }
    }

    /// The input is wrong.
    pub(crate) fn input(message: impl ToString) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, message)
    }

    /// The input is right, but asks for more than the server does.
    pub(crate) fn too_much(message: impl ToString) -> Self {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Others are being served; later there is room.
    pub(crate) fn busy() -> Self {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("the server is busy with other rule sets: try again in {RETRY_AFTER} seconds"),
        )
    }

    /// A fault of the program.
    pub(crate) fn fault() -> Self {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the server has a fault: it could not make this answer",
        )
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemJson {
            error: self.message,
        };
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, RETRY_AFTER.into());
        }
        response
    }
}
