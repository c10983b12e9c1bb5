//! From a description of a player to somebody who plays.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{Control, Engine, Go, PastGames, PlayerKind, PlayerSpec};

use crate::ggp::GgpPlayer;
use crate::gtp::GtpPlayer;
use crate::program::Program;
use crate::{Error, Fault, Player, TimeControl, hub, uci};

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

/// Can this game be played by the protocol of a foreign program?
fn plays(kind: PlayerKind, board: &dyn Engine) -> bool {
    board.customs().protocol.is_some_and(|name| name == kind.name())
}

/// The games that can be played by it, in words.
fn games(kind: PlayerKind) -> &'static str {
    match kind {
        PlayerKind::Uci => "chess and chess960",
        PlayerKind::Gtp => "go",
        PlayerKind::Ggp => "games given as rules",
        _ => "draughts(rules=international) and draughts(rules=frisian)",
    }
}

/// What a protocol cannot express, if that is asked of it.
fn missing(kind: PlayerKind, limit: &Go) -> Option<&'static str> {
    match kind {
        PlayerKind::Gtp if limit.nodes.is_some() || limit.depth.is_some() => {
            Some("GTP knows neither nodes nor depth; time or a clock can be its limit")
        }
        PlayerKind::Hub if limit.nodes.is_some() => Some("Hub knows no nodes; depth, time or a clock can be its limit"),
        _ => None,
    }
}

/// Sees to it that a player can play this game, and that it could be started. People play at tables, not in an arena.
pub fn check(player: &PlayerSpec, board: &dyn Engine, past: &PastGames) -> Result<(), Error> {
    let wrong = |reason: String| Error::new(format!("player '{player}': {reason}"));
    player.check().map_err(|error| wrong(error.to_string()))?;
    clock_of(player)?;
    match player.kind {
        PlayerKind::Human => Err(wrong("people play with `kiebitz play`, or on the page".to_string())),
        PlayerKind::Engine => Err(wrong("a server knows programs by such names; here it is uci:PATH".to_string())),
        PlayerKind::Kiebitz | PlayerKind::Mcts | PlayerKind::Random => {
            let options = player.options(board.has_books());
            let checked = options.and_then(|(mut options, go)| {
                options.resources.past = past.clone();
                board.check(&options, &go)
            });
            checked.map_err(|error| wrong(error.to_string()))
        }
        kind => {
            let (game, limit) = (board.game(), player.limits().map_err(|error| wrong(error.to_string()))?);
            if !plays(kind, board) {
                return Err(wrong(format!("by this protocol programs play {}, not {game}", games(kind))));
            }
            if let Some(text) = missing(kind, &limit) {
                return Err(wrong(text.to_string()));
            }
            if kind == PlayerKind::Ggp {
                return crate::ggp::address(player.program.as_deref().unwrap_or_default()).map(drop).map_err(wrong);
            }
            let path = Path::new(player.program.as_deref().unwrap_or_default());
            match find(path) {
                Some(_) => Ok(()),
                None => Err(wrong(format!(
                    "there is no program '{}' that can be run; expected a path, or a name that is in PATH",
                    path.display()
                ))),
            }
        }
    }
}

/// Somebody who plays this game as the description says, learning from these games if it is one that learns (`eval=history`). It is
/// not needed any more, in whatever it does, when `halt` is stopped.
pub fn start(
    player: &PlayerSpec,
    game: &str,
    patience: Duration,
    past: &PastGames,
    halt: &Control,
) -> Result<Box<dyn Player>, Fault> {
    let not_ready = |error: engine::Error| Fault::NotReady(error.to_string());
    let limit = player.limits().map_err(not_ready)?;
    let launch = launch(player);
    Ok(match (player.kind, &launch) {
        (PlayerKind::Uci, Some(launch)) => Box::new(uci::start(launch, game, limit, patience, halt)?),
        (PlayerKind::Gtp, Some(launch)) => Box::new(GtpPlayer::start(launch, game, limit, patience, halt)?),
        (PlayerKind::Ggp, Some(_)) => {
            let at = player.program.as_deref().unwrap_or_default();
            Box::new(GgpPlayer::start(at, game, limit, patience)?)
        }
        (PlayerKind::Hub, Some(launch)) => Box::new(hub::start(launch, game, limit, patience, halt)?),
        _ => {
            let mind = engine::open(game).map_err(not_ready)?;
            let (mut options, go) = player.options(mind.has_books()).map_err(not_ready)?;
            options.resources.past = past.clone();
            Box::new(Program::new(mind, options, go))
        }
    })
}

/// How to start a player, if it is another program.
pub fn launch(player: &PlayerSpec) -> Option<Launch> {
    Some(Launch {
        path: PathBuf::from(player.program.as_deref()?),
        arguments: player.arg.clone(),
        directory: player.dir.as_ref().map(PathBuf::from),
        options: player.option.clone(),
    })
}

/// The time control of a player's own, if it has one.
pub fn clock_of(player: &PlayerSpec) -> Result<Option<TimeControl>, Error> {
    let wrong = |error: Error| Error::new(format!("player '{player}': {error}"));
    player.clock.as_deref().map(|clock| clock.parse().map_err(wrong)).transpose()
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

/// Gives players the names that they have in tables, whatever is set later, and tells those of the same name apart by a number
/// behind it.
pub fn distinguish(players: &mut [PlayerSpec]) {
    for index in 0..players.len() {
        let (before, rest) = players.split_at_mut(index);
        let base = rest[0].label();
        let mut name = base.clone();
        let mut number = 2;
        while before.iter().any(|other| other.label() == name) {
            name = format!("{base} ({number})");
            number += 1;
        }
        rest[0].name = Some(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_say_why() {
        let board = engine::open("chess").expect("a game");
        for (text, hint) in [
            ("kiebitz:clock=soon", "10+0.1"),
            ("human", "kiebitz play"),
            ("engine:sf", "uci:PATH"),
            ("gtp:sh", "go"),
            ("uci:/no/such/program", "no program"),
            ("kiebitz:eval=oracle", "oracle"),
        ] {
            let player: PlayerSpec = text.parse().expect(text);
            let error = check(&player, &*board, &PastGames::default()).expect_err(text).to_string();
            assert!(error.contains(hint) && error.contains(text), "{text}: {error}");
        }
    }

    #[test]
    fn the_same_name_is_told_apart() {
        let mut players: Vec<PlayerSpec> =
            ["kiebitz", "kiebitz", "random", "kiebitz:name=random"].map(|text| text.parse().expect(text)).to_vec();
        distinguish(&mut players);
        let labels: Vec<String> = players.iter().map(PlayerSpec::label).collect();
        assert_eq!(labels, ["kiebitz", "kiebitz (2)", "random", "random (2)"]);
    }
}
