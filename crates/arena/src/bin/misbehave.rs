//! A UCI program that plays random legal moves and does one thing wrong on demand, to test what runs it.
//!
//! `misbehave MODE [N] [ANYTHING]`: at its N-th move of a game (7 unless told) it hangs, crashes, prints garbage and so forth. What
//! follows is ignored; it serves to recognize the process.

use std::io::{BufRead, Write};
use std::time::Duration;

use engine::{Control, Go, Identity, Method, Options};

/// What it can do wrong.
const MODES: &str = "well, hang, crash, exit, garbage, illegal, nothing, close-stdin, close-stdout, flood, flood-info, long-line, slow, \
                     late, deaf, stubborn, mute, asleep, babble, twice, binary, child";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let mode = arguments.get(1).map_or("well", String::as_str);
    if !MODES.split(", ").any(|known| known.trim() == mode) {
        eprintln!("misbehave: '{mode}': expected one of {MODES}");
        std::process::exit(2);
    }
    let at: usize = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(7);
    if mode == "child" {
        // Somebody who would outlive us, and holds our output open.
        let _ = std::process::Command::new("sleep").arg("3600").spawn();
    }
    match mode {
        // Introduces itself, and never reads a word after that.
        "asleep" => {
            say("uciok\n");
            sleep_forever();
        }
        // Says all that it could be asked for, and reads nothing at all.
        "babble" => loop {
            say("uciok\nreadyok\nbestmove a2a3\n");
            std::thread::sleep(Duration::from_millis(1));
        },
        _ => play(mode, at),
    }
    if ["stubborn", "close-stdin"].contains(&mode) {
        sleep_forever();
    }
}

fn sleep_forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Answers until `quit` or the end of the input.
fn play(mode: &str, at: usize) {
    let mut board = engine::open("chess").expect("chess is there");
    let mut moves_made = 0;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci", ..] if mode == "mute" => {}
            ["uci", ..] => say("id name misbehave\nid author nobody\nuciok\n"),
            ["isready", ..] => say("readyok\n"),
            ["ucinewgame", ..] => moves_made = 0,
            ["position", ref rest @ ..] => {
                let moves = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                let place = if rest[0] == "fen" { rest[1..moves].join(" ") } else { "start".to_string() };
                let _ = board.set_position(&place);
                rest.iter().skip(moves + 1).for_each(|mv| drop(board.play(mv)));
            }
            ["go", ..] => {
                moves_made += 1;
                let player = Identity { method: Method::Random, seed: at as u64, ..Identity::default() };
                let options = Options::from(player);
                let answer = board.go(&options, &Go::nodes(1), &Control::timeless(), &mut |_| {});
                let mv = answer.ok().and_then(|answer| answer.best).map_or("(none)".to_string(), |mv| mv.code);
                if moves_made == at {
                    misbehave(mode);
                }
                say(&format!("info depth 1 score cp 0 nodes 1 time 0\nbestmove {mv}\n"));
                if mode == "twice" {
                    say(&format!("bestmove {mv}\n"));
                }
            }
            ["quit", ..] if mode != "deaf" => return,
            _ => {}
        }
    }
}

/// Does what it is here for, once.
fn misbehave(mode: &str) {
    match mode {
        "hang" => sleep_forever(),
        "crash" => std::process::abort(),
        "exit" => std::process::exit(3),
        "garbage" => {
            say("\u{1b}[2Jbstmove e2e4\n%%%% \0 what?\n");
            sleep_forever();
        }
        "binary" => {
            let mut out = std::io::stdout().lock();
            let _ = out.write_all(&[0xff, 0xfe, 0, b'\n', 0xc3, 0x28, b'\n']).and_then(|()| out.flush());
        }
        "illegal" => say("bestmove e1e8\n"),
        "nothing" => say("bestmove\n"),
        "slow" => std::thread::sleep(Duration::from_secs(30)),
        // A little, as under load.
        "late" => std::thread::sleep(Duration::from_millis(30)),
        "flood" => loop {
            say(&"what a lot of words\n".repeat(1000));
        },
        "flood-info" => loop {
            say(&"info depth 1 score cp 0 pv e2e4\n".repeat(1000));
        },
        "long-line" => loop {
            say(&"x".repeat(100_000));
        },
        #[cfg(unix)]
        "close-stdin" => {
            let _ = nix::unistd::close(0);
        }
        #[cfg(unix)]
        "close-stdout" => {
            let _ = nix::unistd::close(1);
            sleep_forever();
        }
        _ => {}
    }
}
