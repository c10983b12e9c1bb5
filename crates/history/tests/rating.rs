//! Ratings of people: which games count, what they change, and that the store remembers.

use engine::{PlayerSpec, Side};
use game::Key;
use history::rating::{Standing, pairing};
use history::{GameResult, History, Participant, PlayedGame};

fn player(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn played(person: &str, rating: Option<u32>, result: GameResult) -> PlayedGame {
    let program = Participant { name: "level 5".to_string(), options: "kiebitz:level=5".to_string(), rating };
    PlayedGame {
        game: "chess".to_string(),
        course: vec![(Key(1), "e2e4".to_string())],
        result,
        players: [Participant { name: person.to_string(), ..Participant::default() }, program],
        source: "test".to_string(),
        counts: true,
        ..PlayedGame::default()
    }
}

#[test]
fn only_who_was_measured_is_a_rated_opponent() {
    let found = |first: &str, second: &str| pairing("chess", [&player(first), &player(second)], true);
    let level = found("human", "kiebitz:level=9").unwrap();
    assert_eq!((level.person, level.opponent.rating, level.opponent.error), (Side::First, 2360, 114));
    let asked = found("kiebitz:elo=1520,name=Bot,book=none", "human:name=Ana").unwrap();
    assert_eq!((asked.person, asked.opponent.rating), (Side::Second, 1532));
    for unrated in [
        "kiebitz",
        "kiebitz:level=10",
        "kiebitz:elo=2700",
        "kiebitz:level=5,nodes=100",
        "kiebitz:level=5,eval=material",
        "kiebitz:level=5,scale.mobility=50%",
        "kiebitz:techniques=minimax,depth=2",
        "mcts:level=3",
        "random",
        "human",
        "uci:stockfish,option.UCI_Elo=1500",
    ] {
        assert_eq!(found("human", unrated), None, "{unrated}");
    }
    let level = player("kiebitz:level=5");
    assert_eq!(pairing("chess", [&level, &level], true), None, "nobody plays");
    assert_eq!(pairing("chess", [&player("human"), &level], false), None, "another start");
    assert_eq!(pairing("othello", [&player("human"), &level], true), None, "levels were measured in chess");
}

#[test]
fn a_rating_is_kept_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    let mut history = History::open(&path).unwrap();
    assert_eq!(history.standing("chess", "Ana").unwrap(), Standing::default());
    let first = history.record(&played("Ana", Some(1700), GameResult::First)).unwrap();
    let change = history.rated_game(first).unwrap().unwrap();
    assert_eq!((change.forecast.before, change.forecast.expected(), change.forecast.k), (1700.0, 0.5, 40));
    assert_eq!((change.score, change.after, change.opponent.as_str()), (1.0, 1720.0, "level 5"));
    // What does not count changes nothing: no rating, no end, helped, two people.
    let mut helped = played("Ana", Some(1700), GameResult::First);
    helped.counts = false;
    let mut people = played("Ana", Some(1700), GameResult::First);
    people.players[1].options.clear();
    let unrated = [played("Ana", None, GameResult::First), played("Ana", Some(1700), GameResult::Open), helped, people];
    for game in unrated {
        let id = history.record(&game).unwrap();
        assert_eq!(history.rated_game(id).unwrap(), None);
    }
    drop(history);
    let mut history = History::open(&path).unwrap();
    let second = history.record(&played("Ana", Some(1700), GameResult::Second)).unwrap();
    history.record(&played("Bert", Some(1700), GameResult::Draw)).unwrap();
    let games = history.rated_games("chess", "Ana", 100).unwrap();
    assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), [first, second]);
    // Elo's formula: 40 * (0 - 1 / (1 + 10^(-20/400))) = -21.15.
    assert!((games[1].after - (1720.0 - 21.150)).abs() < 0.001, "{}", games[1].after);
    assert_eq!(history.standing("chess", "Ana").unwrap(), Standing { rating: Some(games[1].after), games: 2 });
    assert_eq!(history.rated_games("chess", "Ana", 1).unwrap(), games[1..]);
    let people = history.rated_people().unwrap();
    assert_eq!(people, [("chess".to_string(), "Ana".to_string()), ("chess".to_string(), "Bert".to_string())]);
    let kept = history.game(second).unwrap().unwrap();
    assert_eq!(kept.players.map(|player| player.rating), [Some(1720), Some(1700)], "as the game's record shows them");
}

#[test]
fn k_falls_with_games_and_strength() {
    let k = |rating, games| Standing { rating: Some(rating), games }.k();
    assert_eq!([k(1500.0, 29), k(1500.0, 30), k(2399.0, 100), k(2400.0, 100), k(2500.0, 3)], [40, 20, 20, 10, 40]);
}

/// A store of before has no table for it: who may write makes it, who may only read finds nobody rated.
#[test]
fn a_store_of_before_gets_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    drop(History::open(&path).unwrap());
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch("DROP TABLE ratings; PRAGMA journal_mode = DELETE;").unwrap();
    drop(file);
    let mut history = History::open(&path).unwrap();
    history.record(&played("Ana", Some(1200), GameResult::Draw)).unwrap();
    assert_eq!(history.standing("chess", "Ana").unwrap(), Standing { rating: Some(1200.0), games: 1 });
}
