//! One position, several processes: who helps may be wrong, lost or frozen, and the search goes on.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{finish, json, kiebitz, run};

/// A helper that listens at a port of its own.
struct Helper {
    child: Child,
    place: String,
}

impl Helper {
    fn begin(more: &[&str]) -> Helper {
        let mut command = kiebitz();
        command.args(["peer", "--listen", "127.0.0.1:0", "--hash", "16"]).args(more);
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let place = line.trim().strip_prefix("Listening at ").unwrap_or_else(|| panic!("{line}")).to_string();
        Helper { child, place }
    }

    /// Ends it; what it has said.
    fn end(mut self) -> String {
        let mut said = String::new();
        let _ = self.child.kill();
        self.child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
        said
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_helper_helps() {
    let helper = Helper::begin(&[]);
    let alone = json(&["search", "chess", "--depth", "13", "--json"]);
    let helped = json(&["search", "chess", "--depth", "13", "--json", "--peers", &helper.place]);
    assert_eq!((helped["depth"].as_i64(), alone["depth"].as_i64()), (Some(13), Some(13)));
    assert_ne!(helped["nodes"], alone["nodes"], "what the helper has found was of use");
    let said = helper.end();
    assert!(said.contains("is helped"), "{said}");
}

#[test]
fn strangers_are_refused_once_and_disturb_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let secret = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_string()
    };
    let (right, wrong) = (secret("right", "open sesame\n"), secret("wrong", "sesame"));
    let helper = Helper::begin(&["--secret", &right]);
    for garbage in [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0xff; 4096], &[0; 64], &[4, 0, 0, 0, 9, 9, 9, 9], b""] {
        for _ in 0..3 {
            let mut stream = TcpStream::connect(&helper.place).expect("it listens");
            let _ = stream.write_all(garbage);
        }
    }
    let search = |secret: &[&str]| {
        let mut all = vec!["search", "othello", "--depth", "11", "--json", "--peers", &helper.place];
        all.extend(secret);
        let output = run(&all);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(search(&["--secret", &wrong]).contains("another secret"));
    assert!(search(&[]).contains("another secret"));
    assert_eq!(search(&["--secret", &right]), "");
    let said = helper.end();
    assert_eq!(said.matches("another secret").count(), 1, "{said}");
    assert!(said.contains("is helped") && said.lines().count() < 12 && !said.contains("sesame"), "{said}");
}

#[test]
fn beyond_this_machine_there_must_be_a_secret() {
    for arguments in [
        &["peer", "--listen", "0.0.0.0:0"][..],
        &["search", "chess", "--depth", "2", "--peers", "192.0.2.1:1913"],
        &["peer", "--listen", "nowhere"],
    ] {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2), "{output:?}");
        assert!(said.contains("secret") || said.contains("HOST:PORT"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_helper_that_dies_or_freezes_costs_its_help_only() {
    for sign in ["KILL", "STOP"] {
        let helper = Helper::begin(&[]);
        let mut command = kiebitz();
        command.args(["search", "chess", "--time", "6", "--json", "--peers", &helper.place]);
        let begin = Instant::now();
        let search = command.spawn().expect("it starts");
        std::thread::sleep(Duration::from_secs(2));
        let process = helper.child.id().to_string();
        assert!(Command::new("kill").args(["-s", sign, &process]).status().expect("kill").success());
        let output = finish(search);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("lost: "), "{sign}: {output:?}");
        assert!(begin.elapsed() < Duration::from_secs(30), "{sign}: it ends in its time");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(answer["move"].is_string(), "{sign}: {answer}");
    }
}

#[test]
fn by_uci_it_is_an_option() {
    let helper = Helper::begin(&[]);
    let mut child = kiebitz().arg("uci").stdin(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    writeln!(input, "setoption name Peers value {}\nposition startpos moves e2e4", helper.place).expect("it reads");
    writeln!(input, "go movetime 3000\nisready\nsetoption name Peers value nowhere").expect("it reads");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut text = String::new();
    while !text.contains("bestmove") {
        assert!(output.read_line(&mut text).expect("a line") > 0, "{text}");
    }
    drop(input);
    output.read_to_string(&mut text).expect("text");
    assert!(child.wait().expect("it ends").success());
    assert!(text.contains("HOST:PORT"), "a wrong option is told: {text}");
    let said = helper.end();
    assert!(said.contains("is helped"), "{said}");
}
