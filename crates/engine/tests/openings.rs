//! Openings have names, seen through the facade.

#[test]
fn openings_have_names_through_the_facade() {
    let mut engine = engine::open("chess").unwrap();
    assert_eq!(engine.opening(), None);
    for mv in ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "Rg1"] {
        engine.play(mv).unwrap();
    }
    let opening = engine.opening().unwrap();
    assert_eq!((opening.eco, opening.german), ("B90", "Sizilianische Verteidigung: Najdorf-Variante"));
    assert_eq!(engine::open("othello").unwrap().opening(), None);
}
