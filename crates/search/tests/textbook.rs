//! The counters show what the textbook says.

use search::synthetic::{Leaves, Uniform};
use search::{Chosen, Control, Counters, Limits, Search, Table, Task, reference};

fn leaves(tree: &Uniform, leaves: Leaves, techniques: &str, depth: i32) -> (game::Score, u64) {
    let mut search = Search::new(leaves, techniques.parse::<Chosen>().unwrap(), Counters::default());
    let table = Table::with_megabytes(1);
    let report = search.run(&Task::new(tree), &Limits::depth(depth), &table, &Control::timeless(), &mut |_| {});
    (report.score, search.observer.leaves)
}

#[test]
fn minimax_judges_every_leaf() {
    for (branching, depth) in [(2, 8), (3, 6), (5, 4)] {
        let tree = Uniform::new(branching, 7);
        let (value, count) = leaves(&tree, Leaves::Random, "minimax", depth);
        assert_eq!(count, u64::from(branching).pow(depth as u32));
        assert_eq!(reference::minimax(&tree, &mut Leaves::Random, depth as u32).value, value);
    }
}

#[test]
fn perfect_order_needs_the_minimal_tree() {
    for (branching, depth) in [(2, 2), (2, 7), (3, 5), (3, 6), (4, 6), (8, 4), (30, 3)] {
        let tree = Uniform::new(branching, 1);
        let b = u64::from(branching);
        let minimal = b.pow((depth as u32).div_ceil(2)) + b.pow(depth as u32 / 2) - 1;
        let (value, count) = leaves(&tree, Leaves::BestFirst, "minimax+alpha-beta", depth);
        assert_eq!(count, minimal, "b = {b}, d = {depth}");
        let textbook = reference::alpha_beta(&tree, &mut Leaves::BestFirst, depth as u32);
        assert_eq!((textbook.value, textbook.leaves), (value, minimal));
        let (same, count) = leaves(&tree, Leaves::BestFirst, "minimax+alpha-beta+principal-variation", depth);
        assert_eq!((same, count), (value, minimal), "principal variation needs no second look");
    }
}

#[test]
fn the_worst_order_gains_little() {
    let tree = Uniform::new(4, 1);
    let (worst, count) = leaves(&tree, Leaves::BestLast, "minimax+alpha-beta", 6);
    let (all, whole) = leaves(&tree, Leaves::BestLast, "minimax", 6);
    assert_eq!(worst, all);
    let (_, best) = leaves(&tree, Leaves::BestFirst, "minimax+alpha-beta", 6);
    assert!(best < count / 4 && count <= whole, "{best} < {count} <= {whole}");
}

#[test]
fn alpha_beta_is_the_reference_leaf_for_leaf() {
    for seed in 0..20 {
        let tree = Uniform::new(3, seed);
        let textbook = reference::alpha_beta(&tree, &mut Leaves::Random, 7);
        assert_eq!(leaves(&tree, Leaves::Random, "minimax+alpha-beta", 7), (textbook.value, textbook.leaves));
    }
}
