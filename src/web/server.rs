//! Serves connections: a bounded number, each for a bounded time, so that slow or dead clients keep nobody out.

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

use super::api;
use super::connections::{Connection, Connections};
use super::pool::Pool;
use super::request::AppState;
use super::sessions::Sessions;
use super::settings::ServerSettings;
use super::study;
use crate::page::TablePool;

/// How many connections a page has at a time on average, and how many more there may be in all.
const CONNECTIONS_PER_SESSION: usize = 2;
const EXTRA_CONNECTIONS: usize = 64;

/// The head of a request must arrive within this time.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// After this time a connection is closed, whatever it is doing; a page that still listens reconnects by itself.
const LONGEST_CONNECTION: Duration = Duration::from_secs(600);

/// How often unused sessions are looked for.
const TIDY_INTERVAL: Duration = Duration::from_secs(2);

/// The pause after a failure to accept, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How many requests are handled at a time, searches apart.
const WORKERS: usize = 4;

/// The number of transposition tables, or one per thread if there are more threads.
const TABLES: usize = 16;

/// A listening server.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    router: Router,
    shared: Arc<AppState>,
    connections: Arc<Connections>,
}

impl Server {
    /// Listens on the first of the addresses that is free, and starts the threads that search.
    ///
    /// # Errors
    /// When none of the addresses is free, or the system gives no threads.
    pub fn start(addresses: &[SocketAddr], settings: &ServerSettings) -> io::Result<Server> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).max_blocking_threads(WORKERS).enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(addresses))?;
        let tables = TABLES.max(settings.threads);
        let tables = TablePool::new(tables, (settings.hash / tables).max(1));
        let library = settings.database.as_ref().map(|file| Arc::clone(&file.library));
        let pool = Pool::start(settings.threads, tables, library)?;
        let study = settings.database.as_ref().map(|file| study::start(file, &pool, settings)).transpose()?;
        let sessions = Sessions::new(settings.sessions, settings.idle, pool, settings.games);
        let shared =
            Arc::new(AppState { sessions, hosts: settings.hosts.clone(), study, reading: Arc::new(Semaphore::new(1)) });
        let limit = CONNECTIONS_PER_SESSION * settings.sessions + EXTRA_CONNECTIONS;
        Ok(Server {
            runtime,
            listener,
            router: api::router(Arc::clone(&shared)),
            shared,
            connections: Connections::new(limit),
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process ends.
    pub fn run(self) {
        let Server { runtime, listener, router, shared, connections } = self;
        runtime.spawn(async move {
            loop {
                sleep(TIDY_INTERVAL).await;
                shared.sessions.tidy();
            }
        });
        runtime.block_on(async {
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => accept(stream, &router, &connections).await,
                    Err(why) => {
                        log::warn!("no connection: {why}");
                        sleep(ACCEPT_PAUSE).await;
                    }
                }
            }
        });
    }
}

/// Serves a connection in a task of its own; one too many is closed at once.
async fn accept(stream: TcpStream, router: &Router, connections: &Arc<Connections>) {
    let Some(connection) = connections.accept().await else {
        log::warn!("too many connections");
        return;
    };
    let router = router.clone();
    tokio::spawn(async move {
        tokio::select! {
            served = timeout(LONGEST_CONNECTION, serve(stream, router, &connection)) => match served {
                Ok(Ok(())) => {}
                Ok(Err(why)) => log::debug!("connection: {why}"),
                Err(_) => log::debug!("connection: closed after {LONGEST_CONNECTION:?}"),
            },
            () = connection.evicted() => log::debug!("connection: closed to make room"),
        }
    });
}

/// Answers the requests of a connection. It is idle between them, and active while it receives events.
async fn serve(stream: TcpStream, router: Router, connection: &Connection) -> hyper::Result<()> {
    let _ = stream.set_nodelay(true); // without it answers only take longer
    let answer = TowerToHyperService::new(router);
    let service = service_fn(|request| {
        let answered = answer.call(request);
        async move {
            let response = answered.await?;
            if is_stream(&response) {
                connection.set_active();
            } else {
                connection.set_idle();
            }
            Ok::<_, Infallible>(response)
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

/// Is this an event stream, which goes on as long as anyone listens?
fn is_stream<B>(response: &Response<B>) -> bool {
    response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}
