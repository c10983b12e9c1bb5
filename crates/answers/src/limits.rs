//! Every bound of the server, in one place. The page sees them in the registry.
//!
//! The server is meant for the people of one machine. The bounds keep a page that went wrong, or a program that floods, from
//! taking the machine away from the others.

use std::time::Duration;

use crate::wire;

/// MiB of table for one search, at most.
pub const HASH_MIB: usize = 256;
/// MiB of table for one search, if nothing is said.
pub const USUAL_HASH_MIB: usize = 32;
/// MiB of table for a program's move in a game.
pub const MOVE_HASH_MIB: usize = 16;
/// Groups and terms whose weights are turned at once.
pub const SCALES: usize = 100;
/// People whose ratings are told.
pub const RATED_PEOPLE: usize = 20;
/// The last games of a person that are told with the rating.
pub const RATED_GAMES: usize = 300;
/// Threads of one search.
pub const THREADS: usize = 4;
/// Searches that one client may have, running or waiting.
pub const SEARCHES_PER_CLIENT: usize = 6;
/// Searches that wait, of all clients together; and as many moves that games wait for.
pub const WAITING_SEARCHES: usize = 500;
/// Threads for small questions.
pub const SHORT_THREADS: usize = 8;
/// Threads that wait for other programs.
pub const FOREIGN_THREADS: usize = 4;
/// Threads for texts, animations and files.
pub const LONG_THREADS: usize = 2;
/// Texts, animations and files that wait.
pub const LONG_WAITING: usize = 64;
/// A text, an animation or a file.
pub const LONG_TIME: Duration = IMPORT_TIME;
/// Bytes of memory that a search needs to wait.
pub const WAITING_MEMORY: u64 = 256 << 10;
/// Bytes of memory for an explanation, a tree that is recorded, or an experiment while it runs.
pub const ERRAND_MEMORY: u64 = 128 << 20;
/// Bytes of memory for a search by playouts while it runs: its tree has two million nodes at most.
pub const PLAYOUT_MEMORY: u64 = 112 << 20;
/// Bytes of memory for an animation or a picture while it is drawn.
pub const PICTURE_MEMORY: u64 = 32 << 20;
/// Bytes of memory for each byte of a text that is read, and for a text of no length.
pub const TEXT_MEMORY: (u64, u64) = (24, 8 << 20);
/// Bytes of memory for each node of a recorded tree.
pub const TREE_NODE_MEMORY: u64 = 64;
/// Bytes of memory for each position of a line that is shown.
pub const VIEW_MEMORY: u64 = 128 << 10;
/// Moves of a line that small questions may have; longer ones take their turn with other long work.
pub const SHORT_LINE: usize = 300;
/// The same, if each position of the line is to be shown.
pub const SHORT_VIEWS: usize = 60;
/// MiB of memory for everything that draws on it: `Config::memory` of the server says otherwise.
pub const MEMORY_MIB: u64 = 1024;
/// Bytes of a block of memory that goes back to the system when it is freed.
pub const LARGE_BLOCK: i32 = 1 << 20;
/// While others wait, a long search makes room after so much time, and goes on when it is its turn again.
pub const SLICE: Duration = Duration::from_millis(400);
/// A program's move.
pub const MOVE_TIME: Duration = Duration::from_secs(10);
/// A program's move that nothing else limits.
pub const USUAL_MOVE_TIME: Duration = Duration::from_secs(1);
/// How far the clock of a program may be overrun in a game: it shares the machine with everybody who plays and analyses here.
pub const MOVE_MARGIN: Duration = Duration::from_secs(1);
/// Programs of games that are kept with their tables and processes; more make room for each other.
pub const PROGRAMS: usize = 12;
/// A program that has not moved for so long is sent home; its game gets a new one with its next move.
pub const PROGRAM_IDLE: Duration = Duration::from_secs(5 * 60);
/// A hint.
pub const HINT_TIME: Duration = Duration::from_secs(2);
/// The nodes of a hint.
pub const HINT_NODES: u64 = 300_000;
/// An analysis.
pub const ANALYSIS_TIME: Duration = Duration::from_secs(120);
/// The nodes of an analysis.
pub const ANALYSIS_NODES: u64 = 1_000_000_000;
/// Positions whose best lines are kept, for whoever asks next: a few kilobytes each.
pub const JUDGEMENTS: usize = 4000;
/// Best lines.
pub const LINES: usize = 10;
/// Nodes for each move of a report.
pub const REPORT_NODES: u64 = 1_000_000;
/// Nodes for each move of a report, if nothing is said.
pub const USUAL_REPORT_NODES: u64 = 50_000;
/// Nodes of the main search of an explanation; all others together take up to some fifteen times as many.
pub const EXPLAIN_NODES: u64 = 2_000_000;
/// Nodes of the main search of an explanation, if nothing is said.
pub const USUAL_EXPLAIN_NODES: u64 = 200_000;
/// An explanation.
pub const EXPLAIN_TIME: Duration = Duration::from_secs(12);
/// The search of a tree that is recorded.
pub const TREE_TIME: Duration = Duration::from_secs(15);
/// Nodes that are kept of a tree: in chess 44 bytes each.
pub const TREE_NODES: usize = 1_000_000;
/// Trees of one client; the oldest makes room.
pub const TREES_PER_CLIENT: usize = 4;
/// A tree that nobody looks at is forgotten after so long.
pub const TREE_IDLE: Duration = Duration::from_secs(20 * 60);
/// Nodes of a tree that are sent at once.
pub const TREE_ROWS: usize = 500;
/// Nodes of a tree that is drawn.
pub const TREE_PICTURE: usize = 3000;
/// Nodes of a tree that is written as text or JSON.
pub const TREE_FILE: usize = 100_000;
/// Steps of a search that are sent.
pub const TREE_STEPS: usize = 2000;
/// Differences of two trees that are sent.
pub const TREE_DIFFERENCES: usize = 500;
/// An experiment.
pub const LAB_TIME: Duration = Duration::from_secs(20);
/// Nodes of each search of an experiment.
pub const LAB_NODES: u64 = 1_000_000;
/// Positions of our own set for one experiment.
pub const LAB_POSITIONS: usize = 20;
/// The greatest depth up to which growth is measured.
pub const GROWTH_DEPTH: i32 = 10;
/// A search that would take more nodes than this is left out of the growth.
pub const GROWTH_NODES: u64 = 300_000;
/// Games in memory.
pub const GAMES: usize = 2000;
/// Moves of all games in memory: in Go each has a board of its own, two kilobytes.
pub const GAMES_PLIES: usize = 100_000;
/// Games of one client that are in memory and not over.
pub const GAMES_PER_CLIENT: usize = 50;
/// Games that are over and kept for their addresses; the history keeps them all.
pub const STORED_GAMES: usize = 5000;
/// Moves of a game or a line.
pub const PLIES: usize = 1000;
/// Connections in all, sockets among them.
pub const CONNECTIONS: usize = 2048;
/// Files that the server needs besides connections.
pub const OTHER_FILES: usize = 128;
/// The head of a request, from the moment at which it could begin: a connection without one is closed.
pub const HEAD_TIME: Duration = Duration::from_secs(30);
/// Bytes of a head.
pub const HEAD: usize = 64 << 10;
/// The sending of an answer.
pub const SEND_TIME: Duration = Duration::from_secs(60);
/// Bytes of a request.
pub const BODY: usize = 128 << 10;
/// Bytes of a text to be imported.
pub const IMPORT: usize = 4 << 20;
/// Bytes of games that go into the history at once.
pub const HISTORY_TEXT: usize = 512 << 10;
/// Moves and variations of an imported text, all games together.
pub const IMPORT_NODES: usize = 100_000;
/// Variations within variations of an imported text.
pub const IMPORT_DEPTH: usize = 100;
/// The reading of a text.
pub const IMPORT_TIME: Duration = Duration::from_secs(15);
/// Bytes of the answer to an imported text, about.
pub const IMPORT_ANSWER: usize = 16 << 20;
/// Games of an imported text.
pub const IMPORT_GAMES: u64 = 2000;
/// How many faults of an imported text are reported.
pub const IMPORT_ERRORS: usize = 1000;
/// Bytes of a message on a socket.
pub const MESSAGE: usize = 64 << 10;
/// Messages of a socket in a second, on average.
pub const MESSAGES_PER_SECOND: u32 = 20;
/// Messages of a socket at once.
pub const MESSAGE_BURST: u32 = 60;
/// Sockets of one client.
pub const SOCKETS_PER_CLIENT: usize = 12;
/// Sockets in all.
pub const SOCKETS: usize = 512;
/// Games that one socket watches.
pub const WATCHED: usize = 16;
/// A socket that says nothing for so long is gone; the page pings.
pub const SILENCE: Duration = Duration::from_secs(120);
/// A game that nobody watches or asks for leaves the memory after so long. It stays in the store.
pub const IDLE: Duration = Duration::from_secs(20 * 60);
/// Pictures of a running search in a second, at most.
pub const TICK: Duration = Duration::from_millis(66);
/// The longest a request may take before its answer begins.
pub const REQUEST_TIME: Duration = Duration::from_secs(30);
/// The width of a picture in pixels.
pub const PICTURE: u32 = 2048;
/// The width of an animation in pixels.
pub const ANIMATION: u32 = 480;
/// Moves of an animation.
pub const ANIMATED_PLIES: usize = 400;
/// Bytes of rules as text.
pub const RULES: usize = 100 << 10;
/// The work on rules as text: some seconds.
pub const RULES_WORK: engine::RulesLimits =
    engine::RulesLimits { steps: 60_000_000, literals: 4_000_000, bytes: 64 << 20, proof: 0 };
/// Bytes of memory for rules while they are worked on.
pub const RULES_MEMORY: u64 = 160 << 20;
/// Games given as text that are kept, all clients together: they stay as long as the server runs.
pub const RULES_KEPT: usize = 64;
/// Seconds on a clock.
pub const CLOCK_SECONDS: f64 = 24.0 * 3600.0;

/// How many searches run at once: as many as the machine has cores.
pub fn searches() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Threads of one search on this machine.
pub fn threads() -> usize {
    searches().min(THREADS)
}

/// The bounds as the page sees them.
pub fn shown() -> wire::Limits {
    wire::Limits {
        searches: searches(),
        searches_per_client: SEARCHES_PER_CLIENT,
        threads: threads(),
        hash_mib: HASH_MIB,
        lines: LINES,
        move_ms: MOVE_TIME.as_millis() as u64,
        analysis_ms: ANALYSIS_TIME.as_millis() as u64,
        analysis_nodes: ANALYSIS_NODES,
        report_nodes: REPORT_NODES,
        tree_nodes: TREE_NODES,
        tree_rows: TREE_ROWS,
        tree_picture: TREE_PICTURE,
        tree_file: TREE_FILE,
        games: GAMES,
        games_per_client: GAMES_PER_CLIENT,
        plies: PLIES,
        body_bytes: BODY,
        import_bytes: IMPORT,
        message_bytes: MESSAGE,
        messages_per_second: MESSAGES_PER_SECOND,
        sockets_per_client: SOCKETS_PER_CLIENT,
        sockets: SOCKETS,
        watched: WATCHED,
        idle_s: IDLE.as_secs(),
    }
}
