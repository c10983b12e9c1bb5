//! The comparison of the ways to better weights: the same twice, also after being broken off, and judged alike.

use std::path::Path;

use learn::tuners::{self, Arm, Judge, Plan, STAGES};
use search::Control;

fn plan(folder: &Path, threads: usize) -> Plan {
    Plan {
        game: "connect-four".to_string(),
        evaluator: "threats".to_string(),
        nodes: 20,
        games: 240,
        threads,
        folder: folder.to_path_buf(),
    }
}

#[test]
fn every_way_comes_to_the_same_end_twice() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for arm in Arm::ALL {
        let [plain, broken] = [plan(one.path(), 1), plan(other.path(), 2)];
        let stages = tuners::run(&plain, arm, 1, &Control::timeless()).unwrap();
        assert_eq!(stages.len(), STAGES as usize, "{}", arm.name());
        assert!(stages.is_sorted_by_key(|stage| stage.games) && stages[0].games >= 60, "{stages:?}");
        // Stopped before it begins, and with another number of threads.
        let stopped = Control::timeless();
        stopped.stop();
        assert!(tuners::run(&broken, arm, 1, &stopped).unwrap().is_empty());
        let again = tuners::run(&broken, arm, 1, &Control::timeless()).unwrap();
        for (one, other) in stages.iter().zip(&again) {
            assert_eq!((one.games, &one.weights, &one.champion), (other.games, &other.weights, &other.champion));
        }
        // What is there is not played again.
        assert_eq!(tuners::run(&broken, arm, 1, &stopped).unwrap(), again);
    }
}

#[test]
fn the_judge_is_fair_and_remembers() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path(), 2);
    let start = tuners::start(&plan).unwrap().weights();
    let mut judge = Judge::new(&plan).unwrap();
    let control = Control::timeless();
    let even = judge.judge(&start, &start, 20, 30, &control).unwrap().unwrap();
    assert_eq!(even, [0, 0, 30, 0, 0], "against itself every pair is even");
    let nothing = vec![0; start.len()];
    let better = judge.judge(&start, &nothing, 20, 30, &control).unwrap().unwrap();
    let points: u64 = better.iter().zip(0..).map(|(pairs, half)| pairs * half).sum();
    assert!(points > 60, "weights are worth something: {better:?}");
    control.stop();
    assert_eq!(Judge::new(&plan).unwrap().judge(&start, &nothing, 20, 30, &control).unwrap(), Some(better));
    assert_eq!(Judge::new(&plan).unwrap().judge(&nothing, &start, 20, 30, &control).unwrap(), None);
    let none = Plan { game: "tic-tac-toe".to_string(), evaluator: String::new(), ..plan.clone() };
    assert!(tuners::start(&none).unwrap_err().to_string().contains("no weights"));
}
