//! What is wrong is said: on the error output, with the value and what would be right, and with exit code 2.

mod common;

use common::run;

/// Arguments, and what the message must contain.
const WRONG: &[(&[&str], &[&str])] = &[
    (&["frobnicate"], &["frobnicate"]),
    (&["search"], &["GAME"]),
    (&["search", ""], &["game ''", "name(parameter=value"]),
    (&["search", "ches"], &["'ches'", "othello"]),
    (&["search", "othello("], &["othello(", "parenthesis"]),
    (&["search", "othello(size=7)"], &["7", "size"]),
    (&["search", "othello(komi=7)"], &["komi", "size"]),
    (&["search", "tic-tac-toe(size=4)"], &["size", "none"]),
    (&["search", "draughts(rules=martian)"], &["martian", "english"]),
    (&["search", "connect-four(width=99)"], &["width=99"]),
    (&["search", "go(size=100)"], &["size=100"]),
    (&["search", "othello", "--position", ""], &["--position", "start"]),
    (&["search", "othello", "--position", "zz"], &["'zz'", "a1"]),
    (&["search", "connect-four", "--position", "444444444"], &["full"]),
    (&["search", "tic-tac-toe", "--position", "XXX------"], &["XXX------"]),
    (&["search", "draughts", "--position", "X:Y"], &["X:Y"]),
    (&["search", "go", "--position", "Z9"], &["Z9"]),
    (&["search", "othello", "--position", "\u{1b}[2J"], &["\\u{1b}"]),
    (&["search", "othello", "--depth", "0"], &["'0'", "--depth", "1 to 120"]),
    (&["search", "othello", "--depth", "-3"], &["'-3'", "--depth", "1 to 120"]),
    (&["search", "othello", "--depth", "9999999999999"], &["--depth", "1 to 120"]),
    (&["search", "othello", "--depth", "four"], &["'four'", "--depth", "1 to 120"]),
    (&["search", "othello", "--depth", ""], &["--depth"]),
    (&["search", "othello", "--nodes", "0"], &["--nodes", "from 1"]),
    (&["search", "othello", "--nodes", "-1"], &["--nodes", "from 1"]),
    (&["search", "othello", "--time", "-1"], &["'-1'", "--time", "seconds"]),
    (&["search", "othello", "--time", "nan"], &["'nan'", "seconds"]),
    (&["search", "othello", "--time", "1e400"], &["'1e400'", "seconds"]),
    (&["search", "othello", "--time", "soon"], &["'soon'", "seconds"]),
    (&["search", "othello", "--threads", "0"], &["--threads", "1 to 1024"]),
    (&["search", "othello", "--threads", "100000"], &["--threads", "1 to 1024"]),
    (&["search", "othello", "--hash", "0"], &["--hash", "from 1"]),
    (&["search", "othello", "--hash", "-5"], &["--hash", "from 1"]),
    (&["search", "othello", "--hash", "33554432", "--depth", "1"], &["hash 33554432", "memory"]),
    (&["search", "othello", "--hash", "99999999999999999999"], &["--hash", "from 1"]),
    (&["search", "othello", "--multipv", "0"], &["--multipv", "from 1"]),
    (&["search", "othello", "--seed", "-1"], &["--seed", "from 0"]),
    (&["search", "othello", "--techniques", ""], &["technique ''", "minimax"]),
    (&["search", "othello", "--techniques", "all+magic"], &["'magic'", "alpha-beta"]),
    (&["search", "othello", "--eval", "magic", "--depth", "1"], &["'magic'", "positional"]),
    (&["search", "othello", "--eval", "", "--depth", "1"], &["evaluator ''", "positional"]),
    (&["search", "othello", "--frobnicate"], &["--frobnicate"]),
    (&["solve", "othello", "--hash", "0"], &["--hash", "from 1"]),
    (&["solve", "othello", "--hash", "33554432"], &["hash 33554432", "memory"]),
    (&["perft", "othello"], &["DEPTH"]),
    (&["perft", "othello", "-1"], &["'-1'", "0 to 1000"]),
    (&["perft", "othello", "99999999999999999999"], &["0 to 1000"]),
    (&["perft", "othello", "2", "--threads", "0"], &["--threads", "1 to 1024"]),
    (&["play", "ludo"], &["'ludo'", "othello"]),
    (&["play", "othello", "--position", "a9"], &["'a9'"]),
    (&["play", "othello", "--games", "0"], &["--games", "from 1"]),
    (&["play", "othello", "--clock", "0+0"], &["'0+0'", "5+3"]),
    (&["play", "othello", "--clock", "-1+3"], &["'-1+3'", "5+3"]),
    (&["play", "othello", "--clock", "1e300+3"], &["'1e300+3'", "5+3"]),
    (&["play", "othello", "--clock", ""], &["5+3"]),
    (&["play", "othello", "--first", ""], &["player ''", "human"]),
    (&["play", "othello", "--first", "magnus"], &["'magnus'", "kiebitz"]),
    (&["play", "othello", "--first", "kiebitz:level=11"], &["11", "1 to 10"]),
    (&["play", "othello", "--first", "kiebitz:depth=0"], &["kiebitz:depth=0", "1 to 120"]),
    (&["play", "othello", "--first", "kiebitz:depth=x"], &["depth=x"]),
    (&["play", "othello", "--first", "kiebitz:depth"], &["name=value"]),
    (&["play", "othello", "--first", "kiebitz:nodes=0"], &["nodes 0"]),
    (&["play", "othello", "--first", "kiebitz:time=-1"], &["time=-1", "seconds"]),
    (&["play", "othello", "--first", "kiebitz:threads=0"], &["threads 0", "1 to 1024"]),
    (&["play", "othello", "--first", "kiebitz:hash=0"], &["hash 0"]),
    (&["play", "othello", "--first", "kiebitz:eval=magic"], &["magic", "positional"]),
    (&["play", "othello", "--first", "kiebitz:techniques=magic"], &["magic", "alpha-beta"]),
    (&["play", "othello", "--first", "kiebitz:magic=1"], &["magic", "level"]),
    (&["play", "othello", "--first", "mcts:depth=3"], &["mcts", "depth", "playouts"]),
    (&["play", "othello", "--first", "kiebitz:hash=33554432", "--second", "random"], &["hash 33554432", "memory"]),
    (&["completions", "dos"], &["dos", "bash"]),
    (&["match", "kiebitz"], &["PLAYER"]),
    (&["match", "chess", "kiebitz"], &["two players"]),
    (&["match", "martian", "random"], &["'martian'", "uci:PATH"]),
    (&["match", "human", "random"], &["kiebitz play"]),
    (&["match", "uci:/nowhere/engine", "random"], &["/nowhere/engine", "PATH"]),
    (&["match", "othello", "uci:true", "random"], &["othello", "chess"]),
    (&["match", "uci:true,speed=3", "random"], &["'speed'", "option.NAME"]),
    (&["match", "random", "random", "--clock", "soon"], &["'soon'", "10+0.1"]),
    (&["match", "random", "random", "--games", "0"], &["--games", "from 1"]),
    (&["match", "random", "random", "--openings", "/nowhere.epd"], &["/nowhere.epd"]),
    (&["match", "tic-tac-toe", "random", "random", "--random-plies", "20"], &["20 random plies"]),
    (&["match", "random", "random", "--draw", "moves=many"], &["moves=many", "after=40"]),
    (&["match", "random", "random", "--resume", "--journal", "/nowhere/x"], &["nothing to resume", "/nowhere/x"]),
    (&["match", "random", "random", "--pgn", "/nowhere/x.pgn", "--games", "2"], &["/nowhere/x.pgn"]),
    (&["sprt", "random", "random", "--elo0", "5", "--elo1", "0"], &["5", "below"]),
    (&["sprt", "random", "random", "--alpha", "0.9"], &["0.9", "0.05"]),
    (&["sprt", "random", "random", "--model", "magic"], &["'magic'", "normalized"]),
    (&["tournament", "random", "random", "--format", "league"], &["'league'", "round-robin"]),
    (&["tournament", "othello", "random"], &["two players"]),
    (&["ratings", "/nowhere.pgn"], &["/nowhere.pgn"]),
    (&["ratings", "Cargo.toml"], &["no game"]),
    (&["ratings", "Cargo.toml", "--anchor", "me"], &["'me'", "stockfish=3600"]),
    (&["arena", "check", "/nowhere/engine"], &["/nowhere/engine"]),
    (&["lab", "ladder", "--levels", "3-1"], &["3-1", "1-10"]),
];

#[test]
fn errors_say_what_is_wrong() {
    for (args, parts) in WRONG {
        let output = run(args);
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        for part in *parts {
            assert!(message.contains(part), "{args:?}: no '{part}' in: {message}");
        }
        assert!(!message.contains("panicked") && !message.contains('\u{1b}'), "{args:?}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let garbage = OsStr::from_bytes(b"oth\xffello");
    for args in
        [&[OsStr::new("search"), garbage][..], &["play".as_ref(), "othello".as_ref(), "--first".as_ref(), garbage]]
    {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("UTF-8"), "{output:?}");
    }
}
