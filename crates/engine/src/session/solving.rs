//! Exact values behind the facade: by the solver where the game must end, by ever deeper searches where it need not.

use game::Score;
use search::{Blind, Chosen, Control, Limits, Search, Solver, Task};

use crate::registry::{Engine, Playable};
use crate::size::size;
use crate::{Error, Go, Options, Solved};

use super::{Session, unit};

/// MiB of table for a game small enough to be looked at whole.
const SMALL_TABLE: usize = 8;

impl<G: Playable> Session<G> {
    /// The exact value of the position.
    pub(super) fn solve_position(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<Solved>, Error> {
        options.check()?;
        let position = self.record.position().clone();
        let size = size(&position);
        // A small game needs no large table, which would take longer to clear than the game to solve.
        let table_megabytes =
            if size.is_some() { SMALL_TABLE.min(options.table_megabytes) } else { options.table_megabytes };
        let options = &Options { table_megabytes, ..options.clone() };
        let found = if position.plies_left().is_some() {
            let guess = self.guess(&position, options, control)?;
            let table = self.table(options.table_megabytes)?;
            let mut solver = Solver::new(table, control);
            solver.solve(&position, guess, &mut |low, high, nodes| {
                let text = |score| position.score_text(score);
                progress(&format!("between {} and {}", text(low), text(high)), nodes);
            })
        } else {
            self.solve_by_deepening(options, control, progress)?
        };
        Ok(found.map(|found| Solved {
            score: found.score,
            exact: position.exact_score(found.score),
            text: self.solved_text(&position, found.score),
            pv: self.texts(&position, &found.pv),
            nodes: found.nodes,
            time: found.time,
            size,
        }))
    }

    /// For games without a sure end: deeper and deeper, with nothing but sound techniques, until the result is proven.
    fn solve_by_deepening(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<search::Solution<G::Move>>, Error> {
        use search::Technique::{
            AlphaBeta, History, IterativeDeepening, Killers, MateDistance, Ordering, PrincipalVariation,
            TranspositionTable,
        };
        let sound = [
            AlphaBeta,
            Ordering,
            IterativeDeepening,
            TranspositionTable,
            PrincipalVariation,
            MateDistance,
            Killers,
            History,
        ];
        let position = self.record.position().clone();
        if let Some(outcome) = position.outcome() {
            let score = outcome.score(position.side_to_move());
            return Ok(Some(search::Solution { score, pv: Vec::new(), nodes: 0, time: control.elapsed() }));
        }
        let techniques = sound.into_iter().fold(Chosen::MINIMAX, Chosen::with);
        let past = self.record.keys();
        let mut search = Search::<G, G::Evaluator, Chosen, Blind>::new(self.evaluator(options)?, techniques, Blind);
        let limits = Limits { win_in: Some(usize::MAX), ..Limits::default() };
        let table = self.table(options.table_megabytes)?;
        let task = Task { past: &past, ..Task::new(&position) };
        let found = search.run(&task, &limits, table, control, &mut |report| {
            progress(&format!("nothing proven to depth {}", report.depth), report.nodes);
            if report.score.is_decided() {
                control.stop();
            }
        });
        Ok(found.score.is_decided().then_some(search::Solution {
            score: found.score,
            pv: found.pv,
            nodes: found.nodes,
            time: found.time,
        }))
    }

    /// Where to begin to look for the value in games of points: a quick search is most of the way.
    fn guess(&mut self, position: &G, options: &Options, control: &Control) -> Result<Score, Error> {
        let (low, high) = position.bounds();
        if low.is_decided() || high.is_decided() || position.outcome().is_some() {
            return Ok(Score::DRAW);
        }
        let quick = Options { table_megabytes: options.table_megabytes, ..Options::default() };
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
                format!("{} wins in {plies} plies", position.side_name(winner))
            }
            (None, _) if score == Score::DRAW => "draw".to_string(),
            (None, won) => {
                let points = f64::from(score.value().abs()) / f64::from(G::UNIT);
                let winner = position.side_name(if won { us } else { !us });
                format!("{winner} wins by {points} {}", unit::<G>(points))
            }
        }
    }
}
