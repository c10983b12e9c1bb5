//! Why a move may not be played, in the words of a patient opponent.

use super::captures::Wanted;
use super::geometry::Direction;
use super::notation::Written;
use super::position::{Draughts, Move};
use super::rules::Precedence;
use super::word::Word;

/// How many moves an explanation lists before it says "and others".
const LISTED: usize = 4;

/// Small numbers in words.
fn words(number: u32) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number as usize).map_or_else(|| number.to_string(), |word| word.to_string())
}

fn plural(number: u32, one: &str) -> String {
    format!("{} {one}{}", words(number), if number == 1 { "" } else { "s" })
}

/// A value in halves of a man, as Frisian players write it.
fn halves(value: u32) -> String {
    format!("{}{}", value / 2, if value % 2 == 1 { "½" } else { "" })
}

impl<W: Word> Draughts<W> {
    /// Why none of the legal moves is the one that was written.
    pub(super) fn refusal(&self, written: &Written, legal: &[Move<W>]) -> String {
        let (from, to) = (written.from(), written.to());
        let name = |square| self.variant.name(square);
        match self.color_at(from) {
            None => return format!("there is no piece on {}", name(from)),
            Some(color) if color != self.turn => {
                return format!("the piece on {} is {}'s; it is {}'s turn", name(from), color.name(), self.turn.name());
            }
            Some(_) => {}
        }
        if from != to && !self.empty().meets(W::bit(to)) {
            return format!("{} is occupied", name(to));
        }
        let mut captures = Vec::new();
        self.captures(Wanted::Possible, &mut captures);
        if let Some(&mv) = self.fitting(&captures, written).first() {
            return self.lower_rank(mv, self.write_move(mv, &[]), legal);
        }
        if let Some((_, route)) = self.unfinished(written, legal) {
            return format!("the capture does not end on {}, it must be completed: {route}", name(to));
        }
        if let Some((mv, route)) = self.unfinished(written, &captures) {
            return self.lower_rank(mv, route, legal);
        }
        let king = self.kings.meets(W::bit(from));
        if let Some(reason) = self.forbidden_jump(from, to, king) {
            return reason;
        }
        if !captures.is_empty() && !self.variant.rules.captures_optional {
            return format!("a capture is obligatory: {}", self.list(legal));
        }
        if W::bit(from) == self.tired_king() {
            return format!(
                "the king on {} has made {} plain moves in a row; another piece has to move",
                name(from),
                words(self.variant.rules.king_run_limit.into())
            );
        }
        self.bad_step(written, king)
    }

    /// The moves of a list, or the first few.
    fn list(&self, moves: &[Move<W>]) -> String {
        let captures: Vec<Move<W>> = moves.iter().copied().filter(|mv| !mv.captured.is_empty()).collect();
        let names: Vec<String> = captures.iter().take(LISTED).map(|&mv| self.write_move(mv, moves)).collect();
        let more = if captures.len() > LISTED { " and others" } else { "" };
        format!("{}{more}", names.join(", "))
    }

    /// The capture is complete, but another one goes before.
    fn lower_rank(&self, mv: Move<W>, text: String, legal: &[Move<W>]) -> String {
        let Some(&best) = legal.first() else { return format!("{text} is not possible") };
        let takes = |mv: Move<W>| (mv.captured.count(), (mv.captured & self.kings).count());
        let ((count, kings), (best_count, best_kings)) = (takes(mv), takes(best));
        let is_king = |mv: Move<W>| self.kings.meets(W::bit(mv.from));
        let must = self.list(legal);
        let rules = self.variant.rules;
        if rules.precedence == Precedence::Value && self.rank(mv) >> 1 < self.rank(best) >> 1 {
            let value = |count, kings| halves(2 * count + kings);
            return format!(
                "{text} takes {} worth {}; a capture worth {} is obligatory, a king counting 1½: {must}",
                plural(count, "piece"),
                value(count, kings),
                value(best_count, best_kings)
            );
        }
        if count < best_count && rules.precedence != Precedence::KingFirst {
            let pieces = plural(count, "piece");
            return format!("{text} takes {pieces}; a capture of {} is obligatory: {must}", words(best_count));
        }
        if !is_king(mv) && is_king(best) {
            return format!("the king must capture: {must}");
        }
        if kings < best_kings {
            let (kings, best) = (plural(kings, "king"), plural(best_kings, "king"));
            return format!("{text} takes {kings}; a capture of {best} is obligatory: {must}");
        }
        format!("{text} takes a king later than it could; kings come first: {must}")
    }

    /// The capture of a list, with its route, of which the squares written are only the beginning.
    fn unfinished(&self, written: &Written, captures: &[Move<W>]) -> Option<(Move<W>, String)> {
        let own = captures.iter().filter(|mv| mv.from == written.from() && !mv.captured.is_empty());
        own.copied().find_map(|mv| {
            let path = self.route(mv, &written.squares[1..], false)?;
            let names: Vec<String> = path.into_iter().map(|square| self.variant.name(square)).collect();
            Some((mv, names.join("x")))
        })
    }

    /// A jump over an enemy piece that this man may not make.
    fn forbidden_jump(&self, from: u8, to: u8, king: bool) -> Option<String> {
        let geometry = &self.variant.geometry;
        let them = self.pieces[self.turn.other() as usize];
        let jumps = |&direction: &Direction| {
            let over = geometry.step(W::bit(from), direction) & them;
            (geometry.step(over, direction).meets(W::bit(to))).then_some((direction, over))
        };
        let (direction, over) = Direction::DIAGONALS.iter().find_map(jumps).filter(|_| !king)?;
        if !self.variant.man_captures(self.turn).contains(&direction) {
            return Some("a man does not capture backwards".to_string());
        }
        let protected = over.meets(self.kings) && !self.variant.rules.men_capture_kings;
        protected.then(|| "a man does not capture a king".to_string())
    }

    /// A plain move that this kind of piece does not make.
    fn bad_step(&self, written: &Written, king: bool) -> String {
        let (from, to) = (written.from(), written.to());
        let ((row, column), (to_row, to_column)) = (self.variant.printed(from), self.variant.printed(to));
        let (rows, columns) = (row.abs_diff(to_row), column.abs_diff(to_column));
        let flying = self.variant.rules.flying_kings;
        if written.capture && (rows, columns) != (1, 1) {
            return "there is nothing to capture on this way".to_string();
        }
        if king && flying && rows == columns && rows > 1 {
            return format!("the way from {} to {} is blocked", self.variant.name(from), self.variant.name(to));
        }
        let forward = Direction::forward(self.turn);
        let geometry = &self.variant.geometry;
        let is_forward = forward.iter().any(|&way| geometry.step(W::bit(from), way).meets(W::bit(to)));
        match (king, flying) {
            (true, true) => "a king moves along a diagonal".to_string(),
            (true, false) => "a king moves one square along a diagonal".to_string(),
            (false, _) if (rows, columns) == (1, 1) && !is_forward => "a man does not move backwards".to_string(),
            (false, _) => "a man moves one square diagonally forward".to_string(),
        }
    }
}
