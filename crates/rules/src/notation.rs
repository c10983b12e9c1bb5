//! Moves and positions as text.
//!
//! `(mark 2 2)` is written `b2` where it names a cell of the board, `(move 1 2 1 3)` is `a2-a3`, `(drop 4)` is `d`; everything else is
//! its KIF without parentheses. Two moves that would be written alike keep their KIF.
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
            None => bare(rules, role, mv),
        }
    };
    let names: Vec<String> = (0..count).map(short).collect();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    names.iter().for_each(|name| *uses.entry(name).or_default() += 1);
    let longs: Vec<String> = (0..count).map(|mv| bare(rules, role, mv)).collect();
    let written: HashSet<&String> = longs.iter().collect();
    let clash = |name: &String| uses[name.as_str()] > 1 || name == "pass" || written.contains(name);
    (0..count)
        .map(|mv| {
            let name = &names[mv];
            let is_long = *name == longs[mv];
            if !is_long && clash(name) { longs[mv].clone() } else { name.clone() }
        })
        .collect()
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
