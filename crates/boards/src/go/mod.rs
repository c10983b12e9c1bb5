//! Go on boards from 5×5 to 19×19, with area scoring and positional superko.
//!
//! The rules are Tromp and Taylor's, with one exception: suicide is forbidden unless `suicide=allowed`.
//!
//! * Stones without a liberty are taken off, the opponent's first.
//! * No stone may bring back any earlier board, no matter whose turn it was (positional superko). A pass is always allowed.
//! * Two passes in a row end the game. Every point counts for the side that occupies it or alone surrounds it; White gets
//!   komi on top.
//!
//! The game is named `go(size=9,komi=7.5,suicide=forbidden)`; all parameters may be left out. For how positions and
//! moves are written see the source of the module `notation`.
//!
//! The key of a position tells apart the board, the side to move, the passes and the point of a ko. The rest of the
//! past is *not* in it, although superko makes it matter: with it no two positions would ever be the same, and a
//! table of positions would be of no use. A search that shares results by key can therefore be wrong about long
//! cycles. Equality (`==`) does compare the past.
//!
//! Reference: John Tromp and Bill Taylor, "The Game of Go", <https://tromp.github.io/go.html>.

mod area;
mod board;
mod eval;
#[cfg(test)]
mod naive;
mod notation;
mod past;
mod settlement;
mod sgf;
mod show;
#[cfg(test)]
mod tests;

use std::fmt;

use game::{
    Abilities, Key, MoveError, Outcome, Parameter, PositionError, Rng, Rules, Score, Side, Spec, SpecError, Stage,
    Values, mix,
};

use area::area_difference;
pub use board::Point;
use board::{Board, Content};
pub use eval::GoEval;
use past::Past;

const DEFAULT_SIZE: usize = 9;
const DEFAULT_KOMI: f64 = 7.5;
const MAX_KOMI: f64 = 100.0;
const MAX_POINTS: usize = 19 * 19;

/// Score steps of one point: small enough for a whole board and komi to stay a judgement, and even for half points.
const POINT: i32 = 50;

/// How many random points a playout tries before it looks at all of them in turn.
const PLAYOUT_TRIES: usize = 6;

/// A position of Go, with the part of its past that the rules need.
#[derive(Clone)]
pub struct Go {
    rules: Settings,
    board: Board,
    side: Side,
    /// Passes in a row just before this position; 2 ends the game.
    passes: u8,
    /// Where the side to move must not retake a ko at once. The past forbids it too; it is here for the key and the
    /// notation.
    ko: Option<Point>,
    /// All earlier boards, the present one not among them.
    past: Past,
    /// Only a board that has lost stones can come back: until then superko need not be checked.
    may_repeat: bool,
}

/// What [`Spec`] can set, apart from the size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Settings {
    /// White's compensation in score steps.
    komi: i32,
    suicide: bool,
}

/// A move of Go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoMove {
    /// Leave the board as it is; the second pass in a row ends the game.
    Pass,
    /// Put a stone on a point.
    Play(Point),
}

/// Why a stone may not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refusal {
    GameOver,
    Occupied,
    Suicide,
    /// Retakes a ko at once.
    Ko,
    /// Brings back another earlier board.
    Superko,
}

impl Go {
    /// The empty board. `komi` is in score steps.
    fn empty(size: usize, rules: Settings) -> Go {
        Go {
            rules,
            board: Board::new(size),
            side: Side::First,
            passes: 0,
            ko: None,
            past: Past::default(),
            may_repeat: false,
        }
    }

    /// Points along an edge of the board.
    pub fn size(&self) -> usize {
        self.board.size()
    }

    /// Black's points less White's points and komi, in score steps, if the game ended now: stones on the board and
    /// the empty points that only one side reaches.
    pub fn margin(&self) -> Score {
        Score::new(area_difference(&self.board) * POINT - self.rules.komi)
    }

    /// May the side to move put a stone on `point`, and if not, why not?
    fn check(&self, point: Point) -> Result<(), Refusal> {
        if self.passes == 2 {
            return Err(Refusal::GameOver);
        }
        if self.board.at(point) != Content::Empty {
            return Err(Refusal::Occupied);
        }
        // On an open board nearly every point passes these quick questions.
        if !self.may_repeat && self.board.has_room(point, self.side) {
            return Ok(());
        }
        let preview = self.board.preview(point, self.side);
        if preview.suicide && !self.rules.suicide {
            return Err(Refusal::Suicide);
        }
        if self.ko == Some(point) {
            return Err(Refusal::Ko);
        }
        // The suicide of a single stone leaves the board as it is, and that is a repetition as well.
        if preview.hash == self.board.hash() || self.past.contains(preview.hash) {
            return Err(Refusal::Superko);
        }
        Ok(())
    }

    /// How many stones a legal move captures.
    fn captures(&self, mv: GoMove) -> u16 {
        match mv {
            GoMove::Pass => 0,
            GoMove::Play(point) => self.board.preview(point, self.side).captured,
        }
    }

    fn key_with(&self, board_hash: u64, ko: Option<Point>) -> Key {
        let side = if self.side == Side::Second { mix(0x0061_0000) } else { 0 };
        let passes = if self.passes > 0 { mix(0x0062_0000 | u64::from(self.passes)) } else { 0 };
        let ko = ko.map_or(0, |point| mix(0x0063_0000 | point.index() as u64));
        // Not 0 for the empty board: tables like to use 0 for an empty slot.
        let size = mix(0x0064_0000 | self.size() as u64);
        Key(board_hash ^ side ^ passes ^ ko ^ size)
    }

    /// The cell of the diagram that a point is.
    fn cell(&self, point: Point) -> usize {
        let (column, row) = self.board.place(point);
        (self.size() - 1 - row) * self.size() + column
    }

    /// A dense number for a point, from the bottom left.
    fn number(&self, point: Point) -> usize {
        let (column, row) = self.board.place(point);
        row * self.size() + column
    }
}

impl Default for Go {
    /// 9×9 with a komi of 7.5.
    fn default() -> Go {
        Go::empty(DEFAULT_SIZE, Settings { komi: (DEFAULT_KOMI * f64::from(POINT)) as i32, suicide: false })
    }
}

/// Two positions are equal if everything that can ever matter is: the rules, the board, the turn, the passes, and the
/// set of boards that superko forbids.
impl PartialEq for Go {
    fn eq(&self, other: &Go) -> bool {
        self.rules == other.rules
            && self.size() == other.size()
            && (self.side, self.passes, self.ko) == (other.side, other.passes, other.ko)
            && self.past.fingerprint() == other.past.fingerprint()
            && self.board.points().all(|point| self.board.at(point) == other.board.at(point))
    }
}

impl Eq for Go {}

impl fmt::Debug for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.spec(), self.position_text())
    }
}

impl Rules for Go {
    type Move = GoMove;

    fn parameters(_: &str) -> Vec<Parameter> {
        let (least, greatest) = (*board::SIZES.start() as u32, *board::SIZES.end() as u32);
        vec![
            Parameter::whole("size", least..=greatest, Some("9")),
            Parameter {
                name: "komi".into(),
                values: Values::Range { min: -MAX_KOMI, max: MAX_KOMI, step: 0.5 },
                default: Some("7.5".into()),
                note: "points for White, who moves second".into(),
            },
            Parameter::choice("suicide", &["forbidden", "allowed"], "forbidden"),
        ]
    }

    fn start(spec: &Spec) -> Result<Go, SpecError> {
        let given = spec.read(Self::parameters(spec.name()))?;
        let size = given.whole("size").unwrap_or(DEFAULT_SIZE);
        let komi = given.number("komi").unwrap_or(DEFAULT_KOMI);
        let suicide = given.text("suicide") == Some("allowed");
        Ok(Go::empty(size, Settings { komi: (komi * f64::from(POINT)) as i32, suicide }))
    }

    fn spec(&self) -> String {
        let suicide = if self.rules.suicide { ",suicide=allowed" } else { "" };
        format!("go(size={},komi={}{suicide})", self.size(), f64::from(self.rules.komi) / f64::from(POINT))
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Points from the bottom left, row by row; the pass comes last.
    fn generate(&self, stage: Stage, moves: &mut Vec<GoMove>) {
        if self.passes == 2 {
            return;
        }
        for point in self.board.points() {
            let mv = GoMove::Play(point);
            if self.check(point).is_ok() && (stage == Stage::All || (stage == Stage::Noisy) == self.is_noisy(mv)) {
                moves.push(mv);
            }
        }
        if stage != Stage::Noisy {
            moves.push(GoMove::Pass);
        }
    }

    #[inline]
    fn play(&mut self, mv: GoMove) {
        match mv {
            GoMove::Pass => {
                self.passes += 1;
                self.ko = None;
            }
            GoMove::Play(point) => {
                self.past.insert(self.board.hash());
                let placed = self.board.put(point, self.side);
                self.may_repeat |= placed.removed > 0;
                self.passes = 0;
                self.ko = placed.ko;
            }
        }
        self.side = !self.side;
    }

    fn end(&self) -> Option<Outcome> {
        (self.passes == 2).then(|| Outcome::Margin(self.margin()))
    }

    /// Cannot happen: a pass is always legal.
    fn stuck(&self) -> Outcome {
        Outcome::Margin(self.margin())
    }

    fn key(&self) -> Key {
        self.key_with(self.board.hash(), self.ko)
    }

    fn compute_key(&self) -> Key {
        self.key_with(self.board.compute_hash(|point| point), self.ko)
    }

    fn is_legal(&self, mv: GoMove) -> bool {
        match mv {
            GoMove::Pass => self.passes < 2,
            GoMove::Play(point) => self.board.contains(point) && self.check(point).is_ok(),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Go, PositionError> {
        notation::parse_position(&Go::empty(self.size(), self.rules), text)
    }

    fn position_text(&self) -> String {
        notation::position_text(self)
    }

    fn parse_move(&self, text: &str) -> Result<GoMove, MoveError> {
        notation::parse_move(self, text)
    }

    fn move_text(&self, mv: GoMove) -> String {
        match mv {
            GoMove::Pass => "pass".to_string(),
            GoMove::Play(point) => notation::point_text(self, point),
        }
    }

    const ACTIONS: usize = MAX_POINTS + 1;

    #[inline]
    fn action(&self, mv: GoMove) -> usize {
        match mv {
            GoMove::Pass => MAX_POINTS,
            GoMove::Play(point) => self.number(point),
        }
    }

    fn encode(&self, mv: GoMove) -> u16 {
        self.action(mv) as u16 + 1
    }

    fn decode(&self, code: u16) -> Option<GoMove> {
        let number = usize::from(code.checked_sub(1)?);
        let mv = if number == MAX_POINTS {
            GoMove::Pass
        } else {
            let (row, column) = (number / self.size(), number % self.size());
            if row >= self.size() {
                return None;
            }
            GoMove::Play(self.board.point(column, row))
        };
        self.is_legal(mv).then_some(mv)
    }
}

impl Abilities for Go {
    const UNIT: i32 = POINT;

    /// Measured in games of Monte-Carlo tree search: the area estimate changes by 217 to 225 steps a ply from 5×5 to 9×9.
    const SWING: i32 = 4 * POINT;

    fn is_noisy(&self, mv: GoMove) -> bool {
        self.captures(mv) > 0
    }

    /// A captured stone is a point less for one side and its place a point more for the other.
    fn gain(&self, mv: GoMove) -> i32 {
        i32::from(self.captures(mv)) * 2 * POINT
    }

    fn hint(&self, mv: GoMove) -> i32 {
        eval::hint(self, mv)
    }

    fn canonical_key(&self) -> Key {
        let last = self.size() - 1;
        let turned = |point: Point, symmetry: usize| {
            let (mut column, mut row) = self.board.place(point);
            if symmetry & 1 != 0 {
                column = last - column;
            }
            if symmetry & 2 != 0 {
                row = last - row;
            }
            if symmetry & 4 != 0 { self.board.point(row, column) } else { self.board.point(column, row) }
        };
        (0..8)
            .map(|symmetry| {
                let place = |point| turned(point, symmetry);
                self.key_with(self.board.compute_hash(place), self.ko.map(place))
            })
            .min()
            .expect("eight symmetries")
    }

    /// A random stone that does not fill an eye of its own side; a pass if there is none. Such games end: eyes stay
    /// open until both sides have nothing else to play.
    fn playout_move(&self, rng: &mut Rng, _: &mut Vec<GoMove>) -> Option<GoMove> {
        if self.passes == 2 {
            return None;
        }
        let empty = self.board.empty();
        if empty.is_empty() {
            return Some(GoMove::Pass);
        }
        let sensible = |point: Point| {
            // The full check includes the one for room, unless the rules allow suicide.
            let quick = !self.may_repeat || self.rules.suicide;
            !self.board.is_eye(point, self.side)
                && (!quick || self.board.has_room(point, self.side))
                && (!self.may_repeat || self.check(point).is_ok())
        };
        for _ in 0..PLAYOUT_TRIES {
            let point = rng.pick(empty);
            if sensible(point) {
                return Some(GoMove::Play(point));
            }
        }
        let (before, after) = empty.split_at(rng.below(empty.len()));
        let found = after.iter().chain(before).copied().find(|&point| sensible(point));
        Some(found.map_or(GoMove::Pass, GoMove::Play))
    }
}
