//! From who is asked for to who plays.

use std::time::Duration;

use arena::Contestant;
use engine::{BookSource, Elo, EndgameTables, Engine, Go, Level, Method, Options};

use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::wire::PlayerChoice;

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
    Other(Box<Contestant>),
}

/// Who a player is; `None` for a person. What cannot be had here is refused.
pub fn mind(choice: &PlayerChoice, board: &dyn Engine, engines: &[KnownEngine]) -> Result<Option<Mind>, Refusal> {
    let mut options = Options { table_megabytes: limits::MOVE_HASH_MIB, ..Options::default() };
    let mut go = Go::default();
    match choice {
        PlayerChoice::Human {} => return Ok(None),
        PlayerChoice::Level { level } => {
            let level: Level = level.to_string().parse()?;
            options.endgames = EndgameTables::own();
            level.apply(&mut options, &mut go);
            // Full strength makes no mistakes on purpose; the book gives it more than one way to open.
            if level == Level::FULL && board.game() == "chess" {
                options.book = Some(BookSource::Embedded);
            }
        }
        PlayerChoice::Elo { elo } => {
            if !(Elo::MIN..=Elo::MAX).contains(elo) {
                let message = format!("elo {elo}: expected {} to {}", Elo::MIN, Elo::MAX);
                return Err(Refusal::new(Code::BadRequest, message));
            }
            options.endgames = EndgameTables::own();
            Elo::new(*elo).apply(&mut options, &mut go);
        }
        PlayerChoice::Techniques { techniques, depth, nodes } => {
            options.techniques = techniques.parse().map_err(engine::Error::from)?;
            options.method = Method::Search;
            (go.depth, go.nodes) = (*depth, *nodes);
        }
        PlayerChoice::Random {} => options.method = Method::Random,
        PlayerChoice::Mcts { playouts } => {
            options.method = Method::Mcts;
            go.nodes = *playouts;
        }
        PlayerChoice::Engine { name } => {
            let Some(known) = engines.iter().find(|engine| engine.name == *name) else {
                let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
                let message = match names[..] {
                    [] => format!("engine '{name}': the server knows none; it is started with --engine NAME=PATH"),
                    _ => format!("engine '{name}': the server knows {}", names.join(", ")),
                };
                return Err(Refusal::new(Code::BadRequest, message));
            };
            let contestant = contestant(known).map_err(|error| Refusal::new(Code::BadRequest, error))?;
            contestant.check(board).map_err(|error| Refusal::new(Code::BadRequest, error.to_string()))?;
            return Ok(Some(Mind::Other(Box::new(contestant))));
        }
    }
    board.check(&options, &go)?;
    Ok(Some(Mind::Own { options: Box::new(options), go: Box::new(go) }))
}

/// A known program as a player.
pub fn contestant(known: &KnownEngine) -> Result<Contestant, String> {
    let path = known.path.replace(',', "\\,");
    let protocol = if ["uci:", "gtp:", "hub:"].iter().any(|protocol| path.starts_with(protocol)) { "" } else { "uci:" };
    let text = format!("{protocol}{path},time={}", limits::USUAL_MOVE_TIME.as_secs_f64());
    text.parse::<Contestant>().map_err(|error| error.to_string())
}

/// Can the program be started, and is there a game that it plays?
pub fn check(known: &KnownEngine) -> Result<(), String> {
    let contestant = contestant(known)?;
    let mut refused = String::new();
    for game in ["go", "draughts(rules=international)", "chess"] {
        let board = engine::open(game).map_err(|error| error.to_string())?;
        match contestant.check(&*board) {
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
