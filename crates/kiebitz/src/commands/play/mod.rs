//! `kiebitz play`: a game on the terminal.

mod console;
mod keeping;
mod keyboard;
mod seat;
mod setup;
mod thinking;

use std::io::Write;

use arena::{Outcome, TimeControl};
use clap::Args;
use engine::{PlayerSpec, Side};

use super::args::{position, whole};
use crate::output::{self, Failure};
use crate::words::say;
use console::Console;
use keyboard::Keyboard;
use seat::Seat;

pub use setup::levels;

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
programs of history by name: turing, shannon, bernstein (chess), samuel (draughts);
in chess also kiebitz:book=own (or a Polyglot file),choice=best. eval=history learns from the games that were kept.
In Go, kiebitz plays by Monte Carlo tree search unless techniques, depth or eval are given.
Other programs: uci:PATH (chess), gtp:PATH (Go), hub:PATH (international and Frisian draughts), with settings such as
uci:stockfish,option.UCI_LimitStrength=true,option.UCI_Elo=1500. How strong the levels are: `kiebitz games`.
While playing: a move, or help, moves, hint, why, undo, draw, pause, board, position, resign, quit; most of them also while
a program thinks, and then 'now' makes it move at once.
Ctrl-C while a program thinks makes it move at once; twice, or at a prompt, it leaves.")]
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

    /// Minutes for the game + seconds for each move: 5+3, 40/90+30. With units as in 90s+0.5s anything else
    #[arg(long, value_name = "M+S", allow_hyphen_values = true, value_parser = TimeControl::for_people)]
    clock: Option<TimeControl>,

    /// Let programs think in the opponent's time
    #[arg(long)]
    ponder: bool,

    /// How many games, the sides changing after each
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
        for text in [&self.first, &self.second].into_iter().flatten() {
            text.parse::<PlayerSpec>()?;
        }
        let mut keyboard = Keyboard::new()?;
        let game = match &self.game {
            Some(game) => Some(game.clone()),
            None => setup::ask_game(&mut keyboard)?,
        };
        let Some(game) = game else { return Ok(()) };
        let mut console = Console::new(&game, &self.position, self.clock, self.ponder, keyboard)?;
        let players = if nothing_said { console.ask_players()? } else { Some(self.players(&console)?) };
        let Some([(one, first), (other, second)]) = players else { return Ok(()) };
        let seats = [console.seat(one, first)?, console.seat(other, second)?];
        series(&mut console, seats, self.games, self.seed, !self.no_history)
    }

    /// The players as they were said, each with a name.
    fn players(&self, console: &Console) -> Result<[(PlayerSpec, String); 2], Failure> {
        let read =
            |text: &Option<String>, default: &str| seat::read(text.as_deref().unwrap_or(default), console.board());
        let both = [read(&self.first, "human")?, read(&self.second, "kiebitz")?];
        // Two people need names to be told apart.
        let two_people = both.iter().all(PlayerSpec::is_human);
        let name = |side: Side, who: &PlayerSpec| match two_people && who.name.is_none() {
            true => console.board().side_name(side).to_string(),
            false => who.label(),
        };
        let [one, other] = both;
        let names = [name(Side::First, &one), name(Side::Second, &other)];
        let [first, second] = names;
        Ok([(one, first), (other, second)])
    }
}

/// One game, and more if that is wished.
fn series(console: &mut Console, mut seats: [Seat; 2], games: u32, seed: u64, keep: bool) -> Result<(), Failure> {
    let with_people = seats.iter().any(Seat::is_human);
    let mut points = [0.0, 0.0];
    for number in 1.. {
        if keep {
            keeping::expect(console, &seats)?;
        }
        let outcome = console.play(&seats, seed.wrapping_add(u64::from(number) - 1))?;
        if keep {
            keeping::keep(console, &seats)?;
        }
        let Some(Outcome { winner, .. }) = outcome else { break };
        for (index, points) in points.iter_mut().enumerate() {
            *points += winner.map_or(0.5, |winner| f64::from(u8::from(winner.index() == index)));
        }
        if games > 1 {
            let [first, second] = &seats;
            let [first, second] =
                [(first, points[0]), (second, points[1])].map(|(seat, points)| format!("{} {points}", seat.name));
            output::line(say("after-game", &[("number", &number), ("first", &first), ("second", &second)]))?;
        }
        let again =
            if games > 1 { number < games } else { with_people && console.keyboard.confirm(&say("again", &[]))? };
        if !again {
            break;
        }
        if games > 1 {
            seats.swap(0, 1);
            points.swap(0, 1);
        }
        output::line("")?;
    }
    for seat in seats {
        let name = seat.name.clone();
        if let Some(remark) = seat.leave() {
            let _ = writeln!(std::io::stderr(), "note: {}", output::visible(&format!("{name}: {remark}")));
        }
    }
    Ok(())
}
