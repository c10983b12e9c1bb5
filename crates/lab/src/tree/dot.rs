//! A tree for Graphviz.

use super::kinds::NodeKind;
use super::view::{Node, RecordedTree};

/// The tree in the DOT language: triangles point up for MAX and down for MIN; the principal variation is green and bold, what was
/// cut is red and dashed, quiescence is dotted.
pub fn dot(tree: &dyn RecordedTree) -> String {
    let mut text = String::from(
        "digraph search {\n  graph [ordering=out];\n  node [fontname=\"sans-serif\", fontsize=10];\n  edge [fontname=\"sans-serif\", fontsize=9];\n",
    );
    tree.walk(&mut |node| {
        text += &format!("  n{} [{}];\n", node.id, look(node));
        if let Some(parent) = node.parent {
            let name = node.mv.clone().unwrap_or_else(|| node.kind.name().to_string());
            let style = match (node.on_principal_variation, node.kind) {
                (true, _) => ", color=\"#1a7f37\", penwidth=2.5",
                (_, NodeKind::Quiescence | NodeKind::Razoring) => ", style=dotted",
                _ => "",
            };
            text += &format!("  n{parent} -> n{} [label={}{style}, arrowhead=none];\n", node.id, quoted(&name));
        }
        if !node.untried.is_empty() || !node.skipped.is_empty() {
            let label = [untried(node), skipped(node)].into_iter().flatten().collect::<Vec<_>>().join("\n");
            text += &format!("  c{} [shape=plaintext, fontcolor=\"#b3261e\", label={}];\n", node.id, quoted(&label));
            text += &format!("  n{} -> c{} [color=\"#b3261e\", style=dashed, arrowhead=none];\n", node.id, node.id);
        }
    });
    text + "}\n"
}

fn look(node: &Node) -> String {
    let shape = if node.max { "triangle" } else { "invtriangle" };
    let mut label = format!("{}\n{}", node.window(), node.value_with_bound());
    if !node.reason_text().is_empty() {
        label += &format!("\n{}", node.reason_text());
    }
    let color = match (node.on_principal_variation, node.why.is_cut()) {
        (true, _) => ", color=\"#1a7f37\", penwidth=2.5",
        (_, true) => ", color=\"#b3261e\"",
        _ => "",
    };
    format!("shape={shape}, label={}{color}", quoted(&label))
}

/// The moves that a cut made superfluous, in a few words.
pub(super) fn untried(node: &Node) -> Option<String> {
    match node.untried.as_slice() {
        [] => None,
        [one] => Some(format!("{one}: cut")),
        many => Some(format!("{} moves cut", many.len())),
    }
}

/// The moves that techniques skipped, in a few words.
pub(super) fn skipped(node: &Node) -> Option<String> {
    let first = node.skipped.first()?;
    let same = node.skipped.iter().all(|skip| skip.technique == first.technique);
    Some(match node.skipped.len() {
        1 => format!("{}: {}", first.mv, first.technique),
        many if same => format!("{many} moves: {}", first.technique),
        many => format!("{many} moves skipped"),
    })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
