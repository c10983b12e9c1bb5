//! The searches behind an explanation.

use engine::{
    Chosen, Control, EndgameTables, Error, Go, Identity, Method, Options, Playable, Record, Reporting, Score, Session,
};

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
    session: Box<dyn Session<G>>,
    control: &'a Control,
    /// The game so far.
    game: Record<G>,
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
        let mut game = Record::new(base);
        for mv in past {
            game.play(game.position().parse_move(mv)?);
        }
        let root = game.position().clone();
        Ok(Inquiry { session: start.clone().session(), control, game, root, evaluator })
    }

    /// Has somebody stopped it?
    pub fn stopped(&self) -> bool {
        self.control.stopped()
    }

    pub fn forget(&mut self) {
        self.session.forget();
    }

    /// The judgement of a position without any search, for the side to move.
    pub fn judgement(&mut self, position: &G) -> Result<Score, Error> {
        *self.session.record_mut() = Record::new(position.clone());
        self.session.judgement(&Identity { evaluator: self.evaluator.clone(), ..Identity::default() })
    }

    pub fn ask(&mut self, question: &Question<G>) -> Result<Reply<G::Move>, Error> {
        *self.session.record_mut() = match question.place {
            Place::At(position) => Record::new(position.clone()),
            Place::After(moves) => {
                let mut game = self.game.clone();
                moves.iter().for_each(|&mv| game.play(mv));
                game
            }
        };
        let player = Identity {
            method: Method::Natural,
            techniques: question.techniques,
            evaluator: self.evaluator.clone(),
            endgames: EndgameTables::own(),
            ..Identity::default()
        };
        let options = Options { player, report: Reporting::lines(question.lines), ..Options::default() };
        let go = Go {
            depth: question.depth,
            nodes: Some(question.nodes),
            playouts: Some((question.nodes / NODES_A_PLAYOUT).max(1)),
            ..Go::default()
        };
        let mut course = Vec::new();
        let answer = self.session.go(&options, &go, question.only.as_slice(), self.control, &mut |report| {
            if report.line == 1
                && let Some(&mv) = report.pv.first()
            {
                course.push((report.depth, mv));
            }
        })?;
        let lines = answer.lines.into_iter().map(|report| Found {
            score: report.score,
            text: report.score_text,
            depth: report.depth,
            nodes: report.nodes,
            moves: report.pv,
        });
        Ok(Reply { lines: lines.collect(), course })
    }
}
