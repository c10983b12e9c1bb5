//! The evaluation of draughts positions.
//!
//! Two evaluators: one counts, the other also looks where the pieces stand. The weights of the first are common sense, those of the second
//! were made from games (`docs/tuning.md`). Such features go back to Samuel's checkers program (IBM Journal 3, 1959).

use game::{BySide, Evaluator, Known, Linear, Rules, Score, Step, Sum, Target, Tunable, WeightTable};

use super::game::MAN;
use super::geometry::{Color, Direction};
use super::position::Draughts;
use super::word::Word;

/// The names of the evaluators, the default first.
pub const NAMES: &[&str] = &["positional", "material"];

/// The evaluator with a name, for the rules of a game: what a king is worth depends on how far it moves.
pub fn by_name<W: Word>(name: &str, game: &Draughts<W>) -> Option<DraughtsEval> {
    match name {
        "positional" => Some(DraughtsEval::Positional(Positional::of(game))),
        "material" => Some(DraughtsEval::Material(Material::default())),
        _ => None,
    }
}

/// An evaluator chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraughtsEval {
    /// Counts the pieces.
    Material(Material),
    /// Also looks where they stand.
    Positional(Positional),
}

impl<W: Word> Evaluator<Draughts<W>> for DraughtsEval {
    #[inline]
    fn evaluate(&mut self, position: &Draughts<W>) -> Score {
        match self {
            DraughtsEval::Material(material) => material.evaluate(position),
            DraughtsEval::Positional(positional) => positional.evaluate(position),
        }
    }

    #[inline]
    fn known(&mut self, position: &Draughts<W>, depth: i32) -> Option<Known> {
        match self {
            DraughtsEval::Material(material) => material.known(position, depth),
            DraughtsEval::Positional(positional) => positional.known(position, depth),
        }
    }

    #[inline]
    fn follow(&mut self, step: Step<'_, Draughts<W>>) {
        match self {
            DraughtsEval::Material(material) => material.follow(step),
            DraughtsEval::Positional(positional) => positional.follow(step),
        }
    }
}

/// Men and half as much again for a king: a man counts 1, a king 1½.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    weights: [i32; 2],
}

impl Default for Material {
    fn default() -> Material {
        Material { weights: [MAN, MAN * 3 / 2] }
    }
}

impl Material {
    #[inline(always)]
    fn counts<W: Word>(position: &Draughts<W>, color: Color) -> [i32; 2] {
        [position.men(color).count() as i32, position.kings_of(color).count() as i32]
    }
}

impl<W: Word> Evaluator<Draughts<W>> for Material {
    #[inline]
    fn evaluate(&mut self, position: &Draughts<W>) -> Score {
        let worth = |color: Color| {
            let [men, kings] = Material::counts(position, color);
            self.weights[0] * men + self.weights[1] * kings
        };
        Score::new(worth(position.turn) - worth(position.turn.other())).clamp_judgement()
    }

    #[inline]
    fn known(&mut self, _: &Draughts<W>, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Draughts<W>>) {}
}

/// Material and the places of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positional {
    weights: [i32; FEATURES],
}

const FEATURES: usize = 8;

/// What is counted: name, group and what it is, in the order of the weights.
const TERMS: [(&str, &str, &str, &[i32]); FEATURES] = [
    ("man", "material", "A man.", &[0]),
    ("king", "material", "A king.", &[0]),
    ("advance", "places", "A man, for each row it has advanced.", &[0]),
    ("back-row", "places", "A man on its own back row, which keeps the opponent from making kings there.", &[0]),
    ("center", "places", "A man or king in the middle of the board.", &[0]),
    ("runaway", "runaways", "A man whose way to the king row nobody can bar.", &[0]),
    ("runaway-row", "runaways", "The same, less this for each row beyond the first that it has yet to go.", &[0]),
    ("tempo", "tempo", "The right to move.", &[0]),
];

// Where each weight stands.
const MEN: usize = 0;
const KINGS: usize = 1;
const ADVANCE: usize = 2;
const BACK_ROW: usize = 3;
const CENTER: usize = 4;
const RUNAWAY: usize = 5;
const RUNAWAY_ROW: usize = 6;
const TEMPO: usize = 7;

/// The weights that are built in, for kings that move one step: fitted to games of English draughts (docs/tuning.md).
const SHORT_KINGS: [i32; FEATURES] = [MAN, 124, 0, 13, 1, 26, 9, -1];
/// For flying kings: tuned in games of international draughts.
const FLYING_KINGS: [i32; FEATURES] = [MAN, 224, -3, 13, -6, 98, 16, 5];

impl Default for Positional {
    fn default() -> Positional {
        Positional { weights: SHORT_KINGS }
    }
}

impl Positional {
    /// With the weights that are built in, for the rules of a game.
    pub fn of<W: Word>(game: &Draughts<W>) -> Positional {
        Positional { weights: if game.variant.rules.flying_kings { FLYING_KINGS } else { SHORT_KINGS } }
    }

    /// What a runaway man is worth with so many rows to go.
    #[inline(always)]
    fn runaway(&self, to_go: i32) -> i32 {
        (self.weights[RUNAWAY] - self.weights[RUNAWAY_ROW] * (to_go - 1)).max(0)
    }

    /// Hands out what a side has: a feature and how many of it, and runaways by the rows that they have yet to go.
    #[inline(always)]
    fn features<W: Word>(
        position: &Draughts<W>,
        color: Color,
        mut feature: impl FnMut(usize, i32),
        mut runaway: impl FnMut(i32, i32),
    ) {
        let geometry = &position.variant.geometry;
        let order = geometry.order;
        let (men, kings) = (position.men(color), position.kings_of(color));
        let them = color.other();
        feature(MEN, men.count() as i32);
        feature(KINGS, kings.count() as i32);
        let runaways = if position.kings_of(them).is_empty() {
            // An opponent ahead of a man can meet it from any square that diagonal steps connect with the man's path.
            men & !geometry.cone(position.pieces[them as usize], Direction::forward(them))
        } else {
            W::EMPTY
        };
        for row in 0..2 * order {
            let here = geometry.row_set(row);
            let advanced = if color == Color::White { 2 * order - 1 - row } else { row } as i32;
            feature(ADVANCE, advanced * (men & here).count() as i32);
            if runaways.meets(here) {
                runaway(2 * order as i32 - 1 - advanced, (runaways & here).count() as i32);
            }
        }
        // The back row matters as long as there are men to keep away from it.
        if !position.men(them).is_empty() {
            feature(BACK_ROW, (men & geometry.king_row[them as usize]).count() as i32);
        }
        feature(CENTER, ((men | kings) & geometry.center).count() as i32);
    }

    #[inline]
    fn value<W: Word>(&self, position: &Draughts<W>, color: Color) -> i32 {
        let (mut value, mut running) = (0, 0);
        Positional::features(
            position,
            color,
            |feature, count| value += self.weights[feature] * count,
            |to_go, count| running += self.runaway(to_go) * count,
        );
        value + running
    }

    /// A side that has a flying king is hardly ever beaten by so few: what remains of the difference, divided by this.
    fn drawishness<W: Word>(position: &Draughts<W>) -> i32 {
        let holds =
            |color: Color| !position.kings_of(color).is_empty() && position.pieces[color.other() as usize].count() <= 3;
        let both_small = Color::BOTH.into_iter().all(|color| position.pieces[color as usize].count() <= 3);
        let held = position.variant.rules.flying_kings && both_small && Color::BOTH.into_iter().all(holds);
        if held { 4 } else { 1 }
    }
}

impl<W: Word> Evaluator<Draughts<W>> for Positional {
    #[inline]
    fn evaluate(&mut self, position: &Draughts<W>) -> Score {
        let (us, them) = (position.turn, position.turn.other());
        let difference = self.value(position, us) - self.value(position, them);
        Score::new(difference / Positional::drawishness(position) + self.weights[TEMPO]).clamp_judgement()
    }

    #[inline]
    fn known(&mut self, _: &Draughts<W>, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Draughts<W>>) {}
}

impl Tunable for DraughtsEval {
    fn table(&self) -> WeightTable {
        match self {
            DraughtsEval::Material(Material { weights }) => WeightTable::flat("material", &TERMS[..2]).with(weights),
            DraughtsEval::Positional(Positional { weights }) => WeightTable::flat("positional", &TERMS).with(weights),
        }
    }

    fn with_weights(&self, weights: &[i32]) -> DraughtsEval {
        match self {
            DraughtsEval::Material(_) => DraughtsEval::Material(Material { weights: [weights[0], weights[1]] }),
            DraughtsEval::Positional(_) => {
                DraughtsEval::Positional(Positional { weights: std::array::from_fn(|index| weights[index]) })
            }
        }
    }
}

impl<W: Word> Linear<Draughts<W>> for DraughtsEval {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, position: &Draughts<W>) -> Sum {
        let first = |color: Color| position.side_of(color).view(1);
        match self {
            DraughtsEval::Material(_) => {
                let mut counts = vec![0; 2];
                for color in Color::BOTH {
                    let own = Material::counts(position, color);
                    counts.iter_mut().zip(own).for_each(|(sum, count)| *sum += first(color) * count);
                }
                Sum::of(counts)
            }
            DraughtsEval::Positional(positional) => {
                let counts = std::cell::RefCell::new(vec![0; FEATURES]);
                for color in Color::BOTH {
                    let add = |feature: usize, count: i32| counts.borrow_mut()[feature] += first(color) * count;
                    Positional::features(position, color, add, |to_go, count| {
                        // One that is too far away to count does not count as less than nothing.
                        if positional.runaway(to_go) > 0 {
                            add(RUNAWAY, count);
                            add(RUNAWAY_ROW, -(to_go - 1) * count);
                        }
                    });
                }
                counts.borrow_mut()[TEMPO] = position.side_to_move().view(1);
                let share = 1.0 / Positional::drawishness(position) as f32;
                Sum { scale: BySide([share, share]), ..Sum::of(counts.into_inner()) }
            }
        }
    }
}
