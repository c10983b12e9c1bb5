//! Games given as text from the command line: files, folder, every command, and the protocol of general game playing both ways.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Child;

use common::{kiebitz, run};

const THREE: &str = "game Three men\nplayers X O\nboard 3x3\npiece mark x o\n  place on empty\nwin line 3\ndraw full\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// What a command prints; it must succeed.
fn said(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn files_and_the_folder_of_games_are_games() {
    let data = folder("ruled-data");
    std::fs::create_dir_all(data.join("rules")).expect("a folder");
    std::fs::write(data.join("rules/three-men.game"), THREE).expect("a file");
    std::fs::write(data.join("rules/broken.game"), "game Broken\nbord 3x3\n").expect("a file");
    let with = |args: &[&str]| {
        common::finish(kiebitz().env("KIEBITZ_DATA", &data).args(args).spawn().expect("the binary starts"))
    };
    let list = String::from_utf8_lossy(&with(&["rules", "list"]).stdout).into_owned();
    assert!(list.contains("three-men") && list.contains("cannot be read: line 2"), "{list}");
    let games = String::from_utf8_lossy(&with(&["games"]).stdout).into_owned();
    assert!(games.contains("three-men") && games.contains("nine-mens-morris"), "{games}");
    let count = with(&["perft", "three-men", "4"]);
    assert!(String::from_utf8_lossy(&count.stdout).contains("Nodes: 3024"), "{count:?}");
    let broken = with(&["perft", "broken", "1"]);
    assert!(!broken.status.success() && String::from_utf8_lossy(&broken.stderr).contains("line 2"), "{broken:?}");
    for name in ["../three-men", "rules/three-men", "/etc/passwd"] {
        assert!(!with(&["perft", name, "1"]).status.success(), "{name} names a file");
    }
    let file = data.join("other.game");
    std::fs::write(&file, THREE.replace("3x3", "4x3")).expect("a file");
    let file = file.to_str().expect("a name");
    for args in [vec!["--rules", file, "perft", "other", "2"], vec!["perft", &format!("rules:{file}"), "2"]] {
        let output = with(&args);
        assert!(String::from_utf8_lossy(&output.stdout).contains("Nodes: 132"), "{args:?} {output:?}");
    }
}

#[test]
fn every_command_takes_a_game_given_as_text() {
    let work = folder("ruled-work");
    let path = |name: &str| work.join(name).to_str().expect("a name").to_string();
    let games = path("games");
    said(&["data", "generate", "small-four", "--games", "120", "--nodes", "50", "--seed", "1", "--out", &games]);
    assert!(said(&["data", "show", &games]).contains("small-four"));
    let weights = path("weights.toml");
    said(&["tune", "texel", "small-four", "--data", &games, "--out", &weights]);
    let text = std::fs::read_to_string(&weights).expect("weights");
    assert!(text.contains("linear") && text.contains("cell"), "{text}");
    let player = format!("kiebitz:eval=linear,weights={weights},nodes=60");
    said(&["match", "small-four", &player, "kiebitz:nodes=60", "--games", "2"]);
    let network = path("small.kbn");
    said(&["train", "small-four", "--data", &games, "--out", &network, "--width", "64", "--epochs", "1"]);
    said(&["search", "small-four", "--eval", &format!("network:{network}"), "--depth", "3"]);
    assert!(said(&["svg", "breakthrough"]).contains("<svg"));
    let none = run(&["svg", "nim"]);
    assert!(!none.status.success() && String::from_utf8_lossy(&none.stderr).contains("has no board"), "{none:?}");
    assert!(said(&["solve", "misere"]).to_lowercase().contains("draw"));
    said(&["explain", "clobber", "--nodes", "2000"]);
    said(&["tournament", "misere", "random", "kiebitz:nodes=40", "mcts:playouts=20", "--games", "1"]);
    said(&["lab", "tree", "misere", "--depth", "2", "--out", &path("tree.svg")]);
    // Moves that name no cells are words without blanks, so that a line of them can be read.
    said(&["eval", "nim", "--line", "take-d-6 take-a-0"]);
    let score = path("nim.pgn");
    said(&["match", "nim", "random", "random", "--games", "2", "--pgn", &score]);
    assert!(std::fs::read_to_string(&score).expect("games").contains("1. take-"), "moves in PGN");
}

/// `kiebitz ggp` on a free port, ended when dropped.
struct Server(Child, String);

impl Server {
    fn start() -> Server {
        let mut child = kiebitz().args(["ggp", "--port", "0"]).spawn().expect("the binary starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let at = line.trim().strip_prefix("ready at ").unwrap_or_else(|| panic!("'{line}'")).to_string();
        Server(child, at)
    }

    /// Sends bytes and reads all that comes.
    fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.1).expect("a connection");
        stream.write_all(bytes).expect("sent");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    fn post(&self, body: &str) -> String {
        let request = format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        self.raw(request.as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn both_ends_of_the_protocol_play_with_each_other() {
    let server = Server::start();
    let player = format!("ggp:{},time=1,name=other", server.1);
    let table = said(&["match", "misere", &player, "random", "--games", "2"]);
    assert!(table.contains("other"), "{table}");
    assert!(!table.contains("illegal") && !table.contains("stall") && !table.contains("crash"), "{table}");
    assert!(server.post("(INFO)").contains("available"), "the matches have been stopped");
}

#[test]
fn the_protocol_survives_garbage_and_silence() {
    let server = Server::start();
    // Somebody who says nothing holds nobody up.
    let _silent = TcpStream::connect(&server.1).expect("a connection");
    for garbage in
        ["", "GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.0\r\nContent-Length: 99999999999\r\n\r\n", "\u{0}\u{1}\r\n\r\n"]
    {
        if !garbage.is_empty() {
            assert!(server.raw(garbage.as_bytes()).contains("400"), "{garbage:?}");
        }
        assert!(server.post("(INFO)").contains("kiebitz"), "{garbage:?}");
    }
    assert!(server.post("(PLAY nothing nil)").ends_with("busy"));
    assert!(server.post("(START m white ((role a)) 1 1)").ends_with("busy"), "rules that cannot be played");
    assert!(server.post("(nonsense").contains("400"));
    let rules = "(role x) (role o) (init (control x)) (<= (legal ?r noop) (role ?r) (not (true (control ?r)))) \
        (<= (legal ?r (say a)) (true (control ?r))) (<= (legal ?r (say b)) (true (control ?r))) \
        (<= (next (control o)) (true (control x))) (<= (next (said b)) (does x (say b))) (<= terminal (true (control o))) \
        (<= (goal x 100) (true (said b))) (<= (goal o 0) (true (said b))) (<= (goal x 0) (not (true (said b)))) \
        (<= (goal o 100) (not (true (said b))))";
    assert!(server.post(&format!("(START m x ({rules}) 5 1)")).ends_with("ready"));
    assert!(server.post("(PLAY m nil)").ends_with("(say b)"), "it wins where it can");
    assert!(server.post("(STOP m ((say b) noop))").ends_with("done"));
    assert!(server.post("(INFO)").contains("available"));
}

/// The folder with rule files made by others, or a loud word that it is not there.
fn shared() -> Option<PathBuf> {
    let root = std::env::var_os("KIEBITZ_TEST_DATA")
        .map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into(), PathBuf::from);
    let folder = root.join("rules/gdl");
    if !folder.exists() {
        let told = format!("SKIPPED: {} is not there; set KIEBITZ_TEST_DATA to the test data\n", folder.display());
        let _ = std::io::stderr().write_all(told.as_bytes());
        return None;
    }
    Some(folder)
}

#[test]
fn shared_games_are_solved() {
    let Some(folder) = shared() else { return };
    let spec = |name: &str| format!("rules:{}", folder.join(name).display());
    let solved = said(&["solve", &spec("ticTacToe.kif")]);
    for number in ["5,478", "255,168", "131,184", "77,904", "46,080"] {
        assert!(solved.contains(number) || solved.contains(&number.replace(',', "")), "{number}: {solved}");
    }
    let native = said(&["solve", "tic-tac-toe"]);
    assert!(native.to_lowercase().contains("draw") && solved.to_lowercase().contains("draw"), "{solved}");
}

/// Games of pieces, lines, connection and counting in which a player can play well or badly.
const SERIOUS: [&str; 20] = [
    "breakthrough",
    "breakthroughSmall",
    "knightThrough",
    "connectFour",
    "reversi",
    "englishDraughts",
    "quarto",
    "nineBoardTicTacToe",
    "pentago",
    "gomoku_11x11",
    "speedChess",
    "skirmish",
    "checkersSmall",
    "dotsAndBoxes",
    "kalaha5x2x3",
    "linesOfAction",
    "sheepAndWolf",
    "cephalopodMicro",
    "atariGo_7x7",
    "ttcc4_2player_small",
];

#[test]
#[ignore = "takes minutes"]
fn whoever_plays_by_default_beats_random_moves() {
    let Some(folder) = shared() else { return };
    let (mut points, mut games) = (0.0, 0.0);
    for name in SERIOUS {
        let file = folder.join(format!("{name}.kif")).display().to_string();
        let plays = said(&["rules", "check", &file, "--difference", "--json"]);
        let player = if plays.contains("\"mcts\"") { "mcts:playouts=300" } else { "kiebitz:nodes=2000" };
        let game = format!("rules:{file}(payoff=difference)");
        let table = said(&["match", &game, player, "random", "--games", "6", "--random-plies", "2", "--json"]);
        let table: serde_json::Value = serde_json::from_str(&table).expect("JSON");
        let told = format!("{name}: {player} {}\n", table["points"]);
        let _ = std::io::stderr().write_all(told.as_bytes());
        points += table["points"].as_f64().unwrap_or_else(|| panic!("{table}"));
        games += 6.0;
    }
    assert!(points >= 0.97 * games, "{points} of {games}");
}
