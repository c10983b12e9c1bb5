//! A whole game as an animated GIF.
//!
//! The boards of a game use few colors: one palette, made from a few pictures, serves all frames. Each frame holds only the rectangle
//! that has changed.
//!
//! Reference: "Graphics Interchange Format, version 89a", CompuServe, 1990.

use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

use game::Diagram;
use gif::{Encoder, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::raster::pixels;
use crate::{Error, Style};

/// One picture of an animation.
pub struct Frame {
    /// The board.
    pub diagram: Diagram,
    /// How it is drawn; all frames must have the same size.
    pub style: Style,
}

/// How long frames are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// Each frame.
    pub frame: Duration,
    /// The last one.
    pub last: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing { frame: Duration::from_millis(800), last: Duration::from_secs(4) }
    }
}

/// Writes an animated GIF that loops forever. `progress` is called with the number of frames done.
pub fn gif(
    out: &mut dyn Write,
    frames: &[Frame],
    timing: Timing,
    progress: &mut dyn FnMut(usize),
) -> Result<(), Error> {
    let draw = |index: usize| pixels(&frames[index].diagram, &frames[index].style);
    let Some(last) = frames.len().checked_sub(1) else { return Err(Error::new("there is no frame")) };
    // A mark or a check may come in any frame, on a light cell or on a dark one: their colors must be there.
    let marked = |first: usize| {
        let Frame { diagram, style } = &frames[last / 2];
        pixels(diagram, &Style { marked: vec![first, first + 1], check: Some(first + 2), ..style.clone() })
    };
    let samples = [draw(0)?, draw(last / 2)?, draw(last)?, marked(0)?, marked(1)?];
    let palette = Palette::of(&samples);
    let [first, ..] = &samples;
    let size = |pixmap: &Pixmap| (pixmap.width(), pixmap.height());
    let wanted = size(first);
    let width = u16::try_from(wanted.0).map_err(Error::new)?;
    let height = u16::try_from(wanted.1).map_err(Error::new)?;
    let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(Error::new)?;
    encoder.set_repeat(Repeat::Infinite).map_err(Error::new)?;
    let mut before: Vec<u8> = Vec::new();
    for index in 0..frames.len() {
        let pixmap = draw(index)?;
        if size(&pixmap) != wanted {
            return Err(Error::new(format!("frame {} has another size than the first", index + 1)));
        }
        let now = palette.indices(&pixmap);
        let area = Area::changed(&before, &now, usize::from(width));
        let time = if index == last { timing.last } else { timing.frame };
        let frame = gif::Frame {
            delay: u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: Cow::Owned(area.cut(&now, usize::from(width))),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(Error::new)?;
        before = now;
        progress(index + 1);
    }
    Ok(())
}

/// Up to 256 colors.
struct Palette {
    colors: Vec<[u8; 3]>,
    /// The nearest color of each color with five bits a channel.
    nearest: Vec<u8>,
}

/// Behind what is transparent, the corners of the frame: white, as GIF knows no half of it.
fn opaque(pixel: resvg::tiny_skia::PremultipliedColorU8) -> [u8; 3] {
    let rest = 255 - pixel.alpha();
    [pixel.red() + rest, pixel.green() + rest, pixel.blue() + rest]
}

/// Five bits a channel.
fn coarse([red, green, blue]: [u8; 3]) -> usize {
    usize::from(red >> 3) << 10 | usize::from(green >> 3) << 5 | usize::from(blue >> 3)
}

impl Palette {
    /// The colors that occur most often, those that are nearly the same counted together.
    fn of(samples: &[Pixmap]) -> Palette {
        let mut sums = vec![(0_u64, [0_u64; 3]); 1 << 15];
        for pixel in samples.iter().flat_map(|sample| sample.pixels()) {
            let color = opaque(*pixel);
            let (count, sum) = &mut sums[coarse(color)];
            *count += 1;
            sum.iter_mut().zip(color).for_each(|(sum, part)| *sum += u64::from(part));
        }
        sums.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let used = sums.into_iter().take(256).filter(|(count, _)| *count > 0);
        let colors: Vec<[u8; 3]> = used.map(|(count, sum)| sum.map(|part| (part / count) as u8)).collect();
        let distance = |one: [u8; 3], other: [u8; 3]| {
            one.iter().zip(other).map(|(a, b)| (i32::from(*a) - i32::from(b)).pow(2)).sum::<i32>()
        };
        let nearest = (0..1 << 15).map(|code: usize| {
            let channel = |shift: usize| ((code >> shift & 31) << 3 | 4) as u8;
            let color = [channel(10), channel(5), channel(0)];
            (0..colors.len()).min_by_key(|&index| distance(colors[index], color)).unwrap_or(0) as u8
        });
        Palette { nearest: nearest.collect(), colors }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    fn indices(&self, pixmap: &Pixmap) -> Vec<u8> {
        pixmap.pixels().iter().map(|pixel| self.nearest[coarse(opaque(*pixel))]).collect()
    }
}

/// A rectangle of pixels.
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    /// The smallest rectangle outside of which nothing has changed; a single pixel if nothing has.
    fn changed(before: &[u8], now: &[u8], width: usize) -> Area {
        let height = now.len() / width;
        if before.is_empty() {
            return Area { left: 0, top: 0, width, height };
        }
        let differs = |index: &usize| before[*index] != now[*index];
        let changed: Vec<usize> = (0..now.len()).filter(differs).collect();
        let (Some(first), Some(last)) = (changed.first(), changed.last()) else {
            return Area { left: 0, top: 0, width: 1, height: 1 };
        };
        let columns = || changed.iter().map(|index| index % width);
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let (top, bottom) = (first / width, last / width);
        Area { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    fn cut(&self, pixels: &[u8], width: usize) -> Vec<u8> {
        let rows = pixels.chunks(width).skip(self.top).take(self.height);
        rows.flat_map(|row| &row[self.left..self.left + self.width]).copied().collect()
    }
}
