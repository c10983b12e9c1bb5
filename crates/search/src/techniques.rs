//! The techniques of the field, each a switch.
//!
//! The search asks [`Techniques::on`] before it uses a technique. For [`AllOn`] the compiler knows the answer and removes
//! the question; [`Chosen`] answers at run time.

use std::fmt;
use std::str::FromStr;

use crate::Parameters;

macro_rules! techniques {
    ($($variant:ident $name:literal $doc:literal)*) => {
        /// A technique of game-tree search.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Technique { $(#[doc = $doc] $variant),* }

        impl Technique {
            /// All techniques in the order in which the field found a use for them, more or less.
            pub const ALL: &[Technique] = &[$(Technique::$variant),*];

            /// The name that is the same on the command line, in UCI, in Python and on the page.
            pub const fn name(self) -> &'static str {
                match self { $(Technique::$variant => $name),* }
            }

            /// What the technique does, in a sentence.
            pub const fn description(self) -> &'static str {
                match self { $(Technique::$variant => $doc),* }
            }
        }
    };
}

techniques! {
    AlphaBeta "alpha-beta" "Skips moves that cannot change the result because the opponent has something better earlier."
    Ordering "ordering" "Tries the moves that look best first, so that cuts come early."
    IterativeDeepening "iterative-deepening" "Searches depth 1, 2, 3 ... and uses each result to order the next."
    TranspositionTable "transposition-table" "Remembers positions that were searched before, by whatever move order."
    Aspiration "aspiration" "Starts each iteration with a narrow window around the last value."
    PrincipalVariation "principal-variation" "Expects the first move to be best and only refutes the others."
    Quiescence "quiescence" "Goes on with captures at the leaves until the position is quiet."
    DeltaPruning "delta-pruning" "Skips captures in quiescence that win too little to matter."
    ExchangePruning "exchange-pruning" "Skips captures and moves that lose material by exchange."
    NullMove "null-move" "Gives the opponent a free move; a position still too good is cut."
    LateMoveReductions "late-move-reductions" "Searches moves late in the order less deeply."
    LateMovePruning "late-move-pruning" "Skips quiet moves late in the order near the leaves."
    Futility "futility" "Skips quiet moves near the leaves when the position is far below the window."
    ReverseFutility "reverse-futility" "Cuts near the leaves when the position is far above the window."
    Razoring "razoring" "Drops into quiescence near the leaves when the position looks hopeless."
    ProbCut "probcut" "Cuts when a shallow search of a good capture is far above the window."
    SingularExtensions "singular-extensions" "Extends the table's move when all others are clearly worse."
    CheckExtensions "check-extensions" "Searches moves that give check one ply deeper."
    RecaptureExtensions "recapture-extensions" "Searches one ply deeper when an exchange of equals is completed."
    InternalReductions "internal-reductions" "Reduces nodes for which the table has no move to try first."
    Killers "killers" "Tries quiet moves early that cut in sister nodes."
    History "history" "Orders quiet moves by how often they have cut."
    ContinuationHistory "continuation-history" "Orders quiet moves by how they did after the moves just played."
    CaptureHistory "capture-history" "Orders captures by how they have done."
    CorrectionHistory "correction-history" "Corrects the judgement by how it erred in similar positions."
    Countermoves "countermoves" "Tries the move early that last refuted the opponent's move."
    MateDistance "mate-distance" "Does not look for longer wins once a shorter one is known."
}

/// Tells which techniques are on.
pub trait Techniques: Clone + Send {
    /// Is it on?
    fn on(&self, technique: Technique) -> bool;

    /// Should a table entry count only at exactly the depth asked for? The default, a greater depth is as good, is
    /// stronger; equal depth makes a search with a table find the same value as one without.
    #[inline(always)]
    fn equal_depth_only(&self) -> bool {
        false
    }

    /// Quiescence as a seminar paper describes it: after a last move that changed the material, so many plies of all moves. `None` is our
    /// own, which follows noisy moves.
    #[inline(always)]
    fn full_width(&self) -> Option<u32> {
        None
    }

    /// Are moves ordered by the static evaluation of the position after each, and by nothing else but the table?
    #[inline(always)]
    fn by_evaluation(&self) -> bool {
        false
    }

    /// Are only so many moves of a node looked at, the first in the order? `None` looks at all of them.
    #[inline(always)]
    fn plausible(&self) -> Option<u32> {
        None
    }

    /// The numbers of the search.
    #[inline(always)]
    fn parameters(&self) -> &Parameters {
        &Parameters::DEFAULT
    }
}

/// Everything on, known to the compiler: the strong engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllOn;

impl Techniques for AllOn {
    #[inline(always)]
    fn on(&self, _: Technique) -> bool {
        true
    }
}

/// A chosen set of techniques, asked at run time.
///
/// It is written as a list: `minimax` is the empty set, `all` is everything, `+name` adds one and `+no-name` takes one away.
///
/// ```
/// use search::{Chosen, Technique, Techniques};
/// let some: Chosen = "minimax+alpha-beta".parse().unwrap();
/// assert!(some.on(Technique::AlphaBeta) && !some.on(Technique::NullMove));
/// let most: Chosen = "all+no-null-move".parse().unwrap();
/// assert!(most.on(Technique::AlphaBeta) && !most.on(Technique::NullMove));
/// assert_eq!(most.to_string(), "all+no-null-move");
/// assert!("alfa-beta".parse::<Chosen>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Chosen {
    set: u64,
    equal_depth_only: bool,
    full_width: Option<u32>,
    by_evaluation: bool,
    plausible: Option<u32>,
    parameters: Parameters,
}

impl Chosen {
    /// No technique at all: minimax.
    pub const MINIMAX: Chosen = Chosen {
        set: 0,
        equal_depth_only: false,
        full_width: None,
        by_evaluation: false,
        plausible: None,
        parameters: Parameters::DEFAULT,
    };
    /// Every technique.
    pub const ALL: Chosen = Chosen { set: (1 << Technique::ALL.len()) - 1, ..Chosen::MINIMAX };

    /// This set with a technique switched on.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Chosen {
        Chosen { set: self.set | 1 << technique as u64, ..self }
    }

    /// This set with a technique switched off.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Chosen {
        Chosen { set: self.set & !(1 << technique as u64), ..self }
    }

    /// This set, with table entries counting only at equal depth.
    #[must_use]
    pub const fn at_equal_depth_only(self) -> Chosen {
        Chosen { equal_depth_only: true, ..self }
    }

    /// This set with another quiescence: so many plies of all moves after a last move that changed the material.
    #[must_use]
    pub const fn with_full_width(self, plies: u32) -> Chosen {
        Chosen { full_width: Some(plies), ..self.with(Technique::Quiescence) }
    }

    /// This set with moves ordered by the static evaluation of the position after each.
    #[must_use]
    pub const fn ordered_by_evaluation(self) -> Chosen {
        Chosen { by_evaluation: true, ..self.with(Technique::Ordering) }
    }

    /// This set with only so many moves of a node looked at, the first in the order: Bernstein's plausible moves
    /// (A. Bernstein and others, "A Chess Playing Program for the IBM 704", 1958).
    #[must_use]
    pub const fn with_plausible(self, moves: u32) -> Chosen {
        Chosen { plausible: Some(moves), ..self.with(Technique::Ordering) }
    }

    /// This set with other numbers.
    #[must_use]
    pub const fn with_parameters(self, parameters: Parameters) -> Chosen {
        Chosen { parameters, ..self }
    }

    /// Are all techniques on, and nothing else special?
    pub fn is_all(self) -> bool {
        self == Chosen::ALL
    }
}

impl Techniques for Chosen {
    #[inline(always)]
    fn on(&self, technique: Technique) -> bool {
        self.set >> technique as u64 & 1 != 0
    }

    #[inline(always)]
    fn equal_depth_only(&self) -> bool {
        self.equal_depth_only
    }

    #[inline(always)]
    fn full_width(&self) -> Option<u32> {
        self.full_width
    }

    #[inline(always)]
    fn by_evaluation(&self) -> bool {
        self.by_evaluation
    }

    #[inline(always)]
    fn plausible(&self) -> Option<u32> {
        self.plausible
    }

    #[inline(always)]
    fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}

/// A word in a technique list that is no technique.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTechnique(pub String);

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Technique::ALL.iter().map(|technique| technique.name()).collect();
        write!(
            f,
            "unknown technique '{}': expected minimax, all, or a list such as minimax+alpha-beta+ordering or all+no-null-move of: {}",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownTechnique {}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<Technique, UnknownTechnique> {
        let known = Technique::ALL.iter().find(|technique| technique.name().eq_ignore_ascii_case(name));
        known.copied().ok_or_else(|| UnknownTechnique(name.to_string()))
    }
}

impl FromStr for Chosen {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Chosen, UnknownTechnique> {
        let mut chosen = Chosen::MINIMAX;
        for word in text.split(['+', ',']).map(|word| word.trim().to_ascii_lowercase()) {
            chosen = match word.as_str() {
                "all" => Chosen { set: Chosen::ALL.set, ..chosen },
                "minimax" => Chosen { set: 0, ..chosen },
                word => match word.strip_prefix("no-") {
                    Some(name) => chosen.without(name.parse()?),
                    None => chosen.with(word.parse()?),
                },
            };
        }
        Ok(chosen)
    }
}

/// The shorter of the two ways to write the set: what was added to minimax, or taken from everything.
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (on, off): (Vec<Technique>, Vec<Technique>) = Technique::ALL.iter().partition(|&&t| self.on(t));
        if off.len() < on.len() {
            f.write_str("all")?;
            off.iter().try_for_each(|technique| write!(f, "+no-{}", technique.name()))
        } else {
            f.write_str("minimax")?;
            on.iter().try_for_each(|technique| write!(f, "+{}", technique.name()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_a_switch_of_its_own() {
        for &one in Technique::ALL {
            for &other in Technique::ALL {
                assert_eq!(Chosen::MINIMAX.with(one).on(other), one == other, "{} {}", one.name(), other.name());
                assert_eq!(Chosen::ALL.without(one).on(other), one != other, "{} {}", one.name(), other.name());
            }
        }
        // It is the move that gives check that is searched deeper, not the answer to it.
        assert!(Technique::CheckExtensions.description().contains("give check"));
    }
}
