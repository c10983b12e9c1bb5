//! Bytes as choices among the legal moves: games that random play would hardly reach, in every game.
//!
//! At every position the key must be what it would be if computed from nothing, and the moves must survive their codes and
//! their notation.

#![no_main]

use engine::{Playable, Visitor};
use kiebitz_fuzz::GAMES;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, choices)) = data.split_first() else { return };
    engine::visit(GAMES[usize::from(choice) % GAMES.len()], Play { choices }).expect("a game of the list");
});

struct Play<'a> {
    choices: &'a [u8],
}

impl Visitor for Play<'_> {
    type Result = ();

    fn visit<G: Playable>(self, start: G) {
        play(start, self.choices);
    }
}

fn play<G: Playable>(mut position: G, choices: &[u8]) {
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
