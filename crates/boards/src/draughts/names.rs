//! What squares are called: numbers from Black's side, or a letter and a number as in chess.
//!
//! Numbers run from the left of the top row, White sitting below: 1 to 32, 1 to 50. Letters count files and digits ranks
//! from the lower left corner as the side that opens sees it: so a1 is square 29 in Russian draughts, where White opens,
//! and square 4 in English draughts, where Black does. On mirrored boards (Italian, Spanish) a1 is a light square.
//!
//! Both are read under all rules. Written are letters in the Russian, Brazilian and Czech games, numbers in all others.

use super::geometry::Variant;
use super::word::Word;

impl<W: Word> Variant<W> {
    /// How many squares the board has.
    pub fn square_count(&self) -> usize {
        2 * self.geometry.order * self.geometry.order
    }

    /// The number of a square, from 1.
    pub fn number(&self, square: u8) -> usize {
        let (row, column) = self.printed(square);
        row * self.geometry.order + column / 2 + 1
    }

    /// The square with a number, which must be on the board.
    pub fn numbered(&self, number: usize) -> Option<u8> {
        let order = self.geometry.order;
        let index = number.checked_sub(1).filter(|&index| index < self.square_count())?;
        let place = index % order;
        Some(self.geometry.square(index / order, if self.rules.mirrored { order - 1 - place } else { place }))
    }

    /// Row from the top and column from the left as the board is printed.
    pub fn printed(&self, square: u8) -> (usize, usize) {
        let (row, column) = self.geometry.row_and_column(square);
        (row, if self.rules.mirrored { 2 * self.geometry.order - 1 - column } else { column })
    }

    /// The name of a square in this rule set's own custom.
    pub fn name(&self, square: u8) -> String {
        if !self.rules.algebraic {
            return self.number(square).to_string();
        }
        let (file, rank) = self.turned(self.printed(square));
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    /// File and rank, from 0, of a printed row and column; and the other way round.
    fn turned(&self, (row, column): (usize, usize)) -> (usize, usize) {
        let last = 2 * self.geometry.order - 1;
        if self.rules.white_opens { (column, last - row) } else { (last - column, row) }
    }

    /// The square that a number or a letter with a number names, or why there is none.
    pub fn named(&self, name: &str) -> Result<u8, String> {
        let size = 2 * self.geometry.order;
        let digits = |text: &str| {
            Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit())).and_then(|text| text.parse().ok())
        };
        if let Some(letter) = name.chars().next().filter(char::is_ascii_alphabetic) {
            let file = usize::from(letter.to_ascii_lowercase() as u8 - b'a');
            let rank = digits(&name[1..]).filter(|rank| (1..=size).contains(rank));
            let Some(rank) = rank.filter(|_| file < size) else {
                let last = char::from(b'a' + size as u8 - 1);
                return Err(format!("there is no square {name}: files go from a to {last}, ranks from 1 to {size}"));
            };
            let row = if self.rules.white_opens { size - rank } else { rank - 1 };
            let column = if self.rules.white_opens { file } else { size - 1 - file };
            let place = column / 2;
            let order = self.geometry.order;
            let square = self.geometry.square(row, if self.rules.mirrored { order - 1 - place } else { place });
            if self.printed(square) != (row, column) {
                return Err(format!("{name} is a light square; the pieces stand on the dark ones"));
            }
            return Ok(square);
        }
        match digits(name) {
            Some(number) => self.numbered(number).ok_or_else(|| {
                format!("there is no square {name}: squares are numbered from 1 to {}", self.square_count())
            }),
            None => Err(format!("'{name}' is not a square")),
        }
    }
}
