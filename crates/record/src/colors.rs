//! Who is White: the one place where players become colors.

use game::{Show, Side};

/// How a game ended, by player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Nobody won.
    Draw,
    /// Unknown, or the game goes on.
    #[default]
    Open,
}

impl GameResult {
    /// The first player's points before the second's, `1-0`, as a store keeps it. What a record writes is
    /// [`Colors::result_text`].
    pub fn text(self) -> &'static str {
        Colors::WHITE_FIRST.result_text(self)
    }

    /// Reads what [`GameResult::text`] writes.
    pub fn parse(text: &str) -> Option<GameResult> {
        Colors::WHITE_FIRST.read_result(text)
    }
}

/// A game that this side has won; a draw if nobody has.
impl From<Option<Side>> for GameResult {
    fn from(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::First) => GameResult::First,
            Some(Side::Second) => GameResult::Second,
            None => GameResult::Draw,
        }
    }
}

/// Which player a record calls White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colors {
    white: Side,
}

impl Default for Colors {
    fn default() -> Colors {
        Colors::WHITE_FIRST
    }
}

impl Colors {
    /// White moves first, as in chess.
    pub const WHITE_FIRST: Colors = Colors { white: Side::First };
    /// Black moves first, as in Go.
    pub const BLACK_FIRST: Colors = Colors { white: Side::Second };

    /// By the names of the sides, the first player's first: White is who is called so, else the first player.
    pub fn named(side_names: [impl AsRef<str>; 2]) -> Colors {
        if side_names[1].as_ref() == "White" { Colors::BLACK_FIRST } else { Colors::WHITE_FIRST }
    }

    /// The colors of a game.
    pub fn of<G: Show>(position: &G) -> Colors {
        Colors::named(Side::BOTH.map(|side| position.side_name(side)))
    }

    /// The player who is White.
    pub fn white(self) -> Side {
        self.white
    }

    /// `White` or `Black`.
    pub fn name(self, side: Side) -> &'static str {
        if side == self.white { "White" } else { "Black" }
    }

    /// As PGN writes it, White's points first.
    pub fn result_text(self, result: GameResult) -> &'static str {
        match self.by_color(result) {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        }
    }

    /// Reads a result of PGN or PDN (`1-0`, `2-0`, `1-1`), White's points first; `None` if it is not one.
    pub fn read_result(self, text: &str) -> Option<GameResult> {
        let by_color = match text {
            "1-0" | "2-0" => GameResult::First,
            "0-1" | "0-2" => GameResult::Second,
            "1/2-1/2" | "1/2" | "1-1" | "\u{bd}-\u{bd}" => GameResult::Draw,
            "*" | "0-0" => GameResult::Open,
            _ => return None,
        };
        Some(self.by_color(by_color))
    }

    /// From players to colors, White being first, or back, which is the same.
    pub(crate) fn by_color(self, result: GameResult) -> GameResult {
        match result {
            GameResult::First if self.white == Side::Second => GameResult::Second,
            GameResult::Second if self.white == Side::Second => GameResult::First,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_who_is_called_so() {
        assert_eq!(Colors::named(["White", "Black"]).white(), Side::First);
        assert_eq!(Colors::named(["Black", "White"]).white(), Side::Second);
        assert_eq!(Colors::named(["X", "O"]).white(), Side::First);
        let go = Colors::named(["Black", "White"]);
        assert_eq!((go.name(Side::First), go.result_text(GameResult::First)), ("Black", "0-1"));
        for colors in [Colors::WHITE_FIRST, go] {
            for result in [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Open] {
                assert_eq!(colors.read_result(colors.result_text(result)), Some(result));
            }
        }
        assert_eq!((go.read_result("2-0"), go.read_result("3-0")), (Some(GameResult::Second), None));
    }
}
