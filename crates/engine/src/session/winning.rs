//! Wins of a given length behind the facade: by proof where that is quick, by the search where it is not.

use search::{Bound, Control, Depth, LONGEST_PROOF, Proof, Prover, Task};

use super::Sitting;
use crate::registry::Playable;
use crate::{Answer, Error, Go, MAX_DEPTH, Options, Report};

/// Wins in at most so many plies are looked for until it is certain whether there is one.
const CERTAIN: usize = 7;
/// Positions to look at before the search takes over, where the win may be longer: some seconds.
const PATIENCE: u64 = 20_000_000;

/// The result of trying to prove a win.
struct Attempt<M> {
    /// The wins, the shortest first.
    wins: Vec<Vec<M>>,
    /// There are no others as short as was asked for.
    certain: bool,
    nodes: u64,
    table_full: usize,
}

impl<G: Playable> Sitting<G> {
    /// Looks for wins in at most `plies`, as many as lines are wanted. If there is none, or none is found in time, the search
    /// answers with what is best otherwise.
    pub(super) fn find_win(
        &mut self,
        options: &Options,
        go: &Go,
        plies: usize,
        only: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Answer<G::Move>, Error> {
        let attempt = self.prove(options, go, plies, only, control);
        if attempt.wins.is_empty() {
            let mut go = go.clone();
            go.nodes = go.nodes.map(|nodes| nodes.saturating_sub(attempt.nodes).max(1));
            if attempt.certain {
                // There is no point in searching for what does not exist.
                go.depth = Some(go.depth.unwrap_or(MAX_DEPTH).min(plies as i32 + 1));
            }
            // All that was looked at counts.
            let whole = |line: &Report<G::Move>| Report { nodes: line.nodes + attempt.nodes, ..line.clone() };
            let mut answer = self.search(options, &go, only, control, &mut |line| report(&whole(line)))?;
            answer.lines.iter_mut().for_each(|line| *line = whole(line));
            return Ok(answer);
        }
        let position = self.record.position();
        let lines: Vec<Report<G::Move>> = (1..)
            .zip(&attempt.wins)
            .map(|(line, win)| {
                let found = search::Report {
                    depth: Depth::new(win.len() as i32),
                    deepest: win.len(),
                    line,
                    score: game::Score::win_in(win.len()),
                    bound: Bound::Exact,
                    pv: win.clone(),
                    nodes: attempt.nodes,
                    time: control.elapsed(),
                    table_full: attempt.table_full,
                };
                self.report(position, &found, options)
            })
            .collect();
        lines.iter().for_each(report);
        Ok(Answer { best: lines[0].pv.first().copied(), lines, counters: Vec::new(), from_book: false })
    }

    fn prove(
        &mut self,
        options: &Options,
        go: &Go,
        plies: usize,
        only: &[G::Move],
        control: &Control,
    ) -> Attempt<G::Move> {
        let mut limits = self.limits(options, go);
        // A quarter is kept for the search.
        limits.hard_time = limits.hard_time.map(|time| time / 4 * 3);
        limits.nodes = limits.nodes.map(|nodes| nodes / 4 * 3);
        if plies > CERTAIN {
            limits.nodes = Some(limits.nodes.unwrap_or(PATIENCE).min(PATIENCE));
        }
        let position = self.record.position().clone();
        let past = self.record.keys();
        let task = Task { past: &past, ..Task::new(&position) };
        // There is room for one table.
        self.table = None;
        let mut prover = Prover::new(&task, &limits, control, options.table_megabytes << 20);
        let mut left = if only.is_empty() { position.moves() } else { only.to_vec() };
        let mut wins = Vec::new();
        let mut length = 1;
        while length <= plies.min(LONGEST_PROOF) && wins.len() < options.lines && !left.is_empty() {
            match prover.within(length, &left) {
                Proof::NoWin => length += 2,
                Proof::Win(line) => {
                    left.retain(|mv| *mv != line[0]);
                    wins.push(line);
                }
                Proof::Unknown => break,
            }
        }
        Attempt { wins, certain: length > plies, nodes: prover.nodes(), table_full: prover.table_full() }
    }
}
