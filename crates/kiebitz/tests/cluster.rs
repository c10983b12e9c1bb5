//! Workers and those who drive them: every game once, whatever happens to a worker, and the same games as without.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{json, kiebitz, ok, typed};
use serde_json::{Value, json};

/// A worker that talks to the test.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
}

impl Talk {
    fn begin() -> Talk {
        let mut child = kiebitz().arg("worker").stdin(Stdio::piped()).spawn().expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
                if sender.send(value).is_err() {
                    return;
                }
            }
        });
        Talk { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("open"), "{line}").expect("it reads");
    }

    fn hear(&self) -> Value {
        self.lines.recv_timeout(Duration::from_secs(120)).expect("a line")
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a worker that was given this input and its end.
fn answers(input: &[u8]) -> Vec<Value> {
    let output = typed(&["worker"], input);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn garbage_costs_its_line() {
    let mut input = b"nonsense\n\xff\xfe\0\n\n{\"id\": 4}\n{\"id\": 5, \"job\": {\"dance\": 1}}\n".to_vec();
    input.extend(vec![b'x'; 5 << 20]);
    input.extend(b"\n{\"id\": 6, \"job\": {\"questions\": [{\"game\": \"chess\", \"start\": \"x\"}, ");
    input.extend(b"{\"game\": \"othello\", \"limits\": {\"depth\": 5}}]}}\n{\"id\": 7, \"jo");
    let found = answers(&input);
    assert_eq!(found[0]["hello"]["version"], 1, "{found:?}");
    assert!(found[0]["hello"]["bench"].as_u64().is_some_and(|bench| bench > 1000), "{found:?}");
    let refused: Vec<&Value> = found[1..].iter().filter(|line| line.get("refused").is_some()).collect();
    assert_eq!(refused.len(), 6, "{found:?}");
    assert_eq!((&refused[2]["id"], &refused[3]["id"], refused[4].get("id")), (&json!(4), &json!(5), None));
    assert!(refused[4]["refused"].as_str().is_some_and(|why| why.contains("longer than")), "{found:?}");
    let done = found.iter().find(|line| line["id"] == 6).expect("the one that is right");
    let answers = done["done"]["answers"].as_array().expect("answers");
    assert!(answers[0]["error"].as_str().is_some_and(|why| why.contains('x')), "{done}");
    let alone = json(&["search", "othello", "--depth", "5", "--json"]);
    assert_eq!((&answers[1]["answer"]["nodes"], &answers[1]["answer"]["pv"]), (&alone["nodes"], &alone["pv"]));
}

#[test]
fn a_question_is_answered_as_if_it_were_the_only_one() {
    let one = r#"{"game": "chess", "limits": {"depth": 7}}"#;
    let two = r#"{"game": "chess", "moves": ["e4", "e5"], "limits": {"depth": 7}}"#;
    let line = format!("{{\"id\": 1, \"job\": {{\"questions\": [{one}, {two}, {one}]}}}}\n");
    let found = answers(format!("{line}{line}").as_bytes());
    let nodes = |job: usize, at: usize| found[job]["done"]["answers"][at]["answer"]["nodes"].clone();
    assert!(nodes(1, 0).as_u64().is_some_and(|nodes| nodes > 100), "{found:?}");
    for (job, at) in [(1, 2), (2, 0), (2, 2)] {
        assert_eq!(nodes(job, at), nodes(1, 0));
    }
    assert_eq!(nodes(2, 1), nodes(1, 1));
}

#[test]
fn games_of_self_play_have_the_bytes_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("part.games");
    let path = file.to_str().expect("UTF-8");
    ok(&["data", "generate", "connect-four", "--from", "2", "--to", "5", "--nodes", "200", "--out", path]);
    let job =
        r#"{"id": 1, "job": {"selfplay": {"game": "connect-four", "settings": {"nodes": 200}, "from": 2, "to": 5}}}"#;
    let found = answers(format!("{job}\n").as_bytes());
    let text = found[1]["done"]["bytes"].as_str().expect("bytes");
    assert_eq!(decoded(text), std::fs::read(&file).expect("the file"));
}

/// Base 64, as RFC 4648 has it.
fn decoded(text: &str) -> Vec<u8> {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = text.bytes().filter_map(|sign| SIGNS.iter().position(|known| *known == sign));
    let (mut bytes, mut buffer, mut count) = (Vec::new(), 0_usize, 0);
    for six in bits {
        (buffer, count) = (buffer << 6 | six, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((buffer >> count) as u8);
        }
    }
    bytes
}

#[test]
fn a_candidate_plays_its_pairs() {
    let genes = json(&["tune", "spsa", "connect-four", "--pairs", "1", "--nodes", "20", "--seed", "3", "--json"]);
    let count = genes["weights"].as_array().expect("weights").len();
    let numbers = serde_json::to_string(&vec![0; count]).expect("JSON");
    let job = |one: &str| {
        format!(
            "{{\"id\": 1, \"job\": {{\"candidate\": {{\"game\": \"connect-four\", \"nodes\": 50, \"seed\": 1, \"one\": {one}, \
             \"other\": {numbers}, \"from\": 0, \"to\": 3}}}}}}\n"
        )
    };
    let found = answers((job(&numbers) + &job(&numbers) + &job("[1]")).as_bytes());
    let points = found[1]["done"]["points"].as_array().expect("points");
    assert!(points.len() == 3 && points.iter().all(|pair| pair[0] == 1.0), "equals share the points: {found:?}");
    assert_eq!(found[1]["done"], found[2]["done"]);
    assert!(found[3]["refused"].as_str().is_some_and(|why| why.contains("are tuned here")), "{found:?}");
}

/// A search that only its deadline, or nobody's interest, ends.
fn endless(id: u64, more: &str) -> String {
    format!("{{\"id\": {id}, {more} \"job\": {{\"questions\": [{{\"game\": \"chess\"}}]}}}}")
}

#[test]
fn time_is_bounded_and_jobs_can_be_called_off() {
    let mut talk = Talk::begin();
    talk.hear();
    talk.say(&endless(1, r#""deadline_ms": 400, "heartbeat_ms": 100,"#));
    let first = talk.hear();
    assert!(first["id"] == 1 && first["working"].as_f64().is_some_and(|seconds| seconds < 1.0), "{first}");
    let last = std::iter::repeat_with(|| talk.hear()).find(|line| line.get("working").is_none()).expect("a line");
    assert!(last["stopped"].as_str().is_some_and(|why| why.contains("400 ms")), "{last}");
    talk.say(&endless(2, ""));
    std::thread::sleep(Duration::from_millis(300));
    talk.say(r#"{"cancel": 2}"#);
    assert_eq!(talk.hear(), json!({"id": 2, "stopped": "it was cancelled"}));
    // One whose turn has not come.
    talk.say(&endless(3, ""));
    talk.say(&endless(4, ""));
    talk.say(r#"{"cancel": 4}"#);
    talk.say(r#"{"cancel": 3}"#);
    assert_eq!([talk.hear()["id"].clone(), talk.hear()["id"].clone()], [json!(3), json!(4)]);
}

#[cfg(unix)]
#[test]
fn a_request_to_end_ends_the_job() {
    let mut talk = Talk::begin();
    talk.hear();
    talk.say(&endless(1, r#""heartbeat_ms": 50,"#));
    talk.hear();
    let begin = Instant::now();
    signal("TERM", talk.child.id());
    assert!(talk.child.wait().expect("it ends").success());
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[cfg(unix)]
fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args(["-s", name, &process.to_string()]).status().expect("kill").success());
}

const PLAYERS: [&str; 3] = ["connect-four", "kiebitz:nodes=300", "kiebitz:nodes=100"];

/// A run of games, with its journal and its PGN.
struct Run {
    folder: tempfile::TempDir,
}

impl Run {
    fn new() -> Run {
        Run { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, command: &str, arguments: &[&str]) -> Command {
        let mut run = kiebitz();
        run.arg(command).args(PLAYERS).args(arguments);
        run.arg("--journal").arg(self.path("run.jsonl")).arg("--pgn").arg(self.path("games.pgn"));
        run
    }

    /// Plays; what was said on the error output.
    fn play(&self, command: &str, arguments: &[&str]) -> String {
        let output = common::finish(self.command(command, arguments).spawn().expect("it starts"));
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// What was played, without what depends on the time that it took: the journal in the order of its games, and the PGN as it is.
    fn outcome(&self) -> (Vec<Value>, String) {
        let text = std::fs::read_to_string(self.path("run.jsonl")).expect("a journal");
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        for line in &mut lines {
            let map = line.as_object_mut().expect("an object");
            ["crc", "seconds", "preparing", "thinking", "clock_gap"].iter().for_each(|name| drop(map.remove(*name)));
            if let Some(Value::String(pgn)) = map.get_mut("pgn") {
                *pgn = untimed(pgn);
            }
        }
        lines.sort_by_key(|line| (line["fixture"]["pair"].as_u64(), line["fixture"]["leg"].as_u64()));
        (lines, untimed(&std::fs::read_to_string(self.path("games.pgn")).expect("games")))
    }
}

/// PGN without the times of its moves; they also decide where its lines break.
fn untimed(pgn: &str) -> String {
    let words: Vec<&str> = pgn.split_whitespace().collect();
    let kept =
        words.iter().enumerate().filter(|(at, word)| **word != "[%emt" && (*at == 0 || words[at - 1] != "[%emt"));
    // Where the time was the last of a remark, its bracket is gone with it.
    kept.map(|(_, word)| word.trim_end_matches('}'))
        .filter(|word| !word.starts_with("[Date"))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn workers_play_the_same_games() {
    let (here, there) = (Run::new(), Run::new());
    here.play("match", &["--games", "15"]);
    let said = there.play("match", &["--games", "15", "--workers", "local:2"]);
    assert_eq!(said, "");
    assert_eq!(there.outcome(), here.outcome());
    let again = there.play("match", &["--games", "15", "--workers", "local:2", "--resume"]);
    assert!(again.contains("15 games have been played before"), "{again}");
    assert_eq!(there.outcome().1, here.outcome().1);
}

#[test]
fn tournaments_of_all_kinds_come_to_the_same() {
    for format in ["round-robin", "swiss", "knockout"] {
        let (here, there) = (Run::new(), Run::new());
        let more = ["kiebitz:nodes=50", "random", "--format", format];
        here.play("tournament", &more);
        there.play("tournament", &[&more[..], &["--workers", "local:2"]].concat());
        assert_eq!(there.outcome(), here.outcome(), "{format}");
    }
}

#[test]
fn a_test_ends_after_the_same_pairs() {
    let more = ["--elo0", "-20", "--elo1", "60", "--nodes", "50", "--json"];
    let players = ["connect-four", "kiebitz:nodes=400", "kiebitz:nodes=60"];
    let run = |workers: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("run.jsonl");
        let mut all = [&["sprt"], &players[..], &more, workers].concat();
        all.extend(["--journal", journal.to_str().expect("UTF-8")]);
        json(&all)
    };
    let (here, one, three) = (run(&[]), run(&["--workers", "local:1"]), run(&["--workers", "local:3"]));
    for name in ["verdict", "llr", "games", "pairs"] {
        assert_eq!(one[name], three[name], "{name}: {one} {three}");
    }
    // In this process games that were about to end when it was decided are counted as well.
    assert_eq!((&here["verdict"], &three["verdict"]), (&json!("H1"), &json!("H1")), "{here}");
}

/// Brings the lines of each connection to a worker, as a carrier does that knows machines: the first one ends with its second job, the
/// second one has no place for a worker at first.
#[cfg(unix)]
fn carry(path: &Path) {
    let listener = std::os::unix::net::UnixListener::bind(path).expect("a socket");
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().map_while(Result::ok).enumerate() {
            let input = BufReader::new(stream.try_clone().expect("two halves"));
            let mut output = stream;
            std::thread::spawn(move || {
                if number == 1 {
                    // Whether the driver is still there is its own business, here and below.
                    let _ = writeln!(output, "{{\"waiting\": {{}}}}\n{{\"failed\": \"no machine is free\"}}");
                    return;
                }
                let mut child = kiebitz().arg("worker").stdin(Stdio::piped()).spawn().expect("it starts");
                let (mut said, mut told) = (child.stdout.take().expect("piped"), child.stdin.take().expect("piped"));
                std::thread::spawn(move || std::io::copy(&mut said, &mut output));
                let most = if number == 0 { 2 } else { usize::MAX };
                for line in input.lines().map_while(Result::ok).take(most) {
                    if writeln!(told, "{line}").is_err() {
                        break;
                    }
                }
                let _ = child.kill();
                let _ = child.wait();
            });
        }
    });
}

#[cfg(unix)]
#[test]
fn workers_behind_a_socket_play_the_same_games() {
    let (here, there) = (Run::new(), Run::new());
    here.play("match", &["--games", "30"]);
    let path = there.path("carrier");
    carry(&path);
    let said = there.play("match", &["--games", "30", "--workers", &format!("socket:{}/2", path.display())]);
    assert_eq!(there.outcome(), here.outcome());
    assert!(said.contains("lost: it has ended") && said.contains("lost: no machine is free"), "{said}");
}

/// A worker that is a shell script: it says hello as ours does, and then does what it likes with the job that it reads.
#[cfg(unix)]
fn script(folder: &Path, name: &str, hello: &str, text: &str) -> String {
    let path = folder.join(name);
    let id = "id=$(printf %s \"$job\" | sed 's/.*\"id\":\\([0-9]*\\).*/\\1/')";
    std::fs::write(&path, format!("printf '%s\\n' '{hello}'\nread -r job\n{id}\n{text}\n")).expect("written");
    format!("cmd:sh {}", path.display())
}

#[cfg(unix)]
#[test]
fn who_lies_dies_or_sleeps_costs_nothing() {
    let hello = serde_json::to_string(&answers(b"")[0]).expect("JSON");
    let wrong = hello.replace("\"bench\":", "\"bench\":1");
    let (here, there) = (Run::new(), Run::new());
    here.play("match", &["--games", "60"]);
    let folder = tempfile::tempdir().expect("a folder");
    let script = |name: &str, hello: &str, text: &str| script(folder.path(), name, hello, text);
    let workers = [
        "local:1".to_string(),
        script("otherwise", &wrong, "sleep 100"),
        script("dead", &hello, "exit 1"),
        script("asleep", &hello, "sleep 1000"),
        script("babbling", &hello, "echo nonsense; sleep 100"),
        script("false", &hello, "echo \"{\\\"id\\\":$id,\\\"done\\\":{\\\"games\\\":[]}}\"; sleep 100"),
        script("unasked", &hello, "echo '{\"id\":999,\"stopped\":\"x\"}'; sleep 100"),
        script(
            "unable",
            &hello,
            "while true; do echo \"{\\\"id\\\":$id,\\\"refused\\\":\\\"no\\\"}\"; read -r job; done",
        ),
    ];
    let said = there.play("match", &["--games", "60", "--workers", &workers.join(",")]);
    assert_eq!(there.outcome(), here.outcome());
    for (name, what) in [
        ("otherwise", "it plays otherwise"),
        ("dead", "lost: it has ended"),
        ("babbling", "what means nothing"),
        ("false", "other games than it was asked for"),
        ("unasked", "what it was not asked"),
        ("unable", ": no"),
    ] {
        assert!(said.lines().any(|line| line.contains(name) && line.contains(what)), "{name}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn without_workers_it_ends_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = script(folder.path(), "none", r#"{"hello":{"version":1,"program":"x","bench":1}}"#, "sleep 100");
    let run = Run::new();
    let output = common::finish(run.command("match", &["--workers", &none]).spawn().expect("it starts"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("no worker is left"), "{output:?}");
    let output = common::run(&["match", "random", "random", "--workers", "http://x"]);
    assert!(
        output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains("local:N"),
        "{output:?}"
    );
}

/// The workers of a driver.
#[cfg(target_os = "linux")]
fn workers_of(driver: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if status.contains(&format!("\nPPid:\t{driver}\n")) && String::from_utf8_lossy(&command).contains("worker") {
            found.push(process);
        }
    }
    found
}

/// Waits until so many games are in a journal.
#[cfg(target_os = "linux")]
fn wait_for(path: &Path, games: usize) {
    let begin = Instant::now();
    while std::fs::read_to_string(path).unwrap_or_default().lines().count() < games + 1 {
        assert!(begin.elapsed() < Duration::from_secs(200), "{games} games");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn killed_and_frozen_workers_and_a_killed_driver() {
    let (here, there) = (Run::new(), Run::new());
    let more = ["--games", "200"];
    here.play("match", &more);
    let workers = [&more[..], &["--workers", "local:3"]].concat();
    let mut driver = there.command("match", &workers).spawn().expect("it starts");
    let journal = there.path("run.jsonl");
    wait_for(&journal, 4);
    let processes = workers_of(driver.id());
    assert_eq!(processes.len(), 3);
    signal("KILL", processes[0]);
    signal("STOP", processes[1]);
    wait_for(&journal, 30);
    signal("KILL", driver.id());
    let _ = driver.wait();
    let begin = Instant::now();
    while processes.iter().any(|process| Path::new(&format!("/proc/{process}/exe")).exists()) {
        assert!(begin.elapsed() < Duration::from_secs(30), "workers outlive their driver");
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = there.play("match", &[&workers[..], &["--resume"]].concat());
    assert!(said.contains("games have been played before"), "{said}");
    assert_eq!(there.outcome(), here.outcome());
}

#[test]
fn workers_share_the_moves_of_a_position() {
    let common = ["search", "connect-four", "--position", "445", "--depth", "6", "--multipv", "7", "--json"];
    let whole = json(&[&common[..], &["--techniques", "minimax+alpha-beta"]].concat());
    // The same list asks for counters, which many searches do not have.
    let refused =
        typed(&[&common[..], &["--techniques", "minimax", "--counters", "--workers", "local:1"]].concat(), b"");
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("counters"), "{refused:?}");
    let shared = json(&[&common[..], &["--techniques", "minimax+alpha-beta", "--workers", "local:2"]].concat());
    let scores = |found: &Value| {
        let lines = found["lines"].as_array().expect("lines").iter();
        lines.map(|line| line["score"].as_i64().expect("a number")).collect::<Vec<_>>()
    };
    assert_eq!(scores(&shared), scores(&whole));
    assert_eq!((scores(&shared).len(), &shared["move"]), (7, &whole["move"]));
    let text = ok(&["search", "connect-four", "--position", "445", "--depth", "6", "--workers", "local:2"]);
    assert!(text.contains(&format!("Best move: {}", whole["move"].as_str().expect("a move"))), "{text}");
    let over = ok(&["search", "tic-tac-toe", "--position", "XXXOO----", "--workers", "local:2"]);
    assert!(over.starts_with("The game is over."), "{over}");
}
