//! Games of chess from PGN files into the store.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use game::{Rules, Side};
use knowledge::games;

use super::count::BATCH;
use super::insert::{Recorded, fingerprint};
use super::{History, Participant, PlayedGame};
use crate::Error;
pub use record::Broken;
use record::Record;
use record::pgn::Games;

/// The tag by which a game that was exported is known again.
pub(super) const FINGERPRINT_TAG: &str = "KiebitzGame";

/// What happened to the games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games that are in the store now and were not before.
    pub added: u64,
    /// Games that were there already.
    pub known: u64,
    /// Games without moves.
    pub empty: u64,
    /// Games of variants that we do not play.
    pub other: u64,
    /// Games that could not be read.
    pub broken: u64,
    /// Moves of the games that were added.
    pub moves: u64,
}

impl Summary {
    /// Was there no game at all that could be read?
    pub fn is_nothing(&self) -> bool {
        self.added + self.known + self.empty + self.other == 0
    }

    /// Together with another file's.
    pub fn add(&mut self, other: &Summary) {
        self.added += other.added;
        self.known += other.known;
        self.empty += other.empty;
        self.other += other.other;
        self.broken += other.broken;
        self.moves += other.moves;
    }
}

impl History {
    /// Brings the games of a PGN file, plain or zstd-compressed, into the store. `broken` is called for those that cannot be read;
    /// `progress` is called after each game with the bytes read so far and the total, and returns whether to go on.
    pub fn import(
        &mut self,
        path: &Path,
        broken: &mut dyn FnMut(&Broken),
        progress: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Summary, Error> {
        let source = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = games::open(path)?;
        let games = file.games.map(|game| game.map_err(Error::io(path)));
        self.take(games, &source, broken, &mut || progress(file.read.load(Relaxed), file.size))
    }

    /// Brings the games of a PGN text into the store, as [`History::import`] does those of a file.
    pub fn import_text(&mut self, text: &str, source: &str, broken: &mut dyn FnMut(&Broken)) -> Result<Summary, Error> {
        // Text in memory cannot fail to be read.
        let games = Games::new(std::io::Cursor::new(text)).filter_map(Result::ok).map(Ok);
        self.take(games, source, broken, &mut || true)
    }

    fn take(
        &mut self,
        games: impl Iterator<Item = Result<Result<Record, Broken>, Error>>,
        source: &str,
        broken: &mut dyn FnMut(&Broken),
        progress: &mut dyn FnMut() -> bool,
    ) -> Result<Summary, Error> {
        let mut summary = Summary::default();
        let mut waiting = 0;
        for game in games {
            let played = match game? {
                Ok(game) if games::game(&game).is_none() => {
                    summary.other += 1;
                    continue;
                }
                Ok(game) if game.moves.is_empty() && game.faults.is_empty() => Ok(None),
                other => other.and_then(Record::whole).and_then(|game| convert(&game, source)).map(Some),
            };
            match played {
                Err(fault) => {
                    summary.broken += 1;
                    broken(&fault);
                }
                Ok(None) => summary.empty += 1,
                Ok(Some((played, fingerprint))) => match self.insert(&played, fingerprint)? {
                    Recorded::Known => summary.known += 1,
                    Recorded::New(_) => {
                        summary.added += 1;
                        summary.moves += played.course.len() as u64;
                        waiting += 1;
                    }
                },
            }
            if waiting == BATCH {
                waiting = 0;
                self.count()?;
            }
            if !progress() {
                // What is in the store stays there, and is counted.
                self.count()?;
                return Err(Error::Stopped);
            }
        }
        self.count()?;
        Ok(summary)
    }
}

/// A game as the store wants it, with its fingerprint.
fn convert(pgn: &Record, source: &str) -> Result<(PlayedGame, u64), Broken> {
    let wrong = |reason: String| pgn.broken(reason);
    let start = games::start(pgn).map_err(wrong)?;
    let mut course = Vec::with_capacity(pgn.moves.len());
    games::replay(pgn, &start, |position, mv| course.push((position.key(), position.protocol_text(mv))))
        .map_err(wrong)?;
    let text = |tag: &str| pgn.tag(tag).map(ToString::to_string);
    let player = |side| Participant {
        name: pgn.side_tag(side, "").unwrap_or("?").to_string(),
        options: pgn.side_tag(side, "Options").unwrap_or_default().to_string(),
        rating: pgn.side_tag(side, "Elo").and_then(|rating| rating.parse().ok()),
    };
    let game = PlayedGame {
        game: if start.is_chess960() { "chess960".to_string() } else { "chess".to_string() },
        start: pgn.tag("FEN").map(|_| start.position_text()),
        course,
        result: pgn.result,
        players: Side::BOTH.map(player),
        clock: text("TimeControl"),
        termination: text("Termination"),
        event: text("Event"),
        site: text("Site"),
        date: Some(text("Date").or_else(|| text("UTCDate")).unwrap_or_else(|| "????.??.??".to_string())),
        round: text("Round"),
        source: source.to_string(),
        counts: false,
    };
    let exported = pgn.tag(FINGERPRINT_TAG).and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let fingerprint = exported.unwrap_or_else(|| fingerprint(&game));
    Ok((game, fingerprint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_goes_in_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut history = History::open(&folder.path().join("history.db")).unwrap();
        let text =
            "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"C\"]\n\n1. e4 Ke7 *\n";
        let mut faults = Vec::new();
        let first = history.import_text(text, "the page", &mut |fault| faults.push(fault.to_string())).unwrap();
        assert_eq!((first.added, first.broken, first.moves, faults.len()), (1, 1, 3, 1));
        let again = history.import_text(text, "the page", &mut |_| {}).unwrap();
        assert_eq!((again.added, again.known), (0, 1));
    }
}
