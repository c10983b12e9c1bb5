//! The 960 start positions of Fischer random chess, numbered as Reinhard Scharnagl did: 518 is the usual one.
//!
//! Reference: <https://www.chessprogramming.org/Reinhard_Scharnagl#Chess960_Numbering_Scheme>.

use game::{Parameter, Spec, SpecError};

use crate::position::Origin;
use crate::{BLACK, Bitboard, Kind, Piece, Position, Setup, Square, WHITE};

/// The first rank of arrangement `number` below 960, from file a to file h.
///
/// ```
/// use chess::chess960::arrangement;
/// let letters: String = arrangement(518).iter().map(|kind| kind.letter()).collect();
/// assert_eq!(letters, "RNBQKBNR");
/// ```
pub fn arrangement(number: u16) -> [Kind; 8] {
    let mut rank: [Option<Kind>; 8] = [None; 8];
    let mut rest = usize::from(number);
    rank[rest % 4 * 2 + 1] = Some(Kind::Bishop);
    rest /= 4;
    rank[rest % 4 * 2] = Some(Kind::Bishop);
    rest /= 4;
    let place = |rank: &mut [Option<Kind>; 8], kind, skip: usize| {
        if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(skip) {
            *free = Some(kind);
        }
    };
    place(&mut rank, Kind::Queen, rest % 6);
    // The ten ways to put two knights on five squares.
    let (first, second) =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][rest / 6 % 10];
    place(&mut rank, Kind::Knight, first);
    place(&mut rank, Kind::Knight, second - 1);
    for kind in [Kind::Rook, Kind::King, Kind::Rook] {
        place(&mut rank, kind, 0);
    }
    rank.map(|kind| kind.unwrap_or(Kind::King))
}

/// The start position with White's and Black's arrangement.
pub(crate) fn start_position(origin: Origin) -> Position {
    let mut setup = Setup::default();
    for (color, start) in [WHITE, BLACK].into_iter().zip(origin.starts) {
        let rank = 7 * color.index();
        for (file, kind) in arrangement(start).into_iter().enumerate() {
            setup.board.put(Square::at(file, rank), Piece::new(color, kind));
            setup.board.put(Square::at(file, rank ^ 1), Piece::new(color, Kind::Pawn));
        }
    }
    setup.castling_rooks = setup.board.kind(Kind::Rook) & (Bitboard::rank(0) | Bitboard::rank(7));
    let mut position = setup.position_of(origin).expect("every arrangement is a position");
    position.origin = origin;
    position
}

/// The number of the usual arrangement.
const USUAL: usize = 518;

/// What can be chosen in the game of this name.
pub(crate) fn parameters(game: &str) -> Vec<Parameter> {
    let number = |name| Parameter::whole(name, 0..=959, Some("518"));
    match game {
        "chess960" => {
            let start = number("start").noted("the same for both sides, or else white and black each have their own");
            vec![start, number("white"), number("black")]
        }
        _ => Vec::new(),
    }
}

/// The game that `spec` names: `chess`, `chess960`, `chess960(start=518)`, `chess960(white=0,black=959)`.
pub(crate) fn origin(spec: &Spec) -> Result<Origin, SpecError> {
    match spec.name() {
        "chess" => spec.read(Vec::new()).map(|_| Origin::STANDARD),
        "chess960" => {
            let given = spec.read(parameters(spec.name()))?;
            if spec.get("start").is_some() && (spec.get("white").is_some() || spec.get("black").is_some()) {
                return Err(spec.error("either start, the same for both sides, or white and black, not all of them"));
            }
            let one = if spec.get("start").is_some() { ["start"; 2] } else { ["white", "black"] };
            let starts = one.map(|name| given.whole(name).unwrap_or(USUAL) as u16);
            Ok(Origin { chess960: true, castling_by_rook: true, starts })
        }
        _ => Err(spec.error("expected chess or chess960")),
    }
}

/// The text that [`origin`] reads.
pub(crate) fn spec_text(origin: Origin) -> String {
    match origin {
        Origin { chess960: false, .. } => "chess".to_string(),
        Origin { starts: [518, 518], .. } => "chess960".to_string(),
        Origin { starts: [white, black], .. } if white == black => format!("chess960(start={white})"),
        Origin { starts: [white, black], .. } => format!("chess960(white={white},black={black})"),
    }
}
