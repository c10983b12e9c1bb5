//! The tuner sees what the evaluator sees, and finds what is there to be found.

use boards::othello::{Othello, OthelloEval};
use chess::Position as Chess;
use engine::Control;
use eval::Classical;
use game::{Evaluator, Game, Linear, Rng, Rules};
use learn::data::{self, generate};
use learn::tune::{Settings, Tuned, texel};

/// Positions of random games.
fn positions<G: Game>(start: &G, count: usize, seed: u64) -> Vec<G> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let (mut position, mut scratch) = (start.clone(), Vec::new());
        while let Some(mv) = position.playout_move(&mut rng, &mut scratch) {
            position.play(mv);
            scratch.clear();
            if rng.below(8) == 0 && position.outcome().is_none() {
                positions.push(position.clone());
            }
        }
    }
    positions
}

/// The evaluator rounds to whole steps, once for the stage of the game and once for what a drawish ending leaves.
const ROUNDING: f64 = 2.0;

fn the_sum_is_the_evaluation<G: Game, E: Linear<G>>(start: &G, mut evaluator: impl Evaluator<G>, most: f64) {
    let weights: Vec<f64> = E::weights().iter().map(|&weight| weight.into()).collect();
    assert_eq!(weights.len(), E::names().len() * E::STAGES);
    for position in positions(start, 3000, 5) {
        let sum = E::sum(&position);
        assert!(usize::from(sum.stage) + 1 < E::STAGES && (0.0..=1.0).contains(&sum.share), "{sum:?}");
        let value = sum.value(&weights, E::STAGES).clamp(-most, most);
        let judged = position.side_to_move().view(evaluator.evaluate(&position)).value();
        assert!((value - f64::from(judged)).abs() < ROUNDING, "{value} against {judged}: {position:?}");
    }
}

#[test]
fn the_sum_is_the_evaluation_of_chess() {
    the_sum_is_the_evaluation::<Chess, Classical>(&Chess::default(), Classical::default(), 30_000.0);
}

#[test]
fn the_sum_is_the_evaluation_of_othello() {
    the_sum_is_the_evaluation::<Othello, OthelloEval>(&Othello::default(), OthelloEval::Positional, 6_400.0);
    let small = Othello::start(&"othello(size=6)".parse().expect("a game")).expect("a game");
    the_sum_is_the_evaluation::<Othello, OthelloEval>(&small, OthelloEval::Positional, 3_600.0);
}

#[test]
fn the_source_holds_the_weights() {
    let old = OthelloEval::weights();
    let new: Vec<i32> = old.iter().map(|weight| weight + 1).collect();
    let text = OthelloEval::source(&new);
    assert!(text.contains(&format!("{:?}", &new[..OthelloEval::STAGES])), "{text}");
    let mut new = Classical::weights();
    new[4] = -1234;
    assert!(Classical::source(&new).contains("-1234"));
}

fn tuned(game: &str, threads: usize, seed: u64) -> Tuned {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let how = data::Settings { nodes: 100, ..data::Settings::default() };
    generate(game, &how, 0..40, 2, &path, &Control::timeless(), &mut |_| {}).expect("games");
    let settings = Settings { threads, seed, epochs: 12, validation: 0.3, ..Settings::default() };
    texel(game, &[path], &settings, &Control::timeless(), &mut |_, _| {}).expect("weights")
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    for game in ["chess", "othello"] {
        let one = tuned(game, 1, 1);
        assert!(one == tuned(game, 3, 1), "{game}: three threads");
        assert!(one != tuned(game, 1, 2), "{game}: another seed");
        // Weights that were fitted to far more games may be the best already; rounding costs a little.
        assert!(one.after.validation <= one.before.validation * 1.001, "{game}: {:?} {:?}", one.before, one.after);
        assert_eq!(one.given.games.iter().sum::<usize>(), 40, "{game}");
        assert!(one.given.games.iter().all(|&games| games > 0), "{game}");
    }
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let how = data::Settings { nodes: 50, ..data::Settings::default() };
    generate("tic-tac-toe", &how, 0..2, 1, &path, &Control::timeless(), &mut |_| {}).expect("games");
    let refused = |game: &str| {
        let answer =
            texel(game, std::slice::from_ref(&path), &Settings::default(), &Control::timeless(), &mut |_, _| {});
        let error = answer.expect_err("refused");
        assert!(error.is_bad_input(), "{error}");
        error.to_string()
    };
    assert!(refused("chess").contains("games of tic-tac-toe, not of chess"));
    assert!(refused("tic-tac-toe").contains("no table of weights"));
    assert!(refused("checkers").contains("no such game"));
    let none =
        texel("chess", &[folder.path().join("none")], &Settings::default(), &Control::timeless(), &mut |_, _| {});
    assert!(none.expect_err("no file").is_bad_input());
}
