use super::*;
use crate::GameResult;

fn all(text: &[u8]) -> Vec<Result<Record, Broken>> {
    Games::new(text).detail(Detail::Everything).map(Result::unwrap).collect()
}

fn games(text: &[u8]) -> Vec<Record> {
    Games::new(text).map(|game| game.unwrap().unwrap()).collect()
}

fn tree(record: &Record) -> Vec<(Option<usize>, &str)> {
    (0..record.moves.len()).map(|index| (record.moves.parent(index), record.moves.text(index))).collect()
}

#[test]
fn marks_line_ends_and_variations() {
    let text = b"\xef\xbb\xbf[Event \"A\"]\r\n\r\n[White \"M\xfcller\"]\r\n\r\n1. e4 {[%clk 0:01]\r\n[%eval 1]} e5 (1... c5 2. Nf3) \
        2. f4 $1 1-0\r\n\r\n[Event \"B\"]\r\n\r\n*\r\n";
    let games = games(text);
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].number, games[0].line), (1, 1));
    assert_eq!(games[0].moves.main_texts().collect::<Vec<_>>(), ["e4", "e5", "f4"]);
    assert_eq!((games[0].tag("White"), games[0].result), (Some("M\u{fc}ller"), GameResult::First));
    assert_eq!((games[1].number, games[1].line, games[1].moves.len()), (2, 8, 0));
}

#[test]
fn variations_comments_and_glyphs() {
    let text = "[Event \"A \\\"quoted\\\" one\"]\r\n[Result \"1-0\"]\r\n\r\n{before} 1. e4! $13 {good [%csl Gd4][%cal Re2e4] \
        [%eval 0.35,18] [%clk 0:01:02]} (1. d4 d5 ({or} 1... Nf6 2. c4 1/2-1/2) 2. c4) 1... e5 2.Nf3?! ; to the end\r\nNc6 1-0 {a fine game}\n";
    let found = all(text.as_bytes());
    let [Ok(one)] = &found[..] else { panic!("{found:?}") };
    assert_eq!(one.faults, []);
    assert_eq!((one.tag("Event"), one.moves.remark.text.as_str()), (Some("A \"quoted\" one"), "before"));
    let expected = [
        (None, "e4"),
        (None, "d4"),
        (Some(1), "d5"),
        (Some(1), "Nf6"),
        (Some(3), "c4"),
        (Some(2), "c4"),
        (Some(0), "e5"),
        (Some(6), "Nf3"),
        (Some(7), "Nc6"),
    ];
    assert_eq!(tree(one), expected);
    assert_eq!(one.moves.main_texts().collect::<Vec<_>>(), ["e4", "e5", "Nf3", "Nc6"]);
    let note = |index: usize| one.moves.note(index).unwrap();
    assert_eq!((&note(0).nags[..], note(0).remark.text.as_str()), (&[1, 13][..], "good"));
    assert_eq!((note(0).remark.get("eval"), note(0).remark.get("clk")), (Some("0.35,18"), Some("0:01:02")));
    assert_eq!((note(3).remark.text.as_str(), note(7).remark.text.as_str()), ("or", "to the end"));
    assert_eq!((&note(7).nags[..], note(8).remark.text.as_str()), (&[6][..], "a fine game"));
    assert_eq!((one.moves.text_line(0), one.moves.text_line(8)), (4, 5));
}

#[test]
fn moves_are_numbered_as_in_the_text() {
    let numbering = |text: &str| {
        let numbering = games(text.as_bytes())[0].moves.numbering;
        (numbering.first, numbering.second_begins)
    };
    assert_eq!(numbering("1. e4 e5 2. Nf3 *"), (1, false));
    assert_eq!(numbering("12... e5 13. Nf3 *"), (12, true));
    assert_eq!(numbering("7. ... e5 *"), (7, true));
    assert_eq!(numbering("e4 99999999999. e5 *"), (1, false));
    assert_eq!(numbering("99999999999. e5 *"), (1, false));
}

#[test]
fn games_without_tags_and_open_comments() {
    let text = b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n[Event \"C\"]\n\n1. c4 { never closed\n\n[Event \"D\"]\n\n1. b3 *\n";
    let found = games(text);
    let short: Vec<_> = found.iter().map(|game| (game.number, game.line, game.moves.len(), game.result)).collect();
    let expected = [
        (1, 1, 2, GameResult::First),
        (2, 3, 2, GameResult::Second),
        (3, 5, 1, GameResult::Open),
        (4, 9, 1, GameResult::Open),
    ];
    assert_eq!(short, expected);
    assert_eq!(found[2].faults, [Fault { line: 7, reason: "a comment is not closed".to_string() }]);
    assert_eq!(found[2].clone().whole().unwrap_err().to_string(), "game 3, line 5: a comment is not closed");
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let faults = |text: &str| -> Vec<(u64, String)> {
        let found = all(text.as_bytes());
        found.into_iter().flat_map(|game| game.unwrap().faults).map(|fault| (fault.line, fault.reason)).collect()
    };
    let told = |line, reason: &str| (line, reason.to_string());
    assert_eq!(
        faults("1. e4 ) e5 (1... c5\n\n1-0\n"),
        [told(1, "a variation ends that has not begun"), told(4, "a variation is not closed")]
    );
    assert_eq!(
        faults("[Event \"y\" ]\n[White \"a\n(1. d4) 1. e4 ((1. c4) 1. b4) *"),
        [
            told(2, "a tag that cannot be read: [White \"a"),
            told(3, "a variation before the first move"),
            told(3, "a variation before the first move"),
        ]
    );
}

#[test]
fn what_is_too_long_is_broken_and_the_rest_is_read() {
    let limits = Limits { bytes: 10_000, ..Limits::default() };
    let mut text = b"[Event \"A\"]\n\n".to_vec();
    text.extend(std::iter::repeat_n(b'x', limits.bytes + 100_000));
    text.extend_from_slice(b"\n[Event \"B\"]\n\n1. e4 *\n");
    let found: Vec<_> = Games::new(&text[..]).limits(limits).map(Result::unwrap).collect();
    assert!(matches!(&found[0], Err(broken) if broken.number == 1 && broken.line == 1), "{found:?}");
    assert_eq!(found.len(), 2);
    assert_eq!((found[1].as_ref().unwrap().line, found[1].as_ref().unwrap().number), (4, 2));
    let utf16 = Games::new(&b"\xff\xfe[\0E\0"[..]).next().unwrap().unwrap();
    assert!(utf16.unwrap_err().reason.contains("UTF-16"));
}

#[test]
fn every_limit_holds_and_is_told() {
    let limits = Limits { moves: 5, depth: 2, games: 3, faults: 2, ..Limits::default() };
    let read = |text: &str| -> Vec<Result<Record, Broken>> {
        Games::new(text.as_bytes()).detail(Detail::Everything).limits(limits).map(Result::unwrap).collect()
    };
    let found = read("1. a b 2. c d 3. e f 4. g *");
    let one = found[0].as_ref().unwrap();
    assert_eq!((one.moves.len(), one.faults.len()), (5, 1));
    assert!(one.faults[0].reason.contains("more than 5 moves"));
    let found = read("1. a (1. b (1. c (1. d) (1. e))) *");
    let one = found[0].as_ref().unwrap();
    assert_eq!((one.moves.len(), one.faults.len()), (3, 2));
    assert!(one.faults[0].reason.contains("2 deep"), "{one:?}");
    let found = read("1-0 0-1 * * * *");
    assert_eq!((found.len(), found[3].as_ref().unwrap_err().number), (4, 4));
    let found = read("a ))))))))) *");
    assert_eq!(found[0].as_ref().unwrap().faults.len(), 3);
    assert_eq!(found[0].as_ref().unwrap().faults[2].reason, "7 more of the kind");
}

/// Texts that were made to take memory or time: what is kept is bounded, and a reader that is not linear would not
/// come to an end.
#[test]
fn hostile_texts() {
    let size = 4 << 20;
    let mut deep = "1. e4 ".to_string();
    while deep.len() < size {
        deep.push_str("(1. e4 ");
    }
    let long = "Nf3 Ng1 ".repeat(size / 8);
    let mut broken_line = "Nf3 Ng1 ".repeat(1000) + "nonsense ";
    broken_line.push_str(&"(".repeat(size));
    let texts = [
        "(".repeat(size),
        ")".repeat(size),
        deep,
        long,
        broken_line,
        "1-0 ".repeat(size / 4),
        "{[%".repeat(size / 3),
        "e4 {} ".repeat(size / 6),
        "e4 $1 ".repeat(size / 6),
        "[A \"".repeat(size / 4),
        "[A \"\"]\n".repeat(size / 8),
        "\\\"".repeat(size / 2),
        // Much in one line, or in one word.
        "[]".repeat(size / 2),
        "[] 1-0 ".repeat(size / 7),
        "[a \"b\" ]".repeat(size / 18) + &" ".repeat(size / 2) + "]",
        "[a \"b\" ]".repeat(size / 10) + "[a \"b\"]\"]",
        "a!".repeat(size / 2),
        "1.".repeat(size / 2),
    ];
    let limits = Limits { games: 1000, ..Limits::default() };
    for text in &texts {
        for detail in [Detail::Tags, Detail::MainLine, Detail::Everything] {
            let mut games = 0;
            for game in Games::new(text.as_bytes()).detail(detail).limits(limits) {
                games += 1;
                let Ok(game) = game.unwrap() else { continue };
                assert!(game.moves.len() <= limits.moves);
                assert!(game.faults.len() <= limits.faults + 1 && game.tags.0.len() <= limits.tags);
            }
            assert!(games <= 1001, "{}", &text[..20]);
        }
    }
}
