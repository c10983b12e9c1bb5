//! Running the binary as a person or a script would.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// One of each kind of game.
pub const GAMES: &[&str] = &[
    "tic-tac-toe",
    "connect-four",
    "connect-four(width=5,height=4)",
    "othello",
    "othello(size=6)",
    "draughts",
    "draughts(rules=international)",
    "draughts(rules=russian)",
    "go",
    "go(size=5,komi=0.5)",
];

pub fn kiebitz() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kiebitz"));
    // Never the data of whoever runs the tests.
    command.env("KIEBITZ_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/data"));
    // What is compared is English, whoever runs the tests.
    command.env("LC_ALL", "C");
    command.env_remove("NO_COLOR").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run<S: AsRef<OsStr>>(args: &[S]) -> Output {
    finish(kiebitz().args(args).spawn().expect("the binary starts"))
}

/// Longer than anything takes here, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Waits until a program has ended. One that hangs fails its test, and does not hold up all others.
pub fn finish(child: Child) -> Output {
    let id = child.id();
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || tell.send(child.wait_with_output()));
    let Ok(output) = told.recv_timeout(PATIENCE) else {
        let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
        panic!("it has not ended after {PATIENCE:?}");
    };
    output.expect("its output")
}

/// The output of a command that succeeds and says nothing on the error output.
pub fn ok<S: AsRef<OsStr> + std::fmt::Debug>(args: &[S]) -> String {
    let output = run(args);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The JSON of a command that succeeds.
pub fn json<S: AsRef<OsStr> + std::fmt::Debug>(args: &[S]) -> serde_json::Value {
    serde_json::from_str(&ok(args)).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// Runs with `input` typed in.
pub fn typed(args: &[&str], input: &[u8]) -> Output {
    let mut child = kiebitz().args(args).stdin(Stdio::piped()).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    // A program that leaves early does not read everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    finish(child)
}
