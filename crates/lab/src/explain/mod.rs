//! Why this move, and why not that one: facts that searches have established, and sentences made of them.
//!
//! [`explain`] searches the position, the line after the move that was asked about, what the opponent would do if one passed, and
//! what weaker searches would have played. Every result is a [`Fact`]; every [`Sentence`] names the facts it came from. Nothing
//! is said that no search has shown.
//!
//! ```
//! use lab::explain::{self, Language, Request};
//! let request = Request { nodes: 20_000, ..Request::new("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1") };
//! let found = explain::explain(&request, &engine::Control::timeless()).unwrap();
//! assert_eq!(found.best, "Ra8#");
//! let german = found.sentences(Language::German);
//! assert!(german[0].text.contains("Ta8#"), "{}", german[0].text);
//! ```

mod catalogue;
mod collect;
mod compose;
mod de;
mod en;
mod facts;
mod inquiry;
mod material;
mod outcome;
mod quiet;

use std::borrow::Cow;

use engine::{Control, Customs, Error, Playable, Report, Visitor};
use serde::Serialize;

pub use catalogue::{Language, Sentence};
pub use facts::{Fact, FactValue, Gain, Line, Purpose, Role, TermChange, What};
pub use material::{Piece, Tally};

/// What is to be explained. It is no [`engine::Question`], which is one search with its player and limits: an explanation makes about ten
/// of its own, each with other limits, techniques and moves, and is asked for a position, a move and the effort of the whole.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation; `start` is the start position.
    pub position: String,
    /// Moves from there to the position that is meant, so that repetitions are known.
    pub past: Vec<String>,
    /// The move that is asked about; none asks about the best one.
    pub asked: Option<String>,
    /// Nodes for the main search; the others take a part of it, or a few times as many.
    pub nodes: u64,
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// Also look for what weaker searches would have played?
    pub weaker: bool,
    /// Call the sides by the colors of their chips, where there are chips: who draws them shows no letters.
    pub colors: bool,
    /// The best lines of the position that are known already. They are taken for granted where the search was no smaller than
    /// [`Request::nodes`], or several times that where a move is asked about, so that nobody hears two opinions of one position.
    pub known: Vec<Report>,
    /// The same of the position after the move that is asked about.
    pub known_after: Vec<Report>,
}

impl Request {
    /// A position, its best move, with the usual effort.
    pub fn new(game: &str, position: &str) -> Request {
        Request {
            game: game.to_string(),
            position: position.to_string(),
            past: Vec::new(),
            asked: None,
            nodes: 400_000,
            evaluator: None,
            weaker: true,
            colors: false,
            known: Vec::new(),
            known_after: Vec::new(),
        }
    }
}

/// What was found out about a position and a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The game with its parameters.
    pub game: String,
    /// The position.
    pub position: String,
    /// Whose move it is.
    pub side: String,
    /// The opponent.
    pub opponent: String,
    /// The best move.
    pub best: String,
    /// The move that was asked about.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub asked: Option<String>,
    /// What the sides are called, the first player first.
    #[serde(skip)]
    pub names: [String; 2],
    /// How the players of the game write.
    #[serde(skip)]
    pub customs: Customs,
    /// Is the game decided by mate?
    #[serde(skip)]
    pub mates: bool,
    /// The unit of values: one and many.
    pub unit: [Cow<'static, str>; 2],
    /// How many score steps make a unit.
    pub steps_a_unit: i32,
    /// What was found out.
    pub facts: Vec<Fact>,
    /// The best lines of the position by which it was judged.
    #[serde(skip)]
    pub judged: Vec<Report>,
    /// The same of the position after the move that was asked about, if that is another one than the best.
    #[serde(skip)]
    pub judged_after: Vec<Report>,
}

impl Explanation {
    /// The facts in words.
    pub fn sentences(&self, language: Language) -> Vec<Sentence> {
        compose::sentences(self, language)
    }

    /// What the move asked about does wrong, in short, for a comment on a game: the first sentence, which says why, and the threat
    /// that it does not meet.
    pub fn remark(&self, language: Language) -> String {
        let sentences = self.sentences(language);
        let unmet = |sentence: &&Sentence| {
            let fact = sentence.facts.first().and_then(|id| self.facts.get(*id));
            fact.is_some_and(|fact| matches!(fact.what, What::Threat { missed: Some(true), .. }))
        };
        let told = sentences.iter().take(1).chain(sentences.iter().skip(1).filter(unmet));
        told.map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The winning chance that the move asked about costs, in percent; 0 if it is the best, or the game is not chess.
    pub fn winning_chance_lost(&self) -> f64 {
        let lost = self.facts.iter().find_map(|fact| match fact.what {
            What::Loss { win_percent, .. } => win_percent,
            _ => None,
        });
        lost.unwrap_or(0.0)
    }

    /// The line that the search expects after the best move.
    pub fn best_line(&self) -> &[String] {
        let line = self.facts.iter().find_map(|fact| match &fact.what {
            What::Move { role: Role::Best, line, .. } => Some(line.moves.as_slice()),
            _ => None,
        });
        line.unwrap_or_default()
    }

    /// Facts and sentences as JSON.
    pub fn json(&self, language: Language) -> serde_json::Value {
        let mut value = serde_json::json!(self);
        value["language"] = serde_json::json!(language);
        value["sentences"] = serde_json::json!(self.sentences(language));
        value
    }
}

/// Finds out why a move is good or bad. Stopped by `control` it tells what it knows so far, at least the best move.
pub fn explain(request: &Request, control: &Control) -> Result<Explanation, Error> {
    engine::visit(&request.game, Explain { request, control })?
}

struct Explain<'a> {
    request: &'a Request,
    control: &'a Control,
}

impl Visitor for Explain<'_> {
    type Result = Result<Explanation, Error>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        collect::collect(&start, self.request, self.control)
    }
}
