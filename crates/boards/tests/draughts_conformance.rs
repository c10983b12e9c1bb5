//! Draughts passes the tests that every game passes, under all rules; golden playthroughs; sanity of the evaluators.

use std::path::Path;

use boards::draughts::evaluate::{self, DraughtsEval};
use boards::draughts::{Draughts, Word, rule_sets};
use game::conformance::{check, check_playthrough};
use game::{Evaluator, Rules, Score};

fn start<W: Word>(game: &str) -> Draughts<W> {
    Draughts::start(&game.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn conforms_under_all_rules() {
    for rules in rule_sets() {
        check(&start::<u64>(&format!("draughts(rules={})", rules.name)), 6);
        check(&start::<u64>(&format!("draughts(rules={},order=3)", rules.name)), 6);
    }
}

#[test]
fn conforms_on_all_boards() {
    for order in 2..=7 {
        check(&start::<u128>(&format!("draughts(order={order})")), 2);
        check(&start::<u128>(&format!("draughts(rules=frisian,order={order})")), 2);
        check(&start::<u128>(&format!("draughts(rules=russian,order={order})")), 2);
    }
}

/// Positions full of kings, where captures have many routes.
#[test]
fn conforms_among_kings() {
    for rules in rule_sets() {
        let game = format!("draughts(rules={},order=4)", rules.name);
        let kings = "W:WK29,K30,K31,K32,K25,K26:BK1,K2,K3,K4,K5,K6";
        check(&start::<u64>(&game).parse_position(kings).unwrap(), 12);
    }
}

#[test]
fn playthroughs_are_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/playthroughs");
    for rules in ["english", "international", "russian", "italian", "frisian"] {
        let start = start::<u64>(&format!("draughts(rules={rules})"));
        check_playthrough(&start, 1, &folder.join(format!("draughts-{rules}.txt")));
    }
    check_playthrough(&start::<u128>("draughts(order=6)"), 2, &folder.join("draughts-order-6.txt"));
}

fn judge(name: &str, game: &str, position: &str) -> Score {
    let start = start::<u64>(game);
    let mut evaluator: DraughtsEval = evaluate::by_name(name, &start).expect("a known evaluator");
    evaluator.evaluate(&start.parse_position(position).unwrap())
}

#[test]
fn material_counts_a_king_as_a_man_and_a_half() {
    assert_eq!(judge("material", "draughts", "start"), Score::DRAW);
    assert_eq!(judge("material", "draughts", "B:BK1,5:W32"), Score::new(150));
    assert_eq!(judge("material", "draughts", "W:BK1,5:W32"), Score::new(-150));
}

#[test]
fn positions_are_judged_sensibly() {
    assert_eq!(evaluate::NAMES[0], "positional");
    let english = start::<u64>("draughts");
    assert!(evaluate::NAMES.iter().all(|name| evaluate::by_name(name, &english).is_some()));
    assert_eq!(evaluate::by_name("random", &english), None);
    let positional = |game: &str, position: &str| judge("positional", game, position).value();
    for rules in rule_sets() {
        let game = format!("draughts(rules={},order=4)", rules.name);
        let start = positional(&game, "start");
        assert!(start.abs() < 10, "the start is even: {start}");
        // The same position with colors and sides exchanged has the same value.
        let (here, there) = ("W:W9,22,K30:B5,11,K12", "B:B24,11,K3:W28,22,K21");
        assert_eq!(positional(&game, here), positional(&game, there), "{game}");
        assert!(positional(&game, "W:W22,23,24:B5,6") > 50);
        assert!(positional(&game, "B:W22,23,24:B5,6") < -50);
    }
    // A man that nobody can stop is nearly a king.
    let (runaway, held) = (positional("draughts", "W:W10,30:B23,24"), positional("draughts", "W:W10,30:B1,24"));
    assert!(runaway > held, "{runaway} {held}");
}
