//! The HTTP server on the loopback address: the page's files and its WebSocket.

use super::assistant::Resources;
use super::files::file_at;
use super::guard::Guard;
use super::state::ServerState;
use super::tab;
use anyhow::{Context, Result};
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use std::collections::VecDeque;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_board::pool::SearcherPool;
use tengen_board::question::limits::MAX_MESSAGE;
use tengen_board::{BoardDatabase, Databases};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, watch};
use tokio::task::AbortHandle;

/// Most connections besides the tabs' sockets; a further one closes the oldest.
const MAX_CONNECTIONS: usize = 128;
/// Time limit for receiving a request's head.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);
/// Most open tabs.
const MAX_TABS: usize = 8;
/// Most bytes of a request's head.
const MAX_HEAD: usize = 16 << 10;
/// Number of server threads; searches have their own.
const WORKERS: usize = 2;
/// Pause after a failure to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Cache header for files whose path depends on their content.
const IMMUTABLE: &str = "private, max-age=31536000, immutable";

/// Interval between checks for what is idle.
const IDLE_TICK: Duration = Duration::from_secs(10);

/// Most time for running answers to give the database up at the server's end, and the interval between checks.
const MAX_CLOSING: Duration = Duration::from_secs(2);
const CLOSING_TICK: Duration = Duration::from_millis(2);

/// Options of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// Port; 0: any free one.
    pub port: u16,
    /// Number of threads shared by all searches.
    pub threads: usize,
    /// Bytes of the tables of all searches together.
    pub memory: usize,
    /// The database to use, if any.
    pub database: Option<Arc<BoardDatabase>>,
}

/// A running server. It stops when dropped, and closes its database unless another owner holds it.
pub struct Server {
    port: u16,
    shared: Arc<ServerState>,
    runtime: Option<Runtime>,
}

impl Server {
    /// Binds the port and serves.
    ///
    /// Fails if the port is in use, or if the system provides no threads or random numbers.
    pub fn start(options: &Options) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .thread_name("board")
            .enable_all()
            .build()
            .context("cannot start the server's threads")?;
        let bound = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)));
        let listener = bound.with_context(|| format!("cannot listen on port {}", options.port))?;
        let port = listener.local_addr()?.port();
        let shared = Arc::new(ServerState {
            guard: Guard::new(port)?,
            resources: Resources {
                searchers: Arc::new(SearcherPool::new(options.threads, options.memory)),
                databases: Arc::new(Databases::of_server(options.database.clone())),
                shelf: Arc::default(),
            },
            tabs: Arc::new(Semaphore::new(MAX_TABS)),
            disconnect: watch::Sender::new(()),
        });
        runtime.spawn(free_idle(shared.resources.clone()));
        runtime.spawn(accept(listener, router(&shared), Arc::clone(&shared)));
        Ok(Self { port, shared, runtime: Some(runtime) })
    }

    /// The address for the browser, with the token.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.shared.guard.token)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The token of this start.
    pub fn token(&self) -> &str {
        &self.shared.guard.token
    }

    /// Closes all connections; pages reconnect.
    pub fn disconnect(&self) {
        self.shared.disconnect.send_replace(());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.disconnect();
        // The tabs' threads may outlive the server, so they must not keep the database: unless it is closed before the
        // program ends, its file stays marked as unfinished.
        let mut database = self.shared.resources.databases.release();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        let start = Instant::now();
        while database.as_mut().is_some_and(|database| Arc::get_mut(database).is_none())
            && start.elapsed() < MAX_CLOSING
        {
            std::thread::sleep(CLOSING_TICK);
        }
    }
}

async fn accept(listener: TcpListener, router: Router, shared: Arc<ServerState>) {
    let mut connections: VecDeque<AbortHandle> = VecDeque::with_capacity(MAX_CONNECTIONS);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        connections.retain(|connection| !connection.is_finished());
        if connections.len() >= MAX_CONNECTIONS {
            // Requests take milliseconds, so the oldest connection is idle.
            connections.pop_front().inspect(AbortHandle::abort);
        }
        connections.push_back(tokio::spawn(serve(stream, router.clone(), Arc::clone(&shared))).abort_handle());
    }
}

/// Frees the memory of unused searchers and of files whose further parts do not come.
async fn free_idle(resources: Resources) {
    let mut ticks = tokio::time::interval(IDLE_TICK);
    loop {
        ticks.tick().await;
        resources.searchers.free_idle(Instant::now());
        resources.shelf.free_idle(Instant::now());
    }
}

/// Serves one connection until it ends or becomes a WebSocket.
async fn serve(stream: TcpStream, router: Router, shared: Arc<ServerState>) {
    let mut disconnect = shared.disconnect.subscribe();
    // Sends small messages without delay.
    let _ = stream.set_nodelay(true);
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    tokio::select! {
        // Errors concern the client only.
        _ = connection => {}
        _ = disconnect.changed() => {}
    }
}

fn router(shared: &Arc<ServerState>) -> Router {
    Router::new()
        .route("/status", get(status))
        .route("/socket", get(socket))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(Arc::clone(shared), guarded))
        .with_state(Arc::clone(shared))
}

/// Checks the `Host` of every request and adds the security headers.
async fn guarded(State(shared): State<Arc<ServerState>>, request: Request, next: Next) -> Response {
    let mut response = if shared.guard.names_this_server(request.uri(), request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "This server answers under its own address only.\n").into_response()
    };
    shared.guard.add_headers(response.headers_mut());
    response
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let Some(page) = file_at(uri.path()) else {
        return (StatusCode::NOT_FOUND, "No such page.\n").into_response();
    };
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    let takes_gzip = accepted.is_some_and(|accepted| accepted.split(',').any(|coding| coding.trim() == "gzip"));
    let mut response = if takes_gzip {
        ([(header::CONTENT_ENCODING, "gzip")], page.compressed.as_slice()).into_response()
    } else {
        page.text.as_str().into_response()
    };
    let fields = response.headers_mut();
    fields.insert(header::CONTENT_TYPE, HeaderValue::from_static(page.kind));
    fields.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if page.lasts {
        fields.insert(header::CACHE_CONTROL, HeaderValue::from_static(IMMUTABLE));
    }
    response
}

#[derive(Deserialize)]
struct Token {
    #[serde(default)]
    token: String,
}

/// Tells a page whether a socket would be accepted, as browsers do not report why one was refused, and a search's limits.
async fn status(State(shared): State<Arc<ServerState>>, Query(Token { token }): Query<Token>) -> impl IntoResponse {
    let text = if !shared.guard.token_matches(&token) {
        r#"{"status":"refused"}"#.to_owned()
    } else if shared.tabs.available_permits() == 0 {
        r#"{"status":"full"}"#.to_owned()
    } else {
        let searchers = &shared.resources.searchers;
        let (threads, memory) = (searchers.most_threads(), searchers.most_table());
        format!(r#"{{"status":"welcome","threads":{threads},"memory":{memory}}}"#)
    };
    ([(header::CONTENT_TYPE, "application/json")], text)
}

async fn socket(
    State(shared): State<Arc<ServerState>>,
    Query(Token { token }): Query<Token>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.guard.is_own_page(&headers) || !shared.guard.token_matches(&token) {
        return (StatusCode::FORBIDDEN, "This socket is for the page that has this start's token.\n").into_response();
    }
    let Ok(permit) = Arc::clone(&shared.tabs).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many tabs are open.\n").into_response();
    };
    // Subscribes before the page is connected, so that no disconnection is missed.
    let disconnect = shared.disconnect.subscribe();
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| tab::talk(socket, shared, disconnect, permit))
}
