//! What an engine says about its search, as a thought.

use engine::Score;
use protocol::uci::{Message, Value};

use crate::Thought;

/// The thought in an `info` line, and the moves that it expects. What cannot be read is left out.
pub fn thought(line: &str) -> (Thought, Vec<String>) {
    let Some(Message::Info(info)) = Message::parse(line) else { return Default::default() };
    let score = info.score.map(|score| match score.value {
        Value::Centipawns(value) => {
            Score::new(value.clamp(-Score::MAX_JUDGEMENT.value(), Score::MAX_JUDGEMENT.value()))
        }
        // Moves of the winner: a mate in 1 is one ply away, being mated in 1 is two.
        Value::Mate(moves) if moves > 0 => Score::win_in((moves.min(500) * 2 - 1) as usize),
        Value::Mate(moves) => Score::loss_in((moves.max(-500) * -2) as usize),
    });
    (Thought { score, depth: info.depth, nodes: info.nodes, own_time: info.time }, info.pv)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
