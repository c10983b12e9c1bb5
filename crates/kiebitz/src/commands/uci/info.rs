//! What the engine says: lines of `info`.

use engine::{Bound, Chances, Curve, Report, Score};

use crate::output::{self, Failure};

/// Tells the client something in words, on one line whatever the client has sent.
pub fn notice(text: &str) -> Result<(), Failure> {
    output::line(format!("info string {}", output::visible(text)))
}

/// A line of the search. `rank` is its place among the best lines, from 1; with a curve the chances are told too.
pub fn line(report: &Report, rank: usize, curve: Option<Curve>) -> String {
    let time = report.time.as_millis();
    let speed = u128::from(report.nodes) * 1000 / time.max(1);
    let mut text =
        format!("info depth {} seldepth {} multipv {rank} score {}", report.depth, report.deepest, score(report.score));
    match report.bound {
        Bound::Exact => {}
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Upper => text.push_str(" upperbound"),
    }
    if let Some(curve) = curve {
        let Chances { win, draw, loss } = Chances::of(report.score, curve);
        text.push_str(&format!(" wdl {win} {draw} {loss}"));
    }
    text.push_str(&format!(" nodes {} nps {speed} hashfull {} time {time}", report.nodes, report.table_full));
    if !report.pv.is_empty() {
        text.push_str(" pv ");
        text.push_str(&report.pv.join(" "));
    }
    text
}

/// Centipawns, or moves to mate, for the side to move.
fn score(score: Score) -> String {
    match score.plies_to_end() {
        None => format!("cp {}", score.value()),
        Some(plies) if score.is_win() => format!("mate {}", plies.div_ceil(2)),
        Some(0) => "mate 0".to_string(),
        Some(plies) => format!("mate -{}", plies.div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves() {
        let text = [1, 3, 4].map(|plies| score(Score::win_in(plies)));
        assert_eq!(text, ["mate 1", "mate 2", "mate 2"]);
        let text = [0, 2, 4].map(|plies| score(Score::loss_in(plies)));
        assert_eq!(text, ["mate 0", "mate -1", "mate -2"]);
        assert_eq!(score(Score::new(-35)), "cp -35");
    }
}
