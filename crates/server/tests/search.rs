//! Searches over a socket, and what is known without searching.

mod common;

use common::Running;
use serde_json::{Value, json};

fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |said| said["is"] == kind
}

#[test]
fn an_analysis_tells_lines_and_ends() {
    let server = Running::start();
    let mut socket = server.client("analyst-1").socket(&[]).unwrap();
    let ask = json!({ "do": "analyse", "id": 5, "game": "chess", "moves": ["e4", "e5"], "lines": 3, "limits": { "nodes": 200_000 } });
    socket.say(&ask).unwrap();
    let heard = socket.hear_until(is("done")).unwrap();
    let last = &heard[heard.len() - 2];
    assert_eq!((last["is"].as_str(), last["id"].as_u64()), (Some("lines"), Some(5)));
    let lines = last["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let (pv, codes) = (line["pv"].as_array().unwrap(), line["codes"].as_array().unwrap());
        assert!(pv.len() == codes.len() && !pv.is_empty(), "{line}");
        assert_eq!(line["cells"].as_array().unwrap().len(), 2);
    }
    let firsts: std::collections::HashSet<&str> = lines.iter().map(|line| line["codes"][0].as_str().unwrap()).collect();
    assert_eq!(firsts.len(), 3, "three different moves");
    let depths: Vec<i64> =
        heard.iter().filter(|said| said["is"] == "lines").map(|said| said["depth"].as_i64().unwrap()).collect();
    assert!(depths.is_sorted(), "{depths:?}");
}

#[test]
fn a_mate_is_told_from_whites_view() {
    let server = Running::start();
    let mut socket = server.client("analyst-2").socket(&[]).unwrap();
    // Black mates in one.
    let ask =
        json!({ "do": "analyse", "id": 1, "game": "chess", "moves": ["f3", "e5", "g4"], "limits": { "depth": 3 } });
    socket.say(&ask).unwrap();
    let heard = socket.hear_until(is("done")).unwrap();
    let score = &heard[heard.len() - 2]["lines"][0]["score"];
    assert_eq!(score, &json!({ "mate": -1, "text": "#-1", "chance": 0.0 }));
}

#[test]
fn a_threat_is_what_the_other_side_would_do() {
    let server = Running::start();
    let mut socket = server.client("analyst-4").socket(&[]).unwrap();
    // It is Black's turn; White threatens mate.
    let moves = ["e4", "e5", "Qh5", "Nc6", "Bc4"];
    let ask =
        json!({ "do": "analyse", "id": 1, "game": "chess", "moves": moves, "threat": true, "limits": { "depth": 4 } });
    socket.say(&ask).unwrap();
    let heard = socket.hear_until(is("done")).unwrap();
    let line = &heard[heard.len() - 2]["lines"][0];
    assert_eq!((line["score"]["mate"].as_i64(), line["pv"][0].as_str()), (Some(1), Some("Qxf7#")));
    socket.say(&json!({ "do": "analyse", "id": 2, "game": "othello", "threat": true })).unwrap();
    assert_eq!(socket.hear().unwrap()["error"]["code"], "not-allowed");
}

#[test]
fn pictures() {
    let server = Running::start();
    let client = server.client("painter-1");
    let human = json!({ "kind": "human" });
    let id = client.begin("chess", human.clone(), human).unwrap().json()["id"].as_str().unwrap().to_string();
    client.post(&format!("/api/games/{id}/moves"), &json!({ "move": "e4" })).unwrap();
    let fetch = |name: &str| client.get(&format!("/api/games/{id}/{name}")).unwrap();
    assert!(fetch("board.svg").body.starts_with(b"<svg "));
    assert!(fetch("board.png?size=100&flipped=true").body.starts_with(b"\x89PNG"));
    let moving = fetch("game.gif?size=120");
    assert!(moving.body.starts_with(b"GIF89a") && moving.head.contains("image/gif"), "{}", moving.head);
    assert_eq!(fetch("board.png?size=1000000").status, 400);
    assert_eq!(fetch("board.png?size=x").status, 400);
    let draw = |arrows: Value| {
        let request = json!({ "game": "othello", "moves": ["f5"], "arrows": arrows, "size": 200 });
        client.post("/api/picture.svg", &request).unwrap()
    };
    assert_eq!(draw(json!([{ "from": 0, "to": 9, "color": "G" }])).status, 200);
    assert_eq!(draw(json!([{ "from": 0, "to": 64, "color": "G" }])).status, 400);
    assert_eq!(draw(json!([{ "from": 0, "to": 1, "color": "\"/><script>" }])).status, 400);
    let bytes = client.post("/api/picture.png", &json!({ "game": "go(size=9)", "size": 64 })).unwrap().body;
    assert!(bytes.starts_with(b"\x89PNG"));
}

#[test]
fn a_new_analysis_takes_the_place_of_the_old() {
    let server = Running::start();
    let mut socket = server.client("analyst-3").socket(&[]).unwrap();
    socket.say(&json!({ "do": "analyse", "id": 1, "game": "othello" })).unwrap();
    socket.hear_until(is("lines")).unwrap();
    socket.say(&json!({ "do": "analyse", "id": 2, "game": "othello" })).unwrap();
    let heard = socket.hear_until(|said| said["is"] == "lines" && said["id"] == 2).unwrap();
    assert!(heard.iter().any(|said| said["is"] == "done" && said["id"] == 1), "{heard:?}");
    socket.say(&json!({ "do": "stop", "id": 2 })).unwrap();
    let last = socket.hear_until(is("done")).unwrap().pop().unwrap();
    assert_eq!(last["id"], 2);
    socket.say(&json!({ "do": "ping" })).unwrap();
    assert_eq!(socket.hear().unwrap()["is"], "pong");
    // A game that is over has no lines.
    let over = json!({ "do": "analyse", "id": 3, "game": "chess", "moves": ["f3", "e5", "g4", "Qh4"] });
    socket.say(&over).unwrap();
    assert_eq!(socket.hear().unwrap(), json!({ "is": "done", "id": 3 }));
}

#[test]
fn a_report_tells_of_every_position() {
    let server = Running::start();
    let mut socket = server.client("reporter-1").socket(&[]).unwrap();
    let moves = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"];
    let ask = json!({ "do": "report", "id": 9, "game": "chess", "moves": moves, "nodes_per_move": 3000 });
    socket.say(&ask).unwrap();
    let heard = socket.hear_until(is("done")).unwrap();
    let reports: Vec<&Value> = heard.iter().filter(|said| said["is"] == "report").collect();
    assert_eq!(reports.len(), moves.len() + 1);
    assert_eq!(reports[7]["score"]["mate"], 0);
    assert!(reports[7]["best"].is_null());
    assert_eq!((&reports[6]["best"], &reports[6]["book"]), (&json!("Qxf7#"), &json!(false)));
    assert_eq!(
        (&reports[0]["book"], &reports[1]["book"], &reports[2]["book"]),
        (&json!(false), &json!(true), &json!(true))
    );
    let chance = |ply: usize| reports[ply]["score"]["chance"].as_f64().unwrap();
    assert!(chance(5) < 0.9 && chance(6) > 0.99, "Nf6 loses the game");
    assert!(reports[0]["depth"].as_i64().unwrap() > 1);
}

/// The games of a file of records made by others, a few whole ones; none where there is no such file.
fn real_games(count: usize) -> Vec<Vec<String>> {
    let data = std::env::var("KIEBITZ_TEST_DATA").unwrap_or_else(|_| "../../../shared/data".to_string());
    let path = std::path::Path::new(&data).join("chess/games/twic1410.pgn");
    let Ok(bytes) = std::fs::read(&path) else {
        eprintln!("SKIPPED: {} is not there", path.display());
        return Vec::new();
    };
    let games = record::pgn::Games::new(&bytes[..]).filter_map(|game| game.ok()?.ok());
    let codes = games.filter_map(|game| {
        let start = knowledge::games::start(&game).ok()?;
        let mut codes = Vec::new();
        knowledge::games::replay(&game, &start, |position, mv| codes.push(position.uci_text(mv, false))).ok()?;
        Some(codes).filter(|codes| (20..36).contains(&codes.len()))
    });
    codes.take(count).collect()
}

/// Whoever asks about a position, by whichever door, hears of the same best move with the same value.
#[test]
fn report_lines_and_explanation_agree() {
    let server = Running::start();
    let client = server.client("agreement");
    let mut games = real_games(10);
    let own = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"].map(String::from).to_vec();
    games.push(own);
    for (index, moves) in games.iter().enumerate() {
        // One socket may not say as much as all games want to know.
        let mut socket = client.socket(&[]).unwrap();
        // An explanation may look closer at its position and at the next one; what it says of its own is the last word.
        let explained: Vec<Value> = moves
            .iter()
            .enumerate()
            .map(|(ply, played)| {
                let request = json!({ "game": "chess", "moves": moves[..ply], "move": played, "nodes": 1500 });
                client.post("/api/explain", &request).unwrap().json()
            })
            .collect();
        let ask = json!({ "do": "report", "id": 2, "game": "chess", "moves": moves, "nodes_per_move": 1000 });
        socket.say(&ask).unwrap();
        let heard = socket.hear_until(is("done")).unwrap();
        let reports: Vec<&Value> = heard.iter().filter(|said| said["is"] == "report").collect();
        for (ply, explained) in explained.iter().enumerate() {
            let place = format!("game {index}, ply {ply}");
            let ask =
                json!({ "do": "analyse", "id": 1, "game": "chess", "moves": moves[..ply], "limits": { "nodes": 500 } });
            socket.say(&ask).unwrap();
            let heard = socket.hear_until(is("done")).unwrap();
            let lines: Vec<&Value> = heard.iter().filter(|said| said["is"] == "lines").collect();
            // A game may go on after a draw that nobody claimed: there nobody has an opinion.
            if explained["best"].is_null() {
                assert!(lines.is_empty() && reports[ply]["best"].is_null(), "{place}");
                continue;
            }
            assert!(!lines.is_empty(), "{place}: no line");
            for line in lines {
                assert_eq!(line["lines"][0]["pv"][0], explained["best"], "{place}");
                assert_eq!(line["lines"][0]["score"], explained["judged"]["lines"][0]["score"], "{place}");
            }
            assert_eq!(reports[ply]["best"], explained["best"], "{place}");
            assert_eq!(reports[ply]["score"], explained["judged"]["lines"][0]["score"], "{place}");
        }
    }
}

#[test]
fn positions_of_every_game() {
    let server = Running::start();
    let client = server.client("looker-on");
    let registry = client.get("/api/registry").unwrap().json();
    assert_eq!(registry["levels"].as_array().unwrap().len(), 10);
    for game in registry["games"].as_array().unwrap() {
        let answer = client
            .post("/api/position", &json!({ "game": game["name"], "position": game["position_example"] }))
            .unwrap();
        assert_eq!(answer.status, 200, "{game}");
        let view = &answer.json()["view"];
        let cells = view["board"]["cells"].as_array().unwrap().len();
        let (columns, rows) = (&view["board"]["columns"], &view["board"]["rows"]);
        assert_eq!(cells, columns.as_array().unwrap().len() * rows.as_array().unwrap().len());
        assert!(!view["moves"].as_array().unwrap().is_empty());
    }
    let castling = json!({ "game": "chess", "position": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" });
    let view = &client.post("/api/position", &castling).unwrap().json()["view"];
    let short = view["moves"].as_array().unwrap().iter().find(|mv| mv["text"] == "O-O").unwrap();
    assert_eq!((&short["cells"], &short["also"]), (&json!([60, 62]), &json!([[60, 63]])));
    let promotion =
        json!({ "game": "chess", "position": "8/P6k/8/8/8/8/8/K7 w - - 0 1", "moves": ["a8=Q", "Kg7", "Qa7+"] });
    let answer = client.post("/api/position", &promotion).unwrap().json();
    assert_eq!(answer["line"][0]["code"], "a7a8q");
    assert_eq!((&answer["view"]["check"], &answer["view"]["last"]), (&json!([14]), &json!([0, 8])));
    let othello = client.post("/api/position", &json!({ "game": "othello" })).unwrap().json();
    assert_eq!(othello["view"]["score"], json!({ "first": 2.0, "second": 2.0 }));
    let each =
        client.post("/api/position", &json!({ "game": "chess", "moves": ["e4", "e5"], "each": true })).unwrap().json();
    let turns: Vec<&str> =
        each["views"].as_array().unwrap().iter().map(|view| view["turn"].as_str().unwrap()).collect();
    assert_eq!(turns, ["first", "second", "first"]);
    let four = client.post("/api/position", &json!({ "game": "connect-four", "position": "44" })).unwrap().json();
    let center = four["view"]["moves"].as_array().unwrap().iter().find(|mv| mv["text"] == "4").unwrap();
    assert_eq!((&center["cells"], &center["also"]), (&json!([24]), &json!([[17], [10], [3]])));
    // Who played on had not claimed the draw.
    let repeated = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2).into_iter().chain(["e4"]).collect::<Vec<_>>();
    let played_on = client.post("/api/position", &json!({ "game": "chess", "moves": repeated })).unwrap().json();
    assert_eq!((&played_on["view"]["end"], played_on["line"].as_array().unwrap().len()), (&Value::Null, 9));
    let refused = client.post("/api/position", &json!({ "game": "chess", "moves": ["e4", "e4"] })).unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (422, "illegal-move"));
    assert_eq!(refused.json()["error"]["details"], json!({ "ply": 1, "move": "e4" }));
    assert!(refused.json()["error"]["message"].as_str().unwrap().starts_with("ply 2:"));
}

#[test]
fn knowledge() {
    let server = Running::start();
    let client = server.client("knows-much");
    let explored = client.get("/api/explorer?game=chess").unwrap().json();
    assert!(explored["book"].as_array().unwrap().iter().any(|mv| mv["code"] == "e2e4"), "{explored}");
    let named =
        "/api/explorer?game=chess&position=rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR%20w%20KQkq%20-%200%202";
    assert_eq!(client.get(named).unwrap().json()["opening"]["name_de"], "Sizilianische Verteidigung");
    assert_eq!(client.get("/api/explorer?game=othello").unwrap().json()["book"], json!([]));
    let ending = client.get("/api/endgame?position=8/8/8/8/8/2k5/8/KR6%20w%20-%20-%200%201").unwrap().json();
    assert_eq!((ending["value"]["winner"].as_str(), ending["value"]["dtm"].as_u64()), (Some("first"), Some(27)));
    assert_eq!(ending["moves"][0]["value"]["winner"], "first");
    let many =
        client.get("/api/endgame?position=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201").unwrap();
    assert_eq!(many.json(), json!({ "value": null, "moves": [] }));
    let wrong = client.get("/api/endgame?position=nonsense").unwrap();
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "bad-position"));
    let imported = client.post("/api/import", &json!({ "text": "1. e4 e5 (1... c5) 2. Nf3 *" })).unwrap().json();
    assert_eq!(imported["games"][0]["nodes"].as_array().unwrap().len(), 4);
}

/// Everything in the document is there, and everything that is there is in the document, which the router makes itself.
#[test]
fn the_document_lists_every_address() {
    let server = Running::start();
    let client = server.client("reads-manuals");
    let document = client.get("/api/openapi.json").unwrap().json();
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 18, "{:?}", paths.keys());
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let (method, path) = (method.to_uppercase(), path.replace("{id}", "00"));
            let answer = client.send(&method, &path, "content-type: application/json\r\n", "{}").unwrap();
            let message = answer.json()["error"]["message"].as_str().unwrap_or_default().to_string();
            assert!(!message.contains("no such address") && answer.status != 405, "{method} {path}: {answer:?}");
        }
    }
    for name in ["Ask", "Say", "View", "LiveGame", "ErrorBody"] {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
}
