//! The whole set of tables, made by several threads and kept in files.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::ending::Ending;
use super::file::{self, FileError};
use super::retrograde::solve;
use super::tables::{Table, Tables};

/// A table that is ready.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its ending.
    pub ending: Ending,
    /// The size of its file.
    pub bytes: u64,
    /// Was it solved now, or was the file there?
    pub fresh: bool,
    /// The longest win of either side, in plies; `None` if nobody wins.
    pub longest: Option<u8>,
}

/// How far the set is.
pub struct Progress<'a> {
    /// The table that has just become ready.
    pub made: &'a Made,
    /// How many are ready.
    pub done: usize,
    /// How many there will be.
    pub of: usize,
}

/// Makes the files of all endings with up to `men` men that are not there yet; with `replace` those that are there too.
///
/// A file that is there is read and checked, so a run that was interrupted is taken up where it was. Files that are damaged
/// are refused unless they are to be replaced. One process at a time may do this in a folder. Memory: one byte for each cell of every table, and as much again for those in
/// the making. Ends early, without an error, when `stopped` says so.
pub fn generate(
    folder: &Path,
    men: usize,
    threads: usize,
    replace: bool,
    stopped: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Made>, FileError> {
    let _claim = file::claim_folder(folder)?;
    let endings: Vec<Ending> = Ending::all().into_iter().filter(|ending| ending.men().len() <= men).collect();
    let tables = Tables::new(Some(folder)).solving_all();
    let ready: Mutex<Vec<Made>> = Mutex::default();
    // Endings with as many men and pawns do not lead to each other.
    for group in endings.chunk_by(|one, other| (one.men().len(), one.pawns()) == (other.men().len(), other.pawns())) {
        if stopped() {
            break;
        }
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), FileError> {
            while let Some(&ending) = group.get(next.fetch_add(1, Relaxed)) {
                let Some(made) = make(folder, &tables, ending, replace, stopped)? else { return Ok(()) };
                let mut ready = ready.lock().expect("nobody panics with the list in hand");
                ready.push(made);
                let (made, done) = (&ready[ready.len() - 1], ready.len());
                progress(Progress { made, done, of: endings.len() });
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads.min(group.len())).map(|_| scope.spawn(work)).collect();
            let own = work();
            others.into_iter().map(|other| other.join().expect("a thread does not panic")).fold(own, Result::and)
        })?;
    }
    Ok(ready.into_inner().expect("nobody panicked with the list in hand"))
}

/// Reads or makes one table. `None` if stopped.
fn make(
    folder: &Path,
    tables: &Tables,
    ending: Ending,
    replace: bool,
    stopped: &dyn Fn() -> bool,
) -> Result<Option<Made>, FileError> {
    let found = if replace { None } else { file::read(folder, ending)? };
    let fresh = found.is_none();
    let table = match found {
        Some(table) => table,
        None => {
            let Some(cells) = solve(&ending, tables, stopped) else { return Ok(None) };
            let table = Table::new(ending, cells).expect("as many cells as the ending has");
            file::write(folder, &table)?;
            table
        }
    };
    let longest = table.longest_win();
    let bytes = file::size(folder, ending)?;
    tables.insert(table);
    Ok(Some(Made { ending, bytes, fresh, longest }))
}
