//! Games from text: PGN, PDN, SGF, transcripts, a position, or bare moves; and games as text again.
//!
//! `record` reads the text, whatever the game; the moves are read by the game's own rules, here. What is not understood is told
//! with game and line, and the rest is read.
//!
//! Time and memory are linear in the length of the text, every bound is looked at while reading, and a reader whose client has
//! gone stops at the next few moves.

mod tree;
mod write;

use engine::Control;
use record::pgn::{Detail, Games};
use record::{Broken, Colors, Limits, Record, game_name, sgf, transcript};

pub use self::write::{text, usual_start, write};
use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::wire::{ImportError, ImportRequest, Imported, ImportedGame};

/// Reads a text, until `control` says stop.
pub fn read(request: &ImportRequest, control: &Control) -> Result<Imported, Refusal> {
    let usual = request.game.as_deref().unwrap_or("chess");
    engine::open(usual)?;
    let text = request.text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(Refusal::new(Code::BadRequest, "the text is empty: expected games as PGN, a position, or moves"));
    }
    let Some(records) = records(usual, text) else {
        return Ok(Imported { games: bare_position(usual, text).into_iter().collect(), errors: Vec::new() });
    };
    let mut reading = Reading { usual, control, imported: Imported::default(), nodes: 0, weight: 0 };
    for record in records {
        if !reading.take(record)? {
            break;
        }
    }
    let mut imported = reading.imported;
    if imported.games.is_empty() && imported.errors.is_empty() {
        return Err(Refusal::new(Code::BadRequest, "there is no game in the text: expected PGN, a position, or moves"));
    }
    imported.errors.truncate(limits::IMPORT_ERRORS);
    Ok(imported)
}

/// What was read so far.
struct Reading<'a> {
    usual: &'a str,
    control: &'a Control,
    imported: Imported,
    /// Moves of all games.
    nodes: usize,
    /// How long the answer is, about.
    weight: usize,
}

impl Reading<'_> {
    /// Takes one more game. Answers whether there is room for another.
    fn take(&mut self, record: Result<Record, Broken>) -> Result<bool, Refusal> {
        go_on(self.control)?;
        let (number, line) = match &record {
            Ok(record) => (record.number, record.line),
            Err(broken) => (broken.number, broken.line),
        };
        if self.imported.errors.len() >= limits::IMPORT_ERRORS {
            return Ok(false);
        }
        if number > limits::IMPORT_GAMES {
            self.tell(number, line, full("games", limits::IMPORT_GAMES as usize));
            return Ok(false);
        }
        let record = match record {
            Ok(record) => record,
            Err(Broken { reason, .. }) => {
                self.tell(number, line, reason);
                return Ok(true);
            }
        };
        self.nodes += record.moves.len();
        if self.nodes > limits::IMPORT_NODES {
            self.tell(number, line, full("moves", limits::IMPORT_NODES));
            return Ok(false);
        }
        for fault in &record.faults {
            self.tell(number, fault.line, fault.reason.clone());
        }
        let grown = match tree::grow(self.usual, &record, self.control) {
            Ok(grown) => grown,
            Err(message) => {
                self.tell(number, line, message);
                return Ok(true);
            }
        };
        go_on(self.control)?;
        for (line, message) in grown.refused {
            self.tell(number, line, message);
        }
        self.weight += weight(&grown.game);
        if self.weight > limits::IMPORT_ANSWER {
            self.tell(number, line, full("MiB of games", limits::IMPORT_ANSWER >> 20));
            return Ok(false);
        }
        self.imported.games.push(grown.game);
        Ok(true)
    }

    fn tell(&mut self, game: u64, line: u64, mut message: String) {
        if self.imported.errors.len() < limits::IMPORT_ERRORS {
            if let Some((end, _)) = message.char_indices().nth(MESSAGE) {
                message.truncate(end);
                message.push_str("...");
            }
            self.imported.errors.push(ImportError { game: game as usize, line: line as usize, message });
        }
    }
}

/// How many letters of what is wrong are told: a word of the text may be as long as the text.
const MESSAGE: usize = 200;

fn full(what: &str, most: usize) -> String {
    format!("more than {most} {what} in one text: this and the rest are left out; import the text in parts")
}

fn go_on(control: &Control) -> Result<(), Refusal> {
    if !control.stopped() {
        return Ok(());
    }
    let seconds = limits::IMPORT_TIME.as_secs();
    Err(Refusal::new(Code::Busy, format!("the text was not read within {seconds} s; import it in parts")))
}

/// About how many bytes a game is on the wire.
fn weight(game: &ImportedGame) -> usize {
    // What JSON needs besides the values.
    const GAME: usize = 150;
    const TAG: usize = 22;
    const NODE: usize = 70;
    const ARROW: usize = 32;
    let text =
        |text: &str| text.bytes().map(|byte| if byte < b' ' || b"\"\\".contains(&byte) { 6 } else { 1 }).sum::<usize>();
    let some = |value: &Option<String>| value.as_deref().map_or(0, text);
    let tags = game.tags.iter().map(|tag| TAG + text(&tag.name) + text(&tag.value)).sum::<usize>();
    let nodes = game.nodes.iter().map(|node| {
        let said = some(&node.comment) + some(&node.eval) + some(&node.clock);
        NODE + text(&node.text) + text(&node.code) + said + 4 * node.nags.len() + ARROW * node.arrows.len()
    });
    GAME + text(&game.start) + some(&game.comment) + tags + nodes.sum::<usize>()
}

/// The games of a text in whatever format it has; none if it is nothing but a position.
fn records(usual: &str, text: &str) -> Option<Box<dyn Iterator<Item = Result<Record, Broken>>>> {
    // One game more than is taken, so that it is seen that there are more.
    let bounds = Limits {
        bytes: limits::IMPORT,
        moves: limits::IMPORT_NODES,
        depth: limits::IMPORT_DEPTH,
        games: limits::IMPORT_GAMES + 1,
        ..Limits::default()
    };
    let is_sgf = text.trim_start().strip_prefix('(').is_some_and(|inside| inside.trim_start().starts_with(';'));
    if is_sgf {
        return Some(Box::new(sgf::read(text, &bounds).into_iter()));
    }
    let customs = engine::open(usual).map(|board| board.customs()).unwrap_or_default();
    if customs.transcripts && transcript::is_transcript(text) {
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

    fn ask(text: &str, game: Option<&str>) -> Result<Imported, Refusal> {
        read(&ImportRequest { text: text.to_string(), game: game.map(str::to_string) }, &Control::timeless())
    }

    fn import(text: &str, game: Option<&str>) -> Imported {
        ask(text, game).unwrap()
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
            if let Ok(imported) = ask(&text.into_iter().collect::<String>(), None) {
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
        let properties: String = (0..size / 8)
            .map(|number| {
                format!(
                    "{}[]",
                    ["A", "B", "C", "D"]
                        .iter()
                        .cycle()
                        .skip(number % 4)
                        .take(number % 40 + 1)
                        .copied()
                        .collect::<String>()
                )
            })
            .collect();
        let texts = [
            line.clone() + "nonsense " + &"(".repeat(size),
            ")".repeat(size),
            "1-0 ".repeat(size / 4),
            "1. e4 (1. e4 ".repeat(size / 13),
            "1. e4 (1. d4) ".repeat(size / 14),
            "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(5000),
            line + &"(1. zzz) ".repeat(size / 9),
            "[Event \"x\"]\n\n1. zzz *\n\n".repeat(size / 24),
            // One line or one word, of which each part must not be looked at more than once.
            "[]".repeat(size / 2) + "zzz",
            "[] 1-0 ".repeat(size / 7),
            "[a \"b\" ]".repeat(size / 9) + &" ".repeat(size) + "x]",
            "[a \"b\"]".repeat(size / 8) + &" ".repeat(size),
            "a!".repeat(size / 2),
            "1.".repeat(size / 2) + "zzz",
            "$1".repeat(size / 2) + "zzz",
            format!("1. e4 {{[%cal G{}]}} zzz", "a1".repeat(size / 2)),
            format!("1. e4 {{{}}} zzz", "[%cal Ga1a2]".repeat(size / 12)),
            format!("1. e4 {{{}}} zzz", "[% ".repeat(size / 3)),
            "z".repeat(size),
            "(;".repeat(size / 2),
            "(".repeat(size) + ";",
            format!("(;GM[1]SZ[9]{properties};B[zz])"),
            format!("(;GM[1]SZ[9]{};B[zz])", "AB[aa]".repeat(size / 6)),
            "(;GM[1]SZ[9])".repeat(size / 13),
            "f5d6\n".repeat(size / 5),
        ];
        for text in texts {
            let start = &text[..text.len().min(40)];
            let game = if start.starts_with("f5d6") { "othello" } else { "chess" };
            let found = import(&text, Some(game));
            assert!(found.errors.len() <= limits::IMPORT_ERRORS, "{start}");
            assert!(
                found.errors.iter().all(|error| error.message.len() <= 4 * MESSAGE + 3 && error.line > 0),
                "{start}"
            );
            assert!(found.games.len() <= limits::IMPORT_GAMES as usize, "{start}");
            assert!(found.games.iter().map(|game| game.nodes.len()).sum::<usize>() <= limits::IMPORT_NODES, "{start}");
            assert!(!found.errors.is_empty(), "{start}");
            assert!(serde_json::to_vec(&found).unwrap().len() <= limits::IMPORT_ANSWER + (1 << 20), "{start}");
        }
    }

    #[test]
    fn each_limit_is_told_with_game_and_line() {
        let told = |text: &str, game: &str| {
            let error = import(text, Some(game)).errors.remove(0);
            (error.game, error.line, error.message)
        };
        let games = "1-0\n".repeat(limits::IMPORT_GAMES as usize + 5);
        let (game, line, message) = told(&games, "chess");
        assert_eq!((game, line), (2001, 2001));
        assert!(message.contains("more than 2000 games") && message.contains("in parts"), "{message}");
        assert!(told(&"(;GM[1])\n".repeat(2001), "go").2.contains("more than 2000 games"));
        assert!(told(&"f5d6\n".repeat(2001), "othello").2.contains("more than 2000 games"));
        let long = "[Event \"x\"]\n\n".to_string() + &"1. Nf3 Nf6\n2. Ng1 Ng8\n".repeat(251);
        let (game, line, message) = told(&long, "chess");
        assert_eq!((game, line), (1, 503));
        assert!(message.contains("more than 1000 moves in a row"), "{message}");
        let deep = "1. e4 ".to_string() + &"(1. d4 ".repeat(limits::IMPORT_DEPTH + 1);
        assert!(told(&deep, "chess").2.contains("nested more than"));
        let tags = "[A \"b\"]\n".repeat(1001) + "\n1. e4 *";
        assert_eq!(told(&tags, "chess"), (1, 1001, "more than 1000 tags; this one is left out".to_string()));
        // As much as may be sent is sent.
        let comment = format!("1. e4 {{{}}} *\n", "\u{1}".repeat(1 << 20));
        let found = import(&comment.repeat(3), None);
        assert_eq!(found.games.len(), 2);
        assert!(found.errors[0].message.contains("more than 16 MiB"), "{:?}", found.errors[0]);
    }

    /// Whoever has gone needs no answer: the work ends at the next few moves, not with the text.
    #[test]
    fn a_reader_that_is_told_to_stop_stops() {
        let control = Control::timeless();
        control.stop();
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(20);
        let refusal = read(&ImportRequest { text, game: None }, &control).unwrap_err();
        assert_eq!(refusal.code, Code::Busy);
    }

    #[test]
    fn garbage_is_told() {
        assert!(ask(" \n", None).is_err());
        assert!(ask("1. e4", Some("go fish")).is_err());
        for garbage in
            ["(((((", ")))))", "{", "[", "[Event", "$", "1.", "\u{0}", "[FEN \"x\"] 1. e4", "((1. e4) e5", "}{"]
        {
            let _ = ask(garbage, None);
        }
    }
}
