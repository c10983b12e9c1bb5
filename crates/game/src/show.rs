//! A game as people see it: its board, its names, its scores.

use std::borrow::Cow;

use crate::{Captures, Clicks, Color, Curve, Customs, Diagram, Game, Look, Score, Settlement, Side};

/// What a surface needs to show a game to people, and to let them play it. The search knows nothing of it.
///
/// Two methods and the names of the sides are the game's own; the other defaults serve most games.
pub trait Show: Game {
    // ---- the board ----

    /// The board as it is usually printed.
    fn diagram(&self) -> Diagram;

    /// The cells of [`Show::diagram`] that a move touches, for marking it: from first, to last. `self` is the position
    /// before the move. Empty for a pass.
    fn move_cells(&self, mv: Self::Move) -> Vec<usize>;

    /// What the board and the pieces look like.
    fn look(&self) -> Look {
        Look::default()
    }

    /// The color of a side's pieces: the one it is named after, else red for the first and yellow for the second.
    fn side_color(&self, side: Side) -> Color {
        match (&*self.side_name(side), side) {
            ("White", _) => Color::White,
            ("Black", _) => Color::Black,
            (_, Side::First) => Color::Red,
            (_, Side::Second) => Color::Yellow,
        }
    }

    /// The cells of [`Show::diagram`] that a person clicks to play this legal move.
    fn clicks(&self, mv: Self::Move) -> Clicks {
        Clicks::on(self.move_cells(mv))
    }

    /// The cells of [`Show::diagram`] that stand in check.
    fn checked_cells(&self) -> Vec<usize> {
        Vec::new()
    }

    // ---- names ----

    /// What a side is called: White, Black, X, O.
    fn side_name(&self, side: Side) -> Cow<'static, str>;

    /// What a piece is called, by its letter in [`Show::diagram`].
    fn piece_name(&self, letter: char) -> Cow<'static, str> {
        let _ = letter;
        "stone".into()
    }

    /// What the rules see in the position and the board does not show, name and value: the pieces that give check.
    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        Vec::new()
    }

    /// How players and programs write to each other beyond this game's own notation.
    fn customs(&self) -> Customs {
        Customs::default()
    }

    // ---- the pieces ----

    /// What becomes of pieces.
    fn captures(&self) -> Captures {
        Captures::Never
    }

    /// Is it a piece that is never taken, only threatened? By its letter in [`Show::diagram`].
    fn is_royal(&self, letter: char) -> bool {
        let _ = letter;
        false
    }

    // ---- the end ----

    /// Why the game is over, in a word that programs know: `checkmate`, `stalemate`, `blocked`. Asked only of finished games;
    /// [`Show::end_reason`] says it in full.
    fn end_code(&self) -> Cow<'static, str> {
        "rules".into()
    }

    /// Why the game is over, in a few words: `four in a row`, `40 moves without progress`. Asked only of finished games;
    /// empty where there is nothing to add to the result.
    fn end_reason(&self) -> String {
        String::new()
    }

    /// What each side has, first player first, where the game is decided by counting: discs, points.
    fn counts(&self) -> Option<[f64; 2]> {
        None
    }

    /// How the position would be counted, where people agree on that and take dead pieces off first; `None` where nothing is agreed on,
    /// or nobody would count yet. It is an estimate, and costs some milliseconds.
    fn settlement(&self) -> Option<Settlement> {
        None
    }

    // ---- scores ----

    /// What [`Abilities::UNIT`](crate::Abilities::UNIT) is called, for one and for many.
    fn unit_names(&self) -> [Cow<'static, str>; 2] {
        ["point".into(), "points".into()]
    }

    /// How often games are won with a score, fitted to games of this game; `None` if nobody has done that yet.
    fn curve(&self) -> Option<Curve> {
        None
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
}
