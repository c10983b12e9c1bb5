//! The laws of every game, exact legality of arbitrary codes, ends of the game, and the golden playthrough.

use std::collections::HashSet;
use std::path::Path;

use chess::{Move, Position};
use game::{Abilities, Outcome, Rng, Rules, Side, Stage};

fn start(spec: &str) -> Position {
    Position::start(&spec.parse().unwrap()).unwrap()
}

fn fen(text: &str) -> Position {
    Position::from_fen(text).unwrap()
}

#[test]
fn conforms() {
    game::conformance::check(&start("chess"), 40);
    game::conformance::check(&start("chess960(start=0)"), 15);
    game::conformance::check(&start("chess960(white=17,black=902)"), 15);
    // Few pieces: promotions, stalemates, insufficient material.
    game::conformance::check(&fen("4k3/PP4pp/8/8/8/8/pp4PP/4K3 w - - 0 1"), 30);
    game::conformance::check(&fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), 30);
}

#[test]
fn plays_through() {
    // Seeds whose games have castling, en passant and promotion, and end in mate.
    for (spec, seed, file) in [("chess", 432, "chess.txt"), ("chess960(white=2,black=900)", 16_832, "chess960.txt")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/playthroughs").join(file);
        game::conformance::check_playthrough(&start(spec), seed, &path);
    }
}

#[test]
fn names_itself() {
    for text in ["chess", "chess960", "chess960(start=0)", "chess960(white=17,black=902)"] {
        let position = start(text);
        assert_eq!(position.spec(), text);
        assert_eq!(position.after(position.moves()[0]).spec(), text);
    }
    for wrong in ["chess(start=3)", "chess960(start=960)", "chess960(start=1,white=2)", "chess961", "chess960(x=1)"] {
        assert!(Position::start(&wrong.parse().unwrap()).is_err(), "{wrong}");
    }
}

#[test]
fn is_small() {
    assert_eq!(std::mem::size_of::<Position>(), 200);
    assert_eq!(std::mem::size_of::<Move>(), 2);
}

/// Every one of the 65,536 codes, in positions of random games and in the tricky ones.
#[test]
fn legality_of_every_code() {
    let mut positions: Vec<Position> = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1",
        "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
    ]
    .map(fen)
    .to_vec();
    let mut rng = Rng::new(65_536);
    for game in 0..24 {
        let mut position =
            if game % 2 == 0 { start("chess") } else { start(&format!("chess960(start={})", game * 37)) };
        for ply in 0..80 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(rng.pick(&moves));
            if ply % 16 == 15 {
                positions.push(position.clone());
            }
        }
    }
    for position in positions {
        let legal: HashSet<Move> = position.moves().into_iter().collect();
        for code in 0..=u16::MAX {
            let mv = Move::from_bits(code);
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv:?} ({code}) in {position:?}");
        }
    }
}

#[test]
fn ends() {
    let win = |side| Some(Outcome::Win(side));
    for (text, outcome) in [
        // Fool's mate, a stalemate, a mate on the hundredth ply, fifty moves.
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", win(Side::Second)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Draw)),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", win(Side::First)),
        ("7k/8/6K1/8/8/8/8/Q7 b - - 100 80", Some(Outcome::Draw)),
        ("7k/8/6K1/8/8/8/8/Q7 b - - 99 80", None),
        // Bare kings; one minor piece; bishops on one color; on two; two knights; knight against knight.
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Draw)),
        ("7k/8/6K1/8/8/8/8/N7 b - - 0 1", Some(Outcome::Draw)),
        ("7k/b7/6K1/8/8/8/8/B1B5 b - - 0 1", Some(Outcome::Draw)),
        ("7k/b7/6K1/8/8/8/8/1B6 b - - 0 1", None),
        ("7k/8/6K1/8/8/8/8/NN6 b - - 0 1", None),
        ("7k/n7/6K1/8/8/8/8/N7 b - - 0 1", None),
    ] {
        assert_eq!(fen(text).outcome(), outcome, "{text}");
    }
}

#[test]
fn repetition_reaches_back_to_the_last_lost_right() {
    let mut position = fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 20");
    assert_eq!(position.reversible_plies(), 7);
    position.play(position.parse_move("Rb1").unwrap());
    assert_eq!((position.reversible_plies(), position.halfmove_clock()), (0, 8));
    position.play(position.parse_move("Rb8").unwrap());
    position.play(position.parse_move("Rb2").unwrap());
    assert_eq!(position.reversible_plies(), 1);
    position.pass();
    assert_eq!(position.reversible_plies(), 0);
}

/// En passant is part of the key only if a pawn can really be taken.
#[test]
fn en_passant_in_the_key() {
    let after = |text: &str, mv: &str| {
        let position = fen(text);
        position.after(position.parse_move(mv).unwrap())
    };
    let nobody = after("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4");
    assert_eq!((nobody.en_passant(), nobody.key()), (None, fen("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1").key()));
    let somebody = after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4");
    assert!(somebody.en_passant().is_some());
    let pinned = after("4k3/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1".replacen("4k3", "8", 1).as_str(), "e4");
    assert_eq!(pinned.en_passant(), None);
    assert_eq!(fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").en_passant(), None);
}

/// The guess at the next key is right for ordinary moves.
#[test]
fn key_after_is_a_good_guess() {
    let (mut right, mut all) = (0, 0);
    let mut rng = Rng::new(4);
    let mut position = start("chess");
    for _ in 0..300 {
        let mut moves = Vec::new();
        position.generate(Stage::All, &mut moves);
        for &mv in &moves {
            all += 1;
            right += usize::from(position.key_after(mv) == Some(position.after(mv).key()));
        }
        match moves.is_empty() {
            true => position = start("chess"),
            false => position.play(rng.pick(&moves)),
        }
    }
    assert!(right * 100 > all * 90, "{right} of {all}");
}
