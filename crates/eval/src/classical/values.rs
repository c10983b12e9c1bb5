//! The weight table: for each term what one count is worth in the opening, the middle game and the endgame, in centipawns.
//!
//! This file is written by `Weights::source` (a test compares); numbers may be changed by hand or by a tuner, comments come from
//! `term.rs`.

use super::term::Term;

#[rustfmt::skip]
pub(super) const VALUES: &[(Term, &[[i16; 3]])] = &[
    // material: The worth of each pawn, knight, bishop, rook and queen.
    (Term::Material, &[
        [82, 88, 115], [330, 335, 320], [340, 345, 340], [470, 485, 540],
        [980, 985, 980],
    ]),

    // pawn squares: Where a pawn stands: by rank from one's own side, then by file from the edge (a and h) to the
    // center (d and e).
    (Term::PawnSquares, &[
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
        [0, 0, 0], [4, 4, -2], [-2, -2, -4], [-14, -10, -6],
        [0, 0, 2], [2, 2, 0], [7, 7, -2], [10, 10, -4],
        [0, 0, 8], [6, 6, 6], [14, 14, 4], [32, 26, 2],
        [6, 6, 20], [12, 12, 18], [20, 20, 16], [26, 26, 14],
        [20, 20, 40], [22, 22, 38], [24, 24, 36], [26, 26, 34],
        [38, 38, 65], [40, 40, 63], [42, 42, 61], [44, 44, 59],
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
    ]),

    // knight squares: Where a knight stands, counted as for pawns.
    (Term::KnightSquares, &[
        [-46, -40, -26], [-37, -31, -18], [-28, -22, -10], [-19, -13, -2],
        [-31, -31, -21], [-22, -22, -13], [-13, -13, -5], [-4, -4, 3],
        [-20, -20, -16], [-11, -11, -8], [-2, -2, 0], [7, 7, 8],
        [-13, -13, -11], [-4, -4, -3], [5, 5, 5], [14, 14, 13],
        [-9, -9, -11], [0, 0, -3], [9, 9, 5], [18, 18, 13],
        [-10, -10, -16], [-1, -1, -8], [8, 8, 0], [17, 17, 8],
        [-23, -23, -21], [-14, -14, -13], [-5, -5, -5], [4, 4, 3],
        [-48, -48, -26], [-39, -39, -18], [-30, -30, -10], [-21, -21, -2],
    ]),

    // bishop squares: Where a bishop stands, counted as for pawns.
    (Term::BishopSquares, &[
        [-20, -14, -10], [-17, -11, -7], [-14, -8, -4], [-11, -5, -1],
        [-5, -5, -8], [4, 4, -5], [1, 1, -2], [4, 4, 1],
        [-4, -4, -6], [-1, -1, -3], [2, 2, 0], [5, 5, 3],
        [-4, -4, -4], [-1, -1, -1], [2, 2, 2], [5, 5, 5],
        [-4, -4, -4], [-1, -1, -1], [2, 2, 2], [5, 5, 5],
        [-6, -6, -6], [-3, -3, -3], [0, 0, 0], [3, 3, 3],
        [-8, -8, -8], [-5, -5, -5], [-2, -2, -2], [1, 1, 1],
        [-14, -14, -10], [-11, -11, -7], [-8, -8, -4], [-5, -5, -1],
    ]),

    // rook squares: Where a rook stands, counted as for pawns.
    (Term::RookSquares, &[
        [-6, -6, -4], [-3, -3, -4], [0, 0, -4], [3, 3, -4],
        [-9, -9, -4], [-6, -6, -4], [-3, -3, -4], [0, 0, -4],
        [-10, -10, -3], [-7, -7, -3], [-4, -4, -3], [-1, -1, -3],
        [-10, -10, -1], [-7, -7, -1], [-4, -4, -1], [-1, -1, -1],
        [-8, -8, 1], [-5, -5, 1], [-2, -2, 1], [1, 1, 1],
        [-4, -4, 2], [-1, -1, 2], [2, 2, 2], [5, 5, 2],
        [2, 2, 3], [5, 5, 3], [8, 8, 3], [11, 11, 3],
        [-2, -2, 2], [1, 1, 2], [4, 4, 2], [7, 7, 2],
    ]),

    // queen squares: Where a queen stands, counted as for pawns.
    (Term::QueenSquares, &[
        [2, -4, -20], [3, -2, -15], [4, 0, -10], [5, 2, -5],
        [0, -2, -15], [1, 0, -10], [2, 2, -5], [3, 4, 0],
        [-2, -1, -10], [-1, 1, -5], [0, 3, 0], [1, 5, 5],
        [-6, -2, -5], [-5, 0, 0], [-4, 2, 5], [-3, 4, 10],
        [-10, -4, -5], [-9, -2, 0], [-8, 0, 5], [-7, 2, 10],
        [-12, -4, -10], [-11, -2, -5], [-10, 0, 0], [-9, 2, 5],
        [-12, -4, -15], [-11, -2, -10], [-10, 0, -5], [-9, 2, 0],
        [-14, -8, -20], [-13, -6, -15], [-12, -4, -10], [-11, -2, -5],
    ]),

    // king squares: Where the king stands, counted as for pawns.
    (Term::KingSquares, &[
        [14, 14, -42], [24, 24, -32], [4, 4, -22], [-6, -6, -12],
        [6, 6, -30], [4, 4, -20], [-14, -14, -10], [-24, -24, 0],
        [-30, -30, -20], [-34, -34, -10], [-38, -38, 0], [-42, -42, 10],
        [-46, -46, -12], [-50, -50, -2], [-54, -54, 8], [-58, -58, 18],
        [-62, -62, -8], [-66, -66, 2], [-70, -70, 12], [-74, -74, 22],
        [-75, -75, -12], [-75, -75, -2], [-75, -75, 8], [-75, -75, 18],
        [-75, -75, -24], [-75, -75, -14], [-75, -75, -4], [-75, -75, 6],
        [-75, -75, -44], [-75, -75, -34], [-75, -75, -24], [-75, -75, -14],
    ]),

    // mobility: Squares attacked that hold no piece of one's own, by knights, bishops, rooks and queens.
    (Term::Mobility, &[
        [1, 1, 1], [1, 1, 1], [1, 1, 1], [0, 1, 1],
    ]),

    // knight safe mobility: A knight by the number of squares it can go to where no pawn attacks it.
    (Term::KnightSafeMobility, &[
        [-34, -34, -36], [-20, -20, -20], [-10, -10, -10], [-5, -5, -5],
        [0, 0, 0], [5, 5, 5], [10, 10, 10], [15, 15, 15],
        [20, 20, 20],
    ]),

    // bishop safe mobility: A bishop by the number of squares it can go to where no pawn attacks it.
    (Term::BishopSafeMobility, &[
        [-42, -42, -48], [-20, -20, -22], [-14, -14, -15], [-10, -10, -10],
        [-6, -6, -6], [-3, -3, -2], [0, 0, 1], [3, 3, 4],
        [6, 6, 7], [8, 8, 10], [10, 10, 13], [12, 12, 15],
        [14, 14, 17], [16, 16, 20],
    ]),

    // rook safe mobility: A rook by the number of squares it can go to where no pawn or minor piece attacks it.
    (Term::RookSafeMobility, &[
        [-14, -18, -50], [-8, -10, -30], [-6, -7, -22], [-4, -4, -15],
        [-2, -2, -10], [-1, 0, -5], [1, 2, -1], [2, 3, 3],
        [3, 5, 7], [4, 6, 10], [5, 7, 13], [6, 9, 16],
        [7, 10, 19], [8, 11, 22], [8, 12, 25],
    ]),

    // queen safe mobility: A queen by the number of squares she can go to where nothing cheaper attacks her.
    (Term::QueenSafeMobility, &[
        [-6, -16, -40], [-4, -11, -28], [-3, -9, -23], [-3, -7, -19],
        [-2, -6, -16], [-2, -5, -13], [-1, -4, -11], [-1, -3, -8],
        [0, -2, -6], [0, -1, -4], [0, 0, -2], [1, 1, 0],
        [1, 1, 2], [1, 2, 3], [1, 3, 5], [2, 3, 6],
        [2, 4, 8], [2, 5, 9], [2, 5, 11], [3, 6, 12],
        [3, 6, 14], [3, 7, 15], [3, 7, 16], [4, 8, 18],
        [4, 8, 19], [4, 9, 20], [4, 9, 21], [4, 10, 22],
    ]),

    // king attackers: By the number of pieces that attack the enemy king's zone: the squares around it and three
    // more in front.
    (Term::KingAttackers, &[
        [0, 0, 0], [0, 0, 0], [6, 6, 0], [14, 14, 0],
        [22, 22, 0], [30, 30, 0], [36, 36, 0], [40, 40, 0],
    ]),

    // king danger: By the weight of the attack on the enemy king's zone: the value of all attacks, more of it with
    // more attackers.
    (Term::KingDanger, &[
        [0, 0, 0], [0, 0, 2], [2, 2, 3], [4, 4, 4],
        [7, 7, 6], [10, 10, 8], [15, 15, 9], [21, 21, 10],
        [27, 27, 12], [34, 34, 14], [42, 42, 15], [51, 51, 16],
        [60, 60, 18], [71, 71, 20], [82, 82, 21], [94, 94, 22],
        [108, 108, 24], [121, 121, 26], [136, 136, 27], [152, 152, 28],
        [168, 168, 30], [185, 185, 32], [203, 203, 33], [222, 222, 34],
        [242, 242, 36], [262, 262, 38], [284, 284, 39], [306, 306, 40],
        [329, 329, 42], [353, 353, 44], [378, 378, 45], [404, 404, 46],
    ]),

    // safe checks: A knight, bishop, rook or queen could give check from a square where nothing attacks it.
    (Term::SafeChecks, &[
        [26, 26, 5], [14, 14, 5], [32, 32, 8], [28, 28, 12],
    ]),

    // weak king zone: Squares of the enemy king's zone that one attacks and that nothing but the king defends.
    (Term::WeakZone, &[[7, 7, 1]]),

    // pawn shield: The nearest pawn before one's king by its rank, 0 for none: on the king's file, then on a
    // neighboring one.
    (Term::Shield, &[
        [-26, -26, 0], [18, 18, 0], [8, 8, 0], [-6, -6, 0],
        [-12, -12, 0], [-14, -14, 0], [-14, -14, 0], [0, 0, 0],
        [-16, -16, 0], [16, 16, 0], [10, 10, 0], [-2, -2, 0],
        [-8, -8, 0], [-10, -10, 0], [-10, -10, 0], [0, 0, 0],
    ]),

    // pawn storm: The nearest enemy pawn before one's king by its rank, 0 for none: free to advance, then held up by
    // a pawn.
    (Term::Storm, &[
        [0, 0, 0], [6, 6, 0], [-24, -24, 0], [-16, -16, 0],
        [-5, -5, 0], [0, 0, 0], [2, 2, 0], [0, 0, 0],
        [0, 0, 0], [0, 0, 0], [-9, -9, -2], [-5, -5, -2],
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
    ]),

    // doubled pawns: Pawns with a pawn of their own side before them on the file.
    (Term::DoubledPawn, &[[-6, -8, -16]]),

    // isolated pawns: Pawns without a pawn of their own side on a neighboring file: with an enemy pawn before them,
    // then without.
    (Term::IsolatedPawn, &[
        [-7, -8, -9], [-13, -15, -14],
    ]),

    // backward pawns: Pawns that no pawn can support any more and whose next square an enemy pawn guards: as for
    // isolated ones.
    (Term::BackwardPawn, &[
        [-5, -6, -8], [-12, -13, -11],
    ]),

    // connected pawns: Pawns that stand beside a pawn or are protected by one, by rank.
    (Term::ConnectedPawn, &[
        [0, 0, 0], [2, 2, 0], [7, 7, 3], [9, 9, 6],
        [16, 16, 14], [30, 30, 30], [50, 50, 50], [0, 0, 0],
    ]),

    // passed pawns: Pawns that no enemy pawn can stop or take any more, by rank.
    (Term::PassedPawn, &[
        [0, 0, 0], [0, 0, 8], [3, 3, 12], [8, 8, 25],
        [22, 22, 48], [45, 45, 85], [80, 80, 135], [0, 0, 0],
    ]),

    // candidate pawns: Pawns with no enemy pawn before them and at least as many helpers as guards on the
    // neighboring files, by rank.
    (Term::CandidatePawn, &[
        [0, 0, 0], [1, 1, 4], [2, 2, 7], [6, 6, 13],
        [14, 14, 25], [25, 25, 40], [0, 0, 0], [0, 0, 0],
    ]),

    // free passed pawns: Passed pawns whose next square is empty and not attacked, by rank.
    (Term::PassedFree, &[
        [0, 0, 0], [0, 0, 0], [1, 1, 3], [4, 4, 9],
        [8, 8, 19], [15, 15, 36], [28, 28, 62], [0, 0, 0],
    ]),

    // blocked passed pawns: Passed pawns with an enemy piece on the next square, by rank.
    (Term::PassedBlocked, &[
        [0, 0, 0], [-1, -1, -2], [-2, -2, -5], [-5, -5, -10],
        [-9, -9, -20], [-16, -16, -36], [-24, -24, -55], [0, 0, 0],
    ]),

    // kings and passed pawns: Passed pawns beyond the third rank: nearness of the own king, distance of the enemy
    // king, times ranks beyond.
    (Term::PassedKings, &[
        [0, 0, 1], [0, 0, 2],
    ]),

    // unstoppable pawns: Passed pawns that a lone enemy king comes too late to stop.
    (Term::PassedUnstoppable, &[[0, 100, 300]]),

    // rook behind passed pawn: Rooks that stand behind a passed pawn of their own.
    (Term::RookBehindPassed, &[[5, 7, 18]]),

    // threats: Enemy pieces under a threat of capture, by attacker (pawn to king) and victim: worth more, or not
    // defended.
    (Term::Threat, &[
        [0, 0, 4], [42, 42, 36], [44, 44, 40], [56, 56, 40], [58, 58, 40], [0, 0, 0],
        [4, 4, 12], [16, 16, 14], [20, 20, 18], [36, 36, 32], [40, 40, 36], [0, 0, 0],
        [4, 4, 12], [18, 18, 16], [14, 14, 14], [34, 34, 32], [40, 40, 36], [0, 0, 0],
        [3, 3, 12], [20, 20, 18], [20, 20, 18], [8, 8, 8], [42, 42, 38], [0, 0, 0],
        [2, 2, 6], [12, 12, 12], [12, 12, 12], [8, 8, 8], [4, 4, 4], [0, 0, 0],
        [4, 4, 16], [12, 12, 22], [12, 12, 22], [10, 10, 20], [0, 0, 0], [0, 0, 0],
    ]),

    // closeness to the king: Nearness (7 less the king's moves) of knights, bishops, rooks and queens to the enemy
    // king.
    (Term::Closeness, &[
        [2, 2, 1], [1, 1, 1], [1, 2, 1], [2, 3, 2],
    ]),

    // center control: The squares d4, e4, d5, e5 attacked by pawns, then by anything.
    (Term::Center, &[
        [4, 4, 0], [3, 2, 0],
    ]),

    // bishop pair: Two or more bishops.
    (Term::BishopPair, &[[28, 32, 50]]),

    // rooks on open files: Rooks on a file without a pawn of their own: with an enemy pawn, then without any pawn.
    (Term::RookFile, &[
        [9, 11, 6], [20, 23, 10],
    ]),

    // rooks on the seventh: Rooks on the seventh rank with the enemy king on the eighth or enemy pawns on the
    // seventh.
    (Term::RookSeventh, &[[8, 10, 20]]),

    // outposts: Knights, then bishops, protected by a pawn on the fourth to sixth rank where no enemy pawn can ever
    // attack them.
    (Term::Outpost, &[
        [20, 22, 12], [11, 13, 6],
    ]),

    // space: Squares c2 to f4 that no enemy pawn attacks and no own pawn occupies; those behind an own pawn count
    // twice.
    (Term::Space, &[[3, 2, 0]]),

    // trapped pieces: A bishop locked in behind an enemy pawn; a knight in the enemy's corner without a way out; a
    // rook shut in by its king.
    (Term::Trapped, &[
        [-80, -80, -80], [-40, -40, -40], [-30, -38, -12],
    ]),

    // check: Giving check.
    (Term::Check, &[[10, 10, 5]]),

    // tempo: Having the move.
    (Term::Tempo, &[[14, 12, 8]]),

    // driving the king: A bare king to be mated: its steps from the center; against bishop and knight its nearness
    // to the right corner; nearness of the kings.
    (Term::Drive, &[
        [14, 14, 14], [28, 28, 28], [10, 10, 10],
    ]),
];
