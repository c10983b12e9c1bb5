//! What searches have said of positions: one opinion of each, that of the search which looked furthest.
//!
//! An analysis, a report and an explanation may look at the same position, one after the other or side by side. Each begins with what is
//! known and adds what it finds, so that all of them name the same best move with the same value.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::Report;

use crate::limits;

/// A position of a game, with the way to it: repetitions belong to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    game: String,
    start: String,
    moves: Vec<String>,
}

impl Place {
    /// After these moves, as programs write them, from a start.
    pub fn new(game: &str, start: &str, moves: &[String]) -> Place {
        Place { game: game.to_string(), start: start.to_string(), moves: moves.to_vec() }
    }

    /// One move later.
    #[must_use]
    pub fn after(&self, code: &str) -> Place {
        let mut next = self.clone();
        next.moves.push(code.to_string());
        next
    }
}

/// What is known of positions.
#[derive(Default)]
pub struct Judgements(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    by_place: HashMap<Place, Opinion>,
    /// Counts what is looked up and kept, for forgetting what was not asked for longest.
    clock: u64,
}

struct Opinion {
    lines: Vec<Report>,
    used: u64,
}

/// How far a search has looked.
fn reach(lines: &[Report]) -> (i32, usize, u64) {
    lines.first().map_or((0, 0, 0), |line| (line.depth, lines.len(), line.nodes))
}

impl Judgements {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The best lines of a position, the best first; none if nobody has looked at it.
    pub fn known(&self, place: &Place) -> Vec<Report> {
        let mut kept = self.lock();
        kept.clock += 1;
        let now = kept.clock;
        kept.by_place.get_mut(place).map_or(Vec::new(), |opinion| {
            opinion.used = now;
            opinion.lines.clone()
        })
    }

    /// Keeps what a search has found if it looked further than those before; what is known then.
    pub fn offer(&self, place: &Place, lines: &[Report]) -> Vec<Report> {
        let mut kept = self.lock();
        kept.clock += 1;
        let now = kept.clock;
        let known = kept.by_place.get(place).map_or((0, 0, 0), |opinion| reach(&opinion.lines));
        if lines.iter().any(|line| line.pv.is_empty()) || reach(lines) <= known {
            return kept.by_place.get(place).map_or(Vec::new(), |opinion| opinion.lines.clone());
        }
        if kept.by_place.len() >= limits::JUDGEMENTS && !kept.by_place.contains_key(place) {
            kept.forget();
        }
        kept.by_place.insert(place.clone(), Opinion { lines: lines.to_vec(), used: now });
        lines.to_vec()
    }
}

impl Kept {
    /// Forgets the half that was not asked for longest.
    fn forget(&mut self) {
        let mut times: Vec<u64> = self.by_place.values().map(|opinion| opinion.used).collect();
        times.sort_unstable();
        let middle = times[times.len() / 2];
        self.by_place.retain(|_, opinion| opinion.used > middle);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::{Bound, Ply, Score};

    use super::*;

    fn line(depth: i32, nodes: u64, code: &str) -> Report {
        Report {
            depth,
            deepest: 0,
            line: 1,
            score: Score::DRAW,
            score_text: String::new(),
            chance: 0.5,
            bound: Bound::Exact,
            pv: vec![Ply { code: code.to_string(), ..Ply::default() }],
            nodes,
            unit: "nodes",
            time: Duration::ZERO,
            table_full: 0,
        }
    }

    fn best(lines: &[Report]) -> &str {
        &lines[0].pv[0].code
    }

    #[test]
    fn who_looked_further_is_believed() {
        let judgements = Judgements::default();
        let place = Place::new("chess", "start", &["e2e4".to_string()]);
        assert!(judgements.known(&place).is_empty());
        assert_eq!(best(&judgements.offer(&place, &[line(8, 1000, "c7c5")])), "c7c5");
        assert_eq!(best(&judgements.offer(&place, &[line(7, 9000, "e7e5")])), "c7c5", "not so deep");
        assert_eq!(best(&judgements.offer(&place, &[line(8, 2000, "e7e5")])), "e7e5");
        assert_eq!(best(&judgements.offer(&place, &[])), "e7e5", "nothing was found");
        assert_eq!(best(&judgements.known(&place)), "e7e5");
        // The way to a position belongs to it.
        assert!(judgements.known(&place.after("e7e5")).is_empty());
    }

    #[test]
    fn there_are_only_so_many_and_the_last_ones_stay() {
        let judgements = Judgements::default();
        let place = |index: usize| Place::new("chess", "start", &[index.to_string()]);
        for index in 0..limits::JUDGEMENTS + 10 {
            judgements.offer(&place(index), &[line(1, 1, "e2e4")]);
        }
        assert!(judgements.lock().by_place.len() <= limits::JUDGEMENTS);
        assert!(!judgements.known(&place(limits::JUDGEMENTS + 9)).is_empty());
        assert!(judgements.known(&place(0)).is_empty());
    }
}
