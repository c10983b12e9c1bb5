//! Positions as bare facts, for whoever does not need a whole `Game`: loading, surveys, counts.

use crate::error::RulesError;
use crate::ruleset::Ruleset;
use crate::runner::Runner;

/// The facts of a position.
pub type State = Vec<u64>;

/// A machine with the rules that it runs.
pub struct Walker<'a> {
    rules: &'a Ruleset,
    runner: Runner,
}

impl<'a> Walker<'a> {
    /// At no position yet.
    pub fn new(rules: &'a Ruleset) -> Walker<'a> {
        Walker { rules, runner: Runner::new(rules) }
    }

    /// The error if a question about the position has taken too long, or if both players can choose here.
    pub(crate) fn gave_up(&self) -> Result<(), RulesError> {
        if let (true, Some(doubt)) = (self.runner.both, &self.rules.doubt) {
            return Err(doubt.clone());
        }
        match (&self.rules.prover, self.runner.gave_up()) {
            (Some(prover), Some(symbol)) => Err(prover.too_large(symbol)),
            _ => Ok(()),
        }
    }

    /// The work so far: rows that a prover looked at, or conditions of a net.
    pub(crate) fn steps(&self) -> u64 {
        self.runner.steps()
    }

    /// Is the game over here?
    pub fn is_over(&mut self, facts: &[u64]) -> bool {
        self.rules.go_to(&mut self.runner, facts);
        let bit = self.rules.net.terminal;
        self.runner.machine.truth[bit / 64] & 1 == 1
    }

    /// Whose turn it is here, and how many players have it: 1 in a sound game. Where both can only idle, nobody has it.
    pub fn turn(&mut self, facts: &[u64]) -> (Option<usize>, usize) {
        self.rules.go_to(&mut self.runner, facts);
        (self.rules.mover(&self.runner.machine, facts), self.rules.turns(&self.runner.machine, facts))
    }

    /// The goals of the players here.
    pub fn goals(&mut self, facts: &[u64]) -> Vec<Option<i32>> {
        self.rules.go_to(&mut self.runner, facts);
        self.rules.goals(&mut self.runner)
    }

    /// The legal moves of a player here, by number, it being the player's turn.
    pub fn moves(&mut self, facts: &[u64], role: usize, moves: &mut Vec<u32>) {
        self.rules.go_to(&mut self.runner, facts);
        let first = self.rules.net.moves[role] / 64;
        let words = self.rules.moves[role].len().div_ceil(64);
        for (word, &bits) in self.runner.machine.truth[first..first + words].iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                moves.push(word as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }

    /// Plays a legal move of the player whose turn it is.
    pub fn play(&mut self, facts: &mut State, role: usize, mv: u32) {
        let old = facts.clone();
        self.rules.play(&mut self.runner, role, mv as usize, &old, facts);
    }

    /// The leaves of the tree of joint moves, as the reference implementation counts them: a finished game has none.
    pub fn perft(&mut self, facts: &State, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over(facts) {
            return 0;
        }
        let role = self.turn(facts).0.unwrap_or(0);
        let mut moves = Vec::new();
        self.moves(facts, role, &mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut count = 0;
        for mv in moves {
            let mut next = facts.clone();
            self.play(&mut next, role, mv);
            count += self.perft(&next, depth - 1);
        }
        count
    }
}
