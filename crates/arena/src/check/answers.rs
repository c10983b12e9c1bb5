//! What a program answers: moves, limits, scores, lines.

use std::time::Duration;

use protocol::uci::{Bound, Info, Kind, Value};

use super::conversation::{Search, is_legal};
use super::{Check, Conversation, Verdict, holds, untried};
use crate::Fault;

/// For searches that should end by themselves long before.
const PLENTY: Duration = Duration::from_secs(5);
/// White can castle, and nothing hinders it.
const CASTLE: &str = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
/// Mate in two: 1. Ra1-a7 and 2. Rb8.
const MATE_IN_TWO: &str = "fen 6k1/8/8/8/8/8/8/RR4K1 w - - 0 1";

pub(super) const CHECKS: &[Check] = &[
    Check {
        number: 5,
        expected: "castling is written e1g1 unless `UCI_Chess960` is on, and read so",
        matters: "a program that does not know Chess960 takes e1h1 for an illegal move",
        run: |talk| {
            let after = format!("{CASTLE} e1g1");
            let reply = talk.search(&after, "depth 3", PLENTY)?;
            if !is_legal(&after, reply.best_move()) {
                return Ok(Verdict::Wrong(format!(
                    "after e1g1 it answers '{}', which is not legal",
                    reply.best_move()
                )));
            }
            let search = talk.search(CASTLE, "depth 3 searchmoves e1g1", PLENTY)?;
            holds(search.best_move() != "e1h1", || "castling is written e1h1".to_string())
        },
    },
    Check {
        number: 5,
        expected: "with `UCI_Chess960` on, castling is the king taking its rook, and Shredder-FEN is read",
        matters: "in Chess960 the king's target square alone can mean two moves",
        run: |talk| {
            if talk.offers("UCI_Chess960").is_none() {
                return untried("the option UCI_Chess960 is not offered");
            }
            talk.send("setoption name UCI_Chess960 value true")?;
            let fen = "fen r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w HAha - 0 1";
            let search = talk.search(fen, "depth 3 searchmoves e1h1", PLENTY);
            talk.send("setoption name UCI_Chess960 value false")?;
            let search = search?;
            match search.best_move() {
                "e1g1" => Ok(Verdict::Wrong("castling is written e1g1".to_string())),
                mv => holds(mv == "e1h1" || is_legal(fen, mv), || format!("it answers '{mv}', which is not legal")),
            }
        },
    },
    Check {
        number: 6,
        expected: "`UCI_Elo` has no effect without `UCI_LimitStrength`",
        matters: "programs send all options; the engine would silently play weakly",
        run: |talk| {
            let Some(option) = talk.offers("UCI_Elo").cloned() else {
                return untried("the option UCI_Elo is not offered");
            };
            let look = |talk: &mut Conversation| {
                talk.be_ready()?;
                let found = talk.search("startpos", "depth 8", PLENTY)?;
                Ok::<_, Fault>((found.last(|info| info.nodes), found.best_move().to_string()))
            };
            let [before, again] = [look(talk)?, look(talk)?];
            if before != again {
                return untried("two searches to the same depth differ, so that nothing can be seen");
            }
            let least = match option.kind {
                Kind::Spin { min, .. } if min > i64::MIN => min,
                _ => 1000,
            };
            talk.send(&format!("setoption name UCI_Elo value {least}"))?;
            let after = look(talk)?;
            talk.send(&format!("setoption name UCI_Elo value {}", option.kind.default()))?;
            holds(before == after, || format!("the same search gives {before:?} before and {after:?} after"))
        },
    },
    Check {
        number: 7,
        expected: "`wdl` in `info` lines only when `UCI_ShowWDL` is on",
        matters: "older programs stumble over a word they do not know between `score` and `nodes`",
        run: |talk| {
            let shown = talk.offers("UCI_ShowWDL").is_some_and(|option| option.kind == Kind::Check { default: true });
            let search = talk.search("startpos", "depth 5", PLENTY)?;
            let seen = search.infos.iter().any(|info| info.chances.is_some());
            holds(shown || !seen, || "`wdl` is printed though nobody asked for it".to_string())
        },
    },
    Check {
        number: 8,
        expected: "`go wtime 100` with only the own clock works",
        matters: "the other clock is not always known; the engine would lose on time",
        run: |talk| {
            for (position, go) in
                [("startpos", "wtime 100"), ("startpos moves e2e4", "btime 100"), ("startpos", "wtime 1 btime 1")]
            {
                let search = talk.search(position, go, Duration::from_secs(2))?;
                if search.best.is_none() || search.took > Duration::from_millis(400) {
                    return Ok(Verdict::Wrong(format!("`go {go}` took {} ms", search.took.as_millis())));
                }
                if !is_legal(position, search.best_move()) {
                    return Ok(Verdict::Wrong(format!("`go {go}` answers '{}'", search.best_move())));
                }
            }
            Ok(Verdict::Right)
        },
    },
    Check {
        number: 9,
        expected: "all numbers of `info` lines are whole, and a score comes before each `bestmove`",
        matters: "programs show and judge by them; adjudication needs a score for every move",
        run: |talk| {
            for position in ["startpos", "fen 7k/8/8/8/8/8/6q1/7K w - - 0 1", MATE_IN_TWO] {
                for go in ["depth 4", "nodes 1", "movetime 50"] {
                    let search = talk.search(position, go, Duration::from_secs(2))?;
                    if let Some(wrong) = search.infos.iter().find_map(bad_number) {
                        return Ok(Verdict::Wrong(wrong));
                    }
                    if search.best.is_some() && search.score().is_none() {
                        return Ok(Verdict::Wrong(format!("`go {go}` at {position} gives no score")));
                    }
                }
            }
            Ok(Verdict::Right)
        },
    },
    Check {
        number: 9,
        expected: "the score is that of the side to move",
        matters: "half of all scores would have the wrong sign",
        run: |talk| {
            for (fen, sign) in [("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", 1), ("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", -1)] {
                let search = talk.search(&format!("fen {fen}"), "depth 4", PLENTY)?;
                match search.score().map(|score| number(score.value)) {
                    None => return untried("there was no score"),
                    Some(value) if value.signum() == -sign => {
                        return Ok(Verdict::Wrong(format!("the score is {value} for {fen}")));
                    }
                    _ => {}
                }
            }
            Ok(Verdict::Right)
        },
    },
    Check {
        number: 10,
        expected: "the line of a mate is as long as the mate",
        matters: "people want to see the mate, and tests of mates count on it",
        run: |talk| {
            let search = talk.search(MATE_IN_TWO, "depth 8", PLENTY)?;
            let exact = |info: &&Info| info.score.is_none_or(|score| score.bound == Bound::Exact);
            let last = search.infos.iter().rev().filter(exact).find(|info| !info.pv.is_empty());
            let Some((moves, length)) = last.and_then(|info| Some((mate(info)?, info.pv.len()))) else {
                return Ok(Verdict::Wrong("a mate in two is not seen at depth 8".to_string()));
            };
            holds(length as i64 == 2 * i64::from(moves) - 1, || {
                format!("`mate {moves}` comes with a line of {length} plies")
            })
        },
    },
    Check {
        number: 11,
        expected: "`go depth` ends at that depth",
        matters: LIMITS,
        run: |talk| {
            let search = talk.search("startpos", "depth 5", PLENTY)?;
            ended(&search, "go depth 5").map_or_else(
                || {
                    holds(search.last(|info| info.depth).is_none_or(|depth| depth <= 5), || {
                        "it goes deeper".to_string()
                    })
                },
                Ok,
            )
        },
    },
    Check {
        number: 11,
        expected: "`go nodes` ends after about so many nodes",
        matters: LIMITS,
        run: |talk| {
            let search = talk.search("startpos", "nodes 20000", PLENTY)?;
            ended(&search, "go nodes 20000").map_or_else(
                || {
                    let nodes = search.last(|info| info.nodes).unwrap_or(0);
                    holds(nodes <= 60_000, || format!("it visits {nodes} nodes when asked for 20000"))
                },
                Ok,
            )
        },
    },
    Check {
        number: 11,
        expected: "`go movetime` ends after about that time",
        matters: LIMITS,
        run: |talk| {
            let search = talk.search("startpos", "movetime 400", PLENTY)?;
            ended(&search, "go movetime 400").map_or_else(
                || {
                    let took = search.took.as_millis();
                    holds((200..=700).contains(&took), || format!("it takes {took} ms when asked for 400"))
                },
                Ok,
            )
        },
    },
    Check {
        number: 11,
        expected: "`movestogo` is heeded",
        matters: LIMITS,
        run: |talk| {
            let search = talk.search("startpos", "wtime 1500 btime 1500 movestogo 40", PLENTY)?;
            ended(&search, "go wtime 1500 movestogo 40").map_or_else(
                || {
                    let took = search.took.as_millis();
                    holds(took <= 700, || format!("{took} of 1500 ms are used for one of 40 moves"))
                },
                Ok,
            )
        },
    },
    Check {
        number: 11,
        expected: "`go mate` finds a mate and ends",
        matters: LIMITS,
        run: |talk| {
            let search = talk.search(MATE_IN_TWO, "mate 2", PLENTY)?;
            ended(&search, "go mate 2").map_or_else(
                || {
                    holds(search.last(mate).is_some_and(|moves| (1..=2).contains(&moves)), || {
                        "it does not find a mate in two".to_string()
                    })
                },
                Ok,
            )
        },
    },
    Check {
        number: 11,
        expected: "`searchmoves` restricts the moves",
        matters: "analysis of one candidate relies on it",
        run: |talk| {
            let search = talk.search("startpos", "depth 3 searchmoves a2a3 h2h4", PLENTY)?;
            holds(["a2a3", "h2h4"].contains(&search.best_move()), || {
                format!("'{}' is answered though only a2a3 and h2h4 were allowed", search.best_move())
            })
        },
    },
    Check {
        number: 11,
        expected: "`MultiPV` gives so many lines",
        matters: "analysis shows several moves side by side",
        run: |talk| {
            if talk.offers("MultiPV").is_none() {
                return untried("the option MultiPV is not offered");
            }
            // Names of options are to be understood in any case.
            talk.send("setoption name mULTIpv value 3")?;
            let search = talk.search("startpos", "depth 4", PLENTY);
            talk.send("setoption name MultiPV value 1")?;
            let lines = search?.infos.iter().filter_map(|info| info.rank).max().unwrap_or(1);
            holds(lines == 3, || format!("{lines} instead of 3 lines after `setoption name mULTIpv value 3`"))
        },
    },
    Check {
        number: 12,
        expected: "there is an option `Move Overhead`",
        matters: "on a slow connection or a busy machine games are lost on time without it",
        run: |talk| {
            let named = ["Move Overhead", "MoveOverhead", "Move_Overhead"];
            holds(named.iter().any(|name| talk.offers(name).is_some()), || "it is not offered".to_string())
        },
    },
    Check {
        number: 13,
        expected: "a position without moves is answered by `bestmove (none)`",
        matters: "analysis at the end of a game must not crash or wait for ever",
        run: |talk| {
            for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"] {
                let search = talk.search(&format!("fen {fen}"), "depth 3", Duration::from_secs(2))?;
                if search.best.is_none() {
                    return Ok(Verdict::Wrong(format!("no answer at {fen}")));
                }
                if search.best_move() != "(none)" {
                    return Ok(Verdict::Wrong(format!("'bestmove {}' at {fen}", search.best_move())));
                }
            }
            Ok(Verdict::Right)
        },
    },
    Check {
        number: 13,
        expected: "the fifty-move counter of a FEN is heeded",
        matters: "won endings would be thrown away as draws",
        run: |talk| {
            let search = talk.search("fen 8/8/4k3/8/8/8/8/K6R w - - 99 120", "depth 6", PLENTY)?;
            match search.score().map(|score| number(score.value)) {
                None => untried("there was no score"),
                Some(value) => holds(value.unsigned_abs() <= 60, || {
                    format!("the score is {value} where every move is the fiftieth without progress")
                }),
            }
        },
    },
];

const LIMITS: &str = "tests at equal effort and time controls rely on it";

/// What is wrong if a search did not end by itself.
fn ended(search: &Search, go: &str) -> Option<Verdict> {
    search.best.is_none().then(|| Verdict::Wrong(format!("`{go}` did not end by itself within {} s", PLENTY.as_secs())))
}

/// The number of a score, whatever it counts.
fn number(value: Value) -> i32 {
    match value {
        Value::Centipawns(number) | Value::Mate(number) => number,
    }
}

/// The moves to the mate, if there is one.
fn mate(info: &Info) -> Option<i32> {
    match info.score?.value {
        Value::Mate(moves) => Some(moves),
        Value::Centipawns(_) => None,
    }
}

/// A number of an `info` line that is not whole.
fn bad_number(info: &Info) -> Option<String> {
    info.complaints.first().map(|field| format!("'{field}' in an info line is not a whole number"))
}
