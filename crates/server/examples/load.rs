//! Many clients at once, each with a game and a bounded search, against one server in a process of its own.
//!
//! `cargo run --release -p kiebitz-server --example load -- --clients 100 --seconds 60`
//!
//! Each client opens a socket, begins a game of chess against level 5 and watches it, answers every move of the program with a
//! legal one, and lets positions be analysed (20,000 nodes each) one after the other all the while. At the end: errors, what the
//! requests took, how even the shares were, and the server's memory in the course of time.

#[expect(dead_code, reason = "shared with the tests")]
mod client;

use std::net::SocketAddr;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use client::Client;
use serde_json::{Value, json};

/// Nodes of each analysis.
const NODES: u64 = 20_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1)).and_then(|value| value.parse().ok()).unwrap_or(usual)
    };
    if arguments.first().is_some_and(|argument| argument == "serve") {
        return serve();
    }
    let (clients, seconds) = (number("--clients", 100), number("--seconds", 60));
    let this = std::env::current_exe().expect("a program");
    let mut server = Command::new(this).arg("serve").stdout(Stdio::piped()).spawn().expect("a process");
    let mut line = String::new();
    let output = server.stdout.take().expect("piped");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).expect("an address");
    let address: SocketAddr = line.trim().parse().expect("an address");
    println!("{clients} clients for {seconds} s");
    let end = Instant::now() + Duration::from_secs(seconds);
    let threads: Vec<_> = (0..clients)
        .map(|number| {
            let client = Client::new(address, &format!("load-client-{number:04}"));
            std::thread::spawn(move || play(&client, number, end))
        })
        .collect();
    let mut memory = Vec::new();
    while Instant::now() < end {
        std::thread::sleep(Duration::from_secs((seconds / 6).max(1)));
        memory.push(resident(server.id()));
    }
    let results: Vec<Done> = threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    let _ = server.kill();
    let _ = server.wait();
    report(&results, &memory)
}

/// The server, until it is killed.
fn serve() -> ExitCode {
    let folder = tempfile::tempdir().expect("a folder");
    let history = Some(folder.path().join("history.sqlite"));
    let config = server::Config { history, ..server::Config::new(folder.path()) };
    let server = server::Server::open(config).expect("a server");
    println!("{}", server.address());
    server.run(|| false).expect("it serves");
    ExitCode::SUCCESS
}

/// What became of one client.
#[derive(Default)]
struct Done {
    games: usize,
    moves: Vec<Duration>,
    replies: Vec<Duration>,
    analyses: Vec<Duration>,
    errors: Vec<String>,
}

fn play(client: &Client, number: u64, end: Instant) -> Done {
    let mut done = Done::default();
    if let Err(error) = play_on(client, number, end, &mut done) {
        done.errors.push(error);
    }
    done
}

fn play_on(client: &Client, number: u64, end: Instant, done: &mut Done) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let mut socket = client.socket(&[]).map_err(|error| text(&error))?;
    let mut random = number;
    let mut analysis = (0, Instant::now());
    let mut ask = |socket: &mut client::Socket, position: &Value| {
        analysis = (analysis.0 + 1, Instant::now());
        let ask = json!({ "do": "analyse", "id": analysis.0, "game": "chess", "position": position, "lines": 2,
            "limits": { "nodes": NODES } });
        socket.say(&ask).map_err(|error| error.to_string()).map(|()| analysis)
    };
    let mut running = (0, Instant::now());
    while Instant::now() < end {
        let (human, level) = (json!({ "kind": "human" }), json!({ "kind": "level", "level": 5 }));
        let begun = client.begin("chess", human, level).map_err(|error| text(&error))?;
        if begun.status != 201 {
            return Err(format!("begin: {} {}", begun.status, begun.code()));
        }
        let mut live = begun.json();
        let id = live["id"].as_str().unwrap_or_default().to_string();
        socket.say(&json!({ "do": "watch", "game": id })).map_err(|error| text(&error))?;
        if running.0 == 0 {
            running = ask(&mut socket, &live["view"]["position"])?;
        }
        done.games += 1;
        let mut moved: Option<(usize, Instant)> = None;
        while live["state"] != "over" && Instant::now() < end {
            let played = live["moves"].as_array().map_or(0, Vec::len);
            if live["view"]["turn"] == "first" && moved.is_none_or(|(before, _)| played > before + 1) {
                if let Some((_, since)) = moved {
                    done.replies.push(since.elapsed());
                }
                let moves = live["view"]["moves"].as_array().cloned().unwrap_or_default();
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mv = &moves[(random >> 33) as usize % moves.len().max(1)];
                let since = Instant::now();
                let body = json!({ "move": mv["code"], "ply": played });
                let answer = client.post(&format!("/api/games/{id}/moves"), &body).map_err(|error| text(&error))?;
                if answer.status != 200 {
                    return Err(format!("move: {} {}", answer.status, answer.code()));
                }
                done.moves.push(since.elapsed());
                moved = Some((played, Instant::now()));
            }
            let said = socket.hear()?;
            match said["is"].as_str() {
                Some("game") if said["id"] == *id => live = said,
                Some("done") if said["id"] == running.0 => {
                    done.analyses.push(running.1.elapsed());
                    running = ask(&mut socket, &live["view"]["position"])?;
                }
                Some("error") => return Err(said.to_string()),
                _ => {}
            }
        }
        socket.say(&json!({ "do": "unwatch", "game": id })).map_err(|error| text(&error))?;
        if live["state"] != "over" {
            let _ = client.post(&format!("/api/games/{id}/resign"), &json!({}));
        }
    }
    Ok(())
}

/// The memory of a process in MiB.
fn resident(process: u32) -> u64 {
    let pages = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0);
    pages * 4096 / (1 << 20)
}

fn report(results: &[Done], memory: &[u64]) -> ExitCode {
    let errors: Vec<&String> = results.iter().flat_map(|one| &one.errors).collect();
    let all = |part: fn(&Done) -> &Vec<Duration>| {
        let mut all: Vec<Duration> = results.iter().flat_map(|one| part(one).clone()).collect();
        all.sort();
        all
    };
    let line = |name: &str, times: &[Duration]| {
        let at = |share: f64| {
            times.get(((times.len() as f64 - 1.0) * share) as usize).map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        println!(
            "{name:<28} {:>8}   median {:>8.1} ms   95 % {:>8.1} ms   longest {:>8.1} ms",
            times.len(),
            at(0.5),
            at(0.95),
            at(1.0)
        );
    };
    println!("games                        {:>8}", results.iter().map(|one| one.games).sum::<usize>());
    line("moves taken", &all(|one| &one.moves));
    line("replies of the program", &all(|one| &one.replies));
    line("analyses", &all(|one| &one.analyses));
    let mut shares: Vec<usize> = results.iter().map(|one| one.analyses.len()).collect();
    shares.sort_unstable();
    let (least, most) = (shares.first().copied().unwrap_or(0), shares.last().copied().unwrap_or(0));
    println!("analyses of one client       from {least} to {most}, median {}", shares[shares.len() / 2]);
    println!("memory of the server in MiB  {memory:?}");
    println!("errors                       {}", errors.len());
    for error in errors.iter().take(10) {
        println!("  {error}");
    }
    if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
