//! Connections: a bounded number, each for a bounded time, so that nobody who is slow or gone keeps others out.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Response;
use axum::http::header::CONTENT_TYPE;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::Settings;
use super::api::{self, Shared};
use super::pool::Pool;
use super::room::{Guest, Room};
use super::sessions::Sessions;
use super::tables::Tables;

/// Connections that a page may have at a time, in the mean, and some for all.
const CONNECTIONS_PER_SESSION: usize = 2;
const CONNECTIONS_BESIDE: usize = 64;

/// The head of a request is sent in this time.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);

/// After this time a connection is closed, whatever it is doing; a page that still listens comes back by itself.
const LONGEST_CONNECTION: Duration = Duration::from_secs(600);

/// Between two looks at who is still there.
const TIDY_EVERY: Duration = Duration::from_secs(2);

/// After a failure to accept, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How many requests are worked on at a time beside the searches.
const WORKERS: usize = 4;

/// The transposition tables are so many, or one for each thread if those are more.
const TABLES: usize = 16;

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    router: Router,
    shared: Arc<Shared>,
    room: Arc<Room>,
}

impl Server {
    /// Listens on the first of the addresses that is free, and starts the threads that search.
    ///
    /// # Errors
    /// When none of the addresses is free, or the system gives no threads.
    pub fn start(addresses: &[SocketAddr], settings: &Settings) -> io::Result<Server> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).max_blocking_threads(WORKERS).enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(addresses))?;
        let tables = TABLES.max(settings.threads);
        let pool = Pool::start(settings.threads, Tables::new(tables, (settings.hash / tables).max(1)))?;
        let sessions = Sessions::new(settings.sessions, settings.idle, pool);
        let shared = Arc::new(Shared { sessions, hosts: settings.hosts.clone(), reading: Arc::new(Semaphore::new(1)) });
        let connections = CONNECTIONS_PER_SESSION * settings.sessions + CONNECTIONS_BESIDE;
        Ok(Server { runtime, listener, router: api::router(Arc::clone(&shared)), shared, room: Room::new(connections) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process ends.
    pub fn run(self) {
        let Server { runtime, listener, router, shared, room } = self;
        runtime.spawn(async move {
            loop {
                sleep(TIDY_EVERY).await;
                shared.sessions.tidy();
            }
        });
        runtime.block_on(async {
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => accept(stream, &router, &room).await,
                    Err(why) => {
                        log::warn!("no connection: {why}");
                        sleep(ACCEPT_PAUSE).await;
                    }
                }
            }
        });
    }
}

/// Serves a connection beside the others; one too many is closed at once.
async fn accept(stream: TcpStream, router: &Router, room: &Arc<Room>) {
    let Some(guest) = room.admit().await else {
        log::warn!("too many connections");
        return;
    };
    let router = router.clone();
    tokio::spawn(async move {
        tokio::select! {
            served = timeout(LONGEST_CONNECTION, serve(stream, router, &guest)) => match served {
                Ok(Ok(())) => {}
                Ok(Err(why)) => log::debug!("connection: {why}"),
                Err(_) => log::debug!("connection: closed after {LONGEST_CONNECTION:?}"),
            },
            () = guest.told_to_go() => log::debug!("connection: closed to make room"),
        }
    });
}

/// Answers the requests of a connection, which is quiet from one answer to the next, and busy while it listens to events.
async fn serve(stream: TcpStream, router: Router, guest: &Guest) -> hyper::Result<()> {
    let _ = stream.set_nodelay(true); // without it an answer is late, but it comes
    let answer = TowerToHyperService::new(router);
    let service = service_fn(|request| {
        let answered = answer.call(request);
        async move {
            let response = answered.await?;
            if is_stream(&response) {
                guest.set_busy();
            } else {
                guest.set_quiet();
            }
            Ok::<_, Infallible>(response)
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_PATIENCE)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

/// Does the answer go on as long as anyone listens?
fn is_stream<B>(response: &Response<B>) -> bool {
    response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}
