//! The office, asked as a worker asks it, outside a browser.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use office::office::Office;
use office::world::World;
use serde_json::{Value, json};

/// A browser of which a test knows everything.
#[derive(Default)]
struct Browser {
    said: Mutex<Vec<Value>>,
    stop: AtomicBool,
    /// Stops as soon as so much was said.
    enough: AtomicU64,
    chances: AtomicU64,
}

impl World for Browser {
    fn today(&self) -> u64 {
        1_795_000_000_000
    }

    fn chance(&self) -> f64 {
        (self.chances.fetch_add(1, Relaxed) * 37 % 101) as f64 / 101.0
    }

    fn stopped(&self) -> bool {
        let enough = self.enough.load(Relaxed);
        self.stop.load(Relaxed) || enough > 0 && self.said.lock().unwrap().len() as u64 >= enough
    }

    fn say(&self, text: &str) {
        self.said.lock().unwrap().push(serde_json::from_str(text).unwrap());
    }
}

fn open() -> (&'static Browser, Office) {
    let browser: &'static Browser = Box::leak(Box::default());
    (browser, Office::new(browser))
}

/// Asks; what is said about the answer, and the answer.
fn ask(office: &mut Office, call: &Value) -> (Value, Vec<u8>) {
    let bytes = office.ask(call.to_string().as_bytes());
    let end = bytes.iter().position(|&byte| byte == b'\n').expect("a line about the answer");
    (serde_json::from_slice(&bytes[..end]).unwrap(), bytes[end + 1..].to_vec())
}

fn request(office: &mut Office, method: &str, path: &str, body: &Value, saved: &Value) -> (Value, Value) {
    let call = json!({"do": "request", "method": method, "path": path, "body": body.to_string(), "saved": saved});
    let (head, body) = ask(office, &call);
    (head, serde_json::from_slice(&body).unwrap())
}

fn begin(office: &mut Office, game: &str, second: &Value) -> (Value, Value) {
    let new = json!({"game": game, "first": {"kind": "human"}, "second": second});
    request(office, "POST", "/games", &new, &Value::Null)
}

#[test]
fn a_game_is_played_stored_and_found_again() {
    let (_, mut office) = open();
    let (head, game) = begin(&mut office, "chess", &json!({"kind": "kiebitz", "level": 1}));
    assert_eq!((&head["status"], &game["moves"]), (&json!(200), &json!([])));
    assert_eq!((&head["saved"]["id"], head.get("thinks")), (&game["id"], None));
    let id = game["id"].as_str().unwrap().to_string();
    let play = format!("/games/{id}/moves");
    let (head, game) = request(&mut office, "POST", &play, &json!({"move": "e4", "ply": 0}), &head["saved"]);
    assert_eq!((&head["thinks"], &game["moves"][0]["text"]), (&json!(0), &json!("e4")));
    let (head, body) = ask(&mut office, &json!({"do": "think", "id": id, "saved": head["saved"]}));
    let game: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((game["moves"].as_array().unwrap().len(), head.get("thinks")), (2, None));
    // Another tab, or the same after a reload, has nothing but what is stored.
    let (_, mut other) = open();
    let (_, found) = request(&mut other, "GET", &format!("/games/{id}"), &json!({}), &head["saved"]);
    assert_eq!((&found["moves"], &found["version"]), (&game["moves"], &game["version"]));
    let (head, game) = request(&mut other, "POST", &format!("/games/{id}/takeback"), &json!({}), &head["saved"]);
    assert_eq!(game["moves"], json!([]));
    // What is stored is newer than what the first tab has.
    let (_, seen) = request(&mut office, "GET", &format!("/games/{id}"), &json!({}), &head["saved"]);
    assert_eq!(seen["moves"], json!([]));
    let (head, game) = request(&mut office, "POST", &format!("/games/{id}/resign"), &json!({}), &head["saved"]);
    assert_eq!((&game["state"], &game["end"]["winner"]), (&json!("over"), &json!("second")));
    let (head, again) = request(&mut office, "POST", &format!("/games/{id}/rematch"), &json!({}), &head["saved"]);
    assert_eq!((&again["players"]["second"]["kind"], &head["thinks"]), (&json!("human"), &json!(0)));
}

#[test]
fn a_program_that_is_interrupted_goes_on() {
    let (browser, mut office) = open();
    let (head, game) = begin(&mut office, "chess", &json!({"kind": "kiebitz", "nodes": 400_000}));
    let id = game["id"].as_str().unwrap().to_string();
    let moves = format!("/games/{id}/moves");
    let (head, _) = request(&mut office, "POST", &moves, &json!({"move": "e4"}), &head["saved"]);
    browser.stop.store(true, Relaxed);
    let think = json!({"do": "think", "id": id, "saved": head["saved"]});
    let (interrupted, body) = ask(&mut office, &think);
    let game: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((game["moves"].as_array().unwrap().len(), interrupted.get("saved")), (1, None));
    assert_eq!(interrupted["thinks"], 0, "it is to be asked again");
    browser.stop.store(false, Relaxed);
    let (head, _) = ask(&mut office, &think);
    assert_eq!(head["saved"]["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn an_analysis_gives_way_and_goes_on_and_an_explanation_agrees_with_it() {
    let (browser, mut office) = open();
    let moves = ["e4", "e5", "Qh5", "Nc6", "Bc4"];
    let analyse = json!({"do": "search", "ask": {"do": "analyse", "id": 1, "game": "chess", "moves": moves,
        "lines": 2, "hash": 16, "limits": {"nodes": 1_500_000}}});
    browser.enough.store(1, Relaxed);
    let (head, _) = ask(&mut office, &analyse);
    assert_eq!(head["more"], true);
    browser.enough.store(0, Relaxed);
    let (head, _) = ask(&mut office, &analyse);
    assert_eq!(head["more"], false);
    let said = browser.said.lock().unwrap().clone();
    let depths: Vec<i64> = said.iter().map(|lines| lines["depth"].as_i64().unwrap()).collect();
    assert!(depths.is_sorted(), "{depths:?}");
    let last = said.last().unwrap();
    assert_eq!((&last["is"], last["lines"].as_array().unwrap().len()), (&json!("lines"), 2));
    let explain = json!({"game": "chess", "moves": moves, "language": "de"});
    let (head, told) = request(&mut office, "POST", "/explain", &explain, &Value::Null);
    assert_eq!((&head["status"], &told["language"]), (&json!(200), &json!("de")));
    assert_eq!(told["judged"]["lines"][0]["codes"][0], last["lines"][0]["codes"][0]);
    assert!(!told["sentences"].as_array().unwrap().is_empty());
}

#[test]
fn a_report_tells_of_every_position() {
    let (browser, mut office) = open();
    let report = json!({"do": "search", "ask": {"do": "report", "id": 7, "game": "connect-four",
        "moves": ["4", "4", "3"], "nodes_per_move": 2000}});
    let mut steps = 1;
    while ask(&mut office, &report).0["more"] == true {
        steps += 1;
    }
    let said = browser.said.lock().unwrap();
    let plies: Vec<&Value> = said.iter().map(|one| &one["ply"]).collect();
    assert_eq!((steps, plies), (4, vec![&json!(0), &json!(1), &json!(2), &json!(3)]));
}

#[test]
fn trees_are_recorded_and_opened() {
    let (_, mut office) = open();
    let wish = json!({"game": "tic-tac-toe", "depth": 3, "techniques": "minimax+alpha-beta"});
    let (head, tree) = request(&mut office, "POST", "/trees", &wish, &Value::Null);
    assert_eq!(head["status"], 200);
    let id = tree["id"].as_str().unwrap().to_string();
    let get = |office: &mut Office, path: &str| request(office, "GET", path, &json!({}), &Value::Null);
    let (_, children) = get(&mut office, &format!("/trees/{id}/children?node={}", tree["root"]));
    assert_eq!(children["nodes"].as_array().unwrap().len(), 9);
    let (head, _) = get(&mut office, &format!("/trees/{id}/children?node=all"));
    assert_eq!(head["status"], 400);
    let export = json!({"do": "request", "method": "GET", "path": format!("/trees/{id}/export?form=svg")});
    let (head, body) = ask(&mut office, &export);
    assert_eq!((&head["name"], &body[..4]), (&json!("kiebitz-tree.svg"), &b"<svg"[..]));
    assert_eq!(get(&mut office, "/trees/none").0["status"], 404);
}

#[test]
fn what_cannot_be_answered_is_refused_with_a_reason() {
    let (_, mut office) = open();
    let stranger = json!({"game": "chess", "first": {"kind": "human"}, "second": {"kind": "engine", "name": "x"}});
    for (method, path, body, status, code) in [
        ("POST", "/position", json!({"game": "chess", "moves": ["e5"]}), 422, "illegal-move"),
        ("POST", "/position", json!({"game": "halma"}), 422, "unknown-game"),
        ("POST", "/position", json!({"moves": 7}), 400, "bad-json"),
        ("GET", "/nothing", json!({}), 404, "unknown-id"),
        ("GET", "/games/abc", json!({}), 404, "unknown-id"),
        ("POST", "/games", stranger, 400, "bad-request"),
    ] {
        let (head, answer) = request(&mut office, method, path, &body, &Value::Null);
        assert_eq!(head["status"], status, "{path}: {answer}");
        assert_eq!(answer["error"]["code"], code, "{path}: {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    let (head, _) = ask(&mut office, &json!({"do": "dance"}));
    assert_eq!(head["status"], 400);
}

#[test]
fn everybody_who_is_offered_can_play() {
    let (_, mut office) = open();
    let (_, registry) = request(&mut office, "GET", "/registry", &json!({}), &Value::Null);
    let named = registry["players"].as_array().unwrap().iter().map(|one| (json!("chess"), one["player"].clone()));
    let historic = registry["historic"].as_array().unwrap().iter();
    let historic = historic.map(|one| (one["game"].clone(), one["player"].clone()));
    let all: Vec<_> = named.chain(historic).collect();
    assert!(all.len() > 3);
    for (game, player) in all {
        let (head, answer) = begin(&mut office, game.as_str().unwrap(), &player);
        assert_eq!(head["status"], 200, "{player}: {answer}");
    }
    assert_eq!(registry["engines"], json!([]));
}
