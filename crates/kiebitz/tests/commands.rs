//! Every command, as text and as JSON.

mod common;

use common::{GAMES, json, kiebitz, ok, run};

#[test]
fn help_and_version() {
    assert!(ok(&["--version"]).starts_with("kiebitz "));
    // Without a word and away from a terminal it is a UCI engine, which has nothing to say to nobody.
    assert_eq!(ok::<&str>(&[]), "");
    let text = ok(&["--help"]);
    assert!(text.contains("kiebitz play") && text.contains("Usage"), "{text}");
    for command in ["games", "play", "search", "solve", "perft", "bench", "endgame", "uci", "completions"] {
        let text = ok(&[command, "--help"]);
        assert!(text.contains("Example"), "{command}: {text}");
    }
}

#[test]
fn games_lists_every_game() {
    let text = ok(&["games"]);
    for name in ["tic-tac-toe", "connect-four", "othello", "draughts", "go"] {
        assert!(text.contains(&format!("{name}\n")), "{name}: {text}");
    }
    let games = json(&["games", "--json"]);
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        for field in ["description", "parameters", "evaluators", "position_example"] {
            assert!(!game[field].is_null(), "{name}: {field}");
        }
        // The example must be a position indeed, and every evaluator must be known.
        let position = game["position_example"].as_str().unwrap();
        for evaluator in game["evaluators"].as_array().unwrap() {
            let evaluator = evaluator.as_str().unwrap();
            let args = ["search", name, "--position", position, "--depth", "1", "--eval", evaluator, "--json"];
            assert!(json(&args)["move"].is_string(), "{args:?}");
        }
    }
}

#[test]
fn perft_of_every_game() {
    let known = [
        ("tic-tac-toe", 9, 127_872),
        ("connect-four", 6, 117_649),
        ("othello", 6, 8_200),
        ("othello(size=6)", 5, 1_364),
        ("draughts", 6, 36_768),
        ("draughts(rules=international)", 5, 27_117),
        ("draughts(rules=russian)", 6, 37_986),
        ("go(size=5)", 3, 15_650),
        ("go(size=5,komi=0.5)", 0, 1),
    ];
    for (game, depth, nodes) in known {
        let depth = depth.to_string();
        let text = ok(&["perft", game, &depth]);
        assert_eq!(text.lines().last(), Some(format!("Nodes: {nodes}").as_str()), "{game}");
        let value = json(&["perft", game, &depth, "--json", "--divide", "--threads", "3"]);
        assert_eq!(value["nodes"], nodes, "{game}");
        let sum: u64 = value["moves"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        assert!(depth == "0" || sum == nodes, "{game}");
    }
}

#[test]
fn search_of_every_game() {
    for game in GAMES {
        let text = ok(&["search", game, "--depth", "3", "--multipv", "2"]);
        assert!(text.lines().last().unwrap().starts_with("Best move: "), "{game}: {text}");
        for extra in [&["--depth", "3"][..], &["--nodes", "300"], &["--time", "0.05"], &["--mcts", "--nodes", "50"]] {
            let value = json(&[&["search", game, "--json"], extra].concat());
            for field in ["move", "score", "depth", "nodes", "time_ms", "pv", "counters"] {
                assert!(!value[field].is_null(), "{game} {extra:?}: {field} in {value}");
            }
            assert_eq!(value["pv"][0], value["move"], "{game} {extra:?}");
        }
    }
}

#[test]
fn search_at_the_end_of_a_game_keeps_the_contract() {
    let value = json(&["search", "tic-tac-toe", "--position", "XXXOO----", "--depth", "3", "--json"]);
    assert!(value["move"].is_null());
    for field in ["score", "depth", "nodes", "time_ms", "pv", "counters"] {
        assert!(!value[field].is_null(), "{field} in {value}");
    }
    let text = ok(&["search", "tic-tac-toe", "--position", "XXXOO----", "--depth", "3"]);
    assert!(text.contains("X wins: three in a row"), "{text}");
}

#[test]
fn the_branching_factor_is_that_of_finished_iterations() {
    let factor = |nodes: &str| {
        let techniques = "minimax+iterative-deepening";
        let args = ["search", "tic-tac-toe", "--techniques", techniques, "--nodes", nodes, "--json"];
        json(&args)["counters"]["effective-branching-factor"].as_f64().unwrap()
    };
    // 10, 82, 586, 3610 nodes to depths 1 to 4: whether the fifth iteration is broken off early or late does not matter.
    assert_eq!(factor("5000"), factor("9000"));
    assert!(factor("5000") > 5.0, "{}", factor("5000"));
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let text = ok(&["solve", "tic-tac-toe"]);
    for part in ["Value: draw", "255168", "5478", "765"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let value = json(&["solve", "tic-tac-toe", "--json"]);
    assert_eq!((&value["courses"], &value["positions"], &value["score"]), (&255_168.into(), &5_478.into(), &0.into()));
}

#[test]
fn small_games_are_solved() {
    let known = [
        ("connect-four(width=4,height=4)", "start", "draw"),
        ("connect-four", "44444455555511712", "X wins in 2 plies"),
        ("othello(size=4)", "start", "White wins by 10 discs"),
        ("draughts", "W:WK2,K10:BK1", "White wins in"),
        ("go(size=5,komi=0.5)", "C3 pass pass", "Black wins by 24.5 points"),
    ];
    for (game, position, value) in known {
        let text = ok(&["solve", game, "--position", position, "--hash", "16"]);
        assert!(text.contains(value), "{game}: {text}");
        let json = json(&["solve", game, "--position", position, "--hash", "16", "--json"]);
        assert!(json["score"].is_i64() && json["value"].is_string(), "{game}: {json}");
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    // Two kings chase each other for ever.
    let output = run(&["solve", "draughts", "--position", "W:WK32:BK1", "--hash", "16"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("may be a draw"), "{output:?}");
}

#[test]
fn bench_is_the_same_twice() {
    let signature = || {
        let text = ok(&["bench", "--quick"]);
        let last = text.lines().last().unwrap().to_string();
        let words: Vec<&str> = last.split(' ').collect();
        assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
        words[0].to_string()
    };
    assert_eq!(signature(), signature());
}

#[test]
fn completions_for_shells() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(ok(&["completions", shell]).contains("kiebitz"), "{shell}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    for args in [&["games"][..], &["search", "othello", "--time", "60"], &["completions", "bash"]] {
        let mut child = kiebitz().args(args).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

#[test]
fn no_color_when_piped() {
    let output = run(&["play", "othello", "--first", "random", "--second", "random"]);
    assert!(output.status.success() && !output.stdout.contains(&0x1b));
}
