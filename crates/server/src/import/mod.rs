//! Games from text: PGN, PDN, SGF, transcripts, a position, or bare moves.
//!
//! `record` reads the text, whatever the game; the moves are read by the game's own rules, here. What is not understood is told
//! with game and line, and the rest is read.

mod tree;

use record::pgn::{Detail, Games};
use record::{Broken, Colors, Limits, Record, game_name, sgf, transcript};

use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::wire::{ImportError, ImportRequest, Imported, ImportedGame};

/// Reads a text.
pub fn read(request: &ImportRequest) -> Result<Imported, Refusal> {
    let usual = request.game.as_deref().unwrap_or("chess");
    engine::open(usual)?;
    let text = request.text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(Refusal::new(Code::BadRequest, "the text is empty: expected games as PGN, a position, or moves"));
    }
    let mut imported = Imported { games: Vec::new(), errors: Vec::new() };
    let mut nodes = 0;
    let Some(records) = records(usual, text) else {
        imported.games.extend(bare_position(usual, text));
        return Ok(imported);
    };
    for record in records {
        if imported.errors.len() >= limits::IMPORT_ERRORS {
            break;
        }
        let mut told = |game: u64, line: u64, message: String| {
            imported.errors.push(ImportError { game: game as usize, line: line as usize, message });
        };
        let record = match record {
            Ok(record) => record,
            Err(Broken { number, line, reason }) => {
                told(number, line, reason);
                continue;
            }
        };
        nodes += record.moves.len();
        if nodes > limits::IMPORT_NODES {
            let message = format!("more than {} moves in one text; the rest is left out", limits::IMPORT_NODES);
            told(record.number, record.line, message);
            break;
        }
        for fault in &record.faults {
            told(record.number, fault.line, fault.reason.clone());
        }
        match tree::grow(usual, &record) {
            Err(message) => told(record.number, record.line, message),
            Ok((game, refused)) => {
                for (line, message) in refused {
                    told(record.number, line, message);
                }
                imported.games.push(game);
            }
        }
    }
    if imported.games.is_empty() && imported.errors.is_empty() {
        return Err(Refusal::new(Code::BadRequest, "there is no game in the text: expected PGN, a position, or moves"));
    }
    imported.errors.truncate(limits::IMPORT_ERRORS);
    Ok(imported)
}

/// The games of a text in whatever format it has; none if it is nothing but a position.
fn records(usual: &str, text: &str) -> Option<Box<dyn Iterator<Item = Result<Record, Broken>>>> {
    let bounds =
        Limits { bytes: limits::IMPORT, moves: limits::IMPORT_NODES, games: limits::IMPORT_GAMES, ..Limits::default() };
    let is_sgf = text.trim_start().strip_prefix('(').is_some_and(|inside| inside.trim_start().starts_with(';'));
    if is_sgf {
        return Some(Box::new(sgf::read(text, &bounds).into_iter()));
    }
    if usual.starts_with("othello") && transcript::is_transcript(text) {
        let games = transcript::read(text, &bounds).into_iter().map(|record| {
            record.map(|mut record| {
                record.tags.remove("Variant");
                record
            })
        });
        return Some(Box::new(games.collect::<Vec<_>>().into_iter()));
    }
    if bare_position(usual, text).is_some() {
        return None;
    }
    let game = usual.to_string();
    let colors = move |tags: &record::Tags| {
        let named = game_name(tags).ok().flatten();
        let board = engine::open(named.as_deref().unwrap_or(&game));
        board.map_or(Colors::default(), |board| tree::colors(&*board))
    };
    let lines = std::io::Cursor::new(text.to_string());
    let games = Games::new(lines).detail(Detail::Everything).limits(bounds).colors(colors);
    // Text in memory cannot fail to be read.
    Some(Box::new(games.filter_map(Result::ok)))
}

/// A text that is nothing but a position.
fn bare_position(game: &str, text: &str) -> Option<ImportedGame> {
    let text = text.trim();
    if text.lines().count() != 1 || text.starts_with('[') {
        return None;
    }
    let mut board = engine::open(game).ok()?;
    board.set_position(text).ok()?;
    let (game, start) = (board.game(), board.position());
    Some(ImportedGame {
        number: 1,
        game,
        tags: Vec::new(),
        start,
        result: "*".to_string(),
        comment: None,
        nodes: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Arrow;

    fn import(text: &str, game: Option<&str>) -> Imported {
        read(&ImportRequest { text: text.to_string(), game: game.map(str::to_string) }).unwrap()
    }

    #[test]
    fn variations_comments_and_glyphs() {
        let text = "\u{feff}[Event \"A \\\"quoted\\\" one\"]\r\n[Result \"1-0\"]\r\n\r\n{before} 1. e4! $13 {good [%csl Gd4][%cal Re2e4] \
            [%eval 0.35,18] [%clk 0:01:02]} (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 2.Nf3?! ; to the end\r\nNc6 1-0\n\n\
            [Event \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
        let found = import(text, None);
        assert_eq!(found.errors, []);
        let [one, two] = &found.games[..] else { panic!("{found:?}") };
        assert_eq!(one.tags[0].value, "A \"quoted\" one");
        assert_eq!((one.comment.as_deref(), one.result.as_str()), (Some("before"), "1-0"));
        let moves: Vec<(Option<usize>, &str)> =
            one.nodes.iter().map(|node| (node.parent, node.text.as_str())).collect();
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
        assert_eq!(moves, expected);
        let first = &one.nodes[0];
        assert_eq!((&first.nags[..], first.comment.as_deref()), (&[1, 13][..], Some("good")));
        assert_eq!((first.eval.as_deref(), first.clock.as_deref()), (Some("0.35"), Some("0:01:02")));
        let arrow = |color: &str, from, to| Arrow { color: color.to_string(), from, to };
        assert_eq!(first.arrows, [arrow("G", 35, 35), arrow("R", 52, 36)]);
        assert_eq!(one.nodes[7].comment.as_deref(), Some("to the end"));
        assert_eq!(one.nodes[7].nags, [6]);
        assert_eq!((two.nodes.len(), two.nodes[3].code.as_str()), (4, "d8h4"));
    }

    #[test]
    fn mistakes_are_told_with_game_and_line_and_the_rest_is_read() {
        let found = import(
            "1. e4 e5 2. Ke3 Nc6 1-0\n\n[Event \"x\"]\n1. e4 (1. Kd4) e5 *\n\n[Variant \"Atomic\"]\n1. e4 *",
            None,
        );
        assert_eq!(found.games.len(), 2);
        assert_eq!((found.games[0].nodes.len(), found.games[1].nodes.len()), (2, 2));
        let places: Vec<(usize, usize)> = found.errors.iter().map(|error| (error.game, error.line)).collect();
        assert_eq!(places, [(1, 1), (2, 4), (3, 6)]);
    }

    #[test]
    fn other_games_and_positions() {
        let draughts = import("[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 *", None);
        assert_eq!((draughts.games[0].game.as_str(), draughts.games[0].nodes.len()), ("draughts(rules=russian)", 3));
        let othello = import("1. f5 d6 2. c3", Some("othello"));
        assert_eq!(othello.games[0].nodes.len(), 3);
        let four = import("1. 4 4 2. 5 5 *", Some("connect-four"));
        assert_eq!(four.games[0].nodes.len(), 4);
        let fen = import("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None);
        assert_eq!((fen.games[0].start.as_str(), fen.games[0].nodes.len()), ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0));
        let transcript = import("f5d6c3\nf5f6\n", Some("othello"));
        assert_eq!(transcript.games.iter().map(|game| game.nodes.len()).collect::<Vec<_>>(), [3, 2]);
        let go = import("(;GM[1]SZ[9]PB[Ana]RE[B+R]AB[cc];W[ee]C[hm](;B[gg];W[])(;B[dd]))", None);
        let game = &go.games[0];
        assert_eq!((game.game.as_str(), game.result.as_str(), game.nodes.len()), ("go(size=9,komi=7.5)", "0-1", 4));
        assert_eq!((game.nodes[0].text.as_str(), game.nodes[3].parent), ("E5", Some(0)));
        // In Othello and Go Black begins; the result is White's points first.
        let black_wins = import("[Variant \"othello\"]\n[Result \"0-1\"]\n\n1. f5 d6 0-1", None);
        assert_eq!(black_wins.games[0].result, "0-1");
        let after_the_end = import("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *", None);
        assert_eq!((after_the_end.errors.len(), after_the_end.games[0].nodes.len()), (0, 10));
    }

    /// Texts with a few letters changed at random are read or refused, and never more than that.
    #[test]
    fn damaged_texts() {
        let good = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {a [%cal Ge2e4]} (1. e3 (1. Kd2) Kd7) 1... Kd7 $4 *\n";
        let signs: Vec<char> = "[](){};$%\"\\\n 1.e!?*-é\u{0}".chars().collect();
        let mut random = 1_u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % below
        };
        for _ in 0..3000 {
            let mut text: Vec<char> = good.chars().collect();
            for _ in 0..1 + next(4) {
                let place = next(text.len());
                match next(3) {
                    0 => text[place] = signs[next(signs.len())],
                    1 => text.insert(place, signs[next(signs.len())]),
                    _ => drop(text.remove(place)),
                }
            }
            if let Ok(imported) = read(&ImportRequest { text: text.into_iter().collect(), game: None }) {
                for game in imported.games {
                    assert!(
                        game.nodes
                            .iter()
                            .enumerate()
                            .all(|(index, node)| node.parent.is_none_or(|parent| parent < index))
                    );
                }
            }
        }
    }

    /// Texts that were made to take memory or time. What is not linear would not come to an end.
    #[test]
    fn hostile_texts_are_bounded() {
        let size = 1 << 20;
        let line = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(500);
        let texts = [
            line.clone() + "nonsense " + &"(".repeat(size),
            ")".repeat(size),
            "1-0 ".repeat(size / 4),
            "1. e4 (1. e4 ".repeat(size / 13),
            "1. e4 (1. d4) ".repeat(size / 14),
            "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(5000),
            line + &"(1. zzz) ".repeat(size / 9),
            "[Event \"x\"]\n\n1. zzz *\n\n".repeat(size / 24),
        ];
        for text in texts {
            let found = import(&text, None);
            assert!(found.errors.len() <= limits::IMPORT_ERRORS, "{}", &text[..30]);
            assert!(found.games.len() <= limits::IMPORT_GAMES as usize);
            assert!(found.games.iter().map(|game| game.nodes.len()).sum::<usize>() <= limits::IMPORT_NODES);
            assert!(!found.errors.is_empty(), "{}", &text[..30]);
        }
    }

    #[test]
    fn garbage_is_told() {
        assert!(read(&ImportRequest { text: " \n".to_string(), game: None }).is_err());
        assert!(read(&ImportRequest { text: "1. e4".to_string(), game: Some("go fish".to_string()) }).is_err());
        for garbage in
            ["(((((", ")))))", "{", "[", "[Event", "$", "1.", "\u{0}", "[FEN \"x\"] 1. e4", "((1. e4) e5", "}{"]
        {
            let _ = read(&ImportRequest { text: garbage.to_string(), game: None });
        }
    }
}
