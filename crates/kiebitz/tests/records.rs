//! Whoever writes a game, the arena or the history: White is who the game calls White, and the result is White's points first.

use arena::pgn::Headers;
use arena::{Ending, Game, Played};
use engine::{Engine, Side};
use history::{GameResult, History, Participant, PlayedGame};
use record::pgn::Games;
use record::{Colors, Record};

/// Games, and who is White in them.
const GAMES: [(&str, Side); 12] = [
    ("chess", Side::First),
    ("chess960(white=7,black=7)", Side::First),
    ("draughts", Side::Second),
    ("draughts(rules=pool)", Side::Second),
    ("draughts(rules=international)", Side::First),
    ("draughts(rules=italian)", Side::First),
    ("draughts(rules=russian)", Side::First),
    ("othello", Side::Second),
    ("go", Side::Second),
    ("connect-four", Side::First),
    ("tic-tac-toe", Side::First),
    ("draughts(rules=frisian)", Side::First),
];

fn arena_pgn(board: &dyn Engine, winner: Side) -> String {
    let game = Game {
        start: None,
        first_to_move: Side::First,
        moves: board
            .played()
            .into_iter()
            .map(|ply| Played { text: ply.text, code: ply.code, side: Side::First, thinking: None })
            .collect(),
        winner: Some(winner),
        ending: Ending::Resigned,
    };
    let headers = Headers {
        players: ["first", "second"].map(str::to_string),
        game: board.game(),
        customs: board.customs(),
        colors: Colors::named(Side::BOTH.map(|side| board.side_name(side))),
        controls: ["-", "-"].map(str::to_string),
        ..Headers::default()
    };
    record::pgn::write(&arena::pgn::record(&game, &headers))
}

fn history_pgn(history: &mut History, board: &dyn Engine, winner: Side) -> String {
    let game = PlayedGame {
        game: board.game(),
        course: board.course(),
        result: GameResult::from(Some(winner)),
        players: ["first", "second"].map(|name| Participant { name: name.to_string(), ..Participant::default() }),
        ..PlayedGame::default()
    };
    history.record(&game).unwrap();
    let mut text = String::new();
    history
        .for_each(&board.game(), |stored| {
            text = stored.pgn(board);
            Ok(true)
        })
        .unwrap();
    text
}

fn read(text: &str, white: Side) -> Record {
    let colors = if white == Side::First { Colors::WHITE_FIRST } else { Colors::BLACK_FIRST };
    Games::new(text.as_bytes()).colors(move |_| colors).next().unwrap().unwrap().unwrap()
}

#[test]
fn arena_and_history_agree_on_who_is_white() {
    let folder = tempfile::tempdir().unwrap();
    let mut history = History::open(&folder.path().join("history.sqlite")).unwrap();
    for (game, white) in GAMES {
        let mut board = engine::open(game).unwrap();
        for _ in 0..3 {
            let moves = board.moves();
            board.play(&moves[moves.len() / 2].code).unwrap();
        }
        for winner in Side::BOTH {
            let texts = [arena_pgn(&*board, winner), history_pgn(&mut history, &*board, winner)];
            for text in texts {
                let record = read(&text, white);
                let expected = if winner == white { "1-0" } else { "0-1" };
                assert_eq!(record.tag("Result"), Some(expected), "{text}");
                let [first, second] = if white == Side::First { ["White", "Black"] } else { ["Black", "White"] };
                assert_eq!((record.tag(first), record.tag(second)), (Some("first"), Some("second")), "{text}");
                assert_eq!((record.result, record.moves.len()), (GameResult::from(Some(winner)), 3), "{text}");
            }
        }
    }
}
