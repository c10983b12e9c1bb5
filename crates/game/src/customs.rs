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
    /// What the tag `Variant` of PGN calls the game: the game with its parameters where this is absent. Empty for the game that PGN was
    /// made for, which needs no such tag.
    pub variant: Option<Cow<'static, str>>,
    /// Games are also written as a line of moves and nothing else: `f5d6c3`.
    pub transcripts: bool,
    /// The protocol that the programs of this game speak: `uci`, `hub`, `gtp`, `ggp`.
    pub protocol: Option<Cow<'static, str>>,
}

impl Customs {
    /// The value of the tag `Variant` of a record of this game, whose text with its parameters is `spec`; `None` if it needs none.
    pub fn variant_tag<'a>(&'a self, spec: &'a str) -> Option<&'a str> {
        Some(self.variant.as_deref().unwrap_or(spec)).filter(|name| !name.is_empty())
    }
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
