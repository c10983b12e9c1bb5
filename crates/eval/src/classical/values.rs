//! The weight table: for each term what one count is worth in the opening, the middle game and the endgame, in
//! centipawns.
//!
//! This file is written by `Weights::source` (a test compares); numbers may be changed by hand or by a tuner, comments
//! come from `term.rs`.

use super::term::Term;

#[rustfmt::skip]
pub(super) const VALUES: &[(Term, &[[i16; 3]])] = &[
    // material: The worth of each pawn, knight, bishop, rook and queen.
    (Term::Material, &[
        [79, 82, 106], [343, 362, 332], [340, 372, 354], [481, 545, 563],
        [980, 1090, 1009],
    ]),

    // pawn squares: Where a pawn stands: by rank from one's own side, then by file from the edge (a and h) to the
    // center (d and e).
    (Term::PawnSquares, &[
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
        [2, -9, 17], [14, 9, 15], [1, 10, 10], [-18, -2, -21],
        [14, -3, 7], [9, 0, 12], [6, 4, -2], [-3, 0, 3],
        [-9, -4, 12], [-3, 9, 23], [13, 17, 2], [20, 22, 4],
        [10, -1, 22], [24, 14, 21], [20, 24, 28], [28, 24, 10],
        [27, 21, 17], [26, 27, 38], [14, 26, 30], [22, 25, 29],
        [37, 29, 30], [37, 35, 47], [42, 52, 60], [43, 42, 42],
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
    ]),

    // knight squares: Where a knight stands, counted as for pawns.
    (Term::KnightSquares, &[
        [-46, -43, -27], [-23, -23, -5], [-25, -31, -17], [-20, -20, -14],
        [-23, -28, -25], [-18, -16, -12], [-8, -12, -3], [0, -1, -2],
        [-24, -13, -8], [2, -20, 2], [0, -2, 6], [-1, 2, 6],
        [-1, -2, -8], [-3, -1, -3], [3, 9, 3], [7, 20, 9],
        [-9, 8, -10], [-7, 13, -13], [-8, 18, 14], [20, 5, 17],
        [-13, -1, -14], [2, -7, -10], [2, 6, 7], [18, 19, 20],
        [-19, -13, -20], [-18, -15, -8], [-2, -5, -4], [3, -3, 0],
        [-52, -67, -38], [-39, -36, -15], [-34, -35, -17], [-21, -22, -7],
    ]),

    // bishop squares: Where a bishop stands, counted as for pawns.
    (Term::BishopSquares, &[
        [-15, -3, -3], [-7, -9, -11], [-9, 2, 0], [-24, -30, -4],
        [-11, 5, -11], [14, 8, -6], [8, -4, -5], [1, 4, -1],
        [-4, 9, -7], [-4, -8, -4], [5, 3, 5], [4, 0, 11],
        [2, -12, -9], [-13, -2, -12], [7, 8, 12], [13, 13, 0],
        [0, -6, -7], [-3, -1, 4], [6, 10, 0], [10, 8, 8],
        [-20, -4, 7], [3, 8, -2], [0, 2, 7], [6, 7, -5],
        [-15, -7, -13], [-6, -3, 7], [-8, -5, -9], [2, 5, -3],
        [-19, -23, -4], [-11, -13, -12], [-11, -13, -4], [-6, 1, 5],
    ]),

    // rook squares: Where a rook stands, counted as for pawns.
    (Term::RookSquares, &[
        [2, -5, -10], [-2, 2, -13], [4, 10, -26], [10, -8, -10],
        [-9, -21, -12], [2, -6, -6], [11, -6, -26], [-2, -4, -6],
        [-28, -10, -10], [3, -9, -5], [7, 17, -12], [-10, -3, -4],
        [-24, -5, 8], [-12, -11, 5], [0, 6, 10], [-8, -3, 14],
        [-7, -4, 8], [1, 13, 6], [-10, -4, 12], [2, 10, 10],
        [-3, -4, 11], [-3, 1, 12], [2, 2, 12], [8, 9, 8],
        [7, 15, -7], [2, 6, 1], [10, 13, -5], [6, 7, 11],
        [-7, -7, 6], [4, 6, 4], [4, 7, 10], [7, 10, 10],
    ]),

    // queen squares: Where a queen stands, counted as for pawns.
    (Term::QueenSquares, &[
        [5, -1, -22], [-9, 7, -13], [16, 9, -15], [6, 23, -8],
        [10, 14, -18], [6, -2, -10], [7, 26, -5], [25, 13, -5],
        [-1, -2, -12], [-1, 9, -5], [2, 13, 0], [7, -5, 3],
        [-7, -10, -2], [-9, -2, -2], [-16, -13, 6], [-25, -6, 5],
        [-9, 4, 0], [-23, -8, 2], [-12, 5, 5], [-11, -7, 19],
        [-10, 8, -5], [-4, -2, -2], [-13, 3, 1], [-17, -7, 9],
        [-8, 12, -11], [-11, 8, -8], [-9, 6, -2], [-8, 6, 6],
        [-12, -8, -16], [-14, -3, -11], [-13, 3, -5], [-11, -7, -1],
    ]),

    // king squares: Where the king stands, counted as for pawns.
    (Term::KingSquares, &[
        [29, -11, -40], [23, -7, -36], [9, -20, -31], [-4, -38, -19],
        [11, 1, -36], [-7, -13, -29], [-20, -1, -29], [-39, -5, -25],
        [-33, -25, -14], [-29, -34, -19], [-36, -13, -16], [-38, -24, -11],
        [-46, -49, -11], [-50, -46, -2], [-52, -46, 4], [-58, -51, 2],
        [-61, -64, -1], [-66, -64, 6], [-70, -69, 7], [-74, -71, 12],
        [-75, -72, 0], [-75, -73, 17], [-75, -74, 8], [-75, -73, 13],
        [-75, -69, -12], [-75, -71, 4], [-75, -76, 11], [-75, -72, 20],
        [-75, -72, -37], [-75, -74, -18], [-75, -71, -11], [-75, -71, 0],
    ]),

    // mobility: Squares attacked that hold no piece of one's own, by knights, bishops, rooks and queens.
    (Term::Mobility, &[
        [-3, 1, 2], [-2, 4, 1], [0, 2, 1], [-2, 6, -8],
    ]),

    // knight safe mobility: A knight by the number of squares it can go to where no pawn attacks it.
    (Term::KnightSafeMobility, &[
        [-30, -44, -35], [-19, -21, -18], [-14, -10, -7], [-7, 2, 4],
        [0, 1, 8], [3, 15, 16], [25, 17, 14], [20, 23, 15],
        [21, 34, -2],
    ]),

    // bishop safe mobility: A bishop by the number of squares it can go to where no pawn attacks it.
    (Term::BishopSafeMobility, &[
        [-39, -26, -49], [-22, -21, -33], [-16, -2, -13], [-5, -8, -4],
        [-3, 3, 9], [3, 3, 10], [0, 3, 8], [-3, 8, 8],
        [8, 8, 18], [6, 2, 10], [6, 4, 16], [6, 9, -3],
        [14, 14, 15], [16, 15, 7],
    ]),

    // rook safe mobility: A rook by the number of squares it can go to where no pawn or minor piece attacks it.
    (Term::RookSafeMobility, &[
        [-19, -7, -50], [-12, -8, -34], [-5, 2, -22], [-5, 7, -3],
        [0, 3, -2], [4, 5, 3], [7, 9, 21], [9, 6, 13],
        [4, 5, 17], [0, 11, 18], [9, 9, 14], [10, 8, 16],
        [7, -3, 23], [9, 1, 32], [9, 45, -46],
    ]),

    // queen safe mobility: A queen by the number of squares she can go to where nothing cheaper attacks her.
    (Term::QueenSafeMobility, &[
        [-8, -14, -40], [-5, -8, -28], [-4, 6, -24], [-5, 4, -19],
        [-6, 9, -17], [0, 4, -11], [5, 10, -6], [3, 12, -4],
        [4, 11, 5], [5, 7, 5], [-1, 7, 10], [-2, 6, 16],
        [-3, 5, 11], [0, 5, 12], [-1, 6, 13], [4, 7, 16],
        [2, 6, 11], [3, 1, -1], [2, 6, 4], [4, -4, -11],
        [3, 2, 4], [3, 4, 6], [3, 3, 10], [4, 8, 17],
        [4, 9, 18], [4, 9, 23], [4, 10, 22], [4, 11, 23],
    ]),

    // king attackers: By the number of pieces that attack the enemy king's zone: the squares around it and three
    // more in front.
    (Term::KingAttackers, &[
        [0, 0, 0], [-1, -8, -4], [-14, -18, -15], [-2, -23, 9],
        [15, 12, -5], [29, 27, 0], [36, 36, 0], [40, 40, 0],
    ]),

    // king danger: By the weight of the attack on the enemy king's zone: the value of all attacks, more of it with
    // more attackers.
    (Term::KingDanger, &[
        [-1, -8, -4], [0, 0, 2], [13, 9, 3], [15, 15, -2],
        [12, 19, 4], [17, 18, 2], [20, 22, 18], [26, 12, 18],
        [18, 26, 22], [29, 31, 15], [39, 31, 8], [40, 45, 16],
        [57, 51, 13], [69, 58, 20], [77, 79, 21], [81, 85, 19],
        [104, 101, 21], [118, 120, 28], [128, 129, 26], [150, 151, 28],
        [169, 166, 30], [184, 176, 29], [200, 197, 33], [220, 219, 33],
        [239, 237, 36], [261, 262, 38], [284, 283, 39], [303, 301, 39],
        [328, 327, 42], [351, 349, 44], [377, 376, 45], [400, 399, 45],
    ]),

    // safe checks: A knight, bishop, rook or queen could give check from a square where nothing attacks it.
    (Term::SafeChecks, &[
        [34, 52, -6], [16, 32, -2], [40, 54, 2], [16, 58, -2],
    ]),

    // weak king zone: Squares of the enemy king's zone that one attacks and that nothing but the king defends.
    (Term::WeakZone, &[[11, 4, -1]]),

    // pawn shield: The nearest pawn before one's king by its rank, 0 for none: on the king's file, then on a
    // neighboring one.
    (Term::Shield, &[
        [-27, -29, 12], [15, 24, -12], [8, 6, -3], [-12, -7, -4],
        [-1, -14, 4], [-13, -16, 0], [-15, -11, 0], [0, 0, 0],
        [-15, -12, 2], [21, 24, -5], [-1, 7, -1], [3, -10, 2],
        [-13, -12, 11], [-6, -3, 0], [-10, -12, -8], [0, 0, 0],
    ]),

    // pawn storm: The nearest enemy pawn before one's king by its rank, 0 for none: free to advance, then held up by
    // a pawn.
    (Term::Storm, &[
        [-10, -10, -15], [4, 11, 27], [-15, -17, 30], [-9, -9, 16],
        [-3, 4, 5], [3, -4, 0], [-1, 4, -2], [0, 0, 0],
        [0, 0, 0], [0, 0, 0], [-19, -19, -9], [-16, -3, -18],
        [2, 11, -19], [5, -17, -12], [5, 0, -7], [0, 0, 0],
    ]),

    // doubled pawns: Pawns with a pawn of their own side before them on the file.
    (Term::DoubledPawn, &[[-11, -19, -7]]),

    // isolated pawns: Pawns without a pawn of their own side on a neighboring file: with an enemy pawn before them,
    // then without.
    (Term::IsolatedPawn, &[
        [-16, 0, -16], [-14, -12, -7],
    ]),

    // backward pawns: Pawns that no pawn can support any more and whose next square an enemy pawn guards: as for
    // isolated ones.
    (Term::BackwardPawn, &[
        [1, -9, -7], [-6, -23, -9],
    ]),

    // connected pawns: Pawns that stand beside a pawn or are protected by one, by rank.
    (Term::ConnectedPawn, &[
        [0, 0, 0], [3, 5, 3], [7, 12, 8], [11, 10, 9],
        [10, 19, 31], [32, 48, 45], [50, 61, 55], [0, 0, 0],
    ]),

    // passed pawns: Pawns that no enemy pawn can stop or take any more, by rank.
    (Term::PassedPawn, &[
        [0, 0, 0], [2, 12, 31], [18, -6, 34], [28, -10, 29],
        [16, 8, 31], [41, 29, 51], [78, 75, 68], [0, 0, 0],
    ]),

    // candidate pawns: Pawns with no enemy pawn before them and at least as many helpers as guards on the
    // neighboring files, by rank.
    (Term::CandidatePawn, &[
        [0, 0, 0], [-1, -3, 5], [-1, 1, 17], [1, 22, 16],
        [-6, 34, 25], [23, 35, 45], [0, 0, 0], [0, 0, 0],
    ]),

    // free passed pawns: Passed pawns whose next square is empty and not attacked, by rank.
    (Term::PassedFree, &[
        [0, 0, 0], [7, -3, 21], [0, -3, 26], [8, -2, 29],
        [-3, -11, 32], [16, 24, 47], [29, 30, 71], [0, 0, 0],
    ]),

    // blocked passed pawns: Passed pawns with an enemy piece on the next square, by rank.
    (Term::PassedBlocked, &[
        [0, 0, 0], [2, 4, -3], [-5, -15, -14], [-8, -2, -14],
        [-15, -13, -31], [-21, -15, -34], [-27, -42, -80], [0, 0, 0],
    ]),

    // kings and passed pawns: Passed pawns beyond the third rank: nearness of the own king, distance of the enemy
    // king, times ranks beyond.
    (Term::PassedKings, &[
        [-1, -1, 6], [-1, 7, 6],
    ]),

    // unstoppable pawns: Passed pawns that a lone enemy king comes too late to stop.
    (Term::PassedUnstoppable, &[[0, 100, 316]]),

    // rook behind passed pawn: Rooks that stand behind a passed pawn of their own.
    (Term::RookBehindPassed, &[[13, 10, 20]]),

    // threats: Enemy pieces under a threat of capture, by attacker (pawn to king) and victim: worth more, or not
    // defended.
    (Term::Threat, &[
        [13, -4, 0], [62, 64, 30], [63, 63, 41], [60, 58, 38], [54, 62, 39], [0, 0, 0],
        [14, 21, 43], [13, 14, 14], [29, 28, 19], [49, 51, 24], [40, 40, 37], [0, 0, 0],
        [13, 18, 41], [25, 31, 16], [13, 13, 12], [47, 56, 36], [50, 48, 36], [0, 0, 0],
        [1, 15, 51], [25, 36, 31], [27, 33, 24], [11, 7, 8], [52, 55, 39], [0, 0, 0],
        [17, 24, 49], [32, 29, 16], [25, 28, 18], [21, 22, 10], [5, 0, 5], [0, 0, 0],
        [5, 22, 57], [17, 26, 22], [12, 24, 25], [9, 13, 19], [0, 0, 0], [0, 0, 0],
    ]),

    // closeness to the king: Nearness (7 less the king's moves) of knights, bishops, rooks and queens to the enemy
    // king.
    (Term::Closeness, &[
        [1, 8, -10], [3, 1, -2], [-3, 3, -7], [0, 17, 1],
    ]),

    // center control: The squares d4, e4, d5, e5 attacked by pawns, then by anything.
    (Term::Center, &[
        [8, 12, 12], [-1, 7, -10],
    ]),

    // bishop pair: Two or more bishops.
    (Term::BishopPair, &[[31, 39, 28]]),

    // rooks on open files: Rooks on a file without a pawn of their own: with an enemy pawn, then without any pawn.
    (Term::RookFile, &[
        [24, 19, 33], [28, 47, -23],
    ]),

    // rooks on the seventh: Rooks on the seventh rank with the enemy king on the eighth or enemy pawns on the
    // seventh.
    (Term::RookSeventh, &[[5, 16, 33]]),

    // outposts: Knights, then bishops, protected by a pawn on the fourth to sixth rank where no enemy pawn can ever
    // attack them.
    (Term::Outpost, &[
        [25, 32, 16], [23, 21, 18],
    ]),

    // space: Squares c2 to f4 that no enemy pawn attacks and no own pawn occupies; those behind an own pawn count
    // twice.
    (Term::Space, &[[-1, -3, -4]]),

    // trapped pieces: A bishop locked in behind an enemy pawn; a knight in the enemy's corner without a way out; a
    // rook shut in by its king.
    (Term::Trapped, &[
        [-81, -82, -80], [-42, -54, -48], [-48, -34, -9],
    ]),

    // check: Giving check.
    (Term::Check, &[[10, 10, 5]]),

    // tempo: Having the move.
    (Term::Tempo, &[[20, 24, 0]]),

    // driving the king: A bare king to be mated: its steps from the center; against bishop and knight its nearness
    // to the right corner; nearness of the kings.
    (Term::Drive, &[
        [20, 20, 20], [40, 40, 40], [10, 10, 10],
    ]),
];
