//! What a line comes to: mate, or material that is won or lost near by and stays so.
//!
//! A line of twenty moves ends somewhere, and what stands on the board there is not what its first move does. So only what changes
//! within a few plies is told, only if it stays changed wherever the rest of the line comes to rest, and only if a search of its own
//! from the first place of rest is of the same mind.

use engine::{Error, Playable, Side};
use game::Captures;

use super::collect::{Collector, line};
use super::facts::{Gain, Line};
use super::inquiry::{Found, Place};
use super::material::{self, Tally};

/// The value must change by at least this part of what is won, less so many hundredths of the smallest piece.
const BORNE_OUT: i32 = 4;
const SLACK: i32 = 50;
/// Or it must fit the material on the board at the end of the line, give or take so much.
const FITS: i32 = 250;
/// How often a line may be carried on to a quiet position.
const EXTENSIONS: usize = 4;
/// A line of so many plies is long enough, if it ends quietly.
const LONG: usize = 12;
/// A search of the end of a line that differs by more, in hundredths of a unit, is of another mind.
const CHANGE_OF_MIND: i32 = 150;

impl<G: Playable> Collector<'_, G> {
    /// What a line from `from` comes to, for the side to move there. `in_game` says that `from` is the position of the game.
    pub fn outcome(&mut self, from: &G, in_game: bool, found: &Found<G::Move>) -> Result<Option<(Gain, Line)>, Error> {
        if let Some(plies) = found.score.plies_to_end() {
            let moves = self.followed_to_end(from, in_game, found, plies)?;
            return Ok(Some((Gain::Decided { wins: found.score.is_win(), plies }, line(from, &moves))));
        }
        match from.captures() {
            Captures::Never => return Ok(None),
            Captures::Turned => {
                let end = found.moves.iter().fold(from.clone(), |position, &mv| position.after(mv));
                let side = from.side_to_move();
                let gain = end.counts().map(|counts| {
                    let count = |side: Side| counts[side.index()] as i32;
                    Gain::Count { ours: count(side), theirs: count(!side), over: end.outcome().is_some() }
                });
                return Ok(gain.map(|gain| (gain, line(from, &found.moves))));
            }
            Captures::Taken => {}
        }
        let moves = self.followed_to_rest(from, in_game, found)?;
        let mut tallies = material::tallies(from, &moves);
        let Some(end) = material::settled(&tallies) else { return Ok(None) };
        let tally = tallies.swap_remove(end);
        let moves = &moves[..end];
        // Who wins a pawn and stands worse all the same has not won it for long, or for little; and so for who loses one and stands better.
        if tally.balance != 0
            && tally.balance.abs() < material::SMALL
            && found.score.value() * tally.balance.signum() < 0
        {
            return Ok(None);
        }
        if tally.balance != 0 && !self.confirmed(from, in_game, moves, found, &tally)? {
            return Ok(None);
        }
        // The value must bear out what the pieces say. It does not where material is given for something that counts more.
        let sign = tally.balance.signum();
        let change = (found.score - self.inquiry.judgement(from)?) * 100 / G::UNIT;
        let rises = change * sign > tally.balance.abs() / BORNE_OUT - SLACK;
        let then = material::worth(from, from.side_to_move()) + tally.balance;
        let fits = (found.score.value() * 100 / G::UNIT - then) * sign > -FITS;
        let borne_out = rises || fits;
        let told = (Gain::Material { for_play: !borne_out, tally }, line(from, moves));
        Ok(Some(told)
            .filter(|(gain, _)| borne_out || matches!(gain, Gain::Material { tally, .. } if tally.balance < 0)))
    }

    /// Do searches from where the line first rests say the same: about the same value, and what was won stays won? A pawn often comes back
    /// much later, so that less than a piece is looked at longer, and as far as two searches see.
    fn confirmed(
        &mut self,
        from: &G,
        in_game: bool,
        moves: &[G::Move],
        found: &Found<G::Move>,
        tally: &Tally,
    ) -> Result<bool, Error> {
        let small = tally.balance.abs() < material::SMALL;
        let nodes = if small { self.nodes * 2 } else { self.nodes };
        let mut line = moves.to_vec();
        for _ in 0..if small { 2 } else { 1 } {
            let rest = line.iter().fold(from.clone(), |position, &mv| position.after(mv));
            if rest.outcome().is_some() || self.inquiry.stopped() {
                return Ok(false);
            }
            let place = if in_game { Place::After(&line) } else { Place::At(&rest) };
            let question = self.question(place, nodes);
            let Some(next) = self.inquiry.ask(&question)?.lines.into_iter().next() else { return Ok(false) };
            let score = if rest.side_to_move() == from.side_to_move() { next.score } else { -next.score };
            if score.is_decided() {
                return Ok(score.is_win() == (tally.balance > 0));
            }
            let away = (score - found.score) * tally.balance.signum() * 100 / G::UNIT;
            line.extend_from_slice(&next.moves);
            if away < -CHANGE_OF_MIND || !material::keeps(moves.len(), &material::tallies(from, &line)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Carries the line of a certain result on to the end of the game, where the search did not show it whole.
    fn followed_to_end(
        &mut self,
        from: &G,
        in_game: bool,
        found: &Found<G::Move>,
        plies: usize,
    ) -> Result<Vec<G::Move>, Error> {
        let mut moves = found.moves[..found.moves.len().min(plies)].to_vec();
        while moves.len() < plies && !self.inquiry.stopped() {
            let end = moves.iter().fold(from.clone(), |position, &mv| position.after(mv));
            let place = if in_game { Place::After(&moves) } else { Place::At(&end) };
            let question = self.question(place, self.nodes / 4);
            let next = self.inquiry.ask(&question)?.lines.into_iter().next();
            let wins = found.score.is_win() == moves.len().is_multiple_of(2);
            // It must be the same result at the same distance.
            let same = next.filter(|next| {
                let left = next.score.plies_to_end() == Some(plies - moves.len()) && next.score.is_win() == wins;
                left && !next.moves.is_empty()
            });
            match same {
                Some(next) => moves.extend_from_slice(&next.moves[..next.moves.len().min(plies - moves.len())]),
                None => break,
            }
        }
        Ok(moves)
    }

    /// Carries a line on that is short, or at whose end pieces are being taken, as long as the search stays of the same mind.
    pub fn followed_to_rest(&mut self, from: &G, in_game: bool, found: &Found<G::Move>) -> Result<Vec<G::Move>, Error> {
        let mut moves = found.moves.clone();
        for _ in 0..EXTENSIONS {
            let end = moves.iter().fold(from.clone(), |position, &mv| position.after(mv));
            if end.outcome().is_some() || self.inquiry.stopped() {
                break;
            }
            let place = if in_game { Place::After(&moves) } else { Place::At(&end) };
            let question = self.question(place, (self.nodes / 10).max(1000));
            let Some(next) = self.inquiry.ask(&question)?.lines.into_iter().next() else { break };
            let score = if moves.len().is_multiple_of(2) { next.score } else { -next.score };
            let same_mind = !next.score.is_decided() && (score - found.score).abs() <= CHANGE_OF_MIND * G::UNIT / 100;
            let tallies = material::tallies(&end, &next.moves);
            // Neither side takes at once, nor after a check or two.
            let quiet = tallies.iter().take(5).all(|tally| tally.balance == 0);
            if quiet && (moves.len() >= LONG || !same_mind) {
                break;
            }
            // What is being taken is followed to its end; a short line as far as the search sees.
            let calm = (1..tallies.len()).find(|&index| {
                let later = tallies[index..].iter().take(3);
                later.map(|later| later.balance).all(|balance| balance == tallies[index].balance)
            });
            let all = next.moves.len();
            moves.extend_from_slice(&next.moves[..if same_mind { all } else { calm.unwrap_or(all) }]);
        }
        Ok(moves)
    }
}
