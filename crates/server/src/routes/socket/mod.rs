//! `GET /api/ws`: one socket for each tab. It watches games and lets positions be searched.
//!
//! A socket is a task that reads, and one that writes. What runs for it (a watched game, an analysis, a report) is a task as
//! well and ends with it.

mod analysis;
mod bounds;
mod report;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use self::bounds::Sockets;
use self::bounds::{Bucket, Seat};
use crate::app::App;
use crate::door::Asked;
use crate::house::lane;
use crate::limits;
use crate::play::Handle;
use crate::refusal::{Code, Refusal};
use crate::wire::{Ask, Say};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(open))
}

/// How many messages may wait to be written. A game that is watched waits with them: its newest state is sent then.
const OUTBOX: usize = 64;
/// A page that takes nothing for so long is gone.
const DEAF: std::time::Duration = std::time::Duration::from_secs(20);

/// Who opens a socket.
#[derive(Deserialize, IntoParams)]
struct Visitor {
    /// The random text that the page keeps
    client: Option<String>,
}

/// Live reports. Messages in are `Ask`, messages out are `Say`
#[utoipa::path(get, path = "/api/ws", params(Visitor),
    responses((status = 101, description = "the socket is open")))]
async fn open(
    State(app): State<Arc<App>>,
    Asked(visitor): Asked<Visitor>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let client = lane(visitor.client.as_deref())?;
    let seat = app.sockets.take(&client)?;
    let upgrade = upgrade.max_message_size(limits::MESSAGE).max_frame_size(limits::MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| serve(socket, app, client, seat)))
}

/// Where everything that runs for a socket says what it has to say.
pub type Outbox = mpsc::Sender<Say>;

async fn serve(socket: WebSocket, app: Arc<App>, client: Arc<str>, _seat: Seat) {
    let (sink, mut stream) = socket.split();
    let (outbox, waiting) = mpsc::channel(OUTBOX);
    let (close, closing) = mpsc::channel(1);
    let writer = tokio::spawn(write(sink, waiting, closing));
    let mut visit =
        Visit { app, client, outbox, tasks: JoinSet::new(), watched: HashMap::new(), searches: HashMap::new() };
    let mut bucket = Bucket::full();
    let reason = loop {
        let message = match timeout(limits::SILENCE, stream.next()).await {
            Err(_) => break Some((close_code::AWAY, "silence")),
            Ok(None | Some(Ok(Message::Close(_)))) => break None,
            // Larger than is taken, or no WebSocket at all: the library has said so already, or cannot.
            Ok(Some(Err(_))) => break Some((close_code::SIZE, "the message cannot be read, or is too large")),
            Ok(Some(Ok(message))) => message,
        };
        if !bucket.take() {
            let refusal = Refusal::new(Code::TooMany, "too many messages");
            visit.app.guard.tell(&visit.client, "socket", &refusal);
            break Some((close_code::POLICY, "too many messages"));
        }
        match message {
            Message::Text(text) => visit.hear(&text).await,
            Message::Binary(_) => visit.refuse(None, Refusal::new(Code::BadJson, "expected text")).await,
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => {}
        }
        while visit.tasks.try_join_next().is_some() {}
        if writer.is_finished() {
            break None;
        }
    };
    if let Some((code, reason)) = reason {
        let _ = close.send(CloseFrame { code, reason: reason.into() }).await;
    }
    // Everything that runs for the socket ends here; the writer ends when nobody can say anything any more.
    drop(visit);
    drop(close);
    let _ = timeout(DEAF, writer).await;
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut waiting: mpsc::Receiver<Say>,
    mut closing: mpsc::Receiver<CloseFrame>,
) {
    loop {
        let message = tokio::select! {
            biased;
            Some(frame) = closing.recv() => {
                let _ = timeout(DEAF, sink.send(Message::Close(Some(frame)))).await;
                return;
            }
            said = waiting.recv() => match said {
                Some(said) => said,
                None => return,
            },
        };
        let Ok(text) = serde_json::to_string(&message) else { continue };
        if !matches!(timeout(DEAF, sink.send(Message::Text(text.into()))).await, Ok(Ok(()))) {
            return;
        }
    }
}

/// A socket that is open.
struct Visit {
    app: Arc<App>,
    client: Arc<str>,
    outbox: Outbox,
    tasks: JoinSet<()>,
    watched: HashMap<String, AbortHandle>,
    /// An analysis and a report may run side by side.
    searches: HashMap<&'static str, Running>,
}

/// An analysis or a report.
struct Running {
    id: u64,
    task: AbortHandle,
    /// Its last word is said.
    ended: Arc<AtomicBool>,
}

impl Visit {
    async fn hear(&mut self, text: &str) {
        let ask = match serde_json::from_str::<Ask>(text) {
            Ok(ask) => ask,
            Err(error) => return self.refuse(None, Refusal::new(Code::BadJson, error.to_string())).await,
        };
        match ask {
            Ask::Ping {} => self.say(Say::Pong {}).await,
            Ask::Watch { game } => {
                if let Err(refusal) = self.watch(&game).await {
                    self.refuse(None, refusal).await;
                }
            }
            Ask::Unwatch { game: Some(game) } => {
                if let Some(task) = self.watched.remove(&game) {
                    task.abort();
                }
            }
            Ask::Unwatch { game: None } => self.watched.drain().for_each(|(_, task)| task.abort()),
            Ask::Analyse { id, game, position, moves, lines, threads, hash, limits, threat } => {
                self.end("analysis").await;
                let wish = answers::analysis::Wish { id, game, position, moves, lines, threads, hash, limits, threat };
                let work = analysis::run(Arc::clone(&self.app), Arc::clone(&self.client), self.outbox.clone(), wish);
                self.start("analysis", id, work);
            }
            Ask::Report { id, game, position, moves, nodes_per_move } => {
                self.end("report").await;
                let wish = answers::report::Wish { id, game, position, moves, nodes: nodes_per_move };
                let work = report::run(Arc::clone(&self.app), Arc::clone(&self.client), self.outbox.clone(), wish);
                self.start("report", id, work);
            }
            Ask::Stop { id } => {
                for kind in ["analysis", "report"] {
                    if self.searches.get(kind).is_some_and(|running| running.id == id) {
                        self.end(kind).await;
                    }
                }
            }
        }
    }

    /// Lets something run that ends with one last word: `done`, or an error.
    fn start(&mut self, kind: &'static str, id: u64, work: impl Future<Output = Result<(), Refusal>> + Send + 'static) {
        let ended = Arc::new(AtomicBool::new(false));
        let (app, client, outbox, last) =
            (Arc::clone(&self.app), Arc::clone(&self.client), self.outbox.clone(), Arc::clone(&ended));
        let task = self.tasks.spawn(async move {
            let said = match work.await {
                Ok(()) => Say::Done { id },
                Err(refusal) => {
                    app.guard.tell(&client, kind, &refusal);
                    Say::Error { id: Some(id), error: refusal.problem() }
                }
            };
            if !last.swap(true, Relaxed) {
                let _ = outbox.send(said).await;
            }
        });
        self.searches.insert(kind, Running { id, task, ended });
    }

    /// Ends what runs, and says so.
    async fn end(&mut self, kind: &'static str) {
        if let Some(running) = self.searches.remove(kind)
            && !running.ended.swap(true, Relaxed)
        {
            running.task.abort();
            self.say(Say::Done { id: running.id }).await;
        }
    }

    async fn watch(&mut self, id: &str) -> Result<(), Refusal> {
        self.watched.retain(|_, task| !task.is_finished());
        if self.watched.len() >= limits::WATCHED && !self.watched.contains_key(id) {
            let message = format!("{} games are watched; unwatch one first", limits::WATCHED);
            return Err(Refusal::new(Code::TooMany, message));
        }
        let handle = self.app.hall.find(id).await?;
        let task = self.tasks.spawn(follow(handle, self.outbox.clone()));
        if let Some(old) = self.watched.insert(id.to_string(), task) {
            old.abort();
        }
        Ok(())
    }

    async fn say(&self, say: Say) {
        let _ = self.outbox.send(say).await;
    }

    async fn refuse(&self, id: Option<u64>, refusal: Refusal) {
        self.app.guard.tell(&self.client, "socket", &refusal);
        self.say(Say::Error { id, error: refusal.problem() }).await;
    }
}

/// Reports every change of a game. A slow reader misses states in between, never the last.
async fn follow(mut handle: Handle, outbox: Outbox) {
    handle.state.mark_changed();
    loop {
        let said = tokio::select! {
            changed = handle.state.changed() => {
                if changed.is_err() {
                    return;
                }
                let live = handle.state.borrow_and_update().clone();
                Some(Say::Game(Box::new((*live).clone())))
            }
            changed = handle.thinking.changed() => {
                if changed.is_err() {
                    return;
                }
                let thinking = handle.thinking.borrow_and_update().clone();
                let game = handle.state.borrow().id.clone();
                thinking.map(|thinking| Say::Thinking { game, thinking })
            }
        };
        if let Some(said) = said
            && outbox.send(said).await.is_err()
        {
            return;
        }
    }
}
