//! Ratings of people: what was to be expected of a game against a program whose strength was measured, and what came of it.
//!
//! A game counts if one person plays a program whose strength was measured ([`engine::PlayerSpec::measured`]), from the usual start of a
//! game in which that was done, and without help. Who has no rating yet begins with that of the first opponent, because nobody
//! knows better.
//!
//! Reference: A. Elo, "The Rating of Chessplayers, Past and Present", 1978; K as in FIDE's Rating Regulations, 8.3.3.

use engine::{Measured, PlayerSpec, Side};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{GameResult, History, Participant, PlayedGame};
use crate::Error;

/// Made in every store that may be written. Stores of before do not have it, programs of before do not miss it.
pub(super) const TABLE: &str = "
CREATE TABLE IF NOT EXISTS ratings (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    person TEXT NOT NULL,
    side INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    before REAL NOT NULL,
    k INTEGER NOT NULL,
    after REAL NOT NULL
);
";

/// How many games make a rating that moves less from then on.
const NEW: u32 = 30;
/// From here on it moves least.
const MASTER: f64 = 2400.0;

/// The person and the program of a game that may count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The person's side.
    pub person: Side,
    /// How strong the program is.
    pub opponent: Measured,
}

/// May a game between these two change somebody's rating? `usual` if it begins as the game usually does.
pub fn pairing(game: &str, players: [&PlayerSpec; 2], usual: bool) -> Option<Pairing> {
    let rated = usual && engine::info(game).is_some_and(|info| info.rated);
    let person = match players.map(PlayerSpec::is_human) {
        [true, false] => Side::First,
        [false, true] => Side::Second,
        _ => return None,
    };
    let opponent = players[(!person).index()].measured()?;
    rated.then_some(Pairing { person, opponent })
}

/// Where a person stands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Standing {
    /// The rating; `None` before the first game that counts.
    pub rating: Option<f64>,
    /// How many games have counted.
    pub games: u32,
}

impl Standing {
    /// The most that a game can change the rating by.
    pub fn k(&self) -> u32 {
        match self.rating {
            _ if self.games < NEW => 40,
            Some(rating) if rating >= MASTER => 10,
            _ => 20,
        }
    }

    /// What is to be expected of a game against somebody of this rating.
    pub fn against(&self, opponent: u32) -> Forecast {
        let before = self.rating.unwrap_or(f64::from(opponent));
        Forecast { before, opponent, k: self.k() }
    }
}

/// What is to be expected of a game.
///
/// ```
/// use history::rating::Standing;
/// let known = Standing { rating: Some(1500.0), games: 40 };
/// let forecast = known.against(1700);
/// assert_eq!((forecast.expected() * 100.0).round(), 24.0);
/// assert_eq!(forecast.after(1.0).round(), 1515.0);
/// // Who is new begins with the opponent's rating, and it moves more.
/// assert_eq!(Standing::default().against(1700).after(1.0), 1720.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// The person's rating before the game.
    pub before: f64,
    /// The opponent's.
    pub opponent: u32,
    /// The most that the game can change the rating by.
    pub k: u32,
}

impl Forecast {
    /// The score to be expected, 0 to 1.
    pub fn expected(&self) -> f64 {
        engine::expected_score(self.before - f64::from(self.opponent))
    }

    /// The rating after a game with this score.
    pub fn after(&self, score: f64) -> f64 {
        self.before + f64::from(self.k) * (score - self.expected())
    }
}

/// A game that has counted.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// Its number in the store.
    pub id: i64,
    /// When it was played.
    pub date: String,
    /// Whom it was played against.
    pub opponent: String,
    /// What was to be expected.
    pub forecast: Forecast,
    /// What the person scored: 1, ½ or 0.
    pub score: f64,
    /// The rating after it.
    pub after: f64,
}

impl History {
    /// Where a person stands in a game of the registry.
    pub fn standing(&self, game: &str, person: &str) -> Result<Standing, Error> {
        if !self.has_ratings()? {
            return Ok(Standing::default());
        }
        standing(&self.connection, game, person).map_err(self.failed())
    }

    /// The people who have a rating, each with the game it is for, in the order in which they got it.
    pub fn rated_people(&self) -> Result<Vec<(String, String)>, Error> {
        if !self.has_ratings()? {
            return Ok(Vec::new());
        }
        let sql =
            "SELECT name, person FROM ratings JOIN games ON games.id = game JOIN variants ON variants.id = variant
                   GROUP BY name, person ORDER BY min(game)";
        let mut query = self.connection.prepare_cached(sql).map_err(self.failed())?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        rows.and_then(Iterator::collect).map_err(self.failed())
    }

    /// The last games of a person that have counted, at most so many, the oldest first.
    pub fn rated_games(&self, game: &str, person: &str, most: usize) -> Result<Vec<RatedGame>, Error> {
        if !self.has_ratings()? {
            return Ok(Vec::new());
        }
        let sql = format!("{RATED} WHERE name = ?1 AND person = ?2 ORDER BY game DESC LIMIT ?3");
        let mut query = self.connection.prepare_cached(&sql).map_err(self.failed())?;
        let rows = query.query_map(params![game, person, most as i64], rated);
        let mut games: Vec<RatedGame> = rows.and_then(Iterator::collect).map_err(self.failed())?;
        games.reverse();
        Ok(games)
    }

    /// What a game has done to somebody's rating; `None` if it did not count.
    pub fn rated_game(&self, id: i64) -> Result<Option<RatedGame>, Error> {
        if !self.has_ratings()? {
            return Ok(None);
        }
        let sql = format!("{RATED} WHERE game = ?1");
        let mut query = self.connection.prepare_cached(&sql).map_err(self.failed())?;
        query.query_row([id], rated).optional().map_err(self.failed())
    }

    /// A store of before that may only be read has no ratings.
    fn has_ratings(&self) -> Result<bool, Error> {
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'ratings')";
        self.connection.query_row(sql, [], |row| row.get(0)).map_err(self.failed())
    }
}

const RATED: &str = "SELECT game, date, side, first, second, result, before, opponent, k, after
    FROM ratings JOIN games ON games.id = game JOIN variants ON variants.id = variant";

fn rated(row: &Row<'_>) -> rusqlite::Result<RatedGame> {
    let person: usize = row.get(2)?;
    let result: String = row.get(5)?;
    Ok(RatedGame {
        id: row.get(0)?,
        date: row.get(1)?,
        opponent: row.get(if person == 0 { 4 } else { 3 })?,
        forecast: Forecast { before: row.get(6)?, opponent: row.get(7)?, k: row.get(8)? },
        score: score(GameResult::parse(&result).unwrap_or_default(), person),
        after: row.get(9)?,
    })
}

fn standing(connection: &Connection, game: &str, person: &str) -> rusqlite::Result<Standing> {
    let sql = "SELECT after, (SELECT count(*) FROM ratings JOIN games ON games.id = game WHERE person = ?2
                   AND variant = (SELECT id FROM variants WHERE name = ?1))
               FROM ratings JOIN games ON games.id = game
               WHERE person = ?2 AND variant = (SELECT id FROM variants WHERE name = ?1) ORDER BY game DESC LIMIT 1";
    let mut query = connection.prepare_cached(sql)?;
    let found = query.query_row([game, person], |row| Ok(Standing { rating: Some(row.get(0)?), games: row.get(1)? }));
    Ok(found.optional()?.unwrap_or_default())
}

fn score(result: GameResult, person: usize) -> f64 {
    match (result, person) {
        (GameResult::First, 0) | (GameResult::Second, 1) => 1.0,
        (GameResult::First | GameResult::Second, _) => 0.0,
        (GameResult::Draw | GameResult::Open, _) => 0.5,
    }
}

/// What a game that counts is about to do to the rating of the person in it.
pub(super) struct Change {
    person: usize,
    forecast: Forecast,
    after: f64,
}

impl Change {
    /// What this game is about to do, if it counts.
    pub(super) fn of(game: &PlayedGame, connection: &Connection) -> rusqlite::Result<Option<Change>> {
        let is_person = |player: &Participant| player.options.is_empty();
        let person = match [&game.players[0], &game.players[1]].map(is_person) {
            [true, false] => 0,
            [false, true] => 1,
            _ => return Ok(None),
        };
        let Some(opponent) = game.players[1 - person].rating.filter(|_| game.counts && game.result != GameResult::Open)
        else {
            return Ok(None);
        };
        let forecast = standing(connection, &game.game, &game.players[person].name)?.against(opponent);
        Ok(Some(Change { person, forecast, after: forecast.after(score(game.result, person)) }))
    }

    /// The rating that the person had before, for the record of the game.
    pub(super) fn before(&self, side: usize) -> Option<u32> {
        (side == self.person).then(|| self.forecast.before.round().max(0.0) as u32)
    }

    /// Keeps it, with the game that did it.
    pub(super) fn keep(&self, id: i64, game: &PlayedGame, connection: &Connection) -> rusqlite::Result<()> {
        let Forecast { before, opponent, k } = self.forecast;
        let sql =
            "INSERT INTO ratings (game, person, side, opponent, before, k, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let person = &game.players[self.person].name;
        connection.prepare_cached(sql)?.execute(params![id, person, self.person, opponent, before, k, self.after])?;
        Ok(())
    }
}
