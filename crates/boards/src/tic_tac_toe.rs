//! Tic-tac-toe: small enough to see whole.
//!
//! A position is written as nine cells from the top left, `X`, `O` or `-`, or as the moves so far: `5193`. Cells are
//! numbered 1 to 9 from the top left. The side to move follows from the number of marks.

use std::borrow::Cow;

use game::{
    Abilities, Cell, Diagram, Key, Look, MoveError, Outcome, PieceSet, PositionError, Rules, Shade, Show, Side, Spec,
    SpecError, Stage, mix,
};

/// The eight lines as sets of cells.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const FULL: u16 = 0b111_111_111;

/// A position: the cells of each player as a set of nine bits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    marks: [u16; 2],
}

/// A cell from 0 to 8, counted from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark(u8);

impl TicTacToe {
    fn occupied(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| self.marks[side.index()] & line == *line)
    }

    /// The letter of each cell from the top left.
    fn letters(&self) -> impl Iterator<Item = char> + '_ {
        (0..9).map(|cell| match (self.marks[0] >> cell & 1, self.marks[1] >> cell & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        })
    }

    /// The eight positions that turning and mirroring the board make of this one.
    fn symmetries(&self) -> impl Iterator<Item = TicTacToe> + '_ {
        (0..8).scan(self.clone(), |position, step| {
            position.marks = position.marks.map(|set| {
                (0..9).filter(|cell| set >> cell & 1 == 1).fold(0, |moved, cell| {
                    let (row, column) = (cell / 3, cell % 3);
                    moved | 1 << if step == 4 { row * 3 + 2 - column } else { column * 3 + 2 - row }
                })
            });
            Some(position.clone())
        })
    }
}

impl Rules for TicTacToe {
    type Move = Mark;

    fn start(spec: &Spec) -> Result<TicTacToe, SpecError> {
        spec.read(Vec::new())?;
        Ok(TicTacToe::default())
    }

    fn spec(&self) -> String {
        "tic-tac-toe".to_string()
    }

    fn side_to_move(&self) -> Side {
        if self.occupied().count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn generate(&self, stage: Stage, moves: &mut Vec<Mark>) {
        if stage != Stage::Noisy && self.end().is_none() {
            moves.extend((0..9).filter(|cell| self.occupied() >> cell & 1 == 0).map(Mark));
        }
    }

    fn play(&mut self, mv: Mark) {
        self.marks[self.side_to_move().index()] |= 1 << mv.0;
    }

    fn end(&self) -> Option<Outcome> {
        // Only the side that has just moved can have made a line.
        let mover = !self.side_to_move();
        if self.has_line(mover) {
            Some(Outcome::Win(mover))
        } else {
            (self.occupied() == FULL).then_some(Outcome::Draw)
        }
    }

    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    // The position is small enough to be its own key, mixed so that table slots differ.
    fn key(&self) -> Key {
        Key(mix(u64::from(self.marks[0]) << 16 | u64::from(self.marks[1])))
    }

    fn compute_key(&self) -> Key {
        self.key()
    }

    fn parse_position(&self, text: &str) -> Result<TicTacToe, PositionError> {
        let fail = |reason: String| Err(PositionError::new(text, reason));
        let text = text.trim();
        if text.chars().all(|c| c.is_ascii_digit()) {
            let mut position = TicTacToe::default();
            for digit in text.chars() {
                match position.parse_move(&digit.to_string()) {
                    Ok(mv) => position.play(mv),
                    Err(error) => return fail(error.to_string()),
                }
            }
            return Ok(position);
        }
        if text.chars().count() != 9 {
            return fail("expected nine cells of X, O or -, or the moves so far as digits".to_string());
        }
        let mut position = TicTacToe::default();
        for (cell, letter) in text.chars().enumerate() {
            match letter.to_ascii_uppercase() {
                'X' => position.marks[0] |= 1 << cell,
                'O' | '0' => position.marks[1] |= 1 << cell,
                '-' | '.' | '_' => {}
                _ => return fail(format!("cell {} is '{letter}', expected X, O or -", cell + 1)),
            }
        }
        let [crosses, noughts] = position.marks.map(u16::count_ones);
        if crosses != noughts && crosses != noughts + 1 {
            return fail(format!("{crosses} X and {noughts} O cannot arise: X begins and they take turns"));
        }
        if position.has_line(position.side_to_move()) {
            return fail("the side to move has a line already".to_string());
        }
        Ok(position)
    }

    fn position_text(&self) -> String {
        self.letters().collect()
    }

    fn parse_move(&self, text: &str) -> Result<Mark, MoveError> {
        let cell = match text.trim().parse::<u8>() {
            Ok(number @ 1..=9) => number - 1,
            _ => return Err(MoveError::new(text, "expected a cell from 1 to 9, counted from the top left")),
        };
        if self.outcome().is_some() {
            return Err(MoveError::new(text, "the game is over"));
        }
        if self.occupied() >> cell & 1 == 1 {
            return Err(MoveError::new(text, "the cell is taken"));
        }
        Ok(Mark(cell))
    }

    fn move_text(&self, mv: Mark) -> String {
        (mv.0 + 1).to_string()
    }

    const ACTIONS: usize = 9;

    fn action(&self, mv: Mark) -> usize {
        usize::from(mv.0)
    }

    fn encode(&self, mv: Mark) -> u16 {
        u16::from(mv.0) + 1
    }

    fn decode(&self, code: u16) -> Option<Mark> {
        let mv = Mark(u8::try_from(code.checked_sub(1)?).ok()?);
        self.is_legal(mv).then_some(mv)
    }
}

impl Abilities for TicTacToe {
    fn canonical_key(&self) -> Key {
        self.symmetries().map(|position| position.key()).min().expect("eight symmetries")
    }

    fn plies_left(&self) -> Option<usize> {
        Some(9 - self.occupied().count_ones() as usize)
    }
}

impl Show for TicTacToe {
    fn diagram(&self) -> Diagram {
        let cell = |(number, letter)| {
            let cell = match letter {
                'X' => Cell::with(Shade::Light, Side::First, 'X', '✕'),
                'O' => Cell::with(Shade::Light, Side::Second, 'O', '◯'),
                _ => Cell::empty(Shade::Light),
            };
            cell.numbered(number)
        };
        Diagram {
            columns: ["1", "2", "3"].map(str::to_string).to_vec(),
            rows: ["1", "4", "7"].map(str::to_string).to_vec(),
            cells: (1..).zip(self.letters()).map(cell).collect(),
        }
    }

    fn move_cells(&self, mv: Mark) -> Vec<usize> {
        vec![usize::from(mv.0)]
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        ["X", "O"][side.index()].into()
    }

    fn look(&self) -> Look {
        Look { pieces: PieceSet::Marks, ..Look::default() }
    }

    fn end_reason(&self) -> String {
        let line = Side::BOTH.iter().any(|&side| self.has_line(side));
        if line { "three in a row" } else { "the board is full" }.to_string()
    }

    fn piece_name(&self, letter: char) -> Cow<'static, str> {
        if letter == 'X' { "cross" } else { "nought" }.into()
    }

    fn end_code(&self) -> Cow<'static, str> {
        if Side::BOTH.iter().any(|&side| self.has_line(side)) { "line" } else { "full" }.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn conforms() {
        game::conformance::check(&TicTacToe::default(), 300);
    }

    #[test]
    fn counts_and_plays_as_recorded() {
        let data = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data"));
        let table = std::fs::read_to_string(data.join("tic-tac-toe.perft")).unwrap();
        game::perft::check_rows::<TicTacToe>(&game::perft::parse_table(&table), u64::MAX);
        let path = data.join("playthroughs/tic-tac-toe.txt");
        game::conformance::check_playthrough(&TicTacToe::default(), 1, &path);
    }

    #[test]
    fn has_765_positions_up_to_symmetry() {
        let mut seen = HashSet::new();
        let mut open = vec![TicTacToe::default()];
        while let Some(position) = open.pop() {
            if seen.insert(position.canonical_key()) {
                open.extend(position.moves().into_iter().map(|mv| position.after(mv)));
            }
        }
        assert_eq!(seen.len(), 765);
    }

    #[test]
    fn refuses_what_cannot_be() {
        let start = TicTacToe::default();
        assert!(start.parse_position("XXX------").is_err());
        let error = start.parse_position("55").unwrap_err();
        assert!(error.to_string().contains("the cell is taken"), "{error}");
    }
}
