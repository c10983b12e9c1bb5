//! Programs that play games given as rules, by the protocol of general game playing.
//!
//! The program is at an address and is asked by HTTP, one message for each state of the match. Here we are the game manager: it is told
//! the rules and its role, then the moves of both players, and its answer counts when it is its turn. A move comes within whole
//! seconds; there are no nodes and no depth. A match may begin anywhere: the rules are told with that position as the first.

use std::io::{BufReader, Read};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use engine::{Go, Loaded, Ruled, Side};
use game::Rules;
use protocol::ggp::{Message, parts, read_answer, write_request};

use crate::{Fault, Player, Reply, Thought, Turn};

/// Seconds for a move where neither a limit nor a clock says so.
const PLAY_CLOCK: u32 = 5;
/// Seconds to look at the rules.
const START_CLOCK: u32 = 15;
/// What an answer may take beyond its clock: the way there and back.
const GRACE: Duration = Duration::from_secs(2);
/// How often the reader looks whether its answer is still wanted.
const GLANCE: Duration = Duration::from_millis(100);

/// The address of a program: `host:port`. The error says what would be right.
pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().map_err(|error| format!("'{text}' is no address: {error}; expected HOST:PORT"));
    found?.next().ok_or_else(|| format!("'{text}' has no address; expected HOST:PORT"))
}

/// A program at an address.
pub(crate) struct GgpPlayer {
    host: String,
    at: SocketAddr,
    game: &'static Loaded,
    limit: Go,
    patience: Duration,
    /// Where the game began.
    start: Ruled,
    /// Matches begun so far, so that each has a name of its own.
    matches: u32,
    on: Option<Match>,
}

/// A match that is on.
struct Match {
    id: String,
    side: Side,
    /// The moves of the game that it knows of, those before it began among them.
    moves: Vec<String>,
}

/// Reads from a connection until a moment or until nobody wants the answer.
struct Patient<'a> {
    stream: &'a TcpStream,
    until: Instant,
    wanted: &'a dyn Fn() -> bool,
}

impl Read for Patient<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            if Instant::now() >= self.until || !(self.wanted)() {
                return Err(std::io::ErrorKind::TimedOut.into());
            }
            match (&mut &*self.stream).read(buffer) {
                Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                }
                result => return result,
            }
        }
    }
}

impl GgpPlayer {
    pub fn start(at: &str, game: &str, limit: Go, patience: Duration) -> Result<GgpPlayer, Fault> {
        let game = engine::ruled(game).map_err(|error| Fault::NotReady(error.to_string()))?;
        let mut player = GgpPlayer {
            host: at.to_string(),
            at: address(at).map_err(Fault::NotReady)?,
            game,
            limit,
            patience,
            start: Ruled::begin(game),
            matches: 0,
            on: None,
        };
        player.ask(&Message::Info, patience, &|| true)?;
        Ok(player)
    }

    /// Sends a message and waits for the answer.
    fn ask(&mut self, message: &Message, patience: Duration, wanted: &dyn Fn() -> bool) -> Result<String, Fault> {
        let host = &self.host;
        let lost = |error: String| Fault::Crashed(format!("{host}: {error}"));
        let reach = self.patience.min(Duration::from_secs(10)).max(GLANCE);
        let stream = TcpStream::connect_timeout(&self.at, reach).map_err(|error| lost(error.to_string()))?;
        let timeouts = stream.set_read_timeout(Some(GLANCE)).and_then(|()| stream.set_write_timeout(Some(reach)));
        timeouts.map_err(|error| lost(error.to_string()))?;
        write_request(&mut &stream, host, message).map_err(|error| lost(error.to_string()))?;
        let until = Instant::now() + patience;
        let mut reader = BufReader::new(Patient { stream: &stream, until, wanted });
        let answer = read_answer(&mut reader);
        if !wanted() {
            return Err(Fault::Halted);
        }
        if Instant::now() >= until {
            return Err(Fault::Stalled(format!("{host}: no answer within {:.1} s", patience.as_secs_f64())));
        }
        answer.map_err(lost)
    }

    /// Seconds for a move.
    fn play_clock(&self, turn: &Turn) -> u32 {
        let clock = turn.clocks[turn.side.index()].map(|clock| clock.remaining / 20 + clock.increment);
        let time = self.limit.time.or(clock).unwrap_or(Duration::from_secs(u64::from(PLAY_CLOCK)));
        time.as_secs_f64().round().clamp(1.0, 3600.0) as u32
    }

    /// The position after these moves, and for each move from `known` on what both roles do; passes are ours and are left out.
    fn replay(&self, moves: &[String], known: usize) -> Result<(Ruled, Vec<Vec<String>>), Fault> {
        let mut position = self.start.clone();
        let mut joint = Vec::new();
        for (ply, text) in moves.iter().enumerate() {
            let mv = position.parse_move(text).map_err(|error| Fault::NotReady(error.to_string()))?;
            if mv.number().is_some() && ply >= known {
                let mover = self.game.seats[position.side_to_move().index()];
                let played = |role: usize| if role == mover { position.kif(mv) } else { position.waiting(role) };
                joint.push((0..2).map(played).collect());
            }
            position.play(mv);
        }
        Ok((position, joint))
    }

    /// The rules of the game with this position as the first one: so the program need not be led there move by move, on its clock.
    fn rules_from(&self, position: &Ruled) -> String {
        let sentences = parts(&format!("({}\n)", self.game.text)).unwrap_or_default();
        let is_init = |sentence: &&String| {
            let words = sentence.trim_start_matches('(').trim_start();
            let head = words.strip_prefix("<=").map_or(words, |rest| rest.trim_start().trim_start_matches('('));
            head.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("init"))
                && head[4..].starts_with([' ', '(', '\n', '\t', '\r'])
        };
        let kept = sentences.iter().filter(|sentence| !is_init(sentence)).cloned();
        let rules = &self.game.rules;
        let facts = (0..rules.facts.len()).filter(|&fact| position.holds(fact));
        let init = facts.map(|fact| format!("(init {})", rules.terms.text(rules.facts[fact])));
        kept.chain(init).collect::<Vec<_>>().join("\n")
    }

    fn try_think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let wanted = || !turn.control.abandoned();
        let play_clock = self.play_clock(turn);
        let patience = Duration::from_secs(u64::from(play_clock)) + GRACE;
        let goes_on = |on: &&Match| on.side == turn.side && turn.moves.starts_with(&on.moves);
        let known = self.on.as_ref().filter(goes_on).map(|on| (on.id.clone(), on.moves.len()));
        let (position, joint) = self.replay(turn.moves, known.as_ref().map_or(0, |(_, known)| *known))?;
        let reply =
            |mv: String, took: Duration| Reply { mv, expects: None, took, thought: Thought::default(), report: None };
        if position.is_passing() {
            return Ok(reply("pass".to_string(), Duration::ZERO));
        }
        let mut messages = Vec::new();
        match known.filter(|_| !joint.is_empty()) {
            Some((id, _)) => {
                let play = |moves: Vec<String>| Message::Play { id: id.clone(), moves: Some(moves) };
                messages.extend(joint.into_iter().map(play));
            }
            None => {
                let id = self.begin(turn.side, &position, play_clock, &wanted)?;
                messages.push(Message::Play { id, moves: None });
            }
        }
        let (mut answer, mut took) = (String::new(), Duration::ZERO);
        for message in &messages {
            let start = Instant::now();
            answer = self.ask(message, patience, &wanted)?;
            took = start.elapsed();
        }
        if let Some(on) = &mut self.on {
            on.moves = turn.moves.to_vec();
        }
        let mv = position.parse_move(&answer).map_err(|error| Fault::Illegal(error.to_string()))?;
        Ok(reply(position.protocol_text(mv), took))
    }

    /// Begins a match at a position.
    fn begin(
        &mut self,
        side: Side,
        position: &Ruled,
        play_clock: u32,
        wanted: &dyn Fn() -> bool,
    ) -> Result<String, Fault> {
        self.end("ABORT");
        self.matches += 1;
        let id = format!("kiebitz.{}.{}", std::process::id(), self.matches);
        let role = self.game.rules.terms.text(self.game.rules.roles[self.game.seats[side.index()]]);
        let rules = self.rules_from(position);
        let message = Message::Start { id: id.clone(), role, rules, start_clock: START_CLOCK, play_clock };
        self.ask(&message, Duration::from_secs(u64::from(START_CLOCK)) + GRACE, wanted)?;
        self.on = Some(Match { id: id.clone(), side, moves: Vec::new() });
        Ok(id)
    }

    /// Ends the match that is on.
    fn end(&mut self, how: &str) {
        if let Some(Match { id, .. }) = self.on.take() {
            let message = if how == "STOP" { Message::Stop { id, moves: None } } else { Message::Abort { id } };
            // Whether it hears it is its own affair.
            let _ = self.ask(&message, GRACE, &|| true);
        }
    }
}

impl Player for GgpPlayer {
    fn new_game(&mut self, start: &str, _seed: u64) -> Result<(), Fault> {
        self.end("STOP");
        let found = Ruled::begin(self.game).parse_position(start);
        self.start = found.map_err(|error| Fault::NotReady(error.to_string()))?;
        Ok(())
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let result = self.try_think(turn);
        if turn.control.abandoned() {
            self.end("ABORT");
            return Err(Fault::Halted);
        }
        result.inspect_err(|_| self.on = None)
    }

    fn leave(&mut self) -> Option<String> {
        self.end("STOP");
        None
    }
}
