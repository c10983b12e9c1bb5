//! How long a Syzygy file must be, from its name and header: a truncated copy is noticed when it is opened, and not only
//! when a probe happens to need what is missing.
//!
//! A file holds several tables: one for each file of the leading pawn, and one for each side to move. It is a header; then, each for all
//! tables in turn, their sparse indices, the lengths of their blocks, and the blocks; then 16 bytes of checksum.
//!
//! Reference: R. de Man's generator <https://github.com/syzygy1/tb>, whose format Fathom and python-chess read as well.

use std::io::{self, Read};

const CHECKSUM: u64 = 16;

/// What the header says of one table.
#[derive(Default)]
struct Table {
    index_entries: u64,
    block_lengths: u64,
    blocks: u64,
    block_size: u64,
}

/// The number of bytes of a whole file that begins like this one and is named like `KBNvK`; `distances` for `.rtbz`, which knows
/// how far it is to the next capture or pawn move. [`io::ErrorKind::UnexpectedEof`] if the file ends within its header, and
/// [`io::ErrorKind::InvalidData`] if this is no header.
pub(super) fn of(file: impl Read, name: &str, distances: bool) -> io::Result<u64> {
    let (white, black) = name.split_once('v').ok_or(io::ErrorKind::InvalidData)?;
    let men = white.len() + black.len();
    if !(2..=7).contains(&men) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let both_have_pawns = white.contains('P') && black.contains('P');

    let mut header = Header { file, at: 0 };
    header.bytes::<4>()?;
    let [layout] = header.bytes()?;
    let (split, pawns) = (layout & 1 != 0, layout & 2 != 0);
    // Distances are stored for one side to move; for the other the reader looks a ply ahead.
    let sides = if split && !distances { 2 } else { 1 };

    let mut sizes = Vec::new();
    for pawn_file in 0..if pawns { 4 } else { 1 } {
        // The order in which groups of men are numbered does not change how many positions there are.
        header.skip(if both_have_pawns { 2 } else { 1 })?;
        let mut pieces = vec![0; men];
        header.read(&mut pieces)?;
        for side in 0..sides {
            let pieces: Vec<u8> = pieces.iter().map(|both| if side == 0 { both & 15 } else { both >> 4 }).collect();
            sizes.push(positions(&pieces, pawns, both_have_pawns, pawn_file).ok_or(io::ErrorKind::InvalidData)?);
        }
    }
    header.align(2)?;

    let mut tables = Vec::new();
    let mut maps = Vec::new();
    for size in sizes {
        let [flags, second] = header.bytes()?;
        maps.push(flags);
        tables.push(if flags & SINGLE_VALUE == 0 { header.table(second, size)? } else { Table::default() });
    }
    if distances {
        for flags in maps.iter().filter(|flags| *flags & MAPPED != 0) {
            header.map_of_distances(flags & WIDE != 0)?;
        }
        header.align(2)?;
    }

    let before_blocks: u64 = tables.iter().map(|table| 6 * table.index_entries + 2 * table.block_lengths).sum();
    let end = tables
        .iter()
        .fold(header.at + before_blocks, |at, table| at.next_multiple_of(64) + table.blocks * table.block_size);
    Ok(end.next_multiple_of(64) + CHECKSUM)
}

/// Flags of a table: values are found through a list, which has two bytes a value, or all positions have the same.
const MAPPED: u8 = 2;
const WIDE: u8 = 16;
const SINGLE_VALUE: u8 = 128;

/// How many numbers a table has for positions of these men, in the order of the file: those that lead, with a symmetry taken out, then
/// each group of equal ones on the squares that are left.
fn positions(pieces: &[u8], pawns: bool, both_have_pawns: bool, pawn_file: u64) -> Option<u64> {
    let alone = |piece: &&u8| pieces.iter().filter(|other| other == piece).count() == 1;
    let unique = pieces.iter().filter(alone).count();
    // Without pawns three men lead who have no equals, or else the kings: 31,332 and 462 placements up to symmetry.
    let (leading, mut count) = match (pawns, unique >= 3) {
        (true, _) => {
            let leading = pieces.iter().take_while(|piece| **piece == pieces[0]).count();
            // The first pawn stands on its file, nearest to the edge and, there, nearest to its own side; so many squares remain for others.
            let others = |rank: u64| binomial(47 - 12 * pawn_file - 2 * rank, leading as u64 - 1);
            (leading, (0..6).map(others).sum::<u64>())
        }
        (false, true) => (3, 31_332),
        (false, false) => (2, 462),
    };
    let mut free = 64 - leading as u64;
    for (index, group) in pieces.get(leading..)?.chunk_by(u8::eq).enumerate() {
        let group_len = group.len() as u64;
        let squares = if index == 0 && both_have_pawns { 48 - leading as u64 } else { free };
        count = u64::checked_mul(count, binomial(squares, group_len))?;
        free -= group_len;
    }
    Some(count)
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

/// A header, read from its beginning on.
struct Header<R> {
    file: R,
    at: u64,
}

impl<R: Read> Header<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<()> {
        self.file.read_exact(into)?;
        self.at += into.len() as u64;
        Ok(())
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read(&mut bytes)?;
        Ok(bytes)
    }

    fn skip(&mut self, count: u64) -> io::Result<()> {
        let skipped = io::copy(&mut (&mut self.file).take(count), &mut io::sink())?;
        self.at += skipped;
        if skipped < count { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    fn align(&mut self, to: u64) -> io::Result<()> {
        self.skip(self.at.next_multiple_of(to) - self.at)
    }

    /// One table's part of the header, after its flags and the logarithm of its block size.
    fn table(&mut self, block_size: u8, size: u64) -> io::Result<Table> {
        let [span, padding, b0, b1, b2, b3, longest, shortest] = self.bytes()?;
        let blocks = u64::from(u32::from_le_bytes([b0, b1, b2, b3]));
        // Beyond these limits it is no header, and sums could overflow.
        if span >= 64 || block_size > 16 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        // The code of the compression: for each length of a symbol where it begins, then each symbol in three bytes.
        self.skip(2 * u64::from(longest.checked_sub(shortest).ok_or(io::ErrorKind::InvalidData)?) + 2)?;
        let symbols = u64::from(u16::from_le_bytes(self.bytes()?));
        self.skip(3 * symbols + symbols % 2)?;
        Ok(Table {
            index_entries: size.div_ceil(1 << span),
            block_lengths: blocks + u64::from(padding),
            blocks,
            block_size: 1 << block_size,
        })
    }

    /// Four lists of distances, each with its length before it: of won, lost, spoiled and saved positions.
    fn map_of_distances(&mut self, wide: bool) -> io::Result<()> {
        if wide {
            self.align(2)?;
        }
        for _ in 0..4 {
            let bytes =
                if wide { 2 * u64::from(u16::from_le_bytes(self.bytes()?)) } else { u64::from(self.bytes::<1>()?[0]) };
            self.skip(bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known sizes: three men and two (31,332 placements of three different men, 462 of two kings), and pawns that lead.
    #[test]
    fn positions_of_a_table() {
        let (king, queen, black_king, pawn, black_pawn) = (6, 5, 14, 1, 9);
        assert_eq!(positions(&[king, queen, black_king], false, false, 0), Some(31_332));
        assert_eq!(positions(&[king, black_king, queen, queen], false, false, 0), Some(462 * 62 * 61 / 2));
        assert_eq!(positions(&[pawn, king, black_king], true, false, 2), Some(6 * 63 * 62));
        assert_eq!(positions(&[pawn, black_pawn, king, black_king], true, true, 0), Some(6 * 47 * 62 * 61));
        // Two equal pawns: the leading one has 47, 45, ... 37 squares for its fellow when it stands on the first file.
        assert_eq!(
            positions(&[pawn, pawn, king, black_king], true, false, 0),
            Some((47 + 45 + 43 + 41 + 39 + 37) * 62 * 61)
        );
    }

    #[test]
    fn no_header() {
        assert_eq!(of(&[1, 2, 3][..], "KQvK", false).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(of(&[0; 99][..], "nonsense", false).unwrap_err().kind(), io::ErrorKind::InvalidData);
        for seed in 0..=255 {
            let bytes: Vec<u8> = (0..4000u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8 ^ seed).collect();
            let _ = of(&bytes[..], "KPPvKP", seed % 2 == 0);
        }
    }
}
