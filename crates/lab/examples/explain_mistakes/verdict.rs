//! Is a sentence true? Judged from lines at ten times the nodes.

use chess::{Color, Kind, Move, Position};
use engine::{Chances, Score};
use game::Rules;
use lab::explain::{Explanation, Gain, Language, Purpose, Role, What};

use super::judge::{Deep, Judge};

/// The judge looks at so many times the nodes.
pub const TIMES: u64 = 10;

pub fn chance(score: Score) -> f64 {
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
pub struct Mistake {
    pub start: Position,
    pub past: Vec<Move>,
    pub before: Position,
    pub mv: Move,
    pub best: Deep,
    /// For the side that is to move after the mistake.
    pub after: Deep,
}

impl Mistake {
    pub fn loss(&self) -> f64 {
        chance(self.best.score) - chance(-self.after.score)
    }

    /// Is something won or lost in the deep lines within a few moves?
    pub fn is_tactical(&self) -> bool {
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

/// Is something of so much worth taken by the move before which so many plies are played, and stays away for two more?
fn judge_taken(from: &Position, line: &[Move], plies: usize) -> Result<(), String> {
    let balances = balances(from, line, from.turn());
    let taken = balances[plies + 1] - balances[plies];
    match taken != 0
        && balances[plies..]
            .iter()
            .skip(1)
            .take(3)
            .all(|later| (later - balances[plies]) * taken.signum() >= taken.abs())
    {
        true => Ok(()),
        false => Err("what is taken is taken back at once".to_string()),
    }
}

/// What a quiet move is said to be for. `line` is the deeper line from `from`, and the move comes after so many plies of it.
fn judge_purpose(
    judge: &mut Judge,
    purpose: &Purpose,
    from: &Position,
    line: &[Move],
    plies: usize,
) -> Result<(), String> {
    if matches!(purpose, Purpose::Takes { .. }) {
        return judge_taken(from, line, plies);
    }
    let Purpose::Threat { gain, threat } = purpose else { return Ok(()) };
    let position = Position::from_fen(&threat.from).map_err(|error| error.to_string())?;
    let nodes = judge.nodes * TIMES / 4;
    let deep = judge.look(&position, &[], nodes)?;
    let moves = judge.carried_on(&position, &[], &deep.moves, threat.moves.len())?;
    judge_gain(gain, deep.score, &position, &moves, threat.moves.len()).map_err(|error| format!("the threat: {error}"))
}

/// The kind of the first sentence, and what is wrong with it.
pub fn verdict(
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
            let line = [&[mistake.mv, reply][..], &deep.moves].concat();
            (quiet_kind(purpose), verdict.and_then(|()| judge_purpose(judge, purpose, &mistake.before, &line, 1)))
        }
        What::Lacks { purpose, .. } => {
            let deep = named(judge)?;
            (
                quiet_kind(purpose),
                better(&deep).and_then(|()| judge_purpose(judge, purpose, &mistake.before, &deep.moves, 0)),
            )
        }
        _ => ("nothing", Err("nothing is said".to_string())),
    })
}

fn quiet_kind(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::Threat { .. } => "quiet: threat",
        Purpose::Takes { .. } => "quiet: takes",
        Purpose::Sight { .. } => "quiet: sight",
        Purpose::Plan => "quiet: plan",
    }
}
