//! Pictures: a board as SVG or PNG, a game as an animated GIF.

use engine::Engine;
use picture::Style;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::refusal::{Code, Refusal};
use crate::wire::{Arrow, LiveGame, PictureRequest};
use crate::{limits, show};

/// How a game is to be drawn.
#[derive(Clone, Copy, Deserialize, IntoParams)]
pub struct Manner {
    /// The width in pixels
    pub size: Option<u32>,
    /// Seen from the other side
    #[serde(default)]
    pub flipped: bool,
}

/// A board to be drawn.
pub struct Drawing {
    board: Box<dyn Engine>,
    style: Style,
}

impl Drawing {
    /// As lines.
    pub fn svg(&self) -> String {
        picture::svg(&self.board.diagram(), &self.style)
    }

    /// As pixels.
    #[cfg(feature = "pixels")]
    pub fn png(&self) -> Result<Vec<u8>, Refusal> {
        picture::png(&self.board.diagram(), &self.style).map_err(animation::failed)
    }
}

/// The board that is asked for, and how to draw it.
pub fn requested(request: &PictureRequest) -> Result<Drawing, Refusal> {
    let board = show::set_up(&request.game, request.position.as_deref(), &request.moves)?;
    let manner = Manner { size: request.size, flipped: request.flipped };
    let mut style = style(&*board, manner, limits::PICTURE)?;
    let cells = board.diagram().cells.len();
    style.arrows = request.arrows.iter().map(|one| arrow(one, cells)).collect::<Result<_, _>>()?;
    Ok(Drawing { board, style })
}

/// The board of a game as it is now.
pub fn played(live: &LiveGame, manner: Manner) -> Result<Drawing, Refusal> {
    let moves: Vec<String> = live.moves.iter().map(|mv| mv.code.clone()).collect();
    let board = show::set_up(&live.game, Some(&live.start), &moves)?;
    let style = style(&*board, manner, limits::PICTURE)?;
    Ok(Drawing { board, style })
}

/// How a board is drawn: with its last move and a check marked.
fn style(board: &dyn Engine, manner: Manner, largest: u32) -> Result<Style, Refusal> {
    let size = manner.size.unwrap_or(largest.min(480));
    if !(picture::SMALLEST..=largest).contains(&size) {
        let message = format!("size {size}: expected {} to {largest}", picture::SMALLEST);
        return Err(Refusal::new(Code::BadRequest, message));
    }
    Ok(Style {
        size,
        flipped: manner.flipped,
        marked: board.last_move_cells(),
        check: board.checked_cells().first().copied(),
        title: format!("{}: {}", board.game(), board.position()),
        ..Style::new(board.look())
    })
}

/// An arrow. Its color is one of four: text from outside does not come into a picture.
fn arrow(arrow: &Arrow, cells: usize) -> Result<picture::Arrow, Refusal> {
    let color = match arrow.color.as_str() {
        "G" => "#1f8a4c",
        "R" => "#b3261e",
        "B" => "#1f5fa8",
        "Y" => "#b8860b",
        other => {
            let message =
                format!("an arrow of color '{}': expected G, R, B or Y", other.chars().take(20).collect::<String>());
            return Err(Refusal::new(Code::BadRequest, message));
        }
    };
    if arrow.from >= cells || arrow.to >= cells {
        return Err(Refusal::new(Code::BadRequest, format!("an arrow to or from a cell beyond {}", cells - 1)));
    }
    Ok(picture::Arrow { from: arrow.from, to: arrow.to, color: color.to_string() })
}

#[cfg(feature = "pixels")]
pub use animation::gif;

#[cfg(feature = "pixels")]
mod animation {
    use engine::{Control, Engine};
    use picture::{Frame, Timing};

    use super::{Manner, style};
    use crate::refusal::{Code, Refusal};
    use crate::wire::LiveGame;
    use crate::{limits, show};

    /// What is written until somebody says stop.
    struct Stoppable<'a> {
        bytes: Vec<u8>,
        control: &'a Control,
    }

    impl std::io::Write for Stoppable<'_> {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.control.stopped() {
                return Err(std::io::Error::other("stopped"));
            }
            self.bytes.write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// A whole game, as an animated GIF, until `control` says stop.
    pub fn gif(live: &LiveGame, manner: Manner, control: &Control) -> Result<Vec<u8>, Refusal> {
        if live.moves.len() > limits::ANIMATED_PLIES {
            let message = format!("{} moves: at most {} are animated", live.moves.len(), limits::ANIMATED_PLIES);
            return Err(Refusal::new(Code::TooLarge, message));
        }
        let mut board = show::set_up(&live.game, Some(&live.start), &[])?;
        let mut frames = Vec::with_capacity(live.moves.len() + 1);
        let frame = |board: &dyn Engine| {
            style(board, manner, limits::ANIMATION).map(|style| Frame { diagram: board.diagram(), style })
        };
        frames.push(frame(&*board)?);
        for mv in &live.moves {
            board.play(&mv.code)?;
            frames.push(frame(&*board)?);
        }
        let mut out = Stoppable { bytes: Vec::new(), control };
        picture::gif(&mut out, &frames, Timing::default(), &mut |_| {}).map_err(|error| {
            if control.stopped() {
                let seconds = limits::LONG_TIME.as_secs();
                return Refusal::new(Code::Busy, format!("not drawn within {seconds} s; a smaller size would be"));
            }
            failed(error)
        })?;
        Ok(out.bytes)
    }

    pub fn failed(error: picture::Error) -> Refusal {
        Refusal::new(Code::Fault, error.to_string())
    }
}
