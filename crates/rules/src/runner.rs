//! What one thread needs to run the rules of a game: the machine of its net, or the desk of its prover.

use crate::net::Machine;
use crate::ruleset::Ruleset;
use crate::tables::Desk;
use crate::terms::Symbol;

/// At one position at a time.
pub struct Runner {
    /// The bits of the position: facts, moves, the end.
    pub machine: Machine,
    shared: Vec<bool>,
    /// For rules without a net.
    desk: Option<Box<Desk>>,
    /// Has it been brought to a position yet?
    placed: bool,
    /// Can both players choose here, in a game where it could not be told beforehand that they take turns?
    pub(crate) both: bool,
}

impl Runner {
    /// At no position yet.
    pub fn new(rules: &Ruleset) -> Runner {
        let desk = rules.prover.as_ref().map(|prover| Box::new(prover.desk()));
        Runner { machine: rules.net.machine(), shared: Vec::new(), desk, placed: false, both: false }
    }

    /// The predicate that a question about this position took too long for, if one did.
    pub fn gave_up(&self) -> Option<Symbol> {
        self.desk.as_ref().and_then(|desk| desk.gave_up)
    }

    /// The work so far: rows that the prover looked at, or conditions of the net.
    pub fn steps(&self) -> u64 {
        self.desk.as_ref().map_or(self.machine.work, |desk| desk.all_steps())
    }
}

impl Ruleset {
    /// Brings a runner to a position.
    #[inline]
    pub(crate) fn go_to(&self, runner: &mut Runner, facts: &[u64]) {
        if self.prover.is_some() {
            self.prove(runner, facts);
        } else {
            self.net.go_to(&mut runner.machine, facts);
        }
    }

    /// Sets the bits of a position by asking for them. A position that takes too long is over, and nobody has won; so is one where both
    /// players can choose.
    fn prove(&self, runner: &mut Runner, facts: &[u64]) {
        let (Some(prover), Some(desk)) = (&self.prover, &mut runner.desk) else { return };
        let truth = &mut runner.machine.truth;
        let words = self.net.fact_words;
        if runner.placed && truth[..words] == facts[..words] {
            return;
        }
        runner.placed = true;
        truth.fill(0);
        truth[..words].copy_from_slice(&facts[..words]);
        match prover.look(desk, facts) {
            Ok((moves, over)) => {
                for (first, own) in self.net.moves.iter().zip(moves) {
                    own.into_iter().map(|mv| first + mv as usize).for_each(|bit| truth[bit / 64] |= 1 << (bit % 64));
                }
                let terminal = self.net.terminal / 64;
                runner.both = self.doubt.is_some() && !over && self.turns(&runner.machine, facts) > 1;
                runner.machine.truth[terminal] = u64::from(over || runner.both);
            }
            Err(_) => truth[self.net.terminal / 64] = 1,
        }
    }

    /// The goal of each player at the position of the runner; `None` where no goal holds.
    pub(crate) fn goals(&self, runner: &mut Runner) -> Vec<Option<i32>> {
        match (&self.prover, &mut runner.desk) {
            (Some(_), Some(desk)) if desk.gave_up.is_some() || runner.both => vec![None; self.roles.len()],
            (Some(prover), Some(desk)) => prover.goals(desk),
            _ => {
                let (goals, work) = self.late.goals(&self.net, &runner.machine);
                runner.machine.work += work;
                goals
            }
        }
    }

    /// Makes a move: `old` are the facts before it, `new` a copy that becomes those after it.
    #[inline]
    pub(crate) fn play(&self, runner: &mut Runner, role: usize, mv: usize, old: &[u64], new: &mut [u64]) {
        if let Some(prover) = &self.prover {
            self.prove(runner, old);
            let Some(desk) = &mut runner.desk else { return };
            let others = (0..self.roles.len()).filter(|&other| other != role);
            let idle = others.filter_map(|other| self.waits(&runner.machine, other).map(|mv| (other, mv)));
            let joint: Vec<(usize, usize)> = std::iter::once((role, mv)).chain(idle).collect();
            if prover.play(desk, &joint, new).is_err() {
                // Without facts nobody has a move: the game is given up.
                new.fill(0);
            }
            return;
        }
        let code = &self.codes[role];
        if code.needs_views(mv) {
            self.net.go_to(&mut runner.machine, old);
        }
        runner.machine.work += code.work(mv);
        code.run(mv, &self.net, &runner.machine, &mut runner.shared, old, new);
    }
}
