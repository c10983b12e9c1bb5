//! What the search established, as data. Sentences are made of these and of nothing else.

use serde::Serialize;

use super::material::Tally;

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

/// A value, for the side whose move is explained.
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
    /// How many games of a hundred one would expect to win, draws counting half; only for chess.
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

/// A term of the evaluation and how it changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TermChange {
    /// Its name.
    pub term: &'static str,
    /// What it is worth at the beginning, in score steps, for the side whose move is explained.
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
