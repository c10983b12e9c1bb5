//! The rule sets as a table of properties. Nothing else in this folder asks for a rule set by name.
//!
//! Rules of play after the federations' own texts as retold on Wikipedia's pages on each game, checked by the move counts
//! in `tests/data/draughts.perft`. The counts of moves without progress that make a draw differ between federations and
//! years; the ones chosen stand in each row with their reason. Repetition is a draw everywhere and not decided here.

/// Which of several possible captures must be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// Any of them.
    Free,
    /// Any, but by a king if a king can.
    KingFirst,
    /// The most pieces.
    Count,
    /// The most pieces, and among these the most kings.
    CountThenKings,
    /// The most pieces; then by a king; then the most kings; then kings as early as possible.
    Italian,
    /// The greatest value, a king counting one and a half men; then by a king.
    Value,
}

/// An ending with few pieces that is a draw when it lasts.
///
/// It counts when one side has exactly `weak` pieces, all kings, and the other a number of pieces within `strong`, at least
/// one of them a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The number of kings of the one side, which has no men.
    pub weak: u32,
    /// The least and the greatest number of pieces of the other side.
    pub strong: (u32, u32),
    /// The other side may have no men either.
    pub kings_only: bool,
    /// A draw after this many plies.
    pub plies: u16,
}

/// What tells one kind of draughts from another.
#[derive(PartialEq, Eq, Debug)]
pub struct Rules {
    /// The name in `draughts(rules=name)`.
    pub name: &'static str,
    /// One line for a list of rule sets.
    pub description: &'static str,
    /// The usual board: 4 for 8×8, 5 for 10×10.
    pub order: usize,
    /// White opens, not Black.
    pub white_opens: bool,
    /// Kings move and capture over any distance. Captured pieces stay on the board until the capture is complete, and none
    /// is jumped twice; this holds in all rule sets but shows only here (the Turkish stroke).
    pub flying_kings: bool,
    /// Men capture backwards too.
    pub men_capture_backwards: bool,
    /// Men may capture kings.
    pub men_capture_kings: bool,
    /// Everyone captures sideways and up and down too, over the next dark square.
    pub orthogonal_captures: bool,
    /// A man that touches its king row during a capture goes on as a king; otherwise it becomes one only if it stops there.
    pub promotes_in_passing: bool,
    /// A capture need not be begun; once begun it must be completed.
    pub captures_optional: bool,
    /// Which capture must be made.
    pub precedence: Precedence,
    /// A side that still has men may make at most this many plain moves in a row with one king; 0 for no limit.
    pub king_run_limit: u8,
    /// The board has a light square in the lower left corner.
    pub mirrored: bool,
    /// Squares are written `c3` and not `11`.
    pub algebraic: bool,
    /// A draw after this many plies of kings without a capture.
    pub no_progress_plies: u16,
    /// Endings that are drawn sooner.
    pub endings: &'static [Ending],
}

const ENGLISH: Rules = Rules {
    name: "english",
    description: "English draughts, American checkers: kings move one square, men capture forwards, any capture",
    order: 4,
    white_opens: false,
    flying_kings: false,
    men_capture_backwards: false,
    men_capture_kings: true,
    orthogonal_captures: false,
    promotes_in_passing: false,
    captures_optional: false,
    precedence: Precedence::Free,
    king_run_limit: 0,
    mirrored: false,
    algebraic: false,
    // Forty moves a side (American Checker Federation).
    no_progress_plies: 80,
    endings: &[],
};

const INTERNATIONAL: Rules = Rules {
    name: "international",
    description: "International (Polish) draughts: flying kings, men capture backwards, the most pieces",
    order: 5,
    white_opens: true,
    flying_kings: true,
    men_capture_backwards: true,
    precedence: Precedence::Count,
    // Twenty-five moves a side; sixteen for three pieces against a king, five for two or one (FMJD).
    no_progress_plies: 50,
    endings: &[
        Ending { weak: 1, strong: (3, 3), kings_only: false, plies: 32 },
        Ending { weak: 1, strong: (1, 2), kings_only: false, plies: 10 },
    ],
    ..ENGLISH
};

/// All rule sets; the first is the default.
pub static RULES: [Rules; 10] = [
    ENGLISH,
    Rules {
        name: "optional",
        description: "English draughts in which a capture need not be begun, but once begun must be completed",
        captures_optional: true,
        ..ENGLISH
    },
    INTERNATIONAL,
    Rules {
        name: "russian",
        description: "Russian draughts (shashki): flying kings, any capture, promotion in passing",
        order: 4,
        precedence: Precedence::Free,
        promotes_in_passing: true,
        algebraic: true,
        // Fifteen moves a side; fifteen for three or more kings against one, five for endings of two and three pieces.
        no_progress_plies: 30,
        endings: &[
            Ending { weak: 1, strong: (3, 99), kings_only: true, plies: 30 },
            Ending { weak: 1, strong: (1, 2), kings_only: false, plies: 10 },
        ],
        ..INTERNATIONAL
    },
    Rules {
        name: "brazilian",
        description: "Brazilian draughts: the international rules on the 8×8 board",
        order: 4,
        algebraic: true,
        // Twenty moves a side; five for two pieces against two kings or one (Brazilian confederation).
        no_progress_plies: 40,
        endings: &[
            Ending { weak: 1, strong: (1, 2), kings_only: false, plies: 10 },
            Ending { weak: 2, strong: (2, 2), kings_only: false, plies: 10 },
        ],
        ..INTERNATIONAL
    },
    Rules {
        name: "pool",
        description: "American pool checkers: flying kings, men capture backwards, any capture, Black opens",
        order: 4,
        white_opens: false,
        precedence: Precedence::Free,
        // The thirteen-move rule for three kings against one; otherwise as in English draughts.
        no_progress_plies: 80,
        endings: &[Ending { weak: 1, strong: (3, 3), kings_only: true, plies: 26 }],
        ..INTERNATIONAL
    },
    Rules {
        name: "italian",
        description: "Italian draughts: men cannot capture kings; most pieces, by a king, most kings, kings first",
        white_opens: true,
        men_capture_kings: false,
        precedence: Precedence::Italian,
        mirrored: true,
        // Forty moves a side, as in English draughts.
        ..ENGLISH
    },
    Rules {
        name: "spanish",
        description: "Spanish draughts: flying kings, men capture forwards, the most pieces, then the most kings",
        white_opens: true,
        flying_kings: true,
        precedence: Precedence::CountThenKings,
        mirrored: true,
        // No count that all sources agree on: the English one.
        ..ENGLISH
    },
    Rules {
        name: "frisian",
        description: "Frisian draughts: captures sideways and straight too, the greatest value, three king moves in a row",
        orthogonal_captures: true,
        precedence: Precedence::Value,
        king_run_limit: 3,
        // Seven moves a side for two kings against one, two for one against one. No general count is in the rules: the
        // English one keeps games finite.
        no_progress_plies: 80,
        endings: &[
            Ending { weak: 1, strong: (2, 2), kings_only: true, plies: 14 },
            Ending { weak: 1, strong: (1, 1), kings_only: true, plies: 4 },
        ],
        ..INTERNATIONAL
    },
    Rules {
        name: "czech",
        description: "Czech draughts: flying kings, men capture forwards, a king captures before a man",
        white_opens: true,
        flying_kings: true,
        precedence: Precedence::KingFirst,
        algebraic: true,
        // No count that all sources agree on: the English one.
        ..ENGLISH
    },
];

/// The rule sets, for a list with names and descriptions.
pub fn rule_sets() -> &'static [Rules] {
    &RULES
}
