//! The study view of the server: its routes, and the thread that works on its branches.

use std::io;
use std::sync::{Arc, mpsc};
use std::thread;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value as Json, json};

use super::api::{ApiResult, App, ok, one_at_a_time, run_blocking};
use super::pool::Pool;
use super::request::{AppState, Failure, FileBody, InSession, JsonBody};
use super::sessions::Refused;
use super::settings::ServerSettings;
use crate::engine::Rejected;
use crate::page::PlaySession;
use crate::page::study::{
    BranchOrder, EditedPosition, Grower, LONGEST_STUDY_FILE, Queue, Study, StudyFile, StudyFormat, WantedBranch,
    Workforce,
};
use crate::search::{Control, STACK_BYTES};

/// Opens the study view, and starts the thread that works on its branches, unless the database is only read. It goes on where an earlier
/// run left it.
///
/// # Errors
/// When the system gives no thread.
pub(super) fn start(file: &StudyFile, pool: &Arc<Pool>, settings: &ServerSettings) -> io::Result<Study> {
    let (changed, changes) = mpsc::channel();
    let idle = Arc::clone(pool);
    let on_change = move |ctl: Option<&Control>| {
        ctl.into_iter().for_each(|ctl| idle.stop_idle_work(ctl));
        let _ = changed.send(()); // nobody hears it where nothing is written
    };
    let workforce = Workforce { games: settings.games, threads: settings.threads, takes_turns: false };
    let queue = Arc::new(Queue::new(file, workforce, Box::new(on_change)));
    if !file.is_read_only() {
        let (mut grower, pool) = (Grower::new(Arc::clone(&queue)), Arc::clone(pool));
        let builder = thread::Builder::new().name("branches".to_owned()).stack_size(STACK_BYTES);
        builder.spawn(move || {
            loop {
                match grower.next(|limits| Control::new(limits, web_time::Instant::now())) {
                    Some(ctl) if pool.begin_idle_work(&ctl) => grower.step(&ctl),
                    Some(_) => {}
                    None if changes.recv().is_ok() => {}
                    None => return,
                }
            }
        })?;
    }
    Ok(Study::new(file.clone(), queue))
}

/// All of them.
pub(super) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/sessions/{id}/study", get(look))
        .route("/api/sessions/{id}/study/branches", post(add))
        .route("/api/sessions/{id}/study/order", post(obey))
        .route("/api/sessions/{id}/study/edit", post(edit))
        .route("/api/sessions/{id}/study/export", post(export))
        .route("/api/sessions/{id}/study/files/{name}", post(import).layer(DefaultBodyLimit::max(LONGEST_STUDY_FILE)))
}

/// The study view of the server.
fn study(shared: &AppState) -> Result<&Study, Refused> {
    let none = || Rejected::Database("there is none: start with --database FILE".to_owned());
    Ok(shared.study.as_ref().ok_or_else(none)?)
}

async fn look(State(shared): App, InSession(session): InSession) -> ApiResult {
    changed(shared, session, |_, _| Ok(())).await
}

async fn add(State(shared): App, InSession(session): InSession, JsonBody(wanted): JsonBody<WantedBranch>) -> ApiResult {
    changed(shared, session, move |study, session| study.add(session, &wanted)).await
}

async fn obey(State(shared): App, InSession(session): InSession, JsonBody(order): JsonBody<BranchOrder>) -> ApiResult {
    changed(shared, session, move |study, _| study.obey(&order)).await
}

async fn edit(
    State(shared): App,
    InSession(session): InSession,
    JsonBody(edited): JsonBody<EditedPosition>,
) -> ApiResult {
    changed(shared, session, move |study, session| study.edit(session, edited)).await
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
    JsonBody(wanted): JsonBody<StudyFormat>,
) -> Result<Response, Failure> {
    one_at_a_time(Arc::clone(&shared), move || {
        let bytes = study(&shared)?.export(&session, &wanted)?;
        let headers = [(header::CONTENT_TYPE, "application/octet-stream"), (header::CACHE_CONTROL, "no-store")];
        Ok((StatusCode::OK, headers, bytes).into_response())
    })
    .await
}
