//! Records that others have written, and some typed by hand; who is White in each game.

use std::path::PathBuf;

use boards::connect_four::ConnectFour;
use boards::draughts::Draughts;
use boards::go::Go;
use boards::othello::Othello;
use boards::tic_tac_toe::TicTacToe;
use game::{Rules, Show, Side};
use record::pgn::{Detail, Games};
use record::{Colors, File, GameResult, Limits, Moves, Record, game_name, pdn, pgn, replay, sgf, transcript};

fn start<G: Show>(game: &str) -> G {
    G::start(&game.parse().unwrap()).unwrap()
}

/// A file of the test data, or a loud word that the test is skipped.
fn data(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("KIEBITZ_TEST_DATA").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    // Not eprintln!: the test runner hides that for a test that passes.
    let told = format!("SKIPPED: {name} is not there; set KIEBITZ_TEST_DATA to the folder with the test data\n");
    let _ = std::io::Write::write_all(&mut std::io::stderr(), told.as_bytes());
    None
}

fn everything(text: &str, colors: Colors) -> Vec<Record> {
    let games = Games::new(text.as_bytes()).detail(Detail::Everything).colors(move |_| colors);
    games.map(|game| game.unwrap().unwrap().whole().unwrap()).collect()
}

/// The players and the result of a game that the first player has won, as PGN shows them.
fn shown<G: Show>(game: &str) -> (String, String, String) {
    let colors = Colors::of(&start::<G>(game));
    let mut record = Record { colors, result: GameResult::First, ..Record::default() };
    record.set_side_tag(Side::First, "", "first");
    record.set_side_tag(Side::Second, "", "second");
    let text = pgn::write(&record);
    let again = &everything(&text, colors)[0];
    assert_eq!((again.result, again.side_tag(Side::First, "")), (GameResult::First, Some("first")), "{game}");
    let tag = |name: &str| again.tag(name).unwrap_or_default().to_string();
    (tag("White"), tag("Black"), tag("Result"))
}

#[test]
fn who_is_white() {
    let white_begins = ("first".to_string(), "second".to_string(), "1-0".to_string());
    let black_begins = ("second".to_string(), "first".to_string(), "0-1".to_string());
    assert_eq!(shown::<chess::Position>("chess"), white_begins);
    assert_eq!(shown::<Draughts<u64>>("draughts(rules=international)"), white_begins);
    assert_eq!(shown::<Draughts<u64>>("draughts(rules=italian)"), white_begins);
    assert_eq!(shown::<Draughts<u64>>("draughts"), black_begins);
    assert_eq!(shown::<Draughts<u64>>("draughts(rules=pool)"), black_begins);
    assert_eq!(shown::<Othello>("othello"), black_begins);
    assert_eq!(shown::<Go>("go"), black_begins);
    // No side is called White: the first player is.
    assert_eq!(shown::<TicTacToe>("tic-tac-toe"), white_begins);
    assert_eq!(shown::<ConnectFour>("connect-four"), white_begins);
}

#[test]
fn pdn_by_hand() {
    let text = "[Event \"club\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[GameType \"21\"]\n\n\
        1. 11-15 23-19 2. 8-11 22-17 {the usual} 3. 11-16? 24-20 4. 16x23 27x18x11 0-1\n\n\
        [GameType \"20\"]\n[White \"A\"]\n[FEN \"W:W31-50:B1-20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
        [GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 0-0\n";
    let found: Vec<Record> = Games::new(text.as_bytes())
        .detail(Detail::Everything)
        .colors(|tags| {
            let game = game_name(tags).unwrap().unwrap();
            Colors::of(&start::<Draughts<u64>>(&game))
        })
        .map(|game| game.unwrap().unwrap().whole().unwrap())
        .collect();
    assert_eq!(found.len(), 3);
    // In English draughts Black begins, so 0-1 is the first player's win.
    assert_eq!((found[0].result, found[0].side_tag(Side::First, "")), (GameResult::First, Some("B")));
    let english: Draughts<u64> = start("draughts");
    replay(&english, found[0].moves.main_texts(), |_, _| {}).unwrap();
    assert_eq!((found[1].result, found[1].moves.len()), (GameResult::First, 4));
    let international: Draughts<u64> = start("draughts(rules=international)");
    let position = international.parse_position(found[1].start().unwrap()).unwrap();
    replay(&position, found[1].moves.main_texts(), |_, _| {}).unwrap();
    assert_eq!((found[2].result, found[2].moves.len()), (GameResult::Open, 1));
    assert!(pgn::write(&found[0]).trim_end().ends_with("27x18x11 0-1"));
    assert!(pgn::write(&found[1]).contains("[Result \"2-0\"]"));
    let mut drawn = Record { result: GameResult::Draw, moves: Moves::line(["32-28"]), ..Record::default() };
    assert!(pdn::mark(&mut drawn, "draughts(rules=international)"));
    assert!(pgn::write(&drawn).ends_with("[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 1-1\n\n"));
    assert!(!pdn::mark(&mut drawn, "othello"));
}

#[test]
fn sgf_by_hand() {
    // A handicap game with a variation, as an editor writes it.
    let text = "(;FF[4]GM[1]SZ[9]HA[2]KM[0.5]PB[Kim]PW[Lee]\nRE[B+R]AB[gc][cg]\n;W[ee]C[hm]\n(;B[ce];W[eg])\n(;B[ge]))";
    let record = sgf::read(text, &Limits::default()).remove(0).unwrap();
    assert_eq!(record.result, GameResult::First);
    let go: Go = start("go(size=9,komi=0.5)");
    let position = go.parse_position(record.start().unwrap()).unwrap();
    assert_eq!(position.side_to_move(), Side::Second);
    let end = replay(&position, record.moves.main_texts(), |_, _| {}).unwrap();
    // The whole text is a position as well: the one after its main line.
    assert_eq!(go.parse_position(text).unwrap().position_text(), end.position_text());
    let as_pgn = pgn::write(&record);
    assert!(as_pgn.contains("[White \"Lee\"]\n[Black \"Kim\"]\n[Result \"0-1\"]"), "{as_pgn}");
    assert!(as_pgn.ends_with("1... E5 {hm} 2. C5 (2. G5) 2... E3 0-1\n\n"), "{as_pgn}");
}

#[test]
fn transcripts_by_hand() {
    let othello: Othello = start("othello");
    let record = transcript::read("F5D6C3d3c4f4", &Limits::default()).remove(0).unwrap();
    let end = replay(&othello, record.moves.main_texts(), |_, _| {}).unwrap();
    assert_eq!(end.position_text(), othello.parse_position("f5d6c3d3c4f4").unwrap().position_text());
    let refused = replay(&othello, ["f5", "f5"], |_, _| {}).unwrap_err();
    assert!(refused.to_string().starts_with("ply 2: move 'f5'"), "{refused}");
}

/// Files from all over the world: every game of chess can be played through but one, and what is written is read as it was.
#[test]
fn odd_files() {
    let Some(folder) = data("chess/games/odd") else { return };
    let mut seen = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (mut games, mut moves) = (0, 0);
        for game in File::open(&path).unwrap().games.detail(Detail::Everything) {
            let record = game.unwrap().unwrap_or_else(|broken| panic!("{name}: {broken}"));
            let record = record.whole().unwrap_or_else(|broken| panic!("{name}: {broken}"));
            games += 1;
            moves += record.moves.main_line().count();
            let again = &everything(&pgn::write(&record), record.colors)[0];
            assert_eq!((&again.moves, again.result), (&record.moves, record.result), "{name}");
            let game = game_name(&record.tags).unwrap().unwrap_or_else(|| "chess".to_string());
            if !game.starts_with("chess") {
                continue;
            }
            let origin: chess::Position = start(&game);
            let origin = record.start().map_or(Ok(origin.clone()), |fen| origin.parse_position(fen)).unwrap();
            let refused = replay(&origin, record.moves.main_texts(), |_, _| {}).err().map(|error| error.ply);
            // ChessBase's null move is no move of chess.
            assert_eq!(refused, (name == "anastasian-lewis").then_some(81), "{name}");
        }
        seen.push((name, games, moves));
    }
    println!("{seen:?}");
    assert_eq!(seen.len(), 12);
    assert!(seen.iter().all(|(_, games, _)| *games > 0), "{seen:?}");
}

#[test]
fn master_games() {
    let Some(path) = data("chess/games/twic1410.pgn") else { return };
    let (mut games, mut moves) = (0, 0);
    for game in File::open(&path).unwrap().games {
        let record = game.unwrap().unwrap().whole().unwrap();
        games += 1;
        moves += record.moves.len();
        assert!(record.result != GameResult::Open || record.moves.is_empty() || record.tags.get("Result") == Some("*"));
    }
    assert_eq!((games, moves), (4111, 355_298));
}
