//! `kiebitz play`: a game on the terminal.

mod clock;
mod setup;
mod table;

use clap::Args;
use engine::Player;

use crate::output::{self, Failure};
use clock::TimeControl;
use table::{Seat, Table};

/// A game on the terminal; without arguments it asks what and against whom
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz play
  kiebitz play othello --second kiebitz:level=3
  kiebitz play 'draughts(rules=russian)' --first kiebitz --second mcts --clock 1+1
  kiebitz play connect-four --first kiebitz:techniques=minimax+alpha-beta,depth=4 --second random --games 10

Players: human, random, mcts, kiebitz, kiebitz:level=1 to 10 (or easy, medium, hard),
kiebitz:techniques=LIST,depth=D,nodes=N,time=SECONDS,eval=NAME.
While playing: a move, or help, moves, hint, undo, board, resign, quit.")]
pub struct Play {
    /// The game; `kiebitz games` lists them
    game: Option<String>,

    /// Who moves first
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// Who moves second
    #[arg(long, value_name = "PLAYER")]
    second: Option<String>,

    /// The position to begin from, in the game's own notation
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// Minutes for the game + seconds for each move
    #[arg(long, value_name = "M+S")]
    clock: Option<TimeControl>,

    /// So many games, the sides changing after each
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u32,

    /// Where random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Play {
    pub fn run(self) -> Result<(), Failure> {
        let nothing_said = self.game.is_none() && self.first.is_none() && self.second.is_none();
        let (game, mut seats) = if nothing_said {
            match setup::ask()? {
                Some(setup) => setup,
                None => return Ok(()),
            }
        } else {
            let game = self.game.unwrap_or_else(|| "connect-four".to_string());
            let [first, second] = [(self.first, "human"), (self.second, "kiebitz")].map(|(text, default)| {
                let player: Player = text.as_deref().unwrap_or(default).parse()?;
                Ok::<Seat, engine::Error>(Seat { name: player.to_string(), player })
            });
            (game, [first?, second?])
        };
        let with_people = seats.iter().any(|seat| seat.player.is_human());
        let mut table = Table::new(&game, &self.position, self.clock)?;
        let mut points = [0.0, 0.0];
        let mut number = 0;
        loop {
            table.seed = self.seed.wrapping_add(u64::from(number));
            number += 1;
            let Some(winner) = table.play(&seats)? else { return Ok(()) };
            for (index, points) in points.iter_mut().enumerate() {
                *points += winner.map_or(0.5, |winner| f64::from(u8::from(winner.index() == index)));
            }
            if self.games > 1 {
                let [first, second] = &seats;
                output::line(format!("Game {number}: {} {} - {} {}", first.name, points[0], points[1], second.name))?;
            }
            let again = if number < self.games {
                true
            } else {
                with_people && self.games == 1 && setup::confirm("Another game with the same settings? [y/n] ")?
            };
            if !again {
                return Ok(());
            }
            if self.games > 1 {
                seats.swap(0, 1);
                points.swap(0, 1);
            }
        }
    }
}
