//! From who is asked for to who plays.

use std::time::Duration;

use engine::{Engine, Go, Options, PastGames, PlayerKind, PlayerSpec};

use crate::limits;
use crate::refusal::{Code, Refusal};

/// Another program that the server was started with. Pages know its name only.
#[derive(Clone, Debug)]
pub struct KnownEngine {
    /// Its name.
    pub name: String,
    /// Where it is, with `gtp:` or `hub:` before it if it does not speak UCI.
    pub path: String,
}

/// Who thinks about a position.
#[derive(Clone, Debug)]
pub enum Mind {
    /// Kiebitz itself.
    Own {
        /// How it searches.
        options: Box<Options>,
        /// How long.
        go: Box<Go>,
    },
    /// Another program.
    Other(Box<PlayerSpec>),
}

/// Who thinks for a player; `None` for a person. What cannot be had here is refused, and so is everything that names a file of this
/// machine: pages know other programs by the names that the server was started with.
pub fn mind(player: &PlayerSpec, board: &dyn Engine, engines: &[KnownEngine]) -> Result<Option<Mind>, Refusal> {
    player.check()?;
    if player.names_files() {
        let message = format!("player '{player}': a page cannot name files or programs of this machine");
        return Err(Refusal::new(Code::BadRequest, message));
    }
    match player.kind {
        PlayerKind::Human => Ok(None),
        PlayerKind::Engine => {
            let name = player.label();
            let Some(known) = engines.iter().find(|engine| Some(&engine.name) == player.name.as_ref()) else {
                let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
                let message = match names[..] {
                    [] => format!("{name}: the server knows no programs; it is started with --engine NAME=PATH"),
                    _ => format!("{name}: the server knows {}", names.join(", ")),
                };
                return Err(Refusal::new(Code::BadRequest, message));
            };
            let program = program(known).map_err(|error| Refusal::new(Code::BadRequest, error))?;
            arena::check_player(&program, board, &PastGames::default())
                .map_err(|error| Refusal::new(Code::BadRequest, error.to_string()))?;
            Ok(Some(Mind::Other(Box::new(program))))
        }
        _ => {
            let (mut options, go) = player.options(board.has_books())?;
            options.resources.table_megabytes = options.resources.table_megabytes.min(limits::MOVE_HASH_MIB);
            options.resources.threads = 1;
            board.check(&options, &go)?;
            Ok(Some(Mind::Own { options: Box::new(options), go: Box::new(go) }))
        }
    }
}

/// A known program as a player.
pub fn program(known: &KnownEngine) -> Result<PlayerSpec, String> {
    let path = known.path.replace(',', "\\,");
    let protocol = if ["uci:", "gtp:", "hub:"].iter().any(|protocol| path.starts_with(protocol)) { "" } else { "uci:" };
    let text = format!("{protocol}{path},time={}", limits::USUAL_MOVE_TIME.as_secs_f64());
    text.parse::<PlayerSpec>().map_err(|error| error.to_string())
}

/// Can the program be started, and is there a game that it plays?
pub fn check(known: &KnownEngine) -> Result<(), String> {
    let program = program(known)?;
    let mut refused = String::new();
    for game in ["go", "draughts(rules=international)", "chess"] {
        let board = engine::open(game).map_err(|error| error.to_string())?;
        match arena::check_player(&program, &*board, &PastGames::default()) {
            Ok(()) => return Ok(()),
            Err(error) => refused = error.to_string(),
        }
    }
    Err(refused)
}

/// How long a player may think: as long as it wants, but no longer than the server allows, and than its clock.
pub fn allowance(go: &Go, clock: Option<engine::Clock>) -> Go {
    let mut go = go.clone();
    if !go.is_limited() && clock.is_none() {
        go.time = Some(limits::USUAL_MOVE_TIME);
    }
    go.clock = clock;
    let longest = clock.map_or(limits::MOVE_TIME, |clock| {
        clock.remaining.saturating_sub(Duration::from_millis(50)).clamp(Duration::from_millis(1), limits::MOVE_TIME)
    });
    go.time = Some(go.time.map_or(longest, |time| time.min(longest)));
    go
}
