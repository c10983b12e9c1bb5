//! The names of everything that the classical evaluation counts.
//!
//! A term is a row of weights; most rows have one weight, others one for each kind of piece, rank or number of squares.
//! What a term counts is said here once, and is what the weight table, the printed table and the tuner know of it.

macro_rules! terms {
    ($($(#[doc = $about:literal])+ $term:ident $size:literal $name:literal;)+) => {
        /// A row of the weight table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Term {
            $($(#[doc = $about])+ $term,)+
        }

        impl Term {
            /// All terms in the order of the weight table.
            pub const ALL: &[Term] = &[$(Term::$term,)+];

            /// Its name for people.
            pub const fn name(self) -> &'static str {
                [$($name,)+][self as usize]
            }

            /// What it counts.
            pub const fn about(self) -> &'static str {
                [$(concat!($($about,)+),)+][self as usize]
            }

            /// How many weights it has.
            #[inline]
            pub const fn size(self) -> usize {
                [$($size,)+][self as usize]
            }
        }
    };
}

terms! {
    /// The worth of each pawn, knight, bishop, rook and queen.
    Material 5 "material";
    /// Where a pawn stands: by rank from one's own side, then by file from the edge (a and h) to the center (d and e).
    PawnSquares 32 "pawn squares";
    /// Where a knight stands, counted as for pawns.
    KnightSquares 32 "knight squares";
    /// Where a bishop stands, counted as for pawns.
    BishopSquares 32 "bishop squares";
    /// Where a rook stands, counted as for pawns.
    RookSquares 32 "rook squares";
    /// Where a queen stands, counted as for pawns.
    QueenSquares 32 "queen squares";
    /// Where the king stands, counted as for pawns.
    KingSquares 32 "king squares";
    /// Squares attacked that hold no piece of one's own, by knights, bishops, rooks and queens.
    Mobility 4 "mobility";
    /// A knight by the number of squares it can go to where no pawn attacks it.
    KnightSafeMobility 9 "knight safe mobility";
    /// A bishop by the number of squares it can go to where no pawn attacks it.
    BishopSafeMobility 14 "bishop safe mobility";
    /// A rook by the number of squares it can go to where no pawn or minor piece attacks it.
    RookSafeMobility 15 "rook safe mobility";
    /// A queen by the number of squares she can go to where nothing cheaper attacks her.
    QueenSafeMobility 28 "queen safe mobility";
    /// By the number of pieces that attack the enemy king's zone: the squares around it and three more in front.
    KingAttackers 8 "king attackers";
    /// By the weight of the attack on the enemy king: the value of all attacks on its zone, more of it with more
    /// attackers, besides weak squares of the zone, safe checks and attacks on the flank beyond its defenses; less of it
    /// without a queen.
    KingDanger 48 "king danger";
    /// A knight, bishop, rook or queen could give check from a square where nothing attacks it.
    SafeChecks 4 "safe checks";
    /// Squares of the enemy king's zone that one attacks and that nothing but the king defends.
    WeakZone 1 "weak king zone";
    /// Attacks on the enemy king's flank (four files, its first five ranks), two attackers counting twice; then squares
    /// of it that the enemy attacks.
    Flank 2 "king's flank";
    /// The nearest pawn before one's king by its rank, 0 for none: on the king's file, then on a neighboring one.
    Shield 16 "pawn shield";
    /// The moves of the king to the nearest pawn of either side.
    KingFar 1 "king far from pawns";
    /// The nearest enemy pawn before one's king by its rank, 0 for none: free to advance, then held up by a pawn.
    Storm 16 "pawn storm";
    /// Pawns with a pawn of their own side before them on the file.
    DoubledPawn 1 "doubled pawns";
    /// Pawns without a pawn of their own side on a neighboring file: with an enemy pawn before them, then without.
    IsolatedPawn 2 "isolated pawns";
    /// Pawns that no pawn can support any more and whose next square an enemy pawn guards: as for isolated ones.
    BackwardPawn 2 "backward pawns";
    /// Pawns that are protected by a pawn, by rank, then those that only stand beside one.
    ConnectedPawn 16 "connected pawns";
    /// Pawns that no enemy pawn can stop or take any more, by rank.
    PassedPawn 8 "passed pawns";
    /// Pawns with no enemy pawn before them and at least as many helpers as guards on the neighboring files, by rank.
    CandidatePawn 8 "candidate pawns";
    /// Passed pawns whose next square is empty and not attacked, by rank.
    PassedFree 8 "free passed pawns";
    /// Passed pawns with an enemy piece on the next square, by rank.
    PassedBlocked 8 "blocked passed pawns";
    /// Ranks beyond the third of a passed pawn, by the moves of the own king to the square before it, then of the enemy
    /// king.
    PassedKings 16 "kings and passed pawns";
    /// Passed pawns that nothing stands in the way of, and no enemy piece attacks it, up to promotion; by rank.
    PassedPath 8 "open paths";
    /// Passed pawns that a pawn protects, by rank.
    PassedProtected 8 "protected passed pawns";
    /// Passed pawns that a lone enemy king comes too late to stop.
    PassedUnstoppable 1 "unstoppable pawns";
    /// Passed pawns whose next square one attacks oneself, by rank.
    PassedHelped 8 "helped passed pawns";
    /// Rooks that stand behind a passed pawn of their own.
    RookBehindPassed 1 "rook behind passed pawn";
    /// Enemy pieces under a threat of capture, by attacker (pawn to king) and victim: worth more, or not defended.
    Threat 36 "threats";
    /// Enemy pieces under attack that no pawn protects and that more attack than protect.
    WeakPiece 1 "weak pieces";
    /// A knight, then a bishop or rook, could attack the only enemy queen from a safe square.
    QueenThreat 2 "threats to the queen";
    /// Enemy pieces that a pawn could attack by a safe step.
    PushThreat 1 "threats by pawn steps";
    /// Squares that an enemy piece attacks and so does one of one's own, unless a pawn or more pieces hold them.
    Restricted 1 "restricted squares";
    /// Nearness (7 less the king's moves) of knights, bishops, rooks and queens to the enemy king.
    Closeness 4 "closeness to the king";
    /// The same to one's own king.
    Guard 4 "closeness to the own king";
    /// The squares d4, e4, d5, e5 attacked by pawns, then by anything.
    Center 2 "center control";
    /// Two or more bishops.
    BishopPair 1 "bishop pair";
    /// Bishops that would see two squares of the center past all pieces but pawns; then enemy pawns on their diagonals.
    BishopView 2 "view of the bishops";
    /// Pawns on squares of a bishop's color: all of one's own, then those that are blocked.
    BadBishop 2 "bad bishop";
    /// Own pawns beyond five for each knight, bishop, rook and queen.
    PawnsWith 4 "pieces and pawns";
    /// Rooks on a file without a pawn of their own: with an enemy pawn, then without any pawn.
    RookFile 2 "rooks on open files";
    /// Rooks on the seventh rank with the enemy king on the eighth or enemy pawns on the seventh.
    RookSeventh 1 "rooks on the seventh";
    /// Knights, then bishops, protected by a pawn on the fourth to sixth rank where no enemy pawn can ever attack them;
    /// the same without protection.
    Outpost 4 "outposts";
    /// Knights, then bishops, right behind a pawn.
    BehindPawn 2 "behind a pawn";
    /// Squares c2 to f4 that no enemy pawn attacks and no own pawn occupies; those behind an own pawn count twice.
    Space 1 "space";
    /// A bishop locked in behind an enemy pawn; a knight in the enemy's corner without a way out; a rook shut in by its
    /// king.
    Trapped 3 "trapped pieces";
    /// Giving check.
    Check 1 "check";
    /// Having the move.
    Tempo 1 "tempo";
    /// A bare king to be mated: its steps from the center; against bishop and knight its nearness to the right corner;
    /// nearness of the kings.
    Drive 3 "driving the king";
}

/// How many weights all terms have together.
pub const WEIGHTS: usize = OFFSETS[Term::ALL.len()];

/// Where each row begins.
const OFFSETS: [usize; Term::ALL.len() + 1] = {
    let mut offsets = [0; Term::ALL.len() + 1];
    let mut index = 0;
    while index < Term::ALL.len() {
        offsets[index + 1] = offsets[index] + Term::ALL[index].size();
        index += 1;
    }
    offsets
};

impl Term {
    /// Where its weights begin in the flat table.
    #[inline]
    pub const fn offset(self) -> usize {
        OFFSETS[self as usize]
    }

    /// The squares row of a kind of piece.
    #[inline]
    pub const fn squares(kind: chess::Kind) -> Term {
        [
            Term::PawnSquares,
            Term::KnightSquares,
            Term::BishopSquares,
            Term::RookSquares,
            Term::QueenSquares,
            Term::KingSquares,
        ][kind.index()]
    }

    /// The group of terms that it belongs to, by whose name all of them can be scaled at once.
    pub const fn group(self) -> &'static str {
        use Term::*;
        match self {
            Material => "material",
            PawnSquares | KnightSquares | BishopSquares | RookSquares | QueenSquares | KingSquares => "squares",
            Mobility | KnightSafeMobility | BishopSafeMobility | RookSafeMobility | QueenSafeMobility => "mobility",
            KingAttackers | KingDanger | SafeChecks | WeakZone | Flank | Shield | Storm => "king-safety",
            DoubledPawn | IsolatedPawn | BackwardPawn | ConnectedPawn => "pawns",
            PassedPawn | CandidatePawn | PassedFree | PassedBlocked | PassedKings | PassedPath | PassedProtected
            | PassedUnstoppable | PassedHelped | RookBehindPassed => "passed-pawns",
            Threat | WeakPiece | QueenThreat | PushThreat | Restricted => "threats",
            Closeness | Guard => "closeness",
            BishopPair | BishopView | BadBishop | PawnsWith | RookFile | RookSeventh | Outpost | BehindPawn
            | Trapped => "pieces",
            Center | Space => "space",
            Check | Tempo => "tempo",
            KingFar | Drive => "endings",
        }
    }

    /// Its name in files of weights and in settings: words with hyphens.
    pub fn key(self) -> String {
        self.name().replace(' ', "-").replace('\'', "")
    }

    /// The term of this name.
    pub fn by_name(name: &str) -> Option<Term> {
        Term::ALL.iter().copied().find(|term| term.name() == name)
    }
}

/// The number of a square (seen from its owner's side) in the rows of squares: left and right are the same.
#[inline]
pub const fn folded(square: chess::Square) -> usize {
    let file = square.file();
    square.rank() * 4 + if file < 4 { file } else { 7 - file }
}
