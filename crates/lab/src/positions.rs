//! Positions for experiments: sets of our own, and files that others bring.
//!
//! A file has a position a line. In chess a line is EPD or FEN; in other games it is the game's own notation up to the first semicolon.
//! Behind it may stand what is known of the position, each with a semicolon at its end: `bm` best moves, `am` moves to avoid,
//! `id` a name, or as in the Othello suites of the French federation every move with its exact value, `g8:+18`. Lines that are
//! empty or begin with `#` are skipped. Reference: S. Edwards, "PGN Specification", 1994, on EPD.

use engine::{Engine, Error};
use game::Rng;
use serde::Serialize;

/// A position, and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Position {
    /// The position in the game's notation.
    pub position: String,
    /// A name, or its number in the set.
    pub name: String,
    /// The best moves, if they are known.
    pub best: Vec<String>,
    /// Moves known to be bad.
    pub avoid: Vec<String>,
}

impl Position {
    /// A position of which nothing is known.
    pub fn new(position: &str, name: &str) -> Position {
        Position { position: position.to_string(), name: name.to_string(), best: Vec::new(), avoid: Vec::new() }
    }

    /// Does this move solve it? `None` if nobody knows.
    pub fn is_solved_by(&self, mv: &str) -> Option<bool> {
        let among = |moves: &[String]| moves.iter().any(|known| known == mv);
        match (self.best.is_empty(), self.avoid.is_empty()) {
            (true, true) => None,
            (false, _) => Some(among(&self.best)),
            (true, false) => Some(!among(&self.avoid)),
        }
    }
}

/// How many positions a set of ours has.
const COUNT: u64 = 20;
/// Random plies before the first and the last of a set that is made by chance.
const PLIES: (usize, usize) = (4, 12);

/// Our sets, for games with their usual parameters.
const SETS: [(&str, &str); 4] = [
    ("chess", include_str!("../data/chess.txt")),
    ("draughts", include_str!("../data/draughts.txt")),
    ("othello", include_str!("../data/othello.txt")),
    ("connect-four", include_str!("../data/connect-four.txt")),
];

/// Our own set for a game: middle games of our own play where we have written some down (see `examples/make_positions.rs`),
/// otherwise positions some random moves from the start, always the same ones.
pub fn embedded(game: &str) -> Result<Vec<Position>, Error> {
    let mut engine = engine::open(game)?;
    let name = engine.game();
    match SETS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => read(game, text, "our own set"),
        None => by_chance(&mut *engine),
    }
}

fn by_chance(engine: &mut dyn Engine) -> Result<Vec<Position>, Error> {
    let mut found = Vec::new();
    for seed in 1..=COUNT {
        let mut rng = Rng::new(seed);
        engine.set_position("start")?;
        for _ in 0..PLIES.0 + rng.below(PLIES.1 - PLIES.0 + 1) {
            let moves = engine.moves();
            if moves.is_empty() {
                break;
            }
            engine.play(&moves[rng.below(moves.len())].code)?;
        }
        if engine.end().is_none() {
            found.push(Position::new(&engine.position(), &seed.to_string()));
        }
    }
    Ok(found)
}

/// Reads a file; `place` is its name, for complaints.
pub fn read(game: &str, text: &str, place: &str) -> Result<Vec<Position>, Error> {
    let mut engine = engine::open(game)?;
    let is_epd = engine.customs().fen;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (position, rest) = if is_epd { split_epd(line) } else { line.split_once(';').unwrap_or((line, "")) };
        let at = |error: Error| Error::Request(format!("{place}, line {number}: {error}"));
        engine.set_position(position.trim()).map_err(at)?;
        if engine.end().is_some() {
            return Err(at(Error::Request(format!("position '{}': the game is over", position.trim()))));
        }
        let mut one = Position::new(position.trim(), &(found.len() + 1).to_string());
        understand(&mut *engine, rest, &mut one).map_err(at)?;
        found.push(one);
    }
    if found.is_empty() {
        return Err(Error::Request(format!("{place}: there is no position, expected one a line")));
    }
    Ok(found)
}

/// The position of a line of EPD or FEN, and what stands behind it. Both may lack the two counters.
fn split_epd(line: &str) -> (&str, &str) {
    let mut ends =
        line.char_indices().filter(|(_, letter)| letter.is_whitespace()).map(|(at, _)| at).collect::<Vec<_>>();
    ends.push(line.len());
    let field =
        |index: usize| ends.get(index).map(|&end| line[if index == 0 { 0 } else { ends[index - 1] }..end].trim());
    let counters = [4, 5].iter().all(|&index| field(index).is_some_and(|text| text.parse::<u32>().is_ok()));
    let end = ends.get(if counters { 5 } else { 3 }).copied().unwrap_or(line.len());
    line.split_at(end)
}

/// Reads the operations.
fn understand(engine: &mut dyn Engine, text: &str, one: &mut Position) -> Result<(), Error> {
    let mut values: Vec<(String, i32)> = Vec::new();
    for operation in text.split(';').map(str::trim).filter(|operation| !operation.is_empty()) {
        let (name, rest) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let mut moves = || rest.split_whitespace().map(|mv| written(engine, mv)).collect::<Result<Vec<_>, _>>();
        match name {
            "bm" => one.best = moves()?,
            "am" => one.avoid = moves()?,
            "id" => one.name = rest.trim().trim_matches('"').to_string(),
            _ => {
                if let Some((mv, value)) = operation.split_once(':')
                    && let Ok(value) = value.trim().parse()
                {
                    values.push((written(engine, mv)?, value));
                }
            }
        }
    }
    if let Some(most) = values.iter().map(|(_, value)| *value).max() {
        one.best = values.into_iter().filter(|(_, value)| *value == most).map(|(mv, _)| mv).collect();
    }
    Ok(())
}

/// A move as the engine writes it.
fn written(engine: &mut dyn Engine, mv: &str) -> Result<String, Error> {
    let ply = engine.play(mv)?;
    engine.undo();
    Ok(ply.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind() {
        let text = "# a remark\n\n\
            6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n\
            6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 am Ra2; c0 \"a:1\";\n\
            4k3/8/8/8/8/8/4P3/4K3 w - -\n";
        let found = read("chess", text, "t").unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!((found[0].name.as_str(), found[0].best.as_slice()), ("back rank", ["Ra8#".to_string()].as_slice()));
        assert_eq!(found[0].is_solved_by("Ra8#"), Some(true));
        assert_eq!((found[1].is_solved_by("Ra2"), found[1].is_solved_by("Ra3")), (Some(false), Some(true)));
        assert_eq!(found[2].is_solved_by("e4"), None);
        let values = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6;";
        assert_eq!(read("othello", values, "t").unwrap()[0].best, ["g8"]);
    }

    #[test]
    fn complaints_name_the_place() {
        for (text, part) in [
            ("8/8 w - -", "t, line 1"),
            ("\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra9;", "t, line 2"),
            ("# nothing", "no position"),
            ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "the game is over"),
        ] {
            let error = read("chess", text, "t").unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    /// Every game has a set, and none of ours has a position that is over.
    #[test]
    fn our_own_sets() {
        for game in
            ["chess", "draughts", "othello", "connect-four", "draughts(rules=russian)", "go(size=5)", "tic-tac-toe"]
        {
            assert!(embedded(game).unwrap().len() >= 5, "{game}");
        }
    }
}
