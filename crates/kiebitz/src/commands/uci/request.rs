//! What a `go` asks for.

use std::str::FromStr;
use std::time::Duration;

use engine::{Clock, Go, MAX_DEPTH, Side};

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

/// A `go`, as it was written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Request {
    pub infinite: bool,
    pub ponder: bool,
    /// The moves to choose from; all, if empty.
    pub moves: Vec<String>,
    /// What could not be read.
    pub complaints: Vec<String>,
    /// White's and Black's time left and increment.
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
    move_time: Option<Duration>,
    depth: Option<i32>,
    nodes: Option<u64>,
    mate: Option<usize>,
}

impl Request {
    /// Reads the words after `go`. Words that mean nothing are skipped.
    pub fn parse(words: &[&str]) -> Request {
        let mut request = Request::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => request.infinite = true,
                "ponder" => request.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        request.moves.push(mv.to_string());
                    }
                }
                _ if KEYWORDS.contains(&word) => {
                    let value = words.next_if(|word| !KEYWORDS.contains(word)).unwrap_or_default();
                    if request.set(word, value).is_none() {
                        request.complaints.push(format!("go {word} '{value}': expected a number"));
                    }
                }
                _ => {}
            }
        }
        request
    }

    fn set(&mut self, word: &str, value: &str) -> Option<()> {
        // A clock may have fallen below zero: then there is no time at all.
        let number: i64 = i64::from_str(value).ok()?;
        let count = number.max(0) as u64;
        let time = Duration::from_millis(count);
        match word {
            "wtime" => self.time[0] = Some(time),
            "btime" => self.time[1] = Some(time),
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            "movestogo" => self.moves_to_go = (count > 0).then(|| u32::try_from(count).unwrap_or(u32::MAX)),
            "movetime" => self.move_time = Some(time),
            "depth" => self.depth = Some(number.clamp(1, i64::from(MAX_DEPTH)) as i32),
            "nodes" => self.nodes = Some(count.max(1)),
            "mate" => self.mate = Some(count.clamp(1, 1000) as usize),
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

    /// The limits for the side to move. Moves to choose from are for the caller, who knows which are legal.
    pub fn limits(&self, side: Side) -> Go {
        let [own, other] = [self.time[side.index()], self.time[(!side).index()]];
        // A client that tells only the other side's clock means us to look at some clock.
        let clock = own.or(other).filter(|_| !self.infinite).map(|remaining| Clock {
            remaining,
            increment: self.increment[side.index()],
            moves_to_go: self.moves_to_go,
        });
        Go {
            depth: self.depth,
            nodes: self.nodes,
            time: self.move_time.filter(|_| !self.infinite),
            clock,
            win_in: self.mate.map(|moves| 2 * moves - 1),
            ..Go::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Request {
        Request::parse(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn clocks_by_side() {
        let request = parse("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5");
        let clock = request.limits(Side::Second).clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs(2));
        assert_eq!(clock.increment, Duration::from_millis(20));
        assert_eq!(clock.moves_to_go, Some(5));
        assert_eq!(parse("wtime -50").limits(Side::First).clock.unwrap().remaining, Duration::ZERO);
        assert!(parse("wtime 50").limits(Side::Second).clock.is_some());
    }

    #[test]
    fn moves_end_at_a_keyword() {
        let request = parse("searchmoves e2e4 d2d4 depth 3 gibberish infinite");
        assert_eq!(request.moves, ["e2e4", "d2d4"]);
        assert!(request.infinite && request.is_limited());
        assert_eq!(request.limits(Side::First).depth, Some(3));
    }

    #[test]
    fn nonsense_is_named() {
        let request = parse("depth infinite nodes x mate 2");
        assert_eq!(request.complaints, ["go depth '': expected a number", "go nodes 'x': expected a number"]);
        assert_eq!(request.limits(Side::First).win_in, Some(3));
        assert!(!request.is_limited());
    }
}
