//! A conversation by Hub, up to the board: positions and moves as a draughts program may send them.
//!
//! Any line is refused or obeyed. A position that is taken can be written, and a move that is read can be played.

#![no_main]

use arena::hub::{HubBoard, game};
use libfuzzer_sys::fuzz_target;
use protocol::hub::Command;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let open = |variant: &str| HubBoard::new(engine::open(&game(variant).expect("known")).expect("a game"));
    let mut board = open("normal");
    for line in text.lines() {
        match Command::parse(line) {
            Ok(Command::SetParam { name, value }) if name == "variant" && game(&value).is_some() => board = open(&value),
            Ok(Command::Pos { position, moves }) => {
                let placed = match &position {
                    None => board.set_up("start").map(drop),
                    Some(position) => board.set_up_hub(position),
                };
                if placed.is_err() {
                    continue;
                }
                for mv in moves {
                    let Some(own) = board.read(&mv) else { break };
                    board.play(&own).expect("what was read is legal");
                }
                let place = board.board().position();
                board.set_up(&place).expect("what the game writes it reads");
            }
            _ => {}
        }
    }
});
