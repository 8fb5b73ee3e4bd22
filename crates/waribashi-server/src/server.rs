//! Listening, and ending well.

use std::{future::Future, io, net::SocketAddr, sync::Arc, thread, time::Duration};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, Uri},
    response::{IntoResponse, Response},
    routing::get,
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::TcpListener,
    signal,
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;

use crate::{
    api,
    document::{Document, FILE},
    guard::{self, Hosts, Origin},
    library::{Library, USUAL_MEMORY},
    page,
};

/// The most connections at once; others wait to be accepted.
pub const MOST_CONNECTIONS: usize = 512;
/// The most bytes that are read ahead of one connection, and so the longest head of a request.
const READ_AHEAD: usize = 16 << 10;
/// The most lines of a head.
const MOST_HEADERS: usize = 64;
/// How long clients may take.
const USUAL_PATIENCE: Duration = Duration::from_secs(15);
/// How long requests may take to end when the server is stopped.
const FAREWELL: Duration = Duration::from_secs(5);
/// How long to wait when a connection cannot be accepted: there are too many files open.
const BREATH: Duration = Duration::from_millis(50);

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bytes for solutions and what is made of them, those being made included; at least
    /// [`LEAST_MEMORY`](crate::LEAST_MEMORY) is taken.
    pub memory: u64,
    /// A web site whose pages may read the answers.
    pub cors: Option<Origin>,
    /// Which hosts may be asked for.
    pub hosts: Hosts,
    /// How many cores to use.
    pub cores: usize,
    /// How long a client may take for the head of a request, be silent between two, and take no bytes of a response.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            memory: USUAL_MEMORY,
            cors: None,
            hosts: Hosts::Loopback,
            cores: thread::available_parallelism().map_or(1, usize::from),
            patience: USUAL_PATIENCE,
        }
    }
}

/// The routes of a server: the page, and the answers under `/api/v1/`.
pub fn router(settings: Settings) -> Router {
    let files = Arc::new(page::served());
    let mut pages = Router::new();
    for path in files.keys() {
        pages = pages.route(path, get(file));
    }
    let library = Library::new(settings.memory, settings.cores);
    let router = pages.with_state(files).merge(api::router(library));
    guard::guarded(router, settings.hosts, settings.cors)
}

type Files = std::collections::HashMap<String, Document>;

async fn file(State(files): State<Arc<Files>>, asked: HeaderMap, uri: Uri) -> Response {
    match files.get(uri.path()) {
        Some(file) => file.response(&asked, FILE),
        None => axum::http::StatusCode::NOT_FOUND.into_response(),
    }
}

/// Serves until `stop` is done; then no more connections are accepted, and requests have a few seconds to end.
pub async fn serve(listener: TcpListener, settings: Settings, stop: impl Future<Output = ()>) {
    let patience = settings.patience;
    let service = TowerToHyperService::new(router(settings));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_headers(MOST_HEADERS)
        .max_buf_size(READ_AHEAD);
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = async {
            let place = room.clone().acquire_owned().await;
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, _)) = accepted else {
            sleep(BREATH).await;
            continue;
        };
        // Answers are small and wanted soon; where that cannot be set, they come a little later.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience));
        let io = TokioIo::new(Box::pin(stream));
        let connection = graceful.watch(http.serve_connection(io, service.clone()));
        tokio::spawn(async move {
            // A client that breaks off, or sends what is no request, concerns nobody else.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{}", listening(.address, .error))]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
    /// The threads cannot be started, or signals not be waited for.
    #[error("the server cannot be started: {0}")]
    Start(io::Error),
}

fn listening(address: &SocketAddr, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => "another program listens there already",
        io::ErrorKind::AddrNotAvailable => "it is no address of this machine",
        io::ErrorKind::PermissionDenied => "this user may not listen there",
        _ => return format!("cannot listen on {address}: {error}"),
    };
    format!(
        "cannot listen on {address}: {why}; expected a free address (for example: --addr 127.0.0.1:0 for any free port)"
    )
}

/// Serves on an address until Ctrl-C or a signal to end. `ready` is called with the address when it listens.
///
/// # Errors
///
/// When the address cannot be listened on, or the server not be started.
pub fn run(
    address: SocketAddr,
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(settings.cores)
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    let outcome = runtime.block_on(async {
        let failed = |error| ServeError::Address { address, error };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let bound = listener.local_addr().map_err(failed)?;
        let stop = ended().map_err(ServeError::Start)?;
        ready(bound);
        serve(listener, settings, stop).await;
        Ok(())
    });
    // A solve that runs is not waited for.
    runtime.shutdown_background();
    outcome
}

/// Is done when the program is asked to end.
fn ended() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = signal::ctrl_c().await;
    })
}
