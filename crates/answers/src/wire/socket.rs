//! Messages of the WebSocket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{LiveGame, Problem, Score, Thinking};

/// What a page asks for.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Ask {
    /// Tell me of every change of a game, from now on.
    Watch {
        /// Its id.
        game: String,
    },
    /// No longer; all games if none is named.
    Unwatch {
        /// Its id.
        game: Option<String>,
    },
    /// Search a position. It takes the place of the socket's analysis that runs.
    Analyse {
        /// A number for the answers.
        id: u64,
        /// The game with its parameters.
        game: String,
        /// Where it begins; the start position if absent.
        position: Option<String>,
        /// Moves from there.
        #[serde(default)]
        moves: Vec<String>,
        /// How many best lines.
        lines: Option<usize>,
        /// How many threads.
        threads: Option<usize>,
        /// How many MiB of table.
        hash: Option<usize>,
        /// When to stop; the greatest allowed if absent.
        limits: Option<AnalysisLimits>,
        /// Search what the other side would do if it were its turn.
        #[serde(default)]
        threat: bool,
    },
    /// Look at every move of a game. It takes the place of the socket's report that runs.
    Report {
        /// A number for the answers.
        id: u64,
        /// The game with its parameters.
        game: String,
        /// Where it begins; the start position if absent.
        position: Option<String>,
        /// Its moves.
        moves: Vec<String>,
        /// Nodes for each move.
        nodes_per_move: Option<u64>,
    },
    /// End an analysis or a report.
    Stop {
        /// Its number.
        id: u64,
    },
    /// Are you there?
    Ping {},
}

/// When an analysis stops.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct AnalysisLimits {
    /// Depth in plies.
    pub depth: Option<i32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub time_ms: Option<u64>,
}

/// What the server says.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Say {
    /// A game that is watched has changed.
    Game(Box<LiveGame>),
    /// A program thinks in a game that is watched.
    Thinking {
        /// The id of the game.
        game: String,
        /// What it has found.
        thinking: Thinking,
    },
    /// What an analysis has found so far.
    Lines {
        /// The number it was asked with.
        id: u64,
        /// Depth in plies.
        depth: i32,
        /// Nodes, or playouts.
        nodes: u64,
        /// Nodes in a second.
        nps: u64,
        /// Milliseconds.
        time_ms: u64,
        /// The best lines, the best first.
        lines: Vec<Line>,
    },
    /// What is known of one position of a game: the one after `ply` moves.
    Report {
        /// The number it was asked with.
        id: u64,
        /// Moves before the position.
        ply: usize,
        /// Moves of the game.
        of: usize,
        /// The value of the position.
        score: Score,
        /// The best move here, as people write it; none at the end.
        #[schema(required)]
        best: Option<String>,
        /// The same as programs write it.
        #[schema(required)]
        best_code: Option<String>,
        /// The line that begins with it.
        pv: Vec<String>,
        /// How deep the search looked.
        depth: i32,
        /// Is the move that led here one of the opening book, or to an opening with a name?
        book: bool,
    },
    /// An analysis or a report is over.
    Done {
        /// The number it was asked with.
        id: u64,
    },
    /// Something cannot be done.
    Error {
        /// The number it was asked with, if it has one.
        #[schema(required)]
        id: Option<u64>,
        /// What is wrong.
        error: Problem,
    },
    /// Yes.
    Pong {},
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Judged {
    /// How deep the search looked.
    pub depth: i32,
    /// Nodes, or playouts.
    pub nodes: u64,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
}

/// One of the best lines.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// The value.
    pub score: Score,
    /// The moves, as people write them.
    pub pv: Vec<String>,
    /// The moves, as programs write them.
    pub codes: Vec<String>,
    /// The cells that the first move touches.
    pub cells: Vec<usize>,
}
