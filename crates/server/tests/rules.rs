//! Games given as text: checked, kept, played; hostile texts are refused within their limits.

mod common;

use common::Running;
use serde_json::json;

const THREE: &str = "game Three men\nplayers X O\nboard 3x3\npiece mark x o\n  place on empty\nwin line 3\ndraw full\n";

#[test]
fn rules_are_checked_kept_and_played() {
    let server = Running::start();
    let client = server.client("rules-tester");
    let examples = client.get("/api/rules").unwrap();
    assert_eq!(examples.status, 200);
    assert_eq!(examples.json().as_array().map(Vec::len), Some(engine::OWN_RULES.len()));
    let broken = THREE.replace("place", "plaice");
    let answer = client.post("/api/rules", &json!({ "text": broken })).unwrap();
    assert_eq!((answer.status, &answer.json()["problem"]["line"]), (200, &json!(5)), "{}", answer.json());
    let checked = client.post("/api/rules", &json!({ "text": THREE })).unwrap();
    assert_eq!(checked.json()["game"]["title"], "Three men", "{}", checked.json());
    assert_eq!(checked.json()["game"]["picture"], json!(["...", "...", "..."]));
    assert!(checked.json()["game"]["name"].is_null(), "a check keeps nothing");
    let kept = client.post("/api/rules", &json!({ "text": THREE, "keep": true })).unwrap();
    let name = kept.json()["game"]["name"].as_str().unwrap_or_else(|| panic!("{}", kept.json())).to_string();
    assert!(name.starts_with("three-men-"), "{name}");
    let again = client.post("/api/rules", &json!({ "text": THREE, "keep": true })).unwrap();
    assert_eq!(again.json()["game"]["name"], json!(name), "the same text is the same game: {}", again.json());
    let human = json!({ "kind": "human" });
    let body = json!({ "game": name, "first": human, "second": human, "client": "rules-tester" });
    let game = client.post("/api/games", &body).unwrap();
    assert_eq!(game.status, 201, "{}", game.json());
    let id = game.json()["id"].as_str().expect("an id").to_string();
    let moved = client.post(&format!("/api/games/{id}/moves"), &json!({ "move": "b2", "ply": 0 })).unwrap();
    assert_eq!(moved.status, 200, "{}", moved.json());
}

#[test]
fn hostile_rules_are_refused_within_limits() {
    let server = Running::start();
    let client = server.client("rules-tester");
    let frame = "(role a) (role b) (init (control a)) (<= (legal ?r noop) (role ?r) (not (true (control ?r)))) \
        (<= (legal ?r go) (true (control ?r))) (<= terminal (big 1 1 1 1 1 1 1 1 1)) (goal a 0) (goal b 0)";
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let big = "(<= (big ?a ?b ?c ?d ?e ?f ?g ?h ?i) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i))";
    let endless = "(n z) (<= (n (s ?x)) (n ?x)) (<= (big ?a ?a ?a ?a ?a ?a ?a ?a ?a) (n ?a))";
    for text in [format!("{frame} {digits} {big}"), format!("{frame} {endless}"), "(".repeat(90_000)] {
        let answer = client.post("/api/rules", &json!({ "text": text, "keep": true })).unwrap();
        assert_eq!(answer.status, 200, "{}", answer.json());
        assert!(answer.json()["problem"]["message"].is_string(), "{}", answer.json());
    }
    let large = client.post("/api/rules", &json!({ "text": "; ".repeat(60_000) })).unwrap();
    assert_eq!(large.status, 413, "{}", large.json());
    for body in [json!({ "text": 1 }), json!({}), json!({ "text": "x", "file": "/etc/passwd" })] {
        assert!((400..500).contains(&client.post("/api/rules", &body).unwrap().status), "{body}");
    }
}
