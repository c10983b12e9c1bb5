//! The results in a PGN file: who played, who won, and whether it ended by a fault. Moves are not looked at, so that games of any
//! kind can be counted.

use std::collections::HashMap;
use std::io::BufRead;
use std::path::Path;

use engine::Side;
use record::pgn::{Detail, Games};
use record::{Colors, File, GameResult, Record, Tags, game_name};

use crate::Error;
use crate::rating_list::Result as RatedGame;

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The games with a result.
    pub games: Vec<RatedGame>,
    /// What was wrong with others, each with its number and line.
    pub complaints: Vec<String>,
    /// What was wrong with games that count all the same.
    pub remarks: Vec<String>,
}

/// Reads a file. `Err` only if it cannot be read at all.
pub fn read(path: &Path) -> std::result::Result<Results, Error> {
    let file = File::open(path).map_err(|error| Error::file(path, error))?;
    read_from(file.games, &path.display().to_string()).map_err(|error| Error::file(path, error))
}

fn read_from<R: BufRead>(games: Games<R>, name: &str) -> std::io::Result<Results> {
    let mut known: HashMap<String, Colors> = HashMap::new();
    let games = games.detail(Detail::Tags).colors(move |tags| colors(tags, &mut known));
    let mut found = Results::default();
    for game in games {
        match game? {
            Err(broken) => found.complaints.push(format!("{name}, {broken}; it is left out")),
            Ok(record) => {
                let fault = record.faults.first();
                let line = fault.map_or(record.line, |fault| fault.line);
                let place = format!("{name}, game {}, line {line}", record.number);
                match (rated(&record), fault) {
                    (Ok(game), fault) => {
                        found.games.push(game);
                        found.remarks.extend(fault.map(|fault| format!("{place}: {}", fault.reason)));
                    }
                    // What cannot be read is why something is missing.
                    (Err(_), Some(fault)) => {
                        found.complaints.push(format!("{place}: {}; it is left out", fault.reason))
                    }
                    (Err(reason), None) => found.complaints.push(format!("{place}: {reason}; it is left out")),
                }
            }
        }
    }
    Ok(found)
}

/// Who is White in a game with these tags. A game that is not played here counts like chess.
fn colors(tags: &Tags, known: &mut HashMap<String, Colors>) -> Colors {
    let Ok(Some(game)) = game_name(tags) else { return Colors::WHITE_FIRST };
    *known.entry(game).or_insert_with_key(|game| {
        engine::open(game)
            .map_or(Colors::WHITE_FIRST, |board| Colors::named(Side::BOTH.map(|side| board.side_name(side))))
    })
}

/// The result of a game, or why there is none.
fn rated(record: &Record) -> std::result::Result<RatedGame, String> {
    let player = |side| {
        let name = record.tags.get(record.colors.name(side)).map(str::trim).filter(|name| !name.is_empty());
        name.map(str::to_string).ok_or("there is no tag White or Black")
    };
    let (first, second) = (player(Side::First)?, player(Side::Second)?);
    let text =
        record.tags.get("Result").map(str::trim).filter(|text| !text.is_empty()).ok_or("there is no tag Result")?;
    let half_points = match record.colors.read_result(text) {
        Some(GameResult::First) => 2,
        Some(GameResult::Second) => 0,
        Some(GameResult::Draw) => 1,
        Some(GameResult::Open) => return Err("the game has no result".to_string()),
        None => {
            let text: String = text.chars().flat_map(char::escape_default).collect();
            return Err(format!("result '{text}' is not 1-0, 0-1 or 1/2-1/2"));
        }
    };
    let faults = ["time forfeit", "rules infraction", "abandoned", "death", "emergency", "unterminated"];
    let fault = record.tag("Termination").map(str::trim).filter(|text| faults.contains(text)).map(str::to_string);
    Ok(RatedGame { first, second, half_points, fault })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_on_after_what_is_wrong() {
        let text = "\u{feff}[White \"a\"]\r\n[Black \"b\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 (1. d4) zzz 1-0\r\n\r\n\
                    [White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n*\n\n[White \"a\"]\n\n1. e4 *\n\n\
                    [White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]\n[Termination \"time forfeit\"]\n\n0-1\n";
        let found = read_from(Games::new(text.as_bytes()), "x.pgn").unwrap();
        let seen: Vec<_> = found.games.iter().map(|game| (game.first.as_str(), game.half_points)).collect();
        assert_eq!(seen, [("a", 2), ("b", 0)]);
        assert_eq!(found.games[1].fault.as_deref(), Some("time forfeit"));
        assert!(found.complaints[0].contains("game 2") && found.complaints[1].contains("game 3"), "{found:?}");
    }

    #[test]
    fn a_broken_tag_costs_no_other_game() {
        let game = |white: &str| {
            format!("[Event \"x\"]\n[White \"{white}\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n")
        };
        let nameless = game("c").replace("[White \"c\"]", "[White \"c");
        let text = game("a") + &nameless + &game("d").replace("[Event \"x\"]", "[Event x\"") + &game("e");
        let found = read_from(Games::new(text.as_bytes()), "x.pgn").unwrap();
        let seen: Vec<_> = found.games.iter().map(|game| game.first.as_str()).collect();
        assert_eq!(seen, ["a", "d", "e"]);
        assert!(found.complaints[0].starts_with("x.pgn, game 2, line 9: a tag that cannot be read"), "{found:?}");
        assert!(found.remarks[0].starts_with("x.pgn, game 3, line 15: a tag that cannot be read"), "{found:?}");
        assert_eq!((found.complaints.len(), found.remarks.len()), (1, 1));
    }

    #[test]
    fn the_first_player_is_who_moves_first() {
        let text = "[White \"w\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[Variant \"othello\"]\n\n1. f5 1-0\n\n\
                    [White \"w\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[Variant \"Atomic\"]\n\n1-0\n\n\
                    [White \"w\"]\n[Black \"b\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n2-0\n\n[White \"w";
        let found = read_from(Games::new(text.as_bytes()), "x.pgn").unwrap();
        let seen: Vec<_> = found.games.iter().map(|game| (game.first.as_str(), game.half_points)).collect();
        assert_eq!(seen, [("b", 0), ("w", 2), ("w", 2)]);
        // A download that broke off costs one game.
        assert_eq!(found.complaints, ["x.pgn, game 4, line 22: a tag that cannot be read: [White \"w; it is left out"]);
    }
}
