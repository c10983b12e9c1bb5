//! A record becomes a game: each of its moves is played on a board.

use std::collections::HashMap;

use engine::{Control, Engine, Ply, Side};
use record::{Colors, Moves, Note, Record, Remark, game_name};

use crate::limits;
use crate::wire::{Arrow, ImportedGame, Node, Tag};

/// After how many moves we check again whether anybody still wants them.
const LOOK: usize = 64;
/// Arrows and marked cells of one move.
const ARROWS: usize = 200;
/// An arrow is no longer: the names of two cells.
const ARROW: usize = 16;

/// A game that was played.
pub struct Grown {
    /// The game with all variations that can be played.
    pub game: ImportedGame,
    /// What cannot: the line and the reason.
    pub refused: Vec<(u64, String)>,
}

/// The game of a record, as far as it can be played before `control` says stop. The error says why there is no board for it.
pub fn grow(usual: &str, record: &Record, control: &Control) -> Result<Grown, String> {
    let name = game_name(&record.tags)?.unwrap_or_else(|| usual.to_string());
    let mut board = engine::open(&name).map_err(|_| format!("the variant {name} is not played here"))?;
    if let Some(position) = record.start() {
        board.set_position(position).map_err(|error| error.to_string())?;
    }
    let diagram = board.diagram();
    let cells = (0..diagram.cells.len()).map(|cell| (diagram.cell_name(cell), cell));
    let cells = cells.filter(|(name, _)| !name.is_empty()).collect();
    let said = &record.moves.remark.text;
    let game = ImportedGame {
        number: record.number as usize,
        game: board.game(),
        tags: record.tags.0.iter().map(|(name, value)| Tag { name: name.clone(), value: value.clone() }).collect(),
        start: board.position(),
        result: record.colors.result_text(record.result).to_string(),
        comment: (!said.is_empty()).then(|| said.clone()),
        nodes: Vec::new(),
    };
    let mut tree = Tree { game, board, cells, depths: Vec::new(), path: Vec::new(), refused: Vec::new() };
    tree.play_all(&record.moves, control);
    Ok(Grown { game: tree.game, refused: tree.refused })
}

/// Who is White on a board.
pub fn colors(board: &dyn Engine) -> Colors {
    Colors::named(Side::BOTH.map(|side| board.side_name(side)))
}

/// A game in the making.
struct Tree {
    game: ImportedGame,
    board: Box<dyn Engine>,
    cells: HashMap<String, usize>,
    /// How many moves lead to each node, its own included.
    depths: Vec<usize>,
    /// The nodes that are played on the board.
    path: Vec<usize>,
    refused: Vec<(u64, String)>,
}

impl Tree {
    fn play_all(&mut self, moves: &Moves, control: &Control) {
        // For each move of the record the node that it has become, or that stands before it where it was only a number;
        // nothing where it could not be played.
        let mut places: Vec<Option<Option<usize>>> = Vec::with_capacity(moves.len());
        for index in 0..moves.len() {
            if index % LOOK == 0 && control.stopped() {
                return;
            }
            let before = moves.parent(index).map_or(Some(None), |parent| places[parent]);
            let place = before.and_then(|parent| match self.add(parent, moves.text(index)) {
                Ok(place) => {
                    if let (Some(node), Some(note)) = (place, moves.note(index)) {
                        self.attach(node, note);
                    }
                    Some(place)
                }
                Err(reason) => {
                    // There may be one for each move.
                    if self.refused.len() < limits::IMPORT_ERRORS {
                        self.refused.push((moves.text_line(index), reason));
                    }
                    None
                }
            });
            places.push(place);
        }
    }

    /// Plays a move after a node, or from the start. Returns the node; the one before if the move is only a number.
    fn add(&mut self, parent: Option<usize>, text: &str) -> Result<Option<usize>, String> {
        let depth = parent.map_or(0, |parent| self.depths[parent]);
        if depth >= limits::PLIES {
            return Err(format!("more than {} moves in a row; the rest of the line is left out", limits::PLIES));
        }
        self.go_to(parent)?;
        match self.play(parent, text) {
            Ok(node) => Ok(Some(node)),
            Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(parent),
            // Records leave out a pass that must be made.
            Err(_) if Ply::texts(&self.board.moves()) == ["pass"] => {
                let pass = self.play(parent, "pass")?;
                self.play(Some(pass), text).map(Some)
            }
            Err(reason) => Err(reason),
        }
    }

    /// Plays a move on the board as it stands, which is after `parent`.
    fn play(&mut self, parent: Option<usize>, text: &str) -> Result<usize, String> {
        let Ply { text, code, .. } = self.board.play(text).map_err(|error| error.to_string())?;
        self.game.nodes.push(Node {
            parent,
            text,
            code,
            nags: Vec::new(),
            comment: None,
            arrows: Vec::new(),
            eval: None,
            clock: None,
        });
        let node = self.game.nodes.len() - 1;
        self.depths.push(parent.map_or(0, |parent| self.depths[parent]) + 1);
        self.path.push(node);
        Ok(node)
    }

    /// Brings the board to where a node has just been played. Moves come in the order of the text, so at most the move that a
    /// variation replaced is missing.
    fn go_to(&mut self, node: Option<usize>) -> Result<(), String> {
        let mut missing = Vec::new();
        let mut common = node;
        while let Some(node) = common
            && self.path.get(self.depths[node] - 1) != Some(&node)
        {
            missing.push(node);
            common = self.game.nodes[node].parent;
        }
        let depth = common.map_or(0, |node| self.depths[node]);
        for _ in depth..self.path.len() {
            self.board.undo();
        }
        self.path.truncate(depth);
        for node in missing.into_iter().rev() {
            let code = self.game.nodes[node].code.clone();
            self.board.play(&code).map_err(|error| error.to_string())?;
            self.path.push(node);
        }
        Ok(())
    }

    fn attach(&mut self, index: usize, note: &Note) {
        let Note { nags, remark } = note;
        let node = &mut self.game.nodes[index];
        node.nags.clone_from(nags);
        node.comment = (!remark.text.is_empty()).then(|| remark.text.clone());
        node.eval = remark.get("eval").and_then(|value| value.split(',').next()).map(str::to_string);
        node.clock = remark.get("clk").map(str::to_string);
        node.arrows = arrows(remark, &self.cells);
    }
}

/// The arrows whose ends are cells of the board.
fn arrows(remark: &Remark, cells: &HashMap<String, usize>) -> Vec<Arrow> {
    remark.arrows().filter_map(|text| arrow(text, cells)).take(ARROWS).collect()
}

/// `Gd4` or `Re2e4`.
fn arrow(text: &str, cells: &HashMap<String, usize>) -> Option<Arrow> {
    let color = text.chars().next().filter(|color| "GRBY".contains(*color) && text.len() <= ARROW)?;
    let places = &text[1..];
    let between = (1..places.len()).filter(|&at| places.is_char_boundary(at));
    let two = between.filter_map(|at| Some((*cells.get(&places[..at])?, *cells.get(&places[at..])?))).next();
    let (from, to) = two.or_else(|| cells.get(places).map(|&cell| (cell, cell)))?;
    Some(Arrow { color: color.to_string(), from, to })
}
