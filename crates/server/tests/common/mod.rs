//! A real server on a real port, for one test.

#![allow(dead_code, unused_imports, reason = "each test uses a part of it")]

#[path = "../../examples/client/mod.rs"]
pub mod client;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

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
        let config = Config {
            port: 0,
            folder: folder.path().to_path_buf(),
            history: Some(folder.path().join("history.sqlite")),
            engines: Vec::new(),
        };
        let server = Server::open(config).unwrap();
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
