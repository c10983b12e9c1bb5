//! `kiebitz data generate`: fast games of the program against itself.

use std::path::PathBuf;

use clap::Args;
use learn::data::{Progress, Settings, generate};
use serde_json::json;

use crate::commands::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// Plays fast games against itself and keeps them with the scores of their positions
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz data generate chess --games 5000 --threads 2 --out chess.games
  kiebitz data generate chess --from 5000 --to 10000 --out part2.games

A game begins with random moves that leave it about even. Every position from there on is kept with what the search thought
of it; the positions that are counted are the quiet ones, those to learn from. The same settings make the same file, on
any number of threads, and parts made on several machines can be put together by `kiebitz data merge`. Ctrl-C
leaves the finished games in the file, and the same command goes on where it ended; so does one that asks for more games.")]
pub struct Generate {
    /// The game, such as chess or 'draughts(rules=international)'; `kiebitz games` lists them
    game: String,

    /// How many games the file shall hold
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, u32::MAX),
          required_unless_present = "to", conflicts_with = "to")]
    games: Option<u32>,

    /// The number of the first game: the file is a part of a larger one
    #[arg(long, value_name = "A", default_value_t = 0, allow_negative_numbers = true, value_parser = whole(0, u32::MAX))]
    from: u32,

    /// The number after that of the last game
    #[arg(long, value_name = "B", allow_negative_numbers = true, value_parser = whole(1, u32::MAX))]
    to: Option<u32>,

    /// No iteration of a search begins after so many nodes; eight times as many end it
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

    /// Of a hundred games of chess, so many begin as Chess960; 20 unless told otherwise
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true, value_parser = whole(0, 100_u8))]
    chess960: Option<u8>,

    /// A game of chess with at most so many men (0, 3 or 4) ends by our own endgame tables; as many as there are unless told
    /// otherwise
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0, 4_usize))]
    men: Option<usize>,

    /// Keep positions from inside the searches too, those with at least so many nodes of their own; 0 keeps none, which makes the file
    /// much smaller
    #[arg(long, value_name = "NODES", num_args = 0..=1, default_value_t = Settings::default().harvest, default_missing_value = "20",
          allow_negative_numbers = true, value_parser = whole(0, 1_000_000_000_u64))]
    harvest: u64,

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
            shuffled: self.chess960,
            men: self.men,
            harvest: self.harvest,
        };
        let to = self.to.or(self.games.map(|games| self.from.saturating_add(games))).unwrap_or(self.from);
        if to <= self.from {
            return Err(Failure::BadInput(format!(
                "--to {to}: it must be greater than the number of the first game, {}",
                self.from
            )));
        }
        let games = to - self.from;
        let bar = output::bar(games.into());
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
            let done = generate(&self.game, &settings, self.from..to, self.threads, &self.out, control, &mut progress);
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
        if stopped && done.now.games < games {
            output::line("Stopped. The same command goes on from here.")?;
        }
        Ok(())
    }
}
