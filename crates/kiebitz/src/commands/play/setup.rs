//! Asking what to play and who plays.

use engine::{Engine, Level, PlayerSpec, Side};

use super::keyboard::Keyboard;
use super::seat;
use crate::output::{self, Failure};

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
    output::line("Which game? (quit leaves)")?;
    for (number, game) in games.iter().enumerate() {
        output::line(format!("  {} {:<14} {}", number + 1, game.name, game.description))?;
    }
    let accept = |answer: &str| {
        let by_number = answer.parse::<usize>().ok().and_then(|number| games.get(number.wrapping_sub(1)));
        let name = by_number.map_or(answer, |game| &game.name);
        engine::open(name).map(|_| name.to_string()).map_err(|error| error.to_string())
    };
    ask_until(keyboard, "A number, or a name with parameters such as othello(size=6):", "1", accept)
}

/// Who plays a side, and under which name; `None` if the questions were broken off.
pub fn ask_player(
    keyboard: &mut Keyboard,
    board: &dyn Engine,
    side: Side,
) -> Result<Option<(PlayerSpec, String)>, Failure> {
    let side_name = board.side_name(side);
    let default = ["human", "kiebitz"][side.index()];
    let read = |answer: &str| seat::read(answer, board).map_err(|error| error.to_string());
    let prompt = format!("Who plays {side_name}? human, kiebitz, mcts, random, or a program such as uci:PATH");
    let Some(mut who) = ask_until(keyboard, &prompt, default, read)? else { return Ok(None) };
    let default_name = match who.to_string().as_str() {
        "kiebitz" => {
            if has_ratings(board) {
                output::line(levels())?;
            }
            let accept = |answer: &str| answer.parse::<Level>().map_err(|error| error.to_string());
            let Some(level) = ask_until(keyboard, "  Level 1 to 10, or easy, medium, hard", "medium", accept)? else {
                return Ok(None);
            };
            who = PlayerSpec { level: Some(level.number()), ..who };
            format!("Kiebitz level {level}")
        }
        "human" => side_name.to_string(),
        _ => who.label(),
    };
    let name = ask_until(keyboard, "  Name", &default_name, |answer| Ok(answer.to_string()))?;
    Ok(name.map(|name| (who, name)))
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
