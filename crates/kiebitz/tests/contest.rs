//! Players against each other: matches, tests, tournaments, ratings.

mod common;

use std::path::{Path, PathBuf};

use common::{GAMES, json, kiebitz, ok, run};

/// An empty folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("contest-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: PathBuf) -> String {
    path.to_str().expect("UTF-8").to_string()
}

/// This program as an external one.
fn as_uci(name: &str) -> String {
    format!("uci:{},arg=uci,name={name}", env!("CARGO_BIN_EXE_kiebitz"))
}

/// With the assertions that a development build has, in the rules, the search and the table: fifty games of chess without an
/// illegal move, a crash or a loss on time.
#[test]
fn fifty_games_are_clean() {
    let folder = folder("fifty");
    let journal = text(folder.join("games.jsonl"));
    let players = ["kiebitz:nodes=1500,hash=1", "kiebitz:nodes=1000,hash=1"];
    let args = ["--games", "50", "--random-plies", "6", "--concurrency", "2", "--journal", &journal, "--json"];
    let result = json(&[&["match", players[0], players[1]], &args[..]].concat());
    assert_eq!(result["games"], 50);
    for player in result["players"].as_array().expect("two players") {
        assert_eq!(player["faults"], serde_json::json!({}), "{player}");
    }
}

/// The moves and results of a PGN, without what differs from run to run.
fn moves(pgn: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let (mut inside, mut tags) = (false, true);
    for line in pgn.lines() {
        if line.starts_with('[') && !inside {
            if !tags {
                found.push(String::new());
            }
            tags = true;
            continue;
        }
        tags = false;
        for letter in line.chars().chain([' ']) {
            match letter {
                '{' => inside = true,
                '}' => inside = false,
                letter if !inside => found.last_mut().unwrap().push(letter),
                _ => {}
            }
        }
    }
    found.iter().map(|game| game.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn every_game_can_be_played() {
    let folder = folder("games");
    for (number, game) in GAMES.iter().chain(&["chess", "chess960(start=5)"]).enumerate() {
        let journal = text(folder.join(format!("{number}.jsonl")));
        let args = ["match", game, "kiebitz:nodes=20", "random", "--games", "2", "--random-plies", "2", "--json"];
        let value = json(&[&args[..], &["--journal", &journal]].concat());
        assert_eq!(value["games"], 2, "{game}: {value}");
        assert_eq!(value["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 1, "{game}");
        assert!(value["players"][0]["faults"].as_object().unwrap().is_empty(), "{game}: {value}");
    }
}

/// The same seed gives the same games, however many are played at a time; another seed gives others.
#[test]
fn games_come_from_the_seed() {
    let folder = folder("seed");
    let play = |name: &str, seed: &str, concurrency: &str| {
        let [pgn, journal] = ["pgn", "jsonl"].map(|ending| text(folder.join(format!("{name}.{ending}"))));
        let args =
            ["match", "kiebitz:nodes=60", "random", "--games", "4", "--seed", seed, "--concurrency", concurrency];
        ok(&[&args[..], &["--pgn", &pgn, "--journal", &journal, "--json"]].concat());
        let mut games = moves(&std::fs::read_to_string(pgn).unwrap());
        games.sort();
        games
    };
    let one = play("one", "7", "1");
    assert_eq!(one.len(), 4);
    assert_eq!(one, play("again", "7", "3"));
    assert_ne!(one, play("other", "8", "1"));
}

#[test]
fn programs_by_uci() {
    let folder = folder("uci");
    let pgn = text(folder.join("games.pgn"));
    let journal = text(folder.join("games.jsonl"));
    let args =
        ["match", &as_uci("other"), "random", "--games", "2", "--clock", "2+0.05", "--ponder", "--max-moves", "15"];
    let value = json(&[&args[..], &["--pgn", &pgn, "--journal", &journal, "--json"]].concat());
    assert_eq!((&value["games"], &value["players"][0]["name"]), (&2.into(), &"other".into()), "{value}");
    let pgn = std::fs::read_to_string(pgn).unwrap();
    for part in ["[White \"other\"]", "[TimeControl \"2+0.05\"]", "[%eval ", "[%clk 0:00:0", "[%nodes ", "[PlyCount \""]
    {
        assert!(pgn.contains(part), "no {part} in {pgn}");
    }
}

#[test]
fn a_clear_case_is_soon_decided() {
    let journal = text(folder("sprt").join("test.jsonl"));
    let args = ["sprt", "connect-four", "kiebitz:nodes=300", "random", "--elo1", "100", "--journal", &journal];
    let value = json(&[&args[..], &["--json"]].concat());
    assert_eq!(value["verdict"], "H1", "{value}");
    assert!(value["llr"].as_f64().unwrap() >= value["upper_bound"].as_f64().unwrap(), "{value}");
    assert!(value["games"].as_u64().unwrap() < 200 && value["expected_games"]["h1"].as_u64().unwrap() > 0, "{value}");
    let other =
        ["sprt", "connect-four", "random", "kiebitz:nodes=300", "--elo1", "100", "--journal", &journal, "--json"];
    assert_eq!(json(&other)["verdict"], "H0");
}

#[test]
fn all_formats_of_tournaments() {
    let folder = folder("formats");
    for (format, games) in [("round-robin", 12), ("gauntlet", 6), ("swiss", 8)] {
        let stem = text(folder.join(format));
        let journal = format!("{stem}.jsonl");
        let args = ["tournament", "tic-tac-toe", "kiebitz:nodes=50", "random", "mcts:playouts=20", "random:seed=5"];
        let args = [&args[..], &["--format", format, "--report", &stem, "--journal", &journal, "--json"]].concat();
        let value = json(&args);
        assert_eq!((&value["games"], &value["complete"]), (&games.into(), &true.into()), "{format}: {value}");
        let players = value["players"].as_array().unwrap();
        let points: f64 = players.iter().map(|player| player["points"].as_f64().unwrap()).sum();
        assert_eq!(points, f64::from(games), "{format}: {value}");
        for ending in ["txt", "md", "json", "svg"] {
            assert!(std::fs::metadata(format!("{stem}.{ending}")).unwrap().len() > 100, "{format} {ending}");
        }
    }
    let args = ["tournament", "tic-tac-toe", "kiebitz:nodes=50", "random", "random:seed=5", "--format", "knockout"];
    let journal = text(folder.join("knockout.jsonl"));
    let value = json(&[&args[..], &["--journal", &journal, "--json"]].concat());
    assert_eq!(value["winner"], "kiebitz:nodes=50", "{value}");
}

/// Killed in the middle and started again, a tournament plays exactly the games that are missing.
#[test]
#[cfg(unix)]
fn a_killed_tournament_goes_on() {
    let folder = folder("resume");
    let [journal, pgn] = ["run.jsonl", "run.pgn"].map(|name| text(folder.join(name)));
    let uci = as_uci("external");
    let args =
        ["tournament", "kiebitz:nodes=400", "kiebitz:nodes=200", "random", &uci, "--nodes", "200", "--games", "6"];
    let args = [&args[..], &["--concurrency", "2", "--journal", &journal, "--pgn", &pgn, "--json"]].concat();
    let mut child = kiebitz().args(&args).spawn().unwrap();
    let lines = || std::fs::read_to_string(&journal).unwrap_or_default().lines().count();
    while lines() < 6 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it could be killed");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // And the power fails while a line is written.
    let before = std::fs::read_to_string(&journal).unwrap();
    let whole = before.rfind('\n').unwrap() + 1;
    std::fs::write(&journal, format!("{}{{\"fixt", &before[..whole])).unwrap();
    let output = run(&[&args[..], &["--resume"]].concat());
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("games have been played before"), "{output:?}");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&value["games"], &value["complete"]), (&36.into(), &true.into()));
    let after = std::fs::read_to_string(&journal).unwrap();
    assert!(after.starts_with(&before[..whole]), "finished games are not played again");
    // The header, 36 games, the line that was torn, and the mark of the end.
    assert_eq!(after.lines().count(), 39);
    let games = moves(&std::fs::read_to_string(&pgn).unwrap());
    assert_eq!(games.len(), 36);
    // The same tournament without an interruption has the same table, as far as it does not depend on the other program.
    let whole_journal = text(folder.join("whole.jsonl"));
    let mut args: Vec<&str> = args.clone();
    let place = args.iter().position(|arg| *arg == journal).unwrap();
    args[place] = &whole_journal;
    let whole = json(&args);
    assert_eq!(whole["players"], value["players"]);
    // With other settings it is another run.
    let other = run(&["match", "random", "random", "--journal", &journal, "--resume"]);
    assert_eq!(other.status.code(), Some(2), "{other:?}");
    assert!(String::from_utf8_lossy(&other.stderr).contains("another run"), "{other:?}");
}

#[test]
fn ratings_from_pgn() {
    let folder = folder("ratings");
    let file = text(folder.join("games.pgn"));
    let game = |white: &str, black: &str, result: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n")
    };
    // 75 of 100 points: 191 Elo.
    let pgn =
        game("a", "b", "1-0").repeat(60) + &game("b", "a", "1/2-1/2").repeat(30) + &game("b", "a", "1-0").repeat(10);
    std::fs::write(&file, pgn + "[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n*\n").unwrap();
    let output = run(&["ratings", &file, "--anchor", "b=1000", "--json"]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("game 101"), "{output:?}");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&value["games"], &value["players"][1]["elo"]), (&100.into(), &1000.0.into()), "{value}");
    let svg = text(folder.join("list.svg"));
    let list = run(&["ratings", &file, "--markdown", "--svg", &svg]);
    assert!(String::from_utf8_lossy(&list.stdout).contains("| 1 | a "), "{list:?}");
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
}

#[test]
fn a_program_that_does_not_speak_uci() {
    let output = run(&["arena", "check", "uci:true"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && message.contains("true: "), "{output:?}");
}

#[test]
fn the_ladder() {
    let folder = folder("ladder");
    let stem = text(folder.join("levels"));
    let journal = text(folder.join("ladder.jsonl"));
    let args = ["lab", "ladder", "connect-four", "--levels", "1-3", "--only-levels", "--games", "4", "--out", &stem];
    let value = json(&[&args[..], &["--journal", &journal, "--json"]].concat());
    assert_eq!(value["steps"].as_array().unwrap().len(), 2, "{value}");
    let page = std::fs::read_to_string(format!("{stem}.md")).unwrap();
    for part in ["| level 3", "From level to level", "levels.svg", "kiebitz lab ladder 'connect-four' --levels 1-3"] {
        assert!(page.contains(part), "no {part} in {page}");
    }
}

/// The program against itself, once in this process and once by Hub, as a draughts board would talk to it.
#[test]
fn programs_by_hub() {
    let folder = folder("hub");
    for (rules, number) in [("international", 1), ("frisian", 2)] {
        let pgn = text(folder.join(format!("{number}.pgn")));
        let journal = text(folder.join(format!("{number}.jsonl")));
        let hub = format!("hub:{},arg=hub,name=other,option.hash=4,depth=3", env!("CARGO_BIN_EXE_kiebitz"));
        let game = format!("draughts(rules={rules})");
        let args = ["match", &game, &hub, "kiebitz:depth=2", "--games", "2", "--max-moves", "60", "--ponder"];
        let value = json(&[&args[..], &["--pgn", &pgn, "--journal", &journal, "--json"]].concat());
        assert_eq!(value["players"][0]["faults"], serde_json::json!({}), "{value}");
        let pgn = std::fs::read_to_string(pgn).unwrap();
        assert!(pgn.contains("[White \"other\"]") && pgn.contains("[%eval ") && pgn.contains('x'), "{pgn}");
        // With a clock and the other color.
        let args = ["match", &game, "random", &hub.replace(",depth=3", ""), "--games", "1", "--clock", "1+0.05"];
        let value = json(&[&args[..], &["--journal", &journal, "--json"]].concat());
        assert_eq!(value["losses"], 1, "{value}");
    }
    let chess = run(&["match", "hub:true", "random"]);
    assert!(String::from_utf8_lossy(&chess.stderr).contains("rules=international"), "{chess:?}");
}

/// With tables, games end as soon as their result is known, and the PGN says why.
#[test]
fn tables_end_games() {
    let folder = folder("tables");
    let [pgn, journal, openings] = ["games.pgn", "games.jsonl", "openings.epd"].map(|name| text(folder.join(name)));
    // A capture leads to three men: king and rook against king; the second position is a draw already.
    std::fs::write(&openings, "8/8/8/8/8/2k5/8/KRr5 w - - 0 1\n4k3/4P3/3K4/8/8/8/8/8 w - - 0 1\n").unwrap();
    let args =
        ["match", "kiebitz:nodes=200", "kiebitz:nodes=200", "--games", "4", "--openings", &openings, "--in-order"];
    let args = [&args[..], &["--pgn", &pgn, "--journal", &journal, "--tables", "--json"]].concat();
    let value = json(&args);
    assert_eq!((&value["games"], &value["adjudicated"]), (&4.into(), &4.into()), "{value}");
    assert_eq!((&value["draws"], &value["wins"]), (&2.into(), &1.into()), "{value}");
    let pgn = std::fs::read_to_string(pgn).unwrap();
    assert_eq!(pgn.matches("[Termination \"adjudication\"]").count(), 4, "{pgn}");
    assert_eq!(pgn.matches("endgame tables").count(), 4, "{pgn}");
    let other = run(&["match", "othello", "random", "random", "--tables"]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("for chess"), "{other:?}");
    let nowhere = run(&["match", "random", "random", "--syzygy", "/nonexistent"]);
    assert!(nowhere.status.code() == Some(2), "{nowhere:?}");
}

/// A program that does not leave when it is asked to is named and ended, and costs nobody a game.
#[test]
#[cfg(unix)]
fn a_program_that_ignores_quit() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("stays");
    let path = folder.join("stays");
    let script = format!("#!/bin/sh\n{} uci\nexec sleep 987654\n", env!("CARGO_BIN_EXE_kiebitz"));
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let journal = text(folder.join("games.jsonl"));
    let player = format!("uci:{},name=limpet", path.display());
    let args =
        ["match", &player, "random", "--games", "2", "--nodes", "50", "--max-moves", "10", "--journal", &journal];
    let output = run(&args);
    assert!(output.status.success(), "{output:?}");
    let notice = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(notice.contains("limpet: it did not leave within 2 seconds of 'quit' and was ended"), "{notice}");
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!report.contains("faults") && report.contains(" of 2"), "{report}");
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&line).contains("987654"), "{} is still there", entry.path().display());
    }
}
