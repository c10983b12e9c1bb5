//! Othello positions and moves as text.
//!
//! A position is read from its moves so far, `f5d6c3` (a pass that must be made may be left out), or from its squares
//! row by row from a1, `X` or `*` for Black, `O` for White, `-` or `.` for empty, and the side to move after a blank.
//! It is written the second way. Moves are `f5` or `pass`.

use game::{MoveError, PositionError, Rules, Side};

use super::bits::squares;
use super::position::{Othello, Placement};

/// Reads either form.
pub(super) fn parse_position(any: &Othello, text: &str) -> Result<Othello, PositionError> {
    let trimmed = text.trim().trim_end_matches(';').trim_end();
    let letters: Vec<char> = trimmed.chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_board = letters.len() >= any.cells() as usize && letters.iter().all(|&letter| disc(letter).is_some());
    let read = if is_board { parse_board(any, &letters) } else { parse_moves(any, trimmed) };
    read.map_err(|reason| PositionError::new(text, reason))
}

/// What a letter stands for: a disc of a side, or an empty square.
fn disc(letter: char) -> Option<Option<Side>> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Side::First)),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Some(Side::Second)),
        '-' | '.' | '_' => Some(None),
        _ => None,
    }
}

fn parse_board(any: &Othello, letters: &[char]) -> Result<Othello, String> {
    let (cells, rest) = letters.split_at(any.cells() as usize);
    let side = match *rest {
        [letter] => disc(letter).flatten(),
        _ => None,
    };
    let side = side.ok_or("expected X or O after the squares for the side to move")?;
    let mut discs = [0u64; 2];
    for (square, &letter) in squares(any.board).zip(cells) {
        if let Some(owner) = disc(letter).flatten() {
            discs[owner.index()] |= 1 << square;
        }
    }
    Ok(Othello { own: discs[side.index()], theirs: discs[(!side).index()], board: any.board, side })
}

fn parse_moves(any: &Othello, text: &str) -> Result<Othello, String> {
    let mut position = Othello::of_size(any.size());
    for (number, text) in (1..).zip(record::transcript::moves(text)) {
        if !is_pass(text) && position.is_legal(Placement::PASS) {
            position.play(Placement::PASS);
        }
        let mv = parse_move(&position, text).map_err(|error| format!("{error} (move {number})"))?;
        position.play(mv);
    }
    Ok(position)
}

fn is_pass(text: &str) -> bool {
    ["pass", "pa", "ps", "--"].contains(&text.trim().to_ascii_lowercase().as_str())
}

/// The squares row by row and the side to move.
pub(super) fn position_text(position: &Othello) -> String {
    let [black, white] = Side::BOTH.map(|side| position.discs(side));
    let letter = |square: usize| match (black >> square & 1, white >> square & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    let side = if position.side == Side::First { " X" } else { " O" };
    squares(position.board).map(letter).chain(side.chars()).collect()
}

/// Reads a square or a pass and checks that it may be played.
pub(super) fn parse_move(position: &Othello, text: &str) -> Result<Placement, MoveError> {
    let fail = |reason: String| Err(MoveError::new(text, reason));
    let size = position.size();
    let mv = if is_pass(text) {
        Placement::PASS
    } else {
        match text.trim().to_ascii_lowercase().as_bytes() {
            &[column @ b'a'..=b'h', row @ b'1'..=b'8'] if column < b'a' + size as u8 && row < b'1' + size as u8 => {
                Placement(position.square(usize::from(column - b'a'), usize::from(row - b'1')) as u8)
            }
            _ => {
                let last = (b'a' + size as u8 - 1) as char;
                return fail(format!("expected a square from a1 to {last}{size}, or pass"));
            }
        }
    };
    if position.is_legal(mv) {
        return Ok(mv);
    }
    if position.outcome().is_some() {
        fail("the game is over".to_string())
    } else if mv == Placement::PASS {
        fail("passing is allowed only to a side that cannot place a disc".to_string())
    } else if position.placements() == 0 {
        fail("no disc can be placed anywhere: pass".to_string())
    } else if position.empty() >> mv.0 & 1 == 0 {
        fail("the square is taken".to_string())
    } else {
        fail("the disc would turn nothing over".to_string())
    }
}
