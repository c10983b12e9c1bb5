//! Draughts as text: squares, positions, moves, and every sentence with which a move is refused.

use boards::draughts::{Draughts, needs_wide};
use game::Rules;

type Board = Draughts<u64>;

fn start(game: &str) -> Board {
    Board::start(&game.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

fn set_up(game: &str, position: &str) -> Board {
    start(game).parse_position(position).unwrap_or_else(|error| panic!("{game}: {error}"))
}

#[test]
fn games_are_named() {
    for (given, written) in [
        ("draughts", "draughts"),
        ("draughts(rules=english,order=4)", "draughts"),
        ("draughts(rules=english,order=5)", "draughts(order=5)"),
        ("draughts(rules=international)", "draughts(rules=international)"),
        ("draughts(order=4,rules=international)", "draughts(rules=international,order=4)"),
    ] {
        assert_eq!(start(given).spec(), written);
    }
    assert_eq!(needs_wide(&"draughts(order=6)".parse().unwrap()), Ok(true));
    assert_eq!(needs_wide(&"draughts(rules=frisian)".parse().unwrap()), Ok(false));
    let reason = |game: &str| Board::start(&game.parse().unwrap()).unwrap_err().reason;
    assert!(reason("draughts(rules=turkish)").starts_with("rules=turkish is not english, optional, international"));
    assert_eq!(reason("draughts(order=8)"), "order=8 is not a whole number from 2 to 7");
    assert_eq!(reason("draughts(order=6)"), "order 6 needs the wide board; this one goes up to 5");
    assert!(reason("draughts(size=8)").starts_with("unknown parameter 'size'"));
}

#[test]
fn start_positions_are_written() {
    assert_eq!(start("draughts").position_text(), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    assert_eq!(
        start("draughts(rules=russian)").position_text(),
        "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
    );
    assert_eq!(start("draughts(order=2)").position_text(), "B:W7,8:B1,2");
}

#[test]
fn positions_are_read_in_many_forms() {
    let english = start("draughts");
    for text in ["start", "B:W21-32:B1-12", " b:b1-12:w21-32. ", "B:W21-32:B1-12:H0:F1"] {
        assert_eq!(english.parse_position(text).unwrap(), english, "{text}");
    }
    let kings = set_up("draughts", "W:WK1,K5-7,20:B9,K32:H7");
    assert_eq!(kings.position_text(), "W:WK1,K5,K6,K7,20:B9,K32:H7");
    // Numbers and letters under any rules; English letters are seen from Black's side.
    assert_eq!(set_up("draughts(rules=russian)", "W:W21,K22:B5").position_text(), "W:Wa3,Kc3:Ba7");
    assert_eq!(set_up("draughts", "B:Wf6:Bg1,Ka1").position_text(), "B:W22:B1,K4");
    // The Italian board is mirrored: its squares 1 and 32 lie in corners, and a1 is light.
    assert_eq!(set_up("draughts(rules=italian)", "W:Wa2,g2:Bb7").position_text(), "W:W25,28:B5");
    let frisian = set_up("draughts(rules=frisian)", "W:WK50,45:BK46,6:H4:F30:+2+1");
    assert_eq!(frisian.position_text(), "W:W45,K50:B6,K46:H4:L50=2:L46=1");
}

#[test]
fn impossible_positions_are_refused_with_all_reasons() {
    let refused = |game: &str, text: &str| start(game).parse_position(text).unwrap_err().reason;
    assert_eq!(refused("draughts", "W:W1,40,9:B9,K9,31"), "there is no square 40: squares are numbered from 1 to 32");
    assert_eq!(
        refused("draughts", "W:W1,9:B9,31"),
        "a man of White's stands on 1, its king row: there it would be a king; two pieces stand on 9; \
         a man of Black's stands on 31, its king row: there it would be a king"
    );
    assert_eq!(refused("draughts", "W:W9-5:B1"), "the range 9-5 runs backwards");
    assert_eq!(
        refused("draughts", "W:Wi3:B1,?"),
        "there is no square i3: files go from a to h, ranks from 1 to 8; '?' is not a square"
    );
    assert_eq!(
        refused("draughts(rules=russian)", "W:Wa2:Bb8"),
        "a2 is a light square; the pieces stand on the dark ones"
    );
    assert_eq!(refused("draughts", "W:W13-25:B1"), "White has 13 pieces; a side begins with 12");
    assert_eq!(refused("draughts", "W:W:B"), "there is no piece on the board");
    assert_eq!(refused("draughts", "hello"), "a position begins with the side to move, as in B:W18,24,K31:BK1,5");
    assert_eq!(refused("draughts", "W:W20:B1:Q7"), "the field 'Q7' is none of W..., B..., H, E, L, F");
    assert_eq!(refused("draughts", "W:W20:B1:Hx"), "'x' is not a number of plies");
    assert_eq!(refused("draughts", "W:W20:B1:E3"), "E3 counts an ending that is not on the board");
    assert_eq!(refused("draughts", "W:WK20:B1:L20=1"), "L20: these rules do not count king moves in a row");
    let frisian = "draughts(rules=frisian)";
    assert_eq!(refused(frisian, "W:W20:B9:L20=1"), "L20: there is no king on 20");
    assert_eq!(refused(frisian, "W:WK20,21:B9:L20=4"), "L20=4: a king moves 1 to 3 times in a row");
    assert_eq!(refused(frisian, "W:WK20:B9:L20=1"), "L20: White has no men, so its kings are free");
    assert!(refused(frisian, "W:WK20,K21,30:B9:+1+0").starts_with("1 king moves in a row by White, who has 2 kings"));
    assert_eq!(refused(frisian, "W:WK20,K21,30:B9:L20=1:L21=1"), "L21: a second king of White's");
    assert_eq!(refused(frisian, "W:WK20,30:B9:L20"), "'L20' is not of the form L37=2");
}

#[test]
fn moves_are_read_in_many_forms() {
    let position = set_up("draughts", "B:B1,9:W6,15,25");
    for text in ["1x10x19", "1x19", "1-19", "1:19", "1-10-19", "1 19", " 1 x 10 x 19 ", "g1xc5", "g1:e3:c5", "g1c5"] {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.move_text(mv), "1x19", "{text}");
    }
    let russian = start("draughts(rules=russian)");
    for text in ["c3-d4", "c3d4", "22-18", "C3-D4"] {
        let mv = russian.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(russian.move_text(mv), "c3-d4");
    }
}

/// Two captures from one square to one square are told apart by their routes.
#[test]
fn ambiguous_captures_are_written_in_full() {
    let position = set_up("draughts", "B:BK2:W6,7,14,15");
    let texts: Vec<String> = position.moves().iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(texts.len(), 1, "going round takes all four either way: {texts:?}");
    let position = set_up("draughts", "B:B2:W6,7,14,15");
    let mut texts: Vec<String> = position.moves().iter().map(|&mv| position.move_text(mv)).collect();
    texts.sort();
    assert_eq!(texts, ["2x11x18", "2x9x18"]);
    let error = position.parse_move("2x18").unwrap_err();
    assert_eq!(error.reason, "more than one capture fits; write the route: 2x9x18, 2x11x18");
    for text in &texts {
        assert_eq!(&position.move_text(position.parse_move(text).unwrap()), text);
    }
}

#[test]
fn refusals_are_explained() {
    let refused = |game: &str, position: &str, text: &str| {
        set_up(game, position).parse_move(text).map(|mv| format!("{mv:?}")).unwrap_err().reason
    };
    let english = |position: &str, text: &str| refused("draughts", position, text);
    let international = |position: &str, text: &str| refused("draughts(rules=international)", position, text);
    let italian = |position: &str, text: &str| refused("draughts(rules=italian)", position, text);

    // What was written.
    assert_eq!(english("start", "hello"), "expected a move such as 11-15 or 22x18");
    assert_eq!(english("start", "9-33"), "there is no square 33: squares are numbered from 1 to 32");
    assert_eq!(english("start", "9-1ä"), "'1ä' is not a square");
    assert_eq!(english("start", "9x14"), "nothing is captured; write 9-14");
    // Whose piece, and where to.
    assert_eq!(english("start", "16-19"), "there is no piece on 16");
    assert_eq!(english("start", "22-18"), "the piece on 22 is White's; it is Black's turn");
    assert_eq!(english("start", "5-9"), "9 is occupied");
    // How pieces move.
    assert_eq!(english("B:B14:W32", "14-10"), "a man does not move backwards");
    assert_eq!(english("B:B14:W32", "14-23"), "a man moves one square diagonally forward");
    assert_eq!(english("B:B14:W32", "14x23"), "there is nothing to capture on this way");
    assert_eq!(english("B:BK14:W32", "14-23"), "a king moves one square along a diagonal");
    assert_eq!(international("W:WK46:B6", "46-40"), "a king moves along a diagonal");
    assert_eq!(international("W:WK46,37:B6", "46-32"), "the way from 46 to 32 is blocked");
    assert_eq!(english("B:B14:W10", "14x7"), "a man does not capture backwards");
    assert_eq!(italian("W:W30:BK26", "30x21"), "a man does not capture a king");
    // What must be captured.
    assert_eq!(english("W:W22,32:B18", "32-28"), "a capture is obligatory: 22x15");
    assert_eq!(english("B:B1,9:W6,15,25", "1x10"), "the capture does not end on 10, it must be completed: 1x10x19");
    assert_eq!(
        refused("draughts(rules=optional)", "B:B1,9:W6,15,25", "1x10"),
        "the capture does not end on 10, it must be completed: 1x10x19"
    );
    assert_eq!(
        international("W:W48:B24,K31,34,K42,43", "48x37"),
        "48x37x26 takes two pieces; a capture of three is obligatory: 48x19"
    );
    assert_eq!(italian("W:WK23,31:B19,26,27", "31x22"), "the king must capture: 23x21");
    assert_eq!(italian("W:WK23:B19,K28", "23x14"), "23x14 takes no kings; a capture of one king is obligatory: 23x32");
    assert_eq!(refused("draughts(rules=czech)", "W:Wc3,Kh2:Bb4,f4", "c3xa5"), "the king must capture: h2xa3");
    assert_eq!(
        refused("draughts(rules=frisian)", "W:W33:B28,K29", "33x22"),
        "33x22 takes one piece worth 1; a capture worth 1½ is obligatory, a king counting 1½: 33x24"
    );
    assert_eq!(
        italian("W:WK30:B10,12,18,K20,K26,27", "30x7"),
        "30x7 takes a king later than it could; kings come first: 30x5"
    );
    // The end.
    assert_eq!(english("B:B21:W25,30", "21-17"), "the game is over");
}

/// A capture of two, while one of three is obligatory.
#[test]
fn the_majority_is_explained() {
    let position = set_up("draughts(rules=international)", "W:W50:B44,33,22,45");
    let legal: Vec<String> = position.moves().iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(legal, ["50x17"]);
    let error = set_up("draughts(rules=international)", "W:W50,41:B44,33,22,37,27").parse_move("41x21").unwrap_err();
    assert!(error.reason.starts_with("41x21 takes two pieces; a capture of three is obligatory: 50x17"), "{error}");
}
