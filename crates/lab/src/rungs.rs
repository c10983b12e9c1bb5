//! The rungs of the ladder that are described by what they do, from plain minimax upwards: who is shown in the gallery, and who
//! plays in the rating list beside the levels.

/// A searcher of fixed depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// What it is called.
    pub name: &'static str,
    /// Which techniques are on.
    pub techniques: &'static str,
    /// The depth in plies.
    pub depth: i32,
}

const fn rung(name: &'static str, techniques: &'static str, depth: i32) -> Rung {
    Rung { name, techniques, depth }
}

/// From the weakest to the strongest. The third is minimax as far as its value goes: alpha-beta and ordering change nothing
/// but the time.
pub const RUNGS: &[Rung] = &[
    rung("minimax, depth 1", "minimax", 1),
    rung("minimax, depth 2", "minimax", 2),
    rung("minimax, depth 3", "minimax+alpha-beta+ordering", 3),
    rung("with quiescence, depth 3", "minimax+alpha-beta+ordering+quiescence", 3),
    rung("with quiescence, depth 4", "minimax+alpha-beta+ordering+quiescence", 4),
    rung("all techniques, depth 6", "all", 6),
    rung("all techniques, depth 9", "all", 9),
];
