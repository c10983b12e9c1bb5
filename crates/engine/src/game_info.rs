//! What the list of games says of a game.

use std::borrow::Cow;

use game::{Customs, Parameter};

use crate::Playable;

/// A game in the list of games.
#[derive(Clone, PartialEq, Debug)]
pub struct GameInfo {
    /// Its name in the registry.
    pub name: Cow<'static, str>,
    /// What it is, in a sentence.
    pub description: Cow<'static, str>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its evaluators, the default one first.
    pub evaluators: &'static [&'static str],
    /// How a position is written, with an example.
    pub position_example: Cow<'static, str>,
    /// How its players and programs write to each other.
    pub customs: Customs,
    /// Are there opening books and names of openings?
    pub has_books: bool,
    /// Are there endgame tables?
    pub has_endgames: bool,
    /// Does it say what a network sees of a position?
    pub has_inputs: bool,
    /// Was the strength of the levels measured in it?
    pub rated: bool,
    /// Is Monte Carlo tree search the natural choice?
    pub prefers_mcts: bool,
}

/// The entry of a game in the list.
pub(crate) fn entry<G: Playable>(
    name: &'static str,
    description: &'static str,
    position_example: &'static str,
) -> GameInfo {
    let start = name.parse().and_then(|spec| G::start(&spec)).ok();
    GameInfo {
        name: name.into(),
        description: description.into(),
        parameters: G::parameters(name),
        evaluators: start.as_ref().map_or(&[], |start| start.evaluators()),
        position_example: position_example.into(),
        customs: start.as_ref().map_or(Customs::default(), |start| start.customs()),
        has_books: G::HAS_BOOKS,
        has_endgames: G::HAS_ENDGAMES,
        has_inputs: G::HAS_INPUTS,
        rated: G::RATED,
        prefers_mcts: start.is_some_and(|start| start.prefers_mcts()),
    }
}
