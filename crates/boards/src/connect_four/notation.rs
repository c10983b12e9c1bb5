//! Connect Four positions as text.
//!
//! Read in two forms: the columns played so far, `4453` (with blanks or commas between them on boards of more than nine
//! columns), and the rows from the top, `7/7/7/7/3O3/3XX2`, with `X` for the first player, `O` for the second and numbers for
//! runs of empty cells. Written as rows, because a position does not know the order of its moves.

use game::{PositionError, Rules, Show, Side};

use super::geometry::Geometry;
use super::position::Board;
use super::threats::has_four;

/// Reads either form.
pub(super) fn parse<G: Geometry>(board: &Board<G>, text: &str) -> Result<Board<G>, PositionError> {
    let trimmed = text.trim();
    let read = if trimmed.contains('/') { parse_rows(board.geometry, trimmed) } else { parse_moves(board, trimmed) };
    read.map_err(|reason| PositionError::new(text, reason))
}

fn parse_moves<G: Geometry>(board: &Board<G>, text: &str) -> Result<Board<G>, String> {
    let separators = [' ', ','];
    let columns: Vec<String> = if text.contains(separators) {
        text.split(separators).filter(|part| !part.is_empty()).map(str::to_string).collect()
    } else {
        text.chars().map(String::from).collect()
    };
    let mut position = Board::empty(board.geometry);
    for (index, column) in columns.iter().enumerate() {
        let mv = position.parse_move(column).map_err(|error| format!("{error} (number {})", index + 1))?;
        position.play(mv);
    }
    Ok(position)
}

fn parse_rows<G: Geometry>(geometry: G, text: &str) -> Result<Board<G>, String> {
    let (width, height) = (geometry.width(), geometry.height());
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != height {
        return Err(format!("expected {height} rows separated by /, found {}", rows.len()));
    }
    let mut stones = [0u64; 2];
    for (index, row) in rows.iter().enumerate() {
        let height_of_row = height - 1 - index;
        let mut column = 0;
        let mut run = 0;
        for letter in row.chars().chain([' ']) {
            if let Some(digit) = letter.to_digit(10) {
                run = (run * 10 + digit as usize).min(width + 1);
                continue;
            }
            column += std::mem::take(&mut run);
            let side = match letter {
                'X' | 'x' => Side::First,
                'O' | 'o' => Side::Second,
                ' ' => continue,
                _ => return Err(format!("row '{row}' holds '{letter}', expected X, O or the number of empty cells")),
            };
            if column < width {
                stones[side.index()] |= 1 << (column * geometry.stride() + height_of_row);
            }
            column += 1;
        }
        if column != width {
            return Err(format!("row '{row}' does not have {width} cells"));
        }
    }
    let [first, second] = stones;
    let all = first | second;
    if all & !(all << 1 | geometry.bottom()) != 0 {
        return Err("a stone hangs in the air".to_string());
    }
    let [crosses, noughts] = stones.map(u64::count_ones);
    let own = match crosses.checked_sub(noughts) {
        Some(0) => first,
        Some(1) => second,
        _ => return Err(format!("{crosses} X and {noughts} O cannot arise: X begins and they take turns")),
    };
    if has_four(geometry, own) {
        return Err("the side to move has four in line already".to_string());
    }
    Ok(Board { own, all, geometry })
}

/// The rows from the top.
pub(super) fn write<G: Geometry>(board: &Board<G>) -> String {
    let diagram = board.diagram();
    let row_text = |row: &[game::Cell]| {
        let mut text = String::new();
        let mut run = 0;
        for cell in row {
            match cell.piece {
                None => run += 1,
                Some((_, letter, _)) => {
                    if run > 0 {
                        text.push_str(&run.to_string());
                    }
                    run = 0;
                    text.push(letter);
                }
            }
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        text
    };
    diagram.cells.chunks(board.geometry.width()).map(row_text).collect::<Vec<_>>().join("/")
}
