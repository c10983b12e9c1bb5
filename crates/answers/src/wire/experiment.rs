//! Small experiments: the gallery of errors, one position with one technique changed, growth with depth. What the lab measures goes
//! over the wire as the lab itself writes it.

use lab::horizon::Exhibit;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The gallery of positions in which a search of fixed depth errs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Gallery {
    /// The exhibits, in the order in which a lesson would show them.
    pub exhibits: &'static [Exhibit],
}

/// An exhibit that everybody shall play.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExhibitRequest {
    /// Its name.
    pub id: String,
    /// The random text that the page keeps.
    pub client: Option<String>,
}

/// How a list of techniques is changed from row to row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AblationKind {
    /// Each technique is taken away from the list.
    #[default]
    LeaveOneOut,
    /// Each technique is added to the list.
    AddOneIn,
}

/// Positions to be searched with one technique less, or one more.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct AblationRequest {
    /// The game with its parameters.
    pub game: String,
    /// The position; if absent, some of our own set for the game.
    pub position: Option<String>,
    /// How many of that set.
    pub positions: Option<usize>,
    /// The list that is changed; all techniques if absent.
    pub techniques: Option<String>,
    /// How it is changed.
    #[serde(default)]
    pub kind: AblationKind,
    /// The depth in plies.
    pub depth: Option<i32>,
    /// Nodes of each search, at most.
    pub nodes: Option<u64>,
    /// The random text that the page keeps.
    pub client: Option<String>,
}

/// What techniques change, in one position or on the average of several.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AblationAnswer {
    /// The list itself, then the others.
    pub rows: Vec<lab::ablate::Row>,
    /// How many positions were searched.
    pub positions: usize,
    /// No search took more nodes than this.
    pub cap: u64,
    /// Was there time for all of them?
    pub complete: bool,
}

/// A position whose search is to be measured depth by depth.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GrowthRequest {
    /// The game with its parameters, or `synthetic(branching=B,seed=S)`.
    pub game: String,
    /// The position; the start position if absent.
    pub position: Option<String>,
    /// The greatest depth.
    pub depth: Option<i32>,
    /// The random text that the page keeps.
    pub client: Option<String>,
}
