//! The pieces that are no chessmen: discs, stones, noughts and crosses, in a square of 100 by 100.
//!
//! Sides differ by shape or lightness and never by hue alone.

use std::fmt::Write;

use game::PieceSet;

/// Gradients that stones are filled with.
pub(crate) fn gradients(pieces: PieceSet) -> &'static str {
    match pieces {
        PieceSet::Stones | PieceSet::Discs => {
            "<defs><radialGradient id=\"kiebitz-black\" cx=\"0.36\" cy=\"0.32\" r=\"0.75\"><stop offset=\"0\" stop-color=\"#686d75\"/>\
             <stop offset=\"0.45\" stop-color=\"#2b2f35\"/><stop offset=\"1\" stop-color=\"#101215\"/></radialGradient>\
             <radialGradient id=\"kiebitz-white\" cx=\"0.36\" cy=\"0.32\" r=\"0.8\"><stop offset=\"0\" stop-color=\"#ffffff\"/>\
             <stop offset=\"0.6\" stop-color=\"#f2f0ea\"/><stop offset=\"1\" stop-color=\"#c9c5ba\"/></radialGradient></defs>"
        }
        _ => "",
    }
}

/// The crown of a king in draughts.
const CROWN: &str = "M34 62L30.5 40L41 49.5L50 34L59 49.5L69.5 40L66 62Z";

/// Draws a piece by its letter; false if this set has none of that name.
pub(crate) fn draw(svg: &mut String, pieces: PieceSet, letter: char) -> bool {
    let _ = match (pieces, letter) {
        (PieceSet::Stones, 'X') => stone(svg, "black", 47.0),
        (PieceSet::Stones, 'O') => stone(svg, "white", 47.0),
        (PieceSet::Discs, 'X') => stone(svg, "black", 41.0),
        (PieceSet::Discs, 'O') => stone(svg, "white", 41.0),
        (PieceSet::Counters, 'w' | 'W') => man(svg, ["#f7f0e1", "#4a3d2c", "#bda98a"], letter == 'W'),
        (PieceSet::Counters, 'b' | 'B') => man(svg, ["#3b3633", "#151312", "#7d736c"], letter == 'B'),
        // A ring on one, a point on the other.
        (PieceSet::Chips, 'X') => write!(
            svg,
            "<circle cx=\"50\" cy=\"50\" r=\"41\" fill=\"#b3372b\" stroke=\"#8e1d16\" stroke-width=\"3\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"none\" stroke=\"#8e1d16\" stroke-width=\"4\"/>"
        ),
        (PieceSet::Chips, 'O') => write!(
            svg,
            "<circle cx=\"50\" cy=\"50\" r=\"41\" fill=\"#e6b93a\" stroke=\"#a87b06\" stroke-width=\"3\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"12\" fill=\"#a87b06\"/>"
        ),
        (PieceSet::Marks, 'X') => write!(
            svg,
            "<path d=\"M26 26L74 74M74 26L26 74\" fill=\"none\" stroke=\"#1d5fb8\" stroke-width=\"12\" stroke-linecap=\"round\"/>"
        ),
        (PieceSet::Marks, 'O') => {
            write!(svg, "<circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"none\" stroke=\"#c4382d\" stroke-width=\"12\"/>")
        }
        _ => return false,
    };
    true
}

/// A light or a dark piece for a letter to stand on; the answer is the letter's color.
pub(crate) fn plain(svg: &mut String, light: bool) -> &'static str {
    let [fill, ink] = if light { ["#f7f0e1", "#1b1d20"] } else { ["#3b3633", "#ffffff"] };
    let _ =
        write!(svg, "<circle cx=\"50\" cy=\"50\" r=\"39\" fill=\"{fill}\" stroke=\"#4a3d2c\" stroke-width=\"2.4\"/>");
    ink
}

fn stone(svg: &mut String, color: &str, radius: f64) -> std::fmt::Result {
    write!(
        svg,
        "<circle cx=\"51.5\" cy=\"52.5\" r=\"{radius}\" fill=\"#000\" opacity=\"0.22\"/>\
         <circle cx=\"50\" cy=\"50\" r=\"{radius}\" fill=\"url(#kiebitz-{color})\" stroke=\"#1b1d20\" stroke-width=\"1\"/>"
    )
}

/// A man, or a king: a man upon another, with a crown.
fn man(svg: &mut String, [fill, edge, groove]: [&str; 3], king: bool) -> std::fmt::Result {
    let mut disc = |y: f64| {
        write!(
            svg,
            "<circle cx=\"50\" cy=\"{}\" r=\"36\" fill=\"{edge}\"/>\
             <circle cx=\"50\" cy=\"{y}\" r=\"36\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2.4\"/>\
             <circle cx=\"50\" cy=\"{y}\" r=\"27.5\" fill=\"none\" stroke=\"{groove}\" stroke-width=\"2.6\"/>",
            y + 5.0
        )
    };
    if king {
        disc(55.0)?;
        disc(46.0)?;
        return write!(
            svg,
            "<path transform=\"translate(0 -2)\" d=\"{CROWN}\" fill=\"#e5b53a\" stroke=\"#6e4f08\" stroke-width=\"2.4\" stroke-linejoin=\"round\"/>"
        );
    }
    disc(51.0)?;
    write!(svg, "<circle cx=\"50\" cy=\"51\" r=\"18\" fill=\"none\" stroke=\"{groove}\" stroke-width=\"2.6\"/>")
}
