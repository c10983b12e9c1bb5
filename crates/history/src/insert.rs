//! Games into the store, one transaction each.

use std::time::SystemTime;

use game::mix;
use rusqlite::{OptionalExtension, params};

use super::rating::Change;
use super::{History, PlayedGame};
use crate::{Error, store_error};

/// What happened to a game that was to be recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recorded {
    /// It is in the store now, under this number.
    New(i64),
    /// It was there before.
    Known,
}

impl History {
    /// Keeps a game that has just been played. Every one is kept, even if it went like another before.
    pub fn record(&mut self, game: &PlayedGame) -> Result<i64, Error> {
        let moment = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        let mut fingerprint = fingerprint(game) ^ mix(moment);
        loop {
            if let Recorded::New(id) = self.insert(game, fingerprint)? {
                self.count()?;
                return Ok(id);
            }
            fingerprint = mix(fingerprint);
        }
    }

    /// Keeps a game if none with this fingerprint is there. Its moves are not counted yet.
    pub(super) fn insert(&mut self, game: &PlayedGame, fingerprint: u64) -> Result<Recorded, Error> {
        let failed = store_error(&self.path);
        let writing = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate);
        let writing = writing.map_err(&failed)?;
        let variant: Option<i64> = writing
            .prepare_cached("SELECT id FROM variants WHERE name = ?1")
            .and_then(|mut query| query.query_row([&game.game], |row| row.get(0)).optional())
            .map_err(&failed)?;
        let variant = match variant {
            Some(id) => id,
            None => {
                writing.execute("INSERT INTO variants (name) VALUES (?1)", [&game.game]).map_err(&failed)?;
                writing.last_insert_rowid()
            }
        };
        let change = Change::of(game, &writing).map_err(&failed)?;
        let rating =
            |side: usize| game.players[side].rating.or_else(|| change.as_ref().and_then(|change| change.before(side)));
        let moves = game.course.iter().map(|(_, mv)| mv.as_str()).collect::<Vec<_>>().join(" ");
        let [first, second] = &game.players;
        let added = writing
            .prepare_cached(
                "INSERT OR IGNORE INTO games (variant, fingerprint, start, moves, result, first, first_options, first_rating,
                    second, second_options, second_rating, clock, termination, event, site, date, round, source)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
                    coalesce(?16, strftime('%Y.%m.%d', 'now', 'localtime')), ?17, ?18)",
            )
            .and_then(|mut insert| {
                insert.execute(params![
                    variant,
                    fingerprint as i64,
                    game.start,
                    moves,
                    game.result.text(),
                    first.name,
                    first.options,
                    rating(0),
                    second.name,
                    second.options,
                    rating(1),
                    game.clock,
                    game.termination,
                    game.event,
                    game.site,
                    game.date,
                    game.round,
                    game.source,
                ])
            })
            .map_err(&failed)?;
        if added == 0 {
            return Ok(Recorded::Known);
        }
        let id = writing.last_insert_rowid();
        let keys: Vec<u8> = game.course.iter().flat_map(|(key, _)| key.0.to_le_bytes()).collect();
        writing
            .prepare_cached("INSERT INTO pending (game, keys) VALUES (?1, ?2)")
            .and_then(|mut insert| insert.execute(params![id, keys]))
            .map_err(&failed)?;
        if let Some(change) = &change {
            change.keep(id, game, &writing).map_err(&failed)?;
        }
        writing.commit().map_err(&failed)?;
        Ok(Recorded::New(id))
    }
}

/// The same for the same game by the same people on the same day, in whatever file it stands.
pub(super) fn fingerprint(game: &PlayedGame) -> u64 {
    let mut hash = 0;
    let mut add = |text: &str| {
        for chunk in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            hash = mix(hash ^ u64::from_le_bytes(word));
        }
        // Where one text ends and the next begins.
        hash = mix(hash ^ text.len() as u64);
    };
    let or_empty = |text: &Option<String>| text.clone().unwrap_or_default();
    add(&game.game);
    add(&or_empty(&game.start));
    game.course.iter().for_each(|(_, mv)| add(mv));
    add(game.result.text());
    game.players.iter().for_each(|player| add(&player.name));
    add(&or_empty(&game.date));
    add(&or_empty(&game.round));
    hash
}
