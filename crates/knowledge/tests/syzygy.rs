//! Syzygy tables: known positions, our own tables beside them, and files that are damaged.

mod shared;

use chess::Position;
use game::Rules;
use knowledge::endgame::{Ending, Tables, verify};
use knowledge::syzygy::{Syzygy, Wdl};

fn open() -> Option<Syzygy> {
    let folder = shared::path("chess/syzygy")?;
    let (syzygy, complaints) = Syzygy::open(folder.to_str().expect("UTF-8"));
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!((syzygy.files(), syzygy.most_men()), (70, 4));
    Some(syzygy)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn the_shared_positions() {
    let (Some(syzygy), Some(path)) = (open(), shared::path("chess/suites/endgame-wdl-dtz.epd")) else { return };
    let text = std::fs::read_to_string(path).expect("it can be read");
    let mut count = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (fen, rest) = line.split_at(line.match_indices(' ').nth(3).expect("four fields").0);
        let number = |name: &str| -> i32 {
            let field = rest.split(';').find_map(|field| field.trim().strip_prefix(name)).expect("the field");
            field.trim().parse().expect("a number")
        };
        let position = position(&format!("{fen} 0 1"));
        let wdl = syzygy.wdl(&position).expect("sound tables").expect("four men").number();
        let dtz = syzygy.dtz(&position).expect("sound tables").expect("four men");
        assert_eq!((wdl, dtz), (number("wdl "), number("dtz ")), "{line}");
        count += 1;
    }
    assert_eq!(count, 200);
}

/// No game leads to a double check by two knights, but the tables know it.
#[test]
fn impossible_checks_are_known() {
    let Some(syzygy) = open() else { return };
    assert_eq!(syzygy.dtz(&position("4nk2/8/5K2/7n/8/8/8/8 w - - 0 1")), Ok(Some(0)));
    assert_eq!(syzygy.dtz(&position("8/1k6/2P5/N3K3/8/8/8/8 b - - 0 1")), Ok(Some(-8)));
}

#[test]
fn bishop_and_knight() {
    let Some(syzygy) = open() else { return };
    let position = position("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1");
    assert_eq!(syzygy.wdl(&position), Ok(Some(Wdl::Loss)));
    assert_eq!(syzygy.dtz(&position), Ok(Some(-53)));
    let moves = syzygy.moves(&position).expect("sound tables").expect("all known");
    let best = moves[0];
    assert_eq!((position.move_text(best.mv).as_str(), best.wdl, best.dtz), ("Kd3", Wdl::Loss, -53));
    let other = moves.iter().find(|one| position.move_text(one.mv) == "Kf3").expect("it is legal");
    assert_eq!(syzygy.dtz(&position.after(other.mv)), Ok(Some(50)));
}

/// Every position of three men has the same result in both.
#[test]
fn our_tables_agree() {
    let Some(syzygy) = open() else { return };
    let tables = Tables::default();
    let other = |position: &Position| Ok(syzygy.wdl(position)?.map(|wdl| wdl.number().signum()));
    for ending in Ending::all().into_iter().filter(|ending| ending.men().len() == 3) {
        let checked = verify(&tables, ending, 1, 2, &other, &|_| {}).expect("three men need no file");
        assert!(checked.mistake.is_none(), "{ending}: {:?}", checked.mistake);
        assert_eq!(checked.compared, checked.positions, "{ending}");
    }
}

#[test]
fn damaged_files_are_named_and_missing_ones_are_no_error() {
    let Some(folder) = shared::path("chess/syzygy") else { return };
    let place = tempfile::tempdir().expect("a folder");
    let good = std::fs::read(folder.join("KRvK.rtbw")).expect("it can be read");
    std::fs::write(place.path().join("KRvK.rtbw"), &good[..good.len() - 7]).expect("written");
    std::fs::write(place.path().join("KQvK.rtbw"), b"not a table at all").expect("written");
    std::fs::write(place.path().join("KBvK.rtbw"), b"").expect("written");
    std::fs::write(place.path().join("notes.txt"), b"mine").expect("written");
    let (syzygy, complaints) = Syzygy::open(place.path().to_str().expect("UTF-8"));
    assert_eq!((syzygy.files(), complaints.len()), (0, 3), "{complaints:?}");
    assert!(complaints[0].contains("KBvK.rtbw: byte 0"), "{complaints:?}");
    assert!(complaints[1].contains("KQvK.rtbw: byte 0"), "{complaints:?}");
    assert!(complaints[2].contains(&format!("KRvK.rtbw: byte {}", good.len() - 7)), "{complaints:?}");
    assert_eq!(syzygy.wdl(&position("8/8/8/8/8/2k5/8/KR6 w - - 0 1")), Ok(None));
    let (nothing, complaints) = Syzygy::open("/no/such/folder");
    assert!(nothing.files() == 0 && complaints[0].contains("/no/such/folder"), "{complaints:?}");
}

/// Each shared file has the length that its header gives; cut anywhere, by whole blocks as well, or prolonged, it is refused with the
/// byte at which something is wrong.
#[test]
fn files_that_are_cut_or_prolonged() {
    let Some(folder) = shared::path("chess/syzygy") else { return };
    let (whole, complaints) = Syzygy::open(folder.to_str().expect("UTF-8"));
    assert!(whole.files() > 60 && complaints.is_empty(), "{} files, {complaints:?}", whole.files());
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let Some(name) =
            path.file_name().filter(|_| path.extension().is_some_and(|end| end == "rtbw" || end == "rtbz"))
        else {
            continue;
        };
        let place = tempfile::tempdir().expect("a folder");
        let good = std::fs::read(&path).expect("it can be read");
        for missing in [1, 16, 64, 128, 64 * (good.len() / 128).max(1), good.len() - 9] {
            let left = good.len() - missing.min(good.len() - 4);
            std::fs::write(place.path().join(name), &good[..left]).expect("written");
            let (cut, complaints) = Syzygy::open(place.path().to_str().expect("UTF-8"));
            assert!(cut.files() == 0 && complaints.len() == 1, "{name:?} less {missing}: {complaints:?}");
            assert!(complaints[0].contains(&format!("byte {left}: ")), "{complaints:?}");
        }
        std::fs::write(place.path().join(name), [&good[..], &[0; 64]].concat()).expect("written");
        let (long, complaints) = Syzygy::open(place.path().to_str().expect("UTF-8"));
        assert!(long.files() == 0 && complaints[0].contains(&format!("byte {}: ", good.len())), "{complaints:?}");
    }
}
