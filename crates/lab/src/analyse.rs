//! A game with a word on every move: what it is worth, and where it is a mistake, why.
//!
//! Every position of the game is searched once. A move costs what the search expected before it less what it expects after
//! it, in winning chances and not in pawns: a pawn more or less means nothing when a queen is ahead. Mistakes are explained
//! ([`crate::explain`]) and answered with a better line.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use chess::{Move, Position};
use engine::{Chances, Control, EndgameTables, Engine, Go, Method, Options, Score};
use game::Rules;
use knowledge::pgn::PgnGame;
use serde::Serialize;

use crate::explain::{self, Explanation, Language, Request};

/// How much to search for each position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    /// So many nodes.
    Nodes(u64),
    /// So long.
    Time(Duration),
}

/// How to go about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much to search.
    pub effort: Effort,
    /// The language of the comments.
    pub language: Language,
}

/// The losses of winning chance, in percent, from which on a move is dubious, a mistake, a blunder. A player who errs by less
/// has not erred that anybody could tell.
const MISTAKES: [(f64, Judgement); 3] =
    [(15.0, Judgement::Blunder), (10.0, Judgement::Mistake), (5.0, Judgement::Dubious)];
/// Explanations search as if for so many nodes where time is given instead.
const NODES_A_SECOND: f64 = 400_000.0;
/// A better line is shown so far.
const SHOWN: usize = 10;
/// Lines of a PGN are not longer, unless a word is.
const WIDTH: usize = 80;

/// What a move deserves to be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// The numeric annotation glyph of PGN.
    pub const fn nag(self) -> &'static str {
        match self {
            Judgement::Dubious => "$6",
            Judgement::Mistake => "$2",
            Judgement::Blunder => "$4",
        }
    }
}

/// A move and what the search thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Annotated {
    /// The number of the move.
    pub number: usize,
    /// Is it White's?
    pub white: bool,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value after it from White's view as `%eval` writes it, with the depth; none if the game is over.
    pub eval: Option<String>,
    /// Winning chance lost, in percent.
    pub loss: f64,
    /// Is it a mistake?
    pub judgement: Option<Judgement>,
    /// Why, in sentences.
    pub comment: String,
    /// A better line, if it is a mistake.
    pub better: Vec<String>,
}

/// A whole game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnnotatedGame {
    /// Its tags.
    pub tags: Vec<(String, String)>,
    /// Its moves.
    pub moves: Vec<Annotated>,
    /// Its result as PGN writes it.
    pub result: &'static str,
}

/// What a search says of a position.
struct Judged {
    score: Score,
    depth: i32,
    line: Vec<String>,
}

/// Annotates a game. `progress` hears how many of how many moves are done. `Ok(None)` if `control` stopped it; the error says why
/// the game cannot be read.
pub fn annotate(
    game: &PgnGame,
    settings: &Settings,
    control: &Control,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<AnnotatedGame>, String> {
    let start = game.start()?;
    let mut played: Vec<(Position, Move)> = Vec::new();
    game.replay(&start, |position, mv| played.push((position.clone(), mv)))?;
    let spec = start.spec();
    let mut engine = engine::open(&spec).map_err(|error| error.to_string())?;
    engine.set_audience(engine::Audience::Programs);
    engine.set_position(&start.position_text()).map_err(|error| error.to_string())?;
    let mut past: Vec<String> = Vec::new();
    let mut moves = Vec::new();
    let mut before = judge(&mut *engine, settings, control)?;
    for (index, (position, mv)) in played.iter().enumerate() {
        progress(index, played.len());
        let protocol = position.protocol_text(*mv);
        engine.play(&protocol).map_err(|error| error.to_string())?;
        let after = judge(&mut *engine, settings, control)?;
        if control.stopped() {
            return Ok(None);
        }
        let is_best = before.as_ref().is_some_and(|before| before.line.first() == Some(&protocol));
        let mut loss = match (&before, &after) {
            (Some(before), Some(after)) if !is_best => (chance(before.score) - chance(-after.score)).max(0.0),
            _ => 0.0,
        };
        let (mut judgement, mut comment, mut better) = (None, String::new(), Vec::new());
        // Two searches of neighboring positions may differ by chance: only what a closer look confirms is a mistake.
        if mistake(loss).is_some() {
            let found = why(&spec, &start, &past, &protocol, settings, control)?;
            loss = loss.min(found.winning_chance_lost());
            judgement = mistake(loss);
            if judgement.is_some() {
                comment = found.remark(settings.language);
                better = found.best_line().iter().take(SHOWN).cloned().collect();
            }
        }
        moves.push(Annotated {
            number: position.fullmove_number(),
            white: position.turn() == chess::WHITE,
            mv: position.san(*mv),
            eval: after.as_ref().map(|after| eval_text(position.turn() == chess::BLACK, after)),
            loss: (loss * 10.0).round() / 10.0,
            judgement,
            comment,
            better,
        });
        past.push(protocol);
        before = after;
    }
    progress(played.len(), played.len());
    Ok(Some(AnnotatedGame { tags: game.tags.clone(), moves, result: game.result.text() }))
}

/// The value of the engine's position; `None` if the game is over.
fn judge(engine: &mut dyn Engine, settings: &Settings, control: &Control) -> Result<Option<Judged>, String> {
    if engine.end().is_some() {
        return Ok(None);
    }
    let options = Options { method: Method::Search, endgames: EndgameTables::own(), ..Options::default() };
    let answer = match settings.effort {
        Effort::Nodes(nodes) => engine.go(&options, &Go::nodes(nodes), control, &mut |_| {}),
        Effort::Time(time) => timed(control, |clock| engine.go(&options, &Go::time(time), clock, &mut |_| {})),
    };
    let line = answer.map_err(|error| error.to_string())?.lines.into_iter().next();
    Ok(line.map(|line| Judged { score: line.score, depth: line.depth, line: line.pv }))
}

/// Does work against a clock that starts now and is stopped with `control`. A search that runs out of time stops its own control,
/// which must not be the one that stands for the whole work.
fn timed<T>(control: &Control, work: impl FnOnce(&Control) -> T) -> T {
    let clock = engine::start_clock();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Relaxed) {
                if control.stopped() {
                    clock.stop();
                }
                std::thread::park_timeout(Duration::from_millis(20));
            }
        });
        let result = work(&clock);
        done.store(true, Relaxed);
        watcher.thread().unpark();
        result
    })
}

fn mistake(loss: f64) -> Option<Judgement> {
    MISTAKES.iter().find(|(least, _)| loss >= *least).map(|(_, judgement)| *judgement)
}

fn chance(score: Score) -> f64 {
    100.0 * Chances::of(score, chess::CURVE).share()
}

/// `0.35,14` or `#-4,14`, from White's view. `white_to_move` is who is to move in the judged position.
fn eval_text(white_to_move: bool, judged: &Judged) -> String {
    let score = if white_to_move { judged.score } else { -judged.score };
    match score.plies_to_end() {
        Some(plies) if score.is_win() => format!("#{},{}", plies.div_ceil(2), judged.depth),
        Some(plies) => format!("#-{},{}", plies.div_ceil(2), judged.depth),
        None => format!("{:.2},{}", f64::from(score.value()) / 100.0, judged.depth),
    }
}

fn why(
    spec: &str,
    start: &Position,
    past: &[String],
    mv: &str,
    settings: &Settings,
    control: &Control,
) -> Result<Explanation, String> {
    let nodes = match settings.effort {
        Effort::Nodes(nodes) => nodes,
        Effort::Time(time) => (time.as_secs_f64() * NODES_A_SECOND) as u64,
    };
    let request = Request {
        past: past.to_vec(),
        asked: Some(mv.to_string()),
        nodes: nodes.max(1000),
        weaker: false,
        ..Request::new(spec, &start.position_text())
    };
    explain::explain(&request, control).map_err(|error| error.to_string())
}

impl AnnotatedGame {
    /// The game as PGN: tags, moves with `%eval`, glyphs, comments and better lines; an empty line at the end.
    pub fn pgn(&self) -> String {
        const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        let known = |name: &str| self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text += &format!("[{name} \"{value}\"]\n");
        };
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            tag(name, if name == "Result" { self.result } else { known(name).unwrap_or(unknown) });
        }
        for (name, value) in &self.tags {
            if !ROSTER.contains(&name.as_str()) && name != "Annotator" {
                tag(name, value);
            }
        }
        tag("Annotator", "Kiebitz");
        text + "\n" + &wrapped(&self.words()) + "\n\n"
    }

    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut number_again = true;
        for annotated in &self.moves {
            let Annotated { number, white, mv, eval, judgement, comment, better, .. } = annotated;
            if *white {
                words.push(format!("{number}."));
            } else if number_again {
                words.push(format!("{number}..."));
            }
            words.push(mv.clone());
            words.extend(judgement.map(|judgement| judgement.nag().to_string()));
            // A command is one word, for it must not be broken; braces would end the comment.
            let mut inside: Vec<String> = eval.iter().map(|eval| format!("[%eval {eval}]")).collect();
            inside.extend(comment.replace(['{', '}'], "").split_whitespace().map(ToString::to_string));
            number_again = !inside.is_empty() || !better.is_empty();
            if let Some(first) = inside.first_mut() {
                first.insert(0, '{');
            }
            if let Some(last) = inside.last_mut() {
                last.push('}');
            }
            words.extend(inside);
            if !better.is_empty() {
                words.extend(variation(*number, *white, better).split(' ').map(ToString::to_string));
            }
        }
        words.push(self.result.to_string());
        words
    }
}

/// `(12. Nf3 d5 13. e5)`.
fn variation(number: usize, white: bool, moves: &[String]) -> String {
    let mut text = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let ply = index + usize::from(!white);
        match (index, ply % 2) {
            (_, 0) => text.push(format!("{}. {mv}", number + ply / 2)),
            (0, _) => text.push(format!("{number}... {mv}")),
            _ => text.push(mv.clone()),
        }
    }
    format!("({})", text.join(" "))
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}
