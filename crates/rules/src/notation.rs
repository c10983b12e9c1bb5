//! Moves and positions as text.
//!
//! `(mark 2 2)` is written `b2` where it names a cell of the board, `(move 1 2 1 3)` is `a2-a3`, `(drop 4)` is `d`; everything else is
//! its words with hyphens between them: a move has no blanks, so that moves can be written one after the other. Two moves that would be
//! written alike keep their parentheses. KIF is always read.
//!
//! A position is written as the facts that hold, in KIF; the moves from the start position, as they are written or in KIF in
//! parentheses, are read as well.

use std::collections::{HashMap, HashSet};

use crate::board::Board;
use crate::reader::Expr;
use crate::ruleset::Ruleset;
use crate::terms::Terms;

/// The name of a column: a to z, then aa.
pub fn column_name(column: usize) -> String {
    let letter = |at: usize| char::from(b'a' + at as u8);
    if column < 26 { letter(column).to_string() } else { format!("{}{}", letter(column / 26 - 1), letter(column % 26)) }
}

/// The name of a cell.
pub fn cell_name(board: &Board, cell: usize) -> String {
    let (line, column) = (cell / board.columns, cell % board.columns);
    let row = if board.flipped { line } else { board.rows - 1 - line };
    format!("{}{}", column_name(column), row + 1)
}

/// A move in KIF without the outer parentheses.
pub fn bare(rules: &Ruleset, role: usize, mv: usize) -> String {
    let text = rules.terms.text(rules.moves[role][mv]);
    text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&text).to_string()
}

/// The moves of a text: words, and what stands in parentheses.
pub fn moves_of(text: &str) -> Vec<&str> {
    let (mut moves, mut start, mut depth) = (Vec::new(), None, 0usize);
    for (at, letter) in text.char_indices() {
        let separates = depth == 0 && (letter.is_whitespace() || letter == ',');
        if separates {
            moves.extend(start.take().map(|start| &text[start..at]));
            continue;
        }
        start = start.or(Some(at));
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    moves.extend(start.map(|start| &text[start..]));
    moves
}

/// The moves of a role as they are written, all different.
pub fn move_names(rules: &Ruleset, board: &Board, role: usize) -> Vec<String> {
    let count = rules.moves[role].len();
    let short = |mv: usize| -> String {
        let cells: Vec<String> =
            board.moves[role][mv].iter().map(|&cell| cell_name(board, usize::from(cell))).collect();
        if !cells.is_empty() {
            return cells.join("-");
        }
        match board.drops[role][mv] {
            Some(column) => column_name(usize::from(column)),
            None => plain(&bare(rules, role, mv)),
        }
    };
    // The first way to write it that is its own: short, with its parentheses, in KIF.
    let ways: [Vec<String>; 3] = [
        (0..count).map(short).collect(),
        (0..count).map(|mv| bare(rules, role, mv).replace(' ', "-")).collect(),
        (0..count).map(|mv| bare(rules, role, mv)).collect(),
    ];
    let mut uses: HashMap<&str, HashSet<usize>> = HashMap::new();
    for (mv, way) in ways.iter().flat_map(|names| names.iter().enumerate()) {
        uses.entry(way).or_default().insert(mv);
    }
    let is_own = |name: &str| uses[name].len() == 1 && name != "pass";
    (0..count)
        .map(|mv| {
            let own = ways.iter().map(|names| &names[mv]).find(|name| is_own(name));
            own.unwrap_or(&ways[2][mv]).clone()
        })
        .collect()
}

/// The words of a move in KIF, with hyphens between them.
fn plain(kif: &str) -> String {
    kif.replace(['(', ')'], "").replace(' ', "-")
}

/// The term that is written here, if the game has it.
pub fn ground_term(terms: &Terms, expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Word(_, word) => {
            let symbol = terms.find(word, 0)?;
            terms.lookup(symbol, &[])
        }
        Expr::List(_, list) => {
            let args: Option<Vec<u32>> = list[1..].iter().map(|arg| ground_term(terms, arg)).collect();
            let args = args?;
            let symbol = terms.find(list[0].word()?, args.len())?;
            terms.lookup(symbol, &args)
        }
    }
}

/// A sentence as it is written.
pub fn sentence_text(expr: &Expr) -> String {
    match expr {
        Expr::Word(_, word) => word.clone(),
        Expr::List(_, list) => {
            format!("({})", list.iter().map(sentence_text).collect::<Vec<_>>().join(" "))
        }
    }
}
