//! `kiebitz serve`: the page.

use std::io::IsTerminal;
use std::net::IpAddr;
use std::process::{Command, Stdio};

use clap::Args;
use server::{Config, KnownEngine, Server};

use super::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// The page: play, analyse and explore in the browser
///
/// Listens on the loopback address only, unless --listen names another. Open games are kept in the data folder, which one server has
/// at a time, and come back with the next start.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz serve --open
  kiebitz serve --port 8000 --engine stockfish=/usr/games/stockfish
  kiebitz serve --open --token            on a machine with other users
  kiebitz serve --listen 192.168.1.20     for other machines, with a token

Ctrl-C ends it. The interface for programs is described at /api/openapi.json.")]
pub struct Serve {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 1912, allow_negative_numbers = true, value_parser = whole(0, u16::MAX))]
    port: u16,

    /// The address to listen on; 0.0.0.0 is every address of this machine. Others than the loopback address ask for a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,

    /// Another name of this machine by which browsers may reach it, such as attic.local; may be repeated. Its addresses need not be named
    #[arg(long, value_name = "NAME", value_parser = host)]
    host: Vec<String>,

    /// Ask for a token, which is in the address that is told at the start: other users of this machine cannot see or play your games
    #[arg(long)]
    token: bool,

    /// Memory in MiB for tables, recorded trees, imports and long answers together; more is refused
    #[arg(long, value_name = "MB", default_value_t = server::limits::MEMORY_MIB, allow_negative_numbers = true, value_parser = whole(512_u64, 1 << 20))]
    memory: u64,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// A UCI program to play against, by a name of its own; gtp:PATH and hub:PATH for programs of Go and draughts; may be repeated
    #[arg(long, value_name = "NAME=PATH", value_parser = engine)]
    engine: Vec<KnownEngine>,

    /// Only the interface for programs, without the page
    #[arg(long)]
    api_only: bool,
}

impl Serve {
    pub fn run(self) -> Result<(), Failure> {
        if !self.api_only && !server::has_page() {
            return Err(Failure::Other(
                "this program was built without the page: `make run` builds it (it needs Node.js and npm) and opens it; \
                 --api-only serves the interface for programs alone"
                    .to_string(),
            ));
        }
        let nowhere = || Failure::Other("there is no folder for data here: set KIEBITZ_DATA".to_string());
        let config = Config {
            listen: self.listen,
            port: self.port,
            hosts: self.host,
            token: self.token,
            memory: self.memory,
            history: history::default_file(),
            engines: self.engine,
            ..Config::new(engine::data_folder().ok_or_else(nowhere)?)
        };
        let server = Server::open(config).map_err(Failure::Other)?;
        output::line(format!("Kiebitz is at {} (Ctrl-C ends it)", server.page()))?;
        if self.open {
            open(&server.page_once().map_err(Failure::Other)?);
        }
        tracing_subscriber::fmt()
            .with_writer(std::io::stderr)
            .with_ansi(
                std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            )
            .with_target(false)
            .init();
        interrupt::stoppable(|control| server.run(|| control.stopped())).map_err(Failure::Other)
    }
}

/// A name of a machine, as browsers write it.
fn host(text: &str) -> Result<String, String> {
    let right = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
    match !text.is_empty() && text.bytes().all(right) {
        true => Ok(text.to_ascii_lowercase()),
        false => Err("expected the name of a machine without a port, such as attic.local".to_string()),
    }
}

fn engine(text: &str) -> Result<KnownEngine, String> {
    let wrong = "expected NAME=PATH, such as stockfish=/usr/games/stockfish";
    let (name, path) = text.split_once('=').ok_or(wrong)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_. ".contains(c);
    if name.trim().is_empty() || path.is_empty() || name.len() > 40 || !name.chars().all(plain) {
        return Err(wrong.to_string());
    }
    Ok(KnownEngine { name: name.trim().to_string(), path: path.into() })
}

/// Opens an address with what the platform opens addresses with. That there is no browser is no reason not to serve.
fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/c", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let started = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut child) = started {
        // Waited for, so that it does not stay behind as a process that has ended.
        std::thread::spawn(move || child.wait());
    }
}
