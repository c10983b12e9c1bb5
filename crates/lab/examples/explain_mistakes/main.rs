//! Is the first sentence about a mistake true? Takes games that were really played and the moves in them that cost at least ten
//! percent of winning chance by searches of ten times NODES, explains these moves with NODES, and judges the first sentence from lines of the larger searches: is there a mate so near; does what is called won or lost change and stay changed wherever the deeper line rests; does
//! the answer that a quiet move is said to allow really cost what the move lost; is the move that it is said to miss really better.
//!
//! `cargo run --release -p kiebitz-lab --example explain_mistakes -- FILE.pgn TACTICAL QUIET [NODES] [SKIP] [MEMORY]`: so many mistakes of
//! either kind, from every tenth game, SKIP (0 to 9) games left out first, so that another number means other games. The judge's searches
//! are kept in the file MEMORY and not made again. Prints every sentence with its verdict and the judge's lines, and the shares.

mod judge;
mod verdict;

use std::process::ExitCode;

use chess::{Move, Position};
use engine::{Control, Score};
use game::Rules;
use judge::Judge;
use knowledge::games;
use lab::explain::{self, Explanation, Language, Request};
use record::pgn::Games;
use verdict::{Mistake, TIMES, chance, verdict};

/// A mistake costs so much winning chance, in percent.
const MISTAKE: f64 = 10.0;
/// Moves of the opening are not looked at.
const OPENING: usize = 16;
/// How many mistakes of one game, so that many games are heard.
const A_GAME: usize = 2;
/// Every so manyth game is looked at.
const STRIDE: usize = 10;

/// The mistakes of one game: suspected by small searches, confirmed by the judge's.
fn mistakes(judge: &mut Judge, game: &record::Record) -> Result<Vec<Mistake>, String> {
    let start = games::start(game)?;
    let mut played: Vec<(Position, Move)> = Vec::new();
    games::replay(game, &start, |position, mv| played.push((position.clone(), mv)))?;
    let moves: Vec<Move> = played.iter().map(|(_, mv)| *mv).collect();
    let mut found = Vec::new();
    let (small, large) = (judge.nodes / 20, judge.nodes * TIMES);
    let mut before: Option<Score> = None;
    for ply in OPENING.min(moves.len())..=moves.len() {
        let now = judge.look(&start, &moves[..ply], small)?.score;
        let lost = before.map_or(0.0, |before| chance(before) - chance(-now));
        before = Some(now);
        if lost * 100.0 < MISTAKE * 0.8 {
            continue;
        }
        let (before, mv) = played[ply - 1].clone();
        let past = moves[..ply - 1].to_vec();
        let best = judge.look(&start, &past, large)?;
        let after = judge.look(&start, &moves[..ply], large)?;
        let mistake = Mistake { start: start.clone(), past, before, mv, best, after };
        if mistake.loss() * 100.0 >= MISTAKE && mistake.best.moves.first() != Some(&mv) {
            found.push(mistake);
        }
        if found.len() == A_GAME {
            break;
        }
    }
    Ok(found)
}

fn explained(mistake: &Mistake, nodes: u64, control: &Control) -> Result<Explanation, String> {
    let mut position = mistake.start.clone();
    let past = mistake.past.iter().map(|&mv| {
        let code = position.protocol_text(mv);
        position.play(mv);
        code
    });
    let request = Request {
        past: past.collect(),
        asked: Some(mistake.before.protocol_text(mistake.mv)),
        nodes,
        weaker: false,
        ..Request::new("chess", &mistake.start.position_text())
    };
    explain::explain(&request, control).map_err(|error| error.to_string())
}

/// A line as people write it.
fn written(from: &Position, moves: &[Move]) -> String {
    let mut position = from.clone();
    let text = moves.iter().take(16).map(|&mv| {
        let text = position.move_text(mv);
        position.play(mv);
        text
    });
    text.collect::<Vec<_>>().join(" ")
}

/// How many sentences of a kind were true, of how many.
#[derive(Default)]
struct Shares(std::collections::BTreeMap<String, [usize; 2]>);

impl Shares {
    fn count(&mut self, name: String, is_true: bool) {
        let [right, all] = self.0.entry(name).or_default();
        *right += usize::from(is_true);
        *all += 1;
    }
}

/// Explains a mistake, prints what is said of it, and says what kind of sentence it is and whether it is true.
fn heard(judge: &mut Judge, mistake: &Mistake, kind: &str) -> Result<(&'static str, bool), String> {
    let found = explained(mistake, judge.nodes, &judge.control)?;
    let (sentence, verdict) = verdict(judge, mistake, &found)?;
    let before = &mistake.before;
    println!("\n{} {kind}, {sentence}, loss {:.1} %", before.position_text(), mistake.loss() * 100.0);
    found.sentences(Language::English).iter().take(2).for_each(|sentence| println!("  {}", sentence.text));
    println!("  judge, best: {} {}", mistake.best.score, written(before, &mistake.best.moves));
    let line = [&[mistake.mv][..], &mistake.after.moves].concat();
    println!("  judge, played: {} {}", -mistake.after.score, written(before, &line));
    if let Err(reason) = &verdict {
        println!("  UNTRUE: {reason}");
    }
    Ok((sentence, verdict.is_ok()))
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("the file with games is missing")?;
    let mut number = |default: u64| {
        arguments.next().map_or(Ok(default), |text| text.parse().map_err(|_| format!("'{text}': expected a number")))
    };
    let wanted = [number(300)? as usize, number(200)? as usize];
    let (nodes, skip) = (number(200_000)?, number(0)? as usize);
    let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let games: Vec<_> = Games::new(&bytes[..]).filter_map(|game| game.ok()?.ok()).collect();
    let mut judge = Judge::new(nodes, arguments.next())?;
    let mut shares = Shares::default();
    let mut done = [0, 0];
    for game in games.iter().skip(skip).step_by(STRIDE) {
        for mistake in mistakes(&mut judge, game)? {
            let kind = usize::from(!mistake.is_tactical());
            if done[kind] == wanted[kind] {
                continue;
            }
            done[kind] += 1;
            let name = ["tactical", "quiet"][kind];
            let (sentence, is_true) = heard(&mut judge, &mistake, name)?;
            for name in [format!("{name} mistakes"), format!("sentence: {sentence}"), "all".to_string()] {
                shares.count(name, is_true);
            }
        }
        if done == wanted {
            break;
        }
    }
    println!();
    for (name, [right, all]) in shares.0 {
        println!("{name}: {right} of {all} true ({:.1} %)", 100.0 * right as f64 / all as f64);
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
