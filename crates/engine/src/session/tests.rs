//! Tests of sessions from the inside.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use boards::connect_four::ConnectFour;

use super::*;
use crate::Reporting;

fn search(
    sitting: &mut Sitting<ConnectFour>,
    go: &Go,
    control: &Control,
) -> Answer<<ConnectFour as game::Rules>::Move> {
    Session::go(sitting, &Options::default(), go, &[], control, &mut |_| {}).expect("a search")
}

/// Where a search was kept waiting, the next one leaves a reserve, and less and less as that does not happen again.
#[test]
fn a_busy_machine_is_reckoned_with() {
    let clock = Clock { remaining: Duration::from_secs(10), increment: Duration::ZERO, moves_to_go: None };
    let mut sitting = Sitting::new(ConnectFour::default());
    let calm = sitting.share(clock, &Options::default());
    // The clock jumps by 400 ms between any two looks at it.
    let looks = AtomicU64::new(0);
    let busy = Control::new(move || Duration::from_millis(400 * looks.fetch_add(1, Relaxed)));
    search(&mut sitting, &Go { clock: Some(clock), ..Go::default() }, &busy);
    assert!(sitting.delay >= Duration::from_millis(400), "{:?}", sitting.delay);
    let reserved = sitting.share(clock, &Options::default());
    assert!(reserved.0 < calm.0 && reserved.1 <= calm.1, "{reserved:?} {calm:?}");
    for _ in 0..60 {
        search(&mut sitting, &Go::nodes(10), &Control::timeless());
    }
    assert!(sitting.delay < Duration::from_millis(1));
}

/// Who wants no counters gets the engine itself, not the one that can be watched.
#[test]
fn the_strong_engine_plays_unless_it_is_watched() {
    let strong = |options: &Options| {
        let mut sitting = Sitting::new(ConnectFour::default());
        Session::go(&mut sitting, options, &Go::nodes(50), &[], &Control::timeless(), &mut |_| {}).expect("a search");
        matches!(sitting.worker, Some((_, Worker::Strong(_))))
    };
    assert!(strong(&Options::default()));
    let counted = Reporting { counted: true, ..Reporting::default() };
    assert!(!strong(&Options { report: counted, ..Options::default() }));
    let chosen = Identity { techniques: "all+no-null-move".parse().expect("a list"), ..Identity::default() };
    assert!(!strong(&Options { player: chosen, ..Options::default() }));
}

/// The chances of a score are those of the game: a pawn is not a disc.
#[test]
fn chances_are_those_of_the_game() {
    let othello = crate::open("othello").expect("a game");
    assert_ne!(othello.curve(), crate::open("chess").expect("a game").curve());
    for game in ["chess", "othello", "draughts", "connect-four"] {
        let mut board = crate::open(game).expect(game);
        let answer = board.go(&Options::default(), &Go::depth(3), &Control::timeless(), &mut |_| {}).expect(game);
        let line = &answer.lines[0];
        assert_eq!(line.chance, Chances::of(line.score, board.curve()).share(), "{game}");
    }
}

/// Getting ready changes nothing that a search finds, before it or after it.
#[test]
fn preparing_loses_nothing() {
    let mut plain = Sitting::new(ConnectFour::default());
    let mut prepared = Sitting::new(ConnectFour::default());
    let (go, options) = (Go::depth(9), Options::default());
    for _ in 0..3 {
        Session::prepare(&mut prepared, &options).expect("ready");
        let [one, other] = [&mut plain, &mut prepared].map(|sitting| search(sitting, &go, &Control::timeless()));
        assert_eq!(one.lines, other.lines);
    }
    plain = Sitting::new(ConnectFour::default());
    Session::forget(&mut prepared);
    let [one, other] = [&mut plain, &mut prepared].map(|sitting| search(sitting, &go, &Control::timeless()));
    assert_eq!(one.lines, other.lines, "forgotten is as if it had never been");
}
