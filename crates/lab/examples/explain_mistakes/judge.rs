//! The judge's searches, kept in a file so that they need not be made again when only the explanations have changed.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;

use chess::{Move, Position};
use engine::{Control, EndgameTables, Go, Identity, Method, Options, Playable, Score, Session};
use game::Rules;

/// A line with its value for the side to move.
#[derive(Clone)]
pub struct Deep {
    pub score: Score,
    pub moves: Vec<Move>,
}

/// Looks at positions by itself, with a table and a past of its own.
pub struct Judge {
    session: Box<dyn Session<Position>>,
    pub control: Control,
    /// What an explanation may take.
    pub nodes: u64,
    /// What was found before, by position, moves and nodes: value and moves.
    kept: HashMap<String, (i32, String)>,
    file: Option<String>,
}

impl Judge {
    pub fn new(nodes: u64, file: Option<String>) -> Result<Judge, String> {
        let mut kept = HashMap::new();
        let text = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
        for row in text.lines() {
            let mut fields = row.split('\t');
            let (Some(key), Some(score), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
                return Err(format!("'{row}': expected a position, a value and a line"));
            };
            let score = score.parse().map_err(|_| format!("'{score}': expected a value"))?;
            kept.insert(key.to_string(), (score, moves.to_string()));
        }
        Ok(Judge { session: Position::default().session(), control: Control::timeless(), nodes, kept, file })
    }

    /// The best line of the position after some moves from a start.
    pub fn look(&mut self, start: &Position, moves: &[Move], nodes: u64) -> Result<Deep, String> {
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
        // Before the last move that takes or moves a pawn nothing can be repeated.
        let key = format!("{} after {} plies, {nodes} nodes", position.position_text(), moves.len());
        if let Some((score, line)) = self.kept.get(&key) {
            return Ok(Deep { score: Score::new(*score), moves: read_line(&position, line)? });
        }
        // Whatever was looked at before, the same answer.
        self.session.forget();
        *self.session.record_mut() = record;
        let player = Identity { method: Method::Search, endgames: EndgameTables::own(), ..Identity::default() };
        let answer = self.session.go(&Options::from(player), &Go::nodes(nodes), &[], &self.control, &mut |_| {});
        let line = answer.map_err(|error| error.to_string())?.lines.into_iter().next().ok_or("nothing was found")?;
        let deep = Deep { score: line.score, moves: line.pv };
        self.keep(key, &position, &deep)?;
        Ok(deep)
    }

    fn keep(&mut self, key: String, position: &Position, deep: &Deep) -> Result<(), String> {
        let mut at = position.clone();
        let codes = deep.moves.iter().map(|&mv| {
            let code = at.protocol_text(mv);
            at.play(mv);
            code
        });
        let codes = codes.collect::<Vec<_>>().join(" ");
        if let Some(file) = &self.file {
            let opened = OpenOptions::new().create(true).append(true).open(file);
            let row = format!("{key}\t{}\t{codes}\n", deep.score.value());
            opened.and_then(|mut to| to.write_all(row.as_bytes())).map_err(|error| format!("{file}: {error}"))?;
        }
        self.kept.insert(key, (deep.score.value(), codes));
        Ok(())
    }
}

fn read_line(position: &Position, line: &str) -> Result<Vec<Move>, String> {
    let mut at = position.clone();
    let mut moves = Vec::new();
    for code in line.split_whitespace() {
        let mv = at.parse_move(code).map_err(|error| error.to_string())?;
        moves.push(mv);
        at.play(mv);
    }
    Ok(moves)
}
