//! The contract of a player: here is the position and the clock, what is your move?

use std::fmt;
use std::time::Duration;

use engine::{Bound, Chances, Control, Curve, Ply, Report, Score, Side};
use serde::{Deserialize, Serialize};

/// A turn of a game: all that a player may know when it is asked for a move.
pub struct Turn<'a> {
    /// The moves since the start position, as the game's protocol writes them.
    pub moves: &'a [String],
    /// Whose turn it is.
    pub side: Side,
    /// The clocks, by side, where there are any.
    pub clocks: [Option<engine::Clock>; 2],
    /// How long the referee waits for the answer.
    pub patience: Duration,
    /// Does it end by what people would agree on, so that nobody need go on when everything is decided?
    pub is_settled_by_people: bool,
    /// The clock of this turn, which starts with it. Stopped when the move is wanted at once; abandoned (the one whose child it is
    /// was stopped) when the move is not wanted any more, and the player is asked again or not.
    pub control: &'a Control,
    /// Hears what the player finds while it thinks.
    pub watch: &'a (dyn Fn(&Report) + Sync),
}

/// What is asked in a turn, by itself: it can be kept, or handed to another thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The moves since the start position, as the game's protocol writes them.
    pub moves: Vec<String>,
    /// Whose turn it is.
    pub side: Side,
    /// The clocks, by side, where there are any.
    pub clocks: [Option<engine::Clock>; 2],
    /// How long to wait for the answer.
    pub patience: Duration,
    /// Does it end by what people would agree on, so that nobody need go on when everything is decided?
    pub is_settled_by_people: bool,
}

impl Task {
    /// The turn, with the control that ends it and who hears what is found.
    pub fn turn<'a>(&'a self, control: &'a Control, watch: &'a (dyn Fn(&Report) + Sync)) -> Turn<'a> {
        let Task { ref moves, side, clocks, patience, is_settled_by_people } = *self;
        Turn { moves, side, clocks, patience, is_settled_by_people, control, watch }
    }
}

/// What a player answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The move, as the game's protocol writes it.
    pub mv: String,
    /// What the player thinks the opponent will play.
    pub expects: Option<String>,
    /// How long it took, as measured from outside.
    pub took: Duration,
    /// What it says about its thinking.
    pub thought: Thought,
    /// The same for people, if it says anything.
    pub report: Option<Report>,
}

/// What a player says about its thinking; nothing of it is needed to play.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Thought {
    /// The value of the position for the side to move.
    pub score: Option<Score>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// The nodes it visited.
    pub nodes: Option<u64>,
    /// How long the player itself believes to have thought.
    pub own_time: Option<Duration>,
}

/// What a score of another program means: nobody knows how it counts, only that hundredths of a pawn or man are the custom.
const HUNDREDTHS: Curve = Curve { half_won: 150.0, slope: 100.0 };

impl Thought {
    /// As a report for people, with the moves that are expected, of which we know no more than the program's text. A program of
    /// another maker counts in hundredths.
    pub(crate) fn report(&self, codes: Vec<String>) -> Report {
        let score = self.score.unwrap_or(Score::DRAW);
        let score_text = match (self.score, score.plies_to_end()) {
            (None, _) => "?".to_string(),
            (_, Some(plies)) => format!("#{}{}", if score.is_win() { "" } else { "-" }, plies.div_ceil(2)),
            (_, None) => format!("{:+.2}", f64::from(score.value()) / 100.0),
        };
        Report {
            depth: self.depth.unwrap_or(0) as i32,
            deepest: 0,
            line: 1,
            score,
            score_text,
            chance: Chances::of(score, HUNDREDTHS).share(),
            bound: Bound::Exact,
            pv: codes.into_iter().map(|code| Ply { code, ..Ply::default() }).collect(),
            nodes: self.nodes.unwrap_or(0),
            unit: "nodes",
            time: self.own_time.unwrap_or_default(),
            table_full: 0,
        }
    }
}

/// What ends a player's game at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It could not be started, or did not get ready for a game.
    NotReady(String),
    /// Its process has ended or has closed its input or output.
    Crashed(String),
    /// It gave no answer.
    Stalled(String),
    /// It printed more than any reasonable program.
    Flooded(String),
    /// Its answer is not a legal move.
    Illegal(String),
    /// Its time is over.
    OutOfTime(String),
    /// Nobody's fault: the move is not wanted any more.
    Halted,
}

impl Fault {
    /// The kind of fault in a word or two, for counting them apart.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::NotReady(_) => "not ready",
            Fault::Crashed(_) => "crash",
            Fault::Stalled(_) => "stall",
            Fault::Flooded(_) => "flood",
            Fault::Illegal(_) => "illegal move",
            Fault::OutOfTime(_) => "time forfeit",
            Fault::Halted => "halted",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotReady(text)
            | Fault::Crashed(text)
            | Fault::Stalled(text)
            | Fault::Flooded(text)
            | Fault::Illegal(text)
            | Fault::OutOfTime(text) => f.write_str(text),
            Fault::Halted => f.write_str("the game was broken off"),
        }
    }
}

/// Somebody who plays.
///
/// A game runs in a thread of its own, so a player may block in [`Player::think`]: observers of the game are not held up and
/// can end it at any time through the turn's control.
pub trait Player: Send {
    /// A new game begins from this position, in the game's notation. What the player leaves to chance depends on `seed`, so
    /// that the game can be played again.
    fn new_game(&mut self, start: &str, seed: u64) -> Result<(), Fault>;

    /// Thinks and answers. May be asked again after a halt, with fewer moves if some were taken back.
    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault>;

    /// The opponent thinks: `turn` is how it would be after the expected reply. May think as well until the next call of
    /// [`Player::think`]; need not.
    fn ponder(&mut self, turn: &Turn) {
        let _ = turn;
    }

    /// Is there really somebody?
    fn is_present(&self) -> bool {
        true
    }

    /// No more games. What was wrong with the leaving, if anything.
    fn leave(&mut self) -> Option<String> {
        None
    }
}
