//! `kiebitz play`: a game on the terminal.

mod clock;
mod keeping;
mod setup;
mod table;
mod thinking;

use clap::Args;
use engine::{Player, Side};

use super::args::{position, whole};
use crate::output::{self, Failure};
use clock::TimeControl;
use table::{Ending, Seat, Table};

/// A game on the terminal; without arguments it asks what and against whom
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz play
  kiebitz play othello --second kiebitz:level=3
  kiebitz play 'draughts(rules=russian)' --first kiebitz --second mcts --clock 1+1
  kiebitz play connect-four --first kiebitz:techniques=minimax+alpha-beta,depth=4 --second random --games 10

Players: human, random, mcts, kiebitz, kiebitz:level=1 to 10 (or easy, medium, hard),
kiebitz:techniques=LIST,depth=D,nodes=N,time=SECONDS,eval=NAME,hash=MIB, mcts:playouts=N;
in chess also kiebitz:book=own (or a Polyglot file),choice=best. eval=history learns from the games that were kept.
In Go, kiebitz plays by Monte Carlo tree search unless techniques, depth or eval are given.
While playing: a move, or help, moves, hint, undo, board, position, resign, quit.
Ctrl-C while Kiebitz thinks makes it move at once; twice, or at a prompt, it leaves.")]
pub struct Play {
    /// The game; `kiebitz games` lists them
    game: Option<String>,

    /// Who moves first [default: human]
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// Who moves second [default: kiebitz]
    #[arg(long, value_name = "PLAYER")]
    second: Option<String>,

    /// The position to begin from, in the game's own notation
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true, value_parser = position)]
    position: String,

    /// Minutes for the game + seconds for each move
    #[arg(long, value_name = "M+S", allow_hyphen_values = true)]
    clock: Option<TimeControl>,

    /// So many games, the sides changing after each
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(1, 1_000_000_u32))]
    games: u32,

    /// Where random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// Do not keep the games in the history
    #[arg(long)]
    no_history: bool,
}

impl Play {
    pub fn run(self) -> Result<(), Failure> {
        let nothing_said = self.game.is_none() && self.first.is_none() && self.second.is_none();
        // What was said is read first: a mistake in it is told before any question.
        let given = |text: &Option<String>| text.as_deref().map(str::parse::<Player>).transpose();
        let given = [given(&self.first)?, given(&self.second)?];
        let two_people = given[1] == Some(Player::Human) && given[0].as_ref().is_none_or(Player::is_human);
        let Some(game) = self.game.map_or_else(setup::ask_game, |game| Ok(Some(game)))? else { return Ok(()) };
        let mut table = Table::new(&game, &self.position, self.clock)?;
        let seats = if nothing_said {
            let Some(first) = setup::ask_seat(table.board(), Side::First)? else { return Ok(()) };
            let Some(second) = setup::ask_seat(table.board(), Side::Second)? else { return Ok(()) };
            [first, second]
        } else {
            let seat = |side: Side, player: Option<Player>| {
                let player = player.map_or_else(|| ["human", "kiebitz"][side.index()].parse(), Ok)?;
                Seat::check(&player, table.board())?;
                // Two people need names to be told apart.
                let name = if two_people { table.board().side_name(side).to_string() } else { player.to_string() };
                Ok::<Seat, engine::Error>(Seat { name, player })
            };
            let [first, second] = given;
            [seat(Side::First, first)?, seat(Side::Second, second)?]
        };
        series(&mut table, seats, self.games, self.seed, !self.no_history)
    }
}

/// One game, and more if that is wished.
fn series(table: &mut Table, mut seats: [Seat; 2], games: u32, seed: u64, keep: bool) -> Result<(), Failure> {
    let with_people = seats.iter().any(|seat| seat.player.is_human());
    let mut points = [0.0, 0.0];
    for number in 1.. {
        let ending = table.play(&seats, seed.wrapping_add(u64::from(number) - 1))?;
        if keep {
            keeping::keep(&table.played_game(&seats, ending.as_ref()));
        }
        let Some(Ending { winner, .. }) = ending else { return Ok(()) };
        for (index, points) in points.iter_mut().enumerate() {
            *points += winner.map_or(0.5, |winner| f64::from(u8::from(winner.index() == index)));
        }
        if games > 1 {
            let [first, second] = &seats;
            output::line(format!("After game {number}: {} {}, {} {}", first.name, points[0], second.name, points[1]))?;
        }
        let again = if games > 1 {
            number < games
        } else {
            with_people && setup::confirm("Another game with the same settings?")?
        };
        if !again {
            return Ok(());
        }
        if games > 1 {
            seats.swap(0, 1);
            points.swap(0, 1);
        }
        output::line("")?;
    }
    Ok(())
}
