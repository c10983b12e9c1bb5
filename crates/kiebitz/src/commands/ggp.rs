//! `kiebitz ggp`: Kiebitz as a player in the matches of a general game playing server.

use std::io::BufReader;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Go, Identity, Loaded, Loading, Method, Options, Playable, Resources, Ruled, Session};
use game::{Rules as _, Side};
use protocol::ggp::{Message, read_request, write_answer};

use crate::output::{self, Failure};

/// Plays games given as rules for a general game playing server
#[derive(Args)]
#[command(after_help = "\
A game manager sends the rules and asks for moves by HTTP. Nobody but this machine can reach the player unless --host says so.

Examples:
  kiebitz ggp --port 9147
  kiebitz match breakthrough ggp:127.0.0.1:9147 random --time 1 --games 2")]
pub struct Ggp {
    /// The port to listen at; 0 takes a free one, which is printed
    #[arg(long, default_value_t = 9147)]
    port: u16,
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Threads of a search
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// The memory of a search, in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=16384))]
    hash: u16,
}

/// Connections at once: a match needs one, and somebody may ask whether we are there.
const MAX_CONNECTIONS: usize = 8;
/// So long a message may take to arrive, and an answer to leave.
const PATIENCE: Duration = Duration::from_secs(10);
/// What is left of a move's time for the way there and back.
const MARGIN: f64 = 0.75;

impl Ggp {
    pub fn run(self) -> Result<(), Failure> {
        let listener = TcpListener::bind((self.host.as_str(), self.port))
            .map_err(|error| Failure::Other(format!("{}:{}: {error}", self.host, self.port)))?;
        let at = listener.local_addr().map_err(|error| Failure::Other(error.to_string()))?;
        output::line(format!("ready at {at}"))?;
        let resources = Resources {
            threads: usize::from(self.threads),
            table_megabytes: usize::from(self.hash),
            ..Resources::default()
        };
        let table = Arc::new(Mutex::new(None));
        let open = Arc::new(AtomicUsize::new(0));
        for stream in listener.incoming().flatten() {
            if open.fetch_add(1, Ordering::SeqCst) >= MAX_CONNECTIONS {
                open.fetch_sub(1, Ordering::SeqCst);
                let _ = write_answer(&mut &stream, "503 Service Unavailable", "busy");
                continue;
            }
            let (table, open, resources) = (table.clone(), open.clone(), resources.clone());
            engine::thread("ggp")
                .spawn(move || {
                    serve(&stream, &table, &resources);
                    open.fetch_sub(1, Ordering::SeqCst);
                })
                .map_err(|error| Failure::Other(error.to_string()))?;
        }
        Ok(())
    }
}

/// Answers one message.
fn serve(stream: &TcpStream, table: &Mutex<Option<Match>>, resources: &Resources) {
    let timeouts = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
    if timeouts.is_err() {
        return;
    }
    let arrived = Instant::now();
    let message = read_request(&mut BufReader::new(stream)).and_then(|body| Message::parse(&body));
    // Whoever asked may be gone; that is for them to notice.
    let _ = match message {
        Err(reason) => write_answer(&mut &*stream, "400 Bad Request", &reason),
        Ok(message) => write_answer(&mut &*stream, "200 OK", &answer(message, table, resources, arrived)),
    };
}

/// The answer to a message.
fn answer(message: Message, table: &Mutex<Option<Match>>, resources: &Resources, arrived: Instant) -> String {
    if message == Message::Info {
        let status = if table.try_lock().is_ok_and(|table| table.is_none()) { "available" } else { "busy" };
        return format!("((name kiebitz) (status {status}))");
    }
    let mut table = table.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    match message {
        Message::Info => "available".to_string(),
        Message::Preview { .. } => "done".to_string(),
        Message::Start { id, role, rules, play_clock, .. } => match Match::begin(id, &role, &rules, play_clock) {
            Ok(begun) => {
                *table = Some(begun);
                "ready".to_string()
            }
            Err(reason) => {
                let _ = output::line(format!("refused: {reason}"));
                "busy".to_string()
            }
        },
        Message::Play { id, moves } => match table.as_mut().filter(|playing| playing.id == id) {
            Some(playing) => playing.play(moves, resources, arrived).unwrap_or_else(|reason| {
                let _ = output::line(format!("match {id}: {reason}"));
                "nil".to_string()
            }),
            None => "busy".to_string(),
        },
        Message::Stop { id, .. } | Message::Abort { id } => {
            *table = table.take().filter(|playing| playing.id != id);
            "done".to_string()
        }
    }
}

/// A match that is on.
struct Match {
    id: String,
    game: &'static Loaded,
    role: usize,
    play_clock: u32,
    session: Box<dyn Session<Ruled>>,
    method: Method,
}

impl Match {
    fn begin(id: String, role: &str, rules: &str, play_clock: u32) -> Result<Match, String> {
        let loading = Loading { difference: true, ..Loading::default() };
        let game = engine::load_rules("match", rules, loading).map_err(|error| error.to_string())?;
        let role = game.role(role).ok_or_else(|| format!("the rules have no role '{role}'"))?;
        let start = Ruled::begin(game);
        let method = if start.prefers_mcts() { Method::Mcts } else { Method::Search };
        // Fitted now, not on the clock of a move.
        game.weights();
        Ok(Match { id, game, role, play_clock, session: start.session(), method })
    }

    /// Takes the last moves and answers with the next.
    fn play(&mut self, moves: Option<Vec<String>>, resources: &Resources, arrived: Instant) -> Result<String, String> {
        if let Some(moves) = moves {
            self.advance(&moves)?;
        }
        let position = self.session.record().position().clone();
        let side = if self.game.seats[0] == self.role { Side::First } else { Side::Second };
        if position.end().is_some() || position.side_to_move() != side || position.is_passing() {
            return Ok(position.waiting(self.role));
        }
        let options = Options {
            player: Identity { method: self.method, ..Identity::default() },
            resources: resources.clone(),
            ..Options::default()
        };
        let whole = Duration::from_secs(u64::from(self.play_clock.max(1)));
        let time = whole.saturating_sub(arrived.elapsed()).mul_f64(MARGIN).max(Duration::from_millis(20));
        let go = Go { time: Some(time), ..Go::default() };
        let answer = self.session.go(&options, &go, &[], &engine::start_clock(), &mut |_| {});
        let best = answer.map_err(|error| error.to_string())?.best.or_else(|| position.moves().first().copied());
        best.map(|mv| position.kif(mv)).ok_or_else(|| "there is no legal move".to_string())
    }

    /// The position after the moves of all roles.
    fn advance(&mut self, moves: &[String]) -> Result<(), String> {
        let record = self.session.record_mut();
        if record.position().is_passing() {
            record.play(rules::RuledMove::PASS);
        }
        let mover = self.game.seats[record.position().side_to_move().index()];
        let text = moves.get(mover).ok_or_else(|| format!("{} moves, and there are two roles", moves.len()))?;
        let mv = record.position().parse_move(text).map_err(|error| error.to_string())?;
        record.play(mv);
        if record.position().is_passing() {
            record.play(rules::RuledMove::PASS);
        }
        Ok(())
    }
}
