//! Files that one process at a time may write.

use std::fs::File;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use crate::Error;

/// A file, or a folder, that nobody else has for writing as long as this value lives. A lock ends with its process, however that
/// ends, so that nothing is ever left locked. Elsewhere than on Unix nobody is kept out.
pub struct Exclusive {
    file: File,
}

impl Exclusive {
    /// Claims an open file. The error names it, and who has it if that can be told.
    pub fn claim(file: File, path: &Path) -> Result<Exclusive, Error> {
        #[cfg(unix)]
        {
            use rustix::fs::{FlockOperation, flock};
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(rustix::io::Errno::WOULDBLOCK) => {
                    let who = holder(&file).map_or(String::new(), |id| format!(" (process {id})"));
                    let reason = format!("another program is writing here{who}; one at a time may");
                    return Err(Error::refuse(path, None, reason));
                }
                Err(error) => return Err(Error::Io(path.to_path_buf(), error.into())),
            }
        }
        #[cfg(not(unix))]
        let _ = path;
        Ok(Exclusive { file })
    }

    /// Claims a folder: all files in it.
    pub fn folder(path: &Path) -> Result<Option<Exclusive>, Error> {
        // Elsewhere a folder cannot be opened.
        #[cfg(unix)]
        return Exclusive::claim(File::open(path).map_err(Error::io(path))?, path).map(Some);
        #[cfg(not(unix))]
        return Ok(path.is_dir().then_some(()).and(None));
    }
}

impl Deref for Exclusive {
    type Target = File;

    fn deref(&self) -> &File {
        &self.file
    }
}

impl DerefMut for Exclusive {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.file
    }
}

/// The process that holds the lock of a file, where the system tells.
#[cfg(target_os = "linux")]
fn holder(file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let data = file.metadata().ok()?;
    let (major, minor) = (rustix::fs::major(data.dev()), rustix::fs::minor(data.dev()));
    let place = format!("{major:02x}:{minor:02x}:{}", data.ino());
    // Lines such as `1: FLOCK  ADVISORY  WRITE 708 00:31:2311 0 EOF`.
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let mut fields = locks.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    fields.find_map(|fields| match fields[..] {
        [_, "FLOCK", _, _, id, at, ..] if at == place => id.parse().ok(),
        _ => None,
    })
}

#[cfg(all(unix, not(target_os = "linux")))]
fn holder(_file: &File) -> Option<u32> {
    None
}

/// Is there a process of this number? Where that cannot be told, there is.
pub(crate) fn is_running(id: u32) -> bool {
    #[cfg(unix)]
    {
        use rustix::{io::Errno, process};
        let id = i32::try_from(id).ok().and_then(process::Pid::from_raw);
        id.is_some_and(|id| process::test_kill_process(id) != Err(Errno::SRCH))
    }
    #[cfg(not(unix))]
    {
        let _ = id;
        true
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let first = Exclusive::claim(File::create(&path).unwrap(), &path).unwrap();
        let refused = Exclusive::claim(File::open(&path).unwrap(), &path).err().expect("it is taken").to_string();
        assert!(refused.starts_with(&path.display().to_string()), "{refused}");
        #[cfg(target_os = "linux")]
        assert!(refused.contains(&format!("process {}", std::process::id())), "{refused}");
        let whole = Exclusive::folder(folder.path()).unwrap();
        assert!(Exclusive::folder(folder.path()).is_err());
        drop((first, whole));
        assert!(Exclusive::claim(File::open(&path).unwrap(), &path).is_ok());
        assert!(Exclusive::folder(folder.path()).is_ok());
    }
}
