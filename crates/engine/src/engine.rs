//! The facade for surfaces: a game at a position, whatever game it is.

use std::borrow::Cow;

use game::{Color, Curve, Customs, Diagram, Key, Look, Score, Settlement, Side, WeightTable};
use knowledge::openings::Opening;

use crate::insight::{Insight, Valued};
use crate::{Answer, Control, End, EndgameTables, Error, Go, Identity, LegalMove, Options, Ply, Report, Solved};

/// A game at a position, ready to be played, searched and solved. Positions and moves that go in are text in the game's
/// notation; moves that come out are written in every notation at once.
pub trait Engine: Send {
    /// The game with its parameters.
    fn game(&self) -> String;

    /// The same game at the same position with the same past; what was learned from searches is not taken along.
    fn fork(&self) -> Box<dyn Engine>;

    /// The key of the position.
    fn key(&self) -> Key;

    /// What the rules see in the position and the board does not show, name and value.
    fn details(&self) -> Vec<(Cow<'static, str>, String)>;

    /// The names of its evaluators, the default one first.
    fn evaluators(&self) -> &'static [&'static str];

    /// The static evaluation of the position, for the side to move.
    fn judgement(&self, player: &Identity) -> Result<Score, Error>;

    /// Score steps of one point: of a pawn, a disc, a stone.
    fn point(&self) -> i32;

    /// Is that the judgement of a network?
    fn judged_by_network(&self, player: &Identity) -> bool;

    /// The static evaluation of each position since the position was set, this one last; `None` where the game is over.
    fn judgements(&self, player: &Identity) -> Result<Vec<Option<Valued>>, Error>;

    /// What the network that `source` names thinks of the position, taken apart; `None` if that evaluator is none. An empty source names
    /// the default one.
    fn insight(&self, source: &str) -> Result<Option<Insight>, Error>;

    /// The result of the position for the side to move as far as these tables know it for certain: the sign tells who wins.
    fn table_value(&self, tables: &EndgameTables) -> Option<Score>;

    /// How that evaluation is made up, as lines of text from the first player's view; empty if the evaluator cannot tell.
    fn judgement_terms(&self, player: &Identity) -> Vec<String>;

    /// The weights of an evaluator that is made from a table of them; an empty source names the default one.
    fn weights(&self, source: &str) -> Result<WeightTable, Error>;

    /// What each group of terms of such an evaluator contributes to the judgement of the position, from the first player's view.
    fn group_totals(&self, source: &str) -> Result<Vec<(&'static str, f64)>, Error>;

    /// Goes to a position and forgets how the old one came about. `start` is the start position.
    fn set_position(&mut self, text: &str) -> Result<(), Error>;

    /// The position in the game's notation.
    fn position(&self) -> String;

    /// The legal moves; none if the game is over.
    fn moves(&self) -> Vec<Ply>;

    /// The same as people write them, and no more.
    fn move_texts(&self) -> Vec<String>;

    /// The position if the side to move passed, in the game's notation: what the other side threatens. `None` where passing makes no
    /// sense.
    fn passed(&self) -> Option<String>;

    /// The legal moves in every notation, with the cells that a person clicks for them.
    fn choices(&self) -> Vec<LegalMove>;

    /// Plays a legal move in any notation of the game, and returns it in all of them. A game that is over by counting (repetition,
    /// fifty moves) can be continued: claiming the draw is up to the players.
    fn play(&mut self, mv: &str) -> Result<Ply, Error>;

    /// The same for whoever does not ask how it is written elsewhere, which takes as long again.
    fn advance(&mut self, mv: &str) -> Result<(), Error>;

    /// Reads a line of moves from here on, in any notation, as far as they are legal, without playing them.
    fn read_line(&self, moves: &[String]) -> Vec<Ply>;

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// The moves played since the position was set.
    fn played(&self) -> Vec<Ply>;

    /// How many they are.
    fn ply(&self) -> usize;

    /// The key of the position before each of these moves, and the move as programs write it: what the history keeps.
    fn course(&self) -> Vec<(Key, String)>;

    /// What the opening is called: the name of the last position since the position was set that has one.
    fn opening(&self) -> Option<Opening>;

    /// The moves of the player's book, with their weights, the heaviest first; none if it has none.
    fn book_moves(&mut self, player: &Identity) -> Result<Vec<(Ply, u16)>, Error>;

    /// The end of the game, if it is over.
    fn end(&self) -> Option<End>;

    /// The result in words, if the game is over.
    fn verdict(&self) -> Option<String>;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// What a side is called.
    fn side_name(&self, side: Side) -> Cow<'static, str>;

    /// The board.
    fn diagram(&self) -> Diagram;

    /// The cells of the last move.
    fn last_move_cells(&self) -> Vec<usize>;

    /// The cells that stand in check.
    fn checked_cells(&self) -> Vec<usize>;

    /// What the board and the pieces look like.
    fn look(&self) -> Look;

    /// The color of a side's pieces.
    fn side_color(&self, side: Side) -> Color;

    /// How players and programs of this game write to each other.
    fn customs(&self) -> Customs;

    /// What a piece is called, by its letter in the diagram.
    fn piece_name(&self, letter: char) -> Cow<'static, str>;

    /// What each side has, first player first, where the game is decided by counting: discs, points.
    fn counts(&self) -> Option<[f64; 2]>;

    /// How the position would be counted, where people agree on that; see [`game::Show::settlement`].
    fn settlement(&self) -> Option<Settlement>;

    /// Why the game is over, in a word that programs know; `None` if it is not.
    fn end_code(&self) -> Option<Cow<'static, str>>;

    /// A score of the side to move, as this game's players write it from the first player's view.
    fn first_score_text(&self, score: Score) -> String;

    /// How often games are won with a score.
    fn curve(&self) -> Curve;

    /// Is Monte Carlo tree search the natural choice here?
    fn prefers_mcts(&self) -> bool;

    /// Are there opening books for this game?
    fn has_books(&self) -> bool;

    /// Can a search with these options be carried out here? [`Engine::go`] asks the same before it begins.
    fn check(&self, options: &Options, go: &Go) -> Result<(), Error>;

    /// Searches. Blocks until a limit is reached or `control` stops it; `report` is called with progress.
    fn go(
        &mut self,
        options: &Options,
        go: &Go,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Answer, Error>;

    /// Does what a search with these options would have to do before it begins, so that it need not be done on somebody's clock: memory
    /// is taken, files are read. Nothing that was learned is lost.
    fn prepare(&mut self, options: &Options) -> Result<(), Error>;

    /// Forgets what was learned from earlier searches.
    fn forget(&mut self);

    /// The exact value; `Ok(None)` if stopped before it was found. `progress` is called with bounds on the exact score and nodes.
    fn solve(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<Solved>, Error>;

    /// Leaves of the move tree for each move.
    fn divide(&self, depth: usize, threads: usize) -> Vec<(Ply, u64)>;
}
