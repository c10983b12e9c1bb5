//! The rules of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{BoardStyle, Clicks, Diagram, Key, MoveError, Outcome, PositionError, Rng, Score, Side, Spec, SpecError};

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

/// A two-player game of perfect information, as its positions. The implementing type *is* the position.
///
/// A position is a value: cheap to clone, comparable, unaware of search and judgement. It carries what the rules need and
/// nothing else. Repetition is the business of whoever keeps the line of play; the position only says, by
/// [`Game::reversible_plies`], how far back an equal position can lie. Where legality itself depends on the past (superko
/// in Go) the position carries that past.
///
/// The first block of methods is the game. The second is notation. The rest are *abilities*: what some games can tell a
/// search and others cannot. Each has a neutral default that the compiler removes, so a new game implements none of them to
/// begin with.
///
/// The laws that tie the methods together are checked by [`crate::conformance`].
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move. It may make sense only together with the position it is played in.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    // ---- the rules ----

    /// The start position of the game that `spec` names, with its parameters.
    fn start(spec: &Spec) -> Result<Self, SpecError>;

    /// The text that [`Game::start`] takes to make this game with these parameters; the defaults may be left out.
    fn spec(&self) -> String;

    /// Whose turn it is. On a finished game: whose turn it would be.
    fn side_to_move(&self) -> Side;

    /// Appends the legal moves of a stage to `moves`, in an order that depends on the position alone.
    ///
    /// Ends that the board itself shows (a line of four) leave nothing to generate; ends by counting (fifty moves without
    /// progress) are [`Game::end`]'s alone and do not concern the generator, nor [`crate::perft()`].
    fn generate(&self, stage: Stage, moves: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The end of the game, as far as it can be told without generating moves.
    fn end(&self) -> Option<Outcome>;

    /// The end of the game when the side to move has no move and [`Game::end`] is silent.
    fn stuck(&self) -> Outcome;

    /// The key of the position, kept up to date by [`Game::play`]. Two positions are equal for the search if and only if
    /// their keys are equal; clocks that count towards a draw are not part of it.
    fn key(&self) -> Key;

    /// The key computed from nothing: what [`Game::key`] must be.
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

    /// The position in the game's own notation; [`Game::parse_position`] reads it back.
    fn position_text(&self) -> String;

    /// Reads a move as people write it and checks that it is legal. The error explains a refusal.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// A legal move as people write it; [`Game::parse_move`] reads it back.
    fn move_text(&self, mv: Self::Move) -> String;

    /// A legal move as programs send it to each other, where the protocol of the game (UCI, Hub, GTP) writes it differently
    /// from people; [`Game::parse_move`] reads it back as well.
    fn protocol_text(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    /// What the rules see in the position and the board does not show, name and value: the pieces that give check.
    fn details(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The board as it is usually printed.
    fn diagram(&self) -> Diagram;

    /// The cells of [`Game::diagram`] that a move touches, for marking it: from first, to last. `self` is the position
    /// before the move. Empty for a pass.
    fn move_cells(&self, mv: Self::Move) -> Vec<usize>;

    /// What a side is called: White, Black, X, O.
    fn side_name(&self, side: Side) -> &'static str;

    /// Why the game is over, in a few words: `four in a row`, `40 moves without progress`. Asked only of finished games;
    /// empty where there is nothing to add to the result.
    fn end_reason(&self) -> String {
        String::new()
    }

    // ---- for a board that is clicked on; the defaults serve most games ----

    /// What kind of board it is.
    const BOARD: BoardStyle = BoardStyle::Squares;

    /// The cells of [`Game::diagram`] that a person clicks to play this legal move.
    fn clicks(&self, mv: Self::Move) -> Clicks {
        Clicks::on(self.move_cells(mv))
    }

    /// The cells of [`Game::diagram`] that stand in check.
    fn checked_cells(&self) -> Vec<usize> {
        Vec::new()
    }

    /// What a piece is called, by its letter in [`Game::diagram`].
    fn piece_name(&self, letter: char) -> &'static str {
        let _ = letter;
        "stone"
    }

    /// What each side has, first player first, where the game is decided by counting: discs, points.
    fn counts(&self) -> Option<[f64; 2]> {
        None
    }

    /// Why the game is over, in a word that programs know: `checkmate`, `stalemate`, `blocked`. Asked only of finished games;
    /// [`Game::end_reason`] says it in full.
    fn end_code(&self) -> &'static str {
        "rules"
    }

    // ---- for tables: small dense numbers for moves ----

    /// How many different values [`Game::action`] takes. At most about a thousand: tables of its square are kept.
    const ACTIONS: usize;

    /// A number below [`Game::ACTIONS`] that is the same for moves of the same kind (piece and target square), for
    /// statistics about moves across positions. `self` is the position before the move.
    fn action(&self, mv: Self::Move) -> usize;

    /// A legal move in 16 bits, never 0, distinct among the legal moves of this position.
    fn encode(&self, mv: Self::Move) -> u16;

    /// The legal move that [`Game::encode`] turns into `code` here. Codes from other positions give `None`, or a legal move.
    fn decode(&self, code: u16) -> Option<Self::Move>;

    // ---- abilities; the neutral defaults cost nothing ----

    /// How many score steps make one unit of the game: a pawn, a disc, a point.
    const UNIT: i32 = 100;

    /// What that unit is called, for one and for many.
    const UNIT_NAMES: [&'static str; 2] = ["point", "points"];

    /// How much the judgement typically changes from one ply to the next, in score steps. The margins of the pruning
    /// techniques are measured in it.
    const SWING: i32 = Self::UNIT;

    /// Does generating in stages save work? True where most nodes are cut before the quiet moves are needed, and where
    /// [`Game::decode`] does not have to generate.
    const STAGED: bool = false;

    /// By convention a finished game counts as one leaf at every greater depth in this game's perft numbers.
    const PERFT_COUNTS_FINISHED: bool = false;

    /// Does this legal move belong to [`Stage::Noisy`]?
    #[inline]
    fn is_noisy(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Would standing still be a fair lower bound here? Not in check, and not where a capture is compulsory.
    #[inline]
    fn is_calm(&self) -> bool {
        true
    }

    /// Is the side to move in check, or threatened with immediate loss in a game that has no checks?
    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    /// Is the opponent in check after this legal move? Always what [`Game::in_check`] says of the position after it.
    #[inline]
    fn gives_check(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Appends the quiet moves that give check, in the order of [`Stage::Quiet`].
    fn generate_checks(&self, moves: &mut Vec<Self::Move>) {
        let before = moves.len();
        self.generate(Stage::Quiet, moves);
        let mut index = 0;
        moves.retain(|&mv| {
            index += 1;
            index <= before || self.gives_check(mv)
        });
    }

    /// Appends the legal moves among which are all those that win at once.
    fn generate_final(&self, moves: &mut Vec<Self::Move>) {
        self.generate(Stage::All, moves);
    }

    /// Does this legal move take the piece that has just moved, by the move `before`?
    #[inline]
    fn takes_back(&self, mv: Self::Move, before: Self::Move) -> bool {
        let _ = (mv, before);
        false
    }

    /// May the side to move pass for the sake of a null-move search? Only where having the move is an advantage.
    #[inline]
    fn can_pass(&self) -> bool {
        false
    }

    /// Gives the turn to the opponent although the rules do not allow it. Called only if [`Game::can_pass`].
    #[inline]
    fn pass(&mut self) {}

    /// What a move wins at once, in score steps: the captured piece, the promotion.
    #[inline]
    fn gain(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// Does the series of exchanges that a move starts win at least `threshold` score steps for the mover?
    #[inline]
    fn exchange_wins(&self, mv: Self::Move, threshold: i32) -> bool {
        let _ = (mv, threshold);
        true
    }

    /// How promising a move looks from the rules of thumb of the game alone; greater is better, 0 is ordinary. Used to
    /// order moves that no statistics speak for. May cost a little: a mobility count, not a search.
    #[inline]
    fn hint(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// How many kinds of captured pieces [`Game::victim`] tells apart.
    const VICTIMS: usize = 1;

    /// A number below [`Game::VICTIMS`] for what a move captures; 0 for nothing.
    #[inline]
    fn victim(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// How many partial keys [`Game::partial_key`] offers.
    const PARTIAL_KEYS: usize = 0;

    /// The key of a part of the position (the pawns, one side's pieces) whose judgement errs in the same direction for long.
    #[inline]
    fn partial_key(&self, index: usize) -> Key {
        let _ = index;
        Key(0)
    }

    /// The key after a move, or a good guess at it, to fetch the table entry early.
    #[inline]
    fn key_after(&self, mv: Self::Move) -> Option<Key> {
        let _ = mv;
        None
    }

    /// One key for all positions that are the same but for a symmetry of the board: always the same one among theirs.
    fn canonical_key(&self) -> Key {
        self.key()
    }

    /// How many plies back an equal position can lie at most; 0 where nothing can repeat.
    #[inline]
    fn reversible_plies(&self) -> usize {
        0
    }

    /// An upper bound on the number of plies until the game must be over, if the game has one of practical size.
    #[inline]
    fn plies_left(&self) -> Option<usize> {
        None
    }

    /// Bounds on the value under best play, counted from this position: no search could find less or more.
    #[inline]
    fn bounds(&self) -> (Score, Score) {
        (Score::loss_in(0), Score::win_in(1))
    }

    /// The value under best play, counted from this position, where the game can tell it faster than a search: called in
    /// searches to the end of the game, at every node, before generating moves.
    ///
    /// Exact if it lies between `alpha` and `beta`; otherwise a bound: at most `alpha` means that the true value is not
    /// above the answer, at least `beta` that it is not below. A game may ignore the window and always answer exactly.
    #[inline]
    fn known_value(&self, alpha: Score, beta: Score) -> Option<Score> {
        let _ = (alpha, beta);
        None
    }

    /// The legal moves without those that provably do not matter for the value under best play; at least one if the game
    /// is not over, none if it is. For searches to the end of the game, after [`Game::known_value`] was silent.
    #[inline]
    fn generate_relevant(&self, moves: &mut Vec<Self::Move>) {
        self.generate(Stage::All, moves);
    }

    /// A move for a random playout, or `None` if the game is over. `scratch` is an empty buffer to work in. Games in which
    /// uniformly random moves never end (Go) choose among the sensible ones.
    fn playout_move(&self, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        if self.end().is_some() {
            return None;
        }
        self.generate(Stage::All, scratch);
        (!scratch.is_empty()).then(|| rng.pick(scratch))
    }

    /// The score as this game's players write it, for a score from the side to move: `+1.50`, `#3`, `+4 discs`.
    fn score_text(&self, score: Score) -> String {
        match score.plies_to_end() {
            Some(plies) if score.is_win() => format!("win in {plies}"),
            Some(plies) => format!("loss in {plies}"),
            None => format!("{:+.2}", f64::from(score.value()) / f64::from(Self::UNIT)),
        }
    }

    /// The same from the first player's view, for a score from the side to move.
    fn first_score_text(&self, score: Score) -> String {
        self.score_text(self.side_to_move().view(score))
    }

    /// The exact value of a solved position in the game's own convention (disc difference; stones left in Connect Four).
    /// The default is the sign of the result.
    fn exact_score(&self, score: Score) -> i32 {
        score.value().signum()
    }
}
