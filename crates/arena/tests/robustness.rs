//! Whatever a program does wrong costs it one game and nobody else anything.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use arena::schedule::{Fixture, Listed};
use arena::{Arena, Ending, Event, Fault, Finished, Openings, Rules};
use engine::{Control, Go, PlayerSpec};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A word that no other process on this machine has among its arguments.
fn mark() -> String {
    format!("mark-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed))
}

fn misbehaving(mode: &str, at: u32, mark: &str) -> PlayerSpec {
    let path = env!("CARGO_BIN_EXE_misbehave");
    format!("uci:{path},name={mode},arg={mode},arg={at},arg={mark}").parse().expect("a player")
}

fn random(number: u32) -> PlayerSpec {
    format!("random:seed={number},name=random {number}").parse().expect("a player")
}

/// Four games: two between the first and the second, each of the first two against the third.
fn run(contestants: Vec<PlayerSpec>, clock: Option<&str>, rules: Rules) -> (Vec<Finished>, Vec<String>) {
    let games = [(0, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, 2), (2, 0, 1, 2)];
    let fixture = |(pair, leg, first, second)| Fixture { round: 1, pair, leg, first, second };
    let mut schedule = Listed::new(games.map(fixture).to_vec());
    let mut arena = Arena {
        game: "chess".to_string(),
        contestants,
        past: engine::PastGames::default(),
        clock: clock.map(|text| text.parse().unwrap()),
        openings: Openings::Random { plies: 2, seed: 5 },
        rules,
        concurrency: 2,
        seed: 1,
        event: "test".to_string(),
    };
    if clock.is_none() {
        arena.contestants.iter_mut().for_each(|one| one.limit_by(&Go::nodes(1)));
    }
    let (mut games, mut remarks) = (Vec::new(), Vec::new());
    arena
        .run(&mut schedule, &[], &Control::timeless(), &mut |event| {
            match event {
                Event::Game(game) => games.push(*game),
                Event::Remark(_, text) => remarks.push(text),
            }
            ControlFlow::Continue(())
        })
        .expect("the run goes on");
    games.sort_by_key(|game| (game.fixture.pair, game.fixture.leg));
    assert_eq!(games.len(), 4);
    (games, remarks)
}

fn quick() -> Rules {
    Rules { patience: Duration::from_secs(3), max_plies: Some(60), ..Rules::default() }
}

/// No process with this word among its arguments is left.
#[cfg(target_os = "linux")]
fn assert_gone(mark: &str) {
    for entry in std::fs::read_dir("/proc").expect("proc").flatten() {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&line).contains(mark), "{} is still there", entry.path().display());
    }
}

#[cfg(not(target_os = "linux"))]
fn assert_gone(_mark: &str) {}

/// The one who misbehaves is the first contestant and takes part in the first three games.
fn check(mode: &str, clock: Option<&str>, expected: fn(&Fault) -> bool) {
    let mark = mark();
    // To print a flood takes its time.
    let patience = Duration::from_secs(if mode == "hang" || mode == "garbage" { 2 } else { 60 });
    let rules = Rules { patience, ..quick() };
    let (games, _) = run(vec![misbehaving(mode, 4, &mark), random(1), random(2)], clock, rules);
    for game in &games[..3] {
        let (culprit, fault) = game.culprit().unwrap_or_else(|| panic!("{mode}: {:?}", game.ending));
        assert_eq!(culprit, 0, "{mode}: {fault:?}");
        assert!(expected(fault), "{mode}: {fault:?}");
        assert!(game.pgn.contains(&format!("{mode}: {}", fault.kind())), "{mode}: {}", game.pgn);
        // Three or four moves of its own.
        assert!((8..=11).contains(&game.plies), "{mode}: {} plies", game.plies);
    }
    assert!(games[3].culprit().is_none(), "{mode}: {:?}", games[3].ending);
    assert_gone(&mark);
}

#[test]
fn crashes() {
    check("crash", None, |fault| matches!(fault, Fault::Crashed(text) if text.contains("signal")));
    check("exit", None, |fault| matches!(fault, Fault::Crashed(text) if text.contains("exit status: 3")));
}

#[test]
fn hangs() {
    check("hang", None, |fault| matches!(fault, Fault::Stalled(_)));
    check("hang", Some("1+0.1"), |fault| matches!(fault, Fault::OutOfTime(_)));
    check("slow", Some("1+0.1"), |fault| matches!(fault, Fault::OutOfTime(_)));
}

#[test]
fn garbage() {
    check("garbage", None, |fault| matches!(fault, Fault::Stalled(text) if text.contains("mean nothing")));
    check("illegal", None, |fault| matches!(fault, Fault::Illegal(text) if text.contains("e1e8")));
    check("nothing", None, |fault| matches!(fault, Fault::Illegal(_)));
}

#[test]
fn floods() {
    for mode in ["flood", "flood-info", "long-line"] {
        check(mode, None, |fault| matches!(fault, Fault::Flooded(_)));
    }
}

#[test]
#[cfg(unix)]
fn closed_pipes() {
    check("close-stdout", None, |fault| matches!(fault, Fault::Crashed(text) if text.contains("output")));
    check("close-stdin", None, |fault| matches!(fault, Fault::Crashed(text) if text.contains("input")));
}

#[test]
fn never_ready() {
    let mark = mark();
    let rules = Rules { patience: Duration::from_millis(300), ..quick() };
    let (games, _) = run(vec![misbehaving("mute", 1, &mark), random(1), random(2)], None, rules);
    assert!(games[..3].iter().all(|game| matches!(game.culprit(), Some((0, Fault::NotReady(_))))), "{games:?}");
    assert_eq!(games[3].culprit(), None);
    assert_gone(&mark);
}

/// What is not read waits, and nobody waits for it.
#[test]
fn never_reading() {
    let (mark, rules) = (mark(), Rules { patience: Duration::from_secs(2), ..quick() });
    let mut asleep = misbehaving("asleep", 1, &mark);
    // More than a pipe holds.
    asleep.option.push(("Name".to_string(), "x".repeat(200_000)));
    let (games, _) = run(vec![asleep, random(1), random(2)], None, rules.clone());
    assert!(games[..3].iter().all(|game| matches!(game.culprit(), Some((0, Fault::NotReady(_))))), "{games:?}");
    assert_eq!(games[3].culprit(), None);
    let (games, _) = run(vec![misbehaving("babble", 1, &mark), random(1), random(2)], None, rules);
    assert!(games[..3].iter().all(|game| game.culprit().is_some_and(|(culprit, _)| culprit == 0)), "{games:?}");
    assert_gone(&mark);
}

/// Those who do nothing wrong while they play lose nothing; that they do not leave is told, and they are made to.
#[test]
fn those_who_stay() {
    for mode in ["deaf", "stubborn"] {
        let mark = mark();
        let (games, remarks) = run(vec![misbehaving(mode, 4, &mark), random(1), random(2)], None, quick());
        assert!(games.iter().all(|game| game.culprit().is_none()), "{mode}");
        // Who does not hear `quit` still sees the end of its input.
        assert_eq!(remarks.is_empty(), mode == "deaf", "{mode}: {remarks:?}");
        assert_gone(&mark);
    }
}

/// What is odd but not wrong does not matter.
#[test]
fn harmless() {
    for mode in ["well", "binary", "child", "late"] {
        let mark = mark();
        let clock = (mode == "late").then_some("1+0.1");
        let (games, _) = run(vec![misbehaving(mode, 4, &mark), random(1), random(2)], clock, quick());
        for game in &games {
            assert!(matches!(game.ending, Ending::Rules(_) | Ending::Adjudicated(_)), "{mode}: {:?}", game.ending);
        }
        assert_gone(&mark);
    }
}

/// A move that is late by less than the margin is forgiven, once.
#[test]
fn the_margin() {
    let mark = mark();
    let late = |margin| {
        let rules = Rules { margin: Duration::from_millis(margin), ..quick() };
        let (games, _) = run(vec![misbehaving("late", 1, &mark), random(1), random(2)], Some("0.001"), rules);
        games[0].culprit().map(|(culprit, fault)| (culprit, fault.clone()))
    };
    assert!(matches!(late(0), Some((0, Fault::OutOfTime(_)))));
    // Its other moves take next to no time, and so does random's play.
    assert_eq!(late(20_000), None);
}
