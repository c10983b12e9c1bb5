//! Games and counts out of the store.

use std::io::Write;
use std::path::Path;

use chess::{Move, Position};
use engine::{Engine, Side};
use game::Rules;
use knowledge::book::build::Builder;
use knowledge::openings;
use record::{Colors, Moves, Numbering, Record, pgn};
use rusqlite::Connection;

use super::import::FINGERPRINT_TAG;
use super::{History, StoredGame};
use crate::{Error, store_error};

impl StoredGame {
    /// The game as PGN. Games of chess get SAN and the name of their opening; the moves of others stand as they are. `board` is
    /// one of the game, at any position.
    pub fn pgn(&self, board: &dyn Engine) -> String {
        let colors = Colors::named(Side::BOTH.map(|side| board.side_name(side)));
        let mut record = Record { colors, result: self.result, ..Record::default() };
        for (name, value) in [("Event", &self.event), ("Site", &self.site), ("Round", &self.round)] {
            record.tags.set(name, value.as_deref().unwrap_or("?"));
        }
        record.tags.set("Date", self.date.as_str());
        for side in [colors.white(), !colors.white()] {
            let player = &self.players[side.index()];
            record.set_side_tag(side, "", player.name.as_str());
            if let Some(rating) = player.rating {
                record.set_side_tag(side, "Elo", rating.to_string());
            }
            if !player.options.is_empty() {
                record.set_side_tag(side, "Options", player.options.as_str());
            }
        }
        if let Some(variant) = board.customs().variant_tag(&self.game) {
            record.tags.set("Variant", variant);
        }
        let mut start = self.start.clone();
        record.moves = match self.chess_start() {
            None => Moves::line(&self.moves),
            Some(origin) => {
                if origin.is_chess960() {
                    start = Some(origin.position_text());
                }
                let mut opening = openings::name(&origin);
                let mut sans = Vec::new();
                self.walk(&origin, |position, _, mv| {
                    sans.push(position.san(mv));
                    opening = openings::name(&position.after(mv)).or(opening);
                });
                if let Some(opening) = opening {
                    record.tags.set("ECO", opening.eco);
                    record.tags.set("Opening", opening.english);
                }
                Moves::line(sans).numbered(Numbering::of_fen(&origin.position_text()))
            }
        };
        if let Some(start) = start {
            record.tags.set("SetUp", "1");
            record.tags.set("FEN", start);
        }
        for (name, value) in [("TimeControl", &self.clock), ("Termination", &self.termination)] {
            if let Some(value) = value {
                record.tags.set(name, value.as_str());
            }
        }
        record.tags.set("PlyCount", record.moves.len().to_string());
        record.tags.set(FINGERPRINT_TAG, format!("{:016x}", self.fingerprint));
        pgn::write(&record)
    }

    /// The first position, if this is chess.
    fn chess_start(&self) -> Option<Position> {
        let origin = Position::start(&self.game.parse().ok()?).ok()?;
        match &self.start {
            None => Some(origin),
            Some(text) => origin.parse_position(text).ok(),
        }
    }

    /// Plays a game of chess through: the position, the move before it, the move.
    fn walk(&self, start: &Position, mut each: impl FnMut(&Position, Option<Move>, Move)) {
        let mut position = start.clone();
        let mut last = None;
        for text in &self.moves {
            let Ok(mv) = position.read_move(text) else { return };
            each(&position, last, mv);
            position.play(mv);
            last = Some(mv);
        }
    }
}

impl History {
    /// Counts all games of chess for a book, as deep as the recipe says. `progress` answers whether to go on.
    pub fn add_to_book(
        &self,
        game: &str,
        builder: &mut Builder,
        mut progress: impl FnMut() -> bool,
    ) -> Result<(), Error> {
        self.for_each(game, |stored| {
            builder.count_game();
            let mut outcome = Ok(());
            if let Some(start) = stored.chess_start() {
                let mut ply = 0;
                stored.walk(&start, |position, last, mv| {
                    ply += 1;
                    if outcome.is_ok() {
                        outcome = builder.add_move(ply, position, last, mv, stored.result);
                    }
                });
            }
            outcome.map(|()| progress())
        })
    }
}

/// Sums by text, in bounded memory: SQLite keeps them, in a file that goes with it.
pub struct Sums {
    connection: Connection,
    waiting: std::collections::HashMap<String, i64>,
}

impl Sums {
    /// How many texts are kept in memory at once.
    const LIMIT: usize = 100_000;

    /// Nothing yet.
    pub fn new() -> Result<Sums, Error> {
        // The empty name is SQLite's for a file of its own that nobody sees.
        let connection = Connection::open("").map_err(temporary)?;
        connection
            .execute_batch(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                 CREATE TABLE sums (text TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
            )
            .map_err(temporary)?;
        Ok(Sums { connection, waiting: std::collections::HashMap::new() })
    }

    /// Adds to the sum of a text.
    pub fn add(&mut self, text: String, value: i64) -> Result<(), Error> {
        *self.waiting.entry(text).or_default() += value;
        if self.waiting.len() >= Sums::LIMIT { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Error> {
        let writing = self.connection.transaction().map_err(temporary)?;
        {
            let sql = "INSERT INTO sums VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = value + excluded.value";
            let mut upsert = writing.prepare_cached(sql).map_err(temporary)?;
            for (text, value) in self.waiting.drain() {
                upsert.execute((text, value)).map_err(temporary)?;
            }
        }
        writing.commit().map_err(temporary)
    }

    /// Writes `text,value` lines, sorted by text. Texts with commas or quotes are quoted.
    pub fn write(mut self, header: &str, out: &mut dyn Write) -> Result<(), Error> {
        self.flush()?;
        let failed = |error| Error::Io("the output".into(), error);
        writeln!(out, "{header}").map_err(failed)?;
        let mut query = self.connection.prepare("SELECT text, value FROM sums ORDER BY text").map_err(temporary)?;
        let mut rows = query.query([]).map_err(temporary)?;
        while let Some(row) = rows.next().map_err(temporary)? {
            let (text, value): (String, i64) = (row.get(0).map_err(temporary)?, row.get(1).map_err(temporary)?);
            let text = match text.contains([',', '"', '\n']) {
                true => format!("\"{}\"", text.replace('"', "\"\"")),
                false => text,
            };
            writeln!(out, "{text},{value}").map_err(failed)?;
        }
        Ok(())
    }
}

fn temporary(error: rusqlite::Error) -> Error {
    store_error(Path::new("a temporary file"))(error)
}
