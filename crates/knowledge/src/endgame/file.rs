//! Tables in files: packed in blocks, each with its checksum, written whole or not at all.
//!
//! A file is called after its ending, `KQKR.kdtm`. It begins with [`MAGIC`], the name of the ending (eight bytes, filled up with
//! zeros), the number of cells (eight bytes) and the CRC-32 of these; then come the blocks of [`BLOCK`] cells, the last one
//! perhaps shorter: the packed length, the CRC-32 of the packed bytes, the packed bytes (Zstandard). All numbers are little
//! endian. Nothing follows the last block.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::ending::Ending;
use super::index::Index;
use super::tables::Table;
use crate::{Error, Exclusive, Refusal, WholeFile, packing};

/// What a table begins with; the last byte is the version.
const MAGIC: &[u8; 8] = b"KIEBDTM\x01";
/// Cells that are packed together.
const BLOCK: usize = 1 << 20;
/// Magic, name, number of cells, checksum.
const HEADER: usize = 8 + 8 + 8 + 4;
/// How hard packing tries: beyond this, files grow hardly smaller and writing much slower.
const LEVEL: i32 = 12;

/// A file that cannot be used, and why.
#[derive(Debug)]
pub struct FileError {
    path: PathBuf,
    /// Where in the file, if that makes sense.
    offset: Option<usize>,
    reason: String,
}

impl FileError {
    fn new(path: &Path, offset: Option<usize>, reason: impl fmt::Display) -> FileError {
        FileError { path: path.to_path_buf(), offset, reason: reason.to_string() }
    }
}

impl From<Error> for FileError {
    fn from(error: Error) -> FileError {
        match error {
            Error::Io(path, error) => FileError::new(&path, None, error),
            Error::Refused(Refusal { path, offset, reason }) => {
                FileError { path, offset: offset.map(|offset| offset as usize), reason }
            }
            other => FileError::new(Path::new("."), None, other),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(offset) = self.offset {
            write!(f, ", byte {offset}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for FileError {}

/// The name of an ending's file.
pub fn file_name(ending: Ending) -> String {
    format!("{ending}.kdtm")
}

/// Makes the folder for tables if it is not there, and keeps others from writing in it.
pub(super) fn claim_folder(folder: &Path) -> Result<Option<Exclusive>, FileError> {
    fs::create_dir_all(folder).map_err(|error| FileError::new(folder, None, error))?;
    Ok(Exclusive::folder(folder)?)
}

/// The size of an ending's file in bytes.
pub(super) fn size(folder: &Path, ending: Ending) -> Result<u64, FileError> {
    let path = folder.join(file_name(ending));
    fs::metadata(&path).map(|data| data.len()).map_err(|error| FileError::new(&path, None, error))
}

/// Writes a table. What is there already is replaced.
pub(super) fn write(folder: &Path, table: &Table) -> Result<(), FileError> {
    let path = folder.join(file_name(table.ending()));
    let bytes = pack(table).map_err(|error| FileError::new(&path, None, error))?;
    let mut file = WholeFile::create(&path, true)?;
    file.write_all(&bytes).map_err(|error| FileError::new(&path, None, error))?;
    Ok(file.finish()?)
}

fn pack(table: &Table) -> std::io::Result<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    let mut name = [0; 8];
    let text = table.ending().to_string();
    name[..text.len()].copy_from_slice(text.as_bytes());
    bytes.extend(name);
    bytes.extend((table.cells().len() as u64).to_le_bytes());
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    for block in table.cells().chunks(BLOCK) {
        let packed = packing::pack(block, LEVEL)?;
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&packed).to_le_bytes());
        bytes.extend(packed);
    }
    Ok(bytes)
}

/// Reads a table; `None` if there is no such file.
pub(super) fn read(folder: &Path, ending: Ending) -> Result<Option<Table>, FileError> {
    let path = folder.join(file_name(ending));
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FileError::new(&path, None, error)),
    };
    let cells = unpack(&bytes, ending).map_err(|(offset, reason)| FileError::new(&path, Some(offset), reason))?;
    Ok(Table::new(ending, cells))
}

/// Hands out the bytes of a file one field after the other.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

type Refused = (usize, String);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], Refused> {
        let field = self.bytes.get(self.at..).and_then(|rest| rest.get(..count)).ok_or_else(|| {
            (self.at, format!("the file ends after {} bytes, within {what}: it is truncated", self.bytes.len()))
        })?;
        self.at += count;
        Ok(field)
    }

    fn number(&mut self, what: &str) -> Result<usize, Refused> {
        let field = self.take(4, what)?;
        Ok(field.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }
}

/// The cells of a file, or what is wrong and where.
fn unpack(bytes: &[u8], ending: Ending) -> Result<Vec<u8>, Refused> {
    let mut reader = Reader { bytes, at: 0 };
    let header = reader.take(HEADER - 4, "the header")?;
    if header[..8] != *MAGIC {
        let reason = if header[..7] == MAGIC[..7] { "another version of table" } else { "not a table of Kiebitz" };
        return Err((0, reason.to_string()));
    }
    if reader.number("the header")? != crc32fast::hash(header) as usize {
        return Err((0, "the checksum of the header is wrong".to_string()));
    }
    let name = String::from_utf8_lossy(&header[8..16]);
    if name.trim_end_matches('\0') != ending.to_string() {
        return Err((8, format!("this is the table of {}", name.trim_end_matches('\0'))));
    }
    let count = 2 * Index::new(&ending).cells();
    let stated = u64::from_le_bytes(header[16..24].try_into().expect("eight bytes"));
    if stated != count as u64 {
        return Err((16, format!("{stated} cells, {ending} has {count}")));
    }
    let mut cells = Vec::with_capacity(count);
    while cells.len() < count {
        let start = reader.at;
        let (length, sum) = (reader.number("a block")?, reader.number("a block")?);
        let packed = reader.take(length, "a block")?;
        if crc32fast::hash(packed) as usize != sum {
            return Err((start, "the checksum of the block that begins here is wrong".to_string()));
        }
        let wanted = BLOCK.min(count - cells.len());
        let block = packing::unpack(packed, wanted).map_err(|error| (start, error.to_string()))?;
        if block.len() != wanted {
            return Err((start, format!("a block of {} cells, expected {wanted}", block.len())));
        }
        cells.extend(block);
    }
    match bytes.len() - reader.at {
        0 => Ok(cells),
        more => Err((reader.at, format!("{more} bytes too many"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::Tables;

    #[test]
    fn what_is_damaged_is_refused() {
        let ending: Ending = "KRK".parse().expect("an ending");
        let tables = Tables::default();
        let table = tables.table(ending).expect("three men");
        let good = pack(table).expect("packed");
        assert_eq!(unpack(&good, ending).expect("read back"), table.cells());
        // Every single byte counts, and so does every length.
        for at in (0..good.len()).step_by(97).chain(0..HEADER + 16) {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            let (offset, reason) = unpack(&bad, ending).expect_err("a changed byte");
            // A wrong length is noticed where its block should end.
            assert!(offset <= at + 8 && !reason.is_empty(), "byte {at} blamed on {offset}");
        }
        for length in (0..good.len()).step_by(97) {
            let (offset, reason) = unpack(&good[..length], ending).expect_err("cut off");
            assert!(offset <= length && reason.contains("truncated"), "{length}: {offset} {reason}");
        }
        let longer = [&good[..], b"x"].concat();
        assert_eq!(unpack(&longer, ending).expect_err("too long").0, good.len());
        assert!(unpack(&good, "KQK".parse().expect("an ending")).expect_err("another").1.contains("table of KRK"));
    }
}
