//! `kiebitz data generate`: fast games of the program against itself.

use std::path::PathBuf;

use clap::Args;
use learn::data::{Progress, Settings, generate};
use serde_json::json;

use crate::commands::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// Plays fast games against itself and keeps them with the scores of their quiet positions
#[derive(Args)]
#[command(after_help = "\
Example: kiebitz data generate chess --games 5000 --nodes 2000 --threads 2 --out chess.games

A game begins with random moves that leave it about even. A position is kept if the side to move is not in check and
the best move is quiet. The same settings make the same file, on any number of threads. Ctrl-C leaves the finished
games in the file, and the same command goes on where it ended; so does one that asks for more games.")]
pub struct Generate {
    /// The game, such as chess or 'draughts(rules=international)'; `kiebitz games` lists them
    game: String,

    /// How many games the file shall hold
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, u32::MAX))]
    games: u32,

    /// Nodes of the search for each move
    #[arg(long, value_name = "K", default_value_t = Settings::default().nodes, allow_negative_numbers = true,
          value_parser = whole(1, u64::MAX))]
    nodes: u64,

    /// Where random numbers begin
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed, allow_negative_numbers = true,
          value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// How many threads play, each its own games
    #[arg(long, value_name = "T", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_THREADS))]
    threads: usize,

    /// The evaluator; `kiebitz games` lists them
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// A game begins with at least so many random plies, and at most half as many more
    #[arg(long, value_name = "PLIES", default_value_t = Settings::default().random_plies, allow_negative_numbers = true,
          value_parser = whole(0, 1000_u16))]
    random_plies: u16,

    /// How uneven the opening may be, in hundredths of a pawn, disc or point
    #[arg(long, value_name = "H", default_value_t = Settings::default().balance, allow_negative_numbers = true,
          value_parser = whole(0, 100_000_u32))]
    balance: u32,

    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Generate {
    pub fn run(self) -> Result<(), Failure> {
        let settings = Settings {
            evaluator: self.eval,
            nodes: self.nodes,
            seed: self.seed,
            random_plies: self.random_plies,
            balance: self.balance,
        };
        let bar = output::bar(self.games.into());
        let clock = engine::start_clock();
        let mut first = None;
        let mut progress = |now: Progress| {
            let before = *first.get_or_insert(now);
            let games = output::speed(u64::from(now.games - before.games) * 10, clock.elapsed()) as f64 / 10.0;
            let positions = output::speed(now.positions - before.positions, clock.elapsed());
            bar.set_position(now.games.into());
            bar.set_message(format!(
                "{} positions, {games:.1} games/s, {} positions/s",
                output::thousands(now.positions),
                output::thousands(positions)
            ));
        };
        let (done, stopped) = interrupt::stoppable(|control| {
            let done = generate(&self.game, &settings, self.games, self.threads, &self.out, control, &mut progress);
            (done, control.stopped())
        });
        bar.finish_and_clear();
        let done = done?;
        let time = clock.elapsed();
        let new = done.now.games - done.before.games;
        if self.json {
            return output::json(&json!({
                "file": self.out.display().to_string(),
                "games": done.now.games,
                "positions": done.now.positions,
                "new_games": new,
                "new_positions": done.now.positions - done.before.positions,
                "finished": !stopped,
                "time_ms": time.as_millis() as u64,
            }));
        }
        output::line(format!(
            "{}: {} games, {} positions; {} games played in {}",
            self.out.display(),
            output::thousands(done.now.games.into()),
            output::thousands(done.now.positions),
            output::thousands(new.into()),
            output::seconds(time),
        ))?;
        if stopped && done.now.games < self.games {
            output::line("Stopped. The same command goes on from here.")?;
        }
        Ok(())
    }
}
