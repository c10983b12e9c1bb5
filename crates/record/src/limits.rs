//! How much of a text is read.

/// Bounds on what is read. A game that exceeds one is reported ([`crate::Fault`], [`crate::Broken`]) and the next is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of one game. A text that is longer has lost its line breaks or is no record at all.
    pub bytes: usize,
    /// Moves of one game, those of its variations included.
    pub moves: usize,
    /// Variations within variations.
    pub depth: usize,
    /// Tags of one game.
    pub tags: usize,
    /// Games of one text.
    pub games: u64,
    /// Faults of one game that are reported; there may be one for each letter.
    pub faults: usize,
}

/// Enough for every game that was ever played: files may have any number of games.
impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 4 << 20, moves: 100_000, depth: 100, tags: 1000, games: u64::MAX, faults: 10 }
    }
}
