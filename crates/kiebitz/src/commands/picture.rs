//! `kiebitz svg` and `kiebitz png`: a picture of a board. `kiebitz gif`: a whole game.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use engine::{Diagram, Engine, PieceWorth, WholeFile};
use knowledge::games;
use picture::{Arrow, Frame, Note, Style, Timing};
use record::Record;

use super::args::{position, seconds, whole};
use super::thoughts;
use crate::output::{self, Failure};

/// How a board is drawn.
#[derive(Args)]
pub struct Drawing {
    /// The position in the game's own notation
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true, value_parser = position)]
    position: String,

    /// Moves to be played from there, with blanks between
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    moves: String,

    /// See the board from the other side
    #[arg(long)]
    flip: bool,

    /// No letters and numbers at the edge
    #[arg(long)]
    no_coordinates: bool,

    /// The width in pixels
    #[arg(long, value_name = "N", default_value_t = 480, allow_negative_numbers = true,
          value_parser = whole(picture::SMALLEST, picture::LARGEST))]
    size: u32,

    /// Where to write it [default: the standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A picture of a board as SVG
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz svg chess --moves 'e4 c5 Nf3' --out sicilian.svg
  kiebitz svg othello --position f5d6c3 --arrows 'c4-e6'
  kiebitz svg chess --moves 'e4 c5 Nf3' --worth --out worth.svg")]
pub struct Svg {
    #[command(flatten)]
    still: Still,
}

/// A picture of a board as PNG
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz png chess --position '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --size 800 --out ending.png
  kiebitz png 'go(size=19)' --moves 'Q16 D4 C16' > opening.png")]
pub struct Png {
    #[command(flatten)]
    still: Still,
}

/// What `svg` and `png` take.
#[derive(Args)]
struct Still {
    /// The game; `kiebitz games` lists them
    game: String,

    #[command(flatten)]
    drawing: Drawing,

    /// Arrows between squares, with blanks between: 'e2-e4 g1-f3'
    #[arg(long, value_name = "ARROWS", default_value = "")]
    arrows: String,

    /// Write on each piece what a network thinks it is worth to its owner: the game's own, network-0, or network:FILE
    #[arg(long, value_name = "EVAL", num_args = 0..=1, default_missing_value = "")]
    worth: Option<String>,
}

/// A whole game as an animated GIF
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz gif game.pgn --out game.gif
  kiebitz gif games.pgn --number 3 --flip --out third.gif
  kiebitz gif connect-four --moves '4 4 5 5 6 6 7' --delay 0.5 --out win.gif")]
pub struct Gif {
    /// A PGN file of chess, or a game whose moves --moves gives
    #[arg(value_name = "FILE.pgn|GAME")]
    what: String,

    #[command(flatten)]
    drawing: Drawing,

    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(1, u64::MAX))]
    number: u64,

    /// Seconds for each position
    #[arg(long, value_name = "T", default_value = "0.8", allow_negative_numbers = true, value_parser = seconds)]
    delay: Duration,
}

impl Svg {
    pub fn run(self) -> Result<(), Failure> {
        let (diagram, style) = self.still.draw()?;
        let text = picture::svg(&diagram, &style);
        match &self.still.drawing.out {
            Some(path) => output::write_whole(path, &text),
            None => output::print(&text),
        }
    }
}

impl Png {
    pub fn run(self) -> Result<(), Failure> {
        let (diagram, style) = self.still.draw()?;
        let bytes = picture::png(&diagram, &style)?;
        self.still.drawing.write("png", &mut |out| Ok(out.write_all(&bytes)?))
    }
}

impl Still {
    fn draw(&self) -> Result<(Diagram, Style), Failure> {
        let mut board = self.drawing.board(&self.game)?;
        for mv in self.drawing.moves.split_whitespace() {
            board.play(mv)?;
        }
        let diagram = board.diagram();
        let mut style = self.drawing.style(&*board)?;
        for text in self.arrows.split_whitespace() {
            style.arrows.push(arrow(&diagram, text)?);
        }
        if let Some(source) = &self.worth {
            style.notes = notes(&*board, source)?;
        }
        Ok((diagram, style))
    }
}

impl Gif {
    pub fn run(self) -> Result<(), Failure> {
        let path = Path::new(&self.what);
        let is_file = path.is_file() || self.what.ends_with(".pgn") || self.what.ends_with(".zst");
        let (mut board, moves) = if is_file { self.read_file(path)? } else { self.read_moves()? };
        let mut frames = Vec::with_capacity(moves.len() + 1);
        for number in 0..=moves.len() {
            if let Some(mv) = number.checked_sub(1).map(|last| &moves[last]) {
                board.play(mv)?;
            }
            frames.push(Frame { diagram: board.diagram(), style: self.drawing.style(&*board)? });
        }
        let timing = Timing { frame: self.delay, ..Timing::default() };
        let bar = output::bar(frames.len() as u64);
        let drawn = self.drawing.write("gif", &mut |out| {
            Ok(picture::gif(out, &frames, timing, &mut |done| bar.set_position(done as u64))?)
        });
        bar.finish_and_clear();
        drawn
    }

    /// A board at the start, and the moves.
    fn read_moves(&self) -> Result<(Box<dyn Engine>, Vec<String>), Failure> {
        let moves = self.drawing.moves.split_whitespace().map(str::to_string).collect();
        Ok((self.drawing.board(&self.what)?, moves))
    }

    /// The same from a game of a file.
    fn read_file(&self, path: &Path) -> Result<(Box<dyn Engine>, Vec<String>), Failure> {
        let place = |reason: String| Failure::BadInput(format!("{}: {reason}", path.display()));
        let mut count = 0;
        for game in games::open(path)?.games {
            count += 1;
            if count < self.number {
                continue;
            }
            let game = game?.and_then(Record::whole).map_err(|broken| place(broken.to_string()))?;
            let start = games::start(&game).map_err(&place)?;
            let mut moves = Vec::new();
            games::replay(&game, &start, |position, mv| moves.push(position.uci_text(mv, true)))
                .map_err(|reason| place(format!("game {count}: {reason}")))?;
            let mut board = engine::open(games::game(&game).unwrap_or("chess"))?;
            board.set_position(&game::Rules::position_text(&start))?;
            return Ok((board, moves));
        }
        Err(place(format!("there is no game {} in it; it has {count}", self.number)))
    }
}

impl Drawing {
    /// The game at the position, before the moves.
    fn board(&self, game: &str) -> Result<Box<dyn Engine>, Failure> {
        let mut board = engine::open(game)?;
        // A game given as text may have no board: its diagram is a single cell.
        if board.diagram().cells.len() < 2 {
            let told = format!(
                "'{game}' has no board to draw; `kiebitz rules show {game}` tells what holds in its first position"
            );
            return Err(Failure::BadInput(told));
        }
        board.set_position(&self.position)?;
        Ok(board)
    }

    /// The board as it stands, with its last move and a check marked.
    fn style(&self, board: &dyn Engine) -> Result<Style, Failure> {
        let game = board.game();
        Ok(Style {
            size: self.size,
            flipped: self.flip,
            coordinates: !self.no_coordinates,
            marked: board.last_move_cells(),
            check: board.checked_cells().first().copied(),
            title: format!("{game}: {}", board.position()),
            ..Style::new(board.look())
        })
    }

    /// Writes bytes whole or not at all; never to a terminal.
    fn write(&self, kind: &str, draw: &mut dyn FnMut(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
        match &self.out {
            Some(path) => {
                let mut file = WholeFile::create(path, true)?;
                draw(&mut file)?;
                Ok(file.finish()?)
            }
            None if std::io::stdout().is_terminal() => Err(Failure::BadInput(format!(
                "a terminal cannot show this: --out FILE.{kind} writes it to a file, and so does > FILE.{kind}"
            ))),
            None => {
                let mut bytes = Vec::new();
                draw(&mut bytes)?;
                let mut out = std::io::stdout().lock();
                out.write_all(&bytes)?;
                Ok(out.flush()?)
            }
        }
    }
}

/// What a network thinks each piece is worth, as notes on the cells.
fn notes(board: &dyn Engine, source: &str) -> Result<Vec<Note>, Failure> {
    let insight = board.insight(source)?.ok_or_else(|| {
        let name = if source.is_empty() { board.evaluators()[0] } else { source };
        Failure::BadInput(format!("--worth: evaluator '{name}' is no network; network:FILE names one"))
    })?;
    let most = insight.pieces.iter().map(|piece| piece.worth.abs()).fold(1e-9, f64::max);
    let note = |(piece, text): (&PieceWorth, String)| Note {
        cell: piece.cell,
        text,
        weight: (100.0 * piece.worth.abs() / most) as u8,
    };
    Ok(insight.pieces.iter().zip(thoughts::worths(&insight)).map(note).collect())
}

/// An arrow written as two cells, `e2-e4`.
fn arrow(diagram: &Diagram, text: &str) -> Result<Arrow, Failure> {
    let wrong = || Failure::BadInput(format!("arrow '{text}': expected two squares of the board, as in e2-e4"));
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let cell = |name: &str| {
        let by_number = || diagram.cells.iter().position(|cell| cell.number.is_some_and(|n| n.to_string() == name));
        let by_label = || {
            (0..diagram.cells.len()).find(|index| {
                let (row, column) = (index / diagram.columns.len(), index % diagram.columns.len());
                name.eq_ignore_ascii_case(&format!("{}{}", diagram.columns[column], diagram.rows[row]))
            })
        };
        by_number().or_else(by_label)
    };
    Ok(Arrow::new(cell(from).ok_or_else(wrong)?, cell(to).ok_or_else(wrong)?))
}

impl From<picture::Error> for Failure {
    fn from(error: picture::Error) -> Failure {
        Failure::Other(error.to_string())
    }
}
