//! One data folder, one server: a file that the system locks for as long as the server runs, however it ends, and that says who has it.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;

/// The name of the file.
const NAME: &str = "server.lock";

/// The data folder is ours; until it is dropped, or the process ends.
pub struct Lock {
    #[cfg(unix)]
    _file: nix::fcntl::Flock<File>,
    #[cfg(not(unix))]
    _file: File,
}

impl Lock {
    /// Takes the folder for a server at this address. The error says who has it.
    pub fn take(folder: &Path, address: &str) -> Result<Lock, String> {
        let wrong = |error: std::io::Error| format!("{}: {error}", folder.join(NAME).display());
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut lock = open(&folder.join(NAME)).map_err(|error| match error.kind() {
            std::io::ErrorKind::WouldBlock => taken(folder),
            _ => wrong(error),
        })?;
        let now = crate::store::now() / 1000;
        let (day, second) = (record::date(now).replace('.', "-"), now % 86_400);
        let time = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
        let text = format!("process {}, {address}, since {day} {time} UTC\n", std::process::id());
        let file: &mut File = &mut lock;
        file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(text.as_bytes())).map_err(wrong)?;
        Ok(Lock { _file: lock })
    }
}

/// Who has the folder.
fn taken(folder: &Path) -> String {
    let mut said = String::new();
    let read = File::open(folder.join(NAME)).and_then(|file| file.take(500).read_to_string(&mut said));
    let plain: String = said.trim().chars().filter(|letter| !letter.is_control()).collect();
    let who = if read.is_ok() && !plain.is_empty() { format!(": {plain}") } else { String::new() };
    format!(
        "{}: another server has this data folder{who}; end it first, or let KIEBITZ_DATA name another folder",
        folder.display()
    )
}

#[cfg(unix)]
fn open(path: &Path) -> std::io::Result<nix::fcntl::Flock<File>> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    nix::fcntl::Flock::lock(file, nix::fcntl::FlockArg::LockExclusiveNonblock).map_err(|(_, error)| error.into())
}

#[cfg(windows)]
fn open(path: &Path) -> std::io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    /// Others may read what it says.
    const FILE_SHARE_READ: u32 = 1;
    const SHARING_VIOLATION: i32 = 32;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).share_mode(FILE_SHARE_READ);
    options.open(path).map_err(|error| match error.raw_os_error() {
        Some(SHARING_VIOLATION) => std::io::ErrorKind::WouldBlock.into(),
        _ => error,
    })
}

#[cfg(not(any(unix, windows)))]
fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_told_who_was_first_and_a_dead_one_blocks_nobody() {
        let folder = tempfile::tempdir().unwrap();
        // What a process that was killed has left behind.
        std::fs::write(folder.path().join(NAME), "process 1, http://localhost:1/, since always").unwrap();
        let first = Lock::take(folder.path(), "http://localhost:1912/").unwrap();
        let refused = Lock::take(folder.path(), "http://localhost:1913/").err().unwrap();
        let own = format!("process {}, http://localhost:1912/, since 20", std::process::id());
        assert!(refused.contains(&own) && refused.contains("KIEBITZ_DATA"), "{refused}");
        drop(first);
        assert!(Lock::take(folder.path(), "http://localhost:1913/").is_ok());
    }
}
