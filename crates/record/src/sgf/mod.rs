//! SGF, the notation of Go records: a tree of nodes with properties, `(;GM[1]SZ[9];B[ee](;W[ec])(;W[cc]))`.
//!
//! [`Tree`] is the grammar, whatever the properties mean; [`read`] and [`write()`] turn trees into records of Go and back. A
//! record has the points of GTP (`E5`), and what SGF says about the game as tags under the names of PGN; properties that
//! have no such name keep their own (`KM`, `RU`). Stones that stand before the first move become the tag `FEN`, an SGF as well,
//! which the game reads as a position.
//!
//! Reference: SGF FF\[4\], <https://www.red-bean.com/sgf/>.

mod games;
mod tree;

pub use games::{read, write};
pub use tree::{Node, Tree, Trees};
