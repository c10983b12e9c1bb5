//! A report: every position of a game, one after the other. What each move cost is the difference of two of them.

use std::sync::Arc;

use engine::{BookSource, Bounds, Engine, Identity, PlayerKind, PlayerSpec, Ply, Question};

use super::Outbox;
use crate::app::{App, off_the_loop};
use crate::judgements::Place;
use crate::refusal::{Code, Refusal};
use crate::think::ask;
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
        let (game, start) = (board.game(), board.position());
        Ok((board, game, start, codes))
    })
    .await?;
    let of = moves.len();
    let every = Question {
        start: Some(start.clone()),
        player: PlayerSpec { hash: Some(limits::MOVE_HASH_MIB), ..PlayerSpec::new(PlayerKind::Kiebitz) },
        limits: Bounds { nodes: Some(nodes), time_ms: Some(limits::MOVE_TIME.as_millis() as u64), ..Bounds::default() },
        ..Question::new(&game)
    };
    let mut book = false;
    for ply in 0..=of {
        let place = Place::new(&game, &start, &moves[..ply]);
        let (score, best, depth) = match finished(&*board) {
            Some(score) => (score, None, 0),
            None => {
                let mut known = app.judgements.known(&place);
                // What was looked at more closely need not be looked at again.
                if known.first().is_none_or(|line| line.nodes < nodes && !line.score.is_decided()) {
                    let question = Question { moves: moves[..ply].to_vec(), ..every.clone() };
                    let found = ask(&app.house.pool, &client, question, false)?.wait().await?;
                    known = app.judgements.offer(&place, &found.lines);
                }
                let line = known.first().and_then(|line| Some((show::best_line(&*board, line)?, line.depth)));
                let (line, depth) = line.ok_or_else(|| Refusal::new(Code::Fault, "nothing was found"))?;
                (line.score.clone(), Some(line), depth)
            }
        };
        let (best_code, pv) = best.map_or((None, Vec::new()), |line| (line.codes.first().cloned(), line.pv));
        let said = Say::Report { id, ply, of, score, best: pv.first().cloned(), best_code, pv, depth, book };
        if outbox.send(said).await.is_err() {
            return Ok(());
        }
        if let Some(mv) = moves.get(ply) {
            book = plays_book(&mut *board, mv)?;
        }
    }
    Ok(())
}

/// Plays a move. Is it one of the book, or to an opening with a name of its own?
fn plays_book(board: &mut dyn Engine, mv: &str) -> Result<bool, Refusal> {
    let player = Identity { book: Some(BookSource::Embedded), ..Identity::default() };
    let listed = board.has_books() && board.book_moves(&player)?.iter().any(|(ply, _)| ply.code == mv);
    let before = board.opening();
    board.play(mv)?;
    Ok(listed || board.opening() != before)
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
