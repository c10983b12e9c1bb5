//! The table of loaded games: a name for each, kept for as long as the program runs.
//!
//! Positions refer to their rules by a plain reference. A count of owners would be changed by every clone on every thread, and the
//! search clones a position at each node.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, OnceLock};

use game::{Outcome, Score, Side, mix};

use crate::board::{self, Board};
use crate::error::{Place, Reason, RulesError};
use crate::judge::Weights;
use crate::limits::Limits;
use crate::plies::Bound;
use crate::ruleset::{Ruleset, compile};
use crate::survey::{Survey, survey};

/// The most games that are kept.
const MAX_GAMES: usize = 256;

/// A game with its name, ready to be played.
pub struct Loaded {
    /// Its name, as game texts write it.
    pub name: String,
    /// What it is called by people.
    pub title: String,
    /// What it is, in a sentence.
    pub description: String,
    /// The number of its text: equal texts have equal numbers.
    pub hash: u64,
    /// The text, in GDL.
    pub text: String,
    /// The rules.
    pub rules: Ruleset,
    /// Its board.
    pub board: Board,
    /// What was seen in random games.
    pub survey: Survey,
    /// The role that each side plays.
    pub seats: [usize; 2],
    /// Is the result more than won, drawn or lost?
    pub margins: bool,
    /// Half points of alpha-beta and of Monte Carlo tree search in a short contest between them, once it has been held.
    pub contest: OnceLock<[u32; 2]>,
    pub(crate) names: [String; 2],
    /// The moves of each role as they are written.
    pub(crate) move_names: Vec<Vec<String>>,
    pub(crate) by_name: Vec<HashMap<String, u32>>,
    pub(crate) keys: Vec<u64>,
    pub(crate) bound: Bound,
    pub(crate) weights: OnceLock<Weights>,
}

static GAMES: LazyLock<Mutex<Vec<&'static Loaded>>> = LazyLock::new(|| Mutex::new(Vec::new()));

fn games() -> std::sync::MutexGuard<'static, Vec<&'static Loaded>> {
    GAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The number of a text.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0x4b69_6562_6974_7a00, |hash, byte| mix(hash ^ u64::from(byte)))
}

/// The loaded game of this name.
pub fn by_name(name: &str) -> Option<&'static Loaded> {
    games().iter().copied().find(|loaded| loaded.name == name)
}

/// All loaded games, in the order in which they were loaded.
pub fn loaded() -> Vec<&'static Loaded> {
    games().clone()
}

/// How a game is to be loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loading {
    /// How much work may be spent.
    pub limits: Limits,
    /// Where what one player wins the other does not lose: play for the difference.
    pub difference: bool,
}

/// A word that game texts can write.
fn name_of(stem: &str) -> String {
    let word: String = stem
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' })
        .collect();
    if word.trim_matches('-').is_empty() { "game".to_string() } else { word.to_lowercase() }
}

/// Loads a game from its text, in GDL or in the language of boards. `stem` becomes its name, with a number behind it if another game has that name. A text that
/// was loaded before is not loaded again.
pub fn load(stem: &str, text: &str, loading: Loading) -> Result<&'static Loaded, RulesError> {
    let hash = hash(text);
    if let Some(known) = games().iter().find(|loaded| loaded.hash == hash) {
        return Ok(known);
    }
    let gdl = crate::to_gdl(text)?;
    let mut loaded = prepare(stem, &gdl, loading)?;
    loaded.hash = hash;
    let mut games = games();
    if let Some(known) = games.iter().find(|loaded| loaded.hash == hash) {
        return Ok(known);
    }
    if games.len() == MAX_GAMES {
        let message = format!("{MAX_GAMES} games are loaded already; no more are kept");
        return Err(RulesError::new(Place { line: 1, column: 1 }, Reason::TooLarge, message));
    }
    if games.iter().any(|other| other.name == loaded.name) {
        loaded.name = format!("{}-{:04x}", loaded.name, hash >> 48);
    }
    let kept: &'static Loaded = Box::leak(Box::new(loaded));
    games.push(kept);
    Ok(kept)
}

/// What a text would be if it were loaded; it is not kept.
pub fn examine(text: &str, loading: Loading) -> Result<Loaded, RulesError> {
    prepare("game", &crate::to_gdl(text)?, loading)
}

fn prepare(stem: &str, text: &str, loading: Loading) -> Result<Loaded, RulesError> {
    let rules = compile(text, loading.limits)?;
    let place = Place { line: 1, column: 1 };
    if rules.roles.len() != 2 {
        return Err(RulesError::new(place, Reason::Players, "the game has one player; games for two can be played"));
    }
    let mut survey = survey(&rules)?;
    if !survey.constant_sum && !loading.difference {
        let message = format!(
            "what one player wins the other does not lose: goals {} were met; such games are played for the difference \
             only when that is asked for",
            survey.example
        );
        return Err(RulesError::new(place, Reason::GeneralSum, message));
    }
    let first = survey.first;
    let seats = [first, 1 - first];
    let sides = if first == 0 { Side::BOTH } else { [Side::Second, Side::First] };
    let board = board::find(&rules, &sides)?;
    survey.single_cells = single_cells(&rules, &board);
    let words = |word: &str| {
        let found = rules.remarks.iter().find(|remark| remark.words.first().is_some_and(|first| first == word));
        found.map(|remark| remark.words[1..].join(" "))
    };
    let title = words("game").unwrap_or_else(|| stem.to_string());
    let description = words("about").unwrap_or_else(|| "A game given by its rules.".to_string());
    let values = rules.values.iter().flatten().chain(&survey.goals);
    let margins = values.into_iter().any(|value| ![0, 50, 100].contains(value));
    let names = seats.map(|role| role_name(&rules, role));
    let move_names: Vec<Vec<String>> = (0..2).map(|role| crate::notation::move_names(&rules, &board, role)).collect();
    let by_name = move_names
        .iter()
        .map(|names| names.iter().enumerate().map(|(mv, name)| (name.clone(), mv as u32)).collect())
        .collect();
    let keys = (0..rules.facts.len() as u64 + 2).map(|fact| mix(mix(fact) ^ 0x7275_6c65)).collect();
    let bound = Bound::find(&rules)?;
    Ok(Loaded {
        name: name_of(stem),
        title,
        description,
        hash: hash(text),
        text: text.to_string(),
        rules,
        board,
        survey,
        seats,
        margins,
        contest: OnceLock::new(),
        names,
        move_names,
        by_name,
        keys,
        bound,
        weights: OnceLock::new(),
    })
}

/// Is there at most one thing on each cell in random games?
fn single_cells(rules: &Ruleset, board: &Board) -> bool {
    let mut single = true;
    crate::survey::visit(rules, 20, &mut |facts| {
        let mut taken = vec![false; board.columns * board.rows];
        for (fact, place) in board.cells.iter().enumerate() {
            if let Some((cell, _)) = place
                && facts[fact / 64] >> (fact % 64) & 1 == 1
            {
                single &= !std::mem::replace(&mut taken[usize::from(*cell)], true);
            }
        }
    });
    single
}

/// What a role is called: as a remark says, else its word with a capital.
fn role_name(rules: &Ruleset, role: usize) -> String {
    let word = rules.terms.text(rules.roles[role]);
    let told = rules.remarks.iter().find(|remark| {
        remark.words.first().is_some_and(|first| first == "name")
            && remark.words.get(1).is_some_and(|other| other.eq_ignore_ascii_case(&word))
    });
    if let Some(remark) = told
        && remark.words.len() > 2
    {
        return remark.words[2..].join(" ");
    }
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

impl Loaded {
    /// How the game ended with these goals.
    pub(crate) fn outcome(&self, goals: &[Option<i32>]) -> Outcome {
        let [first, second] = self.seats.map(|role| goals[role].unwrap_or(0));
        let difference = first - second;
        match difference.signum() {
            _ if self.margins => Outcome::Margin(Score::new(difference * 100)),
            1 => Outcome::Win(Side::First),
            -1 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        }
    }

    /// What the sides are called, first player first.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// The first position as lines of letters: `.` is empty, a blank is no cell. None if there is no board.
    pub fn picture(&self) -> Vec<String> {
        let board = &self.board;
        let mut cells: Vec<char> = board.exists.iter().map(|&exists| if exists { '.' } else { ' ' }).collect();
        for (fact, place) in board.cells.iter().enumerate() {
            if let Some((cell, Some(piece))) = place
                && self.rules.init[fact / 64] >> (fact % 64) & 1 == 1
            {
                cells[usize::from(*cell)] = board.pieces[usize::from(*piece)].letter;
            }
        }
        cells.chunks(board.columns.max(1)).map(|row| row.iter().collect()).collect()
    }

    /// The bytes that it takes for as long as the program runs, about.
    pub fn bytes(&self) -> usize {
        let (facts, views, clauses) = self.rules.sizes();
        let moves: usize = self.rules.moves.iter().map(Vec::len).sum();
        2 * self.rules.terms.bytes() + 64 * (facts + views) + 48 * clauses + 400 * moves + 3 * self.text.len()
    }

    /// The number of a role by its name.
    pub fn role(&self, name: &str) -> Option<usize> {
        self.rules.roles.iter().position(|&role| self.rules.terms.text(role).eq_ignore_ascii_case(name.trim()))
    }

    /// The word by which game texts name it, with the number of its text.
    pub fn spec(&self) -> String {
        self.name.clone()
    }
}
