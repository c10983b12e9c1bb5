//! Why a move is worse although nothing is won or lost near by: the answer that it allows, or the move that it leaves out, and what
//! that is for. A quiet mistake is never told as a gain.

use engine::{Error, Playable};

use super::collect::{Collector, Free, THREAT, line, worth_telling};
use super::facts::{Purpose, What};
use super::inquiry::{Found, Place};
use super::material;

/// An answer that costs the opponent at least this part of the loss where the best move was played is prevented by it.
const PREVENTED: i32 = 3;

impl<G: Playable> Collector<'_, G> {
    /// What a quiet move allows, or leaves out; `None` if it ends the game.
    pub fn quiet(&mut self, best: &Found<G::Move>, asked: &Found<G::Move>, loss: i32) -> Result<Option<What>, Error> {
        let root = self.inquiry.root.clone();
        let Some(&reply) = asked.moves.get(1) else { return Ok(None) };
        if self.inquiry.stopped() {
            return Ok(None);
        }
        let after = root.after(asked.moves[0]);
        // That a piece is taken back is no news.
        let exchange =
            self.takes(&root, asked.moves[0]) && self.lands(&root, asked.moves[0]) == self.lands(&after, reply);
        if !exchange
            && self.realizes(best, &[asked.moves[0], reply], loss)?
            && self.prevents(best, &after.protocol_text(reply), loss)?
        {
            let value = -asked.score.value();
            let purpose = match material::taken(&root, &asked.moves, 2) {
                Some(taken) => Purpose::Takes { taken },
                None => self.purpose(&after, &asked.moves[1..], value)?,
            };
            let moves = self.followed_to_rest(&root, true, asked)?;
            let line = line(&root, &moves).shortened();
            return Ok(Some(What::Allows { reply: after.move_text(reply), purpose, line }));
        }
        let purpose = match material::taken(&root, &best.moves, 1) {
            Some(taken) => Purpose::Takes { taken },
            None => self.purpose(&root, &best.moves, best.score.value())?,
        };
        let moves = self.followed_to_rest(&root, true, best)?;
        Ok(Some(What::Lacks { purpose, line: line(&root, &moves).shortened() }))
    }

    /// Does the answer, looked at by itself and longer, take most of what the move lost?
    fn realizes(&mut self, best: &Found<G::Move>, moves: &[G::Move; 2], loss: i32) -> Result<bool, Error> {
        let position = self.inquiry.root.after(moves[0]).after(moves[1]);
        if position.outcome().is_some() {
            return Ok(true);
        }
        let question = self.question(Place::After(moves), self.nodes * 2);
        let found = self.inquiry.ask(&question)?.lines.into_iter().next();
        Ok(found.is_some_and(|found| (best.score - found.score) * 3 >= loss * 2))
    }

    /// Is the answer impossible after the best move, or much worse for the opponent than what else there is? It is the answer to another
    /// move, so that it is known here by what programs call it.
    fn prevents(&mut self, best: &Found<G::Move>, reply: &str, loss: i32) -> Result<bool, Error> {
        let after = self.inquiry.root.after(best.moves[0]);
        let Some(mv) = after.moves().into_iter().find(|&mv| after.protocol_text(mv) == reply) else { return Ok(true) };
        if best.moves.get(1) == Some(&mv) {
            return Ok(false);
        }
        let moves = [best.moves[0], mv];
        if after.after(mv).outcome().is_some() {
            return Ok(false);
        }
        let question = self.question(Place::After(&moves), self.nodes / 4);
        let found = self.inquiry.ask(&question)?.lines.into_iter().next();
        // The value is again one for the side whose move is explained.
        Ok(found.is_some_and(|found| (found.score - best.score) * PREVENTED >= loss))
    }

    /// Does a move take something?
    fn takes(&self, from: &G, mv: G::Move) -> bool {
        material::tallies(from, &[mv])[1].balance != 0
    }

    /// The cell that a move ends on.
    fn lands(&self, from: &G, mv: G::Move) -> Option<usize> {
        from.move_cells(mv).last().copied()
    }

    /// What the first move of a line is for. `value` is what the line is worth to its side. What takes at once does not threaten to.
    fn purpose(&mut self, from: &G, moves: &[G::Move], value: i32) -> Result<Purpose, Error> {
        let after = from.after(moves[0]);
        if after.outcome().is_none()
            && !self.takes(from, moves[0])
            && let Some(Free { position, found }) = self.after_pass(&after, self.nodes)?
            && found.score.value() - value >= THREAT * G::UNIT / 100
            && let Some((gain, threat)) = self.outcome(&position, false, &found)?
            && let Some(gain) = worth_telling(gain, &threat)
        {
            return Ok(Purpose::Threat { gain, threat });
        }
        Ok(from.sight(moves).map_or(Purpose::Plan, |(sight, square)| Purpose::Sight { sight, square }))
    }
}
