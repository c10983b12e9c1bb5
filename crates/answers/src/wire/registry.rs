//! What there is: games, players, limits.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use engine::PlayerSpec;

/// What there is.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Registry {
    /// The version of the program.
    pub version: String,
    /// The games.
    pub games: Vec<GameEntry>,
    /// The techniques of the search.
    pub techniques: Vec<String>,
    /// The levels.
    pub levels: Vec<LevelEntry>,
    /// Players with names of their own, from the weakest to the strongest.
    pub players: Vec<NamedPlayer>,
    /// Programs of history, the oldest first.
    pub historic: Vec<HistoricPlayer>,
    /// The least and the greatest rating that a player can be asked for.
    #[schema(min_items = 2, max_items = 2)]
    pub elo: [u32; 2],
    /// Other programs that can be played against, and the games they play.
    pub engines: Vec<String>,
    /// What is allowed.
    pub limits: Limits,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameEntry {
    /// Its name.
    pub name: String,
    /// What it is, in an English sentence.
    pub description: String,
    /// Its parameters.
    pub parameters: Vec<ParameterEntry>,
    /// Its evaluators, the default one first.
    pub evaluators: Vec<String>,
    /// How a position is written.
    pub position_example: String,
    /// Does it have books and named openings?
    pub has_openings: bool,
    /// Are there endgame tables?
    pub has_endgames: bool,
    /// Are the levels rated in it, on the scale that other programs are rated on?
    pub rated: bool,
    /// How the levels fared against the level below in it, where that was measured.
    pub levels: Vec<LevelScore>,
    /// Is Monte Carlo tree search the natural choice?
    pub prefers_mcts: bool,
    /// The letters that stand for pieces in moves as people write them; each language has its own. Empty where moves are written
    /// alike everywhere.
    pub piece_letters: String,
    /// Are positions FEN of chess, whose last field is the number of the move?
    pub fen: bool,
    /// How its games are written down.
    pub record: RecordFormat,
    /// The protocol of its programs, `uci`, `hub` or `gtp`, with the usual parameters; absent if there is none.
    #[schema(required)]
    pub protocol: Option<String>,
}

/// How games are written down: the format that the game's players use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RecordFormat {
    /// Portable Game Notation.
    Pgn,
    /// Portable Draughts Notation.
    Pdn,
    /// Smart Game Format.
    Sgf,
}

impl From<engine::RecordFormat> for RecordFormat {
    fn from(format: engine::RecordFormat) -> RecordFormat {
        match format {
            engine::RecordFormat::Pgn => RecordFormat::Pgn,
            engine::RecordFormat::Pdn => RecordFormat::Pdn,
            engine::RecordFormat::Sgf => RecordFormat::Sgf,
        }
    }
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ParameterEntry {
    /// Its name.
    pub name: String,
    /// Its value if none is given; absent if that depends on the others.
    #[schema(required)]
    pub default: Option<String>,
    /// What else there is to know, in English; may be empty.
    pub note: String,
    /// What it can be.
    #[serde(flatten)]
    pub values: ParameterValues,
}

/// What a parameter can be.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ParameterValues {
    /// One of some values.
    Choice {
        /// The values.
        choices: Vec<ParameterValue>,
    },
    /// A number.
    Range {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
        /// The distance of two neighbors; all are multiples of it.
        step: f64,
    },
}

/// A value of a parameter.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ParameterValue {
    /// As it is written.
    pub value: String,
    /// What it means, in English; may be empty.
    pub meaning: String,
}

/// A level of play.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelEntry {
    /// 1 to 10.
    pub level: u8,
    /// `easy`, `medium`, `hard` for three of them.
    #[schema(required)]
    pub name: Option<String>,
    /// Elo at chess, as measured in games; absent for full strength.
    #[schema(required)]
    pub elo: Option<u32>,
    /// The error of that for a chance of 95 %.
    #[schema(required)]
    pub error: Option<u32>,
    /// Nodes of a move; no limit but the clock if absent.
    #[schema(required)]
    pub nodes: Option<u64>,
    /// Playouts of a move where Monte Carlo tree search plays.
    #[schema(required)]
    pub playouts: Option<u64>,
    /// The error of its judgement in hundredths of the game's unit.
    pub noise: i32,
    /// Its games on the ladder.
    #[schema(required)]
    pub games: Option<Tally>,
}

/// How a level fared against the one below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LevelScore {
    /// 2 to 9.
    pub level: u8,
    /// Its share of the points, 0 to 1.
    pub score: f64,
    /// In so many games.
    pub games: u32,
}

/// How somebody fared on the ladder, `docs/levels.md`: games of chess against the neighbors in strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// A player with a name.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct NamedPlayer {
    /// Its name, as a code: `random`, `minimax-1`, `alpha-beta-3`, `all-6`.
    pub name: String,
    /// How to ask for it.
    pub player: PlayerSpec,
    /// Elo on the scale of the levels, if it was measured on that.
    #[schema(required)]
    pub elo: Option<i32>,
    /// The error of that.
    #[schema(required)]
    pub error: Option<i32>,
    /// Its games on the ladder.
    #[schema(required)]
    pub games: Option<Tally>,
}

/// A program of history: what it could see, as a player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct HistoricPlayer {
    /// Its name, as a code: `bernstein`.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// When it was described, or first played.
    pub year: u16,
    /// Where, as a reference.
    pub source: String,
    /// What is as it was and what is not, in English.
    pub about: String,
    /// The game that it plays.
    pub game: String,
    /// How to ask for it.
    pub player: PlayerSpec,
}

/// What is allowed. All of it is in `limits.rs` of the server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// Searches that run at once; the others wait for their turn.
    pub searches: usize,
    /// Searches that one client may have, running or waiting.
    pub searches_per_client: usize,
    /// Threads of one search.
    pub threads: usize,
    /// MiB of table of one search.
    pub hash_mib: usize,
    /// Best lines of an analysis.
    pub lines: usize,
    /// Milliseconds that a program may think about a move.
    pub move_ms: u64,
    /// Milliseconds of an analysis.
    pub analysis_ms: u64,
    /// Nodes of an analysis.
    pub analysis_nodes: u64,
    /// Nodes for each move of a report.
    pub report_nodes: u64,
    /// Nodes that are kept of a tree.
    pub tree_nodes: usize,
    /// Nodes of a tree that are told at once.
    pub tree_rows: usize,
    /// Nodes of a tree that can be drawn.
    pub tree_picture: usize,
    /// Nodes of a tree that can be written as text or JSON.
    pub tree_file: usize,
    /// Games in memory at once.
    pub games: usize,
    /// Games of one client that are not over.
    pub games_per_client: usize,
    /// Moves of a game or a line.
    pub plies: usize,
    /// Bytes of a request.
    pub body_bytes: usize,
    /// Bytes of a text to be imported.
    pub import_bytes: usize,
    /// Bytes of a message on a socket.
    pub message_bytes: usize,
    /// Messages that a socket may send in a second, on average.
    pub messages_per_second: u32,
    /// Sockets of one client.
    pub sockets_per_client: usize,
    /// Sockets in all.
    pub sockets: usize,
    /// Games that one socket may watch.
    pub watched: usize,
    /// Seconds after which a game that nobody looks at leaves the memory; it stays in the store.
    pub idle_s: u64,
}
