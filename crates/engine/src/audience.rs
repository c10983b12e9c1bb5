//! Who is at the other end.

/// Who reads and writes the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Audience {
    /// People: moves are written as players write them (`Nf3`), and a game that is over takes no more moves.
    #[default]
    People,
    /// Programs: moves are written as the game's protocol writes them (`g1f3`). The other program is the arbiter: a draw by
    /// repetition or by counting that it has not claimed is played on.
    Programs,
}
