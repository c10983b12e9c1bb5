//! What a comment holds besides words: `[%clk 0:10:00]`, `[%eval 0.35,18]`, `[%csl Gd4]`, `[%cal Re2e4]`.

use std::collections::HashMap;

use crate::wire::Arrow;

/// A comment, taken apart.
#[derive(Default)]
pub struct Remark {
    /// The words, without the commands.
    pub text: String,
    pub arrows: Vec<Arrow>,
    pub eval: Option<String>,
    pub clock: Option<String>,
}

impl Remark {
    /// Takes a comment apart. `cells` are the cells of the board by their names.
    pub fn read(comment: &str, cells: &HashMap<String, usize>) -> Remark {
        let mut remark = Remark::default();
        let mut rest = comment;
        while let Some(start) = rest.find("[%") {
            remark.add(&rest[..start]);
            let inside = &rest[start + 2..];
            let Some(end) = inside.find(']') else {
                rest = inside;
                break;
            };
            let (name, value) = inside[..end].split_once(char::is_whitespace).unwrap_or((&inside[..end], ""));
            remark.command(name, value.trim(), cells);
            rest = &inside[end + 1..];
        }
        remark.add(rest);
        remark
    }

    fn add(&mut self, words: &str) {
        for word in words.split_whitespace() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    fn command(&mut self, name: &str, value: &str, cells: &HashMap<String, usize>) {
        match name {
            "eval" => self.eval = value.split(',').next().map(str::to_string),
            "clk" => self.clock = Some(value.to_string()),
            "csl" | "cal" => self.arrows.extend(value.split(',').filter_map(|one| arrow(one.trim(), cells))),
            _ => {}
        }
    }
}

/// `Gd4` or `Re2e4`.
fn arrow(text: &str, cells: &HashMap<String, usize>) -> Option<Arrow> {
    let color = text.chars().next().filter(|color| "GRBY".contains(*color))?;
    let places = &text[1..];
    let between = (1..places.len()).filter(|&at| places.is_char_boundary(at));
    let two = between.filter_map(|at| Some((*cells.get(&places[..at])?, *cells.get(&places[at..])?))).next();
    let (from, to) = two.or_else(|| cells.get(places).map(|&cell| (cell, cell)))?;
    Some(Arrow { color: color.to_string(), from, to })
}
