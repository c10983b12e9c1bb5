//! Text from outside is read or refused; nothing that is written there makes a reader fail.

use arena::hub::HubBoard;
use arena::stats::sprt::Model;
use arena::{DrawRule, ResignRule, TimeControl};
use engine::PlayerSpec;
use game::Rng;

/// Pieces that the readers know, so that garbage gets past the first letter.
const PIECES: [&str; 34] = [
    "kiebitz",
    "random",
    "mcts",
    "uci:",
    "human",
    ":",
    ",",
    "=",
    "\\",
    "\\,",
    "option.",
    "arg",
    "name",
    "clock",
    "nodes",
    "depth",
    "time",
    "level",
    "/",
    "+",
    "-",
    ".",
    "0",
    "1",
    "9999999999999999999",
    "nan",
    "inf",
    "1e400",
    "m",
    "h",
    "\u{0}",
    "é",
    " ",
    "moves",
];

#[test]
fn readers_survive() {
    let mut rng = Rng::new(3);
    let mut read = 0;
    for _ in 0..200_000 {
        let length = 1 + rng.below(8);
        let text: String = (0..length).map(|_| rng.pick(&PIECES)).collect();
        if let Ok(player) = text.parse::<PlayerSpec>() {
            read += 1;
            assert!(!player.label().is_empty(), "{text:?}");
            assert_eq!(player.to_string().parse(), Ok(player), "{text:?}");
        }
        if let Ok(control) = text.parse::<TimeControl>() {
            read += 1;
            // What is written is read back as the same.
            assert_eq!(control.to_string().parse(), Ok(control), "{text:?}");
        }
        let _ = (text.parse::<DrawRule>(), text.parse::<ResignRule>(), text.parse::<Model>());
    }
    assert!(read > 1000, "{read}");
}

/// What a draughts program may say, and what a draughts board may ask.
#[test]
fn hub_survives() {
    const PIECES: [&str; 22] = [
        "pos",
        "W",
        "B",
        "w",
        "b",
        "e",
        "eeeeeeeeee",
        "moves",
        "move",
        "=",
        "\"",
        " ",
        "-",
        "x",
        "32",
        "28",
        "1",
        "99999999",
        "é",
        "\u{0}",
        "score",
        "nan",
    ];
    let mut board = HubBoard::new(engine::open("draughts(rules=international)").unwrap());
    let mut rng = Rng::new(4);
    let mut set_up = 0;
    for round in 0..20_000 {
        let length = 1 + rng.below(12);
        let text: String = (0..length).map(|_| rng.pick(&PIECES)).collect();
        let _ = board.read(&text);
        // A position now and then that has the right length.
        let letters = (0..50).map(|_| rng.pick(&["e", "e", "e", "w", "b", "W", "B"]));
        let position = if round % 10 == 0 { format!("W{}", letters.collect::<String>()) } else { text };
        set_up += usize::from(board.set_up_hub(&position).is_ok());
    }
    assert!(set_up > 100, "{set_up}");
}
