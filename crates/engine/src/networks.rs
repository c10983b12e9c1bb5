//! Networks among the evaluators of a game: `network:FILE` is one from a file, `network` the newest that the program carries, `network-0`,
//! `network-1` … those of each generation, the newest among them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use game::{Evaluator, Inputs, Known, Score, Step};
use network::{Look, Network, Patterns, Weights};

use crate::{Error, Playable};

/// What evaluators that are networks are called.
const NAME: &str = "network";

/// The networks that the program carries for a game with its parameters, generation by generation. What is known of each stands in
/// a file beside it, `networks/chess.json`.
pub(crate) fn carried(game: &str) -> &'static [&'static [u8]] {
    match game {
        "chess" => &[
            include_bytes!("../networks/chess-0.kbn"),
            include_bytes!("../networks/chess-1.kbn"),
            include_bytes!("../networks/chess.kbn"),
        ],
        "othello" => &[include_bytes!("../networks/othello-0.kbn"), include_bytes!("../networks/othello.kbn")],
        "draughts" => &[include_bytes!("../networks/draughts.kbn")],
        "draughts(rules=international)" => &[include_bytes!("../networks/draughts-international.kbn")],
        _ => &[],
    }
}

/// Which network is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named<'a> {
    Newest,
    Generation(usize),
    File(&'a str),
}

/// The network that `source` names.
fn named(source: &str) -> Option<Named<'_>> {
    let rest = source.strip_prefix(NAME)?;
    if rest.is_empty() {
        return Some(Named::Newest);
    }
    if let Some(file) = rest.strip_prefix(':') {
        return Some(Named::File(file));
    }
    let number = rest.strip_prefix('-')?;
    // One generation, one name: `network-01` is none.
    let generation = number.parse().ok().filter(|generation: &usize| generation.to_string() == number);
    generation.map(Named::Generation)
}

/// A game's own evaluators, or a network.
#[derive(Clone, Debug)]
pub enum OrNetwork<G: Inputs, E> {
    /// One of the game's own.
    Own(E),
    /// A network.
    Network(Network<G>),
    /// A network without hidden units.
    Patterns(Patterns<G>),
}

impl<G: Inputs, E: Evaluator<G>> Evaluator<G> for OrNetwork<G, E> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Score {
        match self {
            OrNetwork::Own(evaluator) => evaluator.evaluate(position),
            OrNetwork::Network(network) => network.evaluate(position),
            OrNetwork::Patterns(patterns) => patterns.evaluate(position),
        }
    }

    #[inline]
    fn known(&mut self, position: &G, depth: i32) -> Option<Known> {
        match self {
            OrNetwork::Own(evaluator) => evaluator.known(position, depth),
            OrNetwork::Network(network) => network.known(position, depth),
            OrNetwork::Patterns(patterns) => patterns.known(position, depth),
        }
    }

    #[inline]
    fn follow(&mut self, step: Step<'_, G>) {
        match self {
            OrNetwork::Own(evaluator) => evaluator.follow(step),
            OrNetwork::Network(network) => network.follow(step),
            OrNetwork::Patterns(patterns) => patterns.follow(step),
        }
    }
}

/// A network of either kind.
pub(crate) enum Found<G: Inputs> {
    Network(Network<G>),
    Patterns(Patterns<G>),
}

impl<G: Inputs> Found<G> {
    fn new(weights: Arc<Weights>, position: &G) -> Result<Found<G>, String> {
        let found = match weights.shape().width {
            0 => Patterns::new(weights, position).map(Found::Patterns),
            _ => Network::new(weights, position).map(Found::Network),
        };
        found.map_err(|misfit| misfit.to_string())
    }

    /// What it thinks of a position, taken apart.
    pub fn look(&self, position: &G) -> Look {
        match self {
            Found::Network(network) => network.look(position),
            Found::Patterns(patterns) => patterns.look(position),
        }
    }

    pub fn weights(&self) -> &Arc<Weights> {
        match self {
            Found::Network(network) => network.weights(),
            Found::Patterns(patterns) => patterns.weights(),
        }
    }
}

impl<G: Inputs, E> From<Found<G>> for OrNetwork<G, E> {
    fn from(found: Found<G>) -> OrNetwork<G, E> {
        match found {
            Found::Network(network) => OrNetwork::Network(network),
            Found::Patterns(patterns) => OrNetwork::Patterns(patterns),
        }
    }
}

/// Does `source` name a network, one that the program carries or one from a file?
pub(crate) fn is_network(source: &str) -> bool {
    named(source).is_some()
}

/// The file that the evaluator `source` names, if it is a network from a file.
pub(crate) fn file(source: &str) -> Option<&str> {
    match named(source)? {
        Named::File(file) => Some(file),
        Named::Newest | Named::Generation(_) => None,
    }
}

/// The network that `source` names for the game of `position`; `None` if it names none.
pub(crate) fn find<G: Playable + Inputs>(position: &G, source: &str) -> Result<Option<Found<G>>, Error> {
    let wrong = |reason: String| Error::Request(format!("evaluator '{source}': {reason}"));
    let (carried, game) = (position.networks(), position.spec());
    let index = match named(source) {
        None => return Ok(None),
        Some(Named::Newest) => carried.len().checked_sub(1),
        Some(Named::Generation(generation)) => Some(generation),
        Some(Named::File("")) => return Err(wrong(format!("expected a file, as in {NAME}:FILE"))),
        Some(Named::File(path)) => {
            let weights = load(Path::new(path)).map_err(wrong)?;
            return Found::new(weights, position).map(Some).map_err(wrong);
        }
    };
    let weights = match (index.and_then(|index| carried.get(index)), carried.len()) {
        // By the name of the first game that asked for it: Chess960 has a copy of its own.
        (Some(bytes), _) => kept(Path::new(&format!("{game} {index:?}")), None, || Weights::from_bytes(bytes)),
        (None, 0) => {
            Err(format!("the program carries no network for {game}; `kiebitz train` makes one, for {NAME}:FILE"))
        }
        (None, count) => Err(format!("the program carries {NAME}-0 to {NAME}-{} for {game}", count - 1)),
    };
    let weights = weights.map_err(wrong)?;
    Found::new(weights, position).map(Some).map_err(wrong)
}

/// A network in use, so that everybody who asks for it shares the weights.
struct Kept {
    path: PathBuf,
    /// When the file was changed, for files.
    changed: Option<SystemTime>,
    weights: Weak<Weights>,
}

static IN_USE: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// The weights from a file.
fn load(path: &Path) -> Result<Arc<Weights>, String> {
    let changed = std::fs::metadata(path).and_then(|data| data.modified()).map_err(|error| error.to_string())?;
    kept(path, Some(changed), || Weights::read(path).map_err(|error| error.to_string()))
}

fn kept(
    path: &Path,
    changed: Option<SystemTime>,
    make: impl FnOnce() -> Result<Arc<Weights>, String>,
) -> Result<Arc<Weights>, String> {
    let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    in_use.retain(|kept| kept.weights.strong_count() > 0);
    let found = in_use.iter().find(|kept| kept.path == path && kept.changed == changed);
    if let Some(weights) = found.and_then(|kept| kept.weights.upgrade()) {
        return Ok(weights);
    }
    let weights = make()?;
    in_use.push(Kept { path: path.to_path_buf(), changed, weights: Arc::downgrade(&weights) });
    Ok(weights)
}
