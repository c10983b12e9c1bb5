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
        [52, -72, 102], [317, 377, 412], [326, 383, 437], [447, 580, 752],
        [968, 1210, 1148],
    ]),

    // pawn squares: Where a pawn stands: by rank from one's own side, then by file from the edge (a and h) to the
    // center (d and e).
    (Term::PawnSquares, &[
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
        [-2, -22, 16], [12, -1, 16], [0, -10, 18], [-15, -10, -2],
        [7, -22, 8], [14, -15, 13], [7, -13, 3], [2, -20, 9],
        [-9, -21, 20], [-5, -8, 18], [12, -10, 8], [17, 0, -3],
        [3, -11, 26], [14, 5, 21], [7, 11, 21], [22, 7, 17],
        [17, 16, 23], [29, 23, 30], [3, 24, 29], [34, 28, 30],
        [56, 38, 18], [34, 58, 22], [30, 48, 59], [37, 24, 62],
        [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0],
    ]),

    // knight squares: Where a knight stands, counted as for pawns.
    (Term::KnightSquares, &[
        [-50, -39, -35], [-28, -36, -16], [-26, -31, -18], [-16, -33, -8],
        [-26, -8, -22], [-21, -20, 27], [-17, -33, 0], [-5, -10, -2],
        [-28, -22, -14], [2, -24, 6], [-4, -14, 0], [2, -4, 3],
        [5, 0, 13], [-1, 0, 9], [21, 15, 9], [9, 22, 14],
        [-6, 10, -2], [-2, 10, -1], [8, 36, 5], [20, 32, 5],
        [-26, 6, -4], [9, -1, 8], [-22, 12, 9], [25, 36, -6],
        [-16, 6, -7], [-38, -19, 5], [0, -13, 0], [-3, 3, 16],
        [-58, -84, -48], [-39, -38, -15], [-46, -37, -4], [-23, -17, -4],
    ]),

    // bishop squares: Where a bishop stands, counted as for pawns.
    (Term::BishopSquares, &[
        [-9, -7, 3], [7, -6, -17], [-8, -1, 5], [-16, -11, -12],
        [8, 4, -43], [12, -5, -21], [16, 10, -12], [3, 6, 0],
        [3, 11, 5], [6, 21, -11], [0, -11, -3], [7, 10, 9],
        [18, -25, -6], [0, 1, 1], [11, 17, 2], [1, 37, -17],
        [-19, -14, 6], [8, 22, 11], [10, 22, -2], [-2, 25, 8],
        [-35, -16, 29], [-12, 2, 3], [-18, -12, 20], [4, -7, 24],
        [-15, -5, -8], [-28, -23, 25], [-3, -13, 13], [-17, -8, 14],
        [-16, -44, 3], [-25, 4, 5], [-27, -30, 21], [-9, -7, 3],
    ]),

    // rook squares: Where a rook stands, counted as for pawns.
    (Term::RookSquares, &[
        [4, -14, -10], [-2, -1, -20], [10, 7, -29], [15, 2, -20],
        [-24, -48, -6], [6, -11, -7], [-4, -13, -16], [2, -5, -13],
        [-20, -19, -1], [-4, -5, -8], [-13, 9, -9], [-22, -6, 1],
        [-27, -6, 10], [-5, -1, 19], [2, -1, 27], [-18, -9, 13],
        [-6, -12, 29], [4, 5, 23], [-9, -9, 37], [0, -2, 32],
        [2, 7, 20], [1, 12, 20], [1, 8, 21], [17, 12, 26],
        [6, 22, 9], [0, 26, 10], [0, 35, -2], [5, 17, 11],
        [-10, 8, 31], [10, 9, 22], [3, 34, 17], [8, 16, 27],
    ]),

    // queen squares: Where a queen stands, counted as for pawns.
    (Term::QueenSquares, &[
        [25, -22, -30], [1, 6, -23], [14, 4, -15], [16, 14, -19],
        [-2, 8, -20], [7, 2, -3], [17, 3, 5], [20, 12, -8],
        [-7, 14, -6], [-1, 8, -2], [-10, 17, -8], [3, 1, 4],
        [-5, -6, 15], [-5, -2, 9], [-12, 5, 6], [-15, 8, -20],
        [-6, -2, 21], [-17, 23, 6], [-17, 8, -2], [-16, 4, -11],
        [-4, 18, 6], [-4, 7, 4], [-19, 9, 14], [-8, 7, 13],
        [-14, 3, 12], [-26, 19, -3], [-16, 10, 1], [-17, -8, 21],
        [-15, -15, 20], [-19, 13, 5], [-12, 28, 8], [-6, 16, 21],
    ]),

    // king squares: Where the king stands, counted as for pawns.
    (Term::KingSquares, &[
        [28, -34, -46], [25, -29, -38], [11, -34, -32], [-13, -58, -23],
        [13, -16, -42], [-6, -9, -30], [-27, -13, -27], [-56, -11, -32],
        [-53, -12, -39], [10, -8, -29], [-35, -5, -21], [-23, -17, -16],
        [-47, -50, -22], [-51, -39, -3], [-51, -29, 3], [-60, -36, 4],
        [-61, -73, 0], [-66, -56, 12], [-70, -59, 30], [-74, -53, 29],
        [-75, -86, -7], [-75, -62, 5], [-75, -67, 23], [-75, -86, 26],
        [-75, -68, -14], [-75, -63, 12], [-75, -78, 5], [-75, -91, -20],
        [-75, -76, -43], [-75, -68, 17], [-75, -65, 6], [-75, -64, 10],
    ]),

    // mobility: Squares attacked that hold no piece of one's own, by knights, bishops, rooks and queens.
    (Term::Mobility, &[
        [-3, -5, 7], [0, 0, 6], [2, -1, 6], [1, 2, 12],
    ]),

    // knight safe mobility: A knight by the number of squares it can go to where no pawn attacks it.
    (Term::KnightSafeMobility, &[
        [-33, -62, -36], [-20, -32, 10], [-13, -7, 14], [-8, 1, 25],
        [-1, 7, 29], [3, 22, 25], [12, 29, 21], [17, 31, 17],
        [16, 43, 0],
    ]),

    // bishop safe mobility: A bishop by the number of squares it can go to where no pawn attacks it.
    (Term::BishopSafeMobility, &[
        [-22, -47, -49], [-16, -25, 0], [-9, -9, 13], [-4, -2, 17],
        [-2, 7, 19], [-1, 11, 26], [1, 13, 25], [-2, 9, 22],
        [-1, 10, 24], [-5, 17, 10], [-7, 3, 16], [-10, 16, 4],
        [15, 2, 14], [16, 13, -13],
    ]),

    // rook safe mobility: A rook by the number of squares it can go to where no pawn or minor piece attacks it.
    (Term::RookSafeMobility, &[
        [-19, -28, -50], [-11, -17, 0], [-9, -6, 8], [-3, 0, 30],
        [-6, 1, 28], [-4, 5, 27], [-2, 8, 31], [-8, 13, 27],
        [4, 13, 27], [-5, 15, 28], [16, 19, 23], [19, 17, 27],
        [8, 12, 32], [11, 19, 21], [9, 76, -18],
    ]),

    // queen safe mobility: A queen by the number of squares she can go to where nothing cheaper attacks her.
    (Term::QueenSafeMobility, &[
        [-1, -10, -40], [-2, -22, -32], [-1, -1, -24], [-2, 7, -17],
        [0, 7, -5], [1, 11, 2], [0, 20, 14], [-2, 22, 27],
        [2, 17, 46], [-3, 19, 51], [-4, 22, 47], [3, 17, 57],
        [-12, 26, 38], [-4, 20, 41], [-12, 16, 25], [4, 13, 20],
        [4, 22, 9], [4, 17, -17], [3, 13, -19], [4, 14, -37],
        [3, 10, -14], [3, 0, -17], [3, -7, -10], [4, -2, 3],
        [4, 4, 10], [4, 3, 17], [4, 8, 17], [4, 5, 18],
    ]),

    // king attackers: By the number of pieces that attack the enemy king's zone: the squares around it and three
    // more in front.
    (Term::KingAttackers, &[
        [0, 0, 0], [-8, -3, -14], [-2, -4, -7], [11, -1, 6],
        [19, 15, -6], [27, 28, 0], [36, 36, 0], [40, 40, 0],
    ]),

    // king danger: By the weight of the attack on the enemy king: the value of all attacks on its zone, more of it
    // with more attackers, besides weak squares of the zone, safe checks and attacks on the flank beyond its
    // defenses; less of it without a queen.
    (Term::KingDanger, &[
        [5, -8, 8], [6, -12, 9], [6, -13, 15], [11, -1, 7],
        [4, 3, 9], [9, 5, 4], [7, 7, 4], [8, 17, -7],
        [13, 15, 3], [17, 20, 2], [19, 16, 8], [21, 18, 10],
        [12, 28, 6], [25, 19, 12], [19, 29, 5], [20, 36, 3],
        [39, 31, 8], [47, 48, 3], [41, 56, 4], [50, 62, 3],
        [55, 62, 9], [60, 78, 15], [69, 80, 10], [74, 77, 7],
        [78, 83, 6], [97, 102, 11], [97, 113, 14], [109, 103, 12],
        [116, 128, 14], [122, 125, 12], [135, 133, 12], [146, 142, 14],
        [157, 149, 13], [166, 166, 17], [174, 168, 15], [185, 179, 16],
        [196, 194, 18], [212, 207, 18], [222, 220, 19], [232, 230, 20],
        [243, 243, 20], [256, 256, 20], [269, 268, 21], [283, 283, 22],
        [296, 296, 22], [310, 311, 22], [325, 324, 23], [337, 338, 24],
    ]),

    // safe checks: A knight, bishop, rook or queen could give check from a square where nothing attacks it.
    (Term::SafeChecks, &[
        [12, 50, -5], [9, 34, 8], [32, 38, 0], [5, 58, -9],
    ]),

    // weak king zone: Squares of the enemy king's zone that one attacks and that nothing but the king defends.
    (Term::WeakZone, &[[8, 3, 0]]),

    // king's flank: Attacks on the enemy king's flank (four files, its first five ranks), two attackers counting
    // twice; then squares of it that the enemy attacks.
    (Term::Flank, &[
        [1, 2, -3], [-2, -3, 2],
    ]),

    // pawn shield: The nearest pawn before one's king by its rank, 0 for none: on the king's file, then on a
    // neighboring one.
    (Term::Shield, &[
        [-17, -26, 7], [14, 27, -37], [8, 12, -18], [-3, -13, -1],
        [-5, -32, 4], [-36, -21, 12], [-15, 7, 33], [0, 0, 0],
        [-11, -12, 2], [16, 23, -24], [2, 9, -12], [-1, -7, -1],
        [-14, -16, 4], [-5, -9, 16], [-8, -13, 26], [0, 0, 0],
    ]),

    // king far from pawns: The moves of the king to the nearest pawn of either side.
    (Term::KingFar, &[[-4, 1, -20]]),

    // pawn storm: The nearest enemy pawn before one's king by its rank, 0 for none: free to advance, then held up by
    // a pawn.
    (Term::Storm, &[
        [-16, -14, -4], [8, 5, 39], [-2, -22, 54], [-18, -15, 13],
        [-6, -4, 6], [1, -2, 0], [-6, -4, 0], [0, 0, 0],
        [0, 0, 0], [0, 0, 0], [-13, -2, -21], [-5, -1, -7],
        [-1, 18, -23], [16, 6, -20], [10, 6, -48], [0, 0, 0],
    ]),

    // doubled pawns: Pawns with a pawn of their own side before them on the file.
    (Term::DoubledPawn, &[[-14, -14, -13]]),

    // isolated pawns: Pawns without a pawn of their own side on a neighboring file: with an enemy pawn before them,
    // then without.
    (Term::IsolatedPawn, &[
        [-4, 2, -15], [-12, -8, -19],
    ]),

    // backward pawns: Pawns that no pawn can support any more and whose next square an enemy pawn guards: as for
    // isolated ones.
    (Term::BackwardPawn, &[
        [-2, -6, -4], [-11, -27, -15],
    ]),

    // connected pawns: Pawns that are protected by a pawn, by rank, then those that only stand beside one.
    (Term::ConnectedPawn, &[
        [0, 0, 0], [3, 5, 3], [6, 19, 9], [10, 17, 5],
        [14, 30, 2], [48, 53, 36], [52, 94, 68], [0, 0, 0],
        [0, 0, 0], [6, 1, -1], [2, 6, 10], [6, 12, 10],
        [11, 14, 37], [32, 40, 77], [50, 68, 76], [0, 0, 0],
    ]),

    // passed pawns: Pawns that no enemy pawn can stop or take any more, by rank.
    (Term::PassedPawn, &[
        [0, 0, 0], [-15, 6, 19], [14, -17, 26], [23, -18, 29],
        [31, 5, 28], [27, 10, 47], [77, 87, 53], [0, 0, 0],
    ]),

    // candidate pawns: Pawns with no enemy pawn before them and at least as many helpers as guards on the
    // neighboring files, by rank.
    (Term::CandidatePawn, &[
        [0, 0, 0], [-4, 5, -3], [-1, -1, 3], [4, 19, 14],
        [0, 21, 18], [2, 47, 52], [0, 0, 0], [0, 0, 0],
    ]),

    // free passed pawns: Passed pawns whose next square is empty and not attacked, by rank.
    (Term::PassedFree, &[
        [0, 0, 0], [15, -12, 11], [-14, -1, 9], [11, -10, 16],
        [4, -9, 33], [27, 10, 32], [30, 24, 107], [0, 0, 0],
    ]),

    // blocked passed pawns: Passed pawns with an enemy piece on the next square, by rank.
    (Term::PassedBlocked, &[
        [0, 0, 0], [12, 20, -15], [-12, -4, 4], [-13, 9, -24],
        [-16, -10, -15], [-7, 2, -23], [-32, -66, -44], [0, 0, 0],
    ]),

    // kings and passed pawns: Ranks beyond the third of a passed pawn, by the moves of the own king to the square
    // before it, then of the enemy king.
    (Term::PassedKings, &[
        [-7, -12, 36], [-8, -13, 27], [-10, 1, 15], [-1, -6, 11],
        [-18, -8, 6], [-7, -4, 2], [-3, -5, 1], [4, -7, -1],
        [-21, -5, -2], [-1, 6, -5], [-3, 22, -8], [-3, 24, 10],
        [-5, 21, 27], [-2, 28, 30], [-20, 38, 28], [6, 40, 32],
    ]),

    // open paths: Passed pawns that nothing stands in the way of, and no enemy piece attacks it, up to promotion; by
    // rank.
    (Term::PassedPath, &[
        [0, 0, 0], [0, -4, 23], [2, -22, 22], [0, -35, 25],
        [3, -27, 37], [3, 1, 60], [1, -6, 36], [0, 0, 0],
    ]),

    // protected passed pawns: Passed pawns that a pawn protects, by rank.
    (Term::PassedProtected, &[
        [0, 0, 0], [0, 0, 0], [-19, 10, -27], [-12, 8, -4],
        [16, -10, 25], [0, 27, -1], [2, 33, 13], [0, 0, 0],
    ]),

    // unstoppable pawns: Passed pawns that a lone enemy king comes too late to stop.
    (Term::PassedUnstoppable, &[[0, 96, 277]]),

    // helped passed pawns: Passed pawns whose next square one attacks oneself, by rank.
    (Term::PassedHelped, &[
        [0, 0, 0], [5, -4, 4], [-6, 3, 5], [11, 4, 14],
        [2, 2, 20], [18, 23, 40], [8, 28, 29], [0, 0, 0],
    ]),

    // rook behind passed pawn: Rooks that stand behind a passed pawn of their own.
    (Term::RookBehindPassed, &[[15, 17, 30]]),

    // threats: Enemy pieces under a threat of capture, by attacker (pawn to king) and victim: worth more, or not
    // defended.
    (Term::Threat, &[
        [-2, -18, -11], [48, 77, 18], [47, 78, 39], [62, 84, 33], [36, 53, 42], [0, 0, 0],
        [8, -6, 48], [-12, -16, -1], [12, 39, 5], [49, 74, -15], [41, 41, 37], [0, 0, 0],
        [12, 5, 22], [22, 28, 9], [4, -17, -8], [23, 79, 10], [38, 59, 30], [0, 0, 0],
        [6, 9, 34], [30, 23, 23], [30, 31, 16], [10, -22, 8], [56, 46, 24], [0, 0, 0],
        [21, -7, 64], [29, 10, 13], [34, 32, 23], [34, 15, 21], [11, -16, 3], [0, 0, 0],
        [16, 49, 30], [50, 65, -2], [30, 63, 12], [11, 31, -3], [0, 0, 0], [0, 0, 0],
    ]),

    // weak pieces: Enemy pieces under attack that no pawn protects and that more attack than protect.
    (Term::WeakPiece, &[[12, 18, 15]]),

    // threats to the queen: A knight, then a bishop or rook, could attack the only enemy queen from a safe square.
    (Term::QueenThreat, &[
        [13, 8, 13], [11, 11, -16],
    ]),

    // threats by pawn steps: Enemy pieces that a pawn could attack by a safe step.
    (Term::PushThreat, &[[12, 15, 14]]),

    // restricted squares: Squares that an enemy piece attacks and so does one of one's own, unless a pawn or more
    // pieces hold them.
    (Term::Restricted, &[[3, 6, 0]]),

    // closeness to the king: Nearness (7 less the king's moves) of knights, bishops, rooks and queens to the enemy
    // king.
    (Term::Closeness, &[
        [1, 9, -2], [3, 4, -1], [2, 3, -3], [7, 14, 12],
    ]),

    // closeness to the own king: The same to one's own king.
    (Term::Guard, &[
        [1, 5, 2], [0, 1, 2], [-1, -1, 0], [1, -6, 3],
    ]),

    // center control: The squares d4, e4, d5, e5 attacked by pawns, then by anything.
    (Term::Center, &[
        [2, 7, 6], [1, 4, -5],
    ]),

    // bishop pair: Two or more bishops.
    (Term::BishopPair, &[[32, 32, 55]]),

    // view of the bishops: Bishops that would see two squares of the center past all pieces but pawns; then enemy
    // pawns on their diagonals.
    (Term::BishopView, &[
        [7, 28, 0], [-4, -3, 9],
    ]),

    // bad bishop: Pawns on squares of a bishop's color: all of one's own, then those that are blocked.
    (Term::BadBishop, &[
        [-3, 1, 0], [-5, -2, -6],
    ]),

    // pieces and pawns: Own pawns beyond five for each knight, bishop, rook and queen.
    (Term::PawnsWith, &[
        [14, 21, 42], [10, 23, 35], [6, 36, 58], [-32, 76, 128],
    ]),

    // rooks on open files: Rooks on a file without a pawn of their own: with an enemy pawn, then without any pawn.
    (Term::RookFile, &[
        [17, 17, 25], [26, 46, -17],
    ]),

    // rooks on the seventh: Rooks on the seventh rank with the enemy king on the eighth or enemy pawns on the
    // seventh.
    (Term::RookSeventh, &[[-11, -2, 31]]),

    // outposts: Knights, then bishops, protected by a pawn on the fourth to sixth rank where no enemy pawn can ever
    // attack them; the same without protection.
    (Term::Outpost, &[
        [15, 26, -6], [24, 18, 19], [6, -6, -3], [15, 9, 2],
    ]),

    // behind a pawn: Knights, then bishops, right behind a pawn.
    (Term::BehindPawn, &[
        [2, 9, 10], [2, 6, 14],
    ]),

    // space: Squares c2 to f4 that no enemy pawn attacks and no own pawn occupies; those behind an own pawn count
    // twice.
    (Term::Space, &[[0, -7, 0]]),

    // trapped pieces: A bishop locked in behind an enemy pawn; a knight in the enemy's corner without a way out; a
    // rook shut in by its king.
    (Term::Trapped, &[
        [-87, -88, -79], [-39, -66, -66], [-53, -39, -4],
    ]),

    // check: Giving check.
    (Term::Check, &[[10, 10, 5]]),

    // tempo: Having the move.
    (Term::Tempo, &[[17, 27, 6]]),

    // driving the king: A bare king to be mated: its steps from the center; against bishop and knight its nearness
    // to the right corner; nearness of the kings.
    (Term::Drive, &[
        [20, 20, 20], [40, 40, 40], [10, 10, 10],
    ]),
];
