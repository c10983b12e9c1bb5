//! Games and counts out of the store.

use std::io::Write;

use chess::{Move, Position};
use game::Rules;
use rusqlite::Connection;

use super::import::FINGERPRINT_TAG;
use super::{History, StoredGame};
use crate::book::build::Builder;
use crate::{Error, openings};

/// The width of the lines of moves.
const WIDTH: usize = 79;

impl StoredGame {
    /// The game as PGN. Games of chess get SAN and the name of their opening; the moves of others stand as they are.
    pub fn pgn(&self) -> String {
        let mut tags: Vec<(&str, String)> = Vec::new();
        let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".to_string());
        tags.push(("Event", known(&self.event)));
        tags.push(("Site", known(&self.site)));
        tags.push(("Date", self.date.clone()));
        tags.push(("Round", known(&self.round)));
        let names = ["White", "Black"];
        for (name, player) in names.iter().zip(&self.players) {
            tags.push((name, player.name.clone()));
        }
        tags.push(("Result", self.result.text().to_string()));
        for (index, player) in self.players.iter().enumerate() {
            tags.extend(player.rating.map(|rating| (["WhiteElo", "BlackElo"][index], rating.to_string())));
            if !player.options.is_empty() {
                tags.push((["WhiteOptions", "BlackOptions"][index], player.options.clone()));
            }
        }
        match self.game.as_str() {
            "chess" => {}
            game if game.starts_with("chess960") => tags.push(("Variant", "Chess960".to_string())),
            game => tags.push(("Variant", game.to_string())),
        }
        let mut white_begins = true;
        let mut moves = self.moves.clone();
        let mut start = self.start.clone();
        if let Some(origin) = self.chess_start() {
            white_begins = origin.turn() == chess::WHITE;
            if self.game.starts_with("chess960") {
                start = Some(origin.position_text());
            }
            let mut opening = openings::name(&origin);
            let mut sans = Vec::new();
            self.walk(&origin, |position, _, mv| {
                sans.push(position.san(mv));
                opening = openings::name(&position.after(mv)).or(opening);
            });
            moves = sans;
            if let Some(opening) = opening {
                tags.push(("ECO", opening.eco.to_string()));
                tags.push(("Opening", opening.english.to_string()));
            }
        }
        if let Some(start) = start {
            tags.push(("SetUp", "1".to_string()));
            tags.push(("FEN", start));
        }
        tags.extend(self.clock.iter().map(|clock| ("TimeControl", clock.clone())));
        tags.extend(self.termination.iter().map(|reason| ("Termination", reason.clone())));
        tags.push(("PlyCount", moves.len().to_string()));
        tags.push((FINGERPRINT_TAG, format!("{:016x}", self.fingerprint)));
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\r', '\n'], " ");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        text.push('\n');
        text.push_str(&movetext(&moves, white_begins, self.result.text()));
        text.push_str("\n\n");
        text
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

/// Numbered moves in lines of the usual width.
fn movetext(moves: &[String], white_begins: bool, result: &str) -> String {
    let mut words = Vec::new();
    let offset = usize::from(!white_begins);
    for (index, mv) in moves.iter().enumerate() {
        let ply = index + offset;
        match (ply % 2, index) {
            (0, _) => words.push(format!("{}.", ply / 2 + 1)),
            (_, 0) => words.push(format!("{}...", ply / 2 + 1)),
            _ => {}
        }
        words.push(mv.clone());
    }
    words.push(result.to_string());
    let mut text = String::new();
    let mut used = 0;
    for word in words {
        if used > 0 && used + 1 + word.len() > WIDTH {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        used += word.len();
        text.push_str(&word);
    }
    text
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
    /// So many texts are kept in memory at once.
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
    Error::Store("a temporary file".into(), error)
}
