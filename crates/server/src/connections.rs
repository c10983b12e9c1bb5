//! The connections: how many there are, how long each may take to say something, and which one makes room.
//!
//! A connection that sends its head too slowly, or sits idle between two requests, is closed after a while, and so is one whose client
//! does not take its answer. If there are as many as may be, the one that has said nothing for longest makes room for a new one: whoever
//! opens connections and says nothing locks nobody out. One that is being worked for is never closed.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Sleep, sleep};
use tower_service::Service;

use crate::limits;

/// What a client hears if every connection is being worked for.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
/// How long to wait if the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(50);

/// The connections that are open.
pub struct Connections {
    most: usize,
    began: Instant,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
}

/// One of them.
pub struct Connection {
    /// Is a request being worked on, or a socket open? Otherwise something is waited for: a head, or the rest of a body.
    working: AtomicBool,
    /// When something was last read or written, in milliseconds since the beginning.
    touched: AtomicU64,
    goes: Notify,
}

impl Connection {
    /// The request is there in full: from now on it is worked on.
    pub fn is_heard(&self) {
        self.working.store(true, Relaxed);
    }
}

/// A place among the connections; given back when dropped.
struct Seat {
    number: u64,
    connection: Arc<Connection>,
    all: Arc<Connections>,
}

impl Connections {
    /// The most that there may be.
    pub fn new(most: usize) -> Arc<Connections> {
        Arc::new(Connections { most, began: Instant::now(), open: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// A place for a new connection; none if every other one is being worked for.
    fn take(self: &Arc<Connections>, number: u64) -> Option<Seat> {
        let mut open = self.lock();
        if open.len() >= self.most && !make_room(&mut open) {
            return None;
        }
        let connection = Arc::new(Connection {
            working: AtomicBool::new(false),
            touched: AtomicU64::new(self.now()),
            goes: Notify::new(),
        });
        open.insert(number, Arc::clone(&connection));
        Some(Seat { number, connection, all: Arc::clone(self) })
    }

    /// Answers on all connections that come in, for ever.
    pub async fn serve(self: Arc<Connections>, listener: TcpListener, router: Router) {
        let mut number = 0;
        loop {
            let (stream, peer) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    // A client that was too quick to leave is none of our business; else there are too many files open.
                    if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
                        make_room(&mut self.lock());
                        sleep(PAUSE).await;
                    }
                    continue;
                }
            };
            number += 1;
            let Some(seat) = self.take(number) else {
                let _ = stream.try_write(FULL);
                continue;
            };
            let _ = stream.set_nodelay(true);
            tokio::spawn(answer(stream, peer, seat, router.clone()));
        }
    }
}

/// Lets the connection go that has said nothing for longest; false if all are being worked for.
fn make_room(open: &mut HashMap<u64, Arc<Connection>>) -> bool {
    let waiting = open.iter().filter(|(_, one)| !one.working.load(Relaxed));
    let Some((&number, _)) = waiting.min_by_key(|(_, one)| one.touched.load(Relaxed)) else { return false };
    if let Some(one) = open.remove(&number) {
        one.goes.notify_one();
    }
    true
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.all.lock().remove(&self.number);
    }
}

/// Answers what comes in on one connection.
async fn answer(stream: TcpStream, peer: SocketAddr, seat: Seat, router: Router) {
    let connection = Arc::clone(&seat.connection);
    let working = Arc::clone(&connection);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let (mut router, connection) = (router.clone(), Arc::clone(&working));
        if request.body().is_end_stream() {
            connection.is_heard();
        }
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&connection));
        async move {
            let response = router.call(request).await?;
            // A socket goes on, and has its own idea of silence.
            let is_socket = response.status() == StatusCode::SWITCHING_PROTOCOLS;
            connection.working.store(is_socket, Relaxed);
            Ok::<_, std::convert::Infallible>(response)
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits::HEAD_TIME).max_buf_size(limits::HEAD);
    let served = http.serve_connection(TokioIo::new(Patient { stream, seat, stalled: None }), service).with_upgrades();
    tokio::select! {
        // What went wrong went wrong at the other end.
        _ = served => {}
        () = connection.goes.notified() => {}
    }
}

/// A stream that gives up if an answer is not taken.
struct Patient {
    stream: TcpStream,
    seat: Seat,
    /// Runs from the moment at which something could not be written until everything is.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn wrote<T>(&mut self, cx: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.touch();
            return result;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limits::SEND_TIME)));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    fn touch(&self) {
        self.seat.connection.touched.store(self.seat.all.now(), Relaxed);
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_ready() {
            self.touch();
        }
        read
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.wrote(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Whoever writes flushes when all is written.
        self.stalled = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// How many connections there may be: as many as are wanted, or as the system gives files to this program.
pub fn most() -> usize {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        let wanted = (limits::CONNECTIONS + limits::OTHER_FILES) as u64;
        let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return limits::CONNECTIONS };
        let given = if soft < wanted && setrlimit(Resource::RLIMIT_NOFILE, wanted.min(hard), hard).is_ok() {
            wanted.min(hard)
        } else {
            soft
        };
        usize::try_from(given.saturating_sub(limits::OTHER_FILES as u64))
            .unwrap_or(usize::MAX)
            .clamp(16, limits::CONNECTIONS)
    }
    #[cfg(not(unix))]
    limits::CONNECTIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_nothing_makes_room_and_who_is_worked_for_stays() {
        let all = Connections::new(2);
        let first = all.take(1).unwrap();
        let second = all.take(2).unwrap();
        first.connection.touched.store(10, Relaxed);
        second.connection.touched.store(5, Relaxed);
        first.connection.is_heard();
        let third = all.take(3).unwrap();
        let open = |number: u64| all.lock().contains_key(&number);
        assert!(open(1) && !open(2) && open(3));
        third.connection.is_heard();
        assert!(all.take(4).is_none(), "both are being worked for");
        drop(first);
        assert!(all.take(5).is_some());
        drop((second, third));
    }

    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const ASK: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

    async fn served(most: usize, router: Router) -> SocketAddr {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(Connections::new(most).serve(listener, router));
        address
    }

    async fn answer_to(mut stream: TcpStream, request: &[u8]) -> String {
        stream.write_all(request).await.unwrap();
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text).await;
        text
    }

    #[tokio::test]
    async fn silent_connections_lock_nobody_out() {
        let address = served(4, Router::new().route("/", get(|| async { "here" }))).await;
        let mut silent = Vec::new();
        for _ in 0..20 {
            silent.push(TcpStream::connect(address).await.unwrap());
            let mut half = TcpStream::connect(address).await.unwrap();
            half.write_all(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf").await.unwrap();
            silent.push(half);
        }
        let text = answer_to(TcpStream::connect(address).await.unwrap(), ASK).await;
        assert!(text.ends_with("here"), "{text}");
    }

    /// Time passes as soon as nobody has anything to do.
    #[tokio::test(start_paused = true)]
    async fn a_head_that_does_not_come_is_not_waited_for() {
        let address = served(4, Router::new().route("/", get(|| async { "here" }))).await;
        for begun in [&b""[..], b"GET / HT", b"GET / HTTP/1.1\r\nhost: x\r\n"] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(begun).await.unwrap();
            let mut rest = Vec::new();
            let before = tokio::time::Instant::now();
            let _ = stream.read_to_end(&mut rest).await;
            let waited = before.elapsed();
            assert!(waited >= limits::HEAD_TIME - Duration::from_secs(1), "{waited:?}");
            // Here it is the clock of the test, which stands still as long as anybody works.
            assert!(waited < 2 * limits::HEAD_TIME, "{waited:?}");
        }
    }

    /// A handler whose client has gone is dropped, and with it all work that was begun for it.
    #[tokio::test]
    async fn who_leaves_is_not_worked_for() {
        struct Gone(Arc<Notify>);
        impl Drop for Gone {
            fn drop(&mut self) {
                self.0.notify_one();
            }
        }
        let (began, gone) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let notes = (Arc::clone(&began), Arc::clone(&gone));
        let endless = move || {
            let (began, gone) = (Arc::clone(&notes.0), Gone(Arc::clone(&notes.1)));
            async move {
                began.notify_one();
                std::future::pending::<()>().await;
                drop(gone);
            }
        };
        let address = served(4, Router::new().route("/", get(endless))).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(ASK).await.unwrap();
        began.notified().await;
        drop(stream);
        gone.notified().await;
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_not_taken_is_given_up() {
        /// Tells when it is gone.
        struct Large(Vec<u8>, Arc<Notify>);
        impl AsRef<[u8]> for Large {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }
        impl Drop for Large {
            fn drop(&mut self) {
                self.1.notify_one();
            }
        }
        let gone = Arc::new(Notify::new());
        let told = Arc::clone(&gone);
        let large = move || {
            let told = Arc::clone(&told);
            async move { axum::body::Bytes::from_owner(Large(vec![0; 64 << 20], told)) }
        };
        let address = served(4, Router::new().route("/", get(large))).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(ASK).await.unwrap();
        gone.notified().await;
    }
}
