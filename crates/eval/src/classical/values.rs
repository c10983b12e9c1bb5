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
        [82, 88, 115], [330, 335, 320], [340, 345, 340], [470, 485, 540],
        [980, 985, 980],
    ]),

    // pawn squares: Where a pawn stands: by rank from one's own side, then by file from the edge (a and h) to the
    // center (d and e).
    (Term::PawnSquares, &[
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
        [0, 0, 0], [2, 2, -2], [-1, -1, -3], [-7, -5, -5],
        [0, 0, 2], [1, 1, 0], [4, 4, -2], [5, 5, -3],
        [0, 0, 6], [3, 3, 5], [7, 7, 3], [16, 13, 2],
        [3, 3, 16], [6, 6, 14], [10, 10, 13], [13, 13, 11],
        [10, 10, 32], [11, 11, 30], [12, 12, 29], [13, 13, 27],
        [19, 19, 52], [20, 20, 50], [21, 21, 49], [22, 22, 47],
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
    ]),

    // knight squares: Where a knight stands, counted as for pawns.
    (Term::KnightSquares, &[
        [-32, -32, -18], [-26, -25, -13], [-20, -18, -7], [-13, -10, -1],
        [-22, -25, -15], [-15, -18, -9], [-9, -10, -4], [-3, -3, 2],
        [-14, -16, -11], [-8, -9, -6], [-1, -2, 0], [5, 6, 6],
        [-9, -10, -8], [-3, -3, -2], [4, 4, 4], [10, 11, 9],
        [-6, -7, -8], [0, 0, -2], [6, 7, 4], [13, 14, 9],
        [-7, -8, -11], [-1, -1, -6], [6, 6, 0], [12, 14, 6],
        [-16, -18, -15], [-10, -11, -9], [-4, -4, -4], [3, 3, 2],
        [-34, -38, -18], [-27, -31, -13], [-21, -24, -7], [-15, -17, -1],
    ]),

    // bishop squares: Where a bishop stands, counted as for pawns.
    (Term::BishopSquares, &[
        [-14, -10, -7], [-12, -8, -5], [-10, -6, -3], [-8, -4, -1],
        [-4, -4, -6], [3, 3, -4], [1, 1, -1], [3, 3, 1],
        [-3, -3, -4], [-1, -1, -2], [1, 1, 0], [4, 4, 2],
        [-3, -3, -3], [-1, -1, -1], [1, 1, 1], [4, 4, 4],
        [-3, -3, -3], [-1, -1, -1], [1, 1, 1], [4, 4, 4],
        [-4, -4, -4], [-2, -2, -2], [0, 0, 0], [2, 2, 2],
        [-6, -6, -6], [-4, -4, -4], [-1, -1, -1], [1, 1, 1],
        [-10, -10, -7], [-8, -8, -5], [-6, -6, -3], [-4, -4, -1],
    ]),

    // rook squares: Where a rook stands, counted as for pawns.
    (Term::RookSquares, &[
        [-8, -8, -6], [-4, -4, -6], [0, 0, -6], [4, 4, -6],
        [-13, -13, -6], [-8, -8, -6], [-4, -4, -6], [0, 0, -6],
        [-14, -14, -4], [-10, -10, -4], [-6, -6, -4], [-1, -1, -4],
        [-14, -14, -1], [-10, -10, -1], [-6, -6, -1], [-1, -1, -1],
        [-11, -11, 1], [-7, -7, 1], [-3, -3, 1], [1, 1, 1],
        [-6, -6, 3], [-1, -1, 3], [3, 3, 3], [7, 7, 3],
        [3, 3, 4], [7, 7, 4], [11, 11, 4], [15, 15, 4],
        [-3, -3, 3], [1, 1, 3], [6, 6, 3], [10, 10, 3],
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
        [11, 10, -29], [19, 17, -22], [3, 3, -15], [-5, -4, -8],
        [5, 4, -21], [3, 3, -14], [-11, -10, -7], [-19, -17, 0],
        [-24, -21, -14], [-27, -24, -7], [-30, -27, 0], [-34, -29, 7],
        [-37, -32, -8], [-40, -35, -1], [-43, -38, 6], [-46, -41, 13],
        [-50, -43, -6], [-53, -46, 1], [-56, -49, 8], [-59, -52, 15],
        [-60, -52, -8], [-60, -52, -1], [-60, -52, 6], [-60, -52, 13],
        [-60, -52, -17], [-60, -52, -10], [-60, -52, -3], [-60, -52, 4],
        [-60, -52, -31], [-60, -52, -24], [-60, -52, -17], [-60, -52, -10],
    ]),

    // mobility: Squares attacked that hold no piece of one's own, by knights, bishops, rooks and queens.
    (Term::Mobility, &[
        [1, 1, 1], [1, 1, 2], [1, 1, 2], [0, 1, 2],
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
        [-18, -23, -50], [-10, -13, -30], [-8, -9, -22], [-5, -5, -15],
        [-3, -3, -10], [-1, 0, -5], [1, 3, -1], [3, 4, 3],
        [4, 6, 7], [5, 8, 10], [6, 9, 13], [8, 12, 16],
        [9, 13, 19], [10, 14, 22], [10, 16, 25],
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
        [0, 0, 0], [0, 0, 0], [3, 3, 0], [7, 7, 0],
        [11, 11, 0], [15, 15, 0], [18, 18, 0], [20, 20, 0],
    ]),

    // king danger: By the weight of the attack on the enemy king's zone: the value of all attacks, more of it with
    // more attackers.
    (Term::KingDanger, &[
        [0, 0, 0], [0, 0, 1], [2, 1, 2], [3, 3, 2],
        [5, 5, 3], [8, 6, 4], [11, 10, 4], [16, 14, 5],
        [20, 18, 6], [26, 22, 7], [32, 27, 8], [38, 33, 8],
        [45, 39, 9], [53, 46, 10], [62, 53, 10], [70, 61, 11],
        [81, 70, 12], [91, 79, 13], [102, 88, 14], [114, 99, 14],
        [126, 109, 15], [139, 120, 16], [152, 132, 16], [166, 144, 17],
        [182, 157, 18], [196, 170, 19], [213, 185, 20], [230, 199, 20],
        [247, 214, 21], [265, 229, 22], [284, 246, 22], [303, 263, 23],
    ]),

    // safe checks: A knight, bishop, rook or queen could give check from a square where nothing attacks it.
    (Term::SafeChecks, &[
        [42, 44, 8], [22, 24, 8], [51, 54, 13], [45, 48, 19],
    ]),

    // weak king zone: Squares of the enemy king's zone that one attacks and that nothing but the king defends.
    (Term::WeakZone, &[[8, 8, 1]]),

    // pawn shield: The nearest pawn before one's king by its rank, 0 for none: on the king's file, then on a
    // neighboring one.
    (Term::Shield, &[
        [-18, -23, 0], [13, 16, 0], [6, 7, 0], [-4, -5, 0],
        [-8, -11, 0], [-10, -13, 0], [-10, -13, 0], [0, 0, 0],
        [-11, -14, 0], [11, 14, 0], [7, 9, 0], [-1, -2, 0],
        [-6, -7, 0], [-7, -9, 0], [-7, -9, 0], [0, 0, 0],
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
    (Term::DoubledPawn, &[[-6, -8, -19]]),

    // isolated pawns: Pawns without a pawn of their own side on a neighboring file: with an enemy pawn before them,
    // then without.
    (Term::IsolatedPawn, &[
        [-10, -11, -13], [-18, -21, -20],
    ]),

    // backward pawns: Pawns that no pawn can support any more and whose next square an enemy pawn guards: as for
    // isolated ones.
    (Term::BackwardPawn, &[
        [-8, -10, -13], [-19, -21, -18],
    ]),

    // connected pawns: Pawns that stand beside a pawn or are protected by one, by rank.
    (Term::ConnectedPawn, &[
        [0, 0, 0], [2, 2, 0], [8, 8, 4], [11, 11, 7],
        [19, 19, 17], [36, 36, 36], [60, 60, 60], [0, 0, 0],
    ]),

    // passed pawns: Pawns that no enemy pawn can stop or take any more, by rank.
    (Term::PassedPawn, &[
        [0, 0, 0], [0, 0, 8], [4, 4, 12], [10, 11, 25],
        [26, 31, 48], [54, 63, 85], [96, 112, 135], [0, 0, 0],
    ]),

    // candidate pawns: Pawns with no enemy pawn before them and at least as many helpers as guards on the
    // neighboring files, by rank.
    (Term::CandidatePawn, &[
        [0, 0, 0], [1, 1, 5], [2, 2, 8], [7, 7, 16],
        [17, 17, 30], [30, 30, 48], [0, 0, 0], [0, 0, 0],
    ]),

    // free passed pawns: Passed pawns whose next square is empty and not attacked, by rank.
    (Term::PassedFree, &[
        [0, 0, 0], [0, 0, 0], [1, 1, 4], [5, 5, 11],
        [10, 10, 23], [18, 18, 43], [34, 34, 74], [0, 0, 0],
    ]),

    // blocked passed pawns: Passed pawns with an enemy piece on the next square, by rank.
    (Term::PassedBlocked, &[
        [0, 0, 0], [-1, -1, -2], [-2, -2, -6], [-6, -6, -12],
        [-11, -11, -24], [-19, -19, -43], [-29, -29, -66], [0, 0, 0],
    ]),

    // kings and passed pawns: Passed pawns beyond the third rank: nearness of the own king, distance of the enemy
    // king, times ranks beyond.
    (Term::PassedKings, &[
        [0, 0, 2], [0, 0, 4],
    ]),

    // unstoppable pawns: Passed pawns that a lone enemy king comes too late to stop.
    (Term::PassedUnstoppable, &[[0, 100, 300]]),

    // rook behind passed pawn: Rooks that stand behind a passed pawn of their own.
    (Term::RookBehindPassed, &[[5, 7, 18]]),

    // threats: Enemy pieces under a threat of capture, by attacker (pawn to king) and victim: worth more, or not
    // defended.
    (Term::Threat, &[
        [0, 0, 5], [50, 50, 43], [53, 53, 48], [67, 67, 48], [70, 70, 48], [0, 0, 0],
        [5, 5, 14], [19, 19, 17], [24, 24, 22], [43, 43, 38], [48, 48, 43], [0, 0, 0],
        [5, 5, 14], [22, 22, 19], [17, 17, 17], [41, 41, 38], [48, 48, 43], [0, 0, 0],
        [4, 4, 14], [24, 24, 22], [24, 24, 22], [10, 10, 10], [50, 50, 46], [0, 0, 0],
        [2, 2, 7], [14, 14, 14], [14, 14, 14], [10, 10, 10], [5, 5, 5], [0, 0, 0],
        [5, 5, 19], [14, 14, 26], [14, 14, 26], [12, 12, 24], [0, 0, 0], [0, 0, 0],
    ]),

    // closeness to the king: Nearness (7 less the king's moves) of knights, bishops, rooks and queens to the enemy
    // king.
    (Term::Closeness, &[
        [3, 3, 1], [2, 2, 1], [2, 3, 1], [3, 5, 3],
    ]),

    // center control: The squares d4, e4, d5, e5 attacked by pawns, then by anything.
    (Term::Center, &[
        [2, 2, 0], [2, 1, 0],
    ]),

    // bishop pair: Two or more bishops.
    (Term::BishopPair, &[[36, 42, 65]]),

    // rooks on open files: Rooks on a file without a pawn of their own: with an enemy pawn, then without any pawn.
    (Term::RookFile, &[
        [6, 8, 3], [14, 17, 5],
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
    (Term::Space, &[[3, 1, 0]]),

    // trapped pieces: A bishop locked in behind an enemy pawn; a knight in the enemy's corner without a way out; a
    // rook shut in by its king.
    (Term::Trapped, &[
        [-96, -96, -96], [-48, -48, -48], [-36, -46, -14],
    ]),

    // check: Giving check.
    (Term::Check, &[[10, 10, 5]]),

    // tempo: Having the move.
    (Term::Tempo, &[[14, 12, 8]]),

    // driving the king: A bare king to be mated: its steps from the center; against bishop and knight its nearness
    // to the right corner; nearness of the kings.
    (Term::Drive, &[
        [20, 20, 20], [40, 40, 40], [10, 10, 10],
    ]),
];
