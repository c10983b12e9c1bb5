//! `kiebitz explain`: why this move, and why not that one.

use clap::Args;
use lab::explain::{self, Request};

use super::args::{position, whole};
use crate::interrupt;
use crate::output::{self, Failure};
use crate::words;

/// Why this move, and why not that one
///
/// Sentences made of what searches have shown: what a move wins or loses and by which line, what was threatened, how the terms
/// of the judgement change, and what a weaker search would have played.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz explain chess --position '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1'
  kiebitz explain chess --position 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3' --move Nf6 --lang de
  kiebitz explain connect-four --position 4455 --json

In JSON every sentence names the facts it was made of.")]
pub struct Explain {
    /// The game, such as othello or 'draughts(rules=international)'; `kiebitz games` lists them
    game: String,

    /// The position in the game's own notation
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true, value_parser = position)]
    position: String,

    /// The move that is asked about, if it is not the best one
    #[arg(long = "move", value_name = "M", allow_hyphen_values = true)]
    mv: Option<String>,

    /// Nodes for the main search; the others take a part of it
    #[arg(long, value_name = "N", default_value_t = 400_000, allow_negative_numbers = true, value_parser = whole(1000, u64::MAX))]
    nodes: u64,

    /// The evaluator; `kiebitz games` lists them
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub fn run(self) -> Result<(), Failure> {
        let request = Request {
            asked: self.mv,
            nodes: self.nodes,
            evaluator: self.eval,
            ..Request::new(&self.game, &self.position)
        };
        let bar = output::spinner("searching");
        let found = interrupt::stoppable(|control| explain::explain(&request, control));
        bar.finish_and_clear();
        let found = found?;
        if self.json {
            return output::json(&found.json(words::language()));
        }
        found.sentences(words::language()).iter().try_for_each(|sentence| output::line(&sentence.text))
    }
}
