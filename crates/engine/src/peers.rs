//! Other processes that search the same position and tell what they find. The engine has no network: the crate `cluster` has, and the
//! caller that starts a search connects the two in [`crate::Resources::peers`].

use std::fmt;
use std::sync::Arc;

use game::{Key, Score};
use search::Exchange;

/// A position that is searched, as others can set it up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The game with its parameters.
    pub game: String,
    /// Where the moves begin, in the game's notation.
    pub start: String,
    /// The moves since, as programs write them.
    pub moves: Vec<String>,
    /// The evaluator; the game's default one if empty.
    pub evaluator: String,
    /// The key of the position: who has another one for it plays by other rules.
    pub key: Key,
    /// Its static evaluation for the side to move: who has another one judges otherwise.
    pub judgement: Score,
}

/// Those who help with a search.
pub trait Help: Send + Sync {
    /// A search begins; what they find comes through what is returned. `None` if nobody can help.
    fn begin(&self, position: &Place) -> Option<Arc<Exchange>>;

    /// It is over.
    fn end(&self);

    /// By so many plies it is to be ahead of the others.
    fn ahead(&self) -> i32 {
        0
    }
}

/// Who helps with searches. Nobody, by default.
#[derive(Clone, Default)]
pub struct Peers(Option<Arc<dyn Help>>);

impl Peers {
    /// These.
    pub fn new(help: Arc<dyn Help>) -> Peers {
        Peers(Some(help))
    }

    /// Is there anybody?
    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// A search begins. `position` is asked only if there is anybody.
    pub(crate) fn begin(&self, position: impl FnOnce() -> Option<Place>) -> Helped<'_> {
        let help = self.0.as_deref();
        let exchange = help.and_then(|help| help.begin(&position()?));
        Helped { help, exchange }
    }
}

/// A search that is helped, until this is dropped.
pub(crate) struct Helped<'a> {
    help: Option<&'a dyn Help>,
    exchange: Option<Arc<Exchange>>,
}

impl Helped<'_> {
    /// Where what is found is told.
    pub fn exchange(&self) -> Option<&Exchange> {
        self.exchange.as_deref()
    }

    /// By so many plies the search is to be ahead.
    pub fn ahead(&self) -> i32 {
        self.help.map_or(0, Help::ahead)
    }
}

impl Drop for Helped<'_> {
    fn drop(&mut self) {
        if let (Some(help), Some(_)) = (self.help, &self.exchange) {
            help.end();
        }
    }
}

impl fmt::Debug for Peers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Peers(some)" } else { "Peers(none)" })
    }
}

/// Equal if they are the same.
impl PartialEq for Peers {
    fn eq(&self, other: &Peers) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}
