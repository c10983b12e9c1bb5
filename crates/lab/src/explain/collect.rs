//! From questions to facts.

use engine::{Chances, Chosen, Control, Error, Playable, Score, Side, Technique};
use game::Captures;

use super::facts::{Fact, FactValue, Gain, Line, Role, TermChange, What};
use super::inquiry::{Found, Inquiry, Place, Question};
use super::material;
use super::{Explanation, Request};

/// How much one must lose by passing, in hundredths of a unit, for a threat to be worth telling.
const THREAT: i32 = 150;
/// How much worse the move of a weaker search must be.
const ERROR: i32 = 50;
/// A term that changes less is not worth a word.
const TERM: i32 = 15;
/// How many terms are mentioned.
const TERMS: usize = 4;
/// Weaker searches go no deeper, so that they end soon.
const DEEPEST: i32 = 10;
/// The value must change by at least this part of what is won, less so many hundredths of the smallest piece.
const BORNE_OUT: i32 = 4;
const SLACK: i32 = 50;
/// Or it must fit the material on the board at the end of the line, give or take so much.
const FITS: i32 = 250;
/// How often a line may be carried on to a quiet position.
const EXTENSIONS: usize = 4;
/// A line of so many plies is long enough, if it ends quietly.
const LONG: usize = 10;
/// A search of the end of a line that differs by more, in hundredths of a unit, is of another mind.
const CHANGE_OF_MIND: i32 = 150;

/// The techniques without which a search may choose another move.
const DECISIVE: &[Technique] = &[
    Technique::Quiescence,
    Technique::CheckExtensions,
    Technique::SingularExtensions,
    Technique::ExchangePruning,
    Technique::NullMove,
    Technique::LateMoveReductions,
];

struct Collector<'a, G: Playable> {
    inquiry: Inquiry<'a, G>,
    nodes: u64,
    facts: Vec<Fact>,
    /// The values of moves at the root that were asked for one by one.
    known: Vec<(G::Move, Found<G::Move>)>,
}

/// A position in which somebody has passed, and what the other one does with that.
struct Free<G: Playable> {
    position: G,
    found: Found<G::Move>,
}

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
    let best = collector.run(asked, request.weaker)?;
    let side = root.side_to_move();
    Ok(Explanation {
        game: root.spec(),
        position: root.position_text(),
        side: root.side_name(side).to_string(),
        opponent: root.side_name(!side).to_string(),
        best: root.move_text(best),
        asked: asked.map(|mv| root.move_text(mv)),
        customs: root.customs(),
        mates: root.diagram().cells.iter().any(|cell| cell.piece.is_some_and(|(_, letter, _)| root.is_royal(letter))),
        unit: root.unit_names(),
        steps_a_unit: G::UNIT,
        facts: collector.facts,
    })
}

impl<G: Playable> Collector<'_, G> {
    /// The best move; what was found is in the facts.
    fn run(&mut self, asked: Option<G::Move>, weaker: bool) -> Result<G::Move, Error> {
        let root = self.inquiry.root.clone();
        let moves = root.moves();
        let question = self.question(Place::After(&[]), self.nodes);
        let reply = self.inquiry.ask(&Question { lines: moves.len().clamp(1, 3), ..question })?;
        let nothing = || Error::Request("stopped before anything was found".to_string());
        let best = reply.lines.first().filter(|best| !best.moves.is_empty()).cloned().ok_or_else(nothing)?;
        let best_move = best.moves[0];
        self.known.push((best_move, best.clone()));
        self.tell_move(Role::Best, &best);
        if moves.len() == 1 {
            self.tell(What::OnlyMove);
        } else if let Some(next) = reply.lines.get(1).filter(|next| !next.moves.is_empty()) {
            self.known.push((next.moves[0], next.clone()));
            let (mv, value) = (root.move_text(next.moves[0]), self.value(next.score, &next.text));
            let less = (best.score - next.score).max(0);
            self.tell(What::NextBest { mv, value, less, line: line(&root, &next.moves) });
        }
        if self.inquiry.stopped() {
            return Ok(best_move);
        }
        self.tell_outcome(Role::Best, &best)?;

        let asked = asked.filter(|&mv| mv != best_move);
        let mut loss = 0;
        if let Some(mv) = asked {
            let found = self.worth(mv, self.nodes / 2)?;
            loss = (best.score - found.score).max(0);
            self.tell_move(Role::Asked, &found);
            let win = |score| win_percent(&root, score);
            let win_percent = win(best.score).zip(win(found.score)).map(|(best, found)| round((best - found).max(0.0)));
            self.tell(What::Loss { score: loss, win_percent });
            self.tell_outcome(Role::Asked, &found)?;
        }
        self.tell_threat(&best, asked, loss)?;
        self.tell_intention(&best)?;
        for mv in asked.into_iter().chain(Some(best_move)) {
            let role = if mv == best_move { Role::Best } else { Role::Asked };
            self.tell_terms(role, mv);
        }
        if weaker && moves.len() > 1 && !root.prefers_mcts() {
            self.tell_weaker(&best, &reply.course)?;
        }
        Ok(best_move)
    }

    fn tell(&mut self, what: What) {
        self.facts.push(Fact { id: self.facts.len(), what });
    }

    fn question<'q>(&self, place: Place<'q, G>, nodes: u64) -> Question<'q, G> {
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

    fn value(&self, score: Score, text: &str) -> FactValue {
        FactValue {
            score: score.value(),
            text: text.to_string(),
            plies_to_end: score.plies_to_end(),
            win_percent: win_percent(&self.inquiry.root, score).map(round),
        }
    }

    fn tell_move(&mut self, role: Role, found: &Found<G::Move>) {
        let root = &self.inquiry.root;
        let what = What::Move {
            role,
            mv: root.move_text(found.moves[0]),
            value: self.value(found.score, &found.text),
            depth: found.depth,
            nodes: found.nodes,
            line: line(root, &found.moves),
        };
        self.tell(what);
    }

    fn tell_outcome(&mut self, role: Role, found: &Found<G::Move>) -> Result<(), Error> {
        let root = self.inquiry.root.clone();
        if let Some((gain, line)) = self.outcome(&root, true, found)? {
            self.tell(What::Outcome { role, gain, line });
        }
        Ok(())
    }

    /// What a line from `from` comes to, for the side to move there. `in_game` says that `from` is the position of the game.
    fn outcome(&mut self, from: &G, in_game: bool, found: &Found<G::Move>) -> Result<Option<(Gain, Line)>, Error> {
        if let Some(plies) = found.score.plies_to_end() {
            let moves = self.followed_to_end(from, in_game, found, plies)?;
            return Ok(Some((Gain::Decided { wins: found.score.is_win(), plies }, line(from, &moves))));
        }
        match from.captures() {
            Captures::Never => return Ok(None),
            Captures::Turned => {
                let end = found.moves.iter().fold(from.clone(), |position, &mv| position.after(mv));
                let side = from.side_to_move();
                let gain = end.counts().map(|counts| {
                    let count = |side: Side| counts[side.index()] as i32;
                    Gain::Count { ours: count(side), theirs: count(!side), over: end.outcome().is_some() }
                });
                return Ok(gain.map(|gain| (gain, line(from, &found.moves))));
            }
            Captures::Taken => {}
        }
        let moves = self.followed_to_rest(from, in_game, found)?;
        let mut tallies = material::tallies(from, &moves);
        let Some(end) = material::settled(&tallies) else { return Ok(None) };
        let tally = tallies.swap_remove(end);
        // The value must bear out what the pieces say. It does not where a line breaks off in the middle of things, or where
        // material is given for something that counts more.
        let sign = tally.balance.signum();
        let change = (found.score - self.inquiry.judgement(from)?) * 100 / G::UNIT;
        let rises = change * sign > tally.balance.abs() / BORNE_OUT - SLACK;
        let then = material::worth(from, from.side_to_move()) + tally.balance;
        let fits = (found.score.value() * 100 / G::UNIT - then) * sign > -FITS;
        let borne_out = rises || fits;
        let told = (Gain::Material { for_play: !borne_out, tally }, line(from, &moves[..end]));
        Ok(Some(told)
            .filter(|(gain, _)| borne_out || matches!(gain, Gain::Material { tally, .. } if tally.balance < 0)))
    }

    /// Carries the line of a certain result on to the end of the game, where the search did not show it whole.
    fn followed_to_end(
        &mut self,
        from: &G,
        in_game: bool,
        found: &Found<G::Move>,
        plies: usize,
    ) -> Result<Vec<G::Move>, Error> {
        let mut moves = found.moves[..found.moves.len().min(plies)].to_vec();
        while moves.len() < plies && !self.inquiry.stopped() {
            let end = moves.iter().fold(from.clone(), |position, &mv| position.after(mv));
            let place = if in_game { Place::After(&moves) } else { Place::At(&end) };
            let question = self.question(place, self.nodes / 4);
            let next = self.inquiry.ask(&question)?.lines.into_iter().next();
            let wins = found.score.is_win() == moves.len().is_multiple_of(2);
            // It must be the same result at the same distance.
            let same = next.filter(|next| {
                let left = next.score.plies_to_end() == Some(plies - moves.len()) && next.score.is_win() == wins;
                left && !next.moves.is_empty()
            });
            match same {
                Some(next) => moves.extend_from_slice(&next.moves[..next.moves.len().min(plies - moves.len())]),
                None => break,
            }
        }
        Ok(moves)
    }

    /// Carries a line on that is short, or at whose end pieces are being taken, as long as the search stays of the same mind.
    fn followed_to_rest(&mut self, from: &G, in_game: bool, found: &Found<G::Move>) -> Result<Vec<G::Move>, Error> {
        let mut moves = found.moves.clone();
        for _ in 0..EXTENSIONS {
            let end = moves.iter().fold(from.clone(), |position, &mv| position.after(mv));
            if end.outcome().is_some() || self.inquiry.stopped() {
                break;
            }
            let place = if in_game { Place::After(&moves) } else { Place::At(&end) };
            let question = self.question(place, (self.nodes / 10).max(1000));
            let Some(next) = self.inquiry.ask(&question)?.lines.into_iter().next() else { break };
            let score = if moves.len().is_multiple_of(2) { next.score } else { -next.score };
            let same_mind = !next.score.is_decided() && (score - found.score).abs() <= CHANGE_OF_MIND * G::UNIT / 100;
            let tallies = material::tallies(&end, &next.moves);
            // Neither side takes at once, nor after a check or two.
            let quiet = tallies.iter().take(5).all(|tally| tally.balance == 0);
            if quiet && (moves.len() >= LONG || !same_mind) {
                break;
            }
            // What is being taken is followed to its end; a short line as far as the search sees.
            let calm = (1..tallies.len()).find(|&index| {
                let later = tallies[index..].iter().take(3);
                later.map(|later| later.balance).all(|balance| balance == tallies[index].balance)
            });
            let all = next.moves.len();
            moves.extend_from_slice(&next.moves[..if same_mind { all } else { calm.unwrap_or(all) }]);
        }
        Ok(moves)
    }

    fn tell_threat(&mut self, best: &Found<G::Move>, asked: Option<G::Move>, loss: i32) -> Result<(), Error> {
        let root = self.inquiry.root.clone();
        let Some(Free { position, found }) = self.after_pass(&root)? else { return Ok(()) };
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
        let Some(Free { position, found }) = self.after_pass(&after)? else { return Ok(()) };
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
    fn after_pass(&mut self, position: &G) -> Result<Option<Free<G>>, Error> {
        if !position.can_pass() || self.inquiry.stopped() {
            return Ok(None);
        }
        let mut free = position.clone();
        free.pass();
        if free.outcome().is_some() {
            return Ok(None);
        }
        let question = self.question(Place::At(&free), self.nodes / 4);
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
        let view = |total: i32| root.side_to_move().view(total);
        // What is on the board and whose turn it is are described elsewhere, or mean nothing.
        let told = |name: &str| {
            matches!(name, "material" | "pieces and pawns" | "tempo" | "rounding" | "drawish ending" | "check")
        };
        let mut changes: Vec<TermChange> = root
            .term_totals()
            .into_iter()
            .zip(end.term_totals())
            .filter(|((name, _), _)| !told(name))
            .map(|((term, before), (_, after))| TermChange { term, before: view(before), after: view(after) })
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
                let (mv, value) = (self.inquiry.root.move_text(mv), self.value(found.score, &found.text));
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
                let (mv, value) = (self.inquiry.root.move_text(mv), self.value(found.score, &found.text));
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

/// A gain that is large enough for a threat, for the side that makes it. A mate must be seen whole.
fn worth_telling(gain: Gain, line: &Line) -> Option<Gain> {
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

fn line<G: Playable>(from: &G, moves: &[G::Move]) -> Line {
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
