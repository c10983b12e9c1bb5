//! What there is: games, players, limits.

use engine::{Elo, Go, Level, Options, Technique};

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
    let rating = level.rating();
    LevelEntry {
        level: level.number(),
        name: level.name().map(str::to_string),
        elo: rating.map(|rating| rating.elo),
        error: rating.map(|rating| rating.error),
        nodes: go.nodes,
        playouts: go.playouts,
        noise: options.noise,
    }
}

/// The named players of `kiebitz lab ladder`. How strong they are beside the levels is in `docs/levels.md`, on a scale of its own.
fn named_players() -> Vec<NamedPlayer> {
    let techniques = |techniques: &str, depth| PlayerChoice::Techniques {
        techniques: techniques.to_string(),
        depth: Some(depth),
        nodes: None,
    };
    let quiescence = "minimax+alpha-beta+ordering+quiescence";
    let players = [
        ("random", PlayerChoice::Random {}),
        ("minimax-1", techniques("minimax", 1)),
        ("minimax-2", techniques("minimax", 2)),
        ("minimax-3", techniques("minimax+alpha-beta+ordering", 3)),
        ("quiescence-3", techniques(quiescence, 3)),
        ("quiescence-4", techniques(quiescence, 4)),
        ("all-6", techniques("all", 6)),
        ("all-9", techniques("all", 9)),
    ];
    let entry =
        |(name, player): (&str, PlayerChoice)| NamedPlayer { name: name.to_string(), player, elo: None, error: None };
    players.into_iter().map(entry).collect()
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
