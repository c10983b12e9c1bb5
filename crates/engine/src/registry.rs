//! The games by name: where text becomes a type.
//!
//! To add a game, implement [`Playable`] for it and add it to [`games`] and [`visit`].

use std::borrow::Cow;

use boards::connect_four::{ConnectFour, ConnectFourEval, SizedConnectFour};
use boards::draughts::evaluate::{self as draughts_evaluate, DraughtsEval};
use boards::draughts::{self, Draughts};
use boards::go::{Go as GoBoard, GoEval};
use boards::othello::{Othello, OthelloEval};
use boards::tic_tac_toe::TicTacToe;
use chess::Position as Chess;
use eval::{ChessEval, Classical};
use game::{
    Color, Curve, Customs, Diagram, Evaluator, Inputs, Key, Known, Linear, Look, Parameter, Rng, Rules, Score, Show,
    Side, Spec, SpecError, WeightTable,
};

use rules::Ruled;

use knowledge::book::Book;
use knowledge::openings::{self, Opening};

use crate::endgames::Informed;
use crate::networks::{self, OrNetwork};
use crate::session::{Session, Sitting};
use crate::source;
use crate::{Answer, Control, End, EndgameTables, Error, Go, Identity, LegalMove, Options, Ply, Report, Solved};

/// What the engine needs to know of a game besides its rules.
pub trait Playable: Show {
    /// The evaluators of the game, as one type.
    type Evaluator: Evaluator<Self>;

    /// Those of them that are made from tables of weights, as one type.
    type Own: Linear<Self>;

    /// Their names, the default one first.
    const EVALUATORS: &'static [&'static str];

    /// One of those that are made from tables of weights, by its name and with the weights that are built in. `self` is any position of
    /// the game, with its parameters.
    fn by_name(&self, name: &str) -> Option<Self::Own>;

    /// The evaluator that `source` names; the default one if it is empty.
    fn evaluator(&self, source: &str) -> Result<Self::Evaluator, Error>;

    /// The same, of those that are made from tables of weights: `classical(scale.mobility=50%)`.
    fn own(&self, source: &str) -> Result<Self::Own, Error> {
        source::own(self, source)
    }

    /// The network for this game, with its parameters, that the program carries: the bytes of its file.
    fn network(&self) -> Option<&'static [u8]> {
        None
    }

    /// A session that begins at this position.
    fn session(self) -> Box<dyn Session<Self>>;

    /// There is no such evaluator: the error.
    fn no_evaluator(&self, source: &str) -> Error {
        Error::Request(format!("evaluator '{source}': {} has {}", self.spec(), Self::EVALUATORS.join(", ")))
    }

    /// Is Monte Carlo tree search the natural choice for this game?
    fn prefers_mcts(&self) -> bool {
        false
    }

    /// The evaluator with the knowledge that the player has.
    fn informed(evaluator: Self::Evaluator, player: &Identity) -> Self::Evaluator {
        let _ = player;
        evaluator
    }

    /// Reads and makes what a player is allowed to know, which is otherwise done when it is first asked for.
    fn prepare(player: &Identity) {
        let _ = player;
    }

    /// The moves that are best for certain, all that are equally good; empty if nobody knows.
    fn best_moves(&self, player: &Identity) -> Vec<Self::Move> {
        let _ = player;
        Vec::new()
    }

    /// Best play to the end from here; empty if nobody knows.
    fn known_line(&self, player: &Identity) -> Vec<Self::Move> {
        let _ = player;
        Vec::new()
    }

    /// The result for the side to move, if these tables know it for certain.
    fn table_value(&self, tables: &EndgameTables) -> Option<Score> {
        let _ = tables;
        None
    }

    /// Another arrangement of the pieces to begin from, drawn at random; `None` where there is only one.
    fn another_start(&self, rng: &mut Rng) -> Option<Self> {
        let _ = rng;
        None
    }

    /// Are there opening books for this game?
    const HAS_BOOKS: bool = false;

    /// Are there endgame tables for this game?
    const HAS_ENDGAMES: bool = false;

    /// Was the strength of the levels measured in this game?
    const RATED: bool = false;

    /// The moves of a book with their weights. `last` is the move that led here, if it is known.
    fn book_moves(&self, book: &Book, last: Option<Self::Move>) -> Vec<(Self::Move, u16)> {
        let _ = (book, last);
        Vec::new()
    }

    /// The name of exactly this position, where positions have names.
    fn opening(&self) -> Option<Opening> {
        None
    }

    /// How the evaluator that `source` names comes to its judgement, as lines of text from the first player's view; empty if it
    /// cannot tell.
    fn terms(&self, source: &str) -> Vec<String> {
        let _ = source;
        Vec::new()
    }

    /// The terms of the judgement by name, each with its total from the first player's view; none where there are no terms.
    fn term_totals(&self) -> Vec<(&'static str, i32)> {
        Vec::new()
    }
}

/// The game's best evaluator that is no network: the one that the levels were measured with, and that networks are measured by.
pub const HANDMADE: &str = "handmade";

/// One of the game's own evaluators, or a network.
fn own_or_network<G: Playable + Inputs>(position: &G, source: &str) -> Result<OrNetwork<G, G::Own>, Error> {
    let source = if source.is_empty() { G::EVALUATORS[0] } else { source };
    match networks::find(position, source)? {
        Some(network) => Ok(OrNetwork::Network(network)),
        None => position.own(source).map(OrNetwork::Own),
    }
}

macro_rules! playable {
    // A game that has no evaluator: searched to its end, or blindly.
    ($game:ty) => {
        impl Playable for $game {
            type Evaluator = ();
            type Own = ();
            const EVALUATORS: &'static [&'static str] = &["none"];

            fn by_name(&self, name: &str) -> Option<()> {
                (name == "none").then_some(())
            }

            fn evaluator(&self, source: &str) -> Result<(), Error> {
                self.own(source)
            }

            fn session(self) -> Box<dyn Session<Self>> {
                Box::new(Sitting::new(self))
            }
        }
    };
    // A game with evaluators of its own, and what a network sees of it.
    ($game:ty, $evaluator:ty, $names:expr, $by_name:expr) => {
        impl Playable for $game {
            type Evaluator = OrNetwork<$game, $evaluator>;
            type Own = $evaluator;
            const EVALUATORS: &'static [&'static str] = $names;

            fn by_name(&self, name: &str) -> Option<$evaluator> {
                let by_name: fn(&str, &$game) -> Option<$evaluator> = $by_name;
                by_name(name, self)
            }

            fn evaluator(&self, source: &str) -> Result<Self::Evaluator, Error> {
                own_or_network(self, source)
            }

            fn session(self) -> Box<dyn Session<Self>> {
                Box::new(Sitting::new(self))
            }
        }
    };
}

playable!(TicTacToe);
playable!(ConnectFour, ConnectFourEval, ConnectFourEval::NAMES, |name, _| ConnectFourEval::by_name(name));
playable!(SizedConnectFour, ConnectFourEval, ConnectFourEval::NAMES, |name, _| ConnectFourEval::by_name(name));
playable!(Othello, OthelloEval, OthelloEval::NAMES, |name, _| OthelloEval::by_name(name));
playable!(Draughts<u64>, DraughtsEval, draughts_evaluate::NAMES, draughts_evaluate::by_name);
playable!(Draughts<u128>, DraughtsEval, draughts_evaluate::NAMES, draughts_evaluate::by_name);

impl Playable for GoBoard {
    type Evaluator = GoEval;
    type Own = GoEval;
    const EVALUATORS: &'static [&'static str] = GoEval::NAMES;

    fn prefers_mcts(&self) -> bool {
        true
    }

    fn by_name(&self, name: &str) -> Option<GoEval> {
        GoEval::by_name(name)
    }

    fn evaluator(&self, source: &str) -> Result<GoEval, Error> {
        self.own(source)
    }

    fn session(self) -> Box<dyn Session<GoBoard>> {
        Box::new(Sitting::new(self))
    }
}

impl Playable for Chess {
    type Evaluator = Informed;
    type Own = ChessEval;
    const EVALUATORS: &'static [&'static str] = &["network", "classical", "piece-squares", "material", "staud"];

    fn network(&self) -> Option<&'static [u8]> {
        Some(include_bytes!("../networks/chess.kbn"))
    }

    fn by_name(&self, name: &str) -> Option<ChessEval> {
        ChessEval::by_name(name)
    }

    fn evaluator(&self, source: &str) -> Result<Self::Evaluator, Error> {
        let inner = own_or_network(self, source)?;
        Ok(Informed { inner, tables: EndgameTables::default(), classical: Classical::default() })
    }

    fn session(self) -> Box<dyn Session<Chess>> {
        Box::new(Sitting::new(self))
    }

    fn informed(evaluator: Self::Evaluator, player: &Identity) -> Self::Evaluator {
        if let Some(tables) = player.endgames.get() {
            tables.own().prepare();
        }
        Informed { tables: player.endgames.clone(), ..evaluator }
    }

    fn prepare(player: &Identity) {
        if let Some(tables) = player.endgames.get() {
            tables.own().read_all();
        }
    }

    fn best_moves(&self, player: &Identity) -> Vec<chess::Move> {
        player.endgames.get().map_or(Vec::new(), |tables| tables.best_moves(self))
    }

    fn known_line(&self, player: &Identity) -> Vec<chess::Move> {
        player.endgames.get().map_or(Vec::new(), |tables| tables.line(self))
    }

    fn table_value(&self, tables: &EndgameTables) -> Option<Score> {
        match tables.get()?.known(self, i32::MAX)? {
            // Bounds are given only for wins and losses.
            Known::Exact(value) | Known::AtLeast(value) | Known::AtMost(value) => Some(value),
        }
    }

    /// Double Fischer random: an arrangement for each side. A game that was opened as Chess960 keeps its own.
    fn another_start(&self, rng: &mut Rng) -> Option<Chess> {
        let [white, black] = [rng.below(960), rng.below(960)];
        let spec = format!("chess960(white={white},black={black})").parse().ok()?;
        (self.spec() == "chess").then(|| Chess::start(&spec).ok()).flatten()
    }

    const HAS_BOOKS: bool = true;
    const HAS_ENDGAMES: bool = true;
    const RATED: bool = true;

    fn book_moves(&self, book: &Book, last: Option<chess::Move>) -> Vec<(chess::Move, u16)> {
        book.moves(self, last).into_iter().map(|found| (found.mv, found.weight)).collect()
    }

    fn opening(&self) -> Option<Opening> {
        openings::name(self)
    }

    fn terms(&self, source: &str) -> Vec<String> {
        // A network has none, and is shown with those of the classical evaluation.
        let source = if networks::is_network(source) { HANDMADE } else { source };
        match self.own(source) {
            Ok(ChessEval::Classical(evaluator)) => evaluator.rows(self).iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }

    fn term_totals(&self) -> Vec<(&'static str, i32)> {
        eval::table(self).iter().map(|row| (row.name, row.total)).collect()
    }
}

/// A game in the list of games.
#[derive(Clone, PartialEq, Debug)]
pub struct GameInfo {
    /// Its name in the registry.
    pub name: Cow<'static, str>,
    /// What it is, in a sentence.
    pub description: Cow<'static, str>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its evaluators, the default one first.
    pub evaluators: &'static [&'static str],
    /// How a position is written, with an example.
    pub position_example: Cow<'static, str>,
    /// How its players and programs write to each other.
    pub customs: Customs,
    /// Are there opening books and names of openings?
    pub has_books: bool,
    /// Are there endgame tables?
    pub has_endgames: bool,
    /// Was the strength of the levels measured in it?
    pub rated: bool,
    /// Is Monte Carlo tree search the natural choice?
    pub prefers_mcts: bool,
}

/// The entry of a game in the list.
fn entry<G: Playable>(name: &'static str, description: &'static str, position_example: &'static str) -> GameInfo {
    let start = name.parse().and_then(|spec| G::start(&spec)).ok();
    GameInfo {
        name: name.into(),
        description: description.into(),
        parameters: G::parameters(name),
        evaluators: G::EVALUATORS,
        position_example: position_example.into(),
        customs: start.as_ref().map_or(Customs::default(), |start| start.customs()),
        has_books: G::HAS_BOOKS,
        has_endgames: G::HAS_ENDGAMES,
        rated: G::RATED,
        prefers_mcts: start.is_some_and(|start| start.prefers_mcts()),
    }
}

/// The entry of a game by its name, with parameters or without.
pub fn info(game: &str) -> Option<GameInfo> {
    let name = game.split('(').next().unwrap_or_default().trim();
    games().into_iter().find(|info| info.name == name)
}

/// All games that the program knows by itself.
pub fn games() -> Vec<GameInfo> {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let shuffled = "Chess with the pieces behind the pawns shuffled, for one side or both.";
    let draughts = "Jump over the other's men to take them; who cannot move loses.";
    vec![
        entry::<Chess>("chess", "Checkmate the king.", fen),
        entry::<Chess>("chess960", shuffled, fen),
        entry::<TicTacToe>("tic-tac-toe", "Three in a row on nine cells: small enough to see whole.", "XO--X----"),
        entry::<ConnectFour>("connect-four", "Drop stones into columns; four in a row wins.", "4455"),
        entry::<Othello>("othello", "Enclose the other's discs to turn them; most discs win.", "f5d6c3"),
        entry::<Draughts<u64>>("draughts", draughts, "W:W21,22,K10:B1,2,K29"),
        entry::<GoBoard>("go", "Surround territory; area scoring, positional superko.", "D4 E5 pass"),
    ]
}

/// Work that is done alike for every game, with the type of the game known to the compiler.
pub trait Visitor {
    /// The result.
    type Result;

    /// Does the work for the game that begins at `start`.
    fn visit<G: Playable>(self, start: G) -> Self::Result;
}

/// Calls `visitor` with the game that `text` names, at its start position.
pub fn visit<V: Visitor>(text: &str, visitor: V) -> Result<V::Result, Error> {
    let spec: Spec = text.parse()?;
    Ok(match spec.name() {
        "chess" | "chess960" => visitor.visit(Chess::start(&spec)?),
        "tic-tac-toe" => visitor.visit(TicTacToe::start(&spec)?),
        "connect-four" if spec.get("width").is_none() && spec.get("height").is_none() => {
            visitor.visit(ConnectFour::start(&spec)?)
        }
        "connect-four" => visitor.visit(SizedConnectFour::start(&spec)?),
        "othello" => visitor.visit(Othello::start(&spec)?),
        "draughts" if draughts::needs_wide(&spec)? => visitor.visit(<Draughts<u128>>::start(&spec)?),
        "draughts" => visitor.visit(<Draughts<u64>>::start(&spec)?),
        "go" => visitor.visit(GoBoard::start(&spec)?),
        name if crate::ruled::is_known(name) => visitor.visit(Ruled::start(&spec)?),
        _ => {
            let names: Vec<_> = games().into_iter().map(|game| game.name).collect();
            let reason = format!(
                "no such game; there are {}, and those given by rules: {}",
                names.join(", "),
                crate::ruled::names().join(", ")
            );
            return Err(SpecError::new(text, reason).into());
        }
    })
}

/// Work that needs to know what a network sees of a position.
pub trait InputsVisitor {
    /// The result.
    type Result;

    /// Does the work for the game that begins at `start`.
    fn visit<G: Playable + Inputs>(self, start: G) -> Self::Result;
}

/// Calls `visitor` with the game that `text` names, at its start position; refused where the game does not say what a network sees.
pub fn visit_inputs<V: InputsVisitor>(text: &str, visitor: V) -> Result<V::Result, Error> {
    let spec: Spec = text.parse()?;
    Ok(match spec.name() {
        "chess" | "chess960" => visitor.visit(Chess::start(&spec)?),
        "connect-four" if spec.get("width").is_none() && spec.get("height").is_none() => {
            visitor.visit(ConnectFour::start(&spec)?)
        }
        "connect-four" => visitor.visit(SizedConnectFour::start(&spec)?),
        "othello" => visitor.visit(Othello::start(&spec)?),
        "draughts" if draughts::needs_wide(&spec)? => visitor.visit(<Draughts<u128>>::start(&spec)?),
        "draughts" => visitor.visit(<Draughts<u64>>::start(&spec)?),
        _ => {
            open(text)?;
            let reason = "networks can be made for chess, connect-four, othello and draughts";
            return Err(SpecError::new(text, reason).into());
        }
    })
}

/// The game that `text` names, at its start position.
pub fn open(text: &str) -> Result<Box<dyn Engine>, Error> {
    struct Open;
    impl Visitor for Open {
        type Result = Box<dyn Engine>;

        fn visit<G: Playable>(self, start: G) -> Box<dyn Engine> {
            Box::new(Sitting::<G>::new(start))
        }
    }
    visit(text, Open)
}

/// A game at a position, ready to be played, searched and solved. Positions and moves that go in are text in the game's
/// notation; moves that come out are written in every notation at once.
pub trait Engine: Send {
    /// The game with its parameters.
    fn game(&self) -> String;

    /// The key of the position.
    fn key(&self) -> Key;

    /// What the rules see in the position and the board does not show, name and value.
    fn details(&self) -> Vec<(Cow<'static, str>, String)>;

    /// The static evaluation of the position, for the side to move.
    fn judgement(&self, player: &Identity) -> Result<Score, Error>;

    /// Is that the judgement of a network?
    fn judged_by_network(&self, player: &Identity) -> bool;

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

    /// The position if the side to move passed, in the game's notation: what the other side threatens. `None` where passing makes no
    /// sense.
    fn passed(&self) -> Option<String>;

    /// The legal moves in every notation, with the cells that a person clicks for them.
    fn choices(&self) -> Vec<LegalMove>;

    /// Plays a legal move in any notation of the game, and returns it in all of them. A game that is over by counting (repetition,
    /// fifty moves) can be continued: claiming the draw is up to the players.
    fn play(&mut self, mv: &str) -> Result<Ply, Error>;

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
