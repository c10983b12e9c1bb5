//! A game as it was played: the keeper of repetition.

use std::sync::Arc;

use game::{Game, Key, Outcome};

/// The end of a game with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won, if anybody.
    pub outcome: Outcome,
    /// The same position has occurred three times.
    pub by_repetition: bool,
}

/// A position and how it came about. Cheap to clone: clones share their past.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    past: Option<Arc<Past<G>>>,
    now: G,
}

/// The last move of a game, the position before it, and what was before that.
#[derive(Debug)]
struct Past<G: Game> {
    before: Option<Arc<Past<G>>>,
    position: G,
    mv: G::Move,
    /// Moves up to this one.
    len: usize,
}

/// One after the other, and not each inside the one after it: a long game would need a deep stack.
impl<G: Game> Drop for Past<G> {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut past) = next.and_then(Arc::into_inner) {
            next = past.before.take();
        }
    }
}

impl<G: Game> Record<G> {
    /// A game that begins at `position`.
    pub fn new(position: G) -> Record<G> {
        Record { past: None, now: position }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.now
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let after = self.now.after(mv);
        let before = self.past.take();
        let len = before.as_ref().map_or(0, |past| past.len) + 1;
        let position = std::mem::replace(&mut self.now, after);
        self.past = Some(Arc::new(Past { before, position, mv, len }));
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.take() else { return false };
        self.now = past.position.clone();
        self.past.clone_from(&past.before);
        true
    }

    /// The last move, with the position it was played in.
    pub fn last(&self) -> Option<(&G, G::Move)> {
        self.past.as_ref().map(|past| (&past.position, past.mv))
    }

    /// How many moves were played.
    pub fn len(&self) -> usize {
        self.past.as_ref().map_or(0, |past| past.len)
    }

    /// Was none played?
    pub fn is_empty(&self) -> bool {
        self.past.is_none()
    }

    /// The moves from the last to the first, each with the position it was played in.
    fn backwards(&self) -> impl Iterator<Item = (&G, G::Move)> {
        let chain = std::iter::successors(self.past.as_deref(), |past| past.before.as_deref());
        chain.map(|past| (&past.position, past.mv))
    }

    /// All moves, each with the position it was played in.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (&G, G::Move)> + DoubleEndedIterator {
        let mut moves: Vec<(&G, G::Move)> = Vec::with_capacity(self.len());
        moves.extend(self.backwards());
        moves.reverse();
        moves.into_iter()
    }

    /// The keys of the positions before this one, oldest first.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.backwards().map(|(before, _)| before.key()).collect();
        keys.reverse();
        keys
    }

    /// The end of the game: by the rules, or because the position is here for the third time.
    pub fn end(&self) -> Option<End> {
        if let Some(outcome) = self.now.outcome() {
            return Some(End { outcome, by_repetition: false });
        }
        let reach = self.now.reversible_plies();
        let before = self.backwards().take(reach).filter(|(p, _)| p.key() == self.now.key()).count();
        (before >= 2).then_some(End { outcome: Outcome::Draw, by_repetition: true })
    }
}
