//! The genetic algorithm that M. J. Staud designed for his chess program (*Schachcomputer in C++*, Ulm 2007, 2.4) and had no time to run:
//! random pairs of parents, of each pair of numbers the child gets one or the other, some numbers are changed a little, everybody plays, and
//! the fittest survive. With `sense` it is done as one would today.

use game::Rng;
use rayon::prelude::*;
use search::Control;

use super::{Contest, Gene, Individual, Method, State, normal};

/// The settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Genetic {
    /// How many survive a generation; as many children are born in it.
    pub population: usize,
    /// After how many generations it is over.
    pub generations: u64,
    /// Pairs of games that everybody plays in a generation.
    pub pairs: usize,
    /// The chance that a number is changed.
    pub mutation: f64,
    /// How much it is changed: the standard deviation in shares of the gene's range.
    pub step: f64,
    /// As one would today: the children and the survivors play the best of the last generation instead of each other, and a survivor's fitness
    /// is that of its whole life. As designed, all play random others, and everybody is judged anew in each generation.
    pub sense: bool,
    /// Begin with numbers drawn from all their ranges, as in the design, and not with small changes of the start.
    pub from_nothing: bool,
}

impl Default for Genetic {
    fn default() -> Genetic {
        Genetic {
            population: 20,
            generations: 50,
            pairs: 5,
            mutation: 0.05,
            step: 0.15,
            sense: false,
            from_nothing: false,
        }
    }
}

/// It is over early when so many games are drawn...
const MOSTLY_DRAWN: f64 = 0.8;
/// ...and nobody's fitness is further from the mean than this.
const EVEN: f64 = 0.05;

impl Genetic {
    /// Changes some numbers, each with its chance.
    fn mutate(&self, genes: &mut [f64], all: &[Gene], chance: f64, rng: &mut Rng) {
        for (value, gene) in genes.iter_mut().zip(all) {
            if rng.below(1 << 20) as f64 >= chance * f64::from(1 << 20) {
                continue;
            }
            let range = f64::from(gene.high - gene.low);
            *value = (*value + normal(rng) * self.step * range).clamp(gene.low.into(), gene.high.into());
        }
    }

    /// A child of two: of each pair of numbers it gets one or the other.
    fn child(&self, individuals: &[Individual], genes: &[Gene], rng: &mut Rng) -> Individual {
        let [mother, father] = [(); 2].map(|()| &individuals[rng.below(individuals.len())].genes);
        let mut child: Vec<f64> =
            mother.iter().zip(father).map(|(one, other)| if rng.below(2) == 0 { *one } else { *other }).collect();
        self.mutate(&mut child, genes, self.mutation, rng);
        Individual::new(child)
    }
}

impl Method for Genetic {
    fn text(&self) -> String {
        let Genetic { population, pairs, mutation, step, sense, from_nothing, .. } = self;
        format!(
            "genetic, population {population}, {pairs} pairs, mutation {mutation}, step {step}{}{}",
            if *sense { ", with sense" } else { "" },
            if *from_nothing { ", from nothing" } else { "" }
        )
    }

    fn begin(&self, genes: &[Gene], rng: &mut Rng) -> Vec<Individual> {
        let start: Vec<f64> = genes.iter().map(|gene| gene.start.into()).collect();
        let one = |number: usize| {
            let mut own = start.clone();
            if self.from_nothing {
                let any = |gene: &Gene| f64::from(gene.low) + rng.below((gene.high - gene.low + 1) as usize) as f64;
                own = genes.iter().map(any).collect();
            } else if number > 0 {
                self.mutate(&mut own, genes, 1.0, rng);
            }
            Individual::new(own)
        };
        (0..self.population).map(one).collect()
    }

    fn step(&self, contest: &dyn Contest, state: &mut State, rng: &mut Rng, control: &Control) -> Option<(u64, u64)> {
        let genes = contest.genes();
        let children: Vec<Individual> =
            (0..self.population).map(|_| self.child(&state.individuals, genes, rng)).collect();
        let champion = state.individuals[0].weights(genes);
        let mut all = state.individuals.clone();
        all.extend(children);
        if !self.sense {
            all.iter_mut().for_each(|one| (one.points, one.games) = (0.0, 0.0));
        }
        let weights: Vec<Vec<i32>> = all.iter().map(|one| one.weights(genes)).collect();
        // Who plays whom, drawn before anybody plays.
        let mut fixtures = Vec::new();
        for player in 0..all.len() {
            for pair in 0..self.pairs {
                let other = (player + 1 + rng.below(all.len() - 1)) % all.len();
                let number = state.games / 2 + (player * self.pairs + pair) as u64;
                fixtures.push((player, other, number));
            }
        }
        let played: Option<Vec<(f64, u64)>> = fixtures
            .par_iter()
            .map(|&(player, other, number)| {
                let opponent = if self.sense { &champion } else { &weights[other] };
                contest.pair(&weights[player], opponent, number, control)
            })
            .collect();
        let played = played?;
        let mut drawn = 0;
        for (&(player, other, _), (points, draws)) in fixtures.iter().zip(&played) {
            drawn += draws;
            all[player].points += points;
            all[player].games += 2.0;
            if !self.sense {
                all[other].points += 2.0 - points;
                all[other].games += 2.0;
            }
        }
        // The best first; of equals the older.
        all.sort_by(|one, other| other.fitness().total_cmp(&one.fitness()));
        all.truncate(self.population);
        state.individuals = all;
        Some((2 * fixtures.len() as u64, drawn))
    }

    fn is_over(&self, state: &State) -> bool {
        let even = |last: &super::Measured| last.draws >= MOSTLY_DRAWN && last.best - last.mean <= EVEN;
        state.steps >= self.generations || state.curve.last().is_some_and(even)
    }
}
