//! A game as a tree of variations, grown word by word.

use std::collections::HashMap;

use engine::{Engine, Ply};

use super::remark::Remark;
use super::tokens::Token;
use crate::show;
use crate::wire::{ImportedGame, Node, Tag};

/// The game types of PDN that are played here.
const GAME_TYPES: [(&str, &str); 10] = [
    ("20", "draughts(rules=international)"),
    ("21", "draughts"),
    ("22", "draughts(rules=italian)"),
    ("23", "draughts(rules=pool)"),
    ("24", "draughts(rules=spanish)"),
    ("25", "draughts(rules=russian)"),
    ("26", "draughts(rules=brazilian)"),
    ("27", "draughts(rules=international,order=6)"),
    ("29", "draughts(rules=czech)"),
    ("40", "draughts(rules=frisian)"),
];

/// A game in the making.
pub struct Tree {
    pub game: ImportedGame,
    board: Box<dyn Engine>,
    cells: HashMap<String, usize>,
    /// The nodes from the first move to the last one read.
    line: Vec<usize>,
    /// The lines that were left for variations.
    left: Vec<Vec<usize>>,
    /// A move could not be read; what follows it, down to this depth of variations, makes no sense.
    broken: Option<usize>,
    /// A comment that stands before the move it belongs to.
    before: Option<Remark>,
}

impl Tree {
    /// A game with the tags among its words, at its first position.
    pub fn new(usual: &str, number: usize, tokens: &[(usize, Token)]) -> Result<Tree, String> {
        let tag = |wanted: &str| {
            tokens.iter().find_map(|(_, token)| match token {
                Token::Tag(name, value) if name.eq_ignore_ascii_case(wanted) => Some(value.trim()),
                _ => None,
            })
        };
        let name = game_name(usual, tag("Variant"), tag("GameType"))?;
        let mut board = engine::open(&name).map_err(|error| error.to_string())?;
        if let Some(position) = tag("FEN").filter(|position| !position.is_empty()) {
            board.set_position(position).map_err(|error| error.to_string())?;
        }
        let diagram = board.diagram();
        let cells = (0..diagram.cells.len()).map(|cell| (show::name(&diagram, cell), cell));
        let game = ImportedGame {
            number,
            game: board.game(),
            tags: Vec::new(),
            start: board.position(),
            result: "*".to_string(),
            comment: None,
            nodes: Vec::new(),
        };
        let cells = cells.filter(|(name, _)| !name.is_empty()).collect();
        Ok(Tree { game, board, cells, line: Vec::new(), left: Vec::new(), broken: None, before: None })
    }

    /// Takes the next word. The error says what is wrong with it.
    pub fn take(&mut self, token: Token) -> Result<(), String> {
        if let Token::Tag(name, value) = token {
            self.game.tags.push(Tag { name, value });
            return Ok(());
        }
        match &token {
            Token::Open => return self.open(),
            Token::Close => return self.close(),
            Token::Result(result) => {
                self.game.result = result.clone();
                return Ok(());
            }
            _ if self.broken.is_some() => return Ok(()),
            _ => {}
        }
        match token {
            Token::Move(text) => self.play(&text)?,
            Token::Glyph(number) => {
                if let Some(&node) = self.line.last() {
                    self.game.nodes[node].nags.push(number);
                }
            }
            Token::Comment(text) => {
                let remark = Remark::read(&text, &self.cells);
                match self.line.last() {
                    // The first word of a variation speaks of the move to come.
                    Some(&node) if !self.is_fresh() => attach(&mut self.game.nodes[node], remark),
                    None if self.left.is_empty() => join(&mut self.game.comment, &remark.text),
                    _ => self.before = Some(remark),
                }
            }
            Token::Tag(..) | Token::Open | Token::Close | Token::Result(_) => {}
        }
        Ok(())
    }

    /// Has a variation just begun?
    fn is_fresh(&self) -> bool {
        self.left.last().is_some_and(|line| line.len() == self.line.len() + 1)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let Ply { text, code, .. } = match self.board.play(text) {
            Ok(ply) => ply,
            // A number without a dot.
            Err(_) if text.chars().all(|c| c.is_ascii_digit()) => return Ok(()),
            Err(error) => {
                self.broken = Some(self.left.len());
                return Err(error.to_string());
            }
        };
        let mut node = Node {
            parent: self.line.last().copied(),
            text,
            code,
            nags: Vec::new(),
            comment: None,
            arrows: Vec::new(),
            eval: None,
            clock: None,
        };
        if let Some(remark) = self.before.take() {
            attach(&mut node, remark);
        }
        self.line.push(self.game.nodes.len());
        self.game.nodes.push(node);
        Ok(())
    }

    /// A variation begins: another move instead of the last one.
    fn open(&mut self) -> Result<(), String> {
        self.left.push(self.line.clone());
        if self.broken.is_some() {
            return Ok(());
        }
        if self.line.pop().is_none() {
            self.broken = Some(self.left.len());
            return Err("a variation before the first move".to_string());
        }
        self.board.undo();
        Ok(())
    }

    /// A variation ends: back to where it began.
    fn close(&mut self) -> Result<(), String> {
        let depth = self.left.len();
        let line = self.left.pop().ok_or("a variation ends that has not begun")?;
        self.before = None;
        match self.broken {
            Some(broken) if broken < depth => return Ok(()),
            _ => self.broken = None,
        }
        let common = self.line.iter().zip(&line).take_while(|(one, other)| one == other).count();
        for _ in common..self.line.len() {
            self.board.undo();
        }
        let replayed =
            line[common..].iter().try_for_each(|&node| self.board.play(&self.game.nodes[node].code).map(drop));
        self.line = line;
        replayed.map_err(|error| error.to_string())
    }
}

fn attach(node: &mut Node, remark: Remark) {
    join(&mut node.comment, &remark.text);
    node.arrows.extend(remark.arrows);
    node.eval = remark.eval.or(node.eval.take());
    node.clock = remark.clock.or(node.clock.take());
}

fn join(comment: &mut Option<String>, text: &str) {
    if text.is_empty() {
        return;
    }
    match comment {
        Some(comment) => {
            comment.push(' ');
            comment.push_str(text);
        }
        None => *comment = Some(text.to_string()),
    }
}

/// The game of the registry that the tags name.
fn game_name(usual: &str, variant: Option<&str>, game_type: Option<&str>) -> Result<String, String> {
    if let Some(text) = game_type.filter(|text| !text.is_empty()) {
        // `25,W,8,8,A0,0`: the number alone says which game.
        let number = text.split(',').next().unwrap_or_default().trim();
        let known = GAME_TYPES.iter().find(|(known, _)| *known == number);
        return known
            .map(|(_, name)| name.to_string())
            .ok_or_else(|| format!("the game type {text} is not played here"));
    }
    match variant.unwrap_or_default().to_ascii_lowercase().as_str() {
        "" => Ok(usual.to_string()),
        "standard" | "chess" | "normal" | "from position" => Ok("chess".to_string()),
        "chess960" | "fischerandom" | "fischerrandom" | "fischer random" | "chess 960" => Ok("chess960".to_string()),
        other => {
            engine::open(other).map(|board| board.game()).map_err(|_| format!("the variant {other} is not played here"))
        }
    }
}
