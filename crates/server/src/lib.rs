//! The HTTP and WebSocket interface, and the page.
//!
//! What goes over the wire, and what is to be answered, is the business of `answers`: here are connections, threads and files. Every bound is in [`limits`]. A game is a task (`play`), thinking
//! happens in threads that are fair to clients (`think`), all work draws on one budget of `memory`, and what outlives the program is
//! in the `store`. The server
//! talks to `engine`, `arena` and `lab` like any other surface: it knows no rules of any game.

mod app;
mod connections;
mod door;
mod guard;
mod house;
mod lock;
mod memory;
mod page;
mod play;
mod routes;
mod store;
mod think;
mod token;
mod trees;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::middleware::from_fn_with_state;

pub use answers::players::KnownEngine;
pub use answers::{Code, Refusal, import, limits, wire};
pub use page::is_there as has_page;

use answers::{judgements, players, refusal, registry, show};

use crate::app::App;
use crate::connections::Connections;
use crate::guard::Guard;
use crate::house::House;
use crate::lock::Lock;
use crate::memory::Memory;
use crate::play::Hall;
use crate::store::Store;
use crate::think::Lanes;
use crate::token::Token;

/// How a server is to be started.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; the loopback address is for this machine only.
    pub listen: IpAddr,
    /// The port; 0 is any that is free.
    pub port: u16,
    /// Names by which pages may reach it, besides its addresses.
    pub hosts: Vec<String>,
    /// Must whoever asks have a token? Always so if not only this machine can ask.
    pub token: bool,
    /// MiB of memory that tables, trees and long texts may take together.
    pub memory: u64,
    /// Where open games are kept.
    pub folder: PathBuf,
    /// The history of played games.
    pub history: Option<PathBuf>,
    /// Programs that can be played against.
    pub engines: Vec<KnownEngine>,
}

impl Config {
    /// A server for this machine at any port, without a token, that keeps its games in this folder.
    pub fn new(folder: impl Into<PathBuf>) -> Config {
        Config {
            listen: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            hosts: Vec::new(),
            token: false,
            memory: limits::MEMORY_MIB,
            folder: folder.into(),
            history: None,
            engines: Vec::new(),
        }
    }
}

/// A server that has its port, and has not begun to listen.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    _lock: Lock,
}

impl Server {
    /// Takes the port and opens the store. The error says what is in the way.
    pub fn open(config: Config) -> Result<Server, String> {
        memory::return_large_blocks();
        let place = SocketAddr::from((config.listen, config.port));
        let listener = TcpListener::bind(place).map_err(|error| match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                format!("port {} is taken: by another server? --port names another one", config.port)
            }
            std::io::ErrorKind::AddrNotAvailable => {
                format!(
                    "{}: this machine does not have this address; 0.0.0.0 stands for all that it has",
                    config.listen
                )
            }
            _ => format!("{place}: {error}"),
        })?;
        listener.set_nonblocking(true).map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let lock = Lock::take(&config.folder, &shown(address))?;
        for engine in &config.engines {
            players::check(engine)?;
        }
        let token = config.token || !config.listen.is_loopback();
        let token = token.then(|| Token::new(address.port())).transpose()?;
        let memory = Arc::new(Memory::new(config.memory));
        let house = Arc::new(House {
            pool: Lanes::new(&memory).map_err(|error| error.to_string())?,
            memory: Arc::clone(&memory),
            store: Store::open(&config.folder, config.history)?,
            engines: config.engines,
        });
        let app = App {
            registry: registry::registry(&house.engines),
            hall: Hall::new(Arc::clone(&house)),
            house,
            sockets: routes::Sockets::default(),
            judgements: judgements::Judgements::default(),
            trees: trees::Trees::new(memory),
            guard: Arc::new(Guard::new(address, token).known_as(&config.hosts)),
        };
        Ok(Server { listener, address, app: Arc::new(app), _lock: lock })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page for a person, with the token in it if there is one.
    pub fn page(&self) -> String {
        let query = self.app.guard.token().map_or(String::new(), |token| format!("?{}", token.query()));
        format!("{}{query}", shown(self.address))
    }

    /// The same for a browser that is started with it: what is in it besides is good for one time.
    pub fn page_once(&self) -> Result<String, String> {
        let query = self.app.guard.token().map(Token::query_once).transpose()?;
        Ok(format!("{}{}", shown(self.address), query.map_or(String::new(), |query| format!("?{query}"))))
    }

    /// Listens until `over` says so, or the system.
    pub fn run(self, over: impl Fn() -> bool) -> Result<(), String> {
        let failed = |error: std::io::Error| error.to_string();
        std::thread::Builder::new().name("warm-up".to_string()).spawn(show::every_game_once).map_err(failed)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(limits::SHORT_THREADS)
            .enable_all()
            .build()
            .map_err(failed)?;
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener).map_err(failed)?;
            let (api, _) = routes::api();
            let door = from_fn_with_state(Arc::clone(&self.app.guard), door::pass);
            let router = api.with_state(Arc::clone(&self.app)).fallback(page::page).layer(door);
            let over = until(over);
            tokio::select! {
                () = Connections::new(connections::most()).serve(listener, router) => {}
                () = over => {}
            }
            Ok(())
        });
        // What runs now is not waited for: every game is in the store already.
        runtime.shutdown_background();
        result
    }
}

/// An address as people write it. A server that listens on all addresses of the machine is at the one that every machine has.
fn shown(address: SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        ip if ip.is_loopback() || ip.is_unspecified() => format!("http://localhost:{port}/"),
        _ => format!("http://{address}/"),
    }
}

/// Waits until `over` says so, or the system asks the program to end. It listens to the system from the call on, before
/// the first await, because a client that has had an answer may already send the signal.
fn until(over: impl Fn() -> bool) -> impl Future<Output = ()> {
    #[cfg(unix)]
    let end = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
    async move {
        let asked = async {
            while !over() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        #[cfg(unix)]
        if let Ok(mut end) = end {
            tokio::select! {
                () = asked => {}
                _ = end.recv() => {}
            }
            return;
        }
        asked.await;
    }
}
