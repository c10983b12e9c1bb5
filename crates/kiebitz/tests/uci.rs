//! The UCI engine as its clients see it: a scripted client for each thing that clients take for granted.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Nothing here takes so long unless it hangs.
const FOREVER: Duration = Duration::from_secs(60);
/// Long enough to see that nothing is said.
const A_WHILE: Duration = Duration::from_millis(400);

const BARE_KINGS: &str = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const CHECKMATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const MATE_IN_2: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const LADDER: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
const MATED_IN_1: &str = "8/8/8/8/8/1k6/7r/K7 w - - 0 1";
const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Client {
    /// The engine as a chess program starts it: without a word.
    fn new() -> Client {
        Client::with_arguments(&[])
    }

    fn with_arguments(arguments: &[&str]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kiebitz"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Client { input: child.stdin.take(), child, output }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(text.as_bytes()).and_then(|()| input.write_all(b"\n")).expect("the engine listens");
    }

    /// The lines up to the one that begins with `prefix`, that one included.
    fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.recv_timeout(FOREVER);
            let line = line.unwrap_or_else(|error| panic!("{error} while waiting for {prefix}: {lines:#?}"));
            let last = line.starts_with(prefix);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// The line that begins with `prefix`.
    fn line(&mut self, prefix: &str) -> String {
        self.until(prefix).pop().expect("there is one")
    }

    /// Sends a `go` and waits for its answer: the lines of the search and the best move.
    fn search(&mut self, go: &str) -> (Vec<String>, String) {
        self.send(go);
        let mut lines = self.until("bestmove");
        let best = lines.pop().expect("the best move");
        let best = best.split(' ').nth(1).expect("a move").to_string();
        (lines, best)
    }

    fn best(&mut self, go: &str) -> String {
        self.search(go).1
    }

    /// The last line of a search.
    fn last(&mut self, go: &str) -> String {
        self.search(go).0.pop().expect("at least one line comes before the best move")
    }

    /// Everything said until nothing is said for a while.
    fn listen(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(A_WHILE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return lines,
            }
        }
    }

    fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        self.until("readyok")
    }

    /// Ends the input and waits for the engine to leave; returns what it still had to say.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let lines = self.output.iter().collect();
        assert!(self.child.wait().expect("it ends").success());
        lines
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        // Already gone, usually.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number after `name`.
fn number(line: &str, name: &str) -> Option<i64> {
    line.split(' ').skip_while(|word| *word != name).nth(1).and_then(|word| word.parse().ok())
}

fn pv(line: &str) -> Vec<&str> {
    line.split(' ').skip_while(|word| *word != "pv").skip(1).collect()
}

fn has_best_move(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("bestmove"))
}

#[test]
fn introduces_itself() {
    for arguments in [&[] as &[&str], &["uci"]] {
        let mut client = Client::with_arguments(arguments);
        client.send("uci");
        let lines = client.until("uciok");
        assert!(lines[0].starts_with("id name Kiebitz"));
        for option in [
            "Hash type spin",
            "Clear Hash type button",
            "Threads type spin",
            "MultiPV type spin",
            "Ponder type check",
            "Move Overhead type spin",
            "UCI_Chess960 type check default false",
            "UCI_LimitStrength type check default false",
            "UCI_Elo type spin default 1500 min 400 max 3000",
            "UCI_ShowWDL type check default false",
            "UCI_AnalyseMode type check",
            "Eval type combo default",
            "null-move type check default true",
            "transposition-table type check default true",
        ] {
            let wanted = format!("option name {option}");
            assert!(lines.iter().any(|line| line.starts_with(&wanted)), "{option}");
        }
        assert_eq!(client.sync(), ["readyok"]);
    }
}

#[test]
fn point_1_infinite_and_ponder_wait() {
    let mut client = Client::new();
    // A mate; a search that is through at the greatest depth at once; no move at all.
    for fen in [MATE_IN_1, BARE_KINGS, STALEMATE] {
        for go in ["go infinite", "go infinite depth 2", "go ponder wtime 1000 btime 1000", "go ponder movetime 1"] {
            client.send(&format!("position fen {fen}"));
            client.send(go);
            assert!(!has_best_move(&client.listen()), "{fen} {go}");
            client.send("stop");
            client.until("bestmove");
        }
    }
    client.send("position startpos moves e2e4");
    for go in ["go ponder wtime 300 btime 300", "go ponder movetime 100"] {
        client.send(go);
        std::thread::sleep(A_WHILE);
        client.send("isready");
        assert!(!has_best_move(&client.until("readyok")));
        client.send("ponderhit");
        client.until("bestmove");
    }
    assert!(client.listen().is_empty());
}

#[test]
fn point_2_a_stop_is_for_one_search() {
    let mut client = Client::new();
    client.send("stop");
    client.send("position startpos");
    for _ in 0..20 {
        client.send("go infinite");
        client.send("stop");
        client.send("stop");
        client.until("bestmove");
        assert_eq!(number(&client.last("go depth 5"), "depth"), Some(5));
    }
    client.send("stop");
    client.send("ponderhit");
    assert!(client.listen().is_empty());
}

#[test]
fn point_3_listens_while_searching() {
    let mut client = Client::new();
    client.send("position startpos");
    client.send("go infinite");
    client.sync();
    client.send("setoption name MultiPV value 2");
    client.send("setoption name Hash value 128");
    assert!(!has_best_move(&client.sync()));
    client.send("stop");
    client.until("bestmove");
    // What was set meanwhile is set now.
    let (lines, _) = client.search("go depth 4");
    assert!(lines.iter().any(|line| number(line, "multipv") == Some(2)));
    // A large table is no reason not to stop.
    client.send("setoption name Hash value 1024");
    client.send("go infinite");
    client.send("stop");
    client.until("bestmove");
    // Nor is one that cannot be had a reason not to play.
    client.send("setoption name Hash value 33554432");
    assert_ne!(client.best("go depth 2"), "(none)");
    client.send("setoption name Hash value 16");
    client.send("go infinite");
    client.send("quit");
    assert!(has_best_move(&client.end()));
}

#[test]
fn point_4_tolerates() {
    let mut client = Client::new();
    client.send("# a comment: go infinite");
    client.send("");
    client.send("xyzzy");
    assert!(client.line("info string").contains("xyzzy"));
    client.send("joho isready");
    client.until("readyok");
    client.send("debug on\r");
    client.send("register later\r");
    client.send("position startpos moves e2e4 e7e5\r");
    assert_ne!(client.best("go depth 3 gibberish\r"), "(none)");
    // New games and positions without a stop.
    client.send("go infinite");
    client.send("ucinewgame");
    client.until("bestmove");
    client.send("go infinite");
    client.send(&format!("position fen {MATE_IN_1}"));
    client.until("bestmove");
    client.send("go infinite");
    client.send("go depth 2");
    client.until("bestmove");
    assert!(client.line("bestmove").starts_with("bestmove d1d8"));
    // Positions that are none, and moves that are none.
    for bad in ["fen nonsense", "fen 8/8/8/8/8/8/8/8 w - - 0 1", "fen", "", "startpos moves e2e4 e2e4"] {
        client.send(&format!("position {bad}"));
        client.until("info string");
    }
    client.send("d");
    assert!(client.line("Fen:").contains("4P3/8/PPPP1PPP/RNBQKBNR b"));
    client.input.as_mut().expect("open").write_all(b"\xff\xfe\x00 isready\n").expect("it listens");
    client.until("readyok");
    // The end of the input is a quit, even during a search.
    client.send("go infinite");
    client.end();
}

#[test]
fn point_5_chess960() {
    let mut client = Client::new();
    let moves = ["e1g1", "e1h1", "e1c1", "e1a1"];
    for (on, written) in [(false, ["e1g1", "e1g1", "e1c1", "e1c1"]), (true, ["e1h1", "e1h1", "e1a1", "e1a1"])] {
        client.send(&format!("setoption name UCI_Chess960 value {on}"));
        for (mv, written) in moves.iter().zip(written) {
            client.send(&format!("position fen {CASTLING}"));
            assert_eq!(client.best(&format!("go depth 1 searchmoves {mv}")), written);
            client.send(&format!("position fen {CASTLING} moves {mv}"));
            client.send("d");
            let fen = client.line("Fen:");
            assert!(fen.contains(" b kq "), "{mv}: {fen}");
        }
    }
    // Shredder-FEN and X-FEN. The king castles from b1 to g1, the rook from e1 to f1.
    for (on, rights, written) in [(true, "E", "b1e1"), (true, "K", "b1e1"), (false, "E", "b1g1")] {
        client.send(&format!("setoption name UCI_Chess960 value {on}"));
        client.send(&format!("position fen 4k3/5p2/8/8/8/8/8/1K2R3 w {rights} - 0 1 moves e1e2 e8d8 e2e1 d8e8"));
        client.send(&format!("position fen 3k4/5p2/8/8/8/8/8/1K2R3 w {rights} - 0 1"));
        assert_eq!(client.best("go depth 1 searchmoves b1e1"), written);
        assert_eq!(client.best(&format!("go depth 1 searchmoves {written}")), written);
    }
}

#[test]
fn point_6_a_rating_needs_the_limit() {
    let mut client = Client::new();
    client.send("position startpos");
    client.send("setoption name UCI_Elo value 400");
    assert!(number(&client.last("go depth 8"), "nodes") > Some(1000));
    client.send("setoption name UCI_LimitStrength value true");
    assert!(number(&client.last("go depth 8"), "nodes") < Some(100));
    client.send("setoption name UCI_LimitStrength value false");
    client.send("ucinewgame");
    assert!(number(&client.last("go depth 8"), "nodes") > Some(1000));
}

#[test]
fn point_7_chances_when_asked_for() {
    let mut client = Client::new();
    client.send("position startpos");
    assert!(client.search("go depth 4").0.iter().all(|line| !line.contains(" wdl ")));
    client.send("setoption name uci_showwdl value true");
    for line in client.search("go depth 4").0 {
        let chances = line.split(' ').skip_while(|word| *word != "wdl").skip(1).take(3);
        assert_eq!(chances.map(|word| word.parse::<u32>().expect("a number")).sum::<u32>(), 1000, "{line}");
    }
}

#[test]
fn point_8_clocks() {
    let mut client = Client::new();
    for (moves, go) in [
        ("", "go wtime 100"),
        (" moves e2e4", "go btime 100"),
        (" moves e2e4", "go wtime 100"),
        ("", "go wtime 0 btime 0"),
        ("", "go wtime -20 btime 10"),
        ("", "go wtime 200 btime 200 winc 10 binc 10 movestogo 1"),
        ("", "go movetime 0"),
    ] {
        client.send(&format!("position startpos{moves}"));
        assert_ne!(client.best(go), "(none)", "{go}");
    }
}

#[test]
fn point_9_lines_of_the_search() {
    let mut client = Client::new();
    // Black is a queen up: good for the side to move.
    client.send("position fen 3qk3/8/8/8/8/8/8/4K3 b - - 0 1");
    for go in ["go depth 6", "go nodes 1", "go movetime 1", "go depth 1"] {
        let (lines, _) = client.search(go);
        for line in &lines {
            for field in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
                assert!(number(line, field).is_some_and(|number| number >= 0), "{field}: {line}");
            }
            assert!(number(line, "cp").or(number(line, "mate")).is_some(), "{line}");
            assert!(!pv(line).is_empty(), "{line}");
        }
        let last = lines.last().expect("a line before the best move");
        assert!(go == "go nodes 1" || number(last, "cp").is_none_or(|value| value > 500), "{last}");
    }
}

#[test]
fn point_10_mates_are_shown_whole() {
    let mut client = Client::new();
    for (fen, mate) in [(MATE_IN_1, 1), (LADDER, 2), (MATED_IN_1, -1)] {
        client.send(&format!("position fen {fen}"));
        let (lines, _) = client.search("go depth 12");
        assert_eq!(lines.last().and_then(|line| number(line, "mate")), Some(mate), "{fen}");
        for line in lines.iter().filter(|line| !line.contains("bound")) {
            let Some(mate) = number(line, "mate") else { continue };
            let plies = if mate > 0 { 2 * mate - 1 } else { -2 * mate };
            assert_eq!(pv(line).len() as i64, plies, "{line}");
        }
    }
}

#[test]
fn point_11_limits() {
    let mut client = Client::new();
    client.send("position startpos");
    let (lines, best) = client.search("go depth 4 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best.as_str()));
    assert!(lines.iter().all(|line| ["a2a3", "h2h3"].contains(&pv(line)[0])));
    // Moves that are not legal are left out; if none is left, all count.
    assert_eq!(client.best("go depth 2 searchmoves a2a3 a2a5"), "a2a3");
    assert_ne!(client.best("go depth 2 searchmoves a2a5"), "(none)");

    client.send("setoption name MultiPV value 3");
    let (lines, best) = client.search("go depth 5");
    let deepest: Vec<&String> = lines.iter().filter(|line| number(line, "depth") == Some(5)).rev().take(3).collect();
    let mut first: Vec<&str> = deepest.iter().map(|line| pv(line)[0]).collect();
    assert_eq!(first.last(), Some(&best.as_str()));
    assert!(deepest.windows(2).all(|pair| number(pair[0], "cp") <= number(pair[1], "cp")));
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 3);
    client.send("setoption name MultiPV value 1");

    assert!(number(&client.last("go nodes 5000"), "nodes") <= Some(5001));
    assert!(number(&client.last("go movetime 50"), "time") >= Some(40));
    client.best("go wtime 1000 btime 1000 movestogo 20");
    client.send(&format!("position fen {MATE_IN_2}"));
    let (lines, best) = client.search("go mate 2");
    assert_eq!((lines.last().and_then(|line| number(line, "mate")), best.as_str()), (Some(2), "a1a6"));
}

/// Asked for a mate it tells whether there is one, and plays on if there is none.
#[test]
fn point_11_mates() {
    let mut client = Client::new();
    client.send(&format!("position fen {MATE_IN_2}"));
    let (lines, best) = client.search("go mate 4 searchmoves a1a2 a1a3");
    assert!(["a1a2", "a1a3"].contains(&best.as_str()));
    assert!(lines.iter().all(|line| number(line, "mate").is_none_or(|mate| mate > 2)), "{lines:?}");
    for go in ["go mate 1", "go mate 1 nodes 1", "go mate 9 movetime 20", "go mate 1000 nodes 2000"] {
        assert_eq!(client.best(go).len(), 4, "{go}");
    }
    // The shortest come first, each by another move.
    client.send("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    client.send("setoption name MultiPV value 3");
    let (lines, _) = client.search("go mate 2");
    let mates: Vec<Option<i64>> = lines.iter().map(|line| number(line, "mate")).collect();
    assert_eq!(mates, [Some(1), Some(2), Some(2)], "{lines:?}");
    assert_eq!(lines.iter().map(|line| number(line, "multipv")).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    assert!(lines.iter().all(|line| Some(pv(line).len() as i64) == number(line, "mate").map(|mate| 2 * mate - 1)));
    client.send("position startpos");
    let (lines, _) = client.search("go mate 2");
    assert_eq!(lines.iter().rev().take(3).filter(|line| number(line, "cp").is_some()).count(), 3, "{lines:?}");
    for fen in [STALEMATE, CHECKMATE] {
        client.send(&format!("position fen {fen}"));
        assert_eq!(client.best("go mate 3"), "(none)");
    }
}

#[test]
fn point_12_options() {
    let mut client = Client::new();
    for good in [
        "name move overhead value 100",
        "name MOVE OVERHEAD value 0",
        "name Clear Hash",
        "name clear hash",
        "name hash value 8",
        "name Threads value 2",
        "name Ponder value true",
        "name eval value Material",
        "name null-move value false",
        "name UCI_AnalyseMode value true",
    ] {
        client.send(&format!("setoption {good}"));
        assert_eq!(client.sync(), ["readyok"], "{good}");
    }
    for bad in [
        "name Nonsense value 1",
        "name Hash value x",
        "name Hash value <empty>",
        "name Threads value 0",
        "name Ponder",
        "",
    ] {
        client.send(&format!("setoption {bad}"));
        assert!(client.sync()[0].starts_with("info string"), "{bad}");
    }
    client.send("position startpos");
    let (lines, _) = client.search("go depth 6");
    assert!(lines.iter().all(|line| line.starts_with("info ")));
    // A technique that is off is off: without deepening there is one iteration.
    client.send("setoption name iterative-deepening value false");
    let (lines, _) = client.search("go depth 3");
    assert!(lines.iter().all(|line| number(line, "depth") == Some(3)));
}

#[test]
fn point_13_ends_and_the_past() {
    let mut client = Client::new();
    for (fen, score) in [(STALEMATE, "score cp 0"), (CHECKMATE, "score mate 0")] {
        client.send(&format!("position fen {fen}"));
        let (lines, best) = client.search("go depth 3");
        assert_eq!(best, "(none)");
        assert!(lines.iter().any(|line| line.contains(score)), "{lines:?}");
    }
    // A draw that nobody has claimed is played on.
    let knights = " g1f3 g8f6 f3g1 f6g8".repeat(3);
    for position in [
        format!("fen {BARE_KINGS}"),
        "fen 4k3/8/8/8/8/8/4R3/K7 b - - 100 80".to_string(),
        format!("startpos moves{knights}"),
        format!("startpos moves{knights} e2e4"),
    ] {
        client.send(&format!("position {position}"));
        assert_ne!(client.best("go depth 3"), "(none)", "{position}");
    }
    // A move back to where the game has been before is a draw, and only the moves tell that it has.
    let queen = "position fen 4k3/8/8/8/8/8/8/QK6 w - - 0 1";
    client.send(&format!("{queen} moves a1a2 e8e7 a2a1 e7e8"));
    assert_eq!(number(&client.last("go depth 1 searchmoves a1a2"), "cp"), Some(0));
    client.send("ucinewgame");
    client.send(queen);
    // Otherwise it is a win, and the endgame tables know how long it takes.
    assert!(number(&client.last("go depth 1 searchmoves a1a2"), "mate") > Some(0));
    // With fifty moves full nothing but a draw is left.
    client.send("position fen 4k3/8/8/8/8/8/7R/K7 w - - 98 80 moves h2g2 e8d8");
    assert_eq!(number(&client.last("go depth 4"), "cp"), Some(0));
}

#[test]
fn the_console() {
    let mut client = Client::new();
    client.send("position fen 4k3/8/8/8/7b/8/8/R3K3 w Q - 0 1");
    client.send("d");
    let lines = client.until("Checkers:");
    assert_eq!(lines.last().map(String::as_str), Some("Checkers: h4"));
    assert!(lines.iter().any(|line| line == "Fen: 4k3/8/8/8/7b/8/8/R3K3 w Q - 0 1"));
    assert!(lines.iter().any(|line| line.starts_with("Key: ") && line.len() == 21));
    client.send("flip");
    client.send("d");
    assert_eq!(client.line("Fen:"), "Fen: r3k3/8/8/7B/8/8/8/4K3 b q - 0 1");
    client.send("eval");
    let lines = client.until("Evaluation:");
    assert!(lines.len() > 5 && lines.last().is_some_and(|line| line.contains("-")), "{lines:?}");
    client.send("position startpos");
    client.send("go perft 3");
    let lines = client.until("Nodes searched");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 8902"));
    assert!(lines.contains(&"g1f3: 440".to_string()));
    client.send("help");
    client.until("For people");
    client.send("quit");
    client.end();
}
