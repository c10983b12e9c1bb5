//! The pieces that are no chessmen: discs, stones, noughts and crosses, in a square of 100 by 100.
//!
//! Sides differ by shape or lightness and never by hue alone.

use std::fmt::Write;

use crate::Look;

/// Gradients that the stones of a look are filled with.
pub(crate) fn gradients(look: Look) -> &'static str {
    match look {
        Look::Go | Look::Othello => {
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

/// Draws a piece by its letter; false if this game has none of that name.
pub(crate) fn draw(svg: &mut String, look: Look, letter: char) -> bool {
    let _ = match (look, letter) {
        (Look::Go, 'X') => stone(svg, "black", 47.0),
        (Look::Go, 'O') => stone(svg, "white", 47.0),
        (Look::Othello, 'X') => stone(svg, "black", 41.0),
        (Look::Othello, 'O') => stone(svg, "white", 41.0),
        (Look::Draughts, 'w' | 'W') => man(svg, ["#f7f0e1", "#4a3d2c", "#bda98a"], letter == 'W'),
        (Look::Draughts, 'b' | 'B') => man(svg, ["#3b3633", "#151312", "#7d736c"], letter == 'B'),
        // A ring on one, a point on the other.
        (Look::ConnectFour, 'X') => write!(
            svg,
            "<circle cx=\"50\" cy=\"50\" r=\"41\" fill=\"#d5362c\" stroke=\"#8e1d16\" stroke-width=\"3\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"none\" stroke=\"#8e1d16\" stroke-width=\"4\"/>"
        ),
        (Look::ConnectFour, 'O') => write!(
            svg,
            "<circle cx=\"50\" cy=\"50\" r=\"41\" fill=\"#f6c931\" stroke=\"#a87b06\" stroke-width=\"3\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"12\" fill=\"#a87b06\"/>"
        ),
        (Look::TicTacToe, 'X') => write!(
            svg,
            "<path d=\"M26 26L74 74M74 26L26 74\" fill=\"none\" stroke=\"#1d5fb8\" stroke-width=\"12\" stroke-linecap=\"round\"/>"
        ),
        (Look::TicTacToe, 'O') => {
            write!(svg, "<circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"none\" stroke=\"#c4382d\" stroke-width=\"12\"/>")
        }
        _ => return false,
    };
    true
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
            "<circle cx=\"50\" cy=\"{}\" r=\"38\" fill=\"{edge}\"/>\
             <circle cx=\"50\" cy=\"{y}\" r=\"38\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2.4\"/>\
             <circle cx=\"50\" cy=\"{y}\" r=\"29\" fill=\"none\" stroke=\"{groove}\" stroke-width=\"2.6\"/>",
            y + 5.0
        )
    };
    if king {
        disc(52.0)?;
        disc(43.0)?;
        return write!(
            svg,
            "<path transform=\"translate(0 -5)\" d=\"{CROWN}\" fill=\"#e5b53a\" stroke=\"#6e4f08\" stroke-width=\"2.4\" stroke-linejoin=\"round\"/>"
        );
    }
    disc(48.0)?;
    write!(svg, "<circle cx=\"50\" cy=\"48\" r=\"19\" fill=\"none\" stroke=\"{groove}\" stroke-width=\"2.6\"/>")
}
