//! Othello against data: perft numbers, golden games, solved endgames, tournament games.

use std::path::{Path, PathBuf};

use boards::othello::{Othello, OthelloEval, Placement};
use game::{Abilities, Evaluator, Outcome, Rules, Score, Side, conformance, perft};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder of the test data, or a loud word that it is missing.
fn data(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KIEBITZ_TEST_DATA").map_or(workspace().join("../shared/data"), PathBuf::from);
    let path = root.join(folder);
    if !path.exists() {
        // Not eprintln!: the test runner hides that for a test that passes.
        let _ = std::io::Write::write_all(
            &mut std::io::stderr(),
            format!("SKIPPED: {} is not there; set KIEBITZ_TEST_DATA\n", path.display()).as_bytes(),
        );
    }
    path.exists().then_some(path)
}

fn sized(size: usize) -> Othello {
    Othello::start(&format!("othello(size={size})").parse().unwrap()).unwrap()
}

fn position(text: &str) -> Othello {
    Othello::default().parse_position(text).unwrap()
}

#[test]
fn conforms() {
    conformance::check(&Othello::default(), 100);
    conformance::check(&sized(6), 100);
    conformance::check(&sized(4), 100);
}

#[test]
fn abilities_are_sound() {
    conformance::check_values(&Othello::default(), 60, 14);
    conformance::check_values(&sized(6), 60, 14);
    // On the small board the whole endgame of twelve empty squares is within reach.
    conformance::check_values(&sized(4), 40, 18);
}

#[test]
fn perft_numbers() {
    let table = std::fs::read_to_string(workspace().join("tests/data/othello.perft")).unwrap();
    perft::check_rows::<Othello>(&perft::parse_table(&table), 3_100_000);
}

#[test]
fn playthrough() {
    conformance::check_playthrough(&Othello::default(), 1, &workspace().join("tests/data/playthroughs/othello.txt"));
}

#[test]
fn reads_both_notations() {
    let board = position("f5d6c3");
    assert_eq!(board.side_to_move(), Side::Second);
    let text = "------------------X--------XX-----XXX------X-------------------- O";
    assert_eq!(position("f5 d6 C3").position_text(), board.position_text());
    assert_eq!(position(text).position_text(), text);
    assert_eq!(position("").position_text(), Othello::default().position_text());
    assert_eq!(position(&format!("{text};")), position(text));
}

#[test]
fn a_pass_is_a_move() {
    // White has only a1 left and Black's run ends at the edge: White cannot move, Black can.
    let board = sized(4).parse_position("-OX------------- X").unwrap();
    assert_eq!(board.moves().len(), 1);
    let board = sized(4).parse_position("-OX------------- O").unwrap();
    assert_eq!(board.moves().len(), 1, "white takes d1");
    let board = sized(4).parse_position("-OXX------------ O").unwrap();
    assert_eq!(board.moves(), [Placement::PASS]);
    for text in ["pass", "--", "pa", "PASS"] {
        assert_eq!(board.parse_move(text), Ok(Placement::PASS));
    }
    assert!(board.parse_move("a1").unwrap_err().to_string().contains("no disc can be placed"));
    // Empty squares go to the winner.
    let board = board.after(Placement::PASS);
    let board = board.after(board.parse_move("a1").unwrap());
    assert_eq!(board.outcome(), Some(Outcome::Margin(Score::new(1600))));
}

#[test]
fn refuses_what_cannot_be() {
    let start = Othello::default();
    for (text, reason) in [
        ("f5f5", "the square is taken"),
        ("f5d6i9", "a1 to h8"),
        ("a1", "turn nothing over"),
        ("f5--", "passing is allowed only"),
        ("---------------------------OX------XO---------------------------", "side to move"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert!(Othello::start(&"othello(size=5)".parse().unwrap()).is_err());
    assert!(sized(6).parse_move("g1").is_err());
}

#[test]
fn turned_boards_share_a_canonical_key() {
    let keys = ["f5", "d3", "c4", "e6"].map(|text| position(text).canonical_key());
    assert!(keys.iter().all(|&key| key == keys[0]));
    assert_ne!(position("f5d6").canonical_key(), position("f5f6").canonical_key());
}

/// Plain alpha-beta on top of the abilities: enough for a dozen empty squares.
fn solve(board: &Othello, mut alpha: Score, beta: Score) -> Score {
    if let Some(value) = board.known_value(alpha, beta) {
        return value;
    }
    let mut moves = board.moves();
    if moves.is_empty() {
        return board.stuck().score(board.side_to_move());
    }
    moves.sort_by_key(|&mv| -board.hint(mv));
    let mut best = -Score::INFINITY;
    for mv in moves {
        best = best.max(-solve(&board.after(mv), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The small board is lost for who begins, by 3 discs to 11 with two squares left empty.
#[test]
fn solved_small_board() {
    assert_eq!(solve(&sized(4), -Score::INFINITY, Score::INFINITY), Score::new(-1000));
}

/// Every move of some FFO endgames has the exact score that is given for it.
#[test]
fn solved_endgames() {
    let Some(folder) = data("othello") else { return };
    let mut checked = 0;
    for file in ["fforum-1-19.obf", "fforum-20-39.obf"] {
        for line in std::fs::read_to_string(folder.join(file)).unwrap().lines() {
            let mut fields = line.split(';').map(str::trim).filter(|field| !field.is_empty());
            let Some(board) = fields.next().map(position) else { continue };
            if board.position_text().matches('-').count() > 14 {
                continue;
            }
            for (mv, score) in fields.filter_map(|field| field.split_once(':')) {
                let after = board.after(board.parse_move(mv).unwrap());
                let value = -solve(&after, -Score::INFINITY, Score::INFINITY);
                assert_eq!(board.exact_score(value), score.trim().parse::<i32>().unwrap(), "{line} {mv}");
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 8);
}

/// Plays one game of a file in the format of the French federation's database (WTHOR): eight bytes, of which the seventh
/// counts the black discs at the end, then up to sixty moves. Passes are not written. Answers whether the game is over.
fn replay(record: &[u8]) -> Result<bool, String> {
    let mut board = Othello::default();
    for &code in record[8..].iter().take_while(|&&code| code != 0) {
        if board.is_legal(Placement::PASS) {
            board.play(Placement::PASS);
        }
        let text = format!("{}{}", (b'a' - 1 + code % 10) as char, code / 10);
        let mv = board.parse_move(&text).map_err(|error| error.to_string())?;
        board.play(mv);
    }
    let Some(Outcome::Margin(margin)) = board.outcome() else { return Ok(false) };
    let black = i32::from(record[6]);
    if margin.value() / Othello::UNIT != 2 * black - 64 {
        return Err(format!("{black} black discs are stored, {margin} is the margin"));
    }
    Ok(true)
}

/// Tournament games are legal and end as they are said to.
#[test]
fn tournament_games() {
    let Some(folder) = data("othello/wthor") else { return };
    let (mut games, mut unfinished, mut errors) = (0, 0, Vec::new());
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "wtb")) {
        let bytes = std::fs::read(file).unwrap();
        for (number, record) in bytes[16..].chunks_exact(68).enumerate() {
            games += 1;
            match replay(record) {
                Ok(over) => unfinished += usize::from(!over),
                Err(reason) => errors.push(format!("{} game {}: {reason}", file.display(), number + 1)),
            }
        }
    }
    eprintln!("{games} games, {unfinished} of them broken off");
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(games > 0 && unfinished * 100 < games, "{unfinished} of {games} games are not over");
}

#[test]
fn judges_corners_and_mobility() {
    for &name in OthelloEval::NAMES {
        assert!(OthelloEval::by_name(name).is_some());
    }
    assert_eq!(OthelloEval::by_name(OthelloEval::NAMES[0]), Some(OthelloEval::default()));
    let mut judge = OthelloEval::default();
    // FFO 40, won for Black by 38.
    let won = position("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X");
    assert!(judge.evaluate(&won) > Score::new(500), "{}", judge.evaluate(&won));
    // Many discs and no moves are bad in the middle of the game, whatever the counting of discs says.
    let mut discs = OthelloEval::DISCS;
    assert!(discs.evaluate(&won) < Score::DRAW);
    // A corner is good, the square before it bad.
    let middle = "---------------------------OX------XO---------------------------";
    let with = |square: usize| position(&format!("{}X{} X", &middle[..square], &middle[square + 1..]));
    assert!(judge.evaluate(&with(0)) > judge.evaluate(&with(9)));
}
