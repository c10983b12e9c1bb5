//! What people would agree on when both have nothing more to play: which stones are dead, and how the area is counted without them.
//!
//! An estimate and no proof. Both sides play on by lot many times, without filling their eyes; a chain whose points mostly end up as the
//! opponent's is dead. Where a living group could still be killed by one move the estimate may be wrong, so people see it
//! before they agree, and whoever disagrees plays on. The same position always has the same estimate.
//!
//! Reference: B. Bouzy and B. Helmstetter, "Monte-Carlo Go Developments" (2003), on territory by random games.

use game::{Abilities, Rng, Rules, Settlement, Side};

use super::area::owners;
use super::board::{Board, Content, MAX_CELLS, Point};
use super::{Go, POINT};

/// Nobody counts a board of which a greater share is empty.
const EMPTY: f64 = 0.75;
/// Games by lot.
const GAMES: usize = 300;
/// A game by lot is broken off after so many moves for each point of the board: superko alone would end it much later.
const MOVES_A_POINT: usize = 3;
/// A chain is dead if its points stay its own in less than this share of the games.
const DEAD: f64 = 0.35;
/// A point is certain if it is the same side's in at least this share of the games.
const CERTAIN: f64 = 0.8;

/// How the position would be counted.
pub(super) fn settlement(go: &Go) -> Option<Settlement> {
    let points = go.size() * go.size();
    if go.board.empty().len() as f64 > EMPTY * points as f64 {
        return None;
    }
    let shares = shares(go);
    let share = |point: Point, side: Side| match side {
        Side::First => shares[point.index()],
        Side::Second => 1.0 - shares[point.index()],
    };
    let mut counted = Board::new(go.size());
    let (mut dead, mut settled) = (Vec::new(), true);
    for point in go.board.points() {
        let Content::Stone(side) = go.board.at(point) else { continue };
        let chain: Vec<Point> = go.board.chain(point).collect();
        let own = chain.iter().map(|&stone| share(stone, side)).sum::<f64>() / chain.len() as f64;
        settled &= own >= CERTAIN || own <= 1.0 - CERTAIN;
        if own < DEAD {
            dead.push(go.cell(point));
        } else {
            counted.put(point, side);
        }
    }
    let mut counts = [0.0, f64::from(go.rules.komi) / f64::from(POINT)];
    let mut owned = 0;
    owners(&counted, |point, side| {
        counts[side.index()] += 1.0;
        owned += 1;
        settled &= counted.at(point) != Content::Empty || share(point, side) >= CERTAIN;
    });
    // A point that is nobody's is still to be had.
    Some(Settlement { dead, counts, settled: settled && owned == points })
}

/// In which share of the games each point ends up as the first player's; a point that is nobody's counts half.
fn shares(go: &Go) -> Vec<f64> {
    let mut rng = Rng::new(go.compute_key().0);
    let mut shares = vec![0.5; MAX_CELLS];
    let step = 0.5 / GAMES as f64;
    let mut moves = Vec::new();
    for game in 0..GAMES {
        let mut playing = go.clone();
        playing.passes = 0;
        // Neither is favored by moving first.
        playing.side = if game % 2 == 0 { Side::First } else { Side::Second };
        playing.ko = None;
        for _ in 0..MOVES_A_POINT * go.size() * go.size() {
            let Some(mv) = playing.playout_move(&mut rng, &mut moves) else { break };
            playing.play(mv);
        }
        owners(&playing.board, |point, side| {
            shares[point.index()] += if side == Side::First { step } else { -step };
        });
    }
    shares
}
