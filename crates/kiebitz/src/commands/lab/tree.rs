//! `kiebitz lab tree`: the search as a tree.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::{Chosen, Control, WholeFile};
use lab::tree::{self, Comparison, RecordedTree, Refutation, Request, TypedTree};
use serde_json::{Value, json};

use crate::commands::args::{position, whole};
use crate::interrupt;
use crate::output::{self, Failure};

/// The search as a tree: windows, values, cuts and their reasons
///
/// The last iteration of a search is recorded and printed or written to a file: as text that can be read aloud, as a picture
/// (SVG), for Graphviz (DOT) or as JSON. Values are from the view of MAX, the side to move.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz lab tree tic-tac-toe --depth 2 --techniques minimax+alpha-beta
  kiebitz lab tree connect-four --depth 3 --techniques minimax+alpha-beta --out tree.svg
  kiebitz lab tree chess --depth 5 --why f2f3
  kiebitz lab tree othello --depth 4 --techniques all --against all+no-null-move --out two.svg
  kiebitz lab tree --tree '((3 12 8) (2 4 6) (14 5 2))' --steps

Of more nodes than the limit the upper levels are kept.")]
pub struct TreeCommand {
    /// The game, such as othello or 'draughts(rules=international)'
    #[arg(required_unless_present = "tree")]
    game: Option<String>,

    /// The position in the game's own notation
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true, value_parser = position)]
    position: String,

    /// A tree of numbers instead of a game, MAX to move: ((3 12 8) (2 4 6) (14 5 2))
    #[arg(long, value_name = "TREE", conflicts_with_all = ["game", "position", "depth", "eval", "quiescence_depth"])]
    tree: Option<String>,

    /// The depth in plies
    #[arg(long, value_name = "D", default_value_t = 3, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_DEPTH))]
    depth: i32,

    /// Which techniques are on; all, and for a typed tree, whose inner nodes nobody can judge, minimax+alpha-beta
    #[arg(long, value_name = "LIST")]
    techniques: Option<String>,

    /// The evaluator; `kiebitz games` lists them
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// How many plies of noisy moves quiescence may follow
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = whole(0, 1000_u32))]
    quiescence_depth: Option<u32>,

    /// How many nodes to keep at most; 200 for text and pictures, a million for JSON and --why
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 100_000_000_usize))]
    limit: Option<usize>,

    /// Search again with these techniques, and mark the differences
    #[arg(long, value_name = "LIST", conflicts_with = "why")]
    against: Option<String>,

    /// Why was this move not played? The way to its refutation
    #[arg(long, value_name = "MOVE")]
    why: Option<String>,

    /// The search step by step
    #[arg(long, conflicts_with_all = ["why", "against", "out"])]
    steps: bool,

    /// Write to a file that ends in .svg, .dot, .json or .txt
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How the tree is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Svg,
    Dot,
    Json,
}

/// What fits a page.
const FEW: usize = 200;
const MANY: usize = 1_000_000;

impl TreeCommand {
    pub fn run(self) -> Result<(), Failure> {
        let form = self.form()?;
        let few = matches!(form, Form::Text | Form::Svg | Form::Dot) && self.why.is_none();
        let limit = self.limit.unwrap_or(if few { FEW } else { MANY });
        let typed = self.tree.as_deref().map(TypedTree::parse).transpose()?;
        let search = |techniques: &str| -> Result<Box<dyn RecordedTree>, Failure> {
            let techniques: Chosen = techniques.parse().map_err(engine::Error::from)?;
            let bar = output::spinner("searching");
            let tree = interrupt::stoppable(|control| self.search(typed.as_ref(), techniques, limit, control));
            bar.finish_and_clear();
            let tree = tree?;
            if tree.is_empty() {
                return Err(Failure::Other("stopped before anything was searched".to_string()));
            }
            Ok(tree)
        };
        let usual = if typed.is_some() { "minimax+alpha-beta" } else { "all" };
        let tree = search(self.techniques.as_deref().unwrap_or(usual))?;
        if let Some(mv) = &self.why {
            let refutation = tree::why_not(&*tree, mv)?;
            return self.tell(form, &|| refutation_text(&refutation), &|| json!(refutation));
        }
        if self.steps {
            let steps = tree::steps(&*tree, limit);
            let text = || steps.iter().map(|step| format!("{}\n", step.text)).collect();
            return self.tell(form, &text, &|| json!(steps));
        }
        if let Some(other) = &self.against {
            let other = search(other)?;
            let comparison = tree::compare(&*tree, &*other, if form == Form::Text { FEW } else { limit });
            return match form {
                Form::Svg => self.write(&tree::svg_side_by_side(&*tree, &*other, &comparison)),
                Form::Dot => Err(Failure::BadInput("--against writes .svg, .json or .txt, not .dot".to_string())),
                _ => self.tell(form, &|| comparison_text(&comparison), &|| json!(comparison)),
            };
        }
        match form {
            Form::Svg => self.write(&tree::svg(&*tree)),
            Form::Dot => self.write(&tree::dot(&*tree)),
            Form::Json => match &self.out {
                Some(path) => {
                    let mut file = WholeFile::create(path, true)?;
                    tree::write_json(&*tree, &mut file)?;
                    Ok(file.finish()?)
                }
                None => {
                    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
                    tree::write_json(&*tree, &mut out)?;
                    Ok(out.flush()?)
                }
            },
            Form::Text => {
                let mut text = tree::text(&*tree, limit);
                if let Some(typed) = &typed {
                    text += &leaves_text(typed);
                }
                self.write(&text)
            }
        }
    }

    fn form(&self) -> Result<Form, Failure> {
        let Some(path) = &self.out else { return Ok(if self.json { Form::Json } else { Form::Text }) };
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => Ok(Form::Svg),
            Some("dot" | "gv") => Ok(Form::Dot),
            Some("json") => Ok(Form::Json),
            Some("txt") => Ok(Form::Text),
            _ => Err(Failure::BadInput(format!(
                "--out {}: expected a name that ends in .svg, .dot, .json or .txt",
                path.display()
            ))),
        }
    }

    fn search(
        &self,
        typed: Option<&TypedTree>,
        techniques: Chosen,
        limit: usize,
        control: &Control,
    ) -> Result<Box<dyn RecordedTree>, Failure> {
        if let Some(typed) = typed {
            return Ok(tree::typed(typed, techniques, limit, control));
        }
        let request = Request {
            position: self.position.clone(),
            techniques,
            evaluator: self.eval.clone(),
            depth: self.depth,
            quiescence_limit: self.quiescence_depth,
            limit,
            all_iterations: self.why.is_some(),
            ..Request::new(self.game.as_deref().unwrap_or_default())
        };
        Ok(tree::record(&request, control)?)
    }

    /// Text or JSON, printed or written.
    fn tell(&self, form: Form, text: &dyn Fn() -> String, value: &dyn Fn() -> Value) -> Result<(), Failure> {
        match form {
            Form::Text => self.write(&text()),
            Form::Json => self.write(&format!("{:#}\n", value())),
            Form::Svg | Form::Dot => Err(Failure::BadInput("--why writes .json or .txt".to_string())),
        }
    }

    fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.out {
            Some(path) => output::write_whole(Path::new(path), text),
            None => output::print(text),
        }
    }
}

fn leaves_text(tree: &TypedTree) -> String {
    let counts = tree.leaf_counts();
    let mut text = format!(
        "\nLeaves: minimax {}, alpha-beta {}, alpha-beta with the best move first {}",
        counts.minimax, counts.alpha_beta, counts.best_order
    );
    if let Some(bound) = counts.bound {
        text += &format!(", the least possible in a tree of this shape {bound}");
    }
    text + ".\n"
}

fn refutation_text(found: &Refutation) -> String {
    let Refutation { mv, best, best_value, value, path } = found;
    let best = best.as_deref().unwrap_or("nothing");
    let mut text = match best == mv {
        true => format!("{mv} is what the search plays: {value}.\n"),
        false => format!("The search plays {best} ({best_value}); {mv} is worth {value} to MAX.\n"),
    };
    for (level, step) in path.iter().enumerate() {
        let others = match step.others {
            0 => String::new(),
            others => format!(" ({others} other moves here were no better)"),
        };
        let line = tree::tree_line(&step.node);
        text += &format!("{}{line}{others}, iteration {}\n", "  ".repeat(level + 1), step.iteration);
    }
    text
}

fn comparison_text(comparison: &Comparison) -> String {
    let mut text = String::new();
    for (name, tree) in [("first", &comparison.first), ("second", &comparison.second)] {
        text += &format!(
            "{name:>6}: {}: value {}, {} nodes in the last iteration, line {}\n",
            tree.techniques,
            tree.value_text,
            tree.visited,
            tree.line.join(" ")
        );
    }
    text += "\n";
    for found in &comparison.differences {
        let path = if found.path.is_empty() { "the root".to_string() } else { found.path.join(" ") };
        text += &format!("{path}: {}\n", found.what.name());
        for (name, node) in [("first", &found.pair.first), ("second", &found.pair.second)] {
            text += &format!("  {name:>6}: {}\n", node.as_ref().map_or("not there".to_string(), tree::tree_line));
        }
    }
    text
}
