//! A board on the terminal: in color, or in plain ASCII where color is not wanted.

use std::io::IsTerminal;

use engine::{Diagram, Shade, Side};

/// Is color wanted? Not when piped, and not with `NO_COLOR` set (no-color.org).
pub fn color() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The board as text; the cells in `marked` stand out.
pub fn paint(diagram: &Diagram, marked: &[usize]) -> String {
    if color() { colored(diagram, marked) } else { diagram.ascii(marked) }
}

/// Backgrounds from the 256-color palette: (plain, marked).
fn background(shade: Shade) -> (u8, u8) {
    match shade {
        Shade::Light => (187, 186),
        Shade::Dark => (65, 107),
        Shade::Point => (179, 222),
    }
}

fn colored(diagram: &Diagram, marked: &[usize]) -> String {
    let margin = diagram.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let width = diagram.columns.len();
    let mut text = String::new();
    for (row, label) in diagram.rows.iter().enumerate() {
        text.push_str(&format!("\x1b[2m{label:>margin$}\x1b[0m "));
        for (column, cell) in diagram.cells[row * width..(row + 1) * width].iter().enumerate() {
            let is_marked = marked.contains(&(row * width + column));
            let (plain, bright) = background(cell.shade);
            let back = if is_marked { bright } else { plain };
            // The first player's pieces light or dark as custom has it is the page's business; here: bold white and black.
            let (fore, sign) = match cell.piece {
                Some((Side::First, _, sign)) => ("1;38;5;231", sign),
                Some((Side::Second, _, sign)) => ("1;38;5;16", sign),
                None if cell.shade == Shade::Point => ("38;5;94", '·'),
                None => ("0", ' '),
            };
            let (left, right) = if is_marked { ('[', ']') } else { (' ', ' ') };
            text.push_str(&format!(
                "\x1b[48;5;{back};38;5;16m{left}\x1b[{fore};48;5;{back}m{sign}\x1b[38;5;16m{right}\x1b[0m"
            ));
        }
        text.push('\n');
    }
    let labels: String = diagram.columns.iter().map(|label| format!("{label:^3}")).collect();
    text.push_str(&format!("{:margin$} \x1b[2m{}\x1b[0m\n", "", labels.trim_end()));
    text
}
