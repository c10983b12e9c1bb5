//! Who plays, how well, and how sure we are: players, clocks, matches, tournaments, SPRT, ratings.
//!
//! Who takes part is an [`engine::PlayerSpec`]. From it come [`Player`]s, which think. A game in progress is a [`Table`], for
//! people and programs alike. The [`Arena`] lets programs play the games of a [`schedule`] at such tables; [`stats`] say what the results
//! mean. Nothing here prints.

mod adjudication;
pub mod check;
mod clock;
pub mod crosstable;
mod error;
mod foreign;
mod ggp;
pub mod grid;
mod gtp;
mod guardian;
pub mod hub;
mod journal;
mod openings;
pub mod pgn;
mod player;
pub mod plot;
mod process;
mod program;
pub mod rating_list;
pub mod results;
mod runner;
pub mod schedule;
mod seating;
mod standings;
pub mod stats;
mod table;
mod uci;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use clock::{Clock, TimeControl};
pub use error::Error;
pub use guardian::Group;
pub use journal::{Contents, Journal};
pub use openings::{Opening, Openings};
pub use player::{Fault, Player, Reply, Task, Thought, Turn};
pub use process::alone;
pub use runner::{Arena, Event, Finished, Seats};
pub use seating::{Launch, check as check_player, clock_of, distinguish, launch, start};
pub use standings::{Score, Standings};
pub use table::{
    CONTENT, Checkpoint, EARLIEST_DRAW, Earlier, Ending, Game, Offer, Outcome, Phase, Played, Refused, Rules, Table,
    Terms, Thinking, accepts_draw,
};
