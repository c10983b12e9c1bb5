//! The searches behind an explanation, all through the engine's facade.

use engine::{Chosen, Control, EndgameTables, Engine, Error, Go, Method, Options, Playable, Score};

/// Monte Carlo playouts are so much dearer than nodes.
const NODES_A_PLAYOUT: u64 = 200;

/// A position to be searched.
pub(super) enum Place<'a, G: Playable> {
    /// After these moves of the game.
    After(&'a [G::Move]),
    /// Any other, such as one after a pass.
    At(&'a G),
}

/// What a search is to find out.
pub(super) struct Question<'a, G: Playable> {
    pub place: Place<'a, G>,
    /// Only this move; all if `None`.
    pub only: Option<G::Move>,
    pub lines: usize,
    pub techniques: Chosen,
    pub depth: Option<i32>,
    pub nodes: u64,
}

/// A line that a search has found.
#[derive(Clone, Debug)]
pub(super) struct Found<M> {
    /// For the side to move.
    pub score: Score,
    pub text: String,
    pub depth: i32,
    pub nodes: u64,
    pub moves: Vec<M>,
}

/// The answer of a search: its best lines, and what it preferred at each depth.
pub(super) struct Reply<M> {
    pub lines: Vec<Found<M>>,
    pub course: Vec<(i32, M)>,
}

/// Asks the engine about positions of one game.
pub(super) struct Inquiry<'a, G: Playable> {
    engine: Box<dyn Engine>,
    control: &'a Control,
    /// The position the game began in, and the moves since.
    base: G,
    past: Vec<String>,
    /// The position that is explained.
    pub root: G,
    evaluator: Option<String>,
}

impl<'a, G: Playable> Inquiry<'a, G> {
    pub fn new(
        start: &G,
        position: &str,
        past: &[String],
        evaluator: Option<String>,
        control: &'a Control,
    ) -> Result<Self, Error> {
        let base = if position == "start" { start.clone() } else { start.parse_position(position)? };
        let mut root = base.clone();
        for mv in past {
            let mv = root.parse_move(mv)?;
            root.play(mv);
        }
        let mut engine = engine::open(&start.spec())?;
        // A draw that nobody has claimed is played on.
        engine.set_audience(engine::Audience::Programs);
        Ok(Inquiry { engine, control, base, past: past.to_vec(), root, evaluator })
    }

    /// Has somebody stopped it?
    pub fn stopped(&self) -> bool {
        self.control.stopped()
    }

    pub fn forget(&mut self) {
        self.engine.forget();
    }

    /// The judgement of a position without any search, for the side to move.
    pub fn judgement(&mut self, position: &G) -> Result<Score, Error> {
        self.engine.set_position(&position.position_text())?;
        self.engine.judgement(&Options { evaluator: self.evaluator.clone(), ..Options::default() })
    }

    pub fn ask(&mut self, question: &Question<G>) -> Result<Reply<G::Move>, Error> {
        let position = self.go_to(&question.place)?;
        let only = question.only.map(|mv| position.protocol_text(mv)).into_iter().collect();
        let options = Options {
            method: Method::Natural,
            techniques: question.techniques,
            evaluator: self.evaluator.clone(),
            lines: question.lines,
            endgames: EndgameTables::own(),
            ..Options::default()
        };
        let go = Go {
            depth: question.depth,
            nodes: Some(question.nodes),
            playouts: Some((question.nodes / NODES_A_PLAYOUT).max(1)),
            only,
            ..Go::default()
        };
        let mut course = Vec::new();
        let answer = self.engine.go(&options, &go, self.control, &mut |report| {
            if report.line == 1
                && let Some(mv) = report.pv.first().and_then(|text| position.parse_move(text).ok())
            {
                course.push((report.depth, mv));
            }
        })?;
        let lines = answer.lines.iter().map(|report| Found {
            score: report.score,
            text: report.score_text.clone(),
            depth: report.depth,
            nodes: report.nodes,
            moves: read(&position, &report.pv),
        });
        Ok(Reply { lines: lines.collect(), course })
    }

    fn go_to(&mut self, place: &Place<G>) -> Result<G, Error> {
        match place {
            Place::At(position) => {
                self.engine.set_position(&position.position_text())?;
                Ok((*position).clone())
            }
            Place::After(moves) => {
                self.engine.set_position(&self.base.position_text())?;
                for mv in &self.past {
                    self.engine.play(mv)?;
                }
                let mut position = self.root.clone();
                for &mv in *moves {
                    self.engine.play(&position.protocol_text(mv))?;
                    position.play(mv);
                }
                Ok(position)
            }
        }
    }
}

/// The moves of a line, as far as they make sense.
fn read<G: Playable>(from: &G, line: &[String]) -> Vec<G::Move> {
    let mut position = from.clone();
    let mut moves = Vec::new();
    for text in line {
        let Ok(mv) = position.parse_move(text) else { break };
        position.play(mv);
        moves.push(mv);
    }
    moves
}
