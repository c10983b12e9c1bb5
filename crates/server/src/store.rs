//! What outlives the program: games that are being played, in a file of their own, and played games, in the history.
//!
//! Each file belongs to a thread. A game is one row, written in one transaction on each move before anybody hears of the move:
//! a program that is killed has lost nothing, and a row is never half a game. The file is in WAL mode. If it is locked by somebody else, the
//! thread is not: whoever wants something asks again and again for a moment, and is refused then.
//!
//! Reference: <https://www.sqlite.org/wal.html>.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::PastGames;
use history::rating::RatedGame;
use history::{History, HistoryFile, PlayedGame};
use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::oneshot;

use crate::limits;
use crate::play::Saved;
use crate::refusal::{Code, Refusal};
use crate::wire::{GameState, GameSummary};

/// Marks our files among those of SQLite: "KIEL".
const APPLICATION: u32 = 0x4b49_454c;
/// The version of the table below.
const VERSION: u32 = 1;
/// How long to wait while another program writes, at the start and for each request.
const PATIENCE: [Duration; 2] = [Duration::from_secs(5), Duration::from_millis(1000)];
/// How long the thread waits itself: it does not hold up others.
const GLANCE: Duration = Duration::from_millis(20);
/// The pause before the next attempt.
const PAUSE: Duration = Duration::from_millis(30);

const TABLE: &str = "
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    over INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    summary TEXT NOT NULL,
    saved TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_time ON games (over, updated);
";

/// What is asked of somebody in a thread of its own.
type Request<T> = Box<dyn FnOnce(&mut T) + Send>;

/// Something that lives in a thread of its own and is asked from outside.
struct Keeper<T> {
    requests: mpsc::Sender<Request<T>>,
}

impl<T: Send + 'static> Keeper<T> {
    fn new(name: &str, mut kept: T) -> std::io::Result<Keeper<T>> {
        let (requests, waiting) = mpsc::channel::<Request<T>>();
        std::thread::Builder::new().name(name.to_string()).spawn(move || {
            for request in waiting {
                // Whoever asked hears that there is no answer; the next one is answered.
                let _ = catch_unwind(AssertUnwindSafe(|| request(&mut kept)));
            }
        })?;
        Ok(Keeper { requests })
    }

    async fn ask<R: Send + 'static>(&self, request: impl FnOnce(&mut T) -> R + Send + 'static) -> Result<R, Refusal> {
        let (answer, waiting) = oneshot::channel();
        let request = Box::new(move |kept: &mut T| {
            // The client may be gone; the request is carried out all the same.
            let _ = answer.send(request(kept));
        });
        let gone = || Refusal::new(Code::Fault, "the store is closed");
        self.requests.send(request).map_err(|_| gone())?;
        waiting.await.map_err(|_| gone())
    }
}

/// The store.
pub struct Store {
    path: PathBuf,
    games: Keeper<Connection>,
    history: Keeper<HistoryFile>,
    /// The same history as programs who learn ask it, from their own threads.
    past: PastGames,
}

impl Store {
    /// Opens the store in a folder, and the history where it is.
    pub fn open(folder: &Path, history: Option<PathBuf>) -> Result<Store, String> {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let path = folder.join("server.sqlite");
        let wrong = |error: rusqlite::Error| format!("{}: {error}", path.display());
        let connection = Connection::open(&path).map_err(wrong)?;
        connection.busy_timeout(PATIENCE[0]).map_err(wrong)?;
        let application: u32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0)).map_err(wrong)?;
        let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(wrong)?;
        let tables: u32 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(wrong)?;
        if tables > 0 && (application, version) != (APPLICATION, VERSION) {
            return Err(format!("{}: a file of something else, or of another version", path.display()));
        }
        // NORMAL: what is committed outlives the program; only the power may take the last of it.
        connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;").map_err(wrong)?;
        connection.pragma_update(None, "application_id", APPLICATION).map_err(wrong)?;
        connection.pragma_update(None, "user_version", VERSION).map_err(wrong)?;
        connection.execute_batch(TABLE).map_err(wrong)?;
        connection.busy_timeout(GLANCE).map_err(wrong)?;
        let thread = |error: std::io::Error| error.to_string();
        Ok(Store {
            games: Keeper::new("games", connection).map_err(thread)?,
            past: history.clone().map_or(PastGames::default(), |path| history::past(Some(path))),
            history: Keeper::new("history", HistoryFile::new(history)).map_err(thread)?,
            path,
        })
    }

    /// Asks the file of games, for a moment again and again if somebody else has locked it.
    async fn ask<R: Send + 'static>(
        &self,
        request: impl Fn(&mut Connection) -> rusqlite::Result<R> + Send + Sync + 'static,
    ) -> Result<rusqlite::Result<R>, Refusal> {
        let request = Arc::new(request);
        let begin = std::time::Instant::now();
        loop {
            let request = Arc::clone(&request);
            let answer = self.games.ask(move |connection| request(connection)).await?;
            let locked = answer.as_ref().is_err_and(is_locked);
            if !locked || begin.elapsed() >= PATIENCE[1] {
                return Ok(answer);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Something could not be written, and why.
    fn not_stored(&self, error: &rusqlite::Error) -> Refusal {
        let full = error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull);
        let (code, remedy) = match full {
            true => (Code::NoRoom, "make room on the disk and try again"),
            false if is_locked(error) => (Code::NotStored, "another program uses the file, try again when it is done"),
            false => (Code::NotStored, "the file must be there and writable, then try again"),
        };
        let message = format!("{}: the game was not stored: {error}; {remedy}", self.path.display());
        Refusal::new(code, message)
    }

    /// Something could not be read, and why.
    fn not_read(&self, error: &rusqlite::Error) -> Refusal {
        let code = if is_locked(error) { Code::Busy } else { Code::Fault };
        Refusal::new(code, format!("{}: {error}", self.path.display()))
    }

    /// Keeps a game as it is now.
    pub async fn save(&self, saved: Saved) -> Result<(), Refusal> {
        let done = self.ask(move |connection| {
            let summary = json(&saved.summary())?;
            let over = saved.state == GameState::Over;
            let mut insert = connection.prepare_cached(
                "INSERT OR REPLACE INTO games (id, over, updated, summary, saved) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            insert.execute(params![saved.id, over, saved.updated as i64, summary, json(&saved)?]).map(drop)
        });
        done.await?.map_err(|error| self.not_stored(&error))
    }

    /// A game that was kept.
    pub async fn load(&self, id: &str) -> Result<Option<Saved>, Refusal> {
        let id = id.to_string();
        let loaded = self.ask(move |connection| {
            let mut query = connection.prepare_cached("SELECT saved FROM games WHERE id = ?1")?;
            query.query_row([&id], |row| row.get::<_, String>(0)).optional()
        });
        let text = loaded.await?.map_err(|error| self.not_read(&error))?;
        text.map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|error| Refusal::new(Code::Fault, format!("the stored game cannot be read: {error}")))
    }

    /// Games in the order of their last change, the newest first; only those that are over, or only the others, if asked.
    pub async fn list(&self, over: Option<bool>, offset: u64, limit: u64) -> Result<(Vec<GameSummary>, u64), Refusal> {
        let listed = self.ask(move |connection| -> rusqlite::Result<(Vec<String>, i64)> {
            let total = "SELECT count(*) FROM games WHERE ?1 IS NULL OR over = ?1";
            let total: i64 = connection.prepare_cached(total)?.query_row([over], |row| row.get(0))?;
            let mut query = connection.prepare_cached(
                "SELECT summary FROM games WHERE ?1 IS NULL OR over = ?1 ORDER BY updated DESC, id LIMIT ?2 OFFSET ?3",
            )?;
            let rows = query.query_map(params![over, limit as i64, offset as i64], |row| row.get(0))?;
            Ok((rows.collect::<Result<_, _>>()?, total))
        });
        let (texts, total) = listed.await?.map_err(|error| self.not_read(&error))?;
        let games = texts.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
        Ok((games, total as u64))
    }

    /// Forgets a game; if it is over, the history has it. Was there one?
    pub async fn delete(&self, id: &str) -> Result<bool, Refusal> {
        let id = id.to_string();
        let deleted = self.ask(move |connection| connection.execute("DELETE FROM games WHERE id = ?1", [&id]));
        deleted.await?.map(|count| count > 0).map_err(|error| self.not_stored(&error))
    }

    /// Forgets the oldest of the games that are over; the history has them.
    pub async fn trim(&self) -> Result<(), Refusal> {
        let trimmed = self.ask(|connection| {
            connection.execute(
                "DELETE FROM games WHERE id IN (SELECT id FROM games WHERE over ORDER BY updated DESC LIMIT -1 OFFSET ?1)",
                [limits::STORED_GAMES as i64],
            )
        });
        trimmed.await?.map(drop).map_err(|error| self.not_stored(&error))
    }

    /// From now on the file of games has at most so many pages, or as many as it has now if these are more.
    #[cfg(test)]
    pub async fn at_most(&self, pages: u32) {
        let limit = move |connection: &mut Connection| {
            connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
            let now: u32 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
            let most = format!("PRAGMA max_page_count = {}", pages.max(now));
            connection.query_row(&most, [], |row| row.get::<_, u32>(0))
        };
        self.ask(limit).await.unwrap().unwrap();
    }

    /// The history, for programs who learn from it.
    pub fn past(&self) -> PastGames {
        self.past.clone()
    }

    /// Puts a finished game into the history. What it has done to the rating of the person in it, if it counts.
    pub async fn record(&self, game: PlayedGame) -> Result<Option<RatedGame>, Refusal> {
        let recorded = self.history.ask(move |file| {
            file.ask(|history| {
                let id = history.record(&game)?;
                history.rated_game(id)
            })
        });
        recorded.await?.map_err(|error| Refusal::new(Code::Fault, error.to_string()))
    }

    /// Asks the history. `None` if there is none.
    pub async fn history<R: Send + 'static>(
        &self,
        question: impl FnOnce(&History) -> Result<R, history::Error> + Send + 'static,
    ) -> Result<Option<R>, Refusal> {
        let answered = self.history.ask(move |file| {
            if !file.path().is_some_and(Path::exists) {
                return Ok(None);
            }
            file.ask(|history| question(history)).map(Some)
        });
        answered.await?.map_err(|error| Refusal::new(Code::Fault, error.to_string()))
    }

    /// Brings games of chess into the history, which begins with them if there is none.
    pub async fn add_to_history(&self, text: String) -> Result<history::import::Summary, Refusal> {
        let added = self.history.ask(move |file| {
            let mut nobody = |_: &history::import::Broken| {};
            file.ask(|history| history.import_text(&text, "the page", &mut nobody))
        });
        added.await?.map_err(|error| Refusal::new(Code::NotStored, error.to_string()))
    }
}

fn json<T: serde::Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

/// Has another program locked the file?
fn is_locked(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_that_panics_is_refused_and_the_next_is_answered() {
        let keeper = Keeper::new("test", 7).unwrap();
        let broken = keeper.ask(|kept: &mut i32| assert_eq!(*kept, 8, "on purpose")).await;
        assert_eq!(broken.map_err(|refusal| refusal.code), Err(Code::Fault));
        assert_eq!(keeper.ask(|kept| *kept).await, Ok(7));
    }
}
