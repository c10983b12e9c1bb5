//! Files that are written whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::Error;

/// A file in the making: it has a name of its own until [`WholeFile::finish`] gives it the right one, and is gone if that
/// never happens.
pub struct WholeFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl WholeFile {
    /// Begins a file that is to be called `path`. An existing one is replaced only if that was asked for (`force`).
    pub fn create(path: &Path, force: bool) -> Result<WholeFile, Error> {
        if path.exists() && !force {
            return Err(Error::refuse(path, None, "there is such a file already; --force replaces it"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kiebitz-");
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

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
