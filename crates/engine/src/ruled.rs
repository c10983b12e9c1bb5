//! Games given as text: those that the program carries, and those that somebody loads.

use rules::{Loaded, Loading, RulesError};

use crate::Error;

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        Error::Request(format!("rules: {error}"))
    }
}

/// Is there a game of this name, loaded or carried by the program? Those that the program carries are loaded when they are first
/// asked for.
pub(crate) fn is_known(name: &str) -> bool {
    if rules::by_name(name).is_some() {
        return true;
    }
    let Some(own) = rules::OWN.iter().find(|own| own.name == name) else { return false };
    let loaded = rules::load(own.name, own.text, Loading::default());
    // The texts are ours and tested: they load.
    debug_assert!(loaded.is_ok(), "{name} does not load");
    loaded.is_ok_and(|loaded| loaded.name == name)
}

/// The names of all games given as text.
pub fn names() -> Vec<String> {
    let loaded = rules::loaded().into_iter().map(|loaded| loaded.name.clone());
    let mut names: Vec<String> = rules::OWN.iter().map(|own| own.name.to_string()).chain(loaded).collect();
    names.sort();
    names.dedup();
    names
}

/// Loads a game from its text, in GDL or in the language of boards. `stem` becomes its name, changed where a game that the
/// program knows by itself has that name.
pub fn load_rules(stem: &str, text: &str, loading: Loading) -> Result<&'static Loaded, Error> {
    let taken = |name: &str| crate::games().iter().any(|game| game.name == name);
    let stem = if taken(&stem.to_lowercase()) { format!("{stem}-rules") } else { stem.to_string() };
    Ok(rules::load(&stem, text, loading)?)
}
