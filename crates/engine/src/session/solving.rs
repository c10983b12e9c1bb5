//! Exact values behind the facade: by the solver where the game must end, by proofs of longer and longer wins where it need
//! not.

use game::Score;
use search::{Control, LONGEST_PROOF, Limits, Proof, Prover, Solver, Task};

use crate::registry::Playable;
use crate::size::size;
use crate::{Error, Go, Options, Resources, Solved};

use super::{Session, Sitting, unit};

/// MiB of table for a game small enough to be looked at whole.
const SMALL_TABLE: usize = 8;

impl<G: Playable> Sitting<G> {
    /// The exact value of the position.
    pub(super) fn solve_position(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<Solved<G::Move>>, Error> {
        options.check()?;
        let position = self.record.position().clone();
        let size = size(&position);
        // A small game needs no large table, which would take longer to clear than the game to solve.
        let table_megabytes = if size.is_some() {
            SMALL_TABLE.min(options.resources.table_megabytes)
        } else {
            options.resources.table_megabytes
        };
        let mut options = options.clone();
        options.resources.table_megabytes = table_megabytes;
        let options = &options;
        let found = if position.plies_left().is_some() {
            let guess = self.guess(&position, options, control)?;
            let table = self.table(options.resources.table_megabytes)?;
            let mut solver = Solver::new(table, control);
            solver.solve(&position, guess, &mut |low, high, nodes| {
                let text = |score| position.score_text(score);
                progress(&format!("between {} and {}", text(low), text(high)), nodes);
            })
        } else {
            self.solve_by_proof(options, control, progress)
        };
        Ok(found.map(|found| Solved {
            score: found.score,
            exact: position.exact_score(found.score),
            text: self.solved_text(&position, found.score),
            pv: found.pv,
            nodes: found.nodes,
            time: found.time,
            size,
        }))
    }

    /// For games without a sure end: longer and longer wins of either side, until one is proven.
    fn solve_by_proof(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Option<search::Solution<G::Move>> {
        let position = self.record.position().clone();
        if let Some(outcome) = position.outcome() {
            let score = outcome.score(position.side_to_move());
            return Some(search::Solution { score, pv: Vec::new(), nodes: 0, time: control.elapsed() });
        }
        let past = self.record.keys();
        let task = Task { past: &past, ..Task::new(&position) };
        // There is room for one table.
        self.table = None;
        let mut prover = Prover::new(&task, &Limits::default(), control, options.resources.table_megabytes << 20);
        for plies in 1..=LONGEST_PROOF {
            match prover.within(plies, &[]) {
                Proof::NoWin => progress(&format!("nothing decided in {plies} plies"), prover.nodes()),
                Proof::Win(pv) => {
                    let score = if plies % 2 == 1 { Score::win_in(plies) } else { Score::loss_in(plies) };
                    let (nodes, time) = (prover.nodes(), control.elapsed());
                    return Some(search::Solution { score, pv, nodes, time });
                }
                Proof::Unknown => return None,
            }
        }
        None
    }

    /// Where to begin to look for the value in games of points: a quick search is most of the way.
    fn guess(&mut self, position: &G, options: &Options, control: &Control) -> Result<Score, Error> {
        let (low, high) = position.bounds();
        if low.is_decided() || high.is_decided() || position.outcome().is_some() {
            return Ok(Score::DRAW);
        }
        let quick = Options::from(Resources::table(options.resources.table_megabytes));
        let answer = self.search(&quick, &Go::nodes(100_000), &[], control, &mut |_| {})?;
        self.forget();
        let score = answer.lines.first().map_or(0, |line| line.score.value());
        Ok(Score::new((score + G::UNIT / 2).div_euclid(G::UNIT) * G::UNIT))
    }

    fn solved_text(&self, position: &G, score: Score) -> String {
        let us = position.side_to_move();
        match (score.plies_to_end(), score > Score::DRAW) {
            (Some(plies), won) => {
                let winner = if won { us } else { !us };
                let unit = if plies == 1 { "ply" } else { "plies" };
                format!("{} wins in {plies} {unit}", position.side_name(winner))
            }
            (None, _) if score == Score::DRAW => "draw".to_string(),
            (None, won) => {
                let points = f64::from(score.value().abs()) / f64::from(G::UNIT);
                let winner = position.side_name(if won { us } else { !us });
                format!("{winner} wins by {points} {}", unit(position, points))
            }
        }
    }
}
