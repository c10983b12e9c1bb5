//! Networks among the evaluators of a game: `network:FILE` is one from a file, `network` the one that the program carries.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use game::{Evaluator, Inputs, Known, Score, Step};
use network::{Network, Weights};

use crate::{Error, Playable};

/// What evaluators that are networks are called.
const NAME: &str = "network";

/// A game's own evaluators, or a network.
#[derive(Clone, Debug)]
pub enum OrNetwork<G: Inputs, E> {
    /// One of the game's own.
    Own(E),
    /// A network.
    Network(Network<G>),
}

impl<G: Inputs, E: Evaluator<G>> Evaluator<G> for OrNetwork<G, E> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Score {
        match self {
            OrNetwork::Own(evaluator) => evaluator.evaluate(position),
            OrNetwork::Network(network) => network.evaluate(position),
        }
    }

    #[inline]
    fn known(&mut self, position: &G, depth: i32) -> Option<Known> {
        match self {
            OrNetwork::Own(evaluator) => evaluator.known(position, depth),
            OrNetwork::Network(network) => network.known(position, depth),
        }
    }

    #[inline]
    fn follow(&mut self, step: Step<'_, G>) {
        match self {
            OrNetwork::Own(evaluator) => evaluator.follow(step),
            OrNetwork::Network(network) => network.follow(step),
        }
    }
}

/// Does `source` name a network, the one that the program carries or one from a file?
pub(crate) fn is_network(source: &str) -> bool {
    source == NAME || file(source).is_some()
}

/// The file that the evaluator `source` names, if it is a network from a file.
pub(crate) fn file(source: &str) -> Option<&str> {
    source.strip_prefix(NAME)?.strip_prefix(':')
}

/// The network that `source` names for the game of `position`; `None` if it names none.
pub(crate) fn find<G: Playable + Inputs>(position: &G, source: &str) -> Result<Option<Network<G>>, Error> {
    let wrong = |reason: String| Error::Request(format!("evaluator '{source}': {reason}"));
    let weights = match file(source) {
        Some("") => return Err(wrong(format!("expected a file, as in {NAME}:FILE"))),
        Some(path) => load(Path::new(path)).map_err(wrong)?,
        None if !is_network(source) => return Ok(None),
        None => {
            let game = position.spec();
            let bytes = position.network().ok_or_else(|| {
                wrong(format!("the program carries no network for {game}; `kiebitz train` makes one, for {NAME}:FILE"))
            })?;
            // By the name of the first game that asked for it: Chess960 has a copy of its own.
            kept(Path::new(&game), None, || Weights::from_bytes(bytes)).map_err(wrong)?
        }
    };
    Network::new(weights, position).map(Some).map_err(|misfit| wrong(misfit.to_string()))
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
