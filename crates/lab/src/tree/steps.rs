//! A recorded search step by step, as a teacher walks through it: down, back, what that does to the window, and the cut.

use serde::Serialize;

use super::kinds::{NodeBound, Why};
use super::view::{Node, RecordedTree};

/// What happens in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TreeEvent))]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A node is entered.
    Enter,
    /// A node has a value without looking further.
    Leaf,
    /// The value of a node below comes back.
    Back,
    /// The window is empty.
    Cut,
    /// A node is left.
    Done,
}

/// One end of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WindowEnd {
    /// The lower one.
    Alpha,
    /// The upper one.
    Beta,
}

/// One step of the search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TreeStep))]
pub struct Step {
    /// The node at which it happens.
    pub node: u32,
    /// What happens.
    pub event: Event,
    /// The node that the value comes back from.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub from: Option<u32>,
    /// The window of the node after the step, from the view of MAX.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub alpha: Option<i32>,
    /// Its upper end.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub beta: Option<i32>,
    /// The window in the game's unit.
    pub window: String,
    /// The value that is shown, with its bound: of the node, or of what comes back.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub value: Option<String>,
    /// Where what comes back narrows the window, if it does.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub narrows: Option<WindowEnd>,
    /// The step in a sentence.
    pub text: String,
}

impl Step {
    fn at(node: &Node, event: Event, text: String) -> Step {
        let (alpha, beta, window) = (node.alpha, node.beta, node.window());
        Step { node: node.id, event, from: None, alpha, beta, window, value: None, narrows: None, text }
    }
}

struct Open {
    node: Node,
    name: String,
}

/// The steps of the last search of the root, at most `limit` of them.
pub fn steps(tree: &dyn RecordedTree, limit: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(root) = tree.node(tree.root()) {
        let mut open = Open { node: root, name: "the root".to_string() };
        visit(tree, &mut open, &mut steps, limit);
    }
    steps.truncate(limit);
    steps
}

fn side(node: &Node) -> &'static str {
    if node.max { "MAX" } else { "MIN" }
}

fn visit(tree: &dyn RecordedTree, open: &mut Open, steps: &mut Vec<Step>, limit: usize) {
    if steps.len() >= limit {
        return;
    }
    let value = open.node.value_with_bound();
    if open.node.children == 0 {
        let text = format!("{} is worth {value} ({}).", capital(&open.name), open.node.reason_text());
        return steps.push(Step { value: Some(value), ..Step::at(&open.node, Event::Leaf, text) });
    }
    let text = match open.node.window().as_str() {
        "" => format!("{} at {}.", side(&open.node), open.name),
        window => format!("{} at {} with the window {window}.", side(&open.node), open.name),
    };
    steps.push(Step::at(&open.node, Event::Enter, text));
    for below in tree.child_ids(open.node.id) {
        let Some(node) = tree.node(below) else { continue };
        let step = node.mv.clone().unwrap_or_else(|| node.kind.name().to_string());
        let name = if open.name == "the root" { step } else { format!("{} {step}", open.name) };
        let mut child = Open { node, name };
        visit(tree, &mut child, steps, limit);
        if tree.is_move(below) {
            back(tree, open, &child, steps);
        }
    }
    if let Why::Cut { rank } = open.node.why {
        let left = match open.node.untried.as_slice() {
            [] => "no move is left".to_string(),
            moves => format!("{} need not be looked at", moves.join(", ")),
        };
        let text = format!("The window of {} is empty: cut after move {rank}, {left}.", open.name);
        steps.push(Step::at(&open.node, Event::Cut, text));
    }
    let text = format!("{} is worth {value} to MAX.", capital(&open.name));
    steps.push(Step { value: Some(value), ..Step::at(&open.node, Event::Done, text) });
}

/// The value of a child comes back and may narrow the window.
fn back(tree: &dyn RecordedTree, open: &mut Open, child: &Open, steps: &mut Vec<Step>) {
    let Some(value) = child.node.value else { return };
    let told = child.node.value_with_bound();
    // A visit with a narrower question may come back with a bound, which narrows nothing.
    let better = match (open.node.max, open.node.alpha, open.node.beta) {
        (true, alpha, _) => child.node.bound != NodeBound::AtMost && alpha.is_none_or(|alpha| value > alpha),
        (false, _, beta) => child.node.bound != NodeBound::AtLeast && beta.is_none_or(|beta| value < beta),
    };
    let (who, at) = (side(&open.node), &open.name);
    let text = if open.node.window().is_empty() {
        let effect = if better { "the best so far" } else { "no better" };
        format!("{told} comes back to {who} at {at}: {effect}.")
    } else if better {
        let end = tree.value_text(value, open.node.ply);
        let name = if open.node.max { "α" } else { "β" };
        if open.node.max {
            open.node.alpha_text.clone_from(&end)
        } else {
            open.node.beta_text.clone_from(&end)
        };
        format!("{told} comes back to {who} at {at}: {name} becomes {end}, {}.", open.node.window())
    } else {
        format!("{told} comes back to {who} at {at}: the window stays as it is, {}.", open.node.window())
    };
    if better {
        if open.node.max { open.node.alpha = Some(value) } else { open.node.beta = Some(value) }
    }
    let narrows = better.then_some(if open.node.max { WindowEnd::Alpha } else { WindowEnd::Beta });
    steps.push(Step {
        from: Some(child.node.id),
        value: Some(told),
        narrows,
        ..Step::at(&open.node, Event::Back, text)
    });
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
