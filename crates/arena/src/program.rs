//! Our own programs as players: the engine facade, in this process.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;

use engine::{Answer, Clicks, Control, Engine, Go, Instant, Options};

use crate::process::GLANCE;
use crate::{Fault, Player, Reply, Thought, Turn};

/// Kiebitz, Monte Carlo tree search, or random moves.
pub(crate) struct Program {
    /// Absent only while it ponders in a thread of its own.
    mind: Option<Box<dyn Engine>>,
    /// Its memory has been taken from the system.
    has_played: bool,
    /// The moves that the mind has been told of.
    known: Vec<String>,
    options: Options,
    /// Where the randomness of this player begins; each game adds its own number.
    seed: u64,
    limit: Go,
    pondering: Option<Pondering>,
    unfinished: Option<Unfinished>,
}

/// A search that was stopped. Asked about the same position again, the program goes on with it.
struct Unfinished {
    moves: Vec<String>,
    /// What it has visited of what it may visit.
    nodes: u64,
    answer: Answer,
}

/// A search in the opponent's time.
struct Pondering {
    /// The moves with which it reckons.
    moves: Vec<String>,
    control: Arc<Control>,
    /// Heard of when the search is over.
    done: Receiver<()>,
    thread: JoinHandle<(Box<dyn Engine>, Result<Answer, engine::Error>)>,
}

impl Program {
    pub fn new(mind: Box<dyn Engine>, options: Options, limit: Go) -> Program {
        Program {
            mind: Some(mind),
            has_played: false,
            known: Vec::new(),
            seed: options.player.seed,
            options,
            limit,
            pondering: None,
            unfinished: None,
        }
    }

    fn mind(&mut self) -> Result<&mut Box<dyn Engine>, Fault> {
        self.mind.as_mut().ok_or_else(lost)
    }

    /// Brings the mind to the position of a turn. Usually two moves are new.
    fn follow(&mut self, turn: &Turn) -> Result<(), Fault> {
        let common = self.known.iter().zip(turn.moves).take_while(|(known, moves)| known == moves).count();
        let Program { mind, known, .. } = self;
        let mind = mind.as_mut().ok_or_else(lost)?;
        while known.len() > common {
            mind.undo();
            known.pop();
        }
        for mv in &turn.moves[common..] {
            mind.play(mv).map_err(|error| Fault::Crashed(error.to_string()))?;
            known.push(mv.clone());
        }
        Ok(())
    }

    fn go(&self, turn: &Turn) -> Go {
        Go { clock: turn.clocks[turn.side.index()], ..self.limit.clone() }
    }

    /// Searches, or goes on with a search that was stopped: what it has visited counts, and what it has found is not forgotten.
    fn search(&mut self, turn: &Turn) -> Result<Answer, engine::Error> {
        let before = self.unfinished.take().filter(|before| before.moves == turn.moves);
        let visited = before.as_ref().map_or(0, |before| before.nodes);
        let remaining = |limit: Option<u64>| limit.map(|limit| limit.saturating_sub(visited).max(1));
        let mut go = self.go(turn);
        (go.nodes, go.playouts) = (remaining(go.nodes), remaining(go.playouts));
        let Some(mind) = &mut self.mind else { return Err(engine::Error::Request(lost().to_string())) };
        let mut answer = mind.go(&self.options, &go, turn.control, &mut |report| (turn.watch)(report))?;
        let nodes = visited + answer.lines.first().map_or(0, |line| line.nodes);
        if let Some(before) = before.filter(|before| reach(&before.answer) > reach(&answer)) {
            answer = before.answer;
        }
        if turn.control.stopped() {
            self.unfinished = Some(Unfinished { moves: turn.moves.to_vec(), nodes, answer: answer.clone() });
        }
        Ok(answer)
    }

    /// The pass, where everything is decided and people would count now.
    fn idle_move(&mut self, turn: &Turn) -> Result<Option<String>, Fault> {
        if !turn.is_settled_by_people {
            return Ok(None);
        }
        let mind = self.mind()?;
        let mut passes = mind.choices().into_iter().filter(|choice| choice.clicks == Clicks::default());
        // Which move is a pass is asked first: games without one are not counted so.
        Ok(passes.next().map(|pass| pass.code).filter(|_| mind.settlement().is_some_and(|found| found.settled)))
    }

    /// Ends the pondering: what it came to if `turn` is what was expected.
    fn end_pondering(&mut self, turn: Option<&Turn>) -> Option<Result<Answer, engine::Error>> {
        let Pondering { moves, control, done, thread } = self.pondering.take()?;
        match turn.filter(|turn| turn.moves == moves) {
            Some(_) => control.ponder_hit(),
            None => control.stop(),
        }
        let hit = !control.stopped();
        while let (Some(turn), Err(RecvTimeoutError::Timeout)) = (turn, done.recv_timeout(GLANCE)) {
            if turn.control.stopped() {
                control.stop();
            }
        }
        let (mind, answer) = thread.join().ok()?;
        self.mind = Some(mind);
        hit.then_some(answer)
    }
}

/// How far a search has come: by depth, and where that says nothing by playouts.
fn reach(answer: &Answer) -> u64 {
    match answer.lines.first() {
        Some(line) if line.unit == "nodes" => line.depth.max(0) as u64,
        Some(line) => line.nodes,
        None => 0,
    }
}

fn lost() -> Fault {
    Fault::Crashed("its thinking thread has failed".to_string())
}

impl Player for Program {
    fn new_game(&mut self, start: &str, seed: u64) -> Result<(), Fault> {
        self.end_pondering(None);
        self.unfinished = None;
        self.options.player.seed = self.seed.wrapping_add(seed);
        self.known.clear();
        let first_game = !std::mem::replace(&mut self.has_played, true);
        let options = self.options.clone();
        let not_ready = |error: engine::Error| Fault::NotReady(error.to_string());
        let mind = self.mind()?;
        mind.set_position(start).map_err(not_ready)?;
        // None of this is to be on the clock.
        if !first_game {
            mind.forget();
        }
        mind.prepare(&options).map_err(not_ready)
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let mut start = Instant::now();
        let mut pondered = true;
        let answer = match self.end_pondering(Some(turn)) {
            Some(answer) => answer,
            None => {
                pondered = false;
                self.follow(turn)?;
                // Following the game is our work and not the player's.
                start = Instant::now();
                if let Some(pass) = self.idle_move(turn)? {
                    let thought = Thought::default();
                    return Ok(Reply { mv: pass, expects: None, took: start.elapsed(), thought, report: None });
                }
                self.search(turn)
            }
        };
        let took = start.elapsed();
        if turn.control.abandoned() {
            return Err(Fault::Halted);
        }
        let answer = answer.map_err(|error| Fault::Crashed(error.to_string()))?;
        let mv = answer.best.ok_or_else(|| Fault::Stalled("it found no move".to_string()))?.code;
        let line = answer.lines.into_iter().next();
        let searched = line.as_ref().filter(|line| line.nodes > 0);
        let thought = Thought {
            score: searched.map(|line| line.score),
            depth: searched.map(|line| line.depth.max(0) as u32),
            nodes: searched.map(|line| line.nodes),
            own_time: searched.filter(|_| !pondered).map(|line| line.time),
        };
        let expects = line.as_ref().and_then(|line| line.pv.get(1).map(|ply| ply.code.clone()));
        Ok(Reply { mv, expects, took, thought, report: line })
    }

    fn ponder(&mut self, turn: &Turn) {
        self.end_pondering(None);
        // Without a clock there is nothing to be gained: each move is as long as it is.
        if turn.clocks[turn.side.index()].is_none() || self.follow(turn).is_err() {
            return;
        }
        let Some(mut mind) = self.mind.take() else { return };
        let (options, go) = (self.options.clone(), self.go(turn));
        let control = Arc::new(engine::start_clock());
        control.ponder();
        let steering = control.clone();
        let thread = engine::thread("ponder");
        let (over, done) = channel();
        let thread = thread.spawn(move || {
            let answer = mind.go(&options, &go, &steering, &mut |_| {});
            drop(over);
            (mind, answer)
        });
        // If no thread could be started, the engine was dropped with the closure, and the next turn reports that.
        if let Ok(thread) = thread {
            self.pondering = Some(Pondering { moves: turn.moves.to_vec(), control, done, thread });
        }
    }

    fn leave(&mut self) -> Option<String> {
        self.end_pondering(None);
        None
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end_pondering(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Task;
    use std::time::Duration;

    /// A program that is stopped again and again, as it is where others want to compute too, visits no more nodes in all than it may,
    /// and does not forget what it has found.
    #[test]
    fn a_stopped_search_goes_on() {
        let limit = 30_000;
        let mut program = Program::new(engine::open("chess").expect("a game"), Options::default(), Go::nodes(limit));
        program.new_game(&engine::open("chess").expect("a game").position(), 1).expect("ready");
        let task = Task {
            moves: vec!["e2e4".to_string()],
            side: engine::Side::Second,
            clocks: [None, None],
            patience: Duration::MAX,
            is_settled_by_people: false,
        };
        let (mut deepest, mut parts) = (0, 0);
        let visited = loop {
            let control = engine::start_clock();
            let stop_early = |report: &engine::Report| {
                if report.nodes > 3_000 {
                    control.stop();
                }
            };
            let reply = program.think(&task.turn(&control, &stop_early)).expect("a move");
            let line = reply.report.expect("a line");
            assert!(line.depth >= deepest, "what was found is not forgotten");
            deepest = line.depth;
            parts += 1;
            let visited = program.unfinished.as_ref().map_or(limit, |unfinished| unfinished.nodes);
            assert!(visited <= limit + parts, "{visited} nodes in {parts} parts");
            if !control.stopped() {
                break visited;
            }
            assert!(parts < 1000, "it comes to an end");
        };
        assert!(parts > 1 && visited == limit, "{parts} parts, {visited} nodes");
    }
}
