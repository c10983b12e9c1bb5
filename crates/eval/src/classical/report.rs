//! The evaluation as a table: one line a term, from White's view.

use chess::{BLACK, Position, WHITE};

use super::{Classical, Tapered, Term, Weights};

/// One line of the table, in centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct TermRow {
    /// What it is.
    pub name: &'static str,
    /// What White is paid for it in the opening, the middle game and the endgame.
    pub white: Tapered,
    /// What Black is paid for it.
    pub black: Tapered,
    /// White's less Black's at the phase the game has reached.
    pub total: i32,
}

/// Name, White's three values, Black's three values, total in pawns.
impl std::fmt::Display for TermRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ([a, b, c], [x, y, z]) = (self.white.parts(), self.black.parts());
        let total = f64::from(self.total) / 100.0;
        write!(f, "{:<24} | {a:>5} {b:>5} {c:>5} | {x:>5} {y:>5} {z:>5} | {total:>+6.2}", self.name)
    }
}

/// The classical evaluation term by term, White's view. Terms that nobody is paid for are there with zeros. The last
/// two rows make the totals add up to the evaluation: what rounding has left over, and what a drawish ending takes
/// away.
///
/// ```
/// let rows = eval::table(&chess::Position::default());
/// let total: i32 = rows.iter().map(|row| row.total).sum();
/// let tempo = rows.iter().find(|row| row.name == "tempo").map(|row| row.total);
/// assert_eq!(Some(total), tempo); // all else is even
/// ```
pub fn table(position: &Position) -> Vec<TermRow> {
    rows(position, &Weights::default())
}

impl Classical {
    /// The same as [`table`] with the weights of this evaluator.
    pub fn rows(&self, position: &Position) -> Vec<TermRow> {
        rows(position, &self.weights)
    }
}

fn rows(position: &Position, weights: &Weights) -> Vec<TermRow> {
    let counts = Classical::counts(position);
    let mut rows: Vec<TermRow> = Term::ALL
        .iter()
        .map(|&term| {
            let [white, black] = [WHITE, BLACK].map(|side| counts.worth(term, side, weights));
            TermRow { name: term.name(), white, black, total: (white - black).at(counts.phase) }
        })
        .collect();
    let sum = rows.iter().fold(Tapered::ZERO, |sum, row| sum + row.white - row.black).at(counts.phase);
    let rounding = sum - rows.iter().map(|row| row.total).sum::<i32>();
    let scale = counts.scaled(sum) - sum;
    for (name, total) in [("rounding", rounding), ("drawish ending", scale)] {
        rows.push(TermRow { name, white: Tapered::ZERO, black: Tapered::ZERO, total });
    }
    rows
}
