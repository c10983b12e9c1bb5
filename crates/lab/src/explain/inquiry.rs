//! The searches behind an explanation.

use engine::{
    Bound, Chosen, Control, EndgameTables, Error, Go, Identity, Method, Options, Playable, Ply, Record, Report,
    Reporting, Score, Session,
};
use game::{Outcome, Side};

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
    pub depth: i32,
    pub nodes: u64,
    pub moves: Vec<M>,
    /// The same with the moves as text, for whoever keeps it.
    pub report: Report,
}

impl<M: Copy> Found<M> {
    fn of<G: Playable<Move = M>>(position: &G, report: &Report<M>) -> Found<M> {
        let mut at = position.clone();
        let mut ply = |&mv: &M| {
            let ply = Ply { text: at.move_text(mv), code: at.protocol_text(mv), cells: at.move_cells(mv) };
            at.play(mv);
            ply
        };
        let pv = report.pv.iter().map(&mut ply).collect();
        let Report { depth, deepest, line, score, chance, nodes, unit, time, table_full, .. } = *report;
        let score_text = report.score_text.clone();
        let kept = Report {
            depth,
            deepest,
            line,
            score,
            score_text,
            chance,
            bound: Bound::Exact,
            pv,
            nodes,
            unit,
            time,
            table_full,
        };
        Found { score, depth, nodes, moves: report.pv.clone(), report: kept }
    }

    /// What was kept of an earlier search of this position.
    pub fn read<G: Playable<Move = M>>(position: &G, report: &Report) -> Result<Found<M>, Error> {
        let mut at = position.clone();
        let mut moves = Vec::with_capacity(report.pv.len());
        for ply in &report.pv {
            let mv = at.parse_move(&ply.code)?;
            moves.push(mv);
            at.play(mv);
        }
        let Report { score, depth, nodes, .. } = *report;
        Ok(Found { score, depth, nodes, moves, report: report.clone() })
    }

    /// The same line one move earlier, for the side that makes this move. `turns` says whether the move hands the turn over.
    #[must_use]
    pub fn before(mut self, mv: M, turns: bool) -> Found<M> {
        self.score = if turns { -self.score } else { self.score }.from_node(1);
        self.depth += 1;
        self.moves.insert(0, mv);
        self
    }

    /// A move that ends the game.
    pub fn end(mv: M, outcome: Option<Outcome>, side: Side) -> Found<M> {
        let score = match outcome.and_then(Outcome::winner) {
            Some(winner) if winner == side => Score::win_in(1),
            Some(_) => Score::loss_in(1),
            None => Score::DRAW,
        };
        let report = Report {
            depth: 1,
            deepest: 1,
            line: 1,
            score,
            score_text: String::new(),
            chance: 0.5,
            bound: Bound::Exact,
            pv: Vec::new(),
            nodes: 1,
            unit: "nodes",
            time: std::time::Duration::ZERO,
            table_full: 0,
        };
        Found { score, depth: 1, nodes: 1, moves: vec![mv], report }
    }
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
        let position = self.session.record().position();
        let lines = answer.lines.iter().map(|report| Found::of(position, report)).collect();
        Ok(Reply { lines, course })
    }
}
