//! Static exchange evaluation against the customary collection.

mod suites;

use chess::Position;
use game::{Abilities, Rules};

/// The collection names the exact value; the threshold question must turn from yes to no just above it.
#[test]
fn known_exchanges() {
    let Some(text) = suites::read("chess/suites/see.txt") else { return };
    let mut wrong = Vec::new();
    let mut cases = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut parts = line.split('|').map(str::trim);
        let (fen, mv, value) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_uci(mv).unwrap();
        let value: i32 = value.parse().unwrap();
        cases += 1;
        if !position.exchange_wins(mv, value) || position.exchange_wins(mv, value + 1) {
            wrong.push(line);
        }
    }
    assert!(cases >= 70, "only {cases} cases");
    assert!(wrong.is_empty(), "{} of {cases} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_defended_pawn_costs_the_knight() {
    let position = Position::from_fen("4k3/8/2n5/8/3p4/5N2/8/4K3 w - - 0 1").unwrap();
    let mv = position.parse_move("Nxd4").unwrap();
    assert!(!position.exchange_wins(mv, -100) && position.exchange_wins(mv, -200));
}

#[test]
fn the_king_takes_only_what_nobody_protects() {
    for (fen, value) in [("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", -400), ("8/8/4k3/3p4/8/1B6/8/3RK3 w - - 0 1", 100)] {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_move("Rxd5").unwrap();
        assert!(position.exchange_wins(mv, value) && !position.exchange_wins(mv, value + 1), "{fen}");
    }
}
