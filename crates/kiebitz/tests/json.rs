//! What `--json` prints is what `docs/schema-1.json` says of it.

use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value};

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema-1.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("docs/schema-1.json")).expect("JSON")
}

/// The words of JSON Schema that the file uses, and no others: a library for all of them would be larger than everything it checks.
const WORDS: [&str; 9] =
    ["type", "required", "properties", "items", "enum", "const", "additionalProperties", "description", "$ref"];

/// What is wrong with a value, with the place. Stricter than JSON Schema: an object may only have the fields that are described.
fn check(schema: &Value, wanted: &Value, value: &Value, place: &str, wrong: &mut Vec<String>) {
    let wanted = wanted.as_object().expect("a schema is an object");
    for word in wanted.keys() {
        assert!(WORDS.contains(&word.as_str()), "the test does not know '{word}'");
    }
    if let Some(name) = wanted.get("$ref").and_then(Value::as_str) {
        let found = schema.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name}"));
        return check(schema, found, value, place, wrong);
    }
    let kinds: Vec<&str> = match wanted.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = |kind: &&str| match *kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the test does not know the type '{other}'"),
    };
    if !kinds.is_empty() && !kinds.iter().any(is) {
        wrong.push(format!("{place}: {value} is not of {kinds:?}"));
    }
    if wanted.get("const").is_some_and(|only| only != value)
        || wanted.get("enum").and_then(Value::as_array).is_some_and(|all| !all.contains(value))
    {
        wrong.push(format!("{place}: {value} is not what the schema allows"));
    }
    if let Some(items) = wanted.get("items") {
        for (at, item) in value.as_array().into_iter().flatten().enumerate() {
            check(schema, items, item, &format!("{place}[{at}]"), wrong);
        }
    }
    let Some(fields) = value.as_object() else { return };
    for name in wanted.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            wrong.push(format!("{place}: there is no {name}"));
        }
    }
    let (none, other) = (Map::new(), wanted.get("additionalProperties"));
    let described = wanted.get("properties").and_then(Value::as_object).unwrap_or(&none);
    for (name, field) in fields {
        let place = format!("{place}.{name}");
        match described.get(name).or(other) {
            Some(wanted) => check(schema, wanted, field, &place, wrong),
            // An object without a word about its fields may have any.
            None if described.is_empty() => {}
            None => wrong.push(format!("{place} is not described")),
        }
    }
}

fn complaints(definition: &str, value: &Value) -> Vec<String> {
    let schema = schema();
    let mut wrong = Vec::new();
    check(&schema, &schema["$defs"][definition], value, definition, &mut wrong);
    wrong
}

#[test]
fn what_is_printed_is_what_is_described() {
    let runs = [
        ("games", "games"),
        ("perft", "perft chess 3"),
        ("perft", "perft connect-four 2 --divide"),
        ("solve", "solve tic-tac-toe"),
        ("solve", "solve chess --position 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1'"),
        ("search", "search chess --nodes 3000 --multipv 2 --counters"),
        ("search", "search othello --depth 4 --techniques minimax+alpha-beta"),
        ("search", "search chess --position 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' --depth 6"),
        ("match", "match tic-tac-toe random kiebitz:depth=2 --games 4"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (definition, command) in runs {
        let program = env!("CARGO_BIN_EXE_kiebitz");
        let output = Command::new("sh")
            .args(["-c", &format!("{program} {command} --json")])
            .env("KIEBITZ_DATA", folder.path())
            .output()
            .expect("there is a shell");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let printed: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{command}: {error}"));
        let wrong = complaints(definition, &printed);
        assert!(wrong.is_empty(), "{command}: {}", wrong.join("\n"));
    }
}

/// The test would see it.
#[test]
fn a_field_more_less_or_of_another_kind_is_found() {
    let right: Value = serde_json::json!({"game": "chess", "position": "", "depth": 1, "nodes": 20, "time_ms": 0});
    assert!(complaints("perft", &right).is_empty());
    let change = |name: &str, value: Option<Value>| {
        let mut changed = right.clone();
        match value {
            Some(value) => changed[name] = value,
            None => drop(changed.as_object_mut().and_then(|fields| fields.remove(name))),
        }
        complaints("perft", &changed)
    };
    assert_eq!(change("nodes", None), ["perft: there is no nodes"]);
    assert_eq!(change("leaves", Some(20.into())), ["perft.leaves is not described"]);
    assert_eq!(change("depth", Some("one".into())), ["perft.depth: \"one\" is not of [\"integer\"]"]);
}
