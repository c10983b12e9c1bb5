//! The rules of a game, and how its positions and moves are written.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Key, MoveError, Outcome, Parameter, PositionError, Side, Spec, SpecError};

/// Which part of the legal moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Every legal move.
    All,
    /// The moves that change the balance at once: captures, promotions.
    Noisy,
    /// All the others.
    Quiet,
}

/// The rules of a two-player game of perfect information, as its positions. The implementing type *is* the position.
///
/// A position is a value: cheap to clone, comparable, unaware of search and evaluation. It carries what the rules need and
/// nothing else. Repetition is detected by the code that keeps the line of play; the position only says, by
/// [`Abilities::reversible_plies`](crate::Abilities::reversible_plies), how far back an equal position can lie. Where legality
/// itself depends on the past (superko in Go) the position carries that past.
///
/// The laws that tie the methods together are checked by [`crate::conformance`].
pub trait Rules: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move. It may make sense only together with the position it is played in.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    // ---- the rules ----

    /// The parameters of the game of this name: what [`Rules::start`] takes and everything else refuses.
    fn parameters(game: &str) -> Vec<Parameter> {
        let _ = game;
        Vec::new()
    }

    /// The start position of the game that `spec` names, with its parameters.
    fn start(spec: &Spec) -> Result<Self, SpecError>;

    /// The text that [`Rules::start`] takes to make this game with these parameters; the defaults may be left out.
    fn spec(&self) -> String;

    /// Whose turn it is. On a finished game: whose turn it would be.
    fn side_to_move(&self) -> Side;

    /// Appends the legal moves of a stage to `moves`, in an order that depends on the position alone.
    ///
    /// Ends that the board itself shows (a line of four) leave nothing to generate; ends by counting (fifty moves without
    /// progress) are [`Rules::end`]'s alone and do not concern the generator, nor [`crate::perft()`].
    fn generate(&self, stage: Stage, moves: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The end of the game, as far as it can be told without generating moves.
    fn end(&self) -> Option<Outcome>;

    /// The end of the game when the side to move has no move and [`Rules::end`] is silent.
    fn stuck(&self) -> Outcome;

    /// The key of the position, kept up to date by [`Rules::play`]. Two positions are equal for the search if and only if
    /// their keys are equal; clocks that count towards a draw are not part of it.
    fn key(&self) -> Key;

    /// The key computed from scratch: what [`Rules::key`] must be.
    fn compute_key(&self) -> Key;

    /// The legal moves; none if the game is over.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.end().is_none() {
            self.generate(Stage::All, &mut moves);
        }
        moves
    }

    /// The end of the game, if it is over.
    fn outcome(&self) -> Option<Outcome> {
        self.end().or_else(|| self.moves().is_empty().then(|| self.stuck()))
    }

    /// May this move be played here? The move may come from another position.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.moves().contains(&mv)
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    // ---- notation ----

    /// Reads a position in the game's own notation. `self` is any position of the same game and parameters.
    fn parse_position(&self, text: &str) -> Result<Self, PositionError>;

    /// The position in the game's own notation; [`Rules::parse_position`] reads it back.
    fn position_text(&self) -> String;

    /// Reads a move as people write it and checks that it is legal. The error explains a refusal.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// A legal move as people write it; [`Rules::parse_move`] reads it back.
    fn move_text(&self, mv: Self::Move) -> String;

    /// A legal move as programs send it to each other, where the protocol of the game (UCI, Hub, GTP) writes it differently
    /// from people; [`Rules::parse_move`] reads it back as well.
    fn protocol_text(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    // ---- numbers for moves, as tables need them ----

    /// How many different values [`Rules::action`] takes. At most about a thousand: tables of its square are kept.
    const ACTIONS: usize;

    /// A number below [`Rules::ACTIONS`] that is the same for moves of the same kind (piece and target square), for
    /// statistics about moves across positions. `self` is the position before the move.
    fn action(&self, mv: Self::Move) -> usize;

    /// A legal move in 16 bits, never 0, distinct among the legal moves of this position.
    fn encode(&self, mv: Self::Move) -> u16;

    /// The legal move that [`Rules::encode`] turns into `code` here. Codes from other positions give `None`, or a legal move.
    fn decode(&self, code: u16) -> Option<Self::Move>;

    /// By convention a finished game counts as one leaf at every greater depth in this game's perft numbers.
    const PERFT_COUNTS_FINISHED: bool = false;
}
