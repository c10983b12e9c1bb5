//! What a value says: a game that is over is won, lost or drawn; a forced end is so many plies away from the node that tells it.

use game::{Game, Score, Show};
use search::Reason;

use super::kept::Tree;
use super::recorder::NONE;

/// Is the value of a node that was left for this reason what it is, whatever the window?
pub(super) const fn is_exact(reason: Reason) -> bool {
    matches!(reason, Reason::Leaf | Reason::GameOver | Reason::Repetition | Reason::Known)
}

impl<G: Game> Tree<G> {
    /// Of each node, whether its value holds to the end of the game. Children come after their parents.
    pub fn certain_nodes(&self) -> Vec<bool> {
        let of_itself = |node: &super::recorder::Node<G::Move>| match node.reason {
            Some(Reason::GameOver | Reason::Known | Reason::Repetition) => true,
            Some(Reason::Searched | Reason::Cut(_)) => node.hidden == 0 && node.size > 1 && node.skipped == NONE,
            _ => false,
        };
        let mut certain: Vec<bool> = self.kept.nodes.iter().map(of_itself).collect();
        for (id, node) in self.kept.nodes.iter().enumerate().rev() {
            if !certain[id] && node.parent != NONE && self.is_move(id as u32) {
                certain[node.parent as usize] = false;
            }
        }
        certain
    }

    /// Is every move of a node worth exactly what its visit says?
    pub fn has_exact_moves(&self, id: u32) -> bool {
        self.below(id).all(|child| self.at(child).reason.is_some_and(is_exact))
    }
}

impl<G: Show> Tree<G> {
    /// A value from the view of MAX and counted from the root, as the node at `ply` tells it.
    pub fn value_words(&self, score: Score, ply: usize, is_certain: bool) -> String {
        // An end of a window may lie nearer to the root than the node does.
        match score.plies_to_end().map(|plies| plies.saturating_sub(ply)) {
            _ if !self.about.in_words => self.root.score_text(score),
            Some(0) if score.is_win() => "won".to_string(),
            Some(0) => "lost".to_string(),
            Some(plies) if score.is_win() => self.root.score_text(Score::win_in(plies)),
            Some(plies) => self.root.score_text(Score::loss_in(plies)),
            None if score.value() != 0 => self.root.score_text(score),
            None if is_certain => "draw".to_string(),
            None if self.about.is_judged => self.root.score_text(score),
            None => "open".to_string(),
        }
    }

    /// The same for an end of a window: short, without the name of the unit, which the value has.
    pub fn end_text(&self, score: Score, ply: usize) -> String {
        match score {
            Score::INFINITY => "+∞".to_string(),
            _ if score == -Score::INFINITY => "-∞".to_string(),
            _ if score.is_decided() => self.value_words(score, ply, true),
            _ if self.about.in_words && !self.about.is_judged => "0".to_string(),
            _ if G::UNIT == 1 => score.value().to_string(),
            _ => format!("{:+.2}", f64::from(score.value()) / f64::from(G::UNIT)),
        }
    }
}
