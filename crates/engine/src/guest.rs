//! Games that the caller brings at run time: written in Python, for instance. They are played, searched, recorded and measured like all
//! others, by name; only the rules are asked for through a trait object.
//!
//! What the rules of a guest cannot answer, because they failed, is theirs to remember: here a failed answer is an empty one, so that
//! a search comes to its end.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, Weak};

use game::{
    Abilities, Clicks, Diagram, Evaluator, Key, Known, MoveError, Outcome, PositionError, Rules, Score, Show, Side,
    Spec, SpecError, Stage, Step,
};

use crate::registry::Playable;
use crate::session::{Session, Sitting};
use crate::{Engine, Error, HANDMADE};

/// A position as the rules of a guest know it.
pub type State = Arc<dyn Any + Send + Sync>;

/// What is asked of every position.
#[derive(Clone)]
pub struct Situation {
    /// The position itself.
    pub state: State,
    /// Whose turn it is.
    pub side: Side,
    /// Equal for equal positions, and for no others.
    pub key: Key,
    /// The end, if the game is over.
    pub end: Option<Outcome>,
}

/// The rules of a guest. Moves are numbers; what they stand for is up to the rules, and the same everywhere in a game.
pub trait GuestRules: Send + Sync {
    /// What the sides are called.
    fn sides(&self) -> [String; 2];

    /// The start position.
    fn start(&self) -> Situation;

    /// The legal moves, each once, in an order that depends on the position alone. Asked only of games that are not over.
    fn moves(&self, state: &State) -> Vec<u32>;

    /// The position after a legal move.
    fn play(&self, state: &State, mv: u32) -> Situation;

    /// A move as people write it.
    fn move_text(&self, mv: u32) -> String;

    /// The position as text.
    fn text(&self, state: &State) -> String;

    /// A position from its text; the error says what would be right. Every text that [`GuestRules::text`] has written can be read.
    fn read(&self, text: &str) -> Result<Situation, String>;

    /// Does this move change the balance at once? Quiescence follows such moves.
    fn is_noisy(&self, state: &State, mv: u32) -> bool;

    /// How many plies the game lasts at most from here, if that is known.
    fn plies_left(&self, state: &State) -> Option<usize>;

    /// Can a position come about again in a game?
    fn repeats(&self) -> bool;

    /// The names of its evaluations, the default one first; there may be none.
    fn evaluations(&self) -> Vec<String>;

    /// What the position is worth to the first player by one of them, in score steps.
    fn judge(&self, state: &State, evaluation: usize) -> i32;

    /// The board.
    fn diagram(&self, state: &State) -> Diagram;

    /// The cells of the board that a move touches.
    fn move_cells(&self, state: &State, mv: u32) -> Vec<usize>;
}

/// How many plies back a repetition is looked for.
const LONGEST_REPEAT: usize = 1000;

/// Who is here, by name. A guest that nobody keeps any more has left.
static GUESTS: RwLock<BTreeMap<String, Weak<dyn GuestRules>>> = RwLock::new(BTreeMap::new());

/// Makes a game known under a name made of `stem`, which is returned. It is known as long as the caller keeps the rules.
pub fn invite(stem: &str, rules: &Arc<dyn GuestRules>) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let stem: String = stem.chars().map(plain).collect();
    let stem = if stem.trim_matches('-').is_empty() { "game" } else { stem.trim_matches('-') };
    let mut guests = GUESTS.write().unwrap_or_else(PoisonError::into_inner);
    guests.retain(|_, guest| guest.strong_count() > 0);
    let taken = |name: &str| {
        guests.contains_key(name) || crate::info(name).is_some() || crate::ruled::names().iter().any(|own| own == name)
    };
    let mut names = std::iter::once(stem.to_string()).chain((2..).map(|number: u64| format!("{stem}-{number}")));
    let name = names.find(|name| !taken(name)).expect("numbers do not end");
    guests.insert(name.clone(), Arc::downgrade(rules));
    name
}

fn find(name: &str) -> Option<Arc<dyn GuestRules>> {
    GUESTS.read().unwrap_or_else(PoisonError::into_inner).get(name)?.upgrade()
}

pub(crate) fn is_known(name: &str) -> bool {
    find(name).is_some()
}

/// A session of a guest's game, at the given position.
pub fn seat(name: &str, situation: Situation) -> Result<Box<dyn Engine>, Error> {
    let spec: Spec = name.parse()?;
    let start = Guest::start(&spec)?;
    let here = start.at(situation);
    Ok(Box::new(Sitting::beginning(start, here)))
}

/// A position of a guest's game.
#[derive(Clone)]
pub struct Guest {
    game: Arc<Host>,
    here: Arc<Here>,
}

/// A guest and its name.
struct Host {
    name: String,
    rules: Arc<dyn GuestRules>,
    /// Its own and `none`.
    evaluators: &'static [&'static str],
}

/// A guest's evaluators. Each list of names is kept once, for good: there are as many as somebody has written.
fn evaluators(rules: &dyn GuestRules) -> &'static [&'static str] {
    static LISTS: Mutex<BTreeMap<Vec<String>, &'static [&'static str]>> = Mutex::new(BTreeMap::new());
    let own = rules.evaluations();
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    let keep = |names: &Vec<String>| -> &'static [&'static str] {
        let names = names.iter().cloned().chain(["none".to_string()]);
        Vec::leak(names.map(|name| &*String::leak(name)).collect())
    };
    lists.entry(own).or_insert_with_key(keep)
}

/// A position, and what was asked of it already: the rules of a guest are slow.
struct Here {
    situation: Situation,
    moves: OnceLock<Vec<u32>>,
    /// By which evaluation, and what.
    judgement: OnceLock<(usize, i32)>,
}

/// What was asked once. Two threads may ask at the same time: if one waited for the other, and the rules for something that the
/// waiting thread holds (Python's lock), both would wait for ever.
fn remembered<T>(once: &OnceLock<T>, ask: impl FnOnce() -> T) -> &T {
    match once.get() {
        Some(known) => known,
        None => {
            let answer = ask();
            once.get_or_init(|| answer)
        }
    }
}

impl Guest {
    fn at(&self, situation: Situation) -> Guest {
        let here = Here { situation, moves: OnceLock::new(), judgement: OnceLock::new() };
        Guest { game: Arc::clone(&self.game), here: Arc::new(here) }
    }

    fn rules(&self) -> &dyn GuestRules {
        &*self.game.rules
    }

    fn state(&self) -> &State {
        &self.here.situation.state
    }

    fn legal(&self) -> &[u32] {
        let ask = || match self.here.situation.end {
            Some(_) => Vec::new(),
            None => self.rules().moves(self.state()),
        };
        remembered::<Vec<u32>>(&self.here.moves, ask)
    }
}

impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.game.name, self.position_text())
    }
}

impl PartialEq for Guest {
    fn eq(&self, other: &Guest) -> bool {
        self.game.name == other.game.name && self.key() == other.key()
    }
}

impl Eq for Guest {}

impl Rules for Guest {
    type Move = u32;

    fn start(spec: &Spec) -> Result<Guest, SpecError> {
        if let Some((name, _)) = spec.parameters().next() {
            return Err(spec.error(format!("{} has no parameter '{name}'", spec.name())));
        }
        let rules = find(spec.name()).ok_or_else(|| spec.error("this game has left"))?;
        let situation = rules.start();
        let here = Here { situation, moves: OnceLock::new(), judgement: OnceLock::new() };
        let evaluators = evaluators(&*rules);
        Ok(Guest { game: Arc::new(Host { name: spec.name().to_string(), rules, evaluators }), here: Arc::new(here) })
    }

    fn spec(&self) -> String {
        self.game.name.clone()
    }

    fn side_to_move(&self) -> Side {
        self.here.situation.side
    }

    fn generate(&self, stage: Stage, moves: &mut Vec<u32>) {
        let wanted = |mv: &u32| match stage {
            Stage::All => true,
            Stage::Noisy => self.is_noisy(*mv),
            Stage::Quiet => !self.is_noisy(*mv),
        };
        moves.extend(self.legal().iter().copied().filter(wanted));
    }

    fn play(&mut self, mv: u32) {
        *self = self.at(self.rules().play(self.state(), mv));
    }

    fn end(&self) -> Option<Outcome> {
        self.here.situation.end
    }

    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn key(&self) -> Key {
        self.here.situation.key
    }

    fn compute_key(&self) -> Key {
        self.key()
    }

    fn parse_position(&self, text: &str) -> Result<Guest, PositionError> {
        let read = self.rules().read(text).map_err(|reason| PositionError::new(text, reason))?;
        Ok(self.at(read))
    }

    fn position_text(&self) -> String {
        self.rules().text(self.state())
    }

    fn parse_move(&self, text: &str) -> Result<u32, MoveError> {
        let written = |mv: &u32| self.rules().move_text(*mv);
        let found = self.legal().iter().copied().find(|mv| written(mv) == text);
        found.ok_or_else(|| {
            let mut legal: Vec<String> = self.legal().iter().take(8).map(written).collect();
            if self.legal().len() > legal.len() {
                legal.push("…".to_string());
            }
            let reason = match (self.end(), legal.is_empty()) {
                (None, false) => format!("no legal move here; there are {}", legal.join(", ")),
                _ => "the game is over".to_string(),
            };
            MoveError::new(text, reason)
        })
    }

    fn move_text(&self, mv: u32) -> String {
        self.rules().move_text(mv)
    }

    const ACTIONS: usize = 512;

    fn action(&self, mv: u32) -> usize {
        mv as usize % Guest::ACTIONS
    }

    fn encode(&self, mv: u32) -> u16 {
        let index = self.legal().iter().position(|&legal| legal == mv).unwrap_or_default();
        u16::try_from(index + 1).unwrap_or(u16::MAX)
    }

    fn decode(&self, code: u16) -> Option<u32> {
        self.legal().get(usize::from(code).checked_sub(1)?).copied()
    }
}

impl Abilities for Guest {
    const UNIT: i32 = 1000;

    fn is_noisy(&self, mv: u32) -> bool {
        self.rules().is_noisy(self.state(), mv)
    }

    fn reversible_plies(&self) -> usize {
        if self.rules().repeats() { LONGEST_REPEAT } else { 0 }
    }

    /// A game may end with a win for the side that would be to move: the other one has lost by its own move, as in misère games.
    fn bounds(&self) -> (Score, Score) {
        (Score::loss_in(0), Score::win_in(0))
    }

    fn plies_left(&self) -> Option<usize> {
        self.rules().plies_left(self.state())
    }
}

impl Show for Guest {
    fn diagram(&self) -> Diagram {
        self.rules().diagram(self.state())
    }

    fn move_cells(&self, mv: u32) -> Vec<usize> {
        self.rules().move_cells(self.state(), mv)
    }

    /// Nothing says that the cells tell the moves apart, so the text does.
    fn clicks(&self, mv: u32) -> Clicks {
        Clicks { cells: self.move_cells(mv), also: Vec::new(), choice: Some(self.move_text(mv).into()) }
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        let [first, second] = self.rules().sides();
        match side {
            Side::First => first.into(),
            Side::Second => second.into(),
        }
    }

    fn piece_name(&self, letter: char) -> Cow<'static, str> {
        letter.to_string().into()
    }
}

/// One of the guest's own evaluations, or none.
#[derive(Clone, Copy, Debug)]
pub enum GuestEval {
    /// As the guest says.
    Own(usize),
    /// Every position is even.
    None,
}

impl Evaluator<Guest> for GuestEval {
    fn evaluate(&mut self, position: &Guest) -> Score {
        match self {
            GuestEval::None => Score::DRAW,
            GuestEval::Own(evaluation) => {
                let judge = || position.rules().judge(position.state(), *evaluation);
                let value = match *remembered(&position.here.judgement, || (*evaluation, judge())) {
                    (by, value) if by == *evaluation => value,
                    // Another player's judgement stands there.
                    _ => judge(),
                };
                position.side_to_move().view(Score::new(value).clamp_judgement())
            }
        }
    }

    fn known(&mut self, _: &Guest, _: i32) -> Option<Known> {
        None
    }

    fn follow(&mut self, _: Step<'_, Guest>) {}
}

impl Playable for Guest {
    type Evaluator = GuestEval;
    type Own = ();

    fn evaluators(&self) -> &'static [&'static str] {
        self.game.evaluators
    }

    fn by_name(&self, name: &str) -> Option<()> {
        (name == "none").then_some(())
    }

    fn evaluator(&self, source: &str) -> Result<GuestEval, Error> {
        let names = self.evaluators();
        let found = names.iter().position(|name| *name == source);
        // What is written by hand is the first, unless the rules know better; levels judge by it.
        let found = found.or((source.is_empty() || source == HANDMADE).then_some(0));
        match found {
            Some(last) if last + 1 == names.len() => Ok(GuestEval::None),
            Some(own) => Ok(GuestEval::Own(own)),
            None => Err(self.no_evaluator(source)),
        }
    }

    fn session(self) -> Box<dyn Session<Guest>> {
        Box::new(Sitting::new(self))
    }
}
