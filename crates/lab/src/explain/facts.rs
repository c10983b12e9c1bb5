//! What the search established, as data. Sentences are made of these and of nothing else.

use engine::Sight;
use serde::Serialize;

use super::material::{Piece, Tally};

/// A line of moves from the position that is explained, or from one that is said.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FactLine))]
pub struct Line {
    /// The position it begins in.
    pub from: String,
    /// The moves as people write them.
    pub moves: Vec<String>,
    /// The moves as programs write them.
    pub protocol: Vec<String>,
}

impl Line {
    /// The first moves, where the rest is no news.
    #[must_use]
    pub(super) fn shortened(&self) -> Line {
        let first = |moves: &[String]| moves.iter().take(8).cloned().collect();
        Line { from: self.from.clone(), moves: first(&self.moves), protocol: first(&self.protocol) }
    }
}

/// Which move a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FactRole))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The best move.
    Best,
    /// The move that was asked about.
    Asked,
}

/// A value from the first player's view, as everywhere where people read values.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FactValue {
    /// In score steps.
    pub score: i32,
    /// As the game's players write it.
    pub text: String,
    /// For a certain result, the plies until the end.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub plies_to_end: Option<usize>,
    /// How many games of a hundred the first player would expect to win, draws counting half; only where that was measured.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub win_percent: Option<f64>,
}

/// What a line comes to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Gain {
    /// The game is decided.
    Decided {
        /// Does the side whose move is explained win?
        wins: bool,
        /// Plies until the end.
        plies: usize,
    },
    /// Pieces are won, lost or promoted; or nothing of the kind happens.
    Material {
        /// What exactly.
        tally: Tally,
        /// Does the search value the loss of material less than its worth? Then it is given for something else.
        for_play: bool,
    },
    /// The game is one of counting: discs for the side and against it, at the end of the line.
    Count {
        /// Of the side whose move is explained.
        ours: i32,
        /// Of the opponent.
        theirs: i32,
        /// Is the game over then?
        over: bool,
    },
}

impl Gain {
    /// What it is worth to the side whose move is explained, in hundredths of the smallest piece. Material that is given for
    /// something else is not lost.
    fn worth(&self) -> i32 {
        match self {
            Gain::Decided { wins: true, .. } => DECIDED,
            Gain::Decided { wins: false, .. } => -DECIDED,
            Gain::Material { for_play: true, .. } | Gain::Count { .. } => 0,
            Gain::Material { tally, .. } => tally.balance,
        }
    }
}

/// More than all pieces together.
const DECIDED: i32 = 100_000;

/// Whose line tells why a move is worse than the best: its own, or that of the best move, or neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blame {
    /// The move loses something that the best move keeps.
    Loses,
    /// The best move wins something that the move does not.
    Misses,
    /// Nothing is won or lost for certain.
    Neither,
}

/// What is to be blamed. `loss` is how much less the move is worth, in hundredths of a unit: what it loses or misses must show in it.
pub(super) fn blame(asked: Option<&Gain>, best: Option<&Gain>, loss: i32) -> Blame {
    // Of two moves that lose the one that loses sooner is to blame, and of two that win the one that wins later.
    if let (Some(Gain::Decided { wins, plies }), Some(Gain::Decided { wins: also, plies: in_plies })) = (asked, best)
        && wins == also
        && plies != in_plies
    {
        return if *wins { Blame::Misses } else { Blame::Loses };
    }
    let [ours, theirs] = [asked, best].map(|gain| gain.map_or(0, Gain::worth));
    let difference = theirs - ours;
    if difference < 100 || (difference < DECIDED / 2 && loss * 5 < difference * 2) {
        return Blame::Neither;
    }
    match (ours < 0, theirs > 0) {
        (true, _) => Blame::Loses,
        (false, true) => Blame::Misses,
        (false, false) => Blame::Neither,
    }
}

/// What a quiet move is for.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FactPurpose))]
#[serde(rename_all = "kebab-case", tag = "purpose")]
pub enum Purpose {
    /// What would follow if the other side passed.
    Threat {
        /// For the side that threatens.
        gain: Gain,
        /// By which line, from the position after passing.
        threat: Line,
    },
    /// It takes something, which is not taken back at once.
    Takes {
        /// What.
        taken: Piece,
    },
    /// What it makes of the board.
    Sight {
        /// What.
        sight: Sight,
        /// Where.
        square: String,
    },
    /// The search likes it, and no more is known.
    Plan,
}

/// A term of the evaluation and how it changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TermChange {
    /// Its name.
    pub term: &'static str,
    /// What it is worth at the beginning, in score steps, from the first player's view.
    pub before: i32,
    /// What it is worth at the end of the line.
    pub after: i32,
}

/// Something that a search has shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FactBody))]
#[serde(rename_all = "kebab-case", tag = "fact")]
pub enum What {
    /// What a move is worth.
    Move {
        /// Which.
        role: Role,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// Its value.
        value: FactValue,
        /// How deep the search went.
        depth: i32,
        /// How many nodes, or playouts, it took.
        nodes: u64,
        /// The line that the search expects.
        line: Line,
    },
    /// There is no other move.
    OnlyMove,
    /// The next best move.
    NextBest {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// Its value.
        value: FactValue,
        /// How much less than the best, in score steps.
        less: i32,
        /// What is expected after it.
        line: Line,
    },
    /// What a move wins or loses.
    Outcome {
        /// Which move.
        role: Role,
        /// What comes of it.
        #[serde(flatten)]
        gain: Gain,
        /// The line as far as it must be followed to see it.
        line: Line,
    },
    /// How much less the move asked about is worth than the best.
    Loss {
        /// In score steps.
        score: i32,
        /// In hundredths of a game; only for chess.
        #[cfg_attr(feature = "openapi", schema(required))]
        win_percent: Option<f64>,
    },
    /// The opponent's strongest answer to the move asked about, which the best move does not allow.
    Allows {
        /// The answer.
        reply: String,
        /// What it is for.
        #[serde(flatten)]
        purpose: Purpose,
        /// The line, from the move asked about.
        line: Line,
    },
    /// The best move is the point, and not an answer to the one that was asked about.
    Lacks {
        /// What it is for.
        #[serde(flatten)]
        purpose: Purpose,
        /// The line of the best move.
        line: Line,
    },
    /// What the opponent would do if one could pass.
    Threat {
        /// What it would bring, for the side whose move is explained.
        gain: Gain,
        /// By which line, from the position after passing.
        line: Line,
        /// Does the move asked about run into it? `None` if no other move was asked about.
        #[cfg_attr(feature = "openapi", schema(required))]
        missed: Option<bool>,
    },
    /// What the best move threatens: what would follow if the opponent passed.
    Intention {
        /// What it would bring.
        gain: Gain,
        /// By which line, from the position after the move and the pass.
        line: Line,
    },
    /// The terms of the classical evaluation that change most from the position to the end of the expected line.
    Terms {
        /// Which move.
        role: Role,
        /// The changes, the largest first.
        changes: Vec<TermChange>,
    },
    /// What a shallower search would have played.
    Shallow {
        /// Its depth.
        depth: i32,
        /// Its choice.
        #[serde(rename = "move")]
        mv: String,
        /// What that is really worth.
        value: FactValue,
        /// How much less than the best.
        less: i32,
        /// The depth from which on the best move was preferred.
        found_at: i32,
    },
    /// What a search of the same depth without one technique would have played.
    Without {
        /// The technique.
        technique: &'static str,
        /// The depth.
        depth: i32,
        /// Its choice.
        #[serde(rename = "move")]
        mv: String,
        /// What that is really worth.
        value: FactValue,
        /// How much less than the best.
        less: i32,
    },
}

impl What {
    /// The line that it tells of, if it has one.
    pub(super) fn line(&self) -> Option<&Line> {
        match self {
            What::Move { line, .. }
            | What::NextBest { line, .. }
            | What::Outcome { line, .. }
            | What::Allows { line, .. }
            | What::Lacks { line, .. }
            | What::Threat { line, .. }
            | What::Intention { line, .. } => Some(line),
            What::OnlyMove | What::Loss { .. } | What::Terms { .. } | What::Shallow { .. } | What::Without { .. } => {
                None
            }
        }
    }
}

/// A fact and its number.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fact {
    /// Sentences name it by this.
    pub id: usize,
    /// What it says.
    #[serde(flatten)]
    pub what: What,
}
