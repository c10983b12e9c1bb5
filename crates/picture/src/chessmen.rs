//! The chessmen: our own drawing after the pattern of N. Cook and J. Jaques (the Staunton set of 1849), in a square of 100 by 100.

use std::fmt::Write;

/// The foot on which every piece stands.
const FOOT: &str = "M23 90V86.5C23 81 26.5 77.5 31.5 76.5H68.5C73.5 77.5 77 81 77 86.5V90Z";

/// One kind of piece.
struct Man {
    /// Filled shapes with an outline, from back to front; the foot comes last.
    shapes: &'static [&'static str],
    /// Lines on it.
    lines: &'static str,
    /// Seams that the outline shows on a white piece and that are drawn bright on a black one.
    seams: &'static str,
    /// Eyes and nostrils: x, y, radius.
    dots: &'static [(f32, f32, f32)],
}

const PAWN: Man = Man {
    shapes: &[
        "M42.5 52C42.5 63 37.5 70.5 31.5 76.5H68.5C62.5 70.5 57.5 63 57.5 52Z",
        "M35.5 50C35.5 46.6 40.5 45 50 45C59.5 45 64.5 46.6 64.5 50C64.5 53.4 59.5 55 50 55C40.5 55 35.5 53.4 35.5 50Z",
        "M50 20A13.4 13.4 0 1 1 50 46.8A13.4 13.4 0 1 1 50 20Z",
    ],
    lines: "",
    seams: "",
    dots: &[],
};

const KNIGHT: Man = Man {
    shapes: &[
        "M36 76.5C35.5 65 46 59 48.5 49.5C44 53 39.5 53.5 36 56.5C32.5 59.5 29.5 63 25.5 61.5C20.5 59.5 18.5 54.5 21 49.5C24.5 42.5 27.5 39.5 29 33C30 28.5 32 25.5 35 22.5L34 11.5L44 17L49 9.5L53.5 17.5C67 21.5 75.5 36.5 75 56C74.8 64 73.5 70.5 71.5 76.5Z",
    ],
    lines: "M56.5 25C65 32 68.5 43 67.5 57M23.5 59.8L28.5 55.5",
    seams: "",
    dots: &[(37.5, 32.5, 2.7), (25.4, 51.0, 1.5)],
};

const BISHOP: Man = Man {
    shapes: &[
        "M42 62C42 68 38 73 33 76.5H67C62 73 58 68 58 62Z",
        "M50 16C61 23.5 69.5 34 69.5 45C69.5 53 64 58.5 57.5 60.5H42.5C36 58.5 30.5 53 30.5 45C30.5 34 39 23.5 50 16Z",
        "M34.5 62C34.5 59 38 57.5 50 57.5C62 57.5 65.5 59 65.5 62C65.5 65 62 66.5 50 66.5C38 66.5 34.5 65 34.5 62Z",
        "M50 6.5A5.5 5.5 0 1 1 50 17.5A5.5 5.5 0 1 1 50 6.5Z",
    ],
    lines: "M60.5 29L50.5 42.5",
    seams: "",
    dots: &[],
};

const ROOK: Man = Man {
    shapes: &[
        "M37 43L34 76.5H66L63 43Z",
        "M27 16.5H38V23.5H44.5V16.5H55.5V23.5H62V16.5H73V34C73 39 70 43 66 43H34C30 43 27 39 27 34Z",
    ],
    lines: "M33.5 33.5H66.5",
    seams: "",
    dots: &[],
};

const QUEEN: Man = Man {
    shapes: &[
        "M50 22L60.5 52L67.5 26.5L68.5 55.5L85 34.5L72 68H28L15 34.5L31.5 55.5L32.5 26.5L39.5 52Z",
        "M28 68H72C72 71.5 70.5 74.5 68.5 76.5H31.5C29.5 74.5 28 71.5 28 68Z",
        "M50 12A5.2 5.2 0 1 1 50 22.4A5.2 5.2 0 1 1 50 12Z",
        "M32 17A5.2 5.2 0 1 1 32 27.4A5.2 5.2 0 1 1 32 17Z",
        "M68 17A5.2 5.2 0 1 1 68 27.4A5.2 5.2 0 1 1 68 17Z",
        "M14 26.3A5.2 5.2 0 1 1 14 36.7A5.2 5.2 0 1 1 14 26.3Z",
        "M86 26.3A5.2 5.2 0 1 1 86 36.7A5.2 5.2 0 1 1 86 26.3Z",
    ],
    lines: "",
    seams: "M32.5 68H67.5",
    dots: &[],
};

const KING: Man = Man {
    shapes: &[
        "M50 44C48 33 41.5 28 33 28C21.5 28 15.5 37.5 19 47.5C21.5 54.5 29 59 31 68H69C71 59 78.5 54.5 81 47.5C84.5 37.5 78.5 28 67 28C58.5 28 52 33 50 44Z",
        "M50 45C43.5 38 43 29 50 22.5C57 29 56.5 38 50 45Z",
        "M46.7 5H53.3V10.4H59V16.8H53.3V25.5H46.7V16.8H41V10.4H46.7Z",
        "M29.5 68H70.5C70.5 71.5 70 74.5 68.5 76.5H31.5C30 74.5 29.5 71.5 29.5 68Z",
    ],
    lines: "",
    seams: "M33.5 68H66.5M45.5 38.5C43.5 35.5 39.5 33.5 34.5 33.5C27 33.5 22.5 38.5 23.5 44.5M54.5 38.5C56.5 35.5 60.5 33.5 65.5 33.5C73 33.5 77.5 38.5 76.5 44.5",
    dots: &[],
};

/// Fill, outline, lines.
const WHITE: [&str; 3] = ["#fdfdfb", "#1e2228", "#1e2228"];
const BLACK: [&str; 3] = ["#363b43", "#14171b", "#e9e6dd"];

/// Draws a chessman by its letter, `KQRBNP` or the same in small letters for Black; false if there is no such man.
pub(crate) fn draw(svg: &mut String, letter: char) -> bool {
    let man = match letter.to_ascii_uppercase() {
        'P' => PAWN,
        'N' => KNIGHT,
        'B' => BISHOP,
        'R' => ROOK,
        'Q' => QUEEN,
        'K' => KING,
        _ => return false,
    };
    let black = letter.is_ascii_lowercase();
    let [fill, edge, line] = if black { BLACK } else { WHITE };
    let _ = write!(
        svg,
        "<g fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
    );
    for shape in man.shapes.iter().chain([&FOOT]) {
        let _ = write!(svg, "<path d=\"{shape}\"/>");
    }
    let lines = if black { format!("{}{}", man.lines, man.seams) } else { man.lines.to_string() };
    if !lines.is_empty() {
        let _ = write!(svg, "<path d=\"{lines}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2.6\"/>");
    }
    for (x, y, radius) in man.dots {
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{line}\" stroke=\"none\"/>");
    }
    svg.push_str("</g>");
    true
}
