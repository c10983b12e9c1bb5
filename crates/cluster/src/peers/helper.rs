//! The side that helps: it searches what it is told to, tells what it finds, and decides nothing.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use engine::{Control, Engine, Exchange, Go, Help, Options, Place, PlayerKind, PlayerSpec};

use super::frame::{Frame, is_worth_telling};
use super::link::{Link, Role, Secret, address, read, shake_hands};

/// With what a helper searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// How many threads.
    pub threads: usize,
    /// The size of its table in MiB.
    pub hash: usize,
}

/// A helper that listens.
pub struct Helper {
    listener: TcpListener,
    secret: Secret,
    means: Means,
}

/// So many may shake hands at a time.
const STRANGERS: usize = 8;
/// So many reasons are remembered, so that each is told once.
const REASONS: usize = 1000;
/// How often entries are handed on to the connection.
const PUMP: Duration = Duration::from_millis(1);
/// How often the listener looks whether it is to end.
const GLANCE: Duration = Duration::from_millis(50);
/// By so many plies a helper is ahead of whom it helps: at the same depth both would find the same.
const AHEAD: i32 = 1;

/// What the connections of a helper share.
struct Desk {
    secret: Secret,
    means: Means,
    /// Somebody is being helped.
    busy: AtomicBool,
    strangers: AtomicUsize,
    told: Mutex<HashSet<String>>,
    tell: Box<dyn Fn(String) + Send + Sync>,
}

impl Helper {
    /// Listens at `HOST:PORT`. Beyond this machine only with a secret.
    pub fn listen(place: &str, secret: Secret, means: Means) -> Result<Helper, String> {
        let found = address(place, &secret)?;
        let listener = TcpListener::bind(found).map_err(|error| format!("{place}: {error}"))?;
        listener.set_nonblocking(true).map_err(|error| format!("{place}: {error}"))?;
        Ok(Helper { listener, secret, means })
    }

    /// Where it listens.
    pub fn address(&self) -> Result<SocketAddr, String> {
        self.listener.local_addr().map_err(|error| error.to_string())
    }

    /// Helps whoever calls, one at a time, until `halt` is stopped. `tell` hears what happens, each thing once.
    pub fn serve(&self, halt: &Arc<Control>, tell: impl Fn(String) + Send + Sync + 'static) {
        let desk = Arc::new(Desk {
            secret: self.secret.clone(),
            means: self.means,
            busy: AtomicBool::new(false),
            strangers: AtomicUsize::new(0),
            told: Mutex::default(),
            tell: Box::new(tell),
        });
        while !halt.stopped() {
            let Ok((stream, from)) = self.listener.accept() else {
                std::thread::sleep(GLANCE);
                continue;
            };
            // More than a few strangers at a time are sent away at once.
            if desk.strangers.fetch_add(1, Relaxed) >= STRANGERS || stream.set_nonblocking(false).is_err() {
                desk.strangers.fetch_sub(1, Relaxed);
                continue;
            }
            let (here, halt) = (desk.clone(), halt.clone());
            let thread = std::thread::Builder::new().name("caller".to_string());
            if thread.spawn(move || here.receive(stream, from.ip(), &halt)).is_err() {
                desk.strangers.fetch_sub(1, Relaxed);
            }
        }
    }
}

impl Desk {
    fn say_once(&self, from: IpAddr, text: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let line = format!("{from}: {text}");
        if told.len() < REASONS && told.insert(line.clone()) {
            (self.tell)(line);
        }
    }

    fn receive(&self, mut stream: TcpStream, from: IpAddr, halt: &Arc<Control>) {
        let shaken = shake_hands(&mut stream, Role::Helper, &self.secret);
        self.strangers.fetch_sub(1, Relaxed);
        if let Err(reason) = shaken {
            return self.say_once(from, &format!("refused: {reason}"));
        }
        let Ok(mut writing) = stream.try_clone() else { return };
        let link = Arc::new(Link::default());
        let writer = link.clone();
        if std::thread::Builder::new().name("tell".to_string()).spawn(move || writer.write(&mut writing)).is_err() {
            return;
        }
        if self.busy.swap(true, Relaxed) {
            link.say(Frame::Refused(0, "it helps somebody else".to_string()));
            link.close();
            return self.say_once(from, "refused: somebody else is being helped");
        }
        self.say_once(from, "is helped");
        let mut session = Session { link: link.clone(), means: self.means, halt, running: None, engine: None };
        let why = read(&mut stream, &mut |frame| session.hear(frame));
        session.stop();
        link.close();
        self.busy.store(false, Relaxed);
        if !halt.stopped() {
            self.say_once(from, &format!("left: {why}"));
        }
    }
}

/// A conversation with one whom we help.
struct Session<'a> {
    link: Arc<Link>,
    means: Means,
    halt: &'a Arc<Control>,
    running: Option<Running>,
    /// The board of the last search, with its table.
    engine: Option<(String, Box<dyn Engine>)>,
}

/// A search that is going on.
struct Running {
    number: u32,
    control: Arc<Control>,
    exchange: Arc<Exchange>,
    over: Arc<AtomicBool>,
    search: JoinHandle<Box<dyn Engine>>,
    pump: JoinHandle<()>,
    game: String,
}

/// The exchange of a search that helps.
struct Mine(Arc<Exchange>);

impl Help for Mine {
    fn begin(&self, _: &Place) -> Option<Arc<Exchange>> {
        Some(self.0.clone())
    }

    fn end(&self) {}

    fn ahead(&self) -> i32 {
        AHEAD
    }
}

impl Session<'_> {
    fn hear(&mut self, frame: Frame) -> Result<(), String> {
        if self.halt.stopped() {
            return Err("we are to end".to_string());
        }
        match frame {
            Frame::Search(number, place) => {
                self.stop();
                match self.begin(number, &place) {
                    Ok(()) => self.link.say(Frame::Ready(number)),
                    Err(reason) => self.link.say(Frame::Refused(number, reason)),
                }
                Ok(())
            }
            Frame::Stop(number) => {
                if self.running.as_ref().is_some_and(|running| running.number == number) {
                    self.stop();
                }
                Ok(())
            }
            Frame::Entries(number, parcels) => {
                if let Some(running) = self.running.as_ref().filter(|running| running.number == number) {
                    running.exchange.hand_in(0, &parcels);
                }
                Ok(())
            }
            Frame::Beat => Ok(()),
            _ => Err("it says what is not for it to say".to_string()),
        }
    }

    /// Begins to search a position, if it is the same here as there.
    fn begin(&mut self, number: u32, place: &Place) -> Result<(), String> {
        let wrong = |error: engine::Error| error.to_string();
        let player = PlayerSpec {
            eval: (!place.evaluator.is_empty()).then(|| place.evaluator.clone()),
            ..PlayerSpec::new(PlayerKind::Kiebitz)
        };
        if player.names_files() {
            return Err(format!("the evaluator '{}' names a file: a helper reads none", place.evaluator));
        }
        let (mut options, _): (Options, Go) = player.options(false).map_err(wrong)?;
        let mut engine = match self.engine.take() {
            Some((game, engine)) if game == place.game => engine,
            _ => engine::open(&place.game).map_err(wrong)?,
        };
        engine.set_position(&place.start).map_err(wrong)?;
        place.moves.iter().try_for_each(|mv| engine.advance(mv)).map_err(wrong)?;
        if engine.key() != place.key {
            return Err("the position has another key here: this is another program".to_string());
        }
        if engine.end().is_some() {
            return Err("the game is over there".to_string());
        }
        if engine.judgement(&options.player).map_err(wrong)? != place.judgement {
            return Err("the position is judged otherwise here: this is another evaluator".to_string());
        }
        let exchange = Arc::new(Exchange::new());
        options.player.method = engine::Method::Search;
        options.resources.threads = self.means.threads;
        options.resources.table_megabytes = self.means.hash;
        options.resources.peers = engine::Peers::new(Arc::new(Mine(exchange.clone())));
        engine.check(&options, &Go::default()).map_err(wrong)?;
        let control = Arc::new(engine::start_clock_under(self.halt));
        let over = Arc::new(AtomicBool::new(false));
        let (steering, told, link, ended) = (control.clone(), exchange.clone(), self.link.clone(), over.clone());
        let pump = move || {
            while !ended.load(Relaxed) {
                std::thread::sleep(PUMP);
                let mut parcels = told.fetch();
                parcels.retain(|parcel| is_worth_telling(&parcel.entry));
                if !parcels.is_empty() {
                    link.tell(number, &parcels);
                }
            }
        };
        let pump =
            std::thread::Builder::new().name("pump".to_string()).spawn(pump).map_err(|error| error.to_string())?;
        let search = engine::thread("help").spawn(move || {
            // What it finds is told on the way; the answer is nobody's.
            let _ = engine.go(&options, &Go::default(), &steering, &mut |_| {});
            engine
        });
        let search = search.map_err(|error| error.to_string())?;
        self.running = Some(Running { number, control, exchange, over, search, pump, game: place.game.clone() });
        Ok(())
    }

    fn stop(&mut self) {
        let Some(Running { control, over, search, pump, game, .. }) = self.running.take() else { return };
        control.stop();
        over.store(true, Relaxed);
        let _ = pump.join();
        if let Ok(engine) = search.join() {
            self.engine = Some((game, engine));
        }
    }
}
