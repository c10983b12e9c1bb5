//! What there is: games, players, limits.

use engine::{Elo, Go, Level, Options, Technique};

use crate::limits;
use crate::players::KnownEngine;
use crate::wire::{GameEntry, LevelEntry, NamedPlayer, ParameterEntry, ParameterValue, PlayerChoice, Registry};

/// The ladder as it was measured: the page of the documentation, of which the table is read.
const LADDER: &str = include_str!("../../../docs/levels.md");

/// The registry of a server that knows these programs.
pub fn registry(engines: &[KnownEngine]) -> Registry {
    Registry {
        version: env!("CARGO_PKG_VERSION").to_string(),
        games: engine::games().iter().map(game).collect(),
        techniques: Technique::ALL.iter().map(|technique| technique.name().to_string()).collect(),
        levels: Level::all().map(level).collect(),
        players: named_players(),
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
    let measured = measured(&format!("level {}", level.number()));
    LevelEntry {
        level: level.number(),
        name: level.name().map(str::to_string),
        elo: measured.map(|(elo, _)| elo),
        error: measured.map(|(_, error)| error),
        nodes: go.nodes,
        playouts: go.playouts,
        noise: options.noise,
    }
}

/// The named players of the ladder.
fn named_players() -> Vec<NamedPlayer> {
    let techniques = |techniques: &str, depth| PlayerChoice::Techniques {
        techniques: techniques.to_string(),
        depth: Some(depth),
        nodes: None,
    };
    let quiescence = "minimax+alpha-beta+ordering+quiescence";
    let players = [
        ("random", "random", PlayerChoice::Random {}),
        ("minimax-1", "minimax, depth 1", techniques("minimax", 1)),
        ("minimax-2", "minimax, depth 2", techniques("minimax", 2)),
        ("minimax-3", "minimax, depth 3", techniques("minimax+alpha-beta+ordering", 3)),
        ("quiescence-3", "with quiescence, depth 3", techniques(quiescence, 3)),
        ("quiescence-4", "with quiescence, depth 4", techniques(quiescence, 4)),
        ("all-6", "all techniques, depth 6", techniques("all", 6)),
        ("all-9", "all techniques, depth 9", techniques("all", 9)),
    ];
    let entry = |(code, name, player): (&str, &str, PlayerChoice)| {
        let measured = measured(name);
        NamedPlayer {
            name: code.to_string(),
            player,
            elo: measured.map(|(elo, _)| elo),
            error: measured.map(|(_, error)| error),
        }
    };
    players.into_iter().map(entry).collect()
}

/// Elo and error of a player in the table of the ladder.
fn measured(player: &str) -> Option<(i32, i32)> {
    let row = LADDER.lines().find_map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        (fields.get(2) == Some(&player)).then_some(fields)
    })?;
    Some((row.get(3)?.parse().ok()?, row.get(4)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_is_read() {
        let registry = registry(&[]);
        assert_eq!(registry.levels.len(), 10);
        let elos: Vec<i32> = registry.levels.iter().filter_map(|level| level.elo).collect();
        assert!(elos.len() >= 8, "levels that were measured: {elos:?}");
        assert!(elos.is_sorted(), "{elos:?}");
        for player in registry.players {
            assert!(player.elo.is_some(), "{} is not in the ladder", player.name);
        }
    }
}
