//! The judgement of a position over the wire: turned by groups of terms, never by a file.

mod common;

use common::Running;
use serde_json::json;

#[test]
fn weights_are_turned_and_a_page_names_no_file() {
    let server = Running::start();
    let client = server.client("weights-turner");
    let position = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let ask = |scales| client.post("/api/weights", &json!({ "game": "chess", "position": position, "scales": scales }));
    let usual = ask(json!([])).unwrap().json();
    assert_eq!((&usual["total"], usual["evaluator"].as_str()), (&usual["usual"], Some("classical")));
    let groups = usual["groups"].as_array().unwrap();
    assert!(groups.len() > 8 && groups.iter().all(|group| group["value"] == group["usual"]), "{usual}");
    let turned =
        ask(json!([{ "group": "mobility", "percent": 0 }, { "group": "squares", "percent": 200 }])).unwrap().json();
    assert_ne!(turned["total"], usual["total"]);
    assert_eq!(turned["usual"], usual["usual"]);
    let group = |name: &str| turned["groups"].as_array().unwrap().iter().find(|group| group["name"] == name).unwrap();
    assert_eq!(group("mobility")["value"], 0.0);
    let [value, built_in] = ["value", "usual"].map(|key| group("squares")[key].as_f64().unwrap());
    assert!((value - 2.0 * built_in).abs() < 0.01 && value != 0.0, "{value} {built_in}");
    for (scale, hint) in [
        (json!({ "group": "mobilty", "percent": 50 }), "did you mean 'mobility'?"),
        (json!({ "group": "mobility", "percent": 5000 }), "1000%"),
        (json!({ "group": "x=1,weights=/etc/passwd", "percent": 50 }), "x=1"),
    ] {
        let refused = ask(json!([scale])).unwrap();
        assert!(refused.status == 400 && refused.json().to_string().contains(hint), "{}", refused.json());
    }
    // Games whose judgement is not made of terms say so.
    let plain = client.post("/api/weights", &json!({ "game": "tic-tac-toe" })).unwrap();
    assert_eq!((plain.status, &plain.json()["groups"]), (200, &json!([])));
    // And the turned evaluation plays.
    let turned = json!({ "kind": "kiebitz", "eval": "classical", "scale": [["mobility", "0%"]], "nodes": 2000 });
    let usual = json!({ "kind": "kiebitz", "eval": "classical", "nodes": 2000 });
    assert_eq!(client.begin("chess", turned, usual).unwrap().status, 201);
    let file = json!({ "kind": "kiebitz", "eval": "classical", "weights": "/etc/passwd", "nodes": 2000 });
    assert_eq!(client.begin("chess", file, json!({ "kind": "human" })).unwrap().status, 400);
}
