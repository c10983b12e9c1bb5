//! Pictures of every game: well-formed, complete, of the right size, and different where boards differ.

use std::time::Duration;

use game::Diagram;
use picture::{Arrow, Frame, Style, Timing};
use roxmltree::Document;

/// A game with some moves played, its look and how many pieces are on the board.
const GAMES: [(&str, &[&str], usize); 9] = [
    ("chess", &["e4", "d5", "exd5", "Qxd5"], 30),
    ("chess960(start=5)", &[], 32),
    ("draughts", &["11-15", "22-18", "15x22"], 23),
    ("draughts(rules=international)", &["32-28", "19-23", "28x19"], 39),
    ("draughts(rules=russian)", &["c3-d4"], 24),
    ("othello", &["f5", "d6", "c3"], 7),
    ("connect-four", &["4", "4", "5"], 3),
    ("tic-tac-toe", &["5", "1"], 2),
    ("go(size=19)", &["D4", "Q16", "pass", "C3"], 3),
];

/// The board after these moves, and the cells of the last one.
fn board(game: &str, moves: &[&str]) -> (Diagram, Vec<usize>) {
    let mut engine = engine::open(game).unwrap();
    for mv in moves {
        engine.play(mv).unwrap_or_else(|error| panic!("{game}: {error}"));
    }
    (engine.diagram(), engine.last_move_cells())
}

fn style(game: &str) -> Style {
    Style { size: 240, ..Style::new(engine::open(game).unwrap().look()) }
}

fn drawn_pieces(svg: &str) -> usize {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    assert_eq!(document.root_element().attribute("role"), Some("img"));
    document.descendants().filter(|node| node.attribute("class") == Some("piece")).count()
}

#[test]
fn every_piece_is_drawn_once() {
    for (game, moves, pieces) in GAMES {
        let (diagram, marked) = board(game, moves);
        for flipped in [false, true] {
            for coordinates in [false, true] {
                let style = Style { flipped, coordinates, marked: marked.clone(), ..style(game) };
                assert_eq!(drawn_pieces(&picture::svg(&diagram, &style)), pieces, "{game}");
            }
        }
    }
}

/// Width and height in the header of a PNG.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn png_is_as_large_as_asked() {
    for (game, moves, _) in GAMES {
        let (diagram, _) = board(game, moves);
        let (width, height) = png_size(&picture::png(&diagram, &style(game)).unwrap());
        assert_eq!(width, 240, "{game}");
        assert_eq!(height == 240, game != "connect-four", "{game}: {height}");
    }
    for size in [0, 31, 4097, u32::MAX] {
        let style = Style { size, ..style("chess") };
        assert!(picture::png(&board("chess", &[]).0, &style).unwrap_err().to_string().contains(&size.to_string()));
    }
}

/// Every part of the style is seen, and nothing else changes the picture.
#[test]
fn each_part_of_the_style_is_seen() {
    for (game, moves, _) in GAMES {
        let (diagram, marked) = board(game, moves);
        let plain = style(game);
        let draw = |style: &Style| picture::png(&diagram, style).unwrap();
        assert_eq!(draw(&plain), draw(&plain));
        let mut others = vec![
            Style { coordinates: false, ..plain.clone() },
            Style { arrows: vec![Arrow::new(0, 6)], ..plain.clone() },
            Style { check: Some(4), ..plain.clone() },
        ];
        if !marked.is_empty() {
            others.push(Style { marked: marked.clone(), ..plain.clone() });
        }
        if !["connect-four", "tic-tac-toe"].contains(&game) {
            others.push(Style { flipped: true, ..plain.clone() });
        }
        for other in others {
            assert_ne!(draw(&plain), draw(&other), "{game}: {other:?}");
        }
        // What is not on the board is not drawn.
        let nowhere =
            Style { marked: vec![9999], check: Some(9999), arrows: vec![Arrow::new(0, 9999)], ..plain.clone() };
        assert_eq!(draw(&plain), draw(&nowhere), "{game}");
    }
}

#[test]
fn words_are_safe() {
    let title = "\"<b>&\u{1}".to_string();
    let svg = picture::svg(&board("chess", &[]).0, &Style { title, ..style("chess") });
    let document = Document::parse(&svg).unwrap();
    assert_eq!(document.root_element().attribute("aria-label"), Some("\"<b>& "));
}

#[test]
fn a_game_as_gif() {
    for (game, moves, _) in GAMES {
        let frames: Vec<Frame> = (0..=moves.len())
            .map(|count| {
                let (diagram, marked) = board(game, &moves[..count]);
                Frame { diagram, style: Style { marked, ..style(game) } }
            })
            .collect();
        let timing = Timing { frame: Duration::from_millis(500), last: Duration::from_secs(2) };
        let (mut bytes, mut told) = (Vec::new(), 0);
        picture::gif(&mut bytes, &frames, timing, &mut |done| told = done).unwrap();
        let mut reader = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        assert_eq!(reader.width(), 240);
        let mut delays = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        let mut expected = vec![50; moves.len()];
        expected.push(200);
        assert_eq!((delays, told), (expected, moves.len() + 1), "{game}");
    }
    assert!(picture::gif(&mut Vec::new(), &[], Timing::default(), &mut |_| {}).is_err());
}

/// Each piece that stands on a board can be had alone.
#[test]
fn single_pieces() {
    for (game, moves, _) in GAMES {
        let pieces = engine::open(game).unwrap().look().pieces;
        for (_, letter, _) in board(game, moves).0.cells.iter().filter_map(|cell| cell.piece) {
            Document::parse(&picture::piece(pieces, letter).unwrap()).unwrap();
        }
        assert_eq!(picture::piece(pieces, '?'), None);
    }
}

/// The page draws its men from this file, so that pictures and page look alike.
#[test]
fn the_page_has_the_same_men() {
    use game::PieceSet::{self, Chessmen, Counters};
    let men = |white: &'static str, names: &'static [&'static str]| white.chars().zip(names);
    let chess: &[&str] = &["king", "queen", "rook", "bishop", "knight", "pawn"];
    let black = |set: PieceSet, letter: char| match set {
        Counters => {
            if letter == 'W' {
                'B'
            } else {
                'b'
            }
        }
        _ => letter.to_ascii_lowercase(),
    };
    let mut text = String::from(
        "// Written by the tests of crates/picture with KIEBITZ_GOLDEN=1: the men of its pictures, by set, color and name.\n\
         export const MEN: Record<string, string> = {\n",
    );
    for (set, slug, men) in
        [(Chessmen, "chessmen", men("KQRBNP", chess)), (Counters, "counters", men("Ww", &["king", "man"]))]
    {
        for (letter, name) in men {
            for (color, letter) in [("white", letter), ("black", black(set, letter))] {
                let drawing = picture::piece(set, letter).expect("a piece of the set");
                text += &format!("  '{slug}-{color}-{name}':\n    '{}',\n", drawing.trim());
            }
        }
    }
    text += "};\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/board/men.generated.ts");
    if std::env::var_os("KIEBITZ_GOLDEN").is_some() {
        std::fs::write(path, &text).expect("the file is written");
    }
    let kept = std::fs::read_to_string(path).expect("web/src/board/men.generated.ts is there");
    let advice = "KIEBITZ_GOLDEN=1 cargo test -p kiebitz-picture writes it";
    assert!(kept == text, "the drawings of the page are not those of the pictures: {advice}");
}
