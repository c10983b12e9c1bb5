//! What a `go` asks for.

use std::fmt;
use std::time::Duration;

use crate::words::{Words, count, one_line};

/// The words of a `go` that take a number or nothing, and so end a list of moves.
const KEYWORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// A search, as the client asks for it. Times are whole milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Search until `stop`.
    pub infinite: bool,
    /// Search in the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The time left, White's and Black's. A clock that has fallen below zero is at zero.
    pub time: [Option<Duration>; 2],
    /// The time gained with each move, White's and Black's.
    pub increment: [Option<Duration>; 2],
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// How much time for this move.
    pub move_time: Option<Duration>,
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// The moves to choose from; all, if empty.
    pub search_moves: Vec<String>,
    /// What could not be read, in words; never written.
    pub complaints: Vec<String>,
}

impl Go {
    /// Reads what follows the word `go`. Words that mean nothing are skipped.
    pub fn parse(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = Words::new(text);
        let is_value = |word: &str| !KEYWORDS.contains(&word);
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => go.search_moves.extend(words.while_wanted(is_value)),
                _ if KEYWORDS.contains(&word) => {
                    let value = words.next_if(is_value).unwrap_or_default();
                    if go.set(word, value).is_none() {
                        go.complaints.push(format!("go {word} '{value}': expected a number"));
                    }
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, word: &str, value: &str) -> Option<()> {
        let number = count(value, u64::MAX)?;
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        let time = Some(Duration::from_millis(number));
        match word {
            "wtime" => self.time[0] = time,
            "btime" => self.time[1] = time,
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            // Some clients send 0 for the rest of the game.
            "movestogo" => self.moves_to_go = Some(small).filter(|moves| *moves > 0),
            "movetime" => self.move_time = time,
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(number),
            "mate" => self.mate = Some(small),
            _ => {}
        }
        Some(())
    }

    /// Will it end by itself? A search for a long mate ends only where there is one.
    pub fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.time.iter().any(Option::is_some)
    }
}

/// With a space before each word, as it follows `go`.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let times = [
            ("wtime", self.time[0]),
            ("btime", self.time[1]),
            ("winc", self.increment[0]),
            ("binc", self.increment[1]),
            ("movetime", self.move_time),
        ];
        for (word, time) in times {
            if let Some(time) = time {
                write!(f, " {word} {}", time.as_millis())?;
            }
        }
        let numbers = [
            ("movestogo", self.moves_to_go.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
        ];
        for (word, number) in numbers {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", one_line(&self.search_moves.join(" ")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_by_side() {
        let go = Go::parse("wtime 1000 btime -50 winc 10 movestogo 5");
        assert_eq!(go.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(go.increment, [Some(Duration::from_millis(10)), None]);
        assert_eq!(go.moves_to_go, Some(5));
        assert!(go.is_limited() && go.complaints.is_empty());
        assert_eq!(Go::parse("movestogo 0").moves_to_go, None);
    }

    #[test]
    fn moves_end_at_a_keyword() {
        let go = Go::parse("searchmoves e2e4 d2d4 depth 3 gibberish infinite");
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert!(go.infinite && go.is_limited());
        assert_eq!(go.depth, Some(3));
    }

    #[test]
    fn nonsense_is_named() {
        let go = Go::parse("depth infinite nodes x mate 2");
        assert_eq!(go.complaints, ["go depth '': expected a number", "go nodes 'x': expected a number"]);
        assert_eq!(go.mate, Some(2));
        assert!(!go.is_limited());
    }
}
