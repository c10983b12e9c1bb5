//! From questions to facts.

use engine::{Chances, Chosen, Control, Error, Playable, Report, Score, Side, Technique};
use game::{Color, PieceSet};

use super::facts::{Blame, Fact, FactValue, Gain, Line, Role, TermChange, What, blame};
use super::inquiry::{Found, Inquiry, Place, Question};
use super::material;
use super::{Explanation, Request};

/// How much one must lose by passing, in hundredths of a unit, for a threat to be worth telling.
pub(super) const THREAT: i32 = 150;
/// How much worse the move of a weaker search must be.
const ERROR: i32 = 50;
/// A closer look takes so many times the nodes.
const CLOSER: u64 = 4;
/// A term that changes less is not worth a word.
const TERM: i32 = 15;
/// How many terms are mentioned.
const TERMS: usize = 4;
/// Weaker searches go no deeper, so that they end soon.
const DEEPEST: i32 = 10;
/// The techniques without which a search may choose another move.
const DECISIVE: &[Technique] = &[
    Technique::Quiescence,
    Technique::CheckExtensions,
    Technique::SingularExtensions,
    Technique::ExchangePruning,
    Technique::NullMove,
    Technique::LateMoveReductions,
];

pub(super) struct Collector<'a, G: Playable> {
    pub inquiry: Inquiry<'a, G>,
    pub nodes: u64,
    facts: Vec<Fact>,
    /// The values of moves at the root that were asked for one by one.
    known: Vec<(G::Move, Found<G::Move>)>,
}

/// A position in which somebody has passed, and what the other one does with that.
pub(super) struct Free<G: Playable> {
    pub position: G,
    pub found: Found<G::Move>,
}

/// The best lines of the position, and of the one after the move that was asked about, the way they were judged.
struct Judged<G: Playable> {
    best: G::Move,
    here: Vec<Report>,
    after: Vec<Report>,
}

/// Lines of a position, and the same as they are kept.
type Lines<M> = (Vec<Found<M>>, Vec<Report>);

/// The same, and what was preferred at each depth.
type Judgement<M> = (Vec<Found<M>>, Vec<Report>, Vec<(i32, M)>);

/// All facts about the best move and the one that was asked about.
pub(super) fn collect<G: Playable>(start: &G, request: &Request, control: &Control) -> Result<Explanation, Error> {
    let inquiry = Inquiry::new(start, &request.position, &request.past, request.evaluator.clone(), control)?;
    let root = inquiry.root.clone();
    if let Some(outcome) = root.outcome() {
        let how = outcome.winner().map_or("drawn".to_string(), |side| format!("won by {}", root.side_name(side)));
        return Err(Error::Request(format!("position '{}': the game is over, {how}", root.position_text())));
    }
    let asked = request.asked.as_deref().map(|text| root.parse_move(text)).transpose()?;
    let mut collector = Collector { inquiry, nodes: request.nodes.max(1000), facts: Vec::new(), known: Vec::new() };
    let Judged { best, here, after } = collector.run(asked, request)?;
    let side = root.side_to_move();
    let names = [Side::First, Side::Second].map(|side| called(&root, side, request.colors));
    Ok(Explanation {
        game: root.spec(),
        position: root.position_text(),
        side: names[side.index()].clone(),
        opponent: names[(!side).index()].clone(),
        names,
        best: root.move_text(best),
        asked: asked.map(|mv| root.move_text(mv)),
        customs: root.customs(),
        mates: root.diagram().cells.iter().any(|cell| cell.piece.is_some_and(|(_, letter, _)| root.is_royal(letter))),
        unit: root.unit_names(),
        steps_a_unit: G::UNIT,
        facts: collector.facts,
        judged: here,
        judged_after: after,
    })
}

impl<G: Playable> Collector<'_, G> {
    /// The best move, and what it was found by; what is to be said is in the facts.
    fn run(&mut self, asked: Option<G::Move>, request: &Request) -> Result<Judged<G>, Error> {
        let root = self.inquiry.root.clone();
        let moves = root.moves();
        // Who asks about a move wants to know what is best; who asks about the best wants to know how far it is ahead.
        let lines = if asked.is_some() { 1 } else { moves.len().clamp(1, 3) };
        let (mut found, mut here, course) = self.judge(&[], lines, &request.known)?;
        if asked.is_some() && moves.len() > 1 {
            (found, here) = self.closer(&[], (found, here))?;
        }
        let nothing = || Error::Request("stopped before anything was found".to_string());
        let best = found.first().filter(|best| !best.moves.is_empty()).cloned().ok_or_else(nothing)?;
        let mut judged = Judged { best: best.moves[0], here, after: Vec::new() };
        self.known.push((judged.best, best));
        let asked = asked.filter(|&mv| mv != judged.best);
        if !self.inquiry.stopped()
            && let Some(mv) = asked
        {
            let (replies, after, _) = self.judge(&[mv], 1, &request.known_after)?;
            let (replies, after) = self.closer(&[mv], (replies, after))?;
            judged.after = after;
            let found = self.one_earlier(mv, replies);
            self.known.push((mv, found));
        }
        let best = self.worth(judged.best, self.nodes)?;
        self.tell_move(Role::Best, &best);
        if moves.len() == 1 {
            self.tell(What::OnlyMove);
        } else if let Some(next) = found.get(1).filter(|next| !next.moves.is_empty()) {
            let (mv, value) = (root.move_text(next.moves[0]), self.value(next.score));
            let less = (best.score - next.score).max(0);
            self.tell(What::NextBest { mv, value, less, line: line(&root, &next.moves) });
        }
        if self.inquiry.stopped() {
            // What is known is told all the same.
            if let Some(mv) = asked.filter(|mv| self.known.iter().any(|(known, _)| known == mv)) {
                self.tell_loss(mv, &best)?;
            }
            return Ok(judged);
        }
        let gain = self.tell_outcome(Role::Best, &best)?;
        let mut loss = 0;
        if let Some(mv) = asked {
            loss = self.tell_asked(mv, &best, gain.as_ref())?;
        }
        self.tell_threat(&best, asked, loss)?;
        self.tell_intention(&best)?;
        for mv in asked.into_iter().chain(Some(judged.best)) {
            let role = if mv == judged.best { Role::Best } else { Role::Asked };
            self.tell_terms(role, mv);
        }
        if request.weaker && moves.len() > 1 && !root.prefers_mcts() {
            self.tell_weaker(&best, &course)?;
        }
        Ok(judged)
    }

    /// The line of a move at the root, from those of the position after it.
    fn one_earlier(&self, mv: G::Move, after: Vec<Found<G::Move>>) -> Found<G::Move> {
        let root = &self.inquiry.root;
        match after.into_iter().next() {
            Some(reply) => reply.before(mv, root.after(mv).side_to_move() != root.side_to_move()),
            None => Found::end(mv, root.after(mv).outcome(), root.side_to_move()),
        }
    }

    /// The lines of a position where somebody asks about a move: a search of [`CLOSER`] times the nodes decides, since two small ones of
    /// neighboring positions differ by chance, and who asks may know something that a small search does not. A game that is decided
    /// needs no closer look.
    fn closer(&mut self, after: &[G::Move], (found, reports): Lines<G::Move>) -> Result<Lines<G::Move>, Error> {
        if self.inquiry.stopped() || found.first().is_none_or(|line| line.score.is_decided()) {
            return Ok((found, reports));
        }
        let nodes = self.nodes;
        self.nodes *= CLOSER;
        let closer = self.judge(after, 1, &reports);
        self.nodes = nodes;
        let (found, reports, _) = closer?;
        Ok((found, reports))
    }

    /// The move that was asked about beside the best; how much less it is worth.
    fn tell_asked(&mut self, mv: G::Move, best: &Found<G::Move>, gain: Option<&Gain>) -> Result<i32, Error> {
        let (found, loss) = self.tell_loss(mv, best)?;
        let mut own = self.tell_outcome(Role::Asked, &found)?;
        let hundredths = loss * 100 / G::UNIT;
        let also = |gain: &Gain, moves: &[G::Move], sign: i32| match gain {
            Gain::Material { tally, .. } => {
                tally.balance * sign > 0 && material::reaches(&self.inquiry.root, moves, tally.balance)
            }
            Gain::Decided { .. } | Gain::Count { .. } => false,
        };
        // What the best move loses as well is not what makes the other worse; and what that wins as well, if only for a while, it does not miss.
        if own.as_ref().is_some_and(|own| also(own, &best.moves, -1)) {
            own = None;
            self.drop_outcome(Role::Asked);
        } else if own.is_none() && gain.is_some_and(|gain| also(gain, &found.moves, 1)) {
            self.drop_outcome(Role::Best);
        }
        let gain =
            gain.filter(|_| self.facts.iter().any(|fact| matches!(fact.what, What::Outcome { role: Role::Best, .. })));
        if loss > 0 && blame(own.as_ref(), gain, hundredths) == Blame::Neither {
            let quiet = self.quiet(best, &found, loss)?;
            quiet.into_iter().for_each(|what| self.tell(what));
        }
        Ok(loss)
    }

    /// Takes back what was told of a move's line.
    fn drop_outcome(&mut self, of: Role) {
        self.facts.retain(|fact| !matches!(fact.what, What::Outcome { role, .. } if role == of));
        self.facts.iter_mut().enumerate().for_each(|(id, fact)| fact.id = id);
    }

    /// The value of the move that was asked about, and what it costs.
    fn tell_loss(&mut self, mv: G::Move, best: &Found<G::Move>) -> Result<(Found<G::Move>, i32), Error> {
        let found = self.worth(mv, self.nodes / 2)?;
        let loss = (best.score - found.score).max(0);
        self.tell_move(Role::Asked, &found);
        let win = |score| win_percent(&self.inquiry.root, score);
        let win_percent = win(best.score).zip(win(found.score)).map(|(best, found)| round((best - found).max(0.0)));
        self.tell(What::Loss { score: loss, win_percent });
        Ok((found, loss))
    }

    /// The best lines of the position after some moves: what is known of it already, or what a search finds that looks further; and
    /// what was preferred at each depth.
    fn judge(&mut self, after: &[G::Move], lines: usize, known: &[Report]) -> Result<Judgement<G::Move>, Error> {
        let position = after.iter().fold(self.inquiry.root.clone(), |position, &mv| position.after(mv));
        if position.outcome().is_some() {
            return Ok((Vec::new(), Vec::new(), Vec::new()));
        }
        let known: Vec<&Report> = known.iter().filter(|report| !report.pv.is_empty()).collect();
        let read = |report: &&Report| Found::read(&position, report);
        let enough = |report: &&Report| report.nodes >= self.nodes || report.score.is_decided();
        if known.first().is_some_and(enough) {
            let found = known.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            return Ok((found, known.into_iter().cloned().collect(), Vec::new()));
        }
        let question = Question { lines, ..self.question(Place::After(after), self.nodes) };
        let reply = self.inquiry.ask(&question)?;
        // A search that was stopped early may know less than the one before; of one position nobody is to hear two opinions.
        let reach = |first: Option<(i32, u64)>, lines: usize| first.map(|(depth, nodes)| (depth, lines, nodes));
        let kept = reach(known.first().map(|line| (line.depth, line.nodes)), known.len());
        let new = reach(reply.lines.first().map(|line| (line.depth, line.nodes)), reply.lines.len());
        if kept.is_some() && new <= kept {
            let found = known.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            return Ok((found, known.into_iter().cloned().collect(), reply.course));
        }
        let reports = reply.lines.iter().map(|found| found.report.clone()).collect();
        Ok((reply.lines, reports, reply.course))
    }

    pub fn tell(&mut self, what: What) {
        self.facts.push(Fact { id: self.facts.len(), what });
    }

    pub fn question<'q>(&self, place: Place<'q, G>, nodes: u64) -> Question<'q, G> {
        Question { place, only: None, lines: 1, techniques: Chosen::ALL, depth: None, nodes }
    }

    /// What a move at the root is worth, searched alone.
    fn worth(&mut self, mv: G::Move, nodes: u64) -> Result<Found<G::Move>, Error> {
        if let Some((_, found)) = self.known.iter().find(|(known, _)| *known == mv) {
            return Ok(found.clone());
        }
        let question = self.question(Place::After(&[]), nodes);
        let reply = self.inquiry.ask(&Question { only: Some(mv), ..question })?;
        let found = reply.lines.into_iter().next().filter(|found| !found.moves.is_empty());
        let found = found.ok_or_else(|| Error::Request("stopped before anything was found".to_string()))?;
        self.known.push((mv, found.clone()));
        Ok(found)
    }

    /// A value for the side to move at the root, as it is told.
    fn value(&self, score: Score) -> FactValue {
        let root = &self.inquiry.root;
        let first = root.side_to_move().view(score);
        FactValue {
            score: first.value(),
            text: root.first_score_text(score),
            plies_to_end: score.plies_to_end(),
            win_percent: win_percent(root, first).map(round),
        }
    }

    fn tell_move(&mut self, role: Role, found: &Found<G::Move>) {
        let root = &self.inquiry.root;
        let what = What::Move {
            role,
            mv: root.move_text(found.moves[0]),
            value: self.value(found.score),
            depth: found.depth,
            nodes: found.nodes,
            line: line(root, &found.moves),
        };
        self.tell(what);
    }

    fn tell_outcome(&mut self, role: Role, found: &Found<G::Move>) -> Result<Option<Gain>, Error> {
        let root = self.inquiry.root.clone();
        let Some((gain, line)) = self.outcome(&root, true, found)? else { return Ok(None) };
        self.tell(What::Outcome { role, gain: gain.clone(), line });
        Ok(Some(gain))
    }

    fn tell_threat(&mut self, best: &Found<G::Move>, asked: Option<G::Move>, loss: i32) -> Result<(), Error> {
        let root = self.inquiry.root.clone();
        let Some(Free { position, found }) = self.after_pass(&root, self.nodes / 4)? else { return Ok(()) };
        let cost = best.score.value() + found.score.value();
        if cost < THREAT * G::UNIT / 100 {
            return Ok(());
        }
        let Some((gain, line)) = self.outcome(&position, false, &found)? else { return Ok(()) };
        let Some(gain) = worth_telling(gain, &line) else { return Ok(()) };
        let reply = asked.and_then(|mv| {
            let found = &self.known.iter().find(|(known, _)| *known == mv)?.1;
            let after = root.after(mv);
            found.moves.get(1).map(|&reply| after.protocol_text(reply))
        });
        let same = reply.is_some_and(|reply| line.protocol.first() == Some(&reply));
        let missed = asked.map(|_| same && loss >= G::UNIT);
        self.tell(What::Threat { gain: turned(gain), line, missed });
        Ok(())
    }

    fn tell_intention(&mut self, best: &Found<G::Move>) -> Result<(), Error> {
        let after = self.inquiry.root.after(best.moves[0]);
        if best.score.is_decided() || after.outcome().is_some() {
            return Ok(());
        }
        let Some(Free { position, found }) = self.after_pass(&after, self.nodes / 4)? else { return Ok(()) };
        if found.score - best.score < THREAT * G::UNIT / 100 {
            return Ok(());
        }
        let Some((gain, line)) = self.outcome(&position, false, &found)? else { return Ok(()) };
        if let Some(gain) = worth_telling(gain, &line) {
            self.tell(What::Intention { gain, line });
        }
        Ok(())
    }

    /// The position after passing and what the other side does there, where passing is thinkable.
    pub fn after_pass(&mut self, position: &G, nodes: u64) -> Result<Option<Free<G>>, Error> {
        if !position.can_pass() || self.inquiry.stopped() {
            return Ok(None);
        }
        let mut free = position.clone();
        free.pass();
        if free.outcome().is_some() {
            return Ok(None);
        }
        let question = self.question(Place::At(&free), nodes);
        let found = self.inquiry.ask(&question)?.lines.into_iter().next().filter(|found| !found.moves.is_empty());
        Ok(found.map(|found| Free { position: free, found }))
    }

    /// Which terms change from the position to the end of the expected line.
    fn tell_terms(&mut self, role: Role, mv: G::Move) {
        let Some((_, found)) = self.known.iter().find(|(known, _)| *known == mv) else { return };
        let root = &self.inquiry.root;
        let end = found.moves.iter().fold(root.clone(), |position, &mv| position.after(mv));
        if found.score.is_decided() || end.outcome().is_some() {
            return;
        }
        // What is on the board and whose turn it is are described elsewhere, or mean nothing.
        let told = |name: &str| {
            matches!(name, "material" | "pieces and pawns" | "tempo" | "rounding" | "drawish ending" | "check")
        };
        let mut changes: Vec<TermChange> = root
            .term_totals()
            .into_iter()
            .zip(end.term_totals())
            .filter(|((name, _), _)| !told(name))
            .map(|((term, before), (_, after))| TermChange { term, before, after })
            .filter(|change| (change.after - change.before).abs() >= TERM)
            .collect();
        changes.sort_by_key(|change| std::cmp::Reverse((change.after - change.before).abs()));
        changes.truncate(TERMS);
        if !changes.is_empty() {
            self.tell(What::Terms { role, changes });
        }
    }

    /// What a shallower search, or one without a technique, would have played.
    fn tell_weaker(&mut self, best: &Found<G::Move>, course: &[(i32, G::Move)]) -> Result<(), Error> {
        let best_move = best.moves[0];
        let first = course.iter().rposition(|(_, mv)| *mv != best_move).map_or(0, |index| index + 1);
        let Some(&(found_at, _)) = course.get(first) else { return Ok(()) };
        if let Some(&(depth, mv)) = first.checked_sub(1).and_then(|index| course.get(index)) {
            let found = self.worth(mv, self.nodes / 4)?;
            let less = best.score - found.score;
            if less >= ERROR * G::UNIT / 100 {
                let (mv, value) = (self.inquiry.root.move_text(mv), self.value(found.score));
                self.tell(What::Shallow { depth, mv, value, less, found_at });
            }
        }
        let depth = found_at.max(2);
        if depth > DEEPEST {
            return Ok(());
        }
        if self.choice(Chosen::ALL, depth)? != Some(best_move) {
            return Ok(());
        }
        let mut errors = Vec::new();
        for &technique in DECISIVE {
            let Some(mv) = self.choice(Chosen::ALL.without(technique), depth)?.filter(|&mv| mv != best_move) else {
                continue;
            };
            let found = self.worth(mv, self.nodes / 4)?;
            let less = best.score - found.score;
            if less >= ERROR * G::UNIT / 100 {
                let (mv, value) = (self.inquiry.root.move_text(mv), self.value(found.score));
                errors.push(What::Without { technique: technique.name(), depth, mv, value, less });
            }
        }
        errors.into_iter().take(2).for_each(|what| self.tell(what));
        Ok(())
    }

    /// What a search that knows nothing yet chooses at a depth; `None` if that takes too long.
    fn choice(&mut self, techniques: Chosen, depth: i32) -> Result<Option<G::Move>, Error> {
        if self.inquiry.stopped() {
            return Ok(None);
        }
        self.inquiry.forget();
        let question = self.question(Place::After(&[]), self.nodes / 4);
        let reply = self.inquiry.ask(&Question { techniques, depth: Some(depth), ..question })?;
        let done = reply.lines.first().filter(|found| found.depth == depth);
        Ok(done.and_then(|found| found.moves.first().copied()))
    }
}

/// What a side is called: by the color of its chips, if that is wanted and there are chips.
fn called<G: Playable>(root: &G, side: Side, colors: bool) -> String {
    if colors && root.look().pieces == PieceSet::Chips {
        match root.side_color(side) {
            Color::Red => return "Red".to_string(),
            Color::Yellow => return "Yellow".to_string(),
            Color::White | Color::Black => {}
        }
    }
    root.side_name(side).to_string()
}

/// A gain that is large enough for a threat, for the side that makes it. A mate must be seen whole.
pub(super) fn worth_telling(gain: Gain, line: &Line) -> Option<Gain> {
    let large = match &gain {
        Gain::Decided { wins, plies } => *wins && line.moves.len() == *plies,
        Gain::Material { tally, .. } => tally.balance >= 100,
        Gain::Count { .. } => false,
    };
    large.then_some(gain)
}

fn turned(gain: Gain) -> Gain {
    match gain {
        Gain::Decided { wins, plies } => Gain::Decided { wins: !wins, plies },
        Gain::Material { tally, for_play } => Gain::Material { tally: tally.turned(), for_play },
        Gain::Count { ours, theirs, over } => Gain::Count { ours: theirs, theirs: ours, over },
    }
}

pub(super) fn line<G: Playable>(from: &G, moves: &[G::Move]) -> Line {
    let mut position = from.clone();
    let mut line = Line { from: from.position_text(), ..Line::default() };
    for &mv in moves {
        line.moves.push(position.move_text(mv));
        line.protocol.push(position.protocol_text(mv));
        position.play(mv);
    }
    line
}

/// Chances to win are told only where they were fitted to games.
fn win_percent<G: Playable>(root: &G, score: Score) -> Option<f64> {
    root.curve().map(|curve| 100.0 * Chances::of(score, curve).share())
}

fn round(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}
