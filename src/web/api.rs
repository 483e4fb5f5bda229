//! The routes of the server: the files of the page, and sessions as JSON.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::time::{Instant, sleep_until, timeout};
use tower_http::compression::CompressionLayer;

use super::access;
use super::assets::{ASSETS, Asset};
use super::request::{AppState, Failure, FileBody, InSession, JsonBody};
use super::sessions::Refused;
use super::study;
use crate::engine::Rejected;
use crate::page::answers::{self, Line, Loaded, Wanted};
use crate::page::{Command, GameSpec, LONGEST_FILE, PlaySession, WantedPuzzle, new_puzzle};

/// The longest request body, in bytes: a game of three thousand moves and its comments are shorter.
const LONGEST_BODY: usize = 256 << 10;

/// A request must be read and answered within this time.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// How often a quiet stream is kept alive, so that a listener who has gone is noticed.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// A stream ends after this time, before its connection is closed, and the page reconnects.
const LONGEST_STREAM: Duration = Duration::from_secs(540);

pub(super) type App = State<Arc<AppState>>;

/// All the routes.
pub(super) fn router(shared: Arc<AppState>) -> Router {
    let router = Router::new()
        .route("/api/games", get(games))
        .route("/api/sessions", axum::routing::post(open))
        .route("/api/sessions/{id}", get(state).post(obey))
        .route("/api/sessions/{id}/threats", axum::routing::post(threats))
        .route("/api/sessions/{id}/look", axum::routing::post(look))
        .route("/api/sessions/{id}/save", axum::routing::post(save))
        .route("/api/sessions/{id}/best", axum::routing::post(best))
        .route("/api/puzzles", axum::routing::post(puzzle))
        .route("/api/sessions/{id}/load", axum::routing::post(read))
        .route(
            "/api/sessions/{id}/files/{name}",
            axum::routing::post(read_file).layer(DefaultBodyLimit::max(LONGEST_FILE)),
        )
        .route("/api/sessions/{id}/events", get(events))
        .merge(study::routes());
    router
        .merge(assets())
        .fallback(async || Failure(StatusCode::NOT_FOUND, "there is nothing here".to_owned()))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check_request))
        .with_state(shared)
}

/// The files of the page, compressed for browsers that take them so.
fn assets() -> Router<Arc<AppState>> {
    let file = |router: Router<Arc<AppState>>, asset: &'static Asset| {
        let headers = [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "no-cache")];
        router.route(asset.path, get(async move || (headers, asset.bytes)))
    };
    ASSETS.iter().fold(Router::new(), file).layer(CompressionLayer::new())
}

/// Refuses foreign requests, limits the time a request takes, and adds the security headers to every response.
async fn check_request(State(shared): App, request: Request, next: Next) -> Response {
    let mut response = match access::refusal(request.headers(), &shared.hosts) {
        Some(why) => Failure(StatusCode::FORBIDDEN, why.to_owned()).into_response(),
        None => match timeout(REQUEST_TIMEOUT, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Failure(StatusCode::REQUEST_TIMEOUT, "the request took too long".to_owned()).into_response(),
        },
    };
    access::harden(response.headers_mut());
    response
}

pub(super) type ApiResult = Result<Response, Failure>;

pub(super) fn ok(json: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], json).into_response()
}

/// Runs slow work on a thread where it keeps no other request waiting.
pub(super) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let failed = |_| Failure(StatusCode::INTERNAL_SERVER_ERROR, "the request failed".to_owned());
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

async fn open(State(shared): App, JsonBody(spec): JsonBody<GameSpec>) -> ApiResult {
    run_blocking(move || Ok(ok(shared.sessions.open(&spec)?.state().to_string()))).await
}

async fn state(InSession(session): InSession) -> ApiResult {
    Ok(ok(session.state().to_string()))
}

async fn obey(InSession(session): InSession, JsonBody(command): JsonBody<Command>) -> ApiResult {
    run_blocking(move || Ok(ok(session.obey(command).map_err(Refused::from)?.to_string()))).await
}

async fn threats(InSession(session): InSession) -> ApiResult {
    answer(move || answers::threats(&session)).await
}

async fn look(InSession(session): InSession, JsonBody(line): JsonBody<Line>) -> ApiResult {
    answer(move || answers::look(&session, &line)).await
}

async fn save(InSession(session): InSession, JsonBody(wanted): JsonBody<Wanted>) -> ApiResult {
    answer(move || answers::save(&session, &wanted)).await
}

/// What slow work finds, as JSON.
async fn answer<T: Serialize + Send + 'static>(
    work: impl FnOnce() -> Result<T, Rejected> + Send + 'static,
) -> ApiResult {
    let found = run_blocking(move || Ok(work().map_err(Refused::from)?)).await?;
    let failed = |why: serde_json::Error| Failure(StatusCode::INTERNAL_SERVER_ERROR, why.to_string());
    Ok(ok(serde_json::to_string(&found).map_err(failed)?))
}

/// A new puzzle. One is made at a time: it takes a moment of a whole thread.
async fn puzzle(State(shared): App, JsonBody(wanted): JsonBody<WantedPuzzle>) -> ApiResult {
    one_at_a_time(shared, move || Ok(ok(new_puzzle(&wanted)?.to_string()))).await
}

/// The length of a shortest solution of the session's puzzle.
async fn best(State(shared): App, InSession(session): InSession) -> ApiResult {
    let games = shared.sessions.games();
    one_at_a_time(shared, move || Ok(ok(answers::best(&session, games)?.to_string()))).await
}

/// Runs work that is too much for several threads at a time.
pub(super) async fn one_at_a_time(
    shared: Arc<AppState>,
    work: impl FnOnce() -> Result<Response, Refused> + Send + 'static,
) -> ApiResult {
    let turn = Arc::clone(&shared.reading).acquire_owned().await;
    run_blocking(move || {
        // Held to the end, even when nobody waits for the answer any more.
        let _turn = turn;
        Ok(work()?)
    })
    .await
}

async fn read(
    State(shared): App,
    InSession(session): InSession,
    JsonBody(Loaded { text }): JsonBody<Loaded>,
) -> ApiResult {
    load(shared, session, Bytes::from(text), None).await
}

async fn read_file(
    State(shared): App,
    InSession(session): InSession,
    Path((_, name)): Path<(String, String)>,
    FileBody(bytes): FileBody,
) -> ApiResult {
    load(shared, session, bytes, Some(name)).await
}

async fn load(shared: Arc<AppState>, session: Arc<PlaySession>, bytes: Bytes, name: Option<String>) -> ApiResult {
    let games = shared.sessions.games();
    one_at_a_time(shared, move || Ok(ok(answers::load(&session, &bytes, name.as_deref(), games)?.to_string()))).await
}

/// Session states and search updates as they come; a listener that was busy gets only the latest of each.
async fn events(InSession(session): InSession) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let (state, news) = session.listen();
    let until = Instant::now() + LONGEST_STREAM;
    let stream = unfold((state, news, until), async |(mut state, mut news, until)| {
        let event = tokio::select! {
            biased;
            () = sleep_until(until) => return None,
            changed = state.changed() => {
                changed.ok()?;
                Event::default().event("state").data(&**state.borrow_and_update())
            }
            changed = news.changed() => {
                changed.ok()?;
                Event::default().event("news").data(&**news.borrow_and_update())
            }
        };
        Some((Ok(event), (state, news, until)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE_INTERVAL)))
}

/// The games, and whether there is a database: a page that is told nothing of it has no study view.
async fn games(State(shared): App) -> Response {
    let mut found = answers::games(shared.sessions.games());
    found["study"] = shared.study.is_some().into();
    ok(found.to_string())
}
