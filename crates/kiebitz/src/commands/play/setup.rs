//! Asking what to play and who plays.

use std::io::{BufRead, IsTerminal};

use engine::{Engine, Level, Player, Side};

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
    let text = output::visible(String::from_utf8_lossy(&bytes).trim());
    if !std::io::stdin().is_terminal() {
        // Nobody has seen it typed: without it the output could not be read.
        output::line(&text)?;
    }
    Ok(Some(text))
}

/// A question with yes or no; no more input means no.
pub fn confirm(prompt: &str) -> Result<bool, Failure> {
    loop {
        match read_line(&format!("{prompt} [y/n] "))?.map(|answer| answer.to_lowercase()).as_deref() {
            None => return Ok(false),
            Some("y" | "yes" | "j" | "ja") => return Ok(true),
            Some("n" | "no" | "nein" | "q" | "quit") => return Ok(false),
            Some(_) => output::line("  y or n, please")?,
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

/// Which game; `None` if the question was broken off.
pub fn ask_game() -> Result<Option<String>, Failure> {
    let games = engine::games();
    output::line("Which game? (quit leaves)")?;
    for (number, game) in games.iter().enumerate() {
        output::line(format!("  {} {:<14} {}", number + 1, game.name, game.description))?;
    }
    let accept = |answer: &str| {
        let by_number = answer.parse::<usize>().ok().and_then(|number| games.get(number.wrapping_sub(1)));
        let name = by_number.map_or(answer, |game| game.name);
        engine::open(name).map(|_| name.to_string()).map_err(|error| error.to_string())
    };
    ask_until("A number, or a name with parameters such as othello(size=6):", "1", accept)
}

/// Who plays a side; `None` if the questions were broken off.
pub fn ask_seat(engine: &dyn Engine, side: Side) -> Result<Option<Seat>, Failure> {
    let side_name = engine.side_name(side);
    let default = ["human", "kiebitz"][side.index()];
    let accept = |answer: &str| {
        let player: Player = answer.parse().map_err(|error: engine::Error| error.to_string())?;
        Seat::check(&player, engine).map_err(|error| error.to_string())?;
        Ok(answer.to_string())
    };
    let Some(kind) = ask_until(&format!("Who plays {side_name}? human, kiebitz, mcts or random"), default, accept)?
    else {
        return Ok(None);
    };
    let (text, default_name) = match kind.as_str() {
        "kiebitz" => {
            let accept = |answer: &str| answer.parse::<Level>().map_err(|error| error.to_string());
            let Some(level) = ask_until("  Level 1 to 10, or easy, medium, hard", "medium", accept)? else {
                return Ok(None);
            };
            (format!("kiebitz:level={}", level.number()), format!("Kiebitz level {level}"))
        }
        "human" => (kind.clone(), side_name.to_string()),
        _ => (kind.clone(), kind.clone()),
    };
    let name = ask_until("  Name", &default_name, |answer| Ok(answer.to_string()))?;
    Ok(match name {
        Some(name) => Some(Seat { name, player: text.parse()? }),
        None => None,
    })
}
