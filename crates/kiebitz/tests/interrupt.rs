//! Ctrl-C.
#![cfg(unix)]

mod common;

use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use common::kiebitz;

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill exists");
    assert!(status.success());
}

/// Reads the output until `sign` occurs in it.
fn wait_for(child: &mut Child, sign: &str) -> String {
    let stdout = child.stdout.as_mut().expect("piped");
    let mut text = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&text).contains(sign) {
        assert_eq!(stdout.read(&mut byte).expect("readable"), 1, "it ended before '{sign}'");
        text.push(byte[0]);
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_search_tells_the_best_move_so_far() {
    let mut child = kiebitz().args(["search", "othello", "--time", "100"]).spawn().unwrap();
    wait_for(&mut child, "\n    3 ");
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && text(&output).contains("Best move: "), "{output:?}");
}

#[test]
fn solving_gives_up() {
    // It prints nothing while it works, so there is no telling when it has begun.
    for seconds in [1, 3, 9] {
        let child = kiebitz().args(["solve", "othello", "--hash", "16"]).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(seconds));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        if output.status.code() == Some(130) {
            continue;
        }
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && message.contains("before the value was known"), "{output:?}");
        return;
    }
    panic!("it never began");
}

#[test]
fn a_thinking_program_moves_at_once() {
    let args = ["play", "othello", "--first", "kiebitz:time=1000", "--second", "human"];
    let mut child = kiebitz().args(args).stdin(Stdio::piped()).spawn().unwrap();
    // Kept open: `wait` would close it, and the end of the input is another way to leave.
    let _stdin = child.stdin.take();
    wait_for(&mut child, "a  b  c  d  e  f  g  h\n");
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&child);
    wait_for(&mut child, "to move> ");
    // At a prompt it leaves. Later than a double click would be.
    std::thread::sleep(Duration::from_millis(1100));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
