//! The paths of the server: files of the page, and sessions as JSON.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until, timeout};

use super::assets::ASSETS;
use super::game::Spec;
use super::play::Command;
use super::session::Session;
use super::sessions::{Refused, Sessions};
use super::{guard, load};
use crate::engine::options::Kind;
use crate::games::GAMES;

/// No request is longer: a game of a thousand moves and a file of many puzzles are shorter.
const LONGEST_BODY: usize = 64 << 10;

/// No file that is loaded is longer. One is read at a time, as reading may take a hundred times its size.
const LONGEST_FILE: usize = 256 << 10;

/// A request is read, and an answer found, in this time.
const PATIENCE: Duration = Duration::from_secs(20);

/// Between signs of life on a quiet stream, so that a listener who has gone is noticed.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// A stream ends after this time, and the page listens anew: sooner than the connection is closed.
const LONGEST_STREAM: Duration = Duration::from_secs(540);

/// What the handlers share.
pub(super) struct Shared {
    pub(super) sessions: Sessions,
    pub(super) hosts: Vec<String>,
    /// Held by whoever reads a file.
    pub(super) reading: Arc<Semaphore>,
}

type App = State<Arc<Shared>>;

/// All the paths.
pub(super) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new()
        .route("/api/games", get(games))
        .route("/api/sessions", axum::routing::post(open))
        .route("/api/sessions/{id}", get(look).post(obey))
        .route("/api/sessions/{id}/threats", axum::routing::post(threats))
        .route("/api/sessions/{id}/load", axum::routing::post(read))
        .route(
            "/api/sessions/{id}/files/{name}",
            axum::routing::post(read_file).layer(DefaultBodyLimit::max(LONGEST_FILE)),
        )
        .route("/api/sessions/{id}/events", get(events));
    for asset in ASSETS {
        let headers = [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "no-cache")];
        router = router.route(asset.path, get(async move || (headers, asset.bytes)));
    }
    router
        .fallback(async || Failure(StatusCode::NOT_FOUND, "there is nothing here".to_owned()))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), watch_over))
        .with_state(shared)
}

/// Lets in who may come in, waits no longer than is reasonable, and adds the headers of every answer.
async fn watch_over(State(shared): App, request: Request, next: Next) -> Response {
    let mut response = match guard::refusal(request.headers(), &shared.hosts) {
        Some(why) => Failure(StatusCode::FORBIDDEN, why.to_owned()).into_response(),
        None => match timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Failure(StatusCode::REQUEST_TIMEOUT, "the request took too long".to_owned()).into_response(),
        },
    };
    guard::harden(response.headers_mut());
    response
}

/// An error as a page reads it.
struct Failure(StatusCode, String);

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

type Answer = Result<Response, Failure>;

fn ok(json: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], json).into_response()
}

/// A body that is JSON and says so: a form of another page cannot.
fn parse<T: DeserializeOwned>(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<T, Failure> {
    let body = body_of(headers, body, "application/json")?;
    serde_json::from_slice(&body).map_err(|why| Failure(StatusCode::BAD_REQUEST, why.to_string()))
}

/// A body that says what it is: one of these kinds, which a form cannot have.
fn body_of(headers: &HeaderMap, body: Result<Bytes, BytesRejection>, expected: &str) -> Result<Bytes, Failure> {
    let body = body.map_err(|why| Failure(why.status(), why.body_text()))?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some(expected) {
        return Err(Failure(StatusCode::UNSUPPORTED_MEDIA_TYPE, format!("expected {expected}")));
    }
    Ok(body)
}

/// Runs what takes a while, where it keeps no other request waiting.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, Failure> + Send + 'static) -> Result<T, Failure> {
    let failed = |_| Failure(StatusCode::INTERNAL_SERVER_ERROR, "the request failed".to_owned());
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

async fn open(State(shared): App, headers: HeaderMap, body: Result<Bytes, BytesRejection>) -> Answer {
    let spec: Spec = parse(&headers, body)?;
    aside(move || Ok(ok(shared.sessions.open(&spec)?.look().to_string()))).await
}

async fn look(State(shared): App, Path(id): Path<String>) -> Answer {
    Ok(ok(shared.sessions.find(&id)?.look().to_string()))
}

async fn obey(
    State(shared): App,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let session = shared.sessions.find(&id)?;
    let command: Command = parse(&headers, body)?;
    aside(move || Ok(ok(session.obey(command).map_err(Refused::from)?.to_string()))).await
}

async fn threats(State(shared): App, Path(id): Path<String>) -> Answer {
    let session = shared.sessions.find(&id)?;
    let found = aside(move || Ok(session.threats().map_err(Refused::from)?)).await?;
    let threats: Vec<Value> =
        found.iter().map(|threat| json!({ "player": threat.player.index(), "steps": threat.line })).collect();
    Ok(ok(json!({ "v": 1, "threats": threats }).to_string()))
}

/// A text to be loaded.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Loaded {
    text: String,
}

async fn read(
    State(shared): App,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let session = shared.sessions.find(&id)?;
    let Loaded { text } = parse(&headers, body)?;
    load(shared, session, Bytes::from(text), None).await
}

async fn read_file(
    State(shared): App,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let session = shared.sessions.find(&id)?;
    let bytes = body_of(&headers, body, "application/octet-stream")?;
    load(shared, session, bytes, Some(name)).await
}

async fn load(shared: Arc<Shared>, session: Arc<Session>, bytes: Bytes, name: Option<String>) -> Answer {
    let turn = Arc::clone(&shared.reading).acquire_owned().await;
    let found = aside(move || {
        // Kept to the end, even when nobody waits for the answer any more.
        let _turn = turn;
        Ok(load::read(&bytes, name.as_deref(), &session.spec()).map_err(Refused::from)?)
    });
    Ok(ok(json!({ "v": 1, "found": found.await? }).to_string()))
}

/// States and news as they come; of several that came while the listener was busy, the last.
async fn events(
    State(shared): App,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let session = shared.sessions.find(&id)?;
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
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)))
}

/// The games, their options, and positions worth a look.
async fn games() -> Response {
    let games: Vec<Value> = GAMES
        .iter()
        .map(|game| {
            let options: Vec<Value> = game
                .options
                .iter()
                .map(|row| {
                    let kind = match row.kind {
                        Kind::Check { default } => json!({ "check": default }),
                        Kind::Spin { default, min, max } => json!({ "spin": default, "min": min, "max": max }),
                        Kind::Choice { default, words } => {
                            json!({ "choice": default, "words": words.iter().map(|(word, _)| word).collect::<Vec<_>>() })
                        }
                    };
                    json!({ "name": row.name, "doc": row.doc, "kind": kind })
                })
                .collect();
            let positions: Vec<&str> = game.bench.iter().filter_map(|trial| trial.position).collect();
            json!({ "name": game.name, "options": options, "positions": positions })
        })
        .collect();
    ok(json!({ "v": 1, "version": env!("CARGO_PKG_VERSION"), "games": games }).to_string())
}
