//! How a game of self-play begins: at random, but not with a game that is decided already.

use engine::{Playable, Record};
use game::{Game, Rng, Score};

/// How many openings are tried; then the most even one is taken.
const TRIES: usize = 20;

/// A record after random moves that leave the game about even, as `judge`, a small search, sees it. Between `plies` and
/// one and a half times as many are played, but never more than a third of what the game can last.
pub(super) fn random<G: Playable>(
    start: &G,
    plies: u16,
    balance: i32,
    rng: &mut Rng,
    mut judge: impl FnMut(&Record<G>) -> Score,
) -> Record<G> {
    let plies = usize::from(plies).min(start.plies_left().map_or(usize::MAX, |left| left / 3));
    let mut best = None;
    for _ in 0..TRIES {
        let Some(record) = moves(start, plies + rng.below(plies / 2 + 1), rng) else { continue };
        let unevenness = judge(&record).value().abs();
        if unevenness <= balance {
            return record;
        }
        if best.as_ref().is_none_or(|(least, _)| unevenness < *least) {
            best = Some((unevenness, record));
        }
    }
    // A game that random moves always end begins at the start.
    best.map_or_else(|| Record::new(start.clone()), |(_, record)| record)
}

/// A random move that throws away more than so many units by exchanges is drawn again...
const HANGING_UNITS: i32 = 5;
/// ...so many times.
const DRAWS: usize = 8;

/// Random moves that do not hang a queen; `None` if they end the game.
fn moves<G: Game>(start: &G, plies: usize, rng: &mut Rng) -> Option<Record<G>> {
    let mut record = Record::new(start.clone());
    for _ in 0..plies {
        let moves = record.position().moves();
        if moves.is_empty() {
            return None;
        }
        let mut mv = rng.pick(&moves);
        for _ in 1..DRAWS {
            if record.position().exchange_wins(mv, -HANGING_UNITS * G::UNIT) {
                break;
            }
            mv = rng.pick(&moves);
        }
        record.play(mv);
    }
    record.end().is_none().then_some(record)
}
