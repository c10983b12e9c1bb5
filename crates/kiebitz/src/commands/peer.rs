//! `kiebitz peer`: help for somebody else's search.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use cluster::peers::{Helper, Means, Peers as Calls, Secret};
use engine::Peers;

use super::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// Helps with the search of another process: searches the same position and tells what it finds
///
/// Whose search it is owns the clock and the answer: `kiebitz search --peers`, or the option Peers of `kiebitz uci`. One is helped at a
/// time. Beyond this machine both need the same secret; nothing is encrypted, so elsewhere than in a network of your own go through ssh.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz peer --listen 127.0.0.1:1913
  kiebitz peer --listen 0.0.0.0:1913 --secret secret.txt --threads 4 --hash 1024
  kiebitz search chess --depth 20 --peers 127.0.0.1:1913")]
pub struct Peer {
    /// Where to listen, HOST:PORT
    #[arg(long, value_name = "PLACE", default_value = "127.0.0.1:1913")]
    listen: String,

    /// The file with the secret that both sides know
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,

    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_THREADS))]
    threads: usize,

    /// The size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_TABLE))]
    hash: usize,
}

/// A secret is short; a larger file is none.
const LONGEST_SECRET: u64 = 4096;

/// The secret in a file; none without a file.
pub fn secret(file: Option<&PathBuf>) -> Result<Secret, Failure> {
    let Some(path) = file else { return Ok(Secret::default()) };
    let wrong = |reason: String| Failure::BadInput(format!("{}: {reason}", path.display()));
    let bytes = engine::read_at_most(path, LONGEST_SECRET).map_err(|error| wrong(error.to_string()))?;
    let secret = Secret::new(&String::from_utf8_lossy(&bytes));
    if secret.is_empty() { Err(wrong("there is no secret in it".to_string())) } else { Ok(secret) }
}

/// Calls peers (`HOST:PORT` each); `tell` hears what happens to them.
pub fn call(
    peers: &[String],
    secret: &Secret,
    tell: impl Fn(String) + Send + Sync + 'static,
) -> Result<(Peers, Arc<Calls>), Failure> {
    let calls = Arc::new(Calls::call(peers, secret, tell).map_err(Failure::BadInput)?);
    Ok((Peers::new(calls.clone()), calls))
}

impl Peer {
    pub fn run(self) -> Result<(), Failure> {
        let means = Means { threads: self.threads, hash: self.hash };
        let helper = Helper::listen(&self.listen, secret(self.secret.as_ref())?, means).map_err(Failure::BadInput)?;
        let place = helper.address().map_err(Failure::Other)?;
        output::line(format!("Listening at {place}"))?;
        let halt = Arc::new(engine::start_clock());
        interrupt::stopping(&halt, || {
            // Nobody to tell is no reason to stop helping.
            helper.serve(&halt, |text| drop(output::complain(&text)));
        });
        Ok(())
    }
}
