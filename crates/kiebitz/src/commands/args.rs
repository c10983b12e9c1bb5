//! Arguments that several commands take, and how they are read. What is refused here is refused with what would be right.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use engine::Engine;

use crate::output::Failure;

/// A game and a position, as most commands take them.
#[derive(Args)]
pub struct Place {
    /// The game, such as othello or 'draughts(rules=international)'; `kiebitz games` lists them
    pub game: String,

    /// The position in the game's own notation
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true, value_parser = position)]
    pub position: String,
}

impl Place {
    pub fn open(&self) -> Result<Box<dyn Engine>, Failure> {
        let mut engine = engine::open(&self.game)?;
        engine.set_position(&self.position)?;
        Ok(engine)
    }
}

/// A position that is not empty: an empty text is more likely a mistake in a script than the start position.
pub fn position(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("a position is missing; 'start' is the start position".to_string());
    }
    Ok(text.to_string())
}

/// A reader of whole numbers within bounds.
pub fn whole<T>(low: T, high: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| match text.parse() {
        Ok(number) if low <= number && number <= high => Ok(number),
        _ => Err(format!("expected a whole number from {low} to {high}")),
    }
}

/// A reader of numbers within bounds.
pub fn between(low: f64, high: f64) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {low} to {high}")),
    }
}

/// A number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = "expected a number of seconds, 0 or more, such as 2.5";
    let number: f64 = text.parse().map_err(|_| wrong.to_string())?;
    Duration::try_from_secs_f64(number).map_err(|_| wrong.to_string())
}
