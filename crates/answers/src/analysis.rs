//! An analysis: the best lines of one position, as they are found.

use engine::{Bounds, Engine, PlayerKind, PlayerSpec, Question};

use crate::judgements::{Judgements, Place};
use crate::progress::Snapshot;
use crate::refusal::{Code, Refusal};
use crate::wire::{AnalysisLimits, Say};
use crate::{limits, show};

/// What is asked for.
pub struct Wish {
    /// A number for the answers.
    pub id: u64,
    /// The game with its parameters.
    pub game: String,
    /// Where it begins; the start position if absent.
    pub position: Option<String>,
    /// Moves from there.
    pub moves: Vec<String>,
    /// How many best lines.
    pub lines: Option<usize>,
    /// How many threads.
    pub threads: Option<usize>,
    /// How many MiB of table.
    pub hash: Option<usize>,
    /// When to stop.
    pub limits: Option<AnalysisLimits>,
    /// Is the other side to move?
    pub threat: bool,
}

/// An analysis that can begin.
pub struct Analysis {
    /// What is to be searched.
    pub question: Question,
    board: Box<dyn Engine>,
    place: Place,
    id: u64,
    lines: usize,
}

impl Analysis {
    /// Reads what is asked for; `None` if the game is over.
    pub fn of(wish: Wish) -> Result<Option<Analysis>, Refusal> {
        let Wish { id, game, position, mut moves, lines, threads, hash, limits: asked, threat } = wish;
        let player = PlayerSpec {
            threads: Some(within("threads", threads.unwrap_or(1), limits::threads())?),
            hash: Some(within("hash", hash.unwrap_or(limits::USUAL_HASH_MIB), limits::HASH_MIB)?),
            ..PlayerSpec::new(PlayerKind::Kiebitz)
        };
        let lines = within("lines", lines.unwrap_or(1), limits::LINES)?;
        let mut board = show::set_up(&game, position.as_deref(), &moves)?;
        let start = match threat {
            true => {
                let passed = board.passed();
                let start = passed.ok_or_else(|| Refusal::new(Code::NotAllowed, "nobody may pass in this position"))?;
                board.set_position(&start)?;
                moves.clear();
                start
            }
            false => show::set_up(&game, position.as_deref(), &[])?.position(),
        };
        if board.end().is_some() {
            return Ok(None);
        }
        let asked = asked.unwrap_or_default();
        // Playouts cannot be interrupted for others and go on later, so they have less time.
        let longest = if board.prefers_mcts() { limits::MOVE_TIME } else { limits::ANALYSIS_TIME };
        let longest = longest.as_millis() as u64;
        let bounds = Bounds {
            depth: asked.depth,
            nodes: Some(asked.nodes.unwrap_or(limits::ANALYSIS_NODES).min(limits::ANALYSIS_NODES)),
            time_ms: Some(asked.time_ms.map_or(longest, |time| time.clamp(1, longest))),
            ..Bounds::default()
        };
        let place = Place::new(&board.game(), &start, &engine::Ply::codes(&board.played()));
        let question = Question { start: Some(start), moves, player, limits: bounds, lines, ..Question::new(&game) };
        Ok(Some(Analysis { question, board, place, id, lines }))
    }

    /// What is known already, to be said at once: the search begins anew, and is heard from when it has looked as far.
    pub fn known(&self, judgements: &Judgements) -> Option<Say> {
        let known = Snapshot { lines: judgements.known(&self.place), ..Snapshot::default() };
        (!known.lines.is_empty()).then(|| self.say(&known))
    }

    /// What was found so far, or by somebody who has looked further; `None` if there is nothing yet.
    pub fn found(&self, judgements: &Judgements, mut found: Snapshot) -> Option<Say> {
        found.lines = judgements.offer(&self.place, &found.lines);
        (!found.lines.is_empty()).then(|| self.say(&found))
    }

    fn say(&self, known: &Snapshot) -> Say {
        let lines = known.lines.iter().take(self.lines).filter_map(|line| show::best_line(&*self.board, line));
        let nps = known.nodes as f64 / known.time.as_secs_f64().max(0.001);
        Say::Lines {
            id: self.id,
            depth: known.lines.first().map_or(0, |line| line.depth),
            nodes: known.lines.first().map_or(0, |line| line.nodes).max(known.nodes),
            nps: nps as u64,
            time_ms: known.time.as_millis() as u64,
            lines: lines.collect(),
        }
    }
}

fn within(name: &str, value: usize, most: usize) -> Result<usize, Refusal> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    Err(Refusal::new(Code::BadRequest, format!("{name} {value}: expected 1 to {most}")))
}
