//! `data generate`, `data show` and `tune texel`, as a person or a script would call them.

mod common;

use std::path::Path;

use common::{json, kiebitz, ok, run};

fn generate(game: &str, games: u32, path: &Path) -> serde_json::Value {
    let (games, path) = (games.to_string(), path.to_str().expect("UTF-8"));
    json(&["data", "generate", game, "--games", &games, "--nodes", "80", "--out", path, "--json"])
}

#[test]
fn help_has_examples() {
    for words in [
        &["data"][..],
        &["data", "generate"],
        &["data", "show"],
        &["data", "merge"],
        &["tune"],
        &["tune", "texel"],
        &["train"],
    ] {
        let text = ok(&[words, &["--help"]].concat());
        assert!(text.contains("Example"), "{words:?}: {text}");
    }
}

#[test]
fn games_are_generated_continued_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chess.games");
    let name = path.to_str().expect("UTF-8");
    let first = generate("chess", 3, &path);
    assert_eq!((&first["games"], &first["new_games"], &first["finished"]), (&3.into(), &3.into(), &true.into()));
    let more = generate("chess", 5, &path);
    assert_eq!((&more["games"], &more["new_games"]), (&5.into(), &2.into()));

    let shown = json(&["data", "show", name, "--sample", "3", "--json"]);
    assert_eq!(shown["game"], "chess");
    assert_eq!(shown["nodes"], 80);
    assert_eq!(shown["positions"], more["positions"]);
    assert_eq!(shown["samples"].as_array().map(Vec::len), Some(3));
    let position = shown["samples"][0]["position"].as_str().expect("a position");
    assert!(json(&["search", "chess", "--position", position, "--depth", "1", "--json"])["move"].is_string());
    let text = ok(&["data", "show", name, "--sample", "2"]);
    for part in ["Game: chess", "Games: 5", "Results:", "Endings:", "Score for the first player", "Position | score"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// The example of the README at a size for a test: games, a network, and a match that it must win against the evaluation that the games were
/// played with. (Smaller and with one epoch, 400 games of 80 nodes, it loses it: 68.5 of 200.)
#[test]
fn a_network_beats_the_evaluation_it_came_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (game, games, net) = ("othello(size=6)", place("six.games"), place("six.kbn"));
    let generate = ["data", "generate", game, "--games", "800", "--nodes", "100", "--eval", "discs", "--harvest"];
    ok(&[&generate[..], &["--threads", "2", "--out", &games]].concat());
    ok(&["train", game, "--data", &games, "--width", "64", "--epochs", "15", "--out", &net]);
    let network = format!("kiebitz:eval=network:{net},nodes=100");
    let played = json(&[
        "match",
        game,
        &network,
        "kiebitz:eval=discs,nodes=100",
        "--random-plies",
        "6",
        "--games",
        "200",
        "--json",
    ]);
    assert!(played["points"].as_f64() > Some(120.0), "{played}");

    // It expects what happens better than who played the games.
    let shown = json(&["data", "show", &games, "--eval", &format!("network:{net}"), "--eval", "discs", "--json"]);
    let loss = |index: usize| shown["surprise"]["evaluators"][index]["loss"].as_f64().expect("a loss");
    assert!(loss(0) < loss(1), "{}", shown["surprise"]);
    let text = ok(&["data", "show", &games, "--eval", "discs"]);
    assert!(text.contains(&format!("{:.4}  discs", loss(1))), "{text}");

    // What it thinks can be looked at.
    let judged = json(&["eval", game, "--eval", &format!("network:{net}"), "--line", "e4", "--json"]);
    let network = &judged["network"];
    assert_eq!((network["stage"].as_u64(), network["stages"].as_array().map(Vec::len)), (Some(0), Some(8)));
    assert_eq!(network["pieces"].as_array().map(Vec::len), Some(4), "{judged}");
    assert_eq!(judged["value"], network["stages"][0]["value"], "{judged}");
    assert_eq!(judged["line"].as_array().map(Vec::len), Some(2), "{judged}");
    let origin = network["provenance"].as_array().expect("how it came about");
    assert!(origin.iter().any(|one| one["value"].as_str().is_some_and(|text| text.contains("discs"))), "{judged}");
    let picture = ok(&["svg", game, "--worth", &format!("network:{net}")]);
    assert_eq!(picture.matches("class=\"note\"").count(), 4);
}

/// The example of the README, smaller: games, a network, a match with it.
#[test]
fn a_network_is_made_from_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (games, net, curve) = (place("four.games"), place("four.kbn"), place("four.svg"));
    let made = json(&[
        "data",
        "generate",
        "connect-four",
        "--games",
        "400",
        "--nodes",
        "80",
        "--threads",
        "2",
        "--harvest",
        "--out",
        &games,
        "--json",
    ]);
    assert_eq!(made["games"], 400);
    assert!(json(&["data", "show", &games, "--json"])["harvested"].as_u64() > made["positions"].as_u64());
    let train = |more: &[&str]| {
        let base = [
            "train",
            "connect-four",
            "--data",
            &games,
            "--width",
            "64",
            "--epochs",
            "10",
            "--out",
            &net,
            "--plot",
            &curve,
        ];
        [&base[..], more].concat().into_iter().map(String::from).collect::<Vec<_>>()
    };
    let trained = json(&train(&["--json"]));
    assert_eq!((&trained["finished"], &trained["width"]), (&true.into(), &64.into()));
    let reports = trained["reports"].as_array().expect("reports");
    let loss = |at: usize| reports[at]["validation"].as_f64().expect("a loss");
    assert!(loss(reports.len() - 1) < loss(0), "{trained}");
    assert!(trained["provenance"]["data"].as_str().is_some_and(|data| data.contains("at 80 nodes")), "{trained}");
    assert!(std::fs::read_to_string(&curve).expect("a picture").contains("the network"));
    let text = ok(&train(&["--resume"]));
    assert!(text.contains("Play with it: eval=network:"), "{text}");

    let player = format!("kiebitz:eval=network:{net},nodes=200");
    let played = json(&["match", "connect-four", &player, "random", "--games", "10", "--json"]);
    assert!(played["wins"].as_u64() >= Some(9), "{played}");
    let found = json(&["search", "connect-four", "--eval", &format!("network:{net}"), "--depth", "3", "--json"]);
    assert!(found["move"].is_string(), "{found}");

    for (words, part) in [
        (vec!["search", "connect-four", "--eval", "network", "--depth", "1"], "carries no network for connect-four"),
        (vec!["search", "chess", "--eval", "network:/no/such", "--depth", "1"], "network:/no/such"),
        (
            vec!["search", "othello", "--eval", &format!("network:{net}"), "--depth", "1"],
            "the network is for connect-four",
        ),
        (vec!["train", "chess", "--data", &games, "--out", &place("x.kbn")], "games of connect-four, not of chess"),
        (vec!["train", "connect-four", "--data", &games, "--out", "/no/such/folder/x.kbn"], "there is no folder"),
        (vec!["train", "connect-four", "--data", &games, "--width", "65", "--out", &place("x.kbn")], "multiple of 64"),
        (vec!["train", "connect-four", "--data", &games, "--lambda", "2", "--out", &place("x.kbn")], "from 0 to 1"),
    ] {
        let output = run(&words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && told.contains(part), "{words:?}: {told}");
    }
}

#[test]
fn weights_are_tuned_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("othello.games");
    generate("othello", 30, &path);
    let (data, out) = (path.to_str().expect("UTF-8"), folder.path().join("values.rs"));
    let out_name = out.to_str().expect("UTF-8");
    let tune = |threads: &str, more: &[&str]| {
        let base = ["tune", "texel", "othello", "--data", data, "--epochs", "5", "--threads", threads];
        [&base[..], more].concat().into_iter().map(String::from).collect::<Vec<_>>()
    };
    let tuned = json(&tune("1", &["--out", out_name, "--json"]));
    assert_eq!(
        tuned["games"]["train"].as_u64().zip(tuned["games"]["validation"].as_u64()).map(|(a, b)| a + b),
        Some(30)
    );
    let loss = |when: &str| tuned[when]["validation"].as_f64().expect("a loss");
    assert!(loss("after") <= loss("before") * 1.001, "{tuned}");
    let source = std::fs::read_to_string(&out).expect("written");
    assert!(source.contains("pub(super) const WEIGHTS"), "{source}");
    ok(&tune("2", &["--out", out_name]));
    assert_eq!(source, std::fs::read_to_string(&out).expect("written"), "two threads");

    // A file of weights is one that a player can play with.
    let weights = folder.path().join("mine.toml");
    ok(&tune("1", &["--out", weights.to_str().expect("UTF-8")]));
    let eval = format!("positional(weights={})", weights.display());
    let judged = json(&["eval", "othello", "--position", "f5", "--eval", &eval, "--json"].map(String::from));
    assert!(judged["value"].is_i64(), "{judged}");

    // In a tree that looks like the project's the file goes to its place.
    let place = folder.path().join("crates/boards/src/othello");
    std::fs::create_dir_all(&place).expect("a folder");
    std::fs::write(place.join("values.rs"), "old").expect("a file");
    let written = kiebitz().args(tune("1", &["--write"])).current_dir(&place).output().expect("it runs");
    assert!(written.status.success(), "{written:?}");
    assert_eq!(source, std::fs::read_to_string(place.join("values.rs")).expect("written"));
    let elsewhere = tempfile::tempdir().expect("a folder");
    let refused = kiebitz().args(tune("1", &["--write"])).current_dir(elsewhere.path()).output().expect("it runs");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");

    let text = ok(&tune("1", &[]));
    for part in ["to validate with", "epoch", "Train loss", "Validation loss", "Nothing was written"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn mistakes_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.games");
    std::fs::write(&bad, "not games").expect("a file");
    let (bad, none) = (bad.to_str().expect("UTF-8"), folder.path().join("none"));
    let none = none.to_str().expect("UTF-8");
    let cases: &[(&[&str], &str)] = &[
        (&["data", "show", bad], "byte 0"),
        (&["data", "show", none], "none"),
        (&["data", "generate", "checkers", "--games", "1", "--out", none], "checkers"),
        (&["data", "generate", "chess", "--games", "0", "--out", none], "whole number"),
        (&["data", "generate", "chess", "--games", "1", "--eval", "x", "--out", none], "evaluator 'x'"),
        (&["data", "generate", "chess", "--games", "1", "--out", bad], "byte 0"),
        (&["tune", "texel", "chess", "--data", bad], "byte 0"),
        (&["tune", "texel", "chess", "--data", none], "none"),
        (&["tune", "texel", "go", "--data", bad], "byte 0"),
        (&["tune", "texel", "chess", "--data", bad, "--lambda", "2"], "0 to 1"),
        (&["tune", "texel", "chess"], "--data"),
    ];
    for (words, part) in cases {
        let output = run(words);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
        assert!(text.contains(part), "{words:?}: {text}");
    }
    assert!(!Path::new(none).exists(), "a refused request leaves no file");
}
