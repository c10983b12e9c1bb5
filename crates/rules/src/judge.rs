//! A judgement for a game that nobody knows: what the facts of the position were worth in random games.
//!
//! The value is a sum over the facts that hold, fitted by logistic regression to the results of random games when it is first asked
//! for. The games are drawn from a fixed seed and their number depends on the rules alone, so that a game is judged alike everywhere.
//! Features made from the rules with weights from play, in the line of K. Wałędzik and J. Mańdziuk, "An automatically generated
//! evaluation function in general game playing" (2013).

use std::collections::HashSet;
use std::sync::Arc;

use game::{
    Evaluator, Inputs, Known, Linear, Rng, Rules, Score, Side, Step, Sum, Target, Tunable, WeightTable, WeightTerm,
};

use crate::loaded::Loaded;
use crate::position::Ruled;
use crate::state::Walker;

/// What each fact is worth to the first player, in score steps.
#[derive(Clone, Debug)]
pub struct Weights {
    /// One for each fact.
    pub facts: Vec<i32>,
    /// How many random games they were fitted to.
    pub games: usize,
}

/// Positions of random games that are looked at, for rules that are quickly played.
const POSITIONS: usize = 60_000;
const MAX_PLIES: usize = 400;
/// Work that they may take: a few seconds.
const MAX_WORK: u64 = 500_000_000;
/// What a position typically changes its value by from one ply to the next.
const SWING: f64 = 100.0;
const RATE: f64 = 0.02;
/// Pulls weights that matter to few games towards zero.
const DECAY: f64 = 1e-5;

impl Weights {
    /// Fits the weights to random games.
    fn fit(game: &Loaded) -> Weights {
        let rules = &game.rules;
        let (_, views, clauses) = rules.sizes();
        let size = if rules.is_proved() { f64::INFINITY } else { (views + clauses) as f64 };
        let budget = (POSITIONS as f64 * (10_000.0 / size).clamp(0.01, 1.0)) as usize;
        let mut walker = Walker::new(rules);
        let mut weights = vec![0.0f64; rules.fact_count];
        let (mut positions, mut games) = (0, 0);
        let (mut change, mut changes) = (0.0, 0);
        let mut rng = Rng::new(game.hash);
        while positions < budget && games < 20_000 && walker.steps() < MAX_WORK {
            let mut line = Vec::new();
            let mut facts = rules.init.clone();
            let mut last = game.seats[1];
            let mut result = None;
            for _ in 0..MAX_PLIES {
                if walker.steps() > MAX_WORK {
                    break;
                }
                if walker.is_over(&facts) {
                    let goals = walker.goals(&facts);
                    let [first, second] = game.seats.map(|role| f64::from(goals[role].unwrap_or(0)));
                    result = Some(if first + second > 0.0 { first / (first + second) } else { 0.5 });
                    break;
                }
                let mut moves = Vec::new();
                let role = walker.turn(&facts).0.unwrap_or(1 - last);
                walker.moves(&facts, role, &mut moves);
                if moves.is_empty() {
                    break;
                }
                line.push(facts.clone());
                walker.play(&mut facts, role, rng.pick(&moves));
                last = role;
            }
            games += 1;
            positions += line.len().max(1);
            let Some(result) = result else { continue };
            let mut before: Option<f64> = None;
            for facts in &line {
                let sum: f64 = on(facts).map(|fact| weights[fact]).sum();
                let error = result - 1.0 / (1.0 + (-sum).exp());
                on(facts).for_each(|fact| weights[fact] += RATE * (error - DECAY * weights[fact]));
                // The first half only finds the weights; their scale is measured in the second.
                if positions > budget / 2 {
                    if let Some(before) = before {
                        change += (sum - before).abs();
                        changes += 1;
                    }
                    before = Some(sum);
                }
            }
        }
        let scale = if change > 0.0 { SWING * f64::from(changes) / change } else { 0.0 };
        let facts = weights.iter().map(|weight| (weight * scale).clamp(-8000.0, 8000.0).round() as i32).collect();
        Weights { facts, games }
    }
}

/// The facts that hold.
fn on(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            (word != 0).then(|| {
                word &= word - 1;
                at * 64 + bit
            })
        })
    })
}

impl Loaded {
    /// The weights of the facts; fitted when they are first asked for.
    pub fn weights(&self) -> &Weights {
        self.weights.get_or_init(|| Weights::fit(self))
    }
}

/// The judgements that can be chosen by name.
#[derive(Clone)]
pub enum RuledEval {
    /// What the facts are worth: as random games say, unless there are weights.
    Linear(&'static Loaded, Option<Arc<[i32]>>),
    /// Who has more moves, and what one more is worth.
    Mobility(i32),
    /// Every unfinished position is even.
    None,
}

/// What one more move is worth where moves are counted.
const MOVE: i32 = 20;

impl RuledEval {
    /// The names of all judgements, the default one first.
    pub const NAMES: &[&str] = &["linear", "mobility", "none"];

    /// The judgement of this name for a game.
    pub fn by_name(game: &'static Loaded, name: &str) -> Option<RuledEval> {
        match name {
            "linear" => Some(RuledEval::Linear(game, None)),
            "mobility" => Some(RuledEval::Mobility(MOVE)),
            "none" => Some(RuledEval::None),
            _ => None,
        }
    }
}

impl Evaluator<Ruled> for RuledEval {
    fn evaluate(&mut self, position: &Ruled) -> Score {
        let first = match self {
            RuledEval::None => 0,
            RuledEval::Linear(game, weights) => {
                let weights = weights.as_deref().unwrap_or_else(|| &game.weights().facts);
                on(position.facts()).map(|fact| weights[fact]).sum()
            }
            RuledEval::Mobility(worth) => {
                let [first, second] = position.mobility();
                (first as i32 - second as i32) * *worth
            }
        };
        position.side_to_move().view(Score::new(first).clamp_judgement())
    }

    #[inline]
    fn known(&mut self, _: &Ruled, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Ruled>) {}
}

impl Tunable for RuledEval {
    /// A term for each fact, named after it; facts of one kind are a group.
    fn table(&self) -> WeightTable {
        match self {
            RuledEval::None => WeightTable::flat("none", &[]),
            RuledEval::Mobility(worth) => WeightTable::flat(
                "mobility",
                &[("mobility", "mobility", "moves more than the other side has", &[*worth])],
            ),
            RuledEval::Linear(game, weights) => {
                let weights = weights.as_deref().unwrap_or_else(|| &game.weights().facts);
                let terms = &game.rules.terms;
                let mut taken = HashSet::new();
                let term = |(fact, &weight): (&u32, &i32)| {
                    let mut name = words(&terms.text(*fact));
                    while !taken.insert(name.clone()) {
                        name.push_str("-again");
                    }
                    let group = terms.name(terms.functor(*fact));
                    WeightTerm {
                        name,
                        group,
                        about: "what this fact is worth to the first player",
                        weights: vec![weight],
                    }
                };
                let terms = game.rules.facts.iter().zip(weights).map(term).collect();
                WeightTable { evaluator: "linear", stages: &["always"], terms, sets: &[] }
            }
        }
    }

    fn with_weights(&self, weights: &[i32]) -> RuledEval {
        match self {
            RuledEval::None => RuledEval::None,
            RuledEval::Mobility(_) => RuledEval::Mobility(weights[0]),
            RuledEval::Linear(game, _) => RuledEval::Linear(game, Some(weights.into())),
        }
    }
}

/// A sentence as words with hyphens between them.
fn words(sentence: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { ' ' };
    let text: String = sentence.chars().map(plain).collect();
    let name = text.split_whitespace().collect::<Vec<_>>().join("-");
    // A name begins with a letter.
    if name.starts_with(|letter: char| letter.is_ascii_alphabetic()) { name } else { format!("fact-{name}") }
}

impl Linear<Ruled> for RuledEval {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, position: &Ruled) -> Sum {
        match self {
            RuledEval::None => Sum::of(Vec::new()),
            RuledEval::Mobility(_) => {
                let [first, second] = position.mobility();
                Sum::of(vec![first as i32 - second as i32])
            }
            RuledEval::Linear(..) => {
                let counts = on(position.facts()).map(|fact| (fact as u16, 1)).collect();
                Sum { counts, ..Sum::of(Vec::new()) }
            }
        }
    }
}

/// Facts that a network sees, at most: the first ones.
const SEEN: usize = 1024;

/// The facts that a network sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactSets([u64; SEEN / 64]);

impl Default for FactSets {
    fn default() -> FactSets {
        FactSets([0; SEEN / 64])
    }
}

impl AsRef<[u64]> for FactSets {
    fn as_ref(&self) -> &[u64] {
        &self.0
    }
}

/// Every fact is an input, and another one for either side: nobody knows what a fact would be with the sides exchanged.
impl Inputs for Ruled {
    type Sets = FactSets;

    const VIEWS: usize = 1;
    const STAGES: usize = 1;

    /// With the number of the text: a network knows the facts by their numbers.
    fn network_game(&self) -> String {
        format!("{}-{:016x}", self.game().name, self.game().hash)
    }

    fn sets(&self) -> FactSets {
        let mut sets = FactSets::default();
        sets.0.iter_mut().zip(self.facts()).for_each(|(set, word)| *set = *word);
        sets
    }

    fn view(&self, _: Side) -> usize {
        0
    }

    fn inputs(&self) -> usize {
        2 * self.game().rules.fact_count.min(SEEN)
    }

    fn input(&self, side: Side, _: usize, set: usize, cell: usize) -> usize {
        (set * 64 + cell) * 2 + side.index()
    }

    fn printed(&self, set: usize, cell: usize) -> usize {
        let place = self.game().board.cells.get(set * 64 + cell).copied().flatten();
        place.map_or(0, |(cell, _)| usize::from(cell))
    }

    fn stage(&self) -> usize {
        0
    }
}
