//! Files that are written whole or not at all, and those that are read whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::Error;
use crate::exclusive::is_running;

/// A file in the making: it has a name of its own until [`WholeFile::finish`] gives it the right one, and is gone if that
/// never happens.
///
/// Only a process that is killed leaves one behind. Its name says whose it was, `NAME.PROCESS.LETTERS.part`, so that the next one that
/// makes the same file can remove it.
pub struct WholeFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

/// How the name of a file in the making ends.
const PART: &str = ".part";

impl WholeFile {
    /// Begins a file that is to be called `path`. An existing one is replaced only if that was asked for (`force`).
    pub fn create(path: &Path, force: bool) -> Result<WholeFile, Error> {
        if path.exists() && !force {
            return Err(Error::refuse(path, None, "there is such a file already; --force replaces it"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        remove_leftovers(folder, &name);
        let prefix = format!("{name}.{}.", std::process::id());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(PART);
        // Like any other new file: readable for whom the user's mask lets read.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(Error::io(path))?;
        Ok(WholeFile { path: path.to_path_buf(), file: BufWriter::new(file) })
    }

    /// Gives the file its name.
    pub fn finish(self) -> Result<(), Error> {
        let failed = Error::io(&self.path);
        let file = self.file.into_inner().map_err(|error| failed(error.into_error()))?;
        File::sync_all(file.as_file()).map_err(&failed)?;
        file.persist(&self.path).map_err(|error| failed(error.error))?;
        Ok(())
    }
}

/// Reads a file whole, unless it has more than `most` bytes: a device may have no end.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let reason = format!("more than {} MiB, which is more than is taken here", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// The same error with the name of the file: whoever writes into it may not know that.
fn named(path: &Path) -> impl Fn(io::Error) -> io::Error + '_ {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Removes what processes that are no more have left of the file `name`.
fn remove_leftovers(folder: &Path, name: &str) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let found = entry.file_name();
        let rest = found.to_str().and_then(|found| found.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(PART));
        let owner = rest.and_then(|rest| rest.split('.').next()?.parse().ok());
        if owner.is_some_and(|owner| !is_running(owner)) {
            // What cannot be removed does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(named(&self.path))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(named(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn leftovers_of_the_dead_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let mut dead = std::process::Command::new("true").spawn().unwrap();
        dead.wait().unwrap();
        let (dead, own) = (dead.id(), std::process::id());
        let gone = [format!("KQK.kdtm.{dead}.part"), format!("KQK.kdtm.{dead}.aB3.part")];
        let stay = [
            format!("KQK.kdtm.{own}.part"),
            format!("KRK.kdtm.{dead}.part"),
            format!("KQK.kdtm.{dead}"),
            "KQK.kdtm.part".to_string(),
            "KQK.kdtm.mine.part".to_string(),
        ];
        gone.iter().chain(&stay).for_each(|name| std::fs::write(folder.path().join(name), "x").unwrap());
        let path = folder.path().join("KQK.kdtm");
        let mut file = WholeFile::create(&path, false).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole");
        assert!(gone.iter().all(|name| !folder.path().join(name).exists()));
        assert!(stay.iter().all(|name| folder.path().join(name).exists()));
        // What is given up leaves nothing.
        drop(WholeFile::create(&path, true).unwrap());
        assert_eq!(folder.path().read_dir().unwrap().count(), stay.len() + 1);
    }
}
