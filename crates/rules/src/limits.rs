//! How much a rule text may take.

/// How much work and memory may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Rows that are looked at.
    pub steps: u64,
    /// Conditions of all ground clauses together.
    pub literals: usize,
    /// Bytes of terms.
    pub bytes: usize,
    /// May rules that are too large for a net be proved question by question? Their positions take time and memory, each thread its own.
    pub proof: bool,
}

impl Default for Limits {
    /// About ten seconds and one gigabyte.
    fn default() -> Limits {
        Limits { steps: 150_000_000, literals: 24_000_000, bytes: 400 << 20, proof: true }
    }
}
