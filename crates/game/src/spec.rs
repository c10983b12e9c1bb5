//! The name of a game with its parameters, as people write it: `draughts(rules=international)`.

use std::fmt;
use std::str::FromStr;

use crate::SpecError;

/// A game's name and parameters, read but not yet understood: the game says which there are ([`Spec::read`]).
///
/// ```
/// let spec: game::Spec = "draughts(rules=russian, order=4)".parse().unwrap();
/// assert_eq!(spec.name(), "draughts");
/// assert_eq!(spec.get("rules"), Some("russian"));
/// assert_eq!(spec.to_string(), "draughts(rules=russian,order=4)");
/// assert!("draughts(rules".parse::<game::Spec>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    name: String,
    parameters: Vec<(String, String)>,
}

impl Spec {
    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of a parameter, if it was given.
    pub fn get(&self, parameter: &str) -> Option<&str> {
        self.parameters.iter().find(|(name, _)| name == parameter).map(|(_, value)| value.as_str())
    }

    /// All parameters that were given, name and value.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// An error about this game text.
    pub fn error(&self, reason: impl Into<String>) -> SpecError {
        SpecError::new(self.to_string(), reason)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let fail = |reason: &str| SpecError::new(text, reason);
        let trimmed = text.trim();
        let (name, inside) = match trimmed.split_once('(') {
            None => (trimmed, ""),
            Some((name, rest)) => {
                (name, rest.strip_suffix(')').ok_or_else(|| fail("the closing parenthesis is missing"))?)
            }
        };
        let word = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        if !word(name) {
            return Err(fail("a game is written as name or name(parameter=value,...)"));
        }
        let mut parameters: Vec<(String, String)> = Vec::new();
        for part in inside.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| fail("a parameter is written as name=value"))?;
            let (name, value) = (name.trim(), value.trim());
            if !word(name) || !word(value) {
                return Err(fail("a parameter is written as name=value"));
            }
            if parameters.iter().any(|(earlier, _)| earlier == name) {
                return Err(fail(&format!("parameter '{name}' is given twice")));
            }
            parameters.push((name.to_string(), value.to_string()));
        }
        Ok(Spec { name: name.to_string(), parameters })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.parameters.is_empty() {
            let inside: Vec<String> = self.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
            write!(f, "({})", inside.join(","))?;
        }
        Ok(())
    }
}
