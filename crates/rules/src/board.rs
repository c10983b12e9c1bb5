//! A board found in the facts: which of them stand for cells, what stands on a cell and whose it is, and which cells a move names.
//!
//! GDL has no boards. Among the facts with two arguments that can be put in order, those that fill a rectangle best are taken for
//! one. What was guessed wrongly is corrected by remarks in the text, which other programs pass over as comments:
//!
//! ```text
//! ;; kiebitz: board cell 1 2 3       the column, row and piece are these arguments of (cell ...)
//! ;; kiebitz: board none             there is no board
//! ;; kiebitz: piece wp first P ♙ pawn   the piece wp is the first player's, its letter, sign and name
//! ;; kiebitz: blank b                nothing stands on a cell with a b
//! ;; kiebitz: name white White       what a role is called
//! ;; kiebitz: flip                   the first row is at the top
//! ```

use std::collections::{BTreeMap, HashMap};

use game::Side;

use crate::effects::Change;
use crate::error::{Reason, RulesError};
use crate::reader::Remark;
use crate::ruleset::Ruleset;
use crate::terms::{Symbol, Term, Terms};

/// A kind of piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Whose it is; `None` for walls and the like.
    pub side: Option<Side>,
    /// Its letter, unlike all others.
    pub letter: char,
    /// Its sign.
    pub sign: char,
    /// What it is called.
    pub name: String,
}

/// The board of a game.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// How many columns and rows it has; none if there is no board.
    pub columns: usize,
    /// See `columns`.
    pub rows: usize,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// For each fact the cell, counted from top left, and the piece that it puts there; `None` for an empty cell.
    pub cells: Vec<Option<(u16, Option<u16>)>>,
    /// Is there a cell at all, or a hole in the rectangle?
    pub exists: Vec<bool>,
    /// For each player the cells that each move names.
    pub moves: Vec<Vec<Vec<u16>>>,
    /// For each player the column that a move names that names no cell.
    pub drops: Vec<Vec<Option<u16>>>,
    /// Is the first row at the top?
    pub flipped: bool,
}

/// What tells the order of values: numbers, single letters, or a name with a number behind it.
fn rank(text: &str) -> Option<(String, u64)> {
    let digits = text.len() - text.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
    let (name, number) = text.split_at(text.len() - digits);
    match (name.chars().count(), digits) {
        (1, 0) => Some((String::new(), u64::from(u32::from(name.chars().next()?)))),
        (_, 1..=4) => Some((name.to_string(), number.parse().ok()?)),
        _ => None,
    }
}

/// The values of an argument in order, if they can be put in order.
fn ordered(terms: &Terms, values: impl Iterator<Item = Term>) -> Option<Vec<Term>> {
    let mut ranked: BTreeMap<(String, u64), Term> = BTreeMap::new();
    for value in values {
        if !terms.args(value).is_empty() {
            return None;
        }
        ranked.insert(rank(terms.name(terms.functor(value)))?, value);
    }
    let names: std::collections::HashSet<&String> = ranked.keys().map(|(name, _)| name).collect();
    (names.len() == 1 && ranked.len() >= 2).then(|| ranked.values().copied().collect())
}

struct Guess {
    functor: Symbol,
    /// Which arguments are column and row.
    at: [usize; 2],
    columns: Vec<Term>,
    rows: Vec<Term>,
    score: f64,
}

const USUAL: [&str; 6] = ["cell", "location", "board", "square", "cellholds", "mark"];

fn guess(rules: &Ruleset, functor: Symbol, at: [usize; 2]) -> Option<Guess> {
    let terms = &rules.terms;
    let own: Vec<Term> = rules.facts.iter().copied().filter(|&fact| terms.functor(fact) == functor).collect();
    let columns = ordered(terms, own.iter().map(|&fact| terms.args(fact)[at[0]]))?;
    let rows = ordered(terms, own.iter().map(|&fact| terms.args(fact)[at[1]]))?;
    let cells: std::collections::HashSet<(Term, Term)> =
        own.iter().map(|&fact| (terms.args(fact)[at[0]], terms.args(fact)[at[1]])).collect();
    let area = columns.len() * rows.len();
    if !(6..=1024).contains(&area) || cells.len() * 5 < area {
        return None;
    }
    let filled = cells.len() as f64 / area as f64;
    let usual = USUAL.iter().any(|name| terms.name(functor).starts_with(name));
    // Squarish boards with neighboring arguments first in the sentence are the rule.
    let ratio = columns.len().min(rows.len()) as f64 / columns.len().max(rows.len()) as f64;
    let score = filled + ratio + f64::from(u8::from(usual)) * 2.0 + (area as f64).ln() / 4.0
        - at[0] as f64 * 0.2
        - (at[1] - at[0] - 1) as f64 * 0.3;
    Some(Guess { functor, at, columns, rows, score })
}

fn best_guess(rules: &Ruleset) -> Option<Guess> {
    let terms = &rules.terms;
    let mut kinds: Vec<Symbol> = rules.facts.iter().map(|&fact| terms.functor(fact)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let pairs = |functor: Symbol| {
        let arity = terms.arity(functor).min(8);
        (0..arity).flat_map(move |first| (first + 1..arity).map(move |second| (functor, [first, second])))
    };
    kinds
        .into_iter()
        .flat_map(pairs)
        .filter_map(|(functor, at)| guess(rules, functor, at))
        .max_by(|a, b| a.score.total_cmp(&b.score))
}

fn remark_error(remark: &Remark, message: impl Into<String>) -> RulesError {
    RulesError::new(remark.place, Reason::Meaning, message)
}

/// The guess that a remark makes superfluous.
fn told(rules: &Ruleset, remark: &Remark) -> Result<Option<Guess>, RulesError> {
    let usage = "a board is given as: board NAME COLUMN ROW, or: board none";
    let [_, name, rest @ ..] = &remark.words[..] else { return Err(remark_error(remark, usage)) };
    if name == "none" {
        return Ok(None);
    }
    let numbers: Vec<usize> = rest.iter().filter_map(|word| word.parse().ok()).collect();
    let [column, row, ..] = numbers[..] else { return Err(remark_error(remark, usage)) };
    let functor = rules.facts.iter().map(|&fact| rules.terms.functor(fact)).find(|&functor| {
        rules.terms.name(functor).eq_ignore_ascii_case(name)
            && (1..=rules.terms.arity(functor)).contains(&column.max(row))
    });
    let functor = functor.ok_or_else(|| remark_error(remark, format!("no fact '{name}' has so many arguments")))?;
    if column == row || column == 0 || row == 0 {
        return Err(remark_error(remark, usage));
    }
    let terms = &rules.terms;
    let values = |at: usize| {
        let own = rules.facts.iter().filter(|&&fact| terms.functor(fact) == functor);
        let mut values: Vec<Term> = own.map(|&fact| terms.args(fact)[at]).collect();
        values.sort_unstable();
        values.dedup();
        ordered(terms, values.iter().copied()).unwrap_or(values)
    };
    let (columns, rows) = (values(column - 1), values(row - 1));
    if columns.len() * rows.len() > 4096 {
        return Err(remark_error(remark, "the board is larger than 4096 cells"));
    }
    Ok(Some(Guess { functor, at: [column - 1, row - 1], columns, rows, score: 0.0 }))
}

/// Finds the board of a game. `sides[role]` is the side that a role plays.
pub fn find(rules: &Ruleset, sides: &[Side]) -> Result<Board, RulesError> {
    let remarks =
        |word: &str| rules.remarks.iter().find(|remark| remark.words.first().is_some_and(|first| first == word));
    let guess = match remarks("board") {
        Some(remark) => told(rules, remark)?,
        None => best_guess(rules),
    };
    let Some(guess) = guess else {
        let none = |role: usize| vec![Vec::new(); rules.moves[role].len()];
        let drops = rules.moves.iter().map(|moves| vec![None; moves.len()]).collect();
        return Ok(Board {
            moves: (0..rules.roles.len()).map(none).collect(),
            drops,
            cells: vec![None; rules.facts.len()],
            ..Board::default()
        });
    };
    let place = |values: &[Term]| -> HashMap<Term, usize> {
        values.iter().enumerate().map(|(at, &value)| (value, at)).collect()
    };
    let (column_of, row_of) = (place(&guess.columns), place(&guess.rows));
    let (columns, rows) = (guess.columns.len(), guess.rows.len());
    let terms = &rules.terms;
    // What stands on a cell: all the other arguments.
    let mut labels: Vec<Vec<Term>> = Vec::new();
    let mut numbers: HashMap<Vec<Term>, usize> = HashMap::new();
    let mut found: Vec<Option<([usize; 2], usize)>> = Vec::new();
    for &fact in &rules.facts {
        if terms.functor(fact) != guess.functor {
            found.push(None);
            continue;
        }
        let args = terms.args(fact);
        let label: Vec<Term> =
            args.iter().enumerate().filter(|(at, _)| !guess.at.contains(at)).map(|(_, &arg)| arg).collect();
        let number = *numbers.entry(label).or_insert_with_key(|label| {
            labels.push(label.clone());
            labels.len() - 1
        });
        found.push(Some(([column_of[&args[guess.at[0]]], row_of[&args[guess.at[1]]]], number)));
    }
    let made = if rules.is_proved() { crate::survey::made(rules) } else { Vec::new() };
    let (pieces, of_label) = name_pieces(rules, sides, &labels, &found, &made)?;
    let flipped = remarks("flip").is_some() || first_is_above(rules, &found, &of_label, &pieces);
    let cell = |[column, row]: [usize; 2]| {
        let line = if flipped { row } else { rows - 1 - row };
        (line * columns + column) as u16
    };
    let cells: Vec<_> = found.iter().map(|found| found.map(|(at, label)| (cell(at), of_label[label]))).collect();
    let mut exists = vec![false; columns * rows];
    cells.iter().flatten().for_each(|(cell, _)| exists[usize::from(*cell)] = true);
    let mut board = Board { columns, rows, pieces, cells, exists, flipped, ..Board::default() };
    for moves in &rules.moves {
        let (mut named, mut drops) = (Vec::new(), Vec::new());
        for &mv in moves {
            let args: Vec<Term> = terms.args(mv).to_vec();
            let mut cells = Vec::new();
            let mut at = 0;
            while at + 1 < args.len() {
                match (column_of.get(&args[at]), row_of.get(&args[at + 1])) {
                    (Some(&column), Some(&row)) if board.exists[usize::from(cell([column, row]))] => {
                        cells.push(cell([column, row]));
                        at += 2;
                    }
                    _ => at += 1,
                }
            }
            let column = match (&args[..], cells.is_empty()) {
                ([arg], true) => column_of.get(arg).map(|&column| column as u16),
                _ => None,
            };
            named.push(cells);
            drops.push(column);
        }
        board.moves.push(named);
        board.drops.push(drops);
    }
    Ok(board)
}

/// Do the first player's pieces begin above the second's?
fn first_is_above(
    rules: &Ruleset,
    found: &[Option<([usize; 2], usize)>],
    of_label: &[Option<u16>],
    pieces: &[Piece],
) -> bool {
    let mut rows = [(0, 0); 2];
    for (fact, found) in found.iter().enumerate() {
        let on = rules.init[fact / 64] >> (fact % 64) & 1 == 1;
        if let Some(([_, row], label)) = found
            && let Some(piece) = of_label[*label]
            && let Some(side) = pieces[usize::from(piece)].side
            && on
        {
            rows[side.index()].0 += row;
            rows[side.index()].1 += 1;
        }
    }
    let [first, second] = rows;
    first.1 > 0 && second.1 > 0 && first.0 * second.1 > second.0 * first.1
}

/// How often the moves of each side need each label, and how often they make it.
fn uses(
    rules: &Ruleset,
    sides: &[Side],
    labels: usize,
    found: &[Option<([usize; 2], usize)>],
    made: &[(usize, usize)],
) -> [Vec<[usize; 2]>; 2] {
    let label = |fact: usize| found.get(fact).copied().flatten().map(|(_, label)| label);
    let [mut needs, mut makes] = [0, 1].map(|_| vec![[0usize; 2]; labels]);
    for (role, side) in sides.iter().enumerate().take(rules.roles.len()) {
        let side = side.index();
        let needed = rules.legal[role].iter().flatten().flatten().filter(|&&lit| lit & 1 == 0);
        needed.filter_map(|lit| label((lit >> 1) as usize)).for_each(|label| needs[label][side] += 1);
        let changes = rules.effects[role].moves.iter().flat_map(|effect| &effect.changes);
        let set = changes.filter(|(_, change)| *change != Change::Clear);
        set.filter_map(|(fact, _)| label(*fact as usize)).for_each(|label| makes[label][side] += 1);
    }
    for &(role, fact) in made {
        label(fact).into_iter().for_each(|label| makes[label][sides[role].index()] += 1);
    }
    [needs, makes]
}

/// Whose a label is: by the moves that need it, by the moves that make it, by its name.
fn owner(rules: &Ruleset, sides: &[Side], text: &str, uses: [[usize; 2]; 2]) -> Option<Side> {
    if rules.roles.len() != 2 {
        return None;
    }
    for [first, second] in uses {
        if first > 2 * second {
            return Some(Side::First);
        }
        if second > 2 * first {
            return Some(Side::Second);
        }
    }
    let named = |role: usize| {
        let name = rules.terms.text(rules.roles[role]);
        name == text || text.starts_with(&name) || name.starts_with(text)
    };
    match [named(0), named(1)] {
        [true, false] => Some(sides[0]),
        [false, true] => Some(sides[1]),
        _ => None,
    }
}

/// Names the pieces. For each label its piece, `None` for an empty cell.
fn name_pieces(
    rules: &Ruleset,
    sides: &[Side],
    labels: &[Vec<Term>],
    found: &[Option<([usize; 2], usize)>],
    made: &[(usize, usize)],
) -> Result<(Vec<Piece>, Vec<Option<u16>>), RulesError> {
    let texts: Vec<String> = labels
        .iter()
        .map(|label| label.iter().map(|&term| rules.terms.text(term)).collect::<Vec<_>>().join(" "))
        .collect();
    let told_blank: Vec<&String> = rules
        .remarks
        .iter()
        .filter(|remark| remark.words.first().is_some_and(|word| word == "blank"))
        .flat_map(|remark| &remark.words[1..])
        .collect();
    let [needs, makes] = uses(rules, sides, labels.len(), found, made);
    let owners: Vec<Option<Side>> =
        texts.iter().enumerate().map(|(label, text)| owner(rules, sides, text, [needs[label], makes[label]])).collect();
    let mut counts = vec![0usize; labels.len()];
    for (fact, found) in found.iter().enumerate() {
        if let Some((_, label)) = found {
            counts[*label] += (rules.init[fact / 64] >> (fact % 64) & 1) as usize;
        }
    }
    let blank = |label: usize| -> bool {
        let text = &texts[label];
        if !told_blank.is_empty() {
            return told_blank.iter().any(|word| word.eq_ignore_ascii_case(text));
        }
        let usual = matches!(text.as_str(), "b" | "blank" | "empty" | "e");
        usual && (owners[label].is_none() || labels.len() > 1 && counts[label] == *counts.iter().max().unwrap_or(&0))
            || owners[label].is_none() && labels.len() > 2 && counts[label] * 2 > counts.iter().sum::<usize>()
    };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut of_label = Vec::new();
    for (label, text) in texts.iter().enumerate() {
        if blank(label) {
            of_label.push(None);
            continue;
        }
        let remark = rules.remarks.iter().find(|remark| {
            remark.words.first().is_some_and(|word| word == "piece")
                && remark.words.get(1).is_some_and(|word| word.eq_ignore_ascii_case(text))
        });
        let piece = match remark {
            Some(remark) => told_piece(remark)?,
            None => {
                let siblings = texts.iter().zip(&owners).filter(|(_, other)| **other == owners[label]);
                let siblings: Vec<&str> = siblings.map(|(text, _)| text.as_str()).collect();
                let letter = letter(text, &siblings, owners[label], &pieces);
                Piece { side: owners[label], letter, sign: letter, name: text.clone() }
            }
        };
        of_label.push(Some(pieces.len() as u16));
        pieces.push(piece);
    }
    Ok((pieces, of_label))
}

/// The piece that a remark describes.
fn told_piece(remark: &Remark) -> Result<Piece, RulesError> {
    let usage = "a piece is given as: piece LABEL first|second|none LETTER [SIGN [NAME]]";
    let fail = || remark_error(remark, usage);
    let side = match remark.words.get(2).map(String::as_str) {
        Some("first") => Some(Side::First),
        Some("second") => Some(Side::Second),
        Some("none") => None,
        _ => return Err(fail()),
    };
    let one = |word: &String| {
        let mut letters = word.chars();
        letters.next().filter(|_| letters.next().is_none())
    };
    let letter = remark.words.get(3).and_then(one).ok_or_else(fail)?;
    let sign = remark.words.get(4).and_then(one).unwrap_or(letter);
    let name = if remark.words.len() > 5 { remark.words[5..].join(" ") } else { remark.words[1].clone() };
    Ok(Piece { side, letter, sign, name })
}

/// A letter for a piece that no other has: upper case for the first player, lower case for the second.
fn letter(text: &str, siblings: &[&str], owner: Option<Side>, taken: &[Piece]) -> char {
    let fit = |letter: char| match owner {
        Some(Side::First) => letter.to_ascii_uppercase(),
        Some(Side::Second) => letter.to_ascii_lowercase(),
        None => letter,
    };
    // wp, wr, wn: the first letter says whose it is, the second which.
    let first = text.chars().next();
    let common = siblings.len() > 1 && siblings.iter().all(|other| other.chars().next() == first && other.len() > 1);
    let skip = usize::from(common);
    let own = text.chars().skip(skip).filter(char::is_ascii_alphanumeric);
    let rest: Vec<char> = match owner {
        Some(_) => ('a'..='z').collect(),
        None => "#*+%&@$~=".chars().chain('0'..='9').collect(),
    };
    let named: Vec<char> = if owner.is_some() { own.collect() } else { Vec::new() };
    named
        .into_iter()
        .chain(rest)
        .map(fit)
        .find(|letter| taken.iter().all(|piece| piece.letter != *letter))
        .unwrap_or('?')
}
