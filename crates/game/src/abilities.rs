//! What some games can tell a search and others cannot.

use crate::{Key, Rng, Rules, Score, Stage};

/// What a game can tell a search besides its rules.
///
/// Each ability has a neutral default that the compiler removes, so a new game begins with `impl Abilities for Position {}`
/// and gains them one at a time.
pub trait Abilities: Rules {
    // ---- the scale of scores ----

    /// How many score steps make one unit of the game: a pawn, a disc, a point.
    const UNIT: i32 = 100;

    /// How much the static evaluation typically changes from one ply to the next, in score steps. The margins of the pruning
    /// techniques are measured in it.
    const SWING: i32 = Self::UNIT;

    // ---- kinds of moves ----

    /// Does generating in stages save work? True where most nodes are cut before the quiet moves are needed, and where
    /// [`Rules::decode`] does not have to generate.
    const STAGED: bool = false;

    /// Does this legal move belong to [`Stage::Noisy`]?
    #[inline]
    fn is_noisy(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Would standing pat be a fair lower bound here? Not in check, and not where a capture is compulsory.
    #[inline]
    fn is_calm(&self) -> bool {
        true
    }

    /// Is the side to move in check, or threatened with immediate loss in a game that has no checks?
    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    /// Is the opponent in check after this legal move? Always what [`Abilities::in_check`] says of the position after it.
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

    /// Gives the turn to the opponent although the rules do not allow it. Called only if [`Abilities::can_pass`].
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

    /// How promising a move looks by the game's own rules of thumb; greater is better, 0 is ordinary. Used to order moves
    /// without history. May cost a little: a mobility count, not a search.
    #[inline]
    fn hint(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    // ---- statistics and tables ----

    /// How many kinds of captured pieces [`Abilities::victim`] tells apart.
    const VICTIMS: usize = 1;

    /// A number below [`Abilities::VICTIMS`] for what a move captures; 0 for nothing.
    #[inline]
    fn victim(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// How many partial keys [`Abilities::partial_key`] offers.
    const PARTIAL_KEYS: usize = 0;

    /// The key of a part of the position (the pawns, one side's pieces) for which the static evaluation tends to err in the same direction.
    #[inline]
    fn partial_key(&self, index: usize) -> Key {
        let _ = index;
        Key(0)
    }

    /// The key after a move, or a good guess at it, to prefetch the table entry.
    #[inline]
    fn key_after(&self, mv: Self::Move) -> Option<Key> {
        let _ = mv;
        None
    }

    /// One key for all positions that are the same but for a symmetry of the board: always the same one among theirs.
    fn canonical_key(&self) -> Key {
        self.key()
    }

    /// The number of move sequences of this length, if the game can count them faster than by playing each of them; the last ply
    /// need not be generated, for instance. [`perft`](crate::perft()) asks.
    #[inline]
    fn leaves(&self, depth: usize) -> Option<u64> {
        let _ = depth;
        None
    }

    // ---- how long the game lasts, and how it must end ----

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

    /// Bounds on the value under best play, counted from this position: no search could find less or more. The default is for games
    /// in which nobody wins without a move of their own, as somebody does in misère games.
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
    /// is not over, none if it is. For searches to the end of the game, after [`Abilities::known_value`] was silent.
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

    /// The exact value of a solved position in the game's own convention (disc difference; stones left in Connect Four).
    /// The default is the sign of the result.
    fn exact_score(&self, score: Score) -> i32 {
        score.value().signum()
    }
}
