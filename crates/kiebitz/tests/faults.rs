//! The real server, killed, on a full disk and locked out of its store, again and again: no move that it has acknowledged is lost, and
//! games go on when there is room again.
//!
//! `make faults` runs it at full size and prints what came of it: `KIEBITZ_FAULTS=200,50,50` are the kills, full disks and locks. The
//! ordinary tests have a few of each.

#![cfg(unix)]

#[path = "../../server/examples/client/mod.rs"]
#[expect(dead_code, reason = "shared with the tests of the server")]
mod client;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use client::{Answer, Client};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

/// How many kills, full disks and locks, if nothing is said.
const FEW: [usize; 3] = [6, 3, 3];
/// Bytes of the small disk.
const DISK: usize = 2 << 20;

fn size(of: usize) -> usize {
    let Ok(text) = std::env::var("KIEBITZ_FAULTS") else { return FEW[of] };
    let sizes: Vec<usize> = text.split(',').filter_map(|number| number.parse().ok()).collect();
    assert_eq!(sizes.len(), FEW.len(), "KIEBITZ_FAULTS={text}: expected three numbers, such as 200,50,50");
    sizes[of]
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kiebitz"));
    command.args(["serve", "--api-only", "--port", "0"]).env("KIEBITZ_DATA", folder).stdin(Stdio::null());
    command
}

/// A server in a process of its own.
struct Served {
    child: Child,
    client: Client,
}

impl Served {
    fn start(folder: &Path) -> Served {
        let mut child = command(folder).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("an address");
        let port = line.split("localhost:").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok());
        let port: u16 = port.unwrap_or_else(|| panic!("'{line}' has no port"));
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
        Served { child, client: Client::new(address, "test-faults") }
    }

    fn end(mut self, signal: Signal) {
        kill(Pid::from_raw(self.child.id() as i32), signal).expect("it is ours");
        self.child.wait().expect("it ends");
    }
}

/// A game with all that anybody was told of it.
struct Known {
    id: String,
    moves: Vec<String>,
}

impl Known {
    /// Compares with what the server says now. At most one move of ours and its answer may be there that nobody was told of.
    fn compare(&mut self, game: &Value) -> Result<(), String> {
        let codes = game["moves"].as_array().into_iter().flatten().filter_map(|mv| mv["code"].as_str());
        let there: Vec<String> = codes.map(str::to_string).collect();
        if !there.starts_with(&self.moves) || there.len() > self.moves.len() + 2 {
            return Err(format!("game {}: {:?} was acknowledged, {there:?} is there", self.id, self.moves));
        }
        self.moves = there;
        Ok(())
    }
}

/// What came of an attempt.
#[derive(PartialEq, Debug)]
enum Came {
    /// A move was acknowledged.
    Acknowledged,
    /// Nothing was to be done: a game was over, or it is the other one's turn.
    Nothing,
    /// It was refused, with this code and reason.
    Refused(String, String),
    /// There was no answer.
    Silence,
}

/// Somebody who plays random games, against himself and against a program that moves at once.
struct Player {
    random: u64,
    game: Option<Known>,
    over: Vec<Known>,
    acknowledged: u64,
    refused: u64,
    lost: Vec<String>,
}

impl Player {
    fn new(seed: u64) -> Player {
        Player { random: seed, game: None, over: Vec::new(), acknowledged: 0, refused: 0, lost: Vec::new() }
    }

    /// A number below `most`; xorshift by Marsaglia.
    fn below(&mut self, most: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % most as u64) as usize
    }

    fn refused(&mut self, answer: &Answer) -> Came {
        self.refused += 1;
        let problem = &answer.json()["error"];
        Came::Refused(answer.code(), problem["message"].as_str().unwrap_or_default().to_string())
    }

    /// Begins a game, or looks at the one that is on and makes a move.
    fn attempt(&mut self, client: &Client) -> Came {
        let Some(mut known) = self.game.take() else { return self.begin(client) };
        let path = format!("/api/games/{}", known.id);
        let Ok(answer) = client.get(&path) else {
            self.game = Some(known);
            return Came::Silence;
        };
        let game = answer.json();
        // A file that is locked may not be readable either; that nothing is there is not said of a game that was begun.
        if answer.status != 200 && answer.code() != "unknown-id" {
            self.game = Some(known);
            return self.refused(&answer);
        }
        if let Err(lost) = known.compare(&game) {
            self.lost.push(lost);
            return Came::Nothing;
        }
        if game["state"] == "over" {
            self.over.push(known);
            return Came::Nothing;
        }
        let moves = game["view"]["moves"].as_array().map_or(0, Vec::len);
        let other = game["view"]["turn"] == "second" && game["players"]["second"]["kind"] != "human";
        if other || moves == 0 {
            self.game = Some(known);
            std::thread::sleep(Duration::from_millis(5));
            return Came::Nothing;
        }
        let code = &game["view"]["moves"][self.below(moves)]["code"];
        let body = json!({ "move": code, "ply": known.moves.len() });
        let came = match client.post(&format!("{path}/moves"), &body) {
            Ok(answer) if answer.status == 200 => {
                self.acknowledged += 1;
                match known.compare(&answer.json()) {
                    Ok(()) => Came::Acknowledged,
                    Err(lost) => {
                        self.lost.push(lost);
                        Came::Nothing
                    }
                }
            }
            Ok(answer) => self.refused(&answer),
            Err(_) => Came::Silence,
        };
        self.game = Some(known);
        came
    }

    fn begin(&mut self, client: &Client) -> Came {
        let human = json!({ "kind": "human" });
        let second = if self.below(2) == 0 { human.clone() } else { json!({ "kind": "random" }) };
        let game = ["chess", "othello", "draughts"][self.below(3)];
        match client.begin(game, human, second) {
            Ok(answer) if answer.status == 201 => {
                let id = answer.json()["id"].as_str().expect("an id").to_string();
                self.game = Some(Known { id, moves: Vec::new() });
                Came::Nothing
            }
            Ok(answer) => self.refused(&answer),
            Err(_) => Came::Silence,
        }
    }

    /// Plays so many moves that are acknowledged.
    fn play(&mut self, client: &Client, moves: u64) {
        let (wanted, begin) = (self.acknowledged + moves, Instant::now());
        while self.acknowledged < wanted {
            let came = self.attempt(client);
            assert!(matches!(came, Came::Acknowledged | Came::Nothing), "{came:?}");
            assert!(begin.elapsed() < Duration::from_secs(60), "the game goes on");
        }
    }

    /// Plays until something is refused for want of room or for a lock. The answer of a program is not refused, it waits: then another
    /// game is to begin.
    fn play_until_refused(&mut self, client: &Client) {
        let begin = Instant::now();
        for attempt in 1.. {
            if attempt % 50 == 0 {
                self.over.extend(self.game.take());
            }
            if let Came::Refused(code, reason) = self.attempt(client) {
                assert!(["no-room", "not-stored"].contains(&code.as_str()), "{code}: {reason}");
                assert!(reason.contains("server.sqlite"), "the file is named: {reason}");
                return;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "{} moves and no refusal", self.acknowledged);
        }
    }

    /// Looks at all games once more.
    fn check(&mut self, client: &Client) {
        let mut all: Vec<Known> = std::mem::take(&mut self.over).into_iter().chain(self.game.take()).collect();
        for known in &mut all {
            let answer = client.get(&format!("/api/games/{}", known.id)).expect("an answer");
            if let Err(lost) = known.compare(&answer.json()) {
                self.lost.push(lost);
            }
        }
        self.over = all;
    }
}

fn report(what: &str, many: usize, players: &[Player]) {
    let sum = |of: fn(&Player) -> u64| players.iter().map(of).sum::<u64>();
    let lost: Vec<&String> = players.iter().flat_map(|player| &player.lost).collect();
    let (moves, refused) = (sum(|player| player.acknowledged), sum(|player| player.refused));
    let games = sum(|player| player.over.len() as u64);
    println!("{many} {what}: {moves} moves acknowledged in {games} games, {refused} refused, lost {}", lost.len());
    assert!(lost.is_empty(), "{lost:#?}");
    assert!(moves >= many as u64, "{moves} moves are too few to say anything");
}

/// Three people play all the time. Every fourth end is a polite one.
#[test]
fn nothing_is_lost_in_kills() {
    let many = size(0);
    let folder = tempfile::tempdir().expect("a folder");
    let mut players: Vec<Player> = (1..4).map(Player::new).collect();
    for number in 0..many {
        let served = Served::start(folder.path());
        let over = Arc::new(AtomicBool::new(false));
        let threads: Vec<_> = players
            .drain(..)
            .map(|mut player| {
                let (client, over) = (served.client.clone(), Arc::clone(&over));
                std::thread::spawn(move || {
                    while !over.load(Relaxed) && player.attempt(&client) != Came::Silence {}
                    player
                })
            })
            .collect();
        std::thread::sleep(Duration::from_millis(100 + 37 * number as u64 % 400));
        served.end(if number % 4 == 3 { Signal::SIGTERM } else { Signal::SIGKILL });
        over.store(true, Relaxed);
        players = threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    }
    let served = Served::start(folder.path());
    players.iter_mut().for_each(|player| player.check(&served.client));
    served.end(Signal::SIGTERM);
    report("kills", many, &players);
}

/// Another program holds the store locked. Half of the servers are killed meanwhile, the others go on when it is gone.
#[test]
fn nothing_is_lost_in_locks() {
    let many = size(2);
    let folder = tempfile::tempdir().expect("a folder");
    let mut player = Player::new(5);
    for number in 0..many {
        let served = Served::start(folder.path());
        player.play(&served.client, 3);
        let other = rusqlite::Connection::open(folder.path().join("server.sqlite")).expect("the store");
        other.execute_batch("BEGIN EXCLUSIVE").expect("it is free at this moment");
        player.play_until_refused(&served.client);
        if number % 2 == 0 {
            drop(other);
            player.play(&served.client, 3);
        }
        served.end(Signal::SIGKILL);
    }
    let served = Served::start(folder.path());
    player.check(&served.client);
    served.end(Signal::SIGTERM);
    report("locks", many, &[player]);
}

/// A disk of its own.
#[cfg(target_os = "linux")]
struct Disk<'a>(&'a Path);

#[cfg(target_os = "linux")]
impl Disk<'_> {
    fn mount(folder: &Path) -> Option<Disk<'_>> {
        let size = format!("size={DISK}");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(Disk(folder))
    }

    /// Takes what room is left, but for a few pages.
    fn fill(&self, pages: usize) {
        let mut file = std::fs::File::create(self.0.join("filler")).expect("a file");
        let mut size = 0;
        while file.write_all(&[0; 4096]).is_ok() {
            size += 4096;
        }
        file.set_len((size as u64).saturating_sub(4096 * pages as u64)).expect("a shorter file");
    }

    fn make_room(&self) {
        std::fs::remove_file(self.0.join("filler")).expect("it was there");
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

/// The disk fills up in the middle of a game. A third of the servers are killed then, a third go on when there is room, and a third are
/// killed and started again on the full disk.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_lost_on_full_disks() {
    let many = size(1);
    let mut players = Vec::new();
    for number in 0..many {
        let folder = tempfile::tempdir().expect("a folder");
        let Some(disk) = Disk::mount(folder.path()) else {
            println!("\n*** SKIPPED: no right to mount a small disk, so that none has been filled\n");
            return;
        };
        let mut player = Player::new(11 + number as u64);
        let served = Served::start(folder.path());
        player.play(&served.client, 3);
        disk.fill(number % 12);
        player.play_until_refused(&served.client);
        player.play_until_refused(&served.client);
        match number % 3 {
            0 => served.end(Signal::SIGKILL),
            1 => {
                disk.make_room();
                player.play(&served.client, 5);
                served.end(Signal::SIGKILL);
            }
            _ => {
                served.end(Signal::SIGKILL);
                let mut again =
                    command(folder.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
                std::thread::sleep(Duration::from_millis(300));
                // It serves, or has said what is missing.
                if let Some(status) = again.try_wait().expect("a status") {
                    let output = again.wait_with_output().expect("its words");
                    let text = String::from_utf8_lossy(&output.stderr);
                    assert!(status.code().is_some() && text.contains(&folder.path().display().to_string()), "{text}");
                } else {
                    again.kill().expect("it is ours");
                    again.wait().expect("it ends");
                }
            }
        }
        if number % 3 != 1 {
            disk.make_room();
        }
        let served = Served::start(folder.path());
        player.check(&served.client);
        served.end(Signal::SIGTERM);
        players.push(player);
        drop(disk);
    }
    report("full disks", many, &players);
}
