//! Loads rule files and tells how large they are, how long loading took, and how many states a second random games visit:
//! `measure FILE...`; `measure --perft DEPTH FILE...` counts leaves instead.

use std::time::Instant;

use game::{Abilities, Rng, Rules};

/// Processor time of this process in seconds: wall time says little on a machine that others use.
fn user_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    fields.get(11).and_then(|ticks| ticks.parse::<f64>().ok()).map_or(0.0, |ticks| ticks / 100.0)
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let depth = (args.first().is_some_and(|arg| arg == "--perft")).then(|| {
        let depth = args[1].parse::<usize>().expect("a depth");
        args.drain(..2);
        depth
    });
    for file in args {
        let text = std::fs::read_to_string(&file).expect("a file");
        let stem = std::path::Path::new(&file).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into());
        let (start, wall) = (user_time(), Instant::now());
        let loading = rules::Loading { difference: true, ..rules::Loading::default() };
        let loaded = match rules::load(&stem, &text, loading) {
            Ok(loaded) => loaded,
            Err(error) => {
                println!("{stem}\trefused after {:.2} s: {error}", user_time() - start);
                continue;
            }
        };
        let load_time = (user_time() - start, wall.elapsed().as_secs_f64());
        if let Some(depth) = depth {
            let mut walker = rules::Walker::new(&loaded.rules);
            let counts: Vec<String> =
                (1..=depth).map(|depth| walker.perft(&loaded.rules.init, depth).to_string()).collect();
            println!("{stem}\t{}", counts.join(" "));
            continue;
        }
        let (mut states, mut games) = (0u64, 0u64);
        let mut rng = Rng::new(1);
        let mut scratch = Vec::new();
        let start = user_time();
        let position = rules::Ruled::begin(loaded);
        while games % 64 != 0 || user_time() - start < 0.5 {
            let mut position = position.clone();
            for _ in 0..1000 {
                scratch.clear();
                let Some(mv) = position.playout_move(&mut rng, &mut scratch) else { break };
                position.play(mv);
                states += 1;
            }
            games += 1;
        }
        let seconds = user_time() - start;
        let survey = &loaded.survey;
        println!(
            "{stem}\tload {:.2} s user {:.2} s wall\t{:?}\t{} {}\tboard {}x{}\t{:.0} states/s {:.0} games/s",
            load_time.0,
            load_time.1,
            loaded.rules.sizes(),
            if survey.doubles { "turns" } else { "alternating" },
            if survey.constant_sum { format!("sum {}", survey.sum) } else { "general".to_string() },
            loaded.board.columns,
            loaded.board.rows,
            states as f64 / seconds,
            games as f64 / seconds,
        );
    }
}
