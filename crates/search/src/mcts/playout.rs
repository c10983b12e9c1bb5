//! One random game, its result, and who played what in it.

use game::{Game, Outcome, Rng, Side};

use super::Settings;

/// How many units ahead make half of the bonus for winning by a lot.
const HALF_MARGIN: f64 = 10.0;

/// The scratch memory of playouts.
pub(super) struct Playout<G: Game> {
    moves: Vec<G::Move>,
    /// For each side and action, the ply at which it was first played; stamped with the playout's number, so that
    /// nothing needs to be cleared between playouts.
    first_played: [Vec<(u32, u32)>; 2],
    number: u32,
    plies: u32,
}

impl<G: Game> Playout<G> {
    pub fn new(actions: usize) -> Playout<G> {
        Playout { moves: Vec::new(), first_played: [vec![(0, 0); actions], vec![(0, 0); actions]], number: 0, plies: 0 }
    }

    /// A new game begins at the root.
    pub fn clear(&mut self) {
        self.number += 1;
        self.plies = 0;
    }

    /// A move is about to be played in `position`.
    #[inline]
    pub fn note(&mut self, position: &G, mv: G::Move) {
        let entry = &mut self.first_played[position.side_to_move().index()][position.action(mv)];
        if entry.0 != self.number {
            *entry = (self.number, self.plies);
        }
        self.plies += 1;
    }

    /// Did `side` play this action at `ply` or later, and not before?
    #[inline]
    pub fn played_from(&self, side: Side, action: usize, ply: u32) -> bool {
        let (number, first) = self.first_played[side.index()][action];
        number == self.number && first >= ply
    }

    /// Plays at random to the end. The result is the first player's: 0 is a loss, 1 a win.
    pub fn run(&mut self, position: &mut G, rng: &mut Rng, settings: &Settings) -> f64 {
        let amaf = settings.amaf_equivalence > 0.0;
        for _ in 0..settings.max_playout_plies {
            self.moves.clear();
            let Some(mv) = position.playout_move(rng, &mut self.moves) else {
                let outcome = position.end().unwrap_or_else(|| position.stuck());
                return value(outcome, settings.margin_weight, G::UNIT);
            };
            if amaf {
                self.note(position, mv);
            }
            position.play(mv);
        }
        0.5
    }
}

/// The worth of a result for the first player: mostly who won, a little by how much.
fn value(outcome: Outcome, margin_weight: f64, unit: i32) -> f64 {
    let won = match outcome.winner() {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    let Outcome::Margin(margin) = outcome else { return won };
    let units = f64::from(margin.value()) / f64::from(unit);
    let amount = 0.5 + 0.5 * units / (units.abs() + HALF_MARGIN);
    (1.0 - margin_weight) * won + margin_weight * amount
}
