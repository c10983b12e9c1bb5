//! Trees of numbers, typed in as textbooks print them: `((3 12 8) (2 4 6) (14 5 2))`. MAX moves first; a number is a leaf
//! and its worth to MAX. The one search walks through them as through any game.
//!
//! The least number of leaves: D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6,
//! 1975.

use std::borrow::Cow;
use std::sync::Arc;

use engine::{Chosen, Control, Error};
use game::{
    Abilities, Cell, Diagram, Key, MoveError, Outcome, PositionError, Rules, Score, Shade, Show, Side, Spec, SpecError,
    Stage, mix,
};
use search::{Counters, Limits, Search, Table, Task};
use serde::Serialize;

use super::kept::Tree;
use super::view::{About, RecordedTree};
use super::{Recorder, TABLE};

/// More than anybody types, and few enough to number moves by 16 bits.
const MOST_NODES: usize = 50_000;
const DEEPEST: usize = 100;
/// Leaves must stay clear of the scores for a certain win.
const LARGEST: i32 = 29_000;

/// A tree of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedTree {
    /// The root is the first; children come after their parents.
    nodes: Vec<TypedNode>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum TypedNode {
    Leaf(i32),
    Inner(Vec<u32>),
}

/// How many leaves are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LeafCounts {
    /// By minimax: all of them.
    pub minimax: u64,
    /// By alpha-beta, in the order in which the tree was typed.
    pub alpha_beta: u64,
    /// By alpha-beta, if the best move came first everywhere.
    pub best_order: u64,
    /// The least that any order allows in a uniform tree, with b moves everywhere and d levels: b^⌈d/2⌉ + b^⌊d/2⌋ - 1, about
    /// twice the square root of all leaves.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub bound: Option<u64>,
}

impl TypedTree {
    /// Reads a tree. Commas are as good as spaces.
    pub fn parse(text: &str) -> Result<TypedTree, Error> {
        let wrong = |at: usize, reason: &str| {
            Error::Request(format!(
                "tree '{}': {reason} at character {}; a tree looks like ((3 12 8) (2 4 6) (14 5 2))",
                shortened(text),
                at + 1
            ))
        };
        let mut nodes: Vec<TypedNode> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut closed = false;
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            if letter.is_whitespace() || letter == ',' {
                continue;
            }
            if letter == ')' {
                let node = open.pop().ok_or_else(|| wrong(at, "there is a ')' too many"))?;
                if matches!(&nodes[node as usize], TypedNode::Inner(children) if children.is_empty()) {
                    return Err(wrong(at, "an empty pair of parentheses"));
                }
                closed = open.is_empty();
                continue;
            }
            if closed {
                return Err(wrong(at, "the tree has ended, and yet there is more"));
            }
            let node = if letter == '(' {
                TypedNode::Inner(Vec::new())
            } else {
                let mut number = letter.to_string();
                while let Some((_, digit)) = letters.next_if(|(_, letter)| letter.is_ascii_digit()) {
                    number.push(digit);
                }
                let value: Option<i32> = number.parse().ok();
                let value = value.filter(|value| value.abs() <= LARGEST);
                TypedNode::Leaf(value.ok_or_else(|| {
                    wrong(at, &format!("'{number}' is neither a parenthesis nor a whole number up to {LARGEST}"))
                })?)
            };
            if nodes.len() >= MOST_NODES || open.len() >= DEEPEST {
                return Err(wrong(at, &format!("more than {MOST_NODES} nodes or {DEEPEST} levels")));
            }
            let index = nodes.len() as u32;
            match open.last() {
                Some(&parent) => {
                    if let TypedNode::Inner(children) = &mut nodes[parent as usize] {
                        children.push(index);
                    }
                }
                None if matches!(node, TypedNode::Leaf(_)) => return Err(wrong(at, "a tree begins with '('")),
                None => {}
            }
            if matches!(node, TypedNode::Inner(_)) {
                open.push(index);
            }
            nodes.push(node);
        }
        if !open.is_empty() || nodes.is_empty() {
            return Err(wrong(text.chars().count(), "a ')' is missing"));
        }
        Ok(TypedTree { nodes })
    }

    fn height(&self, node: u32) -> usize {
        match &self.nodes[node as usize] {
            TypedNode::Leaf(_) => 0,
            TypedNode::Inner(children) => 1 + children.iter().map(|&child| self.height(child)).max().unwrap_or(0),
        }
    }

    /// The minimax value of a node, from the definition.
    fn value(&self, node: u32, max: bool) -> i32 {
        match &self.nodes[node as usize] {
            TypedNode::Leaf(value) => *value,
            TypedNode::Inner(children) => {
                let values = children.iter().map(|&child| self.value(child, !max));
                if max { values.max() } else { values.min() }.unwrap_or(0)
            }
        }
    }

    /// The same tree with the best move first at every node.
    fn best_first(&self) -> TypedTree {
        let mut ordered = self.clone();
        let mut todo = vec![(0, true)];
        while let Some((node, max)) = todo.pop() {
            if let TypedNode::Inner(children) = &mut ordered.nodes[node as usize] {
                let worth = |child: &u32| self.value(*child, !max);
                children.sort_by_cached_key(|child| if max { -worth(child) } else { worth(child) });
                todo.extend(children.iter().map(|&child| (child, !max)));
            }
        }
        ordered
    }

    /// Branching and depth, if they are the same everywhere.
    fn uniform(&self) -> Option<(u64, u32)> {
        let height = self.height(0);
        let TypedNode::Inner(children) = &self.nodes[0] else { return None };
        let branching = children.len();
        let leaves = self.nodes.iter().filter(|node| matches!(node, TypedNode::Leaf(_))).count();
        let same = self.nodes.iter().all(|node| !matches!(node, TypedNode::Inner(below) if below.len() != branching));
        let all = (branching as u64).checked_pow(height as u32)?;
        (same && all == leaves as u64).then_some((branching as u64, height as u32))
    }

    fn leaves(&self, techniques: &str) -> u64 {
        let techniques: Chosen = techniques.parse().expect("names of ours");
        let mut search = Search::new((), techniques, Counters::default());
        let table = Table::with_megabytes(1);
        let root = Course::root(self);
        search.run(&Task::new(&root), &self.limits(), &table, &Control::timeless(), &mut |_| {});
        search.observer.leaves
    }

    fn limits(&self) -> Limits {
        Limits::depth(self.height(0) as i32)
    }

    /// How many leaves the searches look at.
    pub fn leaf_counts(&self) -> LeafCounts {
        LeafCounts {
            minimax: self.leaves("minimax"),
            alpha_beta: self.leaves("minimax+alpha-beta"),
            best_order: self.best_first().leaves("minimax+alpha-beta"),
            bound: self.uniform().map(|(b, d)| b.pow(d.div_ceil(2)) + b.pow(d / 2) - 1),
        }
    }
}

/// Searches a typed-in tree and keeps the search.
pub fn typed(tree: &TypedTree, techniques: Chosen, limit: usize, control: &Control) -> Box<dyn RecordedTree> {
    let root = Course::root(tree);
    let mut search = Search::new((), techniques, Recorder::new(limit, false));
    let report = search.run(&Task::new(&root), &tree.limits(), &Table::with_megabytes(TABLE), control, &mut |_| {});
    let about =
        About { techniques, depth: tree.height(0) as i32, searched: report.nodes, in_words: false, is_judged: false };
    Box::new(Tree::new(root, search.observer.finish(), report.pv, about))
}

/// A place in a typed-in tree, as a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    tree: Arc<TypedTree>,
    node: u32,
    /// The moves that led here.
    path: Vec<u16>,
}

impl Course {
    fn root(tree: &TypedTree) -> Course {
        Course { tree: Arc::new(tree.clone()), node: 0, path: Vec::new() }
    }

    fn children(&self) -> &[u32] {
        match &self.tree.nodes[self.node as usize] {
            TypedNode::Leaf(_) => &[],
            TypedNode::Inner(children) => children,
        }
    }
}

impl Rules for Course {
    type Move = u16;

    fn start(spec: &Spec) -> Result<Course, SpecError> {
        Err(spec.error("a tree is typed in and not named"))
    }

    fn spec(&self) -> String {
        "typed tree".to_string()
    }

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.path.len() % 2]
    }

    fn generate(&self, stage: Stage, moves: &mut Vec<u16>) {
        if stage != Stage::Noisy {
            moves.extend(0..self.children().len() as u16);
        }
    }

    fn play(&mut self, mv: u16) {
        self.node = self.children()[usize::from(mv)];
        self.path.push(mv);
    }

    fn end(&self) -> Option<Outcome> {
        match self.tree.nodes[self.node as usize] {
            TypedNode::Leaf(value) => Some(Outcome::Margin(Score::new(value))),
            TypedNode::Inner(_) => None,
        }
    }

    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn key(&self) -> Key {
        Key(mix(u64::from(self.node) + 1))
    }

    fn compute_key(&self) -> Key {
        self.key()
    }

    fn parse_position(&self, text: &str) -> Result<Course, PositionError> {
        let mut course = Course { node: 0, path: Vec::new(), ..self.clone() };
        for step in text.split('.').filter(|step| !step.is_empty()) {
            let mv = course.parse_move(step).map_err(|error| PositionError::new(text, error.to_string()))?;
            course.play(mv);
        }
        Ok(course)
    }

    fn position_text(&self) -> String {
        self.path.iter().map(|mv| (mv + 1).to_string()).collect::<Vec<_>>().join(".")
    }

    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        let moves = self.children().len();
        match text.parse::<u16>() {
            Ok(number) if (1..=moves).contains(&usize::from(number)) => Ok(number - 1),
            _ => Err(MoveError::new(text, format!("expected a number from 1 to {moves}"))),
        }
    }

    fn move_text(&self, mv: u16) -> String {
        (mv + 1).to_string()
    }

    const ACTIONS: usize = 256;

    fn action(&self, mv: u16) -> usize {
        usize::from(mv) % Self::ACTIONS
    }

    fn encode(&self, mv: u16) -> u16 {
        mv + 1
    }

    fn decode(&self, code: u16) -> Option<u16> {
        code.checked_sub(1).filter(|&mv| usize::from(mv) < self.children().len())
    }
}

impl Abilities for Course {
    const UNIT: i32 = 1;
}

impl Show for Course {
    fn diagram(&self) -> Diagram {
        let cells = self.path.iter().map(|_| Cell::empty(Shade::Light)).collect();
        Diagram { columns: self.path.iter().map(|mv| (mv + 1).to_string()).collect(), rows: vec![String::new()], cells }
    }

    fn move_cells(&self, _: u16) -> Vec<usize> {
        Vec::new()
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        ["MAX", "MIN"][side.index()].into()
    }

    fn score_text(&self, score: Score) -> String {
        score.value().to_string()
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST { text.to_string() } else { text.chars().take(MOST).chain("...".chars()).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::reference;

    /// The tree of Russell and Norvig: alpha-beta looks at 7 of its 9 leaves, and 5 would be the least.
    #[test]
    fn the_textbook_tree() {
        let tree = TypedTree::parse("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let counts = tree.leaf_counts();
        assert_eq!(counts, LeafCounts { minimax: 9, alpha_beta: 7, best_order: 5, bound: Some(5) });
        let root = Course::root(&tree);
        assert_eq!(reference::minimax(&root, &mut (), 2), reference::Found { value: Score::new(3), leaves: 9 });
        assert_eq!(reference::alpha_beta(&root, &mut (), 2), reference::Found { value: Score::new(3), leaves: 7 });
    }

    /// Any tree: minimax by definition, by the textbook's search and by the real one; alpha-beta leaf for leaf.
    #[test]
    fn random_trees_agree_with_the_textbook() {
        let mut rng = game::Rng::new(7);
        for _ in 0..200 {
            let text = grow(&mut rng, 5);
            let tree = TypedTree::parse(&text).unwrap();
            let (root, height) = (Course::root(&tree), tree.height(0) as u32);
            let counts = tree.leaf_counts();
            let all = reference::minimax(&root, &mut (), height);
            let cut = reference::alpha_beta(&root, &mut (), height);
            assert_eq!((all.value, all.leaves), (Score::new(tree.value(0, true)), counts.minimax), "{text}");
            assert_eq!((cut.value, cut.leaves), (all.value, counts.alpha_beta), "{text}");
            let kept = typed(&tree, "minimax+alpha-beta".parse().unwrap(), 1_000_000, &Control::timeless());
            assert_eq!(kept.summary().value, Some(all.value.value()), "{text}");
            assert_eq!(kept.summary().leaves, counts.alpha_beta, "{text}");
        }
    }

    fn grow(rng: &mut game::Rng, levels: usize) -> String {
        if levels < 5 && (levels == 0 || rng.below(4) == 0) {
            return (rng.below(41) as i32 - 20).to_string();
        }
        let children: Vec<String> = (0..1 + rng.below(4)).map(|_| grow(rng, levels - 1)).collect();
        format!("({})", children.join(" "))
    }

    #[test]
    fn wrong_trees_are_refused_with_a_reason() {
        for text in ["", "3", "(", "()", "(3))", "(3) 4", "((3 x))", "(99999)", "(3 ()", "(-)", "(3.5)"] {
            let error = TypedTree::parse(text).unwrap_err().to_string();
            assert!(error.starts_with("tree '") && error.contains("at character"), "{error}");
        }
        assert!(TypedTree::parse(&"(".repeat(500)).is_err());
        assert!(TypedTree::parse(&format!("({})", "1 ".repeat(60_000))).is_err());
        assert_eq!(TypedTree::parse("(1, -2,3)").unwrap().nodes.len(), 4);
    }
}
