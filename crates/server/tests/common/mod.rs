//! A real server on a real port, for one test.

#![allow(dead_code, unused_imports, reason = "each test uses a part of it")]

#[path = "../../examples/client/mod.rs"]
pub mod client;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

use serde_json::{Value, json};
use server::{Config, Server};

pub use client::{Client, Socket};

/// A server that ends with the test.
pub struct Running {
    pub address: SocketAddr,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    pub folder: tempfile::TempDir,
}

impl Running {
    pub fn start() -> Running {
        let folder = tempfile::tempdir().unwrap();
        Running::start_with(folder, |config| config)
    }

    /// A server that differs from the usual one.
    pub fn start_with(folder: tempfile::TempDir, change: impl FnOnce(Config) -> Config) -> Running {
        let history = Some(folder.path().join("history.sqlite"));
        let server = Server::open(change(Config { history, ..Config::new(folder.path()) })).unwrap();
        Running::run(server, folder)
    }

    /// Lets a server run.
    pub fn run(server: Server, folder: tempfile::TempDir) -> Running {
        let address = server.address();
        let over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&over);
        let thread = std::thread::spawn(move || server.run(|| flag.load(Relaxed)).unwrap());
        Running { address, over, thread: Some(thread), folder }
    }

    pub fn client(&self, name: &str) -> Client {
        Client::new(self.address, name)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub fn human() -> Value {
    json!({ "kind": "human" })
}

pub fn level(level: u8) -> Value {
    json!({ "kind": "level", "level": level })
}

/// The next state of a watched game that is like this.
pub fn state(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    let heard = socket.hear_until(|said| said["is"] == "game" && wanted(said)).unwrap();
    heard.into_iter().next_back().unwrap()
}

pub fn watch(client: &Client, id: &str) -> Socket {
    let mut socket = client.socket(&[]).unwrap();
    socket.say(&json!({ "do": "watch", "game": id })).unwrap();
    socket
}

pub fn act(client: &Client, id: &str, what: &str, body: Value) -> client::Answer {
    client.post(&format!("/api/games/{id}/{what}"), &body).unwrap()
}
