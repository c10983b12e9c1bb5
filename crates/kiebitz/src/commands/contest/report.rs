//! A result in words and as JSON.

use arena::stats::{Estimate, Strength};
use arena::{Arena, Score, Standings};
use serde_json::{Map, Value, json};

use crate::output;

/// A number with a sign; infinite ones in words.
pub fn signed(value: f64, digits: usize) -> String {
    match value {
        value if value.is_nan() => "unknown".to_string(),
        f64::INFINITY => "+inf".to_string(),
        f64::NEG_INFINITY => "-inf".to_string(),
        // What is rounded to zero has no sign.
        value if value.abs() < 0.5 * 10_f64.powi(-(digits as i32)) => format!("{:.digits$}", 0.0),
        value => format!("{value:+.digits$}"),
    }
}

fn estimate(estimate: &Estimate) -> String {
    match estimate.error() {
        error if error.is_finite() => format!("{} ± {error:.1}", signed(estimate.value, 1)),
        _ if estimate.value.is_infinite() => signed(estimate.value, 1),
        _ => {
            format!("{} (from {} to {})", signed(estimate.value, 1), signed(estimate.low, 1), signed(estimate.high, 1))
        }
    }
}

/// `+45 =30 -25, 60.0 of 100`.
pub fn score(score: &Score) -> String {
    let Score { wins, draws, losses, .. } = score;
    format!("+{wins} ={draws} -{losses}, {} of {}", score.points(), score.games())
}

/// What a pairing of two has come to, in a line or two.
pub fn strength(score: &Score) -> Vec<String> {
    let games = score.games().max(1) as f64;
    let mut lines = Vec::new();
    if let Some(Strength { elo, normalized, superiority, even_pairs, .. }) = score.pairs.strength() {
        lines.push(if score.pairs.alike() {
            format!("Elo {}; all pairs ended alike, so its error is not known", signed(elo.value, 1))
        } else {
            format!(
                "Elo {}, normalized {} (95 %), superior with a chance of {:.1} %",
                estimate(&elo),
                estimate(&normalized),
                100.0 * superiority
            )
        });
        let [zero, half, one, more, two] = score.pairs.0;
        lines.push(format!(
            "Pairs with 0, 0.5, 1, 1.5, 2 points: {zero} {half} {one} {more} {two}; even pairs {:.1} %, drawn games {:.1} %",
            100.0 * even_pairs,
            100.0 * score.draws as f64 / games
        ));
    }
    lines
}

/// Faults by name, and games that were not played to their end.
pub fn remarks(arena: &Arena, standings: &Standings) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, contestant) in arena.contestants.iter().enumerate() {
        let faults: Vec<String> = standings.faults(index).iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        if !faults.is_empty() {
            lines.push(format!(
                "Games lost by faults of {}: {}",
                output::visible(&contestant.label()),
                faults.join(", ")
            ));
        }
    }
    if standings.adjudicated() > 0 {
        lines.push(format!("Games ended by adjudication: {}", standings.adjudicated()));
    }
    lines
}

/// A finite number, or nothing.
fn number(value: f64) -> Value {
    if value.is_finite() { json!((value * 1e4).round() / 1e4) } else { Value::Null }
}

/// A score as JSON.
pub fn score_json(score: &Score) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("games".into(), json!(score.games()));
    map.insert("wins".into(), json!(score.wins));
    map.insert("draws".into(), json!(score.draws));
    map.insert("losses".into(), json!(score.losses));
    map.insert("points".into(), json!(score.points()));
    map.insert("pairs".into(), json!(score.pairs.0));
    map.insert("draw_ratio".into(), number(score.draws as f64 / score.games().max(1) as f64));
    if let Some(found) = score.pairs.strength() {
        for (name, estimate) in [("elo", found.elo), ("normalized_elo", found.normalized)] {
            map.insert(name.into(), number(estimate.value));
            map.insert(format!("{name}_error"), number(estimate.error()));
            map.insert(format!("{name}_low"), number(estimate.low));
            map.insert(format!("{name}_high"), number(estimate.high));
        }
        map.insert("los".into(), number(found.superiority));
    }
    map
}

/// What is known of each contestant besides its score, as JSON.
pub fn players_json(arena: &Arena, standings: &Standings) -> Value {
    let one = |(index, contestant): (usize, &engine::PlayerSpec)| {
        json!({
            "name": contestant.label(),
            "player": contestant.to_string(),
            "faults": standings.faults(index),
            "clock_gap_ms": number(1000.0 * standings.clock_gap(index)),
        })
    };
    arena.contestants.iter().enumerate().map(one).collect()
}

/// What workers have done, where there were any.
pub fn with_workers(mut value: Value, workers: &[String]) -> Value {
    if let (Some(map), false) = (value.as_object_mut(), workers.is_empty()) {
        map.insert("workers".into(), json!(workers));
    }
    value
}
