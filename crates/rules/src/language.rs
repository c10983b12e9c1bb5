//! A small language for board games, read line by line.
//!
//! ```text
//! game Breakthrough
//! players White Black
//! board 8x8
//! start
//!   bbbbbbbb
//!   ...
//! piece pawn w b
//!   step forward to empty
//!   step forward-left forward-right to empty or enemy
//! win reach far row
//! ```
//!
//! Its meaning is its translation to GDL (`translate`): there is one engine and one set of tests, and what is invented here can be
//! played by every other program for general game playing. Lines beginning with `#` are comments.

use crate::error::{Place, Reason, RulesError};
use crate::lines::{Line, lines};

/// A step on the board, as the first player sees it: to the right, and forward.
pub type Offset = (i32, i32);

/// What may stand on the cell that a piece goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Nothing.
    pub empty: bool,
    /// A piece of the other side, which is taken.
    pub enemy: bool,
}

/// What a piece can do.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// A new piece on an empty cell.
    Place,
    /// A new piece that falls down a column.
    Drop,
    /// One step.
    Step(Vec<Offset>, Target),
    /// Any number of steps over empty cells.
    Slide(Vec<Offset>, Target),
    /// Over an enemy next to it, which is taken, to the empty cell behind.
    Jump(Vec<Offset>),
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its letter for each side; `None` where a side has none.
    pub letters: [Option<char>; 2],
    /// What it can do.
    pub actions: Vec<Action>,
    /// What it becomes on the far row.
    pub promotes: Option<String>,
}

/// Whose good luck an end is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Luck {
    /// Of the side of which the condition speaks.
    Win,
    /// Of the other side.
    Lose,
    /// Of nobody.
    Draw,
}

/// When a game is over.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// So many pieces of a side in a row.
    Line(u32),
    /// A piece of a side, of any kind or this one, on the far row.
    Reach(Option<String>),
    /// The other side has no piece, or none of this kind.
    Capture(Option<String>),
    /// The side to move has no move.
    NoMove,
    /// No cell is empty.
    Full,
    /// The first player's pieces join the bottom with the top, or the second's the left with the right.
    Connect,
    /// The side has more pieces when nobody can move.
    Most,
    /// So many moves were made.
    After(u32),
}

/// A game as it was written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sketch {
    /// What it is called.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The players.
    pub players: [String; 2],
    /// Columns and rows.
    pub size: [usize; 2],
    /// Is a cell next to six others, and not to eight?
    pub hexagonal: bool,
    /// The letters of the start position, from the top; empty for an empty board.
    pub start: Vec<Vec<char>>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The ends.
    pub ends: Vec<(Luck, Condition)>,
    /// Must a side take if it can?
    pub must_capture: bool,
    /// Does a side without a move pass?
    pub pass: bool,
    /// Are enemies between a new piece and an old one turned over, and must there be some?
    pub flip: bool,
}

const STATEMENTS: [&str; 13] =
    ["game", "about", "source", "players", "board", "start", "piece", "win", "lose", "draw", "must", "pass", "flip"];
const ACTIONS: [&str; 7] = ["place", "drop", "step", "slide", "leap", "jump", "promote"];
const CONDITIONS: [&str; 8] = ["line", "reach", "capture", "no", "full", "connect", "most", "after"];
const DIRECTIONS: [(&str, &[Offset]); 12] = [
    ("forward", &[(0, 1)]),
    ("back", &[(0, -1)]),
    ("left", &[(-1, 0)]),
    ("right", &[(1, 0)]),
    ("forward-left", &[(-1, 1)]),
    ("forward-right", &[(1, 1)]),
    ("back-left", &[(-1, -1)]),
    ("back-right", &[(1, -1)]),
    ("sideways", &[(-1, 0), (1, 0)]),
    ("orthogonal", &[(0, 1), (0, -1), (-1, 0), (1, 0)]),
    ("diagonal", &[(-1, 1), (1, 1), (-1, -1), (1, -1)]),
    ("any", &[(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (-1, -1), (1, -1)]),
];

/// The largest board.
const MAX_SIDE: usize = 20;

/// Reads a game.
pub fn read(text: &str) -> Result<Sketch, RulesError> {
    let mut sketch = Sketch::default();
    let lines = lines(text);
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let block = lines[at..].iter().take_while(|line| line.indented).count();
        let inner = &lines[at..at + block];
        if line.indented {
            return Err(line.fail(0, "this line is indented, but nothing above it takes more lines"));
        }
        at += block;
        statement(&mut sketch, line, inner)?;
        if let Some(first) = inner.first()
            && !matches!(line.word(0), "start" | "piece")
        {
            return Err(first.fail(0, "this line is indented, but nothing above it takes more lines"));
        }
    }
    let end = Place { line: text.lines().count().max(1) as u32, column: 1 };
    let missing = |what: &str| RulesError::new(end, Reason::Syntax, format!("'{what}' is missing"));
    if sketch.name.is_empty() {
        return Err(missing("game NAME"));
    }
    if sketch.players[0].is_empty() {
        return Err(missing("players ONE OTHER"));
    }
    if sketch.size[0] == 0 {
        return Err(missing("board 8x8"));
    }
    if sketch.kinds.is_empty() {
        return Err(missing("piece NAME LETTER LETTER"));
    }
    if sketch.ends.is_empty() {
        return Err(missing("win ..."));
    }
    check(&sketch, &lines)?;
    Ok(sketch)
}

fn statement(sketch: &mut Sketch, line: &Line<'_>, inner: &[Line<'_>]) -> Result<(), RulesError> {
    match line.word(0) {
        "game" if line.words.len() > 1 => sketch.name = line.rest(1),
        "game" => return Err(line.fail(1, "the name is missing: game NAME")),
        "about" => sketch.about = line.rest(1),
        "source" => {}
        "players" => {
            let [_, (_, first), (_, second)] = line.words[..] else {
                return Err(line.fail(1, "expected two names: players White Black"));
            };
            let is_word = |name: &str| name.chars().all(|letter| letter.is_ascii_alphanumeric());
            if !is_word(first) || !is_word(second) || first.eq_ignore_ascii_case(second) {
                return Err(line.fail(1, "expected two different names of letters and digits: players White Black"));
            }
            sketch.players = [first.to_string(), second.to_string()];
        }
        "board" => board(sketch, line)?,
        "start" => sketch.start = picture(sketch, line, inner)?,
        "piece" => {
            let kind = piece(line, inner)?;
            if sketch.kinds.iter().any(|other| other.name == kind.name) {
                return Err(line.fail(1, format!("there is a piece '{}' already", kind.name)));
            }
            sketch.kinds.push(kind);
        }
        "win" => sketch.ends.push((Luck::Win, condition(line)?)),
        "lose" => sketch.ends.push((Luck::Lose, condition(line)?)),
        "draw" => sketch.ends.push((Luck::Draw, condition(line)?)),
        "must" => {
            if line.word(1) != "capture" {
                return Err(line.unknown(1, &["capture"]));
            }
            line.end(2)?;
            sketch.must_capture = true;
        }
        "pass" => {
            if line.word(1) != "if" || line.word(2) != "stuck" {
                return Err(line.fail(1, "expected: pass if stuck"));
            }
            line.end(3)?;
            sketch.pass = true;
        }
        "flip" => {
            if line.word(1) != "enclosed" {
                return Err(line.unknown(1, &["enclosed"]));
            }
            line.end(2)?;
            sketch.flip = true;
        }
        _ => return Err(line.unknown(0, &STATEMENTS)),
    }
    Ok(())
}

fn board(sketch: &mut Sketch, line: &Line<'_>) -> Result<(), RulesError> {
    let side = |text: &str| text.parse().ok().filter(|side| (2..=MAX_SIDE).contains(side));
    let wrong = || line.fail(1, format!("expected a size such as 8x8, or hex 7, with sides from 2 to {MAX_SIDE}"));
    if line.word(1) == "hex" {
        let size = side(line.word(2)).ok_or_else(wrong)?;
        (sketch.size, sketch.hexagonal) = ([size, size], true);
        return line.end(3);
    }
    let (width, height) = line.word(1).split_once('x').ok_or_else(wrong)?;
    sketch.size = [side(width).ok_or_else(wrong)?, side(height).ok_or_else(wrong)?];
    line.end(2)
}

fn picture(sketch: &Sketch, line: &Line<'_>, inner: &[Line<'_>]) -> Result<Vec<Vec<char>>, RulesError> {
    line.end(1)?;
    let [width, height] = sketch.size;
    if width == 0 {
        return Err(line.fail(0, "the board must be given before the start position"));
    }
    let mut rows: Vec<Vec<char>> = Vec::new();
    for row in inner {
        let letters: Vec<char> = row.rest(0).chars().filter(|letter| *letter != ' ').collect();
        if letters.len() != width {
            return Err(row.fail(0, format!("this row has {} cells; the board has {width} columns", letters.len())));
        }
        rows.push(letters);
    }
    if rows.len() != height {
        return Err(line.fail(0, format!("the start position has {} rows; the board has {height}", rows.len())));
    }
    Ok(rows)
}

fn piece(line: &Line<'_>, inner: &[Line<'_>]) -> Result<Kind, RulesError> {
    let name = line.word(1);
    if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(line.fail(1, "a piece has a name of letters and digits: piece pawn w b"));
    }
    let letter = |at: usize| {
        let word = line.word(at);
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some('-'), None) => Ok(None),
            (Some(letter), None) if letter.is_ascii_alphabetic() => Ok(Some(letter)),
            _ => Err(line.fail(at, "expected one letter for each player, or - for none: piece pawn w b")),
        }
    };
    let letters = [letter(2)?, letter(3)?];
    line.end(4)?;
    if letters[0].is_some() && letters[0] == letters[1] {
        return Err(line.fail(3, "the players need different letters"));
    }
    let mut kind = Kind { name: name.to_lowercase(), letters, actions: Vec::new(), promotes: None };
    for line in inner {
        match line.word(0) {
            "place" => {
                if !matches!(line.rest(1).as_str(), "" | "on empty") {
                    return Err(line.fail(1, "expected: place on empty"));
                }
                kind.actions.push(Action::Place);
            }
            "drop" => {
                line.end(1)?;
                kind.actions.push(Action::Drop);
            }
            "step" => {
                let (offsets, at) = directions(line, 1)?;
                kind.actions.push(Action::Step(offsets, target(line, at)?));
            }
            "slide" => {
                let (offsets, at) = directions(line, 1)?;
                kind.actions.push(Action::Slide(offsets, target(line, at)?));
            }
            "leap" => {
                let (offsets, at) = leaps(line)?;
                kind.actions.push(Action::Step(offsets, target(line, at)?));
            }
            "jump" => {
                let (offsets, at) = directions(line, 1)?;
                if !matches!(line.rest(at).as_str(), "over enemy" | "over enemy capturing") {
                    return Err(line.fail(at, "expected: jump DIRECTIONS over enemy"));
                }
                kind.actions.push(Action::Jump(offsets));
            }
            "promote" => {
                let words = [line.word(1), line.word(2), line.word(3), line.word(4)];
                if words != ["at", "far", "row", "to"] || line.word(5).is_empty() {
                    return Err(line.fail(1, "expected: promote at far row to PIECE"));
                }
                line.end(6)?;
                kind.promotes = Some(line.word(5).to_lowercase());
            }
            _ => return Err(line.unknown(0, &ACTIONS)),
        }
    }
    Ok(kind)
}

/// Directions from a word on, and where they end.
fn directions(line: &Line<'_>, from: usize) -> Result<(Vec<Offset>, usize), RulesError> {
    let mut offsets: Vec<Offset> = Vec::new();
    let mut at = from;
    while !matches!(line.word(at), "" | "to" | "over") {
        let Some((_, found)) = DIRECTIONS.iter().find(|(name, _)| *name == line.word(at)) else {
            let names: Vec<&str> = DIRECTIONS.iter().map(|(name, _)| *name).collect();
            return Err(line.unknown(at, &names));
        };
        offsets.extend(found.iter().filter(|offset| !offsets.contains(offset)).copied().collect::<Vec<_>>());
        at += 1;
    }
    if offsets.is_empty() {
        return Err(line.fail(at, "a direction is missing: forward, diagonal, any ..."));
    }
    Ok((offsets, at))
}

/// `leap 2 forward 1 aside, 1 forward 2 aside`, or `leap 2,1` for all eight.
fn leaps(line: &Line<'_>) -> Result<(Vec<Offset>, usize), RulesError> {
    let usage = "expected: leap 2,1 or leap 2 forward 1 aside, 1 forward 2 aside";
    let mut offsets: Vec<Offset> = Vec::new();
    let mut add = |offset: Offset| {
        if offset != (0, 0) && !offsets.contains(&offset) {
            offsets.push(offset);
        }
    };
    let mut at = 1;
    let mut pending: Offset = (0, 0);
    let mut aside = false;
    while !matches!(line.word(at), "" | "to") {
        let word = line.word(at);
        if let Some((a, b)) = word.split_once(',')
            && let (Ok(a @ 0..=9), Ok(b @ 0..=9)) = (a.parse::<i32>(), b.parse::<i32>())
        {
            for (a, b) in [(a, b), (b, a)] {
                [(a, b), (-a, b), (a, -b), (-a, -b)].into_iter().for_each(&mut add);
            }
            at += 1;
            continue;
        }
        let number: i32 =
            word.parse().ok().filter(|number| (1..=9).contains(number)).ok_or_else(|| line.fail(at, usage))?;
        let direction = line.word(at + 1);
        match direction.trim_end_matches(',') {
            "forward" => pending.1 += number,
            "back" => pending.1 -= number,
            "left" => pending.0 -= number,
            "right" => pending.0 += number,
            "aside" => (pending.0, aside) = (number, true),
            _ => return Err(line.unknown(at + 1, &["forward", "back", "left", "right", "aside"])),
        }
        at += 2;
        if direction.ends_with(',') || matches!(line.word(at), "" | "to") {
            add(pending);
            if aside {
                add((-pending.0, pending.1));
            }
            (pending, aside) = ((0, 0), false);
        }
    }
    if offsets.is_empty() {
        return Err(line.fail(1, usage));
    }
    Ok((offsets, at))
}

/// `to empty`, `to enemy`, `to empty or enemy`.
fn target(line: &Line<'_>, at: usize) -> Result<Target, RulesError> {
    let (empty, enemy) = match line.rest(at).as_str() {
        "to empty" => (true, false),
        "to enemy" => (false, true),
        "to empty or enemy" | "to enemy or empty" | "to any" => (true, true),
        _ => return Err(line.fail(at, "expected: to empty, to enemy, or: to empty or enemy")),
    };
    Ok(Target { empty, enemy })
}

fn condition(line: &Line<'_>) -> Result<Condition, RulesError> {
    let luck = line.word(0);
    // `win king reach far row` speaks of one kind.
    let (kind, at) = if line.word(2) == "reach" { (Some(line.word(1).to_lowercase()), 2) } else { (None, 1) };
    let (condition, end) = match line.word(at) {
        "line" => (Condition::Line(line.number_at(at + 1, "the length of the line")?), at + 2),
        "reach" => {
            if line.word(at + 1) != "far" || line.word(at + 2) != "row" {
                return Err(line.fail(at + 1, "expected: reach far row"));
            }
            (Condition::Reach(kind), at + 3)
        }
        "capture" => match line.word(at + 1) {
            "" => return Err(line.fail(at + 1, "expected: capture all, or capture PIECE")),
            "all" => (Condition::Capture(None), at + 2),
            name => (Condition::Capture(Some(name.to_lowercase())), at + 2),
        },
        "no" => {
            if line.word(at + 1) != "move" {
                return Err(line.fail(at + 1, "expected: no move"));
            }
            (Condition::NoMove, at + 2)
        }
        "full" => (Condition::Full, at + 1),
        "connect" => (Condition::Connect, at + 1),
        "most" => (Condition::Most, at + 1),
        "after" => {
            let number = line.number_at(at + 1, "a number of moves")?;
            if line.word(at + 2) != "moves" {
                return Err(line.fail(at + 2, "expected: after N moves"));
            }
            (Condition::After(number), at + 3)
        }
        _ => return Err(line.unknown(at, &CONDITIONS)),
    };
    line.end(end)?;
    let only_draw = matches!(condition, Condition::Full | Condition::After(_));
    if only_draw && luck != "draw" {
        return Err(line.fail(0, format!("'{}' favors nobody; write 'draw' before it", line.rest(1))));
    }
    if !only_draw && luck == "draw" && condition != Condition::NoMove {
        return Err(line.fail(0, "expected 'win' or 'lose' before this"));
    }
    Ok(condition)
}

/// What only the whole game shows.
fn check(sketch: &Sketch, lines: &[Line<'_>]) -> Result<(), RulesError> {
    let line_of = |word: &str| lines.iter().find(|line| line.word(0) == word).unwrap_or(&lines[0]);
    let mut letters: Vec<char> = Vec::new();
    for letter in sketch.kinds.iter().flat_map(|kind| kind.letters).flatten() {
        if letters.contains(&letter) {
            return Err(line_of("piece").fail(2, format!("two pieces have the letter {letter}")));
        }
        letters.push(letter);
    }
    let start = line_of("start");
    for &letter in sketch.start.iter().flatten() {
        if !letters.contains(&letter) && !matches!(letter, '.' | '#') {
            let known: String = letters.iter().collect();
            let message =
                format!("'{letter}' stands for nothing; a cell is . for empty, # for a hole, or a piece: {known}");
            return Err(start.fail(0, message));
        }
    }
    let has = |name: &String| sketch.kinds.iter().any(|kind| kind.name == *name);
    for (_, condition) in &sketch.ends {
        if let Condition::Reach(Some(name)) | Condition::Capture(Some(name)) = condition
            && !has(name)
        {
            return Err(line_of("win").fail(1, format!("there is no piece '{name}'")));
        }
    }
    if let Some(name) = sketch.kinds.iter().filter_map(|kind| kind.promotes.as_ref()).find(|name| !has(name)) {
        return Err(line_of("piece").fail(1, format!("there is no piece '{name}' to promote to")));
    }
    if sketch.kinds.iter().all(|kind| kind.actions.is_empty()) {
        return Err(line_of("piece").fail(1, "no piece can do anything: an indented line below it says what it can do"));
    }
    Ok(())
}

/// Is a text written in this language, and not in GDL?
pub fn is_sketch(text: &str) -> bool {
    let first = text
        .lines()
        .map(|line| line.trim_start_matches('\u{feff}').trim())
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        !line.starts_with(['(', ';', ')'])
            && line.split_whitespace().next().is_some_and(|word| STATEMENTS.contains(&word) || !line.contains('('))
    })
}
