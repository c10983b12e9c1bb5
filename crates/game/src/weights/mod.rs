//! Weights as data: the table of named weights that an evaluator is made from, and the evaluator made from a table.
//!
//! A table has terms, a term has rows, a row has a weight for each stage of the game. Terms belong to groups: who wants king safety to
//! count half need not know its nine terms. The text of a table is TOML, as much of it as a table needs (`text`).

mod text;

pub use text::WeightsError;

/// An evaluator that is made from a table of named weights.
pub trait Tunable: Clone + Send + Sync {
    /// Its weights, with their names.
    fn table(&self) -> WeightTable;

    /// The same evaluator with other weights, as many as its table has and in its order.
    fn with_weights(&self, weights: &[i32]) -> Self;
}

/// A table of named weights, in score steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightTable {
    /// The evaluator that they belong to.
    pub evaluator: &'static str,
    /// The stages of the game, a weight for each in every row; one at least.
    pub stages: &'static [&'static str],
    /// The terms, in the order of the weights.
    pub terms: Vec<WeightTerm>,
    /// Sets of weights that have a name.
    pub sets: &'static [WeightSet],
}

/// A term of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightTerm {
    /// Its name: words with hyphens between them.
    pub name: String,
    /// The group that it belongs to.
    pub group: &'static str,
    /// What it counts, in a sentence.
    pub about: &'static str,
    /// Its weights: row after row, and in each the stages in their order.
    pub weights: Vec<i32>,
}

/// Weights with a name. A number serves all stages; terms that are not mentioned stay as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightSet {
    /// The name.
    pub name: &'static str,
    /// Where the numbers come from.
    pub about: &'static str,
    /// The terms, each with a number for each of its rows.
    pub terms: &'static [(&'static str, &'static [i32])],
}

/// No weight is greater, either way: a hundred pawns are more than anybody means.
pub const MAX_WEIGHT: i32 = 10_000;
/// No factor is greater, either way.
const MAX_FACTOR: f64 = 10.0;

impl WeightTable {
    /// A table for an evaluator whose terms have one weight each, at all stages of the game the same.
    pub fn flat(evaluator: &'static str, terms: &[(&str, &'static str, &'static str, &[i32])]) -> WeightTable {
        let term = |&(name, group, about, weights): &(&str, &'static str, &'static str, &[i32])| WeightTerm {
            name: name.to_string(),
            group,
            about,
            weights: weights.to_vec(),
        };
        WeightTable { evaluator, stages: &["always"], terms: terms.iter().map(term).collect(), sets: &[] }
    }

    /// All weights in order.
    pub fn weights(&self) -> Vec<i32> {
        self.terms.iter().flat_map(|term| term.weights.iter().copied()).collect()
    }

    /// The same table with other weights, as many as it has.
    pub fn with(mut self, weights: &[i32]) -> WeightTable {
        let mut rest = weights.iter();
        for (weight, &new) in self.terms.iter_mut().flat_map(|term| &mut term.weights).zip(&mut rest) {
            *weight = new;
        }
        debug_assert!(rest.next().is_none(), "as many weights as the table has");
        self
    }

    /// A name for each row, in order: that of its term, with a number where the term has several.
    pub fn row_names(&self) -> Vec<String> {
        let names = |term: &WeightTerm| match term.weights.len() / self.stages.len() {
            1 => vec![term.name.clone()],
            rows => (0..rows).map(|row| format!("{} {row}", term.name)).collect(),
        };
        self.terms.iter().flat_map(names).collect()
    }

    /// The groups, in the order in which they first appear.
    pub fn groups(&self) -> Vec<&'static str> {
        let mut groups: Vec<&'static str> = Vec::new();
        for term in &self.terms {
            if !groups.contains(&term.group) {
                groups.push(term.group);
            }
        }
        groups
    }

    /// The group of each row, in order, as its number among [`WeightTable::groups`].
    pub fn row_groups(&self) -> Vec<usize> {
        let groups = self.groups();
        let place = |term: &WeightTerm| groups.iter().position(|group| *group == term.group).unwrap_or(0);
        let rows = |term: &WeightTerm| vec![place(term); term.weights.len() / self.stages.len()];
        self.terms.iter().flat_map(rows).collect()
    }

    /// Multiplies the weights of a group, or of a term that is no group. The error says which there are.
    pub fn scale(&mut self, name: &str, factor: f64) -> Result<(), String> {
        if !(-MAX_FACTOR..=MAX_FACTOR).contains(&factor) {
            return Err(format!("a factor of {factor}: expected -1000% to 1000%"));
        }
        let groups = self.groups();
        let is_group = groups.contains(&name);
        let meant = |term: &&mut WeightTerm| if is_group { term.group == name } else { term.name == name };
        let mut found = false;
        for term in self.terms.iter_mut().filter(meant) {
            found = true;
            for weight in &mut term.weights {
                let scaled = (f64::from(*weight) * factor).round() as i32;
                *weight = scaled.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
        if found {
            return Ok(());
        }
        let terms = self.terms.iter().map(|term| term.name.as_str()).filter(|term| !groups.contains(term));
        let nearest = crate::nearest(name, groups.iter().copied().chain(terms));
        let hint = nearest.map_or(String::new(), |name| format!("did you mean '{name}'? "));
        let has = match groups.len() {
            0 => "no weights".to_string(),
            _ => format!("the groups {}, and terms of them", groups.join(", ")),
        };
        Err(format!("{hint}{} has {has}", self.evaluator))
    }

    /// Takes a set of weights by its name; false if there is none of this name.
    pub fn take_set(&mut self, name: &str) -> bool {
        let Some(set) = self.sets.iter().find(|set| set.name == name) else { return false };
        for (name, numbers) in set.terms {
            if let Some(term) = self.terms.iter_mut().find(|term| term.name == *name) {
                for (row, &number) in term.weights.chunks_mut(self.stages.len()).zip(*numbers) {
                    row.fill(number);
                }
            }
        }
        true
    }
}

/// A factor as people write it: `50%`, `0.5`, `0`.
///
/// ```
/// assert_eq!(game::read_factor("50%"), Ok(0.5));
/// assert_eq!(game::read_factor("2"), Ok(2.0));
/// assert!(game::read_factor("half").is_err());
/// ```
pub fn read_factor(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.trim().strip_suffix('%') {
        Some(number) => (number, 0.01),
        None => (text.trim(), 1.0),
    };
    let wrong = || format!("'{text}' is no factor; expected one such as 50%, 0.5 or 0");
    number.parse::<f64>().ok().map(|number| number * unit).filter(|factor| factor.is_finite()).ok_or_else(wrong)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn table() -> WeightTable {
        const SETS: &[WeightSet] =
            &[WeightSet { name: "ones", about: "of a test", terms: &[("tempo", &[1]), ("safe-mobility", &[1, 1])] }];
        let term = |name: &str, group, weights: &[i32]| WeightTerm {
            name: name.to_string(),
            group,
            about: "Something that is counted.",
            weights: weights.to_vec(),
        };
        let terms = vec![
            term("mobility", "mobility", &[3, -5]),
            term("safe-mobility", "mobility", &[10, 20, 30, 41]),
            term("tempo", "tempo", &[9, 8]),
        ];
        WeightTable { evaluator: "tested", stages: &["early", "late"], terms, sets: SETS }
    }

    #[test]
    fn a_factor_goes_for_a_group_or_a_term() {
        let mut scaled = table();
        scaled.scale("mobility", 0.5).expect("a group");
        assert_eq!(scaled.weights(), [2, -3, 5, 10, 15, 21, 9, 8], "halves are rounded away from zero");
        let mut scaled = table();
        scaled.scale("safe-mobility", 0.0).expect("a term");
        assert_eq!(scaled.weights(), [3, -5, 0, 0, 0, 0, 9, 8]);
        let error = scaled.scale("mobilty", 1.0).expect_err("no such group");
        assert!(error.contains("did you mean 'mobility'?") && error.contains("mobility, tempo"), "{error}");
        assert!(scaled.scale("king", 1.0).expect_err("nothing is like it").starts_with("tested has"));
        assert_eq!(scaled.scale("tempo", 11.0), Err("a factor of 11: expected -1000% to 1000%".to_string()));
        scaled.scale("tempo", -10.0).expect("backwards");
        assert!(scaled.scale("tempo", f64::NAN).is_err());
    }

    #[test]
    fn rows_have_names_and_groups() {
        let table = table();
        assert_eq!(table.row_names(), ["mobility", "safe-mobility 0", "safe-mobility 1", "tempo"]);
        assert_eq!((table.groups(), table.row_groups()), (vec!["mobility", "tempo"], vec![0, 0, 0, 1]));
        let doubled: Vec<i32> = table.weights().iter().map(|weight| 2 * weight).collect();
        assert_eq!(table.clone().with(&doubled).weights(), doubled);
    }

    #[test]
    fn sets_have_names() {
        let mut table = table();
        assert!(table.take_set("ones") && !table.take_set("twos"));
        assert_eq!(table.weights(), [3, -5, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn factors_are_read() {
        for (text, factor) in [("0", 0.0), ("150%", 1.5), (" 0.25 ", 0.25), ("-1", -1.0)] {
            assert_eq!(read_factor(text), Ok(factor), "{text}");
        }
        for text in ["", "%", "half", "nan", "inf", "1e999"] {
            assert!(read_factor(text).expect_err(text).contains("50%"), "{text}");
        }
    }
}
