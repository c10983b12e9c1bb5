//! Why a move is worse although nothing is won or lost near by: the answer that it allows, or the move that it leaves out, and what
//! that is for. A quiet mistake is never told as a gain.

use engine::{Error, Playable, Score};

use super::collect::{Collector, Free, THREAT, line, worth_telling};
use super::facts::{Purpose, What};
use super::inquiry::{Found, Place};
use super::material::{self, Piece};

/// An answer that costs the opponent at least this part of the loss where the best move was played is prevented by it.
const PREVENTED: i32 = 3;

/// A line that was looked at longer, and what it is worth to the side to move where that search began.
type Longer<M> = (Vec<M>, Score);

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
            && let Some(second) = self.realized(best, &[asked.moves[0], reply], loss)?
            && self.prevents(best, &after.protocol_text(reply), loss)?
        {
            let value = -asked.score.value();
            let moves = self.followed_to_rest(&root, true, asked)?;
            let purpose = match self.taken(&[&moves, &second], 2) {
                Some(taken) => Purpose::Takes { taken },
                None => self.purpose(&after, &asked.moves[1..], value)?,
            };
            let line = line(&root, &moves).shortened();
            return Ok(Some(What::Allows { reply: after.move_text(reply), purpose, line }));
        }
        let moves = self.followed_to_rest(&root, true, best)?;
        let second = match self.takes(&root, best.moves[0]) {
            true => self.looked_at_longer(&best.moves[..1])?.map(|(moves, _)| moves),
            false => None,
        };
        let purpose = match second.and_then(|second| self.taken(&[&moves, &second], 1)) {
            Some(taken) => Purpose::Takes { taken },
            None => self.purpose(&root, &best.moves, best.score.value())?,
        };
        Ok(Some(What::Lacks { purpose, line: line(&root, &moves).shortened() }))
    }

    /// The line that begins with these moves, where a search from behind them is longer, and its value for the side to move there;
    /// `None` if nothing was found.
    fn looked_at_longer(&mut self, moves: &[G::Move]) -> Result<Option<Longer<G::Move>>, Error> {
        let question = self.question(Place::After(moves), self.nodes * 2);
        let found = self.inquiry.ask(&question)?.lines.into_iter().next();
        Ok(found.map(|found| ([moves, &found.moves].concat(), found.score)))
    }

    /// Does the answer, looked at by itself and longer, take most of what the move lost? If so, the line in which it does.
    fn realized(
        &mut self,
        best: &Found<G::Move>,
        moves: &[G::Move; 2],
        loss: i32,
    ) -> Result<Option<Vec<G::Move>>, Error> {
        let position = self.inquiry.root.after(moves[0]).after(moves[1]);
        if position.outcome().is_some() {
            return Ok(Some(moves.to_vec()));
        }
        let found = self.looked_at_longer(moves)?;
        Ok(found.filter(|(_, score)| (best.score - *score) * 3 >= loss * 2).map(|(moves, _)| moves))
    }

    /// What is taken by the move after which so many plies are played, if it stays away in each of these lines.
    fn taken(&self, lines: &[&[G::Move]], plies: usize) -> Option<Piece> {
        let root = &self.inquiry.root;
        let mut found = lines.iter().map(|line| material::taken(root, line, plies));
        let first = found.next()??;
        found.all(|other| other == Some(first)).then_some(first)
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
