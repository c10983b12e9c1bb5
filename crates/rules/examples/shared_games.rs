//! Loads rule files that lie outside the project and prints, for each, how long that took, how it was compiled, whether its counts are
//! those of a table, and how fast random games run: `shared_games FOLDER [NAME ...]`, where FOLDER has `gdl/*.kif` and
//! `perft-ggp-base.tsv`. Times are processor time where the system tells it (Linux): wall time says little on a machine that others use.

use game::Rng;
use rules::{Loading, Walker};

/// Seconds that this thread has run.
fn seconds() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    let wall = START.elapsed().as_secs_f64();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let run = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    run.map_or(wall, |nanoseconds| nanoseconds / 1e9)
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("the folder with the rule files");
    let names: Vec<String> = arguments.collect();
    let table = std::fs::read_to_string(format!("{folder}/perft-ggp-base.tsv")).expect("the table of counts");
    let (mut loaded, mut tried, mut speeds) = (0, 0, Vec::new());
    for row in table.lines() {
        let (name, counts) = row.split_once('\t').expect("two columns");
        let Ok(text) = std::fs::read_to_string(format!("{folder}/gdl/{name}.kif")) else { continue };
        if !names.is_empty() && !names.iter().any(|other| other == name) {
            continue;
        }
        tried += 1;
        let start = seconds();
        let game = match rules::load(name, &text, Loading { difference: true, ..Loading::default() }) {
            Ok(game) => game,
            Err(error) => {
                println!("{name}\tREFUSED after {:.1} s: {error}", seconds() - start);
                continue;
            }
        };
        loaded += 1;
        let loading = seconds() - start;
        let mut walker = Walker::new(&game.rules);
        let mut right = Vec::new();
        let counting = seconds();
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("a number");
            if seconds() - counting > 20.0 {
                break;
            }
            let found = walker.perft(&game.rules.init, depth);
            right.push(if found == count { "ok".to_string() } else { format!("WRONG {found} for {count}") });
        }
        let speed = speed(&game.rules);
        speeds.push(speed);
        let (facts, views, clauses) = game.rules.sizes();
        let kind = if game.rules.is_proved() { "proved" } else { "net" };
        println!(
            "{name}\t{kind}\tloaded in {loading:.1} s\t{facts} facts, {views} views, {clauses} clauses\tcounts {}\t{speed:.0} states/s",
            right.join(" ")
        );
    }
    speeds.sort_by(f64::total_cmp);
    let median = speeds.get(speeds.len() / 2).copied().unwrap_or(0.0);
    let fast = speeds.iter().filter(|&&speed| speed >= 100_000.0).count();
    println!("{loaded} of {tried} loaded; median {median:.0} states/s; {fast} above 100,000");
}

/// Positions a second in random games, for at least half a second.
fn speed(rules: &rules::Ruleset) -> f64 {
    let mut walker = Walker::new(rules);
    let mut rng = Rng::new(1);
    let mut states = 0u64;
    let start = seconds();
    let mut moves = Vec::new();
    // To ask for the time takes as long as a short game.
    let mut asked = 0;
    loop {
        if states >= asked {
            if seconds() - start > 0.5 {
                break;
            }
            asked = states + 500;
        }
        let mut facts = rules.init.clone();
        for _ in 0..600 {
            states += 1;
            moves.clear();
            let role = walker.turn(&facts).0.unwrap_or(0);
            walker.moves(&facts, role, &mut moves);
            if walker.is_over(&facts) || moves.is_empty() {
                break;
            }
            walker.play(&mut facts, role, rng.pick(&moves));
        }
    }
    states as f64 / (seconds() - start)
}
