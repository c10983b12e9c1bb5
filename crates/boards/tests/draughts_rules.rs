//! The rules of draughts one by one: positions with all their legal moves, draws by counting, king runs.

use boards::draughts::{Draughts, rule_sets};
use game::{Abilities, Outcome, Rules, Show, Side, Stage};

type Board = Draughts<u64>;

fn start(game: &str) -> Board {
    Board::start(&game.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

fn set_up(game: &str, position: &str) -> Board {
    start(game).parse_position(position).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// The legal moves as `from-to` or `fromxto`, routes left out, sorted.
fn ends(position: &Board) -> Vec<String> {
    let short = |text: String| match (text.find('x'), text.rfind('x')) {
        (Some(first), Some(last)) => text[..first].to_string() + &text[last..],
        _ => text,
    };
    let mut moves: Vec<String> = position.moves().iter().map(|&mv| short(position.move_text(mv))).collect();
    moves.sort();
    moves
}

fn play(position: &mut Board, text: &str) {
    for text in text.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error} in {position:?}"));
        position.play(mv);
    }
}

#[test]
fn listed_moves_are_the_legal_ones() {
    let mut game = "";
    let mut checked = 0;
    for line in include_str!("../../../tests/data/draughts-moves.txt").lines() {
        if let Some(name) = line.strip_prefix("game ") {
            game = name;
        } else if let Some((position, moves)) = line.split_once(" = ") {
            let mut expected: Vec<&str> = moves.split_whitespace().collect();
            expected.sort();
            assert_eq!(ends(&set_up(game, position)), expected, "{game} {position}");
            checked += 1;
        }
    }
    assert_eq!(checked, 20);
}

/// Long captures: nineteen pieces in the Frisian game, ten in the international. By many routes, but one move.
#[test]
fn long_captures_are_counted() {
    let fen = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47";
    let frisian = set_up("draughts(rules=frisian)", fen);
    assert_eq!(frisian.moves().len(), 1);
    assert_eq!(frisian.gain(frisian.moves()[0]), 18 * 100 + 300);
    let international = set_up("draughts(rules=international)", "W:WK23:B28,17,10,20,29,39,40,38,31,8,9");
    assert_eq!(international.moves().len(), 1);
    assert_eq!(international.gain(international.moves()[0]), 1000);
}

#[test]
fn the_opening_side_and_the_men_follow_the_rules() {
    for rules in rule_sets() {
        let position = start(&format!("draughts(rules={})", rules.name));
        let opener = if ["english", "optional", "pool"].contains(&rules.name) { "Black" } else { "White" };
        assert_eq!(position.side_to_move(), Side::First);
        assert_eq!(position.side_name(Side::First), opener, "{}", rules.name);
        assert_eq!(position.position_text().chars().next(), opener.chars().next());
        assert!(!rules.description.is_empty());
    }
    let pieces = |order: usize| {
        let start = Draughts::<u128>::start(&format!("draughts(order={order})").parse().unwrap()).unwrap();
        start.diagram().cells.iter().filter(|cell| cell.piece.is_some()).count()
    };
    assert_eq!((2..=7).map(pieces).collect::<Vec<_>>(), [4, 12, 24, 40, 60, 84]);
}

#[test]
fn an_optional_capture_may_be_declined_but_not_broken_off() {
    let position = set_up("draughts(rules=optional)", "B:B1,9:W6,15,25");
    // 1x10x19 takes two; 1x10 alone is not a move.
    assert_eq!(ends(&position), ["1-5", "1x19", "9-13", "9-14"]);
    assert!(position.is_calm());
    let forced = set_up("draughts", "B:B1,9:W6,15,25");
    assert_eq!(ends(&forced), ["1x19"]);
    assert!(!forced.is_calm());
    let mut quiet = Vec::new();
    forced.generate(Stage::Quiet, &mut quiet);
    assert!(quiet.is_empty());
}

/// A man that reaches its king row stops there, even if a king could capture on.
#[test]
fn reaching_the_king_row_ends_an_english_turn() {
    for game in ["draughts", "draughts(rules=optional)"] {
        let mut position = set_up(game, "B:B22:W26,27");
        assert!(ends(&position).contains(&"22x31".to_string()), "{game}");
        play(&mut position, "22x31");
        assert_eq!(position.position_text(), "W:W27:BK31");
    }
}

#[test]
fn promotion_in_passing_is_russian() {
    let fen = "W:Wb6:Bc7,e7,g5";
    let mut russian = set_up("draughts(rules=russian)", fen);
    // The man becomes a king on d8 and goes on as one.
    play(&mut russian, "b6xh4");
    assert_eq!(russian.position_text(), "B:WKh4:B");
    // In pool checkers it goes on as a man and stays one.
    let mut pool = set_up("draughts(rules=pool)", "W:W9:B6,7,20");
    assert_eq!(ends(&pool), ["9x11"]);
    play(&mut pool, "9x11");
    assert_eq!(pool.position_text(), "B:W11:B20");
}

#[test]
fn a_czech_king_captures_before_a_man() {
    let position = set_up("draughts(rules=czech)", "W:Wc3,Kh2:Bb4,d4,f4");
    assert!(ends(&position).iter().all(|mv| mv.starts_with("h2x")), "{:?}", ends(&position));
}

#[test]
fn spanish_captures_take_the_most_kings() {
    // Two captures of one piece each; one of them is a king.
    let position = set_up("draughts(rules=spanish)", "W:W22:BK18,19");
    let all = ends(&position);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(position.gain(position.moves()[0]), 300);
}

#[test]
fn frisian_value_decides() {
    // One king (1½) against one man; then two men (2) against one king.
    let king = set_up("draughts(rules=frisian)", "W:W33:B28,K29");
    assert_eq!(ends(&king), ["33x24"]);
    let men = set_up("draughts(rules=frisian)", "W:W33:B28,17,K29");
    assert_eq!(ends(&men), ["33x11"]);
    // Three men or two kings are worth 3 either way: the kings.
    let tie = set_up("draughts(rules=frisian)", "W:W46,50:B24,34,44,K31,K41");
    assert_eq!(tie.moves().len(), 1);
    assert_eq!(tie.gain(tie.moves()[0]), 600, "{:?}", ends(&tie));
}

#[test]
fn a_frisian_king_rests_after_three_moves() {
    let mut position = set_up("draughts(rules=frisian)", "W:WK1,K50,45:B6,K46,15");
    play(&mut position, "50-44 46-41 44-50 41-46 50-44 46-41");
    assert!(position.position_text().ends_with(":H6:L44=3:L41=3"), "{position:?}");
    assert!(ends(&position).iter().all(|mv| !mv.starts_with("44-")), "{:?}", ends(&position));
    let error = position.parse_move("44-50").unwrap_err();
    assert_eq!(error.reason, "the king on 44 has made three plain moves in a row; another piece has to move");
    let key = position.key();
    let read = position.parse_position(&position.position_text()).unwrap();
    assert_eq!((read.key(), &read), (key, &position));
    // Another piece moves, and the king is free again.
    play(&mut position, "45-40");
    assert!(position.position_text().contains(":L41=3") && !position.position_text().contains("L44"));
    // Without men there is no limit.
    let mut kings = set_up("draughts(rules=frisian)", "W:WK1,K50,K3:B6,K46,15");
    play(&mut kings, "50-44 46-41 44-50 41-46 50-44 46-41 44-50");
    assert!(!kings.position_text().contains("L50"));
}

#[test]
fn forty_moves_without_progress_are_a_draw() {
    let mut position = set_up("draughts", "B:BK1:WK32,K31");
    for turn in 0..20 {
        assert_eq!(position.outcome(), None, "after {turn} rounds");
        assert_eq!(position.reversible_plies(), 4 * turn);
        play(&mut position, "1-5 32-28 5-1 28-32");
    }
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert!(position.moves().is_empty());
    let error = position.parse_move("1-5").unwrap_err();
    assert_eq!(error.reason, "the game is over");
}

#[test]
fn small_endings_are_drawn_sooner() {
    let rounds = |fen: &str, there_and_back: &str| {
        let mut position = set_up("draughts(rules=international)", fen);
        let mut plies = 0;
        for text in there_and_back.split_whitespace().cycle() {
            if position.outcome().is_some() {
                assert_eq!(position.outcome(), Some(Outcome::Draw));
                return plies;
            }
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
            position.play(mv);
            plies += 1;
            let read = position.parse_position(&position.position_text()).unwrap();
            assert_eq!(read, position);
        }
        plies
    };
    assert_eq!(rounds("W:WK1,K7:BK46", "1-6 46-41 6-1 41-46"), 10, "two kings against one: five moves each");
    assert_eq!(rounds("W:WK1,K7,K2:BK46", "1-6 46-41 6-1 41-46"), 32, "three against one: sixteen moves each");
    assert_eq!(rounds("W:WK1,K7,K2,K3:BK46", "1-6 46-41 6-1 41-46"), 50, "otherwise twenty-five");
}

#[test]
fn who_cannot_move_has_lost() {
    let blocked = set_up("draughts", "B:B21:W25,30");
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Side::Second)));
    let bare = set_up("draughts(rules=international)", "W:W:B20");
    assert_eq!(bare.outcome(), Some(Outcome::Win(Side::Second)));
}
