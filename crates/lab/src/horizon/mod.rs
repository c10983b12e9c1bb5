//! The gallery of errors: positions in which a search of fixed depth goes wrong, and what repairs it.
//!
//! Each [`Exhibit`] is an exercise as well: what to look for, and the solution, in English and German. The tests let both searchers
//! play: the one that errs must err, and the repaired one must not. Reference for the effect that gave the gallery its name:
//! H. Berliner, "Some Necessary Conditions for a Master Chess Program", IJCAI 1973.
//!
//! ```
//! let exhibit = &lab::horizon::gallery()[0];
//! let shown = lab::horizon::show(exhibit, &engine::Control::timeless()).unwrap();
//! assert!(!shown.answers[0].right && shown.answers[1].right);
//! ```

mod gallery;
mod shown;

use engine::{Control, Error, Named};
use serde::Serialize;

pub use shown::{grid, svg};

use crate::measure::{Setting, measure};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// What happens right behind the last ply is not seen.
    HorizonEffect,
    /// Something is given up to push a loss that will come anyway behind the horizon.
    DelayedLoss,
    /// The side to move loses because it must move; the null move assumes the opposite.
    Zugzwang,
    /// A position that cannot be won in spite of the material.
    Fortress,
    /// Checks without end: a draw that no count of pieces shows.
    PerpetualCheck,
    /// No move and no check: a draw.
    StalemateTrick,
    /// A technique that skips moves skips the right one.
    ForwardPruning,
}

/// A text in both languages of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Bilingual))]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// German.
    pub de: &'static str,
}

/// A searcher of fixed depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Searcher {
    /// Which techniques are on.
    pub techniques: &'static str,
    /// The evaluator; the game's default if `None`.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub evaluator: Option<&'static str>,
    /// The depth in plies.
    pub depth: i32,
}

/// A position of the gallery.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Exhibit {
    /// A short name without spaces that stays the same.
    pub id: &'static str,
    /// What goes wrong.
    pub theme: Theme,
    /// The game.
    pub game: &'static str,
    /// The position in the game's notation.
    pub position: &'static str,
    /// The right moves. If there are too many to name, this is empty and `avoid` names the wrong ones.
    pub best: &'static [&'static str],
    /// The wrong moves, where they are easier to name.
    pub avoid: &'static [&'static str],
    /// The searcher that goes wrong.
    pub errs: Searcher,
    /// The one that does not.
    pub repaired: Searcher,
    /// What makes the difference: the name of a technique, `depth` or `evaluator`.
    pub repair: &'static str,
    /// A headline.
    pub title: Text,
    /// What to look for.
    pub exercise: Text,
    /// What the answer is, and why.
    pub solution: Text,
    /// Where the position comes from.
    pub source: Text,
}

impl Exhibit {
    /// Is this the right move, or at least not a wrong one?
    pub fn is_right(&self, mv: &str) -> bool {
        if self.best.is_empty() { !self.avoid.contains(&mv) } else { self.best.contains(&mv) }
    }
}

/// What a searcher plays in an exhibit.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExhibitMove))]
pub struct Answer {
    /// Who: `the one that errs`, `repaired`, or a rung of the ladder.
    pub who: String,
    /// Its techniques.
    pub techniques: String,
    /// Its depth.
    pub depth: i32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it expects, as the game's players write it.
    pub score: String,
    /// Nodes visited.
    pub nodes: u64,
    /// Is it right?
    pub right: bool,
}

/// An exhibit with what everybody plays.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ShownExhibit))]
pub struct Shown {
    /// The exhibit.
    #[serde(flatten)]
    pub exhibit: Exhibit,
    /// First who errs, then who is repaired, then every rung of the ladder.
    pub answers: Vec<Answer>,
}

/// All exhibits, in the order in which a lesson would show them.
pub fn gallery() -> &'static [Exhibit] {
    gallery::EXHIBITS
}

/// The exhibit of this name.
pub fn find(id: &str) -> Result<&'static Exhibit, Error> {
    gallery().iter().find(|exhibit| exhibit.id == id).ok_or_else(|| {
        let names: Vec<&str> = gallery().iter().map(|exhibit| exhibit.id).collect();
        Error::Request(format!("exhibit '{id}': expected one of {}", names.join(", ")))
    })
}

/// Lets everybody play.
pub fn show(exhibit: &Exhibit, halt: &Control) -> Result<Shown, Error> {
    let own = [("the one that errs".to_string(), exhibit.errs), ("repaired".to_string(), exhibit.repaired)];
    let rungs = Named::ALL.iter().filter_map(|named| {
        let (techniques, depth) = named.search?;
        Some((named.title(), Searcher { techniques, evaluator: exhibit.errs.evaluator, depth }))
    });
    let answers = own.into_iter().chain(rungs).map(|(who, searcher)| answer(exhibit, &who, searcher, halt));
    Ok(Shown { exhibit: *exhibit, answers: answers.collect::<Result<_, _>>()? })
}

/// What one searcher plays.
pub fn answer(exhibit: &Exhibit, who: &str, searcher: Searcher, halt: &Control) -> Result<Answer, Error> {
    let mut engine = engine::open(exhibit.game)?;
    engine.set_position(exhibit.position)?;
    let setting = Setting::to_depth(searcher.techniques, searcher.evaluator, searcher.depth)?;
    let found = measure(&mut *engine, &setting, halt)?;
    let mv = found.best.unwrap_or_default();
    Ok(Answer {
        who: who.to_string(),
        techniques: searcher.techniques.to_string(),
        depth: searcher.depth,
        right: exhibit.is_right(&mv),
        mv,
        score: found.score_text,
        nodes: found.nodes,
    })
}
