//! What a handler is given: what all of them share, the session that the path names, and a body of the kind it expects. What cannot
//! be given is told to the page as an error.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::Semaphore;

use super::sessions::{Refused, Sessions};
use crate::page::PlaySession;
use crate::page::study::Study;

/// What the handlers share.
pub(super) struct AppState {
    pub(super) sessions: Sessions,
    pub(super) hosts: Vec<String>,
    /// The database of the study view.
    pub(super) study: Option<Study>,
    /// Held while a file is read, or a puzzle made or solved.
    pub(super) reading: Arc<Semaphore>,
}

/// An error, sent to the page as JSON.
pub(super) struct Failure(pub(super) StatusCode, pub(super) String);

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = json!({ "v": 1, "error": self.1 });
        (self.0, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        let status = match refused {
            Refused::Unknown => StatusCode::NOT_FOUND,
            Refused::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
            Refused::Random(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Refused::Rejected(_) => StatusCode::BAD_REQUEST,
        };
        Failure(status, refused.to_string())
    }
}

/// The session that the path names.
pub(super) struct InSession(pub(super) Arc<PlaySession>);

/// The part of a path that names a session; others may follow.
#[derive(Deserialize)]
struct SessionPath {
    id: String,
}

impl FromRequestParts<Arc<AppState>> for InSession {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<AppState>) -> Result<InSession, Failure> {
        let path = Path::<SessionPath>::from_request_parts(parts, shared).await;
        let Path(SessionPath { id }) = path.map_err(|why| Failure(why.status(), why.body_text()))?;
        Ok(InSession(shared.sessions.find(&id)?))
    }
}

/// A JSON body with the content type of JSON, which a form on another page cannot have.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<AppState>> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, shared: &Arc<AppState>) -> Result<JsonBody<T>, Failure> {
        let body = body_of(request, shared, "application/json").await?;
        let read = serde_json::from_slice(&body).map_err(|why| Failure(StatusCode::BAD_REQUEST, why.to_string()))?;
        Ok(JsonBody(read))
    }
}

/// The bytes of a file.
pub(super) struct FileBody(pub(super) Bytes);

impl FromRequest<Arc<AppState>> for FileBody {
    type Rejection = Failure;

    async fn from_request(request: Request, shared: &Arc<AppState>) -> Result<FileBody, Failure> {
        body_of(request, shared, "application/octet-stream").await.map(FileBody)
    }
}

/// A body with the expected content type, which a form cannot have.
async fn body_of(request: Request, shared: &Arc<AppState>, expected: &str) -> Result<Bytes, Failure> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_expected = kind.split(';').next().map(str::trim) == Some(expected);
    let body = Bytes::from_request(request, shared).await;
    let body = body.map_err(|why: BytesRejection| Failure(why.status(), why.body_text()))?;
    if is_expected {
        Ok(body)
    } else {
        Err(Failure(StatusCode::UNSUPPORTED_MEDIA_TYPE, format!("expected {expected}")))
    }
}
