//! A report: every position of a game, one after the other. What each move cost is the difference of two of them.

use engine::{BookSource, Bounds, Engine, Identity, PlayerKind, PlayerSpec, Ply, Question, Report};

use crate::judgements::{Judgements, Place};
use crate::refusal::{Code, Refusal};
use crate::wire::{Say, Score};
use crate::{limits, show};

/// What is asked for.
pub struct Wish {
    /// A number for the answers.
    pub id: u64,
    /// The game with its parameters.
    pub game: String,
    /// Where it begins; the start position if absent.
    pub position: Option<String>,
    /// Its moves.
    pub moves: Vec<String>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
}

/// A game that is being looked at, move by move.
pub struct Review {
    id: u64,
    board: Box<dyn Engine>,
    moves: Vec<String>,
    nodes: u64,
    /// What is asked of every position.
    every: Question,
    place: Place,
    ply: usize,
    /// Was the move that led here one of the book?
    book: bool,
    over: bool,
}

impl Review {
    /// Reads what is asked for: all moves are checked before the first is looked at.
    pub fn of(wish: Wish) -> Result<Review, Refusal> {
        let Wish { id, game, position, moves, nodes } = wish;
        let nodes = nodes.unwrap_or(limits::USUAL_REPORT_NODES);
        if !(1..=limits::REPORT_NODES).contains(&nodes) {
            let message = format!("nodes_per_move {nodes}: expected 1 to {}", limits::REPORT_NODES);
            return Err(Refusal::new(Code::BadRequest, message));
        }
        let all = show::set_up(&game, position.as_deref(), &moves)?;
        let moves = Ply::codes(&all.played());
        let board = show::set_up(&game, position.as_deref(), &[])?;
        let (game, start) = (board.game(), board.position());
        let every = Question {
            start: Some(start.clone()),
            player: PlayerSpec { hash: Some(limits::MOVE_HASH_MIB), ..PlayerSpec::new(PlayerKind::Kiebitz) },
            limits: Bounds {
                nodes: Some(nodes),
                time_ms: Some(limits::MOVE_TIME.as_millis() as u64),
                ..Bounds::default()
            },
            ..Question::new(&game)
        };
        let place = Place::new(&game, &start, &[]);
        Ok(Review { id, board, moves, nodes, every, place, ply: 0, book: false, over: false })
    }

    /// Has every position been told of?
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// What is to be searched at this position; `None` if it was looked at as closely before, or the game is over.
    pub fn question(&self, judgements: &Judgements) -> Option<Question> {
        let enough = |line: &Report| line.nodes >= self.nodes || line.score.is_decided();
        if self.board.end().is_some() || judgements.known(&self.place).first().is_some_and(enough) {
            return None;
        }
        Some(Question { moves: self.moves[..self.ply].to_vec(), ..self.every.clone() })
    }

    /// What the search has found.
    pub fn found(&self, judgements: &Judgements, lines: &[Report]) {
        judgements.offer(&self.place, lines);
    }

    /// Tells of this position, and goes on to the next.
    pub fn tell(&mut self, judgements: &Judgements) -> Result<Say, Refusal> {
        let (score, best, depth) = match finished(&*self.board) {
            Some(score) => (score, None, 0),
            None => {
                let known = judgements.known(&self.place);
                let line = known.first().and_then(|line| Some((show::best_line(&*self.board, line)?, line.depth)));
                let (line, depth) = line.ok_or_else(|| Refusal::new(Code::Fault, "nothing was found"))?;
                (line.score.clone(), Some(line), depth)
            }
        };
        let (best_code, pv) = best.map_or((None, Vec::new()), |line| (line.codes.first().cloned(), line.pv));
        let (id, ply, of, book) = (self.id, self.ply, self.moves.len(), self.book);
        let said = Say::Report { id, ply, of, score, best: pv.first().cloned(), best_code, pv, depth, book };
        match self.moves.get(ply) {
            Some(mv) => {
                self.book = plays_book(&mut *self.board, mv)?;
                self.place = self.place.after(mv);
                self.ply += 1;
            }
            None => self.over = true,
        }
        Ok(said)
    }
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
