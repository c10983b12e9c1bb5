//! Asking what to play and who plays.

use engine::{Engine, Level, PlayerSpec, Side};

use super::keyboard::Keyboard;
use super::seat;
use crate::output::{self, Failure};
use crate::words::{self, say};

/// Asks until `accept` takes the answer; an empty answer is `default`.
fn ask_until<T>(
    keyboard: &mut Keyboard,
    prompt: &str,
    default: &str,
    accept: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Failure> {
    loop {
        let Some(answer) = keyboard.ask(&format!("{prompt} [{default}] "))? else { return Ok(None) };
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
pub fn ask_game(keyboard: &mut Keyboard) -> Result<Option<String>, Failure> {
    let games = engine::games();
    output::line(say("which-game", &[]))?;
    for (number, game) in games.iter().enumerate() {
        let key = format!("game.{}", game.name);
        let about = Some(say(&key, &[])).filter(|said| *said != key).unwrap_or(game.description.to_string());
        output::line(format!("  {} {:<14} {about}", number + 1, game.name))?;
    }
    let accept = |answer: &str| {
        let by_number = answer.parse::<usize>().ok().and_then(|number| games.get(number.wrapping_sub(1)));
        let name = by_number.map_or(answer, |game| &game.name);
        engine::open(name).map(|_| name.to_string()).map_err(|error| error.to_string())
    };
    ask_until(keyboard, &say("game", &[]), "1", accept)
}

/// Who plays, and under which names; `None` if the questions were broken off.
pub fn ask_players(keyboard: &mut Keyboard, board: &dyn Engine) -> Result<Option<[(PlayerSpec, String); 2]>, Failure> {
    let name = |side: Side| words::word("side", &board.side_name(side));
    let question = say("your-side", &[("first", &name(Side::First)), ("second", &name(Side::Second))]);
    let accept = |answer: &str| match answer.to_lowercase().as_str() {
        "1" => Ok([true, false]),
        "2" => Ok([false, true]),
        "b" | "both" | "beide" => Ok([true, true]),
        "n" | "neither" | "keine" => Ok([false, false]),
        _ => Err(say("side-error", &[])),
    };
    let Some(people) = ask_until(keyboard, &question, "1", accept)? else { return Ok(None) };
    let mut players: Vec<(PlayerSpec, String)> = Vec::new();
    for side in Side::BOTH {
        if people[side.index()] {
            players.push(("human".parse()?, board.side_name(side).to_string()));
            continue;
        }
        let question = match people.contains(&true) {
            true => say("against", &[]),
            false => say("plays-side", &[("side", &name(side))]),
        };
        let Some(player) = ask_program(keyboard, board, &question)? else { return Ok(None) };
        players.push(player);
    }
    Ok(players.try_into().ok())
}

/// A level, or any other player.
fn ask_program(
    keyboard: &mut Keyboard,
    board: &dyn Engine,
    question: &str,
) -> Result<Option<(PlayerSpec, String)>, Failure> {
    if has_ratings(board) {
        output::line(levels())?;
    }
    let read = |answer: &str| -> Result<(PlayerSpec, String), String> {
        if let Ok(level) = answer.parse::<Level>() {
            let player =
                PlayerSpec { level: Some(level.number()), ..seat::read("kiebitz", board).map_err(|e| e.to_string())? };
            return Ok((player, say("level", &[("level", &level)])));
        }
        let player = seat::read(answer, board).map_err(|error| error.to_string())?;
        let name = player.label();
        Ok((player, name))
    };
    ask_until(keyboard, question, "medium", read)
}

/// The level at which a player plays, if it was asked for by its level.
pub fn level(player: &PlayerSpec) -> Option<Level> {
    player.level?.to_string().parse().ok()
}

/// Was the strength of levels measured in this game?
pub fn has_ratings(board: &dyn Engine) -> bool {
    engine::info(&board.game()).is_some_and(|info| info.rated)
}

/// How strong the levels are, a line each.
pub fn levels() -> String {
    let lines: Vec<String> = Level::all().map(|level| format!("    level {level}: {}", level.strength())).collect();
    lines.join("\n")
}
