//! How a game that is decided by counting would be counted.

/// What people would agree on when both have nothing more to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Settlement {
    /// The cells of the diagram whose pieces are dead and taken off first.
    pub dead: Vec<usize>,
    /// What each side has then, first player first.
    pub counts: [f64; 2],
    /// Is everything decided? Then nobody gains by going on.
    pub settled: bool,
}
