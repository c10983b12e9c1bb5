//! Games that are played here: what is acknowledged is stored, and programs live with their games.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::{Command, Hall};
use crate::house::House;
use crate::limits;
use crate::memory::Memory;
use crate::players::KnownEngine;
use crate::refusal::{Code, Refusal};
use crate::store::Store;
use crate::think::Lanes;
use crate::wire::{GameState, LiveGame, NewGame};

fn hall(folder: &Path) -> Hall {
    hall_with(folder, Vec::new())
}

fn hall_with(folder: &Path, engines: Vec<KnownEngine>) -> Hall {
    let store = Store::open(folder, None).unwrap();
    let memory = Arc::new(Memory::new(limits::MEMORY_MIB));
    let pool = Lanes::with_searches(1, &memory).unwrap();
    Hall::new(Arc::new(House { pool, memory, store, engines }))
}

async fn tell(hall: &Hall, id: &str, command: Command) -> Result<Arc<LiveGame>, Refusal> {
    hall.find(id).await?.tell(command).await
}

fn people(game: &str) -> NewGame {
    NewGame {
        game: game.to_string(),
        position: None,
        moves: Vec::new(),
        first: engine::PlayerSpec::default(),
        second: engine::PlayerSpec::default(),
        clock: None,
        client: None,
    }
}

fn play(mv: &str) -> Command {
    Command::Move { mv: mv.to_string(), ply: None }
}

/// Another program that holds the store locked.
fn locked(folder: &Path) -> rusqlite::Connection {
    let other = rusqlite::Connection::open(folder.join("server.sqlite")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    other
}

/// What is acknowledged is stored; what cannot be stored is refused, names the file, and changes nothing.
#[tokio::test]
async fn a_locked_store_refuses_and_forgets_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let id = hall.begin(people("chess")).await.unwrap().id.clone();
    tell(&hall, &id, play("e4")).await.unwrap();
    let other = locked(folder.path());
    let begin = std::time::Instant::now();
    for command in [
        play("e5"),
        Command::Resign(Some(engine::Side::First)),
        Command::Draw(Some(engine::Side::First)),
        Command::TakeBack(Some(engine::Side::First)),
        Command::Pause,
    ] {
        let refusal = tell(&hall, &id, command.clone()).await.unwrap_err();
        assert_eq!((refusal.code, refusal.code.status()), (Code::NotStored, 503), "{command:?}");
        assert!(refusal.message.contains("server.sqlite") && refusal.message.contains("locked"), "{refusal:?}");
        let now = tell(&hall, &id, Command::Look).await.unwrap();
        let seen = (now.moves.len(), now.state, now.draw_offer, now.view.moves.len());
        assert_eq!(seen, (1, GameState::Running, None, 20), "{command:?}");
    }
    assert_eq!(hall.begin(people("chess")).await.unwrap_err().code, Code::NotStored);
    // Six requests one after the other: none of them waits for ten seconds, as long as a lock was waited for once.
    assert!(begin.elapsed() < Duration::from_secs(30));
    drop(other);
    assert_eq!(tell(&hall, &id, play("e5")).await.unwrap().moves.len(), 2);
    // Somebody else finds all of it.
    let again = self::hall(folder.path());
    assert_eq!(tell(&again, &id, Command::Look).await.unwrap().moves.len(), 2);
}

#[tokio::test]
async fn a_full_store_refuses_and_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let id = hall.begin(people("go(size=9)")).await.unwrap().id.clone();
    hall.house.store.at_most(0).await;
    let points = (0..81).map(|cell| format!("{}{}", char::from(b"ABCDEFGHJ"[cell % 9]), cell / 9 + 1));
    let mut played = 0;
    let mut refused = None;
    for point in points {
        match tell(&hall, &id, play(&point)).await {
            Ok(live) => {
                played += 1;
                assert_eq!(live.moves.len(), played);
            }
            Err(refusal) => {
                refused = Some((point, refusal));
                break;
            }
        }
    }
    let (point, refusal) = refused.expect("at some time it is full");
    assert_eq!((refusal.code, refusal.code.status()), (Code::NoRoom, 507));
    assert!(refusal.message.contains("server.sqlite"), "{refusal:?}");
    assert_eq!(tell(&hall, &id, Command::Look).await.unwrap().moves.len(), played);
    let stored = hall.house.store.load(&id).await.unwrap().unwrap();
    assert_eq!(stored.moves.len(), played, "what was acknowledged is there");
    hall.house.store.at_most(1000).await;
    assert_eq!(tell(&hall, &id, play(&point)).await.unwrap().moves.len(), played + 1);
}

/// Nobody sees the move of a program before it is stored.
#[tokio::test]
async fn the_answer_of_a_program_waits_for_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    // It thinks for a second: time enough to lock the store.
    let program = "kiebitz:time=1".parse().unwrap();
    let id = hall.begin(NewGame { second: program, ..people("othello") }).await.unwrap().id.clone();
    let mut handle = hall.find(&id).await.unwrap();
    assert_eq!(tell(&hall, &id, play("f5")).await.unwrap().moves.len(), 1);
    let other = locked(folder.path());
    // Its second, and a second in which the store is asked in vain, are long over.
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(handle.state.borrow_and_update().moves.len(), 1, "nobody has heard of it");
    assert_eq!(tell(&hall, &id, Command::Look).await.unwrap().moves.len(), 1);
    drop(other);
    while handle.state.borrow_and_update().moves.len() < 2 {
        handle.state.changed().await.unwrap();
    }
    assert_eq!(hall.house.store.load(&id).await.unwrap().unwrap().moves.len(), 2);
}

fn against(program: &str) -> NewGame {
    NewGame { second: program.parse().unwrap(), ..people("connect-four") }
}

/// Plays a move and waits for the answer.
async fn answered(hall: &Hall, id: &str, mv: &str) -> usize {
    let mut handle = hall.find(id).await.unwrap();
    let plies = tell(hall, id, play(mv)).await.unwrap().moves.len();
    while handle.state.borrow_and_update().moves.len() <= plies {
        assert_eq!(handle.state.borrow().end, None, "the game is over");
        handle.state.changed().await.unwrap();
    }
    plies + 1
}

/// Programs live with their games, but not more of them than there is room for; the others come back when they are needed.
#[tokio::test]
async fn programs_stay_within_their_number() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let mut games = Vec::new();
    for _ in 0..limits::PROGRAMS + 3 {
        let id = hall.begin(against("kiebitz:level=1")).await.unwrap().id.clone();
        assert_eq!(answered(&hall, &id, "4").await, 2);
        games.push(id);
    }
    assert!(hall.opponents.present() <= limits::PROGRAMS, "{}", hall.opponents.present());
    assert_eq!(answered(&hall, &games[0], "1").await, 4, "the first was sent home, and is there again");
    assert!(hall.opponents.present() <= limits::PROGRAMS);
}

/// A person who ponders long finds the program gone, and does not notice.
#[tokio::test(start_paused = true)]
async fn a_program_goes_home_when_nothing_happens() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let id = hall.begin(against("kiebitz:level=1")).await.unwrap().id.clone();
    let watching = hall.find(&id).await.unwrap();
    assert_eq!(answered(&hall, &id, "4").await, 2);
    assert_eq!(hall.opponents.present(), 1);
    tokio::time::sleep(2 * limits::PROGRAM_IDLE).await;
    assert_eq!(hall.opponents.present(), 0);
    assert_eq!(answered(&hall, &id, "1").await, 4);
    drop(watching);
}

/// A program of another maker that writes down when it is started and what it is asked.
#[cfg(unix)]
fn other_program(folder: &Path) -> KnownEngine {
    use std::os::unix::fs::PermissionsExt;
    let script = folder.join("program");
    let text = r#"#!/bin/sh
echo start >> "$0.log"
while read -r line; do
    case "$line" in
        uci) echo uciok ;;
        isready) echo readyok ;;
        position*) position="$line" ;;
        go*)
            echo "$position" >> "$0.log"
            set -- $position
            case $# in
                4) echo "bestmove e7e5 ponder d2d4" ;;
                *) echo "bestmove b8c6" ;;
            esac ;;
        quit) exit 0 ;;
    esac
done
"#;
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    KnownEngine { name: "other".to_string(), path: script.display().to_string() }
}

/// The process of another program lives for the whole game. If it may ponder, it looks ahead in its opponent's time.
#[cfg(unix)]
#[tokio::test]
async fn another_program_is_one_process() {
    for ponder in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall_with(folder.path(), vec![other_program(folder.path())]);
        let log = || std::fs::read_to_string(folder.path().join("program.log")).unwrap();
        let second = if ponder { "engine:other,ponder=true" } else { "engine:other" };
        let new = NewGame { second: second.parse().unwrap(), ..people("chess") };
        let id = hall.begin(new).await.unwrap().id.clone();
        assert_eq!(answered(&hall, &id, "e4").await, 2);
        while ponder && !log().contains("e2e4 e7e5 d2d4") {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(answered(&hall, &id, "Nf3").await, 4);
        assert_eq!(log().matches("start\n").count(), 1, "{}", log());
        assert_eq!(log().contains("e2e4 e7e5 d2d4"), ponder, "{}", log());
        // Taken back and asked again, it is still the same.
        assert_eq!(tell(&hall, &id, Command::TakeBack(None)).await.unwrap().moves.len(), 2);
        assert_eq!(answered(&hall, &id, "d4").await, 4);
        assert_eq!(log().matches("start\n").count(), 1, "{}", log());
    }
}

/// A game as the version before has stored it: two kinds of players that are one now, and a clock.
#[tokio::test]
async fn games_of_before_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let saved = r#"{"id":"0123456789abcdef01234567","client":"somebody","game":"chess",
        "start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "players":{"first":{"kind":"human"},"second":{"kind":"level","level":1}},"clock":{"base_s":300.0,"inc_s":3.0},
        "left_ms":[290000,280000],"moves":[
        {"text":"e4","code":"e2e4","side":"first","clock_ms":300000,"think_ms":5000},
        {"text":"e5","code":"e7e5","side":"second","score":{"cp":20,"mate":null,"text":"+0.20","chance":0.53},"depth":5,"clock_ms":280000,"think_ms":20000},
        {"text":"Nf3","code":"g1f3","side":"first","clock_ms":290000,"think_ms":13000},
        {"text":"Nc6","code":"b8c6","side":"second","clock_ms":270000,"think_ms":13000}],
        "given":0,"state":"running","end":null,"created":1000,"updated":2000,"version":5}"#;
    let other = rusqlite::Connection::open(folder.path().join("server.sqlite")).unwrap();
    let row = ("0123456789abcdef01234567", saved);
    other.execute("INSERT INTO games VALUES (?1, 0, 2000, '{}', ?2)", row).unwrap();
    let id = row.0;
    let live = tell(&hall, id, Command::Look).await.unwrap();
    let clock = live.clock.as_ref().unwrap();
    assert_eq!((live.state, live.moves.len(), clock.running), (GameState::Paused, 4, None));
    assert_eq!((clock.first_ms, clock.second_ms), (290_000, 280_000));
    let back = tell(&hall, id, Command::TakeBack(None)).await.unwrap();
    let clock = back.clock.as_ref().unwrap();
    assert_eq!((back.moves.len(), clock.first_ms, clock.second_ms), (2, 300_000, 280_000));
    assert_eq!(tell(&hall, id, Command::Resume).await.unwrap().state, GameState::Running);
    assert_eq!(answered(&hall, id, "Nc3").await, 4);
}
