//! Our own endgame tables: every ending up to four men, solved to mate, with no download.
//!
//! A table gives the result of every position of an ending, both sides to move, and the distance to mate in plies. Three-man
//! tables are made in memory when they are first needed; four-man tables are made once ([`generate`]) and kept in files.
//! [`Tables`] is what others ask. The module knows the rules of chess and files, and no search.
//!
//! Which men: `ending`. Which cell: `index`. How it is solved: `retrograde`. How it is kept: `file`. How it is
//! checked: `verify`. How many positions there are: `count`.
//!
//! Reference: <https://www.chessprogramming.org/Retrograde_Analysis>.

mod count;
mod ending;
mod file;
mod index;
mod retrograde;
mod set;
mod tables;
mod value;
mod verify;

pub use count::{Count, count};
pub use ending::{Ending, MOST_MEN};
pub use file::{FileError, file_name};
pub use set::{Made, Progress, generate};
pub use tables::{Table, Tables};
pub use value::Value;
pub use verify::{Checked, Mistake, verify};

use chess::{Color, Position, Setup, Square};

/// The position of these men; `None` if the rules do not allow it.
fn position(ending: &Ending, squares: &[Square; MOST_MEN], turn: Color) -> Option<Position> {
    let mut setup = Setup { turn, ..Setup::default() };
    for (&man, &square) in ending.men().iter().zip(squares) {
        if setup.board.piece_on(square).is_some() {
            return None;
        }
        setup.board.put(square, man);
    }
    setup.position().ok()
}
