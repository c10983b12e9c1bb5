//! Whatever tables there are, as the engine asks them: our own first, which know the distance to mate, then Syzygy.

use std::sync::{Arc, Mutex, PoisonError};

use chess::{Move, Position};
use game::{Known, Score};

use crate::endgame::{MOST_MEN, Tables, Value};
use crate::syzygy::{Syzygy, Wdl};

/// A sure win of unknown length: more than any judgement of pieces, less than a mate in sight.
pub const TABLE_WIN: Score = Score::new(20_000);

/// The fifty-move rule in plies.
const FIFTY_MOVES: usize = 100;

/// When Syzygy tables are asked inside the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probing {
    /// At no smaller depth, unless the position has fewer men than the largest table allowed.
    pub depth: i32,
    /// Does the fifty-move rule count?
    pub fifty_moves: bool,
    /// With at most so many men.
    pub most_men: usize,
}

impl Default for Probing {
    fn default() -> Probing {
        Probing { depth: 1, fifty_moves: true, most_men: 7 }
    }
}

/// All endgame tables at hand.
pub struct Endgames {
    own: Arc<Tables>,
    syzygy: Option<Syzygy>,
    probing: Probing,
    complaints: Mutex<Vec<String>>,
}

impl std::fmt::Debug for Endgames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Endgames({:?}, {:?})", self.syzygy, self.probing)
    }
}

impl Endgames {
    /// Our own tables, and the Syzygy tables in `folders`, if any are named.
    pub fn new(own: Arc<Tables>, folders: &str, probing: Probing) -> Endgames {
        let (syzygy, complaints) = match folders.trim() {
            "" => (None, Vec::new()),
            folders => {
                let (syzygy, complaints) = Syzygy::open(folders);
                (Some(syzygy), complaints)
            }
        };
        Endgames { own, syzygy, probing, complaints: Mutex::new(complaints) }
    }

    /// Our own tables.
    pub fn own(&self) -> &Arc<Tables> {
        &self.own
    }

    /// The Syzygy tables.
    pub fn syzygy(&self) -> Option<&Syzygy> {
        self.syzygy.as_ref()
    }

    /// What was wrong with files that could not be used. Each complaint is handed out once.
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints = std::mem::take(&mut *self.complaints.lock().unwrap_or_else(PoisonError::into_inner));
        complaints.extend(self.own.complaints());
        complaints
    }

    /// What the tables know of a position inside the search, where `depth` plies are left.
    #[inline]
    pub fn known(&self, position: &Position, depth: i32) -> Option<Known> {
        let men = position.board().occupied().count();
        if men > MOST_MEN && self.syzygy.is_none() {
            return None;
        }
        if men <= MOST_MEN
            && let Some(value) = self.own.probe(position)
            && in_time(value, position.halfmove_clock())
        {
            return Some(Known::Exact(value.score()));
        }
        self.syzygy_known(position, men, depth)
    }

    fn syzygy_known(&self, position: &Position, men: usize, depth: i32) -> Option<Known> {
        let syzygy = self.syzygy.as_ref()?;
        let most = self.probing.most_men.min(syzygy.most_men());
        // The result of a table holds where the clock has just been set back.
        if men > most || men == most && depth < self.probing.depth || position.halfmove_clock() > 0 {
            return None;
        }
        Some(match (syzygy.wdl(position).ok().flatten()?, self.probing.fifty_moves) {
            (Wdl::Win, _) | (Wdl::CursedWin, false) => Known::AtLeast(TABLE_WIN),
            (Wdl::Loss, _) | (Wdl::BlessedLoss, false) => Known::AtMost(-TABLE_WIN),
            (Wdl::Draw, _) | (Wdl::CursedWin | Wdl::BlessedLoss, true) => Known::Exact(Score::DRAW),
        })
    }

    /// The best moves at the root as far as the tables know: the shortest win, the longest defense, every move that keeps a draw.
    /// Empty if they do not know, and then every move is worth a look.
    pub fn best_moves(&self, position: &Position) -> Vec<Move> {
        if position.board().occupied().count() <= MOST_MEN
            && let Some(moves) = self.own.moves(position)
            && let Some(&(_, best)) = moves.first()
            && in_time(best, position.halfmove_clock())
        {
            return moves.iter().take_while(|(_, value)| *value == best).map(|(mv, _)| *mv).collect();
        }
        let Some(syzygy) = &self.syzygy else { return Vec::new() };
        if position.board().occupied().count() > self.probing.most_men {
            return Vec::new();
        }
        let Ok(Some(moves)) = syzygy.moves(position) else { return Vec::new() };
        let Some(&best) = moves.first() else { return Vec::new() };
        let result = |wdl: Wdl| match wdl {
            // Without the rule these are wins and losses like any other.
            _ if self.probing.fifty_moves => wdl.number(),
            _ => wdl.number().signum(),
        };
        moves
            .iter()
            .take_while(|one| result(one.wdl) == result(best.wdl) && one.dtz == best.dtz)
            .map(|one| one.mv)
            .collect()
    }

    /// Best play from a position to mate, if our own tables know of one.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        match self.own.probe(position) {
            Some(value) if in_time(value, position.halfmove_clock()) => self.own.line(position),
            _ => Vec::new(),
        }
    }
}

/// Does the mate come before the fifty-move rule, even if nothing is captured and no pawn is moved on the way?
#[inline]
fn in_time(value: Value, clock: usize) -> bool {
    value.plies().is_none_or(|plies| usize::from(plies) + clock <= FIFTY_MOVES)
}
