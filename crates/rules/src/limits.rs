//! How much a rule text may take.

/// How much work and memory may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Rows that are looked at.
    pub steps: u64,
    /// Conditions of all ground clauses together.
    pub literals: usize,
    /// Bytes of terms and of the tables in which they are looked up.
    pub bytes: usize,
    /// Rows that a prover may look at for one position, where the rules are too large for a net; with 0 such rules are refused. Positions take time and
    /// memory, each thread its own.
    pub proof: u64,
}

impl Default for Limits {
    /// About ten seconds and one gigabyte.
    fn default() -> Limits {
        Limits { steps: 150_000_000, literals: 24_000_000, bytes: 400 << 20, proof: 1_000_000 }
    }
}
