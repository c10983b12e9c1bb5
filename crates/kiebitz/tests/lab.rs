//! `lab`, `explain` and `analyse` as a person or a script uses them.

mod common;

use common::{json, ok, run};

const TEXTBOOK: &str = "((3 12 8) (2 4 6) (14 5 2))";

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_textbook_tree() {
    let text = ok(&["lab", "tree", "--tree", TEXTBOOK, "--techniques", "minimax+alpha-beta"]);
    assert!(text.contains("Leaves: minimax 9, alpha-beta 7, alpha-beta with the best move first 5"), "{text}");
    assert!(text.contains("2: MIN ≤ 2, window [3, +∞], depth 1, α cut by move 1 (not looked at: 2, 3)"), "{text}");
    let steps = ok(&["lab", "tree", "--tree", TEXTBOOK, "--techniques", "minimax+alpha-beta", "--steps"]);
    assert!(steps.ends_with("The root is worth 3 to MAX.\n"), "{steps}");
}

#[test]
fn files_of_every_kind() {
    let folder = folder("lab-tree");
    for (name, begin) in
        [("t.svg", "<svg"), ("t.dot", "digraph"), ("t.json", "{\"summary\""), ("t.txt", "connect-four")]
    {
        let path = folder.join(name);
        let path = path.to_str().unwrap();
        ok(&["lab", "tree", "connect-four", "--depth", "3", "--out", path]);
        assert!(std::fs::read_to_string(path).unwrap().starts_with(begin), "{name}");
    }
    let two = folder.join("two.svg");
    let against = "minimax+alpha-beta";
    ok(&[
        "lab",
        "tree",
        "tic-tac-toe",
        "--depth",
        "2",
        "--against",
        against,
        "--techniques",
        "minimax",
        "--out",
        two.to_str().unwrap(),
    ]);
    assert!(std::fs::read_to_string(two).unwrap().contains("differs: only-first"));
    let value: serde_json::Value =
        serde_json::from_str(&ok(&["lab", "tree", "chess", "--depth", "3", "--json"])).unwrap();
    assert_eq!(value["nodes"].as_array().unwrap().len() as u64, value["summary"]["visited"].as_u64().unwrap());
}

#[test]
fn why_a_move_was_not_played() {
    let text = ok(&["lab", "tree", "chess", "--depth", "4", "--why", "h4"]);
    assert!(text.starts_with("The search plays ") && text.contains("\n  h4: MIN"), "{text}");
    let text =
        ok(&["explain", "connect-four", "--position", "4455", "--move", "1", "--nodes", "20000", "--lang", "de"]);
    assert!(text.starts_with("1 ") && text.contains("Besser ist "), "{text}");
    let value =
        ok(&["explain", "chess", "--position", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--nodes", "20000", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&value).unwrap();
    assert_eq!(value["best"], "Ra8#");
    assert_eq!(value["facts"][0]["fact"], "move");
    assert_eq!(value["sentences"][0]["facts"][0], 0);
}

#[test]
fn games_are_annotated_and_the_broken_ones_told() {
    let folder = folder("analyse");
    let (games, out) = (folder.join("games.pgn"), folder.join("out.pgn"));
    std::fs::write(&games, "[Event \"1\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"2\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let _ = std::fs::remove_file(&out);
    let done = run(&["analyse", games.to_str().unwrap(), "--nodes", "3000", "--out", out.to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(1));
    let complaint = String::from_utf8(done.stderr).unwrap();
    assert!(complaint.contains("game 1, line 1: at 2. move 'Ke3'"), "{complaint}");
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains("[Event \"2\"]") && text.contains("g4 $4"), "{text}");
    std::fs::write(&games, "nothing").unwrap();
    assert_eq!(run(&["analyse", games.to_str().unwrap()]).status.code(), Some(2));
}

/// Every experiment prints a table and writes every kind of file; the same command gives the same nodes.
#[test]
fn experiments_write_tables_and_pictures() {
    let folder = folder("lab-experiments");
    let experiments: &[(&str, &[&str])] = &[
        ("ablate", &["lab", "ablate", "othello", "--first", "2", "--depth", "4", "--without", "ordering,killers"]),
        ("growth", &["lab", "growth", "synthetic(branching=3,seed=1)", "--depth", "4"]),
        ("horizon", &["lab", "horizon", "stalemate-by-greed"]),
        (
            "quiescence",
            &[
                "lab",
                "quiescence",
                "draughts",
                "--first",
                "2",
                "--depths",
                "2",
                "--runs",
                "2",
                "--reference-nodes",
                "2000",
            ],
        ),
    ];
    for (name, arguments) in experiments {
        let files = ["md", "csv", "tex", "json", "svg"].map(|ending| folder.join(format!("{name}.{ending}")));
        let mut command: Vec<&str> = arguments.to_vec();
        files.iter().for_each(|file| command.extend(["--out", file.to_str().unwrap()]));
        assert!(ok(&command).lines().count() >= 3, "{name}");
        let text = files.map(|file| std::fs::read_to_string(file).unwrap());
        for (text, begin) in text.iter().zip(["| ", "", "\\begin{tabular}", "{", "<svg"]) {
            assert!(text.starts_with(begin), "{name}: {text}");
        }
        assert_eq!(text[0].lines().count() - 1, text[1].lines().count(), "{name}: Markdown has a line more than CSV");
        let mut again: Vec<&str> = arguments.to_vec();
        again.push("--json");
        let written: serde_json::Value = serde_json::from_str(&text[3]).unwrap();
        assert_eq!(nodes(&written), nodes(&json(&again)), "{name}");
    }
    for second in ["growth-time.svg", "quiescence-loss.svg"] {
        assert!(folder.join(second).exists(), "{second}");
    }
}

/// All counts of nodes in a result, wherever they stand.
fn nodes(value: &serde_json::Value) -> Vec<u64> {
    match value {
        serde_json::Value::Object(map) => map
            .iter()
            .flat_map(|(name, value)| if name == "nodes" { vec![value.as_u64().unwrap()] } else { nodes(value) })
            .collect(),
        serde_json::Value::Array(list) => list.iter().flat_map(nodes).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn games_of_an_ablation() {
    let found = json(&[
        "lab",
        "ablate",
        "tic-tac-toe",
        "--without",
        "alpha-beta,ordering",
        "--nodes",
        "200",
        "--games",
        "4",
        "--first",
        "1",
        "--json",
    ]);
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert!(rows[0]["worth"].is_null());
    assert_eq!(rows[1]["worth"]["games"], 4);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let wrong: &[&[&str]] = &[
        &["lab", "tree"],
        &["lab", "tree", "chess", "--out", "tree.bmp"],
        &["lab", "tree", "chess", "--techniques", "magic"],
        &["lab", "tree", "chess", "--depth", "0"],
        &["lab", "tree", "chess", "--why", "e5"],
        &["lab", "tree", "chess", "--eval", "crystal-ball"],
        &["lab", "tree", "--tree", "((3 x)"],
        &["lab", "tree", "chess", "--tree", TEXTBOOK],
        &["lab", "tree", "tic-tac-toe", "--position", "XXXOO----"],
        &["lab", "ablate", "--without", "magic"],
        &["lab", "ablate", "--techniques", "minimax+alpha-beta", "--without", "null-move"],
        &["lab", "ablate", "--add-one-in=alpha-beta"],
        &["lab", "ablate", "--positions", "no-such-file.epd"],
        &["lab", "ablate", "--position", "8/8 w"],
        &["lab", "ablate", "--out", "table.doc"],
        &["lab", "ablate", "--out", "no-such-folder/table.md"],
        &["lab", "ablate", "ludo"],
        &["lab", "quiescence", "--runs", "0"],
        &["lab", "quiescence", "--depths", "0"],
        &["lab", "quiescence", "chess", "--position", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"],
        &["lab", "growth", "synthetic(branching=0)"],
        &["lab", "growth", "--techniques", "magic"],
        &["lab", "growth", "--depth", "x"],
        &["lab", "horizon", "nonsense"],
        &["lab", "horizon", "--lang", "fr"],
        &["explain", "chess", "--move", "e5"],
        &["explain", "chess", "--lang", "fr"],
        &["explain", "chess", "--position", "nonsense"],
        &["explain", "ludo"],
        &["analyse", "no-such-file.pgn"],
        &["analyse", "x.pgn", "--nodes", "5", "--time", "1"],
    ];
    for arguments in wrong {
        let done = run(arguments);
        let complaint = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(matches!(done.status.code(), Some(1 | 2)) && complaint.contains("error"), "{arguments:?}: {complaint}");
        assert!(done.stdout.is_empty(), "{arguments:?}");
    }
}

/// How the networks were learned: a row for each that can be played with, two pictures, and JSON.
#[test]
fn the_generations_of_networks() {
    let folder = folder("lab-learning");
    let [table, picture] = ["learning.md", "learning.svg"].map(|name| folder.join(name).to_str().unwrap().to_string());
    let text = ok(&["lab", "learning", "--out", &table, "--out", &picture]);
    let learning = json(&["lab", "learning", "--json"]);
    let generations = learning["generations"].as_array().unwrap();
    assert!(generations.len() >= 2);
    for one in generations {
        let evaluator = one["evaluator"].as_str().unwrap();
        assert!(text.contains(&format!("{evaluator} against ")), "{text}");
        assert!(std::fs::read_to_string(&table).unwrap().contains(evaluator));
        let found = json(&["search", "chess", "--eval", evaluator, "--depth", "2", "--json"]);
        assert!(found["move"].is_string(), "{found}");
    }
    let strength = folder.join("learning-strength.svg");
    assert!(std::fs::read_to_string(&picture).unwrap().contains("network-0"));
    assert!(std::fs::read_to_string(strength).unwrap().contains("network-1"));
}
