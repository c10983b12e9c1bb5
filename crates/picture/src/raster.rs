//! From lines to points: PNG, and the pixels of an animation.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{Error, Style, board};
use game::Diagram;

/// The board as PNG.
pub fn png(diagram: &Diagram, style: &Style) -> Result<Vec<u8>, Error> {
    pixels(diagram, style)?.encode_png().map_err(Error::new)
}

/// The board as pixels.
pub(crate) fn pixels(diagram: &Diagram, style: &Style) -> Result<Pixmap, Error> {
    style.check_size()?;
    let tree = Tree::from_str(&board::svg(diagram, style), &Options::default()).map_err(Error::new)?;
    let size = tree.size().to_int_size();
    let too_large = || Error::new(format!("{} by {} pixels are too many", size.width(), size.height()));
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}
