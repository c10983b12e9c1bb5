//! What there is: games, players, limits.

use engine::{Elo, Go, Level, Named, Options, Technique};

use crate::limits;
use crate::players::KnownEngine;
use crate::wire::{GameEntry, LevelEntry, NamedPlayer, ParameterEntry, ParameterValue, PlayerChoice, Registry};

/// The registry of a server that knows these programs.
pub fn registry(engines: &[KnownEngine]) -> Registry {
    Registry {
        version: env!("CARGO_PKG_VERSION").to_string(),
        games: engine::games().iter().map(game).collect(),
        techniques: Technique::ALL.iter().map(|technique| technique.name().to_string()).collect(),
        levels: Level::all().map(level).collect(),
        players: Named::ALL.iter().map(named).collect(),
        elo: [Elo::MIN, Elo::MAX],
        engines: engines.iter().map(|engine| engine.name.clone()).collect(),
        limits: limits::shown(),
    }
}

fn game(info: &engine::GameInfo) -> GameEntry {
    let value = |(value, meaning): &(String, String)| ParameterValue { value: value.clone(), meaning: meaning.clone() };
    let parameter = |parameter: &engine::Parameter| ParameterEntry {
        name: parameter.name.to_string(),
        default: parameter.default.to_string(),
        values: parameter.values.iter().map(value).collect(),
    };
    let board = engine::open(info.name);
    GameEntry {
        name: info.name.to_string(),
        description: info.description.to_string(),
        parameters: info.parameters.iter().map(parameter).collect(),
        evaluators: info.evaluators.iter().map(ToString::to_string).collect(),
        position_example: info.position_example.to_string(),
        has_openings: info.name.starts_with("chess"),
        prefers_mcts: board.is_ok_and(|board| board.prefers_mcts()),
    }
}

fn level(level: Level) -> LevelEntry {
    let (mut options, mut go) = (Options::default(), Go::default());
    level.apply(&mut options, &mut go);
    let elo = level.elo();
    LevelEntry {
        level: level.number(),
        name: level.name().map(str::to_string),
        elo: elo.map(|elo| elo.rating()),
        error: elo.map(|elo| elo.error()),
        nodes: go.nodes,
        playouts: go.playouts,
        noise: options.noise,
    }
}

fn named(named: &Named) -> NamedPlayer {
    let player = match named.search {
        Some((techniques, depth)) => {
            PlayerChoice::Techniques { techniques: techniques.to_string(), depth: Some(depth), nodes: None }
        }
        None => PlayerChoice::Random {},
    };
    let (elo, error) = named.elo.unzip();
    NamedPlayer { name: named.id.to_string(), player, elo, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_who_is_named_can_play() {
        let board = engine::open("chess").unwrap();
        for player in registry(&[]).players {
            assert!(
                crate::players::mind(&player.player, &*board, &[]).is_ok_and(|mind| mind.is_some()),
                "{}",
                player.name
            );
        }
    }
}
