//! Games as PGN: the seven tags in order, then the others, then the moves with what is said about them.

use crate::remark::plain;
use crate::{Moves, Record, pdn};

/// Lines are not longer, unless a word is.
const WIDTH: usize = 80;

/// The tags that every game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game as PGN, or as PDN if it has the tag `GameType`; with an empty line at the end.
pub fn write(record: &Record) -> String {
    let result = pdn::result_text(record);
    let mut text = String::new();
    for name in ROSTER {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        let value = if name == "Result" { result } else { record.tags.get(name).unwrap_or(unknown) };
        tag(&mut text, name, value);
    }
    for (name, value) in &record.tags.0 {
        if !ROSTER.contains(&name.as_str()) {
            tag(&mut text, name, value);
        }
    }
    text.push('\n');
    let mut lines = Lines { text, column: 0, last: String::new() };
    lines.moves(&record.moves);
    if !record.moves.ending.is_empty() {
        lines.word(format!("{{{}}}", plain(&record.moves.ending)));
    }
    lines.word(result.to_string());
    lines.flush();
    lines.text + "\n\n"
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\r', '\n'], " ");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// Text in lines of the usual width.
struct Lines {
    text: String,
    column: usize,
    /// The last word, to which a parenthesis may still be added.
    last: String,
}

/// What is left to be written of a tree.
enum Step {
    /// A move and all that follows it.
    Move { index: usize, ply: usize, numbered: bool, opens: bool },
    /// The end of a variation.
    Close,
}

impl Lines {
    fn word(&mut self, word: String) {
        self.flush();
        self.last = word;
    }

    fn flush(&mut self) {
        let word = std::mem::take(&mut self.last);
        if word.is_empty() {
            return;
        }
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&word);
        self.column += length;
    }

    /// The whole tree. Not by recursion: a line may be as long as it likes.
    fn moves(&mut self, moves: &Moves) {
        moves.remark.words().into_iter().for_each(|word| self.word(word));
        let children = moves.children();
        let mut steps = Vec::new();
        if let Some(&index) = children[0].first() {
            steps.push(Step::Move { index, ply: 0, numbered: true, opens: false });
        }
        while let Some(step) = steps.pop() {
            let Step::Move { index, ply, numbered, opens } = step else {
                self.last.push(')');
                continue;
            };
            let (number, is_second) = moves.numbering.at(ply);
            if numbered || !is_second {
                let open = if opens { "(" } else { "" };
                self.word(format!("{open}{number}{}", if is_second { "..." } else { "." }));
            }
            self.word(moves.text(index).to_string());
            let mut remarked = false;
            if let Some(note) = moves.note(index) {
                note.nags.iter().for_each(|nag| self.word(format!("${nag}")));
                remarked = !note.remark.is_empty();
                note.remark.words().into_iter().for_each(|word| self.word(word));
            }
            // The main move is followed by what could be played instead of it.
            let siblings = &children[moves.parent(index).map_or(0, |parent| parent + 1)];
            let variations = if siblings[0] == index { &siblings[1..] } else { &[] };
            if let Some(&next) = children[index + 1].first() {
                let numbered = remarked || !variations.is_empty();
                steps.push(Step::Move { index: next, ply: ply + 1, numbered, opens: false });
            }
            for &index in variations.iter().rev() {
                steps.push(Step::Close);
                steps.push(Step::Move { index, ply, numbered: true, opens: true });
            }
        }
    }
}
