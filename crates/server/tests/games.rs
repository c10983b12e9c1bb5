//! Every game that is known, over the wire from its beginning to its end.

mod common;

use common::{Running, act, human, level, state, watch};
use serde_json::json;

/// The games of the registry, on small boards where there are some, and another set of rules.
fn games() -> Vec<String> {
    let small = [("othello", "othello(size=6)"), ("go", "go(size=5)")];
    let known = engine::games().into_iter().map(|game| {
        small.iter().find(|(name, _)| *name == game.name).map_or(game.name.to_string(), |(_, small)| small.to_string())
    });
    known.chain(["draughts(rules=russian)".to_string()]).collect()
}

/// Every game is played to its end against a program, by clicking what the server says can be clicked.
#[test]
fn whole_games_of_every_kind() {
    let server = Running::start();
    let client = server.client("whole-games");
    let games = games();
    for (number, game) in games.iter().enumerate() {
        println!("{game}");
        let begun = client.begin(game, human(), level(1)).unwrap();
        assert_eq!(begun.status, 201, "{game}: {}", String::from_utf8_lossy(&begun.body));
        let id = begun.json()["id"].as_str().unwrap().to_string();
        let mut socket = watch(&client, &id);
        let mut random = 7 + number as u64;
        let mut last_version = 0;
        loop {
            let live = state(&mut socket, |said| said["state"] == "over" || said["view"]["turn"] == "first");
            let version = live["version"].as_u64().unwrap();
            assert!(version > last_version, "versions grow");
            last_version = version;
            if live["state"] == "over" {
                assert!(live["end"]["reason"].is_string(), "{live}");
                assert_eq!(live["view"]["moves"], json!([]));
                break;
            }
            let moves = live["view"]["moves"].as_array().unwrap();
            let cells = live["view"]["board"]["cells"].as_array().unwrap().len();
            for mv in moves {
                assert!(mv["cells"].as_array().unwrap().iter().all(|cell| cell.as_u64().unwrap() < cells as u64));
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let played = live["moves"].as_array().unwrap().len();
            // A long game is given up.
            if played > 150 {
                assert_eq!(act(&client, &id, "resign", json!({})).status, 200);
                continue;
            }
            // In Go random stones fill the board for ever: pass now and then.
            let pass = moves.iter().position(|mv| mv["code"] == "pass").filter(|_| played > 30);
            let chosen = pass.unwrap_or((random >> 33) as usize % moves.len());
            let answer = act(&client, &id, "moves", json!({ "move": moves[chosen]["code"], "ply": played }));
            assert_eq!(answer.status, 200, "{game}: {}", String::from_utf8_lossy(&answer.body));
        }
        let record = client.get(&format!("/api/games/{id}/game.pgn")).unwrap();
        let text = String::from_utf8(record.body).unwrap();
        assert!(text.starts_with("[Event ") && !text.contains("[Result \"*\"]"), "{text}");
        // And in the format that its players use; in no other.
        let usual = engine::open(game).unwrap().customs().record.name();
        for (format, begins) in [("PGN", "[Event "), ("PDN", "[Event "), ("SGF", "(;GM[1]FF[4]")] {
            let file = client.get(&format!("/api/games/{id}/game.{}", format.to_lowercase())).unwrap();
            let text = String::from_utf8(file.body).unwrap();
            match format == "PGN" || format == usual {
                true => assert!(file.status == 200 && text.starts_with(begins), "{game}: {text}"),
                false => assert!(file.status == 400 && text.contains(usual), "{game}: {text}"),
            }
        }
    }
    let listed = client.get("/api/games?state=over&limit=3").unwrap().json();
    assert_eq!((listed["total"].as_u64(), listed["next"].as_u64()), (Some(games.len() as u64), Some(3)));
    // What was played is in the history, from where the explorer knows it.
    let first = client.get("/api/explorer?game=tic-tac-toe").unwrap().json();
    assert_eq!(first["history"].as_array().unwrap().len(), 1, "{first}");
}
