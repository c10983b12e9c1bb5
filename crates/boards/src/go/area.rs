//! Counting the board: every point belongs to the side that occupies it or alone surrounds it (area scoring, Tromp and Taylor's
//! "reaches only one color").
//!
//! Nothing is judged dead: stones that stand on the board count. Players who disagree play on.

use super::board::{Board, Content, MAX_CELLS, Point};

/// Points of the first player less points of the second.
pub(super) fn area_difference(board: &Board) -> i32 {
    let [first, second] = area(board);
    first - second
}

/// The points of each player.
pub(super) fn area(board: &Board) -> [i32; 2] {
    let mut counts = [0; 2];
    for point in board.points() {
        if let Content::Stone(side) = board.at(point) {
            counts[side.index()] += 1;
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
        match touches {
            [true, false] => counts[0] += count,
            [false, true] => counts[1] += count,
            // Neutral, or an empty board.
            _ => {}
        }
    }
    counts
}
