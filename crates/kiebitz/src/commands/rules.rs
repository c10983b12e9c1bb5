//! `kiebitz rules`: games given as text. `rules:FILE` is such a game wherever a command takes one.

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, Subcommand};
use engine::{Loaded, Loading, Playable as _};
use game::{Rules as _, Show as _};
use rules::{OWN, Ruled};
use serde_json::json;

use crate::output::{self, Failure};

/// Games given as text: checks rules, shows the game, translates to GDL
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz rules list
  kiebitz rules check breakthrough
  kiebitz rules check my-game.kif
  kiebitz rules export breakthrough --to gdl
  kiebitz play rules:my-game.kif")]
pub struct Rules {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// The games that the program carries as texts, and those in the folder `rules` of the data folder
    List,
    /// Tells the kind and the size of a game, the board that was found, and what 100 random games showed
    #[command(after_help = "Example: kiebitz rules check breakthrough")]
    Check {
        /// A file with rules, or a game that the program carries
        file: String,
        /// Play for the difference where what one player wins the other does not lose
        #[arg(long)]
        difference: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Shows the start position and the moves there
    #[command(after_help = "Example: kiebitz rules show fox-and-hounds")]
    Show {
        /// A file with rules, or a game that the program carries
        file: String,
    },
    /// Prints the rules in the Game Description Language, as other programs read them
    #[command(after_help = "Example: kiebitz rules export breakthrough --to gdl")]
    Export {
        /// A file with rules, or a game that the program carries
        file: String,
        /// The language
        #[arg(long, default_value = "gdl", value_parser = ["gdl"])]
        to: String,
    },
}

/// Before the arguments are read: `rules:FILE`, or `rules:FILE(payoff=difference)`, becomes the name of the game in that file. Only here
/// can a file be named, so a page or another program cannot do it.
pub fn load_games(arguments: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Failure> {
    if let Some(folder) = engine::data_folder() {
        engine::shelve(&folder.join("rules"));
    }
    let arguments: Vec<OsString> = arguments.collect();
    for (at, argument) in arguments.iter().enumerate() {
        // clap reads the option again and finds the game loaded.
        let file = match argument.to_str() {
            Some("--rules") => arguments.get(at + 1).and_then(|file| file.to_str()),
            Some(text) => text.strip_prefix("--rules="),
            None => None,
        };
        if let Some(file) = file {
            load(file, false)?;
        }
    }
    arguments
        .into_iter()
        .map(|argument| match argument.to_str().and_then(|text| text.strip_prefix("rules:")) {
            Some(text) => {
                let (file, difference) = match text.strip_suffix("(payoff=difference)") {
                    Some(file) => (file, true),
                    None => (text, false),
                };
                Ok(load(file, difference)?.name.clone().into())
            }
            None => Ok(argument),
        })
        .collect()
}

/// The name and text of a game: those of a file, or of one that the program carries.
fn read(file: &str) -> Result<(String, String), Failure> {
    if let Some(own) = OWN.iter().find(|own| own.name == file) {
        return Ok((own.name.to_string(), own.text.to_string()));
    }
    if let Some(text) = engine::shelved(file) {
        return Ok((file.to_string(), text));
    }
    let path = Path::new(file);
    let names: Vec<&str> = OWN.iter().map(|own| own.name).collect();
    let wrong = |error: String| {
        Failure::BadInput(format!("{file}: {error}; expected a file with rules, or one of {}", names.join(", ")))
    };
    let size = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
    if size > 1 << 20 {
        return Err(wrong(format!("the file has {size} bytes, and rules have at most {}", 1 << 20)));
    }
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| wrong("the file is not text in UTF-8".to_string()))?;
    let stem = path.file_stem().map_or("game".to_string(), |stem| stem.to_string_lossy().into_owned());
    Ok((stem, text))
}

fn load(file: &str, difference: bool) -> Result<&'static Loaded, Failure> {
    let (stem, text) = read(file)?;
    let loading = Loading { difference, ..Loading::default() };
    engine::load_rules(&stem, &text, loading).map_err(|error| Failure::from(error).at(file))
}

impl Rules {
    pub fn run(self) -> Result<(), Failure> {
        match self.task {
            Task::List => list(),
            Task::Check { file, difference, json } => check(load(&file, difference)?, json),
            Task::Show { file } => show(load(&file, true)?),
            Task::Export { file, to: _ } => {
                let (_, text) = read(&file)?;
                let gdl = rules::to_gdl(&text).map_err(|error| Failure::BadInput(format!("{file}: {error}")))?;
                output::print(&gdl)
            }
        }
    }
}

fn list() -> Result<(), Failure> {
    let shelf = engine::shelf();
    let width = OWN.iter().map(|own| own.name).chain(shelf.iter().map(String::as_str)).map(str::len).max().unwrap_or(0);
    let own = OWN.iter().map(|own| (own.name.to_string(), own.text.to_string()));
    let other = shelf.into_iter().filter(|name| !OWN.iter().any(|own| own.name == name));
    let other = other.map(|name| (name.clone(), engine::shelved(&name).unwrap_or_default()));
    for (name, text) in own.chain(other) {
        // Whoever wants to know what is wrong with a file asks for a check.
        let about = match rules::to_gdl(&text) {
            Err(error) => format!("cannot be read: {error}"),
            Ok(text) => {
                let about = text.lines().find_map(|line| line.strip_prefix(";; kiebitz: about "));
                about.unwrap_or("A game in the folder of games.").to_string()
            }
        };
        output::line(format!("{name:width$}  {about}"))?;
    }
    Ok(())
}

fn check(loaded: &'static Loaded, as_json: bool) -> Result<(), Failure> {
    let (facts, views, clauses) = loaded.rules.sizes();
    let (survey, board) = (&loaded.survey, &loaded.board);
    let start = Ruled::begin(loaded);
    let names = [game::Side::First, game::Side::Second].map(|side| start.side_name(side).into_owned());
    let moves: Vec<usize> = loaded.seats.iter().map(|&role| loaded.rules.moves[role].len()).collect();
    let on_board = board.moves.iter().flatten().filter(|cells| !cells.is_empty()).count()
        + board.drops.iter().flatten().flatten().count();
    let turns = if survey.doubles { "the same player may move twice running" } else { "the players alternate" };
    let sum = if survey.constant_sum { format!("goals add up to {}", survey.sum) } else { "general sum".to_string() };
    let warnings: Vec<&String> = loaded.rules.warnings.iter().chain(&survey.warnings).collect();
    let chosen = if start.prefers_mcts() { "mcts" } else { "alpha-beta" };
    if as_json {
        return output::json(&json!({
            "name": loaded.name,
            "title": loaded.title,
            "description": loaded.description,
            "players": names,
            "alternating": !survey.doubles,
            "constant_sum": survey.constant_sum,
            "sum": survey.sum,
            "goals": survey.goals,
            "facts": facts,
            "views": views,
            "clauses": clauses,
            "proved": loaded.rules.is_proved(),
            "moves": moves,
            "board": (board.columns > 0).then_some([board.columns, board.rows]),
            "moves_on_board": on_board,
            "random_games": survey.games,
            "ended": survey.ended,
            "mean_plies": survey.plies as f64 / survey.games.max(1) as f64,
            "mean_moves": survey.moves as f64 / survey.plies.max(1) as f64,
            "most_moves": survey.most_moves,
            "plays": chosen,
            "warnings": warnings,
        }));
    }
    output::line(format!("{} ({}): {}", loaded.title, loaded.name, loaded.description))?;
    output::line(format!("players: {} and {}; {turns}; {sum}", names[0], names[1]))?;
    output::line(format!(
        "size: {facts} facts, {views} views, {clauses} clauses, {} and {} moves",
        moves[0], moves[1]
    ))?;
    if loaded.rules.is_proved() {
        output::line(
            "no net, since the rules are too large or waiting has no move of its own: each question about a position is answered when it is \
             asked, which is slow",
        )?;
    }
    match board.columns {
        0 => output::line("board: none found; moves are chosen from a list")?,
        _ => output::line(format!(
            "board: {} by {}, {} kinds of pieces; {on_board} moves name cells",
            board.columns,
            board.rows,
            board.pieces.len()
        ))?,
    }
    output::line(format!(
        "random games: {} played, {} ended, {:.1} plies and {:.1} moves on average",
        survey.games,
        survey.ended,
        survey.plies as f64 / survey.games.max(1) as f64,
        survey.moves as f64 / survey.plies.max(1) as f64
    ))?;
    match engine::contest(loaded) {
        [0, 0] => output::line("alpha-beta plays: positions take too long for a contest with mcts")?,
        halves => {
            let [search, mcts] = halves.map(|halves| f64::from(halves) / 2.0);
            output::line(format!("alpha-beta against mcts: {search} : {mcts} in ten quick games; {chosen} plays"))?;
        }
    }
    for warning in warnings {
        output::line(format!("warning: {warning}"))?;
    }
    Ok(())
}

fn show(loaded: &'static Loaded) -> Result<(), Failure> {
    let start = Ruled::begin(loaded);
    output::line(format!("{}: {}\n", loaded.title, loaded.description))?;
    if loaded.board.columns > 0 {
        output::line(start.diagram().ascii(&[]))?;
    }
    for (name, value) in start.details() {
        output::line(format!("{name}: {value}"))?;
    }
    let moves: Vec<String> = start.moves().into_iter().map(|mv| start.move_text(mv)).collect();
    output::line(format!("moves of {}: {}", start.side_name(start.side_to_move()), moves.join(" ")))
}
