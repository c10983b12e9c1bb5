//! Games into the history, and ratings out of it. That a game cannot be kept does not spoil it: it is said, and play goes on.

use std::io::Write;

use history::History;
use history::rating::RatedGame;

use super::console::Console;
use super::seat::Seat;
use crate::output::{self, Failure};
use crate::words::say;

/// Tells what is to be expected of a game that may count for the rating of the person in it.
pub fn expect(console: &Console, seats: &[Seat; 2]) -> Result<(), Failure> {
    let Some(pair) = console.pairing(seats) else { return Ok(()) };
    let Some(path) = history::default_file() else { return Ok(()) };
    let person = console.person(seats, pair.person);
    let standing = match path.exists() {
        true => History::open(&path).and_then(|history| history.standing(&console.board().game(), &person)),
        false => Ok(Default::default()),
    };
    // Whoever cannot be told now is told after the game.
    let Ok(standing) = standing else { return Ok(()) };
    let forecast = standing.against(pair.opponent.rating);
    let own = match standing.rating {
        None => say("no-rating", &[]),
        Some(rating) => say("rating", &[("rating", &format!("{rating:.0}"))]),
    };
    let (person, expected) = (output::visible(&person), format!("{:.0}", 100.0 * forecast.expected()));
    output::line(say(
        "rated",
        &[
            ("person", &person),
            ("own", &own),
            ("opponent", &pair.opponent),
            ("expected", &expected),
            ("k", &forecast.k),
        ],
    ))
}

/// Keeps a game in the history, if any move was played, and tells what it has done to a rating.
pub fn keep(console: &Console, seats: &[Seat; 2]) -> Result<(), Failure> {
    let game = console.played_game(seats);
    if game.course.is_empty() {
        return Ok(());
    }
    let Some(path) = history::default_file() else { return Ok(()) };
    let kept = History::open(&path).and_then(|mut history| {
        let id = history.record(&game)?;
        history.rated_game(id)
    });
    match kept {
        Ok(Some(rated)) => output::line(changed(&rated)),
        Ok(None) if console.was_helped() && console.pairing(seats).is_some() => output::line(say("helped", &[])),
        Ok(None) => Ok(()),
        Err(error) => {
            let message = output::visible(&format!("the game was not kept: {error}"));
            let _ = writeln!(std::io::stderr(), "note: {message}");
            Ok(())
        }
    }
}

/// `Rating: 1500 -> 1515 (+15; 1 point, 24 % expected against 1700, K = 20).`
fn changed(rated: &RatedGame) -> String {
    let RatedGame { forecast, score, after, .. } = rated;
    format!(
        "Rating: {:.0} -> {after:.0} ({:+.0}; {score} points, {:.0} % expected against {}, K = {}).",
        forecast.before,
        after.round() - forecast.before.round(),
        100.0 * forecast.expected(),
        forecast.opponent,
        forecast.k,
    )
}
