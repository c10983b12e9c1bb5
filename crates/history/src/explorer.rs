//! Questions to the store.

use game::Key;
use rusqlite::{OptionalExtension, Row};

use super::{GameResult, History, Participant};
use crate::Error;

/// A move that was played in a position, with its results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// The move in the game's protocol notation.
    pub mv: String,
    /// Games that the first player won, draws, games that the second player won.
    pub results: [u64; 3],
    /// The mean rating of those who played it.
    pub rating: Option<u32>,
    /// The last games in which it was played, the newest first.
    pub recent: Vec<i64>,
}

impl Explored {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// The first player's share of the points, 0 to 1.
    pub fn share(&self) -> f64 {
        (self.results[0] as f64 + self.results[1] as f64 / 2.0) / self.games().max(1) as f64
    }
}

/// A game as it lies in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its number.
    pub id: i64,
    /// What tells it from all others.
    pub fingerprint: u64,
    /// The game of the registry with its parameters.
    pub game: String,
    /// Where it began; `None` for the start position.
    pub start: Option<String>,
    /// The moves in protocol notation.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: GameResult,
    /// The players, who opened the game first.
    pub players: [Participant; 2],
    /// The clock.
    pub clock: Option<String>,
    /// Why it ended.
    pub termination: Option<String>,
    /// The tournament or match.
    pub event: Option<String>,
    /// Where.
    pub site: Option<String>,
    /// When.
    pub date: String,
    /// The round.
    pub round: Option<String>,
    /// Where the record comes from.
    pub source: String,
}

const COLUMNS: &str = "games.id, fingerprint, name, start, moves, result, first, first_options, first_rating, second,
    second_options, second_rating, clock, termination, event, site, date, round, source";

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let moves: String = row.get(4)?;
    let result: String = row.get(5)?;
    Ok(StoredGame {
        id: row.get(0)?,
        fingerprint: row.get::<_, i64>(1)? as u64,
        game: row.get(2)?,
        start: row.get(3)?,
        moves: moves.split_whitespace().map(ToString::to_string).collect(),
        result: GameResult::parse(&result).unwrap_or_default(),
        players: [
            Participant { name: row.get(6)?, options: row.get(7)?, rating: row.get(8)? },
            Participant { name: row.get(9)?, options: row.get(10)?, rating: row.get(11)? },
        ],
        clock: row.get(12)?,
        termination: row.get(13)?,
        event: row.get(14)?,
        site: row.get(15)?,
        date: row.get(16)?,
        round: row.get(17)?,
        source: row.get(18)?,
    })
}

impl History {
    /// The moves that were played in a position of a game of the registry, the most frequent first.
    pub fn moves(&self, game: &str, key: Key) -> Result<Vec<Explored>, Error> {
        let mut query = self
            .connection
            .prepare_cached(
                "SELECT move, first, draws, second, ratings, rated, recent FROM moves
                 WHERE variant = (SELECT id FROM variants WHERE name = ?1) AND key = ?2
                 ORDER BY first + draws + second DESC, move",
            )
            .map_err(self.failed())?;
        let rows = query.query_map((game, key.0 as i64), |row| {
            let (ratings, rated): (u64, u64) = (row.get::<_, i64>(4)? as u64, row.get::<_, i64>(5)? as u64);
            let recent: String = row.get(6)?;
            let recent = recent
                .as_bytes()
                .chunks(8)
                .filter_map(|digits| i64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
            Ok(Explored {
                mv: row.get(0)?,
                results: [row.get::<_, u32>(1)?, row.get(2)?, row.get(3)?].map(u64::from),
                rating: ratings.checked_div(rated).map(|mean| mean as u32),
                recent: recent.collect(),
            })
        });
        rows.and_then(Iterator::collect).map_err(self.failed())
    }

    /// The game of this number.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM games JOIN variants ON variants.id = variant WHERE games.id = ?1");
        let mut query = self.connection.prepare_cached(&sql).map_err(self.failed())?;
        query.query_row([id], stored).optional().map_err(self.failed())
    }

    /// The games of the registry that are in the store, with how many of each.
    pub fn variants(&self) -> Result<Vec<(String, u64)>, Error> {
        let sql =
            "SELECT name, count(*) FROM games JOIN variants ON variants.id = variant GROUP BY name ORDER BY 2 DESC";
        let mut query = self.connection.prepare(sql).map_err(self.failed())?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)));
        rows.and_then(Iterator::collect).map_err(self.failed())
    }

    /// Goes through all games of one game of the registry in the order in which they came, as long as `each` answers true.
    pub fn for_each(&self, game: &str, mut each: impl FnMut(StoredGame) -> Result<bool, Error>) -> Result<(), Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM games JOIN variants ON variants.id = variant WHERE name = ?1 ORDER BY games.id"
        );
        let mut query = self.connection.prepare(&sql).map_err(self.failed())?;
        let mut rows = query.query([game]).map_err(self.failed())?;
        while let Some(row) = rows.next().map_err(self.failed())? {
            if !each(stored(row).map_err(self.failed())?)? {
                return Err(Error::Stopped);
            }
        }
        Ok(())
    }
}
