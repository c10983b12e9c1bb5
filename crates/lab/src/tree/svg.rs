//! A tree as a picture, in the style of the textbooks: MAX is a triangle that points up, MIN one that points down; the window
//! stands above a node, its value below; branches that were cut are red and dashed with the reason, the principal variation
//! is green and thick; moves stand in the order of the search, from left to right. Nothing is said by color alone.

use std::collections::HashMap;

use super::compare::{Comparison, Pair};
use super::dot::{skipped, untried};
use super::kinds::{Look, NodeKind};
use super::view::{Node, RecordedTree, Summary};

/// The room that a node without children takes, and the height of a level.
const SLOT: f64 = 84.0;
const LEVEL: f64 = 104.0;
/// What stands above the tree, and beside it.
const HEAD: f64 = 76.0;
const MARGIN: f64 = 50.0;
/// Half the width of a triangle.
const HALF: f64 = 11.0;

const INK: &str = "#1f2328";
const GRAY: &str = "#59636e";
const GREEN: &str = "#1a7f37";
const RED: &str = "#b3261e";
const BLUE: &str = "#0b57d0";

/// The picture of a tree. All kept nodes are drawn: keep few.
pub fn svg(tree: &dyn RecordedTree) -> String {
    page(&[Drawing::new(tree, HashMap::new())])
}

/// Two trees beside each other, with a mark at every node where they differ.
pub fn svg_side_by_side(first: &dyn RecordedTree, second: &dyn RecordedTree, comparison: &Comparison) -> String {
    let marks = |pick: fn(&Pair) -> Option<u32>| {
        let marks = comparison.differences.iter().filter_map(|found| Some((pick(&found.pair)?, found.what.name())));
        marks.collect::<HashMap<_, _>>()
    };
    let first = Drawing::new(first, marks(|pair| Some(pair.first.as_ref()?.id)));
    page(&[first, Drawing::new(second, marks(|pair| Some(pair.second.as_ref()?.id)))])
}

fn page(drawings: &[Drawing]) -> String {
    let width: f64 = drawings.iter().map(Drawing::width).sum();
    let height = drawings.iter().map(Drawing::height).fold(0.0, f64::max);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\" font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\">\n\
         <title>A game tree as it was searched</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let mut left = 0.0;
    for drawing in drawings {
        text += &format!("<g transform=\"translate({left:.0} 0)\">\n{}</g>\n", drawing.body());
        left += drawing.width();
    }
    text + "</svg>\n"
}

/// A node and where it stands.
struct Placed {
    node: Node,
    level: usize,
    x: f64,
    /// What was not searched, and where that branch ends.
    stub: Option<(f64, String)>,
}

struct Drawing {
    summary: Summary,
    placed: Vec<Placed>,
    index: HashMap<u32, usize>,
    marks: HashMap<u32, &'static str>,
}

impl Drawing {
    fn new(tree: &dyn RecordedTree, marks: HashMap<u32, &'static str>) -> Drawing {
        let mut placed: Vec<Placed> = Vec::new();
        let mut index = HashMap::new();
        tree.walk(&mut |node| {
            let above = node.parent.and_then(|id| index.get(&id)).map(|&index: &usize| placed[index].level);
            index.insert(node.id, placed.len());
            placed.push(Placed { node: node.clone(), level: above.map_or(0, |level| level + 1), x: 0.0, stub: None });
        });
        let mut drawing = Drawing { summary: tree.summary(), placed, index, marks };
        drawing.arrange();
        drawing
    }

    /// Leaves side by side, parents above the middle of what is below them. The nodes stand in the order of a walk through
    /// the tree, so the latest is to the right of all before.
    fn arrange(&mut self) {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.placed.len()];
        let mut roots = Vec::new();
        for (index, placed) in self.placed.iter().enumerate() {
            match placed.node.parent.and_then(|id| self.index.get(&id)) {
                Some(&parent) => children[parent].push(index),
                None => roots.push(index),
            }
        }
        let mut next = MARGIN;
        // On the way down the children wait; on the way up the node itself is placed.
        let mut stack: Vec<(usize, bool)> = roots.into_iter().rev().map(|root| (root, false)).collect();
        while let Some((index, done)) = stack.pop() {
            let labels: Vec<String> =
                [untried(&self.placed[index].node), skipped(&self.placed[index].node)].into_iter().flatten().collect();
            if !done {
                stack.push((index, true));
                stack.extend(children[index].iter().rev().map(|&child| (child, false)));
                continue;
            }
            if !labels.is_empty() {
                self.placed[index].stub = Some((next, labels.join(", ")));
                next += SLOT;
            }
            let ends = children[index].iter().map(|&child| self.placed[child].x);
            let ends: Vec<f64> = ends.chain(self.placed[index].stub.as_ref().map(|stub| stub.0)).collect();
            self.placed[index].x = match (ends.first(), ends.last()) {
                (Some(first), Some(last)) => (first + last) / 2.0,
                _ => {
                    next += SLOT;
                    next - SLOT
                }
            };
        }
    }

    fn width(&self) -> f64 {
        let right = |placed: &Placed| placed.stub.as_ref().map_or(placed.x, |stub| stub.0.max(placed.x));
        (self.placed.iter().map(right).fold(0.0, f64::max) + MARGIN).max(560.0)
    }

    fn height(&self) -> f64 {
        let deepest = self.placed.iter().map(|placed| placed.level + usize::from(placed.stub.is_some())).max();
        top(deepest.unwrap_or(0)) + MARGIN
    }

    fn body(&self) -> String {
        let Summary { game, techniques, depth, value_text, line, sides: [max, min], visited, kept, .. } = &self.summary;
        let mut text = String::from("<g text-anchor=\"start\">\n");
        text += &label(
            8.0,
            18.0,
            INK,
            &format!("{game}, {techniques}, depth {depth}: value {value_text}, line {}", line.join(" ")),
        );
        let nodes = if *visited > *kept as u64 {
            format!("{visited} nodes, the upper {kept} drawn")
        } else {
            format!("{visited} nodes")
        };
        text += &label(8.0, 33.0, INK, &format!("▲ MAX is {max}, ▽ MIN is {min}; {nodes}"));
        text += &label(
            8.0,
            48.0,
            GRAY,
            "thick green: principal variation; dashed red: cut or skipped; dotted blue: quiescence",
        );
        text += "</g>\n";
        for placed in &self.placed {
            text += &self.branch(placed);
        }
        for placed in &self.placed {
            text += &self.node(placed);
        }
        text
    }

    /// The line from the parent, with the move; and the line to what was not searched.
    fn branch(&self, placed: &Placed) -> String {
        let Placed { node, level, x, stub } = placed;
        let mut text = String::new();
        if let Some(parent) = node.parent.and_then(|id| self.index.get(&id)).map(|&index| &self.placed[index]) {
            let style = match (node.on_principal_variation, node.kind) {
                (true, _) => format!("stroke=\"{GREEN}\" stroke-width=\"3\""),
                (_, NodeKind::Quiescence | NodeKind::Razoring) => format!("stroke=\"{BLUE}\" stroke-dasharray=\"1 3\""),
                _ => format!("stroke=\"{GRAY}\""),
            };
            let (from, to) = (top(parent.level) + HALF, top(*level) - HALF);
            text += &format!("<path d=\"M{:.1} {from:.1}L{x:.1} {to:.1}\" fill=\"none\" {style}/>\n", parent.x);
            let name = node.mv.clone().unwrap_or_else(|| node.kind.name().to_string());
            let name = if node.look == Look::First { name } else { format!("{name} ({})", node.look.name()) };
            text += &label(*x, to - 18.0, INK, &name);
        }
        if let Some((end, reason)) = stub {
            let (from, to) = (top(*level) + HALF, top(level + 1) - HALF - 20.0);
            let style = format!("stroke=\"{RED}\" stroke-dasharray=\"5 3\"");
            text += &format!("<path d=\"M{x:.1} {from:.1}L{end:.1} {to:.1}\" fill=\"none\" {style}/>\n");
            // Two short strokes across the branch, as teachers draw them.
            let (middle_x, middle_y) = ((x + end) / 2.0, (from + to) / 2.0);
            text += &format!(
                "<path d=\"M{:.1} {:.1}l12 0m-12 5l12 0\" stroke=\"{RED}\" stroke-width=\"1.5\"/>\n",
                middle_x - 6.0,
                middle_y - 2.0
            );
            text += &label(*end, to + 12.0, RED, reason);
        }
        text
    }

    fn node(&self, placed: &Placed) -> String {
        let Placed { node, level, x, .. } = placed;
        let y = top(*level);
        let (tip, base) = if node.max { (y - HALF, y + HALF * 0.8) } else { (y + HALF, y - HALF * 0.8) };
        let mark = self.marks.get(&node.id);
        let (stroke, width) = match (node.on_principal_variation, node.why.is_cut()) {
            (true, _) => (GREEN, 3.0),
            (_, true) => (RED, 1.5),
            _ => (INK, 1.0),
        };
        let fill = match node.kind {
            _ if mark.is_some() => "#ffe08a",
            NodeKind::Quiescence | NodeKind::Razoring => "#dbe8fd",
            _ => "#ffffff",
        };
        let mut text = format!(
            "<g><title>{}</title><path d=\"M{x:.1} {tip:.1}L{:.1} {base:.1}L{:.1} {base:.1}Z\" fill=\"{fill}\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\"/>\n",
            escaped(&super::tree_line(node)),
            x - HALF,
            x + HALF
        );
        text += &label(*x, y - HALF - 4.0, GRAY, &node.window());
        text +=
            &format!("<g font-weight=\"bold\">{}</g>", label(*x, y + HALF + 11.0, stroke, &node.value_with_bound()));
        let mut notes = Vec::new();
        if node.why.is_cut() {
            notes.push(node.reason_text());
        }
        if let Some(mark) = mark {
            notes.push(format!("differs: {mark}"));
        }
        if node.hidden > 0 {
            notes.push(format!("{} below", node.hidden));
        }
        for (row, note) in notes.iter().enumerate() {
            text += &label(*x, y + HALF + 22.0 + 11.0 * row as f64, RED, note);
        }
        text + "</g>\n"
    }
}

fn top(level: usize) -> f64 {
    HEAD + 34.0 + LEVEL * level as f64
}

/// Text with a white rim, so that it can be read where it crosses a line.
fn label(x: f64, y: f64, color: &str, text: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{color}\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>\n",
        escaped(text)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
