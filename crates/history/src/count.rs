//! From games to counts: how often each move was played in each position, and with what results.

use std::collections::BTreeMap;

use rusqlite::params;

use super::{GameResult, History};
use crate::{Error, store_error};

/// How many games are counted in one transaction, which bounds the memory it takes.
pub(super) const BATCH: usize = 2000;

#[derive(Default)]
struct Counts {
    first: u32,
    draws: u32,
    second: u32,
    ratings: u64,
    rated: u32,
    /// Eight hexadecimal digits each, the newest first, at most four.
    recent: String,
}

/// A game whose moves are not counted yet.
struct Pending {
    id: i64,
    variant: i64,
    moves: String,
    result: String,
    ratings: [Option<u32>; 2],
    keys: Vec<u8>,
    start: Option<String>,
}

impl History {
    /// Counts all games that are not counted yet.
    pub(super) fn count(&mut self) -> Result<(), Error> {
        while self.count_batch()? {}
        Ok(())
    }

    /// Counts some; false if there was nothing to count.
    fn count_batch(&mut self) -> Result<bool, Error> {
        let failed = store_error(&self.path);
        let waiting: bool = self
            .connection
            .query_row("SELECT EXISTS (SELECT 1 FROM pending)", [], |row| row.get(0))
            .map_err(&failed)?;
        if !waiting {
            return Ok(false);
        }
        // Another program may count as well: who holds the lock counts, the other finds nothing left.
        let writing = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate);
        let writing = writing.map_err(&failed)?;
        let games: Vec<Pending> = {
            let mut query = writing
                .prepare_cached(
                    "SELECT id, variant, moves, result, first_rating, second_rating, keys, start
                     FROM pending JOIN games ON id = game ORDER BY game LIMIT ?1",
                )
                .map_err(&failed)?;
            let rows = query.query_map([BATCH], |row| {
                Ok(Pending {
                    id: row.get(0)?,
                    variant: row.get(1)?,
                    moves: row.get(2)?,
                    result: row.get(3)?,
                    ratings: [row.get(4)?, row.get(5)?],
                    keys: row.get(6)?,
                    start: row.get(7)?,
                })
            });
            rows.and_then(Iterator::collect).map_err(&failed)?
        };
        let mut sums: BTreeMap<(i64, i64, String), Counts> = BTreeMap::new();
        games.iter().for_each(|game| add(&mut sums, game));
        {
            let mut upsert = writing
                .prepare_cached(
                    "INSERT INTO moves (variant, key, move, first, draws, second, ratings, rated, recent)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                     ON CONFLICT DO UPDATE SET first = first + excluded.first, draws = draws + excluded.draws,
                        second = second + excluded.second, ratings = ratings + excluded.ratings,
                        rated = rated + excluded.rated, recent = substr(excluded.recent || recent, 1, 32)",
                )
                .map_err(&failed)?;
            for ((variant, key, mv), sum) in &sums {
                let Counts { first, draws, second, ratings, rated, recent } = sum;
                upsert
                    .execute(params![variant, key, mv, first, draws, second, *ratings as i64, rated, recent])
                    .map_err(&failed)?;
            }
            let mut done = writing.prepare_cached("DELETE FROM pending WHERE game = ?1").map_err(&failed)?;
            for game in &games {
                done.execute([game.id]).map_err(&failed)?;
            }
        }
        writing.commit().map_err(&failed)?;
        Ok(!games.is_empty())
    }
}

fn add(sums: &mut BTreeMap<(i64, i64, String), Counts>, game: &Pending) {
    let result = GameResult::parse(&game.result).unwrap_or_default();
    if result == GameResult::Open {
        return;
    }
    let keys = game.keys.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes));
    // Whose rating belongs to a move is clear only where the sides take turns from the start position on.
    let ratings = if game.start.is_none() { game.ratings } else { [None, None] };
    let mut seen = Vec::new();
    for (ply, (key, mv)) in keys.zip(game.moves.split(' ')).enumerate() {
        // A move repeated in the same game counts once.
        if seen.contains(&(key, mv)) {
            continue;
        }
        seen.push((key, mv));
        let sum = sums.entry((game.variant, key, mv.to_string())).or_default();
        match result {
            GameResult::First => sum.first += 1,
            GameResult::Second => sum.second += 1,
            GameResult::Draw | GameResult::Open => sum.draws += 1,
        }
        if let Some(rating) = ratings[ply % 2] {
            sum.ratings += u64::from(rating);
            sum.rated += 1;
        }
        sum.recent.insert_str(0, &format!("{:08x}", game.id));
        sum.recent.truncate(32);
    }
}
