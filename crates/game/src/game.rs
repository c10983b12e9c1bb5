//! A game as a search sees it.

use crate::Abilities;

/// A game that can be searched: its [`Rules`](crate::Rules), and its [`Abilities`].
///
/// Every type that has both is a `Game`. Showing a game to people takes [`Show`](crate::Show) as well; the search does not need it.
pub trait Game: Abilities {}

impl<G: Abilities> Game for G {}
