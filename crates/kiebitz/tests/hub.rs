//! The Hub protocol, as a draughts board speaks it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::{kiebitz, typed};

fn dones(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("done ")).count()
}

/// One answer for each `go`, whatever it is that ends the searches.
#[test]
fn a_second_go_is_heard() {
    for end in ["stop\nquit\n", "quit\n", "", "ping\nstop\nping\nquit\n"] {
        let output = typed(&["hub"], format!("hub\ninit\ngo think\ngo think\ngo analyze\n{end}").as_bytes());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{end:?}: {output:?}");
        assert_eq!(dones(&text), 3, "{end:?}: {text}");
        assert_eq!(text.matches("pong").count(), end.matches("ping").count(), "{end:?}: {text}");
    }
}

/// While an endless search runs, everything is heard and what comes behind a `go` waits for it.
#[test]
fn a_conversation() {
    let mut child = kiebitz().arg("hub").stdin(Stdio::piped()).spawn().expect("the binary starts");
    let mut input = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let mut ask = |text: &str, sign: &str| {
        writeln!(input, "{text}").expect("it listens");
        lines.find(|line| line.starts_with(sign)).unwrap_or_else(|| panic!("{text}: it ended before '{sign}'"))
    };
    ask("hub", "wait");
    ask("init", "ready");
    ask("go think", "info");
    ask("ping", "pong");
    ask("stop", "done");
    // A search that ends by itself is waited for, and another one behind it.
    ask("level depth=3\ngo think\nlevel infinite\ngo analyze", "done");
    ask("ping", "pong");
    ask("set-param name=variant value=frisian", "done");
    ask("level depth=2\ngo think", "done");
    ask("pos pos=nonsense\ngo think", "error");
    ask("pos\ngo think", "done");
    ask("level depth=4\ngo ponder", "done");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}
