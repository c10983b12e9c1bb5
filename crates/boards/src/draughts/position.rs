//! The position and how a move changes it.

use game::{Key, Parameter, Side, Spec, SpecError, mix};

use super::geometry::{Color, MAX_ORDER, MIN_ORDER, Variant};
use super::rules::{Ending, RULES, Rules};
use super::word::{Word, squares};

/// A move: where a piece starts and stops, and what it captures on the way.
///
/// Captures by different routes that agree in all three are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<W> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) captured: W,
}

/// How often in a row one king has made a plain move; counted only in rule sets that limit it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct KingRun {
    /// Where the king stands; meaningless if `count` is 0.
    pub square: u8,
    /// How many plain moves it has made in a row.
    pub count: u8,
}

/// A position of draughts under any rules on any board that fits the word.
#[derive(Clone)]
pub struct Draughts<W: Word> {
    pub(super) variant: &'static Variant<W>,
    /// The pieces of each [`Color`].
    pub(super) pieces: [W; 2],
    /// Which pieces are kings.
    pub(super) kings: W,
    pub(super) key: Key,
    /// Plies since the last capture or move of a man.
    pub(super) quiet_plies: u16,
    /// Plies since the ending that counts came about.
    pub(super) ending_plies: u16,
    /// The ending that counts: its place in the rule set's list, from 1; 0 for none.
    pub(super) ending: u8,
    pub(super) turn: Color,
    pub(super) runs: [KingRun; 2],
}

/// One number for each kind of piece on each square.
static PIECE_KEYS: [[u64; 128]; 4] = {
    let mut keys = [[0; 128]; 4];
    let mut index = 0;
    while index < 4 * 128 {
        keys[index / 128][index % 128] = mix(0xd4a6_0000 + index as u64);
        index += 1;
    }
    keys
};
const TURN_KEY: Key = Key(mix(0xd4a7_0000));

fn run_key(color: Color, run: KingRun) -> Key {
    match run.count {
        0 => Key(0),
        count => Key(mix(0xd4a8_0000_0000 | (color as u64) << 16 | u64::from(count) << 8 | u64::from(run.square))),
    }
}

/// What can be chosen.
pub(super) fn parameters() -> Vec<Parameter> {
    let rules = RULES.iter().map(|rules| (rules.name, rules.description));
    let order = Parameter::whole("order", MIN_ORDER as u32..=MAX_ORDER as u32, None);
    vec![
        Parameter::explained("rules", rules, RULES[0].name),
        order.noted("a board of twice as many squares a side; as the rules have it if it is not given"),
    ]
}

/// Which rule set and board `spec` names.
pub(super) fn read_spec(spec: &Spec) -> Result<(usize, usize), SpecError> {
    let given = spec.read(parameters())?;
    let name = given.text("rules");
    let index = RULES.iter().position(|rules| Some(rules.name) == name).unwrap_or(0);
    Ok((index, given.whole("order").unwrap_or(RULES[index].order)))
}

impl<W: Word> Draughts<W> {
    /// The start position of a rule set, by its place in the table, on a board.
    pub(super) fn initial(rules: usize, order: usize, spec: &Spec) -> Result<Draughts<W>, SpecError> {
        if order > W::MAX_ORDER {
            return Err(spec.error(format!("order {order} needs the wide board; this one goes up to {}", W::MAX_ORDER)));
        }
        let variant = &W::variants()[rules * (W::MAX_ORDER + 1 - MIN_ORDER) + order - MIN_ORDER];
        let geometry = &variant.geometry;
        let rows = |first: usize| (first..first + order - 1).fold(W::EMPTY, |set, row| set | geometry.row_set(row));
        let turn = if variant.rules.white_opens { Color::White } else { Color::Black };
        Ok(Draughts::with_pieces(variant, [rows(order + 1), rows(0)], W::EMPTY, turn))
    }

    /// A position with all counters at nothing.
    pub(super) fn with_pieces(variant: &'static Variant<W>, pieces: [W; 2], kings: W, turn: Color) -> Draughts<W> {
        let mut position = Draughts {
            variant,
            pieces,
            kings,
            key: Key(0),
            quiet_plies: 0,
            ending_plies: 0,
            ending: 0,
            turn,
            runs: [KingRun::default(); 2],
        };
        position.ending = position.find_ending();
        position.key = position.key_from_nothing();
        position
    }

    /// The rule set.
    pub fn rules(&self) -> &'static Rules {
        self.variant.rules
    }

    /// The order of the board: half the number of its rows.
    pub fn order(&self) -> usize {
        self.variant.geometry.order
    }

    /// The squares without a piece.
    #[inline]
    pub(super) fn empty(&self) -> W {
        self.variant.geometry.board & !(self.pieces[0] | self.pieces[1])
    }

    /// The men of a color.
    #[inline]
    pub(super) fn men(&self, color: Color) -> W {
        self.pieces[color as usize] & !self.kings
    }

    /// The kings of a color.
    #[inline]
    pub(super) fn kings_of(&self, color: Color) -> W {
        self.pieces[color as usize] & self.kings
    }

    /// The color of the piece on a square.
    pub(super) fn color_at(&self, square: u8) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.pieces[color as usize].meets(W::bit(square)))
    }

    /// The side that plays a color.
    #[inline]
    pub(super) fn side_of(&self, color: Color) -> Side {
        if (color == Color::White) == self.variant.rules.white_opens { Side::First } else { Side::Second }
    }

    /// The color that a side plays.
    #[inline]
    pub(super) fn color_of(&self, side: Side) -> Color {
        if (side == Side::First) == self.variant.rules.white_opens { Color::White } else { Color::Black }
    }

    /// Does the move make a king of a man?
    ///
    /// A man that is promoted in passing has captured a piece next to its king row: there is no other way onto that row.
    #[inline]
    pub(super) fn promotes(&self, mv: Move<W>) -> bool {
        if self.kings.meets(W::bit(mv.from)) {
            return false;
        }
        let row = self.variant.geometry.king_row[self.turn as usize];
        row.meets(W::bit(mv.to)) || (self.variant.rules.promotes_in_passing && self.touches_king_row(mv.captured))
    }

    fn touches_king_row(&self, captured: W) -> bool {
        let geometry = &self.variant.geometry;
        let row = geometry.king_row[self.turn as usize];
        let back = super::geometry::Direction::forward(self.turn.other());
        !captured.is_empty() && back.iter().any(|&direction| captured.meets(geometry.step(row, direction)))
    }

    #[inline]
    fn piece_key(&self, color: Color, king: bool, square: u8) -> Key {
        Key(PIECE_KEYS[2 * (color as usize) + usize::from(king)][usize::from(square)])
    }

    /// The key after a move, apart from the king runs.
    #[inline]
    pub(super) fn key_after_move(&self, mv: Move<W>) -> Key {
        let (us, them) = (self.turn, self.turn.other());
        let king = self.kings.meets(W::bit(mv.from));
        let mut key = self.key ^ TURN_KEY;
        key ^= self.piece_key(us, king, mv.from);
        key ^= self.piece_key(us, king || self.promotes(mv), mv.to);
        for square in squares(mv.captured) {
            key ^= self.piece_key(them, self.kings.meets(W::bit(square)), square);
        }
        key
    }

    /// The key from the pieces, the turn and the king runs.
    pub(super) fn key_from_nothing(&self) -> Key {
        let mut key = if self.turn == Color::White { Key(0) } else { TURN_KEY };
        for color in Color::BOTH {
            for square in squares(self.pieces[color as usize]) {
                key ^= self.piece_key(color, self.kings.meets(W::bit(square)), square);
            }
            key ^= run_key(color, self.runs[color as usize]);
        }
        key
    }

    /// Plays a legal move.
    pub(super) fn make(&mut self, mv: Move<W>) {
        let (us, them) = (self.turn, self.turn.other());
        let (from, to) = (W::bit(mv.from), W::bit(mv.to));
        let king = self.kings.meets(from);
        let promotes = self.promotes(mv);
        self.key = self.key_after_move(mv);
        self.pieces[us as usize] = (self.pieces[us as usize] & !from) | to;
        self.pieces[them as usize] &= !mv.captured;
        self.kings &= !(from | mv.captured);
        if king || promotes {
            self.kings |= to;
        }
        let capture = !mv.captured.is_empty();
        self.quiet_plies = if king && !capture { self.quiet_plies.saturating_add(1) } else { 0 };
        if capture || promotes {
            let ending = self.find_ending();
            self.ending_plies =
                if ending == self.ending && ending != 0 { self.ending_plies.saturating_add(1) } else { 0 };
            self.ending = ending;
        } else if self.ending != 0 {
            self.ending_plies = self.ending_plies.saturating_add(1);
        }
        if self.variant.rules.king_run_limit != 0 {
            self.follow_runs(mv, king && !capture);
        }
        self.turn = them;
    }

    /// Keeps count of plain moves in a row with one king. A side without men is free, so its count is nothing.
    fn follow_runs(&mut self, mv: Move<W>, plain_king_move: bool) {
        let (us, them) = (self.turn, self.turn.other());
        let mut runs = self.runs;
        let run = &mut runs[us as usize];
        let same = run.count > 0 && run.square == mv.from;
        let limit = self.variant.rules.king_run_limit;
        *run = match (plain_king_move && !self.men(us).is_empty(), same) {
            (true, true) => KingRun { square: mv.to, count: (run.count + 1).min(limit) },
            (true, false) => KingRun { square: mv.to, count: 1 },
            (false, _) => KingRun::default(),
        };
        let run = &mut runs[them as usize];
        if self.men(them).is_empty() || (run.count > 0 && mv.captured.meets(W::bit(run.square))) {
            *run = KingRun::default();
        }
        self.set_runs(runs);
    }

    /// Replaces the king runs, in the key too.
    pub(super) fn set_runs(&mut self, runs: [KingRun; 2]) {
        for color in Color::BOTH {
            self.key ^= run_key(color, self.runs[color as usize]) ^ run_key(color, runs[color as usize]);
        }
        self.runs = runs;
    }

    /// The king that may not make a plain move, as a set.
    #[inline]
    pub(super) fn tired_king(&self) -> W {
        let limit = self.variant.rules.king_run_limit;
        let run = self.runs[self.turn as usize];
        if limit != 0 && run.count >= limit { W::bit(run.square) } else { W::EMPTY }
    }

    /// The ending on the board among those the rule set counts, from 1; 0 for none.
    pub(super) fn find_ending(&self) -> u8 {
        let fits = |ending: &Ending, weak: Color| {
            let strong = weak.other();
            let count = self.pieces[strong as usize].count();
            self.men(weak).is_empty()
                && self.pieces[weak as usize].count() == ending.weak
                && (ending.strong.0..=ending.strong.1).contains(&count)
                && !self.kings_of(strong).is_empty()
                && (!ending.kings_only || self.men(strong).is_empty())
        };
        let endings = self.variant.rules.endings;
        let place = endings.iter().position(|ending| Color::BOTH.into_iter().any(|weak| fits(ending, weak)));
        place.map_or(0, |place| place as u8 + 1)
    }

    /// The number of plies without progress that has made the game a draw, if it has.
    #[inline]
    pub(super) fn drawn_after(&self) -> Option<u16> {
        let rules = self.variant.rules;
        if self.quiet_plies >= rules.no_progress_plies {
            return Some(rules.no_progress_plies);
        }
        let limit = rules.endings.get(usize::from(self.ending).checked_sub(1)?)?.plies;
        (self.ending_plies >= limit).then_some(limit)
    }
}

impl<W: Word> PartialEq for Draughts<W> {
    fn eq(&self, other: &Draughts<W>) -> bool {
        std::ptr::eq(self.variant, other.variant)
            && self.pieces == other.pieces
            && self.kings == other.kings
            && self.turn == other.turn
            && self.quiet_plies == other.quiet_plies
            && self.ending_plies == other.ending_plies
            && self.runs == other.runs
    }
}

impl<W: Word> Eq for Draughts<W> {}
