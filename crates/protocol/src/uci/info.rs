//! What an engine says about its search: `info depth 12 score cp 35 nodes 12345 time 10 pv e2e4 ...`.

use std::fmt;
use std::time::Duration;

use crate::words::{Words, count, one_line};

/// The fields of an `info`; each but the last takes one word or more.
const KEYWORDS: &[&str] = &[
    "depth",
    "seldepth",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "refutation",
    "currline",
    "string",
];

/// What an engine says about its search. Every field may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// The greatest depth of a line.
    pub selective_depth: Option<u32>,
    /// The place of the line among the best ones, from 1.
    pub rank: Option<u32>,
    /// The value of the position for the side to move.
    pub score: Option<Score>,
    /// The chances of a win, a draw and a loss for the side to move, in thousandths.
    pub chances: Option<[u32; 3]>,
    /// The nodes visited.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub speed: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub table_full: Option<u32>,
    /// Positions found in endgame tables.
    pub table_hits: Option<u64>,
    /// How busy the processor is, in thousandths.
    pub load: Option<u32>,
    /// The time of the search, in whole milliseconds.
    pub time: Option<Duration>,
    /// The move that is being looked at.
    pub current_move: Option<String>,
    /// Its number among the moves, from 1.
    pub current_number: Option<u32>,
    /// The best line.
    pub pv: Vec<String>,
    /// Something in words.
    pub notice: Option<String>,
    /// Fields whose value is not a whole number, as they stand; never written.
    pub complaints: Vec<String>,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The value itself.
    pub value: Value,
    /// Is it exact?
    pub bound: Bound,
}

/// What a score counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves, not plies, to the mate; negative if the side to move is mated, 0 if it is so already.
    Mate(i32),
}

/// How a score is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// Neither more nor less.
    #[default]
    Exact,
    /// At least.
    Lower,
    /// At most.
    Upper,
}

impl Info {
    /// Something in words.
    pub fn notice(text: impl Into<String>) -> Info {
        Info { notice: Some(text.into()), ..Info::default() }
    }

    /// Reads what follows the word `info`. Words that mean nothing are skipped.
    pub fn parse(text: &str) -> Info {
        let mut info = Info::default();
        let mut bound = Bound::Exact;
        let mut words = Words::new(text);
        let is_value = |word: &str| !KEYWORDS.contains(&word);
        while let Some(word) = words.next() {
            match word {
                "lowerbound" => bound = Bound::Lower,
                "upperbound" => bound = Bound::Upper,
                "currmove" => info.current_move = words.next_if(is_value).map(str::to_string),
                "pv" => info.pv = words.while_wanted(is_value),
                "wdl" => {
                    let mut next = || count(words.next_if(is_value)?, u32::MAX);
                    if let (Some(win), Some(draw), Some(loss)) = (next(), next(), next()) {
                        info.chances = Some([win, draw, loss]);
                    }
                }
                "string" => {
                    info.notice = Some(words.rest().to_string());
                    break;
                }
                // The words that follow them mean nothing to us.
                "score" | "refutation" | "currline" | "sbhits" => {}
                _ if KEYWORDS.contains(&word) => {
                    let value = words.next_if(is_value).unwrap_or_default();
                    if info.set(word, value).is_none() {
                        info.complaints.push(format!("{word} {value}"));
                    }
                }
                _ => {}
            }
        }
        if let Some(score) = &mut info.score {
            score.bound = bound;
        }
        info
    }

    fn set(&mut self, word: &str, value: &str) -> Option<()> {
        // Only scores may be negative.
        let signed: i128 = value.parse().ok()?;
        let signed = signed.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32;
        let large = count(value, u64::MAX)?;
        let small = u32::try_from(large).unwrap_or(u32::MAX);
        let exact = |value: Value| Some(Score { value, bound: Bound::Exact });
        match word {
            "depth" => self.depth = Some(small),
            "seldepth" => self.selective_depth = Some(small),
            "multipv" => self.rank = Some(small),
            "cp" => self.score = exact(Value::Centipawns(signed)),
            "mate" => self.score = exact(Value::Mate(signed)),
            "nodes" => self.nodes = Some(large),
            "nps" => self.speed = Some(large),
            "hashfull" => self.table_full = Some(small),
            "tbhits" => self.table_hits = Some(large),
            "cpuload" => self.load = Some(small),
            "time" => self.time = Some(Duration::from_millis(large)),
            "currmovenumber" => self.current_number = Some(small),
            _ => {}
        }
        Some(())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Centipawns(value) => write!(f, "cp {value}")?,
            Value::Mate(moves) => write!(f, "mate {moves}")?,
        }
        match self.bound {
            Bound::Exact => Ok(()),
            Bound::Lower => f.write_str(" lowerbound"),
            Bound::Upper => f.write_str(" upperbound"),
        }
    }
}

/// With a space before each word, as it follows `info`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field<T: fmt::Display>(f: &mut fmt::Formatter<'_>, word: &str, value: Option<T>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {word} {value}"))
        }
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.selective_depth)?;
        field(f, "multipv", self.rank)?;
        field(f, "score", self.score)?;
        if let Some([win, draw, loss]) = self.chances {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.speed)?;
        field(f, "hashfull", self.table_full)?;
        field(f, "tbhits", self.table_hits)?;
        field(f, "cpuload", self.load)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "currmove", self.current_move.as_deref().map(one_line))?;
        field(f, "currmovenumber", self.current_number)?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", one_line(&self.pv.join(" ")))?;
        }
        field(f, "string", self.notice.as_deref().map(one_line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<Value> {
        Info::parse(text).score.map(|score| score.value)
    }

    #[test]
    fn reads_what_is_there() {
        let info = Info::parse("depth 12 seldepth 20 score cp -35 upperbound nodes 777 nps 3 time 41 pv e2e4 e7e5");
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
        assert_eq!((info.depth, info.selective_depth, info.nodes), (Some(12), Some(20), Some(777)));
        assert_eq!(info.score, Some(Score { value: Value::Centipawns(-35), bound: Bound::Upper }));
        assert_eq!(info.time, Some(Duration::from_millis(41)));
        assert_eq!(Info::parse("pv e2e4 time 5").time, Some(Duration::from_millis(5)));
        assert_eq!(value("score mate -2147483649"), Some(Value::Mate(i32::MIN)));
        assert_eq!(Info::parse("wdl 1 2").chances, None);
        assert_eq!(Info::parse("refutation d1h5 g6h5 depth 3").depth, Some(3));
    }

    #[test]
    fn numbers_that_are_none_are_named() {
        assert_eq!(Info::parse("depth x score y z").complaints, ["depth x"]);
        assert_eq!(Info::parse("depth 3 score cp 1.5 nodes 5").complaints, ["cp 1.5"]);
        assert_eq!(value("score cp 1.5"), None);
        assert_eq!(Info::parse("depth 3 score").complaints, [""; 0]);
        assert_eq!(Info::parse("string depth of thought"), Info::notice("depth of thought"));
    }
}
