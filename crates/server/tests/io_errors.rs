//! The store on a disk that fails: at the first write, then at the second, and so on until nothing is left to fail, as SQLite tests
//! itself. What was acknowledged is there; what was refused has not happened.
//!
//! Reference: "How SQLite Is Tested", section 3.2, <https://www.sqlite.org/testing.html>.
#![cfg(unix)]

mod common;

use std::path::Path;

use common::{Client, Running, act, human};
use rusqlite::Connection;
use serde_json::{Value, json};

/// SQLite's own way to the disk, in which writes can be made to fail.
mod disk {
    use std::ffi::{c_int, c_void};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::SeqCst};

    use rusqlite::ffi;

    /// How often something is still written before it fails; 0 if nothing fails.
    static LEFT: AtomicI64 = AtomicI64::new(0);
    /// Does everything fail from then on, and not only one?
    static LASTING: AtomicBool = AtomicBool::new(false);
    static FAILED: AtomicBool = AtomicBool::new(false);
    static REAL_VFS: OnceLock<OpenFile> = OnceLock::new();
    static REAL: OnceLock<ffi::sqlite3_io_methods> = OnceLock::new();

    type OpenFile = unsafe extern "C" fn(
        *mut ffi::sqlite3_vfs,
        *const std::ffi::c_char,
        *mut ffi::sqlite3_file,
        c_int,
        *mut c_int,
    ) -> c_int;

    /// Lets the write of this number fail, and with `lasting` all after it.
    pub fn fail(number: i64, lasting: bool) {
        LASTING.store(lasting, SeqCst);
        FAILED.store(false, SeqCst);
        LEFT.store(number, SeqCst);
    }

    /// Lets nothing fail any more. Has anything failed?
    pub fn heal() -> bool {
        LEFT.store(0, SeqCst);
        FAILED.load(SeqCst)
    }

    fn fails() -> bool {
        let next = |left: i64| (left > 0).then(|| if left == 1 && LASTING.load(SeqCst) { 1 } else { left - 1 });
        let fails = LEFT.fetch_update(SeqCst, SeqCst, next) == Ok(1);
        FAILED.fetch_or(fails, SeqCst);
        fails
    }

    /// From now on all files of SQLite are on this disk.
    pub fn install() {
        // SAFETY: the structure that is found is never freed; the copy of it, with another way to open files, is not either.
        unsafe {
            let real = *ffi::sqlite3_vfs_find(std::ptr::null());
            REAL_VFS.set(real.xOpen.expect("files can be opened")).expect("once");
            let own = ffi::sqlite3_vfs { zName: c"failing".as_ptr(), xOpen: Some(open), ..real };
            assert_eq!(ffi::sqlite3_vfs_register(Box::leak(Box::new(own)), 1), ffi::SQLITE_OK);
        }
    }

    unsafe extern "C" fn open(
        vfs: *mut ffi::sqlite3_vfs,
        name: *const std::ffi::c_char,
        file: *mut ffi::sqlite3_file,
        flags: c_int,
        out: *mut c_int,
    ) -> c_int {
        // SAFETY: SQLite's own arguments for its own function. A file that was opened has methods, which are constants.
        unsafe {
            let code = REAL_VFS.get().expect("installed")(vfs, name, file, flags, out);
            if let Some(methods) = (*file).pMethods.as_ref() {
                // All kinds of files are written by the same functions there.
                let real = REAL.get_or_init(|| *methods);
                assert!(real.xWrite.is_some() && real.xSync.is_some() && real.xTruncate.is_some());
                let own = ffi::sqlite3_io_methods {
                    xWrite: Some(write),
                    xSync: Some(sync),
                    xTruncate: Some(truncate),
                    ..*methods
                };
                (*file).pMethods = Box::leak(Box::new(own));
            }
            code
        }
    }

    /// What fails has written the half of it.
    unsafe extern "C" fn write(file: *mut ffi::sqlite3_file, bytes: *const c_void, size: c_int, at: i64) -> c_int {
        let fails = fails();
        let size = if fails { size / 2 } else { size };
        // SAFETY: SQLite's own arguments for its own function, or a part of its bytes.
        let code = unsafe { REAL.get().and_then(|real| real.xWrite).expect("opened")(file, bytes, size, at) };
        if fails { ffi::SQLITE_IOERR_WRITE } else { code }
    }

    unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
        if fails() {
            return ffi::SQLITE_IOERR_FSYNC;
        }
        // SAFETY: SQLite's own arguments for its own function.
        unsafe { REAL.get().and_then(|real| real.xSync).expect("opened")(file, flags) }
    }

    unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: i64) -> c_int {
        if fails() {
            return ffi::SQLITE_IOERR_TRUNCATE;
        }
        // SAFETY: SQLite's own arguments for its own function.
        unsafe { REAL.get().and_then(|real| real.xTruncate).expect("opened")(file, size) }
    }
}

/// How many moves of a game anybody is shown.
fn shown(client: &Client, id: &str) -> usize {
    let game = client.get(&format!("/api/games/{id}")).unwrap().json();
    game["moves"].as_array().map_or(0, Vec::len)
}

/// How many are stored.
fn stored(folder: &Path, id: &str) -> usize {
    let file = Connection::open(folder.join("server.sqlite")).unwrap();
    let text: String = file.query_row("SELECT saved FROM games WHERE id = ?1", [id], |row| row.get(0)).unwrap();
    let saved: Value = serde_json::from_str(&text).unwrap();
    saved["moves"].as_array().unwrap().len()
}

/// Refused with the file and the reason.
fn assert_refused(answer: &common::client::Answer) {
    assert_eq!((answer.status, answer.code().as_str()), (503, "not-stored"));
    let message = answer.json()["error"]["message"].as_str().unwrap().to_string();
    assert!(message.contains("server.sqlite") && message.contains("disk I/O error"), "{message}");
}

/// What somebody finds who starts a server on the files as they are now, as after a kill.
fn after_a_kill(folder: &Path, games: &[(String, usize)]) {
    let copy = tempfile::tempdir().unwrap();
    for name in ["server.sqlite", "server.sqlite-wal"] {
        std::fs::copy(folder.join(name), copy.path().join(name)).unwrap();
    }
    let server = Running::start_with(copy, |config| config);
    let client = server.client("heir-of-all");
    for (id, moves) in games {
        assert_eq!(shown(&client, id), *moves, "{id}");
    }
}

#[test]
fn whatever_write_fails_nothing_acknowledged_is_lost() {
    disk::install();
    let server = Running::start();
    let (client, folder) = (server.client("player-one"), server.folder.path());
    let new = json!({ "game": "go(size=19)", "first": human(), "second": human() });
    let mut games = Vec::new();
    // Every second row of the board, so that nothing is taken.
    let rows = (1..=19).step_by(2);
    let mut points = rows.flat_map(|row| "ABCDEFGHJKLMNOPQRST".chars().map(move |column| format!("{column}{row}")));
    for lasting in [false, true] {
        let mut begun = 0;
        for number in 1.. {
            disk::fail(number, lasting);
            let answer = client.post("/api/games", &new).unwrap();
            let failed = disk::heal();
            match answer.status {
                201 => games.push((answer.json()["id"].as_str().unwrap().to_string(), 0)),
                _ => assert_refused(&answer),
            }
            begun += usize::from(answer.status == 201);
            if !failed {
                break;
            }
        }
        assert!(begun >= 1);
        let (id, played) = games.last_mut().unwrap();
        let mut refused = 0;
        for number in 1.. {
            let body = json!({ "move": points.next().unwrap(), "ply": *played });
            disk::fail(number, lasting);
            let answer = act(&client, id, "moves", body.clone());
            let failed = disk::heal();
            if answer.status == 200 {
                *played += 1;
            } else {
                assert_refused(&answer);
                assert_eq!((shown(&client, id), stored(folder, id)), (*played, *played), "write {number}, {lasting}");
                refused += 1;
                assert_eq!(act(&client, id, "moves", body).status, 200, "it goes on when the disk does");
                *played += 1;
            }
            assert_eq!((shown(&client, id), stored(folder, id)), (*played, *played), "write {number}, {lasting}");
            if !failed {
                break;
            }
        }
        assert!(refused >= 2, "the disk has failed, and nobody was told: {refused}");
    }
    after_a_kill(folder, &games);
    // What was written aside goes into the file itself from time to time.
    for number in 1.. {
        let file = Connection::open(folder.join("server.sqlite")).unwrap();
        disk::fail(number, false);
        let _ = file.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        let failed = disk::heal();
        after_a_kill(folder, &games);
        // Something to be moved next time.
        let (id, played) = games.last_mut().unwrap();
        let body = json!({ "move": points.next().unwrap(), "ply": *played });
        assert_eq!(act(&client, id, "moves", body).status, 200);
        *played += 1;
        if !failed {
            break;
        }
    }
    after_a_kill(folder, &games);
}
