//! Games over the wire: begun, played to the end, watched, paused, taken back.

mod common;

use common::{Running, act, human, level, state, watch};
use serde_json::{Value, json};

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

/// A game against a level says what is to be expected, and at its end what it has done to the rating; one with help does not count.
#[test]
fn a_person_gets_a_rating() {
    let server = Running::start();
    let client = server.client("rated-person");
    assert_eq!(client.get("/api/ratings").unwrap().json(), json!([]));
    let begun = client.begin("chess", human(), level(5)).unwrap().json();
    let rating = &begun["rating"];
    assert_eq!((&rating["before"], &rating["opponent"], &rating["error"]), (&json!(1727.0), &json!(1727), &json!(94)));
    assert_eq!((&rating["expected"], &rating["k"], &rating["counts"]), (&json!(0.5), &json!(40), &json!(true)));
    let id = begun["id"].as_str().unwrap();
    let mut socket = watch(&client, id);
    act(&client, id, "moves", json!({ "move": "e4" }));
    act(&client, id, "resign", json!({}));
    let end = state(&mut socket, |said| !said["rating"]["after"].is_null());
    assert_eq!((&end["rating"]["after"], &end["state"]), (&json!(1707.0), &json!("over")));
    // The next one begins there, and does not count once there was a hint.
    let second = client.begin("chess", human(), level(5)).unwrap().json();
    assert_eq!((&second["rating"]["before"], &second["rating"]["games"]), (&json!(1707.0), &json!(1)));
    let id = second["id"].as_str().unwrap();
    let mut socket = watch(&client, id);
    assert_eq!(act(&client, id, "hint", json!({})).status, 200);
    state(&mut socket, |said| said["rating"]["counts"] == false);
    act(&client, id, "moves", json!({ "move": "e4" }));
    act(&client, id, "resign", json!({}));
    // Nor does one with a move taken back, of another start, or against nobody who was measured.
    let third = client.begin("chess", human(), level(5)).unwrap().json();
    let id = third["id"].as_str().unwrap();
    let mut socket = watch(&client, id);
    act(&client, id, "moves", json!({ "move": "e4" }));
    state(&mut socket, |said| said["moves"].as_array().unwrap().len() == 2);
    assert_eq!(act(&client, id, "takeback", json!({})).json()["rating"]["counts"], false);
    for (game, opponent) in [("chess", level(10)), ("chess", human()), ("othello", level(5))] {
        assert_eq!(client.begin(game, human(), opponent).unwrap().json()["rating"], Value::Null);
    }
    let ratings = client.get("/api/ratings").unwrap().json();
    assert_eq!((ratings.as_array().unwrap().len(), &ratings[0]["person"]), (1, &json!("human")));
    assert_eq!((&ratings[0]["rating"], &ratings[0]["course"][0]["score"]), (&json!(1707.0), &json!(0.0)));
}
