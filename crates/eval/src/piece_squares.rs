//! Pieces by value and by square.
//!
//! The values and tables are those of T. Michniewski's "Simplified Evaluation Function" (chessprogramming.org): the least
//! knowledge with which a program plays a recognizable opening and tucks its king away.

use std::sync::Arc;

use chess::{Kind, Position, Square};
use game::{Evaluator, Known, Linear, Score, Step, Sum, Target, Tunable, WeightTable, WeightTerm};

/// Values and squares, the king's table changing once most pieces are gone.
#[derive(Clone, Debug)]
pub struct PieceSquares {
    /// All weights: the values, then the tables.
    weights: Arc<[i32; VALUES.len() + 7 * 64]>,
}

/// By kind, in centipawns; the king is never exchanged.
const VALUES: [i32; 5] = [100, 320, 330, 500, 900];

// From White's view, a8 first, as one reads a board.
#[rustfmt::skip]
const SQUARES: [[i8; 64]; 6] = [
    [ // pawn
          0,   0,   0,   0,   0,   0,   0,   0,
         50,  50,  50,  50,  50,  50,  50,  50,
         10,  10,  20,  30,  30,  20,  10,  10,
          5,   5,  10,  25,  25,  10,   5,   5,
          0,   0,   0,  20,  20,   0,   0,   0,
          5,  -5, -10,   0,   0, -10,  -5,   5,
          5,  10,  10, -20, -20,  10,  10,   5,
          0,   0,   0,   0,   0,   0,   0,   0,
    ],
    [ // knight
        -50, -40, -30, -30, -30, -30, -40, -50,
        -40, -20,   0,   0,   0,   0, -20, -40,
        -30,   0,  10,  15,  15,  10,   0, -30,
        -30,   5,  15,  20,  20,  15,   5, -30,
        -30,   0,  15,  20,  20,  15,   0, -30,
        -30,   5,  10,  15,  15,  10,   5, -30,
        -40, -20,   0,   5,   5,   0, -20, -40,
        -50, -40, -30, -30, -30, -30, -40, -50,
    ],
    [ // bishop
        -20, -10, -10, -10, -10, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,  10,  10,   5,   0, -10,
        -10,   5,   5,  10,  10,   5,   5, -10,
        -10,   0,  10,  10,  10,  10,   0, -10,
        -10,  10,  10,  10,  10,  10,  10, -10,
        -10,   5,   0,   0,   0,   0,   5, -10,
        -20, -10, -10, -10, -10, -10, -10, -20,
    ],
    [ // rook
          0,   0,   0,   0,   0,   0,   0,   0,
          5,  10,  10,  10,  10,  10,  10,   5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
          0,   0,   0,   5,   5,   0,   0,   0,
    ],
    [ // queen
        -20, -10, -10,  -5,  -5, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,   5,   5,   5,   0, -10,
         -5,   0,   5,   5,   5,   5,   0,  -5,
          0,   0,   5,   5,   5,   5,   0,  -5,
        -10,   5,   5,   5,   5,   5,   0, -10,
        -10,   0,   5,   0,   0,   0,   0, -10,
        -20, -10, -10,  -5,  -5, -10, -10, -20,
    ],
    [ // king, while there is something to fear
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -20, -30, -30, -40, -40, -30, -30, -20,
        -10, -20, -20, -20, -20, -20, -20, -10,
         20,  20,   0,   0,   0,   0,  20,  20,
         20,  30,  10,   0,   0,  10,  30,  20,
    ],
];

#[rustfmt::skip]
const KING_IN_ENDGAME: [i8; 64] = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];

/// The names of the tables, in the order of their weights.
const TABLES: [&str; 7] = ["pawn", "knight", "bishop", "rook", "queen", "king", "king-in-endgame"];

impl Default for PieceSquares {
    fn default() -> PieceSquares {
        let squares = SQUARES.iter().chain([&KING_IN_ENDGAME]).flatten().map(|&worth| i32::from(worth));
        let mut weights = VALUES.into_iter().chain(squares);
        PieceSquares { weights: Arc::new(std::array::from_fn(|_| weights.next().unwrap_or(0))) }
    }
}

impl PieceSquares {
    /// Both sides have no queen, or at most one minor piece beside her.
    fn is_endgame(position: &Position) -> bool {
        let board = position.board();
        game::Side::BOTH.into_iter().all(|side| {
            let count = |kind| board.pieces(side, kind).count();
            count(Kind::Queen) == 0 || count(Kind::Rook) == 0 && count(Kind::Knight) + count(Kind::Bishop) <= 1
        })
    }

    /// Which weight of the tables a piece is paid.
    #[inline]
    fn place(kind: Kind, color: chess::Color, square: Square, endgame: bool) -> usize {
        let table = if kind == Kind::King && endgame { 6 } else { kind.index() };
        // The tables begin at a8: White's squares are turned over, Black's are mirrored and so stand as they are.
        let index = if color == chess::WHITE { square.flip().index() } else { square.index() };
        VALUES.len() + table * 64 + index
    }
}

impl Evaluator<Position> for PieceSquares {
    fn evaluate(&mut self, position: &Position) -> Score {
        let endgame = PieceSquares::is_endgame(position);
        let balance = position.board().iter().map(|(square, piece)| {
            let (kind, color) = (piece.kind(), piece.color());
            let value = if kind == Kind::King { 0 } else { self.weights[kind.index()] };
            color.view(value + self.weights[PieceSquares::place(kind, color, square, endgame)])
        });
        position.turn().view(Score::new(balance.sum())).clamp_judgement()
    }

    #[inline]
    fn known(&mut self, _: &Position, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Position>) {}
}

impl Tunable for PieceSquares {
    fn table(&self) -> WeightTable {
        let (values, squares) = self.weights.split_at(VALUES.len());
        let about = "The worth of each pawn, knight, bishop, rook and queen.";
        let mut table = WeightTable::flat("piece-squares", &[("material", "material", about, values)]);
        table.sets = crate::material::SETS;
        table.terms.extend(TABLES.iter().zip(squares.chunks(64)).map(|(name, weights)| WeightTerm {
            name: format!("{name}-squares"),
            group: "squares",
            about: "Where it stands: from White's view, a8 first, as one reads a board.",
            weights: weights.to_vec(),
        }));
        table
    }

    fn with_weights(&self, weights: &[i32]) -> PieceSquares {
        PieceSquares { weights: Arc::new(std::array::from_fn(|index| weights[index])) }
    }
}

impl Linear<Position> for PieceSquares {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, position: &Position) -> Sum {
        let endgame = PieceSquares::is_endgame(position);
        let mut counts = vec![0; self.weights.len()];
        for (square, piece) in position.board().iter() {
            let (kind, color) = (piece.kind(), piece.color());
            if kind != Kind::King {
                counts[kind.index()] += color.view(1);
            }
            counts[PieceSquares::place(kind, color, square, endgame)] += color.view(1);
        }
        Sum::of(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rules;

    #[test]
    fn both_sides_are_judged_alike() {
        let start = Position::start(&"chess".parse().unwrap()).unwrap();
        assert_eq!(PieceSquares::default().evaluate(&start), Score::DRAW);
        let [white, black] = ["4k3/8/8/3n4/8/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/3N4/8/8/4K3 b - - 0 1"]
            .map(|fen| start.parse_position(fen).unwrap());
        assert_eq!(PieceSquares::default().evaluate(&white), PieceSquares::default().evaluate(&black));
        assert_eq!(crate::Material::default().evaluate(&white), Score::new(-100));
    }
}
