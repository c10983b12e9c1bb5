//! Where games begin: positions from a file, or a few random moves.

use std::path::Path;

use engine::{Engine, Ply};
use game::Rng;
use record::pgn::Games;
use serde::{Deserialize, Serialize};

use crate::Error;

/// Where a game begins: a position and moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Opening {
    /// The position in the game's notation; empty for the usual start.
    pub position: String,
    /// Moves from there, in any notation that the game reads.
    pub moves: Vec<String>,
}

impl Opening {
    /// Sets it up on a board and returns the position from which its moves are played.
    pub fn set_up(&self, board: &mut dyn Engine) -> Result<String, Error> {
        board.set_position(if self.position.is_empty() { "start" } else { &self.position })?;
        let start = board.position();
        for mv in &self.moves {
            board.advance(mv)?;
        }
        match board.verdict() {
            Some(verdict) => Err(Error::new(format!("the game is over before it begins: {verdict}"))),
            None => Ok(start),
        }
    }
}

/// A file of openings may have so many bytes, which are some three million positions.
const MOST_BYTES: u64 = 256 << 20;

/// All openings of a run, in the order in which they are played.
#[derive(Clone, Debug)]
pub enum Openings {
    /// From a file.
    Listed(Vec<Opening>),
    /// How many random plies from the start, from this seed.
    Random {
        /// How many plies.
        plies: usize,
        /// Where randomness begins.
        seed: u64,
    },
}

impl Openings {
    /// Reads a file: PGN if it is named so or looks so, otherwise one position a line (EPD or FEN in chess). All openings
    /// are checked. Of PGN games the first `plies` plies are taken, all if `None`.
    pub fn read(path: &Path, plies: Option<usize>, board: &mut dyn Engine) -> Result<Openings, Error> {
        let bytes = engine::read_at_most(path, MOST_BYTES).map_err(|error| Error::file(path, error))?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        if [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(*mark)) {
            return Err(Error::file(path, "this is UTF-16; expected UTF-8 or Latin-1"));
        }
        let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
            || text.trim_start().starts_with('[');
        let found = if is_pgn { from_pgn(text, plies, board) } else { from_lines(text, board) };
        let found = found.map_err(|error| Error::file(path, error))?;
        if found.is_empty() {
            return Err(Error::file(path, "there is no opening in it; expected PGN games or one position a line"));
        }
        Ok(Openings::Listed(found))
    }

    /// Another order, always the same from the same seed.
    pub fn shuffle(&mut self, seed: u64) {
        if let Openings::Listed(list) = self {
            let mut rng = Rng::new(seed);
            for last in (1..list.len()).rev() {
                list.swap(last, rng.below(last + 1));
            }
        }
    }

    /// The opening of a pair of games. When all have been played it begins again with the first.
    pub fn get(&self, pair: usize, board: &mut dyn Engine) -> Result<Opening, Error> {
        match self {
            Openings::Listed(list) => Ok(list[pair % list.len()].clone()),
            Openings::Random { plies, seed } => random(*plies, Rng::new(seed.wrapping_add(pair as u64)), board),
        }
    }
}

/// How often another random opening is tried when the game was over before it began.
const TRIES: usize = 1000;

fn random(plies: usize, mut rng: Rng, board: &mut dyn Engine) -> Result<Opening, Error> {
    for _ in 0..TRIES {
        board.set_position("start")?;
        for _ in 0..plies {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            board.play(&moves[rng.below(moves.len())].code)?;
        }
        let moves = Ply::codes(&board.played());
        if moves.len() == plies && board.end().is_none() {
            return Ok(Opening { position: String::new(), moves });
        }
    }
    Err(Error::new(format!("after {plies} random plies the game is always over; fewer would leave something to play")))
}

/// Longer messages about a line are cut.
const MESSAGE: usize = 200;

fn from_lines(text: &str, board: &mut dyn Engine) -> Result<Vec<Opening>, Error> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut opening = Opening { position: line.to_string(), moves: Vec::new() };
        // In its full form, without what an EPD adds.
        opening.position = opening.set_up(board).map_err(|error| {
            // The line may be anything, and the error quotes it.
            let text = error.to_string();
            let short: String = text.chars().take(MESSAGE).collect();
            Error::new(format!("line {number}: {short}{}", if short.len() < text.len() { "..." } else { "" }))
        })?;
        found.push(opening);
    }
    Ok(found)
}

fn from_pgn(text: &str, plies: Option<usize>, board: &mut dyn Engine) -> Result<Vec<Opening>, Error> {
    let mut found = Vec::new();
    for game in Games::new(text.as_bytes()) {
        let record = game.map_err(|error| Error::new(error.to_string()))?.and_then(record::Record::whole);
        let record = record.map_err(|broken| Error::new(broken.to_string()))?;
        // A text that is no game at all has neither.
        if record.moves.is_empty() && record.tags.0.is_empty() {
            let reason = "neither moves nor tags; expected a game in PGN";
            return Err(Error::new(record.broken(reason).to_string()));
        }
        let moves = record.moves.main_texts().take(plies.unwrap_or(usize::MAX)).map(str::to_string).collect();
        let opening = Opening { position: record.start().unwrap_or_default().to_string(), moves };
        opening.set_up(board).map_err(|error| Error::new(record.broken(error.to_string()).to_string()))?;
        found.push(opening);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Box<dyn Engine> {
        engine::open("chess").unwrap()
    }

    #[test]
    fn reads_positions() {
        let text = "# two\n8/8/8/8/8/4k3/4p3/4K3 w - - bm Kf1; id \"x\";\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
        let text = text.replace("8/8/8/8/8/4k3/4p3/4K3 w - -", "8/8/8/8/4k3/8/4p3/4K3 w - -");
        let found = from_lines(&text, &mut *board()).unwrap();
        assert_eq!(found[0].position, "8/8/8/8/4k3/8/4p3/4K3 w - - 0 1");
        assert_eq!(found.len(), 2);
        let error = from_lines("\nnonsense", &mut *board()).unwrap_err().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
        let mated = from_lines("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", &mut *board());
        assert!(mated.unwrap_err().to_string().contains("over before it begins"));
    }

    #[test]
    fn reads_games() {
        let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 (1. e3 Kd7) Kd7 {well} 2. Kd2 *\n\n1. d4 Nf6 1/2-1/2\n";
        let found = from_pgn(text, Some(2), &mut *board()).unwrap();
        assert_eq!(found[0].moves, ["e4", "Kd7"]);
        assert_eq!(found[0].position, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(found[1].moves, ["d4", "Nf6"]);
        let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *";
        assert_eq!(from_pgn(shuffle, None, &mut *board()).unwrap()[0].moves.len(), 10, "nobody has claimed a draw");
        assert!(from_pgn("1-0 0-1 12 $3", None, &mut *board()).unwrap_err().to_string().contains("game 1, line 1"));
        let error = from_pgn("1. e4 e4 *", None, &mut *board()).unwrap_err().to_string();
        assert!(error.starts_with("game 1, line 1: "), "{error}");
    }

    #[test]
    fn the_order_comes_from_the_seed() {
        let list = |seed| {
            let list = (0..20).map(|n| Opening { position: n.to_string(), moves: Vec::new() }).collect();
            let mut openings = Openings::Listed(list);
            openings.shuffle(seed);
            (0..20).map(|pair| openings.get(pair, &mut *board()).unwrap().position).collect::<Vec<_>>()
        };
        assert_eq!(list(1), list(1));
        assert_ne!(list(1), list(2));
        let mut sorted = list(1);
        sorted.sort_by_key(|text| text.parse::<u32>().unwrap());
        assert_eq!(sorted, (0..20).map(|n: u32| n.to_string()).collect::<Vec<_>>());
    }

    #[test]
    fn random_openings_are_playable_and_reproducible() {
        for game in ["chess", "tic-tac-toe", "othello", "draughts", "go"] {
            let mut board = engine::open(game).unwrap();
            let openings = Openings::Random { plies: 4, seed: 7 };
            let [one, again, two] = [0, 0, 1].map(|pair| openings.get(pair, &mut *board).unwrap());
            assert_eq!((one.moves.len(), &one), (4, &again), "{game}");
            assert_ne!(one, two, "{game}");
        }
        let none = Openings::Random { plies: 20, seed: 7 }.get(0, &mut *engine::open("tic-tac-toe").unwrap());
        assert!(none.unwrap_err().to_string().contains("fewer"));
    }
}
