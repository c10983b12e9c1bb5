//! A session for surfaces: positions are text, moves are plies in every notation.

use std::borrow::Cow;

use game::{
    BySide, Color, Curve, Customs, Diagram, Evaluator, Key, Linear, Look, Score, Settlement, Side, Stage, Step, Sum,
    Tunable, WeightTable,
};
use knowledge::openings::Opening;
use search::Control;

use super::{Session, Sitting};
use crate::chances;
use crate::engine::Engine;
use crate::insight::{Insight, Valued};
use crate::record::Record;
use crate::registry::Playable;
use crate::{Answer, End, EndgameTables, Error, Go, Identity, LegalMove, Options, Ply, Report, Solved};

impl<G: Playable> Engine for Sitting<G> {
    fn game(&self) -> String {
        self.start.spec()
    }

    fn fork(&self) -> Box<dyn Engine> {
        Box::new(Sitting { record: self.record.clone(), ..Sitting::new(self.start.clone()) })
    }

    fn key(&self) -> Key {
        self.record.position().key()
    }

    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        self.record.position().details()
    }

    fn evaluators(&self) -> &'static [&'static str] {
        self.start.evaluators()
    }

    fn judgement(&self, player: &Identity) -> Result<Score, Error> {
        Session::judgement(self, player)
    }

    fn point(&self) -> i32 {
        G::UNIT
    }

    fn judged_by_network(&self, player: &Identity) -> bool {
        let source = player.evaluator.as_deref().unwrap_or(self.start.evaluators()[0]);
        crate::networks::is_network(source)
    }

    fn judgements(&self, player: &Identity) -> Result<Vec<Option<Valued>>, Error> {
        let mut evaluator = self.evaluator(player)?;
        let positions = self.record.moves().map(|(before, _)| before).chain([self.record.position()]);
        let judge = |position: &G| {
            if position.outcome().is_some() {
                return None;
            }
            evaluator.follow(Step::Start(position));
            Some(Valued::of(position, evaluator.evaluate(position)))
        };
        Ok(positions.map(judge).collect())
    }

    fn insight(&self, source: &str) -> Result<Option<Insight>, Error> {
        self.record.position().insight(source)
    }

    fn table_value(&self, tables: &EndgameTables) -> Option<Score> {
        self.record.position().table_value(tables)
    }

    fn judgement_terms(&self, player: &Identity) -> Vec<String> {
        self.record.position().terms(player.evaluator.as_deref().unwrap_or_default())
    }

    fn weights(&self, source: &str) -> Result<WeightTable, Error> {
        Ok(self.start.own(source)?.table())
    }

    fn group_totals(&self, source: &str) -> Result<Vec<(&'static str, f64)>, Error> {
        let evaluator = self.start.own(source)?;
        let table = evaluator.table();
        let (groups, group_of, stages) = (table.groups(), table.row_groups(), table.stages.len());
        let weights: Vec<f64> = table.weights().iter().map(|&weight| weight.into()).collect();
        let sum = evaluator.sum(self.record.position());
        // What a drawish ending leaves of the whole it leaves of each part.
        let whole = sum.value(&weights, stages);
        let part = |group: usize| {
            let counts = sum.counts.iter().copied().filter(|&(row, _)| group_of[usize::from(row)] == group).collect();
            let scale = BySide([sum.scale.0[usize::from(whole < 0.0)]; 2]);
            Sum { counts, scale, ..sum.clone() }.value(&weights, stages)
        };
        Ok(groups.iter().enumerate().map(|(index, name)| (*name, part(index))).collect())
    }

    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        let position = if text == "start" { self.start.clone() } else { self.start.parse_position(text)? };
        self.record = Record::new(position);
        Ok(())
    }

    fn position(&self) -> String {
        self.record.position().position_text()
    }

    fn moves(&self) -> Vec<Ply> {
        let position = self.record.position();
        if self.record.end().is_some() {
            return Vec::new();
        }
        position.moves().into_iter().map(|mv| Ply::of(position, mv)).collect()
    }

    fn move_texts(&self) -> Vec<String> {
        let position = self.record.position();
        let moves = if self.record.end().is_some() { Vec::new() } else { position.moves() };
        moves.into_iter().map(|mv| position.move_text(mv)).collect()
    }

    fn passed(&self) -> Option<String> {
        let position = self.record.position();
        (self.record.end().is_none() && position.can_pass()).then(|| {
            let mut passed = position.clone();
            passed.pass();
            passed.position_text()
        })
    }

    fn choices(&self) -> Vec<LegalMove> {
        let position = self.record.position();
        if self.record.end().is_some() {
            return Vec::new();
        }
        let choice = |mv| LegalMove {
            text: position.move_text(mv),
            code: position.protocol_text(mv),
            clicks: position.clicks(mv),
        };
        position.moves().into_iter().map(choice).collect()
    }

    fn play(&mut self, mv: &str) -> Result<Ply, Error> {
        let position = self.record.position();
        let mv = position.parse_move(mv)?;
        let ply = Ply::of(position, mv);
        self.record.play(mv);
        Ok(ply)
    }

    fn advance(&mut self, mv: &str) -> Result<(), Error> {
        let mv = self.record.position().parse_move(mv)?;
        self.record.play(mv);
        Ok(())
    }

    fn read_line(&self, moves: &[String]) -> Vec<Ply> {
        let mut position = self.record.position().clone();
        let mut line = Vec::new();
        for text in moves {
            let Ok(mv) = position.parse_move(text) else { break };
            line.push(Ply::of(&position, mv));
            position.play(mv);
        }
        line
    }

    fn undo(&mut self) -> bool {
        self.record.undo()
    }

    fn played(&self) -> Vec<Ply> {
        self.record.moves().map(|(before, mv)| Ply::of(before, mv)).collect()
    }

    fn ply(&self) -> usize {
        self.record.len()
    }

    fn course(&self) -> Vec<(Key, String)> {
        self.record.moves().map(|(before, mv)| (before.key(), before.protocol_text(mv))).collect()
    }

    fn opening(&self) -> Option<Opening> {
        let before: Vec<&G> = self.record.moves().map(|(before, _)| before).collect();
        self.record.position().opening().or_else(|| before.into_iter().rev().find_map(Playable::opening))
    }

    fn book_moves(&mut self, player: &Identity) -> Result<Vec<(Ply, u16)>, Error> {
        let moves = self.moves_of_book(player)?;
        let position = self.record.position();
        Ok(moves.into_iter().map(|(mv, weight)| (Ply::of(position, mv), weight)).collect())
    }

    fn end(&self) -> Option<End> {
        self.record.end()
    }

    fn verdict(&self) -> Option<String> {
        let end = self.record.end()?;
        let result = self.winner_text(end.outcome);
        let reason = match end.by_repetition {
            true => "the position has occurred three times".to_string(),
            false => self.record.position().end_reason(),
        };
        Some(if reason.is_empty() { result } else { format!("{result}: {reason}") })
    }

    fn side_to_move(&self) -> Side {
        self.record.position().side_to_move()
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        self.record.position().side_name(side)
    }

    fn diagram(&self) -> Diagram {
        self.record.position().diagram()
    }

    fn last_move_cells(&self) -> Vec<usize> {
        self.record.last().map_or(Vec::new(), |(before, mv)| before.move_cells(mv))
    }

    fn checked_cells(&self) -> Vec<usize> {
        self.record.position().checked_cells()
    }

    fn look(&self) -> Look {
        self.record.position().look()
    }

    fn side_color(&self, side: Side) -> Color {
        self.record.position().side_color(side)
    }

    fn customs(&self) -> Customs {
        self.record.position().customs()
    }

    fn piece_name(&self, letter: char) -> Cow<'static, str> {
        self.record.position().piece_name(letter)
    }

    fn counts(&self) -> Option<[f64; 2]> {
        self.record.position().counts()
    }

    fn settlement(&self) -> Option<Settlement> {
        self.record.position().settlement()
    }

    fn end_code(&self) -> Option<Cow<'static, str>> {
        let end = self.record.end()?;
        Some(if end.by_repetition { "repetition".into() } else { self.record.position().end_code() })
    }

    fn first_score_text(&self, score: Score) -> String {
        self.record.position().first_score_text(score)
    }

    fn curve(&self) -> Curve {
        chances::curve(self.record.position())
    }

    fn prefers_mcts(&self) -> bool {
        self.record.position().prefers_mcts()
    }

    fn has_books(&self) -> bool {
        G::HAS_BOOKS
    }

    fn check(&self, options: &Options, go: &Go) -> Result<(), Error> {
        Session::check(self, options, go)
    }

    fn go(
        &mut self,
        options: &Options,
        go: &Go,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Answer, Error> {
        let position = self.record.position().clone();
        let only: Vec<G::Move> = go.only.iter().map(|text| position.parse_move(text)).collect::<Result<_, _>>()?;
        let written = |line: &Report<G::Move>| line.with_line(Ply::line(&position, &line.pv));
        let answer = Session::go(self, options, go, &only, control, &mut |line| report(&written(line)))?;
        Ok(Answer {
            best: answer.best.map(|mv| Ply::of(&position, mv)),
            lines: answer.lines.iter().map(written).collect(),
            counters: answer.counters,
            from_book: answer.from_book,
        })
    }

    fn prepare(&mut self, options: &Options) -> Result<(), Error> {
        Session::prepare(self, options)
    }

    fn forget(&mut self) {
        Session::forget(self);
    }

    fn solve(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<Solved>, Error> {
        let position = self.record.position().clone();
        let solved = Session::solve(self, options, control, progress)?;
        Ok(solved.map(|Solved { score, exact, text, pv, nodes, time, size }| Solved {
            score,
            exact,
            text,
            pv: Ply::line(&position, &pv),
            nodes,
            time,
            size,
        }))
    }

    fn divide(&self, depth: usize, threads: usize) -> Vec<(Ply, u64)> {
        use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
        let position = self.record.position();
        let mut moves = Vec::new();
        position.generate(Stage::All, &mut moves);
        // Each thread takes the next move that nobody has taken.
        let next = AtomicUsize::new(0);
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let work = || {
            while let Some((mv, count)) = moves.iter().zip(&counts).nth(next.fetch_add(1, Relaxed)) {
                count.store(game::perft(&position.after(*mv), depth.saturating_sub(1)), Relaxed);
            }
        };
        std::thread::scope(|scope| {
            (1..threads.min(moves.len())).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        moves.iter().zip(counts).map(|(mv, count)| (Ply::of(position, *mv), count.into_inner())).collect()
    }
}
