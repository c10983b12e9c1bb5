//! Games whose rules are written in Python: the methods of a `kiebitz.Game` as the rules of a guest of the engine.
//!
//! The rules of a game cannot fail, and Python's can. The first exception is kept; from then on every answer is an empty one, the
//! searches that are under way are stopped, and whoever started them gets the exception.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use engine::guest::{GuestRules, Situation, State, invite, seat};
use engine::{Cell, Control, Diagram, Key, Outcome, Score, Shade, Side};
use game::mix;
use pyo3::exceptions::{PyReferenceError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyDict, PyFloat, PyFrozenSet, PyInt, PyString, PyTuple, PyWeakrefMethods, PyWeakrefReference,
};

use crate::failure::{refusal, refused};
use crate::position::Position;

/// Score steps of one point (`Abilities::UNIT` of guests).
const POINT: f64 = 1000.0;

/// The rules, asked of a Python object.
pub struct PythonRules {
    /// Weak, since the object keeps this.
    game: Py<PyWeakrefReference>,
    sides: [String; 2],
    /// The names of its evaluations.
    evaluations: Vec<String>,
    has_noisy: bool,
    has_draw: bool,
    has_cells: bool,
    has_key: bool,
    repeats: bool,
    margins: bool,
    unit: f64,
    moves: Mutex<Moves>,
    failed: AtomicBool,
    runs: Mutex<Runs>,
}

/// The moves that were met so far, by number.
struct Moves {
    numbers: Py<PyDict>,
    moves: Vec<(Py<PyAny>, String)>,
}

/// Who asks at present, and the first exception.
#[derive(Default)]
struct Runs {
    asking: usize,
    controls: Vec<Weak<Control>>,
    error: Option<PyErr>,
}

/// A state of the game: any Python object that can be a key.
struct Held(Py<PyAny>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rules of the games that are known, by name.
static KNOWN: Mutex<BTreeMap<String, Weak<PythonRules>>> = Mutex::new(BTreeMap::new());

/// Somebody asks the rules for a while.
pub struct Watch(Option<Arc<PythonRules>>);

/// Watches over work about this game; nothing if its rules are not Python's.
pub fn watch(game: &str, control: &Arc<Control>) -> Option<Watch> {
    let rules = lock(&KNOWN).get(game).and_then(Weak::upgrade)?;
    Some(rules.watch(Some(control)))
}

impl Watch {
    /// The exception, if there was one.
    pub fn end(mut self) -> Option<PyErr> {
        self.0.take().and_then(|rules| rules.unwatch())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(rules) = self.0.take() {
            rules.unwatch();
        }
    }
}

impl PythonRules {
    pub fn watch(self: &Arc<Self>, control: Option<&Arc<Control>>) -> Watch {
        let mut runs = lock(&self.runs);
        runs.controls.retain(|one| one.strong_count() > 0);
        runs.asking += 1;
        runs.controls.extend(control.map(Arc::downgrade));
        Watch(Some(Arc::clone(self)))
    }

    /// The exception, for each of those who asked; it is forgotten with the last of them.
    fn unwatch(&self) -> Option<PyErr> {
        let mut runs = lock(&self.runs);
        runs.asking -= 1;
        let error = runs.error.take()?;
        let told = Python::try_attach(|py| error.clone_ref(py));
        if runs.asking > 0 {
            runs.error = Some(error);
        } else {
            self.failed.store(false, Relaxed);
        }
        told
    }

    fn fail(&self, error: PyErr) {
        self.failed.store(true, Relaxed);
        let mut runs = lock(&self.runs);
        runs.controls.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
        runs.error.get_or_insert(error);
    }

    /// Asks the game, unless it has failed already.
    fn ask<T>(&self, otherwise: T, question: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>) -> T {
        if self.failed.load(Relaxed) {
            return otherwise;
        }
        let answer = Python::try_attach(|py| {
            let game = self.game.bind(py).upgrade();
            let game = game.ok_or_else(|| PyReferenceError::new_err("the game was deleted; keep it in a variable"))?;
            question(py, &game)
        });
        match answer {
            Some(Ok(answer)) => answer,
            Some(Err(error)) => {
                self.fail(error);
                otherwise
            }
            None => otherwise,
        }
    }

    fn situation(&self, py: Python<'_>, game: &Bound<'_, PyAny>, state: Bound<'_, PyAny>) -> PyResult<Situation> {
        let turn = game.call_method1(intern!(py, "turn"), (&state,))?;
        let outcome = game.call_method1(intern!(py, "outcome"), (&state,))?;
        let key = match self.has_key {
            true => mix(number(&game.call_method1(intern!(py, "key"), (&state,))?)?),
            false => structure(&state)?,
        };
        let side = self.side(&turn)?;
        // A game may leave the turn out of its states.
        let key = Key(key ^ mix(side.index() as u64 + 1));
        Ok(Situation { side, key, end: self.outcome(&outcome)?, state: Arc::new(Held(state.unbind())) })
    }

    fn side(&self, turn: &Bound<'_, PyAny>) -> PyResult<Side> {
        if let Ok(index) = turn.extract::<usize>()
            && index < 2
        {
            return Ok(Side::BOTH[index]);
        }
        let name = turn.extract::<String>().ok();
        let found = Side::BOTH.into_iter().find(|side| name.as_deref() == Some(&self.sides[side.index()]));
        found.ok_or_else(|| {
            let [first, second] = &self.sides;
            PyValueError::new_err(format!("turn() gave {turn:?}; expected 0 or 1, or '{first}' or '{second}'"))
        })
    }

    fn outcome(&self, outcome: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
        if outcome.is_none() {
            return Ok(None);
        }
        let value: f64 = outcome.extract().map_err(|_| {
            PyTypeError::new_err(format!("outcome() gave {outcome:?}; expected None, or a number: 1 if the first player has won, -1 if the second has, 0 for a draw"))
        })?;
        Ok(Some(match value {
            _ if value.is_nan() => return Err(PyValueError::new_err("outcome() gave nan")),
            _ if self.margins => Outcome::Margin(Score::new((value * POINT).clamp(-30e3, 30e3) as i32)),
            _ if value > 0.0 => Outcome::Win(Side::First),
            _ if value < 0.0 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        }))
    }

    /// The number of a move.
    fn number(&self, py: Python<'_>, game: &Bound<'_, PyAny>, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = lock(&self.moves).numbers.clone_ref(py);
        let numbers = numbers.bind(py);
        if let Some(known) = numbers.get_item(mv)? {
            return known.extract();
        }
        let text: String = game.call_method1(intern!(py, "move_text"), (mv,))?.extract()?;
        let mut moves = lock(&self.moves);
        let number = moves.moves.len() as u32;
        moves.moves.push((mv.clone().unbind(), text));
        drop(moves);
        // Another thread may have been first.
        numbers.call_method1(intern!(py, "setdefault"), (mv, number))?.extract()
    }

    fn object<'py>(&self, py: Python<'py>, mv: u32) -> Bound<'py, PyAny> {
        lock(&self.moves).moves[mv as usize].0.bind(py).clone()
    }

    pub fn state<'py>(py: Python<'py>, state: &State) -> Bound<'py, PyAny> {
        state.downcast_ref::<Held>().expect("a state of a Python game").0.bind(py).clone()
    }

    fn nowhere(&self) -> Situation {
        let nothing = Python::try_attach(|py| Arc::new(Held(py.None())) as State);
        let state = nothing.unwrap_or_else(|| Arc::new(()));
        Situation { state, side: Side::First, key: Key(0), end: Some(Outcome::Draw) }
    }

    /// The rows of a drawing: text with a line a row, or a list of rows. Nothing if it is a picture, or no rectangle.
    fn rows(&self, py: Python<'_>, game: &Bound<'_, PyAny>, state: &State) -> PyResult<Vec<Vec<char>>> {
        if !self.has_draw {
            return Ok(Vec::new());
        }
        let drawn = game.call_method1(intern!(py, "draw"), (PythonRules::state(py, state),))?;
        let lines: Vec<String> = match drawn.extract::<String>() {
            Ok(text) => text.trim_end().lines().map(str::to_string).collect(),
            Err(_) => drawn.try_iter()?.map(|row| row?.str()?.extract()).collect::<PyResult<_>>()?,
        };
        let rows: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
        let width = rows.first().map_or(0, Vec::len);
        let board = !lines.iter().any(|line| line.contains('<')) && width > 0 && rows.len() <= 30 && width <= 30;
        Ok(if board && rows.iter().all(|row| row.len() == width) { rows } else { Vec::new() })
    }

    fn cell(&self, letter: char) -> Cell {
        if matches!(letter, '.' | ' ' | '-' | '_' | '·') {
            return Cell::empty(Shade::Light);
        }
        let [first, second] = [0, 1].map(|side: usize| self.sides[side].starts_with(letter));
        let side = if first || !second && !letter.is_lowercase() { Side::First } else { Side::Second };
        Cell::with(Shade::Light, side, letter, letter)
    }
}

impl GuestRules for PythonRules {
    fn sides(&self) -> [String; 2] {
        self.sides.clone()
    }

    fn start(&self) -> Situation {
        self.ask(None, |py, game| {
            let state = game.call_method0(intern!(py, "start"))?;
            self.situation(py, game, state).map(Some)
        })
        .unwrap_or_else(|| self.nowhere())
    }

    fn moves(&self, state: &State) -> Vec<u32> {
        self.ask(Vec::new(), |py, game| {
            let moves = game.call_method1(intern!(py, "moves"), (PythonRules::state(py, state),))?;
            moves.try_iter()?.map(|mv| self.number(py, game, &mv?)).collect()
        })
    }

    fn play(&self, state: &State, mv: u32) -> Situation {
        self.ask(None, |py, game| {
            let after = game.call_method1(intern!(py, "play"), (PythonRules::state(py, state), self.object(py, mv)))?;
            self.situation(py, game, after).map(Some)
        })
        .unwrap_or_else(|| self.nowhere())
    }

    fn move_text(&self, mv: u32) -> String {
        lock(&self.moves).moves[mv as usize].1.clone()
    }

    fn text(&self, state: &State) -> String {
        self.ask(String::new(), |py, game| {
            game.call_method1(intern!(py, "_write"), (PythonRules::state(py, state),))?.extract()
        })
    }

    fn read(&self, text: &str) -> Result<Situation, String> {
        let unknown = "no state of this game that was met before";
        self.ask(Err(unknown.to_string()), |py, game| {
            let found = game.call_method1(intern!(py, "_read"), (text,))?.extract::<Option<(Bound<'_, PyAny>,)>>()?;
            match found {
                Some((state,)) => self.situation(py, game, state).map(Ok),
                None => Ok(Err(unknown.to_string())),
            }
        })
    }

    fn is_noisy(&self, state: &State, mv: u32) -> bool {
        self.has_noisy
            && self.ask(false, |py, game| {
                let asked = (PythonRules::state(py, state), self.object(py, mv));
                game.call_method1(intern!(py, "noisy"), asked)?.is_truthy()
            })
    }

    fn plies_left(&self, state: &State) -> Option<usize> {
        self.ask(None, |py, game| {
            game.call_method1(intern!(py, "plies_left"), (PythonRules::state(py, state),))?.extract()
        })
    }

    fn repeats(&self) -> bool {
        self.repeats
    }

    fn evaluations(&self) -> Vec<String> {
        self.evaluations.clone()
    }

    fn judge(&self, state: &State, evaluation: usize) -> i32 {
        let name = &self.evaluations[evaluation];
        let value = self.ask(0.0, |py, game| {
            let value = game.call_method1(intern!(py, "_judge"), (PythonRules::state(py, state), name))?;
            let number = value.extract::<f64>();
            number
                .map_err(|_| PyTypeError::new_err(format!("the evaluation '{name}' gave {value:?}; expected a number")))
        });
        (value / self.unit * POINT).round().clamp(-30e3, 30e3) as i32
    }

    fn diagram(&self, state: &State) -> Diagram {
        let rows = self.ask(Vec::new(), |py, game| self.rows(py, game, state));
        let width = rows.first().map_or(1, Vec::len);
        let cells: Vec<Cell> = rows.iter().flatten().map(|letter| self.cell(*letter)).collect();
        Diagram {
            columns: (1..=width).map(|column| column.to_string()).collect(),
            rows: (1..=rows.len().max(1)).map(|row| row.to_string()).collect(),
            cells: if cells.is_empty() { vec![Cell::empty(Shade::Light)] } else { cells },
        }
    }

    fn move_cells(&self, state: &State, mv: u32) -> Vec<usize> {
        if !self.has_cells {
            return Vec::new();
        }
        let count = self.diagram(state).cells.len();
        let cells: Vec<usize> = self.ask(Vec::new(), |py, game| {
            let cells =
                game.call_method1(intern!(py, "cells"), (PythonRules::state(py, state), self.object(py, mv)))?;
            cells.try_iter()?.map(|cell| cell?.extract()).collect::<PyResult<_>>()
        });
        cells.into_iter().filter(|cell| *cell < count).collect()
    }
}

/// A Python integer of any size, as 64 bits.
fn number(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    match value.extract::<i64>() {
        Ok(small) => Ok(small as u64),
        Err(_) => Ok(mix(value.hash()? as u64)),
    }
}

/// A key of a state. Python's own hash says the same of -1 and -2, and in tuples too; so numbers, texts, tuples and sets are taken
/// apart here, and only other objects are asked for theirs.
fn structure(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    if value.is_none() {
        return Ok(mix(0x6e6f_6e65));
    }
    if value.is_exact_instance_of::<PyInt>() || value.is_exact_instance_of::<PyBool>() {
        return Ok(mix(number(value)? ^ 0x0069_6e74));
    }
    if value.is_exact_instance_of::<PyString>() {
        let text: String = value.extract()?;
        return Ok(text.bytes().fold(0x7374_7200, |key, byte| mix(key ^ u64::from(byte))));
    }
    if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        return tuple.iter().try_fold(0x7475_7000, |key, item| Ok(mix(key ^ structure(&item)?)));
    }
    if let Ok(set) = value.cast_exact::<PyFrozenSet>() {
        return set.iter().try_fold(0x7365_7400, |key: u64, item| Ok(key.wrapping_add(structure(&item)?)));
    }
    if value.is_exact_instance_of::<PyFloat>() {
        let float: f64 = value.extract()?;
        // Whole numbers are equal to integers.
        let whole = float.fract() == 0.0 && float.abs() < 9e15;
        return Ok(if whole { mix(float as i64 as u64 ^ 0x0069_6e74) } else { mix(float.to_bits()) });
    }
    Ok(mix(value.hash()? as u64 ^ 0x006f_626a))
}

/// A game of `kiebitz.Game`, made known to the engine.
#[pyclass(module = "kiebitz._kiebitz", frozen)]
pub struct Guest {
    name: String,
    rules: Arc<PythonRules>,
    /// What the engine knows it by.
    _known: Arc<dyn GuestRules>,
}

#[pymethods]
impl Guest {
    /// Makes a game known; it must define `start`, `turn`, `moves`, `play`, `outcome`.
    #[new]
    fn new(game: &Bound<'_, PyAny>) -> PyResult<Guest> {
        let py = game.py();
        let defines = |name: &str| game.call_method1("_defines", (name,))?.is_truthy();
        let sides: (String, String) = game.getattr("players")?.extract()?;
        let unit: f64 = game.getattr("unit")?.extract()?;
        if !unit.is_finite() || unit <= 0.0 {
            return Err(refusal(format!("unit = {unit}: expected a positive number")));
        }
        let rules = Arc::new(PythonRules {
            game: PyWeakrefReference::new(game)?.unbind(),
            sides: [sides.0, sides.1],
            evaluations: game.call_method0("_evaluations")?.extract()?,
            has_noisy: defines("noisy")?,
            has_draw: defines("draw")?,
            has_cells: defines("cells")?,
            has_key: defines("key")?,
            repeats: game.getattr("repeats")?.is_truthy()?,
            margins: game.getattr("margins")?.is_truthy()?,
            unit,
            moves: Mutex::new(Moves { numbers: PyDict::new(py).unbind(), moves: Vec::new() }),
            failed: AtomicBool::new(false),
            runs: Mutex::default(),
        });
        let known: Arc<dyn GuestRules> = Arc::clone(&rules) as Arc<dyn GuestRules>;
        let name = invite(&game.call_method0("_stem")?.extract::<String>()?, &known);
        let mut all = lock(&KNOWN);
        all.retain(|_, rules| rules.strong_count() > 0);
        all.insert(name.clone(), Arc::downgrade(&rules));
        drop(all);
        Ok(Guest { name, rules, _known: known })
    }

    /// What the engine calls it.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The position with this state.
    fn at(&self, py: Python<'_>, state: Bound<'_, PyAny>) -> PyResult<Position> {
        let game =
            self.rules.game.bind(py).upgrade().ok_or_else(|| PyReferenceError::new_err("the game was deleted"))?;
        let watch = self.rules.watch(None);
        let situation = self.rules.situation(py, &game, state.clone())?;
        let board = seat(&self.name, situation).map_err(refused);
        if let Some(error) = watch.end() {
            return Err(error);
        }
        Ok(Position::of_guest(board?, game.unbind(), state.unbind(), Arc::clone(&self.rules)))
    }

    /// Plays random games and checks every law of the rules at every position. The error names the law that is broken, and where.
    fn check(&self, py: Python<'_>, games: u64) -> PyResult<()> {
        let watch = self.rules.watch(None);
        let name = self.name.clone();
        let found = py.detach(|| {
            let start = <engine::guest::Guest as game::Rules>::start(&name.parse().expect("a name"));
            let start = start.map_err(|error| error.to_string())?;
            let check = || game::conformance::check(&start, games);
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).map_err(|panic| crate::work::said(&*panic))
        });
        match watch.end() {
            Some(error) => Err(error),
            None => found.map_err(refusal),
        }
    }
}
