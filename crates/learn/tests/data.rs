//! Files of played games: what is written is read, what is damaged is told, and threads change nothing.

use std::path::Path;

use boards::othello::{Othello, OthelloEval};
use engine::Control;
use game::{Abilities, Evaluator, Rules, Side, Step};
use learn::Error;
use learn::data::{Ending, Games, Generated, HARD_FACTOR, Settings, Summary, Surprise, generate, merge};

fn settings() -> Settings {
    Settings { nodes: 60, random_plies: 4, men: Some(3), harvest: 0, ..Settings::default() }
}

fn make(game: &str, games: u32, threads: usize, path: &Path) -> Result<Generated, Error> {
    generate(game, &settings(), 0..games, threads, path, &Control::timeless(), &mut |_| {})
}

/// What is wrong with a file of these bytes, and where.
fn garbled(path: &Path, bytes: &[u8]) -> (usize, String) {
    std::fs::write(path, bytes).expect("a file");
    match Games::read(path) {
        Err(Error::Garbled { path: named, offset, reason }) => {
            assert_eq!(named, path);
            (offset, reason)
        }
        other => panic!("expected an error, got {other:?}"),
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    for game in ["chess", "othello"] {
        let (one, two, torn) = (file("one"), file("two"), file("torn"));
        make(game, 7, 1, &one).expect("games");
        make(game, 7, 2, &two).expect("games");
        let bytes = std::fs::read(&one).expect("a file");
        assert_eq!(bytes, std::fs::read(&two).expect("a file"), "{game}: two threads");

        // Killed while it wrote a game: the games before it are there, and the same command goes on.
        std::fs::write(&torn, &bytes[..bytes.len() - 5]).expect("a file");
        let read = Games::read(&torn).expect("readable");
        assert_eq!(read.games.len(), 6, "{game}");
        assert!(read.torn_at.is_some(), "{game}");
        let done = make(game, 7, 1, &torn).expect("games");
        assert_eq!((done.before.games, done.now.games), (6, 7), "{game}");
        assert_eq!(bytes, std::fs::read(&torn).expect("a file"), "{game}: continued");
        for path in [one, two, torn] {
            std::fs::remove_file(path).expect("a file");
        }
    }
}

#[test]
fn the_games_of_every_game_can_be_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = [
        "chess",
        "chess960(start=100)",
        "tic-tac-toe",
        "connect-four",
        "connect-four(width=5,height=4)",
        "othello",
        "othello(size=6)",
        "draughts",
        "draughts(rules=international)",
        "go(size=5,komi=0.5)",
    ];
    for (index, game) in games.into_iter().enumerate() {
        let path = folder.path().join(index.to_string());
        let done = make(game, 3, 1, &path).unwrap_or_else(|error| panic!("{game}: {error}"));
        let file = Games::read(&path).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!((file.games.len(), file.quiet() as u64), (3, done.now.positions), "{game}");
        assert!(file.quiet() > 0, "{game}");
        // Looking through it plays every move again.
        let summary = Summary::of(&file, 2).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!(summary.positions, file.quiet(), "{game}");
        assert_eq!(summary.results.iter().sum::<usize>(), 3, "{game}");
        assert_eq!(summary.scores.iter().sum::<usize>(), summary.positions, "{game}");
        assert_eq!(summary.pieces.iter().sum::<usize>(), summary.positions, "{game}");
        let mut engine = engine::open(game).expect("a game");
        for sample in &summary.samples {
            engine.set_position(&sample.position).unwrap_or_else(|error| panic!("{game}: {error}"));
        }
        assert_eq!(summary.samples.len(), 2, "{game}");
    }
}

#[test]
fn every_ply_is_kept_with_what_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    make("chess", 12, 1, &path).expect("games");
    let file = Games::read(&path).expect("readable");
    assert!(file.games.iter().any(|game| game.start.is_some()), "some games are Chess960");
    assert!(file.games.iter().any(|game| game.start.is_none()), "some are not");
    for game in &file.games {
        let (opening, rest) = game.plies.split_at(game.opening.into());
        assert!(opening.iter().all(|ply| ply.seen.is_none()), "the opening is not searched");
        assert!(rest.iter().all(|ply| ply.seen.is_some()), "everything else is");
        let start = game.start.as_deref().unwrap_or("chess");
        let mut position = chess::Position::start(&start.parse().expect("a game")).expect("a start");
        let mut quiet = Vec::new();
        for ply in &game.plies {
            let mv = position.decode(ply.code).expect("a legal move");
            if let Some(seen) = ply.seen {
                assert_eq!((seen.tense, seen.noisy), (position.in_check(), position.is_noisy(mv)), "{position:?}");
                if !seen.tense && !seen.noisy && !seen.score.is_decided() {
                    quiet.push((position.clone(), seen.score));
                }
            }
            position.play(mv);
        }
        let mut shown = Vec::new();
        game.replay(&chess::Position::default(), |position, score| shown.push((position.clone(), score)))
            .expect("moves");
        assert_eq!(shown, quiet, "what is shown to a tuner");
        if game.ending == Ending::Rules {
            let outcome = position.outcome().expect("the game is over");
            assert_eq!(outcome.score(game::Side::First), game.result);
        }
    }
}

#[test]
fn parts_make_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let part = |name: &str, seed, numbers| {
        let settings = Settings { seed, ..settings() };
        generate("connect-four", &settings, numbers, 2, &file(name), &Control::timeless(), &mut |_| {}).expect("games");
    };
    part("whole", 1, 0..9);
    part("a", 1, 0..3);
    part("b", 1, 3..4);
    part("c", 1, 4..9);
    part("late", 1, 10..12);
    part("other", 2, 9..10);
    let merged = merge(&[file("c"), file("a"), file("b")], &file("merged")).expect("parts that fit");
    assert_eq!(merged.games, 9);
    let read = |name: &str| std::fs::read(file(name)).expect("a file");
    assert_eq!(read("merged"), read("whole"));
    assert_eq!(Games::read(&file("c")).expect("readable").games[0].number, 4);

    let refused = |names: &[&str], out: &str| {
        let files: Vec<_> = names.iter().map(|name| file(name)).collect();
        merge(&files, &file(out)).expect_err("parts that do not fit").to_string()
    };
    assert!(refused(&["a", "c"], "gap").contains("gap"));
    assert!(refused(&["a", "a"], "overlap").contains("overlap"));
    assert!(refused(&["whole", "other"], "other-seed").contains("seed=2"));
    assert!(refused(&["whole", "late"], "merged").contains("already"));
    assert!(["gap", "overlap", "other-seed"].iter().all(|name| !file(name).exists()), "nothing is left behind");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 7);
}

#[test]
fn a_search_ends_with_an_iteration() {
    use search::{AllOn, Blind, Limits, Search, Table, Task};
    // With a soft limit the last report is that of the deepest iteration, and one more would have been asked for at least as many
    // nodes: no iteration is broken off.
    let position = chess::Position::default();
    let evaluator = eval::ChessEval::by_name("classical").expect("an evaluator");
    for soft in [100, 1000, 5000] {
        let mut search = Search::new(evaluator.clone(), AllOn, Blind);
        let limits = Limits { soft_nodes: Some(soft), nodes: Some(soft * HARD_FACTOR), ..Limits::default() };
        let mut last = None;
        let table = Table::new(1 << 20);
        let found = search.run(&Task::new(&position), &limits, &table, &Control::timeless(), &mut |report| {
            if let Some((nodes, _)) = last {
                assert!(nodes < soft, "an iteration began after {nodes} of {soft} nodes");
            }
            last = Some((report.nodes, report.depth));
        });
        let (nodes, depth) = last.expect("at least one iteration");
        assert!(nodes >= soft || found.nodes == soft * HARD_FACTOR, "{nodes} of {soft}");
        assert!(found.nodes == nodes && found.depth == depth || found.nodes == soft * HARD_FACTOR);
    }
}

#[test]
fn endgame_tables_end_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let ended = |men, name: &str| {
        let evaluator = Some("classical".to_string());
        let settings = Settings { evaluator, men: Some(men), shuffled: Some(0), nodes: 20, ..settings() };
        let path = folder.path().join(name);
        generate("chess", &settings, 0..40, 2, &path, &Control::timeless(), &mut |_| {}).expect("games");
        let games = Games::read(&path).expect("readable").games;
        games.iter().filter(|game| game.ending == Ending::Tables).count()
    };
    assert_eq!(ended(0, "none"), 0);
    assert!(ended(3, "three") > 0);
    let error = generate(
        "chess",
        &Settings { men: Some(2), ..settings() },
        0..1,
        1,
        &folder.path().join("two"),
        &Control::timeless(),
        &mut |_| {},
    );
    assert!(error.expect_err("no such tables").to_string().contains("2 men"));
    let shuffled = Settings { shuffled: Some(10), ..settings() };
    let error = generate("othello", &shuffled, 0..1, 1, &folder.path().join("oth"), &Control::timeless(), &mut |_| {});
    assert!(error.expect_err("one start only").to_string().contains("one way only"));
}

/// A file of version 1, typed in: one game of tic-tac-toe, one of whose positions was kept.
#[test]
fn the_old_format_is_read() {
    let block = |payload: &[u8]| {
        let mut bytes = (payload.len() as u32).to_le_bytes().to_vec();
        bytes.extend(payload);
        bytes.extend(crc32fast::hash(payload).to_le_bytes());
        bytes
    };
    let mut bytes = b"KIEBITZG\x01\0\0\0".to_vec();
    bytes.extend(block(b"game=tic-tac-toe\nevaluator=none\nnodes=60\nseed=1\nrandom-plies=1\nbalance=200\n"));
    let start = boards::tic_tac_toe::TicTacToe::start(&"tic-tac-toe".parse().expect("a name")).expect("a start");
    let first = start.moves()[0];
    let second = start.after(first).moves()[0];
    let mut game = vec![0, 0, 0, 0, 4, 0, 0, 1, 0, 2, 0];
    game.extend(start.encode(first).to_le_bytes());
    game.extend(i16::MIN.to_le_bytes());
    game.extend(start.after(first).encode(second).to_le_bytes());
    game.extend((-25_i16).to_le_bytes());
    bytes.extend(block(&game));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old");
    std::fs::write(&path, bytes).expect("a file");
    let file = Games::read(&path).expect("readable");
    assert_eq!((file.games.len(), file.quiet(), file.header.from), (1, 1, 0));
    let mut shown = Vec::new();
    file.games[0].replay(&start, |position, score| shown.push((position.clone(), score.value()))).expect("legal moves");
    assert_eq!(shown, [(start.after(first), -25)]);
    let error = make("tic-tac-toe", 4, 1, &path).expect_err("an old file is not continued").to_string();
    assert!(error.contains("format 1"), "{error}");
}

/// Positions from inside the searches: the games are the same with and without them, each can be reached by its line, and none is there
/// twice in a search.
#[test]
fn searches_can_be_harvested() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["chess", "othello", "draughts"] {
        let play = |harvest: u64| {
            let path = folder.path().join(format!("{game}-{harvest}"));
            let settings = Settings { nodes: 300, harvest, ..settings() };
            generate(game, &settings, 0..3, 2, &path, &Control::timeless(), &mut |_| {}).expect("games");
            Games::read(&path).expect("readable")
        };
        let (without, with, sparse) = (play(0), play(20), play(100));
        let plies = |games: &Games| games.games.iter().map(|game| game.plies.clone()).collect::<Vec<_>>();
        assert_eq!(plies(&without), plies(&with), "{game}: watching a search changed it");
        let count = |games: &Games| games.games.iter().map(|game| game.harvested.len()).sum::<usize>();
        assert_eq!(count(&without), 0);
        assert!(count(&sparse) > 0 && count(&with) > 2 * count(&sparse), "{game}: {} {}", count(&with), count(&sparse));
        assert!(
            count(&with) > with.quiet(),
            "{game}: {} in the trees of {} quiet positions",
            count(&with),
            with.quiet()
        );
        engine::visit(game, Replay(&with)).expect("a game");
    }
    struct Replay<'a>(&'a Games);
    impl engine::Visitor for Replay<'_> {
        type Result = ();

        fn visit<G: engine::Playable>(self, start: G) {
            let mut bounds = [0; 3];
            for game in &self.0.games {
                let mut seen = std::collections::HashSet::new();
                let shown = game.replay_harvest(&start, |position, harvested| {
                    assert!(position.is_calm() && !position.in_check());
                    assert!(!harvested.line.is_empty() && !harvested.score.is_decided());
                    assert!(seen.insert((harvested.ply, position.key())), "twice in one search");
                    bounds[harvested.bound as usize - 1] += 1;
                });
                shown.expect("legal lines");
            }
            assert!(bounds.iter().all(|&count| count > 0), "upper, lower, exact: {bounds:?}");
        }
    }
}

#[test]
fn damage_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("games"), folder.path().join("damaged"));
    make("tic-tac-toe", 4, 1, &path).expect("games");
    let bytes = std::fs::read(&path).expect("a file");
    let header = 12 + 8 + u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;

    let (offset, reason) = garbled(&other, b"1. e4 e5 2. Nf3 Nc6");
    assert_eq!(offset, 0);
    assert!(reason.contains("not a file of played games"), "{reason}");
    assert_eq!(garbled(&other, b"").0, 0);

    let mut newer = bytes.clone();
    newer[8] = 9;
    let (offset, reason) = garbled(&other, &newer);
    assert_eq!(offset, 8);
    assert!(reason.contains("version 9") && reason.contains("versions 1 to 3"), "{reason}");

    let (offset, reason) = garbled(&other, &bytes[..header - 1]);
    assert_eq!(offset, 12);
    assert!(reason.contains("within its header"), "{reason}");

    // A flipped bit, wherever it is, is found.
    for at in 12..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 0x10;
        std::fs::write(&other, &flipped).expect("a file");
        match Games::read(&other) {
            Err(Error::Garbled { offset, .. }) => assert!((8..=at).contains(&offset), "byte {at}: {offset}"),
            // A longer block than there is looks like the torn end of a file.
            Ok(games) => assert!(games.torn_at.is_some_and(|torn| torn <= at), "byte {at}"),
            Err(error) => panic!("byte {at}: {error}"),
        }
    }

    // Every beginning of the file is readable, with the whole games in it.
    for length in header..bytes.len() {
        std::fs::write(&other, &bytes[..length]).expect("a file");
        let games = Games::read(&other).unwrap_or_else(|error| panic!("{length} bytes: {error}"));
        assert!(games.games.len() < 4, "{length} bytes");
    }
}

#[test]
fn a_file_belongs_to_its_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    make("tic-tac-toe", 2, 1, &path).expect("games");
    let before = std::fs::read(&path).expect("a file");
    let other = Settings { seed: 2, ..settings() };
    let error = generate("tic-tac-toe", &other, 0..4, 1, &path, &Control::timeless(), &mut |_| {});
    let error = error.expect_err("other settings").to_string();
    assert!(error.contains("seed=1") && error.contains("games"), "{error}");
    assert_eq!(before, std::fs::read(&path).expect("a file"), "the file is untouched");

    let unknown = Settings { evaluator: Some("oracle".to_string()), ..settings() };
    let error = generate("chess", &unknown, 0..1, 1, &path, &Control::timeless(), &mut |_| {});
    assert!(error.expect_err("no such evaluator").to_string().contains("oracle"));
    let error = make("checkers", 1, 1, &folder.path().join("none")).expect_err("no such game");
    assert!(error.is_bad_input() && error.to_string().contains("checkers"), "{error}");
}

/// The mean cross entropy is that of a sum over all positions, whoever moves; a name that is none is refused.
#[test]
fn results_are_surprising_to_who_knows_little() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    make("othello", 70, 2, &path).expect("games");
    let file = Games::read(&path).expect("readable");
    let names = ["positional", "discs"].map(String::from);
    let surprise = Surprise::of(&file, &names).expect("judged");

    let start = Othello::default();
    let curve = engine::curve(&start);
    let (mut positions, mut sum, mut judge) = (0, 0.0, OthelloEval::default());
    for game in &file.games {
        let shown = game.replay(&start, |position: &Othello, score| {
            if score.value().abs() > 20 * Othello::UNIT {
                return;
            }
            let first = curve.share(game.result);
            let result = if position.side_to_move() == Side::First { first } else { 1.0 - first };
            judge.follow(Step::Start(position));
            let share = curve.share(judge.evaluate(position)).clamp(1e-4, 1.0 - 1e-4);
            sum -= result * share.ln() + (1.0 - result) * (1.0 - share).ln();
            positions += 1;
        });
        shown.expect("legal games");
    }
    assert_eq!(surprise.positions, positions);
    let mean = sum / f64::from(positions as u32);
    assert!((surprise.evaluators[0] - mean).abs() < 1e-6, "{surprise:?}: expected {mean}");
    assert!(surprise.evaluators[0] < surprise.evaluators[1], "{surprise:?}");
    assert!(surprise.searches < surprise.evaluators[0], "{surprise:?}");

    let refused = Surprise::of(&file, &["nobody".to_string()]).expect_err("no such evaluator");
    assert!(refused.to_string().contains("nobody"), "{refused}");
}
