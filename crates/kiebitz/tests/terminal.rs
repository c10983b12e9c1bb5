//! A person at a real terminal, who is heard while a program thinks.
#![cfg(target_os = "linux")]

mod common;

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::kiebitz;

/// A program at a pseudo terminal.
struct Terminal {
    child: Child,
    keys: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    fn new(args: &[&str]) -> Terminal {
        let pair = nix::pty::openpty(None, None).expect("a pseudo terminal");
        let end = || Stdio::from(pair.slave.try_clone().expect("another handle"));
        let mut command = kiebitz();
        command.args(args).env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().expect("the binary starts");
        drop((command, pair.slave));
        let keys = File::from(pair.master);
        let mut output = keys.try_clone().expect("another handle");
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, keys, screen, seen: String::new() }
    }

    fn type_line(&mut self, line: &str) {
        self.seen.clear();
        self.keys.write_all(format!("{line}\n").as_bytes()).expect("it can be typed");
    }

    /// Reads until `sign` is on the screen. A minute is far more than it takes; it is there so that the test ends.
    fn wait_for(&mut self, sign: &str) {
        let until = Instant::now() + Duration::from_secs(60);
        while !self.seen.contains(sign) {
            match self.screen.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!("no '{sign}' in:\n{}", self.seen),
            }
        }
    }

    fn ends_well(mut self) {
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

/// A program that would think for an hour, and this program as an external one.
fn thinkers() -> [String; 2] {
    ["kiebitz:time=3600".to_string(), format!("uci:{},arg=uci,name=other,time=3600", env!("CARGO_BIN_EXE_kiebitz"))]
}

#[test]
fn everything_can_be_said_while_a_program_thinks() {
    for thinker in thinkers() {
        let mut terminal = Terminal::new(&["play", "chess", "--second", &thinker, "--clock", "90m"]);
        terminal.wait_for("to move>");
        terminal.type_line("e4");
        terminal.wait_for("thinks: ");
        terminal.wait_for("depth");
        terminal.type_line("Nf3");
        terminal.wait_for("It is not your turn");
        terminal.type_line("draw");
        terminal.wait_for("declines the draw");
        terminal.type_line("position");
        terminal.wait_for("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
        terminal.type_line("pause");
        terminal.wait_for("The game rests");
        terminal.type_line("");
        terminal.wait_for("thinks: ");
        terminal.type_line("undo");
        terminal.wait_for("to move>");
        terminal.type_line("d4");
        terminal.wait_for("thinks: ");
        terminal.wait_for("depth");
        terminal.type_line("now");
        terminal.wait_for("1... ");
        terminal.wait_for("to move>");
        terminal.type_line("c4");
        terminal.wait_for("thinks: ");
        terminal.type_line("resign");
        terminal.wait_for("Really resign?");
        terminal.type_line("n");
        terminal.wait_for("thinks: ");
        terminal.type_line("resign");
        terminal.wait_for("Really resign?");
        terminal.type_line("y");
        terminal.wait_for("Black wins: White resigns");
        terminal.wait_for("Another game");
        terminal.type_line("n");
        terminal.ends_well();
    }
}

#[test]
fn quitting_while_a_program_thinks() {
    for thinker in thinkers() {
        let mut terminal = Terminal::new(&["play", "chess", "--first", &thinker, "--second", "human"]);
        terminal.wait_for("thinks: ");
        terminal.type_line("quit");
        terminal.ends_well();
    }
    let [one, other] = thinkers();
    let mut terminal = Terminal::new(&["play", "chess", "--first", &one, "--second", &other]);
    terminal.wait_for("thinks: ");
    terminal.type_line("resign");
    terminal.wait_for("Two programs play");
    terminal.type_line("now");
    terminal.wait_for("1. ");
    terminal.wait_for("other thinks: ");
    terminal.type_line("quit");
    terminal.ends_well();
}

#[test]
fn a_flag_falls_at_the_prompt() {
    let mut terminal = Terminal::new(&["play", "chess", "--clock", "0.5s"]);
    terminal.wait_for("Black wins: White has used up the time");
    terminal.wait_for("Another game");
    terminal.type_line("n");
    terminal.ends_well();
}

/// The keys of a shell: what was typed before comes back, the cursor moves, Tab completes.
#[test]
fn lines_are_edited() {
    let mut terminal = Terminal::new(&["play", "chess", "--second", "human"]);
    terminal.wait_for("to move>");
    // The cursor goes back and puts in what is missing.
    terminal.type_line("e\x1b[D\x1b[C4");
    terminal.wait_for("White plays e4");
    terminal.wait_for("to move>");
    terminal.type_line("positio\t");
    terminal.wait_for("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    terminal.wait_for("to move>");
    // Up: the command before.
    terminal.type_line("\x1b[A");
    terminal.wait_for("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    terminal.wait_for("to move>");
    terminal.type_line("quit");
    terminal.wait_for("The game is left where it is.");
    terminal.ends_well();
}
