//! What the fuzz targets share: the games that a byte can choose.

/// Every kind of board and rule set, small boards among them so that games come to an end.
pub const GAMES: &[&str] = &[
    "tic-tac-toe",
    "connect-four",
    "connect-four(width=12,height=4)",
    "othello",
    "othello(size=4)",
    "draughts",
    "draughts(rules=international)",
    "draughts(rules=russian,order=3)",
    "draughts(rules=frisian)",
    "draughts(rules=italian)",
    "draughts(rules=international,order=7)",
    "go(size=5)",
    "go(size=9)",
    "go(size=5,suicide=allowed,komi=0.5)",
    "chess",
    "chess960(white=0,black=959)",
];

/// The game that a byte chooses, at its start position.
pub fn open(choice: u8) -> Box<dyn engine::Engine> {
    engine::open(GAMES[usize::from(choice) % GAMES.len()]).expect("a game of the list")
}
