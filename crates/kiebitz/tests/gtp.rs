//! The GTP engine as a Go board sees it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use common::{json, kiebitz, typed};

/// A controller that waits for each answer, as most do.
struct Controller {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Controller {
    fn start(arguments: &[&str]) -> Controller {
        let mut child = kiebitz().arg("gtp").args(arguments).stdin(Stdio::piped()).spawn().expect("the binary starts");
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        Controller { child, input, output: BufReader::new(output) }
    }

    /// The answer with its sign, without the empty line that ends it.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").expect("it listens");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("UTF-8") > 0, "no answer to '{command}'");
            if line == "\n" {
                return answer.trim_end().to_string();
            }
            answer += &line;
        }
    }

    /// The answer to a command that succeeds.
    fn ok(&mut self, command: &str) -> String {
        let answer = self.ask(command);
        let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
        text.trim_start_matches(' ').to_string()
    }

    fn quit(mut self) {
        self.ok("quit");
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn a_whole_game() {
    let mut board = Controller::start(&["--nodes", "60"]);
    assert_eq!(board.ok("protocol_version"), "2");
    assert_eq!(board.ok("name"), "Kiebitz");
    assert_eq!(board.ok("version"), env!("CARGO_PKG_VERSION"));
    let commands = board.ok("list_commands");
    for command in commands.lines() {
        assert_eq!(board.ok(&format!("known_command {command}")), "true");
    }
    assert!(commands.lines().count() >= 16 && board.ok("known_command xyzzy") == "false", "{commands}");
    for command in ["boardsize 5", "clear_board", "komi 0.5", "time_settings 60 0 0"] {
        assert_eq!(board.ok(command), "", "{command}");
    }
    let mut passes = 0;
    let mut moves = Vec::new();
    while passes < 2 {
        assert!(moves.len() < 300, "superko ends every game: {moves:?}");
        let color = ["black", "white"][moves.len() % 2];
        let mv = board.ok(&format!("genmove {color}"));
        passes = if mv == "pass" { passes + 1 } else { 0 };
        moves.push((color, mv));
    }
    let score = board.ok("final_score");
    assert!(score.starts_with("B+") || score.starts_with("W+"), "{score}");
    let drawing = board.ok("showboard");
    assert_eq!(
        drawing.lines().skip(1).filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(),
        5,
        "{drawing}"
    );
    // The same moves lead to the same board, and can all be taken back.
    board.ok("clear_board");
    for (color, mv) in &moves {
        assert_eq!(board.ok(&format!("play {color} {}", mv.to_lowercase())), "");
    }
    assert_eq!((board.ok("showboard"), board.ok("final_score")), (drawing, score));
    for _ in &moves {
        board.ok("undo");
    }
    assert_eq!(board.ask("undo"), "? cannot undo");
    assert_eq!(board.ok("final_score"), "W+0.5");
    board.quit();
}

#[test]
fn refusals() {
    let script = "\
1 boardsize 5
# a comment

2 xyzzy
3 play green C3
4 play black Z9
5 boardsize 99
play b C3
6 play w C3
7 showboard
8\tfinal_score # by area
9 komi 7.5
10 komi x
11 final_score
quit
12 name
";
    let output = typed(&["gtp"], script.replace('\n', "\r\n").as_bytes());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(answers[..3], ["=1", "?2 unknown command", "?3 syntax error"]);
    assert!(answers[3].starts_with("?4 illegal move") && answers[6].starts_with("?6 illegal move"), "{text}");
    assert_eq!(answers[4..6], ["?5 unacceptable size", "="]);
    assert!(answers[7].starts_with("=7\n") && answers[7].contains("[X]"), "{text}");
    // All of the board is Black's.
    assert_eq!(answers[8..], ["=8 B+17.5", "=9", "?10 syntax error", "=11 B+17.5", "=", ""]);
}

/// Nobody need take turns: handicap stones, and play that goes on after both have passed.
#[test]
fn turns_need_not_alternate() {
    let mut board = Controller::start(&["--nodes", "20"]);
    for command in ["boardsize 5", "play b B2", "play b D4", "play w pass", "play b pass", "play b C3", "play w B3"] {
        board.ok(command);
    }
    assert!(board.ask("play b C3").starts_with("? illegal move"));
    assert_eq!(board.ok("showboard").matches('X').count(), 3);
    board.ok("undo");
    board.ok("undo");
    assert_eq!(board.ok("showboard").matches(['X', 'O']).count(), 2);
    assert!(board.ok("genmove b").len() >= 2);
    board.quit();
}

/// It keeps to the clock that it is given, whether or not it is told what is left.
#[test]
fn clocks() {
    let mut board = Controller::start(&[]);
    for command in ["boardsize 5", "time_settings 0 1 10"] {
        board.ok(command);
    }
    let start = std::time::Instant::now();
    for color in ["black", "white", "black", "white"] {
        board.ok(&format!("genmove {color}"));
    }
    board.ok("time_left black 1 0");
    board.ok("genmove black");
    // Five seconds a move without a clock.
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    board.quit();
}

/// Our own tournament manager is a controller too.
#[test]
fn against_our_own_client() {
    let journal = concat!(env!("CARGO_TARGET_TMPDIR"), "/gtp.jsonl");
    let _ = std::fs::remove_file(journal);
    let gtp = format!("gtp:{},arg=gtp,arg=--nodes,arg=60,name=other", env!("CARGO_BIN_EXE_kiebitz"));
    let args =
        ["match", "go(size=5,komi=0.5)", &gtp, "random", "--games", "2", "--clock", "30+1", "--journal", journal];
    let value = json(&[&args[..], &["--json"]].concat());
    assert_eq!((&value["games"], &value["players"][0]["faults"]), (&2.into(), &serde_json::json!({})), "{value}");
    assert_eq!(value["wins"], 2, "{value}");
}
