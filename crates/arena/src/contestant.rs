//! Who takes part, as text: `kiebitz:level=3`, `random`, `uci:/usr/games/stockfish,option.Threads=1,nodes=1000`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use engine::{Engine, Go, Method, Options};

use crate::gtp::GtpPlayer;
use crate::hub::HubPlayer;
use crate::program::Program;
use crate::uci::UciPlayer;
use crate::{Error, Fault, Player, TimeControl};

/// Somebody who takes part: what it takes to make a [`Player`], as often as games run side by side.
///
/// The settings follow the kind, as `name=value` with commas between; a comma inside a value is written `\,`. Every
/// contestant has `name` (in tables and PGN), `clock` (instead of the common one), `depth`, `nodes` and `time` (a limit for each
/// move). An external program also has `option.NAME` (a UCI option, a parameter of Hub), `arg` (a command-line argument, may be repeated) and
/// `dir` (where it runs). The others are those of [`engine::Player`].
///
/// ```
/// use arena::Contestant;
/// let player: Contestant = "uci:/usr/games/stockfish,name=sf,option.Threads=1,option.UCI_Elo=2000,nodes=500".parse().unwrap();
/// assert_eq!(player.name, "sf");
/// assert_eq!(player.limit.nodes, Some(500));
/// assert!("uci:".parse::<Contestant>().is_err());
/// assert!("human".parse::<Contestant>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// The text it was made from.
    pub text: String,
    /// The name in tables and PGN.
    pub name: String,
    /// What limits each of its moves, besides the clock.
    pub limit: Go,
    /// Its own time control, if it does not play by the common one.
    pub clock: Option<TimeControl>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// One of ours, thinking in this process.
    Program(Box<Options>),
    /// Another program.
    External(Protocol, Launch),
}

/// The language of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    /// Chess.
    Uci,
    /// Go.
    Gtp,
    /// Draughts.
    Hub,
}

impl Protocol {
    const ALL: [(&'static str, Protocol); 3] = [("uci", Protocol::Uci), ("gtp", Protocol::Gtp), ("hub", Protocol::Hub)];

    fn by_name(name: &str) -> Option<Protocol> {
        Protocol::ALL.iter().find(|(known, _)| *known == name).map(|(_, protocol)| *protocol)
    }

    /// Can this game be played by it?
    fn plays(self, board: &dyn Engine) -> bool {
        board.customs().protocol.is_some_and(|name| Protocol::by_name(&name) == Some(self))
    }

    /// The games that can be played by it, in words.
    fn games(self) -> &'static str {
        match self {
            Protocol::Uci => "chess and chess960",
            Protocol::Gtp => "go",
            Protocol::Hub => "draughts(rules=international) and draughts(rules=frisian)",
        }
    }

    /// What it cannot express, if that is asked of it.
    fn missing(self, limit: &Go) -> Option<&'static str> {
        match self {
            Protocol::Gtp if limit.nodes.is_some() || limit.depth.is_some() => {
                Some("GTP knows neither nodes nor depth; time or a clock can be its limit")
            }
            Protocol::Hub if limit.nodes.is_some() => {
                Some("Hub knows no nodes; depth, time or a clock can be its limit")
            }
            _ => None,
        }
    }
}

/// How to start another program.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Launch {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs; here, if `None`.
    pub directory: Option<PathBuf>,
    /// The options it is sent, in order.
    pub options: Vec<(String, String)>,
}

/// A table that a search of few nodes fills is small: clearing a large one before each game would cost more than the game.
/// Bytes for each node of a move; about the nodes of 64 moves, 16 bytes each.
const TABLE_BYTES_A_NODE: u64 = 64 * 16;

impl Contestant {
    /// Sees to it that it can play this game, and that it could be started.
    pub fn check(&self, board: &dyn Engine) -> Result<(), Error> {
        let wrong = |reason: String| Error::new(format!("player '{}': {reason}", self.text));
        match &self.kind {
            Kind::Program(options) => board.check(options, &self.limit).map_err(|error| wrong(error.to_string())),
            Kind::External(protocol, launch) => {
                let game = board.game();
                if !protocol.plays(board) {
                    return Err(wrong(format!("by this protocol programs play {}, not {game}", protocol.games())));
                }
                if let Some(text) = protocol.missing(&self.limit) {
                    return Err(wrong(text.to_string()));
                }
                match find(&launch.path) {
                    Some(_) => Ok(()),
                    None => Err(wrong(format!(
                        "there is no program '{}' that can be run; expected a path, or a name that is in PATH",
                        launch.path.display()
                    ))),
                }
            }
        }
    }

    /// Does it need no common limit? It has its own, or moves without thinking.
    pub fn is_limited(&self) -> bool {
        let at_once = matches!(&self.kind, Kind::Program(options) if options.method == Method::Random);
        self.clock.is_some() || self.limit.is_limited() || at_once
    }

    /// Limits its moves as everybody's are, unless it has its own limits.
    pub fn limit_by(&mut self, common: &Go) {
        if !self.limit.is_limited() {
            self.limit = common.clone();
        }
        // The default is for analysis; here games are many and short.
        if let (Kind::Program(options), Some(nodes)) = (&mut self.kind, self.limit.nodes)
            && options.table_megabytes == Options::default().table_megabytes
        {
            let fitting = nodes.saturating_mul(TABLE_BYTES_A_NODE) >> 20;
            options.table_megabytes = options.table_megabytes.min(fitting.max(1) as usize);
        }
    }

    /// Somebody who plays this game.
    pub fn player(&self, game: &str, patience: Duration) -> Result<Box<dyn Player>, Fault> {
        match &self.kind {
            Kind::Program(options) => Ok(Box::new(Program::new(game, (**options).clone(), self.limit.clone())?)),
            Kind::External(Protocol::Uci, launch) => {
                Ok(Box::new(UciPlayer::start(launch, game, self.limit.clone(), patience)?))
            }
            Kind::External(Protocol::Gtp, launch) => {
                Ok(Box::new(GtpPlayer::start(launch, game, self.limit.clone(), patience)?))
            }
            Kind::External(Protocol::Hub, launch) => {
                Ok(Box::new(HubPlayer::start(launch, game, self.limit.clone(), patience)?))
            }
        }
    }

    /// How to start it, if it is another program.
    pub fn launch(&self) -> Option<&Launch> {
        match &self.kind {
            Kind::External(_, launch) => Some(launch),
            Kind::Program(_) => None,
        }
    }
}

impl FromStr for Contestant {
    type Err = Error;

    fn from_str(text: &str) -> Result<Contestant, Error> {
        let text = text.trim();
        let wrong = |reason: String| Error::new(format!("player '{text}': {reason}"));
        let (mut name, mut clock) = (None, None);
        let mut parts = split(text).into_iter();
        let mut first = parts.next().unwrap_or_default();
        let mut others: Vec<(String, String)> = Vec::new();
        // The first setting of our own players follows the colon directly.
        let own = first
            .split_once(':')
            .filter(|(kind, _)| Protocol::by_name(kind).is_none())
            .map(|(kind, rest)| (kind.to_string(), rest.to_string()));
        let leading = own.map(|(kind, rest)| {
            first = kind;
            rest
        });
        for part in leading.into_iter().chain(parts).filter(|part| !part.trim().is_empty()) {
            let (key, value) = part
                .split_once('=')
                .map(|(key, value)| (key.trim().to_string(), value.trim().to_string()))
                .ok_or_else(|| wrong(format!("'{part}' is not written as name=value")))?;
            match key.as_str() {
                "name" => name = Some(value),
                "clock" => clock = Some(value.parse().map_err(|error: Error| wrong(error.to_string()))?),
                _ => others.push((key, value)),
            }
        }
        let external_program = first.split_once(':').and_then(|(kind, path)| Some((Protocol::by_name(kind)?, path)));
        let (kind, limit, default_name) = match external_program {
            Some((protocol, path)) => external(protocol, path, others).map_err(wrong)?,
            None => {
                let settings: Vec<String> = others.iter().map(|(key, value)| format!("{key}={value}")).collect();
                let mut inner = first.clone();
                if !settings.is_empty() {
                    inner = format!("{first}:{}", settings.join(","));
                }
                match inner.parse::<engine::Player>() {
                    Ok(engine::Player::Program { text, options, go }) => (Kind::Program(options), *go, text),
                    Ok(engine::Player::Human) => {
                        return Err(wrong("people play with `kiebitz play`".to_string()));
                    }
                    Err(_) if !["kiebitz", "random", "mcts"].contains(&first.as_str()) => {
                        return Err(wrong(
                            "expected kiebitz, mcts, random, uci:PATH, gtp:PATH or hub:PATH, with settings such as \
                             kiebitz:level=3 or uci:stockfish,option.Threads=1; in `kiebitz play` also human"
                                .to_string(),
                        ));
                    }
                    Err(error) => return Err(error.into()),
                }
            }
        };
        let name = name.unwrap_or(default_name);
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(wrong("a name must have letters and nothing that is not printed".to_string()));
        }
        Ok(Contestant { text: text.to_string(), name, limit, clock, kind })
    }
}

/// The parts between commas, `\,` being no comma but a letter of a part.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let part = parts.last_mut().expect("never empty");
        match letter {
            '\\' if letters.peek() == Some(&',') => part.extend(letters.next()),
            ',' => parts.push(String::new()),
            _ => part.push(letter),
        }
    }
    parts
}

/// An external program from its path and settings, with its name.
fn external(protocol: Protocol, path: &str, settings: Vec<(String, String)>) -> Result<(Kind, Go, String), String> {
    if path.trim().is_empty() {
        return Err("expected the path of a program, as in uci:/usr/games/stockfish".to_string());
    }
    let mut launch = Launch { path: PathBuf::from(path), ..Launch::default() };
    let mut limit = Go::default();
    for (key, value) in settings {
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{key}={value} is not a suitable number"));
        match key.as_str() {
            "arg" => launch.arguments.push(value),
            "dir" => launch.directory = Some(PathBuf::from(value)),
            "nodes" => limit.nodes = Some(number(&value)?),
            "depth" => limit.depth = Some(number(&value)?.min(i32::MAX as u64) as i32),
            "time" => {
                let seconds: Option<f64> = value.parse().ok();
                let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                limit.time = Some(time.ok_or_else(|| format!("time={value} is not a number of seconds"))?);
            }
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => launch.options.push((name.to_string(), value)),
                None => {
                    return Err(format!(
                        "a program has no setting '{key}', it has option.NAME, arg, dir, name, clock, depth, nodes, time"
                    ));
                }
            },
        }
    }
    limit.check().map_err(|error| error.to_string())?;
    let name = Path::new(path).file_stem().map_or(path.to_string(), |stem| stem.to_string_lossy().into_owned());
    Ok((Kind::External(protocol, launch), limit, name))
}

/// The program file that `path` means: a path, or a name to be looked for in PATH.
fn find(path: &Path) -> Option<PathBuf> {
    let runs = |path: &Path| {
        let Ok(data) = path.metadata() else { return false };
        #[cfg(unix)]
        let executable = std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0;
        #[cfg(not(unix))]
        let executable = true;
        data.is_file() && executable
    };
    if path.components().count() > 1 {
        return runs(path).then(|| path.to_path_buf());
    }
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(path)).find(|path| runs(path))
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Tells contestants of the same name apart by a number behind it.
pub fn distinguish(contestants: &mut [Contestant]) {
    for index in 1..contestants.len() {
        let (before, rest) = contestants.split_at_mut(index);
        let base = rest[0].name.clone();
        let mut number = 2;
        while before.iter().any(|other| other.name == rest[0].name) {
            rest[0].name = format!("{base} ({number})");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_settings() {
        let player: Contestant =
            "uci:/bin/x y,arg=--uci,arg=a\\,b,dir=/tmp,option.Skill Level=3,clock=1+0.1".parse().unwrap();
        let launch = player.launch().unwrap();
        assert_eq!(launch.path, PathBuf::from("/bin/x y"));
        assert_eq!(launch.arguments, ["--uci", "a,b"]);
        assert_eq!(launch.options, [("Skill Level".to_string(), "3".to_string())]);
        assert_eq!(player.clock, Some("1+0.1".parse().unwrap()));
        let player: Contestant = "kiebitz:techniques=minimax+alpha-beta,name=ab,depth=4".parse().unwrap();
        assert_eq!((player.name.as_str(), player.limit.depth), ("ab", Some(4)));
        assert_eq!("kiebitz:level=3".parse::<Contestant>().unwrap().name, "kiebitz:level=3");
        assert_eq!("kiebitz:name=us".parse::<Contestant>().unwrap().name, "us");
    }

    #[test]
    fn explains_refusals() {
        for (text, hint) in [
            ("uci:x,threads=1", "option.NAME"),
            ("uci:x,nodes=0", "nodes 0"),
            ("uci:x,option.=1", "option.NAME"),
            ("uci:x,y", "name=value"),
            ("kiebitz:clock=soon", "10+0.1"),
            ("kiebitz:magic=1", "magic"),
            ("martian", "uci:PATH"),
            ("human", "kiebitz play"),
            ("", "uci:PATH"),
            ("kiebitz:name=", "name"),
        ] {
            let error = text.parse::<Contestant>().unwrap_err().to_string();
            assert!(error.contains(hint), "{text}: {error}");
        }
    }

    #[test]
    fn names_differ() {
        let mut three = ["random", "random", "random"].map(|text| text.parse().unwrap());
        distinguish(&mut three);
        assert_eq!(three.map(|one| one.name), ["random", "random (2)", "random (3)"]);
    }
}
