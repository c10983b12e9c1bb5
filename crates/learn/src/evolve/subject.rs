//! What may be tuned by games, by name: weights of an evaluator, factors of their groups, or numbers of the search.

use engine::{Playable, PlayerKind, PlayerSpec, Visitor};
use game::Tunable;

use super::{Contest, Games, Individual, ParameterGames, State, Terms, mean};
use crate::Error;

/// What is to be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// The evaluator whose weights are the start; the game's default one if empty.
    pub evaluator: String,
    /// Tune what whole groups of terms are multiplied by.
    pub groups: bool,
    /// Tune these numbers of the search instead, all if the list is empty.
    pub parameters: Option<Vec<String>>,
    /// How games are played.
    pub terms: Terms,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The state in the end.
    pub state: State,
    /// The numbers that the mean of its individuals has.
    pub values: Vec<i32>,
    /// The same as a file: weights, or a player with these numbers of the search.
    pub text: String,
}

/// Tunes a game; `run` makes the steps.
pub fn tuned(
    game: &str,
    subject: &Subject,
    run: &mut dyn FnMut(&dyn Contest) -> Result<State, Error>,
) -> Result<Tuned, Error> {
    engine::visit(game, Tune { subject, run })?
}

struct Tune<'a> {
    subject: &'a Subject,
    run: &'a mut dyn FnMut(&dyn Contest) -> Result<State, Error>,
}

impl Visitor for Tune<'_> {
    type Result = Result<Tuned, Error>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        let Subject { evaluator, groups, parameters, terms } = self.subject;
        let numbers =
            |state: &State, games: &dyn Contest| Individual::new(mean(&state.individuals)).weights(games.genes());
        if let Some(names) = parameters {
            let games = ParameterGames::new(start, evaluator, names, *terms)?;
            let state = (self.run)(&games)?;
            let values = numbers(&state, &games);
            let mut player = PlayerSpec::new(PlayerKind::Kiebitz);
            player.eval = (!evaluator.is_empty()).then(|| evaluator.clone());
            player.parameter =
                games.changes(&values).into_iter().map(|(name, value)| (name.replace('_', "-"), value)).collect();
            return Ok(Tuned { state, values, text: format!("{player}\n") });
        }
        let evaluator = start.own(evaluator)?;
        let table = evaluator.table();
        if table.terms.is_empty() {
            return Err(Error::Request(format!("{}: its evaluator has no weights to tune", start.spec())));
        }
        let games = Games::new(start, evaluator, *groups, *terms);
        let state = (self.run)(&games)?;
        let table = table.with(&games.weights(&numbers(&state, &games)));
        Ok(Tuned { state, values: table.weights(), text: table.text() })
    }
}
