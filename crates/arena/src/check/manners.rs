//! How a program behaves: what it answers when, and that it survives.

use std::time::Duration;

use super::conversation::AT_ONCE;
use super::{Check, Verdict, holds, untried};

/// Short enough for a check, long enough to see an answer that comes too early.
const A_WHILE: Duration = Duration::from_millis(700);
/// A mate in one.
const MATE: &str = "fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
/// The only move there is.
const FORCED: &str = "fen 7k/8/8/8/8/8/6q1/7K w - - 0 1";

pub(super) const CHECKS: &[Check] = &[
    Check {
        number: 0,
        expected: "`id name` and options in the introduction",
        matters: "tables and configuration dialogs show them",
        run: |talk| holds(talk.name.is_some(), || "there is no `id name`".to_string()),
    },
    Check {
        number: 1,
        expected: "`go infinite`: no `bestmove` before `stop`, not even with a mate or a single move",
        matters: "an early answer is taken for the answer to the next question, and every move after it is wrong",
        run: |talk| {
            for position in ["startpos", MATE, FORCED] {
                talk.send(&format!("position {position}\ngo infinite"))?;
                if let (Some(message), _) = talk.wait("bestmove", A_WHILE)? {
                    return Ok(Verdict::Wrong(format!("'{message}' without `stop` at {position}")));
                }
                talk.stop()?;
            }
            Ok(Verdict::Right)
        },
    },
    Check {
        number: 1,
        expected: "`go ponder`: no `bestmove` before `ponderhit` or `stop`",
        matters: "the move would be played on the opponent's turn",
        run: |talk| {
            if talk.offers("Ponder").is_none() {
                return untried("the option Ponder is not offered");
            }
            for position in ["startpos moves e2e4 e7e5", MATE] {
                talk.send(&format!("position {position}\ngo ponder wtime 200 btime 200"))?;
                if let (Some(message), _) = talk.wait("bestmove", A_WHILE)? {
                    return Ok(Verdict::Wrong(format!("'{message}' before `ponderhit` at {position}")));
                }
                talk.send("ponderhit")?;
                if talk.wait("bestmove", AT_ONCE)?.0.is_none() {
                    talk.stop()?;
                    return Ok(Verdict::Wrong(
                        "no `bestmove` after `ponderhit` though the clock had 0.2 s".to_string(),
                    ));
                }
            }
            Ok(Verdict::Right)
        },
    },
    Check {
        number: 2,
        expected: "a `stop` while nothing runs does not end the next search",
        matters: "a late `stop` is common; the next move would be made without thinking",
        run: |talk| {
            talk.send("stop")?;
            let search = talk.search("startpos", "movetime 600", Duration::from_secs(3))?;
            holds(search.best.is_none() || search.took >= Duration::from_millis(300), || {
                format!("a search for 600 ms ended after {} ms", search.took.as_millis())
            })
        },
    },
    Check {
        number: 3,
        expected: "`isready` is answered while searching, and `stop` ends the search at once",
        matters: "programs ask `isready` to see whether an engine still lives",
        run: |talk| {
            talk.send("position startpos\ngo infinite\nisready")?;
            if talk.wait("readyok", AT_ONCE)?.0.is_none() {
                talk.stop()?;
                return Ok(Verdict::Wrong("no `readyok` within 2 s during a search".to_string()));
            }
            talk.stop().map(|_| Verdict::Right)
        },
    },
    Check {
        number: 4,
        expected: "unknown commands and words are ignored",
        matters: "programs send what newer versions of the protocol know",
        run: |talk| {
            talk.send("xyzzy\n\n   \njoho debug\nisready")?;
            if talk.wait("readyok", AT_ONCE)?.0.is_none() {
                return Ok(Verdict::Wrong("no `readyok` after an unknown command".to_string()));
            }
            let search = talk.search("startpos", "xyzzy depth 2", Duration::from_secs(3))?;
            holds(search.best.is_some(), || "`go xyzzy depth 2` did not end by itself".to_string())
        },
    },
    Check {
        number: 4,
        expected: "lines may end with carriage return and line feed",
        matters: "programs on Windows send them",
        run: |talk| {
            talk.send_raw("position startpos moves e2e4\r\ngo depth 2\r\n")?;
            if talk.wait("bestmove", Duration::from_secs(3))?.0.is_some() {
                return Ok(Verdict::Right);
            }
            talk.stop()?;
            Ok(Verdict::Wrong("`go depth 2` with such a line end did not end by itself".to_string()))
        },
    },
    Check {
        number: 4,
        expected: "`position` and `ucinewgame` during a search do no harm",
        matters: "people click faster than programs think",
        run: |talk| {
            talk.send("position startpos\ngo movetime 300\nucinewgame\nposition startpos moves d2d4")?;
            talk.wait("bestmove", AT_ONCE)?;
            // Whatever became of the first search, the next one is answered.
            talk.send("stop\nisready")?;
            talk.wait("readyok", AT_ONCE)?;
            let search = talk.search("startpos moves d2d4", "depth 3", Duration::from_secs(3))?;
            holds(super::conversation::is_legal("startpos moves d2d4", search.best_move()), || {
                format!("then '{}' is answered to 1. d4", search.best_move())
            })
        },
    },
    Check {
        number: 4,
        expected: "the end of the input ends the program",
        matters: "a program that crashes would leave its engines behind, each using a processor",
        run: |talk| {
            talk.send("position startpos\ngo infinite")?;
            talk.wait("bestmove", Duration::from_millis(200))?;
            holds(talk.close(), || "it goes on for more than 2 s".to_string())
        },
    },
];
