//! The tables that are at hand: read from files when they are first needed, three men solved on the spot if there is no file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

use chess::{Color, Move, Piece, Position, Square};
use game::{Rules, Stage};

use super::ending::{Ending, MOST_MEN, Placement};
use super::file;
use super::index::Index;
use super::retrograde::{Known, solve};
use super::value::Value;

/// One ending with the value of each of its positions.
pub struct Table {
    ending: Ending,
    index: Index,
    /// White to move, then Black to move; see [`Value::from_cell`].
    cells: Vec<u8>,
}

impl Table {
    /// A table of these cells; `None` if they are not as many as the ending has.
    pub(super) fn new(ending: Ending, cells: Vec<u8>) -> Option<Table> {
        let index = Index::new(&ending);
        (cells.len() == 2 * index.cells()).then_some(Table { ending, index, cells })
    }

    /// The material.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The longest win of either side in plies; `None` if nobody wins.
    pub fn longest_win(&self) -> Option<u8> {
        let wins = self.cells.iter().filter(|&&cell| matches!(Value::from_cell(cell), Value::Win(_)));
        wins.max().and_then(|&cell| Value::from_cell(cell).plies())
    }

    /// How many cells there are for each side to move; some of them hold no position.
    pub fn cells_a_side(&self) -> usize {
        self.index.cells()
    }

    /// The cells, one byte each.
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    pub(super) fn index(&self) -> Index {
        self.index
    }

    /// The value of a placement of legal men.
    #[inline]
    pub(super) fn value(&self, placement: &Placement) -> Value {
        let cell = self.index.cell(&placement.squares).unwrap_or(0);
        Value::from_cell(self.cells[cell + placement.turn.index() * self.index.cells()])
    }
}

/// All tables at hand, shared by everybody who asks.
pub struct Tables {
    folder: Option<PathBuf>,
    /// Endings with at most so many men are solved on the spot if there is no file.
    solved_men: usize,
    slots: [OnceLock<Option<Arc<Table>>>; Ending::COUNT],
    complaints: Mutex<Vec<String>>,
    prepared: Once,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new(None)
    }
}

impl Tables {
    /// The tables in a folder, which need not exist. Three-man tables are there even without a folder.
    pub fn new(folder: Option<&Path>) -> Tables {
        Tables {
            folder: folder.map(Path::to_path_buf),
            solved_men: 3,
            slots: [const { OnceLock::new() }; Ending::COUNT],
            complaints: Mutex::default(),
            prepared: Once::new(),
        }
    }

    /// The same tables, but four-man endings without a file are solved on the spot as well, those that they lead to among them:
    /// seconds for one without pawns, a minute and 200 MB for all.
    pub fn solving_all(self) -> Tables {
        Tables { solved_men: MOST_MEN, ..self }
    }

    /// What was wrong with files that could not be used. Each complaint is handed out once.
    pub fn complaints(&self) -> Vec<String> {
        std::mem::take(&mut self.complaints.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins, once, to read and solve all tables on a thread of its own, so that nobody waits for them later.
    pub fn prepare(self: &Arc<Tables>) {
        self.prepared.call_once(|| {
            let tables = Arc::clone(self);
            // If no thread can be started, each table is made when it is needed.
            let _ = std::thread::Builder::new().name("endgames".to_string()).spawn(move || tables.read_all());
        });
    }

    /// Reads and solves all tables that are not there yet.
    pub fn read_all(&self) {
        Ending::all().into_iter().for_each(|ending| _ = self.table(ending));
    }

    /// The table of an ending, read or solved if nobody has asked for it yet; `None` if there is none.
    pub fn table(&self, ending: Ending) -> Option<&Arc<Table>> {
        self.slots[ending.number()].get_or_init(|| self.find(ending)).as_ref()
    }

    /// Is every ending with at most so many men at hand?
    pub fn has_all(&self, men: usize) -> bool {
        Ending::all().into_iter().filter(|ending| ending.men().len() <= men).all(|ending| self.table(ending).is_some())
    }

    /// Puts a table in its place, unless there is one.
    pub(super) fn insert(&self, table: Table) {
        let _ = self.slots[table.ending.number()].set(Some(Arc::new(table)));
    }

    fn find(&self, ending: Ending) -> Option<Arc<Table>> {
        if let Some(folder) = &self.folder {
            match file::read(folder, ending) {
                Ok(Some(table)) => return Some(Arc::new(table)),
                Ok(None) => {}
                Err(error) => {
                    self.complaints.lock().unwrap_or_else(PoisonError::into_inner).push(error.to_string());
                }
            }
        }
        if ending.men().len() > self.solved_men {
            return None;
        }
        let cells = solve(&ending, self, &|| false)?;
        Table::new(ending, cells).map(Arc::new)
    }

    /// The value of a position, if its ending is at hand and nobody may castle.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if position.castling_rooks().any() {
            return None;
        }
        if position.en_passant().is_some() {
            return self.best_of(position);
        }
        if position.board().occupied().count() == 2 {
            return Some(Value::Draw);
        }
        let (ending, placement) = Ending::of(position.board(), position.turn())?;
        Some(self.table(ending)?.value(&placement))
    }

    /// The value of a position from the values after its moves: what the tables do not hold, en passant, is found so.
    fn best_of(&self, position: &Position) -> Option<Value> {
        let moves = self.moves(position)?;
        moves.into_iter().map(|(_, value)| value).max()
    }

    /// Every legal move with what it brings the side that makes it, the best first. `None` if one of them leads to where there
    /// is no table. A finished game has no moves.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        let mut moves = Vec::new();
        position.generate(Stage::All, &mut moves);
        let mut valued = Vec::with_capacity(moves.len());
        for mv in moves {
            valued.push((mv, self.probe(&position.after(mv))?.before_move()));
        }
        valued.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        Some(valued)
    }

    /// A line from here to mate in which both sides do what is best for them; empty for a draw.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while let Some(moves) = self.moves(&position)
            && let Some(&(mv, value)) = moves.first()
            && value != Value::Draw
        {
            position.play(mv);
            line.push(mv);
        }
        line
    }
}

impl Known for Tables {
    fn value(&self, men: &[(Piece, Square)], turn: Color) -> Value {
        // Bare kings are not in any table.
        let Some((ending, placement)) = Ending::locate(men, turn) else { return Value::Draw };
        // If this ending may be solved here, so may those it leads to, which have fewer men or fewer pawns.
        self.table(ending).expect("what an ending leads to is solved if it is not there").value(&placement)
    }
}
