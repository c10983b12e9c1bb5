//! Won endings are won, at every level that promises it, within the fifty-move rule.

use chess::{Piece, Position, Setup, Square, WHITE};
use engine::{Control, EndgameTables, Go, Identity, Level, Options, Outcome, Probing, Reporting, Resources};
use game::Rng;
use knowledge::endgame::{Ending, Tables, Value};

/// A random position of an ending that White, to move, wins by `is_won`.
fn won_start(rng: &mut Rng, ending: &str, is_won: impl Fn(&Position) -> bool) -> Position {
    let ending: Ending = ending.parse().expect("an ending");
    loop {
        let mut setup = Setup { turn: WHITE, ..Setup::default() };
        for man in ending.men() {
            let square = Square::new(rng.below(64));
            if setup.board.piece_on(square).is_none() {
                setup.board.put(square, Piece::new(man.color(), man.kind()));
            }
        }
        if setup.board.occupied().count() == ending.men().len()
            && let Ok(position) = setup.position()
            && is_won(&position)
        {
            return position;
        }
    }
}

/// The winner plays at a level, the loser as well as the tables allow. Who wins, and after how many plies?
fn play_out(start: &Position, level: Level, tables: &EndgameTables) -> (Option<Outcome>, usize) {
    let mut engine = engine::open("chess").expect("chess");
    engine.set_position(&start.fen(chess::CastlingStyle::Standard)).expect("a position");
    let player = Identity { endgames: tables.clone(), ..Identity::default() };
    let mut options = Options { player, resources: Resources::table(1), ..Options::default() };
    let mut go = Go::default();
    level.apply(&mut options, &mut go);
    // The strongest level would think as long as the clock lets it.
    go.nodes = Some(go.nodes.unwrap_or(1000));
    let mut strong = options.clone();
    strong.player.noise = 0;
    for plies in 0..200 {
        if let Some(end) = engine.end() {
            return (Some(end.outcome), plies);
        }
        let options = if plies % 2 == 0 { &options } else { &strong };
        let answer = engine.go(options, &go, &Control::timeless(), &mut |_| {}).expect("a search");
        engine.play(&answer.best.expect("a move").code).expect("a legal move");
    }
    (None, 200)
}

/// Three men at every level, with no file at all, in exactly the number of moves that the table states.
#[test]
fn queen_rook_and_pawn_at_every_level() {
    let tables = Tables::default();
    let own = EndgameTables::own();
    let mut rng = Rng::new(3);
    for ending in ["KQK", "KRK", "KPK"] {
        for level in Level::all() {
            for _ in 0..3 {
                let start =
                    won_start(&mut rng, ending, |position| matches!(tables.probe(position), Some(Value::Win(_))));
                let Some(Value::Win(plies)) = tables.probe(&start) else { unreachable!("it is won") };
                let (outcome, played) = play_out(&start, level, &own);
                assert_eq!(outcome, Some(Outcome::Win(WHITE)), "{start:?} at level {level}");
                assert_eq!(played, usize::from(plies), "{start:?} at level {level}");
            }
        }
    }
}

/// The hardest of the elementary mates, with Syzygy tables.
#[test]
fn bishop_and_knight_at_every_level() {
    let folder = match std::env::var_os("KIEBITZ_TEST_DATA") {
        Some(root) => std::path::PathBuf::from(root),
        None => std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    };
    let folder = folder.join("chess/syzygy");
    if !folder.exists() {
        let message = b"SKIPPED: chess/syzygy is not there; set KIEBITZ_TEST_DATA to the test data\n";
        let _ = std::io::Write::write_all(&mut std::io::stderr(), message);
        return;
    }
    let folder = folder.to_str().expect("UTF-8");
    let (syzygy, _) = knowledge::syzygy::Syzygy::open(folder);
    let tables = EndgameTables::with_syzygy(folder, Probing::default());
    let mut rng = Rng::new(5);
    for level in Level::all() {
        let start =
            won_start(&mut rng, "KBNK", |position| syzygy.wdl(position) == Ok(Some(knowledge::syzygy::Wdl::Win)));
        let (outcome, plies) = play_out(&start, level, &tables);
        assert_eq!(outcome, Some(Outcome::Win(WHITE)), "{start:?} at level {level}");
        assert!(plies <= 100, "{start:?} at level {level}: {plies}");
    }
}

/// The line that comes with a mate is as long as the mate, though nobody searched it.
#[test]
fn a_known_mate_comes_with_its_line() {
    let mut engine = engine::open("chess").expect("chess");
    engine.set_position("8/8/8/8/8/2k5/8/KR6 w - - 0 1").expect("a position");
    let options = Options::from(Identity { endgames: EndgameTables::own(), ..Identity::default() });
    for lines in [1, 3] {
        let options = Options { report: Reporting::lines(lines), ..options.clone() };
        let answer = engine.go(&options, &Go::depth(3), &Control::timeless(), &mut |_| {}).expect("a search");
        assert_eq!(answer.lines.len(), lines);
        assert_eq!(answer.lines[0].score, engine::Score::win_in(27));
        for line in &answer.lines {
            assert_eq!(line.score.plies_to_end(), Some(line.pv.len()), "{line:?}");
        }
    }
    // Without tables such a mate is far out of sight.
    let answer = engine.go(&Options::default(), &Go::depth(3), &Control::timeless(), &mut |_| {}).expect("a search");
    assert!(!answer.lines[0].score.is_decided());
}

/// Too late for the fifty-move rule is too late: the tables then make no promise.
#[test]
fn the_fifty_move_rule_is_minded() {
    let mut engine = engine::open("chess").expect("chess");
    let options = Options::from(Identity { endgames: EndgameTables::own(), ..Identity::default() });
    for (clock, won) in [(0, true), (73, true), (74, false)] {
        engine.set_position(&format!("8/8/8/8/8/2k5/8/KR6 w - - {clock} 80")).expect("a position");
        let answer = engine.go(&options, &Go::depth(2), &Control::timeless(), &mut |_| {}).expect("a search");
        assert_eq!(answer.lines[0].score.is_win(), won, "clock {clock}: {:?}", answer.lines[0]);
    }
}
