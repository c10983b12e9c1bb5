//! A game with a word on every move: what it is worth, and where it is a mistake, why.
//!
//! Every position of the game is searched once. A move costs what the search expected before it less what it expects after
//! it, in winning chances and not in pawns: a pawn more or less means nothing when a queen is ahead. Mistakes are explained
//! ([`crate::explain`]) and answered with a better line.

use std::time::Duration;

use chess::{Move, Position};
use engine::{Chances, Control, EndgameTables, Go, Identity, Method, Options, Playable, Score, Session};
use game::Rules;
use knowledge::games;
use record::{Colors, Moves, Numbering, Record, eval_text, pgn};
use serde::Serialize;

use crate::explain::{self, Explanation, Language, Request};

/// How much to search for each position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    /// A number of nodes.
    Nodes(u64),
    /// A time.
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
    pub const fn nag(self) -> u8 {
        match self {
            Judgement::Dubious => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
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
    best: Move,
}

/// Annotates a game. `progress` is called with the number of moves done and the total. `Ok(None)` if `control` stopped
/// it; the error says why the game cannot be read.
pub fn annotate(
    game: &Record,
    settings: &Settings,
    control: &Control,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<AnnotatedGame>, String> {
    let start = games::start(game)?;
    let mut played: Vec<(Position, Move)> = Vec::new();
    games::replay(game, &start, |position, mv| played.push((position.clone(), mv)))?;
    let spec = start.spec();
    let mut session = start.clone().session();
    let mut past: Vec<String> = Vec::new();
    let mut moves = Vec::new();
    let mut before = judge(&mut *session, settings, control)?;
    for (index, (position, mv)) in played.iter().enumerate() {
        progress(index, played.len());
        let protocol = position.protocol_text(*mv);
        session.record_mut().play(*mv);
        let after = judge(&mut *session, settings, control)?;
        if control.stopped() {
            return Ok(None);
        }
        let is_best = before.as_ref().is_some_and(|before| before.best == *mv);
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
            eval: after.as_ref().map(|after| eval(position.turn() == chess::BLACK, after)),
            loss: (loss * 10.0).round() / 10.0,
            judgement,
            comment,
            better,
        });
        past.push(protocol);
        before = after;
    }
    progress(played.len(), played.len());
    Ok(Some(AnnotatedGame { tags: game.tags.0.clone(), moves, result: game.result.text() }))
}

/// The value of the session's position; `None` if the game is over.
fn judge(
    session: &mut dyn Session<Position>,
    settings: &Settings,
    control: &Control,
) -> Result<Option<Judged>, String> {
    if session.record().end().is_some() {
        return Ok(None);
    }
    let player = Identity { method: Method::Search, endgames: EndgameTables::own(), ..Identity::default() };
    let options = Options::from(player);
    let answer = match settings.effort {
        Effort::Nodes(nodes) => session.go(&options, &Go::nodes(nodes), &[], control, &mut |_| {}),
        Effort::Time(time) => {
            session.go(&options, &Go::time(time), &[], &engine::start_clock_under(control), &mut |_| {})
        }
    };
    let line = answer.map_err(|error| error.to_string())?.lines.into_iter().next();
    Ok(line.and_then(|line| Some(Judged { score: line.score, depth: line.depth, best: *line.pv.first()? })))
}

fn mistake(loss: f64) -> Option<Judgement> {
    MISTAKES.iter().find(|(least, _)| loss >= *least).map(|(_, judgement)| *judgement)
}

fn chance(score: Score) -> f64 {
    100.0 * Chances::of(score, chess::CURVE).share()
}

/// `0.35,14` or `#-4,14`, from White's view. `white_to_move` is who is to move in the judged position.
fn eval(white_to_move: bool, judged: &Judged) -> String {
    let score = if white_to_move { judged.score } else { -judged.score };
    format!("{},{}", eval_text(score), judged.depth)
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
        let mut record = Record { moves: self.record_moves(), ..Record::default() };
        record.result = Colors::WHITE_FIRST.read_result(self.result).unwrap_or_default();
        record.tags.0 = self.tags.clone();
        record.tags.remove("Annotator");
        record.tags.set("Annotator", "Kiebitz");
        pgn::write(&record)
    }

    fn record_moves(&self) -> Moves {
        let mut moves = Moves::default();
        if let Some(first) = self.moves.first() {
            moves.numbering = Numbering { first: first.number, second_begins: !first.white };
        }
        let mut last = None;
        for annotated in &self.moves {
            let played = moves.add(last, &annotated.mv);
            let note = moves.note_mut(played);
            note.nags.extend(annotated.judgement.map(Judgement::nag));
            if let Some(eval) = &annotated.eval {
                note.remark.command("eval", eval.as_str());
            }
            note.remark.say(&annotated.comment);
            let mut better = last;
            for mv in &annotated.better {
                better = Some(moves.add(better, mv));
            }
            last = Some(played);
        }
        moves
    }
}
