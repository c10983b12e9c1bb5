//! Monte Carlo tree search behind the facade.

use game::Score;
use search::{Bound, Control, mcts};

use crate::registry::Playable;
use crate::{Answer, Go, Options, Report};

use super::Sitting;

impl<G: Playable> Sitting<G> {
    /// Chooses a move by playouts.
    pub(super) fn mcts(
        &mut self,
        options: &Options,
        go: &Go,
        only: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Answer<G::Move> {
        let position = self.record.position();
        let until = match go.clock {
            Some(clock) => {
                let soft = self.share(clock, options).0;
                Some(go.time.map_or(soft, |time| time.min(soft)))
            }
            None => go.time,
        };
        let stop =
            || control.stopped() || until.is_some_and(|until| control.spent().is_some_and(|spent| spent >= until));
        let limits = mcts::Limits { playouts: go.playouts.or(go.nodes), stop: &stop };
        let settings = mcts::Settings { seed: options.seed, ..mcts::Settings::default() };
        let as_report = |found: &mcts::Report<G::Move>, line: usize, mv: &mcts::MoveReport<G::Move>| {
            let pv = if line == 1 { &found.line[..] } else { std::slice::from_ref(&mv.mv) };
            let score = match mv.proven {
                Some(mcts::Proven::Win) => Score::win_in(pv.len()),
                Some(mcts::Proven::Loss) => Score::loss_in(pv.len()),
                Some(mcts::Proven::Draw) => Score::DRAW,
                // From -UNIT for a sure loss to +UNIT for a sure win.
                None => Score::new(((mv.win_rate * 2.0 - 1.0) * f64::from(G::UNIT)).round() as i32),
            };
            Report {
                depth: pv.len() as i32,
                deepest: pv.len(),
                line,
                score,
                score_text: match mv.proven {
                    Some(proven) => format!("{proven:?}").to_lowercase(),
                    None => format!("{:.0} %", mv.win_rate * 100.0),
                },
                chance: match mv.proven {
                    Some(mcts::Proven::Win) => 1.0,
                    Some(mcts::Proven::Loss) => 0.0,
                    Some(mcts::Proven::Draw) => 0.5,
                    None => mv.win_rate,
                },
                bound: Bound::Exact,
                pv: pv.to_vec(),
                nodes: found.playouts,
                unit: "playouts",
                time: control.elapsed(),
                table_full: found.nodes * 1000 / settings.max_nodes,
            }
        };
        let found = mcts::search_among(position, only, &settings, &limits, &mut |found| {
            if let Some(best) = found.moves.first() {
                report(&as_report(found, 1, best));
            }
        });
        let best_moves = found.moves.iter().take(options.lines.max(1));
        let lines: Vec<Report<G::Move>> = (1..).zip(best_moves).map(|(line, mv)| as_report(&found, line, mv)).collect();
        let best = lines.first().and_then(|line| line.pv.first().copied());
        let counters = vec![("playouts".to_string(), found.playouts as f64), ("nodes".to_string(), found.nodes as f64)];
        Answer { best, lines, counters, from_book: false }
    }
}
