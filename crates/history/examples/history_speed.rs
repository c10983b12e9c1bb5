//! How fast games go into the history and how fast it answers:
//! `cargo run --release -p kiebitz-history --example history_speed -- FILE.pgn ...`.

use std::path::Path;
use std::time::{Duration, Instant};

use chess::Position;
use game::{Rng, Rules};
use history::{Error, History};

fn main() -> Result<(), Error> {
    let folder = std::env::temp_dir().join(format!("kiebitz-history-{}", std::process::id()));
    let path = folder.join("history.sqlite");
    let mut history = History::open(&path)?;
    let start = Instant::now();
    let mut games = 0;
    let mut moves = 0;
    for file in std::env::args().skip(1) {
        let summary = history.import(Path::new(&file), &mut |broken| println!("{broken}"), &mut |_, _| true)?;
        println!("{file}: {summary:?}");
        games += summary.added;
        moves += summary.moves;
    }
    let time = start.elapsed();
    let size = std::fs::metadata(&path).map_or(0, |file| file.len());
    println!(
        "{games} games, {moves} moves in {time:.2?}, {:.0} games/s, {} MB",
        games as f64 / time.as_secs_f64(),
        size >> 20
    );
    let per_million = time.as_secs_f64() / games.max(1) as f64 * 1e6;
    println!("at that rate a million games take {per_million:.0} s; memory {} MB", peak_memory() >> 10);
    // Walks along what was played, as somebody clicks through an explorer: moves, counts and the last games.
    let mut rng = Rng::new(1);
    let (mut asked, mut total, mut worst) = (0, Duration::ZERO, Duration::ZERO);
    for _ in 0..200 {
        let mut position = Position::default();
        for _ in 0..60 {
            let clock = Instant::now();
            let found = history.moves("chess", position.key())?;
            for explored in found.iter().take(5) {
                if let Some(&id) = explored.recent.first() {
                    history.game(id)?;
                }
            }
            let time = clock.elapsed();
            (asked, total, worst) = (asked + 1, total + time, worst.max(time));
            if found.is_empty() {
                break;
            }
            let explored = &found[rng.below(found.len())];
            let Ok(mv) = position.read_move(&explored.mv) else { break };
            position.play(mv);
        }
    }
    println!(
        "{asked} questions, mean {:.3} ms, worst {:.3} ms",
        total.as_secs_f64() * 1e3 / f64::from(asked),
        worst.as_secs_f64() * 1e3
    );
    drop(history);
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

/// The largest memory of this process so far in KB, where the system tells.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
