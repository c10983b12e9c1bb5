//! The squares on which a capture lands. A move does not remember its route; this finds one again, for notation only.

use super::geometry::Direction;
use super::position::{Draughts, Move};
use super::word::Word;

/// The search for a route of one capture that touches given squares in order.
struct Tracer<'a, W: Word> {
    position: &'a Draughts<W>,
    mv: Move<W>,
    empty: W,
    /// The squares that the route has to touch, in this order.
    wanted: &'a [u8],
    /// Touch no others.
    exactly: bool,
    /// Where the piece has been, its start first.
    path: Vec<u8>,
    /// Do not stop at the first route but collect so many of them.
    all: Option<(usize, Vec<Vec<u8>>)>,
}

/// More routes of one capture than anybody clicks.
const MOST_ROUTES: usize = 32;

impl<W: Word> Draughts<W> {
    /// A route of a capture: its start, the square after each jump, its end. It touches the squares of `wanted` in their
    /// order, and with `exactly` no others between start and end.
    pub(super) fn route(&self, mv: Move<W>, wanted: &[u8], exactly: bool) -> Option<Vec<u8>> {
        if exactly && wanted.len() + 1 != mv.captured.count() as usize {
            return None;
        }
        let mut tracer = Tracer {
            position: self,
            mv,
            empty: self.empty() | W::bit(mv.from),
            wanted,
            exactly,
            path: vec![mv.from],
            all: None,
        };
        let king = self.kings.meets(W::bit(mv.from));
        tracer.follow(W::bit(mv.from), mv.captured, king, 0).then_some(tracer.path)
    }

    /// The routes of a capture, the one that [`Draughts::route`] finds first.
    pub(super) fn routes(&self, mv: Move<W>) -> Vec<Vec<u8>> {
        let mut tracer = Tracer {
            position: self,
            mv,
            empty: self.empty() | W::bit(mv.from),
            wanted: &[],
            exactly: false,
            path: vec![mv.from],
            all: Some((MOST_ROUTES, Vec::new())),
        };
        let king = self.kings.meets(W::bit(mv.from));
        tracer.follow(W::bit(mv.from), mv.captured, king, 0);
        tracer.all.map_or(Vec::new(), |(_, routes)| routes)
    }
}

impl<W: Word> Tracer<'_, W> {
    /// Goes on from `at` with `left` still to be captured and `touched` of the wanted squares touched.
    fn follow(&mut self, at: W, left: W, king: bool, touched: usize) -> bool {
        if left.is_empty() {
            let complete = at.lowest() == self.mv.to && touched == self.wanted.len();
            return match &mut self.all {
                Some((most, routes)) => {
                    if complete {
                        routes.push(self.path.clone());
                    }
                    routes.len() == *most
                }
                None => complete,
            };
        }
        let variant = self.position.variant;
        let king = king
            || (variant.rules.promotes_in_passing && at.meets(variant.geometry.king_row[self.position.turn as usize]));
        let flying = king && variant.rules.flying_kings;
        let directions = if king { variant.king_captures() } else { variant.man_captures(self.position.turn) };
        directions.iter().any(|&direction| self.jump(at, left, king, flying, direction, touched))
    }

    fn jump(&mut self, at: W, left: W, king: bool, flying: bool, direction: Direction, touched: usize) -> bool {
        let geometry = &self.position.variant.geometry;
        let mut over = geometry.step(at, direction);
        while flying && over.meets(self.empty) {
            over = geometry.step(over, direction);
        }
        if !over.meets(left) {
            return false;
        }
        let mut land = geometry.step(over, direction) & self.empty;
        while !land.is_empty() {
            let square = land.lowest();
            let rest = left & !over;
            let hit = self.wanted.get(touched) == Some(&square) && !rest.is_empty();
            if hit || !self.exactly || rest.is_empty() {
                self.path.push(square);
                // A square that is wanted may still be passed over here and touched later; only a piece that visits it
                // twice would tell the difference.
                if self.follow(land, rest, king, touched + usize::from(hit)) {
                    return true;
                }
                self.path.pop();
            }
            if !flying {
                break;
            }
            land = geometry.step(land, direction) & self.empty;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rules;

    /// One capture of nineteen pieces, with twenty ways to land: the number in the tests of scaladraughts.
    #[test]
    fn all_routes_are_found() {
        let start = Draughts::<u64>::start(&"draughts(rules=frisian)".parse().unwrap()).unwrap();
        let text = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47";
        let position = start.parse_position(text).unwrap();
        let [mv] = position.moves()[..] else { panic!("one capture expected") };
        assert_eq!(mv.captured.count(), 19);
        let routes = position.routes(mv);
        assert_eq!(routes.len(), 20);
        assert_eq!(position.route(mv, &[], false).as_ref(), Some(&routes[0]));
    }
}
