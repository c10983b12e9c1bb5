//! How surprising the results of played games are to an evaluator: what tells, before any match, whether one network has learned more than
//! another. Only losses on the same games can be compared.

use engine::{Playable, Visitor};
use game::{Evaluator, Score, Step};
use rayon::prelude::*;

use super::file::Games;
use super::played::Played;
use crate::Error;

/// Scores beyond so many units are won positions, which say nothing about the others.
pub(crate) const MOST_UNITS: i32 = 20;
/// How many games are replayed one after the other.
const AT_ONCE: usize = 64;

/// How wrong it is to expect `share` of the points and to get `result`: the cross entropy.
pub(crate) fn surprise(share: f64, result: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    -(result * share.ln() + (1.0 - result) * (1.0 - share).ln())
}

/// What the results of games are to those who judge their positions: the mean cross entropy, in nats. Less is better.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Surprise {
    /// Of so many quiet positions.
    pub positions: usize,
    /// To the searches that played the games.
    pub searches: f64,
    /// To each of the evaluators that were asked for, in their order.
    pub evaluators: Vec<f64>,
}

impl Surprise {
    /// How surprising the results in a file are to these evaluators.
    pub fn of(file: &Games, evaluators: &[String]) -> Result<Surprise, Error> {
        engine::visit(&file.header.game, Judge { file, evaluators })?
    }

    fn add(&mut self, other: &Surprise) {
        self.positions += other.positions;
        self.searches += other.searches;
        self.evaluators.iter_mut().zip(&other.evaluators).for_each(|(sum, more)| *sum += more);
    }

    fn divide(&mut self) {
        let positions = self.positions.max(1) as f64;
        self.searches /= positions;
        self.evaluators.iter_mut().for_each(|sum| *sum /= positions);
    }
}

struct Judge<'a> {
    file: &'a Games,
    evaluators: &'a [String],
}

impl Visitor for Judge<'_> {
    type Result = Result<Surprise, Error>;

    fn visit<G: Playable>(self, start: G) -> Result<Surprise, Error> {
        let Judge { file, evaluators } = self;
        let made = || evaluators.iter().map(|name| start.evaluator(name)).collect::<Result<Vec<_>, _>>();
        // A name or a file that is wrong is told once, and not by every thread.
        made()?;
        let parts: Vec<Result<Surprise, String>> = file
            .games
            .par_chunks(AT_ONCE)
            .map_init(made, |judges, games| {
                let mut sum = Surprise { evaluators: vec![0.0; evaluators.len()], ..Surprise::default() };
                let judges = judges.as_mut().map_err(|error| error.to_string())?;
                for game in games {
                    sum.add(&of_game(game, &start, judges)?);
                }
                Ok(sum)
            })
            .collect();
        let mut sum = Surprise { evaluators: vec![0.0; evaluators.len()], ..Surprise::default() };
        for part in parts {
            sum.add(&part.map_err(|reason| Error::Request(format!("{}: {reason}", file.path.display())))?);
        }
        sum.divide();
        Ok(sum)
    }
}

/// The sums over the quiet positions of a game.
fn of_game<G: Playable>(game: &Played, start: &G, judges: &mut [G::Evaluator]) -> Result<Surprise, String> {
    let curve = engine::curve(start);
    let mut sum = Surprise { evaluators: vec![0.0; judges.len()], ..Surprise::default() };
    game.replay(start, |position: &G, score| {
        if score.value().abs() > MOST_UNITS * G::UNIT {
            return;
        }
        let result = curve.share(position.side_to_move().view(game.result));
        sum.positions += 1;
        sum.searches += surprise(curve.share(score), result);
        for (judge, sum) in judges.iter_mut().zip(&mut sum.evaluators) {
            judge.follow(Step::Start(position));
            let own: Score = judge.evaluate(position);
            *sum += surprise(curve.share(own), result);
        }
    })?;
    Ok(sum)
}
