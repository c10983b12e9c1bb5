//! A picture of a board as data. The renderer (terminal, page, SVG) decides about colors and shapes.

use crate::Side;

/// What a board cell looks like when it is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A crossing of lines (Go).
    Point,
}

/// One cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The empty cell's look.
    pub shade: Shade,
    /// The piece on it: owner, its letter in ASCII, its sign in Unicode. The letter alone tells pieces and owners apart.
    pub piece: Option<(Side, char, char)>,
    /// The number by which moves name the cell, where cells are numbered and not addressed by row and column.
    pub number: Option<u16>,
}

impl Cell {
    /// An empty cell.
    pub fn empty(shade: Shade) -> Cell {
        Cell { shade, piece: None, number: None }
    }

    /// A cell with a piece.
    pub fn with(shade: Shade, side: Side, letter: char, sign: char) -> Cell {
        Cell { shade, piece: Some((side, letter, sign)), number: None }
    }

    /// The same cell with its number shown.
    #[must_use]
    pub fn numbered(self, number: u16) -> Cell {
        Cell { number: Some(number), ..self }
    }
}

/// A rectangular board as it is usually printed, row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// What stands below the columns, from left to right.
    pub columns: Vec<String>,
    /// What stands left of the rows, from top to bottom.
    pub rows: Vec<String>,
    /// The cells from top left, row by row; `columns.len() * rows.len()` of them.
    pub cells: Vec<Cell>,
}

impl Diagram {
    /// Are there cells of more than one shade?
    pub fn is_checkered(&self) -> bool {
        self.cells.iter().any(|cell| cell.shade != self.cells[0].shade)
    }

    /// What players call a cell: its number where cells have numbers, else its column and row. Empty for a cell that no move can name.
    pub fn cell_name(&self, index: usize) -> String {
        if let Some(number) = self.cells[index].number {
            return number.to_string();
        }
        if self.cells.iter().any(|cell| cell.number.is_some()) {
            return String::new();
        }
        format!("{}{}", self.columns[index % self.columns.len()], self.rows[index / self.columns.len()])
    }

    /// The board in plain ASCII, one line a row, labels left and below. Empty dark squares are `.`, light ones blank,
    /// points `.`.
    ///
    /// The cells in `marked` stand in brackets: the last move, usually.
    pub fn ascii(&self, marked: &[usize]) -> String {
        self.lines(3, &|index, letter| match marked.contains(&index) {
            true => format!("[{letter}]"),
            false => format!(" {letter} "),
        })
    }

    /// The same, with a short text behind the letters of some cells.
    pub fn annotated(&self, notes: &[(usize, String)]) -> String {
        let width = notes.iter().map(|(_, note)| note.chars().count()).max().unwrap_or(0);
        self.lines(width + 3, &|index, letter| {
            let note = notes.iter().find(|(cell, _)| *cell == index).map_or("", |(_, note)| note);
            format!(" {letter}{note:>width$} ")
        })
    }

    /// A line for each row, each cell written by `cell` in so many letters.
    fn lines(&self, cell_width: usize, cell: &dyn Fn(usize, char) -> String) -> String {
        let margin = self.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let width = self.columns.len();
        let checkered = self.is_checkered();
        let mut text = String::new();
        for (row, label) in self.rows.iter().enumerate() {
            let mut line = format!("{label:>margin$} ");
            for index in row * width..(row + 1) * width {
                let Cell { piece, shade, .. } = self.cells[index];
                let letter = match (piece, shade) {
                    (Some((_, letter, _)), _) => letter,
                    (None, Shade::Light) if checkered => ' ',
                    (None, _) => '.',
                };
                line += &cell(index, letter);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        // Labels stand below the letters.
        let labels: String =
            self.columns.iter().map(|label| format!("{:<cell_width$}", format!("{label:^3}"))).collect();
        text.push_str(format!("{:margin$} {labels}", "").trim_end());
        text.push('\n');
        text
    }
}
