//! Opening a store: making a new one, and refusing what is none.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::{History, rating, searched};
use crate::{Error, store_error};

/// What SQLite files begin with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Marks our files among those of SQLite: "KIEB".
const APPLICATION: u32 = 0x4b49_4542;
/// The version of the tables below.
const VERSION: u32 = 1;
/// Where the two stand in the file.
const APPLICATION_AT: u64 = 68;
const VERSION_AT: u64 = 60;
/// How long to wait while another program writes.
const PATIENCE: Duration = Duration::from_secs(20);

const TABLES: &str = "
CREATE TABLE variants (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    variant INTEGER NOT NULL REFERENCES variants (id),
    fingerprint INTEGER NOT NULL UNIQUE,
    start TEXT,
    moves TEXT NOT NULL,
    result TEXT NOT NULL,
    first TEXT NOT NULL, first_options TEXT NOT NULL, first_rating INTEGER,
    second TEXT NOT NULL, second_options TEXT NOT NULL, second_rating INTEGER,
    clock TEXT, termination TEXT, event TEXT, site TEXT, date TEXT NOT NULL, round TEXT,
    source TEXT NOT NULL
);
CREATE TABLE moves (
    variant INTEGER NOT NULL REFERENCES variants (id),
    key INTEGER NOT NULL,
    move TEXT NOT NULL,
    first INTEGER NOT NULL, draws INTEGER NOT NULL, second INTEGER NOT NULL,
    ratings INTEGER NOT NULL, rated INTEGER NOT NULL,
    recent TEXT NOT NULL,
    PRIMARY KEY (variant, key, move)
) WITHOUT ROWID;
CREATE TABLE pending (game INTEGER PRIMARY KEY REFERENCES games (id), keys BLOB NOT NULL);
";

impl History {
    /// Opens a store, or makes one if there is none.
    pub fn open(path: &Path) -> Result<History, Error> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
        }
        History::with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that is there already. One that we may not write can still be read.
    pub fn open_existing(path: &Path) -> Result<History, Error> {
        if !path.try_exists().map_err(Error::io(path))? {
            return Err(Error::Request(format!(
                "{}: there is no history yet; 'kiebitz history import' or 'kiebitz play' begin one",
                path.display()
            )));
        }
        History::with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    fn with_flags(path: &Path, flags: OpenFlags) -> Result<History, Error> {
        check(path)?;
        let connection = match connect(path, flags, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;") {
            Err(error) if is_read_only(&error) && path.exists() => connect_to_read(path),
            other => other,
        };
        let connection = connection.map_err(store_error(path))?;
        let writable = !connection.is_readonly("main").map_err(store_error(path))?;
        let mut history = History { path: path.to_path_buf(), connection };
        history.prepare()?;
        // Who may only read sees the counts as they were left.
        if writable {
            let later = [rating::TABLE, searched::TABLE].concat();
            history.connection.execute_batch(&later).map_err(store_error(path))?;
            history.count()?;
        }
        Ok(history)
    }

    /// Makes the tables of a new file; two programs may try at once.
    fn prepare(&mut self) -> Result<(), Error> {
        let failed = store_error(&self.path);
        let version = |connection: &Connection| connection.query_row("PRAGMA user_version", [], |row| row.get(0));
        let mut found: u32 = version(&self.connection).map_err(&failed)?;
        if found == 0 {
            let making = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate);
            let making = making.map_err(&failed)?;
            found = version(&making).map_err(&failed)?;
            if found == 0 {
                let tables: u32 =
                    making.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(&failed)?;
                if tables > 0 {
                    return Err(Error::refuse(&self.path, Some(APPLICATION_AT), "a SQLite file of something else"));
                }
                making.execute_batch(TABLES).map_err(&failed)?;
                making.pragma_update(None, "application_id", APPLICATION).map_err(&failed)?;
                making.pragma_update(None, "user_version", VERSION).map_err(&failed)?;
                making.commit().map_err(&failed)?;
                return Ok(());
            }
        }
        let application: u32 =
            self.connection.query_row("PRAGMA application_id", [], |row| row.get(0)).map_err(&failed)?;
        if application != APPLICATION {
            return Err(Error::refuse(&self.path, Some(APPLICATION_AT), "a SQLite file of something else"));
        }
        if found != VERSION {
            let reason = format!("a history of version {found}, this program knows version {VERSION}");
            return Err(Error::refuse(&self.path, Some(VERSION_AT), reason));
        }
        Ok(())
    }
}

/// Opens the file. In `mode`, NORMAL means: what is committed outlives the program; only the power may take the last of it.
fn connect(path: &Path, flags: OpenFlags, mode: &str) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    let settings = "PRAGMA foreign_keys = ON; PRAGMA cache_size = -32000; PRAGMA temp_store = FILE;";
    connection.execute_batch(&format!("{mode} {settings} SELECT count(*) FROM sqlite_schema;"))?;
    Ok(connection)
}

/// The same for a file, or in a folder, that we may not write. Beside one that writes, SQLite needs files that only somebody who may
/// write can make; where they are not, nobody writes, and the file can be read as it is.
fn connect_to_read(path: &Path) -> rusqlite::Result<Connection> {
    let reading = OpenFlags::SQLITE_OPEN_READ_ONLY;
    connect(path, reading, "").or_else(|_| {
        let name: String = path
            .as_os_str()
            .as_encoded_bytes()
            .iter()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' => char::from(*byte).to_string(),
                other => format!("%{other:02x}"),
            })
            .collect();
        connect(Path::new(&format!("file:{name}?immutable=1")), reading | OpenFlags::SQLITE_OPEN_URI, "")
    })
}

fn is_read_only(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
    matches!(error.sqlite_error_code(), Some(ReadOnly | CannotOpen | PermissionDenied))
}

/// What can be seen from outside: is it a SQLite file, and is it all there?
fn check(path: &Path) -> Result<(), Error> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        other => other.map_err(Error::io(path))?,
    };
    let length = file.metadata().map_err(Error::io(path))?.len();
    if length == 0 {
        return Ok(());
    }
    let mut header = [0; 100];
    if length < 100 || file.read_exact(&mut header).is_err() {
        return Err(Error::refuse(path, Some(length), "cut off within the first 100 bytes"));
    }
    if !header.starts_with(MAGIC) {
        return Err(Error::refuse(path, Some(0), "no SQLite file, expected a history of Kiebitz"));
    }
    // While the log beside it holds pages the file may be behind.
    let log = path.with_file_name(format!("{}-wal", path.file_name().unwrap_or_default().to_string_lossy()));
    if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return Ok(());
    }
    let page_size = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size => u64::from(size),
    };
    let pages = u64::from(u32::from_be_bytes([header[28], header[29], header[30], header[31]]));
    if length < pages * page_size {
        let reason = format!("cut off: {pages} pages of {page_size} bytes should be there");
        return Err(Error::refuse(path, Some(length), reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_store_is_refused_with_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/history.sqlite");
        drop(History::open(&path).unwrap());
        let good = std::fs::read(&path).unwrap();
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            match History::open(&path) {
                Err(Error::Refused(refusal)) => {
                    assert_eq!(refusal.path, path);
                    assert_eq!(std::fs::read(&path).unwrap(), bytes, "a refused file stays as it is");
                    refusal.offset
                }
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(refused(b"[Event \"not a store at all, and long enough not to be taken for one that was cut off in its header\"]"), Some(0));
        assert_eq!(refused(&good[..50]), Some(50));
        assert_eq!(refused(&good[..good.len() - 4096]), Some(good.len() as u64 - 4096));
        let mut later = good.clone();
        later[63] = 9;
        assert_eq!(refused(&later), Some(60));
        let mut other = good.clone();
        other[68] = 0;
        assert_eq!(refused(&other), Some(68));
        std::fs::write(&path, &good).unwrap();
        assert!(History::open_existing(&path).is_ok());
        assert!(History::open_existing(&folder.path().join("none")).is_err());
    }
}
