//! Cheap evaluations of Go positions, for alpha-beta on small boards.

use game::{Evaluator, Known, Linear, Rules, Score, Side, Step, Sum, Target, Tunable, WeightTable};

use super::board::{Board, Content, MAX_CELLS, Point};
use super::{Go, GoMove, POINT};

/// How far the influence of a stone reaches, in points.
const REACH: usize = 4;

/// The ways to judge a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoEval {
    /// Stones, less those in atari, and the empty points that lie nearer to one side's stones than to the other's.
    Area([i32; FEATURES]),
    /// Every unfinished game is even.
    None,
}

impl Default for GoEval {
    fn default() -> GoEval {
        GoEval::AREA
    }
}

/// Stones; stones in atari with the opponent to move, then with their owner to move; empty points by how much nearer they are.
const FEATURES: usize = 3 + REACH;

/// The weights that are built in, in half points of the hundred that make two points.
const WEIGHTS: [i32; FEATURES] = {
    let mut weights = [0; FEATURES];
    weights[STONE] = POINT;
    weights[ATARI] = -90 * POINT / 100;
    weights[ATARI + 1] = 40 * POINT / 100;
    let mut step = 0;
    while step < REACH {
        // A point next to a stone and well away from the enemy is nearly sure; a distant one counts for little.
        weights[NEARER + step] = POINT * (step as i32 + 1) / REACH as i32;
        step += 1;
    }
    weights
};

// Where the weights of each term begin.
const STONE: usize = 0;
const ATARI: usize = 1;
const NEARER: usize = 3;

/// The terms: name, group, what is counted, weights.
const TERMS: [(&str, &str, &str, &[i32]); 3] = [
    ("stones", "stones", "Stones that are not in atari.", WEIGHTS.split_at(ATARI).0),
    (
        "atari",
        "stones",
        "Stones in atari: with the opponent to move, then with their owner to move.",
        WEIGHTS.split_at(ATARI).1.split_at(2).0,
    ),
    (
        "influence",
        "influence",
        "Empty points that lie nearer to own stones than to the other's, by the difference in steps.",
        WEIGHTS.split_at(NEARER).1,
    ),
];

impl GoEval {
    /// The judgement by area with the weights that are built in.
    pub const AREA: GoEval = GoEval::Area(WEIGHTS);

    /// The names that [`GoEval::by_name`] knows, the default first.
    pub const NAMES: &'static [&'static str] = &["area", "none"];

    /// The judgement of this name.
    pub fn by_name(name: &str) -> Option<GoEval> {
        match name {
            "area" => Some(GoEval::AREA),
            "none" => Some(GoEval::None),
            _ => None,
        }
    }
}

impl Evaluator<Go> for GoEval {
    fn evaluate(&mut self, position: &Go) -> Score {
        match self {
            GoEval::None => Score::DRAW,
            GoEval::Area(weights) => {
                let mut margin = -position.rules.komi;
                area(&position.board, position.side, |feature, side| margin += side.view(weights[feature]));
                position.side.view(Score::new(margin)).clamp_judgement()
            }
        }
    }

    #[inline]
    fn known(&mut self, _: &Go, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Go>) {}
}

impl Tunable for GoEval {
    fn table(&self) -> WeightTable {
        match self {
            GoEval::Area(weights) => WeightTable::flat("area", &TERMS).with(weights),
            GoEval::None => WeightTable::flat("none", &[]),
        }
    }

    fn with_weights(&self, weights: &[i32]) -> GoEval {
        match self {
            GoEval::Area(_) => GoEval::Area(std::array::from_fn(|index| weights[index])),
            GoEval::None => GoEval::None,
        }
    }
}

/// Komi is no weight: the sum is what the stones on the board are worth.
impl Linear<Go> for GoEval {
    fn target(&self) -> Target {
        Target::Margin
    }

    fn sum(&self, position: &Go) -> Sum {
        let mut counts = vec![0; FEATURES];
        if matches!(self, GoEval::Area(_)) {
            area(&position.board, position.side_to_move(), |feature, side| counts[feature] += side.view(1));
        }
        Sum::of(counts)
    }
}

/// Hands out every feature, with the side that has it.
#[inline(always)]
fn area(board: &Board, to_move: Side, mut feature: impl FnMut(usize, Side)) {
    // The distance of every point to the nearest safe stone of each side.
    let distances = Side::BOTH.map(|side| {
        let mut distance = [u8::MAX; MAX_CELLS];
        let mut ring: Vec<Point> = Vec::new();
        for point in board.points().filter(|&point| board.at(point) == Content::Stone(side)) {
            if board.is_in_atari(point) {
                feature(ATARI + usize::from(side == to_move), side);
            } else {
                feature(STONE, side);
                distance[point.index()] = 0;
                ring.push(point);
            }
        }
        for step in 1..=REACH as u8 {
            for point in std::mem::take(&mut ring) {
                for neighbor in board.neighbors(point) {
                    if board.at(neighbor) == Content::Empty && distance[neighbor.index()] == u8::MAX {
                        distance[neighbor.index()] = step;
                        ring.push(neighbor);
                    }
                }
            }
        }
        distance
    });
    for &point in board.empty() {
        let [black, white] = [distances[0][point.index()], distances[1][point.index()]];
        if black != white {
            let (near, far) = (usize::from(black.min(white)), usize::from(black.max(white)).min(REACH + 1));
            feature(NEARER + far - near - 1, if black < white { Side::First } else { Side::Second });
        }
    }
}

/// How promising a move looks: captures and rescues first, then contact; passing and filling an eye of one's own come last.
pub(super) fn hint(go: &Go, mv: GoMove) -> i32 {
    let GoMove::Play(point) = mv else { return -200 };
    let (board, side) = (&go.board, go.side);
    if board.is_eye(point, side) {
        return -300;
    }
    let mut hint = 100 * i32::from(go.captures(mv));
    let mut room = 0;
    for neighbor in board.neighbors(point) {
        match board.at(neighbor) {
            Content::Empty => room += 1,
            Content::Stone(owner) if owner == side && board.only_liberty(point, neighbor) => hint += 60,
            Content::Stone(_) => hint += 10,
            Content::Edge => hint -= 20,
        }
    }
    // A stone with hardly a liberty of its own is soon lost.
    if room == 0 { hint - 15 } else { hint + 3 * room }
}

#[cfg(test)]
mod tests {
    use game::Abilities;

    use super::*;

    fn judge(text: &str) -> Score {
        let start = Go::start(&"go(size=5,komi=0)".parse().unwrap()).unwrap();
        GoEval::default().evaluate(&start.parse_position(text).unwrap())
    }

    #[test]
    fn names_are_known() {
        assert!(GoEval::NAMES.iter().all(|name| GoEval::by_name(name).is_some()));
        assert_eq!(GoEval::by_name(GoEval::NAMES[0]), Some(GoEval::default()));
        assert_eq!(GoEval::by_name("area "), None);
    }

    #[test]
    fn more_area_is_better() {
        assert_eq!(judge("5/5/5/5/5 b 0"), Score::DRAW);
        assert!(judge("5/5/2X2/5/5 w 0") < Score::DRAW);
        assert!(judge("5/5/2X2/5/5 b 0") > judge("5/5/5/5/X4 b 0"));
        // The mirror image with changed colors is worth the same.
        assert_eq!(judge("5/1X3/5/3O1/5 b 0"), judge("5/1O3/5/3X1/5 w 0"));
    }

    #[test]
    fn a_stone_in_atari_is_worth_less_and_least_when_the_enemy_is_to_move() {
        let mine_to_save = judge("5/2O2/1OX2/2O2/5 b 0");
        let his_to_take = -judge("5/2O2/1OX2/2O2/5 w 0");
        let safe = judge("5/2O2/1OX2/1O3/5 b 0");
        assert!(his_to_take < mine_to_save && mine_to_save < safe, "{his_to_take} {mine_to_save} {safe}");
    }

    #[test]
    fn hints_like_captures_and_dislike_own_eyes() {
        let start = Go::start(&"go(size=5,komi=0)".parse().unwrap()).unwrap();
        let go = start.parse_position("1X3/X1O2/1OXO1/5/5 b 0").unwrap();
        let hint = |text: &str| go.hint(go.parse_move(text).unwrap());
        assert!(hint("A5") < hint("pass") && hint("pass") < hint("E1"));
        assert!(hint("C2") > hint("D1"));
    }
}
