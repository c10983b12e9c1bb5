//! The results in a PGN file: who played, who won, and whether it ended by a fault. Moves are not looked at, so that games of any
//! kind can be counted.

use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

use pgn_reader::{RawTag, Reader, Visitor};

use crate::Error;
use crate::rating_list::Result as GameResult;

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The games with a result.
    pub games: Vec<GameResult>,
    /// What was wrong with others, each with its number.
    pub complaints: Vec<String>,
}

/// Reads a file. `Err` only if it cannot be read at all.
pub fn read(path: &Path) -> std::result::Result<Results, Error> {
    let file = std::fs::File::open(path).map_err(|error| Error::file(path, error))?;
    read_from(BufReader::new(file), &path.display().to_string()).map_err(|error| Error::file(path, error))
}

fn read_from(source: impl std::io::Read, name: &str) -> std::io::Result<Results> {
    let mut reader = Reader::new(source);
    let mut found = Results::default();
    for number in 1.. {
        let Some(tags) = reader.read_game(&mut TagReader)? else { break };
        let missing = |what: &str| format!("{name}, game {number}: {what}; it is left out");
        match (tags.white, tags.black, tags.result.as_deref()) {
            (Some(white), Some(black), Some(result @ ("1-0" | "0-1" | "1/2-1/2"))) => {
                let half_points = match result {
                    "1-0" => 2,
                    "0-1" => 0,
                    _ => 1,
                };
                let fault = tags.termination.filter(|text| !["normal", "adjudication"].contains(&text.as_str()));
                let known = ["time forfeit", "rules infraction", "abandoned", "death", "emergency", "unterminated"];
                let fault = fault.filter(|text| known.contains(&text.as_str()));
                found.games.push(GameResult { first: white, second: black, half_points, fault });
            }
            (Some(_), Some(_), Some("*")) => found.complaints.push(missing("the game has no result")),
            (Some(_), Some(_), Some(other)) => {
                let other: String = other.chars().flat_map(char::escape_default).collect();
                found.complaints.push(missing(&format!("result '{other}' is not 1-0, 0-1 or 1/2-1/2")));
            }
            (Some(_), Some(_), None) => found.complaints.push(missing("there is no tag Result")),
            _ => found.complaints.push(missing("there is no tag White or Black")),
        }
    }
    Ok(found)
}

/// The tags that matter here.
#[derive(Default)]
struct Tags {
    white: Option<String>,
    black: Option<String>,
    result: Option<String>,
    termination: Option<String>,
}

struct TagReader;

impl Visitor for TagReader {
    type Tags = Tags;
    type Movetext = ();
    type Output = Tags;

    fn begin_tags(&mut self) -> ControlFlow<Tags, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Tags> {
        let place = match name {
            b"White" => &mut tags.white,
            b"Black" => &mut tags.black,
            b"Result" => &mut tags.result,
            b"Termination" => &mut tags.termination,
            _ => return ControlFlow::Continue(()),
        };
        *place = Some(value.decode_utf8_lossy().trim().to_string()).filter(|text| !text.is_empty());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Tags, ()> {
        ControlFlow::Break(tags)
    }

    fn end_game(&mut self, (): ()) -> Tags {
        Tags::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_on_after_what_is_wrong() {
        let text = "\u{feff}[White \"a\"]\r\n[Black \"b\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 (1. d4) zzz 1-0\r\n\r\n\
                    [White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n*\n\n[White \"a\"]\n\n1. e4 *\n\n\
                    [White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]\n[Termination \"time forfeit\"]\n\n0-1\n";
        let found = read_from(text.as_bytes(), "x.pgn").unwrap();
        let seen: Vec<_> = found.games.iter().map(|game| (game.first.as_str(), game.half_points)).collect();
        assert_eq!(seen, [("a", 2), ("b", 0)]);
        assert_eq!(found.games[1].fault.as_deref(), Some("time forfeit"));
        assert!(found.complaints[0].contains("game 2") && found.complaints[1].contains("game 3"), "{found:?}");
    }
}
