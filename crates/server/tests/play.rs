//! Games over the wire: begun, played to the end, watched, paused, taken back.

mod common;

use common::{Client, Running, Socket};
use serde_json::{Value, json};

fn human() -> Value {
    json!({ "kind": "human" })
}

fn level(level: u8) -> Value {
    json!({ "kind": "level", "level": level })
}

/// The next state of a watched game that is like this.
fn state(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    let heard = socket.hear_until(|said| said["is"] == "game" && wanted(said)).unwrap();
    heard.into_iter().next_back().unwrap()
}

fn watch(client: &Client, id: &str) -> Socket {
    let mut socket = client.socket(&[]).unwrap();
    socket.say(&json!({ "do": "watch", "game": id })).unwrap();
    socket
}

fn act(client: &Client, id: &str, what: &str, body: Value) -> common::client::Answer {
    client.post(&format!("/api/games/{id}/{what}"), &body).unwrap()
}

/// Every game is played to its end against a program, by clicking what the server says can be clicked.
#[test]
fn whole_games_of_every_kind() {
    let server = Running::start();
    let client = server.client("whole-games");
    let games = [
        "chess",
        "tic-tac-toe",
        "connect-four",
        "othello(size=6)",
        "draughts",
        "draughts(rules=russian)",
        "go(size=5)",
    ];
    for (number, game) in games.into_iter().enumerate() {
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
    }
    let listed = client.get("/api/games?state=over&limit=3").unwrap().json();
    assert_eq!((listed["total"].as_u64(), listed["next"].as_u64()), (Some(games.len() as u64), Some(3)));
    // What was played is in the history, from where the explorer knows it.
    let first = client.get("/api/explorer?game=tic-tac-toe").unwrap().json();
    assert_eq!(first["history"].as_array().unwrap().len(), 1, "{first}");
}

#[test]
fn two_people_with_all_their_rights() {
    let server = Running::start();
    let client = server.client("two-people");
    let begun = client.begin("chess", human(), human()).unwrap().json();
    let id = begun["id"].as_str().unwrap();
    assert_eq!(act(&client, id, "moves", json!({ "move": "e2e4", "ply": 0 })).status, 200);
    assert_eq!(act(&client, id, "moves", json!({ "move": "e5", "ply": 1 })).status, 200);
    // Another page has seen less.
    let late = act(&client, id, "moves", json!({ "move": "d5", "ply": 1 }));
    assert_eq!((late.status, late.code().as_str()), (409, "out-of-turn"));
    let illegal = act(&client, id, "moves", json!({ "move": "Ke3" }));
    assert_eq!((illegal.status, illegal.code().as_str()), (422, "illegal-move"));
    let back = act(&client, id, "takeback", json!({})).json();
    assert_eq!((back["moves"].as_array().unwrap().len(), back["view"]["turn"].as_str()), (1, Some("second")));
    let paused = act(&client, id, "pause", json!({})).json();
    assert_eq!(paused["state"], "paused");
    assert_eq!(act(&client, id, "resume", json!({})).json()["state"], "running");
    let offered = act(&client, id, "draw", json!({ "side": "first" })).json();
    assert_eq!((offered["draw_offer"].as_str(), offered["state"].as_str()), (Some("first"), Some("running")));
    let agreed = act(&client, id, "draw", json!({ "side": "second" })).json();
    assert_eq!((&agreed["state"], &agreed["end"]), (&json!("over"), &json!({ "winner": null, "reason": "agreement" })));
    let over = act(&client, id, "moves", json!({ "move": "d4" }));
    assert_eq!((over.status, over.code().as_str()), (409, "game-over"));
    assert_eq!(act(&client, id, "hint", json!({})).status, 409);
    let again = act(&client, id, "rematch", json!({}));
    assert_eq!(again.status, 201);
    assert_ne!(again.json()["id"], id);
}

#[test]
fn against_a_program() {
    let server = Running::start();
    let client = server.client("one-person");
    let begun = client.begin("chess", level(2), human()).unwrap().json();
    let id = begun["id"].as_str().unwrap();
    let mut socket = watch(&client, id);
    let live = state(&mut socket, |said| said["view"]["turn"] == "second");
    assert!(live["moves"][0]["score"]["chance"].is_number(), "{live}");
    assert_eq!(act(&client, id, "moves", json!({ "move": "a6" })).status, 200);
    state(&mut socket, |said| said["moves"].as_array().unwrap().len() == 3);
    // Two moves are taken back: the person's, and what was answered to it.
    let back = act(&client, id, "takeback", json!({})).json();
    assert_eq!(back["moves"].as_array().unwrap().len(), 1);
    let hint = act(&client, id, "hint", json!({})).json();
    assert!(hint["move"].is_string() && hint["cells"].as_array().unwrap().len() == 2, "{hint}");
    // The program has a whole game before it.
    assert_eq!(act(&client, id, "draw", json!({})).json()["state"], "running");
    let not_yours = act(&client, id, "resign", json!({ "side": "first" }));
    assert_eq!((not_yours.status, not_yours.code().as_str()), (403, "not-allowed"));
    let end = act(&client, id, "resign", json!({})).json();
    assert_eq!(end["end"], json!({ "winner": "first", "reason": "resignation" }));
}

#[test]
fn commands_are_heard_while_a_program_thinks() {
    let server = Running::start();
    let client = server.client("impatient");
    // Plain minimax, depth by depth, to one that it does not reach in the time it has.
    let thinker = json!({ "kind": "techniques", "techniques": "minimax+iterative-deepening", "depth": 12 });
    let begun = client.begin("chess", thinker, human()).unwrap().json();
    let id = begun["id"].as_str().unwrap();
    let mut socket = watch(&client, id);
    let thinking = socket.hear_until(|said| said["is"] == "thinking").unwrap().pop().unwrap();
    assert!(thinking["thinking"]["pv"].as_array().is_some_and(|pv| !pv.is_empty()), "{thinking}");
    let soon = act(&client, id, "moves", json!({ "move": "e5" }));
    assert_eq!((soon.status, soon.code().as_str()), (409, "out-of-turn"));
    assert_eq!(act(&client, id, "pause", json!({})).json()["state"], "paused");
    assert_eq!(act(&client, id, "resume", json!({})).json()["state"], "running");
    let end = act(&client, id, "resign", json!({})).json();
    assert_eq!((end["state"].as_str(), end["moves"].as_array().map(Vec::len)), (Some("over"), Some(0)));
}

#[test]
fn a_clock_runs_out() {
    let server = Running::start();
    let client = server.client("slow-player");
    let new =
        json!({ "game": "connect-four", "first": human(), "second": human(), "clock": { "base_s": 1, "inc_s": 0 } });
    let begun = client.post("/api/games", &new).unwrap().json();
    let id = begun["id"].as_str().unwrap();
    assert_eq!(begun["clock"]["running"], Value::Null, "nobody's clock runs before the first move");
    let mut socket = watch(&client, id);
    let moved = act(&client, id, "moves", json!({ "move": "4" })).json();
    assert_eq!(moved["clock"]["running"], "second");
    let end = state(&mut socket, |said| said["state"] == "over");
    assert_eq!(end["end"], json!({ "winner": "first", "reason": "time" }));
    assert_eq!((end["clock"]["second_ms"].as_u64(), end["clock"]["running"].as_str()), (Some(0), None));
}

#[test]
fn programs_among_themselves() {
    let server = Running::start();
    let client = server.client("onlooker");
    let random = json!({ "kind": "random" });
    let begun = client.begin("tic-tac-toe", random.clone(), level(10)).unwrap().json();
    let mut socket = watch(&client, begun["id"].as_str().unwrap());
    let end = state(&mut socket, |said| said["state"] == "over");
    // Full strength does not lose at tic-tac-toe.
    assert_ne!(end["end"]["winner"], "first", "{end}");
}
