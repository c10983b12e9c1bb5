//! Texts as the page imports them: the first byte chooses the game, the rest is read.
//!
//! Any text is read or refused within the server's bounds, and what was read is a tree whose moves can be played, written down and
//! read again.

#![no_main]

use kiebitz_fuzz::GAMES;
use libfuzzer_sys::fuzz_target;
use server::wire::{ImportRequest, ImportedGame, RecordFormat, RecordRequest};
use server::{import, limits};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let game = GAMES[usize::from(*choice) % GAMES.len()].to_string();
    let request = ImportRequest { text: String::from_utf8_lossy(text).into_owned(), game: Some(game) };
    let Ok(imported) = import::read(&request, &engine::Control::timeless()) else { return };
    assert!(imported.errors.len() <= limits::IMPORT_ERRORS);
    assert!(imported.games.len() as u64 <= limits::IMPORT_GAMES);
    for game in &imported.games {
        for index in 0..game.nodes.len() {
            // From each move the way back to the first, and forth again on a board.
            let mut line = vec![index];
            while let Some(parent) = game.nodes[line[line.len() - 1]].parent {
                assert!(parent < line[line.len() - 1]);
                line.push(parent);
            }
            if game.nodes.len() > 50 && index + 1 < game.nodes.len() {
                continue;
            }
            let mut board = engine::open(&game.game).expect("the game of an imported game");
            board.set_position(&game.start).expect("the start of an imported game");
            for &node in line.iter().rev() {
                board.play(&game.nodes[node].code).expect("a move of an imported game");
            }
        }
    }
    for game in &imported.games {
        let request = RecordRequest { game: game.clone(), judged: Vec::new() };
        let written = import::write(&request, &engine::Control::timeless()).expect("an imported game can be written");
        // SGF does not know all rules of our Go.
        if written.format != RecordFormat::Sgf {
            let request = ImportRequest { text: written.text, game: Some(game.game.clone()) };
            let again = import::read(&request, &engine::Control::timeless()).expect("what was written can be read");
            let tree = |game: &ImportedGame| {
                game.nodes.iter().map(|node| (node.parent, node.code.clone())).collect::<Vec<_>>()
            };
            assert_eq!(again.games.first().map(tree), Some(tree(game)), "{}", request.text);
        }
    }
    assert!(serde_json::to_vec(&imported).is_ok_and(|text| text.len() <= limits::IMPORT_ANSWER + (1 << 20)));
});
