//! The side whose search it is: it owns clock and answer. Whatever happens to those who help costs their help and nothing else.

use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{Exchange, Help, Place};

use super::frame::{Frame, is_worth_telling};
use super::link::{HANDSHAKE, Link, Role, Secret, address, read, shake_hands};

/// Those who help with the searches of this process.
pub struct Peers {
    shared: Arc<Shared>,
}

struct Shared {
    names: Vec<String>,
    state: Mutex<State>,
    changed: Condvar,
    over: AtomicBool,
    tell: Box<dyn Fn(String) + Send + Sync>,
}

#[derive(Default)]
struct State {
    /// The number of the search that is on or was last.
    number: u32,
    search: Option<(Box<Place>, Arc<Exchange>)>,
    /// The connections, by peer, where there is one.
    links: Vec<Option<Arc<Link>>>,
}

/// How often entries are handed on to the connections.
const PUMP: Duration = Duration::from_millis(1);
/// A lost peer is called again after this time, and after twice the time if it does not answer...
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// ...but at least so often.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

impl Peers {
    /// Calls these peers (`HOST:PORT` each), and calls them again whenever they are lost. `tell` hears what happens to them.
    pub fn call(
        peers: &[String],
        secret: &Secret,
        tell: impl Fn(String) + Send + Sync + 'static,
    ) -> Result<Peers, String> {
        let places = peers.iter().map(|text| address(text, secret)).collect::<Result<Vec<_>, _>>()?;
        let shared = Arc::new(Shared {
            names: peers.to_vec(),
            state: Mutex::new(State { links: vec![None; peers.len()], ..State::default() }),
            changed: Condvar::new(),
            over: AtomicBool::new(false),
            tell: Box::new(tell),
        });
        let thread = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let spawned = std::thread::Builder::new().name(name.to_string()).spawn(work);
            spawned.map(drop).map_err(|error| error.to_string())
        };
        for (index, place) in places.into_iter().enumerate() {
            let (shared, secret) = (shared.clone(), secret.clone());
            thread("peer", Box::new(move || shared.keep(index, place, &secret)))?;
        }
        let pump = shared.clone();
        thread("pump", Box::new(move || pump.pump()))?;
        Ok(Peers { shared })
    }

    /// How many are connected.
    pub fn connected(&self) -> usize {
        self.shared.lock().links.iter().flatten().count()
    }

    /// Waits until all are connected, but no longer than this; how many are.
    pub fn wait(&self, patience: Duration) -> usize {
        let shared = &self.shared;
        let missing = |state: &mut State| state.links.iter().any(Option::is_none);
        drop(shared.changed.wait_timeout_while(shared.lock(), patience, missing));
        self.connected()
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        self.shared.over.store(true, Relaxed);
        self.shared.lock().links.iter().flatten().for_each(|link| link.close());
        self.shared.changed.notify_all();
    }
}

impl Help for Peers {
    fn begin(&self, position: &Place) -> Option<Arc<Exchange>> {
        let mut state = self.shared.lock();
        state.number = state.number.wrapping_add(1);
        let exchange = Arc::new(Exchange::new());
        let place = Box::new(position.clone());
        let frame = Frame::Search(state.number, place.clone());
        state.links.iter().flatten().for_each(|link| link.say(frame.clone()));
        state.search = Some((place, exchange.clone()));
        self.shared.changed.notify_all();
        Some(exchange)
    }

    fn end(&self) {
        let mut state = self.shared.lock();
        state.search = None;
        let frame = Frame::Stop(state.number);
        state.links.iter().flatten().for_each(|link| link.say(frame.clone()));
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, index: usize, text: &str) {
        (self.tell)(format!("peer {}: {text}", self.names[index]));
    }

    /// Hands what the search tells on to the connections, as long as there is a search.
    fn pump(&self) {
        while !self.over.load(Relaxed) {
            let state = self.lock();
            if state.search.is_none() {
                drop(self.changed.wait_timeout(state, Duration::from_secs(1)));
                continue;
            }
            if let Some((_, exchange)) = &state.search {
                let mut parcels = exchange.fetch();
                parcels.retain(|parcel| is_worth_telling(&parcel.entry));
                if !parcels.is_empty() {
                    state.links.iter().flatten().for_each(|link| link.tell(state.number, &parcels));
                }
            }
            drop(state);
            std::thread::sleep(PUMP);
        }
    }

    /// Keeps the connection to a peer, until it is over or the peer is not believed any more.
    fn keep(&self, index: usize, place: SocketAddr, secret: &Secret) {
        let mut pause = FIRST_PAUSE;
        let mut last = String::new();
        while !self.over.load(Relaxed) {
            let mut believed = true;
            let why = match self.converse(index, place, secret, &mut believed) {
                Ok(why) => {
                    pause = FIRST_PAUSE;
                    last.clear();
                    format!("lost: {why}")
                }
                Err(why) => format!("cannot help: {why}"),
            };
            if self.over.load(Relaxed) {
                return;
            }
            if why != last {
                self.say(index, &why);
                last = why;
            }
            if !believed {
                return;
            }
            let state = self.lock();
            let still = |_: &mut State| !self.over.load(Relaxed);
            drop(self.changed.wait_timeout_while(state, pause, still));
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    /// Calls a peer and hears it out; why it has ended. An error if it did not come to a conversation.
    fn converse(
        &self,
        index: usize,
        place: SocketAddr,
        secret: &Secret,
        believed: &mut bool,
    ) -> Result<String, String> {
        let mut stream = TcpStream::connect_timeout(&place, HANDSHAKE).map_err(|error| error.to_string())?;
        shake_hands(&mut stream, Role::Caller, secret)?;
        let mut writing = stream.try_clone().map_err(|error| error.to_string())?;
        let link = Arc::new(Link::default());
        {
            let mut state = self.lock();
            // A search that is on already is helped as well.
            if let Some((place, _)) = &state.search {
                link.say(Frame::Search(state.number, place.clone()));
            }
            state.links[index] = Some(link.clone());
            self.changed.notify_all();
        }
        let writer = link.clone();
        let thread = std::thread::Builder::new().name("tell".to_string());
        let written = thread.spawn(move || writer.write(&mut writing));
        let why = match written {
            Ok(_) => read(&mut stream, &mut |frame| self.hear(index, frame, believed)),
            Err(error) => error.to_string(),
        };
        self.lock().links[index] = None;
        link.close();
        let _ = stream.shutdown(std::net::Shutdown::Both);
        Ok(why)
    }

    fn hear(&self, index: usize, frame: Frame, believed: &mut bool) -> Result<(), String> {
        match frame {
            Frame::Entries(number, parcels) => {
                let state = self.lock();
                let Some((_, exchange)) = state.search.as_ref().filter(|_| state.number == number) else {
                    return Ok(());
                };
                exchange.hand_in(index, &parcels);
                if exchange.contradicts(index) {
                    *believed = false;
                    return Err("it says the opposite of what is found here, again and again".to_string());
                }
                // The peers hear of each other through us.
                let others = state.links.iter().enumerate().filter(|(other, _)| *other != index);
                others.filter_map(|(_, link)| link.as_ref()).for_each(|link| link.tell(number, &parcels));
                Ok(())
            }
            Frame::Refused(0, reason) => Err(format!("it refuses: {reason}")),
            Frame::Refused(_, reason) => {
                self.say(index, &format!("does not help with this search: {reason}"));
                Ok(())
            }
            Frame::Beat | Frame::Ready(_) => Ok(()),
            _ => Err("it says what is not for a helper to say".to_string()),
        }
    }
}
