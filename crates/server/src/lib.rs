//! The HTTP and WebSocket interface, and the page.
//!
//! Everything that goes over the wire is a type in [`wire`]; every bound is in [`limits`]. A game is a task (`play`), thinking
//! happens in a pool of threads that is fair to clients (`think`), and what outlives the program is in the `store`. The server
//! talks to `engine`, `arena` and `lab` like any other surface: it knows no rules of any game.

mod app;
mod extract;
mod guard;
mod house;
mod import;
pub mod limits;
mod page;
mod play;
mod players;
mod refusal;
mod registry;
mod routes;
mod show;
mod store;
mod think;
mod trees;
pub mod wire;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::middleware::from_fn_with_state;

pub use page::is_there as has_page;
pub use players::KnownEngine;

use crate::app::App;
use crate::guard::{Guard, guard};
use crate::house::House;
use crate::play::Hall;
use crate::store::Store;
use crate::think::Pool;

/// How a server is to be started.
#[derive(Clone, Debug)]
pub struct Config {
    /// The port on the loopback address; 0 is any that is free.
    pub port: u16,
    /// Where open games are kept.
    pub folder: PathBuf,
    /// The history of played games.
    pub history: Option<PathBuf>,
    /// Programs that can be played against.
    pub engines: Vec<KnownEngine>,
}

/// A server that has its port, and has not begun to listen.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

impl Server {
    /// Takes the port and opens the store. The error says what is in the way.
    pub fn open(config: Config) -> Result<Server, String> {
        let place = SocketAddr::from((Ipv4Addr::LOCALHOST, config.port));
        let listener = TcpListener::bind(place).map_err(|error| match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                format!("port {} is taken: by another server? --port names another one", config.port)
            }
            _ => format!("{place}: {error}"),
        })?;
        listener.set_nonblocking(true).map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        for engine in &config.engines {
            players::check(engine)?;
        }
        let house = Arc::new(House {
            pool: Pool::new(limits::searches()).map_err(|error| error.to_string())?,
            store: Store::open(&config.folder, config.history)?,
            engines: config.engines,
        });
        let app = App {
            registry: registry::registry(&house.engines),
            hall: Hall::new(Arc::clone(&house)),
            house,
            sockets: routes::Sockets::default(),
            trees: trees::Trees::default(),
            guard: Arc::new(Guard::new(address.port())),
        };
        Ok(Server { listener, address, app: Arc::new(app) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Listens until `over` says so, or the system.
    pub fn run(self, over: impl Fn() -> bool) -> Result<(), String> {
        let failed = |error: std::io::Error| error.to_string();
        std::thread::Builder::new().name("warm-up".to_string()).spawn(show::every_game_once).map_err(failed)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(8)
            .enable_all()
            .build()
            .map_err(failed)?;
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener).map_err(failed)?;
            let (api, _) = routes::api();
            let door = from_fn_with_state(Arc::clone(&self.app.guard), guard);
            let router = api.with_state(Arc::clone(&self.app)).fallback(page::page).layer(door);
            let service = router.into_make_service_with_connect_info::<SocketAddr>();
            let over = until(over);
            tokio::select! {
                served = axum::serve(listener, service) => served.map_err(failed),
                () = over => Ok(()),
            }
        });
        // What runs now is not waited for: every game is in the store already.
        runtime.shutdown_background();
        result
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
