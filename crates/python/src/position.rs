//! A position as a value, and the games by name.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Engine, Identity, Loading, Ply, Side};
use picture::{Arrow, Style};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::sync::MutexExt;
use serde_json::json;

use crate::failure::{refusal, refused, write};
use crate::guest::PythonRules;

/// A position of a game, with the moves that led to it. It never changes: `play` gives a new one.
///
/// >>> p = kb.game("chess").start().play("e4").play("c5")
/// >>> p.turn, p.ply, p.played
/// ('White', 2, ['e4', 'c5'])
/// >>> p.text
/// 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
/// >>> p.parent.play("e5") == p
/// False
#[pyclass(module = "kiebitz", frozen, weakref, from_py_object)]
#[derive(Clone)]
pub struct Position {
    board: Arc<Mutex<Box<dyn Engine>>>,
    /// Where the moves begin, in the game's notation.
    start: Arc<str>,
    guest: Option<Arc<OfGuest>>,
}

/// What else belongs to a position of a game that is written in Python.
struct OfGuest {
    game: Py<PyAny>,
    start: Py<PyAny>,
    rules: Arc<PythonRules>,
}

impl Position {
    pub fn new(board: Box<dyn Engine>) -> Position {
        let start = board.position().into();
        Position { board: Arc::new(Mutex::new(board)), start, guest: None }
    }

    pub fn of_guest(board: Box<dyn Engine>, game: Py<PyAny>, start: Py<PyAny>, rules: Arc<PythonRules>) -> Position {
        let guest = Some(Arc::new(OfGuest { game, start, rules }));
        Position { guest, start: "".into(), board: Arc::new(Mutex::new(board)) }
    }

    pub fn is_guest(&self) -> bool {
        self.guest.is_some()
    }

    /// Asks the board. Rules that are Python's may raise.
    fn ask<T>(&self, py: Python<'_>, question: impl FnOnce(&mut dyn Engine) -> T) -> PyResult<T> {
        let watch = self.guest.as_ref().map(|guest| guest.rules.watch(None));
        let mut board = self.board.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let answer = question(&mut **board);
        drop(board);
        match watch.and_then(|watch| watch.end()) {
            Some(error) => Err(error),
            None => Ok(answer),
        }
    }

    /// A board of its own, to search on.
    pub fn fork(&self, py: Python<'_>) -> PyResult<Box<dyn Engine>> {
        self.ask(py, |board| board.fork())
    }

    /// What a picture of it is made of.
    fn drawn(&self, py: Python<'_>, drawing: Drawing) -> PyResult<(Style, engine::Diagram)> {
        let made = self.ask(py, |board| Ok((drawing.style(board)?, board.diagram())))?;
        let (style, diagram) = made.map_err(refused)?;
        style.check_size().map_err(refusal)?;
        Ok((style, diagram))
    }

    pub fn with(&self, board: Box<dyn Engine>) -> Position {
        Position { board: Arc::new(Mutex::new(board)), start: Arc::clone(&self.start), guest: self.guest.clone() }
    }
}

/// How a picture should look.
#[derive(Default)]
struct Drawing {
    size: Option<u32>,
    flipped: bool,
    coordinates: Option<bool>,
    arrows: Vec<String>,
    marked: Vec<usize>,
    title: Option<String>,
}

impl Drawing {
    fn style(self, board: &dyn Engine) -> Result<Style, engine::Error> {
        let usual = Style::new(board.look());
        let arrow = |text: &String| {
            let line = board.read_line(std::slice::from_ref(text));
            let cells = line.first().map(|ply| ply.cells.clone()).unwrap_or_default();
            match (cells.first(), cells.last()) {
                (Some(&from), Some(&to)) if from != to => Ok(Some(Arrow::new(from, to))),
                (Some(_), _) => Ok(None),
                _ => Err(engine::Error::Request(format!("arrow '{text}': expected a legal move here"))),
            }
        };
        let arrows = self.arrows.iter().map(arrow).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        let marked = if self.marked.is_empty() { board.last_move_cells() } else { self.marked };
        Ok(Style {
            size: self.size.unwrap_or(usual.size),
            flipped: self.flipped,
            coordinates: self.coordinates.unwrap_or(usual.coordinates),
            marked,
            check: board.checked_cells().first().copied(),
            arrows,
            title: self.title.unwrap_or_else(|| format!("{}: {}", board.game(), board.position())),
            ..usual
        })
    }
}

#[pymethods]
impl Position {
    /// The game with its parameters.
    #[getter]
    fn game_name(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |board| board.game())
    }

    /// The position in the game's notation: FEN in chess.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |board| board.position())
    }

    /// The position from which the moves were played, in the game's notation.
    #[getter]
    pub fn start_text(&self) -> &str {
        &self.start
    }

    /// A number that is equal for equal positions; clocks that count towards a draw are not part of it.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, |board| board.key().0)
    }

    /// Whose turn it is.
    ///
    /// >>> kb.game("othello").start().turn
    /// 'Black'
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |board| board.side_name(board.side_to_move()).into_owned())
    }

    /// What the sides are called, who moves first in a game first.
    #[getter]
    fn sides(&self, py: Python<'_>) -> PyResult<(String, String)> {
        self.ask(py, |board| (board.side_name(Side::First).into_owned(), board.side_name(Side::Second).into_owned()))
    }

    /// Is it the turn of the side that moves first in a game?
    #[getter]
    fn first_to_move(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |board| board.side_to_move() == Side::First)
    }

    /// How many moves led here.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        self.ask(py, |board| board.ply())
    }

    /// The moves that led here.
    #[getter]
    fn played(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, |board| Ply::texts(&board.played()))
    }

    /// The same as programs write them.
    #[getter]
    fn played_codes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, |board| Ply::codes(&board.played()))
    }

    /// The legal moves as people write them; none if the game is over.
    ///
    /// >>> kb.game("tic-tac-toe").at("XO--X---O").moves()
    /// ['3', '4', '6', '7', '8']
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, |board| board.move_texts())
    }

    /// The legal moves as programs write them (UCI in chess), in the order of `moves`.
    fn codes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, |board| board.moves().into_iter().map(|ply| ply.code).collect())
    }

    /// The position after a move, in any notation of the game. `kb.IllegalMove` says why a move is refused.
    ///
    /// >>> kb.game("chess").start().play("Ke3")
    /// Traceback (most recent call last):
    /// kiebitz.IllegalMove: ...
    fn play(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<Position> {
        let text = match (mv.extract::<String>(), &self.guest) {
            (Ok(text), _) => text,
            (Err(_), Some(guest)) => guest.game.bind(py).call_method1("move_text", (mv,))?.extract()?,
            (Err(_), None) if mv.hasattr("uci")? => mv.call_method0("uci")?.extract()?,
            (Err(_), None) => {
                return Err(PyTypeError::new_err(format!("move {}: expected text, such as 'e4'", mv.repr()?)));
            }
        };
        let played = self.ask(py, |board| {
            let mut after = board.fork();
            after.advance(&text).map(|()| after)
        })?;
        Ok(self.with(played.map_err(refused)?))
    }

    /// The position after several moves.
    fn line(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<Position> {
        let played = self.ask(py, |board| {
            let mut after = board.fork();
            moves.iter().try_for_each(|mv| after.advance(mv)).map(|()| after)
        })?;
        Ok(self.with(played.map_err(refused)?))
    }

    /// The position before the last move; `None` where the moves begin.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Position>> {
        let before = self.ask(py, |board| {
            let mut before = board.fork();
            before.undo().then_some(before)
        })?;
        Ok(before.map(|before| self.with(before)))
    }

    /// The result for the first player: 1.0, 0.5 or 0.0; `None` if the game is not over.
    ///
    /// >>> kb.game("tic-tac-toe").at("XXX-O-O--").outcome
    /// 1.0
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.ask(py, |board| {
            board.end().map(|end| match end.outcome.winner() {
                Some(Side::First) => 1.0,
                Some(Side::Second) => 0.0,
                None => 0.5,
            })
        })
    }

    /// The result in words; `None` if the game is not over.
    #[getter]
    fn verdict(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.ask(py, |board| board.verdict())
    }

    /// What the opening is called, with its code; `None` if it has no name.
    ///
    /// >>> kb.game("chess").start().play("e4").play("c5").opening
    /// ('B20', 'Sicilian Defense')
    #[getter]
    fn opening(&self, py: Python<'_>) -> PyResult<Option<(&'static str, &'static str)>> {
        self.ask(py, |board| board.opening().map(|found| (found.eco, found.english)))
    }

    /// What each side has, where the game is decided by counting.
    #[getter]
    fn counts(&self, py: Python<'_>) -> PyResult<Option<(f64, f64)>> {
        self.ask(py, |board| board.counts().map(|[first, second]| (first, second)))
    }

    /// The names of the game's evaluators, the default one first.
    #[getter]
    fn evaluators(&self, py: Python<'_>) -> PyResult<Vec<&'static str>> {
        self.ask(py, |board| board.evaluators().to_vec())
    }

    /// The static evaluation for the side to move, in score steps, by the evaluator of this name.
    #[pyo3(signature = (evaluator = None))]
    fn judgement(&self, py: Python<'_>, evaluator: Option<String>) -> PyResult<i32> {
        let player = Identity { evaluator, ..Identity::default() };
        let found = self.ask(py, |board| board.judgement(&player))?;
        found.map(|score| score.value()).map_err(refused)
    }

    /// The same in points, for the side that moves first.
    ///
    /// >>> kb.game("chess").at("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").points("material")
    /// 9.0
    #[pyo3(signature = (evaluator = None))]
    fn points(&self, py: Python<'_>, evaluator: Option<String>) -> PyResult<f64> {
        let player = Identity { evaluator, ..Identity::default() };
        let found = self.ask(py, |board| {
            let score = board.judgement(&player)?;
            let value = board.side_to_move().view(score).value();
            Ok::<f64, engine::Error>(f64::from(value) / f64::from(board.point()))
        })?;
        found.map_err(refused)
    }

    /// The weights of an evaluator that is made from a table of them, as JSON.
    #[pyo3(signature = (evaluator = ""))]
    fn weights_json(&self, py: Python<'_>, evaluator: &str) -> PyResult<String> {
        let table = self.ask(py, |board| board.weights(evaluator))?.map_err(refused)?;
        let terms = table.terms.iter().map(|term| json!({ "name": term.name, "weights": term.weights }));
        let terms: Vec<_> = terms.collect();
        Ok(write(&json!({ "evaluator": table.evaluator, "terms": terms, "text": table.text() })))
    }

    /// What each group of terms contributes to the judgement, from the first player's view, in score steps.
    #[pyo3(signature = (evaluator = ""))]
    fn terms(&self, py: Python<'_>, evaluator: &str) -> PyResult<Vec<(&'static str, f64)>> {
        self.ask(py, |board| board.group_totals(evaluator))?.map_err(refused)
    }

    /// All that a board on the screen shows, as JSON: what the page is sent.
    fn view_json(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |board| write(&answers::show::view(board)))
    }

    /// What stands on the cells, from the top left, row by row: a letter each, `.` where nothing does.
    ///
    /// >>> "".join(kb.game("tic-tac-toe").at("XO--X----").letters)
    /// 'XO..X....'
    #[getter]
    fn letters(&self, py: Python<'_>) -> PyResult<Vec<char>> {
        let letter = |cell: &engine::Cell| cell.piece.map_or('.', |(_, letter, _)| letter);
        self.ask(py, |board| board.diagram().cells.iter().map(letter).collect())
    }

    /// The board as text.
    fn ascii(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |board| board.diagram().ascii(&board.last_move_cells()))
    }

    /// The board as SVG: `arrows` are legal moves, `marked` cells counted from the top left, as in `kb.search(...).best`.
    #[pyo3(signature = (size = None, flipped = false, coordinates = None, arrows = Vec::new(), marked = Vec::new(), title = None))]
    #[expect(clippy::too_many_arguments, reason = "named arguments in Python")]
    fn svg(
        &self,
        py: Python<'_>,
        size: Option<u32>,
        flipped: bool,
        coordinates: Option<bool>,
        arrows: Vec<String>,
        marked: Vec<usize>,
        title: Option<String>,
    ) -> PyResult<String> {
        let drawing = Drawing { size, flipped, coordinates, arrows, marked, title };
        let (style, diagram) = self.drawn(py, drawing)?;
        Ok(picture::svg(&diagram, &style))
    }

    /// The board as PNG, the same arguments.
    #[pyo3(signature = (size = None, flipped = false, coordinates = None, arrows = Vec::new(), marked = Vec::new(), title = None))]
    #[expect(clippy::too_many_arguments, reason = "named arguments in Python")]
    fn png(
        &self,
        py: Python<'_>,
        size: Option<u32>,
        flipped: bool,
        coordinates: Option<bool>,
        arrows: Vec<String>,
        marked: Vec<usize>,
        title: Option<String>,
    ) -> PyResult<Vec<u8>> {
        let drawing = Drawing { size, flipped, coordinates, arrows, marked, title };
        let (style, diagram) = self.drawn(py, drawing)?;
        py.detach(|| picture::png(&diagram, &style)).map_err(refusal)
    }

    /// How a notebook shows it; nothing where the board has no picture, and then it shows the text.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.cells(py)? == 1 {
            return Ok(None);
        }
        let (style, diagram) = self.drawn(py, Drawing::default())?;
        Ok(Some(picture::svg(&diagram, &style)))
    }

    /// How many cells its diagram has; 1 where a game has none.
    #[getter]
    fn cells(&self, py: Python<'_>) -> PyResult<usize> {
        self.ask(py, |board| board.diagram().cells.len())
    }

    /// The game, if it is written in Python.
    #[getter]
    fn python_game(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.guest.as_ref().map(|guest| guest.game.clone_ref(py))
    }

    /// The state, if the game is written in Python.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let Some(guest) = &self.guest else { return Ok(None) };
        let text = self.text(py)?;
        let (state,): (Py<PyAny>,) = guest.game.bind(py).call_method1("_read", (text,))?.extract()?;
        Ok(Some(state))
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, how: CompareOp) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Position>() else { return Ok(py.NotImplemented()) };
        let same = |py| -> PyResult<bool> {
            let told = |position: &Position| position.ask(py, |board| (board.key(), board.game(), board.position()));
            Ok(told(self)? == told(other.get())?)
        };
        let answer = match how {
            CompareOp::Eq => same(py)?,
            CompareOp::Ne => !same(py)?,
            _ => return Ok(py.NotImplemented()),
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.key(py)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |board| format!("<{} {}>", board.game(), board.position()))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        match self.cells(py)? {
            1 => self.text(py),
            _ => self.ascii(py),
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let module = py.import("kiebitz._restore")?;
        let moves = self.ask(py, |board| Ply::codes(&board.played()))?;
        Ok(match &self.guest {
            Some(guest) => {
                let told = (guest.game.clone_ref(py), guest.start.clone_ref(py), moves);
                (module.getattr("guest")?.unbind(), told.into_pyobject(py)?.into_any().unbind())
            }
            None => {
                let told = (self.game_name(py)?, self.start.to_string(), moves);
                (module.getattr("position")?.unbind(), told.into_pyobject(py)?.into_any().unbind())
            }
        })
    }
}

/// A position of a game from its text (the start position if there is none), and moves from there.
#[pyfunction]
#[pyo3(signature = (game, text = None, moves = Vec::new()))]
pub fn position(py: Python<'_>, game: &str, text: Option<&str>, moves: Vec<String>) -> PyResult<Position> {
    let set_up = || {
        let mut board = engine::open(game)?;
        if let Some(text) = text {
            board.set_position(text)?;
        }
        let begun = Position::new(board.fork());
        moves.iter().try_for_each(|mv| board.advance(mv))?;
        Ok(begun.with(board))
    };
    py.detach(set_up).map_err(refused)
}

/// The name of a game with its parameters, as the engine writes it.
#[pyfunction]
pub fn open(game: &str) -> PyResult<String> {
    engine::open(game).map(|board| board.game()).map_err(refused)
}

/// The games that are known, as JSON: those of the engine, and the names of those given as text.
#[pyfunction]
pub fn games() -> String {
    let parameter = |one: &engine::Parameter| json!({ "name": one.name, "note": one.note, "default": one.default });
    let game = |info: engine::GameInfo| {
        let parameters: Vec<_> = info.parameters.iter().map(parameter).collect();
        json!({ "name": info.name, "about": info.description, "example": info.position_example, "parameters": parameters })
    };
    let own: Vec<_> = engine::games().into_iter().map(game).collect();
    write(&json!({ "games": own, "ruled": engine::ruled_games() }))
}

/// Loads a game that is given as text, and gives its name.
#[pyfunction]
pub fn load_rules(py: Python<'_>, stem: &str, text: &str) -> PyResult<String> {
    py.detach(|| engine::load_rules(stem, text, Loading::default())).map(|loaded| loaded.name.clone()).map_err(refused)
}
