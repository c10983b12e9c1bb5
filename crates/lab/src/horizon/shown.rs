//! The gallery as a table and as a picture: an exhibit a row, a searcher a column.

use arena::grid::Grid;

use super::Shown;
use crate::plot;

/// A right move is marked, so that the table can be read without knowing the solutions.
fn cell(mv: &str, right: bool) -> String {
    format!("{mv} {}", if right { "✓" } else { "✗" })
}

/// The table.
pub fn grid(shown: &[Shown]) -> Grid {
    let mut header = vec!["exhibit".to_string(), "repair".to_string()];
    if let Some(first) = shown.first() {
        header.extend(first.answers.iter().map(|answer| answer.who.clone()));
    }
    let row = |one: &Shown| {
        let mut row = vec![one.exhibit.id.to_string(), one.exhibit.repair.to_string()];
        row.extend(one.answers.iter().map(|answer| cell(&answer.mv, answer.right)));
        row
    };
    Grid { texts: header.len(), header, rows: shown.iter().map(row).collect() }
}

/// The picture.
pub fn svg(shown: &[Shown]) -> String {
    let columns = shown.first().map_or(Vec::new(), |one| one.answers.iter().map(|answer| answer.who.clone()).collect());
    let rows: Vec<(String, Vec<(String, bool)>)> = shown
        .iter()
        .map(|one| {
            let cells = one.answers.iter().map(|answer| (answer.mv.clone(), answer.right));
            (one.exhibit.id.to_string(), cells.collect())
        })
        .collect();
    plot::matrix("Who finds the right move", &columns, &rows)
}
