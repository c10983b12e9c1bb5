//! A tree as text that can be read aloud: one line a node, indented, each line complete in itself.

use super::kinds::{Look, NodeKind};
use super::view::{Node, RecordedTree, Summary};

/// The whole tree. At most `limit` nodes are written.
pub fn text(tree: &dyn RecordedTree, limit: usize) -> String {
    let mut text = heading(&tree.summary());
    let mut levels: Vec<u32> = Vec::new();
    let mut count = 0;
    tree.walk(&mut |node| {
        // How deep in the tree, counting questions about the same position too.
        while levels.last().is_some_and(|last| Some(*last) != node.parent) {
            levels.pop();
        }
        if count < limit {
            text += &format!("{}{}\n", "  ".repeat(levels.len()), tree_line(node));
        }
        count += 1;
        levels.push(node.id);
    });
    if count > limit {
        text += &format!("... and {} nodes more\n", count - limit);
    }
    text
}

/// What stands above the tree.
pub(super) fn heading(summary: &Summary) -> String {
    let Summary { game, position, techniques, depth, sides: [max, min], .. } = summary;
    let mut text = format!("{game}, position {position}\n{techniques}, depth {depth}. MAX is {max}, MIN is {min}.\n");
    text += &format!("Value {}", summary.value_text);
    if !summary.line.is_empty() {
        text += &format!(", line {}", summary.line.join(" "));
    }
    text += &format!(".\n{} nodes in the last iteration", summary.visited);
    if summary.visited > summary.kept as u64 {
        text += &format!(", {} of them kept", summary.kept);
    }
    text += &format!(": {}.\n\n", counts(&summary.reasons));
    text
}

fn counts(rows: &[(String, u64)]) -> String {
    rows.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

/// One node in one line: move, who decides, value, window, depth, and why it was left.
pub fn tree_line(node: &Node) -> String {
    let who = if node.max { "MAX" } else { "MIN" };
    let name = node.mv.clone().unwrap_or_else(|| node.kind.name().to_string());
    let window = match node.window().as_str() {
        "" => String::new(),
        window => format!(", window {window}"),
    };
    let mut line = format!("{name}: {who} {}{window}, depth {}", node.value_with_bound(), node.depth);
    if !matches!(node.kind, NodeKind::Root | NodeKind::Principal | NodeKind::Other) && node.mv.is_some() {
        line += &format!(", {}", node.kind.name());
    }
    if node.look != Look::First {
        line += &format!(", {}", node.look.name());
    }
    let reason = node.reason_text();
    if !reason.is_empty() {
        line += &format!(", {reason}");
    }
    if !node.untried.is_empty() {
        line += &format!(" (not looked at: {})", some(&node.untried));
    }
    if !node.skipped.is_empty() {
        let moves: Vec<String> = node.skipped.iter().map(|skip| format!("{} by {}", skip.mv, skip.technique)).collect();
        line += &format!(" (skipped: {})", some(&moves));
    }
    if node.on_principal_variation {
        line += ", principal variation";
    }
    if node.hidden > 0 {
        line += &format!(", {} visits below not kept", node.hidden);
    }
    line
}

/// A list that does not go on forever.
fn some(list: &[String]) -> String {
    const MANY: usize = 8;
    match list.len() {
        0..=MANY => list.join(", "),
        all => format!("{}, and {} more", list[..MANY].join(", "), all - MANY),
    }
}
