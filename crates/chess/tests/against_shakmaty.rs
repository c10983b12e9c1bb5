//! Random games side by side with shakmaty: legal moves, check, outcome, FEN and SAN must agree at every position.
//!
//! `KIEBITZ_DIFFERENTIAL=1000000` sets the number of positions.

use std::collections::BTreeSet;

use chess::{CastlingStyle, Position};
use game::{Abilities, Outcome, Rng, Rules, Side};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, fen::Fen, san::SanPlus, uci::UciMove};

/// A random start: chess, Chess960 or double Chess960.
fn start(rng: &mut Rng) -> (Position, CastlingMode) {
    let (spec, mode) = match rng.below(4) {
        0 | 1 => ("chess".to_string(), CastlingMode::Standard),
        2 => (format!("chess960(start={})", rng.below(960)), CastlingMode::Chess960),
        _ => (format!("chess960(white={},black={})", rng.below(960), rng.below(960)), CastlingMode::Chess960),
    };
    (Position::start(&spec.parse().unwrap()).unwrap(), mode)
}

#[test]
fn agrees_on_random_games() {
    let wanted: usize = std::env::var("KIEBITZ_DIFFERENTIAL").map_or(20_000, |text| text.parse().expect("a number"));
    let mut rng = Rng::new(960);
    let mut positions = 0;
    while positions < wanted {
        let (mut ours, mode) = start(&mut rng);
        let fen: Fen = ours.position_text().parse().unwrap();
        let mut theirs: Chess = fen.into_position(mode).unwrap();
        // Captures are preferred in some games, so that the board empties before the fifty moves are over.
        let greed = rng.below(4);
        for _ in 0..300 {
            positions += 1;
            let moves = compare(&ours, &theirs, mode);
            if moves.is_empty() || ours.end().is_some() {
                break;
            }
            let captures: Vec<chess::Move> = moves.iter().copied().filter(|mv| mv.is_noisy()).collect();
            let mv = if !captures.is_empty() && rng.below(4) < greed { rng.pick(&captures) } else { rng.pick(&moves) };
            let uci: UciMove = ours.uci_text(mv, mode == CastlingMode::Chess960).parse().unwrap();
            let their_move = uci.to_move(&theirs).unwrap();
            ours.play(mv);
            shakmaty::Position::play_unchecked(&mut theirs, their_move);
        }
    }
    println!("{positions} positions compared");
}

/// Everything at one position. Returns the legal moves.
fn compare(ours: &Position, theirs: &Chess, mode: CastlingMode) -> Vec<chess::Move> {
    use shakmaty::Position as _;
    let chess960 = mode == CastlingMode::Chess960;
    let mut moves = Vec::new();
    ours.generate(game::Stage::All, &mut moves);

    let our_texts: BTreeSet<(String, String)> =
        moves.iter().map(|&mv| (ours.uci_text(mv, chess960), ours.move_text(mv))).collect();
    let their_texts: BTreeSet<(String, String)> = theirs
        .legal_moves()
        .into_iter()
        .map(|mv| (UciMove::from_move(mv, mode).to_string(), SanPlus::from_move(theirs.clone(), mv).to_string()))
        .collect();
    assert_eq!(our_texts, their_texts, "moves of {ours:?}");
    for (&mv, text) in moves.iter().zip(moves.iter().map(|&mv| ours.move_text(mv))) {
        assert_eq!(ours.parse_move(&text), Ok(mv), "{text} in {ours:?}");
        assert_eq!(ours.parse_uci(&ours.uci_text(mv, true)), Ok(mv), "{mv:?} in {ours:?}");
    }

    assert_eq!(ours.in_check(), theirs.is_check(), "{ours:?}");
    assert_eq!(ours.is_insufficient_material(), theirs.is_insufficient_material(), "{ours:?}");
    let fifty = ours.halfmove_clock() >= 100;
    if !fifty {
        let outcome = theirs.outcome().known().map(|known| match known {
            KnownOutcome::Decisive { winner: Color::White } => Outcome::Win(Side::First),
            KnownOutcome::Decisive { winner: Color::Black } => Outcome::Win(Side::Second),
            KnownOutcome::Draw => Outcome::Draw,
        });
        assert_eq!(ours.outcome(), outcome, "{ours:?}");
    }

    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    assert_eq!(ours.fen(CastlingStyle::Standard), fen);
    let read = ours.parse_position(&fen).unwrap();
    assert_eq!(read.key(), ours.key(), "{fen}");
    assert_eq!(read.key(), ours.compute_key(), "{fen}");
    assert_eq!((read.checkers(), read.pinned()), (ours.checkers(), ours.pinned()), "{fen}");
    // With every double step noted, whether a pawn can take or not, the position is the same.
    let always = Fen::from_position(theirs, EnPassantMode::Always).to_string();
    assert_eq!(ours.parse_position(&always).unwrap().key(), ours.key(), "{always}");
    let shredder = Position::from_fen(&ours.fen(CastlingStyle::Shredder)).unwrap();
    assert_eq!(shredder.key(), ours.key(), "{fen}");
    moves
}
