//! Clients that want more than their share, and that nobody else has to wait for them or to lose anything by them.

mod common;

use std::io::Write;
use std::net::TcpStream;

use common::{Client, Running, act, human, level, state, watch};
use serde_json::{Value, json};
use server::{Config, KnownEngine, Server};

/// Sends a request and does not wait for the answer.
fn send_and_leave(client: &Client, path: &str, body: Option<&Value>) -> TcpStream {
    let (body, host) = (body.map(Value::to_string).unwrap_or_default(), client.address);
    let mut stream = TcpStream::connect(client.address).unwrap();
    let method = if body.is_empty() { "GET" } else { "POST" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    stream
}

/// Games of a long import, each with another illegal move.
fn long_text() -> String {
    "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3 Nc6 5. Bb5 a6 zzz *\n\n".repeat(1900)
}

/// All lanes of long work are full: a small question is answered, and once the clients have gone so is a long one.
#[test]
fn long_work_holds_up_no_small_question() {
    let server = Running::start();
    let client = server.client("animator-1");
    // Every second row of the board, so that nothing is taken.
    let columns = || "ABCDEFGHJKLMNOPQRST".chars();
    let moves: Vec<String> =
        (1..=19).step_by(2).flat_map(|row| columns().map(move |column| format!("{column}{row}"))).collect();
    let new = json!({ "game": "go(size=19)", "first": human(), "second": human(), "moves": moves });
    let begun = client.post("/api/games", &new).unwrap();
    assert_eq!(begun.status, 201, "{}", String::from_utf8_lossy(&begun.body));
    let animation = format!("/api/games/{}/game.gif?size=480", begun.json()["id"].as_str().unwrap());
    let body = json!({ "text": long_text() });
    let mut gone: Vec<TcpStream> = (0..50).map(|_| send_and_leave(&client, &animation, None)).collect();
    gone.extend((0..10).map(|_| send_and_leave(&client, "/api/import", Some(&body))));
    let answer = client.post("/api/position", &json!({ "game": "chess", "moves": ["e4"] })).unwrap();
    assert_eq!(answer.status, 200);
    drop(gone);
    let import = client.post("/api/import", &json!({ "text": "1. e4 e5 *" })).unwrap();
    assert_eq!((import.status, import.json()["games"].as_array().map(Vec::len)), (200, Some(1)));
}

#[test]
fn an_import_tells_what_it_leaves_out() {
    let server = Running::start();
    let client = server.client("importer-2");
    for (text, told) in [
        ("1-0 ".repeat(250_000), "more than 2000 games"),
        ("1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(40_000), "more than 1000 moves in a row"),
        ("1. e4 zzz ".to_string() + &"(".repeat(1_000_000), "zzz"),
        (")".repeat(1_000_000), "a variation ends that has not begun"),
    ] {
        let answer = client.post("/api/import", &json!({ "text": text })).unwrap();
        assert_eq!(answer.status, 200, "{told}");
        assert!(answer.body.len() < 4 << 20, "{told}: {} bytes", answer.body.len());
        let errors = answer.json()["errors"].clone();
        let found = errors.as_array().unwrap().iter().any(|error| error["message"].as_str().unwrap().contains(told));
        assert!(found, "{told}: {errors}");
    }
}

#[test]
fn memory_that_is_used_up_is_refused_with_a_reason() {
    let server = Running::start_with(tempfile::tempdir().unwrap(), |config| Config { memory: 256, ..config });
    let client = server.client("greedy-one");
    let large = json!({ "text": "1. e4 e5 *\n\n".repeat(230_000) });
    let refused = client.post("/api/import", &large).unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (503, "busy"));
    let message = refused.json()["error"]["message"].as_str().unwrap().to_string();
    assert!(message.contains("of 56 MiB") && message.contains("--memory"), "{message}");
    let small = client.post("/api/import", &json!({ "text": "1. e4 e5 *" })).unwrap();
    assert_eq!(small.status, 200);
    // Many analyses of 32 MiB each take turns in 128 MiB.
    let mut sockets: Vec<_> = (0..8)
        .map(|number| {
            let mut socket = server.client(&format!("analyst-{number:02}")).socket(&[]).unwrap();
            socket.say(&json!({ "do": "analyse", "id": 1, "game": "chess" })).unwrap();
            socket
        })
        .collect();
    for socket in &mut sockets {
        let heard = socket.hear_until(|said| said["is"] == "lines" || said["is"] == "error").unwrap();
        assert_eq!(heard.last().unwrap()["is"], "lines", "{heard:?}");
    }
}

#[cfg(unix)]
#[test]
fn programs_that_hang_hold_up_nobody_else() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sleeps");
    std::fs::write(&path, "#!/bin/sh\nexec sleep 30\n").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let known = KnownEngine { name: "sleeps".to_string(), path: path.display().to_string() };
    let server = Running::start_with(folder, |config| Config { engines: vec![known], ..config });
    let client = server.client("patient-1");
    let sleeps = json!({ "kind": "engine", "name": "sleeps" });
    let hanging: Vec<String> = (0..server::limits::searches() + 2)
        .map(|number| {
            let client = server.client(&format!("patient-{number:02}"));
            let begun = client.begin("chess", human(), sleeps.clone()).unwrap();
            assert_eq!(begun.status, 201, "{}", String::from_utf8_lossy(&begun.body));
            let id = begun.json()["id"].as_str().unwrap().to_string();
            assert_eq!(act(&client, &id, "moves", json!({ "move": "e4" })).status, 200);
            id
        })
        .collect();
    let begun = client.begin("chess", human(), level(1)).unwrap().json();
    let id = begun["id"].as_str().unwrap();
    let mut socket = watch(&client, id);
    assert_eq!(act(&client, id, "moves", json!({ "move": "e4" })).status, 200);
    state(&mut socket, |game| game["moves"].as_array().is_some_and(|moves| moves.len() == 2));
    // The first of them has not even been given up by then.
    let first = client.get(&format!("/api/games/{}", hanging[0])).unwrap().json();
    assert_eq!(first["state"], "running", "{first}");
}

#[test]
fn one_data_folder_has_one_server() {
    let server = Running::start();
    let client = server.client("owner-of-it");
    let begun = client.begin("tic-tac-toe", human(), human()).unwrap();
    assert_eq!(begun.status, 201);
    let refused = Server::open(Config::new(server.folder.path())).err().unwrap();
    let address = format!("http://localhost:{}/", server.address.port());
    let process = format!("process {}", std::process::id());
    assert!(refused.contains(&address) && refused.contains(&process) && refused.contains("since"), "{refused}");
    // It is as it was.
    let id = begun.json()["id"].as_str().unwrap().to_string();
    assert_eq!(act(&client, &id, "moves", json!({ "move": "5", "ply": 0 })).status, 200);
}

#[test]
fn a_token_keeps_others_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(Config { token: true, ..Config::new(folder.path()) }).unwrap();
    let (page, once) = (server.page(), server.page_once().unwrap());
    let running = Running::run(server, folder);
    let client = running.client("neighbor-1");
    for path in ["/api/games", "/api/registry", "/api/openapi.json", "/api/nothing"] {
        assert_eq!(client.get(path).unwrap().status, 403, "{path}");
    }
    assert_eq!(client.begin("chess", human(), human()).unwrap().code(), "not-allowed");
    assert!(client.socket(&[]).is_err());
    let path = |address: &str| address[address.rfind('/').unwrap()..].to_string();
    let secret = page.split("token=").nth(1).unwrap().to_string();
    assert!(!once.contains(&secret));
    let welcome = client.get(&path(&once)).unwrap();
    let cookie = welcome.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap().to_string();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!(client.get(&path(&once)).unwrap().status, 403, "it is good for one time");
    assert_eq!(client.get(&path(&page)).unwrap().status, 200);
    let pair = cookie.split(';').next().unwrap();
    let with = |headers: &str| client.send("GET", "/api/games", headers, "").unwrap().status;
    assert_eq!(with(&format!("cookie: {pair}\r\n")), 200);
    assert_eq!(with(&format!("authorization: Bearer {secret}\r\n")), 200);
    assert_eq!(with("authorization: Bearer 00000000000000000000000000000000\r\n"), 403);
    assert!(client.socket(&[("cookie", pair)]).is_ok());
}
