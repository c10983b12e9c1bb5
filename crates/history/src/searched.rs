//! Values that searches have found, kept between games for a player who learns by rote.

use engine::Searched;
use game::Key;
use rusqlite::params;

use super::History;
use crate::Error;

/// Made in every store that may be written, as the table of ratings is.
pub(super) const TABLE: &str = "
CREATE TABLE IF NOT EXISTS searched (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    evaluator TEXT NOT NULL,
    key INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    value INTEGER NOT NULL,
    UNIQUE (game, evaluator, key)
);
";

impl History {
    /// The values that searches by an evaluator have found in positions of a game, the newest first, at most so many.
    pub fn searched(&self, game: &str, evaluator: &str, most: usize) -> Result<Vec<Searched>, Error> {
        let sql = "SELECT key, depth, value FROM searched WHERE game = ?1 AND evaluator = ?2 ORDER BY id DESC LIMIT ?3";
        let mut query = self.connection.prepare_cached(sql).map_err(self.failed())?;
        let rows = query.query_map(params![game, evaluator, most as i64], |row| {
            Ok(Searched { key: Key(row.get::<_, i64>(0)? as u64), depth: row.get(1)?, value: row.get(2)? })
        });
        rows.and_then(Iterator::collect).map_err(self.failed())
    }

    /// Keeps such a value. It takes the place of one that was found less deep, or just as deep, but earlier.
    pub fn keep_searched(&self, game: &str, evaluator: &str, searched: Searched) -> Result<(), Error> {
        let Searched { key, depth, value } = searched;
        let sql = "INSERT INTO searched (game, evaluator, key, depth, value) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT DO UPDATE SET depth = excluded.depth, value = excluded.value
                   WHERE excluded.depth >= depth";
        let mut insert = self.connection.prepare_cached(sql).map_err(self.failed())?;
        insert.execute(params![game, evaluator, key.0 as i64, depth, value]).map(drop).map_err(self.failed())
    }
}
