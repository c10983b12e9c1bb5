//! Go programs by GTP, with a program that knows three words.
#![cfg(unix)]

use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;

use arena::schedule::Listed;
use arena::{Arena, Ending, Event, Finished, Openings, Rules};
use engine::Control;

/// A program that answers every `genmove` alike.
fn program(name: &str, answer: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r word rest; do\n  case $word in\n    genmove) printf '= {answer}\\n\\n';;\n    \
         time_left) printf '? unknown command\\n\\n';;\n    quit) exit;;\n    *) printf '=\\n\\n';;\n  esac\ndone\n"
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("gtp:{}", path.display())
}

fn play(player: &str) -> Vec<Finished> {
    let arena = Arena {
        game: "go(size=5)".to_string(),
        past: engine::PastGames::default(),
        contestants: vec![player.parse().unwrap(), "random".parse().unwrap()],
        clock: Some("30+1".parse().unwrap()),
        openings: Openings::Random { plies: 2, seed: 1 },
        rules: Rules { max_plies: Some(40), ..Rules::default() },
        concurrency: 1,
        seed: 1,
        event: "test".to_string(),
    };
    let mut games = Vec::new();
    let mut hear = |event| {
        if let Event::Game(game) = event {
            games.push(*game);
        }
        ControlFlow::Continue(())
    };
    arena.run(&mut Listed::pair_match(2), &[], &Control::timeless(), &mut hear).unwrap();
    assert_eq!(games.len(), 2);
    games
}

#[test]
fn passes() {
    for game in play(&program("gtp-pass", "PASS")) {
        assert_eq!(game.culprit(), None, "{:?}", game.ending);
        assert!(game.pgn.contains("pass"), "{}", game.pgn);
    }
}

#[test]
fn resigns() {
    for (index, game) in play(&program("gtp-resign", "resign")).iter().enumerate() {
        assert_eq!(game.ending, Ending::Resigned);
        assert!(game.pgn.contains(" resigns}"), "{}", game.pgn);
        // It moves first in the first game, and loses both.
        assert_eq!(usize::from(game.half_points), 2 * index);
    }
}

#[test]
fn answers_with_nonsense() {
    assert!(play(&program("gtp-nonsense", "Z99")).iter().all(|game| game.culprit().is_some_and(|(who, _)| who == 0)));
}
