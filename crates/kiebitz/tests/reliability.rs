//! What is promised in docs/reliability.md, where it is the commands that keep it.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use common::{kiebitz, ok, run};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("writable");
    path.display().to_string()
}

/// The error output of a command that fails with this code.
fn fails(args: &[&str], code: i32) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    told(&output)
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Looks again and again, for as long as even a busy machine takes.
fn comes_true(mut condition: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + Duration::from_secs(60);
    while !condition() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    condition()
}

const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4 e7e5";

/// A third repetition ends a game only if somebody says so.
#[test]
fn games_go_on_after_a_third_repetition() {
    let folder = folder();
    let pgn = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n\
               1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. e4 e5 1-0\n";
    let pgn = &*write(folder.path(), "rep.pgn", pgn.as_bytes());
    let out = &*folder.path().join("out").display().to_string();
    ok(&["gif", pgn, "--out", out]);
    ok(&["gif", "chess", "--moves", SHUFFLE, "--out", out]);
    ok(&["svg", "chess", "--moves", SHUFFLE, "--out", out]);
    ok(&["analyse", pgn, "--nodes", "10"]);
    ok(&["history", "import", pgn, "--store", &format!("{out}.sqlite")]);
    let journal = &*format!("{out}.jsonl");
    ok(&["match", "random", "random", "--games", "2", "--openings", pgn, "--journal", journal, "--json"]);
}

#[test]
fn what_is_no_pgn_is_refused() {
    let folder = folder();
    let folder = folder.path();
    let utf16: Vec<u8> = "\u{feff}[Event \"x\"]\n\n1. e4 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let noise: Vec<u8> = (0..200_000_u64).map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect();
    let store = &*folder.join("history.sqlite").display().to_string();
    for (name, bytes, reason) in [("utf16.pgn", utf16, "UTF-16"), ("noise.pgn", noise, "game 1")] {
        let path = &*write(folder, name, &bytes);
        let text = fails(&["history", "import", path, "--store", store], 2);
        assert!(text.contains(name) && text.contains(reason) && text.contains("no game in it"), "{text}");
        let text = fails(&["match", "random", "random", "--openings", path, "--nodes", "1"], 2);
        assert!(text.contains(name), "{text}");
        fails(&["ratings", path], 2);
    }
    let good = &*write(folder, "good.pgn", b"1. e4 e5 *\n");
    let both = ["history", "import", &folder.join("noise.pgn").display().to_string(), good, "--store", store, "--json"];
    let output = run(&both);
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stdout).contains("\"added\": 1"));
    let results = &*write(folder, "results.pgn", b"1-0 1-0\n");
    assert!(fails(&["match", "random", "random", "--openings", results], 2).contains("game 1"));
}

/// A text as a frame of Zstandard that is not packed at all.
fn zstd(text: &str) -> Vec<u8> {
    let size = u8::try_from(text.len()).expect("a short text");
    let block = u32::from(size) << 3 | 1;
    [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, size][..], &block.to_le_bytes()[..3], text.as_bytes()].concat()
}

#[test]
fn ratings_of_packed_and_of_damaged_files() {
    let folder = folder();
    let game = |white: &str| format!("[White \"{white}\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n");
    let packed = &*write(folder.path(), "games.pgn.zst", &zstd(&(game("a") + &game("c"))));
    assert!(ok(&["ratings", packed]).contains("2 games."));
    let damaged = game("a") + &game("c").replace("\"c\"]", "\"c") + &game("d");
    let damaged = &*write(folder.path(), "damaged.pgn", damaged.as_bytes());
    let output = run(&["ratings", damaged]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("2 games."), "{output:?}");
    assert!(told(&output).contains("damaged.pgn, game 2, line 7: "), "{output:?}");
}

#[test]
fn playouts_always_have_a_move() {
    let text = ok(&["search", "go(size=9)", "--mcts", "--time", "0"]);
    assert!(text.contains("Best move: ") && !text.contains("none"), "{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn errors_of_writing_name_the_file() {
    let folder = folder();
    let journal = folder.path().join("journal").display().to_string();
    let text = fails(&["match", "random", "random", "--games", "2", "--pgn", "/dev/full", "--journal", &journal], 1);
    assert!(text.contains("/dev/full: "), "{text}");
    let text = fails(&["match", "random", "random", "--games", "2", "--journal", "/dev/full"], 2);
    assert!(text.contains("/dev/full: "), "{text}");
}

/// A device without an end is refused after what a file may have, wherever a file is read whole.
#[test]
#[cfg(target_os = "linux")]
fn devices_without_an_end_are_refused() {
    for (args, code) in [
        (&["match", "random", "random", "--games", "2", "--openings", "/dev/zero"][..], 2),
        (&["lab", "ablate", "chess", "--positions", "/dev/zero"], 2),
        (&["search", "chess", "--nodes", "1", "--eval", "network:/dev/zero"], 2),
    ] {
        let text = fails(args, code);
        assert!(text.contains("/dev/zero") && text.contains("more than"), "{args:?}: {text}");
    }
}

/// Every line of a journal stands for itself.
#[test]
fn a_damaged_journal_costs_what_is_damaged() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (journal, pgn) = (place("run.jsonl"), place("run.pgn"));
    let args =
        ["match", "random:seed=1", "random:seed=2", "--games", "8", "--nodes", "1", "--json", "--journal", &journal];
    let points = |text: &[u8]| {
        let value: serde_json::Value = serde_json::from_slice(text).expect("JSON");
        ["games", "wins", "draws", "losses"].map(|name| value[name].as_u64().expect(name))
    };
    let whole = points(&run(&args).stdout);
    assert_eq!(whole[0], 8);
    let text = std::fs::read_to_string(&journal).expect("a journal");
    // A digit of the result of line 4, which is still JSON; a game twice; a torn end.
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    lines[3] = if lines[3].contains("\"half_points\":1") {
        lines[3].replace("\"half_points\":1", "\"half_points\":2")
    } else {
        lines[3].replace("\"half_points\":", "\"half_points\":0")
    };
    lines.push(lines[1].clone());
    let damaged = lines.join("\n") + "\n{\"crc\":\"00";
    std::fs::write(&journal, &damaged).expect("writable");
    let mut again = args.to_vec();
    again.extend(["--resume", "--pgn", &pgn]);
    let output = run(&again);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(points(&output.stdout), whole);
    let text = told(&output);
    for line in ["line 4 is of no use", "line 11 is of no use: it is the game of line 2 again", "line 12 is of no use"]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.contains("7 games have been played before"), "{text}");
    let after = std::fs::read_to_string(&journal).expect("a journal");
    assert!(after.starts_with(&damaged), "the file only ever grows");
    assert_eq!(std::fs::read_to_string(&pgn).expect("games").matches("[Event ").count(), 8);
}

/// One file, one writer.
#[test]
#[cfg(unix)]
fn two_at_once_are_one_too_many() {
    let folder = folder();
    let path = folder.path().join("chess.games");
    let name = path.display().to_string();
    let generate = |games| ["data", "generate", "chess", "--games", games, "--nodes", "100", "--out", &name];
    let mut first = kiebitz().args(generate("1000000")).stdout(Stdio::null()).spawn().expect("the binary starts");
    let grows = comes_true(|| path.metadata().is_ok_and(|data| data.len() > 1000));
    // If it were let in, it would find its games there and be done.
    let second = run(&generate("1"));
    first.kill().expect("ours");
    first.wait().expect("a child");
    assert!(grows, "the first one writes");
    let text = told(&second);
    assert!(second.status.code() == Some(2) && text.contains("chess.games: another program is writing"), "{second:?}");
    #[cfg(target_os = "linux")]
    assert!(text.contains(&format!("process {}", first.id())), "{text}");
    // And the file is whole: the next one goes on.
    ok(&["data", "show", &name]);
}

#[test]
#[cfg(target_os = "linux")]
fn one_maker_of_tables_a_folder_and_no_leftovers() {
    let folder = folder();
    let dead = {
        let mut dead = std::process::Command::new("true").spawn().expect("true exists");
        dead.wait().expect("a child");
        dead.id()
    };
    let leftover = folder.path().join(format!("KQK.kdtm.{dead}.part"));
    std::fs::write(&leftover, "half a table").expect("writable");
    let place = folder.path().display().to_string();
    let held = engine::Exclusive::folder(folder.path()).expect("free").expect("Unix");
    let args = ["endgame", "generate", "--men", "3", "--folder", &place];
    assert!(fails(&args, 1).contains("another program is writing"));
    drop(held);
    ok(&args);
    assert!(!leftover.exists());
    assert!(
        folder.path().read_dir().expect("a folder").flatten().all(|entry| entry.path().extension().unwrap() == "kdtm")
    );
}

/// A program as somebody who may not do everything, with a copy of the binary that they can reach.
#[cfg(target_os = "linux")]
fn as_nobody(binary: &Path, args: &[&str]) -> Output {
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    let mut command = std::process::Command::new(binary);
    command.args(args).stdin(Stdio::null());
    // Only who is root has to become somebody else.
    if std::fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0) {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.output().expect("the binary starts")
}

#[test]
#[cfg(target_os = "linux")]
fn a_history_that_may_only_be_read_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let mode = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("ours");
    };
    let binary: PathBuf = folder.path().join("kiebitz");
    std::fs::copy(env!("CARGO_BIN_EXE_kiebitz"), &binary).expect("room");
    mode(folder.path(), 0o755);
    let data = folder.path().join("some data");
    std::fs::create_dir(&data).expect("a folder");
    let pgn = &*write(folder.path(), "game.pgn", b"1. e4 e5 2. Nf3 1-0\n");
    let store = &*data.join("history.sqlite").display().to_string();
    ok(&["history", "import", pgn, "--store", store]);
    mode(Path::new(store), 0o444);
    mode(&data, 0o555);
    let show = ["history", "show", "--store", store];
    let shown = as_nobody(&binary, &show);
    assert!(shown.status.success() && String::from_utf8_lossy(&shown.stdout).contains("e4"), "{shown:?}");
    let refused = as_nobody(&binary, &["history", "import", pgn, "--store", store]);
    assert!(!refused.status.success() && told(&refused).contains("history.sqlite"), "{refused:?}");
    mode(&data, 0o000);
    let refused = as_nobody(&binary, &show);
    assert!(told(&refused).contains("ermission denied") && !told(&refused).contains("no history yet"), "{refused:?}");
    mode(&data, 0o755);
}

/// A program that hangs at every question is not asked all of them.
#[test]
#[cfg(unix)]
fn a_check_of_a_program_that_hangs_ends() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let script = "#!/bin/sh\nwhile read -r word rest; do case $word in uci) echo 'id name x'; echo uciok;; \
                  isready) echo readyok;; quit) exit;; esac; done\n";
    let path = write(folder.path(), "hangs", script.as_bytes());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("ours");
    let begin = Instant::now();
    let output = run(&["arena", "check", &path]);
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(1) && text.contains("the rest is left out"), "{text}");
}

/// The engine, spoken to as programs do.
struct Talk {
    child: std::process::Child,
    lines: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
}

impl Talk {
    fn new() -> Talk {
        use std::io::BufRead;
        let mut child = kiebitz().arg("uci").stdin(Stdio::piped()).spawn().expect("the binary starts");
        let lines = std::io::BufReader::new(child.stdout.take().expect("piped")).lines();
        Talk { child, lines }
    }

    fn ask(&mut self, text: &str, sign: &str) -> String {
        use std::io::Write;
        writeln!(self.child.stdin.as_mut().expect("piped"), "{text}").expect("it listens");
        let mut lines = self.lines.by_ref().map_while(Result::ok);
        lines.find(|line| line.starts_with(sign)).unwrap_or_else(|| panic!("{text}: it ended before '{sign}'"))
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// With more threads than any machine has processors, the time is kept: once this took minutes.
#[test]
fn time_is_kept_with_many_threads() {
    for ready in ["isready", ""] {
        let mut talk = Talk::new();
        talk.ask("uci\nsetoption name Threads value 256", "uciok");
        if !ready.is_empty() {
            talk.ask(ready, "readyok");
        }
        let begin = Instant::now();
        talk.ask("position startpos\ngo movetime 500", "bestmove");
        assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
    }
}

/// What the first search would have to do is done before it: above all, the memory of the table is there.
#[test]
#[cfg(target_os = "linux")]
fn ready_means_ready() {
    let mut talk = Talk::new();
    let resident = |talk: &Talk| -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", talk.child.id())).expect("it lives");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
        line.split_whitespace().next().and_then(|size| size.parse().ok()).expect("a number")
    };
    talk.ask("uci\nsetoption name Hash value 256", "uciok");
    assert!(resident(&talk) < 200 << 10);
    talk.ask("isready", "readyok");
    assert!(resident(&talk) >= 256 << 10, "{} KiB", resident(&talk));
}
