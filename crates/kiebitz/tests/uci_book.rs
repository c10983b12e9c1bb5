//! Opening books and the history in the UCI engine, as clients see them.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// Nothing here takes so long unless it hangs.
const FOREVER: Duration = Duration::from_secs(60);
/// Long enough to see that nothing is said.
const A_WHILE: Duration = Duration::from_millis(400);

struct Client {
    child: Child,
    output: Receiver<String>,
}

impl Client {
    fn new(script: &[&str]) -> Client {
        let mut command = common::kiebitz();
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::inherit()).spawn().expect("the binary starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut client = Client { child, output };
        script.iter().for_each(|line| client.send(line));
        client
    }

    fn send(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("piped");
        writeln!(input, "{line}").expect("the engine listens");
    }

    /// The lines up to the best move, and the best move.
    fn go(&mut self, go: &str) -> (Vec<String>, String) {
        self.send(go);
        self.answer()
    }

    fn answer(&mut self) -> (Vec<String>, String) {
        let mut lines = Vec::new();
        loop {
            let line = self.output.recv_timeout(FOREVER).unwrap_or_else(|error| panic!("{error}: {lines:#?}"));
            match line.strip_prefix("bestmove ") {
                Some(best) => return (lines, best.to_string()),
                None => lines.push(line),
            }
        }
    }

    fn silence(&mut self) {
        let mut lines = Vec::new();
        while let Ok(line) = self.output.recv_timeout(A_WHILE) {
            assert!(!line.starts_with("bestmove"), "{line} after {lines:#?}");
            // A search that goes on talks on.
            lines.push(line);
            if lines.len() > 200 {
                return;
            }
        }
    }

    fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = Vec::new();
        while let Ok(line) = self.output.recv_timeout(FOREVER) {
            if line == "readyok" {
                break;
            }
            lines.push(line);
        }
        lines
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A book move is given at once, after a line with a score; a search of this depth would take forever.
const DEEP: &str = "go depth 60";

#[test]
fn the_options_are_announced() {
    let mut client = Client::new(&["uci"]);
    let lines = client.ready();
    for expected in [
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name BookChoice type combo default weighted var weighted var best var uniform",
        "option name HistoryFile type string default <empty>",
    ] {
        assert!(lines.iter().any(|line| line == expected), "{expected}: {lines:#?}");
    }
    assert!(lines.iter().any(|line| line.starts_with("option name Eval ") && line.ends_with("var history")));
}

#[test]
fn the_own_book_answers_at_once_with_a_score() {
    let mut client = Client::new(&["setoption name OwnBook value true", "setoption name BookChoice value best"]);
    client.send("position startpos moves e2e4 c7c5");
    let (lines, best) = client.go(DEEP);
    assert!(best.starts_with("g1f3 ponder "), "{best}");
    let last = lines.last().expect("a line comes before the move");
    assert!(last.contains(" score cp ") && last.contains(" pv g1f3 "), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("out of the book")), "{lines:#?}");
}

#[test]
fn it_varies_and_never_plays_what_is_doubtful() {
    let mut client = Client::new(&["setoption name OwnBook value true", "setoption name BookChoice value uniform"]);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..40 {
        client.send("ucinewgame");
        client.send("position startpos");
        let (_, best) = client.go(DEEP);
        seen.insert(best.split(' ').next().expect("a move").to_string());
    }
    assert!(seen.len() > 2, "{seen:?}");
    assert!(seen.iter().all(|mv| ["e2e4", "d2d4", "c2c4", "g1f3", "b2b3", "g2g3"].contains(&mv.as_str())), "{seen:?}");
}

#[test]
fn leaving_the_book_is_said_once() {
    let mut client = Client::new(&["setoption name OwnBook value true", "position startpos"]);
    client.go(DEEP);
    client.send("position startpos moves a2a3 h7h6 a3a4");
    let said = |lines: &[String]| lines.iter().filter(|line| line.starts_with("info string out of the book")).count();
    let (lines, _) = client.go("go depth 2");
    assert_eq!(said(&lines), 1, "{lines:#?}");
    client.send("position startpos moves a2a3 h7h6 a3a4 h6h5 a4a5");
    let (lines, _) = client.go("go depth 2");
    assert_eq!(said(&lines), 0, "{lines:#?}");
}

#[test]
fn no_book_move_before_it_may_come() {
    let mut client = Client::new(&["setoption name OwnBook value true", "position startpos"]);
    client.send("go infinite");
    client.silence();
    client.send("stop");
    client.answer();
    client.send("position startpos moves e2e4 e7e5");
    client.send("go ponder wtime 60000 btime 60000");
    client.silence();
    client.send("ponderhit");
    let (_, best) = client.answer();
    assert!(!best.is_empty());
    // Neither a mate nor the moves asked for are looked up where the book has none of them.
    client.send("position startpos");
    let (_, best) = client.go("go depth 1 searchmoves a2a4");
    assert!(best.starts_with("a2a4"), "{best}");
}

#[test]
fn off_means_off() {
    let mut client = Client::new(&["position startpos moves e2e4"]);
    let (lines, _) = client.go("go depth 4");
    assert!(lines.iter().any(|line| line.starts_with("info depth 4")), "{lines:#?}");
    for option in ["OwnBook value true", "UCI_AnalyseMode value true"] {
        client.send(&format!("setoption name {option}"));
    }
    let (lines, _) = client.go("go depth 4");
    assert!(lines.iter().any(|line| line.starts_with("info depth 4")), "{lines:#?}");
}

#[test]
fn a_wrong_file_is_refused_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong book.bin");
    std::fs::write(&path, [7; 20]).unwrap();
    let mut client = Client::new(&["setoption name OwnBook value true"]);
    client.send(&format!("setoption name BookFile value {}", path.display()));
    let lines = client.ready();
    assert!(lines.iter().any(|line| line.contains("wrong book.bin, offset 16")), "{lines:#?}");
    client.send("setoption name BookFile value /no/such/file.bin");
    assert!(client.ready().iter().any(|line| line.contains("/no/such/file.bin")));
    // The embedded one is still there.
    client.send("position startpos");
    client.go(DEEP);
    // A good one is taken: one entry, 1. a2a4 from the start position.
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    entry.extend((8_u16 << 6 | 24).to_be_bytes());
    entry.extend([0, 1, 0, 0, 0, 0]);
    std::fs::write(&path, &entry).unwrap();
    client.send(&format!("setoption name BookFile value {}", path.display()));
    let (_, best) = client.go(DEEP);
    assert!(best.starts_with("a2a4"), "{best}");
    // Gone in the middle of a session: an answer is owed nevertheless.
    let other = folder.path().join("other.bin");
    std::fs::write(&other, &entry).unwrap();
    client.send(&format!("setoption name BookFile value {}", other.display()));
    client.ready();
    std::fs::remove_file(&other).unwrap();
    client.send("setoption name OwnBook value true");
    client.go("go depth 1");
}

#[test]
fn a_broken_history_is_named_and_an_answer_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    std::fs::write(&path, [1; 5000]).unwrap();
    let mut client = Client::new(&["setoption name Eval value history", "position startpos"]);
    client.send(&format!("setoption name HistoryFile value {}", path.display()));
    let (lines, _) = client.go("go depth 2");
    assert!(lines.iter().any(|line| line.contains("history.sqlite, offset 0")), "{lines:#?}");
    // A new one is made where there is none.
    client.send(&format!("setoption name HistoryFile value {}", folder.path().join("new.sqlite").display()));
    let (lines, _) = client.go("go depth 2");
    assert!(!lines.iter().any(|line| line.contains("info string")), "{lines:#?}");
}
