//! A report: every position of a game, one after the other, and what each move cost.

use std::sync::Arc;

use engine::{EndgameTables, Engine, Go, Options, Ply};

use super::Outbox;
use crate::app::{App, off_the_loop};
use crate::refusal::{Code, Refusal};
use crate::think::Question;
use crate::wire::{Say, Score};
use crate::{limits, show};

/// What is asked for.
pub struct Wish {
    pub id: u64,
    pub game: String,
    pub position: Option<String>,
    pub moves: Vec<String>,
    pub nodes: Option<u64>,
}

/// From which loss of win chance on a move is called so, the worst first. The steps are those of lichess.org, which counts
/// chances from -1 to 1: 0.3, 0.2 and 0.1 there.
const MARKS: [(f64, &str); 3] = [(0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy")];

/// Looks at every position, and tells of each.
pub async fn run(app: Arc<App>, client: Arc<str>, outbox: Outbox, wish: Wish) -> Result<(), Refusal> {
    let Wish { id, game, position, moves, nodes } = wish;
    let nodes = nodes.unwrap_or(limits::USUAL_REPORT_NODES);
    if !(1..=limits::REPORT_NODES).contains(&nodes) {
        let message = format!("nodes_per_move {nodes}: expected 1 to {}", limits::REPORT_NODES);
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let (mut board, game, start, moves) = off_the_loop(move || {
        // All moves are checked before the first is looked at.
        let all = show::set_up(&game, position.as_deref(), &moves)?;
        let codes = Ply::codes(&all.played());
        let board = show::set_up(&game, position.as_deref(), &[])?;
        let start = board.position();
        Ok((board, game, start, codes))
    })
    .await?;
    let of = moves.len();
    // The value of the position before, and its best move.
    let mut before: Option<(Score, Option<String>)> = None;
    for ply in 0..=of {
        let mover = !board.side_to_move();
        let (score, best) = match finished(&*board) {
            Some(score) => (score, None),
            None => {
                let options = Options {
                    endgames: EndgameTables::own(),
                    table_megabytes: limits::MOVE_HASH_MIB,
                    ..Options::default()
                };
                let go = Go { nodes: Some(nodes), time: Some(limits::MOVE_TIME), ..Go::default() };
                let moves = moves[..ply].to_vec();
                let question = Question { game: game.clone(), start: start.clone(), moves, options, go, reply: false };
                let found = question.ask(&app.house.pool, &client)?.wait().await?;
                let line = found.lines.first().and_then(|line| show::best_line(&*board, line));
                let line = line.ok_or_else(|| Refusal::new(Code::Fault, "nothing was found"))?;
                (line.score.clone(), Some(line))
            }
        };
        let loss = before.map(|(before, best)| {
            // The search's own move loses nothing, even if a search from the next position sees it differently.
            if ply.checked_sub(1).and_then(|ply| moves.get(ply)) == best.as_ref() {
                return 0.0;
            }
            let first = before.chance - score.chance;
            let lost = if mover == engine::Side::First { first } else { -first };
            (lost.max(0.0) * 10_000.0).round() / 10_000.0
        });
        let mark = loss.and_then(|loss| MARKS.iter().find(|(least, _)| loss >= *least));
        let mark = mark.map(|(_, mark)| mark.to_string());
        let (best_code, pv) = best.map_or((None, Vec::new()), |line| (line.codes.first().cloned(), line.pv));
        before = Some((score.clone(), best_code.clone()));
        let said = Say::Report { id, ply, of, score, best: pv.first().cloned(), best_code, pv, loss, mark };
        if outbox.send(said).await.is_err() {
            return Ok(());
        }
        if let Some(mv) = moves.get(ply) {
            board.play(mv)?;
        }
    }
    Ok(())
}

/// The value of a finished game.
fn finished(board: &dyn Engine) -> Option<Score> {
    let winner = board.end()?.outcome.winner();
    Some(Score {
        cp: winner.is_none().then_some(0),
        mate: winner.map(|_| 0),
        text: match winner {
            Some(engine::Side::First) => "1-0",
            Some(engine::Side::Second) => "0-1",
            None => "1/2",
        }
        .to_string(),
        chance: match winner {
            Some(engine::Side::First) => 1.0,
            Some(engine::Side::Second) => 0.0,
            None => 0.5,
        },
    })
}
