//! The lab over the wire: explanations and recorded trees.

mod common;

use common::{Client, Running};
use serde_json::{Value, json};

fn record(client: &Client, request: Value) -> Value {
    let answer = client.post("/api/trees", &request).unwrap();
    assert_eq!(answer.status, 201, "{request}: {}", answer.json());
    answer.json()
}

#[test]
fn a_move_is_explained_in_both_languages() {
    let server = Running::start();
    let client = server.client("asks-why");
    let moves = ["e4", "e5", "Qh5", "Nc6", "Bc4"];
    let ask = |language: &str| {
        let request = json!({ "game": "chess", "moves": moves, "move": "Nf6", "language": language, "nodes": 5000, "client": "asks-why" });
        client.post("/api/explain", &request).unwrap().json()
    };
    let (english, german) = (ask("en"), ask("de"));
    let texts = |answer: &Value| -> Vec<String> {
        let sentences = answer["sentences"].as_array().unwrap().iter();
        sentences.map(|sentence| sentence["text"].as_str().unwrap().to_string()).collect()
    };
    assert!(texts(&english).iter().any(|text| text.contains("After Nf6 White mates in 1")), "{:?}", texts(&english));
    assert!(texts(&german).iter().any(|text| text.contains("Sf6") && text.contains("Weiß")), "{:?}", texts(&german));
    // Every sentence leads to its facts, and a line to a board.
    let facts = english["facts"].as_array().unwrap();
    for sentence in english["sentences"].as_array().unwrap() {
        assert!(
            sentence["facts"].as_array().unwrap().iter().all(|id| facts[id.as_u64().unwrap() as usize].is_object())
        );
    }
    let line = facts
        .iter()
        .find_map(|fact| fact["line"]["protocol"].as_array().filter(|line| !line.is_empty()).map(|_| &fact["line"]));
    let line = line.unwrap();
    let request = json!({ "game": "chess", "position": line["from"], "moves": line["protocol"], "each": true });
    let played = client.post("/api/position", &request).unwrap().json();
    assert_eq!(played["views"].as_array().unwrap().len(), line["moves"].as_array().unwrap().len() + 1);
    for (request, status, code) in [
        (json!({ "game": "chess", "language": "fr" }), 400, "bad-request"),
        (json!({ "game": "chess", "nodes": 1_000_000_000_u64 }), 400, "bad-request"),
        (json!({ "game": "chess", "move": "Ke4" }), 422, "illegal-move"),
        (json!({ "game": "chess", "moves": ["f3", "e5", "g4", "Qh4"] }), 409, "game-over"),
        (json!({ "game": "chess", "client": "x" }), 400, "bad-request"),
        (json!({ "game": "nonsense" }), 422, "unknown-game"),
    ] {
        let answer = client.post("/api/explain", &request).unwrap();
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{request}");
    }
}

#[test]
fn a_tree_is_opened_node_by_node() {
    let server = Running::start();
    let client = server.client("opens-trees");
    let made = record(&client, json!({ "game": "tic-tac-toe", "depth": 3, "techniques": "minimax+alpha-beta" }));
    let (id, kept) = (made["id"].as_str().unwrap(), made["summary"]["kept"].as_u64().unwrap());
    let get = |path: &str| client.get(&format!("/api/trees/{id}/{path}")).unwrap();
    let all = get("nodes?first=0&count=500").json()["nodes"].as_array().unwrap().clone();
    assert_eq!((all.len() as u64, made["view"]["turn"].as_str()), (kept, Some("first")));
    // A part of the row is what the whole has there, and so are the children.
    for first in [0, 1, 7, kept as usize - 3] {
        let part = get(&format!("nodes?first={first}&count=3")).json();
        assert_eq!(part["nodes"].as_array().unwrap()[..], all[first..first + 3]);
    }
    let below = get("children?node=0").json()["nodes"].as_array().unwrap().clone();
    assert_eq!(below.len(), 9);
    assert!(below.iter().all(|node| node["parent"] == 0 && node["level"] == 1), "{below:?}");
    let last = all.last().unwrap();
    let node = get(&format!("node?node={}", last["id"])).json();
    assert_eq!(node["node"], *last);
    let above: Vec<&Value> = node["above"].as_array().unwrap().iter().map(|node| &node["id"]).collect();
    assert_eq!((above.first(), above.last()), (Some(&&json!(0)), Some(&&last["parent"])));
    let stones =
        node["view"]["board"]["cells"].as_array().unwrap().iter().filter(|cell| cell["piece"].is_object()).count();
    assert_eq!((stones as u64, node["view"]["last"].as_array().unwrap().len()), (last["ply"].as_u64().unwrap(), 1));
    let why = get("why?move=1").json();
    assert_eq!(why["path"][0]["node"]["move"], "1", "{why}");
    assert_eq!(get("why?move=77").status, 422);
    assert_eq!(get("node?node=1000000").status, 400);
    assert_eq!(get("nodes?first=4000000000").json(), json!({ "nodes": [] }));
    for (form, begins) in [("svg", "<svg"), ("dot", "digraph"), ("json", "{\"summary\""), ("txt", "tic-tac-toe")] {
        let file = get(&format!("export?form={form}"));
        assert!(file.body.starts_with(begins.as_bytes()) && file.head.contains("attachment"), "{form}: {}", file.head);
    }
    assert_eq!(get("export?form=exe").status, 400);
    let other = record(&client, json!({ "game": "tic-tac-toe", "depth": 3, "techniques": "minimax" }));
    let compared = get(&format!("compare?with={}", other["id"].as_str().unwrap())).json();
    assert_eq!((&compared["complete"], &compared["second"]["techniques"]), (&json!(true), &json!("minimax")));
    assert!(compared["differences"].as_array().unwrap().iter().any(|one| one["what"] == "only-second"), "{compared}");
    assert_eq!(client.get("/api/trees/ffffffff").unwrap().status, 404);
}

#[test]
fn a_tree_of_numbers_is_walked_through() {
    let server = Running::start();
    let client = server.client("teaches-1");
    let made = record(&client, json!({ "numbers": "((3 12 8) (2 4 6) (14 5 2))" }));
    assert_eq!(made["leaves"], json!({ "minimax": 9, "alpha_beta": 7, "best_order": 5, "bound": 5 }));
    assert_eq!((made["summary"]["value"].as_i64(), &made["view"]), (Some(3), &Value::Null));
    let steps = client.get(&format!("/api/trees/{}/steps", made["id"].as_str().unwrap())).unwrap().json();
    let steps = steps.as_array().unwrap();
    let leaves = steps.iter().filter(|step| step["event"] == "leaf").count();
    let cuts: Vec<&Value> = steps.iter().filter(|step| step["event"] == "cut").collect();
    // The second node is cut after its first move; at the third, whose last move left the window, nothing was cut.
    assert_eq!((leaves, cuts.len()), (7, 1));
    let narrowed = steps.iter().find(|step| step["narrows"] == "alpha").unwrap();
    assert_eq!((&narrowed["value"], &narrowed["window"]), (&json!("3"), &json!("[3, +∞]")));
}

#[test]
fn senseless_trees_are_refused() {
    let server = Running::start();
    let client = server.client("senseless-2");
    for (request, status) in [
        (json!({}), 400),
        (json!({ "game": "chess", "numbers": "(1 2)" }), 400),
        (json!({ "numbers": "((3 x)" }), 400),
        (json!({ "game": "chess", "depth": 0 }), 400),
        (json!({ "game": "chess", "depth": 100_000 }), 400),
        (json!({ "game": "chess", "limit": 0 }), 400),
        (json!({ "game": "chess", "limit": 100_000_000 }), 400),
        (json!({ "game": "chess", "techniques": "alfa-beta" }), 400),
        (json!({ "game": "chess", "position": "nonsense" }), 422),
        (json!({ "game": "tic-tac-toe", "moves": ["1", "4", "2", "5", "3"] }), 409),
    ] {
        let answer = client.post("/api/trees", &request).unwrap();
        assert_eq!(answer.status, status, "{request}: {}", answer.json());
    }
    // Where the limit is small the upper part is kept, and what is too large for a picture is said to be so.
    let made = record(&client, json!({ "game": "othello", "depth": 5, "limit": 4000 }));
    let kept = made["summary"]["kept"].as_u64().unwrap();
    assert!(kept <= 4000 && made["summary"]["visited"].as_u64().unwrap() >= kept, "{}", made["summary"]);
}

#[test]
fn small_experiments() {
    let server = Running::start();
    let client = server.client("measures-1");
    let gallery = client.get("/api/lab/horizon").unwrap().json();
    let exhibits = gallery["exhibits"].as_array().unwrap();
    for exhibit in exhibits {
        let request = json!({ "game": exhibit["game"], "position": exhibit["position"] });
        let view = &client.post("/api/position", &request).unwrap().json()["view"];
        let legal: Vec<&Value> = view["moves"].as_array().unwrap().iter().map(|mv| &mv["text"]).collect();
        let named = exhibit["best"].as_array().unwrap().iter().chain(exhibit["avoid"].as_array().unwrap());
        for mv in named {
            assert!(legal.contains(&mv), "{}: {mv} is not among {legal:?}", exhibit["id"]);
        }
    }
    let shown = client.post("/api/lab/horizon", &json!({ "id": exhibits[0]["id"] })).unwrap().json();
    assert_eq!(
        (&shown["answers"][0]["right"], &shown["answers"][1]["right"]),
        (&json!(false), &json!(true)),
        "{shown}"
    );

    let ablate = |request: Value| client.post("/api/lab/ablate", &request).unwrap();
    let answer =
        ablate(json!({ "game": "tic-tac-toe", "depth": 4, "techniques": "minimax", "kind": "add-one-in" })).json();
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(
        (rows.len(), &answer["complete"], &rows[0]["technique"]),
        (1 + engine::Technique::ALL.len(), &json!(true), &Value::Null)
    );
    let cut = rows.iter().find(|row| row["technique"] == "alpha-beta").unwrap();
    let score = |row: &Value| row["searches"][0]["score"].clone();
    assert!(cut["nodes"].as_u64() < rows[0]["nodes"].as_u64() && score(cut) == score(&rows[0]), "{answer}");
    assert_eq!((&answer["positions"], rows[0]["searches"].as_array().unwrap().len()), (&json!(5), 5));
    let capped = ablate(json!({ "game": "chess", "depth": 5, "nodes": 2000, "positions": 2 })).json();
    let row = capped["rows"].as_array().unwrap().iter().find(|row| row["technique"] == "alpha-beta").unwrap();
    assert_eq!((&row["capped"], &row["searches"][0]["capped"]), (&json!(2), &json!(true)), "{row}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let one = ablate(json!({ "game": "chess", "depth": 2, "position": start })).json();
    assert_eq!(one["positions"], 1);

    let growth = client.post("/api/lab/growth", &json!({ "game": "tic-tac-toe", "depth": 3 })).unwrap().json();
    let minimax = &growth["series"][0];
    assert_eq!((&minimax["name"], &minimax["points"][2]["leaves"]), (&json!("minimax"), &json!(9 * 8 * 7)));
    let synthetic = json!({ "game": "synthetic(branching=3,seed=1)", "depth": 4 });
    let uniform = client.post("/api/lab/growth", &synthetic).unwrap().json();
    let perfect = uniform["series"].as_array().unwrap().iter().find(|one| one["name"] == "alpha-beta, perfect order");
    // The least that Knuth and Moore allow: 3² + 3² - 1.
    assert_eq!(perfect.unwrap()["points"][3]["leaves"], 17, "{uniform}");

    for (request, status) in [
        (json!({ "game": "chess", "nodes": 0 }), 400),
        (json!({ "game": "chess", "positions": 0 }), 400),
        (json!({ "game": "chess", "positions": 21 }), 400),
        (json!({ "game": "chess", "nodes": 1_000_000_000_u64 }), 400),
        (json!({ "game": "chess", "depth": -3 }), 400),
        (json!({ "game": "chess", "techniques": "sorcery" }), 400),
        (json!({ "game": "chess", "kind": "guess" }), 400),
        (json!({ "game": "chess", "position": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }), 409),
    ] {
        let answer = ablate(request.clone());
        assert_eq!(answer.status, status, "{request}: {}", answer.json());
    }
    assert_eq!(client.post("/api/lab/horizon", &json!({ "id": "no-such" })).unwrap().status, 400);
    for request in [json!({ "game": "chess", "depth": 99 }), json!({ "game": "synthetic(branching=0)" })] {
        let status = client.post("/api/lab/growth", &request).unwrap().status;
        assert!((400..500).contains(&status), "{request}: {status}");
    }
}

/// A position is judged without a search: by an evaluator that has a name, piece by piece if it is a network, and along its line. Files cannot be
/// named.
#[test]
fn a_position_is_judged_without_a_search() {
    let server = Running::start();
    let client = server.client("judges");
    let ask = |request: Value| client.post("/api/judgement", &request).unwrap();
    let answer =
        ask(json!({ "game": "chess", "moves": ["e4", "e5", "Nf3"], "ply": 1, "evaluator": "network-0" })).json();
    let (judged, line) = (&answer["judgement"], answer["line"].as_array().unwrap());
    assert_eq!((&judged["evaluator"], &judged["terms"]["evaluator"]), (&"network-0".into(), &"classical".into()));
    assert_eq!(line.len(), 4);
    assert_eq!((&line[1]["move"], &line[1]["judged"]), (&"e4".into(), &judged["judged"]));
    assert_eq!(judged["network"]["pieces"].as_array().unwrap().len(), 30);
    assert!(judged["terms"]["groups"].as_array().unwrap().len() > 5, "{judged}");
    let default = ask(json!({ "game": "chess" })).json();
    assert_eq!((&default["judgement"]["evaluator"], default["line"].as_array().unwrap().len()), (&"network".into(), 1));
    let othello = ask(json!({ "game": "othello(size=6)" })).json();
    assert!(othello["judgement"]["network"].is_null() && othello["judgement"]["judged"].is_object(), "{othello}");
    let over = ask(json!({ "game": "chess", "moves": ["f3", "e5", "g4", "Qh4"] })).json();
    assert!(over["judgement"]["judged"].is_null() && over["line"][4]["judged"].is_null(), "{over}");
    for (request, status, code) in [
        (json!({ "game": "chess", "evaluator": "network:/etc/passwd" }), 400, "bad-request"),
        (json!({ "game": "chess", "evaluator": "classical(weights=/etc/passwd)" }), 400, "bad-request"),
        (json!({ "game": "chess", "evaluator": "network-99" }), 400, "bad-request"),
        (json!({ "game": "othello(size=6)", "evaluator": "network-0" }), 400, "bad-request"),
        (json!({ "game": "chess", "moves": ["e4"], "ply": 2 }), 400, "bad-request"),
        (json!({ "game": "chess", "moves": ["e4", "e4"] }), 422, "illegal-move"),
        (json!({ "game": "chess", "position": "nonsense" }), 422, "bad-position"),
    ] {
        let answer = ask(request.clone());
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{request}");
    }
}

/// Every generation that the page hears of can be played against by its name.
#[test]
fn the_generations_can_be_played_against() {
    let server = Running::start();
    let client = server.client("who-learns");
    let learning = client.get("/api/lab/learning").unwrap().json();
    let games = learning.as_array().unwrap();
    assert!(games[0]["game"] == "chess" && games[0]["generations"].as_array().unwrap().len() >= 2);
    for learned in games {
        for one in learned["generations"].as_array().unwrap() {
            assert!(!one["reports"].as_array().unwrap().is_empty());
            let network = json!({ "kind": "kiebitz", "eval": one["evaluator"], "nodes": 100 });
            let human = json!({ "kind": "human" });
            let game = json!({ "game": learned["game"], "first": human, "second": network, "client": "who-learns" });
            let begun = client.post("/api/games", &game).unwrap();
            assert_eq!(begun.status, 201, "{}", begun.json());
            assert_eq!(begun.json()["players"]["second"]["eval"], one["evaluator"]);
        }
    }
    let file = json!({ "kind": "kiebitz", "eval": "network:/etc/passwd" });
    let game = json!({ "game": "chess", "first": { "kind": "human" }, "second": file, "client": "who-learns" });
    assert!(client.post("/api/games", &game).unwrap().status >= 400);
}
