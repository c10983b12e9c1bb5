//! Counting the board: every point belongs to the side that occupies it or alone surrounds it (area scoring, Tromp and Taylor's
//! "reaches only one color").
//!
//! Nothing is judged dead here: stones that stand on the board count. What people would take off first, `settlement` estimates.

use game::Side;

use super::board::{Board, Content, MAX_CELLS, Point};

/// Points of the first player less points of the second.
pub(super) fn area_difference(board: &Board) -> i32 {
    let [first, second] = area(board);
    first - second
}

/// The points of each player.
pub(super) fn area(board: &Board) -> [i32; 2] {
    let mut counts = [0; 2];
    owners(board, |_, owner| counts[owner.index()] += 1);
    counts
}

/// Tells of every point that belongs to somebody whose it is.
pub(super) fn owners(board: &Board, mut tell: impl FnMut(Point, Side)) {
    for point in board.points() {
        if let Content::Stone(side) = board.at(point) {
            tell(point, side);
        }
    }
    let mut seen = [false; MAX_CELLS];
    // A region of connected empty points, and who touches it.
    let mut region: Vec<Point> = Vec::new();
    for &start in board.empty() {
        if seen[start.index()] {
            continue;
        }
        let mut touches = [false; 2];
        seen[start.index()] = true;
        region.clear();
        region.push(start);
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for neighbor in board.neighbors(point) {
                match board.at(neighbor) {
                    Content::Stone(side) => touches[side.index()] = true,
                    Content::Empty if !seen[neighbor.index()] => {
                        seen[neighbor.index()] = true;
                        region.push(neighbor);
                    }
                    Content::Empty | Content::Edge => {}
                }
            }
        }
        let owner = match touches {
            [true, false] => Side::First,
            [false, true] => Side::Second,
            // Neutral, or an empty board.
            _ => continue,
        };
        region.iter().for_each(|&point| tell(point, owner));
    }
}
