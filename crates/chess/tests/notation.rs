//! Positions and moves as text.

use chess::{CastlingStyle, Position, Setup};
use game::{Rules, Show};

fn fen(text: &str) -> Position {
    Position::from_fen(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn fen_round_trips() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 40",
        "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
    ] {
        assert_eq!(fen(text).fen(CastlingStyle::Standard), text);
    }
    let position = fen("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1");
    assert_eq!(position.fen(CastlingStyle::Standard), "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1");
    assert_eq!(position.fen(CastlingStyle::Shredder), "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1");
    assert!(position.is_chess960());
    // The inner rook has the right: only its file says so.
    let inner = "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1";
    assert_eq!(fen(inner).fen(CastlingStyle::Standard), inner);
}

#[test]
fn epd_is_read() {
    let position = fen("8/8/p2p3p/3k2p1/PP6/3K1P1P/8/8 b - - bm Kc6; id \"E_E_T 001 - B vs B\";");
    assert_eq!(position.position_text(), "8/8/p2p3p/3k2p1/PP6/3K1P1P/8/8 b - - 0 1");
    assert_eq!(fen("4k3/8/8/8/8/8/8/4K3").position_text(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(fen("4k3/8/8/8/8/8/8/4K3 b - - 7").halfmove_clock(), 7);
    // Some programs write zero so. What is more than a byte holds is more than any rule counts.
    assert_eq!(fen("4k3/8/8/8/8/8/8/4K3 b - - -0 1").halfmove_clock(), 0);
    assert_eq!(fen("4k3/8/8/8/8/8/8/4K3 b - - 300 1").halfmove_clock(), 255);
}

#[test]
fn every_flaw_is_named() {
    for (text, reasons) in [
        ("", "the text is empty, expected a FEN"),
        ("8/8/8 x", "the board has 3 ranks, expected 8 separated by /; the side to move is 'x', expected w or b"),
        (
            "8/8/8/9/8/8/8/7 w",
            "rank 5 has '9', expected a piece letter or 1 to 8; rank 5 has 1 squares, expected 8; \
          rank 1 has 7 squares, expected 8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w Xx e9 q",
            "the castling rights are 'Xx', expected letters of KQkq or of rook files, or -; \
          the en passant field is 'e9', expected a square or -",
        ),
        ("8/8/8/8/8/8/8/P6k w - -", "White has no king; a pawn cannot stand on a1"),
        ("4k3/8/8/8/8/8/8/4K2K w - -", "White has more than one king"),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQ -",
            "White cannot castle: it has no rook on a1; White cannot castle: it has no rook on h1",
        ),
        ("4k3/8/8/8/8/8/4K3/7R w K -", "White cannot castle: its king is not on its first rank"),
        ("4k3/8/8/8/8/8/8/4KRR1 w FG -", "White cannot castle with two rooks on the same side of its king"),
        ("4k3/8/8/8/8/8/8/4RK2 w - -", "Black is in check but it is not its turn"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "no pawn can have passed over the en passant square e6 just now"),
        ("4k3/8/8/1b6/8/3n4/8/r3K2r w - -", "3 pieces give check, more than two cannot"),
        (
            "4k3/pppppppp/p7/8/8/Q7/QQQQQQQQ/QQQQKQQQ w - -",
            "White has 17 pieces, more than 16; Black has 9 pawns, more than 8",
        ),
    ] {
        match Position::from_fen(text) {
            Ok(position) => panic!("{text} is read as {position:?}"),
            Err(error) => assert_eq!(error.reason, reasons, "{text}"),
        }
    }
    assert!(Setup::parse("8/8/8/8/8/8/8/8 w - -").unwrap().position().is_err());
}

#[test]
fn moves_are_read_in_many_notations() {
    let start = Position::default();
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!", "e4+", " e4 ", "Pe2-e4"] {
        assert_eq!(start.uci_text(start.parse_move(text).unwrap(), false), "e2e4", "{text}");
    }
    for text in ["Nf3", "g1f3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3"] {
        assert_eq!(start.uci_text(start.parse_move(text).unwrap(), false), "g1f3", "{text}");
    }
    let castling = fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["O-O", "0-0", "o-o", "e1g1", "e1h1", "O-O+", "Ke1g1"] {
        let mv = castling.parse_move(text).unwrap();
        assert_eq!(castling.uci_text(mv, false), "e1g1", "{text}");
        assert_eq!(castling.uci_text(mv, true), "e1h1", "{text}");
        assert_eq!(castling.move_text(mv), "O-O");
    }
    assert_eq!(castling.uci_text(castling.parse_move("0-0-0").unwrap(), false), "e1c1");
    let promotion = fen("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["a8=Q", "a8Q", "a7a8q", "a7-a8=Q", "a8(Q)", "a8/Q"] {
        assert_eq!(promotion.move_text(promotion.parse_move(text).unwrap()), "a8=Q", "{text}");
    }
    assert_eq!(promotion.move_text(promotion.parse_uci("a7b8r").unwrap()), "axb8=R+");
    let passing = fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    for text in ["exd6", "exd6 e.p.", "e5d6", "ed6", "exd6ep"] {
        assert_eq!(passing.move_text(passing.parse_move(text).unwrap()), "exd6", "{text}");
    }
    // The king steps to g1; castling with the same target is written with the rook.
    let both = fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert_eq!(both.move_text(both.parse_uci("f1g1").unwrap()), "Kg1");
    assert_eq!(both.move_text(both.parse_uci("f1h1").unwrap()), "O-O");
}

#[test]
fn ambiguity_is_resolved() {
    let position = fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    assert_eq!(position.move_text(position.parse_move("a1d1").unwrap()), "Rad1");
    let queens = fen("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    assert_eq!(queens.move_text(queens.parse_move("h4e1").unwrap()), "Qh4e1");
    let rooks = fen("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1");
    assert_eq!(rooks.move_text(rooks.parse_move("a1a3").unwrap()), "R1a3");
}

#[test]
fn refusals_are_explained() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (position, mv, reason) in [
        (start, "e3e4", "there is no piece on e3"),
        (start, "e7e5", "it is White's turn, and there is Black's pawn on e7"),
        (start, "e2e5", "the pawn on e2 does not move to e5"),
        (start, "e2", "White's pawn on e2 stands there already"),
        (start, "Nd2", "White's pawn on d2 is in the way"),
        (start, "Ng1e3", "a knight on g1 does not move to e3"),
        (start, "Ra3", "the way from a1 to a3 is blocked by White's pawn on a2"),
        (start, "Ne2-e4", "the piece on e2 is a pawn"),
        (start, "exd3", "there is nothing on d3 for the pawn to take"),
        (start, "O-O", "the way is blocked by White's bishop on f1"),
        (start, "e1g1", "the way is blocked by White's bishop on f1"),
        (start, "e4=Q", "only a pawn that reaches the last rank is promoted"),
        (start, "hello", "expected a move such as e4, Nf3, exd5, O-O, e8=Q or e2e4"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd1", "White has no queen"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "it leaves the king in check from Black's rook on e7"),
        (
            "4k3/4r3/8/8/8/8/8/3QK3 w - - 0 1",
            "Qa4",
            "the king is in check from Black's rook on e7, and this does not help",
        ),
        ("4k3/3r4/8/8/8/8/8/4K3 w - - 0 1", "Kd1", "the king would be in check from Black's rook on d7"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "White may no longer castle on the king's side"),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "the king would pass over or reach f1, which is attacked"),
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "one cannot castle out of check, here from Black's rook on e7"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "the pawn is promoted: add what it becomes, as in e8=Q"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "ambiguous, it can be Rad1 or Rhd1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "the pawn on d5 cannot be taken in passing now"),
    ] {
        let position = fen(position);
        match position.parse_move(mv) {
            Ok(found) => panic!("{mv} is read as {found:?} in {position:?}"),
            Err(error) => assert_eq!(error.reason, reason, "{mv} in {position:?}"),
        }
    }
    let error = Position::default().parse_uci("Nf3").unwrap_err();
    assert!(error.reason.contains("e2e4"), "{error}");
}

#[test]
fn scores_read_like_chess() {
    let position = Position::default();
    assert_eq!(position.score_text(game::Score::new(150)), "+1.50");
    assert_eq!(position.score_text(game::Score::win_in(5)), "#3");
    assert_eq!(position.score_text(game::Score::loss_in(4)), "#-2");
}

/// Damaged text is refused or read, but never panics; what is read survives being written, and can be played on.
#[test]
fn damaged_text_does_no_harm() {
    let seeds = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 99 300",
    ];
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/ wb-KQkqAHah3609é\u{0}".chars().collect();
    let mut rng = game::Rng::new(7);
    let mut accepted = 0;
    for _ in 0..30_000 {
        let mut text: Vec<char> = rng.pick(&seeds).chars().collect();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(text.len());
            match rng.below(3) {
                0 => text[at] = rng.pick(&letters),
                1 => text.insert(at, rng.pick(&letters)),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        let Ok(position) = Position::from_fen(&text) else { continue };
        accepted += 1;
        for style in [CastlingStyle::Standard, CastlingStyle::Shredder] {
            assert_eq!(fen(&position.fen(style)), position, "{text}");
        }
        for mv in position.moves() {
            assert!(position.is_legal(mv), "{mv:?} in {text}");
            let after = position.after(mv);
            assert_eq!(after.key(), after.compute_key(), "{mv:?} in {text}");
            assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv), "{text}");
        }
    }
    assert!(accepted > 1000, "only {accepted} of the damaged texts make sense: the test tests nothing");
}
