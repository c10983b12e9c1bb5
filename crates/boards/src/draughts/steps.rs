//! Plain moves, without a capture: all men in one direction at a time.

use game::Stage;

use super::geometry::Direction;
use super::position::{Draughts, Move};
use super::word::{Word, squares};

impl<W: Word> Draughts<W> {
    /// Appends the plain moves of a stage: those that make a king are noisy, the others quiet. Whether a capture is
    /// obligatory is not asked here.
    pub(super) fn steps(&self, stage: Stage, moves: &mut Vec<Move<W>>) {
        let geometry = &self.variant.geometry;
        let empty = self.empty();
        let king_row = geometry.king_row[self.turn as usize];
        let wanted = match stage {
            Stage::All => empty,
            Stage::Noisy => empty & king_row,
            Stage::Quiet => empty & !king_row,
        };
        let men = self.men(self.turn);
        for &direction in Direction::forward(self.turn) {
            for to in squares(geometry.step(men, direction) & wanted) {
                moves.push(Move { from: geometry.step_back(to, direction), to, captured: W::EMPTY });
            }
        }
        if stage == Stage::Noisy {
            return;
        }
        let kings = self.kings_of(self.turn) & !self.tired_king();
        for from in squares(kings) {
            for to in squares(self.king_reach(from, empty)) {
                moves.push(Move { from, to, captured: W::EMPTY });
            }
        }
    }

    /// Where a king on a square can go without a capture.
    pub(super) fn king_reach(&self, from: u8, empty: W) -> W {
        let geometry = &self.variant.geometry;
        let king = W::bit(from);
        Direction::DIAGONALS.iter().fold(W::EMPTY, |mut reach, &direction| {
            let mut next = geometry.step(king, direction) & empty;
            reach |= next;
            while self.variant.rules.flying_kings && !next.is_empty() {
                next = geometry.step(next, direction) & empty;
                reach |= next;
            }
            reach
        })
    }

    /// Is this a plain move that the piece on its start square could make if no capture were obligatory?
    pub(super) fn is_step(&self, from: u8, to: u8) -> bool {
        let (start, empty) = (W::bit(from), self.empty());
        let reach = if self.men(self.turn).meets(start) {
            let geometry = &self.variant.geometry;
            Direction::forward(self.turn).iter().fold(W::EMPTY, |sum, &way| sum | geometry.step(start, way)) & empty
        } else if (self.kings_of(self.turn) & !self.tired_king()).meets(start) {
            self.king_reach(from, empty)
        } else {
            W::EMPTY
        };
        reach.meets(W::bit(to))
    }
}
