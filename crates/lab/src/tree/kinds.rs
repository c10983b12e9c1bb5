//! The kinds of visits: what each was for, what is known of its value, and why it was left.

use search::Reason;
use serde::Serialize;

/// What a visit was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NodeKind {
    /// The root.
    Root,
    /// On what was expected to be the principal variation.
    Principal,
    /// Expected to be cut or to fail low.
    Other,
    /// Noisy moves below a leaf.
    Quiescence,
    /// What the opponent does with a free move.
    NullMove,
    /// The same position without null moves, to make sure of a cut.
    Verification,
    /// A capture against a raised window.
    ProbCut,
    /// The same position without its best move.
    Singular,
    /// The same position, noisy moves only, because it looks hopeless.
    Razoring,
}

impl NodeKind {
    /// Is the position that of the parent, looked at with another question?
    pub const fn is_same_position(self) -> bool {
        matches!(self, NodeKind::Root | NodeKind::Verification | NodeKind::Singular | NodeKind::Razoring)
    }

    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            NodeKind::Root => "root",
            NodeKind::Principal => "principal",
            NodeKind::Other => "other",
            NodeKind::Quiescence => "quiescence",
            NodeKind::NullMove => "null-move",
            NodeKind::Verification => "verification",
            NodeKind::ProbCut => "prob-cut",
            NodeKind::Singular => "singular",
            NodeKind::Razoring => "razoring",
        }
    }
}

/// What is known of the value of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NodeBound {
    /// It is this.
    Exact,
    /// It is this or more.
    AtLeast,
    /// It is this or less.
    AtMost,
}

/// How often and how deep a move was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// For the first time, in full.
    First,
    /// For the first time, at reduced depth.
    Reduced,
    /// Once more, because the first look was surprising.
    Again,
}

impl Look {
    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Look::First => "first",
            Look::Reduced => "reduced",
            Look::Again => "again",
        }
    }
}

/// Why a node was left with the value it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = NodeEnd))]
#[serde(rename_all = "kebab-case", tag = "why")]
pub enum Why {
    /// All moves were searched, or skipped one by one.
    Searched,
    /// The value left the window: at MAX it reached beta, at MIN it reached alpha. The rest of the moves cannot matter.
    Cut {
        /// The rank of the cutting move in the order, from 1.
        rank: u32,
    },
    /// The game is over.
    GameOver,
    /// The position occurred before.
    Repetition,
    /// The evaluator knows the value for certain.
    Known,
    /// The depth is used up.
    Leaf,
    /// In quiescence, doing nothing is good enough.
    StandPat,
    /// A technique cut the whole node.
    Technique {
        /// Its name.
        technique: &'static str,
    },
    /// The search was stopped inside.
    Stopped,
}

impl Why {
    pub(super) fn of(reason: Option<Reason>) -> Why {
        match reason {
            None => Why::Stopped,
            Some(Reason::Searched) => Why::Searched,
            Some(Reason::Cut(rank)) => Why::Cut { rank },
            Some(Reason::GameOver) => Why::GameOver,
            Some(Reason::Repetition) => Why::Repetition,
            Some(Reason::Known) => Why::Known,
            Some(Reason::Leaf) => Why::Leaf,
            Some(Reason::StandPat) => Why::StandPat,
            Some(Reason::Technique(technique)) => Why::Technique { technique: technique.name() },
        }
    }

    /// Does something end the node before all its moves were looked at?
    pub fn is_cut(self) -> bool {
        matches!(self, Why::Cut { .. } | Why::StandPat | Why::Technique { .. })
    }
}
