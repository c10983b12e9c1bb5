//! Pictures of boards: SVG from a [`game::Diagram`], PNG from that, and an animated GIF of a whole game.
//!
//! It knows boards and nothing of rules or search: the caller says where pieces stand, what is marked and how large it should be. All
//! shapes are our own, and letters and digits are drawn as strokes, so that a picture is the same on every machine, whatever fonts it
//! has.
//!
//! ```
//! use game::{Diagram, Look};
//! use picture::Style;
//!
//! let board = Diagram {
//!     columns: vec!["a".to_string()],
//!     rows: vec!["1".to_string()],
//!     cells: vec![game::Cell::with(game::Shade::Dark, game::Side::First, 'K', '♔')],
//! };
//! let style = Style { size: 200, ..Style::new(Look::default()) };
//! assert!(picture::svg(&board, &style).starts_with("<svg "));
//! assert_eq!(&picture::png(&board, &style).unwrap()[1..4], b"PNG");
//! ```

#[cfg(feature = "pixels")]
mod animation;
mod board;
mod chessmen;
mod counters;
mod error;
mod letters;
#[cfg(feature = "pixels")]
mod raster;
mod style;

#[cfg(feature = "pixels")]
pub use animation::{Frame, Timing, gif};
pub use board::{piece, svg};
pub use error::Error;
#[cfg(feature = "pixels")]
pub use raster::png;
pub use style::{Arrow, LARGEST, Note, SMALLEST, Style};
