//! Files of any size, plain or zstd-compressed, one game in memory at a time.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::pgn::Games;

/// The first bytes of every zstd frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The games of a file in PGN or PDN, and how many of its bytes were read so far.
pub struct File {
    /// The games.
    pub games: Games<Box<dyn BufRead + Send>>,
    /// The size of the file in bytes.
    pub size: u64,
    /// Bytes read so far, of the file as it lies there.
    pub read: Arc<AtomicU64>,
}

impl File {
    /// Opens a file; zstd is known by its first bytes, whatever the file is called.
    pub fn open(path: &Path) -> io::Result<File> {
        let file = fs::File::open(path)?;
        let size = file.metadata()?.len();
        let read = Arc::new(AtomicU64::new(0));
        let mut counted = BufReader::with_capacity(1 << 16, Counted { inner: file, read: read.clone() });
        let lines: Box<dyn BufRead + Send> = match counted.fill_buf()?.starts_with(&ZSTD) {
            true => unpacked(counted)?,
            false => Box::new(counted),
        };
        Ok(File { games: Games::new(lines), size, read })
    }
}

#[cfg(feature = "zstd")]
fn unpacked(packed: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    Ok(Box::new(BufReader::new(zstd::Decoder::with_buffer(packed)?)))
}

#[cfg(not(feature = "zstd"))]
fn unpacked(_: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "it is compressed with zstd, which this build cannot read"))
}

struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}
