//! Is the first sentence about a mistake true? Takes games that were really played, explains with NODES the moves that cost at least ten
//! percent of winning chance, and judges the first sentence from lines at ten times the nodes: is there a mate so near; does what is called won or lost change and stay changed wherever the deeper line rests; does
//! the answer that a quiet move is said to allow really cost what the move lost; is the move that it is said to miss really better.
//!
//! `cargo run --release -p kiebitz-lab --example explain_mistakes -- FILE.pgn [POSITIONS] [NODES] [SKIP]`: so many tactical and quiet
//! mistakes together, from every so manyth game, SKIP games left out first. Prints every sentence with its verdict, and the shares.

use std::process::ExitCode;

use chess::{Color, Kind, Move, Position};
use engine::{Chances, Control, EndgameTables, Go, Identity, Method, Options, Playable, Score, Session};
use game::Rules;
use knowledge::games;
use lab::explain::{self, Explanation, Gain, Language, Purpose, Request, Role, What};
use record::pgn::Games;

/// A mistake costs so much winning chance, in percent.
const MISTAKE: f64 = 10.0;
/// The judge looks at so many times the nodes.
const TIMES: u64 = 10;
/// Moves of the opening are not looked at.
const OPENING: usize = 16;
/// How many mistakes of one game, so that many games are heard.
const A_GAME: usize = 2;

/// A line with its value for the side to move.
struct Deep {
    score: Score,
    moves: Vec<Move>,
}

struct Judge {
    session: Box<dyn Session<Position>>,
    control: Control,
    nodes: u64,
}

impl Judge {
    /// The best line of the position after some moves from a start.
    fn look(&mut self, start: &Position, moves: &[Move], nodes: u64) -> Result<Deep, String> {
        let mut record = engine::Record::new(start.clone());
        moves.iter().for_each(|&mv| record.play(mv));
        let position = record.position().clone();
        if let Some(outcome) = position.outcome() {
            let score = match outcome.winner() {
                Some(winner) if winner == position.turn() => Score::win_in(0),
                Some(_) => Score::loss_in(0),
                None => Score::DRAW,
            };
            return Ok(Deep { score, moves: Vec::new() });
        }
        *self.session.record_mut() = record;
        let player = Identity { method: Method::Search, endgames: EndgameTables::own(), ..Identity::default() };
        let answer = self.session.go(&Options::from(player), &Go::nodes(nodes), &[], &self.control, &mut |_| {});
        let line = answer.map_err(|error| error.to_string())?.lines.into_iter().next().ok_or("nothing was found")?;
        Ok(Deep { score: line.score, moves: line.pv })
    }
}

fn chance(score: Score) -> f64 {
    Chances::of(score, chess::CURVE).share()
}

/// Material for a color less that of the other, in hundredths of a pawn.
fn material(position: &Position, color: Color) -> i32 {
    let worth = [(Kind::Pawn, 100), (Kind::Knight, 300), (Kind::Bishop, 300), (Kind::Rook, 500), (Kind::Queen, 900)];
    let sum = |color| {
        worth.iter().map(|(kind, worth)| position.board().pieces(color, *kind).count() as i32 * worth).sum::<i32>()
    };
    sum(color) - sum(!color)
}

/// What is won along a line, after each move, for a color.
fn balances(from: &Position, moves: &[Move], color: Color) -> Vec<i32> {
    let mut position = from.clone();
    let mut found = vec![0];
    for &mv in moves {
        position.play(mv);
        found.push(material(&position, color) - material(from, color));
    }
    found
}

/// The places where nothing is taken for two plies.
fn resting(balances: &[i32]) -> Vec<usize> {
    (1..balances.len()).filter(|&index| balances[index..].iter().take(3).all(|next| *next == balances[index])).collect()
}

/// Does a line bear out that so much is won (or lost) after so many plies, and stays so?
fn borne_out(balances: &[i32], claim: i32, plies: usize) -> Result<(), String> {
    let slack = if claim.abs() < 300 { 0 } else { 100 };
    // The deeper line may take two plies more to come to the same.
    let mut places = resting(balances);
    let last = places.last().copied().ok_or("the deeper line never comes to rest")?;
    places.retain(|&index| index >= plies + 2 || index == last);
    // What comes back later than the claim reaches is another story if it stays away for long.
    match places.iter().find(|&&index| balances[index] * claim.signum() < claim.abs() - slack) {
        Some(&index) => {
            Err(format!("{claim} is claimed, and the deeper line has {} after {index} plies", balances[index]))
        }
        None => Ok(()),
    }
}

/// A mistake of a game.
struct Mistake {
    start: Position,
    past: Vec<Move>,
    before: Position,
    mv: Move,
    best: Deep,
    /// For the side that is to move after the mistake.
    after: Deep,
}

impl Mistake {
    fn loss(&self) -> f64 {
        chance(self.best.score) - chance(-self.after.score)
    }

    /// Is something won or lost in the deep lines within a few moves?
    fn is_tactical(&self) -> bool {
        let us = self.before.turn();
        let line = [&[self.mv][..], &self.after.moves].concat();
        let near = |moves: &[Move]| {
            let found = balances(&self.before, moves, us);
            resting(&found).into_iter().find(|&index| index >= 6).map_or(0, |index| found[index])
        };
        let decided = self.best.score.is_decided() || self.after.score.is_decided();
        decided || (near(&self.best.moves) - near(&line)).abs() >= 100
    }
}

/// Mistakes of one game with their explanations: suspected by small searches, confirmed by the explanation, looked at again for the
/// judgement.
fn mistakes(judge: &mut Judge, game: &record::Record) -> Result<Vec<(Mistake, Explanation)>, String> {
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
        let (position, mv) = played[ply - 1].clone();
        let past = &moves[..ply - 1];
        let explanation = explained(&start, past, &position, mv, judge.nodes, &judge.control)?;
        if explanation.winning_chance_lost() < MISTAKE {
            continue;
        }
        let best = judge.look(&start, past, large)?;
        let after = judge.look(&start, &moves[..ply], large)?;
        found.push((
            Mistake { start: start.clone(), past: past.to_vec(), before: position, mv, best, after },
            explanation,
        ));
        if found.len() == A_GAME {
            break;
        }
    }
    Ok(found)
}

fn explained(
    start: &Position,
    past: &[Move],
    before: &Position,
    mv: Move,
    nodes: u64,
    control: &Control,
) -> Result<Explanation, String> {
    let mut position = start.clone();
    let past = past.iter().map(|&mv| {
        let code = position.protocol_text(mv);
        position.play(mv);
        code
    });
    let request = Request {
        past: past.collect(),
        asked: Some(before.protocol_text(mv)),
        nodes,
        weaker: false,
        ..Request::new("chess", &start.position_text())
    };
    explain::explain(&request, control).map_err(|error| error.to_string())
}

impl Judge {
    /// Carries a line on that ends before the claim about it can be seen.
    fn carried_on(
        &mut self,
        start: &Position,
        past: &[Move],
        line: &[Move],
        plies: usize,
    ) -> Result<Vec<Move>, String> {
        let mut line = line.to_vec();
        for _ in 0..4 {
            if line.len() >= plies + 6 {
                break;
            }
            let next = self.look(start, &[past, &line].concat(), self.nodes * TIMES / 4)?;
            if next.moves.is_empty() {
                break;
            }
            line.extend(next.moves);
        }
        Ok(line)
    }
}

/// What is wrong with a claim about a line, if anything.
fn judge_gain(gain: &Gain, score: Score, from: &Position, moves: &[Move], plies: usize) -> Result<(), String> {
    let us = from.turn();
    match gain {
        Gain::Decided { wins, plies } => match score.plies_to_end() {
            Some(deep) if score.is_win() == *wins && deep <= *plies => Ok(()),
            _ => Err(format!("the end after {plies} plies is claimed, the deeper value is {score}")),
        },
        Gain::Material { tally, .. } if score.is_decided() => match score.is_win() == (tally.balance > 0) {
            true => Ok(()),
            false => Err(format!("{} is claimed, the deeper value is {score}", tally.balance)),
        },
        Gain::Material { tally, .. } => borne_out(&balances(from, moves, us), tally.balance, plies),
        Gain::Count { .. } => Err("chess is no game of counting".to_string()),
    }
}

/// What a quiet move is said to be for.
fn judge_purpose(judge: &mut Judge, purpose: &Purpose) -> Result<(), String> {
    let Purpose::Threat { gain, threat } = purpose else { return Ok(()) };
    let position = Position::from_fen(&threat.from).map_err(|error| error.to_string())?;
    let nodes = judge.nodes * TIMES / 4;
    let deep = judge.look(&position, &[], nodes)?;
    let moves = judge.carried_on(&position, &[], &deep.moves, threat.moves.len())?;
    judge_gain(gain, deep.score, &position, &moves, threat.moves.len()).map_err(|error| format!("the threat: {error}"))
}

/// The kind of the first sentence, and what is wrong with it.
fn verdict(
    judge: &mut Judge,
    mistake: &Mistake,
    found: &Explanation,
) -> Result<(&'static str, Result<(), String>), String> {
    let sentences = found.sentences(Language::English);
    let fact = sentences.first().and_then(|sentence| found.facts.get(*sentence.facts.first()?));
    let Some(fact) = fact else { return Ok(("nothing", Err("nothing is said".to_string()))) };
    let large = judge.nodes * TIMES;
    let best = mistake.before.parse_move(&found.best).map_err(|error| error.to_string())?;
    let after = |moves: &[Move]| [&mistake.past[..], moves].concat();
    let loss = mistake.loss();
    // What the side that erred may expect after the move that is called best.
    let named = |judge: &mut Judge| -> Result<Deep, String> {
        if mistake.best.moves.first() == Some(&best) {
            return Ok(Deep { score: mistake.best.score, moves: mistake.best.moves.clone() });
        }
        let deep = judge.look(&mistake.start, &after(&[best]), large)?;
        Ok(Deep { score: (-deep.score).from_node(1), moves: [&[best][..], &deep.moves].concat() })
    };
    let better = |named: &Deep| match chance(named.score) - chance(-mistake.after.score) {
        gain if gain >= loss / 2.0 => Ok(()),
        gain => {
            Err(format!("{} is better by {:.1} % only, the loss is {:.1} %", found.best, gain * 100.0, loss * 100.0))
        }
    };
    if loss < MISTAKE / 400.0 {
        let reason = format!("at ten times the nodes it costs {:.1} % only", loss * 100.0);
        return Ok(("no mistake", Err(reason)));
    }
    Ok(match &fact.what {
        What::Outcome { role: Role::Asked, gain, line } => {
            let moves = [&[mistake.mv][..], &mistake.after.moves].concat();
            let moves = judge.carried_on(&mistake.start, &mistake.past, &moves, line.moves.len())?;
            let score = (-mistake.after.score).from_node(1);
            ("loses", judge_gain(gain, score, &mistake.before, &moves, line.moves.len()))
        }
        What::Outcome { role: Role::Best, gain, line } => {
            let deep = named(judge)?;
            let moves = judge.carried_on(&mistake.start, &mistake.past, &deep.moves, line.moves.len())?;
            let wins = judge_gain(gain, deep.score, &mistake.before, &moves, line.moves.len());
            ("misses", wins.and_then(|()| better(&deep)))
        }
        What::Allows { reply, purpose, .. } => {
            let after_move = mistake.before.after(mistake.mv);
            let reply = after_move.parse_move(reply).map_err(|error| error.to_string())?;
            let deep = judge.look(&mistake.start, &after(&[mistake.mv, reply]), large)?;
            let realized = chance(mistake.best.score) - chance(deep.score);
            let mut verdict = match realized >= loss / 2.0 {
                true => Ok(()),
                false => Err(format!("the answer takes {:.1} % of {:.1} %", realized * 100.0, loss * 100.0)),
            };
            let after_best = mistake.before.after(best);
            let code = after_move.protocol_text(reply);
            let same = after_best.moves().into_iter().find(|&mv| after_best.protocol_text(mv) == code);
            if let (Ok(()), Some(same)) = (&verdict, same) {
                let there = judge.look(&mistake.start, &after(&[best, same]), large)?;
                let kept = chance(there.score) - chance(deep.score);
                if kept < loss / 4.0 {
                    verdict = Err(format!("{} does not prevent it", found.best));
                }
            }
            (quiet_kind(purpose), verdict.and_then(|()| judge_purpose(judge, purpose)))
        }
        What::Lacks { purpose, .. } => {
            let deep = named(judge)?;
            (quiet_kind(purpose), better(&deep).and_then(|()| judge_purpose(judge, purpose)))
        }
        _ => ("nothing", Err("nothing is said".to_string())),
    })
}

fn quiet_kind(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::Threat { .. } => "quiet: threat",
        Purpose::Sight { .. } => "quiet: sight",
        Purpose::Plan => "quiet: plan",
    }
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("the file with games is missing")?;
    let mut number = |default: u64| {
        arguments.next().map_or(Ok(default), |text| text.parse().map_err(|_| format!("'{text}': expected a number")))
    };
    let (count, nodes, skip) = (number(500)? as usize, number(200_000)?, number(0)? as usize);
    let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let games: Vec<_> = Games::new(&bytes[..]).filter_map(|game| game.ok()?.ok()).collect();
    // Spread over the whole file, a third of the mistakes more than are wanted being found.
    let step = (games.len() / count.max(1)).max(1);
    let start = Position::default();
    let mut judge = Judge { session: start.session(), control: Control::timeless(), nodes };
    // By the kind of the mistake and of the sentence: true, all.
    let mut shares: Vec<(String, usize, usize)> = Vec::new();
    let mut done = 0;
    'games: for game in games.iter().skip(skip).step_by(step) {
        for (mistake, found) in mistakes(&mut judge, game)? {
            let (kind, verdict) = verdict(&mut judge, &mistake, &found)?;
            let tactical = if mistake.is_tactical() { "tactical" } else { "quiet" };
            println!("\n{} {tactical}, {kind}, loss {:.1} %", mistake.before.position_text(), mistake.loss() * 100.0);
            found.sentences(Language::English).iter().take(2).for_each(|sentence| println!("  {}", sentence.text));
            if let Err(reason) = &verdict {
                println!("  UNTRUE: {reason}");
            }
            for name in [format!("{tactical} mistakes"), format!("sentence: {kind}"), "all".to_string()] {
                let place = shares.iter().position(|(known, ..)| *known == name).unwrap_or_else(|| {
                    shares.push((name, 0, 0));
                    shares.len() - 1
                });
                shares[place].1 += usize::from(verdict.is_ok());
                shares[place].2 += 1;
            }
            done += 1;
            if done == count {
                break 'games;
            }
        }
    }
    println!();
    shares.sort();
    for (name, right, all) in shares {
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
