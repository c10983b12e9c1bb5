//! A legal move, in every way in which a surface may want it.

use game::Clicks;

/// A legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// As people write it.
    pub text: String,
    /// As programs write it.
    pub code: String,
    /// How it is picked on a board.
    pub clicks: Clicks,
}
