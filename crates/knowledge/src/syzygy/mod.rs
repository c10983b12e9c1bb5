//! Syzygy tables, for users who have them: win, draw or loss under the fifty-move rule, and the distance to the next capture or pawn
//! move. `shakmaty-syzygy` reads the files, if the feature `syzygy` is on; without it they are refused.
//!
//! Reference: <https://www.chessprogramming.org/Syzygy_Bases>.

#[cfg(feature = "syzygy")]
mod base;
#[cfg(not(feature = "syzygy"))]
#[path = "no_base.rs"]
mod base;
mod length;

use std::fmt;
use std::path::Path;

use chess::{Move, Position};
use game::{Rules, Stage};

use self::base::Base;

/// The result of a position with best play, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// -2 for a loss to 2 for a win, as the tables count.
    pub fn number(self) -> i32 {
        self as i32 - 2
    }

    fn from_number(number: i32) -> Wdl {
        match number {
            ..=-2 => Wdl::Loss,
            -1 => Wdl::BlessedLoss,
            0 => Wdl::Draw,
            1 => Wdl::CursedWin,
            2.. => Wdl::Win,
        }
    }

    /// What it means to the other side.
    pub fn reversed(self) -> Wdl {
        Wdl::from_number(-self.number())
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "loss, saved by the fifty-move rule",
            Wdl::Draw => "draw",
            Wdl::CursedWin => "win, spoiled by the fifty-move rule",
            Wdl::Win => "win",
        })
    }
}

/// A move with what it brings the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// The result, the fifty-move clock of the position included.
    pub wdl: Wdl,
    /// Plies to the next capture or pawn move, or to mate, this move included: positive when winning, negative when
    /// losing, 0 for a draw. Beyond ±100 the fifty-move rule steps in.
    pub dtz: i32,
}

/// How files with results and files with distances begin.
const RESULTS: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
const DISTANCES: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

/// The tables found in some folders.
pub struct Syzygy {
    base: Base,
    files: usize,
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Syzygy({} files)", self.files)
    }
}

impl Syzygy {
    /// The tables of these folders, separated as the system separates the folders of `PATH`, and what is wrong with folders and
    /// files that could not be used. Files that are not tables are passed over.
    pub fn open(folders: &str) -> (Syzygy, Vec<String>) {
        let mut found = Syzygy { base: Base::empty(), files: 0 };
        let mut complaints = Vec::new();
        for folder in std::env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
            match std::fs::read_dir(&folder) {
                Ok(entries) => {
                    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
                        found.add(&path, &mut complaints);
                    }
                }
                Err(error) => complaints.push(format!("{}: {error}", folder.display())),
            }
        }
        complaints.sort();
        (found, complaints)
    }

    fn add(&mut self, path: &Path, complaints: &mut Vec<String>) {
        let magic: [u8; 4] = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rtbw") => RESULTS,
            Some("rtbz") => DISTANCES,
            _ => return,
        };
        match check_file(path, magic).and_then(|()| self.base.add_file(path)) {
            Ok(()) => self.files += 1,
            Err(reason) => complaints.push(format!("{}: {reason}", path.display())),
        }
    }

    /// How many files there are.
    pub fn files(&self) -> usize {
        self.files
    }

    /// The greatest number of men of any table; 0 if there is none.
    #[inline]
    pub fn most_men(&self) -> usize {
        self.base.most_men()
    }

    /// The result if the fifty-move clock stood at 0. `Ok(None)` if no table knows; an error if a table is damaged.
    pub fn wdl(&self, position: &Position) -> Result<Option<Wdl>, String> {
        Ok(self.base.wdl(position)?.map(Wdl::from_number))
    }

    /// Plies to the next capture or pawn move with best play, as [`Judged::dtz`] counts them. Errors as with [`Syzygy::wdl`].
    pub fn dtz(&self, position: &Position) -> Result<Option<i32>, String> {
        self.base.dtz(position)
    }

    /// Every legal move, the best first: by result, then the shortest way of winning and the longest of losing. `Ok(None)` if one of
    /// them leads where no table knows.
    pub fn moves(&self, position: &Position) -> Result<Option<Vec<Judged>>, String> {
        let mut moves = Vec::new();
        position.generate(Stage::All, &mut moves);
        let mut judged = Vec::with_capacity(moves.len());
        for mv in moves {
            let Some(dtz) = self.dtz_by(&position.after(mv))? else { return Ok(None) };
            judged.push(Judged { mv, wdl: by_clock(dtz, position.halfmove_clock()), dtz });
        }
        // Positive numbers are better when small, negative ones when large in size.
        judged.sort_by_key(|one| std::cmp::Reverse((one.wdl, one.dtz.signum(), -one.dtz)));
        Ok(Some(judged))
    }

    /// The distance counted from before the move that led to this position, for the side that made it.
    fn dtz_by(&self, after: &Position) -> Result<Option<i32>, String> {
        if after.halfmove_clock() > 0 {
            let mated = after.checkers().any() && after.count_moves() == 0;
            let count = |dtz: i32| -dtz + (-dtz).signum();
            return Ok(if mated { Some(1) } else { self.dtz(after)?.map(count) });
        }
        // A capture or pawn move ends the count by itself.
        let wdl = if after.board().occupied().count() == 2 { Some(Wdl::Draw) } else { self.wdl(after)? };
        Ok(wdl.map(|wdl| match wdl.reversed() {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        }))
    }
}

/// The result of a move that needs `dtz` plies to the next capture or pawn move when `clock` plies have passed without one.
fn by_clock(dtz: i32, clock: usize) -> Wdl {
    let plies = dtz.abs() + clock as i32;
    // A capture or pawn move at the hundredth ply comes in time.
    match (dtz.signum(), plies <= 100) {
        (0, _) => Wdl::Draw,
        (1, true) => Wdl::Win,
        (1, false) => Wdl::CursedWin,
        (_, true) => Wdl::Loss,
        (_, false) => Wdl::BlessedLoss,
    }
}

/// Checks the magic number, and that the file is as long as its header says.
fn check_file(path: &Path, magic: [u8; 4]) -> Result<(), String> {
    use std::io::{BufReader, ErrorKind, Read, Seek};
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    let mut file = BufReader::new(file);
    let mut start = [0; 4];
    file.read_exact(&mut start).map_err(|error| format!("byte 0: {error}"))?;
    if start != magic {
        return Err("byte 0: not a Syzygy table".to_string());
    }
    file.rewind().map_err(|error| error.to_string())?;
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    match length::of(file, name, magic == DISTANCES) {
        Ok(length) if size < length => {
            Err(format!("byte {size}: the file ends here, but it should have {length} bytes: it is truncated"))
        }
        Ok(length) if size > length => {
            Err(format!("byte {length}: the table ends here, but the file has {size} bytes"))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Err(format!("byte {size}: the file ends here, within its header: it is truncated"))
        }
        Err(error) if error.kind() == ErrorKind::InvalidData => Err("byte 4: the header is damaged".to_string()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_the_clock() {
        for wdl in [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win] {
            assert_eq!(wdl.reversed().reversed(), wdl);
            assert_eq!(Wdl::from_number(wdl.number()), wdl);
        }
        assert_eq!(by_clock(53, 47), Wdl::Win);
        assert_eq!(by_clock(53, 48), Wdl::CursedWin);
        assert_eq!(by_clock(-101, 0), Wdl::BlessedLoss);
    }
}
