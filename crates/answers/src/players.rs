//! From who is asked for to who plays.

use engine::{Engine, PastGames, PlayerKind, PlayerSpec};

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

/// The player as it is started here: a known program by its path, one of our own within the server's bounds; `None` for a person. What
/// cannot be had is refused, and so is everything that names a file of this machine: pages know other programs by the names that
/// the server was started with. Who learns from games learns from `past`. `timed` if there is a clock; without one each move is limited.
pub fn seated(
    player: &PlayerSpec,
    board: &dyn Engine,
    engines: &[KnownEngine],
    past: &PastGames,
    timed: bool,
) -> Result<Option<PlayerSpec>, Refusal> {
    player.check()?;
    if player.names_files() {
        let message = format!("player '{player}': a page cannot name files or programs of this machine");
        return Err(Refusal::new(Code::BadRequest, message));
    }
    if player.clock.is_some() {
        let message = format!("player '{player}': on the page the game has a clock, not a player");
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
            Ok(Some(PlayerSpec { time: program.time.filter(|_| !timed), ..program }))
        }
        // It does not think.
        PlayerKind::Random => Ok(Some(player.clone())),
        _ => {
            let (options, go) = player.options(board.has_books())?;
            let usual = if go.is_limited() || timed { limits::MOVE_TIME } else { limits::USUAL_MOVE_TIME };
            let mut seated = player.clone();
            seated.time = Some(go.time.unwrap_or(usual).min(limits::MOVE_TIME).as_secs_f64());
            if seated.kind == PlayerKind::Kiebitz {
                seated.hash = Some(options.resources.table_megabytes.min(limits::MOVE_HASH_MIB));
                seated.threads = Some(1);
            }
            let (mut options, go) = seated.options(board.has_books())?;
            options.resources.past = past.clone();
            board.check(&options, &go)?;
            Ok(Some(seated))
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
