//! What there is: games, players, limits.

use std::collections::HashMap;

use engine::{Elo, Go, HANDMADE, Historic, Level, Named, Options, PlayerKind, PlayerSpec, Technique, Values};

use serde::Deserialize;

use crate::limits;
use crate::players::KnownEngine;
use crate::wire::{
    GameEntry, HistoricPlayer, LevelEntry, LevelScore, NamedPlayer, ParameterEntry, ParameterValue, ParameterValues,
    Registry, Tally,
};

/// What `kiebitz lab ladder` has measured; its tables and plots are in `docs/levels.md` and `docs/levels`.
const LADDER: &str = include_str!("../levels/chess.json");

/// The same for games in which the levels are not rated, level against level.
const LADDERS: [(&str, &str); 4] = [
    ("tic-tac-toe", include_str!("../levels/tic-tac-toe.json")),
    ("connect-four", include_str!("../levels/connect-four.json")),
    ("othello", include_str!("../levels/othello.json")),
    ("draughts", include_str!("../levels/draughts.json")),
];

/// The registry of a server that knows these programs.
pub fn registry(engines: &[KnownEngine]) -> Registry {
    let ladder = ladder();
    Registry {
        version: env!("CARGO_PKG_VERSION").to_string(),
        games: engine::games().iter().map(game).collect(),
        techniques: Technique::ALL.iter().map(|technique| technique.name().to_string()).collect(),
        levels: Level::all().map(|one| level(one, &ladder)).collect(),
        players: Named::ALL.iter().map(|one| named(one, &ladder)).collect(),
        historic: Historic::ALL.iter().map(historic).collect(),
        elo: [Elo::MIN, Elo::MAX],
        engines: engines.iter().map(|engine| engine.name.clone()).collect(),
        limits: limits::shown(),
    }
}

fn game(info: &engine::GameInfo) -> GameEntry {
    GameEntry {
        name: info.name.to_string(),
        description: info.description.to_string(),
        parameters: info.parameters.iter().map(parameter).collect(),
        evaluators: info.evaluators.iter().map(ToString::to_string).collect(),
        position_example: info.position_example.to_string(),
        has_openings: info.has_books,
        has_endgames: info.has_endgames,
        rated: info.rated,
        levels: level_scores(&info.name),
        prefers_mcts: info.prefers_mcts,
        piece_letters: info.customs.piece_letters.to_string(),
        fen: info.customs.fen,
        record: info.customs.record.into(),
        protocol: info.customs.protocol.as_deref().map(str::to_string),
    }
}

fn parameter(parameter: &engine::Parameter) -> ParameterEntry {
    let choice = |choice: &engine::ParameterValue| ParameterValue {
        value: choice.value.to_string(),
        meaning: choice.meaning.to_string(),
    };
    ParameterEntry {
        name: parameter.name.to_string(),
        default: parameter.default.as_deref().map(str::to_string),
        note: parameter.note.to_string(),
        values: match parameter.values {
            Values::Choice(ref choices) => ParameterValues::Choice { choices: choices.iter().map(choice).collect() },
            Values::Range { min, max, step } => ParameterValues::Range { min, max, step },
        },
    }
}

/// Everybody's games, by the name in the list.
fn ladder() -> HashMap<String, Tally> {
    #[derive(Deserialize)]
    struct List {
        players: Vec<Row>,
    }
    #[derive(Deserialize)]
    struct Row {
        name: String,
        #[serde(flatten)]
        tally: Tally,
    }
    let list: Result<List, _> = serde_json::from_str(LADDER);
    list.map_or(HashMap::new(), |list| list.players.into_iter().map(|row| (row.name, row.tally)).collect())
}

/// How each level fared against the one below. The highest has no limit but the clock, so that what it was measured at is not what is played.
fn level_scores(game: &str) -> Vec<LevelScore> {
    #[derive(Deserialize)]
    struct List {
        players: Vec<Row>,
        steps: Vec<Step>,
    }
    #[derive(Deserialize)]
    struct Row {
        name: String,
        games: u32,
    }
    #[derive(Deserialize)]
    struct Step {
        level: u8,
        gain: f64,
    }
    let Some((_, text)) = LADDERS.iter().find(|(name, _)| *name == game) else { return Vec::new() };
    let list: Result<List, _> = serde_json::from_str(text);
    let Ok(List { players, steps }) = list else { return Vec::new() };
    // The lowest level meets only the next one.
    let games = players.iter().find(|row| row.name == "level 1").map_or(0, |row| row.games);
    let steps = steps.into_iter().filter(|step| step.level < Level::FULL.number());
    // The gain is the logarithm of the score.
    let score = |gain: f64| 1.0 / (1.0 + 10_f64.powf(-gain / 400.0));
    steps.map(|step| LevelScore { level: step.level, score: score(step.gain), games }).collect()
}

fn level(level: Level, ladder: &HashMap<String, Tally>) -> LevelEntry {
    let (mut options, mut go) = (Options::default(), Go::default());
    level.apply(&mut options, &mut go);
    let measured = level.measured();
    LevelEntry {
        level: level.number(),
        name: level.name().map(str::to_string),
        elo: measured.map(|measured| measured.rating),
        error: measured.map(|measured| measured.error),
        nodes: go.nodes,
        playouts: go.playouts,
        noise: options.player.noise,
        games: ladder.get(&format!("level {}", level.number())).copied(),
    }
}

fn named(named: &Named, ladder: &HashMap<String, Tally>) -> NamedPlayer {
    let player = match named.search {
        Some((techniques, depth)) => {
            // As they judged when they were measured.
            let (techniques, eval) = (Some(techniques.to_string()), Some(HANDMADE.to_string()));
            PlayerSpec { techniques, eval, depth: Some(depth), ..PlayerSpec::new(PlayerKind::Kiebitz) }
        }
        None => PlayerSpec::new(PlayerKind::Random),
    };
    let (elo, error) = named.elo.unzip();
    NamedPlayer { name: named.id(), player, elo, error, games: ladder.get(&named.title()).copied() }
}

fn historic(one: &Historic) -> HistoricPlayer {
    HistoricPlayer {
        name: one.id.to_string(),
        title: one.title.to_string(),
        year: one.year,
        source: one.source.to_string(),
        about: one.about.to_string(),
        game: one.game.to_string(),
        player: one.spec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list that is built in knows everybody, and the ratings shown are those it has.
    #[test]
    fn everybody_has_played() {
        let registry = registry(&[]);
        for level in &registry.levels {
            let games = level.games.expect("a level that was measured");
            assert!(games.wins + games.draws + games.losses > 0, "level {}", level.level);
        }
        let list: serde_json::Value = serde_json::from_str(LADDER).unwrap();
        for player in &registry.players {
            assert!(player.games.is_some(), "{}", player.name);
            let placed = list["placed"].as_array().unwrap().iter().find(|placed| placed["id"] == player.name.as_str());
            let shown =
                placed.map(|placed| (placed["elo"].as_f64().unwrap() as i32, placed["error"].as_f64().unwrap() as i32));
            assert_eq!(shown, player.elo.zip(player.error), "{}", player.name);
        }
    }

    /// In every game a level means something that was measured.
    #[test]
    fn levels_are_measured_in_every_game() {
        for game in registry(&[]).games.iter().filter(|game| !game.rated && game.name != "go") {
            let levels: Vec<u8> = game.levels.iter().map(|level| level.level).collect();
            assert_eq!(levels, (2..10).collect::<Vec<u8>>(), "{}", game.name);
            // A level that loses to the one below would be none. Small games are soon played perfectly, and then nobody wins.
            for level in &game.levels {
                assert!(level.score >= 0.4 && level.score <= 1.0 && level.games >= 20, "{}: {level:?}", game.name);
            }
        }
    }

    #[test]
    fn everybody_who_is_named_can_play() {
        let folder = tempfile::tempdir().unwrap();
        let past = history::past(Some(folder.path().join("history.sqlite")));
        let registry = registry(&[]);
        let named = registry.players.into_iter().map(|one| ("chess".to_string(), one.player));
        let historic = registry.historic.into_iter().map(|one| (one.game, one.player));
        for (game, player) in named.chain(historic) {
            let board = engine::open(&game).unwrap();
            let seated = crate::players::seated(&player, &*board, &[], &past, false);
            assert!(seated.is_ok_and(|seated| seated.is_some()), "{player}");
        }
    }
}
