//! Counting the board: every point belongs to who occupies it or alone surrounds it (area scoring, Tromp and Taylor's
//! "reaches only one color").
//!
//! Nothing is judged dead: stones that stand on the board count. Players who disagree play on.

use game::Side;

use super::board::{Board, Content, MAX_CELLS, Point};

/// Points of the first player less points of the second.
pub(super) fn area_difference(board: &Board) -> i32 {
    let mut difference = 0;
    for point in board.points() {
        if let Content::Stone(side) = board.at(point) {
            difference += side.view(1);
        }
    }
    let mut seen = [false; MAX_CELLS];
    let mut open: Vec<Point> = Vec::new();
    for &start in board.empty() {
        if seen[start.index()] {
            continue;
        }
        // A region of connected empty points, and who touches it.
        let (mut count, mut touches) = (0, [false; 2]);
        seen[start.index()] = true;
        open.push(start);
        while let Some(point) = open.pop() {
            count += 1;
            for neighbor in board.neighbors(point) {
                match board.at(neighbor) {
                    Content::Stone(side) => touches[side.index()] = true,
                    Content::Empty if !seen[neighbor.index()] => {
                        seen[neighbor.index()] = true;
                        open.push(neighbor);
                    }
                    Content::Empty | Content::Edge => {}
                }
            }
        }
        difference += match touches {
            [true, false] => Side::First.view(count),
            [false, true] => Side::Second.view(count),
            // Neutral, or an empty board.
            _ => 0,
        };
    }
    difference
}
