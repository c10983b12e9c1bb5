//! Discs that can never be turned again, as far as simple reasoning tells.
//!
//! A disc is stable if along each of the four axes its line is full, or a neighbor of the same color is stable, or the edge
//! is next to it. Applied until nothing changes. Corners start it, edges grow from them, full lines add the inside.

use super::bits::FILE_A;

const FILE_H: u64 = FILE_A << 7;
const RANKS: u64 = 0xff00_0000_0000_00ff;
const EDGES: u64 = FILE_A | FILE_H | RANKS;

/// The squares whose lines along a row, a column and the two diagonals are full, in this order.
#[inline]
fn full_lines(filled: u64) -> [u64; 4] {
    let mut rows = filled & (filled >> 1);
    rows &= rows >> 2;
    rows &= rows >> 4;
    let rows = (rows & FILE_A) * 0xff;
    let mut columns = filled & filled.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    // Along a diagonal a square is full towards one end if it is filled and its neighbor there is, or is the edge.
    let diagonal = |step: u32, low_edge: u64, high_edge: u64| {
        let (mut low, mut high) = (filled & (low_edge | filled << step), filled & (high_edge | filled >> step));
        let low_edge_2 = low_edge | low_edge << step;
        let high_edge_2 = high_edge | high_edge >> step;
        low &= low_edge_2 | low << (2 * step);
        high &= high_edge_2 | high >> (2 * step);
        let low_edge_4 = low_edge_2 | low_edge_2 << (2 * step);
        let high_edge_4 = high_edge_2 | high_edge_2 >> (2 * step);
        low &= low_edge_4 | low << (4 * step);
        high &= high_edge_4 | high >> (4 * step);
        low & high
    };
    let rising = diagonal(9, FILE_A | 0xff, FILE_H | 0xff << 56);
    let falling = diagonal(7, FILE_H | 0xff, FILE_A | 0xff << 56);
    [rows, columns, rising, falling]
}

/// The stable discs among `own`. `empty` are the empty squares and `board` all squares of the board.
#[inline]
pub(super) fn stable(own: u64, empty: u64, board: u64) -> u64 {
    // What lies around a smaller board counts as filled and as a stable neighbor for everybody.
    let outside = !board;
    let [rows, columns, rising, falling] = full_lines(!empty);
    let (rows, columns) = (rows | FILE_A | FILE_H, columns | RANKS);
    let (rising, falling) = (rising | EDGES, falling | EDGES);
    let mut stable = outside;
    loop {
        // Shifts that wrap around arrive on an edge that is safe along that axis anyway.
        let safe = (rows | stable << 1 | stable >> 1)
            & (columns | stable << 8 | stable >> 8)
            & (rising | stable << 9 | stable >> 9)
            & (falling | stable << 7 | stable >> 7);
        let grown = outside | own & safe;
        if grown == stable {
            return stable & board;
        }
        stable = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: u64 = !0;

    #[test]
    fn corners_hold_edges() {
        let own = 0b0000_0111;
        assert_eq!(stable(own, BOARD & !own, BOARD), own);
        // Without the corner nothing is stable.
        let own = 0b0000_0110;
        assert_eq!(stable(own, BOARD & !own, BOARD), 0);
    }

    #[test]
    fn full_boards_are_stable() {
        assert_eq!(stable(0x00ff_ff00, 0, BOARD), 0x00ff_ff00);
        // The middle of a full cross is not: its diagonals are open.
        let cross = FILE_A << 3 | 0xff << 24;
        assert_eq!(stable(1 << 27, !cross, BOARD), 0);
    }

    #[test]
    fn full_lines_are_found_square_by_square() {
        let mut rng = game::Rng::new(3);
        for _ in 0..300 {
            let filled = rng.next_u64() | rng.next_u64() | rng.next_u64() | rng.next_u64();
            for (lines, (dy, dx)) in full_lines(filled).into_iter().zip([(0, 1), (1, 0), (1, 1), (1, -1)]) {
                for square in 0..64 {
                    let (row, column) = (square / 8, square % 8);
                    let full = (-7..8).all(|step| {
                        let (y, x) = (row + step * dy, column + step * dx);
                        !(0..8).contains(&y) || !(0..8).contains(&x) || filled >> (y * 8 + x) & 1 == 1
                    });
                    assert_eq!(lines >> square & 1 == 1, full, "{filled:x} {square} {dy} {dx}");
                }
            }
        }
    }
}
