//! Our own tables: three men whole, four men in samples where they have been made.

use std::sync::LazyLock;

use chess::{Kind, Piece, Position, Setup, Square, WHITE};
use game::{Rng, Rules};
use knowledge::endgame::{Ending, Tables, Value, verify};

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::default);

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a position")
}

/// Every position of three men follows from its moves, and the longest wins are as known.
#[test]
fn three_men_are_right_by_the_rules() {
    let known = [("KQK", Some(10)), ("KRK", Some(16)), ("KBK", None), ("KNK", None), ("KPK", Some(28))];
    for (name, longest) in known {
        let nobody = |_: &Position| Ok(None);
        let checked = verify(&TABLES, ending(name), 1, 2, &nobody, &|_| {}).expect("three men need no file");
        assert!(checked.mistake.is_none(), "{name}: {:?}", checked.mistake);
        assert_eq!(checked.longest.map(|(plies, _)| plies.div_ceil(2)), longest, "{name}");
        assert!(checked.positions > 40_000, "{name}: {}", checked.positions);
    }
}

/// A sample of four men: three endings are solved, every fiftieth cell is checked, and the longest wins are as known. The
/// whole set is for `kiebitz endgame verify`.
#[test]
fn four_men_are_right_where_looked_at() {
    let tables = Tables::new(None).solving_all();
    for (name, longest) in [("KBBK", 19), ("KBNK", 33), ("KQKR", 35)] {
        let checked = verify(&tables, ending(name), 50, 2, &|_| Ok(None), &|_| {}).expect("it is solved");
        assert!(checked.mistake.is_none(), "{name}: {:?}", checked.mistake);
        assert!(checked.positions > 20_000, "{name}: {}", checked.positions);
        let table = tables.table(ending(name)).expect("it is solved");
        assert_eq!(table.longest_win().map(|plies| plies.div_ceil(2)), Some(longest), "{name}");
    }
}

/// A check that cannot fail is none.
#[test]
fn a_wrong_opinion_is_noticed() {
    let contrary = |_: &Position| Ok(Some(-1));
    let checked = verify(&TABLES, ending("KRK"), 1, 1, &contrary, &|_| {}).expect("three men need no file");
    assert!(checked.mistake.is_some_and(|mistake| mistake.expected == "loss"));
}

/// A random legal position of an ending, colors and board turned over now and then.
fn random_position(rng: &mut Rng, ending: &Ending) -> Position {
    loop {
        let mut setup = Setup { turn: if rng.below(2) == 0 { WHITE } else { !WHITE }, ..Setup::default() };
        let turned = rng.below(2) == 0;
        for man in ending.men() {
            let square = Square::new(rng.below(64));
            if setup.board.piece_on(square).is_none() {
                let color = if turned { !man.color() } else { man.color() };
                setup.board.put(square, Piece::new(color, man.kind()));
            }
        }
        if setup.board.occupied().count() == ending.men().len()
            && let Ok(position) = setup.position()
        {
            return position;
        }
    }
}

/// Both sides play from the table, and mate comes in exactly the stated number of plies.
#[test]
fn lines_are_as_long_as_stated() {
    let mut rng = Rng::new(7);
    let mut won = 0;
    for name in ["KQK", "KRK", "KPK"] {
        for _ in 0..300 {
            let position = random_position(&mut rng, &ending(name));
            let value = TABLES.probe(&position).expect("three men are known");
            let line = TABLES.line(&position);
            let end = line.iter().fold(position.clone(), |position, &mv| position.after(mv));
            match value {
                Value::Draw => assert!(line.is_empty(), "{position:?}"),
                Value::Win(plies) | Value::Loss(plies) => {
                    won += 1;
                    assert_eq!(line.len(), usize::from(plies), "{position:?}");
                    assert!(end.checkers().any() && end.count_moves() == 0, "{position:?} {line:?}");
                }
            }
        }
    }
    assert!(won > 400, "{won}");
}

#[test]
fn mates_stalemates_and_draws() {
    let value = |fen| TABLES.probe(&position(fen));
    assert_eq!(value("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some(Value::Loss(0)));
    assert_eq!(value("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Value::Draw));
    assert_eq!(value("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), Some(Value::Win(1)));
    // The rook can be taken.
    assert_eq!(value("8/8/8/8/8/8/1kR5/7K b - - 0 1"), Some(Value::Draw));
    assert_eq!(value("8/8/8/4k3/8/8/8/K7 b - - 0 1"), Some(Value::Draw));
    // The opposition, with the colors exchanged; and who is to move decides.
    assert!(matches!(value("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1"), Some(Value::Loss(_))));
    assert_eq!(value("8/8/8/8/8/3kp3/8/4K3 w - - 0 1"), Some(Value::Draw));
    assert!(matches!(value("8/8/8/8/8/3kp3/8/4K3 b - - 0 1"), Some(Value::Win(_))));
    // Not in any table: castling, and too many men.
    assert_eq!(value("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
    assert_eq!(value("8/8/8/4k3/8/8/PP6/KR6 b - - 0 1"), None);
}

/// A promotion to a rook where a queen would stalemate.
#[test]
fn underpromotion() {
    let position = position("8/1P6/k7/8/1K6/8/8/8 w - - 0 1");
    let moves = TABLES.moves(&position).expect("three men are known");
    let best = position.move_text(moves[0].0);
    let queen = moves.iter().find(|(mv, _)| mv.promotion() == Some(Kind::Queen)).expect("it is legal");
    assert!(best.starts_with("b8=") && matches!(moves[0].1, Value::Win(_)), "{best}");
    assert!(queen.1 <= moves[0].1);
}
