//! Random games at loading: does the game do what the rules promise? It cannot be proven cheaply, so it is watched.

use game::Rng;

use crate::error::{Place, Reason, RulesError};
use crate::ruleset::Ruleset;
use crate::state::Walker;

/// What was seen in random games.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The role that begins.
    pub first: usize,
    /// How many games were played.
    pub games: usize,
    /// How many of them ended by the rules; the others were given up.
    pub ended: usize,
    /// Plies of the games together.
    pub plies: usize,
    /// Work that all positions took together: rows that a prover looked at, or conditions of a net.
    pub work: u64,
    /// Legal moves of all positions together, and the most of one.
    pub moves: usize,
    /// See `moves`.
    pub most_moves: usize,
    /// Did the same player move twice running?
    pub doubles: bool,
    /// Did the goals always add up to the same?
    pub constant_sum: bool,
    /// That sum, or the first one met.
    pub sum: i32,
    /// Goals that were met: values that tell why the sum is not constant, if it is not.
    pub example: String,
    /// All goals that the first player of the text reached.
    pub goals: Vec<i32>,
    /// Did no position give two values to what can have one? Told later, when the board is known.
    pub single_cells: bool,
    /// What looked wrong.
    pub warnings: Vec<String>,
}

const GAMES: u64 = 100;
/// Positions that are looked at altogether.
const MAX_POSITIONS: usize = 6000;
const MAX_PLIES: usize = 600;
/// Work that random games may take: rows that a prover looks at, conditions of a net.
const MAX_PROVED: u64 = 8_000_000;
const MAX_WORK: u64 = 400_000_000;

fn max_steps(rules: &Ruleset) -> u64 {
    if rules.is_proved() { MAX_PROVED } else { MAX_WORK }
}

/// Plays random games.
pub fn survey(rules: &Ruleset) -> Result<Survey, RulesError> {
    let mut survey = Survey { constant_sum: true, ..Survey::default() };
    let mut walker = Walker::new(rules);
    let place = Place { line: 1, column: 1 };
    let mut ends = Vec::new();
    survey.first = walker.turn(&rules.init).0.unwrap_or(0);
    for seed in 0..GAMES {
        if survey.plies > MAX_POSITIONS || walker.steps() > max_steps(rules) {
            break;
        }
        survey.games += 1;
        let mut rng = Rng::new(seed);
        let mut facts = rules.init.clone();
        let mut last = None;
        for _ in 0..MAX_PLIES {
            let is_over = walker.is_over(&facts);
            walker.gave_up()?;
            if walker.steps() > max_steps(rules) {
                // Cut short by us, not by the rules.
                survey.games -= 1;
                break;
            }
            if is_over {
                survey.ended += 1;
                let goals = walker.goals(&facts);
                survey.note_goals(&goals, &mut ends);
                break;
            }
            // Where both can only idle it is the turn of whoever did not move last.
            let (mover, turns) = walker.turn(&facts);
            let role = mover.unwrap_or(last.map_or(0, |last: usize| 1 - last.min(1)));
            if turns > 1 {
                let message = format!("it is the turn of {turns} players at once in a random game");
                return Err(RulesError::new(place, Reason::Simultaneous, message));
            }
            survey.doubles |= last == Some(role);
            last = Some(role);
            let mut moves = Vec::new();
            walker.moves(&facts, role, &mut moves);
            if moves.is_empty() {
                survey.warn(format!("{} has no move in a game that is not over", rules.terms.text(rules.roles[role])));
                break;
            }
            survey.plies += 1;
            survey.moves += moves.len();
            survey.most_moves = survey.most_moves.max(moves.len());
            walker.play(&mut facts, role, rng.pick(&moves));
        }
    }
    if survey.ended < survey.games {
        let given_up = survey.games - survey.ended;
        survey.warn(format!("{given_up} of {} random games did not end within {MAX_PLIES} plies", survey.games));
    }
    survey.work = walker.steps();
    survey.judge_sums(&ends);
    survey.goals.sort_unstable();
    Ok(survey)
}

/// Shows the positions of some random games.
pub fn visit(rules: &Ruleset, games: u64, look: &mut dyn FnMut(&[u64])) {
    let mut walker = Walker::new(rules);
    let mut positions = 0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut facts = rules.init.clone();
        let mut last = 1;
        for _ in 0..MAX_PLIES {
            look(&facts);
            positions += 1;
            let mut moves = Vec::new();
            let role = walker.turn(&facts).0.unwrap_or(1 - last);
            walker.moves(&facts, role, &mut moves);
            if walker.is_over(&facts)
                || moves.is_empty()
                || positions > MAX_POSITIONS
                || walker.steps() > max_steps(rules) / 4
            {
                break;
            }
            walker.play(&mut facts, role, rng.pick(&moves));
            last = role;
        }
    }
}

/// What the moves of some random games made true: role and fact. For rules whose moves are not worked out beforehand.
pub fn made(rules: &Ruleset) -> Vec<(usize, usize)> {
    let mut walker = Walker::new(rules);
    let mut rng = Rng::new(1);
    let mut made = Vec::new();
    let mut facts = rules.init.clone();
    for _ in 0..MAX_PLIES {
        let mut moves = Vec::new();
        let Some(role) = walker.turn(&facts).0 else { break };
        walker.moves(&facts, role, &mut moves);
        if walker.is_over(&facts) || moves.is_empty() || walker.steps() > max_steps(rules) / 4 {
            break;
        }
        let before = facts.clone();
        walker.play(&mut facts, role, rng.pick(&moves));
        for (word, (after, before)) in facts.iter().zip(&before).enumerate() {
            let mut new = after & !before;
            while new != 0 {
                made.push((role, word * 64 + new.trailing_zeros() as usize));
                new &= new - 1;
            }
        }
    }
    made
}

impl Survey {
    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    fn note_goals(&mut self, goals: &[Option<i32>], ends: &mut Vec<Vec<i32>>) {
        if goals.iter().any(Option::is_none) {
            self.warn("a game ended without a goal for each player; a missing one counts as 0".to_string());
        }
        let values: Vec<i32> = goals.iter().map(|goal| goal.unwrap_or(0)).collect();
        if !self.goals.contains(&values[0]) {
            self.goals.push(values[0]);
        }
        if !ends.contains(&values) {
            ends.push(values);
        }
    }

    /// Do the goals of all ends add up to the same? Where somebody won, an end that gives both the same is a draw, whatever it is worth.
    fn judge_sums(&mut self, ends: &[Vec<i32>]) {
        let is_even = |end: &&Vec<i32>| end.iter().all(|value| *value == end[0]);
        let sum = |end: &Vec<i32>| end.iter().sum::<i32>();
        let decided = ends.iter().find(|end| !is_even(end));
        let Some(first) = decided.or(ends.first()) else { return };
        self.sum = sum(first);
        for end in ends.iter().filter(|end| sum(end) != self.sum).collect::<Vec<_>>() {
            let texts: Vec<String> = end.iter().map(i32::to_string).collect();
            if decided.is_some() && is_even(&end) {
                self.warn(format!("a game ended with the goals {}: it counts as a draw", texts.join(" : ")));
            } else if self.constant_sum {
                self.constant_sum = false;
                self.example = format!("{} as well as a sum of {}", texts.join(" : "), self.sum);
            }
        }
    }
}
