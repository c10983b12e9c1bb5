//! The real program, served, killed and started again.

#![cfg(unix)]

#[path = "../../server/examples/client/mod.rs"]
#[expect(dead_code, reason = "shared with the tests of the server")]
mod client;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use client::Client;
use serde_json::{Value, json};

struct Served {
    child: Child,
    client: Client,
}

fn command(folder: &std::path::Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kiebitz"));
    command.arg("serve").args(arguments).env("KIEBITZ_DATA", folder).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(folder: &std::path::Path) -> Served {
    start_with(folder, &[])
}

fn start_with(folder: &std::path::Path, more: &[&str]) -> Served {
    let mut child = command(folder, &[&["--api-only", "--port", "0"], more].concat()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.split("localhost:").nth(1).and_then(|rest| rest.split('/').next()).unwrap().parse().unwrap();
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    Served { child, client: Client::new(address, "test-client") }
}

impl Served {
    /// Ends the program as nobody would wish, and gives what it wrote to its error output.
    fn kill(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let mut text = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }

    fn game(&self, id: &str) -> Value {
        self.client.get(&format!("/api/games/{id}")).unwrap().json()
    }

    fn play(&self, id: &str, mv: &str) -> Value {
        let answer = self.client.post(&format!("/api/games/{id}/moves"), &json!({ "move": mv })).unwrap();
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }
}

#[test]
fn a_killed_server_has_lost_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let human = json!({ "kind": "human" });
    let served = start(folder.path());
    let clocked = json!({ "game": "chess", "first": human, "second": human, "clock": { "base_s": 300, "inc_s": 2 }, "client": "test-client" });
    let with_clock = served.client.post("/api/games", &clocked).unwrap().json()["id"].as_str().unwrap().to_string();
    served.play(&with_clock, "e4");
    served.play(&with_clock, "c5");
    let level = json!({ "kind": "level", "level": 1 });
    let begun = served.client.begin("othello", human.clone(), level).unwrap().json();
    let against = begun["id"].as_str().unwrap().to_string();
    // The answer to this move says that it is kept: the program is killed at once, perhaps while it thinks.
    let before = served.play(&against, "f5");
    served.kill();

    let served = start(folder.path());
    let game = served.game(&with_clock);
    let texts: Vec<&str> = game["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["e4", "c5"]);
    assert_eq!((game["state"].as_str(), &game["clock"]["running"]), (Some("paused"), &Value::Null));
    assert!(game["clock"]["first_ms"].as_u64().unwrap() > 290_000, "{game}");
    let listed = served.client.get("/api/games?state=open").unwrap().json();
    assert_eq!(listed["total"], 2);
    // The program goes on where it was killed: without a clock nothing stands still.
    let mut socket = served.client.socket(&[]).unwrap();
    socket.say(&json!({ "do": "watch", "game": against })).unwrap();
    let heard = socket.hear_until(|said| said["is"] == "game" && said["moves"].as_array().unwrap().len() >= 2).unwrap();
    let game = heard.last().unwrap();
    assert_eq!(game["moves"][0]["text"], before["moves"][0]["text"]);
    assert_eq!((game["state"].as_str(), game["view"]["turn"].as_str()), (Some("running"), Some("first")));
    // And the game with a clock goes on when somebody says so.
    let resumed = served.client.post(&format!("/api/games/{with_clock}/resume"), &json!({})).unwrap().json();
    assert_eq!((resumed["state"].as_str(), resumed["clock"]["running"].as_str()), (Some("running"), Some("first")));
    served.play(&with_clock, "Nf3");
    served.kill();
}

/// Any UCI program can be an opponent; the one at hand is ours. The page knows its name and nothing else.
#[test]
fn another_program_plays() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("our own={}", env!("CARGO_BIN_EXE_kiebitz"));
    let served = start_with(folder.path(), &["--engine", &engine]);
    let registry = served.client.get("/api/registry").unwrap().json();
    assert_eq!(registry["engines"], json!(["our own"]));
    assert!(!registry.to_string().contains(env!("CARGO_BIN_EXE_kiebitz")));
    let human = json!({ "kind": "human" });
    let other = json!({ "kind": "engine", "name": "our own" });
    let refused = served.client.begin("othello", human.clone(), other.clone()).unwrap();
    assert_eq!(refused.status, 400);
    let begun = served.client.begin("chess", human, other).unwrap().json();
    let id = begun["id"].as_str().unwrap();
    let mut socket = served.client.socket(&[]).unwrap();
    socket.say(&json!({ "do": "watch", "game": id })).unwrap();
    served.play(id, "e4");
    let heard = socket.hear_until(|said| said["is"] == "game" && said["moves"].as_array().unwrap().len() == 2).unwrap();
    let reply = &heard.last().unwrap()["moves"][1];
    assert!(reply["score"]["text"].is_string() && reply["depth"].as_i64().unwrap() > 0, "{reply}");
    served.kill();
}

#[test]
fn refusals_are_logged_once_for_each_kind() {
    let folder = tempfile::tempdir().unwrap();
    let served = start(folder.path());
    for _ in 0..5 {
        served.client.send("POST", "/api/games", "content-type: application/json\r\n", "{").unwrap();
        served.client.send("GET", "/api/registry", "origin: http://evil.example\r\n", "").unwrap();
        served.client.get("/api/games/none\u{7}").unwrap();
    }
    let log = served.kill();
    for code in ["bad-json", "not-allowed"] {
        assert_eq!(log.matches(code).count(), 1, "{code}: {log}");
    }
    assert!(log.lines().count() <= 4 && !log.contains('\u{7}'), "{log}");
}

#[test]
fn what_cannot_be_served_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], code: i32, word: &str| {
        let output = command(folder.path(), arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(word), "{arguments:?}: {text}");
    };
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    refused(&["--api-only", "--port", &port], 1, "taken");
    refused(&["--api-only", "--port", "70000"], 2, "65535");
    refused(&["--api-only", "--port", "0", "--engine", "nothing"], 2, "NAME=PATH");
    refused(&["--api-only", "--port", "0", "--memory", "1"], 2, "512");
    refused(&["--api-only", "--port", "0", "--listen", "somewhere"], 2, "--listen");
    // An address that is nobody's (RFC 5737).
    refused(&["--api-only", "--port", "0", "--listen", "192.0.2.1"], 1, "this machine does not have this address");
    refused(&["--api-only", "--port", "0", "--engine", "x=/no/such/program"], 1, "/no/such/program");
    std::fs::write(folder.path().join("server.sqlite"), b"this is no database at all, whatever it may be called")
        .unwrap();
    refused(&["--api-only", "--port", "0"], 1, "server.sqlite");
    refused(&["--api-only", "--port", "0", "--host", "attic.local:1912"], 2, "attic.local:1912");
}

#[test]
fn ctrl_c_ends_it_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["-INT", "-TERM"] {
        let mut served = start(folder.path());
        let _socket = served.client.socket(&[]).unwrap();
        let killed = Command::new("kill").args([signal, &served.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(served.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn a_second_server_is_told_who_has_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let first = start(folder.path());
    let output = command(folder.path(), &["--api-only", "--port", "0"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let (process, port) = (first.child.id(), first.client.address.port());
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(&format!("process {process}, http://localhost:{port}/, since 20")), "{text}");
    first.kill();
    // What a killed one has left behind is no obstacle.
    start(folder.path()).kill();
}

#[test]
fn the_token_is_told_once_and_never_logged() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = command(folder.path(), &["--api-only", "--port", "0", "--token"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let secret = line.split("token=").nth(1).unwrap().split(' ').next().unwrap().to_string();
    let port = line.split("localhost:").nth(1).and_then(|rest| rest.split('/').next()).unwrap().parse().unwrap();
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    let served = Served { child, client: Client::new(address, "test-client") };
    assert_eq!(served.client.get("/api/games").unwrap().status, 403);
    assert_eq!(served.client.get(&format!("/api/games?token={secret}")).unwrap().status, 403);
    assert_eq!(served.client.get(&format!("/?token={secret}0")).unwrap().status, 403);
    assert_eq!(served.client.get(&format!("/play?token={secret}")).unwrap().status, 200);
    let bearer = format!("authorization: Bearer {secret}\r\n");
    assert_eq!(served.client.send("GET", "/api/games", &bearer, "").unwrap().status, 200);
    let log = served.kill();
    assert!(log.contains("not-allowed") && !log.contains(&secret), "{log}");
}
