//! When a program accepts a draw: one rule for every surface, every game and every program.

/// A program does not hear of a draw before so many plies: it has a whole game before it.
pub const EARLIEST_DRAW: usize = 30;

/// A program accepts a draw if it expects at most this share of the points. It is a little more than the half that a draw gives,
/// because the side that has just moved tends to see itself slightly ahead in a level position.
pub const CONTENT: f64 = 0.53;

/// Does a program accept a draw after so many plies, when it expects this share of the points by what it said of its own last
/// move? Whoever says nothing about its chances declines.
///
/// ```
/// use arena::accepts_draw;
/// assert!(accepts_draw(60, Some(0.5)));
/// assert!(!accepts_draw(60, Some(0.6)) && !accepts_draw(60, None));
/// assert!(!accepts_draw(10, Some(0.5)), "the game has hardly begun");
/// ```
pub fn accepts_draw(plies: usize, expects: Option<f64>) -> bool {
    plies >= EARLIEST_DRAW && expects.is_some_and(|share| share <= CONTENT)
}
