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

/// What is finished of an experiment is told.
#[test]
fn an_experiment_keeps_what_is_finished() {
    // It prints nothing while it works, so there is no telling how far it is.
    for seconds in [1, 3, 9, 27] {
        let args = ["lab", "growth", "chess", "--depth", "9", "--budget", "200000000"];
        let child = kiebitz().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(seconds));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code() == Some(130) || message.contains("stopped before anything was measured") {
            continue;
        }
        assert!(
            output.status.code() == Some(1) && message.contains("stopped: what is complete ends with"),
            "{output:?}"
        );
        assert!(text(&output).contains("depth 1") && text(&output).contains("minimax  "), "{output:?}");
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

/// A program that says nothing, with one more that it has started.
fn sleepy(name: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    // Its child is recognized by its argument.
    std::fs::write(&path, format!("#!/bin/sh\nsh -c 'sleep 3600; : {}'\n", path.display())).expect("writable");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("ours");
    (folder, path)
}

/// The processes with this text among their arguments.
fn processes(text: &str) -> usize {
    let entries = std::fs::read_dir("/proc").expect("proc").flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(text)).count()
}

/// Looks again and again, for as long as even a busy machine takes.
fn comes_true(condition: impl Fn() -> bool) -> bool {
    let until = std::time::Instant::now() + Duration::from_secs(20);
    while !condition() && std::time::Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    condition()
}

/// However a match is ended, at once and by whatever signal: what programs have started is gone with it.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_of_a_match() {
    for signal in ["-INT", "-TERM", "-HUP", "-KILL"] {
        if signal == "-HUP" && ignores_hangup() {
            eprintln!("SKIPPED: -HUP, which whoever started this test has told all programs to ignore (nohup)");
            continue;
        }
        let (folder, path) = sleepy("sleepy");
        let (engine, journal) = (path.display().to_string(), folder.path().join("journal"));
        let args = ["match", &format!("uci:{engine}"), "random", "--nodes", "1", "--patience", "3600", "--journal"];
        let mut child = kiebitz().args(args).arg(&journal).spawn().unwrap();
        // The shell that was started, its child, and we.
        assert!(comes_true(|| processes(&engine) >= 3), "{signal}: it was not started");
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.expect("kill exists").success());
        assert!(comes_true(|| processes(&engine) <= 1), "{signal}: something is left");
        let ended = comes_true(|| processes(&journal.display().to_string()) == 0 || is_zombie(child.id()));
        assert!(ended, "{signal}: it goes on");
        let status = child.wait().expect("a child");
        assert_eq!(status.code().is_none(), signal == "-KILL", "{signal}: {status}");
    }
}

/// Were we started to ignore SIGHUP? Then so are our children, and they respect it.
#[cfg(target_os = "linux")]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("proc");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask");
    u64::from_str_radix(ignored.trim(), 16).expect("a number") & 1 == 1
}

#[cfg(target_os = "linux")]
fn is_zombie(id: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|text| text.contains(") Z "))
}

/// `nohup` is obeyed.
#[test]
fn a_terminal_that_is_gone_may_not_matter() {
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_kiebitz")).args(["search", "othello", "--time", "100"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&mut child, "\n    3 ");
    let hang_up = Command::new("kill").args(["-HUP", &child.id().to_string()]).status().expect("kill exists");
    assert!(hang_up.success());
    wait_for(&mut child, "\n    5 ");
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().expect("a child").is_none());
    interrupt(&child);
    assert!(text(&child.wait_with_output().unwrap()).contains("Best move: "));
}
