//! How a move is chosen from a book.

use std::str::FromStr;

use game::Rng;

use super::BookMove;

/// How a move is chosen among those of a book. Moves of weight 0 are never chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// By chance, in proportion to the weights.
    #[default]
    Weighted,
    /// The heaviest.
    Best,
    /// By chance, each as likely as the others.
    Uniform,
}

impl Choice {
    /// The names, the default first.
    pub const NAMES: &'static [&'static str] = &["weighted", "best", "uniform"];

    /// Chooses by these `weights`, the index of one that is not 0.
    pub fn pick_weight(self, weights: &[u64], rng: &mut Rng) -> Option<usize> {
        let playable: Vec<usize> = (0..weights.len()).filter(|&index| weights[index] > 0).collect();
        match self {
            _ if playable.is_empty() => None,
            // The first of equals.
            Choice::Best => playable.into_iter().rev().max_by_key(|&index| weights[index]),
            Choice::Uniform => Some(rng.pick(&playable)),
            Choice::Weighted => {
                let total: u64 = weights.iter().sum();
                let mut rest = rng.below(usize::try_from(total).unwrap_or(usize::MAX)) as u64;
                playable.into_iter().find(|&index| match rest.checked_sub(weights[index]) {
                    Some(left) => {
                        rest = left;
                        false
                    }
                    None => true,
                })
            }
        }
    }

    /// Chooses one of the moves.
    pub fn pick(self, moves: &[BookMove], rng: &mut Rng) -> Option<BookMove> {
        let weights: Vec<u64> = moves.iter().map(|found| u64::from(found.weight)).collect();
        self.pick_weight(&weights, rng).map(|index| moves[index])
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text {
            "weighted" => Ok(Choice::Weighted),
            "best" => Ok(Choice::Best),
            "uniform" => Ok(Choice::Uniform),
            _ => Err(format!("choice '{text}': expected {}", Choice::NAMES.join(", "))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_of_choosing() {
        let mut rng = Rng::new(1);
        let weights = [0, 30, 10, 0];
        let mut count = |choice: Choice| {
            let mut counts = [0_u32; 4];
            (0..4000).for_each(|_| counts[choice.pick_weight(&weights, &mut rng).unwrap()] += 1);
            counts
        };
        let weighted = count(Choice::Weighted);
        assert!(weighted[1] > 2 * weighted[2] && weighted[2] > 500, "{weighted:?}");
        assert_eq!((weighted[0], weighted[3]), (0, 0));
        assert_eq!(count(Choice::Best), [0, 4000, 0, 0]);
        let uniform = count(Choice::Uniform);
        assert!(uniform[1].abs_diff(uniform[2]) < 400, "{uniform:?}");
        assert_eq!(Choice::Best.pick_weight(&[0, 0], &mut rng), None);
        assert_eq!(Choice::Weighted.pick_weight(&[], &mut rng), None);
        assert_eq!(Choice::Best.pick_weight(&[5, 5], &mut rng), Some(0));
    }
}
