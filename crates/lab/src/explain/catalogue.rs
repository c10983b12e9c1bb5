//! What every language must be able to say, and what is written alike in all of them.

use std::str::FromStr;

use engine::{Customs, Sight};
use eval::Term;
use serde::Serialize;

use super::facts::{Gain, Line, TermChange};
use super::material::{Piece, Tally};
use super::{de, en};

/// A language of explanations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
}

impl Language {
    /// What it can say.
    pub(super) fn words(self) -> &'static dyn Catalogue {
        match self {
            Language::English => &en::English,
            Language::German => &de::German,
        }
    }

    /// A move, written by the game itself, as people of this language write it. `letters` are those that stand for pieces
    /// ([`engine::Customs::piece_letters`]).
    ///
    /// ```
    /// use lab::explain::Language;
    /// assert_eq!(Language::German.move_text("KQRBN", "Nxb7+"), "Sxb7+");
    /// ```
    pub fn move_text(self, letters: &str, mv: &str) -> String {
        shown(self.words(), mv, letters)
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        match text.to_ascii_lowercase().as_str() {
            "en" => Ok(Language::English),
            "de" => Ok(Language::German),
            _ => Err("expected en or de".to_string()),
        }
    }
}

/// How a deed is put into words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// `wins a rook`.
    Does,
    /// `would win a rook`.
    Would,
    /// `win a rook`, after `threatens to`.
    To,
}

/// Something said, and the facts it was made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// The numbers of the facts.
    pub facts: Vec<usize>,
    /// The sentence without the line at its end, for whoever shows the line otherwise; all of it if there is no line.
    pub lead: String,
    /// The line at its end.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub line: Option<Line>,
}

/// Everything that is ever said. A language that lacks a sentence does not compile.
///
/// Moves, values and lines come as they are to be shown; `side` and `opponent` are words of [`Catalogue::side`].
pub(super) trait Catalogue {
    /// A side by its English name.
    fn side(&self, name: &str) -> String;
    /// A piece of chess as moves write it.
    fn piece_letter(&self, letter: char) -> char;
    /// A number of pieces of a kind, as the object of a sentence: `a rook`, `two pawns`.
    fn pieces(&self, piece: Piece, count: usize) -> String;
    /// A rook for a knight or a bishop.
    fn the_exchange(&self) -> &'static str;
    /// A list.
    fn and(&self) -> &'static str;
    /// An amount of the game's unit, by its English name for many.
    fn amount(&self, amount: f64, unit: &str) -> String;
    /// A value that is a certain result.
    fn certain(&self, winner: &str, moves: usize) -> String;
    /// A value whose text may hold the English name of its unit.
    fn in_units(&self, text: &str, unit: &str) -> String;
    /// A number of pawns with its sign and two decimals.
    fn signed(&self, pawns: f64) -> String;
    /// A term of the evaluation.
    fn term(&self, term: Term) -> &'static str;

    /// The best move and its value.
    fn best(&self, mv: &str, value: &str, depth: i32, nodes: u64) -> String;
    /// There is no other.
    fn only_move(&self) -> String;
    /// The next best move is about as good.
    fn next_close(&self, mv: &str, value: &str) -> String;
    /// The next best move is so much worse.
    fn next_worse(&self, mv: &str, value: &str, amount: &str) -> String;
    /// The next best move does not win, or loses by force.
    fn next_decided(&self, mv: &str, value: &str) -> String;
    /// What the best move does.
    fn best_does(&self, deed: &str, line: &str) -> String;
    /// What happens in spite of the best move.
    fn best_suffers(&self, deed: &str, line: &str) -> String;
    /// The best move gives material, and the search likes it.
    fn best_invests(&self, deed: &str, line: &str) -> String;
    /// What is expected after a move, where there is nothing else to say.
    fn expected(&self, mv: &str, line: &str) -> String;
    /// What the best move leads to when nothing is won or lost.
    fn best_even(&self, line: &str) -> String;
    /// The move asked about is as good as the best.
    fn asked_as_good(&self, mv: &str, value: &str, best: &str, best_value: &str) -> String;
    /// What is better, and what the move asked about costs.
    fn better(&self, best: [&str; 2], asked: [&str; 2], amount: Option<&str>, percent: Option<f64>) -> String;
    /// What the move asked about does, good or bad.
    fn asked_does(&self, mv: &str, deed: &str, line: &str) -> String;
    /// What the opponent does after the move asked about.
    fn asked_allows(&self, mv: &str, opponent: &str, deed: &str, line: &str) -> String;
    /// What the best move does and the move asked about does not.
    fn asked_misses(&self, mv: &str, best: &str, deed: &str, line: &str) -> String;
    /// A quiet answer that the move asked about allows; `purpose` follows its name, or is empty.
    fn allows(&self, mv: &str, reply: &str, purpose: &str, line: &str) -> String;
    /// A quiet move that the move asked about leaves out.
    fn lacks(&self, mv: &str, best: &str, purpose: &str, line: &str) -> String;
    /// What a quiet move threatens, after its name.
    fn threatening(&self, deed: &str) -> String;
    /// What a quiet move makes of the board, after its name.
    fn sight(&self, sight: Sight, square: &str) -> String;
    /// What a move is for that takes something.
    fn taking(&self, taken: &str) -> String;
    /// What the opponent would do if one passed.
    fn threat(&self, side: &str, opponent: &str, deed: &str, line: &str) -> String;
    /// The move asked about runs into the threat.
    fn threat_missed(&self, mv: &str, reply: &str) -> String;
    /// What the best move threatens.
    fn intention(&self, mv: &str, opponent: &str, side: &str, deed: &str, line: &str) -> String;
    /// How the terms change along the line of a move.
    fn terms(&self, mv: &str, changes: &str) -> String;
    /// What a shallower search prefers.
    fn shallow(&self, depth: i32, mv: &str, value: &str, found_at: i32, best: &str) -> String;
    /// What a search without a technique plays.
    fn without(&self, technique: &str, depth: i32, mv: &str, value: &str) -> String;

    /// `mates in 3`: somebody decides the game, third person.
    fn decides(&self, form: Form, moves: usize, chess: bool) -> String;
    /// The game is decided against the side itself.
    fn is_decided_against(&self, moves: usize, chess: bool) -> String;
    /// `wins a rook for a pawn`, third person; the words of the list may be `the exchange`.
    fn wins(&self, form: Form, won: &str, lost: Option<&str>) -> String;
    /// `loses a rook for a pawn`.
    fn loses(&self, lost: &str, won: Option<&str>) -> String;
    /// `gives a rook for a knight and two pawns`: of equal worth.
    fn gives(&self, lost: &str, won: &str) -> String;
    /// `makes a queen`.
    fn promotes(&self, form: Form, made: &str) -> String;
    /// `lets the opponent make a queen`.
    fn lets_promote(&self, made: &str) -> String;
    /// Discs at the end of the line.
    fn counts(&self, ours: i32, theirs: i32, over: bool, line: &str) -> String;
}

/// What somebody does in a line, in words.
pub(super) enum Deed {
    /// Good for the doer.
    Gain(String),
    /// Bad for the doer.
    Loss(String),
    /// Neither.
    Even(Option<String>),
}

/// A gain in words, for the side that has it.
pub(super) fn deed(words: &dyn Catalogue, gain: &Gain, chess: bool, form: Form) -> Deed {
    match gain {
        Gain::Decided { wins, plies } => {
            let moves = plies.div_ceil(2);
            match wins {
                true => Deed::Gain(words.decides(form, moves, chess)),
                false => Deed::Loss(words.is_decided_against(moves, chess)),
            }
        }
        Gain::Material { tally, .. } => material(words, tally, form),
        Gain::Count { .. } => Deed::Even(None),
    }
}

fn material(words: &dyn Catalogue, tally: &Tally, form: Form) -> Deed {
    let exchange =
        |one: &[Piece], other: &[Piece]| one == [Piece::Rook] && matches!(other, [Piece::Knight | Piece::Bishop]);
    let (won, lost) = (list(words, &tally.won), list(words, &tally.lost));
    let mut parts = Vec::new();
    let better = tally.balance > 0;
    match (&won, &lost) {
        _ if exchange(&tally.won, &tally.lost) => parts.push(words.wins(form, words.the_exchange(), None)),
        _ if exchange(&tally.lost, &tally.won) => parts.push(words.loses(words.the_exchange(), None)),
        (None, None) => {}
        (Some(won), None) => parts.push(words.wins(form, won, None)),
        (None, Some(lost)) => parts.push(words.loses(lost, None)),
        (Some(won), Some(lost)) => parts.push(match worth(&tally.won).cmp(&worth(&tally.lost)) {
            std::cmp::Ordering::Greater => words.wins(form, won, Some(lost)),
            std::cmp::Ordering::Equal => words.gives(lost, won),
            std::cmp::Ordering::Less => words.loses(lost, Some(won)),
        }),
    }
    if let Some(made) = list(words, &tally.promoted) {
        parts.push(words.promotes(form, &made));
    }
    if let Some(made) = list(words, &tally.opponent_promoted) {
        parts.push(words.lets_promote(&made));
    }
    let text = (!parts.is_empty()).then(|| join(words, &parts));
    match text {
        Some(text) if better => Deed::Gain(text),
        Some(text) if tally.balance < 0 => Deed::Loss(text),
        text => Deed::Even(text),
    }
}

fn worth(pieces: &[Piece]) -> i32 {
    pieces.iter().map(|piece| piece.worth()).sum()
}

/// `a rook and two pawns`; nothing for an empty list.
fn list(words: &dyn Catalogue, pieces: &[Piece]) -> Option<String> {
    let mut kinds: Vec<(Piece, usize)> = Vec::new();
    for &piece in pieces {
        match kinds.iter_mut().find(|(kind, _)| *kind == piece) {
            Some((_, count)) => *count += 1,
            None => kinds.push((piece, 1)),
        }
    }
    let names: Vec<String> = kinds.into_iter().map(|(piece, count)| words.pieces(piece, count)).collect();
    (!names.is_empty()).then(|| join(words, &names))
}

fn join(words: &dyn Catalogue, parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {} {last}", most.join(", "), words.and()),
    }
}

/// A move with the language's own letters in place of these.
pub(super) fn shown(words: &dyn Catalogue, mv: &str, letters: &str) -> String {
    mv.chars().map(|letter| if letters.contains(letter) { words.piece_letter(letter) } else { letter }).collect()
}

/// A line as it is printed: with the numbers of its moves where the position tells them.
pub(super) fn line(words: &dyn Catalogue, line: &Line, customs: &Customs) -> String {
    let shown = |mv: &str| shown(words, mv, &customs.piece_letters);
    let mut fields = line.from.split_whitespace();
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
    let (black, start) = (fields.nth(1) == Some("b"), number(fields.nth(3)).unwrap_or(1));
    let mut text = Vec::new();
    for (index, mv) in line.moves.iter().enumerate() {
        let ply = index + usize::from(black);
        match (customs.fen, ply % 2) {
            (true, 0) => text.push(format!("{}. {}", start + ply / 2, shown(mv))),
            (true, _) if index == 0 => text.push(format!("{}... {}", start, shown(mv))),
            _ => text.push(shown(mv)),
        }
    }
    text.join(" ")
}

/// Terms with their changes: `mobility +0.25, king danger -0.40`.
pub(super) fn term_list(words: &dyn Catalogue, changes: &[TermChange], steps_a_unit: i32) -> String {
    let one = |change: &TermChange| {
        let name = Term::by_name(change.term).map_or(change.term, |term| words.term(term));
        let pawns = |value: i32| f64::from(value) / f64::from(steps_a_unit);
        format!("{name} {} → {}", words.signed(pawns(change.before)), words.signed(pawns(change.after)))
    };
    changes.iter().map(one).collect::<Vec<_>>().join(", ")
}
