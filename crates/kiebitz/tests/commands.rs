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
    for command in ["games", "play", "search", "eval", "solve", "perft", "bench", "endgame", "uci", "completions"] {
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
        ("connect-four", "44444455555511712", "Red wins in 2 plies"),
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

/// What is written as a file of weights plays as what is built in, and what is changed in it does not.
#[test]
fn weights_go_to_a_file_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let path = file.to_str().expect("UTF-8");
    for (game, evaluator, changed) in [
        ("chess", "classical", "scale.mobility=0"),
        ("draughts", "positional", "scale.places=0"),
        ("othello", "positional", "scale.corners=0"),
        ("connect-four", "threats", "scale.center=0"),
        ("go", "area", "scale.influence=0"),
    ] {
        // The nodes of each position, but not those of the same game by other rules: these have weights of their own.
        let nodes = |eval: &str| {
            let text = ok(&["bench", game, "--quick", "--eval", eval]);
            let here = text.lines().filter(|line| line.split(' ').next() == Some(game)).map(String::from);
            here.collect::<Vec<_>>()
        };
        assert!(ok(&["eval", game, "--weights-out", path]).contains("Written"), "{game}");
        let built_in = nodes(evaluator);
        assert!(!built_in.is_empty(), "{game}: nothing is searched");
        assert_eq!(nodes(&format!("{evaluator}(weights={path})")), built_in, "{game}");
        assert_ne!(nodes(&format!("{evaluator}(weights={path},{changed})")), built_in, "{game}");
    }
    std::fs::write(&file, "evaluator = \"area\"\nstons = [1]\n").expect("a file");
    let refused = run(&["eval", "go", "--eval", &format!("area(weights={path})")]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        refused.status.code() == Some(2) && told.contains("line 2: no term 'stons'; did you mean 'stones'?"),
        "{told}"
    );
}

#[test]
fn a_judgement_is_told_by_groups() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    let value = json(&["eval", "chess", "--position", fen, "--eval", "material", "--json"]);
    assert_eq!((value["value"].as_i64(), value["groups"][0]["value"].as_f64()), (Some(100), Some(100.0)), "{value}");
    let text = ok(&["eval", "chess", "--position", fen, "--eval", "material(scale.material=50%)"]);
    assert!(text.contains("+0.50") && text.contains("turing"), "{text}");
    // The parts make the whole, but for rounding.
    for game in GAMES {
        let value = json(&["eval", game, "--eval", "handmade", "--json"]);
        let sum: f64 = value["groups"].as_array().unwrap().iter().filter_map(|group| group["value"].as_f64()).sum();
        let whole = value["value"].as_f64().unwrap();
        assert!(game.starts_with("go") || (sum - whole).abs() < 3.0, "{game}: {sum} {whole}");
    }
}

/// A network tells its judgement by stages and piece by piece; the terms stand beside it, and it is said whose they are.
#[test]
fn a_network_is_taken_apart() {
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    for evaluator in ["network", "network-0", "network-1"] {
        let line = "e5 e4 Nf6";
        let judged = json(&["eval", "chess", "--position", fen, "--eval", evaluator, "--line", line, "--json"]);
        assert_eq!((&judged["evaluator"], &judged["terms"]), (&evaluator.into(), &"classical".into()));
        let (value, network) = (judged["value"].as_i64().expect("a value"), &judged["network"]);
        assert!(value > 500, "a queen more for White: {judged}");
        let stage = network["stage"].as_u64().expect("a stage") as usize;
        assert_eq!((stage, &network["stages"][stage]["value"]), (7, &judged["value"]));
        let queen = network["pieces"].as_array().and_then(|pieces| pieces.iter().find(|one| one["square"] == "d1"));
        assert!(queen.is_some_and(|queen| queen["worth"].as_f64() > Some(4.0)), "{judged}");
        let moves: Vec<_> = judged["line"].as_array().expect("a line").iter().map(|ply| &ply["move"]).collect();
        assert_eq!(moves, [&serde_json::Value::Null, &"e5".into(), &"e4".into(), &"Nf6".into()]);
    }
    let text = ok(&["eval", "chess", "--line", "e4 e5"]);
    for part in ["[8]", "taken away", "k  ", "without the network, for comparison", "king-safety", "classical", "2 e5"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let plain = ok(&["eval", "chess", "--eval", "classical", "--line", "e4"]);
    assert!(!plain.contains("stage") && plain.contains("1 e4"), "{plain}");
    for (words, part) in [
        (&["eval", "chess", "--eval", "network-77"][..], "carries network-0 to network-"),
        (&["eval", "connect-four", "--eval", "network-0"], "carries no network for connect-four"),
        (&["eval", "chess", "--line", "e4 e4"], "e4"),
        (&["svg", "chess", "--worth", "classical"], "'classical' is no network"),
    ] {
        let refused = run(words);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && told.contains(part), "{words:?}: {told}");
    }
}

/// Two players that differ in one weight play a match.
#[test]
fn players_differ_in_a_weight() {
    let text =
        ok(&["match", "draughts", "kiebitz:scale.back-row=0,nodes=50", "kiebitz:nodes=50", "--games", "4", "--json"]);
    assert!(text.contains("scale.back-row=0"), "{text}");
    let refused = run(&["match", "draughts", "kiebitz:scale.backrow=0,nodes=50", "kiebitz:nodes=50", "--games", "2"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && told.contains("did you mean 'back-row'?"), "{told}");
}
