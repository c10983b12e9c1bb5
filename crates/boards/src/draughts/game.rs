//! Draughts as a [`Game`](::game::Game): the rules, and what they can tell a search.

use std::fmt;

use game::{Abilities, Key, MoveError, Outcome, Parameter, PositionError, Rules, Side, Spec, SpecError, Stage};

use super::captures::Wanted;
use super::fen::{self, Setup};
use super::geometry::Color;
use super::notation::Written;
use super::position::{Draughts, Move, parameters, read_spec};
use super::rules::RULES;
use super::word::Word;

/// What a man is worth in score steps.
pub(super) const MAN: i32 = 100;
/// What a king that moves one step is thought to be worth where moves are ordered, and one that flies. (What evaluations make of them:
/// evaluate.rs.)
const SHORT_KING: i32 = 145;
const FLYING_KING: i32 = 300;

/// Codes of plain moves and of captures of one piece hold both squares; the others, which two squares may not tell apart,
/// count the captures of the position.
const ONE_PIECE: u16 = 1 << 14;
const MANY_PIECES: u16 = 1 << 15;

impl<W: Word> Draughts<W> {
    /// What a king is worth in score steps: a flying one rules the board, a short one only moves backwards too.
    #[inline]
    pub(super) fn king_worth(&self) -> i32 {
        if self.variant.rules.flying_kings { FLYING_KING } else { SHORT_KING }
    }

    pub(super) fn all_captures(&self) -> Vec<Move<W>> {
        let mut captures = Vec::new();
        self.captures(Wanted::Legal, &mut captures);
        captures
    }

    /// Is there a capture that must be made?
    #[inline]
    fn must_capture(&self) -> bool {
        !self.variant.rules.captures_optional && self.can_capture()
    }

    /// The cell of the diagram at which a square is printed.
    pub(super) fn cell(&self, square: u8) -> usize {
        let (row, column) = self.variant.printed(square);
        row * 2 * self.order() + column
    }
}

impl<W: Word> Rules for Draughts<W> {
    type Move = Move<W>;

    fn parameters(_: &str) -> Vec<Parameter> {
        parameters()
    }

    fn start(spec: &Spec) -> Result<Draughts<W>, SpecError> {
        let (rules, order) = read_spec(spec)?;
        Draughts::initial(rules, order, spec)
    }

    fn spec(&self) -> String {
        let rules = self.variant.rules;
        let mut parameters = Vec::new();
        if rules.name != RULES[0].name {
            parameters.push(format!("rules={}", rules.name));
        }
        if self.order() != rules.order {
            parameters.push(format!("order={}", self.order()));
        }
        if parameters.is_empty() { "draughts".to_string() } else { format!("draughts({})", parameters.join(",")) }
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_of(self.turn)
    }

    fn generate(&self, stage: Stage, moves: &mut Vec<Move<W>>) {
        if stage == Stage::Quiet {
            if !self.must_capture() {
                self.steps(stage, moves);
            }
            return;
        }
        let before = moves.len();
        self.captures(Wanted::Legal, moves);
        if moves.len() == before || self.variant.rules.captures_optional {
            self.steps(stage, moves);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move<W>) {
        self.make(mv);
    }

    #[inline]
    fn end(&self) -> Option<Outcome> {
        self.drawn_after().map(|_| Outcome::Draw)
    }

    /// A side that cannot move has lost, with or without pieces.
    fn stuck(&self) -> Outcome {
        Outcome::Win(self.side_of(self.turn.other()))
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn compute_key(&self) -> Key {
        self.key_from_nothing()
    }

    fn is_legal(&self, mv: Move<W>) -> bool {
        if self.end().is_some() || usize::from(mv.from.max(mv.to)) >= W::SQUARES {
            return false;
        }
        if mv.captured.is_empty() {
            self.is_step(mv.from, mv.to) && !self.must_capture()
        } else {
            self.all_captures().contains(&mv)
        }
    }

    fn parse_position(&self, text: &str) -> Result<Draughts<W>, PositionError> {
        if text.trim() == "start" {
            let error = |error: SpecError| PositionError::new(text, error.reason);
            return self.spec().parse().and_then(|spec| Draughts::start(&spec)).map_err(error);
        }
        Setup::read(text, self.variant)
            .and_then(|setup| setup.place(self.variant))
            .map_err(|reasons| PositionError::new(text, reasons.join("; ")))
    }

    fn position_text(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move<W>, MoveError> {
        let fail = |reason: String| Err(MoveError::new(text, reason));
        let written = match Written::read(text, self.variant) {
            Ok(written) => written,
            Err(reason) => return fail(reason),
        };
        let moves = self.moves();
        if moves.is_empty() {
            return fail("the game is over".to_string());
        }
        match self.fitting(&moves, &written)[..] {
            [mv] if written.capture && mv.captured.is_empty() => {
                fail(format!("nothing is captured; write {}", self.write_move(mv, &moves)))
            }
            [mv] => Ok(mv),
            [] => fail(self.refusal(&written, &moves)),
            ref several => {
                let names: Vec<String> = several.iter().map(|&mv| self.write_route(mv)).collect();
                fail(format!("more than one capture fits; write the route: {}", names.join(", ")))
            }
        }
    }

    fn move_text(&self, mv: Move<W>) -> String {
        // Start and end tell plain moves apart; among captures there may be others alike.
        if mv.captured.count() == 0 {
            return self.write_move(mv, &[]);
        }
        self.write_move(mv, &self.all_captures())
    }

    // Target square, man or king, and from which of four quarters it comes.
    const ACTIONS: usize = W::SQUARES * 8;

    #[inline]
    fn action(&self, mv: Move<W>) -> usize {
        let geometry = &self.variant.geometry;
        let ((row, column), (to_row, to_column)) = (geometry.row_and_column(mv.from), geometry.row_and_column(mv.to));
        let king = self.kings.meets(W::bit(mv.from));
        usize::from(mv.to) * 8 + usize::from(king) * 4 + usize::from(to_row < row) * 2 + usize::from(to_column < column)
    }

    fn encode(&self, mv: Move<W>) -> u16 {
        let ends = u16::from(mv.from) << 7 | u16::from(mv.to);
        match mv.captured.count() {
            0 => ends + 1,
            1 => ONE_PIECE + ends + 1,
            _ => {
                let place = self.all_captures().iter().position(|&other| other == mv).unwrap_or(0);
                MANY_PIECES + place as u16
            }
        }
    }

    fn decode(&self, code: u16) -> Option<Move<W>> {
        if code >= MANY_PIECES {
            let place = usize::from(code - MANY_PIECES);
            return self.all_captures().get(place).copied().filter(|_| self.end().is_none());
        }
        let ends = (code % ONE_PIECE).checked_sub(1)?;
        let (from, to) = ((ends >> 7) as u8, (ends & 127) as u8);
        if code < ONE_PIECE {
            let mv = Move { from, to, captured: W::EMPTY };
            return self.is_legal(mv).then_some(mv);
        }
        let fits = |mv: &Move<W>| mv.from == from && mv.to == to && mv.captured.count() == 1;
        self.all_captures().into_iter().find(fits).filter(|_| self.end().is_none())
    }
}

impl<W: Word> Abilities for Draughts<W> {
    const UNIT: i32 = MAN;

    #[inline]
    fn is_noisy(&self, mv: Move<W>) -> bool {
        !mv.captured.is_empty() || self.promotes(mv)
    }

    #[inline]
    fn is_calm(&self) -> bool {
        !self.must_capture()
    }

    #[inline]
    fn gain(&self, mv: Move<W>) -> i32 {
        let kings = (mv.captured & self.kings).count() as i32;
        let men = mv.captured.count() as i32 - kings;
        let promotion = if self.promotes(mv) { self.king_worth() - MAN } else { 0 };
        men * MAN + kings * self.king_worth() + promotion
    }

    /// A move that lets the opponent capture is suspect; a man does well to advance, but not out of the back row.
    fn hint(&self, mv: Move<W>) -> i32 {
        let mut hint = if self.after(mv).can_capture() { -40 } else { 0 };
        if !self.kings.meets(W::bit(mv.from)) {
            let geometry = &self.variant.geometry;
            let own_row = geometry.king_row[self.turn.other() as usize];
            let (row, _) = geometry.row_and_column(mv.to);
            let advance = if self.turn == Color::White { 2 * self.order() - 1 - row } else { row };
            hint += advance as i32 - if own_row.meets(W::bit(mv.from)) { 12 } else { 0 };
        }
        hint
    }

    const VICTIMS: usize = 4;

    /// Nothing, one man, one king, several pieces.
    #[inline]
    fn victim(&self, mv: Move<W>) -> usize {
        match mv.captured.count() {
            0 => 0,
            1 => 1 + usize::from(mv.captured.meets(self.kings)),
            _ => 3,
        }
    }

    #[inline]
    fn key_after(&self, mv: Move<W>) -> Option<Key> {
        Some(self.key_after_move(mv))
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        self.quiet_plies.into()
    }
}

impl<W: Word> fmt::Debug for Draughts<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.spec(), self.position_text())
    }
}
