//! The tuner sees what the evaluator sees, and finds what is there to be found.

use boards::othello::OthelloEval;
use engine::{Control, Playable, Visitor};
use eval::Classical;
use game::{Evaluator, Game, Linear, Rng, Tunable};
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

/// Every evaluator of every game is the sum of its counts times its weights, with any weights.
#[test]
fn the_sum_is_the_evaluation() {
    struct Check;
    impl Visitor for Check {
        type Result = ();

        fn visit<G: Playable>(self, start: G) {
            for name in start.evaluators() {
                let Some(built_in) = start.by_name(name) else { continue };
                let mut rng = Rng::new(9);
                let other: Vec<i32> = built_in.table().weights().iter().map(|w| w / 2 + rng.below(9) as i32).collect();
                check(&start, name, built_in.clone());
                check(&start, name, built_in.with_weights(&other));
            }
        }
    }
    fn check<G: Playable>(start: &G, name: &str, mut evaluator: G::Own) {
        let table = evaluator.table();
        let weights: Vec<f64> = table.weights().iter().map(|&weight| weight.into()).collect();
        let stages = table.stages.len();
        assert_eq!(weights.len(), table.row_names().len() * stages);
        // What komi takes away is no weight.
        let komi = if start.spec().starts_with("go") { evaluator.evaluate(start).value() } else { 0 };
        let most = if start.spec().starts_with("othello") {
            if start.spec().contains('6') { 3_600.0 } else { 6_400.0 }
        } else {
            29_000.0
        };
        for position in positions(start, 1500, 5) {
            let sum = evaluator.sum(&position);
            assert!(usize::from(sum.stage) + 1 < stages.max(2) && (0.0..=1.0).contains(&sum.share), "{sum:?}");
            let judged = position.side_to_move().view(evaluator.evaluate(&position)).value();
            let value = (sum.value(&weights, stages) + f64::from(komi)).clamp(-most, most);
            // In a drawish ending of draughts the right to move counts in full.
            let rounding = if sum.scale.0 == [0.25; 2] { 20.0 } else { ROUNDING };
            assert!((value - f64::from(judged)).abs() < rounding, "{name}: {value} against {judged}: {position:?}");
        }
    }
    for game in [
        "chess",
        "connect-four",
        "connect-four(width=6,height=5)",
        "othello",
        "othello(size=6)",
        "draughts",
        "draughts(rules=international)",
        "draughts(rules=russian)",
        "go(size=5)",
    ] {
        engine::visit(game, Check).expect(game);
    }
}

#[test]
fn the_source_holds_the_weights() {
    let old = OthelloEval::default().table().weights();
    let new: Vec<i32> = old.iter().map(|weight| weight + 1).collect();
    let (_, text) = OthelloEval::default().with_weights(&new).source().expect("a file");
    assert!(text.contains(&format!("{:?}", &new[..5])), "{text}");
    let mut new = Classical::default().table().weights();
    new[4] = -1234;
    assert!(Classical::default().with_weights(&new).source().expect("a file").1.contains("-1234"));
}

fn tuned(game: &str, threads: usize, seed: u64) -> Tuned {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let how = data::Settings { nodes: 100, harvest: 0, ..data::Settings::default() };
    generate(game, &how, 0..40, 2, &path, &Control::timeless(), &mut |_| {}).expect("games");
    let settings = Settings { threads, seed, epochs: 12, validation: 0.3, ..Settings::default() };
    texel(game, "", &[path], &settings, &Control::timeless(), &mut |_, _| {}).expect("weights")
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    for game in ["chess", "othello", "draughts", "connect-four"] {
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
    let how = data::Settings { nodes: 50, harvest: 0, ..data::Settings::default() };
    generate("tic-tac-toe", &how, 0..2, 1, &path, &Control::timeless(), &mut |_| {}).expect("games");
    let refused = |game: &str| {
        let answer =
            texel(game, "", std::slice::from_ref(&path), &Settings::default(), &Control::timeless(), &mut |_, _| {});
        let error = answer.expect_err("refused");
        assert!(error.is_bad_input(), "{error}");
        error.to_string()
    };
    assert!(refused("chess").contains("games of tic-tac-toe, not of chess"));
    assert!(refused("tic-tac-toe").contains("no weights to fit"));
    assert!(refused("checkers").contains("no such game"));
    let draughts = folder.path().join("draughts");
    generate("draughts", &how, 0..2, 1, &draughts, &Control::timeless(), &mut |_| {}).expect("games");
    let other = "draughts(rules=international)";
    let other = texel(other, "", &[draughts], &Settings::default(), &Control::timeless(), &mut |_, _| {});
    assert!(other.expect_err("other rules").to_string().contains("games of draughts"));
    let none =
        texel("chess", "", &[folder.path().join("none")], &Settings::default(), &Control::timeless(), &mut |_, _| {});
    assert!(none.expect_err("no file").is_bad_input());
}
