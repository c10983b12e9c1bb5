//! Bytes as choices among the legal moves: games that random play would hardly reach, in every game.
//!
//! At every position the key must be what it would be if computed from nothing, and the moves must survive their codes and
//! their notation.

#![no_main]

use boards::connect_four::{ConnectFour, SizedConnectFour};
use boards::draughts::{self, Draughts};
use boards::go::Go;
use boards::othello::Othello;
use boards::tic_tac_toe::TicTacToe;
use game::{Game, Spec};
use kiebitz_fuzz::GAMES;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, choices)) = data.split_first() else { return };
    let spec: Spec = GAMES[usize::from(choice) % GAMES.len()].parse().expect("a spec");
    match spec.name() {
        "tic-tac-toe" => play::<TicTacToe>(&spec, choices),
        "connect-four" if spec.get("width").is_none() => play::<ConnectFour>(&spec, choices),
        "connect-four" => play::<SizedConnectFour>(&spec, choices),
        "othello" => play::<Othello>(&spec, choices),
        "draughts" if draughts::needs_wide(&spec).expect("a spec") => play::<Draughts<u128>>(&spec, choices),
        "draughts" => play::<Draughts<u64>>(&spec, choices),
        "go" => play::<Go>(&spec, choices),
        "chess" | "chess960" => play::<chess::Position>(&spec, choices),
        other => panic!("{other} is in the list of games but not here"),
    }
});

fn play<G: Game>(spec: &Spec, choices: &[u8]) {
    let mut position = G::start(spec).expect("a game");
    for &byte in choices {
        let moves = position.moves();
        assert_eq!(moves.is_empty(), position.outcome().is_some(), "{}", position.position_text());
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(byte) % moves.len()];
        let text = position.move_text(mv);
        assert_eq!(position.parse_move(&text).as_ref(), Ok(&mv), "{}", position.position_text());
        assert_eq!(position.decode(position.encode(mv)), Some(mv), "{text} in {}", position.position_text());
        assert!(position.action(mv) < G::ACTIONS, "{text} in {}", position.position_text());
        // A code from nowhere is refused, or means a legal move.
        if let Some(odd) = position.decode(u16::from(byte).wrapping_mul(257)) {
            assert!(moves.contains(&odd), "{odd:?} in {}", position.position_text());
        }
        position.play(mv);
        assert_eq!(position.key(), position.compute_key(), "after {text}: {}", position.position_text());
    }
}
