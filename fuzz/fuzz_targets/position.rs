//! Positions and moves as text, in every game.
//!
//! The first byte chooses the game, the first line is the position, the following lines are moves. Whatever is accepted must be
//! written back as text that is accepted again and means the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

/// Long enough for any real position or game record; more only slows the fuzzer down.
const LONGEST: usize = 4_000;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if text.len() > LONGEST {
        return;
    }
    let mut engine = kiebitz_fuzz::open(choice);
    let mut lines = text.split('\n');
    let position = lines.next().unwrap_or_default();
    if engine.set_position(position).is_err() {
        engine.set_position("start").expect("the start position");
    }
    check(&*engine, choice);
    for mv in lines {
        let legal = engine.moves();
        match engine.play(mv) {
            Ok(written) => {
                assert!(legal.contains(&written), "'{mv}' was read as {written}, not among {legal:?}");
                check(&*engine, choice);
            }
            // A refusal leaves everything as it was.
            Err(_) => assert_eq!(engine.moves(), legal),
        }
    }
    // Back to the beginning, move by move.
    while engine.undo() {}
    assert!(engine.played().is_empty());
});

/// The position survives being written and read.
fn check(engine: &dyn engine::Engine, choice: u8) {
    let text = engine.position();
    let mut again = kiebitz_fuzz::open(choice);
    again.set_position(&text).unwrap_or_else(|error| panic!("{}: {error}", engine.game()));
    assert_eq!(again.position(), text);
    assert_eq!(again.diagram(), engine.diagram());
    assert_eq!(again.side_to_move(), engine.side_to_move());
    engine.diagram().ascii(&engine.last_move_cells());
    engine.verdict();
}
