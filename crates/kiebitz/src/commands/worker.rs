//! `kiebitz worker`: does jobs that it reads, one a line.

use std::io::{BufReader, stdin, stdout};
use std::sync::Arc;

use clap::Args;
use cluster::{Hello, VERSION, Worker as Hand};

use crate::interrupt;
use crate::output::Failure;

/// Does jobs for another program: one job a line in, one answer a line out, as JSON
///
/// The first line that it writes says who it is. A job that it does not know, or cannot do, is answered by why. It ends with its
/// input, when what was read is done; Ctrl-C ends it at once. It writes nothing but its answers.
#[derive(Args)]
#[command(after_help = "\
Examples:
  echo '{\"id\": 1, \"job\": {\"questions\": [{\"game\": \"othello\", \"limits\": {\"depth\": 8}}]}}' | kiebitz worker
  echo '{\"id\": 2, \"job\": {\"selfplay\": {\"game\": \"othello\", \"from\": 0, \"to\": 4}}}' | ssh HOST kiebitz worker
  kiebitz match kiebitz:nodes=2000 kiebitz:nodes=1000 --workers local:2,ssh:HOST

Jobs are pair, selfplay, questions and candidate; docs/cluster.md has their fields. Each may have deadline_ms and heartbeat_ms.
{\"cancel\": 1} breaks off job 1.")]
pub struct Worker {}

impl Worker {
    pub fn run(self) -> Result<(), Failure> {
        let hello = Hello {
            version: VERSION,
            program: concat!("kiebitz ", env!("CARGO_PKG_VERSION")).to_string(),
            bench: engine::signature()?,
        };
        let mut hand = Hand::new(history::past(None));
        let halt = Arc::new(engine::start_clock());
        let input = BufReader::new(stdin());
        interrupt::stopping(&halt, || cluster::serve(input, stdout(), &mut hand, &hello, &halt)).map_err(Failure::from)
    }
}
