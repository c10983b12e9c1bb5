//! A board on the terminal: in color, or in plain ASCII where color is not wanted.
//!
//! Pieces are painted by what their side is called: Black's dark and White's light, no matter which moves first in the game.

use std::fmt::Write;
use std::io::IsTerminal;

use engine::{BoardStyle, Cell, Color, Diagram, Engine, PieceSet, Shade, Side};

use crate::words;

/// Is color wanted? Not when piped, and not with `NO_COLOR` set (no-color.org).
pub fn color() -> bool {
    std::io::stdout().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
}

/// The board as text, with the last move marked.
pub fn paint(engine: &dyn Engine) -> String {
    let diagram = engine.diagram();
    let layout = Layout::of(&diagram);
    let marked = engine.last_move_cells();
    if color() { colored(&diagram, &layout, &marked, &Look::of(engine)) } else { plain(&diagram, &layout, &marked) }
}

/// A side with the sign of its pieces, so that everybody knows which are whose.
pub fn side(engine: &dyn Engine, side: Side) -> String {
    let name = words::word("side", &engine.side_name(side));
    let pieces = engine.diagram().cells.into_iter().filter_map(|cell| cell.piece);
    let signs: std::collections::BTreeSet<(bool, char, char)> = pieces
        .filter(|(owner, ..)| *owner == side)
        .map(|(_, letter, sign)| (letter.is_ascii_uppercase(), letter, sign))
        .collect();
    // Chess has a whole army a side: there the name says enough.
    if signs.len() > 2 {
        return name;
    }
    let (letter, sign) =
        signs.first().map_or([('X', '●'), ('O', '○')][side.index()], |&(_, letter, sign)| (letter, sign));
    if color() {
        let look = Look::of(engine);
        let sign = look.sign(letter, sign);
        return format!("{name} \x1b[48;5;{};1;38;5;{}m {sign} \x1b[0m", look.dark.0, look.inks[side.index()]);
    }
    if name == letter.to_string() { name } else { format!("{name} ({letter})") }
}

/// Where things stand: the same in color and without.
struct Layout {
    /// The width of the row labels; 0 if the cells carry their own numbers and labels would only repeat them.
    margin: usize,
    /// Digits of the numbers that stand beside the pieces; 0 where they stand in empty cells alone.
    digits: usize,
    /// The width of a cell.
    width: usize,
}

impl Layout {
    fn of(diagram: &Diagram) -> Layout {
        let largest = diagram.cells.iter().filter_map(|cell| cell.number).max();
        // On a checkered board pieces move, and a move names the square of a piece.
        let digits = largest.filter(|_| diagram.is_checkered()).map_or(0, |number| number.to_string().len());
        let labels = diagram.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        Layout { margin: if largest.is_some() { 0 } else { labels }, digits, width: digits + 3 }
    }

    fn row_label(&self, label: &str) -> String {
        let margin = self.margin;
        if margin == 0 { String::new() } else { format!("{label:>margin$} ") }
    }

    fn column_labels(&self, diagram: &Diagram) -> String {
        if self.margin == 0 {
            return String::new();
        }
        let width = self.width;
        let labels: String = diagram.columns.iter().map(|label| format!("{label:^width$}")).collect();
        format!("{:margin$} {}", "", labels.trim_end(), margin = self.margin)
    }

    /// What stands left of the piece within its cell.
    fn number(&self, cell: &Cell) -> String {
        let digits = self.digits;
        match cell.number {
            Some(number) if digits > 0 => format!("{number:>digits$}"),
            _ => " ".repeat(digits),
        }
    }

    /// A number alone in its cell, where a single digit fits.
    fn lone_number(&self, cell: &Cell) -> Option<char> {
        let number = cell.number.filter(|_| self.digits == 0)?;
        char::from_digit(u32::from(number), 10)
    }
}

fn marks(marked: bool) -> (char, char) {
    if marked { ('[', ']') } else { (' ', ' ') }
}

fn plain(diagram: &Diagram, layout: &Layout, marked: &[usize]) -> String {
    let checkered = diagram.is_checkered();
    let mut text = String::new();
    for (row, label) in diagram.rows.iter().enumerate() {
        let mut line = layout.row_label(label);
        for column in 0..diagram.columns.len() {
            let index = row * diagram.columns.len() + column;
            let cell = &diagram.cells[index];
            let letter = match (cell.piece, cell.shade) {
                (Some((_, letter, _)), _) => letter,
                (None, Shade::Light) if checkered => ' ',
                (None, Shade::Point) if is_star(diagram, row, column) => '+',
                (None, _) => layout.lone_number(cell).unwrap_or('.'),
            };
            let (left, right) = marks(marked.contains(&index));
            let _ = write!(line, "{left}{}{letter}{right}", layout.number(cell));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    match layout.column_labels(diagram) {
        labels if labels.is_empty() => text,
        labels => format!("{text}{labels}\n"),
    }
}

/// Colors from the 256-color palette. A ground is (plain, marked).
struct Look {
    ground: (u8, u8),
    dark: (u8, u8),
    /// For what is printed on the ground and is no piece.
    faint: u8,
    /// Of the pieces of the first and the second side.
    inks: [u8; 2],
    /// The sides are distinguished by black and white: their pieces have the same solid shape.
    full_signs: bool,
    /// The pieces are letters.
    letters: bool,
}

impl Look {
    fn of(engine: &dyn Engine) -> Look {
        let look = engine.look();
        let (ground, dark, faint) = match look.board {
            BoardStyle::Discs => ((28, 34), (28, 34), 71),
            BoardStyle::Points => ((137, 179), (137, 179), 238),
            BoardStyle::Columns => ((18, 25), (18, 25), 61),
            BoardStyle::Squares if !engine.diagram().is_checkered() => ((236, 240), (236, 240), 244),
            BoardStyle::Squares => ((144, 186), (65, 107), 151),
        };
        let inks = Side::BOTH.map(|side| match engine.side_color(side) {
            Color::Black => 16,
            Color::White => 231,
            Color::Red => 203,
            Color::Yellow => 226,
        });
        let full_signs = inks == [16, 231] || inks == [231, 16];
        Look { ground, dark, faint, inks, full_signs, letters: look.pieces == PieceSet::Marks }
    }

    /// The sign of a piece as it looks well in ink on a ground: solid, because the ink shows whose it is, and one that
    /// nearly every font has in one column.
    fn sign(&self, letter: char, sign: char) -> char {
        match sign {
            _ if self.letters => letter,
            '○' | '⛀' | '⛂' if self.full_signs => '●',
            '⛁' | '⛃' => '♛',
            '♔'..='♙' => char::from_u32(sign as u32 + 6).unwrap_or(sign),
            other => other,
        }
    }
}

fn colored(diagram: &Diagram, layout: &Layout, marked: &[usize], look: &Look) -> String {
    let checkered = diagram.is_checkered();
    let mut text = String::new();
    for (row, label) in diagram.rows.iter().enumerate() {
        let _ = write!(text, "\x1b[2m{}\x1b[0m", layout.row_label(label));
        for column in 0..diagram.columns.len() {
            let index = row * diagram.columns.len() + column;
            let cell = &diagram.cells[index];
            let is_marked = marked.contains(&index);
            let (plain, bright) = if cell.shade == Shade::Dark { look.dark } else { look.ground };
            let back = if is_marked { bright } else { plain };
            let (mut left, mut right) = marks(is_marked);
            let mut empty = if checkered { ' ' } else { '·' };
            if cell.shade == Shade::Point {
                let (line_left, crossing, line_right) = crossing(diagram, row, column);
                empty = crossing;
                if !is_marked {
                    (left, right) = (line_left, line_right);
                }
            }
            let (ink, sign) = match cell.piece {
                Some((owner, letter, sign)) => (look.inks[owner.index()], look.sign(letter, sign)),
                None => (look.faint, layout.lone_number(cell).unwrap_or(empty)),
            };
            // Some terminals draw some of the signs two columns wide: every cell begins where it belongs all the same.
            let place = 1 + layout.row_label(label).chars().count() + column * layout.width;
            let faint = if is_marked { 16 } else { look.faint };
            let number = layout.number(cell);
            let _ = write!(
                text,
                "\x1b[{place}G\x1b[48;5;{back};38;5;{faint}m{left}{number}\x1b[1;38;5;{ink}m{sign}\x1b[22;38;5;{faint}m\
                 {right}\x1b[0m"
            );
        }
        text.push('\n');
    }
    match layout.column_labels(diagram) {
        labels if labels.is_empty() => text,
        labels => format!("{text}\x1b[2m{labels}\x1b[0m\n"),
    }
}

/// The lines that meet in a point: left of it, in it, right of it.
fn crossing(diagram: &Diagram, row: usize, column: usize) -> (char, char, char) {
    let (last_row, last_column) = (diagram.rows.len() - 1, diagram.columns.len() - 1);
    let lines = ["┌┬┐", "├┼┤", "└┴┘"];
    let edge = |at: usize, last: usize| usize::from(at > 0) + usize::from(at == last && last > 0);
    let center = lines[edge(row, last_row)].chars().nth(edge(column, last_column)).unwrap_or('┼');
    let center = if is_star(diagram, row, column) { '╋' } else { center };
    (if column > 0 { '─' } else { ' ' }, center, if column < last_column { '─' } else { ' ' })
}

/// Is a point one of those that a Go board has marked, to find one's way?
fn is_star(diagram: &Diagram, row: usize, column: usize) -> bool {
    let size = diagram.rows.len();
    if size < 7 {
        return false;
    }
    let edge = if size < 13 { 2 } else { 3 };
    let middle = (size % 2 == 1).then_some(size / 2);
    let on_corner_line = |at: usize| at == edge || at == size - 1 - edge;
    let star_line = |at: usize| on_corner_line(at) || Some(at) == middle && size >= 13;
    star_line(row) && star_line(column) || Some(row) == middle && Some(column) == middle
}
