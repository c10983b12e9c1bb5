//! The grammar of SGF: nodes and their properties.

use std::fmt::Write as _;

use crate::Limits;

/// Lines are broken before a node that would begin after this column.
const WIDTH: usize = 72;

/// Properties that a node has on average, at most.
const PROPERTIES: usize = 4;

/// A node: its properties with their values, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The node before it; none for the root.
    pub parent: Option<usize>,
    /// Name and values.
    pub properties: Vec<(String, Vec<String>)>,
    /// The line of the text on which it begins, from 1; 0 if it was not read.
    pub line: u64,
}

impl Node {
    /// The values of a property.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, values)| &values[..])
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).and_then(|values| values.first()).map(|value| value.trim())
    }

    /// Adds a property with one value.
    pub fn add(&mut self, name: &str, value: impl Into<String>) {
        self.properties.push((name.to_string(), vec![value.into()]));
    }
}

/// A game tree: its nodes in the order of the text, the root first. The first child of a node is the main line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// The nodes of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        let mut last = None;
        let main = (0..self.nodes.len()).filter(move |&index| {
            let is_next = self.nodes[index].parent == last;
            if is_next {
                last = Some(index);
            }
            is_next
        });
        main.map(|index| &self.nodes[index])
    }

    /// The tree as text, with a line break at the end.
    pub fn text(&self) -> String {
        enum Step {
            Open,
            Node(usize),
            Close,
        }
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        let (mut text, mut line) = (String::new(), 0);
        let mut steps = vec![Step::Close, Step::Node(0), Step::Open];
        if self.nodes.is_empty() {
            steps.clear();
        }
        // Not by recursion: a line may be as long as it likes.
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => text.push('('),
                Step::Close => text.push(')'),
                Step::Node(index) => {
                    if text.len() - line > WIDTH {
                        text.push('\n');
                        line = text.len();
                    }
                    write_node(&mut text, &self.nodes[index]);
                    match children[index][..] {
                        [] => {}
                        [only] => steps.push(Step::Node(only)),
                        ref several => {
                            for &child in several.iter().rev() {
                                steps.extend([Step::Close, Step::Node(child), Step::Open]);
                            }
                        }
                    }
                }
            }
        }
        text + "\n"
    }
}

fn write_node(text: &mut String, node: &Node) {
    text.push(';');
    for (name, values) in &node.properties {
        text.push_str(name);
        for value in values {
            let _ = write!(text, "[{}]", value.replace('\\', "\\\\").replace(']', "\\]"));
        }
    }
}

/// The trees of a text, one after the other. After an error there is nothing more: nobody knows where the next tree begins.
pub struct Trees<'a> {
    rest: &'a str,
    line: u64,
    limits: Limits,
}

impl<'a> Trees<'a> {
    /// The trees of a text, with as many nodes each as the limits allow moves.
    pub fn new(text: &'a str, limits: &Limits) -> Trees<'a> {
        Trees { rest: text.trim_start_matches('\u{feff}'), line: 1, limits: *limits }
    }

    fn skip_blank(&mut self) {
        let trimmed = self.rest.trim_start();
        let blank = &self.rest[..self.rest.len() - trimmed.len()];
        self.line += blank.bytes().filter(|&byte| byte == b'\n').count() as u64;
        self.rest = trimmed;
    }

    fn tree(&mut self) -> Result<Tree, String> {
        let mut tree = Tree::default();
        let mut last: Option<usize> = None;
        // The nodes after which parentheses were opened.
        let mut left: Vec<Option<usize>> = Vec::new();
        let mut properties = 0;
        loop {
            self.skip_blank();
            let Some(first) = self.rest.chars().next() else {
                return Err("the closing parenthesis of the SGF is missing".to_string());
            };
            match first {
                '(' if left.len() > self.limits.moves => {
                    return Err(format!("variations are nested more than {} deep", self.limits.moves));
                }
                '(' => left.push(last),
                ')' => match left.pop() {
                    Some(before) => last = before,
                    None => return Err("')' where SGF has '('".to_string()),
                },
                ';' if !left.is_empty() => last = Some(self.node(&mut tree, last)?),
                letter if letter.is_ascii_alphabetic() && !left.is_empty() => {
                    let node = match last {
                        Some(node) => node,
                        None => self.node(&mut tree, None)?,
                    };
                    last = Some(node);
                    properties += 1;
                    if properties > self.limits.moves.saturating_mul(PROPERTIES) {
                        return Err(format!("more than {} properties", self.limits.moves.saturating_mul(PROPERTIES)));
                    }
                    let property = self.property()?;
                    tree.nodes[node].properties.push(property);
                    continue;
                }
                other => return Err(format!("'{other}' where SGF has a property, ';', '(' or ')'")),
            }
            self.rest = &self.rest[1..];
            if left.is_empty() {
                return Ok(tree);
            }
        }
    }

    fn node(&self, tree: &mut Tree, parent: Option<usize>) -> Result<usize, String> {
        if parent.is_none() && !tree.nodes.is_empty() {
            return Err("a second root in one game".to_string());
        }
        if tree.nodes.len() > self.limits.moves {
            return Err(format!("more than {} moves", self.limits.moves));
        }
        tree.nodes.push(Node { parent, properties: Vec::new(), line: self.line });
        Ok(tree.nodes.len() - 1)
    }

    /// A property's name and its values in brackets.
    fn property(&mut self) -> Result<(String, Vec<String>), String> {
        let end = self.rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (written, after) = self.rest.split_at(end);
        self.rest = after;
        // Older files write `Black` for `B`.
        let capitals: String = written.chars().filter(char::is_ascii_uppercase).collect();
        let name = if capitals.is_empty() { written.to_string() } else { capitals };
        let mut values = Vec::new();
        loop {
            self.skip_blank();
            let Some(inside) = self.rest.strip_prefix('[') else { break };
            let mut value = String::new();
            let mut letters = inside.char_indices();
            let end = loop {
                match letters.next() {
                    Some((end, ']')) => break end,
                    // An escaped line break is none.
                    Some((_, '\\')) => value.extend(letters.next().map(|(_, letter)| letter).filter(|&c| c != '\n')),
                    Some((_, letter)) => value.push(letter),
                    None => {
                        let shown: String = value.chars().take(40).collect();
                        return Err(format!("the closing bracket of {name}[{shown} is missing"));
                    }
                }
            };
            self.line += inside[..end].bytes().filter(|&byte| byte == b'\n').count() as u64;
            self.rest = &inside[end + 1..];
            values.push(value);
        }
        if values.is_empty() {
            Err(format!("the property {name} has no value in brackets"))
        } else {
            Ok((name, values))
        }
    }
}

/// A tree, or a line and what is wrong there.
impl Iterator for Trees<'_> {
    type Item = Result<Tree, (u64, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blank();
        if self.rest.is_empty() {
            return None;
        }
        let tree = self.tree().map_err(|reason| (self.line, reason));
        if tree.is_err() {
            self.rest = "";
        }
        Some(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_and_written() {
        let text = "(;GM[1]SZ[9]C[a \\] and \\\\\nb\\\nc];B[ee](;W[ec];Black[cc])\n(;W[gg]AB[aa] [bb]))(;GM[1])";
        let trees: Vec<Tree> = Trees::new(text, &Limits::default()).map(Result::unwrap).collect();
        assert_eq!(trees.len(), 2);
        let tree = &trees[0];
        assert_eq!(
            tree.nodes.iter().map(|node| node.parent).collect::<Vec<_>>(),
            [None, Some(0), Some(1), Some(2), Some(1)]
        );
        assert_eq!(tree.nodes[0].value("C"), Some("a ] and \\\nbc"));
        assert_eq!(tree.nodes[3].value("B"), Some("cc"));
        assert_eq!(tree.nodes[4].values("AB").unwrap(), ["aa", "bb"]);
        assert_eq!(tree.main_line().count(), 4);
        assert_eq!(tree.nodes[4].line, 4);
        let again = Trees::new(&tree.text(), &Limits::default()).next().unwrap().unwrap();
        assert_eq!(again.text(), tree.text());
        assert!(tree.text().contains("[ec];B[cc])(;W[gg]AB[aa][bb]))"), "{}", tree.text());
    }

    #[test]
    fn every_limit_holds_and_is_told() {
        let limits = Limits { moves: 5, ..Limits::default() };
        let told = |text: &str| Trees::new(text, &limits).next().unwrap().unwrap_err().1;
        assert!(told(&("(;".to_string() + &"C[x]".repeat(21) + ")")).contains("more than 20 properties"));
        assert!(told(&"(".repeat(1000)).contains("nested more than 5 deep"));
        assert!(told(&("(".to_string() + &";".repeat(10) + ")")).contains("more than 5 moves"));
    }

    #[test]
    fn garbage_is_told() {
        for (text, told) in [
            ("(;GM[1]", "closing parenthesis"),
            ("(;GM[1", "closing bracket of GM[1"),
            ("(;GM)", "GM has no value"),
            (")", "'('"),
            ("(;B[aa])x", "'x'"),
            ("(;5)", "'5'"),
            ("(;B[aa])(;W", "W has no value"),
            ("((;B[aa])(;W[aa]))", "second root"),
        ] {
            let error = Trees::new(text, &Limits::default()).find_map(Result::err).unwrap_or_default();
            assert!(error.1.contains(told), "{text}: {error:?}");
        }
        let hostile = ["(".repeat(1 << 20), "(;".repeat(1 << 20), "(;B[aa]".repeat(1 << 18), ";B[aa]".repeat(1 << 18)];
        for text in hostile {
            assert!(Trees::new(&text, &Limits::default()).all(|tree| tree.is_err()));
        }
    }
}
