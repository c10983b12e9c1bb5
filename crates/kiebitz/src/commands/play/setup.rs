//! Asking what to play and who plays.

use std::io::BufRead;

use engine::{Level, Player};

use super::table::Seat;
use crate::output::{self, Failure};

/// One line from the keyboard; `None` when there are no more.
pub fn read_line(prompt: &str) -> Result<Option<String>, Failure> {
    output::print(prompt)?;
    let mut bytes = Vec::new();
    if std::io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
        output::line("")?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()))
}

/// A question with yes or no; no more input means no.
pub fn confirm(prompt: &str) -> Result<bool, Failure> {
    loop {
        match read_line(prompt)?.as_deref() {
            None => return Ok(false),
            Some("y" | "yes" | "j" | "ja") => return Ok(true),
            Some("n" | "no" | "nein" | "quit") => return Ok(false),
            Some(_) => {}
        }
    }
}

/// Asks until `accept` takes the answer; an empty answer is `default`.
fn ask_until<T>(prompt: &str, default: &str, accept: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, Failure> {
    loop {
        let Some(answer) = read_line(&format!("{prompt} [{default}] "))? else { return Ok(None) };
        if answer == "quit" {
            return Ok(None);
        }
        match accept(if answer.is_empty() { default } else { &answer }) {
            Ok(value) => return Ok(Some(value)),
            Err(message) => output::line(format!("  {message}"))?,
        }
    }
}

/// Game and players; `None` if the questions were broken off.
pub fn ask() -> Result<Option<(String, [Seat; 2])>, Failure> {
    let games = engine::games();
    output::line("Which game?")?;
    for (number, game) in games.iter().enumerate() {
        output::line(format!("  {} {:<14} {}", number + 1, game.name, game.description))?;
    }
    let accept_game = |answer: &str| {
        let by_number = answer.parse::<usize>().ok().and_then(|number| games.get(number.wrapping_sub(1)));
        let name = by_number.map_or(answer, |game| game.name);
        engine::open(name).map(|engine| (name.to_string(), engine)).map_err(|error| error.to_string())
    };
    let Some((game, engine)) = ask_until("A number, or a name with parameters:", "1", accept_game)? else {
        return Ok(None);
    };
    let mut seats = Vec::new();
    for (side, default) in [(engine::Side::First, "human"), (engine::Side::Second, "kiebitz")] {
        let side = engine.side_name(side);
        let kind = ask_until(&format!("{side} is played by human, kiebitz, mcts or random:"), default, |answer| {
            answer.parse::<Player>().map(|_| answer.to_string()).map_err(|error| error.to_string())
        })?;
        let Some(kind) = kind else { return Ok(None) };
        let (text, default_name) = match kind.as_str() {
            "kiebitz" => {
                let accept = |answer: &str| answer.parse::<Level>().map_err(|error| error.to_string());
                let level = ask_until("  Level 1 to 10, or easy, medium, hard:", "medium", accept)?;
                let Some(level) = level else { return Ok(None) };
                (format!("kiebitz:level={}", level.number()), format!("Kiebitz level {level}"))
            }
            "human" => (kind.clone(), side.to_string()),
            _ => (kind.clone(), kind.clone()),
        };
        let Some(name) = ask_until("  Name:", &default_name, |answer| Ok(answer.to_string()))? else { return Ok(None) };
        seats.push(Seat { name, player: text.parse()? });
    }
    let seats = seats.try_into().map_err(|_| Failure::Other("two players".to_string()))?;
    Ok(Some((game, seats)))
}
