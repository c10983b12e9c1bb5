//! The games by name: where text becomes a type.
//!
//! To add a game, implement [`Playable`] for it and add it to [`games`] and [`visit`].

use std::any::TypeId;

use boards::connect_four::{ConnectFour, ConnectFourEval, SizedConnectFour};
use boards::draughts::evaluate::{self as draughts_evaluate, DraughtsEval};
use boards::draughts::{self, Draughts};
use boards::go::{Go as GoBoard, GoEval};
use boards::othello::{Othello, OthelloEval};
use boards::tic_tac_toe::TicTacToe;
use chess::Position as Chess;
use eval::{ChessEval, Classical};
use game::{Evaluator, Inputs, Known, Linear, Rng, Rules, Score, Show, Spec, SpecError};

use rules::Ruled;

use knowledge::book::Book;
use knowledge::openings::{self, Opening};

use crate::endgames::Informed;
use crate::game_info::{GameInfo, entry};
use crate::insight::{self, Insight};
use crate::networks::{self, OrNetwork};
use crate::session::{Session, Sitting};
use crate::sight::{self, Sight};
use crate::source;
use crate::{EndgameTables, Engine, Error, Identity};

/// What the engine needs to know of a game besides its rules.
pub trait Playable: Show {
    /// The evaluators of the game, as one type.
    type Evaluator: Evaluator<Self>;

    /// Those of them that are made from tables of weights, as one type.
    type Own: Linear<Self>;

    /// Their names, the default one first. `self` is any position of the game, with its parameters.
    fn evaluators(&self) -> &'static [&'static str];

    /// One of those that are made from tables of weights, by its name and with the weights that are built in.
    fn by_name(&self, name: &str) -> Option<Self::Own>;

    /// The evaluator that `source` names; the default one if it is empty.
    fn evaluator(&self, source: &str) -> Result<Self::Evaluator, Error>;

    /// The same, of those that are made from tables of weights: `classical(scale.mobility=50%)`.
    fn own(&self, source: &str) -> Result<Self::Own, Error> {
        source::own(self, source)
    }

    /// The networks for this game, with its parameters, that the program carries, generation by generation: the bytes of their files.
    fn networks(&self) -> &'static [&'static [u8]] {
        &[]
    }

    /// What the network that `source` names thinks of the position; `None` if it names none.
    fn insight(&self, source: &str) -> Result<Option<Insight>, Error> {
        let _ = source;
        Ok(None)
    }

    /// Does the game say what a network sees of a position?
    const HAS_INPUTS: bool = false;

    /// Calls `visitor` if the game says what a network sees of a position.
    fn visit_inputs<V: InputsVisitor>(self, visitor: V) -> Option<V::Result> {
        let _ = visitor;
        None
    }

    /// A session that begins at this position.
    fn session(self) -> Box<dyn Session<Self>>;

    /// There is no such evaluator: the error.
    fn no_evaluator(&self, source: &str) -> Error {
        Error::Request(format!("evaluator '{source}': {} has {}", self.spec(), self.evaluators().join(", ")))
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

    /// What the first move of a line makes of the board that everybody can see there, and where; `None` if it is nothing that has a name.
    fn sight(&self, line: &[Self::Move]) -> Option<(Sight, String)> {
        let _ = line;
        None
    }

    /// The terms of the judgement by name, each with its total from the first player's view; none where there are no terms.
    fn term_totals(&self) -> Vec<(&'static str, i32)> {
        Vec::new()
    }
}

/// The game's best evaluator that is no network: the one that the levels were measured with, and that networks are measured by.
pub const HANDMADE: &str = "handmade";

/// One of the game's own evaluators, or a network.
pub(crate) fn own_or_network<G: Playable + Inputs>(position: &G, source: &str) -> Result<OrNetwork<G, G::Own>, Error> {
    let source = if source.is_empty() { position.evaluators()[0] } else { source };
    match networks::find(position, source)? {
        Some(found) => Ok(found.into()),
        None => position.own(source).map(OrNetwork::Own),
    }
}

macro_rules! playable {
    // A game that has no evaluator: searched to its end, or blindly.
    ($game:ty) => {
        impl Playable for $game {
            type Evaluator = ();
            type Own = ();

            fn evaluators(&self) -> &'static [&'static str] {
                &["none"]
            }

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

            fn evaluators(&self) -> &'static [&'static str] {
                let [plain, with_network]: [&'static [&'static str]; 2] = $names;
                if self.networks().is_empty() { plain } else { with_network }
            }

            fn networks(&self) -> &'static [&'static [u8]] {
                networks::carried(&self.network_game())
            }

            fn by_name(&self, name: &str) -> Option<$evaluator> {
                let by_name: fn(&str, &$game) -> Option<$evaluator> = $by_name;
                by_name(name, self)
            }

            fn evaluator(&self, source: &str) -> Result<Self::Evaluator, Error> {
                own_or_network(self, source)
            }

            const HAS_INPUTS: bool = true;

            fn visit_inputs<V: InputsVisitor>(self, visitor: V) -> Option<V::Result> {
                Some(visitor.visit(self))
            }

            fn insight(&self, source: &str) -> Result<Option<Insight>, Error> {
                insight::of(self, source)
            }

            fn session(self) -> Box<dyn Session<Self>> {
                Box::new(Sitting::new(self))
            }
        }
    };
}

playable!(TicTacToe);
/// The names of evaluators, where the program carries no network for the game with its parameters, and where it carries one.
const CONNECT_FOUR: [&[&str]; 2] = [ConnectFourEval::NAMES, ConnectFourEval::NAMES];
const OTHELLO: [&[&str]; 2] = [OthelloEval::NAMES, &["network", "positional", "discs", "network-0", "network-1"]];
const DRAUGHTS: [&[&str]; 2] = [draughts_evaluate::NAMES, &["network", "positional", "material", "network-0"]];

playable!(ConnectFour, ConnectFourEval, CONNECT_FOUR, |name, _| ConnectFourEval::by_name(name));
playable!(SizedConnectFour, ConnectFourEval, CONNECT_FOUR, |name, _| ConnectFourEval::by_name(name));
playable!(Othello, OthelloEval, OTHELLO, |name, _| OthelloEval::by_name(name));
playable!(Draughts<u64>, DraughtsEval, DRAUGHTS, draughts_evaluate::by_name);
playable!(Draughts<u128>, DraughtsEval, DRAUGHTS, draughts_evaluate::by_name);

impl Playable for GoBoard {
    type Evaluator = GoEval;
    type Own = GoEval;

    fn evaluators(&self) -> &'static [&'static str] {
        GoEval::NAMES
    }

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

    fn evaluators(&self) -> &'static [&'static str] {
        &["network", "classical", "piece-squares", "material", "staud", "network-0", "network-1", "network-2"]
    }

    fn networks(&self) -> &'static [&'static [u8]] {
        networks::carried(&self.network_game())
    }

    const HAS_INPUTS: bool = true;

    fn visit_inputs<V: InputsVisitor>(self, visitor: V) -> Option<V::Result> {
        Some(visitor.visit(self))
    }

    fn insight(&self, source: &str) -> Result<Option<Insight>, Error> {
        insight::of(self, source)
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

    fn sight(&self, line: &[chess::Move]) -> Option<(Sight, String)> {
        sight::of_chess(self, line).map(|(sight, square)| (sight, square.to_string()))
    }

    fn term_totals(&self) -> Vec<(&'static str, i32)> {
        eval::table(self).iter().map(|row| (row.name, row.total)).collect()
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
        #[cfg(feature = "guests")]
        name if crate::guest::is_known(name) => visitor.visit(crate::guest::Guest::start(&spec)?),
        name if crate::ruled::is_known(name)? => visitor.visit(Ruled::start(&spec)?),
        _ => {
            let names: Vec<_> = games().into_iter().map(|game| game.name).collect();
            let ruled = crate::ruled::names();
            let known = names.iter().map(|name| &**name).chain(ruled.iter().map(|name| &**name));
            let meant =
                game::nearest(spec.name(), known).map_or(String::new(), |name| format!("did you mean {name}? "));
            let reason = format!(
                "no such game; {meant}there are {}, and those given by rules: {}",
                names.join(", "),
                ruled.join(", ")
            );
            return Err(SpecError::new(text, reason).into());
        }
    })
}

/// Are two games of one kind, whatever their parameters: the same by name, or by their rules, as chess and Chess960 are?
pub fn same_kind(one: &str, other: &str) -> bool {
    struct Kind;
    impl Visitor for Kind {
        type Result = TypeId;

        fn visit<G: Playable>(self, _: G) -> TypeId {
            TypeId::of::<G>()
        }
    }
    let kind = |text: &str| Some((text.parse::<Spec>().ok()?.name().to_string(), visit(text, Kind).ok()?));
    match (kind(one), kind(other)) {
        // All games given as text have one type.
        (Some((one, rules)), Some((other, also))) => one == other || rules == also && rules != TypeId::of::<Ruled>(),
        _ => false,
    }
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
    visit(text, Seeing(visitor))?.ok_or_else(|| {
        let names: Vec<_> = games().into_iter().filter(|game| game.has_inputs).map(|game| game.name).collect();
        SpecError::new(text, format!("networks can be made for {}", names.join(", "))).into()
    })
}

/// Goes on to the games whose positions a network can see.
struct Seeing<V>(V);

impl<V: InputsVisitor> Visitor for Seeing<V> {
    type Result = Option<V::Result>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        start.visit_inputs(self.0)
    }
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
