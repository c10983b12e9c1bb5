//! Games from PGN files of any size, plain or zstd-compressed: one game in memory at a time.
//!
//! [`Games`] cuts the text into games, so that each has a number and a line; `pgn-reader` reads what is inside. A game that
//! makes no sense is told with both and does not keep the others from being read. Variations and comments are passed over.
//! A byte-order mark, CRLF, tags after empty lines and Latin-1 are taken as they come.
//!
//! Reference: the PGN standard of 1994.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use chess::{Kind, Move, Position};
use game::{Rules, Stage};
use pgn_reader::shakmaty::CastlingSide;
use pgn_reader::shakmaty::san::San;
use pgn_reader::{KnownOutcome, RawTag, Reader, SanPlus, Skip, Visitor};

use crate::Error;

/// No game of chess is so long; a text that is has lost its line breaks or is no PGN at all.
const LONGEST_GAME: usize = 4 << 20;
/// The first bytes of every zstd frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// The first player won: `1-0`.
    First,
    /// The second player won: `0-1`.
    Second,
    /// `1/2-1/2`.
    Draw,
    /// Unknown, or still going on: `*`.
    #[default]
    Open,
}

impl GameResult {
    /// As PGN writes it.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        }
    }

    /// Reads what [`GameResult::text`] writes.
    pub fn parse(text: &str) -> Option<GameResult> {
        [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Open]
            .into_iter()
            .find(|result| result.text() == text)
    }
}

/// A game that this side has won; a draw if nobody has.
impl From<Option<game::Side>> for GameResult {
    fn from(winner: Option<game::Side>) -> GameResult {
        match winner {
            Some(game::Side::First) => GameResult::First,
            Some(game::Side::Second) => GameResult::Second,
            None => GameResult::Draw,
        }
    }
}

/// A game as it stands in a file; its moves need not be legal.
#[derive(Clone, Debug, Default)]
pub struct PgnGame {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// The result.
    pub result: GameResult,
    moves: Vec<San>,
}

impl PgnGame {
    /// The value of a tag; none if it is missing, empty or `?`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let known = |value: &&str| !matches!(*value, "" | "?" | "-");
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str()).filter(known)
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Has it no moves at all?
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The game of the registry that it is; none for a variant that we do not play.
    pub fn game(&self) -> Option<&'static str> {
        let variant = self.tag("Variant").unwrap_or("standard").to_ascii_lowercase();
        match variant.as_str() {
            "standard" | "chess" | "normal" | "from position" => Some("chess"),
            "chess960" | "fischerandom" | "fischerrandom" | "fischer random" | "chess 960" => Some("chess960"),
            _ => None,
        }
    }

    /// The position it begins from. The error says why we do not know it.
    pub fn start(&self) -> Result<Position, String> {
        let Some(spec) = self.game() else {
            return Err(format!("the variant {} is not chess", self.tag("Variant").unwrap_or_default()));
        };
        let origin = Position::start(&spec.parse().expect("a name")).expect("a game of ours");
        match self.tag("FEN") {
            Some(fen) => origin.parse_position(fen).map_err(|error| error.to_string()),
            None if spec == "chess960" => Err("a Chess960 game without the tag FEN".to_string()),
            None => Ok(origin),
        }
    }

    /// Plays the game through: `each` hears the position before each move, and the move. The error names the first move that
    /// is not legal.
    pub fn replay(&self, start: &Position, mut each: impl FnMut(&Position, Move)) -> Result<(), String> {
        let mut position = start.clone();
        let mut legal = Vec::new();
        for san in &self.moves {
            legal.clear();
            position.generate(Stage::All, &mut legal);
            let mv = resolve(&position, &legal, san).map_err(|error| {
                let dots = if position.turn() == chess::WHITE { "." } else { "..." };
                format!("at {}{dots} {error}", position.fullmove_number())
            })?;
            each(&position, mv);
            position.play(mv);
        }
        Ok(())
    }
}

/// The legal move that a SAN means.
fn resolve(position: &Position, legal: &[Move], san: &San) -> Result<Move, game::MoveError> {
    let meant = |mv: &&Move| match *san {
        San::Normal { role, file, rank, to, promotion, .. } => {
            let (from, kind) = (mv.from(), |role| Kind::ALL[role as usize - 1]);
            mv.to().index() == usize::from(to)
                && position.board().piece_on(from).is_some_and(|piece| piece.kind() == kind(role))
                && file.is_none_or(|file| usize::from(file) == from.file())
                && rank.is_none_or(|rank| usize::from(rank) == from.rank())
                && mv.promotion() == promotion.map(kind)
                && !mv.is_castling()
        }
        San::Castle(side) => mv.is_castling() && (mv.to() > mv.from()) == (side == CastlingSide::KingSide),
        San::Put { .. } | San::Null => false,
    };
    let mut found = legal.iter().filter(meant);
    match (found.next(), found.next()) {
        (Some(mv), None) => Ok(*mv),
        // Moves as programs write them, and the words for a refusal.
        _ => position.read_move(&san.to_string()),
    }
}

/// The games of a text, one after the other. An `Err` inside tells of a game that could not be read.
pub struct Games<R> {
    lines: R,
    /// The number of the line read last.
    line: u64,
    /// The first line of the next game, if it was read already.
    ahead: Vec<u8>,
    number: u64,
    /// Games of one chunk that were read but not yet given out, or why one cannot be read, the last first. There are several
    /// only where games follow each other without tags.
    pending: Vec<Result<PgnGame, Broken>>,
}

/// A game that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line on which it begins.
    pub line: u64,
    /// Why.
    pub reason: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "game {}, line {}: {}", self.number, self.line, self.reason)
    }
}

/// The games of a file, and how many of its bytes were read so far.
pub struct PgnFile {
    /// The games.
    pub games: Games<Box<dyn BufRead>>,
    /// The size of the file in bytes.
    pub size: u64,
    /// Bytes read so far, of the file as it lies there.
    pub read: Arc<AtomicU64>,
}

impl PgnFile {
    /// Opens a file; zstd is known by its first bytes, whatever the file is called.
    pub fn open(path: &Path) -> Result<PgnFile, Error> {
        let file = File::open(path).map_err(Error::io(path))?;
        let size = file.metadata().map_err(Error::io(path))?.len();
        let read = Arc::new(AtomicU64::new(0));
        let mut counted = BufReader::with_capacity(1 << 16, Counted { inner: file, read: read.clone() });
        let lines: Box<dyn BufRead> = match counted.fill_buf().map_err(Error::io(path))?.starts_with(&ZSTD) {
            true => Box::new(BufReader::new(zstd::Decoder::with_buffer(counted).map_err(Error::io(path))?)),
            false => Box::new(counted),
        };
        Ok(PgnFile { games: Games::new(lines), size, read })
    }
}

struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

impl<R: BufRead> Games<R> {
    /// The games of a text.
    pub fn new(lines: R) -> Games<R> {
        Games { lines, line: 0, ahead: Vec::new(), number: 0, pending: Vec::new() }
    }

    /// The text of the next game and the line on which it begins; empty at the end.
    fn chunk(&mut self) -> io::Result<(Vec<u8>, u64)> {
        let mut text = std::mem::take(&mut self.ahead);
        let start = if text.is_empty() { self.line + 1 } else { self.line };
        let mut movetext = false;
        let mut comment = false;
        let mut line = Vec::new();
        loop {
            // A line without an end is read in pieces.
            let continued = !line.is_empty() && !line.ends_with(b"\n");
            line.clear();
            if (&mut self.lines).take(LONGEST_GAME as u64).read_until(b'\n', &mut line)? == 0 {
                return Ok((text, start));
            }
            self.line += u64::from(line.ends_with(b"\n"));
            if self.line <= 1 && line.starts_with(b"\xef\xbb\xbf") {
                line.drain(..3);
            }
            let tag = !continued && is_tag(&line);
            // A comment that was never closed must not swallow the games after it.
            if tag && movetext && (!comment || line.starts_with(b"[Event ")) {
                self.ahead = line;
                return Ok((text, start));
            }
            if !tag {
                movetext |= !line.trim_ascii().is_empty();
                comment = in_comment(&line, comment);
            }
            // The rest of what is longer than any game is thrown away.
            if text.len() <= LONGEST_GAME {
                text.extend_from_slice(&line);
            }
        }
    }
}

/// `[Name "value"]`, and not `[%clk 0:10]`.
fn is_tag(line: &[u8]) -> bool {
    line.first() == Some(&b'[') && line.get(1).is_some_and(u8::is_ascii_alphabetic) && line.contains(&b'"')
}

/// Is a comment open at the end of the line?
fn in_comment(line: &[u8], mut open: bool) -> bool {
    for &byte in line {
        match byte {
            b'{' => open = true,
            b'}' => open = false,
            // The rest of the line.
            b';' if !open => return false,
            _ => {}
        }
    }
    open
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = io::Result<Result<PgnGame, Broken>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.pending.pop() {
                self.number += 1;
                let number = self.number;
                return Some(Ok(match game {
                    Ok(game) => Ok(PgnGame { number, ..game }),
                    Err(broken) => Err(Broken { number, ..broken }),
                }));
            }
            let (text, line) = match self.chunk() {
                Ok(chunk) => chunk,
                Err(error) => return Some(Err(error)),
            };
            if text.is_empty() {
                return None;
            }
            if text.len() > LONGEST_GAME {
                let reason = format!("longer than {} MiB, which is no game", LONGEST_GAME >> 20);
                self.pending.push(Err(Broken { number: 0, line, reason }));
                continue;
            }
            let mut reader = Reader::new(Cursor::new(text));
            loop {
                match reader.read_game(&mut Collector) {
                    Ok(None) => break,
                    Ok(Some(game)) => {
                        if !game.tags.is_empty() || !game.moves.is_empty() || game.result != GameResult::Open {
                            self.pending.push(Ok(PgnGame { line, ..game }));
                        }
                    }
                    Err(error) => {
                        self.pending.push(Err(Broken { number: 0, line, reason: error.to_string() }));
                        break;
                    }
                }
            }
            self.pending.reverse();
        }
    }
}

struct Collector;

impl Visitor for Collector {
    type Tags = PgnGame;
    type Movetext = PgnGame;
    type Output = PgnGame;

    fn begin_tags(&mut self) -> ControlFlow<PgnGame, PgnGame> {
        ControlFlow::Continue(PgnGame::default())
    }

    fn tag(&mut self, game: &mut PgnGame, name: &[u8], value: RawTag<'_>) -> ControlFlow<PgnGame> {
        let value = value.decode();
        // The standard says Latin-1; most files are UTF-8 today.
        let value = match std::str::from_utf8(&value) {
            Ok(value) => value.to_string(),
            Err(_) => value.iter().map(|&byte| char::from(byte)).collect(),
        };
        let name = String::from_utf8_lossy(name).into_owned();
        if name == "Result" {
            game.result = GameResult::parse(&value).unwrap_or_default();
        }
        game.tags.push((name, value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: PgnGame) -> ControlFlow<PgnGame, PgnGame> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut PgnGame, san: SanPlus) -> ControlFlow<PgnGame> {
        game.moves.push(san.san);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut PgnGame) -> ControlFlow<PgnGame, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, game: &mut PgnGame, outcome: pgn_reader::Outcome) -> ControlFlow<PgnGame> {
        // The result at the end stands for a missing tag.
        if game.result == GameResult::Open
            && let pgn_reader::Outcome::Known(known) = outcome
        {
            game.result = match known {
                KnownOutcome::Draw => GameResult::Draw,
                KnownOutcome::Decisive { winner } if winner.is_white() => GameResult::First,
                KnownOutcome::Decisive { .. } => GameResult::Second,
            };
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: PgnGame) -> PgnGame {
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &[u8]) -> Vec<PgnGame> {
        Games::new(text).map(|game| game.unwrap().unwrap()).collect()
    }

    #[test]
    fn marks_line_ends_and_variations() {
        let text = b"\xef\xbb\xbf[Event \"A\"]\r\n\r\n[White \"M\xfcller\"]\r\n\r\n1. e4 {[%clk 0:01]\r\n[%eval 1]} e5 (1... c5 2. Nf3) \
            2. f4 $1 1-0\r\n\r\n[Event \"B\"]\r\n\r\n*\r\n";
        let games = games(text);
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].number, games[0].line, games[0].len()), (1, 1, 3));
        assert_eq!((games[0].tag("White"), games[0].result), (Some("M\u{fc}ller"), GameResult::First));
        assert_eq!((games[1].number, games[1].line, games[1].len()), (2, 8, 0));
    }

    #[test]
    fn games_without_tags_and_open_comments() {
        let text =
            b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n[Event \"C\"]\n\n1. c4 { never closed\n\n[Event \"D\"]\n\n1. b3 *\n";
        let found: Vec<_> = Games::new(&text[..]).map(Result::unwrap).collect();
        let short = |game: &PgnGame| (game.number, game.line, game.len(), game.result);
        assert_eq!(found[0].as_ref().map(short), Ok((1, 1, 2, GameResult::First)));
        assert_eq!(found[1].as_ref().map(short), Ok((2, 1, 2, GameResult::Second)));
        assert!(matches!(&found[2], Err(broken) if broken.number == 3 && broken.line == 5), "{found:?}");
        assert_eq!(found[3].as_ref().map(short), Ok((4, 9, 1, GameResult::Open)));
    }

    #[test]
    fn illegal_moves_and_other_variants_are_named() {
        let text = b"1. e4 e5 2. Ke3 *\n\n[Variant \"Antichess\"]\n\n1. e4 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n[Variant \"Chess960\"]\n\n*";
        let games = games(text);
        let start = games[0].start().unwrap();
        let error = games[0].replay(&start, |_, _| {}).unwrap_err();
        assert!(error.starts_with("at 2. move 'Ke3'"), "{error}");
        assert!(games[1].start().unwrap_err().contains("Antichess"));
        assert!(games[2].start().unwrap_err().contains("'x'"));
        assert!(games[3].start().unwrap_err().contains("FEN"));
    }

    #[test]
    fn castling_promotion_and_moves_of_programs() {
        let mut text = b"[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O-O O-O 2. bxa8=Q *\n".to_vec();
        text.extend_from_slice(b"\n[Event \"programs\"]\n\ng1f3 c7c5 e2e4 1/2-1/2\n");
        let games = games(&text);
        let mut played = Vec::new();
        for game in &games {
            let start = game.start().unwrap();
            game.replay(&start, |position, mv| played.push(position.uci_text(mv, false))).unwrap();
        }
        assert_eq!(played, ["e1c1", "e8g8", "b7a8q", "g1f3", "c7c5", "e2e4"]);
    }

    #[test]
    fn what_is_too_long_is_broken_and_the_rest_is_read() {
        let mut text = b"[Event \"A\"]\n\n".to_vec();
        text.extend(std::iter::repeat_n(b'x', LONGEST_GAME + 100_000));
        text.extend_from_slice(b"\n[Event \"B\"]\n\n1. e4 *\n");
        let found: Vec<_> = Games::new(&text[..]).map(Result::unwrap).collect();
        assert!(matches!(&found[0], Err(broken) if broken.number == 1 && broken.line == 1), "{found:?}");
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].as_ref().unwrap().line, 4);
    }
}
