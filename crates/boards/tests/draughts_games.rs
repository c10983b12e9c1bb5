//! Real games of draughts replay move by move, and real positions have as many moves as others have counted.
//!
//! The games are not part of the project: they are looked for in `../shared/data` beside the workspace, or where
//! `KIEBITZ_TEST_DATA` says.

use std::path::PathBuf;

use boards::draughts::Draughts;
use game::Rules;
use record::pgn::Games;

type Board = Draughts<u64>;

fn start(game: &str) -> Board {
    Board::start(&game.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

/// The text of a data file, or a loud word that the test is skipped.
fn data(name: &str) -> Option<String> {
    let folder = std::env::var_os("KIEBITZ_TEST_DATA").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let text = std::fs::read_to_string(folder.join("draughts").join(name));
    if text.is_err() {
        // Not eprintln!: the test runner hides that for a test that passes.
        let _ = std::io::Write::write_all(
            &mut std::io::stderr(),
            format!("SKIPPED: draughts/{name} is not there; set KIEBITZ_TEST_DATA to the folder with the test data\n")
                .as_bytes(),
        );
    }
    text.ok()
}

/// Plays moves from the start. Returns how often the record goes on where the rules would have called a draw: servers and
/// arbiters count differently, and players need not claim.
fn replay<'a>(game: &str, moves: impl Iterator<Item = &'a str>) -> Result<usize, String> {
    let mut position = start(game);
    let mut overdue = 0;
    for (ply, text) in moves.enumerate() {
        if position.end().is_some() {
            overdue = 1;
            let pieces: Vec<String> = position.position_text().split(':').take(3).map(str::to_string).collect();
            position = position.parse_position(&pieces.join(":")).map_err(|error| error.to_string())?;
        }
        let mv = position.parse_move(text).map_err(|error| format!("ply {}: {error} in {position:?}", ply + 1))?;
        position.play(mv);
    }
    Ok(overdue)
}

#[test]
fn english_games_replay() {
    let Some(text) = data("english-games.txt") else { return };
    let mut overdue = 0;
    for (number, line) in text.lines().enumerate() {
        let moves = line.split('\t').next().unwrap_or("");
        // The file counts squares from 0, each row from the right.
        let renumbered: Vec<String> = moves
            .split_whitespace()
            .map(|mv| {
                let squares = mv.split('-').map(|square| {
                    let index: usize = square.parse().unwrap_or_else(|_| panic!("line {}: {mv}", number + 1));
                    (4 * (index / 4) + 4 - index % 4).to_string()
                });
                squares.collect::<Vec<_>>().join("-")
            })
            .collect();
        match replay("draughts", renumbered.iter().map(String::as_str)) {
            Ok(count) => overdue += count,
            Err(reason) => panic!("line {}: {reason}", number + 1),
        }
    }
    assert_eq!(text.lines().count(), 9377);
    eprintln!("9377 English games replayed; {overdue} go on after forty moves without progress");
}

/// The string literals of a JSON text, with the escapes that occur in PDN. Enough for our files.
fn strings(json: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut letters = json.chars();
    while letters.any(|letter| letter == '"') {
        let mut text = String::new();
        while let Some(letter) = letters.next() {
            match letter {
                '"' => break,
                '\\' => match letters.next() {
                    Some('n') => text.push('\n'),
                    Some(other) => text.push(other),
                    None => break,
                },
                _ => text.push(letter),
            }
        }
        found.push(text);
    }
    found
}

/// The moves of a game in PDN.
fn pdn_moves(text: &str) -> Vec<String> {
    // Some headers hold a line break that was escaped twice.
    let text = text.replace("\\n", "\n");
    let games = Games::new(text.as_bytes()).map(|game| game.unwrap().unwrap());
    let moves: Vec<String> =
        games.flat_map(|game| game.moves.main_texts().map(str::to_string).collect::<Vec<_>>()).collect();
    moves.into_iter().filter(|word| word.contains(['-', 'x'])).collect()
}

/// Joins the jumps of one capture where a server writes each as a move of its own: `d6xb4 b4xd2` is `d6xb4xd2`.
fn joined(moves: Vec<String>) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    for mv in moves {
        match (whole.last().and_then(|last| last.rsplit_once('x').map(|(_, to)| to.to_string())), mv.split_once('x')) {
            (Some(to), Some((from, next))) if to == from => {
                let last = whole.last_mut().expect("it has just been looked at");
                last.push('x');
                last.push_str(next);
            }
            _ => whole.push(mv),
        }
    }
    whole
}

fn replay_file(name: &str, game: &str, expected: usize) {
    let Some(text) = data(&format!("games/{name}.json")) else { return };
    let games: Vec<Vec<String>> =
        strings(&text).iter().map(|text| joined(pdn_moves(text))).filter(|moves| !moves.is_empty()).collect();
    let (mut overdue, mut wrong) = (0, Vec::new());
    for (number, moves) in games.iter().enumerate() {
        match replay(game, moves.iter().map(String::as_str)) {
            Ok(count) => overdue += count,
            Err(reason) => wrong.push(format!("{name} game {}: {reason}", number + 1)),
        }
    }
    let plies: usize = games.iter().map(Vec::len).sum();
    eprintln!("{name}: {} games, {plies} plies; {overdue} go on after a draw by counting", games.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(games.len(), expected, "games in {name}");
}

#[test]
fn american_games_replay() {
    replay_file("american", "draughts", 30);
}

#[test]
fn brazilian_games_replay() {
    replay_file("brazilian", "draughts(rules=brazilian)", 25);
}

#[test]
fn russian_games_replay() {
    replay_file("russian", "draughts(rules=russian)", 9);
}

#[test]
fn international_games_replay() {
    replay_file("standard", "draughts(rules=international)", 13);
}

#[test]
fn frisian_games_replay() {
    replay_file("frisian", "draughts(rules=frisian)", 14);
}

#[test]
fn international_positions_have_the_counted_moves() {
    let Some(text) = data("international-legal-move-counts.json") else { return };
    let start = start("draughts(rules=international)");
    let mut checked = 0;
    for line in text.lines() {
        let Some((position, count)) = line.trim().trim_end_matches(',').rsplit_once(": ") else { continue };
        let position = start.parse_position(position.trim_matches('"')).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.moves().len().to_string(), count, "{position:?}");
        checked += 1;
    }
    assert_eq!(checked, 14);
}
