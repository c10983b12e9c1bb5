//! A board as SVG: the frame with its labels, the cells, what is marked, the pieces, the arrows.
//!
//! The frame brings its own ground, so that the picture can be read on a light page and on a dark one.
//!
//! Reference: "Scalable Vector Graphics (SVG) 1.1", W3C, 2011.

use std::fmt::Write;

use game::{BoardStyle, Cell, Diagram, PieceSet, Shade, Side};

use crate::letters::label;
use crate::{Arrow, Note, Style, chessmen, counters};

/// The side of a cell.
const CELL: f64 = 100.0;
/// The frame around the cells, with labels and without, and the height of a label; on a board of at most ten cells a side.
const WIDE_FRAME: f64 = 46.0;
const NARROW_FRAME: f64 = 12.0;
const LABEL: f64 = 21.0;

/// What a look is painted with.
struct Paint {
    frame: &'static str,
    ink: &'static str,
    light: &'static str,
    dark: &'static str,
    line: &'static str,
}

impl Paint {
    fn of(board: BoardStyle, checkered: bool) -> Paint {
        let [frame, ink, light, dark, line] = match board {
            // The colors are those of the page (web/src/styles/tokens.css).
            BoardStyle::Squares if checkered => ["#44523f", "#f5f3ec", "#ece7d9", "#8fa085", "#44523f"],
            BoardStyle::Squares => ["#fbfaf6", "#9aa1ab", "#fbfaf6", "#fbfaf6", "#3b414a"],
            BoardStyle::Discs => ["#2c4636", "#e4efe8", "#5f8a6c", "#5f8a6c", "#2d2a1f"],
            BoardStyle::Columns => ["#33495e", "#dfe7ee", "#44607a", "#44607a", "#33495e"],
            BoardStyle::Points => ["#e3cfa0", "#4a3512", "#e3cfa0", "#e3cfa0", "#2d2a1f"],
        };
        Paint { frame, ink, light, dark, line }
    }
}

/// A board that is being drawn.
struct Canvas<'a> {
    diagram: &'a Diagram,
    style: &'a Style,
    paint: Paint,
    /// Squares of two shades; otherwise lines part the cells.
    checkered: bool,
    columns: usize,
    rows: usize,
    frame: f64,
    /// On large boards cells are small, and labels have to grow to be read.
    growth: f64,
    /// Labels at the edge.
    labelled: bool,
    svg: String,
}

/// The board as SVG.
pub fn svg(diagram: &Diagram, style: &Style) -> String {
    let (columns, rows) = (diagram.columns.len().max(1), diagram.rows.len().max(1));
    // Where cells carry their own numbers, labels at the edge would only repeat some of them.
    let numbered = diagram.cells.iter().any(|cell| cell.number.is_some());
    let labelled = style.coordinates && !numbered;
    let growth = (columns.max(rows) as f64 / 10.0).max(1.0);
    let frame = growth * if labelled { WIDE_FRAME } else { NARROW_FRAME };
    let checkered = diagram.is_checkered();
    let paint = Paint::of(style.look.board, checkered);
    let mut canvas =
        Canvas { diagram, style, paint, checkered, columns, rows, frame, growth, labelled, svg: String::new() };
    canvas.begin();
    canvas.ground();
    canvas.marks();
    canvas.numbers();
    canvas.pieces();
    canvas.last_stones();
    style.arrows.iter().for_each(|arrow| canvas.arrow(arrow));
    style.notes.iter().for_each(|note| canvas.note(note));
    canvas.svg.push_str("</svg>\n");
    canvas.svg
}

/// A single piece by its letter in the diagram, as an SVG of 100 by 100 units, for those who lay out their own boards; `None` if this
/// set has no such piece.
///
/// ```
/// use game::PieceSet;
/// use picture::piece;
/// assert!(piece(PieceSet::Chessmen, 'n').unwrap().starts_with("<svg "));
/// assert_eq!(piece(PieceSet::Chessmen, 'x'), None);
/// ```
pub fn piece(pieces: PieceSet, letter: char) -> Option<String> {
    let mut svg =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{}", counters::gradients(pieces));
    if !draw_piece(&mut svg, pieces, letter) {
        return None;
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

fn draw_piece(svg: &mut String, pieces: PieceSet, letter: char) -> bool {
    match pieces {
        PieceSet::Chessmen => chessmen::draw(svg, letter),
        pieces => counters::draw(svg, pieces, letter),
    }
}

impl Canvas<'_> {
    fn width(&self) -> f64 {
        self.columns as f64 * CELL + 2.0 * self.frame
    }

    fn height(&self) -> f64 {
        self.rows as f64 * CELL + 2.0 * self.frame
    }

    /// Can the board be seen from the other side? Where stones fall, it cannot.
    fn can_be_turned(&self) -> bool {
        match self.style.look.board {
            BoardStyle::Squares => self.checkered,
            BoardStyle::Columns => false,
            BoardStyle::Discs | BoardStyle::Points => true,
        }
    }

    /// Row and column of a cell as it is seen.
    fn place(&self, index: usize) -> (usize, usize) {
        let (row, column) = (index / self.columns, index % self.columns);
        match self.style.flipped && self.can_be_turned() {
            true => (self.rows - 1 - row, self.columns - 1 - column),
            false => (row, column),
        }
    }

    /// The upper left corner of a cell.
    fn corner(&self, index: usize) -> (f64, f64) {
        let (row, column) = self.place(index);
        (self.frame + column as f64 * CELL, self.frame + row as f64 * CELL)
    }

    fn center(&self, index: usize) -> (f64, f64) {
        let (x, y) = self.corner(index);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    fn begin(&mut self) {
        let (width, height) = (self.width(), self.height());
        let pixels = f64::from(self.style.size);
        let tall = (pixels * height / width).round();
        let title = escape(if self.style.title.is_empty() { "A board" } else { &self.style.title });
        let _ = write!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{pixels}\" height=\"{tall}\" \
             role=\"img\" aria-label=\"{title}\"><title>{title}</title>{}\
             <rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"{}\"/>",
            counters::gradients(self.style.look.pieces),
            self.paint.frame,
        );
    }

    /// The empty board.
    fn ground(&mut self) {
        match self.style.look.board {
            BoardStyle::Points => self.crossings(),
            BoardStyle::Squares if !self.checkered => self.bars(),
            _ => self.squares(),
        }
        if self.labelled {
            self.labels();
        }
    }

    fn squares(&mut self) {
        let board = self.style.look.board;
        for (index, cell) in self.diagram.cells.iter().enumerate() {
            let (x, y) = self.corner(index);
            let fill = if cell.shade == Shade::Dark { self.paint.dark } else { self.paint.light };
            let line = match board {
                BoardStyle::Discs => format!(" stroke=\"{}\" stroke-width=\"2.5\"", self.paint.line),
                _ => String::new(),
            };
            let _ = write!(
                self.svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"{line}/>"
            );
            // The four points that players of Othello find their way by.
            let (row, column) = self.place(index);
            if board == BoardStyle::Discs && self.rows >= 8 && [row, column].iter().all(|at| [2, 6].contains(at)) {
                let _ = write!(self.svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{}\"/>", self.paint.line);
            }
            if board == BoardStyle::Columns {
                let (x, y) = self.center(index);
                let _ = write!(
                    self.svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"42.5\" fill=\"#eaf0fb\" stroke=\"{}\" stroke-width=\"3\"/>",
                    self.paint.line
                );
            }
        }
    }

    /// The numbers of squares, where squares are numbered.
    fn numbers(&mut self) {
        for (index, cell) in self.diagram.cells.iter().enumerate() {
            if let Some(number) = cell.number.filter(|_| self.style.coordinates && self.checkered) {
                let (x, y) = self.corner(index);
                let place = (x + if number > 9 { 15.0 } else { 10.0 }, y + 14.0);
                label(&mut self.svg, &number.to_string(), place, 15.0, "#4a3016");
            }
        }
    }

    fn crossings(&mut self) {
        let (left, top) = (self.frame + CELL / 2.0, self.frame + CELL / 2.0);
        let (right, bottom) = (self.width() - left, self.height() - top);
        let mut path = String::new();
        for column in 0..self.columns {
            let _ = write!(path, "M{} {top}V{bottom}", left + column as f64 * CELL);
        }
        for row in 0..self.rows {
            let _ = write!(path, "M{left} {}H{right}", top + row as f64 * CELL);
        }
        let line = self.paint.line;
        let _ = write!(
            self.svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2.6\" stroke-linecap=\"square\"/>"
        );
        for row in 0..self.rows {
            for column in 0..self.columns {
                if is_star(self.rows, row, column) {
                    let (x, y) = (left + column as f64 * CELL, top + row as f64 * CELL);
                    let _ = write!(self.svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{line}\"/>");
                }
            }
        }
    }

    fn bars(&mut self) {
        let mut path = String::new();
        let (width, height) = (self.width(), self.height());
        for column in 1..self.columns {
            let _ = write!(path, "M{} {}V{}", self.frame + column as f64 * CELL, self.frame, height - self.frame);
        }
        for row in 1..self.rows {
            let _ = write!(path, "M{} {}H{}", self.frame, self.frame + row as f64 * CELL, width - self.frame);
        }
        let line = self.paint.line;
        let _ = write!(
            self.svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"5\" stroke-linecap=\"round\"/>"
        );
        for (index, cell) in self.diagram.cells.iter().enumerate() {
            if let Some(number) = cell.number.filter(|_| self.style.coordinates && cell.piece.is_none()) {
                let place = self.center(index);
                label(&mut self.svg, &number.to_string(), place, 22.0, self.paint.ink);
            }
        }
    }

    fn labels(&mut self) {
        let diagram = self.diagram;
        let (ink, height) = (self.paint.ink, self.growth * LABEL);
        for (row, text) in diagram.rows.iter().enumerate() {
            let (_, y) = self.center(row * self.columns);
            label(&mut self.svg, text, (self.frame / 2.0, y), height, ink);
        }
        for (column, text) in diagram.columns.iter().enumerate() {
            let (x, _) = self.center(column);
            let y = self.height() - self.frame / 2.0;
            label(&mut self.svg, text, (x, y - 1.0), height, ink);
        }
    }

    /// What is marked below the pieces.
    fn marks(&mut self) {
        let rect = |svg: &mut String, (x, y): (f64, f64), fill: &str, opacity: f64| {
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" opacity=\"{opacity}\"/>"
            );
        };
        let whole_cells = self.style.look.board == BoardStyle::Squares;
        for &index in self.style.marked.iter().filter(|index| whole_cells && **index < self.diagram.cells.len()) {
            let corner = self.corner(index);
            rect(&mut self.svg, corner, "#f5d130", 0.5);
        }
        if let Some(index) = self.style.check.filter(|index| *index < self.diagram.cells.len()) {
            let corner = self.corner(index);
            rect(&mut self.svg, corner, "#d92b1c", 0.6);
        }
    }

    fn pieces(&mut self) {
        for (index, cell) in self.diagram.cells.iter().enumerate() {
            let Cell { piece: Some((side, letter, _)), .. } = *cell else { continue };
            let (x, y) = self.corner(index);
            let _ = write!(self.svg, "<g class=\"piece\" transform=\"translate({x} {y})\">");
            if !draw_piece(&mut self.svg, self.style.look.pieces, letter) {
                // A piece that nobody has drawn: a plain one with its letter.
                let ink = counters::plain(&mut self.svg, side == Side::First);
                label(&mut self.svg, &letter.to_string(), (CELL / 2.0, CELL / 2.0), 38.0, ink);
            }
            self.svg.push_str("</g>");
        }
    }

    /// Where a move is one stone, the stone itself is marked.
    fn last_stones(&mut self) {
        let board = self.style.look.board;
        if board == BoardStyle::Squares {
            return;
        }
        for &index in self.style.marked.iter().filter(|index| **index < self.diagram.cells.len()) {
            let (x, y) = self.center(index);
            let dark = self.diagram.cells[index].piece.is_none_or(|(_, letter, _)| letter == 'X');
            let _ = match board {
                BoardStyle::Points => write!(
                    self.svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"22\" fill=\"none\" stroke=\"{}\" stroke-width=\"6\"/>",
                    if dark { "#ffffff" } else { "#1b1d20" }
                ),
                BoardStyle::Discs => write!(self.svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#e0422f\"/>"),
                _ => write!(
                    self.svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"43\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"6\"/>"
                ),
            };
        }
    }

    fn arrow(&mut self, arrow: &Arrow) {
        let count = self.diagram.cells.len();
        if arrow.from >= count || arrow.to >= count || arrow.from == arrow.to {
            return;
        }
        let ((x0, y0), (x1, y1)) = (self.center(arrow.from), self.center(arrow.to));
        let length = (x1 - x0).hypot(y1 - y0);
        let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
        // A shaft, then a head whose tip is the center of the cell: one shape, so that nothing shines through twice.
        let point = |along: f64, across: f64| (x0 + dx * along - dy * across, y0 + dy * along + dx * across);
        let (neck, tip) = (length - 38.0, length);
        let outline = [(18.0, -9.0), (neck, -9.0), (neck, -26.0), (tip, 0.0), (neck, 26.0), (neck, 9.0), (18.0, 9.0)];
        let points: Vec<String> = outline
            .iter()
            .map(|(along, across)| {
                let (x, y) = point(*along, *across);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let _ = write!(
            self.svg,
            "<polygon points=\"{}\" fill=\"{}\" opacity=\"0.78\" stroke-linejoin=\"round\"/>",
            points.join(" "),
            escape(&arrow.color)
        );
    }
}

/// How wide a plate must be for a text.
const PLATE_LETTER: f64 = 14.5;

impl Canvas<'_> {
    /// A plate at the foot of a cell, the darker the greater its weight; what is below zero stands on red.
    fn note(&mut self, note: &Note) {
        if note.cell >= self.diagram.cells.len() || note.text.is_empty() {
            return;
        }
        let (x, y) = self.corner(note.cell);
        let width = (PLATE_LETTER * note.text.chars().count() as f64 + 14.0).min(CELL);
        let fill = if note.text.starts_with('-') { "#8c1d18" } else { "#12324f" };
        let opacity = 0.82 + 0.18 * f64::from(note.weight.min(100)) / 100.0;
        let _ = write!(
            self.svg,
            "<g class=\"note\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"30\" rx=\"7\" fill=\"{fill}\" \
             opacity=\"{opacity:.2}\"/>",
            x + (CELL - width) / 2.0,
            y + CELL - 33.0
        );
        label(&mut self.svg, &note.text, (x + CELL / 2.0, y + CELL - 18.0), 17.0, "#ffffff");
        self.svg.push_str("</g>");
    }
}

/// Is there a star on this crossing? Only boards that are large enough have them, and only large ones between the corners.
fn is_star(size: usize, row: usize, column: usize) -> bool {
    if size < 7 {
        return false;
    }
    let edge = if size < 13 { 2 } else { 3 };
    let middle = |line: usize| size % 2 == 1 && line == size / 2;
    let star_line = |line: usize| line == edge || line + edge + 1 == size || size >= 13 && middle(line);
    star_line(row) && star_line(column) || middle(row) && middle(column)
}

/// Text inside an attribute or an element.
fn escape(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // Other control characters are not allowed in XML at all.
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}
