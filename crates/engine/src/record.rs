//! A game as it was played: the keeper of repetition.

use game::{Game, Key, Outcome};

/// The end of a game with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won, if anybody.
    pub outcome: Outcome,
    /// The same position has occurred three times.
    pub by_repetition: bool,
}

/// A position and how it came about.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// The position before each move, and the move.
    past: Vec<(G, G::Move)>,
    now: G,
}

impl<G: Game> Record<G> {
    /// A game that begins at `position`.
    pub fn new(position: G) -> Record<G> {
        Record { past: Vec::new(), now: position }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.now
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let after = self.now.after(mv);
        self.past.push((std::mem::replace(&mut self.now, after), mv));
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            None => false,
            Some((before, _)) => {
                self.now = before;
                true
            }
        }
    }

    /// The last move, with the position it was played in.
    pub fn last(&self) -> Option<(&G, G::Move)> {
        self.past.last().map(|(before, mv)| (before, *mv))
    }

    /// All moves, each with the position it was played in.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (&G, G::Move)> {
        self.past.iter().map(|(before, mv)| (before, *mv))
    }

    /// The keys of the positions before this one, oldest first.
    pub fn keys(&self) -> Vec<Key> {
        self.past.iter().map(|(before, _)| before.key()).collect()
    }

    /// The end of the game: by the rules, or because the position is here for the third time.
    pub fn end(&self) -> Option<End> {
        if let Some(outcome) = self.now.outcome() {
            return Some(End { outcome, by_repetition: false });
        }
        let reach = self.now.reversible_plies().min(self.past.len());
        let before = self.past[self.past.len() - reach..].iter().filter(|(p, _)| p.key() == self.now.key()).count();
        (before >= 2).then_some(End { outcome: Outcome::Draw, by_repetition: true })
    }
}
