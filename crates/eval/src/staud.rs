//! The evaluation of a report of 2007 (M. J. Staud, *Schachcomputer in C++*, Ulm 2007, 2.4.2): sixty-one numbers, made to be bred.
//!
//! Who attacks whom (a table of six kinds by six), how near to the enemy king the pieces stand (each of two rooks, knights and bishops by itself), material,
//! the advance of pawns, check, doubled, passed and backward pawns, and for each kind the squares it can go to, all of them and those that are
//! not attacked. The report gives the values of the pieces and leaves the other numbers to a genetic algorithm; here they are 0.

use std::sync::Arc;

use chess::{Bitboard, Board, Color, Kind, Position, Square};
use chess::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use game::{Evaluator, Known, Linear, Score, Side, Step, Sum, Target, Tunable, WeightTable};

/// The evaluator `staud`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Staud {
    genes: Arc<[i32; GENES]>,
}

/// How many genes there are.
const GENES: usize = 61;

// Where the genes of each term begin.
const ATTACK: usize = 0;
const CLOSENESS: usize = 36;
const MATERIAL: usize = 43;
const ADVANCE: usize = 44;
const CHECK: usize = 45;
const DOUBLED: usize = 46;
const PASSED: usize = 47;
const BACKWARD: usize = 48;
const MOBILITY: usize = 49;
const SAFE_MOBILITY: usize = 55;

/// The terms: name, group, what is counted, and where its genes begin.
const TERMS: [(&str, &str, &str, usize); 10] = [
    ("attack", "attack", "Pieces attacked: six attackers (pawn to king), by six victims each.", ATTACK),
    (
        "closeness",
        "closeness",
        "7 less the moves of a king to the enemy king: queen, first and second rook, knight, bishop.",
        CLOSENESS,
    ),
    ("material", "material", "Half pawns: a pawn 2, knight and bishop 6, a rook 9, a queen 18.", MATERIAL),
    ("pawn-advance", "pawns", "Rows that pawns have advanced.", ADVANCE),
    ("check", "check", "The enemy is in check.", CHECK),
    ("doubled-pawns", "pawns", "Pawns with a pawn of their own before them.", DOUBLED),
    ("passed-pawns", "pawns", "Pawns that no enemy pawn can stop or take.", PASSED),
    ("backward-pawns", "pawns", "Pawns that no pawn supports and whose next square an enemy pawn guards.", BACKWARD),
    ("mobility", "mobility", "Squares that a pawn, knight, bishop, rook, queen or king can go to.", MOBILITY),
    ("safe-mobility", "safe-mobility", "Those of them that the enemy does not attack.", SAFE_MOBILITY),
];

/// Half pawns, by kind.
const HALF_PAWNS: [i32; 6] = [2, 6, 6, 9, 18, 0];

impl Default for Staud {
    fn default() -> Staud {
        let mut genes = [0; GENES];
        genes[MATERIAL] = 50;
        Staud { genes: Arc::new(genes) }
    }
}

/// The squares that a piece attacks.
fn attacks(board: &Board, color: Color, kind: Kind, square: Square) -> Bitboard {
    let occupied = board.occupied();
    match kind {
        Kind::Pawn => pawn_attacks(color, square),
        Kind::Knight => knight_attacks(square),
        Kind::Bishop => bishop_attacks(square, occupied),
        Kind::Rook => rook_attacks(square, occupied),
        Kind::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        Kind::King => king_attacks(square),
    }
}

/// All squares that a side attacks.
fn all_attacks(board: &Board, color: Color) -> Bitboard {
    let of = |set: Bitboard, (square, piece): (Square, chess::Piece)| match piece.color() == color {
        true => set | attacks(board, color, piece.kind(), square),
        false => set,
    };
    board.iter().fold(Bitboard::EMPTY, of)
}

/// What a side has of everything.
fn counts(position: &Position, us: Color) -> [i32; GENES] {
    let board = position.board();
    let (them, mut counts) = (!us, [0; GENES]);
    let (king, unsafe_squares) = (board.king(them), all_attacks(board, them));
    let distance = |square: Square| square.file().abs_diff(king.file()).max(square.rank().abs_diff(king.rank())) as i32;
    let mut seen = [0; 6];
    for (square, piece) in board.iter().filter(|(_, piece)| piece.color() == us) {
        let kind = piece.kind();
        let attacks = attacks(board, us, kind, square);
        for victim in Kind::ALL {
            let count = (attacks & board.pieces(them, victim)).count() as i32;
            counts[ATTACK + 6 * kind.index() + victim.index()] += count;
        }
        let goals = match kind {
            Kind::Pawn => attacks & board.color(them) | forward(square.set(), us) & !board.occupied(),
            _ => attacks & !board.color(us),
        };
        counts[MOBILITY + kind.index()] += goals.count() as i32;
        counts[SAFE_MOBILITY + kind.index()] += (goals & !unsafe_squares).count() as i32;
        counts[MATERIAL] += HALF_PAWNS[kind.index()];
        // The queens are one, of the others the second counts by itself, and with it all further ones.
        let which = std::mem::replace(&mut seen[kind.index()], 1);
        let place = match kind {
            Kind::Queen => Some(0),
            Kind::Rook => Some(1 + which),
            Kind::Knight => Some(3 + which),
            Kind::Bishop => Some(5 + which),
            Kind::Pawn | Kind::King => None,
        };
        match place {
            Some(place) => counts[CLOSENESS + place] += 7 - distance(square),
            None if kind == Kind::Pawn => pawn(board, us, square, &mut counts),
            None => {}
        }
    }
    counts[CHECK] = i32::from(position.turn() == them && position.checkers().any());
    counts
}

/// One step forward.
fn forward(set: Bitboard, us: Color) -> Bitboard {
    set.shift(if us == chess::WHITE { 8 } else { -8 })
}

/// What is counted of a pawn alone.
fn pawn(board: &Board, us: Color, square: Square, counts: &mut [i32; GENES]) {
    let rank = square.rank_for(us);
    counts[ADVANCE] += rank as i32 - 1;
    let [own, theirs] = [us, !us].map(|color| board.pieces(color, Kind::Pawn));
    // A set of squares has an `any` of its own, which asks something else.
    let any = |set: Bitboard, is: &dyn Fn(Square) -> bool| Iterator::any(&mut set.into_iter(), is);
    let beside = |file: usize| file.abs_diff(square.file()) == 1;
    let before = |other: Square| other.rank_for(us) > rank;
    counts[DOUBLED] += i32::from(any(own, &|other| other.file() == square.file() && before(other)));
    let near = |other: Square| other.file().abs_diff(square.file()) <= 1;
    counts[PASSED] += i32::from(!any(theirs, &|other| near(other) && before(other)));
    let supported = any(own, &|other| beside(other.file()) && !before(other));
    let guarded = |next: Bitboard| next.any() && (pawn_attacks(us, next.first()) & theirs).any();
    counts[BACKWARD] += i32::from(!supported && guarded(forward(square.set(), us)));
}

impl Evaluator<Position> for Staud {
    fn evaluate(&mut self, position: &Position) -> Score {
        let us = position.turn();
        let worth =
            |side: Side| counts(position, side).iter().zip(&*self.genes).map(|(count, gene)| count * gene).sum::<i32>();
        Score::new(worth(us) - worth(!us)).clamp_judgement()
    }

    #[inline]
    fn known(&mut self, _: &Position, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Position>) {}
}

impl Tunable for Staud {
    fn table(&self) -> WeightTable {
        let end = |index: usize| TERMS.get(index + 1).map_or(GENES, |next| next.3);
        let terms: Vec<(&str, &'static str, &'static str, &[i32])> = TERMS
            .iter()
            .enumerate()
            .map(|(index, &(name, group, about, begin))| (name, group, about, &self.genes[begin..end(index)]))
            .collect();
        WeightTable::flat("staud", &terms)
    }

    fn with_weights(&self, weights: &[i32]) -> Staud {
        Staud { genes: Arc::new(std::array::from_fn(|index| weights[index])) }
    }
}

impl Linear<Position> for Staud {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, position: &Position) -> Sum {
        let [white, black] = [chess::WHITE, chess::BLACK].map(|side| counts(position, side));
        Sum::of(white.iter().zip(black).map(|(white, black)| white - black).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(fen: &str, gene: usize) -> [i32; 2] {
        let position = Position::from_fen(fen).expect("a position");
        [chess::WHITE, chess::BLACK].map(|side| counts(&position, side)[gene])
    }

    #[test]
    fn there_are_sixty_one_genes_and_the_values_of_the_report() {
        let table = Staud::default().table();
        assert_eq!((table.weights().len(), table.row_names().len()), (61, 61));
        let sizes: Vec<usize> = table.terms.iter().map(|term| term.weights.len()).collect();
        assert_eq!(sizes, [36, 7, 1, 1, 1, 1, 1, 1, 6, 6]);
        let rook = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
        assert_eq!(Staud::default().evaluate(&rook), Score::new(450));
    }

    #[test]
    fn everything_is_counted() {
        let fen = "4k3/8/2p5/3N4/8/8/5P1P/R3K2R w KQ - 0 1";
        assert_eq!(counted(fen, MATERIAL), [6 + 9 + 9 + 4, 2]);
        assert_eq!(counted(fen, ATTACK), [0, 0], "no pawn attacks a pawn");
        assert_eq!(counted(fen, ATTACK + 1), [0, 1], "a pawn attacks a knight");
        assert_eq!(counted(fen, MOBILITY + 1), [8, 0]);
        assert_eq!(counted(fen, SAFE_MOBILITY + 1), [7, 0], "e7 is the king's");
        assert_eq!(counted(fen, PASSED), [2, 1]);
        assert_eq!(counted(fen, ADVANCE), [0, 1]);
        assert_eq!(counted(fen, CLOSENESS + 3), [7 - 3, 0]);
        let fen = "4k3/4r3/8/4p3/2P1p3/2P5/8/4K3 w - - 0 1";
        assert_eq!(counted(fen, DOUBLED), [1, 1]);
        assert_eq!(counted(fen, CHECK), [0, 0]);
        assert_eq!(counted("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", CHECK), [0, 1]);
        // The pawns on d2 and e4 hold each other up, and nobody helps either.
        assert_eq!(counted("4k3/8/8/2P5/4p3/8/3P4/4K3 w - - 0 1", BACKWARD), [1, 1]);
        assert_eq!(counted("4k3/8/8/2P5/4p3/8/2PP4/4K3 w - - 0 1", BACKWARD), [0, 1], "c2 helps d2");
    }
}
