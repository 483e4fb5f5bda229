//! The routes of the study view.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::edit::Edit;
use super::{Order, Study};
use crate::engine::Rejected;
use crate::page::PlaySession;
use crate::web::api::{ApiResult, App, ok, one_at_a_time, run_blocking};
use crate::web::request::{AppState, Failure, FileBody, InSession, JsonBody};
use crate::web::sessions::Refused;

/// The longest file that is taken over, in bytes; `fukumi db import` takes larger ones.
const LONGEST_FILE: usize = 16 << 20;

/// The tree of a position that is to be analysed while nobody wants a search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    searches: u64,
    nodes: u64,
}

/// What is done with a branch of the queue.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ordered {
    number: i64,
    order: Order,
}

/// A change of what is kept of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edited {
    position: String,
    edit: Edit,
}

/// The format of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Format {
    format: String,
}

/// All of them.
pub(in crate::web) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/sessions/{id}/study", get(look))
        .route("/api/sessions/{id}/study/branches", post(add))
        .route("/api/sessions/{id}/study/order", post(obey))
        .route("/api/sessions/{id}/study/edit", post(edit))
        .route("/api/sessions/{id}/study/export", post(export))
        .route("/api/sessions/{id}/study/files/{name}", post(import).layer(DefaultBodyLimit::max(LONGEST_FILE)))
}

/// The study view of the server.
fn study(shared: &AppState) -> Result<&Study, Refused> {
    let none = || Rejected::Database("there is none: start with --database FILE".to_owned());
    Ok(shared.study.as_ref().ok_or_else(none)?)
}

async fn look(State(shared): App, InSession(session): InSession) -> ApiResult {
    changed(shared, session, |_, _| Ok(())).await
}

async fn add(
    State(shared): App,
    InSession(session): InSession,
    JsonBody(Wanted { searches, nodes }): JsonBody<Wanted>,
) -> ApiResult {
    changed(shared, session, move |study, session| study.add(session, searches, nodes)).await
}

async fn obey(
    State(shared): App,
    InSession(session): InSession,
    JsonBody(Ordered { number, order }): JsonBody<Ordered>,
) -> ApiResult {
    changed(shared, session, move |study, _| study.obey(number, order)).await
}

async fn edit(
    State(shared): App,
    InSession(session): InSession,
    JsonBody(Edited { position, edit }): JsonBody<Edited>,
) -> ApiResult {
    changed(shared, session, move |study, session| study.edit(session, &position, edit)).await
}

/// Makes a change, and shows what is known then.
async fn changed(
    shared: Arc<AppState>,
    session: Arc<PlaySession>,
    change: impl FnOnce(&Study, &PlaySession) -> Result<(), Rejected> + Send + 'static,
) -> ApiResult {
    run_blocking(move || {
        let study = study(&shared)?;
        let found: Json = change(study, &session).and_then(|()| study.look(&session)).map_err(Refused::from)?;
        Ok(ok(found.to_string()))
    })
    .await
}

async fn import(
    State(shared): App,
    InSession(session): InSession,
    Path((_, name)): Path<(String, String)>,
    FileBody(bytes): FileBody,
) -> ApiResult {
    one_at_a_time(Arc::clone(&shared), move || {
        let done = study(&shared)?.import(&session, &name, &bytes)?;
        Ok(ok(json!({ "v": 1, "done": done }).to_string()))
    })
    .await
}

async fn export(
    State(shared): App,
    InSession(session): InSession,
    JsonBody(Format { format }): JsonBody<Format>,
) -> Result<Response, Failure> {
    one_at_a_time(Arc::clone(&shared), move || {
        let bytes = study(&shared)?.export(&session, &format)?;
        let headers = [(header::CONTENT_TYPE, "application/octet-stream"), (header::CACHE_CONTROL, "no-store")];
        Ok((StatusCode::OK, headers, bytes).into_response())
    })
    .await
}
