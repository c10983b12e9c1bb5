//! Rules as text, in GDL or in the language of boards: refused with a place, or played without a fault.
#![no_main]

use game::{Rng, Rules};
use libfuzzer_sys::fuzz_target;
use rules::{Limits, Walker};

fuzz_target!(|text: &str| {
    // Small limits: a fuzzer is after faults, not after sizes.
    let limits = Limits { steps: 20_000, literals: 20_000, bytes: 1 << 22, proof: 20_000 };
    let Ok(gdl) = rules::to_gdl(text) else { return };
    let Ok(rules) = rules::compile(&gdl, limits) else { return };
    let mut walker = Walker::new(&rules);
    let mut facts = rules.init.clone();
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let role = walker.turn(&facts).0.unwrap_or(0);
        let mut moves = Vec::new();
        walker.moves(&facts, role, &mut moves);
        if walker.is_over(&facts) || moves.is_empty() {
            let _ = walker.goals(&facts);
            break;
        }
        walker.play(&mut facts, role, rng.pick(&moves));
    }
    // A text that loads is a game that conforms to the contract.
    if text.len().is_multiple_of(8)
        && let Ok(loaded) = rules::load("fuzz", &gdl, rules::Loading { limits, difference: true })
    {
        let mut position = rules::Ruled::begin(loaded);
        if let Some(&mv) = position.moves().first() {
            assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
            position.play(mv);
        }
        let _ = position.parse_position(&position.position_text());
    }
});
