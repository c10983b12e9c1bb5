//! A tree as JSON: the numbers, then every kept node in the order in which they were entered.

use std::io::{self, Write};

use super::view::RecordedTree;

/// Writes the tree as one object with `summary`, `root` and `nodes`; node by node, so that a million of them need no memory.
pub fn write_json(tree: &dyn RecordedTree, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{{\"summary\":{},\"root\":{},\"nodes\":[", serde_json::to_string(&tree.summary())?, tree.root())?;
    let mut written = Ok(());
    tree.walk(&mut |node| {
        if written.is_ok() {
            let comma = if node.id == 0 { "\n" } else { ",\n" };
            written = serde_json::to_string(node)
                .map_err(io::Error::from)
                .and_then(|text| out.write_all(comma.as_bytes()).and_then(|()| out.write_all(text.as_bytes())));
        }
    });
    written?;
    writeln!(out, "\n]}}")
}
