//! Reading what an engine says about its search: `info depth 12 score cp 35 nodes 12345 time 10 pv e2e4 ...`.

use std::time::Duration;

use engine::Score;

use crate::Thought;

/// The thought in an `info` line, and the moves that it expects. What cannot be read is left out.
pub fn thought(line: &str) -> (Thought, Vec<String>) {
    let (mut found, mut pv) = (Thought::default(), Vec::new());
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => found.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => found.nodes = words.next().and_then(|word| word.parse().ok()),
            "time" => found.own_time = words.next().and_then(|word| word.parse().ok()).map(Duration::from_millis),
            "score" => found.score = score(words.next(), words.next()).or(found.score),
            // What follows are moves or words.
            "pv" => pv.extend(words.by_ref().map(str::to_string)),
            "string" => break,
            _ => {}
        }
    }
    (found, pv)
}

fn score(kind: Option<&str>, value: Option<&str>) -> Option<Score> {
    let value: i32 = value?.parse().ok()?;
    match kind? {
        "cp" => Some(Score::new(value.clamp(-Score::MAX_JUDGEMENT.value(), Score::MAX_JUDGEMENT.value()))),
        // Moves of the winner: a mate in 1 is one ply away, being mated in 1 is two.
        "mate" if value > 0 => Some(Score::win_in((value.min(500) * 2 - 1) as usize)),
        "mate" => Some(Score::loss_in((value.max(-500) * -2) as usize)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_there() {
        let (found, pv) =
            thought("info depth 12 seldepth 20 score cp -35 upperbound nodes 777 nps 3 time 41 pv e2e4 e7e5");
        assert_eq!(pv, ["e2e4", "e7e5"]);
        assert_eq!(found.depth, Some(12));
        assert_eq!(found.nodes, Some(777));
        assert_eq!(found.score, Some(Score::new(-35)));
        assert_eq!(found.own_time, Some(Duration::from_millis(41)));
        let thought = |line| thought(line).0;
        assert_eq!(thought("info score mate 2").score, Some(Score::win_in(3)));
        assert_eq!(thought("info score mate -1").score, Some(Score::loss_in(2)));
        assert_eq!(thought("info score mate -2147483648").score, Some(Score::loss_in(1000)));
        assert_eq!(thought("info depth x score y z"), Thought::default());
        assert_eq!(thought("info depth 3 score"), Thought { depth: Some(3), ..Thought::default() });
    }
}
