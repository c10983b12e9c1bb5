//! What PDN, the notation of draughts, has that PGN has not. The form of both is the same, so [`crate::pgn`] reads and writes
//! it: a record is PDN if it has the tag `GameType`.
//!
//! A result gives White's points first, no matter which side began, as in PGN. Game types 20 and 27, played by the international rules of
//! scoring, give two points for a win: `2-0`, `1-1`, `0-2`. All others write `1-0`, `1/2-1/2`, `0-1`. On reading both are taken
//! everywhere, and `0-0`, which says that the game was not decided.
//!
//! Reference: PDN 3.0 by Wieger Wesselink, sections Result and GameType.

use crate::{GameResult, Record};

/// A game type of PDN.
struct GameType {
    number: &'static str,
    /// The game of the registry.
    game: &'static str,
    /// Who begins, the board, the notation, and whether the lower left corner is played on.
    details: &'static str,
    two_points: bool,
}

const fn game_type(number: &'static str, game: &'static str, details: &'static str, two_points: bool) -> GameType {
    GameType { number, game, details, two_points }
}

/// The game types of PDN that are played here.
const GAME_TYPES: [GameType; 10] = [
    game_type("20", "draughts(rules=international)", "W,10,10,N2,0", true),
    game_type("21", "draughts", "B,8,8,N1,0", false),
    game_type("22", "draughts(rules=italian)", "W,8,8,N2,1", false),
    game_type("23", "draughts(rules=pool)", "B,8,8,N1,0", false),
    game_type("24", "draughts(rules=spanish)", "W,8,8,N1,1", false),
    game_type("25", "draughts(rules=russian)", "W,8,8,A0,0", false),
    game_type("26", "draughts(rules=brazilian)", "W,8,8,A0,0", false),
    game_type("27", "draughts(rules=international,order=6)", "W,12,12,N2,0", true),
    game_type("29", "draughts(rules=czech)", "W,8,8,A0,0", false),
    game_type("40", "draughts(rules=frisian)", "W,10,10,N2,0", false),
];

/// The type that a tag names: `25,W,8,8,A0,0`, in which the number alone says which game.
fn find(tag: &str) -> Option<&'static GameType> {
    let number = tag.split(',').next().unwrap_or_default().trim();
    GAME_TYPES.iter().find(|known| known.number == number)
}

/// The game of the registry that a value of the tag `GameType` names.
pub fn game_name(tag: &str) -> Option<&'static str> {
    find(tag).map(|known| known.game)
}

/// The value of the tag `GameType` for a game of the registry; `None` if PDN does not know it.
pub fn game_type_tag(game: &str) -> Option<String> {
    let known = GAME_TYPES.iter().find(|known| known.game == game)?;
    Some(format!("{},{}", known.number, known.details))
}

/// Makes a record PDN: names its game as PDN does. `false`, and no change, if PDN does not know the game.
pub fn mark(record: &mut Record, game: &str) -> bool {
    let Some(tag) = game_type_tag(game) else { return false };
    record.tags.remove("Variant");
    record.tags.set("GameType", tag);
    true
}

/// The result of a record as it is written there.
pub(crate) fn result_text(record: &Record) -> &'static str {
    let two_points = record.tag("GameType").and_then(find).is_some_and(|known| known.two_points);
    match (record.colors.by_color(record.result), two_points) {
        (GameResult::First, true) => "2-0",
        (GameResult::Second, true) => "0-2",
        (GameResult::Draw, true) => "1-1",
        _ => record.colors.result_text(record.result),
    }
}
