//! Games as texts have them: PGN, PDN, SGF and transcripts, read one after the other.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use engine::Side;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use record::pgn::Detail;
use record::{Broken, Colors, File, GameResult, Limits, Tags, game_name, sgf, transcript};
use serde_json::json;

use crate::failure::{Refused, refusal, refused};
use crate::position::Position;

/// A game as a text has it; its moves need not be legal.
#[pyclass(module = "kiebitz", frozen)]
pub struct Record {
    inner: record::Record,
    /// The game where no tag names one.
    usual: String,
}

impl Record {
    pub fn inner(&self) -> &record::Record {
        &self.inner
    }

    /// A board at the beginning.
    fn board(&self) -> PyResult<Box<dyn engine::Engine>> {
        let mut board = engine::open(&self.game()?).map_err(refused)?;
        if let Some(start) = self.inner.start() {
            board.set_position(start).map_err(refused)?;
        }
        Ok(board)
    }
}

#[pymethods]
impl Record {
    /// Its number in the text, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.inner.number
    }

    /// The line on which it begins, from 1.
    #[getter]
    fn text_line(&self) -> u64 {
        self.inner.line
    }

    /// Names and values, in their order.
    #[getter]
    fn tag_pairs(&self) -> Vec<(String, String)> {
        self.inner.tags.0.clone()
    }

    /// The value of a tag; `None` if it is missing, empty, `?` or `-`.
    fn tag(&self, name: &str) -> Option<&str> {
        self.inner.tag(name)
    }

    /// The game with its parameters.
    #[getter]
    fn game(&self) -> PyResult<String> {
        let named = game_name(&self.inner.tags).map_err(|reason| refusal(self.inner.broken(reason)))?;
        Ok(named.unwrap_or_else(|| self.usual.clone()))
    }

    /// The moves of the main line, as they were written.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.inner.moves.main_texts().collect()
    }

    /// What stands in the text, White's points first: `1-0`.
    #[getter]
    fn result(&self) -> &'static str {
        self.inner.colors.result_text(self.inner.result)
    }

    /// The result for the first player: 1.0, 0.5 or 0.0; `None` if it is open.
    #[getter]
    fn outcome(&self) -> Option<f64> {
        match self.inner.result {
            GameResult::First => Some(1.0),
            GameResult::Second => Some(0.0),
            GameResult::Draw => Some(0.5),
            GameResult::Open => None,
        }
    }

    /// Who played, the side that moves first in front.
    #[getter]
    fn players(&self) -> (Option<&str>, Option<&str>) {
        (self.inner.side_tag(Side::First, ""), self.inner.side_tag(Side::Second, ""))
    }

    /// What could not be read in it, line and reason.
    #[getter]
    fn faults(&self) -> Vec<(u64, String)> {
        self.inner.faults.iter().map(|fault| (fault.line, fault.reason.clone())).collect()
    }

    /// The position where it begins.
    fn start(&self) -> PyResult<Position> {
        self.board().map(Position::new)
    }

    /// The position after its moves, or after the first of them. An illegal one is refused, with its number.
    #[pyo3(signature = (plies = None))]
    fn position(&self, py: Python<'_>, plies: Option<usize>) -> PyResult<Position> {
        let (begun, board) = py.detach(|| {
            let mut board = self.board()?;
            let begun = board.fork();
            for (text, ply) in self.inner.moves.main_texts().take(plies.unwrap_or(usize::MAX)).zip(1..) {
                board.advance(text).map_err(|error| match error {
                    engine::Error::Move(_) => refusal(self.inner.broken(format!("ply {ply}: {error}"))),
                    other => refused(other),
                })?;
            }
            PyResult::Ok((begun, board))
        })?;
        Ok(Position::new(begun).with(board))
    }

    /// The game as PGN, or as PDN where it has a game type.
    fn pgn(&self) -> String {
        record::pgn::write(&self.inner)
    }

    fn __len__(&self) -> usize {
        self.inner.moves.main_line().count()
    }

    fn __repr__(&self) -> String {
        let name = |side| self.inner.side_tag(side, "").unwrap_or("?").to_string();
        let [first, second] = Side::BOTH.map(name);
        format!("<record {}: {first} - {second} {}, {} plies>", self.inner.number, self.result(), self.__len__())
    }
}

type Stream = Box<dyn Iterator<Item = std::io::Result<Result<record::Record, Broken>>> + Send>;

/// The games of a text, one after the other; a game that cannot be read at all is counted and passed over.
#[pyclass(module = "kiebitz", frozen)]
pub struct Records {
    stream: Mutex<Stream>,
    broken: Mutex<Vec<String>>,
    usual: String,
}

/// So many games that could not be read are remembered.
const REMEMBERED: usize = 1000;

#[pymethods]
impl Records {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        loop {
            let next = py.detach(|| self.stream.lock().unwrap_or_else(PoisonError::into_inner).next());
            match next {
                None => return Ok(None),
                Some(Err(error)) => return Err(PyOSError::new_err(error.to_string())),
                Some(Ok(Ok(inner))) => return Ok(Some(Record { inner, usual: self.usual.clone() })),
                Some(Ok(Err(broken))) => {
                    let mut all = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
                    if all.len() < REMEMBERED {
                        all.push(broken.to_string());
                    }
                }
            }
            py.check_signals()?;
        }
    }

    /// The games so far that could not be read, with number, line and reason; a thousand at most.
    #[getter]
    fn broken(&self) -> Vec<String> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The game that led to a position, in the format in which its players keep games: PGN, PDN or SGF.
#[pyfunction]
pub fn write_record(py: Python<'_>, position: &Position, tags: Vec<(String, String)>) -> PyResult<String> {
    let board = position.fork(py)?;
    let node = |(index, ply): (usize, &engine::Ply)| json!({ "parent": index.checked_sub(1), "text": ply.text, "code": ply.code, "nags": [], "arrows": [] });
    let nodes: Vec<_> = board.played().iter().enumerate().map(node).collect();
    let colors = Colors::named(Side::BOTH.map(|side| board.side_name(side)));
    let result = board.end().map_or(GameResult::Open, |end| end.outcome.winner().into());
    let tags: Vec<_> = tags.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    let game = json!({
        "number": 1, "game": board.game(), "tags": tags, "start": position.start_text(),
        "result": colors.result_text(result), "comment": null, "nodes": nodes,
    });
    let request = serde_json::from_value(json!({ "game": game })).map_err(refusal)?;
    let written = answers::import::write(&request, &engine::Control::timeless());
    written.map(|written| written.text).map_err(|refused| refusal(refused.message))
}

/// Who is White in a game with these tags; what is known of a game is asked only once.
fn colors(usual: &str) -> impl FnMut(&Tags) -> Colors + Send + 'static {
    let usual = usual.to_string();
    let mut known: HashMap<String, Colors> = HashMap::new();
    move |tags| {
        let named = game_name(tags).ok().flatten().unwrap_or_else(|| usual.clone());
        let find = |name: &String| {
            let board = engine::open(name).ok();
            board.map_or(Colors::default(), |board| Colors::named(Side::BOTH.map(|side| board.side_name(side))))
        };
        match known.get(&named) {
            Some(&colors) => colors,
            None => *known.entry(named.clone()).or_insert(find(&named)),
        }
    }
}

fn whole(games: Vec<Result<record::Record, Broken>>) -> Stream {
    Box::new(games.into_iter().map(Ok))
}

/// The games of a text that is in memory.
fn of_text(text: String, usual: &str) -> Stream {
    let is_sgf = text.trim_start().strip_prefix('(').is_some_and(|inside| inside.trim_start().starts_with(';'));
    if is_sgf {
        return whole(sgf::read(&text, &Limits::default()));
    }
    if transcript::is_transcript(&text) {
        return whole(transcript::read(&text, &Limits::default()));
    }
    let games = record::pgn::Games::new(std::io::Cursor::new(text)).detail(Detail::Everything);
    Box::new(games.colors(colors(usual)))
}

/// The games of a file (plain or zstd) or of a text. `game` is the game where no tag names one.
#[pyfunction]
#[pyo3(signature = (path = None, text = None, game = "chess", detail = "moves"))]
pub fn read_records(path: Option<PathBuf>, text: Option<String>, game: &str, detail: &str) -> PyResult<Records> {
    let detail = match detail {
        "tags" => Detail::Tags,
        "moves" => Detail::MainLine,
        "all" => Detail::Everything,
        other => return Err(refusal(format!("detail '{other}': expected tags, moves or all"))),
    };
    engine::open(game).map_err(refused)?;
    let stream = match (path, text) {
        (None, Some(text)) => of_text(text, game),
        (Some(path), None) => {
            let failed = |error: std::io::Error| PyOSError::new_err(format!("{}: {error}", path.display()));
            let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
            match ending.as_deref().and_then(|ending| ending.to_str()) {
                Some("sgf" | "txt") => of_text(std::fs::read_to_string(&path).map_err(failed)?, game),
                _ => Box::new(File::open(&path).map_err(failed)?.games.detail(detail).colors(colors(game))),
            }
        }
        _ => return Err(Refused::new_err("expected a path or a text, and not both")),
    };
    Ok(Records { stream: Mutex::new(stream), broken: Mutex::default(), usual: game.to_string() })
}
