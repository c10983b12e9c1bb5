//! Who plays: the text of a player, read into options.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::{BookSource, Elo, EndgameTables, Error, Go, Level, Method, Options};

/// A player as it is written on the command line: `human`, `random`, `mcts`, `kiebitz`, `kiebitz:level=3`,
/// `kiebitz:techniques=alpha-beta+ordering,depth=4`.
///
/// ```
/// use engine::Player;
/// let player: Player = "kiebitz:techniques=minimax+alpha-beta,depth=4".parse().unwrap();
/// assert_eq!(player.go().depth, Some(4));
/// assert!("kiebitz:depth=x".parse::<Player>().is_err());
/// assert_eq!("human".parse(), Ok(Player::Human));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Player {
    /// Somebody at the keyboard.
    Human,
    /// The program.
    Program {
        /// The text it was made from.
        text: String,
        /// How it searches.
        options: Box<Options>,
        /// How long it searches.
        go: Box<Go>,
    },
}

/// Time for a move if nothing else limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl Player {
    /// How long this player thinks if there is no clock: one second unless it says otherwise.
    pub fn go(&self) -> Go {
        match self {
            Player::Human => Go::default(),
            Player::Program { go, .. } if go.is_limited() => (**go).clone(),
            Player::Program { .. } => Go::time(DEFAULT_TIME),
        }
    }

    /// Is it a person?
    pub fn is_human(&self) -> bool {
        *self == Player::Human
    }
}

impl FromStr for Player {
    type Err = Error;

    fn from_str(text: &str) -> Result<Player, Error> {
        let (kind, settings) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let mut options = Options::default();
        let mut go = Go::default();
        let known: &[&str] = match kind {
            "human" if settings.is_empty() => return Ok(Player::Human),
            "random" => {
                options.method = Method::Random;
                &["seed"]
            }
            "mcts" => {
                options.method = Method::Mcts;
                &["level", "playouts", "nodes", "time", "seed"]
            }
            "kiebitz" => {
                options.endgames = EndgameTables::own();
                &[
                    "level",
                    "techniques",
                    "eval",
                    "depth",
                    "nodes",
                    "time",
                    "seed",
                    "threads",
                    "hash",
                    "book",
                    "choice",
                    "elo",
                ]
            }
            _ => {
                return Err(Error::Request(format!(
                    "player '{text}': expected human, random, mcts or kiebitz, with settings such as kiebitz:level=3"
                )));
            }
        };
        for setting in settings.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            let (name, value) = setting
                .split_once('=')
                .ok_or_else(|| Error::Request(format!("player '{text}': '{setting}' is not written as name=value")))?;
            let (name, value) = (name.trim(), value.trim());
            let applied = if known.contains(&name) {
                apply(name, value, &mut options, &mut go)
            } else {
                Err(Error::Request(format!("{kind} has no setting '{name}', it has {}", known.join(", "))))
            };
            applied.map_err(|error| Error::Request(format!("player '{text}': {error}")))?;
        }
        options.check().and(go.check()).map_err(|error| Error::Request(format!("player '{text}': {error}")))?;
        Ok(Player::Program { text: text.trim().to_string(), options: Box::new(options), go: Box::new(go) })
    }
}

fn apply(name: &str, value: &str, options: &mut Options, go: &mut Go) -> Result<(), Error> {
    fn number<T: FromStr>(name: &str, value: &str) -> Result<T, Error> {
        value.parse().map_err(|_| Error::Request(format!("{name}={value} is not a suitable number")))
    }
    match name {
        "level" => value.parse::<Level>()?.apply(options, go),
        // These belong to the alpha-beta search, so they select it, in Go too.
        "techniques" => {
            options.techniques = value.parse()?;
            options.method = Method::Search;
            // A player described by its techniques is to show what they can do.
            options.endgames = EndgameTables::default();
        }
        "eval" => {
            options.set_evaluator(value);
            options.method = Method::Search;
        }
        "depth" => go.depth = Some(number(name, value)?),
        "nodes" | "playouts" => {
            go.nodes = Some(number(name, value)?);
            go.playouts = None;
        }
        "time" => {
            let seconds: f64 = number(name, value)?;
            let time = Duration::try_from_secs_f64(seconds);
            go.time = Some(time.map_err(|_| Error::Request(format!("time={value} is not a number of seconds")))?);
        }
        "seed" => options.seed = number(name, value)?,
        "threads" => options.threads = number(name, value)?,
        "hash" => options.table_megabytes = number(name, value)?,
        "book" => {
            options.book = Some(match value {
                "own" => BookSource::Embedded,
                file => BookSource::File(file.into()),
            });
        }
        "choice" => options.book_choice = value.parse().map_err(Error::Request)?,
        "elo" => match number(name, value)? {
            rating @ Elo::MIN..=Elo::MAX => Elo::new(rating).apply(options, go),
            _ => {
                let expected = format!("elo={value}: expected {} to {}", Elo::MIN, Elo::MAX);
                return Err(Error::Request(expected));
            }
        },
        _ => return Err(Error::Request(format!("unknown setting '{name}'"))),
    }
    Ok(())
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Program { text, .. } => f.write_str(text),
        }
    }
}
