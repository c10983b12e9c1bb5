//! What the engine says, as messages of the protocol.

use engine::{Bound, Chances, Curve, Ply, Report, Score};
use protocol::uci::{self, Info, Message, Value};

use crate::output::{self, Failure};

/// Tells the client something in words, on one line whatever the client has sent.
pub fn notice(text: &str) -> Result<(), Failure> {
    output::line(Message::Info(Box::new(Info::notice(text))))
}

/// A line of the search; with a curve the chances are told too.
pub fn line(report: &Report, curve: Option<Curve>) -> Message {
    let chances = curve.map(|curve| Chances::of(report.score, curve));
    let speed = u128::from(report.nodes) * 1000 / report.time.as_millis().max(1);
    let bound = match report.bound {
        Bound::Exact => uci::Bound::Exact,
        Bound::Lower => uci::Bound::Lower,
        Bound::Upper => uci::Bound::Upper,
    };
    Message::Info(Box::new(Info {
        depth: Some(report.depth.max(0) as u32),
        selective_depth: Some(report.deepest as u32),
        rank: Some(report.line as u32),
        score: Some(uci::Score { value: value(report.score), bound }),
        chances: chances.map(|Chances { win, draw, loss }| [win, draw, loss]),
        nodes: Some(report.nodes),
        speed: Some(u64::try_from(speed).unwrap_or(u64::MAX)),
        table_full: Some(report.table_full as u32),
        time: Some(report.time),
        pv: Ply::codes(&report.pv),
        ..Info::default()
    }))
}

/// Centipawns, or moves to mate, for the side to move.
fn value(score: Score) -> Value {
    let moves = |plies: usize| plies.div_ceil(2) as i32;
    match score.plies_to_end() {
        None => Value::Centipawns(score.value()),
        Some(plies) if score.is_win() => Value::Mate(moves(plies)),
        Some(plies) => Value::Mate(-moves(plies)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves() {
        let values = [1, 3, 4].map(|plies| value(Score::win_in(plies)));
        assert_eq!(values, [1, 2, 2].map(Value::Mate));
        let values = [0, 2, 4].map(|plies| value(Score::loss_in(plies)));
        assert_eq!(values, [0, -1, -2].map(Value::Mate));
        assert_eq!(value(Score::new(-35)), Value::Centipawns(-35));
    }
}
