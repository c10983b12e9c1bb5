//! What is refused, and that nothing else is disturbed by it.

mod common;

use std::time::{Duration, Instant};

use common::{Client, Running};
use serde_json::{Value, json};

fn new_game() -> Value {
    json!({ "game": "tic-tac-toe", "first": { "kind": "human" }, "second": { "kind": "human" } })
}

/// The server answers a decent request as if nothing had happened.
fn is_well(server: &Running) {
    let client = server.client("decent-one");
    let begun = client.post("/api/games", &new_game()).unwrap();
    assert_eq!(begun.status, 201);
    let id = begun.json()["id"].as_str().unwrap().to_string();
    assert_eq!(client.post(&format!("/api/games/{id}/moves"), &json!({ "move": "5" })).unwrap().status, 200);
}

#[test]
fn broken_bodies() {
    let server = Running::start();
    let client = server.client("clumsy-one");
    let json_type = "content-type: application/json\r\n";
    let cases = [
        (json_type, "{", 400, "bad-json"),
        (json_type, "", 400, "bad-json"),
        (json_type, "[]", 400, "bad-json"),
        (json_type, "{\"game\": 5}", 400, "bad-json"),
        (
            json_type,
            "{\"game\": \"chess\", \"first\": {\"kind\": \"ghost\"}, \"second\": {\"kind\": \"human\"}}",
            400,
            "bad-json",
        ),
        (json_type, "\u{0}\u{1}", 400, "bad-json"),
        ("", "{}", 415, "bad-type"),
        ("content-type: text/plain\r\n", "{}", 415, "bad-type"),
    ];
    for (headers, body, status, code) in cases {
        let answer = client.send("POST", "/api/games", headers, body).unwrap();
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{body}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(client.send("POST", "/api/games", json_type, &deep).unwrap().status, 400);
    let large = format!("{{\"game\": \"{}\"}}", "x".repeat(server::limits::BODY));
    let answer = client.send("POST", "/api/games", json_type, &large).unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (413, "too-large"));
    let larger = format!("{{\"text\": \"{}\"}}", "x".repeat(server::limits::IMPORT));
    assert_eq!(client.send("POST", "/api/import", json_type, &larger).unwrap().status, 413);
    is_well(&server);
}

#[test]
fn senseless_requests() {
    let server = Running::start();
    let client = server.client("senseless");
    let human = json!({ "kind": "human" });
    let begin = |game: &str, second: Value| client.begin(game, human.clone(), second).unwrap();
    let refused = |answer: common::client::Answer| (answer.status, answer.code());
    assert_eq!(refused(begin("go fish", human.clone())), (422, "unknown-game".to_string()));
    assert_eq!(refused(begin("othello(size=5)", human.clone())), (422, "unknown-game".to_string()));
    assert_eq!(refused(begin("chess", json!({ "kind": "level", "level": 11 }))), (400, "bad-request".to_string()));
    assert_eq!(refused(begin("chess", json!({ "kind": "elo", "elo": 9999 }))), (400, "bad-request".to_string()));
    assert_eq!(
        refused(begin("chess", json!({ "kind": "engine", "name": "/bin/sh" }))),
        (400, "bad-request".to_string())
    );
    assert_eq!(
        refused(begin("chess", json!({ "kind": "level", "level": 3, "book": "/etc/passwd" }))),
        (400, "bad-request".to_string())
    );
    assert_eq!(
        refused(begin("chess", json!({ "kind": "uci", "program": "/bin/sh" }))),
        (400, "bad-request".to_string())
    );
    assert_eq!(
        refused(begin("chess", json!({ "kind": "kiebitz", "syzygy": "/etc" }))),
        (400, "bad-request".to_string())
    );
    assert_eq!(refused(begin("chess", json!({ "kind": "random", "level": 3 }))), (400, "bad-request".to_string()));
    assert_eq!(refused(begin("chess", json!({ "kind": "kiebitz", "magic": 3 }))), (400, "bad-json".to_string()));
    let techniques = json!({ "kind": "techniques", "techniques": "magic" });
    assert_eq!(refused(begin("chess", techniques)), (400, "bad-request".to_string()));
    let with = |name: &str, value: Value| {
        let mut new = new_game();
        new[name] = value;
        refused(client.post("/api/games", &new).unwrap())
    };
    assert_eq!(with("position", json!("nonsense")), (422, "bad-position".to_string()));
    assert_eq!(with("moves", json!(["5", "5"])), (422, "illegal-move".to_string()));
    assert_eq!(with("moves", json!(vec!["5"; 2000])), (413, "too-large".to_string()));
    assert_eq!(with("client", json!("../..")), (400, "bad-request".to_string()));
    assert_eq!(with("clock", json!({ "base_s": -1, "inc_s": 0 })), (400, "bad-request".to_string()));
    assert_eq!(with("clock", json!({ "base_s": 1e300, "inc_s": 0 })), (400, "bad-request".to_string()));
    is_well(&server);
}

#[test]
fn unknown_addresses_and_tricks() {
    let server = Running::start();
    let client = server.client("tricky-one");
    for path in [
        "/api/games/0123456789abcdef",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/games/%00",
        "/api/games/%ff",
        "/api/games/'; DROP TABLE games; --",
        "/api/nothing",
        "/api/../../etc/passwd",
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../Cargo.toml",
        "/assets/none.js",
        "/..\\..\\x",
        "//etc/passwd",
        "/.git/config",
    ] {
        let path = path.replace(' ', "%20");
        let answer = client.get(&path).unwrap();
        assert!(answer.status == 404 || answer.status == 400, "{path}: {answer:?}");
        assert!(!String::from_utf8_lossy(&answer.body).contains("root:"), "{path}");
    }
    assert_eq!(client.get("/api/games/0123456789abcdef").unwrap().code(), "unknown-id");
    let wrong = client.send("DELETE", "/api/games", "", "").unwrap();
    assert_eq!((wrong.status, wrong.code().as_str()), (405, "bad-method"));
    assert_eq!(client.get("/api/games?limit=x").unwrap().status, 400);
    assert_eq!(client.get("/api/games?state=gone").unwrap().status, 400);
    assert!(client.raw(b"NONSENSE\r\n\r\n").unwrap().status >= 400);
    is_well(&server);
}

#[test]
fn strangers() {
    let server = Running::start();
    let client = server.client("stranger-1");
    let port = server.address.port();
    let ask = |host: &str, headers: &str| {
        let request = format!("GET /api/registry HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n");
        client.raw(request.as_bytes()).unwrap().status
    };
    assert_eq!(ask(&format!("localhost:{port}"), ""), 200);
    assert_eq!(ask(&format!("localhost:{port}"), &format!("origin: http://localhost:{port}\r\n")), 200);
    assert_eq!(ask(&format!("localhost:{port}"), "sec-fetch-site: same-origin\r\n"), 200);
    // A name of somebody's own that points to this machine.
    assert_eq!(ask("evil.example", ""), 403);
    assert_eq!(ask(&format!("evil.example:{port}"), ""), 403);
    assert_eq!(ask(&format!("localhost:{}", port ^ 1), ""), 403);
    let fine = format!("localhost:{port}");
    for origin in
        ["http://evil.example", "null", "http://localhost", "https://localhost:1", "http://localhost:1\r\norigin: x"]
    {
        assert_eq!(ask(&fine, &format!("origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(ask(&fine, "sec-fetch-site: cross-site\r\n"), 403);
    // Whoever may not ask may not change anything either.
    let headers = "content-type: application/json\r\norigin: http://evil.example\r\n";
    let refused = client.send("POST", "/api/games", headers, &new_game().to_string()).unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (403, "not-allowed"));
    assert_eq!(client.get("/api/games").unwrap().json()["total"], 0);
    assert!(!refused.head.to_lowercase().contains("access-control-allow"), "{}", refused.head);
    let head = client.get("/api/registry").unwrap().head.to_lowercase();
    for header in [
        "content-security-policy:",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "cache-control: no-store",
    ] {
        assert!(head.contains(header), "{header}: {head}");
    }
    let socket = client.socket(&[("origin", "http://evil.example")]);
    let refused = socket.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("403"), "{refused}");
    assert!(client.socket(&[("origin", &format!("http://localhost:{port}"))]).is_ok());
    is_well(&server);
}

#[test]
fn sockets_that_talk_nonsense() {
    let server = Running::start();
    let client = server.client("nonsense-1");
    let mut socket = client.socket(&[]).unwrap();
    for text in ["", "{", "[]", "{\"do\":\"dance\"}", "{\"do\":\"analyse\"}", "\u{0}"] {
        socket.text(text).unwrap();
        let said = socket.hear().unwrap();
        assert_eq!((said["is"].as_str(), said["error"]["code"].as_str()), (Some("error"), Some("bad-json")), "{text}");
    }
    let wrong = |ask: Value, code: &str, socket: &mut common::Socket| {
        socket.say(&ask).unwrap();
        let said = socket.hear().unwrap();
        assert_eq!(said["error"]["code"].as_str(), Some(code), "{ask}: {said}");
    };
    wrong(json!({ "do": "watch", "game": "none" }), "unknown-id", &mut socket);
    wrong(json!({ "do": "analyse", "id": 1, "game": "chess", "threads": 1000 }), "bad-request", &mut socket);
    wrong(json!({ "do": "analyse", "id": 1, "game": "chess", "lines": 0 }), "bad-request", &mut socket);
    wrong(json!({ "do": "analyse", "id": 1, "game": "chess", "limits": { "depth": -1 } }), "bad-request", &mut socket);
    wrong(json!({ "do": "analyse", "id": 1, "game": "chess", "position": "x" }), "bad-position", &mut socket);
    wrong(json!({ "do": "report", "id": 1, "game": "chess", "moves": ["e5"] }), "illegal-move", &mut socket);
    wrong(
        json!({ "do": "report", "id": 1, "game": "chess", "moves": [], "nodes_per_move": 0 }),
        "bad-request",
        &mut socket,
    );
    // The socket is still good.
    socket.say(&json!({ "do": "ping" })).unwrap();
    assert_eq!(socket.hear().unwrap()["is"], "pong");
    // A message that is too large closes it.
    let large = format!("{{\"do\":\"watch\",\"game\":\"{}\"}}", "x".repeat(server::limits::MESSAGE));
    let _ = socket.text(&large);
    assert!(socket.hear().is_err());
    is_well(&server);
}

#[test]
fn floods() {
    let server = Running::start();
    let flood = server.client("flooding-1");
    let mut decent = server.client("decent-22").socket(&[]).unwrap();
    let mut socket = flood.socket(&[]).unwrap();
    let pings = (0..500).take_while(|_| socket.say(&json!({ "do": "ping" })).is_ok()).count();
    assert!(pings >= server::limits::MESSAGE_BURST as usize);
    let closed = loop {
        match socket.hear() {
            Ok(said) => assert_eq!(said["is"], "pong"),
            Err(how) => break how,
        }
    };
    // Either the frame that says so arrives, or the connection is reset because we go on sending.
    assert!(!closed.contains("timed out") && !closed.contains("WouldBlock"), "{closed}");
    decent.say(&json!({ "do": "ping" })).unwrap();
    assert_eq!(decent.hear().unwrap()["is"], "pong");
    // More sockets than a client may have.
    let mut sockets: Vec<_> = (1..server::limits::SOCKETS_PER_CLIENT).map(|_| flood.socket(&[]).unwrap()).collect();
    // The place of the one that was closed is free as soon as the server has noticed its end, too.
    let deadline = Instant::now() + Duration::from_secs(20);
    sockets.push(loop {
        match flood.socket(&[]) {
            Ok(socket) => break socket,
            Err(error) => assert!(Instant::now() < deadline, "{error}"),
        }
        std::thread::sleep(Duration::from_millis(100));
    });
    let refused = flood.socket(&[]).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("429"), "{refused}");
    assert!(server.client("another-1").socket(&[]).is_ok());
    drop(sockets);
    is_well(&server);
}

#[test]
fn more_games_than_allowed() {
    let server = Running::start();
    let client = server.client("collector-1");
    let mut new = new_game();
    new["client"] = json!(client.name);
    for _ in 0..server::limits::GAMES_PER_CLIENT {
        assert_eq!(client.post("/api/games", &new).unwrap().status, 201);
    }
    let refused = client.post("/api/games", &new).unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (429, "too-many"));
    let other = Client::new(server.address, "collector-2");
    new["client"] = json!(other.name);
    assert_eq!(other.post("/api/games", &new).unwrap().status, 201);
    is_well(&server);
}
