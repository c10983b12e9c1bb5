//! The moves of a game as a tree: the main line and its variations.
//!
//! Moves stand in the order of the text, so a move's parent comes before it, and of several moves in one position the first is
//! the main one. All their letters lie in one string, because most records are read by the thousand and looked at once.

use crate::{Note, Remark};

/// A tree of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    letters: String,
    nodes: Vec<Node>,
    /// What is said before the first move.
    pub remark: Remark,
    /// Why the game ended, in words: a comment of its own right before the result. Reading gives it to the last move.
    pub ending: String,
    /// How moves are numbered.
    pub numbering: Numbering,
}

#[derive(Clone, Debug)]
struct Node {
    parent: Option<u32>,
    /// Where the letters end; they begin where those of the node before end.
    end: u32,
    line: u32,
    note: Option<Box<Note>>,
}

/// Where a move stands in its file is no part of the game.
impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        (self.parent, self.end, &self.note) == (other.parent, other.end, &other.note)
    }
}

impl Eq for Node {}

/// How moves are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    /// The number of the first move.
    pub first: usize,
    /// Does the first move belong to the second player?
    pub second_begins: bool,
}

impl Default for Numbering {
    fn default() -> Numbering {
        Numbering { first: 1, second_begins: false }
    }
}

impl Numbering {
    /// As a FEN of chess says.
    pub fn of_fen(fen: &str) -> Numbering {
        let mut fields = fen.split_ascii_whitespace();
        let second_begins = fields.nth(1) == Some("b");
        Numbering { first: fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1), second_begins }
    }

    /// The number of the move after so many plies, and whether it is the second player's.
    pub fn at(self, ply: usize) -> (usize, bool) {
        let ply = ply + usize::from(self.second_begins);
        (self.first.saturating_add(ply / 2), ply % 2 == 1)
    }
}

impl Moves {
    /// A main line and nothing else.
    pub fn line<T: AsRef<str>>(moves: impl IntoIterator<Item = T>) -> Moves {
        let mut line = Moves::default();
        let mut last = None;
        for mv in moves {
            last = Some(line.add(last, mv.as_ref()));
        }
        line
    }

    /// The same moves, numbered like this.
    #[must_use]
    pub fn numbered(self, numbering: Numbering) -> Moves {
        Moves { numbering, ..self }
    }

    /// How many moves there are, those of variations included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Are there no moves?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds a move after `parent`, or a first move, and returns its index. A parent's first child is the main line.
    pub fn add(&mut self, parent: Option<usize>, text: &str) -> usize {
        self.add_at(parent, text, 0)
    }

    pub(crate) fn add_at(&mut self, parent: Option<usize>, text: &str, line: u64) -> usize {
        self.letters.push_str(text);
        let [parent, end] = [parent, Some(self.letters.len())]
            .map(|number| number.map(|number| u32::try_from(number).expect("a game is shorter than 4 GB")));
        let (end, line) = (end.unwrap_or_default(), u32::try_from(line).unwrap_or(u32::MAX));
        self.nodes.push(Node { parent, end, line, note: None });
        self.nodes.len() - 1
    }

    /// A move as it was written.
    pub fn text(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.nodes[before].end);
        &self.letters[start as usize..self.nodes[index].end as usize]
    }

    /// The move before it; none for a first move.
    pub fn parent(&self, index: usize) -> Option<usize> {
        self.nodes[index].parent.map(|parent| parent as usize)
    }

    /// The line of the text on which it stands, from 1; 0 if it was not read.
    pub fn text_line(&self, index: usize) -> u64 {
        u64::from(self.nodes[index].line)
    }

    /// What belongs to the move besides its text.
    pub fn note(&self, index: usize) -> Option<&Note> {
        self.nodes[index].note.as_deref()
    }

    /// The same, to be written to.
    pub fn note_mut(&mut self, index: usize) -> &mut Note {
        self.nodes[index].note.get_or_insert_default()
    }

    /// The main line: the first move everywhere.
    pub fn main_line(&self) -> impl Iterator<Item = usize> {
        let mut last = None;
        (0..self.nodes.len()).filter(move |&index| {
            let is_next = self.nodes[index].parent == last;
            if is_next {
                last = Some(index as u32);
            }
            is_next
        })
    }

    /// The texts of the main line.
    pub fn main_texts(&self) -> impl Iterator<Item = &str> {
        self.main_line().map(|index| self.text(index))
    }

    /// For each move the moves that may follow it, the main one first; in front the first moves.
    pub(crate) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len() + 1];
        for index in 0..self.nodes.len() {
            children[self.parent(index).map_or(0, |parent| parent + 1)].push(index);
        }
        children
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree() {
        let mut moves = Moves::line(["e4"]);
        let other = moves.add(None, "d4");
        moves.add(Some(other), "d5");
        let reply = moves.add(Some(0), "e5");
        moves.note_mut(reply).nags.push(1);
        assert_eq!(moves.main_texts().collect::<Vec<_>>(), ["e4", "e5"]);
        assert_eq!((moves.len(), moves.text(2), moves.parent(2)), (4, "d5", Some(1)));
        assert_eq!(moves.children()[0], [0, 1]);
        assert_eq!((moves.note(0), moves.note(3).unwrap().nags.len()), (None, 1));
    }

    #[test]
    fn numbers() {
        let numbering = Numbering::of_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7");
        assert_eq!([0, 1, 2].map(|ply| numbering.at(ply)), [(7, true), (8, false), (8, true)]);
        assert_eq!(Numbering::of_fen("nonsense"), Numbering::default());
    }
}
