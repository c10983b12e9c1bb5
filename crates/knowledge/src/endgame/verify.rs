//! Checks a table against the rules, and against another source if there is one.
//!
//! Each position is set up on the board of `chess`, its legal moves are played there, and its value must be the best of what
//! they lead to: none of the shortcuts by which the table was made is used. By induction over the distance, a table that
//! passes mates in exactly the stated number of moves from every won position.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use chess::{BLACK, Color, Position, WHITE};
use game::{Rules, Stage};

use super::ending::Ending;
use super::tables::{Table, Tables};
use super::value::Value;

/// What a check has found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Positions looked at.
    pub positions: u64,
    /// Those of them that the other source knew too.
    pub compared: u64,
    /// Wins, draws and losses of the side to move.
    pub results: [u64; 3],
    /// The longest win in plies, with a position that has it.
    pub longest: Option<(u8, String)>,
    /// The first mistake that was met, if any.
    pub mistake: Option<Mistake>,
}

/// A value that cannot be right.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The position.
    pub fen: String,
    /// What the table says.
    pub stated: Value,
    /// What it should say, in words.
    pub expected: String,
}

/// Cells that a thread takes at a time.
const SHARE: usize = 1 << 14;

/// Checks the table of an ending, every `step`-th cell of it, on several threads. `other` may know the result of a position as a sign
/// from the side to move. `progress` is called with the number of cells checked so far. `None` if there is no such table.
pub fn verify(
    tables: &Tables,
    ending: Ending,
    step: usize,
    threads: usize,
    other: &(dyn Fn(&Position) -> Result<Option<i32>, String> + Sync),
    progress: &(dyn Fn(u64) + Sync),
) -> Option<Checked> {
    let table = tables.table(ending)?;
    let total: Mutex<Checked> = Mutex::default();
    let (next, seen, failed) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        let mut own = Checked::default();
        loop {
            let start = next.fetch_add(SHARE, Relaxed);
            if start >= table.index().cells() || failed.load(Relaxed) {
                break;
            }
            for cell in (start..(start + SHARE).min(table.index().cells())).filter(|cell| cell % step == 0) {
                for turn in [WHITE, BLACK] {
                    check(tables, table, cell, turn, other, &mut own);
                }
            }
            failed.fetch_or(own.mistake.is_some(), Relaxed);
            progress(seen.fetch_add(SHARE as u64, Relaxed) + SHARE as u64);
        }
        total.lock().expect("nobody panics with the sum in hand").add(own);
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    Some(total.into_inner().expect("nobody panicked with the sum in hand"))
}

impl Checked {
    fn add(&mut self, other: Checked) {
        self.positions += other.positions;
        self.compared += other.compared;
        self.results.iter_mut().zip(other.results).for_each(|(own, other)| *own += other);
        let plies = |longest: &Option<(u8, String)>| longest.as_ref().map(|(plies, _)| *plies);
        if plies(&other.longest) > plies(&self.longest) {
            self.longest = other.longest;
        }
        self.mistake = self.mistake.take().or(other.mistake);
    }
}

/// Checks one cell for one side to move, if it holds a position.
fn check(
    tables: &Tables,
    table: &Table,
    cell: usize,
    turn: Color,
    other: &(dyn Fn(&Position) -> Result<Option<i32>, String> + Sync),
    checked: &mut Checked,
) {
    let squares = table.index().squares(cell);
    if table.index().cell(&squares) != Some(cell) {
        return;
    }
    let Some(position) = super::position(&table.ending(), &squares, turn) else { return };
    let stated = Value::from_cell(table.cells()[cell + turn.index() * table.index().cells()]);
    checked.positions += 1;
    checked.results[(1 - stated.sign()) as usize] += 1;
    if let Value::Win(plies) = stated
        && checked.longest.as_ref().is_none_or(|(longest, _)| plies > *longest)
    {
        checked.longest = Some((plies, position.position_text()));
    }
    let expected = expected(tables, &position);
    let mistake = if expected != Some(stated) {
        Some(expected.map_or("what its moves lead to is not known".to_string(), |value| value.to_string()))
    } else {
        match other(&position) {
            Ok(None) => None,
            Ok(Some(sign)) => {
                checked.compared += 1;
                (sign != stated.sign()).then(|| ["loss", "draw", "win"][(sign + 1) as usize].to_string())
            }
            Err(error) => Some(error),
        }
    };
    if let (Some(expected), None) = (mistake, &checked.mistake) {
        checked.mistake = Some(Mistake { fen: position.position_text(), stated, expected });
    }
}

/// The best of what the legal moves lead to, or what the rules say of a position without any.
fn expected(tables: &Tables, position: &Position) -> Option<Value> {
    let mut moves = Vec::new();
    position.generate(Stage::All, &mut moves);
    let mut best = None;
    for mv in moves {
        let value = tables.probe(&position.after(mv))?.before_move();
        best = best.max(Some(value));
    }
    let stuck = if position.checkers().any() { Value::Loss(0) } else { Value::Draw };
    Some(best.unwrap_or(stuck))
}
