//! How the players and the programs of a game write to each other.

use std::borrow::Cow;

/// The customs of a game beyond its own notation. The default is that of a game that nobody else knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Customs {
    /// The letters that stand for pieces in moves as people write them, `KQRBN` in chess: each language has its own. Empty where
    /// moves are written alike everywhere.
    pub piece_letters: Cow<'static, str>,
    /// Positions are FEN of chess: the second field is the side to move and the last the number of the move. A collection of
    /// them may be EPD.
    pub fen: bool,
    /// Who writes games down.
    pub record: RecordFormat,
    /// What a record calls the game, where it must say so: the tag `Variant` of PGN, `GameType` of PDN, `GM` of SGF. The game
    /// with its parameters serves where this is absent.
    pub record_name: Option<Cow<'static, str>>,
    /// The protocol that the programs of this game speak: `uci`, `hub`, `gtp`.
    pub protocol: Option<Cow<'static, str>>,
}

/// How games are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RecordFormat {
    /// Portable Game Notation.
    #[default]
    Pgn,
    /// Its relative for draughts.
    Pdn,
    /// Smart Game Format.
    Sgf,
}

impl RecordFormat {
    /// Its usual name.
    pub const fn name(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "PGN",
            RecordFormat::Pdn => "PDN",
            RecordFormat::Sgf => "SGF",
        }
    }
}
