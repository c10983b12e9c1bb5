//! Recorded trees: watching changes nothing, and what was recorded is what happened.

use std::collections::HashMap;

use engine::{Chosen, Control, Go, Identity, Method, Options, Resources};
use lab::tree::{self, Differs, Event, RecordedTree, Request, Why};

const GAMES: &[(&str, i32)] = &[
    ("tic-tac-toe", 6),
    ("connect-four", 6),
    ("connect-four(width=5,height=4)", 6),
    ("othello(size=6)", 5),
    ("othello", 5),
    ("draughts", 6),
    ("draughts(rules=international)", 5),
    ("chess", 5),
    ("chess960(start=0)", 4),
    ("go(size=5)", 3),
];

const SETS: &[&str] = &[
    "minimax+alpha-beta",
    "minimax+alpha-beta+ordering+iterative-deepening+transposition-table",
    "minimax+alpha-beta+ordering+quiescence+delta-pruning+exchange-pruning",
    "minimax+alpha-beta+ordering+principal-variation+null-move+late-move-reductions",
    "all+no-null-move",
    "all+no-aspiration+no-singular-extensions",
    "all",
];

fn record(game: &str, techniques: &str, depth: i32, limit: usize) -> Box<dyn RecordedTree> {
    let request = Request { techniques: techniques.parse().unwrap(), depth, limit, ..Request::new(game) };
    tree::record(&request, &Control::timeless()).unwrap()
}

/// The same nodes, the same value, the same line as the engine finds unwatched, whatever is switched on and however much is kept.
#[test]
fn watching_changes_nothing() {
    for &(game, depth) in GAMES {
        for &techniques in SETS {
            let mut engine = engine::open(game).unwrap();
            // Everything on and uncounted is the blind instance, with all switches known to the compiler.
            let chosen = techniques.parse().unwrap();
            let player = Identity { techniques: chosen, method: Method::Search, ..Identity::default() };
            let options = Options { player, resources: Resources::table(16), ..Options::default() };
            let answer = engine.go(&options, &Go::depth(depth), &Control::timeless(), &mut |_| {}).unwrap();
            let best = &answer.lines[0];
            for limit in [1_000_000, 50] {
                let summary = record(game, techniques, depth, limit).summary();
                assert_eq!(summary.searched, best.nodes, "{game}, {techniques}");
                assert_eq!(summary.line, engine::Ply::texts(&best.pv), "{game}, {techniques}");
                assert_eq!(summary.value.map(i32::abs), Some(best.score.value().abs()), "{game}, {techniques}");
                assert!(summary.kept <= limit.max(2 * summary.sides.len()), "{game}, {techniques}: {}", summary.kept);
            }
        }
    }
}

/// Every position along the tree is reached by legal moves; each value comes from the values below it.
#[test]
fn values_come_from_below() {
    for &(game, depth) in GAMES {
        let tree = record(game, "minimax+alpha-beta", depth.min(4), 1_000_000);
        assert_eq!(tree.summary().visited, u64::from(tree.len()), "{game}: all is kept");
        let mut below: HashMap<u32, Vec<i32>> = HashMap::new();
        let mut nodes = Vec::new();
        tree.walk(&mut |node| {
            if let Some(parent) = node.parent {
                below.entry(parent).or_default().push(node.value.unwrap());
            }
            nodes.push(node.clone());
        });
        for node in nodes {
            assert_eq!(tree.node(node.id).as_ref(), Some(&node), "{game}: a walk and a question agree");
            let Some(values) = below.get(&node.id) else { continue };
            let best = if node.max { values.iter().max() } else { values.iter().min() };
            assert_eq!(node.value.as_ref(), best, "{game}: {node:?}");
            if let Why::Cut { rank } = node.why {
                assert_eq!(rank as usize, values.len(), "{game}: the cutting move is the last");
                let (value, beyond) = (node.value.unwrap(), if node.max { node.beta } else { node.alpha });
                assert!(if node.max { Some(value) >= beyond } else { Some(value) <= beyond }, "{game}: {node:?}");
            } else if matches!(node.why, Why::Searched) {
                assert!(node.untried.is_empty(), "{game}: {node:?}");
            }
        }
    }
}

/// With a small limit the upper levels are kept, and every visit is either kept or counted at the node above it.
#[test]
fn a_small_limit_keeps_the_upper_levels() {
    for &(game, depth) in GAMES {
        for techniques in ["minimax+alpha-beta", "all"] {
            let whole = record(game, techniques, depth, 10_000_000);
            let part = record(game, techniques, depth, 60);
            assert_eq!(whole.summary().visited, part.summary().visited, "{game}, {techniques}");
            assert!(part.len() <= 60, "{game}, {techniques}: {}", part.len());
            let mut hidden = 0;
            part.walk(&mut |node| hidden += u64::from(node.hidden));
            assert_eq!(u64::from(part.len()) + hidden, part.summary().visited, "{game}, {techniques}");
            // Level by level the same nodes.
            let (mut ours, mut theirs) = (part.roots(), whole.roots());
            while !ours.is_empty() {
                assert_eq!(ours.len(), theirs.len(), "{game}, {techniques}");
                for (&one, &other) in ours.iter().zip(&theirs) {
                    let (one, other) = (part.node(one).unwrap(), whole.node(other).unwrap());
                    assert_eq!((&one.mv, one.value, &one.skipped), (&other.mv, other.value, &other.skipped));
                    assert!(one.hidden > 0 || one.why == other.why, "{game}, {techniques}: {one:?} {other:?}");
                    assert_eq!(
                        one.below + one.hidden,
                        if one.children == 0 { one.hidden } else { one.below + one.hidden }
                    );
                }
                ours = ours.into_iter().flat_map(|id| part.child_ids(id)).collect();
                theirs = theirs.into_iter().flat_map(|id| whole.child_ids(id)).collect();
            }
        }
    }
}

/// All techniques of chess leave their marks in a tree that is deep enough, each where it belongs.
#[test]
fn techniques_leave_their_marks() {
    let request = Request {
        position: "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3".to_string(),
        depth: 9,
        limit: 10_000_000,
        ..Request::new("chess")
    };
    let tree = tree::record(&request, &Control::timeless()).unwrap();
    let mut seen: HashMap<String, usize> = HashMap::new();
    tree.walk(&mut |node| {
        *seen.entry(node.kind.name().to_string()).or_default() += 1;
        *seen.entry(node.look.name().to_string()).or_default() += 1;
        if let Why::Technique { technique } = node.why {
            *seen.entry(format!("cut {technique}")).or_default() += 1;
        }
        for skip in &node.skipped {
            *seen.entry(format!("skip {}", skip.technique)).or_default() += 1;
        }
    });
    let expected = [
        "root",
        "principal",
        "other",
        "quiescence",
        "null-move",
        "razoring",
        "reduced",
        "again",
        "first",
        "cut transposition-table",
        "cut null-move",
        "cut reverse-futility",
        "cut razoring",
        "skip futility",
        "skip late-move-pruning",
        "skip exchange-pruning",
        "skip delta-pruning",
    ];
    for name in expected {
        assert!(seen.contains_key(name), "no {name} in {seen:?}");
    }
    // A cut by null move comes after a look at what a free move brings.
    tree.walk(&mut |node| {
        if matches!(node.why, Why::Technique { technique: "null-move" }) {
            let kinds: Vec<_> = tree.children(node.id, 0, 10).into_iter().map(|node| node.kind.name()).collect();
            assert!(kinds.contains(&"null-move"), "{kinds:?}");
        }
    });
}

#[test]
fn why_not_ends_at_the_refutation() {
    // Taking the pawn loses the queen.
    let position = "4k3/8/2b5/3p4/8/8/3Q4/4K3 w - - 0 1";
    let request = Request {
        position: position.to_string(),
        techniques: "minimax+alpha-beta+ordering+quiescence+iterative-deepening+transposition-table".parse().unwrap(),
        depth: 4,
        all_iterations: true,
        ..Request::new("chess")
    };
    let tree = tree::record(&request, &Control::timeless()).unwrap();
    let found = tree::why_not(&*tree, "d2d5").unwrap();
    assert_eq!(found.mv, "Qxd5");
    assert_ne!(found.best.as_deref(), Some("Qxd5"));
    let moves: Vec<_> = found.path.iter().filter_map(|step| step.node.mv.as_deref()).collect();
    assert_eq!(moves[..2], ["Qxd5", "Bxd5"]);
    assert!(found.path[0].node.value < tree.summary().value);
    assert!(tree::why_not(&*tree, "a1a2").is_err());
}

/// A move that a null move refuted: even a free move does not help.
#[test]
fn why_not_follows_the_question_of_a_technique() {
    let request = Request { depth: 9, all_iterations: true, ..Request::new("chess") };
    let tree = tree::record(&request, &Control::timeless()).unwrap();
    let root = tree.children(tree.root(), 0, usize::MAX);
    let refuted = root.iter().find(|node| matches!(node.why, Why::Technique { technique: "null-move" }));
    let found = tree::why_not(&*tree, refuted.unwrap().mv.as_deref().unwrap()).unwrap();
    assert_eq!(found.path[1].node.kind.name(), "null-move");
}

#[test]
fn two_trees_differ_where_a_technique_acts() {
    let full = record("tic-tac-toe", "minimax", 3, 1_000_000);
    let cut = record("tic-tac-toe", "minimax+alpha-beta", 3, 1_000_000);
    let found = tree::compare(&*full, &*cut, usize::MAX);
    assert_eq!(found.first.value, found.second.value);
    assert!(found.first.visited > found.second.visited);
    assert!(found.differences.iter().any(|difference| difference.what == Differs::OnlyFirst));
    assert!(found.differences.iter().all(|difference| difference.what != Differs::OnlySecond));
    let same = tree::compare(&*full, &*record("tic-tac-toe", "minimax", 3, 1_000_000), usize::MAX);
    assert!(same.differences.is_empty());
}

#[test]
fn the_textbook_step_by_step() {
    let typed = tree::TypedTree::parse("((3 12 8) (2 4 6) (14 5 2))").unwrap();
    let tree = tree::typed(&typed, "minimax+alpha-beta".parse::<Chosen>().unwrap(), 1000, &Control::timeless());
    let steps = tree::steps(&*tree, usize::MAX);
    assert_eq!(steps.iter().filter(|step| step.event == Event::Leaf).count(), 7);
    let cut = steps.iter().find(|step| step.event == Event::Cut).unwrap();
    assert!(cut.text.contains("2, 3 need not be looked at"), "{}", cut.text);
    assert_eq!(steps.last().unwrap().text, "The root is worth 3 to MAX.");
    // The third MIN has looked at all its moves when its value leaves the window: nothing is cut there, and its value is exact.
    assert_eq!(steps.iter().filter(|step| step.event == Event::Cut).count(), 1);
    let third = tree.children(tree.root(), 0, 10).pop().unwrap();
    assert_eq!((third.why, third.value_with_bound().as_str()), (Why::Searched, "2"));
}

/// A game is won, lost or drawn, as far as the search has seen it; a forced end is counted from the node; without alpha-beta there
/// are no windows.
#[test]
fn values_in_words() {
    let whole = record("tic-tac-toe", "minimax", 9, 1_000_000);
    assert_eq!(whole.summary().value_text, "draw");
    let mut over: HashMap<String, usize> = HashMap::new();
    let mut open = 0;
    whole.walk(&mut |node| {
        assert!(node.window().is_empty() && node.alpha_text.is_empty(), "{node:?}");
        open += usize::from(node.value_text == "open");
        if node.why == Why::GameOver {
            *over.entry(node.value_text.clone()).or_default() += 1;
        } else if let Some(plies) = node.value_text.strip_prefix("win in ") {
            assert!(plies.parse::<usize>().unwrap() <= 9 - node.ply, "{node:?}");
        }
    });
    // The 255,168 courses of the game, by their ends.
    let counts = ["won", "lost", "draw"].map(|word| over[word]);
    assert_eq!((counts, over.len(), open), ([131_184, 77_904, 46_080], 3, 0));
    let part = record("tic-tac-toe", "minimax+alpha-beta", 3, 1_000_000);
    assert_eq!(part.summary().value_text, "open");
    assert_eq!(part.node(part.root()).unwrap().window(), "[-∞, +∞]");
    let steps = tree::steps(&*part, 20);
    assert!(steps.iter().any(|step| step.text.ends_with("α becomes 0, [0, +∞].")), "{steps:?}");
}

/// All forms of a tree can be made of any game; SVG is well-formed as far as its brackets tell.
#[test]
fn every_form_of_every_game() {
    for &(game, _) in GAMES {
        let tree = record(game, "all", 3, 150);
        let picture = tree::svg(&*tree);
        assert_eq!(picture.matches("<g").count(), picture.matches("</g>").count(), "{game}");
        assert_eq!(picture.matches("<text").count(), picture.matches("</text>").count(), "{game}");
        assert_eq!(
            tree::text(&*tree, usize::MAX).lines().filter(|line| line.contains("window")).count() as u32,
            tree.len()
        );
        assert!(tree::dot(&*tree).starts_with("digraph"));
        let mut json = Vec::new();
        tree::write_json(&*tree, &mut json).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(value["nodes"].as_array().unwrap().len() as u32, tree.len(), "{game}");
    }
}

/// A part of the row of all nodes is what the walk has there, from wherever it begins; the way to a node leads from parent to child.
#[test]
fn a_part_of_the_row_is_a_part_of_the_walk() {
    for &(game, _) in GAMES {
        let tree = record(game, "all+no-aspiration", 3, 2000);
        let mut nodes = Vec::new();
        tree.walk(&mut |node| nodes.push(node.clone()));
        assert_eq!(tree.range(0, usize::MAX), nodes, "{game}");
        for first in (0..nodes.len()).step_by(17) {
            let end = nodes.len().min(first + 5);
            assert_eq!(tree.range(first as u32, 5), nodes[first..end], "{game}, from {first}");
            let path = tree.path(first as u32);
            assert_eq!((path.len(), path.last()), (nodes[first].level + 1, Some(&(first as u32))), "{game}");
            let parents = path.windows(2).all(|two| nodes[two[1] as usize].parent == Some(two[0]));
            assert!(parents && nodes[path[0] as usize].parent.is_none(), "{game}: {path:?}");
        }
        let end = tree.len();
        assert!(tree.range(end, 5).is_empty() && tree.path(end).is_empty() && tree.range(u32::MAX, 5).is_empty());
    }
}
